! call geometry::volume: V(3); wrt r
! call geometry::hull: V(3); wrt r
! call geometry::ratio: V(3); wrt r
! A module whose procedures are in submodules, one of them below another.
module geometry
  implicit none
  real(8), parameter :: pi = 3.141592653589793d0
  interface
    module real(8) function volume(r)
      real(8), intent(in) :: r(:)
    end function volume
    module subroutine surface(r, s)
      real(8), intent(in) :: r(:)
      real(8), intent(out) :: s(:)
    end subroutine surface
    module function ratio(r) result(q)
      real(8), intent(in) :: r(:)
      real(8) :: q
    end function ratio
  end interface
contains
  real(8) function hull(r)
    real(8), intent(in) :: r(:)
    real(8) :: s(size(r))
    call surface(r, s)
    hull = product(s)
  end function hull
end module geometry

submodule (geometry) spheres
  implicit none
contains
  module procedure volume
    volume = sum(4d0 / 3d0 * pi * r**3)
  end procedure volume

  module subroutine surface(r, s)
    real(8), intent(in) :: r(:)
    real(8), intent(out) :: s(:)
    s = sphere(r)
  end subroutine surface

  elemental real(8) function sphere(r)
    real(8), intent(in) :: r
    sphere = 4d0 * pi * r**2
  end function sphere
end submodule spheres

submodule (geometry:spheres) ratios
contains
  module procedure ratio
    real(8) :: s(size(r))
    call surface(r, s)
    q = volume(r) / sum(s)
  end procedure ratio
end submodule ratios
