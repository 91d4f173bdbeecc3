"""Methods that their class defines, and inline functions, by name: no `used` is needed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=2, wide=4)

SOURCE = """
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

class Oscillator {
 public:
  double k, c;
  Oscillator(double k, double c) : k(k), c(c) {}
  double energy(double x, double v) const { return .5 * k * x * x + .5 * v * v + c * 0; }
  double force(double x, double v) const { return -k * std::sin(x) - drag(v); }
  static double doubled(double x) { return 2 * x * x; }

 private:
  double drag(double v) const { return c * v * std::fabs(v); }
};

namespace fit {
struct Poly {
  double a[3];
  double at(double x) const { return a[0] + x * (a[1] + x * a[2]); }
  double at(double x, double y) const { return at(x) * y; }
  double operator()(double x) const { return at(x) * x; }
};
inline double residual(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += std::exp(-x[i] * x[i]);
  return s;
}
template <class T> struct Pair {
  T a, b;
  T product() const { return a * b * b; }
};
template struct Pair<double>;
}  // namespace fit

double given(const fit::Poly &p, double x) { return p.at(x); }
"""
COUNTED = (
    SOURCE
    + """
static int calls = 0;
double counted(double x) { calls++; return x * calls; }
"""
)


def loaded(text: str = SOURCE) -> Any:
    return rz.compile(text, "c++", flags=["-std=c++17"])


@pytest.fixture(scope="module")
def lib() -> Any:
    return loaded()


def test_a_method_by_its_name(lib: Any) -> None:
    energy = lib["Oscillator::energy"]
    assert energy({"k": 3.0, "c": 0.5}, 0.5, 0.1) == pytest.approx(0.38)
    by_self, by_x, by_v = rz.grad(energy)({"k": 3.0, "c": 0.5}, 0.5, 0.1)
    assert (by_self["k"], by_x, by_v) == pytest.approx((0.125, 1.5, 0.1))
    assert rz.check(lib["Oscillator::doubled"], 1.5)


def test_a_private_method_and_one_that_calls_it(lib: Any) -> None:
    force, drag = lib["Oscillator::force"], lib["Oscillator::drag"]
    here = {"k": 3.0, "c": 0.5}
    assert rz.grad(force, wrt="x")(here, 0.3, 0.2) == pytest.approx(-3 * np.cos(0.3))
    assert rz.grad(drag, wrt="v")(here, -0.2) == pytest.approx(0.2)


def test_overloads_operators_and_templates(lib: Any) -> None:
    poly = {"a": [1.0, 2.0, 3.0]}
    with pytest.raises(rz.UsageError, match="RZ005") as caught:
        lib["fit::Poly::at"]
    assert 'lib["fit::Poly::at(const struct Poly *, double)' in str(caught.value)
    one = next(h for h in caught.value.diagnostic.helps if h.count("double") == 1)
    assert rz.grad(lib[one[5:-2]], wrt="x")(poly, 2.0) == pytest.approx(2 + 6 * 2)
    assert rz.grad(lib["fit::Poly::operator()"], wrt="x")(poly, 2.0) == pytest.approx(17 + 28)
    found = rz.grad(lib["fit::Pair<double>::product"])({"a": 2.0, "b": 3.0})
    assert (found["a"], found["b"]) == (9, 12)


def test_an_inline_function_beside_others(lib: Any) -> None:
    x = np.linspace(-1, 1, 7)
    assert np.allclose(rz.grad(lib.residual)(x, 7), -2 * x * np.exp(-x * x), rtol=1e-14)
    assert lib.given({"a": [1.0, 2.0, 3.0]}, 2.0) == 17


def test_an_inline_function_of_c() -> None:
    text = "inline double square(double x) { return x * x; }\ndouble one(double x) { return x; }\n"
    assert rz.grad(rz.compile(text)["square"])(1.5) == 3
    assert rz.grad(rz.compile(text.replace("inline", "extern inline")).square)(1.5) == 3


def test_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "oscillator.cpp"
    path.write_text(SOURCE)
    lib = rz.load(path)
    f = lib["Oscillator::force"]
    assert str(path) in str(f.__doc__)
    assert rz.check(f, {"k": 3.0, "c": 0.5}, 0.3, 0.2)


def test_a_name_that_is_none_stays_unknown(lib: Any) -> None:
    with pytest.raises(rz.UsageError, match="RZ004"):
        lib["Oscillator::power"]
    with pytest.raises(rz.UsageError, match="RZ004"):
        lib["size"]  # of the library's containers


def test_variables_are_not_doubled() -> None:
    lib = loaded(COUNTED)
    energy, counted = lib["Oscillator::energy"], lib.counted
    assert energy({"k": 2.0, "c": 0.0}, 1.0, 0.0) == 1
    assert (counted(1.0), counted(1.0)) == (1, 2)
    with pytest.raises(rz.UsageError, match=r"RZ004.*another function of the library") as caught:
        lib["fit::residual"]
    assert "'calls'" in str(caught.value)
