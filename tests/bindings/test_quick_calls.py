"""Calls by the generated entry points: structs from dictionaries, `out=`, look-ups; what is
unusual goes the complete way, with its messages."""

import pickle
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

import ribozyme as rz
from ribozyme.api.calling import call

SOURCE = """
#include <math.h>
struct p { double k; int n; float m; unsigned char c; };
double by_value(struct p p, double x) { return p.k * x * x + p.m * p.n + p.c; }
double by_address(const struct p *p, double x) { return p->k * x * x + p->m * p->n; }
void changes(struct p *p) { p->k *= 2; }
struct three { float a, b, c; };
float sum3(struct three t) { return t.a * t.b + t.c; }
struct deep { double a; struct three t; };
double nested(const struct deep *d) { return d->a * d->t.b; }
struct typed { double k; enum kind { ONE, TWO } kind; };
double of_kind(struct typed t) { return t.k * (1 + t.kind); }
double energy(const double *x, int n, double k)
{
    double s = 0;
    for (int i = 0; i < n; i++) s += k * x[i] * x[i];
    return s;
}
double both(const double *x, const float *w, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) s += w[i] * x[i] * x[i];
    return s;
}
void cubes(const double *x, int n, double *out)
{
    for (int i = 0; i < n; i++) out[i] = x[i] * x[i] * x[i];
}
double scaled(double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) { x[i] *= 2; s += x[i] * x[i]; }
    return s;
}
"""
P = {"k": 1.5, "n": 3, "m": 0.5, "c": 7}


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(SOURCE)


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The complete way is not to be taken."""

    def slow(*_: Any) -> Any:
        raise AssertionError("this call went the complete way")

    monkeypatch.setattr(call, "run", slow)


G = {"check": "never"}


def test_structs_of_numbers_go_the_quick_way(lib: rz.Library, quickly: None) -> None:
    assert lib.by_value(P, 2.0) == 1.5 * 4 + 1.5 + 7
    assert rz.grad(lib.by_value, **G)(P, 2.0) == ({"k": 4.0, "n": 0, "m": 3.0, "c": 0}, 6.0)
    by_p = rz.grad(lib.by_address, wrt="p", **G)(P, 2.0)
    assert by_p == {"k": 4.0, "n": 0, "m": 3.0, "c": 0} and list(by_p) == ["k", "n", "m", "c"]
    t = {"a": 2.0, "b": 3.0, "c": np.float64(0.25)}
    assert lib.sum3(t) == 6.25 and rz.grad(lib.sum3, **G)(t) == {"a": 3.0, "b": 2.0, "c": 1.0}
    assert rz.value_and_grad(lib.by_address, wrt="x", **G)(dict(reversed(P.items())), 1)[1] == 3.0


def test_other_structs_go_the_complete_way(lib: rz.Library) -> None:
    """With the same answers, and messages about what does not fit."""
    assert lib.nested({"a": 2.0, "t": {"a": 0, "b": 3.0, "c": 0}}) == 6.0
    assert lib.of_kind({"k": 2.0, "kind": 1}) == lib.of_kind({"k": 2.0, "kind": "TWO"}) == 4.0
    p = dict(P)
    lib.changes(p)
    assert p == {**P, "k": 3.0}
    assert lib.by_value({**P, "k": np.float32(1.5)}, 2.0) == lib.by_value(P, 2.0)
    record = np.zeros(1, [("a", "f4"), ("b", "f4"), ("c", "f4")])[0]
    assert lib.sum3(record) == 0
    lacking = {k: v for k, v in P.items() if k != "m"}
    unfit = ({**P, "z": 1}, {**P, "c": 256}, {**P, "n": 1.5}, {**P, "k": "x"}, 3, None)
    for wrong in (lacking, *unfit):
        with pytest.raises(rz.Error):
            lib.by_value(wrong, 2.0)
    for wrong in (lacking, {**P, "n": 2**31}):
        with pytest.raises(rz.Error):
            rz.grad(lib.by_value)(wrong, 2.0)


def test_results_in_memory_of_the_caller_go_the_quick_way(
    lib: rz.Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    x, w = np.arange(1.0, 5.0), np.float32([1, 2, 3, 4])
    by_x, by_w = np.full(4, 9.0), np.full(4, 9, np.float32)
    g, both = rz.grad(lib.energy, wrt="x"), rz.value_and_grad(lib.both)
    g(x, 4, 0.5), both(x, w, 4)  # the first calls, which are compared
    monkeypatch.setattr(call, "run", None)
    for _ in range(3):
        assert g(x, 4, 0.5, out=by_x) is by_x
        assert_array_equal(by_x, x)
        value, (a, b) = both(x, w, 4, out=(by_x, by_w))
        assert a is by_x and b is by_w and value == w @ x**2
        assert_array_equal(by_x, 2 * w * x)
        assert_array_equal(by_w, x**2)


def test_results_that_do_not_fit(lib: rz.Library) -> None:
    x = np.arange(1.0, 5.0)
    g = rz.grad(lib.energy, wrt="x")
    for wrong, code in (
        (np.zeros(3), "RZ011"), (np.zeros((2, 2)), "RZ011"), (np.zeros(4, np.float32), "RZ008"),
        (x, "RZ404"), (x[::-1], "RZ008"), ((np.zeros(4), np.zeros(4)), "RZ011"), (None, None),
    ):  # fmt: skip
        if code is None:
            assert_array_equal(g(x, 4, 0.5, out=wrong), x)
            continue
        with pytest.raises(rz.Error) as refused:
            g(x, 4, 0.5, out=wrong)
        assert refused.value.code == code
    locked = np.zeros(4)
    locked.flags.writeable = False
    with pytest.raises(rz.Error, match="writeable"):
        g(x, 4, 0.5, out=locked)
    assert_array_equal(locked, 0)
    same = np.zeros(4)
    with pytest.raises(rz.Error) as refused:
        rz.grad(lib.both)(x, np.ones(4, np.float32), 4, out=(same, same[:2].view(np.float32)))
    assert refused.value.code == "RZ404"
    assert_array_equal(x, np.arange(1.0, 5.0))
    lists = [np.zeros(4)]
    assert g(x, 4, 0.5, out=lists) is lists[0]


def test_a_parameter_called_out_is_no_memory_for_results(lib: rz.Library) -> None:
    x, out = np.arange(1.0, 4.0), np.zeros(3)
    lib.cubes(x, 3, out=out)
    assert_array_equal(out, x**3)
    value, pull = rz.vjp(lib.cubes, x, 3, out)
    assert value is out and pull(np.ones(3)).tolist() == (3 * x**2).tolist()


def test_gradients_by_arrays_that_are_written(lib: rz.Library) -> None:
    x, into = np.arange(1.0, 4.0), np.full(3, 5.0)
    g = rz.grad(lib.scaled)
    for _ in range(2):
        assert g(x.copy(), 3, out=into) is into
        assert_array_equal(into, 8 * x)


def test_functions_of_a_library_are_attributes_after_their_first_use(lib: rz.Library) -> None:
    f = lib.energy
    assert lib.energy is f and lib["energy"] is f and vars(lib)["energy"] is f
    assert "_found" not in dir(lib) and [*dir(lib)] == sorted({g.name for g in lib})
    again = pickle.loads(pickle.dumps(lib))
    assert vars(again) == {} and again.energy(np.ones(2), 2, 1.0) == 2.0
    with pytest.raises(AttributeError, match="did you mean 'energy'"):
        lib.energie


def _micros(run: Callable[[], Any]) -> float:
    best = 1.0
    for _ in range(7):
        began = time.process_time()
        for _ in range(2000):
            run()
        best = min(best, (time.process_time() - began) / 2000)
    return best * 1e6


@pytest.mark.wide
def test_what_calls_cost(lib: rz.Library) -> None:
    """Microseconds of processor time, with room for slow machines."""
    x, into = np.ones(4), np.zeros(4)
    g, s = rz.grad(lib.energy, wrt="x"), rz.grad(lib.by_value)
    assert _micros(lambda: g(x, 4, 0.5)) < 2
    assert _micros(lambda: g(x, 4, 0.5, out=into)) < 2
    assert _micros(lambda: s(P, 2.0)) < 4
    assert _micros(lambda: lib.energy) < 0.3
