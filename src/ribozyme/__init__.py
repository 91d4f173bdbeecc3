"""Ribozyme differentiates compiled code: it writes derivatives as LLVM IR, after optimisation.

The public names are bound on first use, so that `import ribozyme` stays fast; `_HOMES` says which
module holds each.
"""

from importlib import import_module
from typing import Any, Final

__version__: Final = "0.1.0"

_HOMES: Final[dict[str, str]] = {}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'ribozyme' has no attribute {name!r}")
    found = getattr(import_module(home), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
