"""Kernels from Python: `rz.gpu.load`, `rz.gpu.compile`, `rz.gpu.emulate`.

    source → device module (`frontends.device`) → one thread's function (`transform.gpu`) → `before`
           → [derive] → entry points → coroutine where threads wait → object, run by the emulator

No kernel runs on a device yet. Launches are emulated on the CPU, in one order, and arrays are
NumPy's.
"""
