"""`rz.gpu`: kernels of GPUs, their derivatives, and an emulator that runs both on the CPU."""

from ribozyme.api.gpu.costs import Cost, cost
from ribozyme.api.gpu.kernels import Kernel, Launch
from ribozyme.api.gpu.load import (
    Kernels,
    compile,  # noqa: A004
    emulate,
    hsaco,
    load,
    ptx,
)

__all__ = [
    "Cost", "Kernel", "Kernels", "Launch", "compile", "cost", "emulate", "hsaco", "load", "ptx",
]  # fmt: skip
