! call opt::fit: V(5), None, None; wrt x
! call opt::fit: V(5), w=V(5), ridge=None; wrt x w
! call opt::fit: V(5), w=None, ridge=V(1); wrt x ridge
! call opt::passed_on: V(3), None; wrt x
! call opt::passed_on: V(3), 0.4; wrt x
! Optional arrays and numbers, handed on to others, keyword arguments.
module opt
  implicit none
contains
  real(8) function fit(x, w, ridge)
    real(8), intent(in) :: x(:)
    real(8), intent(in), optional :: w(:)
    real(8), intent(in), optional :: ridge
    if (present(w)) then
      fit = sum(w * x**2) / sum(w)
    else
      fit = sum(x**2) / size(x)
    end if
    if (present(ridge)) fit = fit + ridge * norm2(x)
  end function fit

  real(8) function passed_on(x, r)
    real(8), intent(in) :: x(:)
    real(8), intent(in), optional :: r
    passed_on = fit(x, ridge=r) * fit(x, w=x)
  end function passed_on
end module opt
