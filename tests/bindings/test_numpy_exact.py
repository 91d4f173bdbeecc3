"""`rz.autodiff` again and again: which derivative runs follows the marks and the options."""

from typing import Any

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.api.calling import call

SOURCE = """
double f(double x, const double *a, int n, double *out)
{
    double sum = 0;
    for (int i = 0; i < n; i++) { out[i] = x * a[i] * a[i]; sum += a[i] * x; }
    return sum;
}
"""
A = np.array([1.0, 2.0, 3.0])


@pytest.fixture(scope="module")
def f() -> Any:
    return rz.compile(SOURCE).f


@pytest.mark.parametrize("_", range(3))
def test_each_marking_has_its_own_derivative(f: Any, _: int) -> None:
    """By hand: f = x Σa, out = x a², with the adjoints 1 of f and w of out."""
    x, w = 0.5, np.array([0.25, -1.0, 2.0])
    da, dout, out = np.zeros(3), w.copy(), np.zeros(3)
    marked = rz.Duplicated(A, da), rz.Const(3), rz.Duplicated(out, dout)
    by_x = rz.autodiff(rz.Reverse, f, rz.Active(x), *marked)
    assert by_x == pytest.approx(A.sum() + w @ A**2)
    assert da == pytest.approx(x + w * 2 * x * A)
    assert (dout == 0).all()
    assert out == pytest.approx(x * A**2)
    const = rz.Const(A), rz.Const(3), rz.Const(out)
    assert rz.autodiff(rz.Reverse, f, rz.Active(x), *const) == A.sum()
    assert rz.autodiff(rz.ReverseWithPrimal, f, rz.Active(x), *const) == (x * A.sum(), A.sum())
    assert rz.autodiff(rz.Forward, f, rz.Duplicated(x, 2.0), *const) == 2 * A.sum()
    assert rz.autodiff(rz.Forward, f, rz.Duplicated(x, (2.0, 3.0)), *const) == (
        2 * A.sum(),
        3 * A.sum(),
    )
    assert rz.autodiff(rz.Reverse, f, rz.Active(x), rz.Const(A), 3, rz.Const(out)) == A.sum()


def test_options_are_those_of_the_call(f: Any) -> None:
    const = rz.Const(A), rz.Const(3), rz.Const(np.zeros(3))

    def made() -> int:
        assert rz.autodiff(rz.Reverse, f, rz.Active(0.5), *const) == A.sum()
        return sum(isinstance(one, type(f)) for one in f.derivatives.values())

    before = made()
    with rz.options(fast_math=True):
        assert made() == made() == before + 1
    assert made() == before + 1
    rz.autodiff(rz.Reverse, f, rz.Active(0.5), *const, optimise_first=False)
    assert made() == before + 2


@pytest.mark.parametrize("_", range(2))
def test_a_mistake_is_told_each_time(f: Any, _: int) -> None:
    const = rz.Const(A), rz.Const(3), rz.Const(np.zeros(3))
    with pytest.raises(rz.SignatureError, match="takes 4 arguments, autodiff got 3"):
        rz.autodiff(rz.Reverse, f, *const)
    with pytest.raises(rz.SignatureError, match=r"use rz\.Active"):
        rz.autodiff(rz.Reverse, f, rz.Duplicated(0.5, 1.0), *const)
    with pytest.raises(rz.Error, match="holds floats: say what it is"):
        rz.autodiff(rz.Reverse, f, 0.5, *const)
    with pytest.raises(rz.Error, match="is a mode"):
        rz.autodiff("reverse", f, rz.Active(0.5), *const)
    with pytest.raises(rz.Error, match="is a function"):
        rz.autodiff(rz.Reverse, abs, rz.Active(0.5), *const)


def test_one_shadow_and_several_in_turn() -> None:
    """The quick way is for one; what it remembers of one call is not taken for another."""
    lib = rz.compile("""
        double length(const double *x, int n) {
            double s = 0;
            for (int i = 0; i < n; i++) s += x[i] * x[i];
            return s;
        }
    """)
    x, one, two = np.ones(3), np.zeros(3), np.zeros(3)
    for count in range(1, 3):
        rz.autodiff(rz.Reverse, lib.length, rz.Duplicated(x, one), rz.Const(3))
        rz.autodiff(rz.Reverse, lib.length, rz.Duplicated(x, (one, two)), rz.Const(3))
        assert one.tolist() == [4 * count] * 3 and two.tolist() == [2 * count] * 3
        both = rz.Duplicated(x, (x, 2 * x))
        assert rz.autodiff(rz.Forward, lib.length, both, 3) == (6, 12)
        assert rz.autodiff(rz.Forward, lib.length, rz.Duplicated(x, x), 3) == 6


def test_marks_go_the_quick_way(f: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is plain; the rest goes the complete way, with the same answers and messages."""
    da, dout, out = np.zeros(3), np.ones(3), np.zeros(3)
    marked = rz.Duplicated(A, da), 3, rz.Duplicated(out, dout)  # whole numbers need no mark
    rz.autodiff(rz.Reverse, f, rz.Active(0.5), *marked)
    complete = call.run
    monkeypatch.setattr(call, "run", None)
    da[:] = 0
    for x in (0.5, 1, np.float64(2)):
        dout[:] = 1
        assert rz.autodiff(rz.Reverse, f, rz.Active(x), *marked) == A.sum() + (A**2).sum()
    assert da == pytest.approx((0.5 + 1 + 2) * (1 + 2 * A))
    monkeypatch.setattr(call, "run", complete)
    apart = np.zeros(6)[::2]
    with pytest.raises(rz.Error, match="a"):
        rz.autodiff(rz.Reverse, f, rz.Active(1.0), rz.Duplicated(A, apart[:2]), *marked[1:])
    for wrong in (rz.Active("x"), rz.Active(None), 1.0, A):
        with pytest.raises(rz.Error):
            rz.autodiff(rz.Reverse, f, wrong, *marked)


def test_what_a_mark_holds_may_change(f: Any) -> None:
    """Between calls; a mark that lost its value is an error."""
    mark = rz.Active(1.0)
    rest = rz.Const(A), rz.Const(3), rz.Const(np.zeros(3))
    for value in (1.0, 2.0):
        object.__setattr__(mark, "value", value)
        assert rz.autodiff(rz.Reverse, f, mark, *rest) == A.sum()
    object.__delattr__(mark, "value")
    with pytest.raises(AttributeError):
        rz.autodiff(rz.Reverse, f, mark, *rest)


def test_modes_in_turn() -> None:
    square = rz.compile("double square(double x) { return x * x; }").square
    for x in (1.0, 2.0, 3.0):
        assert rz.autodiff(rz.Reverse, square, rz.Active(x)) == 2 * x
        assert rz.autodiff(rz.Forward, square, rz.Duplicated(x, 3.0)) == 6 * x
        with rz.options(fast_math=True):
            assert rz.autodiff(rz.ReverseWithPrimal, square, rz.Active(x)) == (x * x, 2 * x)
    assert rz.Active(2.0) == rz.Active(2.0) != rz.Const(2.0)
