! call springs::network: V(4); wrt x
! call springs::overridden: V(3); wrt x
! call springs::generic_names: V(3); wrt x
! Type-bound procedures: `pass`, `nopass`, overriding, generics, operators, constructors by a function.
module springs
  implicit none
  type, abstract :: element
  contains
    procedure(force_of), deferred :: energy
    procedure :: doubled
  end type element
  abstract interface
    real(8) function force_of(this, x)
      import :: element
      class(element), intent(in) :: this
      real(8), intent(in) :: x
    end function force_of
  end interface
  type, extends(element) :: spring
    real(8) :: k = 1d0
  contains
    procedure :: energy => spring_energy
    procedure, nopass :: unit => spring_unit
  end type spring
  type, extends(spring) :: stiff
    real(8) :: cubic = 0.5d0
  contains
    procedure :: energy => stiff_energy
  end type stiff
  type :: holder
    class(element), allocatable :: e
  end type holder
  type :: amount
    real(8) :: v
  contains
    procedure, private :: add_real, add_amount
    generic :: add => add_real, add_amount
    generic :: operator(*) => times
    procedure, private :: times
  end type amount
  interface amount
    module procedure from_array
  end interface
contains
  real(8) function spring_energy(this, x)
    class(spring), intent(in) :: this
    real(8), intent(in) :: x
    spring_energy = 0.5d0 * this%k * x**2
  end function spring_energy

  real(8) function stiff_energy(this, x)
    class(stiff), intent(in) :: this
    real(8), intent(in) :: x
    stiff_energy = this%spring%energy(x) + this%cubic * x**3
  end function stiff_energy

  real(8) function spring_unit()
    spring_unit = 2d0
  end function spring_unit

  real(8) function doubled(this, x)
    class(element), intent(in) :: this
    real(8), intent(in) :: x
    doubled = 2d0 * this%energy(x)
  end function doubled

  real(8) function network(x)
    real(8), intent(in) :: x(:)
    type(holder) :: h(2)
    integer :: i
    allocate(h(1)%e, source=spring(x(1)))
    allocate(h(2)%e, source=stiff(k=x(2), cubic=x(3)))
    network = 0d0
    do i = 1, 2
      network = network + h(i)%e%doubled(x(4)) * i
    end do
  end function network

  real(8) function overridden(x)
    real(8), intent(in) :: x(:)
    class(spring), pointer :: p
    type(spring), target :: s
    type(stiff), target :: t
    s%k = x(1)
    t%k = x(2)
    p => s
    overridden = p%energy(x(3)) * p%unit()
    p => t
    overridden = overridden + p%energy(x(3))
    select type (p)
    class is (stiff)
      overridden = overridden * p%cubic
    end select
  end function overridden

  type(amount) function from_array(x)
    real(8), intent(in) :: x(:)
    from_array%v = sum(x**2)
  end function from_array

  subroutine add_real(this, v)
    class(amount), intent(inout) :: this
    real(8), intent(in) :: v
    this%v = this%v + v
  end subroutine add_real

  subroutine add_amount(this, v)
    class(amount), intent(inout) :: this
    type(amount), intent(in) :: v
    this%v = this%v * v%v
  end subroutine add_amount

  type(amount) function times(this, v)
    class(amount), intent(in) :: this
    real(8), intent(in) :: v
    times%v = this%v * v
  end function times

  real(8) function generic_names(x)
    real(8), intent(in) :: x(:)
    type(amount) :: a, b
    a = amount(x)
    b = amount(x(1))
    call a%add(x(2))
    call a%add(b)
    b = a * x(3)
    generic_names = b%v
  end function generic_names
end module springs
