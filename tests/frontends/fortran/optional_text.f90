! call opts::damped: V(5), 'linear', True; wrt x
! call opts::damped: V(5), 'cubic', False; wrt x
! Character and logical arguments beside numbers, a present() of an argument that is left out.
module opts
  implicit none
contains
  real(8) function damped(x, law, strong)
    real(8), intent(in) :: x(:)
    character(*), intent(in) :: law
    logical, intent(in) :: strong
    select case (law)
    case ('linear')
      damped = sum(x)**2
    case ('cubic')
      damped = sum(x**3)
    case default
      damped = 0
    end select
    damped = scaled(damped)
    if (strong) damped = scaled(damped, 3d0)
  end function damped

  pure real(8) function scaled(y, by)
    real(8), intent(in) :: y
    real(8), intent(in), optional :: by
    scaled = 2 * y
    if (present(by)) scaled = y * by
  end function scaled
end module opts
