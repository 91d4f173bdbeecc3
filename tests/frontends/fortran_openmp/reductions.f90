! call reductions::product_of: V(7); wrt x
! call reductions::range_of: V(7); wrt x
! call reductions::rows: M(4, 5); wrt x
! call reductions::bodies: M(3, 6), V(6); wrt p m
! call reductions::guarded: V(7); wrt x
! call reductions::inside: V(7); wrt x
! Reductions of products, extremes and arrays; an n-body energy; critical sections; nested regions.
module reductions
  implicit none
contains
  real(8) function product_of(x) result(p)
    real(8), intent(in) :: x(:)
    integer :: i
    p = 1
    !$omp parallel do reduction(*:p)
    do i = 1, size(x)
      p = p * (0.5d0 + x(i))
    end do
    !$omp end parallel do
  end function

  real(8) function range_of(x) result(r)
    real(8), intent(in) :: x(:)
    real(8) :: lo, hi
    integer :: i
    lo = 100
    hi = -100
    !$omp parallel do reduction(min:lo) reduction(max:hi)
    do i = 1, size(x)
      lo = min(lo, x(i)**2)
      hi = max(hi, x(i)**2)
    end do
    !$omp end parallel do
    r = (hi - lo)**2 + hi
  end function

  real(8) function rows(x) result(total)
    real(8), intent(in) :: x(:, :)
    real(8) :: s(4)
    integer :: i, j
    s = 0
    !$omp parallel do reduction(+:s) private(i)
    do j = 1, size(x, 2)
      do i = 1, 4
        s(i) = s(i) + x(i, j)**2
      end do
    end do
    !$omp end parallel do
    total = s(1) * s(2) + s(3) * s(4)
  end function

  real(8) function bodies(p, m) result(e)
    real(8), intent(in) :: p(:, :), m(:)
    real(8) :: d2
    integer :: i, j
    e = 0
    !$omp parallel do private(j, d2) reduction(+:e) schedule(static, 2)
    do i = 1, size(m)
      do j = i + 1, size(m)
        d2 = sum((p(:, i) - p(:, j))**2) + 0.1d0
        if (d2 < 0.6d0) e = e - m(i) * m(j) / sqrt(d2)
      end do
    end do
    !$omp end parallel do
  end function

  real(8) function guarded(x) result(p)
    real(8), intent(in) :: x(:)
    integer :: i
    p = 1
    !$omp parallel do
    do i = 1, size(x)
      !$omp critical
      p = p * x(i) * 2
      !$omp end critical
    end do
    !$omp end parallel do
  end function

  real(8) function inside(x) result(total)
    real(8), intent(in) :: x(:)
    real(8) :: part
    integer :: i, j
    total = 0
    !$omp parallel do private(part) reduction(+:total)
    do i = 1, size(x)
      part = 0
      !$omp parallel do reduction(+:part)
      do j = 1, size(x)
        part = part + x(i) * x(j)**2
      end do
      !$omp end parallel do
      total = total + part * part
    end do
    !$omp end parallel do
  end function
end module
