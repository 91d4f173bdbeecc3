! call poisson::dissipation: M(6, 5), 8; wrt f
! Jacobi iterations for a Poisson problem on a grid, with array sections and do concurrent.
module poisson
  implicit none
contains
  real(8) function dissipation(f, sweeps) result(d)
    real(8), intent(in) :: f(:, :)
    integer, intent(in) :: sweeps
    real(8) :: u(0:size(f, 1) + 1, 0:size(f, 2) + 1), v(size(f, 1), size(f, 2))
    integer :: n, m, s, i, j
    n = size(f, 1)
    m = size(f, 2)
    u = 0
    do s = 1, sweeps
      do concurrent (i = 1:n, j = 1:m)
        v(i, j) = 0.25d0 * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) + f(i, j))
      end do
      u(1:n, 1:m) = v
    end do
    d = sum((u(1:n, 0:m) - u(1:n, 1:m + 1))**2) + sum(v * f)
  end function dissipation
end module poisson
