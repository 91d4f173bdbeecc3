"""Sparse Jacobians and Hessians: patterns against dense matrices and known structure."""

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=10, wide=20)

SOURCE = """
#include <math.h>
#include <stdlib.h>
#include <string.h>
void tridiagonal(const double *x, int n, double *out)
{
    for (int i = 0; i < n; i++) {
        double s = 3 * x[i] + 0.2 * x[i] * x[i] * x[i];
        if (i > 0) s -= x[i - 1] * x[i];
        if (i + 1 < n) s -= sin(x[i + 1]);
        out[i] = s;
    }
}
void five(const double *u, int n, double *out)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int k = i * n + j;
            double s = 4 * u[k] + exp(u[k]);
            if (i > 0) s -= u[k - n];
            if (j > 0) s -= u[k - 1];
            if (i + 1 < n) s -= u[k + n];
            if (j + 1 < n) s -= u[k + 1];
            out[k] = s;
        }
}
void seven(const double *u, int n, double *out)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int l = 0; l < n; l++) {
                int k = (i * n + j) * n + l;
                double s = u[k] * u[k];
                if (i > 0) s += u[k - n * n];
                if (j > 0) s += u[k - n];
                if (l > 0) s += u[k - 1];
                if (i + 1 < n) s += u[k + n * n];
                if (j + 1 < n) s += u[k + n];
                if (l + 1 < n) s += u[k + 1];
                out[k] = s;
            }
}
void brusselator(const double *y, double a, double b, double d, int n, double *dy)
{
    const double *u = y, *v = y + n;
    for (int i = 0; i < n; i++) {
        double ul = i ? u[i - 1] : a, ur = i + 1 < n ? u[i + 1] : a;
        double vl = i ? v[i - 1] : b / a, vr = i + 1 < n ? v[i + 1] : b / a;
        dy[i] = a + u[i] * u[i] * v[i] - (b + 1) * u[i] + d * (ul - 2 * u[i] + ur);
        dy[n + i] = b * u[i] - u[i] * u[i] * v[i] + d * (vl - 2 * v[i] + vr);
    }
}
static void rotated(const double *w, const double *x, double *out)
{
    double square = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
    double angle = sqrt(square + 1e-12), s = sin(angle) / angle, c = cos(angle);
    double dot = (w[0] * x[0] + w[1] * x[1] + w[2] * x[2]) * (1 - c) / (square + 1e-12);
    double cross[3] = {
        w[1] * x[2] - w[2] * x[1], w[2] * x[0] - w[0] * x[2], w[0] * x[1] - w[1] * x[0]};
    for (int k = 0; k < 3; k++)
        out[k] = x[k] * c + cross[k] * s + w[k] * dot;
}
void bundle(const double *cameras, const double *points, const int *seen, int n, double *out)
{
    for (int i = 0; i < n; i++) {
        const double *camera = cameras + 9 * seen[2 * i], *x = points + 3 * seen[2 * i + 1];
        double p[3];
        rotated(camera, x, p);
        for (int k = 0; k < 3; k++)
            p[k] += camera[3 + k];
        double a = -p[0] / p[2], b = -p[1] / p[2], r = a * a + b * b;
        double scale = camera[6] * (1 + r * (camera[7] + r * camera[8]));
        out[2 * i] = scale * a;
        out[2 * i + 1] = scale * b;
    }
}
void flow(const double *angle, const double *volt, const int *ends, int lines, int n, double *p)
{
    for (int k = 0; k < n; k++)
        p[k] = 0;
    for (int l = 0; l < lines; l++) {
        int i = ends[2 * l], j = ends[2 * l + 1];
        double s = volt[i] * volt[j] * sin(angle[i] - angle[j]);
        p[i] += s;
        p[j] -= s;
    }
}
double chained(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i + 1 < n; i++) {
        double a = x[i + 1] - x[i] * x[i], b = 1 - x[i];
        s += 100 * a * a + b * b;
    }
    return s;
}
double separable(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += exp(0.1 * x[i]) * x[i];
    return s;
}
void arrow(const double *x, int n, double *out)
{
    out[0] = 0;
    for (int i = 0; i < n; i++)
        out[0] += x[i] * x[i];
    for (int i = 1; i < n; i++)
        out[i] = x[0] * x[i];
}
void choices(const double *x, double *out)
{
    out[0] = fmax(x[0], x[1]);
    out[1] = x[0] > 1 ? x[1] : x[2];
    out[2] = fabs(x[3]) + fmin(x[2], 0.5);
    out[3] = copysign(x[0], x[1]);
}
typedef struct { double a; int k; float b; double c[2]; } Record;
void copied(const double *x, double *out)
{
    Record r = {x[0] * x[1], 3, (float)x[2], {x[3], x[4]}}, *s = malloc(sizeof *s);
    memcpy(s, &r, sizeof r);
    out[0] = s->a;
    out[1] = s->b * s->k;
    out[2] = s->c[1];
    free(s);
}
static double down(const double *x, int n) { return n ? x[n] * down(x, n - 1) : x[0]; }
void recursive(const double *x, int n, double *out)
{
    for (int i = 0; i < n; i++)
        out[i] = down(x, i);
}
double (*const shapes[])(double, double) = {fmax, pow};
void indirect(const double *x, int which, double *out) { out[0] = shapes[which](x[0], x[1]); }
void word(const double *x, double *out)
{
    unsigned long long word;
    memcpy(&word, &x[1], 8);
    memcpy(&out[0], &word, 8);
    out[1] = x[0];
}
void narrow(const float *x, int n, float *out)
{
    for (int i = 0; i < n; i++)
        out[i] = x[i] * x[(i + 1) % n];
}
float narrow_number(float a, float b, float c) { return a * c; }
void in_place(double *x, int n)
{
    for (int i = 1; i < n; i++)
        x[i] = x[i] * x[i - 1];
}
void branch(const double *x, int n, double *out)
{
    if (x[0] > 0)
        for (int i = 0; i < n; i++) out[i] = x[i] * x[i];
    else
        out[0] = x[4];
}
void table(const double *x, int n, double *out) { out[0] = x[(int)x[0]]; }
void until(const double *x, int n, double *out)
{
    double y = 1;
    for (int i = 0; i < 47 + n && fabs(y * y - x[0]) > 1e-12; i++)
        y = 0.5 * (y + x[0] / y);
    out[0] = y * x[1];
}
void checked(const double *x, double *out)
{
    if (!(x[0] > -1e300)) abort();
    out[0] = x[1];
}
"""


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(SOURCE)


def dense(f: Any, *args: Any, **which: Any) -> Any:
    """The dense Jacobian as a matrix, by ordinary forward and reverse mode."""
    args = tuple(x.copy() if isinstance(x, np.ndarray) else x for x in args)
    found = rz.jacobian(f, **which)(*args)
    parts = found if isinstance(found, tuple) else (found,)
    rows = np.size(args[-1]) if isinstance(args[-1], np.ndarray) else 1
    return np.concatenate([np.reshape(part, (rows, -1)) for part in parts], axis=1)


def agrees(f: Any, *args: Any, kinds: tuple[str, ...] = ("auto",), **which: Any) -> Any:
    """The pattern, after matrices of every kind were compared with the dense one."""
    wanted = dense(f, *args, **which)
    pattern = rz.sparsity(f, *args, **which)
    assert pattern.dtype == bool and pattern.has_sorted_indices
    assert not (wanted != 0)[~pattern.toarray()].any()
    here = rz.sparsity(f, *args, pattern="here", **which)
    assert not (wanted != 0)[~here.toarray()].any()
    assert not here.toarray()[~pattern.toarray()].any()
    for by in kinds:
        found = rz.jacobian(f, sparse=True, by=by, **which)(*args)
        assert sparse.issparse(found) and found.format == "csr"
        assert_allclose(found.toarray(), wanted, rtol=1e-12, atol=1e-12)
    return pattern


def points(n: int) -> Any:
    return np.random.default_rng(n).uniform(0.2, 1.0, n)


# ---- patterns ------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 7, 200])
def test_tridiagonal(lib: rz.Library, n: int) -> None:
    kinds = ("auto", "columns", "rows", "both")
    pattern = agrees(lib.tridiagonal, points(n), n, np.zeros(n), wrt="x", kinds=kinds)
    band = np.abs(np.subtract.outer(np.arange(n), np.arange(n))) <= 1
    assert np.array_equal(pattern.toarray(), band)


@pytest.mark.parametrize("n", [3, 13])
def test_a_residual_on_a_grid(lib: rz.Library, n: int) -> None:
    pattern = agrees(lib.five, points(n * n), n, np.zeros(n * n), wrt="u")
    assert pattern.nnz == 5 * n * n - 4 * n
    jacobian = rz.jacobian(lib.five, wrt="u", sparse=True)
    assert jacobian.colours(points(n * n), n, np.zeros(n * n)) == (5, 0)


@pytest.mark.wide
def test_a_residual_in_three_dimensions(lib: rz.Library) -> None:
    n = 6
    args = (points(n**3), n, np.zeros(n**3))
    assert agrees(lib.seven, *args, wrt="u").nnz == 7 * n**3 - 6 * n * n
    assert rz.jacobian(lib.seven, wrt="u", sparse=True).colours(*args) == (7, 0)


def test_the_brusselator(lib: rz.Library) -> None:
    n = 70
    pattern = agrees(lib.brusselator, points(2 * n), 1.0, 3.0, 0.02, n, np.zeros(2 * n), wrt="y")
    one, band = np.eye(n, dtype=bool), np.abs(np.subtract.outer(range(n), range(n))) <= 1
    assert np.array_equal(pattern.toarray(), np.block([[band, one], [one, band]]))


def test_bundle_adjustment(lib: rz.Library) -> None:
    rng = np.random.default_rng(1)
    cameras, at, n = points(4 * 9), rng.uniform(2, 3, 20 * 3), 30
    seen = np.stack([rng.integers(0, 4, n), rng.integers(0, 20, n)], 1).astype(np.int32)
    args = (cameras, at, seen.reshape(-1), n, np.zeros(2 * n))
    pattern = agrees(lib.bundle, *args, wrt=("cameras", "points")).toarray()
    for i, (camera, point) in enumerate(seen):
        columns = [*range(9 * camera, 9 * camera + 9), *range(36 + 3 * point, 39 + 3 * point)]
        for row in (2 * i, 2 * i + 1):
            assert np.flatnonzero(pattern[row]).tolist() == columns


def test_a_network(lib: rz.Library) -> None:
    rng = np.random.default_rng(2)
    n, lines = 40, 60
    ends = np.array([rng.choice(n, 2, replace=False) for _ in range(lines)], np.int32)
    args = (points(n), points(n), ends.reshape(-1), lines, n, np.zeros(n))
    pattern = agrees(lib.flow, *args, wrt=("angle", "volt"))
    meets = np.zeros((n, n), bool)
    for i, j in ends:
        meets[[i, i, j, j], [i, j, i, j]] = True
    assert np.array_equal(pattern.toarray(), np.hstack([meets, meets]))


def test_choices_are_followed_on_both_sides(lib: rz.Library) -> None:
    args = (np.array([0.3, 0.6, 0.2, -1.0]), np.zeros(4))
    pattern = agrees(lib.choices, *args)
    rows = [[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1], [1, 0, 0, 0]]
    assert pattern.toarray().astype(int).tolist() == rows
    here = rz.sparsity(lib.choices, *args, pattern="here").toarray().astype(int)
    assert here.tolist() == [[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 1, 1], [1, 0, 0, 0]]


def test_structs_copies_recursion_pointers_and_bits(lib: rz.Library) -> None:
    x = points(5)
    rows = [[1, 1, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 1]]
    assert agrees(lib.copied, x, np.zeros(3)).toarray().astype(int).tolist() == rows
    lower = agrees(lib.recursive, x, 5, np.zeros(5), wrt="x").toarray()
    assert np.array_equal(lower, np.tri(5, dtype=bool))
    for which in (0, 1):
        assert agrees(lib.indirect, x[:2], which, np.zeros(1)).toarray().all()
    found = agrees(lib.word, x[:2], np.zeros(2))
    assert found.toarray().astype(int).tolist() == [[0, 1], [1, 0]]


@pytest.mark.parametrize("n", [5, 300])
def test_single_precision(lib: rz.Library, n: int) -> None:
    x = points(n).astype(np.float32)
    found = rz.jacobian(lib.narrow, wrt="x", sparse=True)(x, n, np.zeros(n, np.float32))
    assert found.dtype == np.float32 and found.nnz == 2 * n
    wanted = rz.jacobian(lib.narrow, wrt="x")(x, n, np.zeros(n, np.float32))
    assert_allclose(found.toarray(), wanted, rtol=1e-6)


def test_numbers_as_inputs_and_output(lib: rz.Library) -> None:
    pattern = rz.sparsity(lib.narrow_number, 1.0, 2.0, 3.0)
    assert pattern.toarray().tolist() == [[True, False, True]]
    assert_allclose(
        rz.jacobian(lib.narrow_number, sparse=True)(1.0, 2.0, 3.0).toarray(), [[3, 0, 1]]
    )


@pytest.mark.parametrize("n", [6, 150])
def test_an_array_that_is_read_and_written(lib: rz.Library, n: int) -> None:
    x, y = points(n), points(n)
    found = rz.jacobian(lib.in_place, sparse=True)(x, n)
    lib.in_place(y, n)
    assert np.array_equal(x, y)  # as the function leaves it
    assert np.array_equal(rz.sparsity(lib.in_place, points(n), n).toarray(), np.tri(n, dtype=bool))
    assert_allclose(found.toarray(), rz.jacobian(lib.in_place)(points(n), n))


def test_long_sums_are_no_square(lib: rz.Library) -> None:
    n = 100_000
    pattern = rz.sparsity(lib.separable, points(n), n)
    assert pattern.shape == (1, n) and pattern.nnz == n


# ---- what the point decides ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, said", [("branch", "a branch"), ("table", "an index"), ("until", "a branch")]
)
def test_what_the_point_decides_is_told(lib: rz.Library, name: str, said: str) -> None:
    x, n, out = np.array([0.7, 0.2, 0.3, 0.4, 0.5]), 3, np.zeros(3)
    with pytest.raises(rz.RunError, match=f"{said} depends on the values of the inputs") as seen:
        rz.sparsity(lib[name], x, n, out, wrt="x")
    assert seen.value.code == "RZ612" and "source-" in str(seen.value)
    wanted = dense(lib[name], x, n, out, wrt="x")
    here = rz.sparsity(lib[name], x, n, out, wrt="x", pattern="here")
    assert np.array_equal(here.toarray(), wanted != 0)
    found = rz.jacobian(lib[name], wrt="x", sparse=True, pattern="here")(x, n, out)
    assert_allclose(found.toarray(), wanted)


def test_by_here_the_pattern_moves_with_the_point(lib: rz.Library) -> None:
    jacobian = rz.jacobian(lib.branch, wrt="x", sparse=True, pattern="here")
    x = np.array([0.7, 0.2, 0.3, 0.4, 0.5])
    assert jacobian(x, 3, np.zeros(3)).nnz == 3
    x[0] = -1
    assert jacobian(x, 3, np.zeros(3)).toarray()[0].tolist() == [0, 0, 0, 0, 1]


SIDES = """
#include <math.h>
void either(const double *x, int n, double *out)
{
    out[0] = x[0] > 0.5 ? x[1] * 2 : sin(x[2]) * 3;
}
void limited(const double *x, int n, double *out)
{
    for (int i = 1; i + 1 < n; i++) {
        double a = x[i] - x[i - 1], b = x[i + 1] - x[i], s;
        if (a * b <= 0) s = 0;
        else if (fabs(a) < fabs(b)) s = a * exp(a);
        else s = sqrt(b * b + 1);
        out[i] = s;
    }
}
void gathered(const double *x, int n, double *out)
{
    for (int i = 0; i < n; i++) {
        double v;
        if (x[i] > 0.5) v = x[n - 1 - i] * x[n - 1 - i];
        else v = log(x[i]);
        out[i] = v;
    }
}
void scattered(const double *x, int n, double *out)
{
    for (int i = 0; i + 1 < n; i++)
        if (x[i] > 0.5) out[i] = cos(x[i + 1]) * x[0];
        else { out[i + 1] = x[i] * x[i]; out[0] += exp(x[n - 1]); }
}
static double huber(double r)
{
    if (r < -0.2) return -2 * r - 1;
    if (r > 0.2) return exp(r);
    return r * r;
}
void robust(const double *x, int n, double *out)
{
    for (int i = 0; i + 1 < n; i++) out[i] = huber(x[i + 1] - x[i]) * x[0];
}
void places(const double *x, int n, double *out)
{
    for (int i = 1; i + 1 < n; i++)
        out[x[i] > 0.5 ? i - 1 : i + 1] = x[x[i] > 0.3 ? i : i - 1] * x[i];
}
void unequal(const double *x, int n, double *out)
{
    for (int i = 0; i < n; i++) {
        double s = x[i];
        if (s > 0.4) {
            s *= x[0];
            if (i > 2) s += sin(x[i - 1]);
            if (s > 0.5) s = pow(s, x[1]);
        }
        out[i] = s;
    }
}
void whole(const float *x, int n, float *out)
{
    for (int i = 0; i < n; i++)
        if (x[i] > 0.5f) out[i] = expf(x[(i + 1) % n]); else out[i] = 1;
}
"""


@pytest.fixture(scope="module")
def sides() -> rz.Library:
    return rz.compile(SIDES)


@pytest.mark.parametrize(
    "name",
    ["either", "limited", "gathered", "scattered", "robust", "places", "unequal", "whole"],
)
def test_both_sides_of_a_branch_are_gone_through(sides: rz.Library, name: str) -> None:
    f, n = sides[name], 5
    kind = np.float32 if name == "whole" else np.float64
    rng = np.random.default_rng(7)
    pattern = rz.sparsity(f, np.full(n, 0.45, kind), n, np.zeros(n, kind), wrt="x").toarray()
    met = np.zeros_like(pattern)
    for _ in range(150):
        x, out = rng.uniform(0.05, 1.0, n).astype(kind), np.zeros(n, kind)
        found = rz.jacobian(f, wrt="x", check="never")(x, n, out)
        here = rz.sparsity(f, x, n, np.zeros(n, kind), wrt="x", pattern="here").toarray()
        assert not (found != 0)[~here].any()
        assert not here[~pattern].any()
        met |= here
    if name in ("scattered", "places"):  # more than is met: sides are not told apart any more
        assert not met[~pattern].any()
    else:
        assert np.array_equal(pattern, met)


DECIDED = """
#include <math.h>
#include <stdlib.h>
#include <string.h>
static double kept[8];
static int pick(const double *x) { return x[0] > 0.5; }
void by_struct(const double *x, double *out)
{
    struct { int k; double v; } s[2] = {{1, x[1]}, {2, x[2]}};
    out[0] = s[pick(x)].v;
}
void by_memory(const double *x, double *out)
{
    int *flag = malloc(4);
    *flag = x[0] > 0.5;
    out[0] = x[1 + *flag];
    free(flag);
}
void by_floor(const double *x, double *out)
{
    if (floor(x[0] * 2) > 0) out[0] = x[1] * x[1];
    else out[0] = x[2];
}
void by_switch(const double *x, double *out)
{
    switch ((int)(x[0] * 3)) {
    case 0: out[0] = x[1]; break;
    case 1: out[0] = x[2] * 2; break;
    default: out[0] = sin(x[3]);
    }
}
void by_address(const double *x, double *out)
{
    const double *p = x[0] > 0.5 ? x + 1 : x + 2;
    out[0] = p[0] * p[1];
}
void by_global(const double *x, double *out)
{
    if (x[0] > 0.5) kept[0] = x[1]; else kept[0] = x[2];
    out[0] = kept[0] * kept[0];
}
__attribute__((noinline)) static void note(int *k, int v) { *k = v; }
__attribute__((noinline)) static void classify(double x, int *k)
{
    if (x > 0.5) note(k, 1); else note(k, 2);
}
void by_call(const double *x, double *out)
{
    int k;
    classify(x[0], &k);
    out[0] = x[k];
}
__attribute__((noinline)) static int bin(double x)
{
    int k = 0;
    while (k < 3 && 0.25 * (k + 1) < x) k++;
    return k;
}
void by_bin(const double *x, double *out) { out[0] = x[bin(x[0])] * x[3]; }
void by_order(const double *x, double *out)
{
    int at[4], n = 0;
    for (int i = 0; i < 4; i++) if (x[i] > 0.5) at[n++] = i;
    out[0] = n ? x[at[0]] : 0;
}
void by_copy(const double *x, double *out) { memcpy(out, x[0] > 0.5 ? x + 1 : x + 2, 8); }
void by_length(const double *x, double *out) { memcpy(out, x, x[0] > 0.5 ? 16 : 24); }
"""


@pytest.mark.parametrize(
    "name",
    [line.split("(")[0].split()[1] for line in DECIDED.splitlines() if line.startswith("void by_")],
)
def test_a_pattern_for_all_points_has_all_of_them_or_is_refused(name: str) -> None:
    f, rng = rz.compile(DECIDED)[name], np.random.default_rng(3)
    try:
        pattern = rz.sparsity(f, rng.uniform(0.05, 0.98, 4), np.zeros(4), wrt="x").toarray()
    except rz.RunError as refused:
        assert refused.code == "RZ612"
        return
    for _ in range(60):
        x = rng.uniform(0.05, 0.98, 4)
        found = rz.jacobian(f, wrt="x")(x, np.zeros(4))
        assert not (found != 0)[~pattern].any()


def test_what_is_not_an_array_of_the_callers_is_asked_for() -> None:
    source = """
        #include <math.h>
        void edge(const double *x, int n, double *out)
        { for (int i = 0; i < n; i++) out[i] = x[i] > 0 ? x[i - 1] * 2 : log(x[i]); }
    """
    with pytest.raises(rz.RunError, match="memory is read here or not"):
        rz.sparsity(rz.compile(source).edge, -points(4), 4, np.zeros(4), wrt="x")


def test_a_way_that_never_returns_decides_nothing(lib: rz.Library) -> None:
    assert rz.sparsity(lib.checked, np.ones(2), np.zeros(1)).toarray().tolist() == [[False, True]]


# ---- what is kept --------------------------------------------------------------------------------


def test_a_pattern_holds_for_its_other_arguments(lib: rz.Library) -> None:
    jacobian = rz.jacobian(lib.flow, wrt="angle", sparse=True)
    one, other = np.array([0, 1], np.int32), np.array([1, 2], np.int32)
    for ends in (one, other, one):
        found = jacobian(points(3), points(3), ends, 1, 3, np.zeros(3))
        assert_allclose(
            found.toarray(),
            dense(lib.flow, points(3), points(3), ends, 1, 3, np.zeros(3), wrt="angle"),
        )
    ends[:] = [0, 2]  # in the caller's own array
    assert jacobian(points(3), points(3), ends, 1, 3, np.zeros(3))[2, 0] != 0
    jacobian = rz.jacobian(lib.tridiagonal, wrt="x", sparse=True)
    for n in (4, 6, 4):
        assert jacobian(points(n), n, np.zeros(n)).shape == (n, n)


def test_a_pattern_of_the_users(lib: rz.Library) -> None:
    n = 9
    args = (points(n), n, np.zeros(n))
    band = sparse.diags_array([1.0, 1.0, 1.0, 1.0], offsets=[-1, 0, 1, 2], shape=(n, n))
    found = rz.jacobian(lib.tridiagonal, wrt="x", sparse=True, pattern=band)(*args)
    assert found.nnz == band.tocsr().nnz
    assert_allclose(found.toarray(), dense(lib.tridiagonal, *args, wrt="x"))
    known = rz.sparsity(lib.tridiagonal, *args, wrt="x")
    again = rz.jacobian(lib.tridiagonal, wrt="x", sparse=True, pattern=known)(*args)
    assert_allclose(again.toarray(), found.toarray())
    with pytest.raises(rz.SignatureError, match="inputs have 9 entries"):
        rz.jacobian(lib.tridiagonal, wrt="x", sparse=True, pattern=np.ones((9, 8)))(*args)
    with pytest.raises(rz.SignatureError, match="outputs have 9 entries"):
        rz.jacobian(lib.tridiagonal, wrt="x", sparse=True, pattern=np.ones((8, 9)), by="columns")(
            *args
        )
    with pytest.raises(rz.UsageError, match="pattern is"):
        rz.jacobian(lib.tridiagonal, wrt="x", sparse=True, pattern="now")


# ---- colourings ----------------------------------------------------------------------------------


def test_an_arrow_needs_both(lib: rz.Library) -> None:
    n = 60
    args = (points(n), n, np.zeros(n))
    agrees(lib.arrow, *args, wrt="x")
    assert rz.jacobian(lib.arrow, wrt="x", sparse=True).colours(*args) == (2, 1)


@pytest.mark.wide
@pytest.mark.parametrize("order", ["natural", "largest first", "smallest last", "incidence"])
def test_orders(lib: rz.Library, order: str) -> None:
    n = 11
    args = (points(n * n), n, np.zeros(n * n))
    jacobian = rz.jacobian(lib.five, wrt="u", sparse=True, order=order, by="columns")
    assert_allclose(jacobian(*args).toarray(), dense(lib.five, *args, wrt="u"), atol=1e-13)
    assert 5 <= jacobian.colours(*args)[0] <= 9
    hessian = rz.hessian(lib.chained, sparse=True, order=order)
    assert_allclose(hessian(points(20), 20).toarray(), rz.hessian(lib.chained)(points(20), 20))
    with pytest.raises(rz.UsageError, match="order is one of"):
        rz.jacobian(lib.five, sparse=True, order="best")


@pytest.mark.parametrize("seed", range(6))
def test_colourings_of_random_matrices_are_right(seed: int) -> None:
    from ribozyme.api.sparse.colouring import coloured, graph, symmetrically

    rng = np.random.default_rng(seed)
    pattern = sparse.random_array((50, 40), density=0.08, rng=rng, format="csr") != 0
    for by in ("columns", "rows", "both"):
        found = coloured(pattern, by, None)
        for i, j in zip(*pattern.nonzero(), strict=True):
            mates = (found.columns == found.columns[j]) & pattern.toarray()[i]
            others = (found.rows == found.rows[i]) & pattern.toarray()[:, j]
            one_by_columns = found.columns[j] > 0 and mates.sum() == 1
            assert one_by_columns or (found.rows[i] > 0 and others.sum() == 1)
    square = sparse.random_array((40, 40), density=0.06, rng=rng)
    both = ((square + square.T) != 0).tocsr()
    both.sort_indices()
    weights = rng.uniform(1, 2, (40, 40))
    whole = np.where(both.toarray(), weights + weights.T, 0)
    for by in ("star", "acyclic"):
        colours, way = symmetrically(both, by, None)
        lanes = np.array([whole @ (colours == colour + 1) for colour in range(colours.max())])
        assert_allclose(way.entries(lanes), whole[both.nonzero()])
    assert graph(both).shape == (40, 40)


# ---- Hessians ------------------------------------------------------------------------------------


@pytest.mark.parametrize("by, name, colours", [
    ("auto", "chained", 3), ("auto", "separable", 1),
    ("acyclic", "chained", 2), ("acyclic", "separable", 1),
])  # fmt: skip
@pytest.mark.parametrize("n", [5, 160])
def test_hessians(lib: rz.Library, name: str, by: str, colours: int, n: int) -> None:
    hessian = rz.hessian(lib[name], sparse=True, by=by)
    assert_allclose(
        hessian(points(n), n).toarray(), rz.hessian(lib[name])(points(n), n), atol=1e-12
    )
    assert hessian.colours(points(n), n) == colours
    pattern = rz.sparsity(lib[name], points(n), n, second=True)
    assert pattern.nnz == (3 * n - 2 if name == "chained" else n)
    for own in (pattern, sparse.triu(pattern)):
        again = rz.hessian(lib[name], sparse=True, pattern=own, by=by)(points(n), n)
        assert_allclose(again.toarray(), hessian(points(n), n).toarray())
    with pytest.raises(rz.UsageError, match="by is one of auto, star, acyclic"):
        rz.hessian(lib[name], sparse=True, by="columns")


@pytest.mark.wide
def test_a_million_unknowns(lib: rz.Library) -> None:
    n = 1_000_000
    x, out = points(n), np.zeros(n)
    found = rz.jacobian(lib.tridiagonal, wrt="x", sparse=True)(x, n, out)
    assert found.nnz == 3 * n - 2
    assert_allclose(found.diagonal(1), -np.cos(x[1:]))
    assert_allclose(found.diagonal(-1), -x[1:])


# ---- SciPy ---------------------------------------------------------------------------------------


@pytest.mark.wide
def test_scipy_takes_them(lib: rz.Library) -> None:
    from scipy.integrate import solve_ivp
    from scipy.optimize import least_squares, minimize

    n = 30
    jacobian = rz.jacobian(lib.tridiagonal, wrt="x", sparse=True)

    def residual(x: Any) -> Any:
        out = np.zeros(n)
        lib.tridiagonal(x, n, out)
        return out - 1

    found = least_squares(residual, points(n), jac=lambda x: jacobian(x, n, np.zeros(n)))
    assert found.cost < 1e-20
    n = 12
    slope = rz.jacobian(lib.brusselator, wrt="y", sparse=True)

    def rate(t: float, y: Any) -> Any:
        out = np.zeros(2 * n)
        lib.brusselator(np.ascontiguousarray(y), 1.0, 3.0, 0.02, n, out)
        return out

    by_ours = solve_ivp(
        rate, (0, 1), points(2 * n), "BDF", rtol=1e-8,
        jac=lambda t, y: slope(np.ascontiguousarray(y), 1.0, 3.0, 0.02, n, np.zeros(2 * n)),
    )  # fmt: skip
    plain = solve_ivp(rate, (0, 1), points(2 * n), "BDF", rtol=1e-8)
    assert by_ours.success
    assert_allclose(by_ours.y[:, -1], plain.y[:, -1], rtol=1e-5)
    hessian = rz.hessian(lib.chained, sparse=True)
    least = minimize(
        lambda x: lib.chained(x, 8), np.full(8, 0.5), method="trust-constr",
        jac=lambda x: rz.grad(lib.chained)(x, 8), hess=lambda x: hessian(x, 8),
    )  # fmt: skip
    assert_allclose(least.x, 1, atol=1e-5)
