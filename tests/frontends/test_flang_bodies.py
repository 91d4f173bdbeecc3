"""Bodies of the run time's array functions against flang's own, on random shapes and strides.

A Fortran program calls the functions. Ribozyme runs it with our bodies; a library that flang makes
of the same file runs it with its own. Arrays are views with strides, and some are empty.
"""

import ctypes
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mpmath as mp
import numpy as np
import pytest

import ribozyme as rz
from ribozyme.frontends.fortran import flang

pytestmark = [pytest.mark.fortran, pytest.mark.wide]

# Each takes a(:, :), b(:, :), v(:), an integer, and writes what it found into out(:).
BODIES: dict[str, str] = {
    "sums": "call put([sum(a), sum(a, mask=a > 0), sum(a, 1), sum(a, 2), sum(b, 1, b < 0.5d0)])",
    "products": "call put([product(a), product(a, 1), product(b, 2, b > 0)])",
    "extremes": "call put([maxval(a), minval(a), maxval(a, 1), minval(a, 2), &\n"
    "   maxval(v, mask=v < 0)])",
    "places": "call put(dble([maxloc(a), minloc(a), maxloc(a, 1), minloc(a, 2), maxloc(v), &\n"
    "   minloc(v, v > 0), maxloc(a, 1, a < 0.3d0), findloc(a > 0, .true.), findloc(nint(v), 1), &\n"
    "   findloc(a > 0, .true., 2, back=.true.)]))",
    "norms": "call put([norm2(a), norm2(a, 1), norm2(a, 2), norm2(v)])",
    "logicals": "call put(dble([count(a > 0), count(a > 0, 1), merge(1, 0, any(a > 0, 2)), &\n"
    "   merge(1, 0, all(a > -1, 1)), merge(1, 0, parity(b > 0)), merge(1, 0, any(a > 9))]))",
    "bits": "call put(dble([iall(nint(7 * a)), iany(nint(7 * a)), iparity(nint(7 * a))]))",
    "matmul": "call put([matmul(a, transpose(b)), matmul(transpose(a), b)])",
    "matmul_vector": "call put([matmul(b, v), &\n"
    "   matmul(a(:, 1:min(1, size(a, 2))), v(:min(1, size(v))))])",
    "dot": "call put([dot_product(v, v(size(v):1:-1))])",
    "transpose": "call put([transpose(a)])",
    "reshape": "call put([reshape(a, [size(a)]), reshape(v, [2, size(v)], pad=[1d0, 2d0]), &\n"
    "   reshape(a, [size(a, 2), size(a, 1)], order=[2, 1])])",
    "spread": "call put([spread(a, 1, k), spread(a, 2, k), spread(a, 3, k), spread(v, 1, k - 3)])",
    "cshift": "call put([cshift(a, k), cshift(a, -k, 2), cshift(v, k), &\n"
    "   cshift(a, [(j, j=1, size(a, 2))])])",
    "eoshift": "call put([eoshift(a, k), eoshift(a, -1, 2d0, 2), eoshift(v, -k), &\n"
    "   eoshift(a, 1, [(dble(j), j=1, size(a, 2))])])",
    "pack": "call put([pack(a, a > 0), pack(a, .true.), pack(v, v > 0, v)])",
    "unpack": "call put([unpack(reshape(a, [size(a)]), b > 0, a)])",
    "assigned": "c = a\n  c = b(:, size(b, 2):1:-1)\n  c = c(size(c, 1):1:-1, :)\n  call put([c])",
    "constructed": "d = [real(8) ::]\n  do j = 1, size(v)\n"
    "   d = [d, v(j), a(:, j)]\n  end do\n  call put(d)",
    "moved": "allocate(c, source=a)\n  call move_alloc(c, e)\n  c = 2 * e\n  call put([c, e])",
    "remapped": "allocate(t(size(a)))\n  t = [a]\n  q(1:size(a, 2), 1:size(a, 1)) => t\n"
    "  p => t(::2)\n  call put([q, p, q(:, 1:size(q, 2):2)])",
    "transferred": "call put([transfer(a, v), transfer(v, [0d0], min(2, size(v))), &\n"
    "   real(transfer(b, [(0d0, 0d0)])), dble(transfer(nint(a), [1], size(a)))])",
    "combined": "call put([reduce(a, both, identity=2d0), reduce(a, both, 1, identity=1d0), &\n"
    "   reduce(b, both, 2, b > 0, identity=3d0), reduce(v, both, v < 0.5d0, identity=0d0)])",
    "parts": "call put([fraction(v), scale(v, k - 4), set_exponent(v, k), rrspacing(v), &\n"
    "   spacing(v), scale(v, [(400 * j, j=1, size(v))]), dble(exponent(v))])",
    "scaled_erfc": "call put([erfc_scaled(v), erfc_scaled(9 * v)])",
    "copied": "e = a\n  j = min(size(e), size(e, 1))\n"
    "  call twice(j, e(:, size(e, 2):1:-2))\n  call put([e])",
}
SOURCE = """
subroutine {name}(na, ma, nb, mb, nv, k, a_, la, b_, lb, v_, lv, out, found) bind(c)
  use iso_c_binding
  implicit none
  integer(c_int), value :: na, ma, nb, mb, nv, k, la, lb, lv
  real(8), target :: a_(la * 2, *), b_(lb * 2, *), v_(*)
  real(8) :: out(4000)
  integer(c_int) :: found(1)
  integer :: j
  found(1) = 0
  call inner(a_(1:2 * na:2, ma:1:-1), b_(2 * nb:1:-2, 1:mb), v_(1 + lv * (nv - 1):1:-lv))
contains
  subroutine inner(a, b, v)
    real(8), intent(in) :: a(:, :), b(:, :), v(:)
    real(8), allocatable :: c(:, :), e(:, :), d(:)
    real(8), allocatable, target :: t(:)
    real(8), pointer :: p(:), q(:, :)
    {body}
  end subroutine
  pure real(8) function both(x, y)
    real(8), intent(in) :: x, y
    both = x * y + 0.25d0 * x
  end function
  subroutine put(x)
    real(8), intent(in) :: x(:)
    integer :: i
    do i = 1, size(x)
      found(1) = found(1) + 1
      out(found(1)) = x(i)
    end do
  end subroutine
  subroutine twice(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n, *)
    if (n > 0) x(:, 1) = 2 * x(:, 1)
  end subroutine
end subroutine
"""


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any]:
    """The program with our bodies, and with flang's own."""
    folder = tmp_path_factory.mktemp("bodies")
    path = folder / "bodies.f90"
    path.write_text("".join(SOURCE.format(name=f"f_{n}", body=b) for n, b in BODIES.items()))
    return rz.load(path), _library(path, folder)


def _library(path: Path, folder: Path) -> ctypes.CDLL:
    """What flang alone makes of a file, with its own run time."""
    made = folder / f"lib{path.stem}.so"
    command = [*flang.compiler().command, "-O0", "-shared", "-fPIC", str(path), "-o", str(made)]
    subprocess.run(command, check=True, capture_output=True, cwd=folder)
    return ctypes.CDLL(str(made))


def _by_us(run: Any, counts: list[int], arrays: list[Any], out: Any, found: Any) -> None:
    (a, b, v), rows = arrays, counts[0] + 1
    run(*counts, a, rows, b, rows, v, 2, out, found)


def _by_flang(run: Any, counts: list[int], arrays: list[Any], out: Any, found: Any) -> None:
    a, b, v, o, f = (ctypes.c_void_p(x.ctypes.data) for x in (*arrays, out, found))
    rows = counts[0] + 1
    run(*map(ctypes.c_int, counts), a, rows, b, rows, v, 2, o, f)


def _called(how: Callable[..., None], run: Any, counts: list[int], arrays: list[Any]) -> Any:
    out, found = np.zeros(4000), np.zeros(1, np.int32)
    how(run, counts, arrays, out, found)
    return out[: found[0]].copy()


@pytest.mark.parametrize("name", BODIES)
def test_a_body(name: str, both: tuple[Any, Any]) -> None:
    ours, theirs = both[0][f"f_{name}"], both[1][f"f_{name}"]
    rng = np.random.default_rng(sum(map(ord, name)))
    for turn in range(12):
        n, m, k = (int(one) for one in rng.integers(0, [5, 5, 4]))
        n = 0 if turn == 0 else n
        counts = [n, m, n, m, m, k]
        shape = 2 * n + 2, m + 1
        arrays = [np.asfortranarray(rng.normal(size=shape).round(1)) for _ in range(2)]
        arrays.append(rng.normal(size=2 * m + 2).round(1))
        mine = _called(_by_us, ours, counts, arrays)
        expected = _called(_by_flang, theirs, counts, arrays)
        assert mine.shape == expected.shape, counts
        assert np.allclose(mine, expected, rtol=1e-13, atol=1e-300, equal_nan=True), counts


def test_final_procedures_are_called_in_flangs_order(tmp_path: Path) -> None:
    path = Path(__file__).parent / "fortran" / "finalised.f90"
    x = np.array([0.3, 0.7, 1.1, -0.4])
    ours, theirs = np.zeros(200, np.int32), np.zeros(200, np.int32)
    rz.load(path)["orders"](x, ours)
    _library(path, tmp_path).orders(*(ctypes.c_void_p(one.ctypes.data) for one in (x, theirs)))
    assert bytes(ours.astype(np.uint8)) == bytes(theirs.astype(np.uint8))
    assert bytes(ours.astype(np.uint8)).strip() == b"tmmmmccccMpmccmmmMMMmmmpmm"


SCALED = """
real(8) function scaled(x) bind(c)
  real(8), value :: x
  scaled = erfc_scaled(x)
end function
"""


def test_the_slope_of_scaled_erfc_does_not_cancel(tmp_path: Path) -> None:
    path = tmp_path / "scaled.f90"
    path.write_text(SCALED)
    slope = rz.grad(rz.load(path).scaled)
    with mp.workdps(60):
        for at in (-26.0, -2.5, -0.3, 0.0, 0.7, 1.999, 2.0, 2.1, 7.5, 40.0, 1e4, 3e6):
            x = mp.mpf(at)
            expected = 2 * x * mp.exp(x * x) * mp.erfc(x) - 2 / mp.sqrt(mp.pi)
            assert float(slope(at)) == pytest.approx(float(expected), rel=1e-13, abs=0)
