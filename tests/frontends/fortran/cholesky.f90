! call chol::logdet: M(5, 5), 5; wrt a
! A Cholesky factorisation in place, triangular loops, explicit shape with a leading dimension.
module chol
  implicit none
contains
  real(8) function logdet(a, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n)
    real(8) :: l(n, n)
    integer :: i, j, k
    l = matmul(a, transpose(a))
    do j = 1, n
      l(j, j) = l(j, j) + 1
    end do
    do j = 1, n
      do k = 1, j - 1
        l(j:n, j) = l(j:n, j) - l(j:n, k) * l(j, k)
      end do
      l(j, j) = sqrt(l(j, j))
      do i = j + 1, n
        l(i, j) = l(i, j) / l(j, j)
      end do
    end do
    logdet = 2 * sum([(log(l(i, i)), i = 1, n)])
  end function logdet
end module chol
