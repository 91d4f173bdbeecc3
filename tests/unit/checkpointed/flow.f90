! Nested time loops, an adaptive step, scratch of run-time size; the rates stand in another file.
module flow
  use rates, only: rate
  implicit none
contains
  function run(x, n, k, steps) result(e)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: x(n), k
    real(8) :: e, u(n), f(n), h, change
    integer :: w, t
    u = x
    h = 0.05d0
    e = 0
    do w = 1, steps ! time
      do t = 1, 2 + mod(w, 3)
        call rate(u, f, n, k)
        change = sum(f**2)
        if (change > 1) h = h / (1 + 0.01d0 * change)
        u = u + h * f
      end do
      e = e + u(2)**2
    end do
    e = e + sum(u**2)
  end function
  function writes(x, n, k, steps, name) result(e)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: x(n), k
    character(*), intent(in) :: name
    real(8) :: e, u(n), f(n)
    integer :: t, file
    open (newunit=file, file=name, status="replace")
    u = x
    do t = 1, steps ! unit
      call rate(u, f, n, k)
      u = u + 0.05d0 * f
      if (mod(t, 10) == 0) write (file, *) t, u(2)
    end do
    close (file)
    e = sum(u**2)
  end function
  function anew(x, n, k, steps) result(e)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: x(n), k
    real(8) :: e, f(n)
    real(8), allocatable :: u(:)
    integer :: t
    u = x
    do t = 1, steps ! anew
      call rate(u, f, n, k)
      u = u + 0.05d0 * f ! assigned
    end do
    e = sum(u**2)
  end function
end module
