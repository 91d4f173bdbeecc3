"""Time of a gradient over the memory that it may take: the table of howto/memory.md.

    .venv/bin/python docs/howto/memory_curve.py

Of each budget: the time relative to the gradient that keeps everything, and the memory of the
process above what it has without a tape, as the operating system counts it. Each is measured in a
process of its own, the time as the best of three.
"""

import subprocess
import sys
import time
from typing import Any

import numpy as np

import ribozyme as rz

HEAT = """
double heat(double *u, double *v, const double *k, int n, int steps) {
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            v[i] = u[i] + k[i] * (1 + u[i] * u[i]) * (u[i - 1] - 2 * u[i] + u[i + 1]);
        for (int i = 1; i < n - 1; i++)
            u[i] = v[i];
    }
    double s = 0;
    for (int i = 0; i < n; i++) s += u[i] * u[i];
    return s;
}
"""
LSTM = """
#include <math.h>
#define N 16
double lstm(const double *w, const double *x, double *h, int steps) {
    double c[N] = {0}, loss = 0;
    for (int t = 0; t < steps; t++) {
        double g[4 * N];
        for (int i = 0; i < 4 * N; i++) {
            g[i] = x[t] * w[i];
            for (int j = 0; j < N; j++) g[i] += w[4 * N + i * N + j] * h[j];
        }
        for (int i = 0; i < N; i++) {
            double in = 1 / (1 + exp(-g[i])), forget = 1 / (1 + exp(-g[N + i]));
            c[i] = forget * c[i] + in * tanh(g[2 * N + i]);
            h[i] = tanh(c[i]) / (1 + exp(-g[3 * N + i]));
        }
        loss += (h[0] - x[t]) * (h[0] - x[t]);
    }
    return loss;
}
"""
BUDGETS = ("", "200MB", "50MB", "10MB", "2MB", "500KB")


def heat(budget: str) -> tuple[Any, Any]:
    """Its gradient, and how it is called for some number of steps."""
    f = rz.compile(HEAT).heat
    how: dict[str, Any] = {"memory": budget} if budget else {}
    gradient = rz.grad(f, wrt="k", of="return", check="never", **how)
    u, k = np.linspace(0, 1, 1000), np.full(1000, 0.1)
    return 10_000, lambda steps: gradient(u.copy(), np.zeros(1000), k, 1000, steps)


def lstm(budget: str) -> tuple[Any, Any]:
    """The same of the network."""
    f = rz.compile(LSTM).lstm
    how: dict[str, Any] = {"memory": budget} if budget else {}
    gradient = rz.grad(f, wrt="w", of="return", check="never", **how)
    rng = np.random.default_rng(0)
    w, x = rng.standard_normal(64 * 17) * 0.3, rng.standard_normal(100_000)
    return 100_000, lambda steps: gradient(w, x, np.zeros(16), steps)


def peak() -> int:
    """The most memory of this process so far, in bytes."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) << 10 for line in status if line.startswith("VmHWM"))


def measured(name: str, budget: str) -> None:
    """Print seconds, bytes and the sum of the gradient."""
    steps, call = {"heat": heat, "lstm": lstm}[name](budget)
    call(3)
    before = peak()
    seconds = []
    for _ in range(3):
        start = time.perf_counter()
        found = call(steps)
        seconds.append(time.perf_counter() - start)
    print(min(seconds), peak() - before, float(np.sum(found)))


def main() -> None:
    """The table."""
    for name in ("heat", "lstm"):
        first, wanted = 0.0, 0.0
        print(f"{name}: budget, time, memory")
        for budget in BUDGETS:
            command = (sys.executable, __file__, name, budget)
            line = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            seconds, bytes, total = map(float, line.split())
            first, wanted = first or seconds, wanted or total
            assert abs(total - wanted) <= 1e-11 * abs(wanted)
            print(f"| {budget or 'none'} | {seconds / first:.2f} | {bytes / 1e6:.1f} MB |")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        measured(*sys.argv[1:])
    else:
        main()
