! call arrays::expressions: M(3, 4), V(3); wrt a v
! call arrays::sections: V(9); wrt x
! call arrays::overlapping: V(7); wrt x
! call arrays::vector_subscripts: V(6); wrt x
! Whole-array arithmetic, implied loops, sections that overlap, subscripts that are vectors.
module arrays
  implicit none
contains
  real(8) function expressions(a, v)
    real(8), intent(in) :: a(:, :), v(:)
    real(8) :: b(size(a, 1), size(a, 2)), c(size(a, 1))
    integer :: j
    b = exp(-a) * a + 2d0
    do j = 1, size(a, 2)
      b(:, j) = b(:, j) / (1d0 + v**2) - a(:, j)
    end do
    c = [(sum(b(j, :)) * v(j), j=1, size(c))]
    expressions = sum(c * c) + maxval(b) * minval(c)
  end function expressions

  real(8) function sections(x)
    real(8), intent(in) :: x(9)
    real(8) :: m(3, 3), d(2)
    m = reshape(x, [3, 3])
    m(2:3, 1:2) = m(1:2, 2:3) * m(2:3, 1:2)
    m(3:1:-1, 1) = m(:, 1) * 2d0
    d = m(1:2, 3) - m(2:3, 2)
    sections = sum(m**2) + product(d)
  end function sections

  real(8) function overlapping(x)
    real(8), intent(in) :: x(:)
    real(8) :: y(size(x))
    integer :: n
    n = size(x)
    y = x
    y(2:n) = y(1:n - 1) + y(2:n)**2
    y(1:n - 2) = y(3:n) * y(1:n - 2)
    y = y(n:1:-1)
    overlapping = dot_product(y, [(real(n, 8), n=1, size(y))])
  end function overlapping

  real(8) function vector_subscripts(x)
    real(8), intent(in) :: x(:)
    integer :: where_to(3)
    real(8) :: y(size(x))
    where_to = [5, 2, 6]
    y = 0d0
    y(where_to) = x(where_to)**2
    y([1, 3]) = y([2, 5]) * x([6, 1])
    vector_subscripts = sum(y(where_to(3:1:-1)) * x(1:3)) + y(1) * y(3)
  end function vector_subscripts
end module arrays
