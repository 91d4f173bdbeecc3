! call ends::root: 0.7; wrt x
! call ends::table: V(4), 2; wrt x
! call ends::guarded: V(4); wrt x
! Programs that may stop, and do not for these arguments.
module ends
  implicit none
contains
  real(8) function root(x)
    real(8), intent(in) :: x
    if (x < 0d0) error stop 'a negative number has no root'
    root = sqrt(x) * x
  end function root

  real(8) function table(x, n)
    real(8), intent(in) :: x(:)
    integer, intent(in) :: n
    integer :: i
    if (n > size(x)) stop 'the table is too short'
    table = 0d0
    do i = 1, size(x), n
      table = table + x(i)**2
    end do
  end function table

  real(8) function guarded(x)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: work(:)
    integer :: status
    allocate(work(size(x)), stat=status)
    if (status /= 0) error stop 12
    work = x * root(x(1))
    guarded = sum(work)
    deallocate(work, stat=status)
    if (status /= 0) error stop 13
  end function guarded
end module ends
