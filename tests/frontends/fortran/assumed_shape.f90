! call fields::laplacian: M(5, 4), out=Z(5, 4); wrt u; of out
! call fields::mixed: M(4, 3), V(3); wrt a v
! call fields::even_odd: V(8); wrt x
! Assumed-shape dummies: sections as arguments, bounds of their own, extents asked for.
module fields
  implicit none
contains
  subroutine laplacian(u, out)
    real(8), intent(in) :: u(:, :)
    real(8), intent(out) :: out(:, :)
    integer :: n, m
    n = size(u, 1)
    m = size(u, 2)
    out = 0d0
    out(2:n - 1, 2:m - 1) = u(1:n - 2, 2:m - 1) + u(3:n, 2:m - 1) + u(2:n - 1, 1:m - 2) &
      + u(2:n - 1, 3:m) - 4d0 * u(2:n - 1, 2:m - 1)**2
  end subroutine laplacian

  real(8) function mixed(a, v)
    real(8), intent(in) :: a(0:, 0:), v(:)
    integer :: i
    mixed = 0d0
    do i = lbound(a, 1), ubound(a, 1)
      mixed = mixed + weight(a(i, :), v(size(v):1:-1)) * (i + 1)
    end do
  end function mixed

  pure real(8) function weight(row, by)
    real(8), intent(in) :: row(:), by(:)
    weight = sum(row * by)**2
  end function weight

  real(8) function even_odd(x)
    real(8), intent(in) :: x(:)
    real(8) :: y(size(x))
    y = x
    call scale(y(1::2), 2d0)
    call scale(y(2::2), y(1))
    even_odd = weight(y(::2), y(2::2))
  end function even_odd

  subroutine scale(x, by)
    real(8), intent(inout) :: x(:)
    real(8), intent(in) :: by
    x = x * by + x**2
  end subroutine scale
end module fields
