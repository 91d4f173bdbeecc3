"""Functions that a checkpointed loop shares with the code around it: those that allocate and free
are copied for the loop, so that blocks of an iteration are told from older ones."""

import shutil
from typing import Any

import numpy as np
import pytest

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=2, wide=4)

X = 0.1 * np.random.default_rng(0).standard_normal(20)
SHARED = """
#include <math.h>
#include <stdlib.h>
__attribute__((noinline)) static double *made(int n) {
    double *p = malloc(n * sizeof *p);
    for (int i = 0; i < n; i++) p[i] = 0;
    return p;
}
__attribute__((noinline)) static void gone(double *p) { free(p); }
double run(const double *x, int n, double r, int steps) {
    double *u = made(n);
    for (int i = 0; i < n; i++) u[i] = x[i];
    for (int t = 0; t < steps; t++) {
        double *v = made(n);
        for (int i = 1; i + 1 < n; i++) v[i] = u[i] + r * sin(u[i - 1] - 2 * u[i] + u[i + 1]);
        for (int i = 1; i + 1 < n; i++) u[i] = v[i];
        gone(v);
    }
    double e = 0;
    for (int i = 0; i < n; i++) e += u[i] * u[i];
    gone(u);
    return e;
}
"""
DEEPER = """
#include <math.h>
#include <stdlib.h>
struct list { double x; struct list *next; };
__attribute__((noinline)) static struct list *node(double x, struct list *next) {
    struct list *one = malloc(sizeof *one);
    one->x = x;
    one->next = next;
    return one;
}
__attribute__((noinline)) static void dropped(struct list *all) {
    while (all) { struct list *next = all->next; free(all); all = next; }
}
__attribute__((noinline)) static double folded(const double *u, int n) {
    struct list *all = 0;
    for (int i = 0; i < n; i++) all = node(sin(u[i]), all);
    double s = 0;
    for (struct list *one = all; one; one = one->next) s = 0.9 * s + one->x;
    dropped(all);
    return s;
}
double run(const double *x, int n, double r, int steps) {
    double *u = malloc(n * sizeof *u), s;
    for (int i = 0; i < n; i++) u[i] = x[i];
    s = folded(u, n);
    for (int t = 0; t < steps; t++) {
        double f = folded(u, n);
        for (int i = 0; i < n; i++) u[i] += 0.01 * r * f * (1 - u[i]);
    }
    s += folded(u, n);
    free(u);
    return s;
}
"""
VECTORS = """
#include <cmath>
#include <vector>
static std::vector<double> slope(const std::vector<double> &u, double r) {
    std::vector<double> v(u.size());
    for (size_t i = 1; i + 1 < u.size(); i++) v[i] = r * std::sin(u[i - 1] - 2 * u[i] + u[i + 1]);
    return v;
}
extern "C" double run(const double *x, int n, double r, int steps) {
    std::vector<double> u(x, x + n), first = slope(u, r);
    for (int t = 0; t < steps; t++) {
        std::vector<double> v = slope(u, r);
        for (int i = 0; i < n; i++) u[i] += 0.1 * v[i] + 0.01 * first[i];
    }
    double e = 0;
    for (double one : u) e += one * one;
    for (double one : slope(u, r)) e += one;
    return e;
}
"""
PROGRAMS = {
    "shared": (SHARED, "c", 13),
    "deeper": (DEEPER, "c", 26),
    "vectors": (VECTORS, "c++", 11),
}


@pytest.mark.parametrize("level", ["O0", None])
@pytest.mark.parametrize("name", PROGRAMS)
def test_blocks_of_an_iteration(name: str, level: Any) -> None:
    source, lang, line = PROGRAMS[name]
    run = rz.compile(source, lang=lang, level=level).run  # type: ignore[arg-type]
    loop = f"loop at {line}"
    plain, named, other, bounded = (
        rz.grad(run, wrt=("x", "r"), check="never", **how)(X, 20, 0.3, 600)
        for how in ({}, *({"checkpoint": {loop: n}} for n in (5, 9)), {"memory": "60KB"})
    )
    with pytest.raises(rz.Error, match="RZ603"):
        rz.grad(run, wrt="x", check="never", memory="60KB", checkpoint=False)(X, 20, 0.3, 600)
    for one, *kept in zip(plain, named, bounded, strict=True):
        for found in kept:
            assert np.max(np.abs(np.asarray(one) - found)) <= 1e-12 * np.max(np.abs(one))
    for one, found in zip(named, other, strict=True):
        assert np.array_equal(one, found)


def test_a_block_of_before_is_refused() -> None:
    """The copy still knows it: named by the function that was written."""
    source = SHARED.replace("gone(v);", "gone(v); if (u[1] > 1e9) { gone(u); u = made(n); }")
    run = rz.compile(source, level="O0").run
    with pytest.raises(rz.Error) as caught:
        rz.grad(run, wrt="x", check="never", checkpoint={"loop at 13": 5})(X, 20, 0.3, 6)
    assert caught.value.code == "RZ219"
    assert "'gone'" in str(caught.value) or "'run'" in str(caught.value)


FORTRAN = """
module marked
  use iso_c_binding
  interface
    subroutine rz_checkpoint(snapshots) bind(c)
      import c_int
      integer(c_int), value :: snapshots
    end subroutine
  end interface
contains
  real(8) function heat(u, k, n, steps) bind(c)
    integer(c_int), value :: n, steps
    real(c_double), intent(in) :: u(n), k(n)
    real(8), allocatable :: w(:)
    integer :: t, i
    w = u
    do t = 1, steps
      call rz_checkpoint(8)
      do i = 2, n - 1
        w(i) = w(i) + 0.1d0 * k(i) * (w(i-1)**2 - 2 * w(i) + w(i+1))
      end do
    end do
    heat = sum(w**2)
  end function
end module
"""


@pytest.mark.skipif(shutil.which("flang-22") is None, reason="flang-22 is not installed")
def test_a_mark_in_fortran(tmp_path: Any) -> None:
    """An interface is all that it needs: the function runs as ever."""
    values = []
    for name, text in (
        ("marked", FORTRAN),
        ("plain", FORTRAN.replace("call rz_checkpoint(8)", "")),
    ):
        path = tmp_path / f"{name}.f90"
        path.write_text(text, encoding="utf-8")
        values.append(rz.load(path).heat)
    marked, plain = values
    args = np.linspace(0, 1, 9), np.full(9, 0.3), 9, 600
    assert marked(*args) == pytest.approx(plain(*args), rel=1e-14)
    how: dict[str, Any] = {"wrt": ("u", "k"), "of": "return", "check": "never"}
    for one, other in zip(rz.grad(plain, **how)(*args), rz.grad(marked, **how)(*args), strict=True):
        assert np.max(np.abs(one - other)) <= 1e-12 * np.max(np.abs(one))
    rz.grad(marked, **how, memory="12KB")(*args)
    with pytest.raises(rz.Error, match="RZ603"):
        rz.grad(marked, **how, memory="12KB", checkpoint=False)(*args)
    assert "the loop keeps 8 states" in str(rz.explain(marked, wrt="k"))
