! call views::windows: V(9); wrt x
! Pointers to sections of a target.
module views
  implicit none
contains
  real(8) function windows(x) result(s)
    real(8), intent(in) :: x(:)
    real(8), target :: y(size(x))
    real(8), pointer :: p(:), q(:)
    integer :: i
    y = x**2
    s = 0
    do i = 1, size(x) - 2
      p => y(i:i + 2)
      q => y(i:i + 2:2)
      s = s + product(p) + sum(q)
      p(2) = p(2) * 1.1d0
    end do
  end function windows
end module views
