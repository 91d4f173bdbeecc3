! call single::power: S(4); wrt x
! call single::norm: S(3), S(3), S(3); wrt x y w
! call single::spectrum: S(4); wrt x
! real(4) and complex(4), real(4) summed in real(8).
module single
  implicit none
contains
  real(4) function power(x)
    real(4), intent(in) :: x(:)
    power = sqrt(sum(x**2)) + x(1)**3 * exp(-x(2))
  end function power

  real(8) function norm(x, y, w)
    real(4), intent(in) :: x(:), y(:), w(:)
    complex(4) :: z(size(x))
    z = cmplx(x, y)
    norm = sum(real(w, 8) * real(z * conjg(z), 8)) + real(sum(z * z), 8)
  end function norm

  real(4) function spectrum(x)
    real(4), intent(in) :: x(:)
    complex(4) :: a(0:1), t
    integer :: k, i
    a = (0.0, 0.0)
    do k = 0, 1
      do i = 1, size(x)
        t = exp(cmplx(0.0, -1.5 * k * i))
        a(k) = a(k) + x(i) * t
      end do
    end do
    spectrum = abs(a(1))**2 + real(a(0))**2
  end function spectrum
end module single
