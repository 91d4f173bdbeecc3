"""`of` decides what a value is and what shape a derivative has, whatever a function returns."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import ribozyme as rz

TEXT = """
#include <math.h>
double both(const double *x, double *dz) { dz[0] = x[0] * x[1]; return sin(x[0]); }
double filled(const double *x, int n, double *dz) {
    double s = 0;
    for (int i = 0; i < n; i++) { dz[i] = x[i] * x[i]; s += x[i]; }
    return s * s;
}
int residual(const double *x, double *r) {
    r[0] = x[0] * x[0]; r[1] = x[0] * x[1]; r[2] = sin(x[1]);
    return 0;
}
int error(const double *x, int n, double *err) {
    double s = 0;
    for (int i = 0; i < n; i++) s += x[i] * x[i] * x[i];
    *err = s;
    return n < 0;
}
void loss(const float *x, int n, float *out) {
    *out = 0;
    for (int i = 0; i < n; i++) *out += x[i] * x[i];
}
int several(const double *x, double *y, double *z) { *y = *x; *z = 2 * *x; return 0; }
int count(const double *x) { return x[0] > 0; }
double *scaled(double *x) { x[0] *= 2; return x; }
typedef struct { double a; int k; } pair;
pair packed(double x, double *rest) { pair p = {x * x, 3}; *rest = x * x * x; return p; }
double matrix(double x, double (*m)[2]) { m[0][0] = x; m[0][1] = x * x; return x; }
"""
X = np.array([0.5, 2.0])
FILLED = (X, 2)


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(TEXT)


def test_values_are_those_of_the_named_output(lib: rz.Library) -> None:
    dz = np.zeros(1)
    value, pullback = rz.vjp(lib.both, X, dz, wrt="x", of="dz")
    assert value is dz and dz[0] == 1.0
    assert_allclose(pullback(np.ones(1)), [2.0, 0.5])
    value, tangent = rz.jvp(lib.both, (X, dz), (np.ones(2), None), of="dz")
    assert value is dz and tangent == 2.5
    fwd, rev = rz.split(lib.both, wrt="x", of="dz")
    value, tape = fwd(X, dz)
    assert value is dz
    assert_allclose(rev(tape, np.ones(1)), [2.0, 0.5])


@pytest.mark.parametrize("order", [("return", "dz"), ("dz", "return")])
def test_a_returned_value_beside_an_array(lib: rz.Library, order: tuple[str, str]) -> None:
    """Everything comes in the order of `of`: values, tangents, cotangents, blocks."""
    expected = {"return": (6.25, [5.0, 5.0]), "dz": ([0.25, 4.0], [[1, 0], [0, 4]])}
    given = {"return": 0.5, "dz": np.array([1.0, 2.0])}
    dz = np.zeros(2)
    values, pullback = rz.vjp(lib.filled, *FILLED, dz, wrt="x", of=order)
    back = pullback(*(given[name] for name in order))
    assert_allclose(back, 0.5 * np.full(2, 5.0) + [1.0, 8.0])
    blocks = rz.jacobian(lib.filled, wrt="x", of=order)(*FILLED, dz)
    tangent = (np.array([1.0, -1.0]), None, None)
    along, dots = rz.jvp(lib.filled, (*FILLED, dz), tangent, of=order)
    for name, value, block, again, dot in zip(order, values, blocks, along, dots, strict=True):
        want, rows = expected[name]
        assert_allclose(value, want)
        assert_allclose(again, want)
        assert_allclose(block, rows)
        assert_allclose(dot, np.asarray(rows) @ [1.0, -1.0])
    assert rz.check(lib.filled, *FILLED, dz, of=order)


def test_a_status_is_no_output(lib: rz.Library) -> None:
    expected = [[1.0, 0.0], [2.0, 0.5], [0.0, np.cos(2.0)]]
    for of in (None, "r"):
        assert_allclose(rz.jacobian(lib.residual, of=of)(X, np.zeros(3)), expected)
    r = np.zeros(3)
    value, pullback = rz.vjp(lib.residual, X, r)
    assert value is r
    assert_allclose(pullback(np.array([0.0, 1.0, 0.0])), expected[1])
    assert rz.check(lib.residual, X, r)
    with pytest.raises(rz.UsageError, match="returns int and may write y, z") as asked:
        rz.jacobian(lib.several)
    assert asked.value.code == "RZ009"
    with pytest.raises(rz.UsageError, match="returns int and writes no array") as refused:
        rz.grad(lib.count)
    assert refused.value.code == "RZ010"
    with pytest.raises(rz.UsageError, match="returns no float"):
        rz.grad(lib.residual, of="return")


def test_an_address_is_no_output(lib: rz.Library) -> None:
    x = X.copy()
    value, pullback = rz.vjp(lib.scaled, x)
    assert value is x
    assert_allclose(pullback(np.ones(2)), [2.0, 1.0])


@pytest.mark.parametrize("check", ["first", "always"])
def test_an_output_of_length_one_has_a_gradient(lib: rz.Library, check: str) -> None:
    n, err = 2, np.zeros(1)
    for of in (None, "err"):
        g = rz.grad(lib.error, of=of, check=check)
        assert_allclose(g(X, n, err), 3 * X**2)
    value, slope = rz.value_and_grad(lib.error, check=check)(X, n, err)
    assert value is err and err[0] == pytest.approx(8.125)
    assert_allclose(slope, 3 * X**2)
    assert_allclose(rz.hessian(lib.error)(X, n, err), np.diag(6 * X))
    assert_allclose(rz.hvp(lib.error, (X, n, err), np.ones(2)), 6 * X)
    assert_allclose(rz.jacobian(rz.grad(lib.error))(X, n, err), np.diag(6 * X))
    single = rz.grad(lib.loss, check=check)(X.astype(np.float32), n, np.zeros(1, np.float32))
    assert single.dtype == np.float32
    assert_allclose(single, 2 * X)


def test_the_first_call_is_compared_with_the_named_output(lib: rz.Library) -> None:
    """Differences of another output would call the gradient wrong."""
    assert_allclose(rz.grad(lib.both, of="dz", check="always")(X, np.zeros(1)), [2.0, 0.5])
    found = rz.grad(lib.packed, wrt="x", of="rest", check="always")(2.0, np.zeros(1))
    assert found == pytest.approx(12.0)


def test_gradients_of_outputs_of_length_one_over_many(lib: rz.Library) -> None:
    many = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    over = rz.vmap(rz.grad(lib.error), in_axes=(0, None, 0))
    assert_allclose(over(many, 2, np.zeros((3, 1))), 3 * many**2)
    with pytest.raises(rz.UsageError, match=r"has the shape \(2,\) in each lane"):
        over(many, 2, np.zeros((3, 2)))


def test_a_longer_output_has_none(lib: rz.Library) -> None:
    with pytest.raises(rz.UsageError, match=r"'err' is an array of float64 of shape \(3,\)") as no:
        rz.grad(lib.error)(X, 2, np.zeros(3))
    assert no.value.code == "RZ009"
    with pytest.raises(rz.UsageError, match="needs an output that is one number"):
        rz.grad(lib.matrix, of="m")
    with pytest.raises(rz.UsageError, match="several outputs"):
        rz.grad(lib.both, of=("return", "dz"))
    with pytest.raises(rz.UsageError, match="names 'dz' of 'both' twice"):
        rz.vjp(lib.both, X, np.zeros(1), of=("dz", "dz"))


@pytest.mark.parametrize(
    ("members", "name"),
    [
        ("double a; int k;", "a"),
        ("int k; double a;", "a"),
        ("float a; double b;", "b"),
        ("double a; char c;", "a"),
    ],
)
def test_structs_with_padding_in_registers(members: str, name: str) -> None:
    """Nothing lies in a register where the struct has padding."""
    text = f"typedef struct {{ {members} }} s;  s f(double x) {{ s r = {{0}}; r.{name} = x * x; "
    f = rz.compile(text + "return r; }\n").f
    value, tangent = rz.jvp(f, (1.5,), (1.0,))
    assert value[name] == 2.25 and tangent[name] == 3.0
    zero = dict.fromkeys(value, 0)
    assert rz.vjp(f, 1.5)[1]({**zero, name: 1.0}) == 3.0


def test_a_struct_beside_an_array(lib: rz.Library) -> None:
    rest = np.zeros(1)
    (cube, pair), tangents = rz.jvp(lib.packed, (2.0, rest), (1.0, None), of=("rest", "return"))
    assert cube is rest and rest[0] == 8.0 and pair["a"] == 4.0
    assert tangents[0] == 12.0 and tangents[1]["a"] == 4.0
    value, pullback = rz.vjp(lib.packed, 2.0, rest, wrt="x", of="rest")
    assert value is rest and pullback(np.ones(1)) == 12.0
