"""Internal procedures of Fortran that are passed on, by the addresses of functions."""

import pytest

import ribozyme as rz
from ribozyme.backend.llvm import to_text
from ribozyme.frontends.fortran.trampolines import without_trampolines
from ribozyme.parse import parse_module

TEXT = """
declare void @llvm.init.trampoline(ptr, ptr, ptr)
declare ptr @llvm.adjust.trampoline(ptr)
define internal double @inner(ptr noalias %x, ptr nest noalias %host) {
  %k = load double, ptr %host
  ret double %k
}
define double @f(ptr %x) {
  %t = alloca [32 x i8]
  %v = alloca double
  call void @llvm.init.trampoline(ptr %t, ptr @inner, ptr %v)
  %p = call ptr @llvm.adjust.trampoline(ptr %t)
  %r = call double %p(ptr %x)
  ret double %r
}
"""

SOURCE = """
module m
  implicit none
contains
  real(8) function applied(f, x)
    interface
      real(8) function f(x)
        real(8), intent(in) :: x
      end function
    end interface
    real(8), intent(in) :: x
    applied = f(x) * f(2 * x)
  end function
  recursive real(8) function host(x, k, depth) result(r)
    real(8), intent(in) :: x, k
    integer, intent(in) :: depth
    r = applied(scaled, x)
  contains
    recursive real(8) function scaled(y)
      real(8), intent(in) :: y
      scaled = k * y
      if (depth == 1) error stop 'no more'
      if (depth > 1) scaled = host(y, k + 1, depth - 1)
    end function
  end function
end module
"""


def test_code_on_the_stack_becomes_a_function() -> None:
    text = without_trampolines(TEXT)
    functions = parse_module(to_text(text)).functions
    assert "trampoline(ptr %" not in text
    assert functions["inner.passed"].type.params == functions["f"].type.params
    assert "call double @inner(ptr noalias %0, ptr noalias nest" in text.replace(
        "nest noalias", "noalias nest"
    )
    assert without_trampolines(text) is text


@pytest.mark.fortran
def test_a_second_call_of_the_host_is_an_error() -> None:
    f = rz.compile(SOURCE, "fortran")["m::host"]
    for run in (f, rz.grad(f)):
        with pytest.raises(rz.RunError, match="two calls of its host"):
            run(1.5, 0.5, 2)
    assert f(1.5, 0.5, 0) == 2 * (0.5 * 1.5) ** 2
    assert rz.grad(f, wrt="k")(1.5, 0.5, 0) == 2 * 2 * 0.5 * 1.5**2


@pytest.mark.fortran
def test_a_program_that_stopped_may_be_called_again() -> None:
    f = rz.compile(SOURCE, "fortran")["m::host"]
    with pytest.raises(rz.RunError, match="no more"):
        f(1.5, 0.5, 1)
    assert f(1.5, 0.5, 0) == 2 * (0.5 * 1.5) ** 2
