"""The emulator of kernels: instructions of a kernel's own IR that it executes in a second.

./do bench gpu                      a tiled matrix product, without checks and with all of them

Each thread counts the instructions of its loop over tiles, as the IR has them before the emulator's
additions. Nothing of this runs on a device.
"""

import re
import time

import numpy as np

import ribozyme as rz

SOURCE = """
extern "C" __global__ void product(const double *a, const double *b, double *c, int n) {
  __shared__ double as[4][4], bs[4][4];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 4 + y, column = blockIdx.x * 4 + x;
  double sum = 0.0;
  for (int k = 0; k < n; k += 4) {
    as[y][x] = a[row * n + k + x];
    bs[y][x] = b[(k + y) * n + column];
    __syncthreads();
    for (int j = 0; j < 4; j++) sum += as[y][j] * bs[j][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
"""
RUNS = (("none", 256), ("all", 64))


def main(arguments: list[str]) -> int:
    """Print how fast the emulator is."""
    del arguments
    kernel = rz.gpu.compile(SOURCE).product
    each = _loop(kernel.program.prepared.text)
    for check, n in RUNS:
        checked = rz.gpu.emulate(kernel, check=check)  # type: ignore[arg-type]
        a, b, c = (np.random.default_rng(1).random(n * n) for _ in range(3))
        checked[(1, 1), (4, 4)](a[:16].copy(), b[:16].copy(), c[:16].copy(), 4)
        spent = []
        for _ in range(3):
            start = time.process_time()
            checked[(n // 4, n // 4), (4, 4)](a, b, c, n)
            spent.append(time.process_time() - start)
        speed = n * n * (n // 4) * each / min(spent)
        print(f"checks {check}: {speed / 1e6:.0f} million instructions a second on one core")
    return 0


def _loop(text: str) -> int:
    """The instructions of the loop of the kernel."""
    found = re.search(r"^define [^\n]*@product\(.*?^}", text, re.M | re.S)
    assert found is not None
    lines = [line for line in found[0].splitlines() if re.match(r"  (?!  )[^#]", line)]
    first = next(at for at, line in enumerate(lines) if " = phi double" in line) - 1
    last = next(at for at, line in enumerate(lines) if at > first and "br i1" in line)
    return last - first + 1
