"""What somebody counts in holds no float, for all that an address may lead there; and what does."""

from __future__ import annotations

import numpy as np
import pytest

import ribozyme as rz

HEAD = """
#include <stdlib.h>
#include <string.h>
union word { double d; double *p; long i; };
struct link { struct link *next; union word w; };
struct ring { struct link *next; long size; };
"""
COUNTED = (
    HEAD
    + """
double counted(const double *x, int n)
{
    struct ring r;
    double own = x[0] * x[1];
    r.next = (struct link *)&r;
    r.size = 0;
    for (int i = 0; i < n; i++) {
        struct link *one = malloc(sizeof *one);
        if (i % 2) one->w.p = &own; else one->w.d = x[i % 3] * x[i % 3];
        one->next = r.next;
        r.next = one;
        r.size = r.size + 1;
    }
    double s = r.size;
    int i = n;
    while (r.next != (struct link *)&r) {
        struct link *one = r.next;
        s += --i % 2 ? *one->w.p * i : one->w.d;
        r.next = one->next;
        free(one);
        r.size = r.size - 1;
    }
    return s + r.size;
}
"""
)
HIDDEN = (  # an integer by its type, the bits of a double by a function that is told where
    HEAD
    + """
struct saved { long kind, bits; };
static void __attribute__((noinline)) put(void *to, double x) { memcpy(to, &x, sizeof x); }
double counted(const double *x, int n)
{
    struct saved s = { 0, 0 };
    double other = x[2], back;
    put(n % 2 ? (void *)&s.bits : (void *)&other, x[0] * x[1]);
    s.kind = s.kind + n;
    memcpy(&back, &s.bits, sizeof back);
    return back + other * s.kind;
}
"""
)
COMPARED = HIDDEN.replace("s.kind = s.kind + n", "s.kind = s.bits > 0 ? n : n + 0 * s.kind")
MOVED = HIDDEN.replace("memcpy(&back, &s.bits,", "struct saved t = s; memcpy(&back, &t.bits,")


def _exact(x: np.ndarray, n: int) -> np.ndarray:
    if n % 2:
        return np.array([x[1], x[0], n])
    return np.array([n * x[1], n * x[0], 0])


def _counted(x: np.ndarray, n: int) -> np.ndarray:
    found = np.zeros(3)
    for i in range(n):
        if i % 2:
            found += np.array([x[1], x[0], 0]) * i
        else:
            found[i % 3] += 2 * x[i % 3]
    return found


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("level", ["O0", "O2", None])
@pytest.mark.parametrize("n", [3, 4])
def test_counts_beside_words(level: rz.Level | None, n: int, *, first: bool) -> None:
    x = np.array([0.7, 1.1, 0.4])
    with rz.options(optimise_first=first, check="never"):
        found = rz.grad(rz.compile(COUNTED, level=level).counted, wrt="x")(x, n)
    np.testing.assert_allclose(found, _counted(x, n), rtol=1e-13)


@pytest.mark.parametrize("level", ["O0", "O2", None])
@pytest.mark.parametrize("source", [HIDDEN, COMPARED, MOVED], ids=["read", "compared", "moved"])
@pytest.mark.parametrize("n", [3, 4])
def test_bits_in_members_that_are_integers(source: str, level: rz.Level | None, n: int) -> None:
    x = np.array([0.7, 1.1, 0.4])
    with rz.options(check="never"):
        try:
            found = rz.grad(rz.compile(source, level=level).counted, wrt="x")(x, n)
        except rz.NoDerivative:
            return
    np.testing.assert_allclose(found, _exact(x, n), rtol=1e-13)
