"""The Fortran front end: names, arguments, order of files, errors; what it refuses."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.base.errors import Error
from ribozyme.cli.main import main
from ribozyme.frontends import fortransources, hlfir
from ribozyme.frontends.flang import compiler

MODULE = """
module phys
  implicit none
  real(8) :: scale = 2
contains
  function energy(x, k) result(e)
    real(8), intent(in) :: x(:, :), k
    real(8) :: e
    e = scale * k * sum(x**2) + x(2, 1)
  end function energy
  subroutine fixed(x, y, n)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    integer, intent(inout) :: n
    y = sum(x)
    n = n + 1
  end subroutine fixed
  logical function positive(x)
    real(8), intent(in) :: x
    positive = x > 0
  end function positive
end module phys
"""
fortran = pytest.mark.fortran


@pytest.fixture
def lib() -> Any:
    return rz.compile(MODULE, "fortran")


@fortran
def test_names(lib: Any) -> None:
    x = np.ones((2, 2), order="F")
    for function in (lib.energy, lib["phys::energy"], lib.Energy, lib["PHYS::ENERGY"]):
        assert function(x, 1.5) == 13.0
    assert str(lib.energy.signature) == "real(8) phys::energy(real(8) x(:,:), real(8) k)"
    assert [f.name for f in lib] == ["phys::energy", "phys::fixed", "phys::positive"]


@fortran
def test_the_gradient_has_the_order_of_its_array(lib: Any) -> None:
    x = np.asfortranarray(np.arange(6.0).reshape(2, 3))
    by_x, by_k = rz.grad(lib.energy)(x, 1.5)
    expected = 6 * x
    expected[1, 0] += 1
    assert np.array_equal(by_x, expected) and by_x.flags.f_contiguous
    assert by_k == 2 * np.sum(x**2)
    assert np.array_equal(rz.hvp(lib.energy, (x, 1.5), x, wrt="x"), 6 * x)


@fortran
def test_numbers_and_their_intents(lib: Any) -> None:
    count = np.array([4], np.int32)
    assert lib.fixed(np.arange(3.0), count) == 3.0 and count[0] == 5
    assert np.array_equal(rz.grad(lib.fixed)(np.arange(3.0), count), [1, 1, 1])
    assert lib.positive(1.0) is True and lib.positive(-1.0) is False


@fortran
@pytest.mark.parametrize(
    ("array", "says"),
    [
        (np.ones((2, 3)), "numpy.asfortranarray"),
        (np.ones(3), "an array of 2 dimensions"),
        (np.ones((2, 3), np.float32, order="F"), "an array of float64"),
        (np.ones((4, 3), order="F")[::2], "numpy.asfortranarray"),
    ],
)
def test_arrays_that_do_not_fit(lib: Any, array: Any, says: str) -> None:
    with pytest.raises(Error, match=says):
        lib.energy(array, 1.0)


@fortran
def test_an_extent_that_does_not_fit(lib: Any) -> None:
    with pytest.raises(Error, match=r"shape \(3\)"):
        lib.fixed(np.ones(4), np.array([1], np.int32))


@fortran
def test_files_are_ordered_by_use(tmp_path: Path) -> None:
    (tmp_path / "a.f90").write_text(
        "real(8) function top(x)\n use middle\n real(8), intent(in) :: x\n top = twice(x)**2\nend\n"
    )
    (tmp_path / "b.f90").write_text(
        "module middle\n use base\ncontains\n real(8) function twice(x)\n"
        "  real(dp), intent(in) :: x\n  include 'two.inc'\n end function\nend module\n"
    )
    (tmp_path / "two.inc").write_text("twice = 2 * x\n")
    (tmp_path / "c.F90").write_text(
        "#define KIND 8\nmodule base\n integer, parameter :: dp = KIND\nend module\n"
    )
    names = [tmp_path / name for name in ("a.f90", "b.f90", "c.F90")]
    assert rz.grad(rz.load(*names).top)(3.0) == 24.0
    (tmp_path / "two.inc").write_text("twice = 3 * x\n")
    assert rz.grad(rz.load(*names).top)(3.0) == 54.0  # an included file is part of the key


def test_modules_that_use_each_other() -> None:
    texts = {Path("a.f90"): "module a\nuse b\nend", Path("b.f90"): "module b\nuse a\nend"}
    with pytest.raises(rz.CompileError, match="use modules of each other"):
        fortransources.ordered(texts)


@fortran
def test_c_and_fortran_in_one_program(tmp_path: Path) -> None:
    (tmp_path / "f.f90").write_text(
        "real(8) function area(r)\n real(8), intent(in) :: r\n interface\n"
        "  function square(x) bind(c)\n   use iso_c_binding\n   real(c_double), value :: x\n"
        "   real(c_double) :: square\n  end function\n end interface\n area = 3 * square(r)\nend\n"
    )
    (tmp_path / "s.c").write_text("double square(double x) { return x * x; }")
    assert rz.grad(rz.load(tmp_path / "f.f90", tmp_path / "s.c").area)(2.0) == 12.0


@fortran
def test_an_error_has_the_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.f90"
    path.write_text("real(8) function f(x)\n  real(8), intent(in) :: x\n  x = 2\n  f = x\nend\n")
    with pytest.raises(rz.CompileError) as caught:
        rz.load(path)
    assert caught.value.code == "RZ020" and "bad.f90:3" in str(caught.value)
    assert "not definable" in str(caught.value)


@fortran
def test_the_end_of_a_program_is_an_exception() -> None:
    lib = rz.compile(
        "real(8) function f(x)\n real(8), intent(in) :: x\n if (x < 0) error stop 'below zero'\n"
        " if (x > 9) stop 3\n f = sqrt(x)\nend\n",
        "fortran",
    )
    for run in (lib.f, rz.grad(lib.f)):
        with pytest.raises(rz.RunError, match="ERROR STOP: below zero"):
            run(-1.0)
        with pytest.raises(rz.RunError, match="STOP 3"):
            run(10.0)
    assert rz.grad(lib.f)(4.0) == 0.25


@fortran
@pytest.mark.parametrize(
    ("declaration", "says"),
    [
        ("real(8), allocatable, intent(inout) :: x(:)", "it is allocatable"),
        ("real(8), pointer, intent(in) :: x(:)", "it is a pointer"),
        ("class(*), intent(in) :: x", "polymorphic"),
        ("real(8), external :: x", "it is a procedure"),
        ("real(8), intent(in) :: x(..)", "assumed rank"),
        ("complex(8), value :: x", "cannot be passed"),
    ],
)
def test_arguments_that_are_refused(declaration: str, says: str) -> None:
    text = (
        f"module m\ncontains\n subroutine f(x, y)\n  {declaration}\n"
        "  real(8), intent(out) :: y\n  y = 1\n end subroutine\nend module\n"
    )
    with pytest.raises(Error, match=says) as caught:
        rz.compile(text, "fortran").f
    assert caught.value.code == "RZ012"


@fortran
@pytest.mark.parametrize(
    ("body", "name"),
    [
        ("write (t, *) x\n read (t, *) f", "_FortranAioBeginInternalListInput"),
    ],
)
def test_run_time_functions_without_a_derivative(body: str, name: str) -> None:
    """Numbers that went through text."""
    text = f"""
module m
 type :: part
  real(8), allocatable :: v(:)
 end type
contains
 real(8) function f(x)
 real(8), intent(in) :: x
 character(20) :: t
 type(part) :: p
 {body}
 f = f * x
 end function
end module
"""
    with pytest.raises(rz.NoDerivative, match=name):
        rz.grad(rz.compile(text, "fortran").f)(2.0)


@fortran
def test_the_driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hello.f90").write_text("program hello\n print *, 'hello', 1.5d0\nend program\n")
    assert main(["fc", "-O2", "hello.f90", "-o", "hello"]) == 0
    import subprocess

    assert subprocess.check_output(["./hello"], text=True).split() == ["hello", "1.5"]
    assert main(["fc", "-c", "missing.f90"]) != 0


def test_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.delenv("RIBOZYME_FC", raising=False)
    with pytest.raises(rz.CompileError, match="apt install flang-22") as caught:
        rz.compile("real(8) function f(x)\nreal(8) :: x\nf = x\nend\n", "fortran")
    assert caught.value.code == "RZ021"
    monkeypatch.setenv("RIBOZYME_FC", "gfortran-99")
    with pytest.raises(rz.CompileError, match="no program 'gfortran-99'"):
        compiler()


def test_heads_of_procedures() -> None:
    text = (
        "  func.func @_QMmPf(%arg0: !fir.ref<!fir.type<_QMmTt{a:f64,b:!fir.array<3xf64>}>> "
        '{fir.bindc_name = "t"}, %arg1: !fir.boxchar<1> {fir.bindc_name = "s"}) -> f32 {\n'
        "    %2:2 = hlfir.declare %arg0 dummy_scope %0 arg 1 "
        '{fortran_attrs = #fir.var_attrs<intent_in, optional>, uniq_name = "x"} : (i1)\n'
        "  func.func private @_QMmPFinner(i32)\n"
        "  func.func @_QQmain() {\n"
    )
    [found] = hlfir.procedures(text)
    assert (found.symbol, found.name, found.result) == ("_QMmPf", "m::f", ("float", 4))
    struct, words = found.dummies
    assert (struct.basis, struct.intent, struct.optional) == ("struct", "in", True)
    assert (words.basis, words.passing) == ("text", "text")
