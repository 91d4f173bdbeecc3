"""Rules made of functions of the program: what they are given where an argument is inactive, what
they must take and return, and that their gradient is compared with differences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.isolated import no_added_rules

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=5, wide=10)

MUL = r"""
#include <stdlib.h>
#include <math.h>
__attribute__((noinline)) void mul(const double *a, const double *b, int n, double *y)
{ for (int i = 0; i < n; i++) y[i] = a[i] * b[i]; }
struct kept { double *a, *b; };
struct kept *mul_augment(const double *a, double *da, const double *b, double *db, int n,
                         double *y, double *dy) {
  struct kept *tape = malloc(sizeof *tape);
  tape->a = malloc(8 * n);
  tape->b = malloc(8 * n);
  for (int i = 0; i < n; i++) { tape->a[i] = a[i]; tape->b[i] = b[i]; y[i] = a[i] * b[i]; }
  return tape;
}
void mul_gradient(const double *a, double *da, const double *b, double *db, int n,
                  double *y, double *dy, struct kept *tape) {
  for (int i = 0; i < n; i++) {
    da[i] += dy[i] * tape->b[i];
    db[i] += dy[i] * tape->a[i];
    dy[i] = 0;
  }
  free(tape->a);
  free(tape->b);
  free(tape);
}
void mul_forward(const double *a, const double *da, const double *b, const double *db, int n,
                 double *y, double *dy)
{
  for (int i = 0; i < n; i++) {
    double d = da[i] * b[i] + a[i] * db[i];
    y[i] = a[i] * b[i];
    dy[i] = d;
  }
}
static double squares(const double *y, int n)
{ double s = 0; for (int i = 0; i < n; i++) s += y[i] * y[i]; return s; }
"""
SOURCE = (
    MUL
    + r"""
static const double table[5] = {2, 3, 4, 5, 6};
static double kept[5] = {2, 3, 4, 5, 6};
double given(const double *a, const double *b, int n)
{ double y[4]; mul(a, b, n, y); return squares(y, n); }
double constant(const double *a, const double *b, int n)
{ double y[4]; mul(a, table + 1, n, y); return squares(y, n) + b[0]; }
double variable(const double *a, const double *b, int n)
{ double y[4]; mul(a, kept + 1, n, y); return squares(y, n) + b[0]; }
double heap(const double *a, const double *b, int n) {
  double s = 0;
  for (int k = 1; k < 4; k++) {
    double *w = malloc(8 * n), *y = malloc(8 * n);
    for (int i = 0; i < n; i++) w[i] = k * b[i];
    mul(w, a, n, y);
    s += squares(y, n) * w[0];
    free(w);
    free(y);
  }
  return s;
}
double local(const double *a, const double *b, int n) {
  double s = 0, w[4], y[4];
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < n; i++) w[i] = b[i] + k;
    mul(a, w, n, y);
    s += squares(y, n) * y[0];
  }
  return s;
}
static double inner(const double *a, const double *b, int n)
{ double y[4], z[4]; mul(a, b, n, y); mul(b, y, n, z); return squares(z, n); }
double below(const double *a, const double *b, int n)
{ return inner(a, b + 1, n - 1) * inner(a, b, n); }
double either(const double *a, const double *b, int n) {
  double y[4], s = 0;
  const double *of[3] = {table, a, b};
  for (int k = 0; k < 3; k++) { mul(a, of[k], n, y); s += squares(y, n); }
  return s;
}
struct pair { const double *a, *b; double *y; int n; };
__attribute__((noinline)) void both(const struct pair *p) { mul(p->a, p->b, p->n, p->y); }
void both_augment(const struct pair *p, struct pair *dp) { both(p); }
void both_gradient(const struct pair *p, struct pair *dp)
{
  for (int i = 0; i < p->n; i++) {
    ((double *)dp->a)[i] += dp->y[i] * p->b[i];
    ((double *)dp->b)[i] += dp->y[i] * p->a[i];
    dp->y[i] = 0;
  }
}
void both_forward(const struct pair *p, const struct pair *dp)
{ mul_forward(p->a, dp->a, p->b, dp->b, p->n, p->y, dp->y); }
int calls;
double counted(const double *a, const double *b, int n)
{ double y[4]; calls++; mul(a, b, n, y); return squares(y, n); }
double packed(const double *a, const double *b, int n) {
  double y[4];
  struct pair p = {a, b, y, n};
  both(&p);
  return squares(y, n);
}
"""
)
PROGRAMS = (
    "given", "constant", "variable", "heap", "local", "below", "either", "packed",
)  # fmt: skip


@pytest.fixture(scope="module")
def program() -> Any:
    return rz.compile(SOURCE)


@pytest.fixture
def lib(program: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The program, with rules of its functions and no others."""
    no_added_rules(monkeypatch)
    for name in ("mul", "both"):
        rz.rule(
            name,
            augment=f"{name}_augment",
            gradient=f"{name}_gradient",
            forward=f"{name}_forward",
        )
    yield program


def slope(f: Any, x: np.ndarray) -> np.ndarray:
    """Central differences, extrapolated from two steps."""

    def once(h: float) -> np.ndarray:
        steps = h * np.eye(x.size)
        return np.array([(f(x + step) - f(x - step)) / (2 * h) for step in steps])

    return (4 * once(5e-4) - once(1e-3)) / 3


@pytest.mark.parametrize("name", PROGRAMS)
def test_an_inactive_argument_stays_as_it_is(lib: Any, name: str) -> None:
    """The rule adds to the shadow of every argument: it is not the argument itself."""
    f, n = getattr(lib, name), 3
    a, b = np.array([1.25, 2.0, -0.5]), np.array([5.0, 7.0, 1.5])
    want = slope(lambda x: f(x, b, n), a)
    for _ in range(2):
        assert rz.grad(f, wrt="a")(a, b, n) == pytest.approx(want, rel=1e-8)
        assert list(b) == [5.0, 7.0, 1.5]
        for direction in np.eye(n):
            value, dot = rz.jvp(f, (a, b, n), (direction, None, None))
            assert value == pytest.approx(f(a, b, n))
            assert dot == pytest.approx(want @ direction, rel=1e-8)
        assert list(b) == [5.0, 7.0, 1.5]
    assert list(a) == [1.25, 2.0, -0.5]


@pytest.mark.parametrize("name", ["given", "heap", "below", "either"])
def test_a_pullback_may_run_more_than_once(lib: Any, name: str) -> None:
    """Though the gradient by hand frees its tape, and the caller changes the arguments."""
    f, n = getattr(lib, name), 3
    a, b = np.array([1.25, 2.0, -0.5]), np.array([5.0, 7.0, 1.5])
    want = slope(lambda x: f(x, b, n), a)
    x, y = a.copy(), b.copy()
    value, pullback = rz.vjp(f, x, y, n, wrt="a")
    forward, reverse = rz.split(f, wrt="a")
    again, tape = forward(x, y, n)
    assert value == again == f(a, b, n)
    x[:], y[:] = 0, 0
    for scale in (1.0, -2.0, 1.0):
        assert pullback(scale) == pytest.approx(scale * want, rel=1e-8)
        assert reverse(tape, scale) == pytest.approx(scale * want, rel=1e-8)


def test_a_pullback_of_a_gradient_may_run_more_than_once(lib: Any) -> None:
    a, b = np.array([1.25, 2.0, -0.5]), np.array([5.0, 7.0, 1.5])
    value, pullback = rz.vjp(rz.grad(lib.given, wrt="a"), a, b, 3, wrt="a")
    assert value == pytest.approx(2 * a * b**2)
    for direction in np.eye(3):
        assert pullback(direction) == pytest.approx(2 * b**2 * direction)


def test_a_function_that_cannot_run_again_has_no_halves(lib: Any) -> None:
    a, b = np.array([1.25, 2.0, -0.5]), np.array([5.0, 7.0, 1.5])
    with pytest.raises(rz.NoDerivative, match="the rule of 'mul' may free or change") as found:
        rz.vjp(lib.counted, a, b, 3, wrt="a")
    assert found.value.code == "RZ213"
    assert rz.grad(lib.counted, wrt="a")(a, b, 3) == pytest.approx(2 * a * b**2)


@pytest.mark.parametrize("name", ["given", "heap", "local", "below", "packed"])
def test_the_other_argument_is_the_inactive_one(lib: Any, name: str) -> None:
    f, n = getattr(lib, name), 3
    a, b = np.array([1.25, 2.0, -0.5]), np.array([5.0, 7.0, 1.5])
    want = slope(lambda x: f(a, x, n), b)
    assert rz.grad(f, wrt="b")(a, b, n) == pytest.approx(want, rel=1e-8)
    assert list(a) == [1.25, 2.0, -0.5]


def test_the_function_of_the_rule_itself(lib: Any) -> None:
    a, b, seed = np.array([1.25, 2.0]), np.array([5.0, 7.0]), np.array([1.0, 3.0])
    _, back = rz.vjp(lib.mul, a, b, 2, np.zeros(2), wrt="a")
    assert back(seed) == pytest.approx(seed * b)
    assert list(b) == [5.0, 7.0]


def test_the_second_derivative(lib: Any) -> None:
    """The scratch of the first is memory like any other for the second."""
    a, b = np.array([1.25, 2.0, -0.5]), np.array([5.0, 7.0, 1.5])
    want = np.diag(2 * b**2)
    assert rz.hessian(lib.given, wrt="a")(a, b, 3) == pytest.approx(want)
    assert list(b) == [5.0, 7.0, 1.5]


NULLS = (
    MUL
    + r"""
void careful_gradient(const double *a, double *da, const double *b, double *db, int n,
                      double *y, double *dy, struct kept *tape) {
  for (int i = 0; i < n; i++) {
    if (da) da[i] += dy[i] * tape->b[i];
    if (db) db[i] += dy[i] * tape->a[i];
    dy[i] = 0;
  }
  free(tape->a);
  free(tape->b);
  free(tape);
}
void careful_forward(const double *a, const double *da, const double *b, const double *db, int n,
                     double *y, double *dy) {
  for (int i = 0; i < n; i++) {
    double d = (da ? da[i] * b[i] : 0) + (db ? a[i] * db[i] : 0);
    y[i] = a[i] * b[i];
    dy[i] = d;
  }
}
static const double table[3] = {2, 3, 4};
double given(const double *a, const double *b, int n)
{ double y[4]; mul(a, b, n, y); return squares(y, n); }
double either(const double *a, const double *b, int n) {
  double y[4], s = 0;
  const double *of[3] = {table, a, b};
  for (int k = 0; k < 3; k++) { mul(a, of[k], n, y); s += squares(y, n); }
  return s;
}
"""
)


@pytest.mark.parametrize("name", ["given", "either"])
def test_null_shadows(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A rule that asks for null is given it, for what is inactive here or at run time."""
    no_added_rules(monkeypatch)
    f = getattr(rz.compile(NULLS), name)
    rz.rule(
        "mul",
        augment="mul_augment",
        gradient="careful_gradient",
        forward="careful_forward",
        null_shadows=True,
    )
    a, b = np.array([1.5, -2.0]), np.array([5.0, 7.0])
    by_a, by_b = slope(lambda x: f(x, b, 2), a), slope(lambda x: f(a, x, 2), b)
    assert rz.grad(f, wrt="a")(a, b, 2) == pytest.approx(by_a, rel=1e-8)
    assert rz.grad(f, wrt="b")(a, b, 2) == pytest.approx(by_b, rel=1e-8)
    assert rz.jvp(f, (a, b, 2), (a, None, None))[1] == pytest.approx(by_a @ a, rel=1e-8)
    assert rz.jvp(f, (a, b, 2), (None, b, None))[1] == pytest.approx(by_b @ b, rel=1e-8)
    assert list(b) == [5.0, 7.0]


# ---- the comparison on the first call ------------------------------------------------------------

WRONG = r"""
double cube(double x) { return x * x * x; }
double cube_augment(double x) { return x * x * x; }
double cube_gradient(double x, double seed) { return 2 * x * x * seed; }
double right_gradient(double x, double seed) { return 3 * x * x * seed; }
void silent_augment(double x) {}
double f(double x) { return cube(x) * x; }
"""


def test_a_wrong_rule_is_found_on_the_first_call(monkeypatch: pytest.MonkeyPatch) -> None:
    no_added_rules(monkeypatch)
    lib = rz.compile(WRONG)
    rz.rule("cube", augment="cube_augment", gradient="cube_gradient")
    with pytest.raises(rz.RunError, match="derivative of its function: 'cube'") as found:
        rz.grad(lib.f)(1.25)
    assert found.value.code == "RZ601"
    assert rz.grad(lib.f, check="never")(1.25) == pytest.approx(3 * 1.25**3)
    rz.rule("cube", augment="cube_augment", gradient="right_gradient")
    assert rz.grad(lib.f)(1.25) == pytest.approx(4 * 1.25**3)


def test_a_wrong_rule_in_the_rule_language(monkeypatch: pytest.MonkeyPatch) -> None:
    no_added_rules(monkeypatch)
    lib = rz.compile(WRONG)

    @rz.rule("cube")
    def wrong(x: Any, dx: Any) -> Any:
        return 2 * x * x * dx

    with pytest.raises(rz.RunError, match="derivative of its function: 'cube'"):
        rz.value_and_grad(lib.f)(1.25)


def test_a_rule_that_is_wrong_for_one_argument(monkeypatch: pytest.MonkeyPatch) -> None:
    no_added_rules(monkeypatch)
    lib = rz.compile(SOURCE.replace("db[i] += dy[i] * tape->a[i];", ""))
    rz.rule("mul", augment="mul_augment", gradient="mul_gradient")
    a, b = np.array([1.25, 2.0]), np.array([5.0, 7.0])
    assert rz.grad(lib.given, wrt="a")(a, b, 2) == pytest.approx(2 * a * b**2)
    with pytest.raises(rz.RunError, match="derivative of its function: 'mul'"):
        rz.grad(lib.given, wrt="b")(a, b, 2)


def test_an_augmented_function_that_returns_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a function of numbers, where nothing is kept: the function itself gives the value."""
    no_added_rules(monkeypatch)
    lib = rz.compile(WRONG)
    rz.rule("cube", augment="silent_augment", gradient="right_gradient")
    assert rz.value_and_grad(lib.f)(1.25) == (
        pytest.approx(1.25**4),
        pytest.approx(4 * 1.25**3),
    )
    assert rz.grad(rz.grad(lib.f))(1.25) == pytest.approx(12 * 1.25**2)


# ---- what does not fit ---------------------------------------------------------------------------

SHAPES = r"""
struct kept { double *tape; double value; };
struct wide { double *tape; double value, more; };
double f(double x, const double *p) { return x * p[0]; }
struct kept augment(double x, const double *p, double *dp)
{ struct kept k = {0, x * p[0]}; return k; }
double gradient(double x, const double *p, double *dp, double seed, double *tape)
{ dp[0] += x * seed; return p[0] * seed; }
struct two { double a, b; };
struct two forward(double x, double dx, const double *p, const double *dp)
{ struct two t = {x * p[0], dx * p[0] + x * dp[0]}; return t; }
double forward_alone(double x, double dx, const double *p, const double *dp)
{ return dx * p[0] + x * dp[0]; }
struct kept no_shadow(double x, const double *p) { struct kept k = {0, x * p[0]}; return k; }
double no_tape(double x, const double *p, double *dp, double seed) { return 0; }
float narrow(double x, const double *p, double *dp, double seed, double *tape) { return 0; }
double no_seed(double x, const double *p, double *dp, double *tape) { return 0; }
void nothing(double x, double dx, const double *p, const double *dp) {}
"""


@pytest.mark.parametrize(
    ("given", "role"),
    [
        ({"augment": "no_shadow", "gradient": "gradient"}, "augment"),
        ({"augment": "augment", "gradient": "no_tape"}, "gradient"),
        ({"augment": "augment", "gradient": "narrow"}, "gradient"),
        ({"augment": "augment", "gradient": "no_seed"}, "gradient"),
        ({"forward": "nothing"}, "forward"),
        ({"forward": "no_tape"}, "forward"),
    ],
)
def test_what_does_not_fit_is_told_when_it_is_registered(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], role: str
) -> None:
    no_added_rules(monkeypatch)
    lib = rz.compile(SHAPES)
    with pytest.raises(rz.NoDerivative, match=f"does not fit as the {role} of 'f'") as found:
        rz.rule("f", **given)  # type: ignore[call-overload]
    assert found.value.code == "RZ213"
    assert rz.grad(lib.f)(2.0, np.array([3.0]))[0] == 3.0  # nothing was registered


def test_what_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    no_added_rules(monkeypatch)
    lib = rz.compile(SHAPES)
    for forward in ("forward", "forward_alone"):
        rz.rule("f", augment="augment", gradient="gradient", forward=forward)
        x, p = rz.grad(lib.f)(2.0, np.array([3.0]))
        assert (x, p[0]) == (3.0, 2.0)
        assert rz.jvp(lib.f, (2.0, np.array([3.0])), (1.0, np.array([1.0])))[1] == 5.0


def test_a_program_that_is_loaded_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the first derivative tells, with what is wanted."""
    no_added_rules(monkeypatch)
    rz.rule("scaled", augment="scaled_augment", gradient="scaled_gradient")
    lib = rz.compile(
        "double scaled(double x) { return 2 * x; }"
        "double scaled_augment(double x) { return 2 * x; }"
        "double scaled_gradient(double x) { return 2; }"
    )
    with pytest.raises(rz.NoDerivative, match="'scaled_gradient' does not fit") as found:
        rz.grad(lib.scaled)(1.0)
    assert "is to take (double, double)" in str(found.value)


ONCE = r"""
__attribute__((noinline)) void square(double *x, int n)
{ for (int i = 0; i < n; i++) x[i] *= x[i]; }
void square_forward(double *x, double *dx, int n)
{ for (int i = 0; i < n; i++) { dx[i] *= 2 * x[i]; x[i] *= x[i]; } }
void in_place(double *x, int n) { square(x, n); for (int i = 0; i < n; i++) x[i] *= 3; }

static int calls;
__attribute__((noinline)) double counted(const double *x, int n)
{ double s = 0; for (int i = 0; i < n; i++) s += x[i] * x[i]; calls = calls + n; return s; }
double counted_forward(const double *x, const double *dx, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++) s += 2 * x[i] * dx[i];
  calls = calls + n;
  return s;
}
void both_ways(const double *x, int n, double *y) { y[0] = counted(x, n); y[1] = x[0] * y[0]; }

void apart(const double *restrict a, const double *restrict b, int n, double *restrict y)
{ mul(a, b, n, y); }
"""


@pytest.fixture
def once(lib: Any) -> Any:
    """A program whose rules, called again for a second direction, find what the first has left."""
    for name in ("square", "counted"):
        rz.rule(name, forward=f"{name}_forward")
    return rz.compile(MUL + ONCE, level="O1")


def test_a_jacobian_takes_one_direction_at_a_time(once: Any) -> None:
    a, b, y = np.array([1.25, 2.0, -0.5]), np.array([5.0, 7.0, 1.5]), np.zeros(3)
    by_a = rz.jacobian(once.mul, wrt="a", of="y")
    assert by_a(a, b, 3, y) == pytest.approx(np.diag(b))
    assert rz.jacobian(once.in_place)(a.copy(), 3) == pytest.approx(np.diag(6 * a))
    rows = rz.jacobian(once.both_ways, of="y")(a, 3, np.zeros(2))
    assert rows == pytest.approx(np.array([2 * a, 2 * a * a[0] + [a @ a, 0, 0]]))
    lanes = rz.vmap(by_a, in_axes=(0, 0, None, 0))(np.stack([a, b]), np.stack([b, a]), 3, [y, y])
    assert lanes == pytest.approx(np.stack([np.diag(b), np.diag(a)]))


def test_a_sparse_jacobian_takes_one_direction_at_a_time(once: Any) -> None:
    sparse = pytest.importorskip("scipy.sparse")
    a, b = np.array([1.25, 2.0, -0.5]), np.array([5.0, 7.0, 1.5])
    full = sparse.csr_matrix(np.ones((3, 3)))
    found = rz.jacobian(once.mul, wrt="a", of="y", sparse=True, pattern=full)(a, b, 3, np.zeros(3))
    assert found.toarray() == pytest.approx(np.diag(b))


def test_several_directions_where_they_are_asked_for(once: Any) -> None:
    """Where the arrays may be one, the refusal says what to do; where they are apart, it works."""
    a, b, y = np.array([1.25, 2.0, -0.5]), np.array([5.0, 7.0, 1.5]), np.zeros(3)
    with pytest.raises(rz.NoDerivative, match="leave out `width=`") as found:
        rz.jacobian(once.mul, wrt="a", of="y", width=4)(a, b, 3, y)
    assert found.value.code == "RZ213" and "`restrict`" in str(found.value)
    with pytest.raises(rz.NoDerivative, match="leave out `width=`") as found:
        rz.jacobian(once.in_place, width=2)(a.copy(), 3)
    assert "`restrict`" not in str(found.value)
    wide = rz.jacobian(once.apart, wrt="a", of="y", width=4)
    assert wide(a, b, 3, y) == pytest.approx(np.diag(b))
