"""LLVM text to modules, one file for each part of the language. What it cannot read is an error
with the line."""

from ribozyme.parse.module import parse_module

__all__ = ["parse_module"]
