! call passed_on::area: 0.3, 1.7, 0.5; wrt a b k
! call passed_on::chosen: V(4), 3; wrt x
! call passed_on::fitted: V(3), V(5); wrt p t
! call passed_on::swept: M(3, 4); wrt a
! Internal procedures that use variables of their host, as arguments and behind procedure pointers.
module passed_on
  implicit none
  integer, parameter :: wp = kind(1d0)
  abstract interface
    real(wp) function fun(x)
      import wp
      real(wp), intent(in) :: x
    end function
    subroutine change(column, n)
      import wp
      integer, intent(in) :: n
      real(wp), intent(inout) :: column(n)
    end subroutine
    function vector(t) result(v)
      import wp
      real(wp), intent(in) :: t
      real(wp) :: v(2)
    end function
  end interface
  type :: stage
    procedure(fun), pointer, nopass :: apply => null()
    real(wp) :: gain = 1
  end type
contains
  recursive function simpson(f, lo, hi, depth) result(area)
    procedure(fun) :: f
    real(wp), intent(in) :: lo, hi
    integer, intent(in) :: depth
    real(wp) :: area, mid
    mid = (lo + hi) / 2
    if (depth == 0) then
      area = (hi - lo) / 6 * (f(lo) + 4 * f(mid) + f(hi))
    else
      area = simpson(f, lo, mid, depth - 1) + simpson(f, mid, hi, depth - 1)
    end if
  end function

  real(wp) function area(a, b, k) result(r)
    real(wp), intent(in) :: a, b, k
    integer :: count
    count = 0
    r = simpson(peak, a, b, 3)
    r = r + simpson(inner, 0.0_wp, b, 2) * count
  contains
    real(wp) function peak(x)
      real(wp), intent(in) :: x
      peak = 1 / (k**2 + (x - 1)**2) + inner(x)
      count = count + 1
    end function
    real(wp) function inner(x)
      real(wp), intent(in) :: x
      inner = a * sin(5 * x)
    end function
  end function

  real(wp) function squash(x)
    real(wp), intent(in) :: x
    squash = tanh(x)
  end function

  real(wp) function chosen(x, n) result(r)
    real(wp), intent(in) :: x(:)
    integer, intent(in) :: n
    type(stage) :: chain(2)
    integer :: i, k
    real(wp) :: v
    chain(1) = stage(squash, x(1))
    if (n > 2) chain(2)%apply => bent
    r = 0
    do i = 2, size(x)
      v = x(i)
      do k = 1, size(chain)
        if (associated(chain(k)%apply)) v = chain(k)%gain * chain(k)%apply(v)
      end do
      r = r + v
    end do
  contains
    real(wp) function bent(y)
      real(wp), intent(in) :: y
      bent = y * x(2) + r
    end function
  end function

  real(wp) function distance(model, t)
    procedure(vector) :: model
    real(wp), intent(in) :: t(:)
    integer :: i
    distance = 0
    do i = 1, size(t)
      distance = distance + norm2(model(t(i)) - [0.1_wp, 0.2_wp])
    end do
  end function
  real(wp) function fitted(p, t) result(r)
    real(wp), intent(in) :: p(:), t(:)
    r = distance(model, t) + distance(other, t(2:3))
  contains
    function model(s) result(v)
      real(wp), intent(in) :: s
      real(wp) :: v(2)
      v = [p(1) * exp(-p(2) * s), p(3) * s]
    end function
    function other(s) result(v)
      real(wp), intent(in) :: s
      real(wp) :: v(2)
      v = p(1:2) * s
    end function
  end function

  subroutine each(a, what)
    real(wp), intent(inout) :: a(:, :)
    procedure(change) :: what
    integer :: j
    do j = 1, size(a, 2)
      call what(a(:, j), size(a, 1))
    end do
  end subroutine
  real(wp) function swept(a) result(total)
    real(wp), intent(in) :: a(:, :)
    real(wp) :: b(size(a, 1), size(a, 2)), largest
    b = a
    largest = 0
    call each(b, normalised)
    total = sum(b) + largest
  contains
    subroutine normalised(column, n)
      integer, intent(in) :: n
      real(wp), intent(inout) :: column(n)
      real(wp) :: s
      s = norm2(column)
      column = column * (largest + 1) / s
      largest = max(largest, s)
    end subroutine
  end function
end module
