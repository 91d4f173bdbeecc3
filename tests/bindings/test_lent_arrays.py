"""Functions that free or move the NumPy arrays they are given: refused before the array is gone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.bindings.test_adaptor import NUMPY, run

import ribozyme as rz
from ribozyme.bindings.operators.declare import declare

pytestmark = pytest.mark.rotates("file", plain=9, wide=18)

SOURCE = """
#include <stdlib.h>

typedef struct { double *x; int n, room; } Row;

double freed(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x[i] * x[i];
  free(x);
  return s;
}

double moved(double *x, int n) {
  double s = 0;
  x = realloc(x, 8 * n * sizeof *x);
  for (int i = 0; i < n; i++) s += x[i] * x[i];
  return s;
}

static void reserve(Row *p, int room) {
  if (room <= p->room) return;
  p->x = realloc(p->x, room * sizeof *p->x);
  p->room = room;
}

double grown(Row *p) {
  reserve(p, 2 * p->n);
  double s = 0;
  for (int i = 0; i < p->n; i++) p->x[p->n + i] = p->x[i] * p->x[i];
  for (int i = 0; i < 2 * p->n; i++) s += p->x[i];
  return s;
}

double table(double **rows, int n, int m) {
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) s += rows[i][j] * rows[i][j] * (i + 1);
  free(rows[n - 1]);
  return s;
}

double scratch(double *x, int n) {
  double *w = malloc(n * sizeof *w), *all = n > 100 ? x : w, s = 0;
  for (int i = 0; i < n; i++) all[i] = x[i] * x[i] * x[i];
  for (int i = 0; i < n; i++) s += all[i];
  free(all);
  return s;
}

double counted(int *index, const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x[index[i]] * x[index[i]];
  free(index);
  return s;
}

void given_back(const double *x, int n, double *out) {
  for (int i = 0; i < n; i++) out[i] = x[i] * x[i];
  free(out);
}

double *made(int n) { return calloc(n, sizeof(double)); }
void ended(double *p) { free(p); }
"""
CXX = """
#include <vector>
double deleted(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x[i] * x[i];
  delete[] x;
  return s;
}
double kept(const double *x, int n) {
  std::vector<double> v;
  for (int i = 0; i < n; i++) v.push_back(x[i] * x[i]);
  double s = 0;
  for (double one : v) s += one;
  return s;
}
"""
N = 40_000  # a block that large is given back to the system when it is freed


@pytest.fixture(scope="module")
def lib(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path: Path = tmp_path_factory.mktemp("lent") / "lent.c"
    path.write_text(SOURCE)
    return rz.load(path)


def small() -> np.ndarray[Any, Any]:
    return np.linspace(0.5, 2, N)


WAYS: dict[str, Callable[[Any, Any], Any]] = {
    "grad": lambda f, x: rz.grad(f)(x, N),
    "value_and_grad": lambda f, x: rz.value_and_grad(f)(x, N),
    "jvp": lambda f, x: rz.jvp(f, (x, N), (np.ones(N), None)),
    "vjp": lambda f, x: rz.vjp(f, x, N)[1](1.0),
    "hvp": lambda f, x: rz.hvp(f, (x, N), np.ones(N)),
    "check": lambda f, x: rz.check(f, x, N),
    "halves": lambda f, x: rz.split(f)[0](x, N),
    "autodiff": lambda f, x: rz.autodiff(rz.Reverse, f, rz.Duplicated(x, np.zeros(N)), rz.Const(N)),
    # where the function itself runs first, or alone
    "call": lambda f, x: f(x, N),
    "jacobian": lambda f, x: rz.jacobian(f)(x, N),
    "linearize": lambda f, x: rz.linearize(f, x, N),
    "trace_nan": lambda f, x: rz.trace_nan(f, x, N),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["freed", "moved"])
def test_an_array_is_refused_and_stays(lib: Any, name: str, way: str) -> None:
    x = small()
    with pytest.raises(rz.NoDerivative, match=r"RZ215.*an array of the caller's") as caught:
        WAYS[way](lib[name], x)
    assert "lent.c" in str(caught.value)
    assert np.array_equal(x, small())


def test_a_hessian_is_refused_and_the_array_stays(lib: Any) -> None:
    x = small()[:40]
    with pytest.raises(rz.NoDerivative, match="RZ215"):
        rz.hessian(lib.freed)(x, 40)
    x[:] = 1
    assert x.sum() == 40


def test_a_member_that_is_moved(lib: Any) -> None:
    x = small()
    with pytest.raises(rz.NoDerivative, match="RZ215"):
        rz.grad(lib.grown)({"x": x, "n": N, "room": N})
    with pytest.raises(rz.NoDerivative, match="RZ215"):
        tangent = {"x": np.ones(N), "n": 0, "room": 0}
        rz.jvp(lib.grown, ({"x": x, "n": N, "room": N},), (tangent,))
    assert np.array_equal(x, small())


def test_a_member_with_room_stays_where_it_is(lib: Any) -> None:
    x = np.concatenate([small(), np.zeros(N)])
    found = rz.grad(lib.grown)({"x": x, "n": N, "room": 2 * N})
    assert np.allclose(found["x"][:N], 1 + 2 * small(), rtol=1e-14)


def test_a_row_of_a_table(lib: Any) -> None:
    rows = [small(), small()]
    for derivative in (rz.grad(lib.table, wrt="rows"), rz.value_and_grad(lib.table, wrt="rows")):
        with pytest.raises(rz.NoDerivative, match="RZ215"):
            derivative(rows, 2, N)
    assert np.array_equal(rows[1], small())


def test_what_the_function_has_made_may_be_freed(lib: Any) -> None:
    x = small()[:50]
    assert np.allclose(rz.grad(lib.scratch)(x, 50), 3 * x**2, rtol=1e-14)
    _, along = rz.jvp(lib.scratch, (x, 50), (np.ones(50), None))
    assert np.isclose(along, 3 * (x**2).sum(), rtol=1e-13)
    with pytest.raises(rz.NoDerivative, match="RZ215"):
        rz.grad(lib.scratch)(small(), N)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_lane_of_a_batch(lib: Any, threads: int) -> None:
    """The first lane's array begins where a block does; the others lie within one."""
    x = np.ones((200, 3))
    for f in (lib.freed, rz.grad(lib.freed), rz.jacobian(lib.freed)):
        with pytest.raises(rz.NoDerivative, match="RZ215"):
            rz.vmap(f, (0, None), threads=threads)(x, 3)
    assert (x == 1).all()


def test_arrays_that_are_not_differentiated(lib: Any) -> None:
    index, x, out = np.arange(N, dtype=np.int32), small(), np.zeros(N)
    for f in (lib.counted, rz.grad(lib.counted), rz.value_and_grad(lib.counted, check="never")):
        with pytest.raises(rz.NoDerivative, match="RZ215"):
            f(index, x, N)
    with pytest.raises(rz.NoDerivative, match="RZ215"):
        lib.given_back(x, N, out)
    assert np.array_equal(index, np.arange(N)) and np.array_equal(x, small())


def test_members_and_rows_in_calls(lib: Any) -> None:
    x, rows = small(), [small(), small()]
    with pytest.raises(rz.NoDerivative, match="RZ215"):
        lib.grown({"x": x, "n": N, "room": N})
    with pytest.raises(rz.NoDerivative, match="RZ215"):
        lib.table(rows, 2, N)
    assert np.array_equal(x, small()) and np.array_equal(rows[1], small())


def test_what_the_program_owns_is_given_back(lib: Any) -> None:
    address = lib.made(100)
    assert isinstance(address, int)
    lib.ended(None)
    assert np.isclose(lib.scratch(small()[:50], 50), (small()[:50] ** 3).sum())


def test_delete() -> None:
    lib, x = rz.compile(CXX, lang="c++"), small()
    for f in (lib.deleted, rz.grad(lib.deleted)):
        with pytest.raises(rz.NoDerivative, match="RZ215"):
            f(x, N)
    assert np.array_equal(x, small())
    assert np.isclose(lib.kept(x, N), (x**2).sum())
    assert np.allclose(rz.grad(lib.kept)(x, N), 2 * x)


@pytest.mark.parametrize("size", [3, 1000])
def test_tensors_of_operators(lib: Any, size: int) -> None:
    """What frameworks call: arrays of inputs, of outputs, copies of what is written, tapes."""
    x = small()[:size].copy()
    for function, how in (
        (lib.freed, {"sizes": {"n": "x"}}), (lib.moved, {"sizes": {"n": "x"}}),
        (lib.given_back, {"outputs": "out"}),
    ):  # fmt: skip
        declared = declare(function, **how)
        operation = declared.operation
        words = declared.call((x,), {}, NUMPY).words
        with pytest.raises(rz.NoDerivative, match="RZ215"):
            run(declared, operation, [x], words)
        cotangent = np.ones(size) if function is lib.given_back else np.ones(())
        with pytest.raises(rz.NoDerivative, match="RZ215"):
            run(declared, operation.vjp((0,)), [x, cotangent], words)
    assert np.array_equal(x, small()[:size])
