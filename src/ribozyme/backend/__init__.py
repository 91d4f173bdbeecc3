"""The LLVM bridge: pipelines, code generation, the JIT; the only door to llvmlite. `passes` works
on IR text around the pipelines, `runtime` is linked into derivatives."""
