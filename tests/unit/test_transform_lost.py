"""What goes through memory of before the call is refused when it comes there, not before."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pytest
from tests.run.validity import heap_growth

import ribozyme as rz
from ribozyme.base.errors import Error

pytestmark = pytest.mark.rotates("file", plain=5, wide=10)

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
def test_the_first_call_is_right_and_the_second_refused(mode: str) -> None:
    function = rz.compile(LIST)["f"]
    want = expected(LIST)
    found = derivative(function, mode)
    np.testing.assert_allclose(found, want if mode == "reverse" else want.sum(), rtol=1e-12)
    refused(function, mode)


def refused(function: rz.Function, mode: str) -> None:
    with pytest.raises(Error) as caught:
        derivative(function, mode)
    assert caught.value.code == "RZ406"
    assert caught.value.fixes


@pytest.mark.parametrize("source", [SCRATCH, SINGLETON], ids=["scratch", "object"])
@pytest.mark.parametrize("mode", ["reverse", "forward", "from tape"])
def test_blocks_that_a_variable_keeps_have_a_shadow(source: str, mode: str) -> None:
    function = rz.compile(source, lang="c++" if source is SINGLETON else "c")["f"]
    want = expected(source)
    for _ in range(3):
        found = derivative(function, mode)
        np.testing.assert_allclose(found, want if mode == "reverse" else want.sum(), rtol=1e-12)


@pytest.mark.parametrize("mode", ["reverse", "forward", "from tape"])
def test_shadows_of_blocks_are_freed(mode: str) -> None:
    function = rz.compile("#include <stdlib.h>\n" + IF_NONE)["f"]
    assert heap_growth(lambda: derivative(function, mode)) == 0


USED: Final = """
    for (int i = 0; i < n; i++) work[i] = x[i] * x[i];
    double s = 0;
    for (int i = 0; i < n; i++) s += work[i] * work[n - 1 - i];
    return s;
}
"""
MADE: Final = "static double *work;\ndouble f(const double *x, int n)\n{\n"
IF_NONE: Final = MADE + "    if (!work) work = malloc(800);" + USED


def test_second_derivatives_through_a_kept_block() -> None:
    hessian = rz.hessian(rz.compile("#include <stdlib.h>\n" + IF_NONE)["f"], wrt="x")
    a, b, c = POINT
    want = [[4 * c * c, 0, 8 * a * c], [0, 12 * b * b, 0], [8 * a * c, 0, 4 * a * a]]
    for _ in range(3):
        np.testing.assert_allclose(hessian(POINT, 3), want, rtol=1e-12)


UNKNOWN: Final = {
    "two that lead to one block": "static double *other;\n"
    "double look(void) { return other ? other[0] : 0; }\n"
    "void tell(void) { other = work; }\n",
    "freed behind its back": "void forget(void) { free(work); }\n",
    "made elsewhere": "__attribute__((weak)) double *make(void) { return malloc(800); }\n"
    "void prepare(void) { work = make(); }\n",
    "inside of a block": "void prepare(void) { work = (double *)malloc(800) + 2; }\n",
    "given away": "__attribute__((weak)) void take(double *p) { (void)p; }\n"
    "void show(void) { take(work); }\n",
    "aligned": "void prepare(void) { work = aligned_alloc(64, 1024); }\n",
}


@pytest.mark.parametrize("more", UNKNOWN.values(), ids=UNKNOWN)
def test_blocks_that_may_be_anybodys_have_none(more: str) -> None:
    function = rz.compile("#include <stdlib.h>\n" + IF_NONE + more)["f"]
    np.testing.assert_allclose(derivative(function, "reverse"), expected(SCRATCH), rtol=1e-12)
    refused(function, "reverse")


def test_what_is_written_and_freed_elsewhere_is_known() -> None:
    more = (
        "void forget(void) { free(work); work = NULL; }\n"
        "void prepare(int n) { work = calloc(n, 8); for (int i = 0; i < n; i++) work[i] = i; }\n"
    )
    library = rz.compile("#include <stdlib.h>\n" + IF_NONE + more)
    for act in (lambda: None, lambda: library.prepare(50), library.forget):
        act()
        np.testing.assert_allclose(derivative(library["f"], "reverse"), expected(SCRATCH))
