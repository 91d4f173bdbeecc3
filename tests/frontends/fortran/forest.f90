! call forest::tree_allocatable: V(6); wrt x
! call forest::children: V(7); wrt x
! call forest::expression: V(3); wrt x
! call forest::copied: V(4); wrt x
! Trees by allocatable components, by arrays of children; an expression tree; a tree that is copied.
module forest
  implicit none
  type :: leaf
    real(8) :: key = 0
    type(leaf), allocatable :: left, right
  end type leaf
  type :: branch
    real(8) :: weight = 0
    type(branch), allocatable :: child(:)
  end type branch
  type :: expr
    character :: op = 'x'
    integer :: which = 1
    type(expr), pointer :: a => null(), b => null()
  end type expr
contains
  recursive subroutine insert(root, key)
    type(leaf), allocatable, intent(inout) :: root
    real(8), intent(in) :: key
    if (.not. allocated(root)) then
      allocate(root)
      root%key = key
    else if (key < root%key) then
      call insert(root%left, key)
    else
      call insert(root%right, key)
    end if
  end subroutine insert

  recursive real(8) function depth_sum(root, d) result(s)
    type(leaf), allocatable, intent(in) :: root
    integer, intent(in) :: d
    s = 0
    if (.not. allocated(root)) return
    s = root%key**d + depth_sum(root%left, d + 1) * depth_sum(root%right, d + 1)
  end function depth_sum

  real(8) function tree_allocatable(x)
    real(8), intent(in) :: x(:)
    type(leaf), allocatable :: root
    integer :: i
    do i = 1, size(x)
      call insert(root, x(i))
    end do
    tree_allocatable = depth_sum(root, 1)
  end function tree_allocatable

  recursive subroutine grow(b, x, at)
    type(branch), intent(inout) :: b
    real(8), intent(in) :: x(:)
    integer, intent(in) :: at
    integer :: k, n
    b%weight = x(at)
    n = max(0, min(2, size(x) - 2 * at + 1))
    allocate(b%child(n))
    do k = 1, n
      call grow(b%child(k), x, 2 * at + k - 1)
    end do
  end subroutine grow

  recursive real(8) function sway(b) result(s)
    type(branch), intent(in) :: b
    integer :: k
    s = sin(b%weight)
    do k = 1, size(b%child)
      s = s + b%weight * sway(b%child(k))
    end do
  end function sway

  real(8) function children(x)
    real(8), intent(in) :: x(:)
    type(branch) :: root
    call grow(root, x, 1)
    children = sway(root)**2
  end function children

  function leaf_of(which) result(e)
    integer, intent(in) :: which
    type(expr), pointer :: e
    allocate(e)
    e%which = which
  end function leaf_of

  function node_of(op, a, b) result(e)
    character, intent(in) :: op
    type(expr), pointer, intent(in) :: a, b
    type(expr), pointer :: e
    allocate(e)
    e%op = op
    e%a => a
    e%b => b
  end function node_of

  recursive real(8) function evaluate(e, x) result(v)
    type(expr), intent(in) :: e
    real(8), intent(in) :: x(:)
    select case (e%op)
    case ('x')
      v = x(e%which)
    case ('+')
      v = evaluate(e%a, x) + evaluate(e%b, x)
    case ('*')
      v = evaluate(e%a, x) * evaluate(e%b, x)
    case default
      error stop 'unknown operation'
    end select
  end function evaluate

  recursive subroutine release(e)
    type(expr), pointer, intent(inout) :: e
    if (.not. associated(e)) return
    call release(e%a)
    call release(e%b)
    deallocate(e)
  end subroutine release

  real(8) function expression(x)
    real(8), intent(in) :: x(:)
    type(expr), pointer :: e
    e => node_of('+', node_of('*', leaf_of(1), leaf_of(2)), node_of('*', leaf_of(3), leaf_of(1)))
    expression = evaluate(e, x)**2
    call release(e)
  end function expression

  real(8) function copied(x)
    real(8), intent(in) :: x(:)
    type(leaf), allocatable :: root, other
    integer :: i
    do i = 1, size(x)
      call insert(root, x(i))
    end do
    other = root
    other%key = 3 * other%key
    copied = depth_sum(other, 1) * depth_sum(root, 2)
  end function copied
end module forest
