"""Loops that may be solvers, as `explain` points them out."""

import pytest

import ribozyme as rz

SOURCE = """
#include <math.h>
static double newton(double M, double e)
{
    double E = M, d;
    do {
        d = (E - e * sin(E) - M) / (1 - e * cos(E));
        E -= d;
    } while (fabs(d) > 1e-14);
    return E;
}
double scalar(double M, double e) { return newton(M * M, e); }
void relax(double *x, const double *p, int n)
{
    double moved;
    do {
        moved = 0;
        for (int i = 0; i < n; i++) {
            double y = (p[i] + (i ? sin(x[i - 1]) : 0)) / 3;
            moved = fmax(moved, fabs(y - x[i]));
            x[i] = y;
        }
    } while (moved > 1e-12);
}
static double norm(const double *r, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) s += r[i] * r[i];
    return sqrt(s);
}
__attribute__((noinline)) static void step(double *x, double *r, const double *p, int n)
{
    for (int i = 0; i < n; i++) r[i] = p[i] - x[i] * x[i] * x[i];
    for (int i = 0; i < n; i++) x[i] += 0.1 * r[i];
}
void by_calls(double *x, double *r, const double *p, int n)
{
    do step(x, r, p, n); while (norm(r, n) > 1e-10);
}
double in_time(double x, int n)
{
    for (int i = 0; i < n; i++) x = x + 0.1 * sin(x);
    return x;
}
double searched(const double *x, int n, double t)
{
    for (int i = 0; i < n; i++) if (x[i] > t) return x[i] * x[i];
    return 0;
}
double counted(double x, double t, int n)
{
    double y = x;
    for (int i = 0; i < n && t < 1; i++) { y = sin(y) * x; t += 0.25; }
    return y;
}
"""


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(SOURCE)


@pytest.mark.parametrize(
    "name, wrt, of, keeps",
    [
        ("scalar", ("M", "e"), None, "bytes × ?"),
        ("relax", "p", "x", "bytes × ?"),
        ("by_calls", "p", "x", "bytes × ?"),
        ("in_time", "x", None, None),
        ("searched", "x", None, None),
        ("counted", "x", None, None),
    ],
)
def test_loops_that_numbers_end(
    lib: rz.Library, name: str, wrt: object, of: object, keeps: str | None
) -> None:
    shown = str(rz.explain(lib[name], wrt=wrt, of=of)).splitlines()
    said = [line for line in shown if "rz.rule(…, implicit=…)" in line]
    assert len(said) == (keeps is not None)
    if keeps is not None:
        assert keeps in said[0]
