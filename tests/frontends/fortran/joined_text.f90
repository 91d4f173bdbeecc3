! call joining::joined: V(3), 'a'; wrt x
! call joining::appended: V(3), 'a'; wrt x
! call joining::deferred: V(3), 'a'; wrt x
! call joining::numbered: V(3), 'a'; wrt x
! call joining::between: V(3), 'ab'; wrt x
! call joining::between: V(3), 'none of them'; wrt x
! Text that is joined and trimmed, in components beside numbers.
module joining
  implicit none
  type :: series
    character(16) :: name = ''
    real(8) :: value = 0d0
  end type
  type :: named
    character(:), allocatable :: name
    real(8), allocatable :: values(:)
  end type
  type :: sample
    character(13) :: name
    real(8) :: value
    character(7) :: unit
    real(4) :: weight
    character(3) :: kind
    real(8) :: other(2)
  end type
contains
  real(8) function joined(x, what)
    real(8), intent(in) :: x(:)
    character(*), intent(in) :: what
    type(series) :: s(3)
    integer :: i
    do i = 1, 3
      s(i)%name = trim(what) // '-' // trim(adjustl(what))
      s(i)%value = x(i)**2
    end do
    joined = 0
    do i = 1, 3
      if (s(i)%name == 'a-a') joined = joined + s(i)%value * i
    end do
  end function
  real(8) function appended(x, what)
    real(8), intent(in) :: x(:)
    character(*), intent(in) :: what
    type(series) :: s
    s%value = x(1) * x(2)
    s%name = what
    s%name = trim(s%name) // '_new'
    appended = s%value * x(3)
    if (s%name(1:5) == 'a_new') appended = appended * x(1)
  end function
  real(8) function deferred(x, what)
    real(8), intent(in) :: x(:)
    character(*), intent(in) :: what
    type(named) :: t
    t%name = trim(what) // '+'
    t%values = x**2
    t%name = t%name // trim(what)
    deferred = sum(t%values)
    if (t%name == 'a+a') deferred = deferred * t%values(1)
  end function
  real(8) function numbered(x, what)
    real(8), intent(in) :: x(:)
    character(*), intent(in) :: what
    type(series) :: s(size(x)), best
    integer :: i
    do i = 1, size(x)
      s(i)%name = trim(what) // achar(96 + i)
      s(i)%value = x(i)**2
    end do
    best = s(1)
    do i = 1, size(x)
      if (s(i)%name == 'ab') best = s(i)
    end do
    numbered = best%value * s(3)%value
  end function

  real(8) function between(x, what)
    real(8), intent(in) :: x(:)
    character(*), intent(in) :: what
    type(sample) :: s
    s%value = x(1) * x(2)
    s%weight = 2
    s%other = x(2:3)**2
    s%name = what // '_new'
    s%unit = trim(adjustr(what)) // '/' // what(1:1)
    s%kind = what(:min(2, len(what)))
    between = s%value * x(3) * s%weight + product(s%other) * x(1)
    if (s%name == 'ab_new' .and. s%unit(1:2) == 'ab') between = between * x(2)
  end function
end module joining
