! call orbits::period_error: V(3), V(3), 0.02, 30; wrt r v
! Derived types with array members, by value through local variables and as dummies.
module orbits
  implicit none
  type :: body
    real(8) :: mass = 1
    real(8) :: r(3), v(3)
  end type body
contains
  subroutine kick(b, dt)
    type(body), intent(inout) :: b
    real(8), intent(in) :: dt
    real(8) :: d2
    d2 = sum(b%r**2) + 1d-2
    b%v = b%v - dt * b%mass * b%r / (d2 * sqrt(d2))
    b%r = b%r + dt * b%v
  end subroutine kick

  real(8) function period_error(r, v, dt, steps) result(e)
    real(8), intent(in) :: r(3), v(3), dt
    integer, intent(in) :: steps
    type(body) :: b
    integer :: i
    b%r = r
    b%v = v
    do i = 1, steps
      call kick(b, dt)
    end do
    e = sum((b%r - r)**2) + 0.5d0 * b%mass * sum(b%v**2)
  end function period_error
end module orbits
