! call model::respond: V(4), 0.7; wrt x rate
! call model::twice: V(4); wrt x
! call model::tabulated: V(3), 0.4; wrt values at
! Module variables: set by one procedure, read by another; private ones, arrays, `protected`.
module settings
  implicit none
  real(8) :: gain = 1.5d0
  real(8), protected :: offset = 0.25d0
  real(8), allocatable, private :: table(:)
  integer, parameter :: limit = 3
contains
  subroutine set_offset(v)
    real(8), intent(in) :: v
    offset = v
  end subroutine set_offset

  subroutine set_table(v)
    real(8), intent(in) :: v(:)
    table = v
  end subroutine set_table

  subroutine free_table
    if (allocated(table)) deallocate(table)
  end subroutine free_table

  real(8) function lookup(at)
    real(8), intent(in) :: at
    integer :: k
    k = min(int(at * (size(table) - 1)) + 1, size(table) - 1)
    lookup = table(k) + (at * (size(table) - 1) - (k - 1)) * (table(k + 1) - table(k))
  end function lookup
end module settings

module model
  use settings
  implicit none
  real(8) :: state(4) = [0.1d0, 0.2d0, 0.3d0, 0.4d0]
contains
  real(8) function respond(x, rate)
    real(8), intent(in) :: x(:), rate
    integer :: k
    call set_offset(rate**2)
    state = 0d0
    do k = 1, limit
      state = state + rate * (x - state**2) * gain
    end do
    respond = sum(state) + offset
  end function respond

  real(8) function twice(x)
    real(8), intent(in) :: x(:)
    gain = sum(x)
    twice = respond(x, 0.3d0) * gain
    gain = 1.5d0
  end function twice

  real(8) function tabulated(values, at)
    real(8), intent(in) :: values(:), at
    call set_table(values**2)
    tabulated = lookup(at) * lookup(at / 2d0)
    call free_table
  end function tabulated
end module model
