"""The `ziglang` wheel: where the program lies that holds clang and a linker."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path


@cache
def zig() -> Path | None:
    """The program of the wheel, None where the wheel is not installed."""
    spec = find_spec("ziglang")
    if spec is None or spec.origin is None:
        return None
    found = Path(spec.origin).with_name("zig")
    return found if found.is_file() else None
