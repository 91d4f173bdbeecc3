"""The LLVM bridge: pipelines, code generation, the JIT; the only door to llvmlite."""
