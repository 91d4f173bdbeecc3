! call walk::choose: 1.3, 1; wrt x
! call walk::choose: 1.3, 4; wrt x
! call walk::choose: 1.3, 9; wrt x
! call walk::newton: 2.5; wrt a
! call walk::search: V(8), 1.1; wrt x limit
! select case, do while, exit and cycle with labels, a converging iteration.
module walk
  implicit none
contains
  real(8) function choose(x, kind)
    real(8), intent(in) :: x
    integer, intent(in) :: kind
    select case (kind)
    case (1)
      choose = sin(x)
    case (2:5)
      choose = x**2 * exp(-x)
    case default
      choose = 1 / (1 + x)
    end select
  end function choose

  real(8) function newton(a) result(x)
    real(8), intent(in) :: a
    real(8) :: step
    x = a
    step = 1
    do while (abs(step) > 1d-14)
      step = (x * x - a) / (2 * x)
      x = x - step
    end do
  end function newton

  real(8) function search(x, limit) result(total)
    real(8), intent(in) :: x(:), limit
    integer :: i, j
    total = 0
    outer: do i = 1, size(x)
      do j = i, size(x)
        if (j == i + 1) cycle outer
        if (total > 40) exit outer
        total = total + limit * x(i) * x(j)**2
      end do
    end do outer
  end function search
end module walk
