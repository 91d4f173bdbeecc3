"""Gradients through BLAS and LAPACK, in the time of the library's own routines.

./do bench algebra [--quick]

One thread; the processor time of this process, the least of some runs. A share is the time of the
library's calls that a gradient makes, made alone, over the time of the gradient.
"""

import ctypes
import os
import resource
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.table import RESULTS, _write

SOURCE: Final = """
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <cblas.h>
int LAPACKE_dpotrf(int, char, int, double *, int);

/* x ← A x, k times, from the identity: the trace of the product with B. */
double chain(const double *restrict A, const double *restrict B, int n, int k) {
    double *x = malloc(n * n * sizeof *x), *y = malloc(n * n * sizeof *y);
    memcpy(x, B, n * n * sizeof *x);
    for (int i = 0; i < k; i++) {
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1.0, A, n, x, n, 0.0, y, n);
        double *last = x;
        x = y, y = last;
    }
    double s = cblas_ddot(n * n, B, 1, x, 1);
    free(x), free(y);
    return s;
}

/* The weighed sum of the factor of a matrix that is given. */
double factor(double *restrict A, const double *restrict w, int n) {
    LAPACKE_dpotrf(102, 'L', n, A, n);
    return cblas_ddot(n * n, w, 1, A, 1);
}

/* log p(y | K) + n/2 log 2π; K is given. */
double likelihood(double *restrict K, double *restrict y, int n) {
    LAPACKE_dpotrf(102, 'L', n, K, n);
    cblas_dtrsv(CblasColMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, K, n, y, 1);
    double value = -0.5 * cblas_ddot(n, y, 1, y, 1);
    for (int i = 0; i < n; i++) value -= log(K[i * n + i]);
    return value;
}
"""
CHAIN: Final = 16
"""Products in a chain."""
TARGETS: Final = {
    "gemm chain, n = 512: share of the library": 0.9,
    "Cholesky, n = 1000: adjoint in factorisations": 4.0,
    "Gaussian process, n = 1000: likelihood and gradient in factorisations": 8.0,
}


def main(arguments: list[str]) -> int:
    quick = "--quick" in arguments
    if "OPENBLAS_CORETYPE" in os.environ:
        Console().print(f"OPENBLAS_CORETYPE is {os.environ['OPENBLAS_CORETYPE']}")
    found = measured(runs=3 if quick else 9)
    table = Table(title="Linear algebra")
    for name in ("what", "figure", "wanted", "status"):
        table.add_column(name)
    for name, value in found.items():
        target = TARGETS.get(name)
        if target is None:
            table.add_row(name, f"{value:.4g}", "", "")
            continue
        sign = "≥" if "share" in name else "≤"
        met = value >= target if sign == "≥" else value <= target
        table.add_row(name, f"{value:.3g}", f"{sign} {target:g}", "met" if met else "missed")
    Console().print(table)
    if not quick:
        RESULTS.mkdir(exist_ok=True)
        _write("algebra.json", found)
    return 0


def measured(runs: int) -> dict[str, float]:
    """Seconds, and the figures that have targets."""
    import ribozyme as rz

    lib = rz.compile(SOURCE)
    rng = np.random.default_rng(0)
    found: dict[str, float] = {}

    n = 512
    A, B = rng.normal(size=(2, n, n)) / n**0.5
    C = np.zeros((n, n))
    gradient = rz.grad(lib.chain, wrt=("A", "B"), check="never")
    product, chain = fastest(
        runs,
        lambda: _gemm(A, B, C, n),
        lambda: gradient(A, B, n, CHAIN),
    )
    found["gemm, n = 512, seconds"] = product
    found["gradient of a chain of 16, seconds"] = chain
    found["gemm chain, n = 512: share of the library"] = 3 * CHAIN * product / chain

    n = 1000
    X, w, y = rng.normal(size=(n, n)), rng.normal(size=(n, n)), rng.normal(size=n)
    K = X @ X.T + n * np.eye(n)
    room, v = K.copy(), y.copy()

    def filled(work: Callable[[], Any]) -> Callable[[], Any]:
        """In place: first the matrix again, which is not timed."""

        def prepared() -> Callable[[], Any]:
            room[...], v[...] = K, y
            return work

        prepared.prepares = True  # type: ignore[attr-defined]
        return prepared

    by_factor = rz.value_and_grad(lib.factor, wrt="A", check="never")
    by_matrix = rz.value_and_grad(lib.likelihood, wrt=("K", "y"), check="never")
    factor, value, adjoint, process = fastest(
        runs,
        filled(lambda: _potrf(room, n)),
        filled(lambda: lib.factor(room, w, n)),
        filled(lambda: by_factor(room, w, n)),
        filled(lambda: by_matrix(room, v, n)),
    )
    found["potrf, n = 1000, seconds"] = factor
    found["Cholesky, n = 1000: adjoint in factorisations"] = (adjoint - value) / factor
    name = "Gaussian process, n = 1000: likelihood and gradient in factorisations"
    found[name] = process / factor
    return found


def fastest(runs: int, *works: Callable[[], Any]) -> list[float]:
    """The least processor time of each, in turn, so that all see the same machine."""
    best = [float("inf")] * len(works)
    for _ in range(runs + 1):
        for place, given in enumerate(works):
            work = given() if hasattr(given, "prepares") else given
            begun = _processor()
            work()
            best[place] = min(best[place], _processor() - begun)
    return best


def _processor() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def _library() -> Any:
    from ribozyme.base import openblas

    return ctypes.CDLL(str(openblas.library()))


def _gemm(A: Any, B: Any, C: Any, n: int) -> None:
    one, zero = ctypes.c_double(1), ctypes.c_double(0)
    at = [ctypes.c_void_p(M.ctypes.data) for M in (A, B, C)]
    _library().scipy_cblas_dgemm(102, 111, 111, n, n, n, one, at[0], n, at[1], n, zero, at[2], n)


def _potrf(A: Any, n: int) -> None:
    size, info = ctypes.c_int(n), ctypes.c_int()
    at = ctypes.c_void_p(A.ctypes.data)
    _library().scipy_dpotrf_(b"L", ctypes.byref(size), at, ctypes.byref(size), ctypes.byref(info))
