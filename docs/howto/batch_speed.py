"""How long a lane of a batch takes, beside a loop in C: the table of `batches.md`.

    python docs/howto/batch_speed.py [--avx2]

Processor time, the least of several runs of 100 000 lanes. `--avx2` leaves out AVX-512.
"""

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import ribozyme as rz
from ribozyme.backend import target

SOURCE = """
#include <math.h>
double f(double x) { return exp(x) * sin(x); }
double branch(double x) { return x > 0.5 ? exp(x) * sin(x) : sin(x) + x; }
double four(const double *p)
{
    double s = 0;
    for (int i = 0; i < 4; i++) s += exp(-p[i]) * sin(p[i] * p[(i + 1) & 3]);
    return s;
}
#define SCALAR _Pragma("clang loop vectorize(disable)") for (int i = 0; i < n; i++)
void loop_f(const double *x, int n, double *out) { SCALAR out[i] = f(x[i]); }
void loop_branch(const double *x, int n, double *out) { SCALAR out[i] = branch(x[i]); }
void loop_four(const double *x, int n, double *out) { SCALAR out[i] = four(x + 4 * i); }
"""
LANES = 100_000


def least(run: Callable[..., Any], *args: Any) -> float:
    """Nanoseconds a lane."""
    times = []
    for _ in range(9):
        began = time.process_time()
        run(*args)
        times.append(time.process_time() - began)
    return min(times) / LANES * 1e9


def matrices(lib: rz.Library, p: Any) -> None:
    """Hessians of all lanes in one call, and by a loop in Python over some of them."""
    hessian, few = rz.hessian(lib.four), p[: LANES // 100]
    batch = rz.vmap(hessian)
    batch(p[:2]), hessian(p[0])
    together = least(batch, p)
    apart = least(lambda: [hessian(one) for one in few]) * LANES / len(few)
    print(f"Hessians of `four`: {together:.0f} ns a lane, by a loop in Python {apart:.0f}")


def main() -> None:
    if "--avx2" in sys.argv:
        cpu, features = target._host()
        kept = [f"-{f[1:]}" if "avx512" in f else f for f in features.split(",")]
        chosen = ("znver3" if "znver" in cpu else cpu, ",".join(kept))
        target._host = lambda: chosen  # type: ignore[assignment]
    rng = np.random.default_rng(0)
    x, p, out = rng.random(LANES), rng.random((LANES, 4)), np.zeros(LANES)
    print(f"{'':8}  loop in C  vmap(f)  vmap(grad(f))   ns a lane")
    with rz.options(cache=False):
        lib = rz.compile(SOURCE)
        for name, arg in (("f", x), ("branch", x), ("four", p)):
            f = lib[name]
            one = least(lib[f"loop_{name}"], arg, LANES, out)
            two, three = least(rz.vmap(f), arg), least(rz.vmap(rz.grad(f, check="never")), arg)
            print(f"{name:8}  {one:9.1f}  {two:7.1f}  {three:13.1f}")
        matrices(lib, p)


if __name__ == "__main__":
    main()
