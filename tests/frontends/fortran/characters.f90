! call labels::by_name: V(4), 'mean'; wrt x
! call labels::by_name: V(4), 'rms'; wrt x
! call labels::by_name: V(4), 'other words'; wrt x
! call labels::parsed: V(3), '+-*'; wrt x
! call labels::tagged: V(4); wrt x
! Text beside numbers: names of options, operators in a string, names in derived types.
module labels
  implicit none
  type :: series
    character(12) :: name = ''
    real(8) :: value = 0d0
  end type series
contains
  real(8) function by_name(x, what)
    real(8), intent(in) :: x(:)
    character(len=*), intent(in) :: what
    character(len=:), allocatable :: lower
    lower = trim(what) // '!'
    if (lower == 'mean!') then
      by_name = sum(x) * sum(x) / size(x)
    else if (index(lower, 'rms') == 1) then
      by_name = sqrt(sum(x**2) / size(x))
    else
      by_name = len_trim(what) * x(1)**3
    end if
  end function by_name

  real(8) function parsed(x, program)
    real(8), intent(in) :: x(:)
    character(*), intent(in) :: program
    integer :: i
    parsed = 1d0
    do i = 1, min(len(program), size(x))
      select case (program(i:i))
      case ('+')
        parsed = parsed + x(i)
      case ('-')
        parsed = parsed - x(i)**2
      case ('*')
        parsed = parsed * x(i)
      end select
    end do
  end function parsed

  real(8) function tagged(x)
    real(8), intent(in) :: x(:)
    type(series) :: s(4), best
    integer :: i
    character(8) :: digits
    do i = 1, 4
      write (digits, '(i0)') i
      s(i)%name = digits
      s(i)%value = x(i)**2
    end do
    best = s(1)
    tagged = 0d0
    do i = 1, 4
      if (s(i)%name == '3') best = s(i)
      if (scan(s(i)%name, '24') > 0) tagged = tagged + s(i)%value
    end do
    tagged = tagged * best%value
  end function tagged
end module labels
