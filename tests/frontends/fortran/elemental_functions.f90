! call saturation::total: V(5); wrt t
! call saturation::broadcast: M(2, 3), 0.4; wrt t p
! call saturation::changed: V(4); wrt x
! `elemental` and `pure` functions and subroutines over arrays, scalars beside arrays.
module saturation
  implicit none
contains
  elemental real(8) function vapour(t)
    real(8), intent(in) :: t
    vapour = 6.1d0 * exp(1.7d0 * t / (2.4d0 + t))
  end function vapour

  elemental real(8) function humidity(t, p)
    real(8), intent(in) :: t, p
    if (t > 0.5d0) then
      humidity = vapour(t) / (p + vapour(t))
    else
      humidity = 0.6d0 * vapour(t) * p
    end if
  end function humidity

  elemental subroutine relax(x, to, rate)
    real(8), intent(inout) :: x
    real(8), intent(in) :: to, rate
    x = x + rate * (to - x)**3
  end subroutine relax

  real(8) function total(t)
    real(8), intent(in) :: t(:)
    total = sum(vapour(t)) + maxval(vapour(t * 0.5d0))
  end function total

  real(8) function broadcast(t, p)
    real(8), intent(in) :: t(:, :), p
    real(8) :: h(size(t, 1), size(t, 2))
    h = humidity(t, p)
    broadcast = sum(h**2) + sum(humidity(0.2d0, t(1, :)))
  end function broadcast

  real(8) function changed(x)
    real(8), intent(in) :: x(:)
    real(8) :: y(size(x))
    integer :: k
    y = x
    do k = 1, 3
      call relax(y, x(size(x):1:-1), 0.2d0)
      call relax(y(::2), 1d0, x(1))
    end do
    changed = sum(y**2)
  end function changed
end module saturation
