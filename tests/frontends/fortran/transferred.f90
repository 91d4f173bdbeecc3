! call transferred::through_text: V(3); wrt x
! call transferred::through_integers: V(3); wrt x
! call transferred::through_complex: V(3); wrt x
! call transferred::cleared_bit: V(3); wrt x
! call transferred::beside_text: V(3); wrt x
! The bits of numbers as something else, and back.
module transferred
  implicit none
  type :: series
    character(16) :: name = ''
    real(8) :: value = 0d0
  end type
contains
  real(8) function through_text(x)
    real(8), intent(in) :: x(:)
    character(8) :: c(3)
    real(8) :: y
    integer :: i
    do i = 1, 3
      c(i) = transfer(x(i)**2, c(i))
    end do
    y = transfer(c(2), y)
    through_text = y * x(1)
  end function

  real(8) function through_integers(x)
    real(8), intent(in) :: x(:)
    integer(8) :: k(3)
    k = transfer(x, k)
    through_integers = sum(transfer(k(1:2), [0d0])) * x(3)
  end function

  real(8) function through_complex(x)
    real(8), intent(in) :: x(:)
    complex(8) :: z(2)
    real(8) :: back(4)
    z = transfer([x, x(1) * x(2)], z)
    z = z * z
    back = transfer(z, back)
    through_complex = dot_product(back, [1d0, 2d0, 3d0, 4d0]) + sum(transfer(x, [(1d0, 0d0)], 1))
  end function

  real(8) function cleared_bit(x)
    real(8), intent(in) :: x(:)
    integer(8) :: bits
    bits = transfer(x(1), bits)
    bits = ibclr(bits, 63)
    cleared_bit = transfer(bits, 1d0) * x(2)
  end function

  real(8) function beside_text(x)
    real(8), intent(in) :: x(:)
    type(series) :: s
    real(8) :: y
    s%name = 'none'
    s%name(1:8) = transfer(x(1), s%name(1:8))
    s%value = x(2)
    y = transfer(s%name(1:8), y)
    beside_text = y * s%value
  end function
end module transferred
