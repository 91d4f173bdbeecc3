"""LLVM text to modules of `ribozyme.ir`."""
