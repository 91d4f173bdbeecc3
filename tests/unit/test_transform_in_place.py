"""Temporaries of loops: which go, and that derivatives of all are those of differences."""

from __future__ import annotations

import numpy as np
import pytest
from tests.derivatives import prepared, reverse

import ribozyme as rz
from ribozyme.ir.printer import print_function
from ribozyme.parse import parse_module
from ribozyme.transform.core.facts import ProgramFacts
from ribozyme.transform.prepare.loops.in_place import written_in_place

pytestmark = pytest.mark.rotates("file", plain=6, wide=12)

SOURCE = """
#include <math.h>
#include <stdlib.h>
#include <string.h>
#define TEMPORARY(TARGET, COUNT, VALUE) do { \\
    double *t = malloc(8 * (COUNT)); \\
    for (long k = 0; k < (COUNT); k++) t[k] = VALUE; \\
    memcpy(TARGET, t, 8 * (COUNT)); \\
    free(t); } while (0)
#define OWN(BODY) double *v = malloc(8 * n), *a = malloc(8 * n), s = 0; \\
    for (long k = 0; k < n; k++) { v[k] = x[k]; a[k] = x[k] * x[k]; } \\
    BODY; \\
    for (long k = 0; k < n; k++) s += (k + 1) * v[k] * v[k]; \\
    free(v); free(a); return s

double updated(const double *x, long n) { OWN(TEMPORARY(v, n, v[k] + 0.5 * a[k])); }
double another(const double *x, long n) { OWN(TEMPORARY(v, n, exp(-a[k]))); }
double other_way(const double *x, long n) { OWN(TEMPORARY(v, n, a[n - 1 - k] * v[k])); }
double rows(const double *x, long n) {
    long m = n / 2;
    OWN(for (long i = 0; i < 2; i++) TEMPORARY(v + m * i, m, v[m * i + k] * a[k + m - i * m]));
}
double reversed(const double *x, long n) { OWN(TEMPORARY(v, n, v[n - 1 - k] * a[k])); }
double before(const double *x, long n) {
    OWN(TEMPORARY(v + 1, n - 1, v[k] * v[k + 1] + a[k]));
}
double behind(const double *x, long n) {
    OWN(TEMPORARY(v, n - 1, v[k + 1] * v[k + 1] - a[k]));
}
double halves(const double *x, long n) { OWN(TEMPORARY(v, n, v[k / 2] * a[k])); }
double of_all(const double *x, long n) {
    OWN(
        double *t = malloc(8 * n);
        for (long k = 0; k < n; k++) t[k] = sin(v[k]);
        memcpy(v, t, 8 * n);
        s = t[n - 1];
        free(t));
}
double of_some(const double *x, long n) {
    OWN(
        double *t = malloc(8 * n);
        for (long k = 0; k < n; k++) t[k] = sin(v[k]);
        memcpy(v, t, 8 * (n - 2));
        free(t));
}
double either(const double *x, long n) {
    OWN(double *w = x[0] > 0 ? v : a; TEMPORARY(v, n, w[n - 1 - k] * 0.5));
}
"""
GONE = ["updated", "another", "other_way", "rows"]
STAY = ["reversed", "before", "behind", "halves", "of_all", "of_some", "either"]


@pytest.mark.parametrize("name", [*GONE, *STAY])
def test_a_temporary_goes_where_no_iteration_reads_what_another_wrote(name: str) -> None:
    module = parse_module(prepared(SOURCE))
    facts = ProgramFacts(module, module.functions[name], reverse(name, "dc"))
    made = written_in_place(facts)
    text = print_function(made.module.functions[name])
    assert text.count("@malloc(") == (2 if name in GONE else 3), text
    assert (made is facts) == (name in STAY)


@pytest.mark.parametrize("name", [*GONE, *STAY])
def test_derivatives(name: str) -> None:
    f = rz.compile(SOURCE, "c")[name]
    rng = np.random.default_rng(len(name))
    x, way = rng.uniform(0.4, 1.4, 6), rng.normal(size=6)
    found = rz.grad(f, wrt="x")(x, 6)
    _, forward = rz.jvp(f, (x, 6), (way, None))
    h = 1e-5
    difference = (f(x + h * way, 6) - f(x - h * way, 6)) / (2 * h)
    assert found @ way == pytest.approx(difference, rel=1e-7)
    assert forward == pytest.approx(found @ way, rel=1e-12)
