! call shapes::area: V(7); wrt x
! call shapes::masked: V(7); wrt x
! Elemental functions, masks, merge, where.
module shapes
  implicit none
contains
  elemental real(8) function soft(x)
    real(8), intent(in) :: x
    soft = log(1 + exp(-abs(x))) + max(x, 0d0)
  end function soft

  real(8) function area(x)
    real(8), intent(in) :: x(:)
    area = sum(soft(x - 0.5d0) * merge(2d0, 3d0, x > 0.4d0))
  end function area

  real(8) function masked(x)
    real(8), intent(in) :: x(:)
    real(8) :: y(size(x))
    where (x > 0.5d0)
      y = x**3
    elsewhere (x > 0.2d0)
      y = sin(x)
    elsewhere
      y = -x
    end where
    masked = sum(y, mask=y > -1) + count(x > 0.3d0) * sum(x)
  end function masked
end module shapes
