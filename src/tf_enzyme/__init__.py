"""C and C++ functions in TensorFlow, by their file and name.

    out = enzyme(inp, filename="test.c", function="f")      void f(float *inp, size_t n, float *out)

A thin door to `ribozyme.bindings.tensorflow`, which says what else can be declared.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any

from ribozyme.api.programs.functions import load
from ribozyme.bindings.tensorflow import Operator, op

__all__ = ["enzyme"]


def enzyme(
    *tensors: Any,
    filename: str | Path,
    function: str,
    flags: tuple[str, ...] | list[str] = (),
    **given: Any,
) -> Any:
    """What a function of a file gives for these tensors; keywords are its other parameters."""
    path = Path(filename).resolve()
    changed = path.stat().st_mtime_ns if path.is_file() else 0
    return _operator(path, function, tuple(flags), changed)(*tensors, **given)


@lru_cache(maxsize=256)
def _operator(path: Path, function: str, flags: tuple[str, ...], changed: int) -> Operator:
    return op(load(path, flags=flags)[function])
