"""Functions apart by what is active where they are called: what differs pays for itself alone."""

from __future__ import annotations

import ctypes
import re

import numpy as np
import pytest
from tests.derivatives import body, derived, loaded, prepared, reverse

from ribozyme.ir.module import Module
from ribozyme.ir.printer import print_module
from ribozyme.transform.callees.specialise import KINDS
from ribozyme.transform.core.interface import Kind, Mode, Request

SUMS = """
double sin(double);
__attribute__((noinline)) static double g(double u, const double *p, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += sin(p[i] * u);
    return s;
}
double f(const double *x, const double *c, int n)
{
    return g(2.0, c, n) * g(x[0], x, n) + g(3.0, x, n);
}
"""

NESTED = """
double sin(double);
__attribute__((noinline)) static double inner(const double *p, const double *q)
{
    return sin(p[0] * q[1]) + q[0];
}
__attribute__((noinline)) static double outer(const double *p, const double *q)
{
    return inner(p, q) * inner(q, p) + inner(p, p);
}
double f(const double *x, const double *c)
{
    return outer(x, c) + outer(c, x) * outer(c, c) + outer(x, x);
}
"""

WRITES = """
__attribute__((noinline)) static void scale(double *to, const double *from, double by)
{
    to[0] = from[0] * by;
    to[1] = from[1] * by * by;
}
double f(const double *x, double *c)
{
    double a[2], b[2], d[2];
    scale(a, x, 2.0);
    scale(b, c, 3.0);
    scale(d, a, b[0]);
    scale(c, b, 1.0);
    return d[0] * d[1] + b[1] * a[0] + c[0];
}
"""

CALLED_BY_ADDRESS = """
__attribute__((noinline)) static double g(const double *p) { return p[0] * p[1]; }
static double (*const table[2])(const double *) = {g, g};
double f(const double *x, const double *c, int k)
{
    return g(x) * g(c) + table[k & 1](x);
}
"""


def gradient(made: Module, x: np.ndarray, *rest: object) -> np.ndarray:
    """By `x`, the first argument, which comes with a shadow; the result's seed is one."""
    bar = np.zeros_like(x)
    arguments = [x.copy(), bar, *rest]
    given = [ctypes.c_void_p(a.ctypes.data) if isinstance(a, np.ndarray) else a for a in arguments]
    library = loaded(made)
    run = ctypes.CFUNCTYPE(None)(library.address("f_grad"))
    run.argtypes = None
    run(*given, ctypes.c_double(1.0))
    return bar


def differences(text: str, x: np.ndarray, *rest: object) -> np.ndarray:
    library = loaded(text)
    primal = ctypes.CFUNCTYPE(ctypes.c_double)(library.address("f"))
    primal.argtypes = None
    found = np.zeros_like(x)
    for place in range(len(x)):
        values = []
        for step in (1e-5, -1e-5):
            moved = x.copy()
            moved[place] += step
            fresh = [a.copy() if isinstance(a, np.ndarray) else a for a in (moved, *rest)]
            given = [
                ctypes.c_void_p(a.ctypes.data) if isinstance(a, np.ndarray) else a for a in fresh
            ]
            values.append(primal(*given))
        found[place] = (values[0] - values[1]) / 2e-5
    return found


@pytest.mark.parametrize(
    ("source", "kinds", "more"),
    [
        (SUMS, "dcc", (2,)),
        (NESTED, "dc", ()),
        (WRITES, "dc", ()),
        (CALLED_BY_ADDRESS, "dcc", (1,)),
    ],
    ids=["sums", "nested", "writes", "by address"],
)
def test_gradient(source: str, kinds: str, more: tuple[int, ...]) -> None:
    text = prepared(source)
    x, c = np.array([0.7, 1.3]), np.array([0.4, 0.9])
    found = gradient(derived(text, reverse("f", kinds)), x, c.copy(), *more)
    np.testing.assert_allclose(found, differences(text, x, c, *more), rtol=1e-7)


def test_a_call_with_constants_stays_the_primal() -> None:
    made = print_module(derived(prepared(SUMS), reverse("f", "dcc")))
    constant = re.findall(r"call [^\n]*@g\(double [^\n]*2\.0", body(made, "f_grad"))
    assert len(constant) == 1
    assert "@g.as" not in re.sub(r"@rz\.[\w.]*", "", made)  # no copy is left


def test_so_it_does_forwards() -> None:
    kinds = (Kind.DUP, Kind.CONST, Kind.CONST)
    request = Request("f", Mode.FORWARD, kinds, Kind.DUP, name="f_fwd")
    made = body(print_module(derived(prepared(SUMS), request)), "f_fwd")
    assert len(re.findall(r"call [^\n]*@g\(double [^\n]*2\.0", made)) == 1


def test_there_are_a_few_copies_at_most() -> None:
    """A function with many ways to be called: the last of them share one derivative."""
    calls = " + ".join(
        f"g({', '.join('x' if n >> k & 1 else 'c' for k in range(4))})" for n in range(16)
    )
    source = (
        "__attribute__((noinline)) static double g(const double *a, const double *b, "
        "const double *c, const double *d) { return a[0] * b[0] * c[1] * d[1]; }\n"
        f"double f(const double *x, const double *c) {{ return {calls}; }}\n"
    )
    text = prepared(source)
    made = derived(text, reverse("f", "dc"))
    forms = {name for name in made.functions if re.search(r"\.g(\.as\.\d+)?\.(aug|once)$", name)}
    assert 1 < len(forms) <= KINDS
    x, c = np.array([0.7, 1.3]), np.array([0.4, 0.9])
    np.testing.assert_allclose(gradient(made, x, c), differences(text, x, c), rtol=1e-7)
