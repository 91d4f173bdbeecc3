! call tree::pairwise: V(13); wrt x
! call tree::power: 1.1, 7; wrt x
! Recursion over array sections.
module tree
  implicit none
contains
  recursive function pairwise(x) result(s)
    real(8), intent(in) :: x(:)
    real(8) :: s
    integer :: n
    n = size(x)
    if (n <= 3) then
      s = sum(x**3)
    else
      s = pairwise(x(:n / 2)) + pairwise(x(n / 2 + 1:)) * 0.5d0
    end if
  end function pairwise

  recursive real(8) function power(x, n) result(p)
    real(8), intent(in) :: x
    integer, intent(in) :: n
    if (n == 0) then
      p = 1
    else if (mod(n, 2) == 0) then
      p = power(x * x, n / 2)
    else
      p = x * power(x, n - 1)
    end if
  end function power
end module tree
