"""What goes through memory of before the call is refused when it comes there, not before."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.base.errors import Error

SCRATCH: Final = """#include <stdlib.h>
static double *scratch;
static int room;
double f(const double *x, int n)
{
    if (n > room) {
        scratch = realloc(scratch, n * sizeof(double));
        room = n;
    }
    for (int i = 0; i < n; i++)
        scratch[i] = x[i] * x[i];
    double s = 0;
    for (int i = 0; i < n; i++)
        s += scratch[i] * scratch[n - 1 - i];
    return s;
}
"""
SINGLETON: Final = """struct Model { double a = 0, b = 0; };
static Model &model() { static Model *made = new Model; return *made; }
extern "C" double f(const double *x, int n)
{
    model().a = x[0];
    model().b = x[1] * x[1];
    return n * model().a * model().b;
}
"""
LIST: Final = """#include <stdlib.h>
struct node { double v; struct node *next; };
static struct node *head;
double f(const double *x, int n)
{
    for (int i = 0; !head || i < n - 1; i++) {
        struct node *made = malloc(sizeof *made);
        made->next = head;
        head = made;
    }
    int k = 0;
    double s = 0;
    for (struct node *at = head; at; at = at->next)
        at->v = x[k++ % n];
    for (struct node *at = head; at; at = at->next)
        s += at->v * at->v;
    return s;
}
"""
POINT: Final = np.array([0.5, -1.5, 2.0])


def expected(source: str) -> np.ndarray[Any, Any]:
    if source is SCRATCH:
        return 4 * POINT * POINT[::-1] ** 2
    if source is SINGLETON:
        return np.array([3 * POINT[1] ** 2, 6 * POINT[0] * POINT[1], 0.0])
    return np.array([2 * POINT[0], 2 * POINT[1], 0.0])


def derivative(function: rz.Function, mode: str) -> np.ndarray[Any, Any]:
    shadow = np.zeros(3)
    if mode == "reverse":
        rz.autodiff(rz.Reverse, function, rz.Duplicated(POINT, shadow), rz.Const(3))
        return shadow
    how = rz.Forward if mode == "forward" else rz.ForwardFromTape
    return np.array(rz.autodiff(how, function, rz.Duplicated(POINT, shadow + 1), rz.Const(3)))


@pytest.mark.parametrize("mode", ["reverse", "forward", "from tape"])
@pytest.mark.parametrize("source", [SCRATCH, SINGLETON, LIST], ids=["scratch", "object", "list"])
def test_the_first_call_is_right_and_the_second_refused(source: str, mode: str) -> None:
    function = rz.compile(source, lang="c++" if source is SINGLETON else "c")["f"]
    want = expected(source)
    found = derivative(function, mode)
    np.testing.assert_allclose(found, want if mode == "reverse" else want.sum(), rtol=1e-12)
    with pytest.raises(Error) as caught:
        derivative(function, mode)
    assert caught.value.code == "RZ406"
    assert caught.value.fixes
