! call choose::by_integer: V(5); wrt x
! call choose::by_range: V(5); wrt x
! call choose::by_rank: V(4), M(2, 2); wrt x a
! `select case` over integers, ranges and text; `select rank`; `associate`; `block`.
module choose
  implicit none
contains
  real(8) function by_integer(x)
    real(8), intent(in) :: x(:)
    integer :: i
    by_integer = 1d0
    do i = 1, size(x)
      select case (mod(i, 3))
      case (0)
        by_integer = by_integer * x(i)
      case (1)
        by_integer = by_integer + x(i)**2
      case default
        by_integer = by_integer - log(x(i))
      end select
    end do
  end function by_integer

  real(8) function by_range(x)
    real(8), intent(in) :: x(:)
    integer :: i
    by_range = 0d0
    do i = 1, size(x)
      associate (v => x(i), w => x(size(x) + 1 - i))
        select case (int(10 * v))
        case (:3)
          by_range = by_range + v * w
        case (4, 6)
          by_range = by_range + v**2
        case (7:)
          by_range = by_range + sqrt(v) * w
        end select
      end associate
    end do
  end function by_range

  real(8) function any_rank(a)
    real(8), intent(in) :: a(..)
    select rank (a)
    rank (0)
      any_rank = a**3
    rank (1)
      any_rank = sum(a**2)
    rank (2)
      any_rank = sum(matmul(a, a))
    rank default
      any_rank = 0d0
    end select
  end function any_rank

  real(8) function by_rank(x, a)
    real(8), intent(in) :: x(:), a(:, :)
    by_rank = any_rank(x) * any_rank(a) + any_rank(x(1))
  end function by_rank
end module choose
