"""The suite of kernels and the applications on a device: `./do test --gpu`.

python -m tests.gpu.on_device FOLDER     writes what `python bench/device.py FOLDER` runs elsewhere
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from bench import device


def suite() -> Iterator[device.Case]:
    """The launches of the tests, in CUDA and in OpenCL C."""
    import numpy as np
    from tests.gpu import test_half, test_kernels, test_more_kernels, test_opencl

    for name, case in test_kernels.CASES.items():
        args = case.args(np.random.default_rng(7))
        kernel = test_kernels.kernels("cuda")[name]
        yield device.Case(_file(name), kernel, case.sizes, args, case.active)
    for name, (sizes, args, active) in test_more_kernels.CASES.items():
        kernel = test_more_kernels.kernels("cuda")[name]
        yield device.Case(name, kernel, sizes, args, active)
    for name, (sizes, args, active) in test_opencl.CASES.items():
        kernel = test_opencl.kernels()[name]
        yield device.Case(f"opencl_{name}", kernel, sizes, args, active)
    for name in test_half.CASES:
        yield device.Case(f"half_{name}", *test_half.launch(name, "cuda"))


def cases() -> Iterator[device.Case]:
    """All launches."""
    yield from suite()
    yield from device.applications(())


def _file(name: str) -> str:
    return name.partition("<")[0]


if __name__ == "__main__":
    if len(sys.argv) > 1:
        device.build(Path(sys.argv[1]), cases())
    else:
        sys.exit(device.main(cases()))
