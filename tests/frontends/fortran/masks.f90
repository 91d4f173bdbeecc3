! call limits::limited: V(6); wrt x
! call limits::upwind: M(4, 4), 0.3; wrt u c
! call limits::triangle: M(3, 3); wrt a
! call limits::concurrent: V(6), 0.4; wrt x s
! `where` with `elsewhere`, nested; `forall` with masks; `do concurrent` with locals and masks.
module limits
  implicit none
contains
  real(8) function limited(x)
    real(8), intent(in) :: x(:)
    real(8) :: y(size(x))
    where (x > 0.7d0)
      y = 0.7d0 + 0.1d0 * (x - 0.7d0)
    elsewhere (x < 0.4d0)
      y = x**2
    elsewhere
      y = sin(x)
    end where
    where (y < 0.3d0) y = y * 2d0
    limited = sum(y**2)
  end function limited

  real(8) function upwind(u, c)
    real(8), intent(in) :: u(:, :), c
    real(8) :: w(size(u, 1), size(u, 2)), d(size(u, 1), size(u, 2))
    d = u - cshift(u, -1, dim=1)
    where (d > 0d0)
      w = u - c * d
      where (w > 0.5d0)
        w = w * c
      end where
    elsewhere
      w = u - c * cshift(d, 1, dim=1)**2
    end where
    upwind = sum(w * u)
  end function upwind

  real(8) function triangle(a)
    real(8), intent(in) :: a(:, :)
    real(8) :: b(3, 3)
    integer :: i, j
    b = 0d0
    forall (i=1:3, j=1:3, i >= j) b(i, j) = a(i, j)**2 + a(j, i)
    forall (i=1:3)
      b(i, i) = 2d0 * b(i, i)
    end forall
    forall (i=1:2) b(i, 3) = b(i + 1, 1)
    triangle = sum(b * transpose(b)) + b(1, 3) * b(2, 3)
  end function triangle

  real(8) function concurrent(x, s)
    real(8), intent(in) :: x(:), s
    real(8) :: y(size(x)), z(size(x), 2), t
    integer :: i, k
    y = 0d0
    do concurrent (i=1:size(x), x(i) > 0.3d0) local(t)
      t = x(i) * s
      y(i) = t + t**2
    end do
    do concurrent (i=1:size(x), k=1:2)
      z(i, k) = y(i)**k
    end do
    concurrent = sum(z)
  end function concurrent
end module limits
