! call logs::traced: V(3); wrt x
! call logs::to_text: V(3); wrt x
! call logs::to_file: V(4); wrt x
! Output beside numbers: print, write to a unit, internal files, formats, a scratch file.
module logs
  implicit none
contains
  real(8) function traced(x)
    real(8), intent(in) :: x(:)
    integer :: i
    traced = 1d0
    do i = 1, size(x)
      traced = traced * sin(x(i))
      print '(a, i3, 2es14.6)', 'step', i, x(i), traced
    end do
    write (*, *) 'done', traced, x
  end function traced

  real(8) function to_text(x)
    real(8), intent(in) :: x(:)
    character(80) :: line
    write (line, '(3(f8.4, 1x))') x
    to_text = sum(x**2) + 0d0 * len_trim(line)
    if (line(1:1) == '*') to_text = 0d0
  end function to_text

  real(8) function to_file(x)
    real(8), intent(in) :: x(:)
    integer :: unit, i
    open (newunit=unit, status='scratch', action='write')
    to_file = 0d0
    do i = 1, size(x)
      write (unit, *) i, x(i)
      to_file = to_file + x(i) * x(max(i - 1, 1))
    end do
    close (unit)
  end function to_file
end module logs
