! call trees::tree_sum: V(6); wrt x
! call trees::aliased: M(3, 3); wrt a
! call trees::swapped: V(4), 3; wrt x
! A binary tree of nodes behind pointers, pointers that exchange targets, rank remapping.
module trees
  implicit none
  type :: leaf
    real(8) :: key
    type(leaf), pointer :: left => null(), right => null()
  end type leaf
contains
  recursive subroutine insert(root, key)
    type(leaf), pointer, intent(inout) :: root
    real(8), intent(in) :: key
    if (.not. associated(root)) then
      allocate(root)
      root%key = key
    else if (key < root%key) then
      call insert(root%left, key)
    else
      call insert(root%right, key)
    end if
  end subroutine insert

  recursive real(8) function weighted(root, depth) result(total)
    type(leaf), pointer, intent(in) :: root
    integer, intent(in) :: depth
    total = 0d0
    if (.not. associated(root)) return
    total = root%key**depth + weighted(root%left, depth + 1) * weighted(root%right, depth + 1)
  end function weighted

  recursive subroutine clear(root)
    type(leaf), pointer, intent(inout) :: root
    if (.not. associated(root)) return
    call clear(root%left)
    call clear(root%right)
    deallocate(root)
  end subroutine clear

  real(8) function tree_sum(x)
    real(8), intent(in) :: x(:)
    type(leaf), pointer :: root
    integer :: i
    nullify(root)
    do i = 1, size(x)
      call insert(root, x(i))
    end do
    tree_sum = weighted(root, 1)
    call clear(root)
  end function tree_sum

  real(8) function aliased(a)
    real(8), intent(in) :: a(:, :)
    real(8), target :: work(size(a, 1), size(a, 2))
    real(8), pointer :: flat(:), diagonal(:)
    integer :: n
    n = size(a, 1)
    work = a
    flat(1:size(work)) => work
    diagonal => flat(1::n + 1)
    diagonal = diagonal * 2d0
    aliased = sum(flat**3) + product(diagonal)
    if (associated(diagonal, flat)) aliased = 0d0
  end function aliased

  real(8) function swapped(x, steps)
    real(8), intent(in) :: x(:)
    integer, intent(in) :: steps
    real(8), pointer :: old(:), new(:), other(:)
    integer :: k
    allocate(old(size(x)), new(size(x)))
    old = x
    do k = 1, steps
      new(1) = old(1)
      new(2:) = old(2:) + 0.3d0 * old(:size(x) - 1)**2
      other => old
      old => new
      new => other
    end do
    swapped = sum(old)
    deallocate(old, new)
  end function swapped
end module trees
