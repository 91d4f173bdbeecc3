! call shaped::products: M(3, 2), V(3), V(2); wrt a x y
! call shaped::rearranged: M(2, 3); wrt a
! call shaped::shifted: M(3, 4); wrt a
! call shaped::packed: M(3, 3); wrt a
! call shaped::merged: V(5), V(5); wrt x y
! matmul, transpose, reshape, spread, cshift, eoshift, pack, unpack, merge, dot_product.
module shaped
  implicit none
contains
  real(8) function products(a, x, y)
    real(8), intent(in) :: a(:, :), x(:), y(:)
    real(8) :: g(size(a, 2), size(a, 2))
    g = matmul(transpose(a), a)
    products = dot_product(x, matmul(a, y)) + dot_product(matmul(x, a), matmul(g, y)) &
      + sum(matmul(a, g)**2)
  end function products

  real(8) function rearranged(a)
    real(8), intent(in) :: a(:, :)
    real(8) :: b(3, 2), c(2, 3), d(2, 3, 2), e(4, 2)
    b = reshape(a, [3, 2], order=[2, 1])
    c = transpose(b) * a
    d = spread(c, 3, 2)
    d(:, :, 2) = d(:, :, 2)**2
    e = reshape(a, [4, 2], pad=[a(1, 1)])
    rearranged = sum(d) + sum(spread(b(:, 1), 1, 2) * a) + product(e(:, 2))
  end function rearranged

  real(8) function shifted(a)
    real(8), intent(in) :: a(:, :)
    real(8) :: b(size(a, 1), size(a, 2))
    b = cshift(a, 1, dim=2) * a - cshift(a, -1)
    b = b + cshift(a, [1, 0, 2, 1], dim=1)
    b = b * eoshift(a, 1, boundary=0.5d0, dim=2) + eoshift(a, -1)
    shifted = sum(b**2) + sum(eoshift(cshift(a(:, 1), 2), 1) * a(:, 2))
  end function shifted

  real(8) function packed(a)
    real(8), intent(in) :: a(:, :)
    real(8) :: b(3, 3)
    real(8), allocatable :: v(:)
    v = pack(a, a > 0.5d0)
    v = v**2
    b = unpack(v, a > 0.5d0, a * 0.1d0)
    packed = sum(b * a) + sum(pack(a, .true.)) + sum(pack(a, a < 0.4d0, [a(:, 1), a(:, 2), a(:, 3)]) * a(1, 2))
  end function packed

  real(8) function merged(x, y)
    real(8), intent(in) :: x(:), y(:)
    merged = sum(merge(x, y, x > y)**2) + merge(x(1), y(1), x(1) > 0.5d0) &
      + dot_product(max(x, y), min(x, 0.5d0)) + sum(sign(x, y - 0.5d0)) + sum(dim(x, y)) &
      + sum(mod(x, 0.3d0)) + sum(modulo(y, 0.4d0)) + sum(abs(x - y)) + sum(anint(x) * y)
  end function merged
end module shaped
