! call loud: V(4), 2; wrt x
! Output beside numbers.
real(8) function loud(x, level)
  implicit none
  real(8), intent(in) :: x(4)
  integer, intent(in) :: level
  character(40) :: line
  integer :: i
  loud = 0
  do i = 1, 4
    loud = loud + x(i)**i
    if (level > 1) then
      write (line, '(a, i0, a, f8.3)') 'term ', i, ': ', x(i)
      print *, trim(line)
    end if
  end do
  if (loud > 1d6) error stop 'too loud'
end function loud
