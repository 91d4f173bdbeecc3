"""Device IR on the host: address spaces, threads as coroutines, the emulator's scheduler. Kernels
run on the CPU here, with detectors for what a device would hide."""
