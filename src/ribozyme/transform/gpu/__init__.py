"""Kernels as ordinary functions: what one thread does, given where it is and what its block shares.

    define ptx_kernel void @k(ptr %x)
      %t = call i32 @rz_gpu_tid_x()            @k.s = internal global [64 x float] undef  (shared)

    →  define internal void @k(ptr %x, i32 %tid.x, …, i32 %nctaid.z, ptr %s)       one thread's work
       define void @rz.launch.k(ptr %x, i32 %tid.x, …, ptr %s) "rz.launches"       calls it

Nothing of a launch is left that differentiation has to know of, but for two things: barriers,
which both sweeps pass (`rules/openmp` has them beside OpenMP's), and memory that other threads
reach, which is all that is not private (`analysis/memory/parallel`). A derivative of
`rz.launch.k` is again what one thread does; shadows of shared variables are parameters behind the
variables.

Two steps, with LLVM's inliner between them: device functions see shared variables and places by
calls (`exposed`), and a kernel into which they were inlined takes both as parameters (`threads`).
"""
