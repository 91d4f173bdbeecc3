"""Containers of C++'s library as parameters: made from arrays, read back where they are written.

Both libraries have the layout their own headers say; the same tests run with each.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=4, wide=8)

SOURCE = """
#include <array>
#include <complex>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

using Vector = std::vector<double>;
typedef const Vector &In;

double norm(const std::vector<double> &v) { double s = 0; for (double x : v) s += x * x; return s; }
double by_value(std::vector<double> v, double k)
{
    v.push_back(k);  // its own copy: the caller's stays
    for (double &x : v) x = std::sin(x);
    return std::accumulate(v.begin(), v.end(), 0.0);
}
double moved(std::vector<double> &&v) { Vector w = std::move(v); return w.front() * w.back(); }
double pointed(const std::vector<double> *v) { return (*v)[0] * (*v)[1]; }
double dot(In a, In b)
{
    if (a.size() != b.size()) throw std::invalid_argument("sizes differ");
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}
void cube(const Vector &x, Vector &out)
{
    out.clear();
    for (double v : x) out.push_back(v * v * v);
}
void relax(Vector &x) { for (size_t i = 1; i < x.size(); i++) x[i] *= x[i - 1]; }
void grow(Vector &x) { x.push_back(1); }
float single(const std::vector<float> &v) { return v[0] * v[1]; }
double indexed(const std::vector<int> &at, const Vector &x)
{
    double s = 0;
    for (int k : at) s += x.at(k) * x.at(k);
    return s;
}
double chosen(const std::vector<bool> &on, const Vector &x)
{
    double s = 0;
    for (size_t i = 0; i < x.size(); i++) if (on[i]) s += x[i] * x[i];
    return s;
}
double points(const std::vector<std::array<double, 2>> &p)
{
    double s = 0;
    for (auto &q : p) s += q[0] * q[1] * q[1];
    return s;
}
double power(const std::vector<std::complex<double>> &z)
{
    double s = 0;
    for (auto &c : z) s += std::norm(c);
    return s;
}

double fixed(const std::array<double, 3> &a) { return a[0] * a[1] + a[2]; }
double fixed_value(std::array<double, 3> a) { return a[0] * a[1] + a[2]; }
typedef std::array<std::array<double, 2>, 2> Matrix;
double matrix(const Matrix &m) { return m[0][0] * m[1][1] - m[0][1] * m[1][0]; }
void turn(std::array<double, 2> &a) { a = {a[1] * a[1], a[0]}; }

double seen(std::span<const double> v) { double s = 0; for (double x : v) s += x * x; return s; }
double seen_by_reference(const std::span<double> &v) { return v.front() * v.back(); }
double three(std::span<const double, 3> v) { return v[0] * v[1] * v[2]; }
void scale(std::span<double> v, double k) { for (double &x : v) x *= k; }

double labelled(const std::string &name, double x)
{
    return name == "square" ? x * x : name.size() * x;
}
double labelled_value(std::string name, std::string_view unit, double x)
{
    name += unit;
    return name.size() * x * x;
}

std::complex<double> square(std::complex<double> z) { return z * z; }
double modulus(const std::complex<double> &z) { return std::norm(z); }
std::complex<float> small(std::complex<float> z) { return z * z; }

struct Spring {
    double k, rest;
    double energy(double x) const;
    double total(const std::vector<double> &x) const;
    void stretch(double by);
};
double Spring::energy(double x) const { return 0.5 * k * (x - rest) * (x - rest); }
double Spring::total(const std::vector<double> &x) const
{
    double s = 0;
    for (double v : x) s += energy(v);
    return s;
}
void Spring::stretch(double by) { rest *= by; }

struct Model { double k; std::vector<double> w; };
double of_model(const Model &m) { return m.k * m.w[0]; }
double nested(const std::vector<std::vector<double>> &rows) { return rows[0][0]; }
struct Hidden;
double of_hidden(const Hidden &h);
double of_hidden(const Hidden &h) { return reinterpret_cast<const double &>(h); }
std::vector<double> made(double x) { return {x, x * x}; }
double call(double (*f)(const std::vector<double> &), double x) { return f({x, 2 * x}); }
"""

X = np.array([1.0, 2.0, 3.0])
Z = np.array([1 + 2j, 3 - 1j])


@pytest.fixture(
    scope="module",
    params=[
        [],
        pytest.param(["-stdlib=libc++"], marks=pytest.mark.slow),  # builds the library, once
    ],
    ids=["plain", "libc++"],
)
def lib(request: pytest.FixtureRequest) -> rz.Library:
    return rz.compile(SOURCE, "c++", flags=["-std=c++20", *request.param])


def slopes(f: Callable[..., float], x: Any, step: float = 1e-6) -> Any:
    """Central differences by each element."""
    found = np.zeros(x.shape)
    for at in np.ndindex(x.shape):
        ahead, behind = x.copy(), x.copy()
        ahead[at] += step
        behind[at] -= step
        found[at] = (f(ahead) - f(behind)) / (2 * step)
    return found


CALLS: dict[str, tuple[Any, ...]] = {
    "norm": (X,),
    "moved": (X,),
    "pointed": (X,),
    "points": (np.arange(1.0, 7.0).reshape(3, 2),),
    "fixed": (X,),
    "fixed_value": (X,),
    "matrix": (np.array([[1.0, 2.0], [3.0, 5.0]]),),
    "seen": (X,),
    "seen_by_reference": (X,),
    "three": (X,),
}


@pytest.mark.rotates(plain=2, wide=8)
@pytest.mark.parametrize("name", CALLS)
def test_values_and_gradients(lib: rz.Library, name: str) -> None:
    f, (x,) = lib[name], CALLS[name]
    before = x.copy()
    assert_allclose(rz.grad(f)(x), slopes(f, x), rtol=1e-7, atol=1e-8)
    assert_allclose(rz.jacobian(f)(x), rz.grad(f)(x))
    value, tangent = rz.jvp(f, (x,), (np.ones_like(x),))
    assert value == f(x)
    assert_allclose(tangent, rz.grad(f)(x).sum())
    assert rz.check(f, x)
    assert (x == before).all()


def test_what_is_passed_by_value_is_a_copy(lib: rz.Library) -> None:
    x = X.copy()
    assert_allclose(lib.by_value(x, 0.5), np.sin(x).sum() + np.sin(0.5))
    by_x, by_k = rz.grad(lib.by_value)(x, 0.5)
    assert_allclose(by_x, np.cos(X))
    assert_allclose(by_k, np.cos(0.5))
    assert_allclose(rz.hessian(lib.by_value, wrt="v")(x, 0.5), -np.diag(np.sin(X)))
    assert (x == X).all()


def test_several_containers_and_exceptions(lib: rz.Library) -> None:
    a, b = rz.grad(lib.dot)(X, X[::-1].copy())
    assert_allclose(a, X[::-1])
    assert_allclose(b, X)
    assert_allclose(rz.grad(lib.dot, wrt="b")(X, X), X)
    for ask in (lambda: lib.dot(X, X[:2].copy()), lambda: rz.grad(lib.dot)(X, X[:2].copy())):
        with pytest.raises(rz.RunError, match="sizes differ"):
            ask()


def test_what_is_written_comes_back(lib: rz.Library) -> None:
    out = np.zeros(3)
    assert lib.cube(X, out) is None
    assert_allclose(out, X**3)
    assert_allclose(rz.jacobian(lib.cube, wrt="x")(X, np.zeros(3)), np.diag(3 * X**2))
    value, pullback = rz.vjp(lib.cube, X, np.zeros(3), wrt="x")
    assert_allclose(value, X**3)
    assert_allclose(pullback(np.ones(3)), 3 * X**2)
    x = X.copy()
    lib.relax(x)
    assert_allclose(x, [1, 2, 6])
    wanted = [[1, 0, 0], [2, 1, 0], [6, 3, 2]]
    assert_allclose(rz.jacobian(lib.relax)(X.copy()), wanted)
    x = X.copy()
    lib.turn(x[:2])
    assert_allclose(x, [4, 1, 3])
    assert_allclose(rz.jacobian(lib.turn)(X[:2].copy()), [[0, 4], [1, 0]])
    x = X.copy()
    lib.scale(x, 2.0)
    assert_allclose(x, 2 * X)
    assert_allclose(rz.jacobian(lib.scale, wrt="v")(X.copy(), 2.0), 2 * np.eye(3))


def test_a_container_that_has_grown_does_not_fit_into_the_array(lib: rz.Library) -> None:
    x = X.copy()
    with pytest.raises(rz.RunError, match="another number of elements"):
        lib.grow(x)
    with pytest.raises(rz.RunError, match="another number of elements"):
        lib.cube(X, np.zeros(2))
    assert (x == X).all()


def test_elements_of_other_kinds(lib: rz.Library) -> None:
    assert_allclose(rz.grad(lib.single)(np.array([2, 3], "f")), [3, 2])
    at = np.array([0, 2, 2], np.int32)
    assert lib.indexed(at, X) == 19.0
    assert_allclose(rz.grad(lib.indexed)(at, X), [2, 0, 12])
    with pytest.raises(rz.RunError):
        lib.indexed(at + 9, X)
    assert_allclose(rz.grad(lib.chosen)(np.array([True, False, True]), X), [2, 0, 6])
    assert lib.power(Z) == 15.0
    assert_allclose(rz.grad(lib.power)(Z), 2 * Z)


def test_text(lib: rz.Library) -> None:
    assert lib.labelled("square", 3.0) == 9.0 and rz.grad(lib.labelled)("square", 3.0) == 6.0
    assert lib.labelled("a name that is too long for its own place", 1.0) == 41.0
    assert lib.labelled("", 1.0) == 0.0 and lib.labelled("zero\0in it", 1.0) == 10.0
    assert rz.grad(lib.labelled_value)("mass", b" [kilogram]", 3.0) == 90.0


def test_complex_numbers(lib: rz.Library) -> None:
    assert lib.square(1 + 2j) == -3 + 4j
    assert rz.jvp(lib.square, (1 + 2j,), (1j,)) == (-3 + 4j, -4 + 2j)
    assert lib.modulus(1 + 2j) == 5.0 and rz.grad(lib.modulus)(1 + 2j) == 2 + 4j
    assert lib.small(1 + 2j) == -3 + 4j


def test_methods_by_name(lib: rz.Library) -> None:
    spring = {"k": 2.0, "rest": 0.5}
    assert lib["Spring::energy"](spring, 2.0) == 2.25
    assert rz.grad(lib["Spring::energy"], wrt="x")(spring, 2.0) == 3.0
    assert_allclose(rz.grad(lib["Spring::total"], wrt="x")(spring, X), 2 * (X - 0.5))
    by_spring = rz.grad(lib["Spring::total"], wrt="this")(spring, X)
    assert_allclose(by_spring["k"], (0.5 * (X - 0.5) ** 2).sum())
    assert_allclose(by_spring["rest"], -2 * (X - 0.5).sum())
    lib["Spring::stretch"](spring, 3.0)
    assert spring == {"k": 2.0, "rest": 1.5}


def test_all_transforms_take_them(lib: rz.Library) -> None:
    assert_allclose(rz.hessian(lib.norm)(X), 2 * np.eye(3))
    assert_allclose(rz.hvp(lib.norm, (X,), X), 2 * X)
    assert_allclose(rz.vmap(lib.norm)(np.stack([X, 2 * X])), [14, 56])
    assert_allclose(rz.vmap(rz.grad(lib.norm))(np.stack([X, 2 * X])), [2 * X, 4 * X])
    shadow = np.zeros(3)
    rz.autodiff(rz.Reverse, lib.norm, rz.Duplicated(X, shadow))
    assert_allclose(shadow, 2 * X)
    forward, reverse = rz.split(lib.norm)
    value, tape = forward(X)
    assert value == 14.0
    assert_allclose(reverse(tape, 1.0), 2 * X)
    assert "f(const" not in rz.grad(lib.norm).ir and rz.explain(lib.norm)
    assert str(lib.norm.signature) == "double norm(const std::vector<double> &v)"


def test_a_pointer_to_such_a_function_is_for_cpp(lib: rz.Library) -> None:
    assert lib.call(lib.norm, 3.0) == 45.0
    with pytest.raises(rz.SignatureError, match="containers of C"):
        lib.norm.ctypes


REFUSED: dict[str, tuple[Any, str, str]] = {
    "a class with a container in it": (
        lambda lib: lib.of_model(X), "RZ008", "wants an object of Model",
    ),
    "and as a dictionary": (
        lambda lib: lib.of_model({"k": 1.0, "w": X}), "RZ008", "wants an object of vector<double>",
    ),
    "containers of containers": (
        lambda lib: lib.nested(X), "RZ008", "wants an object of vector<std::vector<double>>",
    ),
    "a class that is only declared": (
        lambda lib: lib.of_hidden(X), "RZ008", "wants an object of Hidden",
    ),
    "a container that is returned": (
        lambda lib: lib.made(1.0), "RZ012", "values of type vector<double>",
    ),
    "another type of elements": (lambda lib: lib.norm(np.ones(3, "f")), "RZ008", "float64"),
    "a list": (lambda lib: lib.norm([1.0, 2.0]), "RZ008", "wants an array of float64"),
    "nothing": (lambda lib: lib.norm(None), "RZ008", "wants an array of float64"),
    "a number": (lambda lib: lib.norm(1.0), "RZ008", "wants an array of float64"),
    "strides": (lambda lib: lib.norm(np.ones(6)[::2]), "RZ008", "C-contiguous"),
    "too few for a fixed span": (lambda lib: lib.three(np.ones(2)), "RZ011", "wants 3 elements"),
    "too few for an array": (lambda lib: lib.fixed_value(np.ones(2)), "RZ008", "array of shape"),
    "read-only where it is written": (
        lambda lib: lib.relax(np.broadcast_to(1.0, 1)), "RZ014", "writeable",
    ),
}  # fmt: skip


@pytest.mark.parametrize("ask", REFUSED.values(), ids=REFUSED.keys())
def test_what_is_refused_says_why(lib: rz.Library, ask: tuple[Any, str, str]) -> None:
    call, code, text = ask
    with pytest.raises(rz.Error, match=text) as caught:
        call(lib)
    assert caught.value.code == code and (code == "RZ011" or caught.value.fixes or "shape" in text)


def test_several_files_and_flags_of_the_program(tmp_path: Path) -> None:
    (tmp_path / "user.hpp").write_text("#include <vector>\n#define K 3\n")
    (tmp_path / "one.cpp").write_text(
        '#include "user.hpp"\ndouble two(const std::vector<double> &);\n'
        "double one(const std::vector<double> &x) { return K * two(x); }\n"
    )
    (tmp_path / "two.cpp").write_text(
        '#include "user.hpp"\ndouble two(const std::vector<double> &x) { return x[0] * x[1]; }\n'
    )
    flags = ["-I", str(tmp_path), "-std=c++11", "-fno-exceptions", "-Wall", "-Werror"]
    lib = rz.load(tmp_path / "one.cpp", tmp_path / "two.cpp", flags=flags)
    assert_allclose(rz.grad(lib.one)(X), [6, 3, 0])


def test_headers_for_c_name_what_is_passed() -> None:
    import pickle

    lib = rz.compile(
        "#include <vector>\ndouble f(const std::vector<double> &v) { return v[0] * v[0]; }", "c++"
    )
    again = pickle.loads(pickle.dumps(rz.grad(lib.f)))
    assert_allclose(again(X), [2, 0, 0])


def test_an_operator_of_a_framework_is_refused() -> None:
    from ribozyme.bindings.operators.declare import declare

    lib = rz.compile(
        "#include <vector>\ndouble f(const std::vector<double> &v) { return v[0] * v[0]; }", "c++"
    )
    with pytest.raises(rz.Error, match="is a container") as caught:
        declare(lib.f)
    assert caught.value.code == "RZ511"
