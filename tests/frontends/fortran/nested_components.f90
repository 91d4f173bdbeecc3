! call nested::parts: V(3); wrt x
! call nested::inside: V(3); wrt x
! call nested::held: V(3); wrt x
! call nested::copied: V(3); wrt x
! call nested::grown: V(3); wrt x
! Allocatable components of allocatable components: filled, copied whole, moved, grown.
module nested
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  type :: inner
    real(dp), allocatable :: v(:)
  end type inner
  type :: outer
    type(inner), allocatable :: part(:)
  end type outer
  type :: box
    type(inner) :: a
    real(dp) :: w = 1
  end type box
  type :: holder
    type(box), allocatable :: b
  end type holder
contains
  real(dp) function parts(x)
    real(dp), intent(in) :: x(:)
    type(outer) :: o
    integer :: i
    allocate(o%part(size(x)))
    do i = 1, size(x)
      allocate(o%part(i)%v(i))
      o%part(i)%v = x(i)**2
    end do
    parts = 0
    do i = 1, size(x)
      parts = parts + sum(o%part(i)%v**2)
    end do
  end function parts

  real(dp) function inside(x)
    real(dp), intent(in) :: x(:)
    type(box) :: b
    allocate(b%a%v(size(x)))
    b%a%v = x**2
    b%w = x(1)
    inside = sum(b%a%v) * b%w
  end function inside

  real(dp) function held(x)
    real(dp), intent(in) :: x(:)
    type(holder) :: h
    allocate(h%b)
    h%b%a%v = x**2
    h%b%w = x(1)
    held = sum(h%b%a%v) * h%b%w
  end function held

  real(dp) function copied(x)
    real(dp), intent(in) :: x(:)
    type(outer) :: o, c
    integer :: i
    allocate(o%part(size(x)))
    do i = 1, size(x)
      o%part(i)%v = [x(i), x(i)**2]
    end do
    c = o
    o%part(1)%v = 0
    copied = 0
    do i = 1, size(x)
      copied = copied + sum(c%part(i)%v**2) + sum(o%part(i)%v)
    end do
  end function copied

  subroutine grow(o, y)
    type(outer), intent(inout) :: o
    real(dp), intent(in) :: y
    type(inner), allocatable :: t(:)
    integer :: i
    allocate(t(size(o%part) + 1))
    do i = 1, size(o%part)
      call move_alloc(o%part(i)%v, t(i)%v)
    end do
    allocate(t(size(t))%v(3))
    t(size(t))%v = y**3
    call move_alloc(t, o%part)
  end subroutine grow

  real(dp) function grown(x)
    real(dp), intent(in) :: x(:)
    type(outer) :: o
    integer :: i
    allocate(o%part(1))
    o%part(1)%v = [x(1)**2]
    do i = 1, size(x)
      call grow(o, x(i))
    end do
    grown = 0
    do i = 1, size(o%part)
      grown = grown + sum(o%part(i)%v**2)
    end do
  end function grown
end module nested
