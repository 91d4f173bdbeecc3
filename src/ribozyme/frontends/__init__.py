"""From source files to LLVM IR: the compilers."""
