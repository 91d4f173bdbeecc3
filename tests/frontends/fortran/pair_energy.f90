! call md::pair_energy: M(3, 4); wrt pos
! call md::pair_force: M(3, 4), f=Z(3, 4); wrt pos; of f
! Lennard-Jones energy and forces of a small cluster, module constants and an internal procedure.
module md
  implicit none
  real(8), parameter :: eps = 0.8d0, sigma = 0.6d0
contains
  function pair_energy(pos) result(e)
    real(8), intent(in) :: pos(:, :)
    real(8) :: e
    integer :: i, j
    e = 0
    do i = 1, size(pos, 2)
      do j = i + 1, size(pos, 2)
        e = e + lj(sum((pos(:, i) - pos(:, j))**2))
      end do
    end do
  contains
    real(8) function lj(r2)
      real(8), intent(in) :: r2
      real(8) :: s6
      s6 = (sigma**2 / r2)**3
      lj = 4 * eps * (s6 * s6 - s6)
    end function lj
  end function pair_energy

  subroutine pair_force(pos, f)
    real(8), intent(in) :: pos(:, :)
    real(8), intent(out) :: f(:, :)
    real(8) :: d(3), s
    integer :: i, j
    f = 0
    do i = 1, size(pos, 2)
      do j = 1, size(pos, 2)
        if (i == j) cycle
        d = pos(:, i) - pos(:, j)
        s = 1 / (dot_product(d, d) + 0.1d0)
        f(:, i) = f(:, i) + d * s**3
      end do
    end do
  end subroutine pair_force
end module md
