"""Passes from IR text to IR text around the pipelines of LLVM: OpenMP, variadic functions, vector
intrinsics and constructors get a form that differentiation or the code generator understands. They
know nothing of derivatives.
"""
