! call updates::pairs: V(9); wrt x
! call updates::extremes: V(9); wrt x
! call updates::exchanged: V(9); wrt x
! call updates::binned: V(9), I(1, 3, 2, 1, 2, 3, 3, 1, 2); wrt x
! Atomic updates, reads, writes and captures.
module updates
  implicit none
contains
  real(8) function pairs(x) result(total)
    real(8), intent(in) :: x(:)
    real(8) :: s, before
    integer :: i
    s = 0
    total = 0
    !$omp parallel do private(before) reduction(+:total) schedule(dynamic)
    do i = 1, size(x)
      !$omp atomic capture
      before = s
      s = s + x(i)**2
      !$omp end atomic
      total = total + before * x(i)**2
    end do
    !$omp end parallel do
  end function

  real(8) function extremes(x) result(total)
    real(8), intent(in) :: x(:)
    real(8) :: most, product, seen
    integer :: i
    most = 0
    product = 1
    !$omp parallel do
    do i = 1, size(x)
      !$omp atomic update
      most = max(most, x(i))
      !$omp atomic update
      product = product * x(i)
    end do
    !$omp end parallel do
    !$omp atomic read
    seen = product
    total = most**2 + 5 * seen
  end function

  real(8) function exchanged(x) result(total)
    real(8), intent(in) :: x(:)
    real(8) :: place, mine, taken, last
    integer :: i
    place = 0.25d0
    total = 0
    last = 0
    !$omp parallel do private(mine, taken) reduction(+:total)
    do i = 1, size(x)
      mine = x(i)**3
      !$omp atomic capture
      taken = place
      place = mine
      !$omp end atomic
      total = total + taken
      !$omp atomic write
      last = x(1) * x(2)
    end do
    !$omp end parallel do
    total = (total + place) * last
  end function

  real(8) function binned(x, k) result(total)
    real(8), intent(in) :: x(:)
    integer, intent(in) :: k(:)
    real(8) :: h(3)
    integer :: i
    h = 0
    !$omp parallel do
    do i = 1, size(x)
      !$omp atomic
      h(k(i)) = h(k(i)) + x(i)**2
    end do
    !$omp end parallel do
    total = h(1) * h(2) + h(3)**2
  end function
end module
