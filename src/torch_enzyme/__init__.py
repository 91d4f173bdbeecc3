"""C and C++ functions in PyTorch, by their file and name.

    out = enzyme("test.c", "f").apply(inp)        void f(float *inp, size_t n, float *out)

A thin door to `ribozyme.bindings.torch`, which says what else can be declared.
"""

from pathlib import Path
from typing import Any

from ribozyme.api.programs.functions import load
from ribozyme.bindings.torch import Operator, op

__all__ = ["enzyme"]


def enzyme(
    filename: str | Path, function: str, *, flags: tuple[str, ...] | list[str] = (), **how: Any
) -> Operator:
    """The operator of a function in a file; call it, or its `apply`, with tensors."""
    return op(load(filename, flags=flags)[function], **how)
