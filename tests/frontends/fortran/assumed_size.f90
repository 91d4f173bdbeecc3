! call dot3: 5, V(5), V(5); wrt x y
! call horner: 4, V(5), 0.7; wrt c t
! call packed_product: 3, V(6), V(3), y=Z(3); wrt ap x; of y
! Assumed-size arrays, as numerical libraries of the eighties have them.
real(8) function dot3(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(*), y(*)
  integer :: i, m
  dot3 = 0d0
  m = mod(n, 3)
  do i = 1, m
    dot3 = dot3 + x(i) * y(i)**2
  end do
  do i = m + 1, n, 3
    dot3 = dot3 + x(i) * y(i)**2 + x(i + 1) * y(i + 1)**2 + x(i + 2) * y(i + 2)**2
  end do
end function dot3

real(8) function horner(n, c, t)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: c(0:*), t
  integer :: k
  horner = c(n)
  do k = n - 1, 0, -1
    horner = horner * t + c(k)
  end do
  horner = horner * sin(horner)
end function horner

subroutine packed_product(n, ap, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: ap(*), x(*)
  real(8), intent(out) :: y(*)
  integer :: i, j, k
  y(1:n) = 0d0
  k = 1
  do j = 1, n
    do i = 1, j
      y(i) = y(i) + ap(k) * x(j)
      if (i /= j) y(j) = y(j) + ap(k) * x(i)
      k = k + 1
    end do
  end do
end subroutine packed_product
