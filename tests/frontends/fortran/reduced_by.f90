! call combined::product_of_all: V(3); wrt x
! call combined::along_columns: V(3); wrt x
! call combined::by_value: V(3); wrt x
! `reduce` with functions of the program.
module combined
  implicit none
contains
  pure real(8) function mul(a, b)
    real(8), intent(in) :: a, b
    mul = a * b
  end function
  pure real(8) function hypotenuse(a, b)
    real(8), value, intent(in) :: a, b
    hypotenuse = sqrt(a**2 + b**2)
  end function

  pure integer function most(a, b)
    integer, intent(in) :: a, b
    most = max(a, b)
  end function

  real(8) function product_of_all(x)
    real(8), intent(in) :: x(:)
    product_of_all = reduce(x, mul)
  end function

  real(8) function along_columns(x)
    real(8), intent(in) :: x(:)
    real(8) :: a(2, 3)
    a(1, :) = x
    a(2, :) = x**2
    along_columns = sum(reduce(a, mul, dim=1)) + reduce(a, mul, mask=a > 1, identity=1d0)
  end function

  real(8) function by_value(x)
    real(8), intent(in) :: x(:)
    by_value = reduce(x, hypotenuse, mask=x > 0, identity=0d0) * reduce(nint(x + 2), most)
  end function
end module combined
