! call kinetics::final_state: V(3), V(2), 0.01, 25, y=Z(3); wrt y0 k; of y
! Robertson-like kinetics, fourth-order Runge-Kutta with a module's right-hand side.
module kinetics
  implicit none
  integer, parameter :: dp = kind(1.0d0)
contains
  pure function rates(y, k) result(f)
    real(dp), intent(in) :: y(3), k(2)
    real(dp) :: f(3)
    f(1) = -k(1) * y(1) + k(2) * y(2) * y(3)
    f(3) = k(1) * y(2)**2
    f(2) = -f(1) - f(3)
  end function rates

  subroutine final_state(y0, k, dt, steps, y)
    real(dp), intent(in) :: y0(3), k(2), dt
    integer, intent(in) :: steps
    real(dp), intent(out) :: y(3)
    real(dp), dimension(3) :: k1, k2, k3, k4
    integer :: n
    y = y0
    do n = 1, steps
      k1 = rates(y, k)
      k2 = rates(y + 0.5_dp * dt * k1, k)
      k3 = rates(y + 0.5_dp * dt * k2, k)
      k4 = rates(y + dt * k3, k)
      y = y + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    end do
  end subroutine final_state
end module kinetics
