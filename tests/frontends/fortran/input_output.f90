! call reports::printed_by_parts: V(3), 2; wrt x
! call reports::to_text: V(3); wrt x
! call reports::from_namelist: V(3); wrt x
! call reports::chosen_by_text: V(3), '2 3'; wrt x
! call reports::written_to_a_file: V(3); wrt x
! Output beside numbers: without advancing, formats, internal files, scratch files; counts read from text.
module reports
  use, intrinsic :: iso_fortran_env, only: output_unit, error_unit, real64
  implicit none
contains
  real(real64) function printed_by_parts(x, level)
    real(real64), intent(in) :: x(:)
    integer, intent(in) :: level
    integer :: i
    printed_by_parts = 0
    do i = 1, size(x)
      if (level > 1) write (error_unit, '(a, i0, a, es12.4)', advance='no') ' x', i, ' =', x(i)
      printed_by_parts = printed_by_parts + x(i)**3
    end do
    if (level > 1) write (error_unit, *)
  end function printed_by_parts

  real(real64) function to_text(x)
    real(real64), intent(in) :: x(:)
    character(40) :: line
    character(len=:), allocatable :: name
    write (line, '(f0.3)') sum(x)
    name = 'sum = ' // trim(adjustl(line))
    to_text = sum(x)**2 * len_trim('a b')
    if (len(name) > 39) to_text = 0
  end function to_text

  real(real64) function from_namelist(x)
    real(real64), intent(in) :: x(:)
    integer :: order = 1
    real(real64) :: weight = 1
    character(60) :: text = "&options order = 3, weight = 2.5 /"
    namelist /options/ order, weight
    read (text, nml=options)
    from_namelist = weight * sum(x**order)
  end function from_namelist

  real(real64) function chosen_by_text(x, which)
    real(real64), intent(in) :: x(:)
    character(*), intent(in) :: which
    integer :: first, second
    read (which, *) first, second
    chosen_by_text = x(first) * sin(x(second))
  end function chosen_by_text

  real(real64) function written_to_a_file(x)
    real(real64), intent(in) :: x(:)
    integer :: unit
    open (newunit=unit, status='scratch', form='unformatted')
    write (unit) x
    close (unit)
    written_to_a_file = product(x)
  end function written_to_a_file
end module reports
