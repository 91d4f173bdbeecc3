"""Constant shapes in flang's HLFIR: what is known, what is not, and that flang takes the text."""

from __future__ import annotations

import re

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.frontends.fortran import shapes

HEAD = """
  func.func @f() {
    %7 = fir.shape %5, %6 : (index, index) -> !fir.shape<2>
    %8 = fir.shape %5 : (index) -> !fir.shape<1>
"""
READ = (
    "%30 = hlfir.designate %20#0 (%arg1)  : (!fir.ref<!fir.array<3xf64>>, index) -> !fir.ref<f64>"
)
UNKNOWN = (
    "%31 = hlfir.designate %21 (%arg1)  : (!fir.box<!fir.array<?xf64>>, index) -> !fir.ref<f64>"
)
IMPLIED = "%32 = arith.subi %arg1, %c1 : index"
ROW = (
    "%33 = hlfir.designate %22 (%arg1, %arg2)  : "
    "(!fir.box<!fir.array<?x4xf64>>, index, index) -> !fir.ref<f64>"
)
TURNED = ROW.replace("%arg1, %arg2", "%arg2, %arg1")
TO = "    hlfir.assign %9 to %23#0 : !hlfir.expr<?xf64>, !fir.ref<!fir.array<5xf64>>"
TO_UNKNOWN = "    hlfir.assign %9 to %23#0 : !hlfir.expr<?xf64>, !fir.box<!fir.array<?xf64>>"


def _expression(lines: list[str], rank: int = 1) -> list[str]:
    """An expression, and a region in which its lines stand."""
    of = "x".join("?" * rank)
    arguments = ", ".join(f"%arg{n}: index" for n in range(1, rank + 1))
    head = f"%9 = hlfir.elemental %{9 - rank} unordered : (!fir.shape<{rank}>) -> !hlfir.expr<{of}x"
    return [
        f"    {head}f64> {{",
        f"    ^bb0({arguments}):",
        *(f"      {n}" for n in lines),
        "    }",
    ]


KNOWN = {
    "an array that is read": (_expression([UNKNOWN, READ]), "3"),
    "what it is assigned to": ([*_expression([UNKNOWN]), TO], "5"),
    "one extent of two": (_expression([ROW], 2), "%5, 4"),
}
NOT_KNOWN = {
    "nothing constant": [*_expression([UNKNOWN]), TO_UNKNOWN],
    "an implied do": _expression([READ, IMPLIED]),
    "indices in another order": _expression([TURNED], 2),
}


@pytest.mark.parametrize("case", KNOWN)
def test_known(case: str) -> None:
    lines, said = KNOWN[case]
    made = shapes.constant(HEAD + "\n".join(lines))
    constants = dict(re.findall(r"(%extent_\w+) = arith\.constant (\d+) : index", made))
    found = re.search(r"(%shape_\d+) = fir\.shape (.*) : .*\n +%9 = hlfir\.elemental \1 ", made)
    assert found is not None
    assert ", ".join(constants.get(part, part) for part in found[2].split(", ")) == said


@pytest.mark.parametrize("case", NOT_KNOWN)
def test_not_known(case: str) -> None:
    text = HEAD + "\n".join(NOT_KNOWN[case])
    assert shapes.constant(text) == text


SOURCE = """
module shaped
contains
  real(8) function spring(x, y, k)
    real(8), intent(in) :: x(:, :), y(:, :), k(3)
    real(8) :: d(3), total(3), part(2, 2)
    integer :: j, i
    spring = 0
    total = 0
    do j = 1, size(x, 2)
      d = x(:, j) - y(:, j)
      total = y(:, j) * d + total
      spring = spring + sum(k * d**2)
    end do
    part = x(1:2, :2) * y(2:, 1:2)
    spring = spring + sum([(k(i) * x(1, i), i = 1, size(x, 2) - 1)]) + sum(total**2) * part(1, 2)
  end function
end module
"""


@pytest.mark.fortran
@pytest.mark.parametrize("level", ["O0", "O2"])
def test_flang_takes_them(level: str) -> None:
    f = rz.compile(SOURCE, "fortran", level=level).spring
    rng = np.random.default_rng(5)
    x, y, k = rng.normal(size=(3, 4)), rng.normal(size=(3, 4)), rng.uniform(1, 2, 3)

    def spring(x, y, k):  # type: ignore[no-untyped-def]
        d = x - y
        mixed = np.sum((y * d).sum(axis=1) ** 2) * x[0, 1] * y[1, 1]
        return np.sum(k[:, None] * d**2) + k @ x[0, :3] + mixed

    assert f(x, y, k) == pytest.approx(spring(x, y, k), rel=1e-13)
    found = rz.grad(f)(x, y, k)
    for n, one in enumerate(found):
        given = [x, y, k]
        way = rng.normal(size=one.shape)
        h = 1e-20
        given[n] = given[n] + 1j * h * way
        assert np.sum(one * way) == pytest.approx(spring(*given).imag / h, rel=1e-12)
