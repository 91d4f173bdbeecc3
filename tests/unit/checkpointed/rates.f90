module rates
  implicit none
contains
  subroutine rate(u, f, n, k)
    integer, intent(in) :: n
    real(8), intent(in) :: u(n), k
    real(8), intent(out) :: f(n)
    real(8) :: slope(n)
    integer :: i
    slope(1) = 0
    do i = 2, n
      slope(i) = k * sin(u(i) - u(i-1))
    end do
    do i = 1, n - 1
      f(i) = slope(i+1) - slope(i)
    end do
    f(n) = -slope(n)
  end subroutine
end module
