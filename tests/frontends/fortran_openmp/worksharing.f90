! call worksharing::parts: V(8); wrt x
! call worksharing::once: V(8); wrt x
! call worksharing::plane: M(4, 5); wrt x
! call worksharing::chain: V(8); wrt x
! call worksharing::lanes: V(8); wrt x
! call worksharing::smooth: V(8), Z(8); wrt x; of y
! Sections, single, master, collapsed loops, ordered regions, simd, schedules, nowait.
module worksharing
  implicit none
contains
  real(8) function parts(x) result(total)
    real(8), intent(in) :: x(:)
    real(8) :: a, b, c
    !$omp parallel sections
    !$omp section
    a = sum(x**2)
    !$omp section
    b = x(1) * x(2)
    !$omp section
    c = sin(x(3))
    !$omp end parallel sections
    total = a * b + c
  end function

  real(8) function once(x) result(total)
    real(8), intent(in) :: x(:)
    real(8) :: scale, shift
    integer :: i
    total = 0
    !$omp parallel reduction(+:total)
    !$omp single
    scale = x(1)**2
    !$omp end single
    !$omp master
    shift = x(2)**3
    !$omp end master
    !$omp barrier
    !$omp do
    do i = 1, size(x)
      total = total + scale * x(i) + shift
    end do
    !$omp end do nowait
    !$omp end parallel
  end function

  real(8) function plane(x) result(total)
    real(8), intent(in) :: x(:, :)
    integer :: i, j
    total = 0
    !$omp parallel do collapse(2) reduction(+:total)
    do j = 1, size(x, 2)
      do i = 1, size(x, 1)
        total = total + x(i, j)**2 * i + x(1, j) * x(i, 1)
      end do
    end do
    !$omp end parallel do
  end function

  real(8) function chain(x) result(total)
    real(8), intent(in) :: x(:)
    real(8) :: v
    integer :: i
    total = 0
    !$omp parallel do ordered private(v) schedule(static, 1)
    do i = 1, size(x)
      v = x(i)**2
      !$omp ordered
      total = total * v + x(i)
      !$omp end ordered
    end do
    !$omp end parallel do
  end function

  real(8) function lanes(x) result(total)
    real(8), intent(in) :: x(:)
    real(8) :: more
    integer :: i
    total = 0
    more = 0
    !$omp simd reduction(+:total)
    do i = 1, size(x)
      total = total + x(i)**3
    end do
    !$omp end simd
    !$omp parallel do simd reduction(+:more)
    do i = 1, size(x)
      more = more + x(i) * x(1)
    end do
    !$omp end parallel do simd
    total = total * more
  end function

  subroutine smooth(x, y)
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: y(:)
    integer :: i
    y(1) = x(1)
    y(size(x)) = x(size(x))
    !$omp parallel do schedule(static)
    do i = 2, size(x) - 1
      y(i) = 0.25d0 * (x(i - 1) + 2 * x(i) + x(i + 1)) * x(i)
    end do
    !$omp end parallel do
  end subroutine
end module
