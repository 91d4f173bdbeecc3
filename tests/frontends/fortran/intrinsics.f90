! call linear::quadratic: M(4, 4), V(4); wrt a x
! call linear::reductions: V(6); wrt x
! call linear::reshaped: V(6); wrt x
! call linear::shifted: V(6); wrt x
! matmul, dot_product, transpose, reductions, reshape, spread, shifts, pack.
module linear
  implicit none
contains
  real(8) function quadratic(a, x)
    real(8), intent(in) :: a(:, :), x(:)
    real(8) :: y(size(x))
    y = matmul(a, x) + matmul(transpose(a), x)
    quadratic = dot_product(x, y) + sum(matmul(a, a))
  end function quadratic

  real(8) function reductions(x)
    real(8), intent(in) :: x(:)
    reductions = product(x) + maxval(x)**2 - minval(x) + norm2(x) + sum(x(::2)) + x(maxloc(x, 1))
  end function reductions

  real(8) function reshaped(x)
    real(8), intent(in) :: x(:)
    real(8) :: m(2, 3), s(6, 2)
    m = reshape(x, [2, 3])
    s = spread(x, 2, 2)
    reshaped = sum(m(1, :) * m(2, :)) + sum(sum(m, dim=1)**3) + sum(s(:, 1) * s(:, 2)**2)
  end function reshaped

  real(8) function shifted(x)
    real(8), intent(in) :: x(:)
    shifted = sum(cshift(x, 2) * x) + sum(eoshift(x, 1)**2 * x) + sum(pack(x, x > 0.4d0)**2)
  end function shifted
end module linear
