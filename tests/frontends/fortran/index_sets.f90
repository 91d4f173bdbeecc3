! call sets::smoothed: M(4, 3); wrt a
! call sets::mirrored: V(5); wrt x
! call sets::relaxed: M(4, 4), 3; wrt u
! call sets::gathered: V(4), I(3, 1, 4, 1); wrt x
! `forall` over two indices, with masks and dependences; `do concurrent` with local variables.
module sets
  implicit none
contains
  real(8) function smoothed(a)
    real(8), intent(in) :: a(:, :)
    real(8) :: b(size(a, 1), size(a, 2))
    integer :: i, j, n, m
    n = size(a, 1)
    m = size(a, 2)
    b = a
    forall (i = 2:n - 1, j = 1:m)
      b(i, j) = 0.25d0 * (a(i - 1, j) + 2 * a(i, j) + a(i + 1, j))
      b(i, j) = b(i, j)**2
    end forall
    smoothed = sum(b) + b(2, 1) * b(n, m)
  end function smoothed

  real(8) function mirrored(x)
    real(8), intent(in) :: x(:)
    real(8) :: y(size(x))
    integer :: i
    y = x
    forall (i = 1:size(x)) y(i) = y(size(x) + 1 - i) * i
    forall (i = 2:size(x), x(i) > x(i - 1)) y(i) = y(i) + y(i - 1)**2
    mirrored = sum(y**2)
  end function mirrored

  real(8) function relaxed(u, sweeps)
    real(8), intent(in) :: u(:, :)
    integer, intent(in) :: sweeps
    real(8) :: old(size(u, 1), size(u, 2)), new(size(u, 1), size(u, 2)), around
    integer :: i, j, k
    new = u
    do k = 1, sweeps
      old = new
      do concurrent (i = 2:size(u, 1) - 1, j = 2:size(u, 2) - 1) local(around)
        around = old(i - 1, j) + old(i + 1, j) + old(i, j - 1) + old(i, j + 1)
        new(i, j) = 0.2d0 * (around + old(i, j)**2)
      end do
    end do
    relaxed = sum(new**2)
  end function relaxed

  real(8) function gathered(x, places)
    real(8), intent(in) :: x(:)
    integer, intent(in) :: places(:)
    real(8) :: y(size(places))
    integer :: i
    do concurrent (i = 1:size(places), places(i) > 1)
      y(i) = exp(x(places(i)))
    end do
    do concurrent (i = 1:size(places), places(i) <= 1)
      y(i) = x(i)**3
    end do
    gathered = product(y)
  end function gathered
end module sets
