! call lists::list_pointer: V(5); wrt x
! call lists::list_allocatable: V(5); wrt x
! call lists::reversed: V(5); wrt x
! A singly linked list by pointer, one by allocatable components, and one reversed in place.
module lists
  implicit none
  integer, parameter :: dp = kind(1d0)
  type :: node
    real(dp) :: value
    type(node), pointer :: next => null()
  end type node
  type :: link
    real(dp) :: value
    type(link), allocatable :: next
  end type link
contains
  subroutine push(head, value)
    type(node), pointer, intent(inout) :: head
    real(dp), intent(in) :: value
    type(node), pointer :: new
    allocate(new)
    new%value = value
    new%next => head
    head => new
  end subroutine push

  subroutine free_list(head)
    type(node), pointer, intent(inout) :: head
    type(node), pointer :: next
    do while (associated(head))
      next => head%next
      deallocate(head)
      head => next
    end do
  end subroutine free_list

  real(dp) function list_pointer(x)
    real(dp), intent(in) :: x(:)
    type(node), pointer :: head, p
    integer :: i
    nullify(head)
    do i = 1, size(x)
      call push(head, x(i)**2)
    end do
    list_pointer = 0
    p => head
    do while (associated(p))
      list_pointer = list_pointer * 0.5_dp + p%value**2
      p => p%next
    end do
    call free_list(head)
  end function list_pointer

  recursive subroutine append(list, value)
    type(link), allocatable, intent(inout) :: list
    real(dp), intent(in) :: value
    if (allocated(list)) then
      call append(list%next, value)
    else
      allocate(list)
      list%value = value
    end if
  end subroutine append

  recursive real(dp) function total(list) result(t)
    type(link), intent(in) :: list
    t = list%value**2
    if (allocated(list%next)) t = t + 0.5_dp * list%value * total(list%next)
  end function total

  real(dp) function list_allocatable(x)
    real(dp), intent(in) :: x(:)
    type(link), allocatable :: list
    integer :: i
    do i = 1, size(x)
      call append(list, x(i))
    end do
    list_allocatable = total(list)
  end function list_allocatable

  real(dp) function reversed(x)
    real(dp), intent(in) :: x(:)
    type(node), pointer :: head, p, before, after
    integer :: i
    nullify(head)
    do i = 1, size(x)
      call push(head, x(i))
    end do
    nullify(before)
    p => head
    do while (associated(p))
      after => p%next
      p%next => before
      before => p
      p => after
    end do
    head => before
    reversed = 1
    p => head
    do while (associated(p))
      reversed = reversed * (1 + p%value) + p%value
      p => p%next
    end do
    call free_list(head)
  end function reversed
end module lists
