"""Memory of the caller's that the function frees or moves: no derivative is lost without a word."""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from tests.command import RIBOZYME

import ribozyme as rz
from ribozyme.base.errors import Error

pytestmark = pytest.mark.rotates("file", plain=8, wide=1000)

ROWS: Final = """#include <stdlib.h>
#include <string.h>
struct row { double *x; long n, room; };
static double squares(struct row *p)
{
    double s = 0;
    for (long i = 0; i < p->n; i++) { p->x[p->n + i] = p->x[i] * p->x[i]; s += p->x[p->n + i]; }
    return s;
}
double moved(struct row *p)
{
    p->x = realloc(p->x, 2 * p->n * sizeof(double));
    return squares(p);
}
double moved_if_full(struct row *p)
{
    if (p->room < 2 * p->n) p->x = realloc(p->x, (p->room = 2 * p->n) * sizeof(double));
    return squares(p);
}
double replaced(struct row *p)
{
    double *x = malloc(2 * p->n * sizeof(double));
    memcpy(x, p->x, p->n * sizeof(double));
    free(p->x);
    p->x = x;
    return squares(p);
}
double used_up(struct row *p)
{
    double s = 0;
    for (long i = 0; i < p->n; i++) s += p->x[i] * p->x[i];
    free(p->x);
    p->x = NULL;
    return s;
}
double own_block(struct row *p)
{
    double *t = malloc(p->n * sizeof(double)), s = 0;
    for (long i = 0; i < p->n; i++) t[i] = p->x[i];
    t = realloc(t, 2 * p->n * sizeof(double));
    for (long i = 0; i < p->n; i++) { t[p->n + i] = t[i] * t[i]; s += t[p->n + i]; }
    free(t);
    return s;
}
"""
VECTORS: Final = """#include <vector>
static double grow(std::vector<double> &v)
{
    double s = 0;
    for (long i = 0, n = v.size(); i < n; i++) { v.push_back(v[i] * v[i]); s += v.back(); }
    return s;
}
struct holder { std::vector<double> v; };
extern "C" double pushed(holder *h) { return grow(h->v); }
extern "C" double copied(holder *h) { std::vector<double> w(h->v); return grow(w); }
extern "C" double resized(holder *h)
{
    h->v.resize(2 * h->v.size());
    double s = 0;
    for (double x : h->v) s += x * x;
    return s;
}
"""
X: Final = np.array([1.0, 2.0, 3.0])


class Row(ctypes.Structure):
    _fields_ = (("x", ctypes.c_void_p), ("n", ctypes.c_long), ("room", ctypes.c_long))


class Vector(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_void_p) for name in ("begin", "end", "room"))


def block(values: Any, room: int) -> int:
    calloc = ctypes.CDLL(None).calloc  # all of a shadow is zero, its room too
    calloc.restype, calloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t, ctypes.c_size_t]
    made: int = calloc(room, 8)
    (ctypes.c_double * len(values)).from_address(made)[:] = list(values)
    return made


def row(values: Any, room: int) -> Row:
    return Row(block(values, room), len(values), room)


def vector(values: Any, room: int) -> Vector:
    made = block(values, room)
    return Vector(made, made + 8 * len(values), made + 8 * room)


Made = Callable[[Any, int], Any]


def gradient(f: Any, make: Made, room: int) -> np.ndarray[Any, Any]:
    args, shadow = make(X, room), make(0 * X, room)
    rz.autodiff(rz.Reverse, f, rz.Duplicated(args, shadow))
    return np.array((ctypes.c_double * 3).from_address(getattr(shadow, shadow._fields_[0][0])))


def refused(f: Any, make: Made) -> None:
    with pytest.raises(Error) as caught:
        gradient(f, make, 3)
    assert caught.value.code == "RZ215"
    assert caught.value.fixes


@pytest.mark.parametrize("name", ["moved", "moved_if_full", "replaced", "used_up"])
def test_a_derivative_that_would_be_freed_is_refused(name: str) -> None:
    f = rz.compile(ROWS)[name]
    for _ in range(2):
        refused(f, row)


@pytest.mark.parametrize("name", ["pushed", "resized"])
def test_vectors_that_grow(name: str) -> None:
    refused(rz.compile(VECTORS, lang="c++")[name], vector)


def test_with_room_enough_nothing_moves() -> None:
    np.testing.assert_allclose(gradient(rz.compile(ROWS)["moved_if_full"], row, 6), 2 * X)
    np.testing.assert_allclose(
        gradient(rz.compile(VECTORS, lang="c++")["pushed"], vector, 6), 2 * X
    )


def test_blocks_of_its_own_may_go() -> None:
    np.testing.assert_allclose(gradient(rz.compile(ROWS)["own_block"], row, 3), 2 * X)
    np.testing.assert_allclose(
        gradient(rz.compile(VECTORS, lang="c++")["copied"], vector, 3), 2 * X
    )


@pytest.mark.parametrize("name", ["moved", "replaced", "used_up"])
def test_tangents_move_along(name: str) -> None:
    f = rz.compile(ROWS)[name]
    found = rz.autodiff(rz.Forward, f, rz.Duplicated(row(X, 3), row(X, 3)))
    np.testing.assert_allclose(found, 2 * X @ X)


HALVES: Final = """#include <math.h>
#include <stdio.h>
extern int enzyme_dup;
extern void *__enzyme_augmentfwd(void *, ...);
extern void __enzyme_reverse(void *, ...);
static struct row make(double scale, int room)
{
    struct row made = {malloc(room * sizeof(double)), 3, room};
    for (int i = 0; i < 3; i++) made.x[i] = scale * (1 + i);
    return made;
}
int main(void)
{
    int bad = 0;
    struct row one = make(1, ROOM), two = make(2, ROOM);
    struct row one_bar = make(0, ROOM), two_bar = make(0, ROOM);
    void *first = __enzyme_augmentfwd((void *)FUNCTION, enzyme_dup, &one, &one_bar);
    void *second = __enzyme_augmentfwd((void *)FUNCTION, enzyme_dup, &two, &two_bar);
    __enzyme_reverse((void *)FUNCTION, enzyme_dup, &one, &one_bar, 1.0, first);
    __enzyme_reverse((void *)FUNCTION, enzyme_dup, &two, &two_bar, 1.0, second);
    for (int i = 0; i < 3; i++) bad += one_bar.x[i] != 2 * (1 + i) || two_bar.x[i] != 4 * (1 + i);
    return bad;
}
"""


def by_halves(folder: Path, name: str, room: int) -> subprocess.CompletedProcess[str]:
    """A program that keeps two tapes of a function and reads both."""
    (folder / "halves.c").write_text(ROWS + HALVES)
    given = (f"-DFUNCTION={name}", f"-DROOM={room}", "halves.c", "-o", "halves", "-lm")
    subprocess.run([*RIBOZYME, "cc", "-O1", *given], cwd=folder, check=True)
    return subprocess.run([folder / "halves"], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", ["moved", "moved_if_full", "replaced", "used_up"])
def test_halves_refuse_what_a_gradient_refuses(name: str, tmp_path: Path) -> None:
    ran = by_halves(tmp_path, name, 3)
    assert ran.returncode
    assert "RZ215" in ran.stderr


@pytest.mark.parametrize("name", ["own_block", "moved_if_full"])
def test_halves_where_nothing_is_lost(name: str, tmp_path: Path) -> None:
    ran = by_halves(tmp_path, name, 6)
    assert ran.returncode == 0, ran.stderr


ALIGNED: Final = """#include <new>
struct rows { double *x; long n, room; };
static void *make(long n) { return ::operator new(n * sizeof(double), std::align_val_t(64)); }
extern "C" double renewed(rows *p)
{
    double *x = (double *)make(2 * p->n), s = 0;
    for (long i = 0; i < p->n; i++) x[i] = p->x[i];
    ::operator delete(p->x, std::align_val_t(64));
    p->x = x;
    for (long i = 0; i < p->n; i++) { x[p->n + i] = x[i] * x[i]; s += x[p->n + i]; }
    return s;
}
"""


def test_aligned_blocks() -> None:
    refused(rz.compile(ALIGNED, lang="c++", flags=["-std=c++17"])["renewed"], row)


OWN: Final = """#include <stdlib.h>
extern int enzyme_dup;
extern double __enzyme_autodiff(void *, ...);
__attribute__((noinline)) void *own_new(size_t n) { return malloc(n); }
__attribute__((noinline)) void own_free(void *p) { free(p); }
void *__enzyme_allocation_like_own[] = {(void *)own_new, (void *)0, "-1", (void *)own_free};
struct row { double *x; long n; };
double renewed(struct row *p)
{
    double *x = own_new(2 * p->n * sizeof(double)), s = 0;
    for (long i = 0; i < p->n; i++) x[i] = p->x[i];
    FREE
    for (long i = 0; i < p->n; i++) { x[p->n + i] = x[i] * x[i]; s += x[p->n + i]; }
    own_free(x);
    return s;
}
int main(void)
{
    struct row p = {own_new(24), 3}, bar = {own_new(24), 3};
    for (int i = 0; i < 3; i++) { p.x[i] = i; bar.x[i] = 0; }
    __enzyme_autodiff((void *)renewed, enzyme_dup, &p, &bar);
    return bar.x[0] != 0 || bar.x[1] != 2 || bar.x[2] != 4;
}
"""


@pytest.mark.parametrize("freed", ["own_free(p->x); p->x = 0;", ""], ids=["caller's", "own"])
def test_blocks_that_do_not_say_their_size(freed: str, tmp_path: Path) -> None:
    (tmp_path / "own.c").write_text(OWN.replace("FREE", freed))
    command = [*RIBOZYME, "cc", "-O1", "own.c", "-o", "own", "-lm"]
    made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    if freed:
        assert "RZ215" in made.stderr
    else:
        assert made.returncode == 0, made.stderr
        assert subprocess.run([tmp_path / "own"], check=False).returncode == 0
