! call growing::appended: V(5); wrt x
! call growing::sections: V(6), 3; wrt x
! call growing::handed_over: V(4); wrt x
! call growing::automatic: V(4), 3; wrt x
! call growing::vectors: V(4); wrt x
! call growing::filtered: V(6), 0.5; wrt x
! call growing::resized: V(5); wrt x
! Assignments that reallocate, move_alloc, automatic arrays, user-defined operators.
module vectors_of_three
  implicit none
  type :: vector
    real(8) :: c(3) = 0d0
  end type vector
  interface operator(+)
    module procedure add
  end interface
  interface operator(*)
    module procedure scaled, inner
  end interface
  interface operator(.cross.)
    module procedure cross
  end interface
  interface assignment(=)
    module procedure from_array
  end interface
contains
  pure type(vector) function add(a, b)
    type(vector), intent(in) :: a, b
    add%c = a%c + b%c
  end function add
  pure type(vector) function scaled(s, a)
    real(8), intent(in) :: s
    type(vector), intent(in) :: a
    scaled%c = s * a%c
  end function scaled
  pure real(8) function inner(a, b)
    type(vector), intent(in) :: a, b
    inner = dot_product(a%c, b%c)
  end function inner
  pure type(vector) function cross(a, b)
    type(vector), intent(in) :: a, b
    cross%c = [a%c(2) * b%c(3) - a%c(3) * b%c(2), a%c(3) * b%c(1) - a%c(1) * b%c(3), &
               a%c(1) * b%c(2) - a%c(2) * b%c(1)]
  end function cross
  pure subroutine from_array(v, a)
    type(vector), intent(out) :: v
    real(8), intent(in) :: a(:)
    v%c = a(1:3)
  end subroutine from_array
end module vectors_of_three

module growing
  use vectors_of_three
  implicit none
contains
  real(8) function appended(x)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: a(:)
    integer :: i
    allocate(a(0))
    do i = 1, size(x)
      a = [a, x(i)**2]
      if (mod(i, 2) == 0) a = [x(i), a, sum(a)]
    end do
    appended = sum(a**2) + a(1) * a(size(a))
  end function appended

  real(8) function sections(x, n)
    real(8), intent(in) :: x(:)
    integer, intent(in) :: n
    real(8), allocatable :: a(:), b(:), m(:, :)
    b = x
    a = b(1:n)
    b = b(n + 1:)
    m = reshape([a, b], [2, size(x) / 2])
    m = transpose(m)
    a = m(:, 1) * m(:, 2)
    b = a(size(a):1:-1)
    sections = dot_product(a, b)
  end function sections

  real(8) function handed_over(x)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: a(:), b(:)
    integer :: n, k
    a = x
    n = size(a)
    do k = 1, 3
      allocate(b(2 * size(a)))
      b(:size(a)) = a
      b(size(a) + 1:) = a**2
      call move_alloc(from=b, to=a)
    end do
    handed_over = sum(a) * a(size(a)) + n
  end function handed_over

  real(8) function automatic(x, n)
    real(8), intent(in) :: x(:)
    integer, intent(in) :: n
    real(8) :: work(size(x), n), line(n)
    integer :: j
    do j = 1, n
      work(:, j) = x**j
    end do
    line = sum(work, 1)
    automatic = product(line) + maxval(work)
  end function automatic

  real(8) function vectors(x)
    real(8), intent(in) :: x(:)
    type(vector) :: a, b
    a = x(1:3)
    b = x(2:4)
    b = 2d0 * a + (a .cross. b) + b
    vectors = a * b + b * b
  end function vectors

  real(8) function filtered(x, limit)
    real(8), intent(in) :: x(:), limit
    real(8), allocatable :: kept(:)
    integer, allocatable :: places(:)
    integer :: i
    kept = pack(x, x > limit)
    places = pack([(i, i = 1, size(x))], x > limit)
    kept = kept + x(places)**2
    filtered = sum(kept) * size(kept)
  end function filtered

  subroutine ensure(a, n)
    real(8), allocatable, intent(inout) :: a(:)
    integer, intent(in) :: n
    real(8), allocatable :: b(:)
    if (allocated(a)) then
      if (size(a) >= n) return
    end if
    allocate(b(max(4, 2 * n)), source=0d0)
    if (allocated(a)) b(:size(a)) = a
    call move_alloc(b, a)
  end subroutine ensure

  real(8) function resized(x)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: a(:)
    integer :: i
    do i = 1, size(x)
      call ensure(a, i)
      a(i) = x(i) * merge(a(max(1, i - 1)), 1d0, i > 1)
    end do
    resized = sum(a)
  end function resized
end module growing
