! call reactor::copied: V(5); wrt x
! Derived types with allocatable components: allocated, copied, nested in arrays, destroyed on return.
module reactor
  implicit none
  type :: cell
    real(8), allocatable :: c(:)
    real(8) :: temperature = 1d0
  end type cell
  type :: network
    type(cell), allocatable :: cells(:)
    integer :: n = 0
  end type network
contains
  subroutine build(net, x)
    type(network), intent(out) :: net
    real(8), intent(in) :: x(:)
    integer :: i
    net%n = size(x)
    allocate(net%cells(net%n))
    do i = 1, net%n
      allocate(net%cells(i)%c(3))
      net%cells(i)%c = x(i) * [1d0, 2d0, 3d0]
      net%cells(i)%temperature = net%cells(i)%temperature + x(i)**2
    end do
  end subroutine build

  real(8) function total(x)
    real(8), intent(in) :: x(:)
    type(network) :: net
    integer :: i
    call build(net, x)
    total = 0
    do i = 1, net%n
      total = total + sum(net%cells(i)%c**2) * net%cells(i)%temperature
    end do
  end function total

  real(8) function copied(x)
    real(8), intent(in) :: x(:)
    type(cell) :: a, b
    a%c = x**2
    a%temperature = sum(x)
    b = a
    b%c(1) = 3 * b%c(1) * b%temperature
    copied = sum(a%c * b%c)
    a = b
    copied = copied + sum(sin(a%c))
  end function copied

  real(8) function nested(x, rate)
    real(8), intent(in) :: x(:), rate
    type(network) :: nets(2)
    integer :: step
    call build(nets(1), x)
    do step = 1, 3
      nets(2) = nets(1)
      nets(1)%cells(1)%c = nets(2)%cells(nets(2)%n)%c * rate + nets(1)%cells(1)%c
      nets(1)%cells(step)%temperature = nets(1)%cells(step)%temperature * rate
    end do
    nested = sum(nets(1)%cells(1)%c) + nets(1)%cells(2)%temperature**2
  end function nested
end module reactor
