! call waves::fourier: V(5), 2; wrt x
! call waves::impedance: 0.4, 0.7, 1.3; wrt r l omega
! call waves::roots: V(3); wrt c
! call waves::iterated: V(2); wrt z
! complex(8): sums of exponentials, quotients, square roots, arrays and conjugates.
module waves
  implicit none
  real(8), parameter :: pi = acos(-1d0)
contains
  real(8) function fourier(x, k)
    real(8), intent(in) :: x(:)
    integer, intent(in) :: k
    complex(8) :: s, z(size(x))
    integer :: i
    z = [(exp(cmplx(0d0, -2d0 * pi * k * (i - 1) / size(x), 8)), i=1, size(x))]
    s = sum(x**2 * z) / size(x)
    fourier = abs(s)**2 + aimag(s) * real(s)
  end function fourier

  real(8) function impedance(r, l, omega)
    real(8), intent(in) :: r, l, omega
    complex(8) :: z, y
    z = r + (0d0, 1d0) * omega * l
    y = 1d0 / z + cmplx(0d0, 0.3d0 * omega, 8)
    impedance = abs(y) + atan2(aimag(y), real(y))
  end function impedance

  real(8) function roots(c)
    real(8), intent(in) :: c(3)
    complex(8) :: d, z(2)
    d = sqrt(cmplx(c(2)**2 - 4d0 * c(1) * c(3), 0d0, 8))
    z = [(-c(2) + d) / (2d0 * c(1)), (-c(2) - d) / (2d0 * c(1))]
    roots = real(z(1) * conjg(z(1))) + aimag(z(1))**2 + real(z(2))
  end function roots

  real(8) function iterated(z)
    real(8), intent(in) :: z(2)
    complex(8) :: w
    integer :: k
    w = cmplx(z(1), z(2), 8)
    do k = 1, 3
      w = w**2 + w / 3d0 + log(w) * (0.1d0, 0.2d0)
    end do
    iterated = real(dot_product([w, conjg(w)], [w * w, w]))
  end function iterated
end module waves
