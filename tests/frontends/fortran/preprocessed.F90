! call kinds::norm: V(4); wrt x
! call kinds::unrolled: V(4); wrt x
! call kinds::selected: V(4); wrt x
! Preprocessed: kinds and names by macros, conditions, a macro with arguments.
#define RK 8
#define SQUARE(v) ((v)*(v))
#ifndef ORDER
#define ORDER 3
#endif
module kinds
  implicit none
  integer, parameter :: rk = RK
contains
  real(rk) function norm(x)
    real(rk), intent(in) :: x(:)
    norm = sqrt(sum(SQUARE(x)))
  end function norm

  real(rk) function unrolled(x)
    real(rk), intent(in) :: x(4)
    unrolled = SQUARE(x(1)) + SQUARE(x(2) + x(3)) * x(4)
  end function unrolled

  real(rk) function selected(x)
    real(rk), intent(in) :: x(:)
#if ORDER == 3
    selected = sum(x**3)
#else
    selected = sum(x)
#endif
  end function selected
end module kinds
