"""Derivative rules as data: mathematics that knows no LLVM."""
