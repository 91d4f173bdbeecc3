"""Calls of FFTW: transforms of every kind in one to three dimensions, in place and not, against
NumPy; their derivatives against the linear map itself, differences and each other."""

from __future__ import annotations

import ctypes.util
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ribozyme as rz

LIBRARIES = {"d": ctypes.util.find_library("fftw3"), "s": ctypes.util.find_library("fftw3f")}
pytestmark = pytest.mark.skipif(
    not all(LIBRARIES.values()), reason="FFTW is not installed (libfftw3-dev)"
)
ESTIMATE, MEASURE = 64, 0
SHAPES = ((6,), (7,), (1,), (3, 4), (4, 5), (2, 3, 4), (3, 2, 5))
KINDS = ("c2c", "back", "r2c", "c2r")

SOURCE = """
typedef struct FFTW(plan_s) *Plan;
void *FFTW(malloc)(unsigned long);
void FFTW(free)(void *);
Plan FFTW(plan_dft_1d)(int, T *, T *, int, unsigned);
Plan FFTW(plan_dft_2d)(int, int, T *, T *, int, unsigned);
Plan FFTW(plan_dft_3d)(int, int, int, T *, T *, int, unsigned);
Plan FFTW(plan_dft_r2c_1d)(int, T *, T *, unsigned);
Plan FFTW(plan_dft_r2c)(int, const int *, T *, T *, unsigned);
Plan FFTW(plan_dft_c2r_2d)(int, int, T *, T *, unsigned);
Plan FFTW(plan_dft_c2r)(int, const int *, T *, T *, unsigned);
void FFTW(execute)(Plan);
void FFTW(execute_dft)(Plan, T *, T *);
void FFTW(destroy_plan)(Plan);

static Plan planned(int kind, int rank, const int *n, T *x, T *y, unsigned flags) {
  if (kind < 2) {
    int sign = kind ? 1 : -1;
    if (rank == 1) return FFTW(plan_dft_1d)(n[0], x, y, sign, flags);
    if (rank == 2) return FFTW(plan_dft_2d)(n[0], n[1], x, y, sign, flags);
    return FFTW(plan_dft_3d)(n[0], n[1], n[2], x, y, sign, flags);
  }
  if (kind == 2)
    return rank == 1 ? FFTW(plan_dft_r2c_1d)(n[0], x, y, flags)
                     : FFTW(plan_dft_r2c)(rank, n, x, y, flags);
  return rank == 2 ? FFTW(plan_dft_c2r_2d)(n[0], n[1], x, y, flags)
                   : FFTW(plan_dft_c2r)(rank, n, x, y, flags);
}

/* The squares of x are transformed; `ins` and `outs` are how many numbers go in and out, and after
   how many a row is `gap` numbers longer, in place. */
void moved(const T *x, T *z, int kind, int rank, const int *n, int ins, int outs, int row_in,
           int row_out, int row, unsigned flags) {
  T *a = FFTW(malloc)((ins + outs + 64) * 2 * sizeof(T)), *b = a;
  if (!row) b = FFTW(malloc)((outs + 64) * sizeof(T));
  Plan p = planned(kind, rank, n, a, b, flags);
  for (int i = 0; i < ins; i++) a[row ? i / row_in * row + i % row_in : i] = x[i] * x[i];
  FFTW(execute)(p);
  for (int i = 0; i < outs; i++) z[i] = b[row ? i / row_out * row + i % row_out : i];
  FFTW(destroy_plan)(p);
  if (!row) FFTW(free)(b);
  FFTW(free)(a);
}

/* Two new arrays by one plan, and a loop of transforms there and back. */
double again(const T *x, int n, int times) {
  T *a = FFTW(malloc)(2 * n * sizeof(T)), *b = FFTW(malloc)(2 * n * sizeof(T));
  Plan p = FFTW(plan_dft_1d)(n, a, b, -1, 64), q = FFTW(plan_dft_1d)(n, b, a, 1, 64);
  for (int i = 0; i < 2 * n; i++) a[i] = x[i];
  for (int k = 0; k < times; k++) {
    FFTW(execute_dft)(p, a, b);
    for (int i = 0; i < n; i++) b[2 * i] *= x[i] / n, b[2 * i + 1] /= n;
    FFTW(execute)(q);
    for (int i = 0; i < 2 * n; i++) a[i] += 0.1 * a[i] * a[i];
  }
  double s = 0;
  for (int i = 0; i < 2 * n; i++) s += a[i] * a[i];
  FFTW(destroy_plan)(p), FFTW(destroy_plan)(q);
  FFTW(free)(a), FFTW(free)(b);
  return s;
}
"""


@cache
def library(type: str) -> Any:
    number, prefix = {"d": ("double", "fftw_"), "s": ("float", "fftwf_")}[type]
    head = f"typedef {number} T;\n#define FFTW(name) {prefix}##name\n"
    return rz.compile(head + SOURCE, libraries=[str(LIBRARIES[type])])


def reference(kind: str, shape: tuple[int, ...], x: Any) -> Any:
    """The transform by NumPy, complex numbers as pairs."""
    half = (*shape[:-1], shape[-1] // 2 + 1)
    size = int(np.prod(shape))
    if kind == "r2c":
        return np.fft.rfftn(x.reshape(shape)).ravel().view(float)
    z = x.view(complex)
    if kind == "c2r":
        lines = z.reshape(half)
        for axis in range(len(shape) - 1):
            lines = np.fft.ifft(lines, axis=axis, norm="forward")
        return np.fft.irfft(lines, shape[-1], norm="forward").ravel()
    z = z.reshape(shape)
    found = np.fft.fftn(z) if kind == "c2c" else np.fft.ifftn(z) * size
    return found.ravel().view(float)


def sizes(kind: str, shape: tuple[int, ...]) -> tuple[int, int, int, int, int]:
    """Numbers that go in and out, in one row of each, and of a row in place."""
    rows, n = int(np.prod(shape[:-1])), shape[-1]
    half = 2 * (n // 2 + 1)
    row_in, row_out = {"r2c": (n, half), "c2r": (half, n)}.get(kind, (2 * n, 2 * n))
    return rows * row_in, rows * row_out, row_in, row_out, 2 * n if kind in KINDS[:2] else half


def arguments(kind: str, shape: tuple[int, ...], in_place: bool, type: str, seed: int) -> Any:
    rng = np.random.default_rng(seed)
    ins, outs, row_in, row_out, row = sizes(kind, shape)
    real = np.float64 if type == "d" else np.float32
    x = rng.normal(size=ins).astype(real)
    dims = np.array(shape, np.int32)
    more = (KINDS.index(kind), len(shape), dims, ins, outs, row_in, row_out, row * in_place)
    return x, np.zeros(outs, real), *more


@pytest.mark.rotates(plain=8, wide=60)
@pytest.mark.parametrize("type", ["d", "s"])
@pytest.mark.parametrize("flags", [ESTIMATE, MEASURE])
@pytest.mark.parametrize("in_place", [False, True])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_transforms(
    kind: str, shape: tuple[int, ...], in_place: bool, flags: int, type: str
) -> None:
    f = library(type).moved
    args = (*arguments(kind, shape, in_place, type, len(shape)), flags)
    x, z = args[0].astype(float), np.copy(args[1])
    f(args[0], z, *args[2:])
    close = 1e-12 if type == "d" else 2e-5
    want = reference(kind, shape, x * x)
    size = np.max(np.abs(want))
    np.testing.assert_allclose(z, want, atol=close * size)
    rng = np.random.default_rng(5)
    along = rng.normal(size=x.size).astype(args[0].dtype)
    seed = rng.normal(size=z.size).astype(args[0].dtype)
    rest = [None] * (len(args) - 1)
    _, tangent = rz.jvp(f, args, (along, *rest), of="z", check="never")
    want = reference(kind, shape, 2 * x * along)
    np.testing.assert_allclose(tangent, want, atol=close * (1 + np.max(np.abs(want))))
    _, pullback = rz.vjp(f, *args, wrt="x", of="z", check="never")
    found = pullback(seed)
    units = np.stack([reference(kind, shape, unit) for unit in np.eye(x.size)])
    want = 2 * x * (units @ seed)
    np.testing.assert_allclose(found, want, atol=close * (1 + np.max(np.abs(want))))


def test_loops_there_and_back_to_second_order() -> None:
    f, n, times = library("d").again, 5, 3
    x, along = np.random.default_rng(7).normal(size=(2, 2 * n)) / 2
    gradient = rz.grad(f, wrt="x", check="never")
    found = gradient(x, n, times)
    want = (f(x + 1e-6 * along, n, times) - f(x - 1e-6 * along, n, times)) / 2e-6
    assert found @ along == pytest.approx(want, rel=1e-7)
    second = rz.hvp(f, (x, n, times), (along,), wrt="x", check="never")
    want = (gradient(x + 1e-6 * along, n, times) - gradient(x - 1e-6 * along, n, times)) / 2e-6
    np.testing.assert_allclose(second, want, rtol=1e-6, atol=1e-7 * np.max(np.abs(want)))
    dense = rz.jacobian(f, wrt="x", width=4)(x, n, times)
    np.testing.assert_allclose(dense, found, rtol=1e-10)


def test_operands_that_overlap_end_the_call() -> None:
    text = """
    void *fftw_plan_dft_r2c_1d(int, double *, double *, unsigned);
    void fftw_execute_dft_r2c(void *, double *, double *);
    double f(const double *x, int n, int at) {
      double a[64];
      for (int i = 0; i < n; i++) a[i] = x[i];
      void *p = fftw_plan_dft_r2c_1d(n, a, a + 32, 64);
      fftw_execute_dft_r2c(p, a, a + at);
      return a[at] * a[at] + a[at + 2];
    }"""
    slope = rz.grad(rz.compile(text, libraries=[str(LIBRARIES["d"])]).f, check="never")
    x = np.arange(1.0, 5.0)
    found = slope(x, 4, 32)
    np.testing.assert_allclose(found, 2 * x.sum() + np.cos(np.pi / 2 * np.arange(4)), rtol=1e-12)
    with pytest.raises(rz.Error, match="overlap"):
        slope(x, 4, 2)


LAYOUTS = """
typedef void *Plan;
Plan fftw_plan_r2r_1d(int, double *, double *, int, unsigned);
Plan fftw_plan_many_dft(int, const int *, int, double *, const int *, int, int, double *,
                        const int *, int, int, int, unsigned);
Plan fftw_plan_many_dft_r2c(int, const int *, int, double *, const int *, int, int, double *,
                            const int *, int, int, unsigned);
Plan fftw_plan_many_dft_c2r(int, const int *, int, double *, const int *, int, int, double *,
                            const int *, int, int, unsigned);
void fftw_execute(Plan);
void fftw_destroy_plan(Plan);

void reals(const double *x, double *z, int n, int kind, int in_place) {
  double a[64], b[64], *to = in_place ? a : b;
  Plan p = fftw_plan_r2r_1d(n, a, to, kind, 64);
  for (int i = 0; i < n; i++) a[i] = x[i] * x[i];
  fftw_execute(p);
  fftw_destroy_plan(p);
  for (int i = 0; i < n; i++) z[i] = to[i];
}

/* Arrays with rows longer than what is transformed (`embed`), or one array between another. */
void many(const double *x, double *z, int kind, int rank, const int *n, int many,
          const int *embed_in, int stride_in, int far_in, const int *embed_out, int stride_out,
          int far_out, int ins, int outs) {
  double a[512], b[512] = {0};
  Plan p = kind == 2 ? fftw_plan_many_dft_r2c(rank, n, many, a, embed_in, stride_in, far_in, b,
                                              embed_out, stride_out, far_out, 64)
         : kind == 3 ? fftw_plan_many_dft_c2r(rank, n, many, a, embed_in, stride_in, far_in, b,
                                              embed_out, stride_out, far_out, 64)
                     : fftw_plan_many_dft(rank, n, many, a, embed_in, stride_in, far_in, b,
                                          embed_out, stride_out, far_out, kind ? 1 : -1, 64);
  for (int i = 0; i < ins; i++) a[i] = x[i] * x[i];
  fftw_execute(p);
  fftw_destroy_plan(p);
  for (int i = 0; i < outs; i++) z[i] = b[i];
}
"""


@cache
def layouts() -> Any:
    return rz.compile(LAYOUTS, libraries=[str(LIBRARIES["d"])])


def linear(f: Any, x: Any, z: Any, rest: tuple[Any, ...]) -> None:
    """Derivatives of a linear map of the squares against its matrix, column by column."""

    def image(squares: Any) -> Any:
        found = np.copy(z)
        f(np.sqrt(squares), found, *rest)
        return found

    matrix = np.stack([image(unit) for unit in np.eye(x.size)], 1)
    rng = np.random.default_rng(8)
    along, seed = rng.normal(size=x.size), rng.normal(size=z.size)
    ways = (along, *[None] * (1 + len(rest)))
    _, tangent = rz.jvp(f, (x, z, *rest), ways, of="z", check="never")
    np.testing.assert_allclose(tangent, matrix @ (2 * x * along), atol=1e-12)
    _, pullback = rz.vjp(f, x, z, *rest, wrt="x", of="z", check="never")
    np.testing.assert_allclose(pullback(seed), 2 * x * (matrix.T @ seed), atol=1e-12)


def cosines(kind: int, n: int, x: Any) -> Any:
    """Transforms of reals by their formulas."""
    i, pi = np.arange(n), np.pi
    k = i[:, None]
    match kind:
        case 0:  # real and imaginary parts of half of the frequencies
            c = np.where(k <= n // 2, np.cos(2 * pi * i * k / n), np.sin(2 * pi * i * k / n))
        case 4:
            c = np.where(i == 0, 1, 2 * np.cos(pi * i * (k + 0.5) / n))
        case 5:
            c = 2 * np.cos(pi * (i + 0.5) * k / n)
        case _:
            c = 2 * np.sin(pi * (i + 0.5) * (k + 1) / n)
    return c @ x


@pytest.mark.rotates(plain=4, wide=20)
@pytest.mark.parametrize("in_place", [0, 1])
@pytest.mark.parametrize("n", [4, 5])
@pytest.mark.parametrize("kind", range(11))
def test_transforms_of_reals(kind: int, n: int, in_place: int) -> None:
    f, x, z = layouts().reals, np.random.default_rng(kind).normal(size=n), np.zeros(n)
    f(x, z, n, kind, in_place)
    if kind in (0, 4, 5, 9):
        np.testing.assert_allclose(z, cosines(kind, n, x * x), atol=1e-12)
    linear(f, x, z, (n, kind, in_place))


# Kind, lengths, how many, and for each side: lengths around it, stride, distance, numbers
MANY = {
    "columns": (0, (4,), 3, ((4,), 3, 1, 24), ((4,), 3, 1, 24)),
    "rows": (1, (5,), 3, ((5,), 1, 5, 30), ((5,), 1, 5, 30)),
    "gaps": (0, (2, 3), 2, ((3, 5), 1, 16, 64), ((2, 4), 2, 17, 70)),
    "transposed": (1, (4,), 3, ((4,), 1, 4, 24), ((4,), 3, 1, 24)),
    "reals": (2, (3, 4), 2, ((3, 4), 2, 1, 24), ((3, 5), 1, 15, 60)),
    "back": (3, (3, 4), 2, ((3, 3), 2, 1, 36), ((3, 6), 1, 19, 38)),
    "cubes": (2, (2, 3, 4), 1, ((2, 4, 5), 1, 0, 40), ((2, 3, 3), 1, 0, 36)),
}


@pytest.mark.rotates(plain=2)
@pytest.mark.parametrize("name", MANY)
def test_many_arrays_with_gaps(name: str) -> None:
    kind, lengths, count, front, behind = MANY[name]
    (around_in, s_in, d_in, ins), (around_out, s_out, d_out, outs) = front, behind
    f = layouts().many
    x, z = np.random.default_rng(2).normal(size=ins), np.zeros(outs)
    n, embed_in, embed_out = (np.array(v, np.int32) for v in (lengths, around_in, around_out))
    rest = (kind, len(lengths), n, count, embed_in, s_in, d_in, embed_out, s_out, d_out, ins, outs)
    f(x, z, *rest)
    half = (*lengths[:-1], lengths[-1] // 2 + 1)
    for k in range(count):
        places = [
            k * far + stride * (np.indices(shape).T @ np.cumprod((1, *embed[:0:-1]))[::-1]).T
            for shape, embed, stride, far in (
                (half if kind == 3 else lengths, around_in, s_in, d_in),
                (half if kind == 2 else lengths, around_out, s_out, d_out),
            )
        ]
        source = x * x if kind == 2 else (x * x).view(complex)
        found = z if kind == 3 else z.view(complex)
        one = np.ascontiguousarray(source[places[0]]).ravel().view(float)
        want = reference(KINDS[kind], lengths, one)
        got = np.ascontiguousarray(found[places[1]]).ravel().view(float)
        np.testing.assert_allclose(got, want, atol=1e-12)
    linear(f, x, z, rest)


def test_plans_kept_between_calls() -> None:
    text = """
    void *fftw_plan_dft_1d(int, double *, double *, int, unsigned);
    void fftw_execute_dft(void *, double *, double *);
    static void *kept;
    double f(const double *x, int n) {
      double a[64], b[64];
      if (!kept) kept = fftw_plan_dft_1d(n, a, b, -1, 64 | 2);
      for (int i = 0; i < 2 * n; i++) a[i] = x[i] * x[i];
      fftw_execute_dft(kept, a, b);
      return b[0] * b[2] + b[5];
    }"""
    f = rz.compile(text, libraries=[str(LIBRARIES["d"])]).f
    x, n = np.arange(1.0, 9.0) / 8, 4
    gradient = rz.grad(f, check="never")
    for at in (x, x + 1):
        want = [(f(at + e, n) - f(at - e, n)) / 2e-6 for e in 1e-6 * np.eye(8)]
        np.testing.assert_allclose(gradient(at, n), want, rtol=1e-7, atol=1e-7)
        _, tangent = rz.jvp(f, (at, n), (x, None), check="never")
        assert tangent == pytest.approx(np.dot(want, x), rel=1e-7)


def test_a_plan_of_another_library_is_an_error(tmp_path: Path) -> None:
    other = tmp_path / "other.c"
    other.write_text(
        "void *fftw_plan_dft_1d(int, double *, double *, int, unsigned);\n"
        "void *theirs(int n, double *a, double *b)"
        " { return fftw_plan_dft_1d(n, a, b, -1, 64); }\n"
    )
    shared = tmp_path / "libother.so"
    command = ["cc", "-shared", "-fPIC", "-o", str(shared), str(other), str(LIBRARIES["d"])]
    subprocess.run([*command[:-1], f"-l:{command[-1]}"], check=True)
    text = """
    void *theirs(int, double *, double *);
    void *fftw_plan_dft_1d(int, double *, double *, int, unsigned);
    void fftw_execute(void *);
    double f(const double *x, int n, int own) {
      double a[8], b[8];
      void *p = own ? fftw_plan_dft_1d(n, a, b, -1, 64) : theirs(n, a, b);
      for (int i = 0; i < 2 * n; i++) a[i] = x[i];
      fftw_execute(p);
      return b[0] * b[0];
    }"""
    f = rz.compile(text, libraries=[str(LIBRARIES["d"]), str(shared)]).f
    x = np.arange(1.0, 9.0)
    assert f(x, 4, 1) == 256.0
    with pytest.raises(rz.RunError, match="plan of FFTW"):
        f(x, 4, 0)
    with pytest.raises(rz.Error, match="no derivative for 'theirs'"):
        rz.grad(f, check="never")(x, 4, 0)


def test_other_plans_are_refused_by_name() -> None:
    text = """
    void *fftw_plan_r2r_2d(int, int, double *, double *, int, int, unsigned);
    void fftw_execute(void *);
    double f(const double *x) {
      double a[4] = {x[0], x[1], 0, 0}, b[4];
      void *p = fftw_plan_r2r_2d(2, 2, a, b, 5, 5, 64);
      fftw_execute(p);
      return b[0];
    }"""
    f = rz.compile(text, libraries=[str(LIBRARIES["d"])]).f
    with pytest.raises(rz.Error, match="no derivative for 'fftw_"):
        rz.grad(f)(np.ones(2))
