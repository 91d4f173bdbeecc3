! call flags::chosen: V(4), True; wrt x
! call flags::chosen: V(4), False; wrt x
! call flags::masked: V(5); wrt x
! call flags::kinds: V(4); wrt x
! Logical dummies, arrays and functions; kinds of logical.
module flags
  implicit none
contains
  real(8) function chosen(x, square)
    real(8), intent(in) :: x(:)
    logical, intent(in) :: square
    chosen = merge(sum(x**2), sum(x**3), square .and. .not. any(x > 10d0))
  end function chosen

  logical function inside(v)
    real(8), intent(in) :: v
    inside = v > 0.4d0 .and. v < 0.8d0
  end function inside

  real(8) function masked(x)
    real(8), intent(in) :: x(:)
    logical :: keep(size(x))
    integer :: i
    do i = 1, size(x)
      keep(i) = inside(x(i)) .neqv. mod(i, 2) == 0
    end do
    masked = 1d0
    do i = 1, size(x)
      if (keep(i)) masked = masked * x(i)
    end do
    if (all(keep)) masked = 0d0
    masked = masked + count(keep) * x(1)**2
  end function masked

  real(8) function kinds(x)
    real(8), intent(in) :: x(:)
    logical(1) :: small(size(x))
    logical(8) :: large
    small = x > 0.5d0
    large = any(small) .eqv. .true.
    kinds = 0d0
    if (large) kinds = sum(x * x, mask=small) + sum(x, .not. small)
  end function kinds
end module flags
