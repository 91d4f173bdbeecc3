"""The Fortran front end: names, arguments, order of files, errors; what it refuses."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.base.errors import Error
from ribozyme.cli.main import main
from ribozyme.frontends.fortran import fir, flangtext, fortransources, hlfir
from ribozyme.frontends.fortran.flang import compiler

pytestmark = pytest.mark.rotates("file", plain=9, wide=1000)

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
        (np.ones(3), "an array of 2 dimensions"),
        (np.ones((2, 3), np.float32, order="F"), "an array of float64"),
    ],
)
def test_arrays_that_do_not_fit(lib: Any, array: Any, says: str) -> None:
    with pytest.raises(Error, match=says):
        lib.energy(array, 1.0)


@fortran
def test_explicit_shapes_are_contiguous(lib: Any) -> None:
    with pytest.raises(Error, match=r"numpy\.asfortranarray"):
        lib.fixed(np.ones(6)[::2], np.array([1], np.int32))


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
        ("real(8), allocatable, intent(inout) :: x", "it is allocatable"),
        ("real(8), pointer, intent(in) :: x", "it is a pointer"),
        ("class(*), intent(in) :: x", "polymorphic"),
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


_READ_BACK = {
    "text": "write (t, *) x\n read (t, *) f",
    "file": "open (newunit=u, status='scratch')\n write (u, *) 2 * x\n rewind u\n read (u, *) f",
    "bytes": "open (newunit=u, status='scratch', form='unformatted')\n write (u) [x, x]\n"
    " rewind u\n read (u) f",
}


@fortran
@pytest.mark.parametrize("how", _READ_BACK)
def test_numbers_that_went_through_text(how: str) -> None:
    text = f"""
real(8) function f(x)
 real(8), intent(in) :: x
 character(40) :: t
 integer :: u
 {_READ_BACK[how]}
end function
"""
    lib = rz.compile(text, "fortran")
    assert lib.f(2.0) in (2.0, 4.0)
    for derivative in (rz.grad(lib.f), lambda x: rz.jvp(lib.f, (x,), (1.0,))):
        with pytest.raises(Error, match="were written as text or bytes, and are read back"):
            derivative(2.0)


_FAMILY = """
module family
 type, abstract :: shape_t
  character(8) :: name = ''
 contains
  procedure(area_of), deferred :: area
 end type
 abstract interface
  real(8) function area_of(this)
   import :: shape_t
   class(shape_t), intent(in) :: this
  end function
 end interface
 type, extends(shape_t) :: circle
  real(8) :: r = 1
 contains
  procedure :: area => circle_area
 end type
 type, extends(shape_t) :: box
  real(8), allocatable :: sides(:)
 contains
  procedure :: area => box_area
 end type
contains
 real(8) function circle_area(this)
  class(circle), intent(in) :: this
  circle_area = 3 * this%r**2
 end function
 real(8) function box_area(this)
  class(box), intent(in) :: this
  box_area = product(this%sides)
 end function
 real(8) function pointed(x)
  real(8), intent(in) :: x(3)
  class(shape_t), pointer :: p
  type(circle), target :: c
  type(box), target :: b
  c%r = x(1)
  b%sides = x(2:)
  p => c
  pointed = p%area()
  p => b
  pointed = pointed * p%area()
 end function
 real(8) function cloned(x)
  real(8), intent(in) :: x(3)
  class(shape_t), allocatable :: a, b
  allocate(box :: a)
  select type (a)
  type is (box)
   a%sides = x
  end select
  if (x(1) < 0) a = circle(r=x(1))
  allocate(b, source=a)
  cloned = a%area() * b%area()
 end function
end module
"""


@fortran
def test_types_of_a_family_that_differ_in_what_lies_where() -> None:
    """They are told apart behind pointers, and where a copy takes its type from its source."""
    lib = rz.compile(_FAMILY, "fortran")
    x = np.array([2.0, 3.0, 5.0])
    assert np.allclose(rz.grad(lib.pointed)(x), [180, 60, 36])
    assert lib.cloned(x) == 900
    assert np.allclose(rz.grad(lib.cloned)(x), [900, 600, 360])
    assert np.allclose(rz.grad(lib.cloned)(-x), [36 * (-2) ** 3, 0, 0])


@fortran
def test_a_namelist_over_numbers_of_the_input() -> None:
    text = """
real(8) function f(x)
 real(8), intent(in) :: x
 real(8) :: w
 namelist /options/ w
 w = x
 read (*, nml=options)
 f = w * x
end function
"""
    with pytest.raises(rz.NoDerivative, match="reading a namelist into active variables"):
        rz.grad(rz.compile(text, "fortran").f)(2.0)


@fortran
@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("read (t, *) w", "Bad real input data"),
        ("open (newunit=u, file='/nowhere/at/all', status='old')", "No such file"),
        ("write (t(1:2), '(2f9.3)') 1d0, 2d0", "Excessive output"),
    ],
)
def test_errors_of_input_and_output_are_exceptions(body: str, says: str) -> None:
    text = f"""
real(8) function f(x)
 real(8), intent(in) :: x
 real(8) :: w = 1
 integer :: u
 character(8) :: t = 'hello'
 {body}
 f = x * w
end function
"""
    f = rz.compile(text, "fortran").f
    for run in (f, rz.grad(f)):
        with pytest.raises(rz.RunError, match=says if run is f else "failed at"):
            run(2.0)


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


_FIR = """
    %c7_i32 = arith.constant 7 : i32
    %c9_i32 = arith.constant 9 : i32
    %1 = fir.convert %a : (!fir.ref<!fir.box<!fir.heap<!fir.array<?x?xf64>>>>) -> ANY
    %2 = fir.convert %f : (!fir.ref<!fir.char<1,3>>) -> !fir.ref<i8>
    fir.call @_FortranAAssign(%1, %b, %2, %c7_i32) : () -> ()
    fir.call @_FortranAAssign(%1, %b, %2, %c9_i32) : () -> ()
    %1 = fir.convert %a : (!fir.ref<!fir.box<!fir.ptr<!fir.type<_QMmTt{n:f64}>>>>) -> ANY
    fir.call @_FortranAAssign(%1, %b, %2, %c9_i32) : () -> ()
    %3 = fir.call @_FortranAPointerAllocate(%1, %2, %c7_i32) : () -> i32
    %4 = fir.convert %a : (!fir.ref<!fir.class<!fir.heap<!fir.type<_QMmTt{}>>>>) -> ANY
    fir.call @_FortranAAllocatableDeallocate(%4, %2, %c7_i32) : () -> i32
    %4 = fir.load %a : !fir.ref<i64>
    fir.call @_FortranAAllocatableDeallocate(%4, %2, %c9_i32) : () -> i32
""".replace("ANY", "!fir.ref<!fir.box<none>>")


def test_descriptors_are_described_by_calls_and_lines() -> None:
    found = fir.described(_FIR)
    described = fir.Described
    assert found["_FortranAAssign", 7] == {0: described(2, 2, 28, 8, "")}
    assert found["_FortranAAssign", 9] == {}  # two calls in one line disagree
    assert found["_FortranAPointerAllocate", 7] == {0: described(0, 1, 42, None, "_QMmTt")}
    # of a polymorphic one the type is not known, and a name that is defined again means another
    assert found["_FortranAAllocatableDeallocate", 7] == {0: described(0, 2, 42, None, "")}
    assert found["_FortranAAllocatableDeallocate", 9] == {}


def test_what_descriptors_describe_is_written_before_calls() -> None:
    text = """
@_QMmEXdtXt = constant i64 0
  %5 = tail call i32 @_FortranAPointerAllocate(ptr %.tr, ptr @_QQclX66, i32 7), !dbg !3
  %6 = tail call i32 @_FortranAPointerAllocate(ptr %.tr, ptr @_QQclX66, i32 8), !dbg !3
"""
    made = flangtext.tidied(text, fir.described(_FIR))
    assert re.findall(r"store (.*), ptr", made) == [
        "i8 0",
        "i8 1",
        "i8 42",
        "i8 1",
        "ptr @_QMmEXdtXt",
    ]
    assert made.count("getelementptr i8, ptr %.tr, i64 24, !dbg !3") == 1
    assert flangtext.changes_descriptors(text)


@fortran
def test_a_refusal_speaks_of_the_program_alone() -> None:
    """A namelist is read by a function of flang's, called below one of ours."""
    lib = rz.compile(
        """
module m
  use iso_c_binding
contains
  function f(x) result(y) bind(c)
    real(c_double), value :: x
    real(c_double) :: y, a, b
    character(len=80) :: text
    namelist /par/ a, b
    a = x
    text = '&par b = 3.0 /'
    read(text, nml=par)
    y = a*a*b
  end function
end module
""",
        lang="fortran",
    )
    with pytest.raises(rz.NoDerivative, match="reading a namelist into active variables") as caught:
        rz.grad(lib.f)(2.0)
    said = str(caught.value)
    assert "in 'f'" in said and "rz.f" not in said and "_Fortran" not in said, said
