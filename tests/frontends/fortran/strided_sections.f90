! call strided::planes: M(4, 6); wrt a
! call strided::by_pointer: V(10), 3; wrt x
! call strided::copied_in: V(8); wrt x
! call strided::reversed: M(3, 3); wrt a
! Sections with strides as arguments: without copies to assumed shape, with copies to explicit shape.
module strided
  implicit none
contains
  real(8) function smooth(x)
    real(8), intent(in) :: x(:)
    integer :: i
    smooth = 0d0
    do i = 2, size(x)
      smooth = smooth + (x(i) - x(i - 1))**2
    end do
  end function smooth

  real(8) function planes(a)
    real(8), intent(in) :: a(:, :)
    integer :: i
    planes = 0d0
    do i = 1, size(a, 1), 2
      planes = planes + smooth(a(i, ::2)) * smooth(a(i, size(a, 2):1:-1))
    end do
  end function planes

  real(8) function by_pointer(x, step)
    real(8), intent(in) :: x(:)
    integer, intent(in) :: step
    real(8), target :: work(size(x))
    real(8), pointer :: p(:)
    work = x
    p => work(1::step)
    p = p * 2d0
    p => work(size(x):1:-step)
    by_pointer = smooth(p) + sum(p)**2
  end function by_pointer

  subroutine lapack_like(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    integer :: i
    do i = 2, n
      x(i) = x(i) * x(i - 1) + x(i)
    end do
  end subroutine lapack_like

  real(8) function copied_in(x)
    real(8), intent(in) :: x(:)
    real(8) :: y(size(x))
    y = x
    call lapack_like(size(x) / 2, y(1::2))
    call lapack_like(size(x) / 2, y(size(x):1:-2))
    copied_in = sum(y**2)
  end function copied_in

  real(8) function reversed(a)
    real(8), intent(in) :: a(:, :)
    reversed = sum(matmul(a(3:1:-1, :), a(:, 3:1:-1)) * a)
  end function reversed
end module strided
