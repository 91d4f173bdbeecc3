! call spline_fit::bending: V(7), 0.35; wrt y at
! A natural cubic spline: tridiagonal solve (Thomas), evaluation with an interval search.
module spline_fit
  implicit none
contains
  real(8) function bending(y, at) result(v)
    real(8), intent(in) :: y(:), at
    real(8), dimension(size(y)) :: m, c, d
    real(8) :: h, t, w
    integer :: i, n
    n = size(y)
    h = 1d0 / (n - 1)
    m = 0
    c = 0
    d = 0
    do i = 2, n - 1
      w = 4 - c(i - 1)
      c(i) = 1 / w
      d(i) = (6 * (y(i + 1) - 2 * y(i) + y(i - 1)) / h**2 - d(i - 1)) / w
    end do
    do i = n - 1, 2, -1
      m(i) = d(i) - c(i) * m(i + 1)
    end do
    i = min(n - 1, int(at / h) + 1)
    t = at - (i - 1) * h
    v = y(i) + t * ((y(i + 1) - y(i)) / h - h * (2 * m(i) + m(i + 1)) / 6) &
        + t**2 * m(i) / 2 + t**3 * (m(i + 1) - m(i)) / (6 * h)
  end function bending
end module spline_fit
