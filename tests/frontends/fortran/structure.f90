! call structure::compliance: V(6), V(6), 6; wrt stiffness load
! call structure::frequencies: V(5), V(5), 5; wrt stiffness mass
! call structure::modes: V(5), V(5), 5; wrt stiffness mass
! call structure::misfit: V(4), 0.7, M(4, 4), 4; wrt seen width
! call structure::bent: V(6), 6, f=Z(6); wrt stiffness; of f
! A chain of springs and masses by BLAS and LAPACK: equilibrium by `dgesv`, frequencies and shapes by
! `dpotrf`, `dtrsm` and `dsyev` with the length of `work` asked for, a likelihood with `dgemm`,
! `dpotrs` and `ddot`, matrices in allocatable arrays and components, sections of larger ones.
module structure
  implicit none
  integer, parameter :: dp = kind(1.0d0)

  type system
    integer :: n
    real(dp), allocatable :: k(:, :), m(:, :)
  end type system

  interface
    subroutine dgesv(n, nrhs, a, lda, ipiv, b, ldb, info)
      integer, intent(in) :: n, nrhs, lda, ldb
      double precision, intent(inout) :: a(lda, *), b(ldb, *)
      integer, intent(out) :: ipiv(*), info
    end subroutine dgesv
  end interface
  external :: dgemm, dgemv, dpotrf, dpotrs, dtrsm, dsyev
  double precision, external :: ddot

contains

  subroutine assemble(s, stiffness, mass)
    type(system), intent(out) :: s
    real(dp), intent(in) :: stiffness(:), mass(:)
    real(dp), allocatable :: links(:, :), scaled(:, :)
    integer :: i, n
    n = size(stiffness)
    s%n = n
    allocate (s%k(n, n), s%m(n, n), links(n, n), scaled(n, n))
    links = 0
    do i = 1, n
      links(i, i) = 1
      if (i > 1) links(i, i - 1) = -1
    end do
    do i = 1, n
      scaled(i, :) = stiffness(i) * links(i, :)
    end do
    call dgemm('T', 'N', n, n, n, 1.0_dp, links, n, scaled, n, 0.0_dp, s%k, n)
    s%m = 0
    do i = 1, n
      s%m(i, i) = 1 + mass(i)
      if (i > 1) then
        s%m(i, i - 1) = mass(i) * mass(i - 1) / 4
        s%m(i - 1, i) = s%m(i, i - 1)
      end if
    end do
  end subroutine assemble

  function compliance(stiffness, load, n) result(work)
    integer, intent(in) :: n
    real(dp), intent(in) :: stiffness(n), load(n)
    real(dp) :: work
    type(system) :: s
    real(dp) :: u(n, 2)
    integer :: pivots(n), info
    call assemble(s, stiffness, 0 * stiffness)
    u(:, 1) = load
    u(:, 2) = load**2
    call dgesv(n, 2, s%k, n, pivots, u, n, info)
    if (info /= 0) error stop 'the structure is loose'
    work = ddot(n, load, 1, u, 1) + ddot(n - 1, u(2, 2), 1, u, 1)
  end function compliance

  subroutine spectrum(s, values, vectors)
    ! K v = w M v, as L^-1 K L^-T x = w x with M = L L^T
    type(system), intent(inout) :: s
    real(dp), intent(out) :: values(s%n)
    character, intent(in) :: vectors
    real(dp), allocatable :: work(:)
    real(dp) :: wanted(1)
    integer :: n, info
    n = s%n
    call dpotrf('L', n, s%m, n, info)
    if (info /= 0) error stop 'the mass is not positive'
    call dtrsm('L', 'L', 'N', 'N', n, n, 1.0_dp, s%m, n, s%k, n)
    call dtrsm('R', 'L', 'T', 'N', n, n, 1.0_dp, s%m, n, s%k, n)
    call dsyev(vectors, 'U', n, s%k, n, values, wanted, -1, info)
    allocate (work(int(wanted(1))))
    call dsyev(vectors, 'U', n, s%k, n, values, work, size(work), info)
    if (info /= 0) error stop 'no spectrum'
  end subroutine spectrum

  function frequencies(stiffness, mass, n) result(total)
    integer, intent(in) :: n
    real(dp), intent(in) :: stiffness(n), mass(n)
    real(dp) :: total, w(n)
    type(system) :: s
    integer :: i
    call assemble(s, stiffness, mass)
    call spectrum(s, w, 'N')
    total = sum([(sqrt(w(i)) * i, i = 1, n)])
  end function frequencies

  function modes(stiffness, mass, n) result(energy)
    ! Of the two lowest shapes, whatever their signs.
    integer, intent(in) :: n
    real(dp), intent(in) :: stiffness(n), mass(n)
    real(dp) :: energy, w(n), force(n), along(n)
    type(system) :: s
    integer :: i
    call assemble(s, stiffness, mass)
    call spectrum(s, w, 'V')
    force = [(1.0_dp / i, i = 1, n)]
    call dgemv('T', n, 2, 1.0_dp, s%k, n, force, 1, 0.0_dp, along, 1)
    energy = ddot(2, along, 1, along, 1) + along(1)**2 * w(1)
  end function modes

  function misfit(seen, width, places, n) result(value)
    ! -log p of a Gaussian with covariance P P^T / n + width^2
    integer, intent(in) :: n
    real(dp), intent(in) :: seen(n), width, places(n, n)
    real(dp) :: value, room(2 * n, n), x(n)
    integer :: i, info
    room = 0
    do i = 1, n
      room(n + i, i) = 1
    end do
    call dgemm('N', 'T', n, n, n, 1.0_dp / n, places, n, places, n, width**2, room(n + 1, 1), 2 * n)
    call dpotrf('U', n, room(n + 1, 1), 2 * n, info)
    if (info /= 0) error stop 'not positive'
    x = seen
    call dpotrs('U', n, 1, room(n + 1, 1), 2 * n, x, n, info)
    value = ddot(n, seen, 1, x, 1) / 2
    do i = 1, n
      value = value + log(room(n + i, i))
    end do
  end function misfit

  subroutine bent(stiffness, n, f)
    integer, intent(in) :: n
    real(dp), intent(in) :: stiffness(n)
    real(dp), intent(out) :: f(n)
    type(system) :: s
    integer :: pivots(n), info
    call assemble(s, stiffness, stiffness**2)
    f = 1
    call dgesv(n, 1, s%k, n, pivots, f, n, info)
    f = matmul(s%m, f)
  end subroutine bent
end module structure
