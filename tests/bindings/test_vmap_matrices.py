"""Jacobians and Hessians of every lane, swept over all lanes at once, against a call for each."""

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

import ribozyme as rz
from ribozyme.api.derivatives.batch_derivatives import Repeated
from ribozyme.api.derivatives.batch_matrices import Matrices

SOURCE = """
#include <complex.h>
#include <math.h>
void mix(const double *a, const float *b, int n, double s, double *out, double *total)
{
    *total = 0;
    for (int i = 0; i < n; i++) { out[i] = s * a[i] * b[(i + 1) % n]; *total += exp(out[i]); }
}
double step(double *x, int n, double h)
{
    double e = 0;
    for (int i = 0; i < n; i++) { x[i] += h * sin(x[i]); e += x[i] * x[i] * x[(i + 1) % n]; }
    return e;
}
double number(double x, double y) { return exp(x) * sin(y) * x; }
double grid(const double a[][3], int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++) s += a[i][j] * a[i][j] * a[0][0] * (i + 1);
    return s;
}
double complex turned(double complex z, double k) { return z * z * k; }
struct pair { double a, b; };
double of_pair(struct pair p, double x) { return p.a * x * x + p.b; }
"""
LANES = 5
RNG = np.random.default_rng(0)
A, S, H = RNG.normal(size=(LANES, 3)), RNG.normal(size=LANES), RNG.uniform(size=LANES)
B = RNG.normal(size=3).astype(np.float32)


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(SOURCE)


def close(found: Any, wanted: Any) -> None:
    if isinstance(found, tuple):
        assert len(found) == len(wanted)
        for one, other in zip(found, wanted, strict=True):
            close(one, other)
    else:
        assert np.shape(found) == np.shape(wanted) and found.dtype == np.asarray(wanted).dtype
        assert_allclose(
            found, wanted, rtol=1e-6 if found.dtype == np.float32 else 1e-12, atol=1e-15
        )


def stacked(lanes: list[Any], axis: int = 0) -> Any:
    if isinstance(lanes[0], tuple):
        return tuple(stacked(list(part), axis) for part in zip(*lanes, strict=True))
    return np.stack(lanes, axis)


WAYS: dict[str, Callable[..., Any]] = {
    "jacobian": rz.jacobian, "jacfwd": rz.jacfwd, "jacrev": rz.jacrev,
}  # fmt: skip


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("way", WAYS)
def test_jacobians_by_several_inputs_of_several_outputs(
    lib: rz.Library, way: str, threads: int
) -> None:
    """Some inputs are shared, one has its lanes along another axis, one is of single precision."""
    matrix = WAYS[way](lib.mix, wrt=("a", "b", "s"), of=("out", "total"))
    batch = rz.vmap(matrix, (1, None, None, 0, 0, 1), threads=threads)
    assert isinstance(batch, Matrices)
    out, total = np.zeros((LANES, 3)), np.zeros((1, LANES))
    found = batch(np.ascontiguousarray(A.T), B, 3, S, out, total)
    own = [(a.copy(), B, 3, s, np.zeros(3), np.zeros(1)) for a, s in zip(A, S, strict=True)]
    close(found, stacked([matrix(*args) for args in own]))
    close(out, np.array([args[4] for args in own]))  # as the primal leaves it
    close(total, np.array([args[5] for args in own]).T)


@pytest.mark.parametrize("way", [*WAYS, "hessian"])
def test_an_array_that_is_input_and_output(lib: rz.Library, way: str) -> None:
    made = {**WAYS, "hessian": rz.hessian}[way]
    options = {} if way == "hessian" else {"of": ("x", "return")}
    matrix = made(lib.step, wrt=("x", "h"), **options)
    x, own = A.copy(), [a.copy() for a in A]
    found = rz.vmap(matrix, (0, None, 0))(x, 3, H)
    wanted = stacked([matrix(a, 3, float(h)) for a, h in zip(own, H, strict=True)])
    close(found, wanted)
    close(x, np.array(own))


def test_hessians_of_numbers_and_out_axes(lib: rz.Library) -> None:
    matrix = rz.hessian(lib.number)
    pairs = list(zip(S, H, strict=True))
    close(rz.vmap(matrix)(S, H), stacked([matrix(*pair) for pair in pairs]))
    by_x = rz.hessian(lib.number, wrt="x")
    found = rz.vmap(by_x, (0, None))(S, 0.5)
    close(found, np.array([by_x(s, 0.5) for s in S]))
    matrix = rz.hessian(lib.step, wrt="x")
    found = rz.vmap(matrix, (0, None, None), out_axes=2)(A.copy(), 3, 0.1)
    close(found, stacked([matrix(a.copy(), 3, 0.1) for a in A], 2))


def test_matrices_as_inputs_and_other_orders(lib: rz.Library) -> None:
    a = RNG.normal(size=(2, LANES, 3))
    matrix = rz.hessian(lib.grid)
    own = [np.ascontiguousarray(a[:, k]) for k in range(LANES)]
    close(rz.vmap(matrix, (1, None))(a, 2), stacked([matrix(one, 2) for one in own]))
    slopes = rz.jacobian(rz.grad(lib.grid))
    close(rz.vmap(slopes, (1, None))(a, 2), stacked([slopes(one, 2) for one in own]))


def test_what_is_not_of_real_numbers_goes_lane_by_lane(lib: rz.Library) -> None:
    holomorphic = rz.jacobian(lib.turned, wrt="z", holomorphic=True)
    batch = rz.vmap(holomorphic, (0, None))
    assert isinstance(batch, Repeated)
    assert_allclose(batch(S + 1j * H, 0.5), S + 1j * H)
    of_pair = rz.hessian(lib.of_pair, wrt="x")
    batch = rz.vmap(of_pair, (None, 0))
    assert isinstance(batch, Repeated)
    assert_allclose(batch({"a": 2.0, "b": 1.0}, S), np.full(LANES, 4.0))
    checkpointed = rz.jacobian(lib.step, wrt="x", of="x", memory="1MB")
    found = rz.vmap(checkpointed, (0, None, None))(A.copy(), 3, 0.1)
    close(found, stacked([checkpointed(a.copy(), 3, 0.1) for a in A]))


def test_pickled_and_no_lanes(lib: rz.Library) -> None:
    batch = rz.vmap(rz.hessian(lib.number))
    again = pickle.loads(pickle.dumps(batch))
    close(again(S, H), batch(S, H))
    with pytest.raises(rz.SignatureError, match="has no lanes"):
        batch(np.zeros(0), np.zeros(0))
    with pytest.raises(rz.SignatureError, match="differ in length"):
        batch(S, H[:2])
