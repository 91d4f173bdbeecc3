! A shallow-water model of a basin: a C grid, Coriolis force, wind, bottom friction, diffusion, a
! sponge, Runge-Kutta steps of third order, and a misfit to observations of the sea level.
module ocean_kinds
  implicit none
  integer, parameter :: wp = kind(1d0)
  real(wp), parameter :: gravity = 9.81_wp
  real(wp), parameter :: pi = 3.14159265358979323846_wp
end module ocean_kinds

module ocean_grid
  use ocean_kinds
  implicit none
  private
  public :: grid_type, grid_create, grid_destroy, grid_area

  type :: grid_type
    integer :: nx = 0, ny = 0
    real(wp) :: dx = 1._wp, dy = 1._wp
    real(wp) :: f0 = 1e-4_wp, beta = 2e-11_wp
    real(wp), allocatable :: depth(:, :)
    real(wp), allocatable :: coriolis(:)
    real(wp), allocatable :: sponge(:, :)
  end type grid_type

contains

  subroutine grid_create(g, nx, ny, length, width)
    type(grid_type), intent(out) :: g
    integer, intent(in) :: nx, ny
    real(wp), intent(in) :: length, width
    integer :: i, j
    real(wp) :: x, y

    g%nx = nx
    g%ny = ny
    g%dx = length / nx
    g%dy = width / ny
    allocate(g%depth(0:nx + 1, 0:ny + 1), g%coriolis(0:ny + 1), g%sponge(0:nx + 1, 0:ny + 1))
    do j = 0, ny + 1
      y = (j - 0.5_wp) / ny
      g%coriolis(j) = g%f0 + g%beta * (y - 0.5_wp) * width
      do i = 0, nx + 1
        x = (i - 0.5_wp) / nx
        g%depth(i, j) = 400._wp + 60._wp * sin(pi * x) * cos(2 * pi * y)
        g%sponge(i, j) = sponge_strength(i, nx) + sponge_strength(j, ny)
      end do
    end do
  end subroutine grid_create

  pure real(wp) function sponge_strength(k, n)
    integer, intent(in) :: k, n
    integer, parameter :: thick = 4
    integer :: away
    away = min(k, n + 1 - k)
    sponge_strength = 0._wp
    if (away < thick) sponge_strength = 2e-5_wp * (1._wp - real(away, wp) / thick)**2
  end function sponge_strength

  subroutine grid_destroy(g)
    type(grid_type), intent(inout) :: g
    if (allocated(g%depth)) deallocate(g%depth)
    if (allocated(g%coriolis)) deallocate(g%coriolis)
    if (allocated(g%sponge)) deallocate(g%sponge)
  end subroutine grid_destroy

  pure real(wp) function grid_area(g)
    type(grid_type), intent(in) :: g
    grid_area = g%nx * g%dx * g%ny * g%dy
  end function grid_area

end module ocean_grid

module ocean_state
  use ocean_kinds
  use ocean_grid
  implicit none
  private
  public :: state_type, state_create, state_destroy, state_axpy, state_copy

  type :: state_type
    real(wp), allocatable :: eta(:, :)   ! sea level at the centres
    real(wp), allocatable :: u(:, :)     ! velocity through the eastern faces
    real(wp), allocatable :: v(:, :)     ! velocity through the northern faces
    real(wp) :: time = 0._wp
  end type state_type

contains

  subroutine state_create(s, g)
    type(state_type), intent(out) :: s
    type(grid_type), intent(in) :: g
    allocate(s%eta(0:g%nx + 1, 0:g%ny + 1))
    allocate(s%u(0:g%nx + 1, 0:g%ny + 1))
    allocate(s%v(0:g%nx + 1, 0:g%ny + 1))
    s%eta = 0._wp
    s%u = 0._wp
    s%v = 0._wp
    s%time = 0._wp
  end subroutine state_create

  subroutine state_destroy(s)
    type(state_type), intent(inout) :: s
    if (allocated(s%eta)) deallocate(s%eta)
    if (allocated(s%u)) deallocate(s%u)
    if (allocated(s%v)) deallocate(s%v)
  end subroutine state_destroy

  ! to = a * x + b * (y + dt * t)
  subroutine state_axpy(to, a, x, b, y, dt, t)
    type(state_type), intent(inout) :: to
    real(wp), intent(in) :: a, b, dt
    type(state_type), intent(in) :: x, y, t
    integer :: i, j
    do j = lbound(to%eta, 2), ubound(to%eta, 2)
      do i = lbound(to%eta, 1), ubound(to%eta, 1)
        to%eta(i, j) = a * x%eta(i, j) + b * (y%eta(i, j) + dt * t%eta(i, j))
        to%u(i, j) = a * x%u(i, j) + b * (y%u(i, j) + dt * t%u(i, j))
        to%v(i, j) = a * x%v(i, j) + b * (y%v(i, j) + dt * t%v(i, j))
      end do
    end do
    to%time = a * x%time + b * (y%time + dt)
  end subroutine state_axpy

  subroutine state_copy(to, from)
    type(state_type), intent(inout) :: to
    type(state_type), intent(in) :: from
    to%eta(:, :) = from%eta
    to%u(:, :) = from%u
    to%v(:, :) = from%v
    to%time = from%time
  end subroutine state_copy

end module ocean_state

module ocean_boundary
  use ocean_kinds
  use ocean_grid
  use ocean_state
  implicit none
  private
  public :: apply_walls

contains

  ! No flow through the walls, free slip along them.
  subroutine apply_walls(s, g)
    type(state_type), intent(inout) :: s
    type(grid_type), intent(in) :: g
    integer :: i, j
    do j = 0, g%ny + 1
      s%u(0, j) = 0._wp
      s%u(g%nx, j) = 0._wp
      s%u(g%nx + 1, j) = 0._wp
      s%v(0, j) = s%v(1, j)
      s%v(g%nx + 1, j) = s%v(g%nx, j)
      s%eta(0, j) = s%eta(1, j)
      s%eta(g%nx + 1, j) = s%eta(g%nx, j)
    end do
    do i = 0, g%nx + 1
      s%v(i, 0) = 0._wp
      s%v(i, g%ny) = 0._wp
      s%v(i, g%ny + 1) = 0._wp
      s%u(i, 0) = s%u(i, 1)
      s%u(i, g%ny + 1) = s%u(i, g%ny)
      s%eta(i, 0) = s%eta(i, 1)
      s%eta(i, g%ny + 1) = s%eta(i, g%ny)
    end do
  end subroutine apply_walls

end module ocean_boundary

module ocean_dynamics
  use ocean_kinds
  use ocean_grid
  use ocean_state
  implicit none
  private
  public :: forcing_type, tendencies

  type :: forcing_type
    real(wp) :: stress = 1e-4_wp     ! of the wind, over density
    real(wp) :: drag = 2.5e-3_wp     ! of the bottom, quadratic
    real(wp) :: viscosity = 150._wp
  end type forcing_type

contains

  pure real(wp) function thickness_east(s, g, i, j)
    type(state_type), intent(in) :: s
    type(grid_type), intent(in) :: g
    integer, intent(in) :: i, j
    thickness_east = 0.5_wp * (g%depth(i, j) + g%depth(i + 1, j) + s%eta(i, j) + s%eta(i + 1, j))
  end function thickness_east

  pure real(wp) function thickness_north(s, g, i, j)
    type(state_type), intent(in) :: s
    type(grid_type), intent(in) :: g
    integer, intent(in) :: i, j
    thickness_north = 0.5_wp * (g%depth(i, j) + g%depth(i, j + 1) + s%eta(i, j) + s%eta(i, j + 1))
  end function thickness_north

  subroutine tendencies(t, s, g, force)
    type(state_type), intent(inout) :: t
    type(state_type), intent(in) :: s
    type(grid_type), intent(in) :: g
    type(forcing_type), intent(in) :: force
    call continuity(t, s, g)
    call momentum_east(t, s, g, force)
    call momentum_north(t, s, g, force)
  end subroutine tendencies

  subroutine continuity(t, s, g)
    type(state_type), intent(inout) :: t
    type(state_type), intent(in) :: s
    type(grid_type), intent(in) :: g
    real(wp) :: east, west, north, south
    integer :: i, j
    do j = 1, g%ny
      do i = 1, g%nx
        east = thickness_east(s, g, i, j) * s%u(i, j)
        west = thickness_east(s, g, i - 1, j) * s%u(i - 1, j)
        north = thickness_north(s, g, i, j) * s%v(i, j)
        south = thickness_north(s, g, i, j - 1) * s%v(i, j - 1)
        t%eta(i, j) = -(east - west) / g%dx - (north - south) / g%dy &
          - g%sponge(i, j) * s%eta(i, j)
      end do
    end do
  end subroutine continuity

  subroutine momentum_east(t, s, g, force)
    type(state_type), intent(inout) :: t
    type(state_type), intent(in) :: s
    type(grid_type), intent(in) :: g
    type(forcing_type), intent(in) :: force
    real(wp) :: vbar, speed, advection, pressure, laplacian, wind, h
    integer :: i, j
    do j = 1, g%ny
      wind = -force%stress * cos(pi * (j - 0.5_wp) / g%ny)
      do i = 1, g%nx - 1
        vbar = 0.25_wp * (s%v(i, j) + s%v(i + 1, j) + s%v(i, j - 1) + s%v(i + 1, j - 1))
        h = thickness_east(s, g, i, j)
        speed = sqrt(s%u(i, j)**2 + vbar**2 + 1e-12_wp)
        advection = s%u(i, j) * (s%u(i + 1, j) - s%u(i - 1, j)) / (2 * g%dx) &
          + vbar * (s%u(i, j + 1) - s%u(i, j - 1)) / (2 * g%dy)
        pressure = gravity * (s%eta(i + 1, j) - s%eta(i, j)) / g%dx
        laplacian = (s%u(i + 1, j) - 2 * s%u(i, j) + s%u(i - 1, j)) / g%dx**2 &
          + (s%u(i, j + 1) - 2 * s%u(i, j) + s%u(i, j - 1)) / g%dy**2
        t%u(i, j) = g%coriolis(j) * vbar - advection - pressure + force%viscosity * laplacian &
          + (wind - force%drag * speed * s%u(i, j)) / h - g%sponge(i, j) * s%u(i, j)
      end do
    end do
  end subroutine momentum_east

  subroutine momentum_north(t, s, g, force)
    type(state_type), intent(inout) :: t
    type(state_type), intent(in) :: s
    type(grid_type), intent(in) :: g
    type(forcing_type), intent(in) :: force
    real(wp) :: ubar, speed, advection, pressure, laplacian, h, f
    integer :: i, j
    do j = 1, g%ny - 1
      f = 0.5_wp * (g%coriolis(j) + g%coriolis(j + 1))
      do i = 1, g%nx
        ubar = 0.25_wp * (s%u(i, j) + s%u(i, j + 1) + s%u(i - 1, j) + s%u(i - 1, j + 1))
        h = thickness_north(s, g, i, j)
        speed = sqrt(s%v(i, j)**2 + ubar**2 + 1e-12_wp)
        advection = ubar * (s%v(i + 1, j) - s%v(i - 1, j)) / (2 * g%dx) &
          + s%v(i, j) * (s%v(i, j + 1) - s%v(i, j - 1)) / (2 * g%dy)
        pressure = gravity * (s%eta(i, j + 1) - s%eta(i, j)) / g%dy
        laplacian = (s%v(i + 1, j) - 2 * s%v(i, j) + s%v(i - 1, j)) / g%dx**2 &
          + (s%v(i, j + 1) - 2 * s%v(i, j) + s%v(i, j - 1)) / g%dy**2
        t%v(i, j) = -f * ubar - advection - pressure + force%viscosity * laplacian &
          - force%drag * speed * s%v(i, j) / h - g%sponge(i, j) * s%v(i, j)
      end do
    end do
  end subroutine momentum_north

end module ocean_dynamics

module ocean_diagnostics
  use ocean_kinds
  use ocean_grid
  use ocean_state
  implicit none
  private
  public :: volume, kinetic_energy, potential_energy, misfit_to

contains

  real(wp) function volume(s, g)
    type(state_type), intent(in) :: s
    type(grid_type), intent(in) :: g
    integer :: i, j
    volume = 0._wp
    do j = 1, g%ny
      do i = 1, g%nx
        volume = volume + s%eta(i, j) * g%dx * g%dy
      end do
    end do
  end function volume

  real(wp) function kinetic_energy(s, g)
    type(state_type), intent(in) :: s
    type(grid_type), intent(in) :: g
    real(wp) :: uc, vc
    integer :: i, j
    kinetic_energy = 0._wp
    do j = 1, g%ny
      do i = 1, g%nx
        uc = 0.5_wp * (s%u(i, j) + s%u(i - 1, j))
        vc = 0.5_wp * (s%v(i, j) + s%v(i, j - 1))
        kinetic_energy = kinetic_energy + 0.5_wp * (g%depth(i, j) + s%eta(i, j)) * (uc**2 + vc**2)
      end do
    end do
    kinetic_energy = kinetic_energy * g%dx * g%dy / grid_area(g)
  end function kinetic_energy

  real(wp) function potential_energy(s, g)
    type(state_type), intent(in) :: s
    type(grid_type), intent(in) :: g
    integer :: i, j
    potential_energy = 0._wp
    do j = 1, g%ny
      do i = 1, g%nx
        potential_energy = potential_energy + 0.5_wp * gravity * s%eta(i, j)**2
      end do
    end do
    potential_energy = potential_energy * g%dx * g%dy / grid_area(g)
  end function potential_energy

  real(wp) function misfit_to(s, g, observed)
    type(state_type), intent(in) :: s
    type(grid_type), intent(in) :: g
    real(wp), intent(in) :: observed(:, :)
    integer :: i, j
    misfit_to = 0._wp
    do j = 2, g%ny, 3
      do i = 2, g%nx, 3
        misfit_to = misfit_to + (s%eta(i, j) - observed(i, j))**2
      end do
    end do
  end function misfit_to

end module ocean_diagnostics

module ocean_model
  use ocean_kinds
  use ocean_grid
  use ocean_state
  use ocean_boundary
  use ocean_dynamics
  use ocean_diagnostics
  implicit none
  private
  public :: cost

contains

  ! One step of the Runge-Kutta method of Shu and Osher.
  subroutine step(s, stage, t, g, force, dt)
    type(state_type), intent(inout) :: s, stage, t
    type(grid_type), intent(in) :: g
    type(forcing_type), intent(in) :: force
    real(wp), intent(in) :: dt
    call tendencies(t, s, g, force)
    call state_axpy(stage, 0._wp, s, 1._wp, s, dt, t)
    call apply_walls(stage, g)
    call tendencies(t, stage, g, force)
    call state_axpy(stage, 0.75_wp, s, 0.25_wp, stage, dt, t)
    call apply_walls(stage, g)
    call tendencies(t, stage, g, force)
    call state_axpy(s, 1._wp / 3, s, 2._wp / 3, stage, dt, t)
    call apply_walls(s, g)
  end subroutine step

  ! The misfit after some steps from a sea level, by a wind and a friction, and a bit of energy.
  real(wp) function cost(eta0, observed, wind, drag, steps)
    real(wp), intent(in) :: eta0(:, :), observed(:, :)
    real(wp), intent(in) :: wind, drag
    integer, intent(in) :: steps
    type(grid_type) :: g
    type(state_type) :: s, stage, t
    type(forcing_type) :: force
    real(wp) :: dt
    integer :: n

    call grid_create(g, size(eta0, 1), size(eta0, 2), 4e5_wp, 3e5_wp)
    call state_create(s, g)
    call state_create(stage, g)
    call state_create(t, g)
    force%stress = 1e-4_wp * wind
    force%drag = 2.5e-3_wp * drag
    s%eta(1:g%nx, 1:g%ny) = eta0
    call apply_walls(s, g)
    dt = 0.3_wp * min(g%dx, g%dy) / sqrt(gravity * 460._wp)
    cost = 0._wp
    do n = 1, steps
      call step(s, stage, t, g, force, dt)
      if (mod(n, 5) == 0) cost = cost + misfit_to(s, g, observed)
    end do
    cost = cost + kinetic_energy(s, g) + 1e-2_wp * potential_energy(s, g)
    cost = cost + (volume(s, g) / grid_area(g))**2
    call state_destroy(s)
    call state_destroy(stage)
    call state_destroy(t)
    call grid_destroy(g)
  end function cost

end module ocean_model
