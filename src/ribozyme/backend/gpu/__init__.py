"""Device IR on the host: address spaces, threads as coroutines, the emulator's scheduler."""
