"""Derivative rules as data: mathematics that knows no LLVM. Names of library functions are given
their meaning here."""
