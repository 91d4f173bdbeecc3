! call waves::power: V(4), V(4), 0.7; wrt re im t
! call waves::single: S(5); wrt x
! Complex arithmetic inside real functions, and real(4).
module waves
  implicit none
contains
  real(8) function power(re, im, t)
    real(8), intent(in) :: re(:), im(:), t
    complex(8) :: z(size(re)), phase
    phase = exp((0d0, 1d0) * t)
    z = cmplx(re, im, 8) * phase + (0.5d0, -0.25d0)
    z = z * z
    power = sum(real(z * conjg(z))) + aimag(product(z)) + abs(z(1))
  end function power

  real(4) function single(x)
    real(4), intent(in) :: x(:)
    single = sum(x**2) * exp(-x(1)) + sqrt(x(2))
  end function single
end module waves
