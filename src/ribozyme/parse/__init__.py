"""LLVM text to modules."""

from ribozyme.parse.module import parse_module

__all__ = ["parse_module"]
