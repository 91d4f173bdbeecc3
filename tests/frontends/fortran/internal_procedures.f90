! call hosts::shared: V(4), 0.3; wrt x a
! call hosts::nested_state: V(3); wrt x
! call hosts::rk4: V(2), 0.1, 5; wrt y0 h
! Internal procedures that read and write variables of their host.
module hosts
  implicit none
contains
  real(8) function shared(x, a)
    real(8), intent(in) :: x(:), a
    real(8) :: acc
    integer :: i
    acc = 0d0
    do i = 1, size(x)
      call add(x(i))
    end do
    shared = acc
  contains
    subroutine add(v)
      real(8), intent(in) :: v
      acc = acc * a + weight(v)
    end subroutine add
    real(8) function weight(v)
      real(8), intent(in) :: v
      weight = v**2 * (1d0 + a * i)
    end function weight
  end function shared

  real(8) function nested_state(x)
    real(8), intent(in) :: x(:)
    real(8) :: table(size(x), 2)
    call fill
    nested_state = sum(table(:, 1) * table(:, 2))
  contains
    subroutine fill
      integer :: i
      do i = 1, size(x)
        table(i, 1) = x(i)
        table(i, 2) = exp(-x(i)) * i
      end do
    end subroutine fill
  end function nested_state

  real(8) function rk4(y0, h, n)
    real(8), intent(in) :: y0(2), h
    integer, intent(in) :: n
    real(8) :: y(2), k1(2), k2(2), k3(2), k4(2)
    integer :: i
    y = y0
    do i = 1, n
      k1 = f(y)
      k2 = f(y + 0.5d0 * h * k1)
      k3 = f(y + 0.5d0 * h * k2)
      k4 = f(y + h * k3)
      y = y + h / 6d0 * (k1 + 2d0 * k2 + 2d0 * k3 + k4)
    end do
    rk4 = y(1) * y(2)
  contains
    pure function f(u) result(du)
      real(8), intent(in) :: u(2)
      real(8) :: du(2)
      du = [u(2), (1d0 - u(1)**2) * u(2) - u(1)]
    end function f
  end function rk4
end module hosts
