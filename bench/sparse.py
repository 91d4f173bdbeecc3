"""Sparse Jacobians and Hessians: colours, pattern, evaluation; beside CasADi if it is installed.

    python -m bench.sparse [UNKNOWNS]       a table; a million unknowns if nothing is said

Times of evaluation are the best of seven; those of the pattern and the colouring are of the first
call after the code was compiled. CasADi works on expression graphs (SX); its evaluation is that of
its virtual machine, the derivative being a graph as well.
"""

import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Final

import numpy as np

import ribozyme as rz

SOURCE: Final = """
#include <math.h>
void tridiagonal(const double *x, int n, double *out)
{
    for (int i = 0; i < n; i++) {
        double s = 3 * x[i] + 0.2 * x[i] * x[i] * x[i];
        if (i > 0) s -= x[i - 1] * x[i];
        if (i + 1 < n) s -= sin(x[i + 1]);
        out[i] = s;
    }
}
void five_point(const double *u, int n, double *out)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int k = i * n + j;
            double s = 4 * u[k] + exp(u[k]);
            if (i > 0) s -= u[k - n];
            if (j > 0) s -= u[k - 1];
            if (i + 1 < n) s -= u[k + n];
            if (j + 1 < n) s -= u[k + 1];
            out[k] = s;
        }
}
double chained(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i + 1 < n; i++) {
        double a = x[i + 1] - x[i] * x[i], b = 1 - x[i];
        s += 100 * a * a + b * b;
    }
    return s;
}
double separable(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += exp(0.1 * x[i]) * x[i];
    return s;
}
"""
HEAD: Final = ("problem", "unknowns", "colours", "primal", "pattern", "first call", "evaluation")


def main(arguments: list[str]) -> int:
    wanted = int(arguments[0]) if arguments else 1_000_000
    side = int(wanted**0.5)
    print("| " + " | ".join((*HEAD, "CasADi: colours", "pattern", "evaluation")) + " |")
    print("|---" * (len(HEAD) + 3) + "|")
    for name, n, count in (
        ("tridiagonal", wanted, wanted),
        ("five_point", side, side * side),
        ("chained", wanted, wanted),
        ("separable", wanted, wanted),
    ):
        ours, peer = _measured(name, n, count), _casadi(name, n, count)
        print("| " + " | ".join((name, f"{count:,}", *ours, *peer)) + " |", flush=True)
    return 0


def _measured(name: str, n: int, count: int) -> tuple[str, ...]:
    warm = rz.compile(SOURCE)
    _matrix(warm, name, 4)  # what compiles does so now
    lib = rz.compile(SOURCE)
    x, out = np.linspace(0.1, 1, count), np.zeros(count)
    second = name in ("chained", "separable")
    args = (x, n) if second else (x, n, out)
    f = lib[name]
    f(*args)
    primal = _best(lambda: f(*args))
    _matrix(lib, name, 4)
    start = time.perf_counter()
    rz.sparsity(f, *args, wrt=0, second=second)
    pattern = time.perf_counter() - start
    matrix = _of(lib, name)
    start = time.perf_counter()
    matrix(*args)
    first = time.perf_counter() - start
    evaluation = _best(lambda: matrix(*args))
    colours = matrix.colours(*args)
    shown = str(colours if second else colours[0])
    times = (f"{1e3 * primal:.2g} ms", f"{pattern:.2g} s", f"{first:.2g} s")
    return shown, *times, f"{1e3 * evaluation:.2g} ms, {evaluation / primal:.0f} primals"


def _of(lib: rz.Library, name: str) -> Any:
    make = rz.hessian if name in ("chained", "separable") else rz.jacobian
    return make(lib[name], wrt=0, sparse=True, check="never")


def _matrix(lib: rz.Library, name: str, n: int) -> None:
    count = 16 * 16 if name == "five_point" else 400
    size = 16 if name == "five_point" else count
    del n
    x = np.linspace(0.1, 1, count)
    _of(lib, name)(*((x, size) if name in ("chained", "separable") else (x, size, np.zeros(count))))


def _best(run: Callable[[], object]) -> float:
    times = []
    for _ in range(7):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def _casadi(name: str, n: int, count: int) -> tuple[str, str, str]:
    if find_spec("casadi") is None:
        return "", "", ""
    import casadi as ca

    x = ca.SX.sym("x", count)
    match name:
        case "tridiagonal":
            s = 3 * x + 0.2 * x**3
            left = ca.vertcat(0, x[:-1] * x[1:])
            s = s - left - ca.vertcat(ca.sin(x[1:]), 0)
        case "five_point":
            u = ca.reshape(x, n, n)
            none = ca.SX.zeros(1, n)
            up, down = ca.vertcat(none, u[:-1, :]), ca.vertcat(u[1:, :], none)
            left, right = ca.horzcat(none.T, u[:, :-1]), ca.horzcat(u[:, 1:], none.T)
            s = ca.vec(4 * u + ca.exp(u) - up - down - left - right)
        case "chained":
            s = ca.sum1(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)
        case _:
            s = ca.sum1(ca.exp(0.1 * x) * x)
    second = name in ("chained", "separable")
    f = ca.Function("f", [x], [ca.gradient(s, x) if second else s])
    start = time.perf_counter()
    sparsity = f.jac_sparsity(0, 0)
    colours = (sparsity.star_coloring() if second else sparsity.T.uni_coloring()).size2()
    pattern = time.perf_counter() - start
    matrix = ca.Function("m", [x], [ca.hessian(s, x)[0] if second else ca.jacobian(s, x)])
    at = np.linspace(0.1, 1, count)
    return str(colours), f"{pattern:.2g} s", f"{1e3 * _best(lambda: matrix(at)):.2g} ms"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
