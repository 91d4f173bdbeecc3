"""How Fortran's procedures are called from Python: strided arrays, results that are arrays, dummies
that are allocatable, pointers, polymorphic or procedures, variables of modules and common blocks.
"""

import ctypes
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.test_docs import blocks

import ribozyme as rz
from ribozyme.base.errors import Error

pytestmark = [pytest.mark.fortran, pytest.mark.rotates("file", plain=2, wide=4)]

STRIDED = """
module m
contains
 real(8) function energy(x, y)
  real(8), intent(in) :: x(:,:), y(:)
  integer :: i
  energy = 0
  do i = 1, size(x, 1)
   energy = energy + sum(x(i, :)**2) * y(i) + x(i, 1) * y(1)**3
  end do
 end function
 subroutine cubes(x, y)
  real(8), intent(in) :: x(:)
  real(8), intent(out) :: y(:)
  y = x**3
 end subroutine
end module
"""


def _views() -> list[tuple[Any, Any]]:
    big, line = np.random.default_rng(0).normal(size=(8, 9)), np.linspace(0.3, 1.4, 12)
    return [
        (np.ascontiguousarray(big[:3, :4]), line[:3]),
        (big[1:7:2, 8:0:-2], line[9::-4][:3]),
        (big.T[2:5, ::3], line[::4]),
        (big[:0, :3], line[:0]),
    ]


@pytest.mark.parametrize("which", range(4))
def test_strided_views_are_passed_as_they_are(which: int) -> None:
    x, y = _views()[which]
    f = rz.compile(STRIDED, "fortran").energy
    plain = np.asfortranarray(x), y.copy()
    assert f(x, y) == f(*plain)
    for mine, theirs in zip(rz.grad(f)(x, y), rz.grad(f)(*plain), strict=True):
        assert np.allclose(mine, theirs, rtol=1e-14, atol=0) and mine.shape == theirs.shape
    way = np.cos(np.arange(float(x.size))).reshape(x.shape)
    assert rz.jvp(f, (x, y), (way, None))[1] == pytest.approx(
        rz.jvp(f, plain, (np.asfortranarray(way), None))[1], rel=1e-14
    )
    second = [rz.hvp(f, given, way, wrt="x") for given in ((x, y), plain)]
    assert np.allclose(*second, rtol=1e-13, atol=0)


def test_outputs_with_strides() -> None:
    f, x, room = rz.compile(STRIDED, "fortran").cubes, np.arange(1.0, 7.0)[::2], np.zeros(6)
    f(x, room[::-2])
    assert np.array_equal(room[::-2], x**3) and not room[::2].any()
    _, pullback = rz.vjp(f, x, room[::2], wrt="x", of="y")
    assert np.allclose(pullback(np.ones(3)), 3 * x**2)
    _, along = rz.jvp(f, (x, room[::2]), (np.ones(3), None), of="y")
    assert np.allclose(along, 3 * x**2)


def test_strides_that_are_refused() -> None:
    f, y = rz.compile(STRIDED, "fortran").energy, np.ones(3)
    with pytest.raises(Error, match="lie apart in memory"):
        f(np.broadcast_to(y, (3, 3)), y)
    with pytest.raises(Error, match=r"strides \(8, 24\)"):
        rz.grad(f, wrt="x")(np.ones((3, 3), order="F"), y, out=np.zeros((3, 3)))
    room = np.zeros((3, 3), order="F")
    rz.grad(f, wrt="x")(np.ones((3, 3), order="F"), y, out=room)
    assert np.array_equal(room, [[3, 2, 2]] * 3)


WRAPPED = """
module m
 implicit none
 type :: ball
  real(8) :: a(3)
 end type
contains
 function squares(x) result(y)
  real(8), intent(in) :: x(:)
  real(8) :: y(size(x))
  y = x**2
 end function
 function table(n, v) result(y)
  integer, intent(in) :: n
  real(8), intent(in) :: v
  real(8), allocatable :: y(:, :)
  allocate(y(n, 2))
  y(:, 1) = v**2
  y(:, 2) = 1 / v
 end function
 subroutine outer(x, y, p)
  real(8), allocatable, intent(inout) :: x(:)
  real(8), allocatable, intent(out) :: y(:, :)
  real(8), pointer, intent(in) :: p(:)
  integer :: i
  allocate(y(size(x), size(p)))
  do i = 1, size(p)
   y(:, i) = p(i) * x
  end do
  x = x * 2
 end subroutine
 real(8) function surface(this, s)
  class(ball), intent(in) :: this
  real(8), intent(in) :: s
  surface = s * sum(this%a**2)
 end function
 real(8) function moved(p)
  real(8), pointer, intent(inout) :: p(:)
  moved = sum(p)
  p => p(2:)
 end function
end module
"""


@pytest.fixture(scope="module")
def lib() -> Any:
    return rz.compile(WRAPPED, "fortran")


def test_array_results(lib: Any) -> None:
    x, room = np.array([1.0, 2.0, 4.0]), np.zeros(3)
    lib.squares(x, room)
    assert np.array_equal(room, x**2)
    assert np.array_equal(rz.jacobian(lib.squares, wrt="x", of="result")(x, room), np.diag(2 * x))
    rows = np.zeros((2, 2), order="F")
    _, pullback = rz.vjp(lib.table, 2, 4.0, rows, wrt="v", of="result")
    assert np.array_equal(rows, [[16, 0.25]] * 2) and pullback(np.ones((2, 2))) == 15.875
    with pytest.raises(rz.RunError, match="result is of another shape"):
        lib.squares(x, np.zeros(2))


def test_allocatable_and_pointer_dummies(lib: Any) -> None:
    x, y, p = np.array([1.0, 2.0]), np.zeros((2, 3), order="F"), np.array([1.0, 2.0, 4.0])
    lib.outer(x, y, p)
    assert np.array_equal(x, [2, 4]) and np.array_equal(y, np.outer([1, 2], p))
    _, pullback = rz.vjp(lib.outer, np.array([1.0, 2.0]), y, p, wrt=("x", "p"), of="y")
    by_x, by_p = pullback(np.ones((2, 3)))
    assert np.array_equal(by_x, [7, 7]) and np.array_equal(by_p, [3, 3, 3])
    with pytest.raises(rz.RunError, match="p leads elsewhere"):
        lib.moved(p)


def test_polymorphic_dummies(lib: Any) -> None:
    ball = {"a": np.array([1.0, 2.0, 3.0])}
    assert lib.surface(ball, 2.0) == 28.0 and lib["m::surface"](ball, 1.0) == 14.0
    by_ball, by_s = rz.grad(lib.surface)(ball, 2.0)
    assert np.array_equal(by_ball["a"], [4, 8, 12]) and by_s == 14.0


CALLBACKS = """
module quadrature
contains
 real(8) function simpson(f, a, b)
  interface
   real(8) function f(x)
    real(8), intent(in) :: x
   end function
  end interface
  real(8), intent(in) :: a, b
  simpson = (b - a) / 6 * (f(a) + 4 * f(0.5d0 * (a + b)) + f(b))
 end function
 real(8) function cube(x)
  real(8), intent(in) :: x
  cube = x**3
 end function
 real(8) function square(x)
  real(8), intent(in) :: x
  square = x**2
 end function
end module
"""


def test_procedures_as_arguments() -> None:
    lib = rz.compile(CALLBACKS, "fortran")
    slope = rz.grad(lib.simpson, wrt=("a", "b"))
    for f, power in ((lib.cube, 3), (lib.square, 2)):
        assert lib.simpson(f, 0.0, 1.0) == pytest.approx(1 / (power + 1), rel=1e-15)
        assert slope(f, 0.5, 2.0) == pytest.approx((-(0.5**power), 2.0**power), rel=1e-14)
    of_number = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.POINTER(ctypes.c_double))
    outside = of_number(lambda x: x[0] ** 2)
    assert lib.simpson(outside, 0.0, 1.0) == pytest.approx(1 / 3, rel=1e-15)
    with pytest.raises(rz.NoDerivative):
        slope(outside, 0.0, 1.0)


VARIABLES = """
module phys
  implicit none
  real(8) :: k = 2d0, weights(3) = [1d0, 2d0, 3d0]
contains
  real(8) function energy(x)
    real(8), intent(in) :: x(:)
    energy = k * sum(x**2) + dot_product(weights, weights) * k**2
  end function
end module
real(8) function response(x)
  real(8) :: x, alpha, beta(2)
  integer :: n
  common /consts/ alpha, n, beta
  response = alpha * x**2 + beta(1) * beta(2)**n
end function
block data
  real(8) :: alpha, beta(2)
  integer :: n
  common /consts/ alpha, n, beta
  data alpha /3d0/, n /2/, beta /2d0, 5d0/
end
"""


def test_variables_of_modules_and_common_blocks() -> None:
    lib, x = rz.compile(VARIABLES, "fortran"), np.arange(1.0, 4.0)
    for name in ("@phys::k", "@k", "@PHYS::K"):
        assert rz.grad(lib.energy, wrt=name)(x) == 70.0
    assert np.array_equal(rz.grad(lib.energy, wrt="@phys::weights")(x), [8, 16, 24])
    assert rz.grad(lib.response, wrt="@consts::alpha")(2.0) == 4.0
    assert np.array_equal(rz.grad(lib.response, wrt="@consts::beta")(2.0), [25, 20])
    by_x, by_alpha = rz.grad(lib.response, wrt=("x", "@alpha"))(2.0)
    assert (by_x, by_alpha) == (12.0, 4.0)
    with pytest.raises(Error, match="@consts::alpha"):
        rz.grad(lib.response, wrt="@consts::gamma")(2.0)


def test_the_page_for_users_of_f2py() -> None:
    page = Path(__file__).parents[2] / "docs" / "howto" / "fortran.md"
    names: dict[str, Any] = {}
    found = [block for block in blocks(page) if block.language == "python"]
    for block in found:
        exec(compile("\n" * block.line + block.text, str(page), "exec"), names)
    assert len(found) >= 6 and "jacobian" in names


MATRICES = """
subroutine grown(n, m, a, b)
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(out) :: b(n, m)
  b = a * a
  b(1, :) = b(1, :) + a(n, :)
end subroutine
real(8) function total(n, m, a)
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  integer :: i
  total = 0
  do i = 1, m
    total = total + a(1, i)**3 * i + a(n, i)**2 * a(1, i)
  end do
end function
subroutine shaped(a, b)
  real(8), intent(in) :: a(:, :)
  real(8), intent(out) :: b(:, :)
  b = a * a
  b(1, :) = b(1, :) + a(size(a, 1), :)
end subroutine
"""


def _grown(a: Any) -> Any:
    b = a * a
    b[0] += a[-1]
    return b


def _slopes(a: Any) -> Any:
    """∂b/∂a, by complex steps."""
    made = np.zeros((*a.shape, *a.shape))
    for at in np.ndindex(a.shape):
        moved = a.astype(complex)
        moved[at] += 1e-20j
        made[(..., *at)] = _grown(moved).imag / 1e-20
    return made


def test_dense_derivatives_by_matrices() -> None:
    """Directions, columns and copies lie in the order of the matrix."""
    lib, a = rz.compile(MATRICES, "fortran"), np.asfortranarray(_matrices()[0])
    b = np.empty_like(a)
    for made in (rz.jacobian, rz.jacfwd, rz.jacrev):
        assert np.allclose(made(lib.grown, wrt="a")(3, 2, a, b), _slopes(a), rtol=1e-14)
    sparse = rz.jacobian(lib.grown, wrt="a", sparse=True)(3, 2, a, b)
    assert np.allclose(sparse.toarray(), _slopes(a).reshape(6, 6), rtol=1e-14)
    line = rz.linearize(lib.grown, 3, 2, a, b, wrt="a")
    assert np.allclose(line @ np.arange(6.0), _slopes(a).reshape(6, 6) @ np.arange(6.0))
    assert np.allclose(line.T @ np.arange(6.0), np.arange(6.0) @ _slopes(a).reshape(6, 6))
    second = rz.hessian(lib.total, wrt="a")(3, 2, a)
    way = np.asfortranarray(np.arange(6.0).reshape(3, 2))
    assert np.allclose(np.tensordot(second, way), rz.hvp(lib.total, (3, 2, a), way, wrt="a"))
    assert rz.check(lib.grown, 3, 2, a, b) and rz.check(lib.total, 3, 2, a)


def _matrices() -> Any:
    return np.random.default_rng(3).normal(size=(4, 3, 2))


@pytest.mark.parametrize("function", ["grown", "shaped"])
def test_lanes_of_matrices(function: str) -> None:
    """Each lane is a matrix of its own, whose first index is the fastest, wherever lanes lie."""
    f = rz.compile(MATRICES, "fortran")[function]
    sizes = (3, 2) if function == "grown" else ()
    none = (None,) * len(sizes)
    for axis in (0, 1, 2):
        a = np.moveaxis(_matrices(), 0, axis).copy()
        for given in (a, np.asfortranarray(a)):
            if function == "shaped" and axis == 0 and given is not a:
                continue  # the lanes of arrays with strides begin the array
            b = np.zeros_like(a)
            rz.vmap(f, in_axes=(*none, axis, axis))(*sizes, given, b)
            assert np.allclose(np.moveaxis(b, axis, 0), [_grown(x) for x in _matrices()])
    by_lanes = rz.vmap(rz.jacobian(f, wrt="a"), in_axes=(*none, 0, 0))
    found = by_lanes(*sizes, _matrices(), np.zeros((4, 3, 2)))
    assert np.allclose(found, [_slopes(x) for x in _matrices()])


def test_gradients_in_lanes_of_matrices() -> None:
    f, a = rz.compile(MATRICES, "fortran").total, _matrices()
    slopes = [rz.grad(f, wrt="a")(3, 2, np.asfortranarray(x)) for x in a]
    for axis in (0, 2):
        lanes = rz.vmap(rz.grad(f, wrt="a"), in_axes=(None, None, axis))
        assert np.allclose(lanes(3, 2, np.moveaxis(a, 0, axis)), slopes, rtol=1e-14)
    summed = rz.vmap(rz.grad(f, wrt="a"), in_axes=(0, None, None))
    same = summed(np.full(2, 3, np.int32), 2, np.asfortranarray(a[0]))
    assert np.allclose(same, [slopes[0], slopes[0]], rtol=1e-14)
