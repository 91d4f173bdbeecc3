module wave
  implicit none
  type state
    real(8), allocatable :: u(:), v(:)
  end type
contains
  function run(x, n, k, steps) result(e)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: x(n), k
    real(8) :: e
    type(state) :: s
    integer :: t, i
    allocate(s%u(n), s%v(n))
    s%u = x
    s%v = 0
    do t = 1, steps ! time
      do i = 2, n - 1
        s%v(i) = s%v(i) + k * sin(s%u(i-1) - 2 * s%u(i) + s%u(i+1))
      end do
      do i = 1, n
        s%u(i) = s%u(i) + 0.1d0 * s%v(i)
      end do
    end do
    e = sum(s%u**2)
  end function
end module
