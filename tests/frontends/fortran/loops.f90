! call iterate::converged: V(3); wrt x
! call iterate::searched: V(6); wrt x
! call iterate::labelled: M(3, 4); wrt a
! call iterate::stepped: V(9), 3; wrt x
! `do while`, `exit` and `cycle` with names, strides, endless loops.
module iterate
  implicit none
contains
  real(8) function converged(x)
    real(8), intent(in) :: x(:)
    real(8) :: old
    integer :: steps
    converged = 1d0
    old = 0d0
    steps = 0
    do while (abs(converged - old) > 1d-12 .and. steps < 50)
      old = converged
      converged = 0.5d0 * (old + (x(1) + x(2) * x(3)) / old)
      steps = steps + 1
    end do
  end function converged

  real(8) function searched(x)
    real(8), intent(in) :: x(:)
    integer :: i
    searched = 0d0
    i = 0
    do
      i = i + 1
      if (i > size(x)) exit
      if (x(i) < 0.4d0) cycle
      searched = searched + x(i)**2 * (1d0 + searched)
      if (searched > 3d0) exit
    end do
  end function searched

  real(8) function labelled(a)
    real(8), intent(in) :: a(:, :)
    integer :: i, j
    labelled = 1d0
    outer: do j = 1, size(a, 2)
      inner: do i = 1, size(a, 1)
        if (a(i, j) > 0.85d0) cycle outer
        if (labelled > 4d0) exit outer
        labelled = labelled + a(i, j) * sqrt(labelled)
      end do inner
      labelled = labelled * 0.9d0
    end do outer
  end function labelled

  real(8) function stepped(x, by)
    real(8), intent(in) :: x(:)
    integer, intent(in) :: by
    integer :: i
    stepped = 0d0
    do i = 1, size(x), by
      stepped = stepped * x(i) + x(i)
    end do
    do i = size(x), 1, -by
      stepped = stepped + x(i)**3 * stepped
    end do
    block
      real(8) :: t(by)
      t = x(:by)
      stepped = stepped * sum(t)
    end block
  end function stepped
end module iterate
