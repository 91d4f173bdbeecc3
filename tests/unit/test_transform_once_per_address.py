"""What is loaded from an address that does not change over a loop is kept once per address.

The bound on the tape is the proof: one value per iteration does not fit into it.
"""

import numpy as np
import pytest
from numpy.typing import NDArray

import ribozyme as rz
from ribozyme.ir.build import i64
from ribozyme.transform.reverse.accesses.shared import Sharing
from ribozyme.transform.reverse.emit import augment

pytestmark = pytest.mark.rotates("file", plain=3, wide=6)

Array = NDArray[np.float64]

TEXT = r"""
#include <stdlib.h>
static void product(const double *in, const double *w, double *out, long n) {
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            double s = 0;
            for (long k = 0; k < n; k++) s += in[i * n + k] * w[j * n + k];
            out[i * n + j] = s;
        }
}
static double squares(const double *x, long n) {
    double s = 0;
    for (long i = 0; i < n; i++) s += x[i] * x[i];
    return s;
}
double apart(const double *x, const double *w, double *restrict y, long n) {
    double *t = malloc(n * n * sizeof(double));
    product(x, w, t, n);
    product(t, w + n * n, y, n);
    product(y, w, t, n);
    double s = squares(t, n * n);
    free(t);
    return s;
}
double reused(const double *x, const double *w, double *y, long n) {
    double *t = malloc(n * n * sizeof(double));
    product(x, w, t, n);
    product(t, w + n * n, y, n);
    product(y, w, t, n);
    double s = squares(t, n * n);
    free(t);
    return s;
}
double arena(const double *x, const double *w, long n) {
    double *memory = malloc(2 * n * n * sizeof(double));
    double *a = memory, *b = memory + n * n;
    product(x, w, a, n);
    product(a, w + n * n, b, n);
    product(b, w, a, n);
    double s = squares(a, n * n);
    free(memory);
    return s;
}
double moved(double *a, long size, long n, long from, long other, long to) {
    product(a + from, a + other, a + to, n);
    product(a + to, a + from, a + other, n);
    return squares(a, size);
}
double halves(const double *x, const double *w, long n, long layers, long away) {
    double *memory = calloc(2 * n * n, sizeof(double));
    for (long i = 0; i < n * n; i++) memory[i] = x[i];
    for (long l = 0; l < layers; l++)
        product(memory + l % 2 * away, w, memory + (1 - l % 2) * away, n);
    double s = squares(memory, 2 * n * n);
    free(memory);
    return s;
}
double narrow(float *a, int size, int n, int m, int to) {
    for (int turn = 0; turn < 2; turn++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++) {
                float s = 0;
                for (int k = 0; k < m; k++) s += a[i * m + k] * a[j * m + k];
                a[to + (n - 1 - i) * m + j] = s;
            }
    float s = 0;
    for (int i = 0; i < size; i++) s += a[i] * a[i];
    return s;
}
"""
N = 96  # n² numbers: 72 KiB; n³: 6.8 MB


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(TEXT)


def chain(x: Array, w: Array) -> tuple[float, Array, Array]:
    """Value and gradients of |((x Aᵀ) Bᵀ) Aᵀ|²."""
    a, b = w
    t = x @ a.T
    y = t @ b.T
    z = y @ a.T
    dz = 2 * z
    dy, da = dz @ a, dz.T @ y
    dt, db = dy @ b, dy.T @ t
    return float(np.sum(z * z)), dt @ a, np.stack([da + dt.T @ x, db])


def given(n: int) -> tuple[Array, Array]:
    random = np.random.default_rng(4)
    return random.standard_normal((n, n)), random.standard_normal((2, n, n)) / n


@pytest.mark.parametrize("name", ["apart", "reused", "arena"])
def test_products_in_reused_memory(lib: rz.Library, name: str) -> None:
    x, w = given(N)
    args = (x, w, N) if name == "arena" else (x, w, np.zeros((N, N)), N)
    f = getattr(lib, name)
    rz.release()
    found = rz.value_and_grad(f, wrt=("x", "w"))(*args)
    assert rz.release() < 1 << 20
    value, dx, dw = chain(x, w)
    assert np.isclose(found[0], value, rtol=1e-12)
    assert np.allclose(found[1][0].reshape(dx.shape), dx, rtol=1e-11)
    assert np.allclose(found[1][1].reshape(dw.shape), dw, rtol=1e-11)


@pytest.mark.parametrize("places", [
    (0, 16, 32), (0, 0, 16), (16, 0, 0), (0, 16, 15), (0, 16, 1), (20, 40, 7), (0, 15, 31),
    (3, 18, 37), (0, 0, 0),
])  # fmt: skip
def test_ranges_that_overlap(lib: rz.Library, places: tuple[int, int, int]) -> None:
    """Reverse against forward mode, which keeps nothing."""
    n, size = 4, 60
    random = np.random.default_rng(sum(places))
    a, da = random.standard_normal((2, size))
    rest = (size, n, *places)
    found = rz.grad(lib.moved, wrt="a", of="return")(a.copy(), *rest)
    tangents = (da, *(None for _ in rest))
    _, moved = rz.jvp(lib.moved, (a.copy(), *rest), tangents, of="return")
    assert np.isclose(np.vdot(found, da), moved, rtol=1e-11)


@pytest.mark.parametrize("away", [25, 24, 20, 7, 1, 0])
def test_halves_that_take_turns(lib: rz.Library, away: int) -> None:
    """They are compared once a layer, whether they overlap or not."""
    n, layers = 5, 4
    x, dx, w, dw = np.random.default_rng(away).standard_normal((4, n, n)) / 2
    found = rz.grad(lib.halves, wrt=("x", "w"))(x, w, n, layers, away)
    _, moved = rz.jvp(lib.halves, (x, w, n, layers, away), (dx, dw, None, None, None))
    assert np.isclose(np.vdot(found[0], dx) + np.vdot(found[1], dw), moved, rtol=1e-11)


def test_halves_are_compared_once_a_layer(lib: rz.Library) -> None:
    """A number for each element and layer, and a few bytes a layer: none for each row."""
    n, layers = 64, 4
    found = rz.explain(lib.halves, wrt=("x", "w"), sizes={"n": n, "layers": layers})
    assert 0 <= found.estimate - 8 * layers * n * n < 40 * layers


@pytest.mark.parametrize("to", [0, 3, 11, 12, 17, 20])
def test_small_integers_and_falling_addresses(lib: rz.Library, to: int) -> None:
    n, m, size = 3, 4, 40
    random = np.random.default_rng(to)
    a, da = (random.standard_normal((2, size)) * 0.4).astype(np.float32)
    found = rz.grad(lib.narrow, wrt="a", of="return")(a.copy(), size, n, m, to)
    args = (a.copy(), size, n, m, to)
    _, moved = rz.jvp(lib.narrow, args, (da, None, None, None, None), of="return")
    assert np.isclose(np.vdot(found, da), moved, rtol=1e-3)


def test_loops_that_do_not_run(lib: rz.Library) -> None:
    a = np.arange(4.0)
    for n in (0, -3):
        assert np.array_equal(
            rz.grad(lib.moved, wrt="a", of="return")(a.copy(), 4, n, 0, 1, 2), 2 * a
        )


def test_the_worst_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where every comparison fails more is kept; the gradient is the same, bit by bit."""
    x, w = given(8)
    args = (x, w, 8)
    with rz.options(cache=False):
        usual = rz.grad(rz.compile(TEXT).arena, wrt=("x", "w"))(*args)
        monkeypatch.setattr(augment, "compared", lambda *_: i64(-1))
        worst = rz.grad(rz.compile(TEXT).arena, wrt=("x", "w"))(*args)
        monkeypatch.setattr(Sharing, "shared", lambda *_: None)
        without = rz.grad(rz.compile(TEXT).arena, wrt=("x", "w"))(*args)
    for one, other, third in zip(usual, worst, without, strict=True):
        assert np.array_equal(one, other)
        assert np.array_equal(one, third)


def test_second_order(lib: rz.Library) -> None:
    """The directional derivative of the gradient in forward mode against differences."""
    n = 3
    x, w = given(n)
    dx = np.linspace(-1, 1, n * n).reshape(n, n)
    gradient = rz.grad(lib.arena, wrt="x")
    _, second = rz.jvp(gradient, (x, w, n), (dx, None, None))
    h = 1e-5
    ahead, behind = gradient(x + h * dx, w, n), gradient(x - h * dx, w, n)
    assert np.allclose(second, (ahead - behind) / (2 * h), rtol=1e-8)


KERNELS = r"""
#include <math.h>
#include <stdlib.h>
#include <string.h>
double eliminated(double *a, long n) {
    for (long k = 0; k < n; k++)
        for (long i = k + 1; i < n; i++) {
            double factor = a[i * n + k] / a[k * n + k];
            for (long j = k; j < n; j++) a[i * n + j] -= factor * a[k * n + j];
        }
    double s = 1;
    for (long i = 0; i < n; i++) s *= a[i * n + i];
    return s;
}
double triangle(const double *x, const double *w, long n) {
    double *z = malloc(n * sizeof(double)), total = 0;
    for (long r = 0; r < n; r++) {
        for (long j = 0; j < n; j++) z[j] = x[j] * w[r * n + j];
        for (long i = 0; i < n; i++) {
            double s = x[i];
            for (long j = 0; j < i; j++) s += w[i * n + j] * z[j] * z[j];
            total += s * s;
        }
    }
    free(z);
    return total;
}
double swept(const double *x, long n, long sweeps) {
    double *memory = malloc(3 * n * sizeof(double)), total = 0;
    double *c = memory, *u = memory + n, *t = memory + 2 * n;
    for (long i = 0; i < n; i++) c[i] = u[i] = x[i];
    for (long s = 0; s < sweeps; s++) {
        for (long i = 1; i < n; i++) t[i] = u[i] + 0.1 * c[i] * u[i - 1];
        memcpy(u + 1, t + 1, (n - 1) * sizeof(double));
    }
    for (long i = 0; i < n; i++) { total += u[i]; c[i] = 0; }
    free(memory);
    return total;
}
"""


@pytest.fixture(scope="module")
def kernels() -> rz.Library:
    return rz.compile(KERNELS)


def kept(f: rz.Function, *args: object, wrt: str = "x") -> int:
    """The bytes of chunks that a gradient leaves in the cache, more or less its tape."""
    rz.release()
    rz.grad(f, wrt=wrt, of="return")(*args)
    return rz.release()


def test_elimination_in_place(kernels: rz.Library) -> None:
    """Rows of pivots and factors: two numbers for each of the n² steps, none for each of the n³."""
    n = 96
    a = np.eye(n) + 0.1 * np.random.default_rng(3).standard_normal((n, n)) / n
    found = rz.grad(kernels.eliminated, wrt="a", of="return")(a.copy(), n)
    assert np.allclose(found, np.linalg.det(a) * np.linalg.inv(a).T, rtol=1e-9)
    assert kept(kernels.eliminated, a.copy(), n, wrt="a") < 8 * 4 * n * n


def test_a_triangle_of_scratch(kernels: rz.Library) -> None:
    """The scratch row is computed again, in a loop that runs less often than the one before."""
    n = 64
    random = np.random.default_rng(5)
    x, w, dx = random.standard_normal(n), random.standard_normal((n, n)), random.standard_normal(n)
    found = rz.grad(kernels.triangle, wrt="x")(x, w, n)
    _, moved = rz.jvp(kernels.triangle, (x, w, n), (dx, None, None))
    assert np.isclose(found @ dx, moved, rtol=1e-11)
    assert kept(kernels.triangle, x, w, n) < 8 * n * n * n / 4


def test_coefficients_beside_a_copy(kernels: rz.Library) -> None:
    """Coefficients in the same block as what is copied in each sweep are kept once."""
    n, sweeps = 1000, 50
    x, dx = np.random.default_rng(6).standard_normal((2, n))
    found = rz.grad(kernels.swept, wrt="x")(x, n, sweeps)
    _, moved = rz.jvp(kernels.swept, (x, n, sweeps), (dx, None, None))
    assert np.isclose(found @ dx, moved, rtol=1e-11)
    assert kept(kernels.swept, x, n, sweeps) < 8 * n * (3 * sweeps + 20)  # a chunk is larger
