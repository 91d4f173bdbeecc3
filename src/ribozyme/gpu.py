"""`rz.gpu`: kernels of GPUs, their derivatives, and an emulator that runs both on the CPU."""

from ribozyme.api.gpu.kernels import Kernel, Launch
from ribozyme.api.gpu.load import (
    Kernels,
    compile,  # noqa: A004
    emulate,
    hsaco,
    load,
    ptx,
)

__all__ = ["Kernel", "Kernels", "Launch", "compile", "emulate", "hsaco", "load", "ptx"]
