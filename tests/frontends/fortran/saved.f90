! call history::cached: V(3); wrt x
! call history::first_time: V(3), 0.3; wrt x t
! call history::counted: V(4); wrt x
! Variables that are saved: caches, a work array, a flag for the first call.
module history
  implicit none
contains
  subroutine remember(v, total, fresh)
    real(8), intent(in) :: v
    real(8), intent(out) :: total
    logical, intent(in) :: fresh
    real(8), save :: sum_of = 0d0
    if (fresh) sum_of = 0d0
    sum_of = sum_of * 0.5d0 + v**2
    total = sum_of
  end subroutine remember

  real(8) function cached(x)
    real(8), intent(in) :: x(:)
    real(8) :: t
    integer :: i
    cached = 0d0
    do i = 1, size(x)
      call remember(x(i), t, i == 1)
      cached = cached + t * x(i)
    end do
  end function cached

  real(8) function first_time(x, t)
    real(8), intent(in) :: x(:), t
    real(8), save :: weights(3)
    logical, save :: ready = .false.
    if (.not. ready) then
      weights = [0.2d0, 0.3d0, 0.5d0]
      ready = .true.
    end if
    first_time = dot_product(weights, exp(-t * x))
  end function first_time

  real(8) function counted(x)
    real(8), intent(in) :: x(:)
    real(8), save :: work(100)
    integer, save :: calls = 0
    integer :: i
    calls = calls + 1
    do i = 1, size(x)
      work(i) = x(i) / (1 + i)
    end do
    counted = sum(work(:size(x))**3)
  end function counted
end module history
