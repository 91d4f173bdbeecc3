! call store::grown: V(5); wrt x
! call store::filtered: V(6), 0.5; wrt x
! call store::made_outside: V(4); wrt x
! call store::moved: V(4); wrt x
! Allocatable arrays that grow, that come back from subroutines, that move, that are results.
module store
  implicit none
contains
  real(8) function grown(x)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: list(:)
    integer :: i
    allocate(list(0))
    do i = 1, size(x)
      list = [list, x(i) * sum(list) + x(i)]
    end do
    grown = sum(list**2)
  end function grown

  real(8) function filtered(x, limit)
    real(8), intent(in) :: x(:), limit
    real(8), allocatable :: kept(:)
    kept = pack(x, x > limit)
    if (.not. allocated(kept)) error stop 'nothing'
    filtered = product(kept) + size(kept)
  end function filtered

  subroutine powers(x, table)
    real(8), intent(in) :: x(:)
    real(8), allocatable, intent(out) :: table(:, :)
    integer :: k
    allocate(table(size(x), 0:3))
    do k = 0, 3
      table(:, k) = x**k
    end do
  end subroutine powers

  real(8) function made_outside(x)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: t(:, :)
    call powers(x, t)
    made_outside = sum(t * t)
    call powers(x(2:3)**2, t)
    made_outside = made_outside + sum(t**3)
  end function made_outside

  function doubled(x) result(y)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: y(:)
    allocate(y(2 * size(x)), source=0d0)
    y(1::2) = x
    y(2::2) = sin(x)
  end function doubled

  real(8) function moved(x)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: a(:), b(:)
    a = doubled(x)
    call move_alloc(a, b)
    if (allocated(a)) error stop 'still there'
    a = doubled(b)
    moved = dot_product(a, a) * b(3)
  end function moved
end module store
