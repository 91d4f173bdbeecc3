! call heat: 9, 12, 0.2, u=V(9); wrt u; of u
! One-dimensional heat conduction, explicit in time, fixed ends.
subroutine heat(n, steps, r, u)
  implicit none
  integer, intent(in) :: n, steps
  real(8), intent(in) :: r
  real(8), intent(inout) :: u(n)
  real(8) :: v(n)
  integer :: i, k
  do k = 1, steps
    v = u
    do i = 2, n - 1
      u(i) = v(i) + r * (v(i - 1) - 2 * v(i) + v(i + 1))
    end do
  end do
end subroutine heat
