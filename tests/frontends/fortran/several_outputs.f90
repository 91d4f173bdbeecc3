! call stats::moments: V(6); wrt x; of mean
! call stats::moments: V(6); wrt x; of var
! call stats::both: V(6), 0.4; wrt x; of return
! call stats::both: V(6), 0.4; wrt x t; of slope
! Several numbers as outputs; a function with one more.
module stats
  implicit none
contains
  subroutine moments(x, mean, var)
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: mean, var
    mean = sum(x) / size(x)
    var = sum((x - mean)**2) / (size(x) - 1)
  end subroutine moments

  real(8) function both(x, t, slope)
    real(8), intent(in) :: x(:), t
    real(8), intent(out) :: slope
    integer :: i
    both = 0
    slope = 0
    do i = size(x), 1, -1
      slope = slope * t + both
      both = both * t + x(i)
    end do
  end function both
end module stats
