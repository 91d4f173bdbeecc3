! call shallow::mean_depth: V(10), V(10), 0.02, 15; wrt h u
! Shallow water in one dimension: Lax-Friedrichs with periodic ends and module variables.
module shallow
  implicit none
  integer, parameter :: wp = selected_real_kind(15)
  real(wp) :: gravity = 9.81_wp
contains
  subroutine step(h, q, c)
    real(wp), intent(inout) :: h(:), q(:)
    real(wp), intent(in) :: c
    real(wp), dimension(size(h)) :: fh, fq, hn, qn
    fh = q
    fq = q**2 / h + 0.5_wp * gravity * h**2
    hn = 0.5_wp * (cshift(h, 1) + cshift(h, -1)) - 0.5_wp * c * (cshift(fh, 1) - cshift(fh, -1))
    qn = 0.5_wp * (cshift(q, 1) + cshift(q, -1)) - 0.5_wp * c * (cshift(fq, 1) - cshift(fq, -1))
    h = hn
    q = qn
  end subroutine step

  real(wp) function mean_depth(h, u, c, steps) result(e)
    real(wp), intent(in) :: h(:), u(:), c
    integer, intent(in) :: steps
    real(wp) :: depth(size(h)), q(size(h))
    integer :: n
    depth = 1 + h
    q = depth * u
    do n = 1, steps
      call step(depth, q, c)
    end do
    e = sum(depth**2) / size(h) + sum(q**2 / depth)
  end function mean_depth
end module shallow
