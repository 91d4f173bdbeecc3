"""Options that reach the differentiator, the back end and the first call of a derivative."""

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.api.checking import first
from ribozyme.api.checking.again import repeatable
from ribozyme.api.checking.findings import Finding, Report
from ribozyme.api.derivatives.differentiate import choose
from ribozyme.backend.passes.relax import relaxed

TEXT = r"""
#include <math.h>
#include <stdio.h>
static double scale = 1;
static int calls;
void set_scale(double s) { scale = s; }
double squares(const double *x, int n) {
    double s = 0;
    for (int i = 0; i < n; i++) s += x[i] * x[i] * scale;
    return s;
}
double chain(double x, int n) {
    for (int i = 0; i < n; i++) x = sin(x) + 0.5;
    return x;
}
double counted(double x) { calls++; return x * x; }
double loud(double x) { fprintf(stderr, "%g\n", x); return x * x; }
double kink(double x) { return fabs(x); }
float small(const float *x, int n) {
    float s = 0;
    for (int i = 0; i < n; i++) s += sinf(x[i]);
    return s;
}
"""


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(TEXT)


def test_fast_math_relaxes_arithmetic_and_shares_variables(lib: rz.Library) -> None:
    x = np.linspace(0, 1, 100)
    fast = rz.grad(lib.squares, fast_math=True)
    try:
        for scale in (1.0, 3.0):
            lib.set_scale(scale)
            assert np.allclose(fast(x, 100), 2 * x * scale)
            assert np.allclose(rz.grad(lib.squares)(x, 100), 2 * x * scale)
    finally:
        lib.set_scale(1.0)


def test_fast_math_flags() -> None:
    assert relaxed("  %a = fadd double %x, %y\n") == (
        "  %a = fadd reassoc nsz arcp contract afn double %x, %y\n"
    )
    assert relaxed("  %a = fmul fast float %x, %y\n") == "  %a = fmul fast float %x, %y\n"
    assert relaxed("  %a = fsub nnan <2 x double> %x, %y\n") == (
        "  %a = fsub reassoc nnan nsz arcp contract afn <2 x double> %x, %y\n"
    )
    assert relaxed("  %a = add nsw i32 %x, %y\n") == "  %a = add nsw i32 %x, %y\n"


def test_memory_bounds_the_tape(lib: rz.Library) -> None:
    plain = rz.grad(lib.chain)
    bounded = rz.grad(lib.chain, memory="100K", checkpoint=False)
    assert bounded(0.5, 1000) == plain(0.5, 1000)
    with pytest.raises(rz.Error, match="option memory") as caught:
        bounded(0.5, 1_000_000)
    assert caught.value.code == "RZ603"
    said = str(caught.value)
    assert "all of it takes about 7.6 MiB; this line keeps most, 7.6 MiB" in said
    assert caught.value.location is not None and "keeps " in said
    assert bounded(0.5, 1000) == plain(0.5, 1000)
    assert isinstance(rz.grad(lib.chain, memory="200MB")(0.5, 1_000_000), float)
    kept = rz.grad(lib.chain, memory="100K")(0.5, 1_000_000)
    assert kept == pytest.approx(plain(0.5, 1_000_000), rel=1e-12)


def test_what_may_be_run_again(lib: rz.Library) -> None:
    assert repeatable(lib.squares)
    assert repeatable(lib.kink)
    assert not repeatable(lib.counted)
    assert not repeatable(lib.loud)
    assert not repeatable(lib.set_scale)


def test_a_wrong_gradient_is_suspected(lib: rz.Library) -> None:
    x = np.linspace(0.1, 1, 50)
    choice = choose(lib.squares.plan)
    assert not first.suspected(lib.squares, choice, (x, 50), 2 * x)
    assert first.suspected(lib.squares, choice, (x, 50), 2.01 * x)
    wrong = 2 * x
    wrong[7] = 0
    assert first.suspected(lib.squares, choice, (x, 50), wrong)
    assert first.suspected(lib.squares, choice, (x, 50), x * np.nan)
    y = x.astype(np.float32)
    assert not first.suspected(lib.small, choose(lib.small.plan), (y, 50), np.cos(y))
    assert first.suspected(lib.small, choose(lib.small.plan), (y, 50), -np.cos(y))


def test_the_first_call_is_checked_once(lib: rz.Library, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr(first, "verify", lambda f, *_: seen.append(f.name))
    lib = rz.compile("double cube(double x) { return x * x * x; }")
    with rz.options(cache=False):
        assert [rz.grad(lib.cube)(2.0), rz.grad(lib.cube)(3.0)] == [12.0, 27.0]
        assert seen == ["cube"]
        assert rz.value_and_grad(lib.cube)(2.0) == (8.0, 12.0)
        assert seen == ["cube"] * 2
        rz.grad(lib.cube, check="never", vector_math=False)(2.0)
        assert seen == ["cube"] * 2
        always = rz.grad(lib.cube, check="always")
        assert [always(2.0), always(3.0)] == [12.0, 27.0]
        assert seen == ["cube"] * 4


def test_a_mistake_is_an_error_and_a_kink_is_not(
    lib: rz.Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert rz.grad(lib.kink, check="always")(0.0) in (-1.0, 0.0, 1.0)
    from ribozyme.api.checking import check

    said = Report("kink", (Finding("differences", False, "1 against 2"),))
    monkeypatch.setattr(check, "check", lambda *_, **__: said)
    with pytest.raises(rz.Error, match="1 against 2") as caught:
        first.verify(lib.kink, choose(lib.kink.plan), rz.Options(), (1.0,), 2.0)
    assert caught.value.code == "RZ601"


def test_results_in_memory_of_the_caller(lib: rz.Library) -> None:
    x, into = np.linspace(0, 1, 10), np.full(10, 7.0)
    slope = rz.grad(lib.squares)
    assert slope(x, 10, out=into) is into
    assert np.allclose(into, 2 * x)
    value, found = rz.value_and_grad(lib.squares)(x, 10, out=(into,))
    assert found is into and value == lib.squares(x, 10)
    for wrong, code in (
        (np.zeros(9), "RZ011"),
        (np.zeros(10, np.float32), "RZ008"),
        ((into, into), "RZ011"),
        (x, "RZ404"),
    ):
        with pytest.raises(rz.Error) as caught:
            slope(x, 10, out=wrong)
        assert caught.value.code == code
    into.flags.writeable = False
    with pytest.raises(rz.Error, match="writeable"):
        slope(x, 10, out=into)
    assert np.allclose(into, 2 * x)
