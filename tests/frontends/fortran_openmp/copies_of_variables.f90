! call copies::first: V(8); wrt x
! call copies::last: V(8); wrt x
! call copies::given: V(8); wrt x
! call copies::own: V(8); wrt x
! Variables of each thread: firstprivate, lastprivate, copyprivate, private arrays.
module copies
  implicit none
contains
  real(8) function first(x) result(total)
    real(8), intent(in) :: x(:)
    real(8) :: start, a(2)
    integer :: i
    start = x(1) * x(2)
    a = (/ x(3), 2 * x(4) /)
    total = 0
    !$omp parallel firstprivate(start, a) reduction(+:total)
    !$omp do
    do i = 1, size(x)
      total = total + start * x(i) * a(1 + mod(i, 2))
    end do
    !$omp end do
    !$omp end parallel
  end function

  real(8) function last(x) result(total)
    real(8), intent(in) :: x(:)
    real(8) :: v
    integer :: i
    v = 0
    !$omp parallel do lastprivate(v)
    do i = 1, size(x)
      v = x(i) * x(1) + i
    end do
    !$omp end parallel do
    total = v * v * x(2)
  end function

  real(8) function given(x) result(total)
    real(8), intent(in) :: x(:)
    real(8) :: scale
    integer :: i
    total = 0
    !$omp parallel private(scale) reduction(+:total)
    !$omp single
    scale = x(1) * x(2)
    !$omp end single copyprivate(scale)
    !$omp do
    do i = 1, size(x)
      total = total + scale * x(i)
    end do
    !$omp end do
    !$omp end parallel
  end function

  real(8) function own(x) result(total)
    real(8), intent(in) :: x(:)
    real(8) :: t(3)
    integer :: i, k
    total = 0
    !$omp parallel do private(t, k) reduction(+:total) schedule(guided)
    do i = 1, size(x)
      do k = 1, 3
        t(k) = x(i)**k
      end do
      total = total + t(1) * t(3) - t(2)
    end do
    !$omp end parallel do
  end function
end module
