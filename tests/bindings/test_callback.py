"""Python functions that compiled code calls, with derivatives of their own."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import cloudpickle
import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.isolated import no_added_rules

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=10, wide=1000)

SOURCE = """
double table(const double *x, int n, double k, double *y);
double loss(const double *x, int n, double k)
{
    double y[8], s = 0;
    for (int turn = 1; turn <= 2; turn++) {
        double r = table(x, n, k * turn, y);
        s += r * r;
        for (int i = 0; i < n; i++)
            s += i * y[i];
    }
    return s;
}
"""
DECLARED = "double table(const double *x, int n, double k, double *y);"
X = np.array([0.3, 0.5, 0.7])


def table(x: Any, n: int, k: float) -> Any:
    return k * np.sin(x).sum(), k * x**2


def table_vjp(x: Any, n: int, k: float, r_bar: float, y_bar: Any) -> Any:
    x_bar = k * np.cos(x) * r_bar + 2 * k * x * y_bar
    return x_bar, np.sin(x).sum() * r_bar + x**2 @ y_bar


def table_jvp(x: Any, n: int, k: float, x_dot: Any, k_dot: float) -> Any:
    r_dot = k * np.cos(x) @ x_dot + k_dot * np.sin(x).sum()
    return r_dot, 2 * k * x * x_dot + k_dot * x**2


def exact(x: Any, k: float) -> tuple[Any, float]:
    """The gradient of `loss`: s = 5 k² S² + 3 k Σ i·xᵢ² with S = Σ sin xᵢ."""
    i, total = np.arange(len(x)), np.sin(x).sum()
    return 10 * k**2 * total * np.cos(x) + 6 * k * i * x, 10 * k * total**2 + 3 * i @ x**2


@pytest.fixture(autouse=True)
def _own_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    no_added_rules(monkeypatch)


def cube(a: float) -> float:
    return a**3


def test_none_in_place_of_a_derivative_is_zero_in_both_modes() -> None:
    source = (
        "double pair(double x, const double *k, int n, double *y);"
        "double f(double x, double k)"
        "{ double y; return pair(x, &k, 1, &y) + k * y; }"
    )
    declared = "double pair(double x, const double *k, int n, double *y);"

    def pair(x: float, k: Any, n: int) -> Any:
        return x**2, np.array([5.0])

    def pair_jvp(x: float, k: Any, n: int, dx: float, dk: Any) -> Any:
        return 2 * x * dx, None

    def pair_vjp(x: float, k: Any, n: int, bar: float, y_bar: Any) -> Any:
        return 2 * x * bar, None

    for how in ({"jvp": pair_jvp}, {"vjp": pair_vjp}):
        made = rz.callback(pair, declared, shapes={"k": "n", "y": "n"}, **how)
        f = rz.compile(source, callbacks=[made]).f
        assert rz.grad(f, wrt=("x", "k"))(1.5, 2.0) == (3.0, 5.0)
        assert rz.jvp(f, (1.5, 2.0), (1.0, 10.0)) == (12.25, 53.0)


@pytest.mark.parametrize("given", [("vjp",), ("jvp",), ("vjp", "jvp")])
def test_either_product_makes_both_modes(given: tuple[str, ...]) -> None:
    products = {"vjp": table_vjp, "jvp": table_jvp}
    called = rz.callback(
        table, DECLARED, shapes={"x": "n", "y": "n"}, **{one: products[one] for one in given}
    )
    lib = rz.compile(SOURCE, callbacks=[called])
    assert [f.name for f in lib] == ["loss", "table"]
    x_bar, k_bar = rz.grad(lib.loss)(X, 3, 2.0)
    want_x, want_k = exact(X, 2.0)
    assert_allclose(x_bar, want_x, rtol=1e-12)
    assert_allclose(k_bar, want_k, rtol=1e-12)
    dot = np.array([1.0, -2.0, 0.5])
    _, tangent = rz.jvp(lib.loss, (X, 3, 2.0), (dot, None, 3.0))
    assert_allclose(tangent, want_x @ dot + 3 * want_k, rtol=1e-12)
    assert_allclose(rz.grad(lib.loss, wrt="k")(X, 3, 2.0), want_k, rtol=1e-12)
    assert rz.check(lib.loss, X, 3, 2.0)


def test_numbers_need_no_declaration() -> None:
    def power(a: float, n: int) -> float:
        return a**n

    called = rz.callback(power, vjp=lambda a, n, seed: n * a ** (n - 1) * seed)
    assert called.declaration == "double power(double a, int n)" and called(2.0, 3) == 8.0
    lib = rz.compile(
        "double power(double, int); double f(double x) { return x * power(2 * x, 3); }",
        callbacks=[called],
    )
    assert lib.f(1.5) == 1.5 * 27 and rz.grad(lib.f)(1.5) == pytest.approx(32 * 1.5**3)


def test_matrices_floats_and_a_status() -> None:
    """A matrix in single precision whose transpose is an output; the status is no derivative."""

    def turned(a: Any, m: int, n: int) -> Any:
        assert a.shape == (m, n) and a.dtype == np.float32
        return 7, a.T

    called = rz.callback(
        turned, "int turned(const float *a, int m, int n, float *out)",
        shapes={"a": ("m", "n"), "out": ("n", "m")}, vjp=lambda a, m, n, _, bar: bar.T,
    )  # fmt: skip
    lib = rz.compile(
        """int turned(const float *a, int m, int n, float *out);
        float f(const float *a, int m, int n) {
            float out[6], s = 0;
            if (turned(a, m, n, out) != 7) return -1;
            for (int i = 0; i < m * n; i++) s += (i + 1) * out[i] * out[i];
            return s;
        }""",
        callbacks=[called],
    )
    a = np.arange(1, 7, dtype=np.float32).reshape(2, 3)
    weights = np.arange(1, 7).reshape(3, 2).T
    assert_allclose(rz.grad(lib.f)(a, 2, 3), 2 * weights * a, rtol=1e-6)
    dot = np.ones_like(a)
    _, tangent = rz.jvp(lib.f, (a, 2, 3), (dot, None, None))
    assert_allclose(tangent, (2 * weights * a).sum(), rtol=1e-6)


def test_none_is_zero_and_outputs_may_be_left_alone() -> None:
    called = rz.callback(
        lambda x: [x + 1], "void shifted(double x, double *y)", shapes={"y": 1},
        vjp=lambda x, y_bar: None, check="never",
    )  # fmt: skip
    lib = rz.compile(
        "void shifted(double x, double *y); double f(double x) { double y; shifted(x, &y);"
        " return x * x; } double g(double x) { double y; shifted(x, &y); return x + y; }",
        callbacks=[called],
    )
    assert rz.grad(lib.f)(3.0) == 6.0
    assert rz.grad(lib.g, check="never")(3.0) == 1.0


def test_a_callback_is_a_function_of_the_program() -> None:
    lib = rz.compile(
        "double cube(double); double twice(double (*h)(double), double x) { return h(h(x)); }",
        callbacks=[rz.callback(cube, vjp=lambda a, seed: 3 * a * a * seed)],
    )
    assert lib.twice(lib.cube, 1.1) == pytest.approx(1.1**9)
    assert rz.grad(lib.twice, wrt="x")(lib.cube, 1.1) == pytest.approx(9 * 1.1**8)


@pytest.mark.parametrize("which", ["fun", "vjp"])
def test_what_it_raises_is_raised(which: str) -> None:
    def broken(*_: Any) -> float:
        raise ZeroDivisionError("of the user's own")

    good = {"fun": cube, "vjp": lambda a, seed: 3 * a * a * seed}
    used = {**good, which: broken}
    lib = rz.compile(
        "double cube(double); double f(double x) { return 2 * cube(x); }",
        callbacks=[rz.callback(used["fun"], "double cube(double a)", vjp=used["vjp"])],
    )
    for _ in range(3):
        with pytest.raises(ZeroDivisionError, match="of the user's own"):
            rz.grad(lib.f)(1.0)


def test_a_wrong_derivative_is_refused_at_its_first_call() -> None:
    source = "double cube(double); double f(double x) { return 2 * cube(x); }"

    def wrong(a: float, seed: float) -> float:
        return 2 * a * a * seed

    f = rz.compile(source, callbacks=[rz.callback(cube, vjp=wrong)]).f
    with pytest.raises(rz.Error, match="derivative of the callback 'cube' is wrong") as refused:
        rz.grad(f)(1.3)
    assert refused.value.code == "RZ213"
    f = rz.compile(source, callbacks=[rz.callback(cube, jvp=wrong)]).f
    with pytest.raises(rz.Error, match="is wrong"):
        rz.jvp(f, (1.3,), (1.0,))
    meant = rz.callback(cube, vjp=wrong, check="never")
    f = rz.compile(source, callbacks=[meant]).f
    assert rz.grad(f, check="never")(1.0) == 4.0


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: rz.callback(cube), "RZ212"),
        (lambda: rz.callback(3, vjp=cube), "RZ008"),  # type: ignore[arg-type]
        (lambda: rz.callback(cube, "double cube(double *a)", vjp=cube), "RZ001"),
        (lambda: rz.callback(cube, "double cube(char *a)", vjp=cube, shapes={"a": 2}), "RZ008"),
        (lambda: rz.callback(cube, "void *cube(double a)", vjp=cube), "RZ008"),
        (lambda: rz.callback(cube, "double cube(double a", vjp=cube), "RZ020"),
        (lambda: rz.callback(cube, vjp=cube, shapes={"b": "n"}), "RZ013"),
        (lambda: rz.compile("double f(double x);", callbacks=[cube]), "RZ008"),
    ],
)
def test_what_cannot_be_a_callback(make: Any, code: str) -> None:
    with pytest.raises(rz.Error) as refused:
        make()
    assert refused.value.code == code


def test_results_of_another_shape_or_number() -> None:
    for given, code in (([1.0, 2.0, 3.0], "RZ011"), ((np.ones(2), 1.0), "RZ008")):
        called = rz.callback(
            lambda x, n, given=given: given, "void two(const double *x, int n, double *y)",
            vjp=lambda *_: None, shapes={"x": "n", "y": 2},
        )  # fmt: skip
        lib = rz.compile("void two(const double *x, int n, double *y);"
                         "double f(const double *x, int n) { double y[2]; two(x, n, y);"
                         " return y[1]; }", callbacks=[called])  # fmt: skip
        with pytest.raises(rz.Error) as refused:
            lib.f(X, 3)
        assert refused.value.code == code


def test_second_derivatives_are_refused() -> None:
    called = rz.callback(cube, vjp=lambda a, seed: 3 * a * a * seed)
    lib = rz.compile("double cube(double); double f(double x) { return cube(x); }",
                     callbacks=[called])  # fmt: skip
    with pytest.raises(rz.NoDerivative):
        rz.hessian(lib.f)(2.0)


def test_two_functions_of_the_same_code_stay_apart() -> None:
    def scaled(factor: float) -> rz.Function:
        called = rz.callback(lambda a: factor * a, "double times(double a)",
                             vjp=lambda a, seed: factor * seed)  # fmt: skip
        return rz.compile("double times(double); double f(double x) { return times(x); }",
                          callbacks=[called]).f  # fmt: skip

    two, five = scaled(2.0), scaled(5.0)
    assert (two(1.0), five(1.0), rz.grad(two)(1.0), rz.grad(five)(1.0)) == (2, 5, 2, 5)


def test_it_goes_to_another_process_with_its_program(tmp_path: Path) -> None:
    called = rz.callback(lambda a: a**3, "double cube(double a)",
                         vjp=lambda a, seed: 3 * a**2 * seed)  # fmt: skip
    lib = rz.compile("double cube(double); double f(double x) { return 2 * cube(x); }",
                     callbacks=[called])  # fmt: skip
    (tmp_path / "f").write_bytes(cloudpickle.dumps(rz.grad(lib.f)))
    code = "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb'))(2.0))"
    command = [sys.executable, "-c", code, str(tmp_path / "f")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == "24.0\n", done.stderr
