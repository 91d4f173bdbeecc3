"""Exceptions in forward mode: a handler goes on with what has a tangent, and with nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

import ribozyme as rz

REFUSED: Final = Path(__file__).parents[1] / "run" / "refuse"
BROUGHT: Final = ("exception_brings_number", "exception_brings_address", "exception_always_thrown")
PLAIN: Final = """
#include <stdexcept>
[[gnu::noinline]] static double root(double v) {
    if (v > 1) throw std::runtime_error("too large");
    return v * v;
}
extern "C" double f(double x) {
    double before = x * x;
    try { return root(x); } catch (const std::exception &) { return before * x; }
}
"""


def tangent(f: Any, x: float) -> Any:
    with rz.options(cache=False, check="never"):
        return rz.autodiff(rz.Forward, f, rz.Duplicated(x, 1.0))


@pytest.mark.parametrize("name", BROUGHT)
@pytest.mark.parametrize("level", ["O0", "O2"])
def test_what_an_exception_brings_is_refused(name: str, level: Any) -> None:
    lib = rz.load(str(REFUSED / f"{name}.cpp"), level=level)
    with pytest.raises(rz.Error) as caught:
        tangent(lib.f, 1.5)
    assert caught.value.code == "RZ209"
    assert "brings" in str(caught.value)


@pytest.mark.parametrize(("x", "expected"), [(0.5, 1.0), (2.0, 12.0)])
def test_a_handler_goes_on(x: float, expected: float) -> None:
    assert tangent(rz.compile(PLAIN, lang="c++").f, x) == pytest.approx(expected)
