! call vectors::energy: V(5); wrt x
! call vectors::volume: V(3), V(3), V(3); wrt a b c
! call vectors::rows: M(3, 4); wrt a
! call vectors::columns: M(4, 3); wrt a
! call vectors::in_place: M(3, 4); wrt a
! Functions with array results; rows, every second element and reversed arrays as arguments.
module vectors
  implicit none
contains
  function squares(x) result(y)
    real(8), intent(in) :: x(:)
    real(8) :: y(size(x))
    y = x**2
  end function squares

  function grown(x) result(y)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: y(:)
    allocate(y(2 * size(x)))
    y(::2) = x
    y(2::2) = x(size(x):1:-1) * x
  end function grown

  pure function cross(a, b) result(c)
    real(8), intent(in) :: a(3), b(3)
    real(8) :: c(3)
    c(1) = a(2) * b(3) - a(3) * b(2)
    c(2) = a(3) * b(1) - a(1) * b(3)
    c(3) = a(1) * b(2) - a(2) * b(1)
  end function cross

  real(8) function energy(x)
    real(8), intent(in) :: x(:)
    energy = sum(squares(x) * x) + sum(grown(squares(x)))
  end function energy

  real(8) function volume(a, b, c)
    real(8), intent(in) :: a(3), b(3), c(3)
    volume = dot_product(a, cross(b, c))**2
  end function volume

  real(8) function cubes(v)
    real(8), intent(in) :: v(:)
    cubes = sum(v**3)
  end function cubes

  real(8) function explicit_cubes(v, n)
    integer, intent(in) :: n
    real(8), intent(in) :: v(n)
    integer :: i
    explicit_cubes = 0
    do i = 1, n
      explicit_cubes = explicit_cubes + i * v(i)**3
    end do
  end function explicit_cubes

  real(8) function rows(a)
    real(8), intent(in) :: a(:, :)
    integer :: i
    rows = 0
    do i = 1, size(a, 1)
      rows = rows + i * cubes(a(i, :)) * explicit_cubes(a(i, :), size(a, 2))
    end do
  end function rows

  real(8) function columns(a)
    real(8), intent(in) :: a(:, :)
    integer :: j
    columns = 0
    do j = 1, size(a, 2)
      columns = columns + cubes(a(::2, j)) + explicit_cubes(a(size(a, 1):1:-1, j), size(a, 1))
    end do
  end function columns

  subroutine scale(v, f)
    real(8), intent(inout) :: v(:)
    real(8), intent(in) :: f
    v = v * f
  end subroutine scale

  subroutine scale_explicit(v, n, f)
    integer, intent(in) :: n
    real(8), intent(inout) :: v(n)
    real(8), intent(in) :: f
    v = v * f
  end subroutine scale_explicit

  real(8) function in_place(a)
    real(8), intent(in) :: a(:, :)
    real(8) :: b(size(a, 1), size(a, 2))
    b = a
    call scale(b(1, :), b(2, 1)**2)
    call scale_explicit(b(2, :), size(a, 2), b(1, 2))
    in_place = sum(b**2)
  end function in_place
end module vectors
