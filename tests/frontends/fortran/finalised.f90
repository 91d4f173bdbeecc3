! call finalised::owned: V(4); wrt x
! call finalised::counted: V(4); wrt x
! call finalised::each: V(4); wrt x
! call finalised::inherited: V(4); wrt x
! call finalised::assigned: V(4); wrt x
! call finalised::chosen: V(4); wrt x
! Final procedures: of scalars, elemental, of arrays; of components and parents; when an object
! is assigned to, deallocated, or its procedure returns.
module finalised
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  real(dp) :: spent = 0
  character(len=200) :: order = ''
  type :: tank
    real(dp), pointer :: level(:) => null()
  contains
    final :: drained
  end type tank
  type :: meter
    real(dp) :: reading = 0
  contains
    final :: read_off, read_all
  end type meter
  type :: cell
    real(dp) :: charge = 0
  contains
    final :: discharged
  end type cell
  type, extends(meter) :: pump
    type(meter) :: inlet
    type(cell), allocatable :: cells(:)
  contains
    final :: stopped
  end type pump
contains
  subroutine drained(self)
    type(tank), intent(inout) :: self
    order = trim(order)//'t'
    if (associated(self%level)) deallocate(self%level)
  end subroutine drained

  subroutine read_off(self)
    type(meter), intent(inout) :: self
    order = trim(order)//'m'
    spent = spent + self%reading**2
  end subroutine read_off

  subroutine read_all(self)
    type(meter), intent(inout) :: self(:)
    order = trim(order)//'M'
    spent = spent + sum(self%reading)
  end subroutine read_all

  impure elemental subroutine discharged(self)
    type(cell), intent(inout) :: self
    order = trim(order)//'c'
    spent = spent + exp(-self%charge)
  end subroutine discharged

  subroutine stopped(self)
    type(pump), intent(inout) :: self
    order = trim(order)//'p'
    spent = spent + self%reading*self%inlet%reading
  end subroutine stopped

  real(dp) function owned(x)
    real(dp), intent(in) :: x(:)
    type(tank) :: t
    allocate(t%level(size(x)))
    t%level = x**2
    owned = sum(t%level)
  end function owned

  subroutine use_meter(value)
    real(dp), intent(in) :: value
    type(meter) :: m
    m%reading = value
  end subroutine use_meter

  real(dp) function counted(x)
    real(dp), intent(in) :: x(:)
    integer :: i
    spent = 0
    do i = 1, size(x)
      call use_meter(x(i))
    end do
    counted = spent
  end function counted

  real(dp) function each(x)
    real(dp), intent(in) :: x(:)
    type(cell), allocatable :: cells(:)
    type(meter), allocatable :: meters(:)
    spent = 0
    allocate(cells(size(x)), meters(size(x)))
    cells%charge = x
    meters%reading = sin(x)
    deallocate(cells, meters)
    each = spent
  end function each

  subroutine use_pump(x)
    real(dp), intent(in) :: x(:)
    type(pump) :: p
    p%reading = x(1)
    p%inlet%reading = x(2)
    allocate(p%cells(2))
    p%cells%charge = x(3:4)
  end subroutine use_pump

  real(dp) function inherited(x)
    real(dp), intent(in) :: x(:)
    spent = 0
    call use_pump(x)
    inherited = spent
  end function inherited

  subroutine use_assigned(x)
    real(dp), intent(in) :: x(:)
    type(meter) :: a, b, many(2)
    a%reading = x(1)
    b%reading = x(2)*x(3)
    a = b
    a = meter(x(4)**3)
    many%reading = x(:2)
    many = many(2:1:-1)
    many = meter(x(3))
  end subroutine use_assigned

  real(dp) function assigned(x)
    real(dp), intent(in) :: x(:)
    spent = 0
    call use_assigned(x)
    assigned = spent
  end function assigned

  real(dp) function chosen(x)
    real(dp), intent(in) :: x(:)
    class(meter), allocatable :: m
    spent = 0
    if (x(1) > x(2)) then
      allocate(pump :: m)
    else
      allocate(meter :: m)
    end if
    m%reading = x(3)
    deallocate(m)
    allocate(pump :: m)
    m%reading = x(4)
    deallocate(m)
    chosen = spent
  end function chosen

  ! Which final procedures all of these call, in order.
  subroutine orders(x, letters) bind(c)
    use iso_c_binding, only: c_double, c_int
    real(c_double), intent(in) :: x(4)
    integer(c_int), intent(out) :: letters(200)
    integer :: i
    real(dp) :: all
    order = ''
    all = owned(x) + counted(x) + each(x) + inherited(x) + assigned(x) + chosen(x)
    do i = 1, 200
      letters(i) = iachar(order(i:i))
    end do
  end subroutine orders
end module finalised
