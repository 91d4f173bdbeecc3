"""Kernels of GPUs: how fast the emulator is, and what gradients of applications execute.

./do bench gpu                      the emulator's speed, for a tiled matrix product
                                    five applications: gradient over kernel
                                    the same with a step left out, a row for each step
./do bench gpu hydro lattice        of these alone

A thread of the matrix product counts the instructions of its loop over tiles, as the IR has them
before the emulator's additions. What applications execute is counted in the emulator, in the LLVM
IR of the device's code (`rz.gpu.cost`). Where a device is found the applications run there, too.
"""

import re
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

import ribozyme as rz
from bench import device
from bench.applications import APPLICATIONS, PROGRAMS, kernel

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
RUNS = (("none", 256, 1), ("none", 256, 2), ("all", 64, 1))
"""Checks, the size of the matrices, and on how many cores."""


SIZES = ((32, 2), (128, 2), (32, 8))
"""Threads, and iterations of each: few, more threads, more work."""
STEPS = ("exclusive", "warp sums", "coalesced", "prices", "uniform")


def main(arguments: list[str]) -> int:
    """Print the tables."""
    names = [name for name in APPLICATIONS if not arguments or name in arguments]
    if not arguments:
        _speed()
    print("\ngradient / kernel, counted in the emulator in the device's LLVM IR (sm_90)")
    print(
        f"{'':12}" + "".join(f"{t:>8} threads · {n:<4}" for t, n in SIZES) + "registers (spilled)"
    )
    print(f"{'':12}" + f"{'instr.':>10}{'bytes':>8}   " * len(SIZES))
    for name in names:
        rows = [_ratios(name, kernel(name), t, n) for t, n in SIZES]
        cells = "".join(f"{one:>10.2f}{other:>8.2f}   " for one, other in rows)
        print(f"{name:12}{cells}{_registers(name)}", flush=True)
    print(
        "\na step left out: instructions, bytes, atomic operations of the gradient / of the whole"
    )
    print(f"{'':12}" + "".join(f"{step:^24}" for step in (*STEPS, "optimise first")))
    for name in names:
        print(f"{name:12}" + "".join(f"{one:^24}" for one in _ablation(name)), flush=True)
    return device.main(device.applications(names))


def _speed() -> None:
    one = rz.gpu.compile(SOURCE).product
    each = _loop(one.program.prepared.text)
    for check, n, cores in RUNS:
        checked = rz.gpu.emulate(one, check=check, cores=cores)  # type: ignore[arg-type]
        a, b, c = (np.random.default_rng(1).random(n * n) for _ in range(3))
        checked[(1, 1), (4, 4)](a[:16].copy(), b[:16].copy(), c[:16].copy(), 4)
        spent = []
        clock = time.process_time if cores == 1 else time.perf_counter
        for _ in range(3):
            start = clock()
            checked[(n // 4, n // 4), (4, 4)](a, b, c, n)
            spent.append(clock() - start)
        speed = n * n * (n // 4) * each / min(spent)
        print(f"checks {check}, {cores} cores: {speed / 1e6:.0f} million instructions a second")


def _costs(name: str, one: Any, threads: int, per: int, **how: Any) -> Any:
    launch = APPLICATIONS[name](threads, per)
    shadowed = launch.shadowed(np.random.default_rng(0))
    return rz.gpu.cost(rz.grad(one)[launch.sizes], *shadowed, **how)


def _ratios(name: str, one: Any, threads: int, per: int) -> tuple[float, float]:
    launch = APPLICATIONS[name](threads, per)
    plain = rz.gpu.cost(one[launch.sizes], *launch.args)
    whole = _costs(name, one, threads, per)
    return whole.instructions / plain.instructions, whole.bytes / plain.bytes


def _ablation(name: str) -> Iterator[str]:
    """For each step what the gradient executes without it, in what it executes with all."""
    whole = _costs(name, kernel(name), *SIZES[0])
    for step in STEPS:
        yield _compared(_costs(name, kernel(name), *SIZES[0], without=(step,)), whole)
    with rz.options(optimise_first=False):
        raw = rz.gpu.load(PROGRAMS / f"{name}.cu")[name]
        try:
            found = _costs(name, raw, *SIZES[0])
        except rz.Error as refused:
            yield refused.code
            return
    yield _compared(found, whole)


def _compared(found: Any, whole: Any) -> str:
    pairs = [(found.instructions, whole.instructions), (found.bytes, whole.bytes)]
    ratios = [f"{one / other:.2f}" for one, other in pairs]
    return "  ".join([*ratios, f"{found.atomics}/{whole.atomics}"])


def _registers(name: str) -> str:
    """Registers and bytes spilled of a kernel and of its gradient, from the assembler."""
    one = kernel(name)
    try:
        found = [rz.gpu.resources(k, flat=True) for k in (one, rz.grad(one))]
    except rz.MissingFramework:
        return "(no ptxas)"
    return " → ".join(f"{r.registers} ({r.spilled})" for r in found)


def _loop(text: str) -> int:
    """The instructions of the loop of the kernel."""
    found = re.search(r"^define [^\n]*@product\(.*?^}", text, re.M | re.S)
    assert found is not None
    lines = [line for line in found[0].splitlines() if re.match(r"  (?!  )[^#]", line)]
    first = next(at for at, line in enumerate(lines) if " = phi double" in line) - 1
    last = next(at for at, line in enumerate(lines) if at > first and "br i1" in line)
    return last - first + 1
