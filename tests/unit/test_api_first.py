"""The comparison on the first call: points and data that tell nothing are no mistakes."""

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.isolated import no_added_rules

import ribozyme as rz
from ribozyme.api.checking import first
from ribozyme.api.derivatives.differentiate import choose
from ribozyme.rules import added, custom

pytestmark = pytest.mark.rotates("file", plain=3, wide=6)

SOURCE = r"""
#include <math.h>
double every_other(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i += 2)
        s += x[i] * x[i] * x[i];
    return s;
}
float every_other_float(const float *x, int n)
{
    float s = 0;
    for (int i = 0; i < n; i += 2)
        s += x[i] * x[i];
    return s;
}
double masked(const double *x, const double *w, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        if (w[i] > 0 && isfinite(x[i]))
            s += w[i] * sin(x[i]);
    return s;
}
void squares(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i];
}
double angle(double y, double x) { return atan2(y, x); }
double length(double x, double y) { return sqrt(x * x + y * y); }
double ramp(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] > 0 ? 3 * x[i] : 0;
    return s;
}
double step(double x) { return x < 1 ? x : x + 2; }
double table(const double *k, const double *t, int m, const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        int lo = 0, hi = m - 1;
        while (hi - lo > 1) {
            int mid = (lo + hi) / 2;
            if (k[mid] <= x[i]) lo = mid; else hi = mid;
        }
        double w = (x[i] - k[lo]) / (k[lo + 1] - k[lo]);
        s += t[lo] * (1 - w) + t[lo + 1] * w;
    }
    return s;
}
float table_float(const float *k, const float *t, int m, const float *x, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++) {
        int lo = 0, hi = m - 1;
        while (hi - lo > 1) {
            int mid = (lo + hi) / 2;
            if (k[mid] <= x[i]) lo = mid; else hi = mid;
        }
        float w = (x[i] - k[lo]) / (k[lo + 1] - k[lo]);
        s += t[lo] * (1 - w) + t[lo + 1] * w;
    }
    return s;
}
double small(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += cos(1e9 * x[i]);
    return s;
}
__attribute__((noinline)) double cube(double x) { return x * x * x; }
double cubes(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        if (isfinite(x[i]))
            s += cube(x[i]) + fabs(x[i]);
    return s;
}
"""


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(SOURCE)


@pytest.fixture(autouse=True)
def no_warnings() -> Iterator[None]:
    with rz.options(cache=False), warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.fixture
def own_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    no_added_rules(monkeypatch)
    monkeypatch.setattr(custom, "_books", {"": custom.STANDARD})
    monkeypatch.setattr(added, "CURRENT", [""])
    monkeypatch.setattr(custom, "CURRENT", added.CURRENT)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e308])
@pytest.mark.parametrize("name", ["every_other", "every_other_float"])
def test_what_nobody_reads_may_hold_anything(lib: rz.Library, name: str, bad: float) -> None:
    kind = np.float32 if name.endswith("float") else np.float64
    x = np.linspace(0.3, 1, 6).astype(kind)
    with np.errstate(over="ignore"):
        x[1] = bad
    found: Any = rz.grad(lib[name], wrt="x", check="always")(x, 6)
    power = 2 if kind == np.float32 else 3
    np.testing.assert_allclose(found[::2], np.asarray(power * x[::2] ** (power - 1)), rtol=1e-6)
    assert not found[1::2].any()
    report = rz.check(lib[name], x, 6)
    assert report, str(report)
    assert ("1 of 6 numbers" in str(report)) == (not np.isfinite(x[1]))


def test_missing_values_that_are_masked(lib: rz.Library) -> None:
    x, w = np.linspace(0.3, 1, 6), np.array([1, 0, 1, 1, 0, 2.0])
    x[[1, 3]] = np.nan
    found = rz.grad(lib.masked, wrt="x", check="always")(x, w, 6)
    np.testing.assert_allclose(found[[0, 2, 5]], (w * np.cos(x))[[0, 2, 5]], rtol=1e-12)


def test_outputs_that_are_not_finite_do_not_count(lib: rz.Library) -> None:
    x = np.linspace(0.3, 1, 6)
    x[2] = np.nan
    assert rz.check(lib.squares, x, np.zeros(6), 6, wrt="x", of="y")
    x[2] = np.inf
    assert rz.check(lib.squares, x, np.zeros(6), 6, wrt="x", of="y")


def test_a_zero_is_moved_by_as_much_as_its_neighbours(lib: rz.Library) -> None:
    x = np.array([0, 3e-9, 5e-9, 0, 1e-9, np.nan])
    found = rz.grad(lib.small, wrt="x", check="always")(x[:5], 5)
    np.testing.assert_allclose(found, -1e9 * np.sin(1e9 * x[:5]), atol=1e-3)


@pytest.mark.parametrize(
    ("name", "args"), [("angle", (0.0, 0.0)), ("length", (0.0, 0.0)), ("step", (1.0,))]
)
def test_a_point_without_a_gradient_is_a_warning_once(
    lib: rz.Library, name: str, args: tuple[float, ...]
) -> None:
    f = rz.compile(SOURCE)[name]
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        for _ in range(3):
            rz.grad(f, check="always")(*args)
        rz.grad(f, check="always")(*(arg + 0.5 for arg in args))
    told = [str(one.message) for one in said if isinstance(one.message, rz.RibozymeWarning)]
    assert len(told) <= 1, told
    if name != "length":  # which has a subgradient, 0, where differences see 0 as well
        assert "RZ606" in told[0] and f"'{name}' has no gradient at this point" in told[0], told


def test_it_does_not_matter_which_point_comes_first(lib: rz.Library) -> None:
    good = rz.grad(rz.compile(SOURCE).angle)(0.3, 0.4)
    with warnings.catch_warnings(record=True):
        warnings.simplefilter("always")
        slope = rz.grad(rz.compile(SOURCE).angle)
        slope(0.0, 0.0)
    assert slope(0.3, 0.4) == good == pytest.approx((1.6, -1.2))


def test_a_subgradient_is_as_good_as_another(lib: rz.Library) -> None:
    x = np.array([-1, 0, 0.5, 0, 2])
    found = rz.grad(lib.ramp, wrt="x", check="always")(x, 5)
    assert list(found[[0, 2, 4]]) == [0, 3, 3] and all(found[[1, 3]] >= 0) and all(found <= 3)


BENT = r"""
#include <math.h>
double median(const double *x, int n)
{
    double a[16];
    for (int i = 0; i < n; i++) {
        int j = i;
        for (; j > 0 && a[j - 1] > x[i]; j--) a[j] = a[j - 1];
        a[j] = x[i];
    }
    return n % 2 ? a[n / 2] : (a[n / 2 - 1] + a[n / 2]) / 2;
}
double limited(const double *u, int n)
{
    double s = 0;
    for (int i = 1; i < n - 1; i++) {
        double a = u[i] - u[i - 1], b = u[i + 1] - u[i];
        s += (i + 1) * (a * b <= 0 ? 0 : fabs(a) < fabs(b) ? a : b);
    }
    return s;
}
double quotient(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) s += x[i] * x[i];
    return s > 0 ? x[0] * x[0] * x[0] / s : x[n - 1];
}
"""


@pytest.mark.parametrize(
    ("name", "x"),
    [
        ("median", [2.0, 2, 2]),
        ("median", [1.0, 2, 2, 2, 2, 5]),
        ("limited", [1.0, 1, 1, 1, 1]),
        ("quotient", [0.0, 0, 0]),
    ],
)
def test_kinks_that_no_line_alone_shows(name: str, x: list[float]) -> None:
    """To both sides of the point the slopes are the same, and not linear in the direction."""
    lib = rz.compile(BENT)
    f, at = lib[name], np.array(x)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        slope = rz.grad(f, check="always")
        slope(at, len(x))
    assert all("RZ606" in str(one.message) for one in said)
    away = at + np.arange(len(x)) ** 2 * 0.125
    steps = [(f(away + h, len(x)) - f(away - h, len(x))) / 2e-6 for h in 1e-6 * np.eye(len(x))]
    np.testing.assert_allclose(slope(away, len(x)), steps, atol=1e-8)


@pytest.mark.parametrize("name", ["table", "table_float"])
@pytest.mark.parametrize("wrt", ["x", ("k", "t", "x")])
def test_tables_with_many_kinks(
    lib: rz.Library, name: str, wrt: str | tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    f, kind = lib[name], np.float32 if name.endswith("float") else np.float64
    slope, choice = rz.grad(f, wrt=wrt, check="never"), choose(f.plan, wrt, None)
    warnings.simplefilter("ignore", rz.RibozymeWarning)
    for seed in range(20):
        rng = np.random.default_rng(seed)
        m = (60, 400, 2000)[seed % 3]
        k, t = np.sort(rng.uniform(0, 1, m)).astype(kind), rng.normal(size=m).astype(kind)
        x = rng.uniform(k[1], k[-2], 100).astype(kind)
        args = (k, t, m, x, 100)
        first.verify(f, choice, rz.Options(), args, slope(*args))


@pytest.mark.rotates(plain=1, wide=7)
@pytest.mark.usefixtures("own_rules")
@pytest.mark.parametrize(
    ("x", "factor"),
    [
        ([0.5, 1.5, 2.5], 1.01),
        ([0.5, np.nan, 2.5], 2),
        ([0.0, 1.5, np.inf], 1.01),  # on the kink of fabs
        ([1e-12, 1.5, 1e12], 1.01),
    ],
)
def test_a_wrong_rule_is_an_error(lib: rz.Library, x: list[float], factor: float) -> None:
    wrong = rz.compile(SOURCE)
    rz.rule("cube")(lambda x, r, dx: 3 * factor * x * x * dx)
    with pytest.raises(rz.Error) as caught:
        rz.grad(wrong.cubes, wrt="x")(np.array(x), 3)
    assert caught.value.code == "RZ601", str(caught.value)
    assert any("a rule that was registered" in fix for fix in caught.value.fixes)


@pytest.mark.usefixtures("own_rules")
def test_a_right_rule_passes(lib: rz.Library) -> None:
    rz.rule("cube")(lambda x, r, dx: 3 * x * x * dx)
    found = rz.grad(rz.compile(SOURCE).cubes, wrt="x")(np.array([0.5, 1.5, np.nan]), 3)
    np.testing.assert_allclose(found[:2], [1.75, 7.75])
