"""Floats whose bytes are moved one by one: right where they are put together again, or refused.

Nobody follows single bytes, so a derivative would be lost with them.
"""

from __future__ import annotations

from typing import Any

import pytest

import ribozyme as rz

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
