! call rec::simpson: V(2), 4; wrt ab
! call rec::ackerman_like: 0.6, 4; wrt x
! call rec::sorted: V(6); wrt x
! call rec::even: 0.7, 5; wrt x
! Adaptive quadrature, double recursion, quicksort by sections, two that call each other.
module rec
  implicit none
contains
  real(8) function simpson(ab, depth)
    real(8), intent(in) :: ab(2)
    integer, intent(in) :: depth
    simpson = piece(ab(1), ab(2), depth)
  end function simpson

  recursive real(8) function piece(a, b, depth) result(s)
    real(8), intent(in) :: a, b
    integer, intent(in) :: depth
    real(8) :: m
    m = 0.5d0 * (a + b)
    if (depth == 0) then
      s = (b - a) / 6d0 * (exp(-a * a) + 4d0 * exp(-m * m) + exp(-b * b))
    else
      s = piece(a, m, depth - 1) + piece(m, b, depth - 1)
    end if
  end function piece

  recursive real(8) function ackerman_like(x, n) result(r)
    real(8), intent(in) :: x
    integer, intent(in) :: n
    if (n <= 1) then
      r = x * n
    else
      r = sin(x * ackerman_like(x, n - 1)) + ackerman_like(x * 0.5d0, n - 2)
    end if
  end function ackerman_like

  recursive subroutine quicksort(a)
    real(8), intent(inout) :: a(:)
    real(8) :: pivot, t
    integer :: i, j
    if (size(a) < 2) return
    pivot = a(size(a) / 2 + 1)
    i = 0
    j = size(a) + 1
    do
      do
        i = i + 1
        if (a(i) >= pivot) exit
      end do
      do
        j = j - 1
        if (a(j) <= pivot) exit
      end do
      if (i >= j) exit
      t = a(i)
      a(i) = a(j)
      a(j) = t
    end do
    call quicksort(a(:i - 1))
    call quicksort(a(j + 1:))
  end subroutine quicksort

  real(8) function sorted(x)
    real(8), intent(in) :: x(:)
    real(8) :: y(size(x))
    integer :: i
    y = x
    call quicksort(y)
    sorted = 0d0
    do i = 1, size(y)
      sorted = sorted + i * y(i)**2
    end do
  end function sorted

  recursive real(8) function even(x, n) result(r)
    real(8), intent(in) :: x
    integer, intent(in) :: n
    r = x
    if (n > 0) r = cos(x) * odd(x, n - 1)
  end function even

  recursive real(8) function odd(x, n) result(r)
    real(8), intent(in) :: x
    integer, intent(in) :: n
    r = x**2
    if (n > 0) r = sin(x) * even(x, n - 1)
  end function odd
end module rec
