! call quad::area: 0.2, 0.9, 0.6; wrt a b k
! call quad::newton: V(2); wrt c
! call quad::applied: V(4), 2; wrt x
! Procedures as arguments: module procedures, internal ones that see their host, pointers, tables.
module quad
  implicit none
  abstract interface
    pure real(8) function curve(x)
      real(8), intent(in) :: x
    end function curve
  end interface
  type :: choice
    procedure(curve), pointer, nopass :: f => null()
  end type choice
contains
  real(8) function trapezoid(f, a, b, n)
    procedure(curve) :: f
    real(8), intent(in) :: a, b
    integer, intent(in) :: n
    integer :: i
    trapezoid = 0.5d0 * (f(a) + f(b))
    do i = 1, n - 1
      trapezoid = trapezoid + f(a + i * (b - a) / n)
    end do
    trapezoid = trapezoid * (b - a) / n
  end function trapezoid

  real(8) function area(a, b, k)
    real(8), intent(in) :: a, b, k
    area = trapezoid(inner, a, b, 8) + trapezoid(bell, a, b, 4)
  contains
    pure real(8) function inner(x)
      real(8), intent(in) :: x
      inner = sin(k * x) * k
    end function inner
  end function area

  pure real(8) function bell(x)
    real(8), intent(in) :: x
    bell = exp(-x * x)
  end function bell

  pure real(8) function cubic(x)
    real(8), intent(in) :: x
    cubic = x**3 - x
  end function cubic

  real(8) function root(f, df, start)
    interface
      real(8) function f(x)
        real(8), intent(in) :: x
      end function f
    end interface
    procedure(f) :: df
    real(8), intent(in) :: start
    integer :: k
    root = start
    do k = 1, 6
      root = root - f(root) / df(root)
    end do
  end function root

  real(8) function newton(c)
    real(8), intent(in) :: c(2)
    newton = root(g, dg, 1d0)
  contains
    real(8) function g(x)
      real(8), intent(in) :: x
      g = x**3 + c(1) * x - c(2)
    end function g
    real(8) function dg(x)
      real(8), intent(in) :: x
      dg = 3d0 * x**2 + c(1)
    end function dg
  end function newton

  real(8) function applied(x, which)
    real(8), intent(in) :: x(:)
    integer, intent(in) :: which
    type(choice) :: table(2)
    integer :: i
    table(1)%f => bell
    table(2)%f => cubic
    applied = 0d0
    do i = 1, size(x)
      applied = applied + table(which)%f(x(i)) * table(1 + mod(i, 2))%f(x(i))
    end do
  end function applied
end module quad
