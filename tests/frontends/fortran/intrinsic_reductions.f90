! call reduced::sums: M(3, 4); wrt a
! call reduced::extremes: M(3, 4); wrt a
! call reduced::places: M(4, 3); wrt a
! call reduced::norms: M(3, 3); wrt a
! call reduced::counted: V(7); wrt x
! sum, product, maxval, minval, maxloc, minloc, norm2, count, any, all, with dim and mask.
module reduced
  implicit none
contains
  real(8) function sums(a)
    real(8), intent(in) :: a(:, :)
    real(8) :: rows(size(a, 1)), columns(size(a, 2))
    rows = sum(a, dim=2)
    columns = product(a, dim=1, mask=a > 0.3d0)
    sums = product(rows) + sum(columns**2) + sum(a, mask=a < 0.6d0) * product(a(1:2, 2))
  end function sums

  real(8) function extremes(a)
    real(8), intent(in) :: a(:, :)
    extremes = maxval(a)**2 + minval(a, mask=a > 0.4d0) + sum(maxval(a, dim=1) * a(1, :)) &
      + product(minval(a, dim=2))
  end function extremes

  real(8) function places(a)
    real(8), intent(in) :: a(:, :)
    integer :: at(2), rows(size(a, 2)), j
    at = maxloc(a)
    rows = minloc(a, dim=1)
    places = a(at(1), at(2))**2 * a(1, 1)
    do j = 1, size(rows)
      places = places + a(rows(j), j) * j
    end do
    at(:1) = findloc(a(:, 1) > 0.5d0, .true.)
    places = places + a(max(at(1), 1), 2)
  end function places

  real(8) function norms(a)
    real(8), intent(in) :: a(:, :)
    real(8) :: n(size(a, 2))
    n = norm2(a, dim=1)
    norms = norm2(a) * dot_product(n, a(:, 1)) + norm2(a(1, :)) * norm2(a(2:3, 2))
  end function norms

  real(8) function counted(x)
    real(8), intent(in) :: x(:)
    counted = count(x > 0.5d0) * sum(x**2)
    if (any(x > 0.8d0)) counted = counted + x(1)**3
    if (all(x > 0.1d0)) counted = counted * x(2)
    if (parity(x > 0.4d0)) counted = counted + x(3)
  end function counted
end module reduced
