! call smooth::roughness: V(8), 0.3; wrt x w
! Allocatable work arrays: allocate, automatic (re)allocation on assignment, deallocate.
module smooth
  implicit none
contains
  real(8) function roughness(x, w)
    real(8), intent(in) :: x(:), w
    real(8), allocatable :: t(:), d(:)
    integer :: n
    n = size(x)
    allocate (t(0:n + 1))
    t(1:n) = x
    t(0) = x(1)
    t(n + 1) = x(n)
    d = (1 - w) * t(1:n) + w * (t(0:n - 1) + t(2:n + 1)) / 2
    deallocate (t)
    d = d(2:n) - d(1:n - 1)
    roughness = dot_product(d, d)
  end function roughness

  real(8) function grown(x)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: list(:)
    integer :: i
    allocate (list(0))
    do i = 1, size(x)
      list = [list, x(i) * sin(x(i))]
    end do
    grown = sum(list * [(real(i, 8), i = 1, size(list))])
  end function grown
end module smooth
