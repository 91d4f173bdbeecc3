"""Doubles and addresses that are moved in pieces: right or refused, never taken for integers."""

from __future__ import annotations

from typing import Final, Literal

import pytest

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=4, wide=8)

HEAD: Final = """
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
"""
PROGRAMS: Final = {
    "halves in a struct": """
struct two { uint32_t lo, hi; };
static NOINLINE void put(struct two *t, double d)
{ memcpy(&t->lo, &d, 4); memcpy(&t->hi, (char *)&d + 4, 4); }
static NOINLINE double get(const struct two *t)
{ double d; memcpy(&d, &t->lo, 4); memcpy((char *)&d + 4, &t->hi, 4); return d; }
double f(double x, double y)
{
    struct two v[3], t;
    for (int i = 0; i < 3; i++) put(v + i, x * i + y);
    t = v[1]; v[1] = v[2]; v[2] = t;
    return get(v) * x + get(v + 1) * y + get(v + 2);
}
""",
    "last halves in an array of their own": """
static uint32_t lo[4], hi[4];
static NOINLINE void put(int i, double d)
{ uint64_t b; memcpy(&b, &d, 8); lo[i] = (uint32_t)b; hi[i] = b >> 32; }
static NOINLINE double get(int i)
{ uint64_t b = lo[i] | (uint64_t)hi[i] << 32; double d; memcpy(&d, &b, 8); return d; }
double f(double x, double y)
{
    for (int i = 0; i < 4; i++) put(i, x * i + y);
    return get(3) * x + get(1) * y;
}
""",
    "characters of words": """
struct cell { int tag; union { double d; double *r; } u; };
static NOINLINE void move(unsigned char *to, const unsigned char *from, int n)
{ for (int i = 0; i < n; i++) to[i] = from[i]; }
double f(double x, double y)
{
    double own = x * y, s = 0;
    struct cell v[2], t;
    v[0].tag = 0; v[0].u.d = x; v[1].tag = 1; v[1].u.r = &own;
    for (int i = 0; i < 2; i++) {
        move((unsigned char *)&t, (unsigned char *)&v[i], sizeof t);
        s += (t.tag ? *t.u.r : t.u.d) * y;
    }
    return s;
}
""",
    "halves in the other order": """
struct cell { uint32_t hi, lo; int tag; };
static NOINLINE void put(struct cell *c, const void *d)
{ memcpy(&c->lo, d, 4); memcpy(&c->hi, (const char *)d + 4, 4); }
static NOINLINE void get(const struct cell *c, void *d)
{ memcpy(d, &c->lo, 4); memcpy((char *)d + 4, &c->hi, 4); }
double f(double x, double y)
{
    double own = x * y, d = x + y, *p = &own, *q, o;
    struct cell v[3], t;
    put(v, &d); put(v + 1, &p); put(v + 2, &y);
    v[0].tag = v[2].tag = 0; v[1].tag = 1;
    t = v[0]; v[0] = v[2]; v[2] = t;
    get(v + 1, &q); get(v + 2, &o);
    return *q * x + o * y;
}
""",
    "words at odd places": """
#pragma pack(push, 1)
struct cell { int tag; union { double d; double *r; } u; };
#pragma pack(pop)
static NOINLINE void swap(struct cell *a, struct cell *b) { struct cell t = *a; *a = *b; *b = t; }
static NOINLINE int first(const struct cell *c) { int k; memcpy(&k, &c->u, 4); return k; }
double f(double x, double y)
{
    struct cell v[4];
    double own = x * y, s = 0;
    int k = 0;
    for (int i = 0; i < 4; i++) {
        v[i].tag = i % 2;
        if (i % 2) v[i].u.r = &own; else v[i].u.d = x * i + y;
    }
    swap(v, v + 1); swap(v + 1, v + 2);
    for (int i = 0; i < 4; i++) k += first(v + i) != 0;
    for (int i = 0; i < 4; i++) s += v[i].tag ? *v[i].u.r * y : v[i].u.d * x;
    return k ? s : 0;
}
""",
    "halves beside tags": """
struct word { uint64_t bits; int tag; };
static NOINLINE void swap(struct word *a, struct word *b) { struct word t = *a; *a = *b; *b = t; }
static NOINLINE uint32_t top(const struct word *w)
{ uint32_t h; memcpy(&h, (const char *)&w->bits + 4, 4); return h; }
double f(double x, double y)
{
    struct word v[3];
    double d = x * y, e = x + y, own = y, o, *p = &own, *q;
    memcpy(&v[0].bits, &d, 8); memcpy(&v[1].bits, &e, 8); memcpy(&v[2].bits, &p, 8);
    v[0].tag = v[1].tag = 0; v[2].tag = 1;
    swap(v, v + 1);
    struct word w = v[0];
    uint32_t h = top(v + 1), l;
    memcpy((char *)&w.bits + 4, &h, 4);
    memcpy(&l, &v[1].bits, 4); memcpy(&w.bits, &l, 4);
    memcpy(&o, &w.bits, 8); memcpy(&q, &v[2].bits, 8);
    return o * x + *q;
}
""",
    "characters over the end of a number": """
double f(double x, double y)
{
    double v[4], s = 0;
    for (int i = 0; i < 4; i++) v[i] = x * i + y;
    memcpy((char *)&v[2] + 5, "\\0\\0@", 3);
    for (int i = 0; i < 4; i++) s += v[i] * v[i];
    return s;
}
""",
    "characters behind a count": """
struct row { double v[3]; int n; char unit[3]; };
static NOINLINE double sum(const struct row *r)
{ double s = 0; for (int i = 0; i < r->n; i++) s += r->v[i]; return r->unit[0] == 'k' ? s : -s; }
double f(double x, double y)
{
    struct row r = {{x, y, x * y}, 3, "kg"}, t = r;
    t.v[1] *= x;
    memcpy(r.unit, "mm", 3);
    return sum(&t) * y + sum(&r);
}
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("level", ["O0", "O2"])
def test_pieces_are_right_or_refused(name: str, level: Literal["O0", "O2"]) -> None:
    text = HEAD + PROGRAMS[name].replace("NOINLINE", "__attribute__((noinline))")
    x, y, h = 0.7, 1.3, 1e-6
    for first in (True, False):
        with rz.options(check="never", optimise_first=first):
            f = rz.compile(text, level=level).f
            wanted = ((f(x + h, y) - f(x - h, y)) / 2 / h, (f(x, y + h) - f(x, y - h)) / 2 / h)
            try:
                found = rz.grad(f)(x, y)
            except (rz.TypeUnknown, rz.NoDerivative, rz.ActivityError) as refused:
                assert refused.code in ("RZ203", "RZ301", "RZ303", "RZ405")
            else:
                assert found == pytest.approx(wanted, rel=1e-6)
