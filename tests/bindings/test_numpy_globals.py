"""Derivatives by global variables: `wrt="@g"`."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from numpy.testing import assert_allclose

import ribozyme as rz

SOURCE = """
#include <math.h>
double gain = 2.0;
float offset = 0.5f;
double weights[2][3] = {{1, 2, 3}, {4, 5, 6}};
static double hidden = 4.0;
void hide(double v) { hidden = v; }
static double never = 7.0;
const double fixed = 3.0;
_Thread_local double each = 1.0;
double *somewhere;
int count = 3;
struct settings { double mass; int kind; double spin[2]; unsigned low : 3, high : 5; };
struct settings current = {1.5, 2, {0.5, -1.0}, 5, 17};
unsigned bits(void) { return current.low * 100 + current.high; }

double energy(double x)
{
    double s = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            s += weights[i][j] * pow(x, j) * sin(gain * (i + 1));
    return s + hidden * x + offset * x * never * fixed * each;
}
double spinning(double x)
{
    return current.mass * x * x + current.spin[1] * sin(x) * current.kind;
}
double growing(double x) { gain = gain * x; return gain * gain; }
void filled(const double *x, int n, double *out)
{
    for (int i = 0; i < n; i++)
        out[i] = gain * x[i] * weights[i % 2][i % 3];
}
"""


@pytest.fixture
def lib() -> Iterator[rz.Library]:
    yield rz.compile(SOURCE)  # its variables are its own


def energy_by_gain(x: float, gain: float) -> float:
    w = np.array([[1, 2, 3], [4, 5, 6]])
    powers = np.array([1, x, x * x])
    return float(sum((w[i] @ powers) * (i + 1) * np.cos(gain * (i + 1)) for i in range(2)))


def test_a_number(lib: rz.Library) -> None:
    by_gain = rz.grad(lib.energy, wrt="@gain")
    assert by_gain(0.3) == pytest.approx(energy_by_gain(0.3, 2.0), rel=1e-14)
    assert rz.grad(lib.energy, wrt="@offset")(0.3) == pytest.approx(0.3 * 7 * 3, rel=1e-6)


def test_an_array_has_its_shape(lib: rz.Library) -> None:
    found = rz.grad(lib.energy, wrt="@weights")(0.3)
    assert_allclose(found, np.outer(np.sin([2.0, 4.0]), [1, 0.3, 0.09]), rtol=1e-14)


def test_a_struct_is_a_dictionary(lib: rz.Library) -> None:
    found = rz.grad(lib.spinning, wrt="@current")(0.3)
    assert found["mass"] == pytest.approx(0.09)
    assert_allclose(found["spin"], [0, 2 * np.sin(0.3)])
    assert lib.bits() == 517  # what is no float is left alone


def test_together_with_parameters_in_the_order_asked_for(lib: rz.Library) -> None:
    by_gain, by_x, by_weights = rz.grad(lib.energy, wrt=("@gain", "x", "@weights"))(0.3)
    assert by_x == rz.grad(lib.energy, wrt="x")(0.3)
    assert by_gain == pytest.approx(energy_by_gain(0.3, 2.0))
    assert by_weights.shape == (2, 3)
    assert rz.grad(lib.energy)(0.3) == by_x  # by default parameters alone


def test_the_value_is_what_stands_in_the_variable_at_the_call(lib: rz.Library) -> None:
    by_x_then_hidden = rz.grad(rz.grad(lib.energy, wrt="@hidden"), wrt="x")
    assert rz.grad(lib.growing, wrt="@gain")(3.0) == 2 * 2.0 * 9
    assert rz.grad(lib.growing, wrt="@gain")(3.0) == 2 * 6.0 * 9  # the function wrote it
    assert lib.growing(1.0) == 18.0**2
    lib.hide(5.0)
    assert by_x_then_hidden(0.3) == 1.0
    value, slope = rz.value_and_grad(lib.energy, wrt="@gain")(0.3)
    assert value == lib.energy(0.3)
    assert slope == pytest.approx(energy_by_gain(0.3, 18.0), rel=1e-12)


def test_second_order(lib: rz.Library) -> None:
    f = lib.energy
    step = 1e-5
    around = [energy_by_gain(0.3, 2.0 + way * step) for way in (1, -1)]
    twice = (around[0] - around[1]) / (2 * step)
    assert rz.hessian(f, wrt="@gain")(0.3) == pytest.approx(twice, rel=1e-8)
    mixed = rz.hessian(f, wrt=("x", "@gain"))(0.3)
    assert mixed[0][1] == pytest.approx(mixed[1][0])
    assert mixed[0][1] == pytest.approx(rz.grad(rz.grad(f, wrt="@gain"), wrt="x")(0.3))
    assert mixed[0][1] == pytest.approx(rz.grad(rz.grad(f, wrt="x"), wrt="@gain")(0.3))
    assert rz.hvp(f, (0.3,), 2.0, wrt="@gain") == pytest.approx(2 * twice, rel=1e-8)


def test_of_an_array(lib: rz.Library) -> None:
    x, out = np.array([1.0, 2.0, 3.0]), np.zeros(3)
    _, pullback = rz.vjp(lib.filled, x, 3, out, wrt="@gain")
    ratios = x * np.array([1, 5, 3])
    assert pullback(np.ones(3)) == ratios.sum()
    assert_allclose(rz.jacobian(lib.filled, wrt="@gain")(x, 3, out), ratios)
    by_weights = rz.jacobian(lib.filled, wrt="@weights")(x, 3, out)
    assert by_weights.shape == (3, 2, 3)
    assert_allclose(by_weights[1], [[0, 0, 0], [0, 4, 0]])


def test_checked(lib: rz.Library) -> None:
    report = rz.check(lib.energy, 0.3, wrt=("@gain", "@weights", "x"))
    assert report, str(report)
    assert rz.grad(lib.energy, wrt="@gain")(0.3) == pytest.approx(energy_by_gain(0.3, 2.0))


def test_tapes_of_two_calls_do_not_meet(lib: rz.Library) -> None:
    fwd, rev = rz.split(lib.energy, wrt=("@gain", "@weights"))
    (_, one), (_, two) = fwd(0.3), fwd(0.7)
    for _ in range(2):
        assert rev(one)[0] == pytest.approx(energy_by_gain(0.3, 2.0))
        assert rev(two, 3.0)[0] == pytest.approx(3 * energy_by_gain(0.7, 2.0))


def test_from_many_threads(lib: rz.Library) -> None:
    both = rz.grad(lib.energy, wrt=("@gain", "@weights"))
    points = np.linspace(0, 1, 200)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(both, points))
    assert [f[0] for f in found] == [both(x)[0] for x in points]


def test_a_batch(lib: rz.Library) -> None:
    points = np.linspace(0, 1, 20)
    by_gain = rz.vmap(rz.grad(lib.energy, wrt="@gain"), threads=4)(points)
    assert_allclose(by_gain, [energy_by_gain(x, 2.0) for x in points])
    by_weights = rz.vmap(rz.grad(lib.energy, wrt="@weights"))(points)
    assert by_weights.shape == (20, 2, 3)


def test_in_namespaces_and_without_debug_information() -> None:
    cxx = rz.compile(
        "namespace a { double k = 2; } namespace b { double k = 3; }\n"
        'extern "C" double f(double x) { return a::k * x + b::k * x * x; }',
        lang="c++",
    )
    assert rz.grad(cxx.f, wrt=("@a::k", "@b::k"))(3.0) == (3.0, 9.0)
    with pytest.raises(rz.UnknownName, match="'@k' means 2 variables"):
        rz.grad(cxx.f, wrt="@k")
    bare = rz.compile(SOURCE, debug=False)
    assert rz.grad(bare.energy, wrt="@weights")(0.3).shape == (2, 3)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("@gian", r"no variable '@gian'(?s:.*)did you mean '@gain'\?"),
        ("@never", "it never changes"),
        ("@fixed", "it is constant"),
        ("@each", "every thread has its own"),
        ("@count", "variables of type int are not differentiated"),
        ("@somewhere", r"variables of type double \* are not differentiated"),
    ],
)
def test_what_is_no_input_is_said(lib: rz.Library, name: str, says: str) -> None:
    with pytest.raises(rz.Error, match=says):
        rz.grad(lib.energy, wrt=name)


def test_users_pass_no_value_for_a_variable(lib: rz.Library) -> None:
    by_gain = rz.grad(lib.energy, wrt="@gain")
    with pytest.raises(rz.SignatureError, match="takes 1 argument, it got 2"):
        by_gain(0.3, 5.0)
    with pytest.raises(rz.SignatureError, match="has no parameter '@gain'"):
        by_gain(0.3, **{"@gain": 5.0})
