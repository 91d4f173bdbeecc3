"""Floats whose bytes are moved one by one: right where they are put together again, or refused.

Nobody follows single bytes, so a derivative would be lost with them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=11, wide=22)

HEAD = "#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n"
SWAPPED = """
void swapped(char *a, char *b, int n)
{
    for (int k = 0; k < n; k++) { char t = a[k]; a[k] = b[k]; b[k] = t; }
}
double f(double x, int n) { double y = x * x, z = 3; swapped((char *)&y, (char *)&z, n); return z * x; }
"""  # noqa: E501
KEPT = """
struct bytes { char *p; int n, room; };
__attribute__((noinline)) static void push(struct bytes *s, char c)
{
    if (s->n == s->room) s->p = realloc(s->p, s->room = s->room ? 2 * s->room : 4);
    s->p[s->n++] = c;
}
double f(double x, int n)
{
    struct bytes s = {0, 0, 0};
    double y = x * x, z;
    for (int k = 0; k < n; k++) push(&s, ((char *)&y)[k]);
    memcpy(&z, s.p, 8);
    free(s.p);
    return z * x;
}
"""
PASSED = """
__attribute__((noinline)) static void put(char *b, int k, char c) { b[k] = c; }
double f(double x, int n)
{
    double y = x * x, z;
    char *b = malloc(n);
    for (int k = 0; k < n; k++) put(b, k, ((char *)&y)[k]);
    memcpy(&z, b, 8);
    free(b);
    return z * x;
}
"""
COPIED = """
double f(double x, int n)
{
    double y = x * x, z;
    for (int k = 0; k < n; k++) ((char *)&z)[k] = ((char *)&y)[k];
    return z * x;
}
"""
NAMES = """
struct named { char name[8]; double v; };
__attribute__((noinline)) static void copy(char *to, const char *from)
{
    while ((*to++ = *from++)) {}
}
double f(double x, int n)
{
    struct named s;
    s.v = x * x;
    copy(s.name, n > 3 ? "four" : "less");
    return s.v * x * (s.name[0] == 'f');
}
"""


@pytest.mark.parametrize("level", [None, "O0", "O2"])
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("source", [SWAPPED, KEPT, PASSED, COPIED, NAMES])
def test_right_or_refused(source: str, level: Any, first: bool) -> None:
    with rz.options(optimise_first=first):
        f = rz.compile(HEAD + source, level=level).f
        assert f(0.5, 8) == 0.125
        for mode in (rz.Reverse, rz.Forward):
            x = rz.Active(0.5) if mode is rz.Reverse else rz.Duplicated(0.5, 1.0)
            try:
                assert rz.autodiff(mode, f, x, rz.Const(8)) == pytest.approx(0.75, rel=1e-14)
            except rz.TypeUnknown as failure:
                assert source is not NAMES
                assert failure.code == "RZ301"


def test_what_is_common_is_right() -> None:
    f = rz.compile(HEAD + COPIED).f
    assert rz.grad(f, wrt="x")(0.5, 8) == pytest.approx(0.75, rel=1e-14)


MIXED = """
double f(double x, int n)
{
    uint64_t *b = malloc(8 * n);
    double s = 0;
    for (int i = 0; i < n; i++) { double y = x * x; uint64_t u; memcpy(&u, &y, 8); b[i] = u ^ 0x55aa; }
    for (int i = 0; i < n; i++) { uint64_t u = b[i] ^ 0x55aa; double z; memcpy(&z, &u, 8); s += z * x; }
    free(b);
    return s / n;
}
"""  # noqa: E501
HALVED = """
double f(double x, int n)
{
    uint32_t b[2 * n];
    double s = 0;
    for (int i = 0; i < n; i++) {
        double y = x * x;
        uint64_t u;
        memcpy(&u, &y, 8);
        b[2 * i] = (uint32_t)(u >> 32), b[2 * i + 1] = (uint32_t)u;
    }
    for (int i = 0; i < n; i++) {
        uint64_t u = (uint64_t)b[2 * i] << 32 | b[2 * i + 1];
        double z;
        memcpy(&z, &u, 8);
        s += z * x;
    }
    return s / n;
}
"""
THROUGH_CALLS = """
__attribute__((noinline)) static uint64_t packed(double y)
{
    uint64_t u;
    memcpy(&u, &y, 8);
    return u * 3;
}
__attribute__((noinline)) static double opened(const uint64_t *p)
{
    uint64_t u = *p / 3;
    double z;
    memcpy(&z, &u, 8);
    return z;
}
double f(double x, int n)
{
    uint64_t *a = malloc(8 * n), *b = malloc(8 * n);
    for (int i = 0; i < n; i++) a[i] = packed(x * x * (1 << i));
    memcpy(b, a, 8 * n);
    double z = opened(b + (n & 1)) * x;
    free(a), free(b);
    return z;
}
"""
COUNTED = """
struct list { struct list *next; uint64_t count; };
double f(double x, int n)
{
    struct list a = {0, 0}, b = {&a, 7}, *p = n & 1 ? &a : &b;
    double y = x * x, z;
    memcpy(&p->count, &y, 8);
    for (int i = 0; i < n; i++) p->count = p->count + 1;
    for (int i = 0; i < n; i++) p->count = p->count - 1;
    memcpy(&z, &p->count, 8);
    return z * x + b.count % 2;
}
"""
LINED_UP = """
struct line { uint64_t seen; uint64_t *next; };
__attribute__((noinline)) static void step(struct line *l) { *l->next = l->seen ^ 0x55aa; }
double f(double x, int n)
{
    uint64_t *b = calloc(n, 8);
    struct line l = {0, b};
    double s = 0, z;
    for (int i = 0; i < n; i++) {
        double y = x * x;
        memcpy(&l.seen, &y, 8);
        step(&l);
        l.next++;
    }
    for (int i = 0; i < n; i++) { uint64_t u = b[i] ^ 0x55aa; memcpy(&z, &u, 8); s += z * x; }
    free(b);
    return s / n;
}
"""
BINARY_EXPONENT = """
double f(double x, int n)
{
    int64_t *e = malloc(8 * n);
    double y = x * x, s = 0;
    for (int i = 0; i < n; i++) {
        double z = y * (i + 1);
        uint64_t u;
        memcpy(&u, &z, 8);
        e[i] = (int64_t)(u >> 52 & 2047) - 1023;
    }
    for (int i = 0; i < n; i++) s += e[i] < 100 ? y : e[i];
    free(e);
    return s / n * x;
}
"""


@pytest.mark.parametrize("level", [None, "O0", "O2"])
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("source", [MIXED, HALVED, THROUGH_CALLS, COUNTED, LINED_UP])
def test_changed_bits_that_lie_in_memory(source: str, level: Any, first: bool) -> None:
    """A number that is made of them again has no derivative that could be followed."""
    with rz.options(optimise_first=first):
        f = rz.compile(HEAD + source, level=level).f
        for mode in (rz.Reverse, rz.Forward):
            x = rz.Active(0.5) if mode is rz.Reverse else rz.Duplicated(0.5, 1.0)
            with pytest.raises(rz.Error) as caught:
                rz.autodiff(mode, f, x, rz.Const(8))
            assert caught.value.code in ("RZ203", "RZ301", "RZ303")


def test_bits_that_are_only_looked_at() -> None:
    f = rz.compile(HEAD + BINARY_EXPONENT).f
    assert rz.grad(f, wrt="x")(0.5, 8) == pytest.approx(0.75, rel=1e-14)


CUT = """
#include <string.h>
__attribute__((noinline)) static void half(volatile int *p, int k) { p[1] = 0x40080000 + k; }
double joined(double x, int k) {
    double y[2] = {x * x, x};
    half((volatile int *)y, k);
    return y[0] * y[1];
}
double copied(double x, int k) {
    double y[2] = {x * x, x}, z[2];
    half((volatile int *)y, k);
    memcpy(z, y, sizeof z);
    return z[1] * z[1] + z[0];
}
double whole_again(double x, int k) {
    double y[2] = {x * x, x};
    half((volatile int *)y, k);
    y[0] = 3 * x;
    return y[0] * y[1];
}
double counted(double x, int k) {
    double y[2] = {x * x, x}, z[2];
    half((volatile int *)y, k);
    memcpy(z, y, sizeof z);
    return z[1] * z[1] + ((int *)z)[1] - 0x40080000;
}
"""


@pytest.mark.parametrize(
    ("name", "slope"),
    [("joined", None), ("copied", None), ("whole_again", 9.0), ("counted", 3.0)],
)
def test_half_of_a_number_is_overwritten(name: str, slope: float | None) -> None:
    """What is left of a number has no derivative; integers that lie there from now on are right."""
    f = getattr(rz.compile(CUT), name)
    for derive in (lambda: rz.jvp(f, (1.5, 1), (1.0, None))[1], lambda: rz.grad(f)(1.5, 1)):
        if slope is None:
            with pytest.raises(rz.Error, match="a number is cut here") as caught:
                derive()
            assert "RZ301" in str(caught.value)
        else:
            assert derive() == pytest.approx(slope, rel=1e-14)


CUT_COPY = """
#include <string.h>
double f(const double *x, double *d, long n, int read) {
    for (int i = 0; i < 3; i++) d[i] = 2 * x[i];
    memcpy(d, x, n);
    return read ? d[0] + d[1] : d[0];
}
"""


@pytest.mark.parametrize(
    ("n", "read", "slope"),
    [(8, 1, (1, 2, 0)), (16, 1, (1, 1, 0)), (12, 0, (1, 0, 0)), (12, 1, None)],
)
def test_a_copy_that_ends_within_a_number(n: int, read: int, slope: tuple[int, ...] | None) -> None:
    """In both modes what is cut is refused where it is read, and nothing is where it is not."""
    f = rz.compile(CUT_COPY).f
    point, along = (np.arange(1.0, 4), np.zeros(3), n, read), (np.ones(3), np.zeros(3), None, None)
    if slope is not None:
        assert tuple(rz.grad(f, wrt="x", of="return", check="never")(*point)) == slope
        assert rz.jvp(f, point, along, of="return")[1] == sum(slope)
        return
    with pytest.raises(rz.Error, match="RZ301"):
        rz.grad(f, wrt="x", of="return", check="never")(*point)
    with pytest.raises(rz.Error, match="RZ301"):
        rz.jvp(f, point, along, of="return")


MOVED = """
#include <string.h>
struct one { double wide; float narrow, other; };
double f(const double *x, long from, long to, long bytes) {
    struct one all[2], more[2];
    for (int i = 0; i < 2; i++)
        more[i] = all[i] = (struct one){x[i] * x[i], x[i], 3 * x[i]};
    memcpy((char *)all + 8 * to, FROM, bytes);
    return all[0].wide + all[1].wide * all[0].narrow;
}
"""


@pytest.mark.parametrize("source", ["(char *)more + 8 * from", "more"])
def test_a_copy_between_floats_of_several_kinds(source: str) -> None:
    """Where a distance says at run time which of them move, both modes refuse the same copy."""
    f = rz.compile(MOVED.replace("FROM", source)).f
    point, along = (np.arange(1.0, 3), 0, 0, 16), (np.ones(2), None, None, None)
    with pytest.raises(rz.Error, match="RZ301"):
        rz.grad(f, wrt="x", check="never")(*point)
    with pytest.raises(rz.Error, match="RZ301"):
        rz.jvp(f, point, along)


PARTED = """
#include <stdlib.h>
#include <string.h>
double f(const double *x, long skip) {
    char *room = malloc(1024);
    double *wide = (double *)(room + 8 * skip), other[4], sum = 0;
    float *narrow = (float *)(wide + 4), some[4];
    for (int i = 0; i < 4; i++) { some[i] = 2 * x[i]; other[i] = x[i] * x[i]; }
    memcpy(narrow, some, sizeof some);
    memcpy(wide, other, sizeof other);
    for (int i = 0; i < 4; i++) sum += wide[i] * narrow[i];
    free(room);
    return sum;
}
"""


def test_memory_that_a_program_parts_for_floats_of_several_kinds() -> None:
    f = rz.compile(PARTED).f
    x = np.arange(1.0, 5)
    gradient = rz.grad(f, wrt="x", check="never")(x, 3)
    np.testing.assert_allclose(gradient, 6 * x * x, rtol=1e-6)
    slope = rz.jvp(f, (x, 3), (np.ones(4), None))[1]
    assert slope == pytest.approx(np.sum(6 * x * x), rel=1e-6)
