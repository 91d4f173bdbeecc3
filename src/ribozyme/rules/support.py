"""The IR text of the functions that rules need and no libm has (`support.ll`)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

__all__ = ["support_ir"]


@cache
def support_ir() -> str:
    """LLVM IR to link, once, into a module that calls a `support` function."""
    return (files("ribozyme.rules") / "support.ll").read_text(encoding="utf-8")
