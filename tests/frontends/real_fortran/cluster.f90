! A cluster of stars with gas: gravity softened and cut off by lists of neighbours that are built
! anew, a mesh of ring cells that holds gas, drag between both, a leapfrog with variable steps.
module cluster_kinds
  implicit none
  integer, parameter :: dp = selected_real_kind(15, 307)
  real(dp), parameter :: zero = 0.0_dp, half = 0.5_dp, one = 1.0_dp
end module cluster_kinds

module cluster_lists
  use cluster_kinds
  implicit none
  private
  public :: neighbours, build_lists, list_length

  type :: neighbours
    integer, allocatable :: first(:)   ! where the list of a body begins
    integer, allocatable :: other(:)   ! all lists, one behind the other
    real(dp) :: reach = zero
  end type neighbours

contains

  subroutine build_lists(lists, x, reach)
    type(neighbours), intent(inout) :: lists
    real(dp), intent(in) :: x(:, :)
    real(dp), intent(in) :: reach
    integer :: i, j, n, total
    n = size(x, 2)
    if (allocated(lists%first)) deallocate(lists%first)
    if (allocated(lists%other)) deallocate(lists%other)
    allocate(lists%first(n + 1))
    total = 0
    do i = 1, n
      lists%first(i) = total + 1
      do j = 1, n
        if (j /= i .and. distance(x(:, i), x(:, j)) < reach) total = total + 1
      end do
    end do
    lists%first(n + 1) = total + 1
    allocate(lists%other(total))
    total = 0
    do i = 1, n
      do j = 1, n
        if (j /= i .and. distance(x(:, i), x(:, j)) < reach) then
          total = total + 1
          lists%other(total) = j
        end if
      end do
    end do
    lists%reach = reach
  end subroutine build_lists

  pure real(dp) function distance(a, b)
    real(dp), intent(in) :: a(3), b(3)
    distance = sqrt(sum((a - b)**2))
  end function distance

  pure integer function list_length(lists, i)
    type(neighbours), intent(in) :: lists
    integer, intent(in) :: i
    list_length = lists%first(i + 1) - lists%first(i)
  end function list_length

end module cluster_lists

module cluster_bodies
  use cluster_kinds
  implicit none
  private
  public :: swarm, create_swarm, kinetic, momentum, centre_of_mass

  type :: swarm
    integer :: n = 0
    real(dp), allocatable :: x(:, :)
    real(dp), allocatable :: v(:, :)
    real(dp), allocatable :: a(:, :)
    real(dp), allocatable :: mass(:)
  end type swarm

contains

  subroutine create_swarm(s, x, v, mass)
    type(swarm), intent(out) :: s
    real(dp), intent(in) :: x(:, :), v(:, :), mass(:)
    s%n = size(mass)
    allocate(s%x(3, s%n), s%v(3, s%n), s%a(3, s%n), s%mass(s%n))
    s%x = x
    s%v = v
    s%a = zero
    s%mass = mass
  end subroutine create_swarm

  real(dp) function kinetic(s)
    type(swarm), intent(in) :: s
    integer :: i
    kinetic = zero
    do i = 1, s%n
      kinetic = kinetic + half * s%mass(i) * dot_product(s%v(:, i), s%v(:, i))
    end do
  end function kinetic

  function momentum(s) result(p)
    type(swarm), intent(in) :: s
    real(dp) :: p(3)
    integer :: i
    p = zero
    do i = 1, s%n
      p = p + s%mass(i) * s%v(:, i)
    end do
  end function momentum

  function centre_of_mass(s) result(c)
    type(swarm), intent(in) :: s
    real(dp) :: c(3)
    integer :: i
    c = zero
    do i = 1, s%n
      c = c + s%mass(i) * s%x(:, i)
    end do
    c = c / sum(s%mass)
  end function centre_of_mass

end module cluster_bodies

module cluster_gas
  use cluster_kinds
  implicit none
  private
  public :: gas_ring, create_ring, diffuse, deposit, density_at, ring_mass

  ! Gas in rings around the centre: density by radius.
  type :: gas_ring
    integer :: cells = 0
    real(dp) :: outer = one
    real(dp) :: diffusivity = 0.05_dp
    real(dp), allocatable :: density(:)
    real(dp), allocatable :: radius(:)
    real(dp), allocatable :: flux(:)
  end type gas_ring

contains

  subroutine create_ring(g, cells, outer, central)
    type(gas_ring), intent(out) :: g
    integer, intent(in) :: cells
    real(dp), intent(in) :: outer, central
    integer :: k
    g%cells = cells
    g%outer = outer
    allocate(g%density(cells), g%radius(cells), g%flux(0:cells))
    do k = 1, cells
      g%radius(k) = outer * (k - half) / cells
      g%density(k) = central * exp(-(2 * g%radius(k) / outer)**2)
    end do
    g%flux = zero
  end subroutine create_ring

  subroutine diffuse(g, dt)
    type(gas_ring), intent(inout) :: g
    real(dp), intent(in) :: dt
    real(dp) :: dr, face
    integer :: k
    dr = g%outer / g%cells
    g%flux(0) = zero
    g%flux(g%cells) = zero
    do k = 1, g%cells - 1
      face = k * dr
      g%flux(k) = -g%diffusivity * face * (g%density(k + 1) - g%density(k)) / dr
    end do
    do k = 1, g%cells
      g%density(k) = g%density(k) - dt * (g%flux(k) - g%flux(k - 1)) / (g%radius(k) * dr)
    end do
  end subroutine diffuse

  ! Linear interpolation between the centres of cells.
  pure real(dp) function density_at(g, r)
    type(gas_ring), intent(in) :: g
    real(dp), intent(in) :: r
    real(dp) :: s, w
    integer :: k
    s = r / g%outer * g%cells + half
    k = int(s)
    if (k < 1) then
      density_at = g%density(1)
    else if (k >= g%cells) then
      density_at = g%density(g%cells) * exp(-(r - g%radius(g%cells)) / g%outer)
    else
      w = s - k
      density_at = (one - w) * g%density(k) + w * g%density(k + 1)
    end if
  end function density_at

  ! What a body loses is given to the cell that it is in.
  subroutine deposit(g, r, amount)
    type(gas_ring), intent(inout) :: g
    real(dp), intent(in) :: r, amount
    integer :: k
    k = min(max(int(r / g%outer * g%cells) + 1, 1), g%cells)
    g%density(k) = g%density(k) + amount / (g%radius(k) * g%outer / g%cells)
  end subroutine deposit

  real(dp) function ring_mass(g)
    type(gas_ring), intent(in) :: g
    ring_mass = sum(g%density * g%radius) * g%outer / g%cells
  end function ring_mass

end module cluster_gas

module cluster_forces
  use cluster_kinds
  use cluster_lists
  use cluster_bodies
  use cluster_gas
  implicit none
  private
  public :: physics, accelerate, potential, shortest_step

  type :: physics
    real(dp) :: softening = 0.1_dp
    real(dp) :: drag = 0.3_dp
    real(dp) :: well = 1.0_dp      ! of the potential of the halo
    real(dp) :: loss = 0.01_dp     ! of mass to the gas
  end type physics

contains

  subroutine accelerate(s, lists, g, p)
    type(swarm), intent(inout) :: s
    type(neighbours), intent(in) :: lists
    type(gas_ring), intent(in) :: g
    type(physics), intent(in) :: p
    real(dp) :: d(3), r2, w, r, rho, taper
    integer :: i, j, k
    do i = 1, s%n
      s%a(:, i) = zero
      do k = lists%first(i), lists%first(i + 1) - 1
        j = lists%other(k)
        d = s%x(:, j) - s%x(:, i)
        r2 = sum(d**2)
        taper = max(zero, one - r2 / lists%reach**2)**2
        w = s%mass(j) * taper / (r2 + p%softening**2)**1.5_dp
        s%a(:, i) = s%a(:, i) + w * d
      end do
      r = sqrt(sum(s%x(:, i)**2) + 1e-8_dp)
      rho = density_at(g, r)
      s%a(:, i) = s%a(:, i) - p%well * s%x(:, i) / (one + r**2) - p%drag * rho * s%v(:, i)
    end do
  end subroutine accelerate

  real(dp) function potential(s, lists, p)
    type(swarm), intent(in) :: s
    type(neighbours), intent(in) :: lists
    type(physics), intent(in) :: p
    real(dp) :: r2
    integer :: i, k
    potential = zero
    do i = 1, s%n
      do k = lists%first(i), lists%first(i + 1) - 1
        r2 = sum((s%x(:, lists%other(k)) - s%x(:, i))**2)
        potential = potential - half * s%mass(i) * s%mass(lists%other(k)) / sqrt(r2 + p%softening**2)
      end do
      potential = potential + half * p%well * s%mass(i) * log(one + sum(s%x(:, i)**2))
    end do
  end function potential

  ! A step by the largest acceleration.
  real(dp) function shortest_step(s, p, limit)
    type(swarm), intent(in) :: s
    type(physics), intent(in) :: p
    real(dp), intent(in) :: limit
    real(dp), allocatable :: strength(:)
    allocate(strength(s%n))
    strength = sqrt(sum(s%a**2, dim=1))
    shortest_step = min(limit, 0.2_dp * sqrt(p%softening / (maxval(strength) + 1e-3_dp)))
  end function shortest_step

end module cluster_forces

module cluster_history
  use cluster_kinds
  implicit none
  private
  public :: history, record, roughness

  ! What was measured at each step; it grows.
  type :: history
    integer :: length = 0
    real(dp), allocatable :: time(:)
    real(dp), allocatable :: value(:)
  end type history

contains

  subroutine record(h, time, value)
    type(history), intent(inout) :: h
    real(dp), intent(in) :: time, value
    real(dp), allocatable :: larger(:)
    if (.not. allocated(h%time)) allocate(h%time(2), h%value(2))
    if (h%length == size(h%time)) then
      allocate(larger(2 * h%length))
      larger(:h%length) = h%time
      call move_alloc(larger, h%time)
      allocate(larger(2 * h%length))
      larger(:h%length) = h%value
      call move_alloc(larger, h%value)
    end if
    h%length = h%length + 1
    h%time(h%length) = time
    h%value(h%length) = value
  end subroutine record

  ! The squared slopes of what was measured.
  real(dp) function roughness(h)
    type(history), intent(in) :: h
    integer :: k
    roughness = zero
    do k = 2, h%length
      roughness = roughness + (h%value(k) - h%value(k - 1))**2 / (h%time(k) - h%time(k - 1))
    end do
  end function roughness

end module cluster_history

module cluster_model
  use cluster_kinds
  use cluster_history
  use cluster_lists
  use cluster_bodies
  use cluster_gas
  use cluster_forces
  implicit none
  private
  public :: evolve, spread_after

contains

  subroutine advance(s, lists, g, p, dt)
    type(swarm), intent(inout) :: s
    type(neighbours), intent(in) :: lists
    type(gas_ring), intent(inout) :: g
    type(physics), intent(in) :: p
    real(dp), intent(in) :: dt
    real(dp) :: lost
    integer :: i
    do i = 1, s%n
      s%v(:, i) = s%v(:, i) + half * dt * s%a(:, i)
      s%x(:, i) = s%x(:, i) + dt * s%v(:, i)
    end do
    call accelerate(s, lists, g, p)
    do i = 1, s%n
      s%v(:, i) = s%v(:, i) + half * dt * s%a(:, i)
      lost = p%loss * dt * s%mass(i)
      s%mass(i) = s%mass(i) - lost
      call deposit(g, sqrt(sum(s%x(:, i)**2)), lost)
    end do
    call diffuse(g, dt)
  end subroutine advance

  ! The energy, and how far the bodies are from where they were seen, after some steps.
  real(dp) function evolve(x, v, mass, seen, drag, well, steps)
    real(dp), intent(in) :: x(:, :), v(:, :), mass(:), seen(:, :)
    real(dp), intent(in) :: drag, well
    integer, intent(in) :: steps
    type(swarm) :: s
    type(neighbours) :: lists
    type(gas_ring) :: g
    type(physics) :: p
    type(history) :: energies
    real(dp) :: dt, time
    integer :: k

    call create_swarm(s, x, v, mass)
    call create_ring(g, 16, 3.0_dp, 0.5_dp)
    p%drag = drag
    p%well = well
    call build_lists(lists, s%x, 2.0_dp)
    call accelerate(s, lists, g, p)
    time = zero
    do k = 1, steps
      if (mod(k, 5) == 0) call build_lists(lists, s%x, 2.0_dp)
      dt = shortest_step(s, p, 0.05_dp)
      call advance(s, lists, g, p, dt)
      time = time + dt
      call record(energies, time, kinetic(s))
    end do
    evolve = roughness(energies) + kinetic(s) + potential(s, lists, p) + ring_mass(g)
    evolve = evolve + sum((s%x - seen)**2) + sum(momentum(s)**2)
  end function evolve

  ! How far the bodies are from their centre.
  real(dp) function spread_after(x, v, mass, steps)
    real(dp), intent(in) :: x(:, :), v(:, :), mass(:)
    integer, intent(in) :: steps
    type(swarm) :: s
    type(neighbours) :: lists
    type(gas_ring) :: g
    type(physics) :: p
    real(dp) :: c(3)
    integer :: k, i
    call create_swarm(s, x, v, mass)
    call create_ring(g, 8, 3.0_dp, 0.2_dp)
    call build_lists(lists, s%x, 2.0_dp)
    call accelerate(s, lists, g, p)
    do k = 1, steps
      call advance(s, lists, g, p, 0.02_dp)
    end do
    c = centre_of_mass(s)
    spread_after = zero
    do i = 1, s%n
      spread_after = spread_after + s%mass(i) * sum((s%x(:, i) - c)**2)
    end do
    spread_after = sqrt(spread_after / sum(s%mass))
  end function spread_after

end module cluster_model
