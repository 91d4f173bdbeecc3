! call cubic: 1.2, 0.7; wrt a b
! call csquare: 1.7; wrt x
! call ratio: 2.0, 3.0; wrt p q
! Procedures outside modules, bind(c), value, an intent(out) number as the only output.
real(8) function cubic(a, b)
  real(8) :: a, b
  cubic = a**3 * b + tanh(a - b)
end function cubic

function csquare(x) bind(c) result(y)
  use iso_c_binding, only: c_double
  real(c_double), value :: x
  real(c_double) :: y
  y = x * x * cos(x)
end function csquare

subroutine ratio(p, q, r)
  real(8), intent(in) :: p, q
  real(8), intent(out) :: r
  r = p / q + atan2(p, q)
end subroutine ratio
