"""Derivatives from Python: every transform, on numbers, arrays and structs."""

import ctypes
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=12, wide=24)

SOURCE = """
#include <math.h>
#include <stddef.h>

double square(double x) { return x * x; }
double relu3(double x) { return x > 0 ? x * x * x : 0; }
double mixed(double x, double y, int n) { return sin(x) * y + n * x * y * y; }
float single(float x) { return x * x * x; }

double dot(const double *x, const double *y, size_t n)
{
    double s = 0;
    for (size_t i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}
double rosenbrock(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i + 1 < n; i++) {
        double a = x[i + 1] - x[i] * x[i], b = 1 - x[i];
        s += 100 * a * a + b * b;
    }
    return s;
}
void waves(const double *x, double *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] = sin(x[i]) * x[i];
}
void step(double *u, double c, int n)
{
    for (int i = 0; i < n; i++)
        u[i] = c * u[i] * u[i];
}
void both(const double *x, double *sum, double *product)
{
    *sum = x[0] + x[1];
    *product = x[0] * x[1];
}
double count(const int *n) { return n[0]; }

struct point { double x, y; };
struct cloud { const double *at; int n; double scale; };
double area(struct point p, double s) { return p.x * p.y * s; }
double length(const struct point *p) { return sqrt(p->x * p->x + p->y * p->y); }
double spread(struct cloud c)
{
    double s = 0;
    for (int i = 0; i < c.n; i++)
        s += c.scale * c.at[i] * c.at[i];
    return s;
}
"""


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(SOURCE)


def slope(f: Callable[[float], float], x: float, h: float = 1e-6) -> float:
    return (f(x + h) - f(x - h)) / (2 * h)


# ---- grad and value_and_grad ---------------------------------------------------------------------


@pytest.mark.parametrize("x", [-2.0, -0.5, 0.0, 0.5, 3.0])
def test_gradients_of_one_number(lib: rz.Library, x: float) -> None:
    assert rz.grad(lib.square)(x) == 2 * x
    assert rz.grad(lib.relu3)(x) == (3 * x * x if x > 0 else 0)
    assert_allclose(rz.grad(lib.single)(x), 3 * x * x, rtol=1e-6)


def test_by_default_all_floating_inputs_in_order(lib: rz.Library) -> None:
    by_x, by_y = rz.grad(lib.mixed)(1.0, 2.0, 3)
    assert_allclose(by_x, slope(lambda x: lib.mixed(x, 2.0, 3), 1.0), rtol=1e-8)
    assert_allclose(by_y, slope(lambda y: lib.mixed(1.0, y, 3), 2.0), rtol=1e-8)


def test_wrt_names_positions_and_tuples(lib: rz.Library) -> None:
    by_x, by_y = rz.grad(lib.mixed)(1.0, 2.0, 3)
    assert rz.grad(lib.mixed, wrt="y")(1.0, 2.0, 3) == by_y
    assert rz.grad(lib.mixed, wrt=0)(1.0, 2.0, 3) == by_x
    assert rz.grad(lib.mixed, wrt=-2)(1.0, 2.0, 3) == by_y
    assert rz.grad(lib.mixed, wrt=("x",))(1.0, 2.0, 3) == (by_x,)
    assert rz.grad(lib.mixed, wrt=("y", "x"))(1.0, 2.0, 3) == (by_y, by_x)  # as asked for


def test_wrt_keeps_its_order_everywhere(lib: rz.Library) -> None:
    at = (1.0, 2.0, 3)
    by_x, by_y = rz.grad(lib.mixed)(*at)
    assert rz.value_and_grad(lib.mixed, wrt=(1, 0))(*at)[1] == (by_y, by_x)
    assert rz.vjp(lib.mixed, *at, wrt=("y", "x"))[1](1.0) == (by_y, by_x)
    fwd, rev = rz.split(lib.mixed, wrt=("y", "x"))
    assert rev(fwd(*at)[1], 1.0) == (by_y, by_x)
    assert_allclose(rz.jacobian(lib.mixed, wrt=("y", "x"))(*at), (by_y, by_x), rtol=1e-14)
    (xx, xy), (yx, yy) = rz.hessian(lib.mixed)(*at)
    assert_allclose(rz.hessian(lib.mixed, wrt=("y", "x"))(*at), ((yy, yx), (xy, xx)))
    along = rz.hvp(lib.mixed, at, (0.3, 0.7), wrt=("y", "x"))
    assert_allclose(along, (0.3 * yy + 0.7 * yx, 0.3 * xy + 0.7 * xx), rtol=1e-12)


def test_arrays(lib: rz.Library) -> None:
    x, y = np.array([1.0, 2.0, 3.0]), np.array([4.0, 5.0, 6.0])
    by_x, by_y = rz.grad(lib.dot)(x, y, 3)
    assert by_x.tolist() == y.tolist() and by_y.tolist() == x.tolist()
    assert not np.shares_memory(by_x, y)
    value, (by_x,) = rz.value_and_grad(lib.dot, wrt=("x",))(x, y=y, n=2)
    assert value == 14.0
    assert by_x.tolist() == [4.0, 5.0, 0.0]  # what is beyond n is not read


def test_the_shape_of_a_gradient_is_that_of_the_array(lib: rz.Library) -> None:
    x, y = np.ones((2, 3)), np.ones((3, 2))
    by_x, by_y = rz.grad(lib.dot)(x, y, 6)
    assert by_x.shape == (2, 3) and by_y.shape == (3, 2)
    assert rz.grad(lib.rosenbrock)(np.zeros(0), 0).shape == (0,)


def test_the_same_array_twice_when_it_is_only_read(lib: rz.Library) -> None:
    x = np.array([1.0, 2.0])
    by_x, by_y = rz.grad(lib.dot)(x, x, 2)
    assert by_x.tolist() == by_y.tolist() == [1.0, 2.0]


def test_structs_come_back_as_they_went(lib: rz.Library) -> None:
    by_p, by_s = rz.grad(lib.area)({"x": 2.0, "y": 3.0}, 4.0)
    assert by_p == {"x": 12.0, "y": 8.0} and by_s == 6.0
    assert_allclose(list(rz.grad(lib.length)({"x": 3.0, "y": 4.0}).values()), [0.6, 0.8])
    found = rz.grad(lib.spread)({"at": np.array([1.0, 2.0]), "n": 2, "scale": 0.5})
    assert found["at"].tolist() == [1.0, 2.0] and found["scale"] == 5.0 and found["n"] == 0


def test_a_ctypes_structure(lib: rz.Library) -> None:
    class Point(ctypes.Structure):
        _fields_ = (("x", ctypes.c_double), ("y", ctypes.c_double))

    found = rz.grad(lib.length)(Point(3.0, 4.0))
    assert_allclose([found.x, found.y], [0.6, 0.8])


# ---- jvp and vjp ---------------------------------------------------------------------------------


def test_jvp_of_numbers(lib: rz.Library) -> None:
    value, tangent = rz.jvp(lib.mixed, (1.0, 2.0, 3), (1.0, None, None))
    assert value == lib.mixed(1.0, 2.0, 3)
    assert_allclose(tangent, rz.grad(lib.mixed, wrt="x")(1.0, 2.0, 3), rtol=1e-14)


def test_jvp_of_arrays_writes_as_the_primal_does(lib: rz.Library) -> None:
    x, y, v = np.linspace(0, 1, 5), np.zeros(5), np.arange(5.0)
    value, tangent = rz.jvp(lib.waves, (x, y, 5), (v, None, None))
    assert value is y
    assert_allclose(y, np.sin(x) * x)
    assert_allclose(tangent, (np.cos(x) * x + np.sin(x)) * v)
    assert v.tolist() == [0, 1, 2, 3, 4]


def test_members_that_a_tangent_leaves_out_are_not_differentiated(lib: rz.Library) -> None:
    cloud = {"at": np.array([1.0, 2.0]), "n": 2, "scale": 3}  # 3 for a double: its tangent is 0
    slopes = rz.grad(lib.spread)(cloud)
    at = np.array([1.0, -1.0])
    assert_allclose(rz.jvp(lib.spread, (cloud,), ({"at": at},))[1], slopes["at"] @ at)
    assert_allclose(
        rz.jvp(lib.spread, (cloud,), ({"scale": 2, "at": None},))[1], 2 * slopes["scale"]
    )
    assert rz.jvp(lib.spread, (cloud,), ({},))[1] == 0
    point, halves = {"x": 3.0, "y": 4.0}, rz.grad(lib.area)({"x": 3.0, "y": 4.0}, 2.0)[0]
    assert_allclose(rz.jvp(lib.area, (point, 2.0), ({"y": 1.0}, None))[1], halves["y"])
    with pytest.raises(rz.Error, match="RZ013"):
        rz.jvp(lib.spread, (cloud,), ({"att": at},))


def test_vjp_and_a_pullback_that_runs_again(lib: rz.Library) -> None:
    x, y = np.linspace(0, 1, 5), np.zeros(5)
    value, pullback = rz.vjp(lib.waves, x, y, 5)
    assert value is y
    slopes = np.cos(x) * x + np.sin(x)
    x[:] = 100.0  # what was the input then is what counts
    for w in (np.ones(5), np.arange(5.0), np.ones(5)):
        assert_allclose(pullback(w), slopes * w)
        assert not np.shares_memory(pullback(w), w)


def test_vjp_of_an_array_that_is_input_and_output(lib: rz.Library) -> None:
    u = np.array([1.0, 2.0, 3.0])
    value, pullback = rz.vjp(lib.step, u, 2.0, 3)
    assert u.tolist() == [2.0, 8.0, 18.0] and value is u
    by_u, by_c = pullback(np.ones(3))
    assert by_u.tolist() == [4.0, 8.0, 12.0]  # by its value before
    assert by_c == 14.0


def test_duality(lib: rz.Library) -> None:
    rng = np.random.default_rng(0)
    x, v, w = rng.normal(size=(3, 7))
    _, forward = rz.jvp(lib.waves, (x, np.zeros(7), 7), (v, None, None))
    _, pullback = rz.vjp(lib.waves, x, np.zeros(7), 7)
    assert_allclose(w @ forward, v @ pullback(w), rtol=1e-14)


def test_several_outputs(lib: rz.Library) -> None:
    x, s, p = np.array([3.0, 5.0]), np.zeros(1), np.zeros(1)
    value, pullback = rz.vjp(lib.both, x, s, p, of=("sum", "product"))
    assert value == (s, p) and s[0] == 8.0 and p[0] == 15.0
    assert pullback(np.ones(1), np.zeros(1)).tolist() == [1.0, 1.0]
    assert pullback((np.zeros(1), np.ones(1))).tolist() == [5.0, 3.0]
    _, pullback = rz.vjp(lib.both, x, s, p, of="product")
    assert pullback(np.ones(1)).tolist() == [5.0, 3.0]


# ---- dense ---------------------------------------------------------------------------------------


def test_jacobian_has_the_shape_of_output_and_input(lib: rz.Library) -> None:
    x, y = np.linspace(0, 1, 4), np.zeros(4)
    found = rz.jacobian(lib.waves)(x, y, 4)
    assert_allclose(found, np.diag(np.cos(x) * x + np.sin(x)))
    assert_allclose(y, np.sin(x) * x)
    assert rz.jacobian(lib.waves)(np.ones((2, 2)), np.ones((2, 2)), 4).shape == (2, 2, 2, 2)
    assert rz.jacobian(lib.dot, wrt="x")(np.ones(3), np.ones(3), 3).tolist() == [1.0, 1.0, 1.0]
    assert rz.jacobian(lib.square)(3.0) == 6.0
    by_u, by_c = rz.jacobian(lib.step)(np.array([1.0, 2.0]), 3.0, 2)
    assert by_u.tolist() == [[6.0, 0.0], [0.0, 12.0]] and by_c.tolist() == [1.0, 4.0]


def hessian_of_rosenbrock(x: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    found = np.zeros((x.size, x.size))
    for i in range(x.size - 1):
        found[i, i] += 1200 * x[i] ** 2 - 400 * x[i + 1] + 2
        found[i, i + 1] = found[i + 1, i] = -400 * x[i]
        found[i + 1, i + 1] += 200
    return found


def test_hessian_and_hvp(lib: rz.Library) -> None:
    x, v = np.array([1.2, 0.9, 1.1, 0.7]), np.array([1.0, -2.0, 0.5, 3.0])
    truth = hessian_of_rosenbrock(x)
    assert_allclose(rz.hessian(lib.rosenbrock)(x, 4), truth)
    assert_allclose(rz.hvp(lib.rosenbrock, (x, 4), v), truth @ v)
    (xx, xy), (yx, yy) = rz.hessian(lib.mixed)(1.0, 2.0, 3)
    assert_allclose([xx, xy, yx, yy], [-2 * math.sin(1), math.cos(1) + 12, math.cos(1) + 12, 6])


def test_gradients_of_gradients(lib: rz.Library) -> None:
    assert rz.grad(rz.grad(lib.square))(3.0) == 2.0
    assert rz.grad(rz.grad(rz.grad(lib.relu3)))(3.0) == 6.0
    mixed = rz.grad(rz.grad(lib.mixed, wrt="x"), wrt="y")
    assert_allclose(mixed(1.0, 2.0, 3), math.cos(1.0) + 12)


# ---- the exact layer -----------------------------------------------------------------------------


def test_autodiff_accumulates_and_returns(lib: rz.Library) -> None:
    x, dx = np.array([1.0, 2.0]), np.array([10.0, 10.0])
    y = np.array([3.0, 4.0])
    found = rz.autodiff(rz.Reverse, lib.dot, rz.Duplicated(x, dx), rz.Const(y), rz.Const(2))
    assert found is None
    assert dx.tolist() == [13.0, 14.0]
    assert rz.autodiff(rz.Reverse, lib.square, rz.Active(3.0)) == 6.0
    assert rz.autodiff(rz.ReverseWithPrimal, lib.square, rz.Active(3.0)) == (9.0, 6.0)
    both = rz.autodiff(rz.Reverse, lib.mixed, rz.Active(1.0), rz.Active(2.0), 3)
    assert both == rz.grad(lib.mixed)(1.0, 2.0, 3)


def test_autodiff_through_an_output_array(lib: rz.Library) -> None:
    x, dx, y, dy = np.ones(2), np.zeros(2), np.zeros(2), np.array([1.0, 2.0])
    rz.autodiff(
        rz.Reverse, lib.waves, rz.Duplicated(x, dx), rz.DuplicatedNoNeed(y, dy), rz.Const(2)
    )
    slope_at_one = math.cos(1) + math.sin(1)
    assert_allclose(dx, [slope_at_one, 2 * slope_at_one])
    assert dy.tolist() == [0.0, 0.0]  # what went back is gone


def test_autodiff_forward(lib: rz.Library) -> None:
    assert rz.autodiff(rz.Forward, lib.square, rz.Duplicated(3.0, 1.0)) == 6.0
    assert rz.autodiff(rz.ForwardWithPrimal, lib.square, rz.Duplicated(3.0, 2.0)) == (9.0, 12.0)
    x, v = np.ones(2), np.array([1.0, 0.0])
    assert rz.autodiff(rz.Forward, lib.dot, rz.Duplicated(x, v), rz.Const(x), 2) == 1.0


@pytest.mark.parametrize(
    "args, words",
    [
        ((rz.Duplicated(1.0, 1.0),), "use rz.Active(x)"),
        ((1.0,), "holds floats: say what it is"),
        ((rz.Active(1.0), rz.Active(1.0)), "takes 1 arguments, autodiff got 2"),
    ],
)
def test_marks_that_do_not_fit(lib: rz.Library, args: tuple[Any, ...], words: str) -> None:
    with pytest.raises(rz.Error) as refused:
        rz.autodiff(rz.Reverse, lib.square, *args)
    assert words in str(refused.value)


# ---- what cannot be meant ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ask, code, words",
    [
        (lambda lib: rz.grad(lib.square, wrt="y"), "RZ013", "has no parameter 'y'"),
        (lambda lib: rz.grad(lib.square, wrt=1), "RZ013", "there is none at position 1"),
        (lambda lib: rz.grad(lib.mixed, wrt="n"), "RZ010", "holds no floats"),
        (lambda lib: rz.grad(lib.mixed, wrt=()), "RZ001", "wrt names no parameter"),
        (lambda lib: rz.grad(lib.mixed, wrt=1.5), "RZ008", "name or position"),
        (lambda lib: rz.grad(lib.waves)(np.ones(2), np.ones(2), 2), "RZ009", "use vjp"),
        (lambda lib: rz.grad(lib.mixed, wrt=("x", 0)), "RZ001", "names 'x' of 'mixed' twice"),
        (lambda lib: rz.grad(lib.count), "RZ010", "no floating parameter"),
        (lambda lib: rz.vjp(lib.both, *[np.ones(2)] * 3), "RZ009", 'of="sum"'),
        (
            lambda lib: rz.vjp(lib.waves, np.ones(1), np.ones(1), 1, of="x"),
            "RZ010",
            "never written",
        ),
        (lambda lib: rz.grad(print), "RZ008", "takes a function of a library"),
        (lambda lib: rz.grad(lib.square, check="sometimes"), "RZ006", "'first' or 'always'"),
        (lambda lib: rz.grad(lib.square, fast_maths=True), "RZ006", "did you mean 'fast_math'"),
        (lambda lib: rz.jvp(lib.square, 1.0, 1.0), "RZ008", "primals is a tuple"),
        (lambda lib: rz.jvp(lib.square, (1.0,), (None,)), "RZ010", "no tangent"),
        (lambda lib: rz.jvp(lib.square, (1.0,), (1.0, 1.0)), "RZ011", "one tangent per primal"),
    ],
)
def test_what_cannot_be_meant(
    lib: rz.Library, ask: Callable[[rz.Library], Any], code: str, words: str
) -> None:
    with pytest.raises(rz.Error) as refused:
        ask(lib)
    assert refused.value.code == code
    assert words in str(refused.value)


def test_shapes_of_tangents_and_cotangents(lib: rz.Library) -> None:
    x, y = np.ones(3), np.zeros(3)
    with pytest.raises(rz.SignatureError, match=r"belongs to 'x' and wants .*shape \(3,\)"):
        rz.jvp(lib.waves, (x, y, 3), (np.ones(4), None, None))
    assert not y.any()
    _, pullback = rz.vjp(lib.waves, x, y, 3)
    with pytest.raises(TypeError, match="wants an array of float64"):
        pullback(np.ones(3, np.float32))
    with pytest.raises(rz.SignatureError, match="takes 1 cotangent, it got 2"):
        pullback(np.ones(3), np.ones(3))


def test_arrays_that_overlap_and_are_written(lib: rz.Library) -> None:
    x = np.ones(4)
    with pytest.raises(rz.ActivityError, match="overlap in memory") as no:
        rz.autodiff(
            rz.Reverse, lib.waves,
            rz.Duplicated(x[:3], np.zeros(3)), rz.Duplicated(x[1:], np.zeros(3)), 3,
        )  # fmt: skip
    assert no.value.code == "RZ404"


def test_none_for_what_is_differentiated(lib: rz.Library) -> None:
    with pytest.raises(rz.Error, match="wants an array of float64"):
        rz.grad(lib.rosenbrock)(None, 0)


def test_blocks_of_a_hessian_by_pairs_of_inputs() -> None:
    lib = rz.compile(
        """#include <math.h>
        double f(const double *x, int n, double k, const double *w) {
            double s = 0;
            for (int i = 0; i < n; i++) s += k * k * exp(x[i]) * sin(x[i] * w[i & 1]);
            return s;
        }
        void scaled(double *x, int n, double k, double *sum) {
            for (*sum = 0; n--; x++) *sum += *x *= k;
        }"""
    )
    args = (np.linspace(0.1, 1, 4), 4, 2.0, np.array([1.0, 2.0]))
    names = ("x", "k", "w")
    whole = rz.hessian(lib.f, wrt=names)(*args)
    for i, a in enumerate(names):
        for j, b in enumerate(names):
            assert_allclose(rz.hessian(lib.f, pairs=(a, b))(*args), whole[i][j], rtol=1e-12)
    xk, ww = rz.hessian(lib.f, pairs=[("x", "k"), (3, 3)])(*args)
    assert_allclose(xk, whole[0][1])
    assert_allclose(ww, whole[2][2])
    x = np.array([1.0, 2.0])
    pairs = [("x", "k"), ("k", "x"), ("k", "k")]
    of_x, of_k, zero = rz.hessian(lib.scaled, of="sum", pairs=pairs)(x, 2, 3.0, np.zeros(1))
    assert_allclose((of_x, of_k), np.ones((2, 2)))
    assert zero == 0 and x.tolist() == [3.0, 6.0]  # as the primal leaves it, once
    for wrong in ("x", (), [("x", "k", "w")], ("x", ("k", "k"))):
        with pytest.raises(rz.UsageError, match="pairs is a pair of inputs"):
            rz.hessian(lib.f, pairs=wrong)
    with pytest.raises(rz.UsageError, match="without wrt="):
        rz.hessian(lib.f, wrt="x", pairs=("x", "k"))
