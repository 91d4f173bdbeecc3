! call bodies::energy: M(3, 3), M(3, 3), V(3); wrt x v m
! call bodies::matrices: M(3, 3), 0.4; wrt a s
! call bodies::nested: V(4); wrt x
! Derived types with array members, types in types, arrays of types, constructors, defined operators.
module bodies
  implicit none
  type :: vec
    real(8) :: c(3) = 0d0
  end type vec
  type :: particle
    type(vec) :: x, v
    real(8) :: mass = 1d0
    integer :: id = 0
  end type particle
  type :: tensor
    real(8) :: a(3, 3)
    real(8) :: trace
  end type tensor
  interface operator(+)
    module procedure added
  end interface
  interface operator(*)
    module procedure scaled, inner
  end interface
contains
  pure type(vec) function added(p, q)
    type(vec), intent(in) :: p, q
    added%c = p%c + q%c
  end function added

  pure type(vec) function scaled(s, p)
    real(8), intent(in) :: s
    type(vec), intent(in) :: p
    scaled = vec(s * p%c)
  end function scaled

  pure real(8) function inner(p, q)
    type(vec), intent(in) :: p, q
    inner = dot_product(p%c, q%c)
  end function inner

  real(8) function energy(x, v, m)
    real(8), intent(in) :: x(:, :), v(:, :), m(:)
    type(particle) :: p(size(m))
    integer :: i, j
    type(vec) :: d
    do i = 1, size(m)
      p(i) = particle(vec(x(:, i)), vec(v(:, i)), m(i), i)
    end do
    energy = 0d0
    do i = 1, size(p)
      energy = energy + 0.5d0 * p(i)%mass * (p(i)%v * p(i)%v)
      do j = 1, i - 1
        d = p(i)%x + (-1d0) * p(j)%x
        energy = energy - p(i)%mass * p(j)%mass / sqrt(d * d + 0.02d0)
      end do
    end do
  end function energy

  real(8) function matrices(a, s)
    real(8), intent(in) :: a(3, 3), s
    type(tensor) :: t, u
    integer :: i
    t%a = a
    t%trace = sum([(a(i, i), i=1, 3)])
    u = t
    u%a = matmul(t%a, u%a) + s * transpose(t%a)
    u%trace = u%trace * t%trace
    matrices = sum(u%a) * u%trace
  end function matrices

  real(8) function nested(x)
    real(8), intent(in) :: x(:)
    type(particle), target :: list(4)
    type(particle), pointer :: at
    integer :: i
    do i = 1, 4
      list(i)%x%c = x(i)
      list(i)%mass = x(i)**2
    end do
    list(2:3)%mass = list(1:2)%mass * 2d0
    at => list(3)
    at%x%c(2) = at%mass
    nested = sum(list%mass * list%x%c(2)) + sum(list(2)%x%c)
  end function nested
end module bodies
