"""What an earlier call has computed from its inputs is not read without a word."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.base.errors import Error

pytestmark = pytest.mark.rotates("file", plain=14, wide=28)

MEMO: Final = """#include <math.h>
double f(double x)
{
    static double last = -1, value;
    if (last != x) { last = x; value = exp(x); }
    return value * x;
}
"""
MAP: Final = """#include <cmath>
#include <map>
extern "C" double f(double x)
{
    static std::map<double, double> known;
    auto found = known.find(x);
    if (found != known.end()) return found->second * x;
    double value = std::exp(x);
    known[x] = value;
    return value * x;
}
"""
BY_INDEX: Final = """#include <math.h>
static struct { double scale; float value[4]; int known[4]; } cache = {2};
static float of(double x, int i)
{
    if (!cache.known[i]) { cache.known[i] = 1; cache.value[i] = (float)exp(x); }
    return cache.value[i];
}
double f(double x) { return of(x, (int)(3 * x)) * x; }
"""
LISTED: Final = """#include <math.h>
#include <stdlib.h>
struct known { double at, value; struct known *next; };
static struct known *first;
double f(double x)
{
    for (struct known *k = first; k; k = k->next)
        if (k->at == x) return k->value * x;
    struct known *made = malloc(sizeof *made);
    made->at = x;
    made->value = exp(x);
    made->next = first;
    first = made;
    return made->value * x;
}
"""
GUESS: Final = """#include <math.h>
double f(double x)
{
    static double root = 1;
    for (int i = 0; i < 30 && fabs(root * root - x * exp(x) * x * exp(x)) > 1e-13; i++)
        root = 0.5 * (root + x * exp(x) * x * exp(x) / root);
    return root;
}
"""
VECTOR: Final = """#include <cmath>
#include <vector>
extern "C" double f(double x)
{
    static std::vector<double> known(10, -1.0);
    int i = (int)(6 * x);
    if (known[i] < 0) known[i] = std::exp(x);
    return known[i] * x;
}
"""
ROOM: Final = """#include <math.h>
#include <stdlib.h>
static struct { double *at; int room; } known;
double f(double x)
{
    int i = (int)(6 * x);
    if (known.room <= i) {
        known.at = realloc(known.at, (i + 1) * sizeof(double));
        while (known.room <= i) known.at[known.room++] = 0;
    }
    if (known.at[i] == 0) known.at[i] = exp(x);
    known.at = realloc(known.at, ++known.room * sizeof(double));
    known.at[known.room - 1] = 0;
    return known.at[i] * x;
}
"""
COPIED: Final = """#include <math.h>
#include <stdlib.h>
#include <string.h>
static float *known;
double f(double x)
{
    if (!known) {
        known = malloc(8 * sizeof(float));
        for (int i = 0; i < 8; i++) known[i] = NAN;
    }
    if (isnan(known[3])) for (int i = 0; i < 8; i++) known[i] = expf((float)x) * (i == 3);
    float *all = malloc(8 * sizeof(float));
    memcpy(all, known, 8 * sizeof(float));
    double s = 0;
    for (int i = 0; i < 8; i++) s += all[i];
    free(all);
    return s * x;
}
"""
COPIED_ARRAY: Final = """#include <math.h>
#include <string.h>
double f(double x)
{
    static double known[64];
    if (known[0] == 0) for (int i = 0; i < 64; i++) known[i] = exp(x) / 64;
    double all[64], s = 0;
    memcpy(all, known, sizeof all);
    for (int i = 0; i < 64; i++) s += all[(7 * i + (int)x) % 64];
    return s * x;
}
"""
# What was computed lies in one array with a table, and which is read only the point says.
BESIDE_A_TABLE: Final = """#include <math.h>
static double t[8], last = -1;
static int ready;
double f(double x)
{
    if (!ready) { for (int k = 0; k < 4; k++) t[k] = 1.0 / (k + 1); ready = 1; }
    if (last != x) { for (int k = 4; k < 8; k++) t[k] = exp(x) * (k - 4); last = x; }
    return t[(int)(10 * x)] * x * t[0];
}
"""
BESIDE_CONSTANTS: Final = """#include <math.h>
static struct { double at[3]; int known; } row[4];
double f(double x)
{
    int i = (int)(6 * x);
    if (!row[i].known) {
        row[i].at[0] = 1.5;
        for (int k = 1; k < 3; k++) row[i].at[k] = exp(x) * k;
        row[i].known = 1;
    }
    return row[i].at[(int)(2.5 * x)] * x;
}
"""
BESIDE_A_TABLE_IN_A_BLOCK: Final = """#include <math.h>
#include <stdlib.h>
static double *t;
static double last = -1;
double f(double x)
{
    int n = (int)(8 * x);
    if (!t) {
        t = malloc(2 * n * sizeof(double));
        for (int k = 0; k < n; k++) t[k] = cos(k);
    }
    if (last != x) { for (int k = 0; k < n; k++) t[n + k] = exp(x) * k; last = x; }
    return t[(int)(10 * x)] * x * t[0];
}
"""
PROGRAMS: Final = {
    "memo": MEMO, "map": MAP, "by index": BY_INDEX, "list": LISTED, "guess": GUESS,
    "vector": VECTOR, "room": ROOM, "copied": COPIED, "copied array": COPIED_ARRAY,
    "beside a table": BESIDE_A_TABLE, "beside constants": BESIDE_CONSTANTS,
    "beside a table in a block": BESIDE_A_TABLE_IN_A_BLOCK,
}  # fmt: skip
X: Final = 0.5
SLOPE: Final = math.exp(X) * (1 + X)


def gradient(f: Any) -> float:
    return float(rz.grad(f, check="never")(X))


def tangent(f: Any) -> float:
    return float(rz.jvp(f, (X,), (1.0,))[1])


def by_halves(f: Any) -> float:
    forward, back = rz.split(f)
    _, tape = forward(X)
    return float(back(tape))


def from_tape(f: Any) -> float:
    return float(rz.autodiff(rz.ForwardFromTape, f, rz.Duplicated(X, 1.0)))


WAYS: Final = {"reverse": gradient, "forward": tangent, "halves": by_halves, "tape": from_tape}


def compiled(name: str) -> rz.Function:
    return rz.compile(PROGRAMS[name], lang="c++" if "std::" in PROGRAMS[name] else "c")["f"]


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_first_call_is_right_and_the_next_at_the_same_point_refused(
    name: str, way: Callable[[Any], float]
) -> None:
    f = compiled(name)
    np.testing.assert_allclose(way(f), SLOPE, rtol=1e-6)
    with pytest.raises(Error) as caught:
        way(f)
    assert caught.value.code == "RZ408"
    assert caught.value.fixes


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_after_the_function_itself(name: str, way: Callable[[Any], float]) -> None:
    f = compiled(name)
    np.testing.assert_allclose(f(X), X * math.exp(X), rtol=1e-6)
    with pytest.raises(Error) as caught:
        way(f)
    assert caught.value.code == "RZ408"


@pytest.mark.parametrize("name", ["memo", "vector", "room"])
def test_another_point_is_another_matter(name: str) -> None:
    f = compiled(name)
    slope = rz.grad(f, check="never")
    for x in (0.5, 0.7, 0.9, *((0.5,) if name == "memo" else (0.2,))):
        np.testing.assert_allclose(slope(x), math.exp(x) * (1 + x), rtol=1e-14)
    with pytest.raises(Error):
        slope(0.5)


@pytest.mark.parametrize("name", ["memo", "vector", "room"])
def test_second_derivatives(name: str) -> None:
    f = compiled(name)
    np.testing.assert_allclose(rz.hvp(f, (X,), 1.0), math.exp(X) * (2 + X), rtol=1e-13)
    with pytest.raises(Error) as caught:
        rz.hvp(f, (X,), 1.0)
    assert caught.value.code == "RZ408"


ALLOWED: Final = {
    "a setting": """
static double state;
void set(double value) { state = value; }
double f(double x) { state = 0.5 * state + x * x; double r = state; state = 3; return r * x; }
""",
    "scratch": """
static double work[64];
double f(double x)
{
    int n = (int)(41 * x);
    for (int i = 0; i < n; i++) work[i] = x * i;
    double s = 0;
    for (int i = 0; i < n; i++) s += work[i] * work[n - 1 - i];
    return s;
}
""",
    "a table and scratch": """
#include <math.h>
static double work[64];
static int ready;
double f(double x)
{
    if (!ready) for (int i = 0; i < 32; i++) work[i] = cos(i);
    ready = 1;
    for (int i = 0; i < 32; i++) work[32 + i] = x * work[i] * i;
    double s = 0;
    for (int i = 0; i < 32; i++) s += work[32 + i] * work[32 + i];
    return s;
}
""",
    "a border that stays": """
static double grid[42];
double f(double x)
{
    for (int i = 1; i < 41; i++) grid[i] = x * i;
    double s = 0;
    for (int i = 1; i < 41; i++) s += (grid[i - 1] - 2 * grid[i] + grid[i + 1]) * grid[i] * grid[0];
    for (int i = 1; i < 41; i++) s += grid[i - 1] * grid[i + 1];
    return s;
}
""",
    "restored": """
static double total = 1.5;
double f(double x) { double s = total; total += x; s *= total * x; total = 1.5; return s; }
""",
    "a border in a block": """
#include <stdlib.h>
static double *grid;
double f(double x)
{
    if (!grid) { grid = calloc(42, sizeof(double)); grid[0] = grid[41] = -3; }
    for (int i = 1; i < 41; i++) grid[i] = x * i;
    double s = 0;
    for (int i = 1; i < 41; i++) s += (grid[i - 1] - 2 * grid[i] + grid[i + 1]) * grid[i] * grid[0];
    for (int i = 1; i < 41; i++) s += grid[i - 1] * grid[i + 1];
    return s;
}
""",
    "a table and scratch in a block": """
#include <math.h>
#include <stdlib.h>
static double *work;
double f(double x)
{
    if (!work) {
        work = malloc(64 * sizeof(double));
        for (int i = 0; i < 32; i++) work[i] = cos(i);
    }
    for (int i = 0; i < 32; i++) work[32 + i] = x * work[i] * i;
    double s = 0;
    for (int i = 0; i < 32; i++) s += work[32 + i] * work[32 + i];
    return s;
}
""",
    "a block that others set": """
#include <stdlib.h>
static double *weight;
void set(double value)
{
    if (!weight) weight = malloc(8 * sizeof(double));
    for (int i = 0; i < 8; i++) weight[i] = value + i;
}
double f(double x)
{
    double s = 0;
    for (int i = 0; i < 8; i++) { s += weight[i] * x; weight[i] += x - x; }
    return s;
}
""",
    "scratch of changing size": """
#include <stdlib.h>
static double *work;
static int room, calls;
double f(double x)
{
    int n = 5 + 3 * (calls++ % 4);
    if (room < n) work = realloc(work, (room = n) * sizeof(double));
    for (int i = 0; i < n; i++) work[i] = i ? x * work[i - 1] : x;
    return work[0] * work[4] + work[2];
}
""",
    "statistics": """
static double most, sum;
double f(double x) { sum += x * x; if (x > most) most = x; return x * x * x; }
double mean(void) { return sum + most; }
""",
}


@pytest.mark.rotates(plain=4, wide=6)
@pytest.mark.parametrize("source", ALLOWED.values(), ids=ALLOWED)
def test_what_does_not_depend_on_earlier_calls_goes_on(source: str) -> None:
    library = rz.compile(source)
    f = library["f"]
    if "void set" in source:
        library["set"](3.0)
    step = 1e-6
    want = (f(X + step) - f(X - step)) / (2 * step)
    for _ in range(3):
        for way in WAYS.values():
            np.testing.assert_allclose(way(f), want, rtol=1e-7)


def test_a_check_that_is_left_out_is_told_once() -> None:
    f = rz.compile("static long calls;\ndouble f(double x) { calls++; return x * x; }")["f"]
    slope = rz.grad(f, check="always")
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        assert [slope(x) for x in (1.0, 2.0)] == [2.0, 4.0]
    assert len(seen) == 1
    assert "RZ608" in str(seen[0].message)
