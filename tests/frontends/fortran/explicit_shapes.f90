! call gravity: 4, M(3, 4), V(4), pot=Z(4); wrt pos mass; of pot
! call blocks: 3, 2, M(3, 2), M(2, 3); wrt a b
! call row_norms: M(3, 4), 3, 4, out=Z(3); wrt a; of out
! Arrays whose extents are other arguments, local automatic arrays, lower bounds that are not one.
subroutine gravity(n, pos, mass, pot)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: pos(3, n), mass(n)
  real(8), intent(out) :: pot(n)
  integer :: i, j
  do i = 1, n
    pot(i) = 0d0
    do j = 1, n
      if (j /= i) pot(i) = pot(i) - mass(j) / sqrt(sum((pos(:, i) - pos(:, j))**2) + 0.01d0)
    end do
  end do
end subroutine gravity

real(8) function blocks(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(0:n - 1, -1:m - 2), b(m, n)
  real(8) :: c(n, n), diagonal(2 * n)
  integer :: i, j, k
  c = 0d0
  do j = 1, n
    do k = 1, m
      do i = 1, n
        c(i, j) = c(i, j) + a(i - 1, k - 2) * b(k, j)
      end do
    end do
  end do
  do i = 1, n
    diagonal(2 * i - 1) = c(i, i)
    diagonal(2 * i) = c(i, n + 1 - i)**2
  end do
  blocks = dot_product(diagonal, diagonal(2 * n:1:-1))
end function blocks

subroutine row_norms(a, lda, n, out)
  implicit none
  integer, intent(in) :: lda, n
  real(8), intent(in) :: a(lda, n)
  real(8), intent(out) :: out(lda)
  integer :: i
  do i = 1, lda
    out(i) = sqrt(sum(a(i, :)**2))
  end do
end subroutine row_norms
