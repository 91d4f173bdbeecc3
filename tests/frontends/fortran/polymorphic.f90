! call shapes::total: V(4); wrt x
! call shapes::dispatched: 0.6, 1; wrt x
! call shapes::dispatched: 0.6, 2; wrt x
! call shapes::chained: V(4); wrt x
! Type extension, type-bound procedures, select type, a linked list, procedure pointers.
module shapes
  implicit none
  type, abstract :: shape
    real(8) :: scale = 1.5d0
  contains
    procedure(area_of), deferred :: area
    procedure :: twice => shape_twice
  end type shape
  type, extends(shape) :: disc
    real(8) :: r
  contains
    procedure :: area => disc_area
  end type disc
  type, extends(shape) :: polygon
    real(8), allocatable :: sides(:)
  contains
    procedure :: area => polygon_area
  end type polygon
  type :: node
    real(8) :: value
    type(node), pointer :: next => null()
  end type node
  abstract interface
    real(8) function area_of(this)
      import :: shape
      class(shape), intent(in) :: this
    end function area_of
    real(8) function unary(v)
      real(8), intent(in) :: v
    end function unary
  end interface
contains
  real(8) function disc_area(this)
    class(disc), intent(in) :: this
    disc_area = 3d0 * this%r**2 * this%scale
  end function disc_area

  real(8) function polygon_area(this)
    class(polygon), intent(in) :: this
    polygon_area = product(this%sides) * this%scale
  end function polygon_area

  real(8) function shape_twice(this)
    class(shape), intent(in) :: this
    shape_twice = 2 * this%area()
  end function shape_twice

  real(8) function total(x)
    real(8), intent(in) :: x(:)
    class(shape), allocatable :: s
    type(polygon) :: p
    allocate(disc :: s)
    select type (s)
    type is (disc)
      s%r = x(1)
    end select
    total = s%twice()
    deallocate(s)
    p%sides = x(2:)
    p%scale = x(1)
    allocate(s, source=p)
    total = total * s%area()
  end function total

  real(8) function square(v)
    real(8), intent(in) :: v
    square = v**2
  end function square

  real(8) function dispatched(x, which)
    real(8), intent(in) :: x
    integer, intent(in) :: which
    procedure(unary), pointer :: f
    f => square
    if (which == 2) f => bump
    dispatched = f(x) * x
  end function dispatched

  real(8) function bump(v)
    real(8), intent(in) :: v
    bump = exp(-v)
  end function bump

  real(8) function chained(x)
    real(8), intent(in) :: x(:)
    type(node), pointer :: head, at
    integer :: i
    nullify(head)
    do i = 1, size(x)
      allocate(at)
      at%value = x(i)**i
      at%next => head
      head => at
    end do
    chained = 0
    do while (associated(head))
      chained = chained + head%value * (1 + chained)
      at => head
      head => head%next
      deallocate(at)
    end do
  end function chained
end module shapes
