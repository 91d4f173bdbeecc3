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
from ribozyme.api.gpu.resources import Resources, cubin, resources

__all__ = [
    "Cost", "Kernel", "Kernels", "Launch", "Resources", "compile", "cost", "cubin", "emulate",
    "hsaco", "load", "ptx", "resources",
]  # fmt: skip
