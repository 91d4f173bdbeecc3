"""Symbols that nothing defines: they matter to the functions that reach them, and to no others."""

import re
from pathlib import Path

import pytest

import ribozyme as rz
from ribozyme.api.programs.reach import reached, users, uses
from ribozyme.backend import link, target
from ribozyme.backend.demangle import demangled

pytestmark = pytest.mark.rotates("file", plain=4, wide=8)

SQUARE = "double square(double x) { return x * x; }\n"

APART = {
    "a function that nobody calls": (
        "double helper(double); double idle(double x) { return helper(x); }"
    ),
    "a variable": "extern double knob[3]; double idle(double x) { return knob[1] * x; }",
    "by way of another": (
        "double helper(double); static double inner(double x) { return helper(x); }"
        "double idle(double x, int n) { return n ? idle(x, n - 1) : inner(x); }"
    ),
    "in a table that nobody reads": (
        "double helper(double); static double inner(double x) { return helper(x) + 1; }"
        "double (*table[1])(double) = {inner};"
        "double idle(double x, int k) { return table[k](x); }"
    ),
    "beside a variable of each thread": (
        "double helper(double); _Thread_local double kept;"
        "double idle(double x) { kept = x; return helper(x) * kept; }"
    ),
}  # fmt: skip


@pytest.mark.parametrize("idle", APART.values(), ids=APART.keys())
def test_functions_that_do_not_reach_it_are_unharmed(idle: str) -> None:
    lib = rz.compile(f"{idle}\nextern int runs; double shown;\n{SQUARE}"
                     "double both(double x) { shown = square(x); return shown; }\n")  # fmt: skip
    assert lib.both(3.0) == 9.0
    assert rz.grad(lib.both)(3.0) == 6.0
    assert rz.jacobian(lib.square)(3.0) == 6.0
    assert rz.hessian(lib.square)(3.0) == 2.0
    assert rz.check(lib.square, 3.0)
    with pytest.raises(rz.LinkError, match=r"is not defined anywhere: '(helper|knob)'") as caught:
        lib.idle(*[1.0, 0][: len(lib.idle.signature.parameters)])
    assert caught.value.code == "RZ030"
    assert lib.square(3.0) == 9.0


def test_a_pointer_to_such_a_function_is_not_given() -> None:
    lib = rz.compile(
        f"double helper(double); double idle(double x) {{ return helper(x); }}\n{SQUARE}"
        "double apply(double (*f)(double), double x) { return f(x); }"
    )
    assert lib.apply(lib.square, 3.0) == 9.0
    for ask in (lambda: lib.apply(lib.idle, 3.0), lambda: lib.idle.address):
        with pytest.raises(rz.LinkError, match="'helper' is used by 'idle'"):
            ask()


def test_what_runs_at_the_start_reaches_it_for_all() -> None:
    lib = rz.compile(
        "double helper(double); static double first = helper(2.0);"
        "double other() { return first; }"
        'extern "C" double near(double x) { return x * first; }',
        lang="c++",
    )
    with pytest.raises(rz.LinkError, match=r"helper\(double\)"):
        lib.near(1.0)


def test_the_message_has_the_declared_name_and_the_line_that_uses_it(tmp_path: Path) -> None:
    (tmp_path / "near.cpp").write_text("double square(double x) { return x * x; }\n")
    (tmp_path / "far.cpp").write_text(
        "namespace geo { double scale(double, int); }\n"
        "static double inner(double x)\n{\n  return geo::scale(x, 2);\n}\n"
        "double far(double x) { return inner(x); }\n"
    )
    lib = rz.load(tmp_path / "near.cpp", tmp_path / "far.cpp")
    assert lib.square(3.0) == 9.0
    with pytest.raises(rz.LinkError) as caught:
        lib.far(1.0)
    text = str(caught.value)
    assert "'geo::scale(double, int)'" in text
    said = re.search(r"is used by 'inner', (\S+):4\b", text)  # shortened near the working directory
    assert said is not None and Path(said[1]).resolve() == (tmp_path / "far.cpp").resolve()


def test_a_virtual_function_without_a_body_is_reached_by_who_makes_an_object() -> None:
    lib = rz.compile(
        "struct Shape { double w; virtual double area() const; };"
        "double made(double w) { Shape s; s.w = w; return s.area(); }"
        "double plain(double w) { return w * w; }",
        lang="c++",
    )
    assert rz.grad(lib.plain)(3.0) == 6.0 and lib.plain(3.0) == 9.0
    with pytest.raises(rz.LinkError, match=r"Shape::area\(\) const"):
        lib.made(1.0)


IR = """
define double @idle(double %x) {
  %y = call double @helper(double %x)
  ret double %y
}
define double @square(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
@alias = alias double (double), ptr @idle
@text = constant [8 x i8] c"@square\\00"
declare double @helper(double)
"""


def test_names_are_found_in_ir_without_debug_information() -> None:
    lib = rz.compile(IR, lang="ll")
    assert lib.square(3.0) == 9.0
    with pytest.raises(rz.LinkError, match="'helper' is used by 'idle'"):
        lib.idle(1.0)
    found = uses(IR)
    assert reached(found, ["alias"]) == {"alias", "idle", "helper"}
    assert reached(found, ["text"]) == {"text"}
    assert users(IR, ["helper", "nobody"]) == {"helper": "'idle'"}


@pytest.mark.parametrize(
    ("symbol", "name"),
    [("_ZN3geo5scaleEd", "geo::scale(double)"), ("helper", "helper"), ("_Zero", "_Zero")],
)
def test_names_as_they_are_declared(symbol: str, name: str) -> None:
    assert demangled(symbol) == name


def test_a_library_given_later_defines_it(tmp_path: Path) -> None:
    text = f"double helper(double); double idle(double x) {{ return helper(x); }}\n{SQUARE}"
    assert rz.compile(text).square(3.0) == 9.0
    helper = rz.compile("double helper(double x) { return 5 * x; }").program.optimised
    (tmp_path / "helper.o").write_bytes(target.emit_object(helper))
    shared = tmp_path / "libhelper.so"
    link.linked([tmp_path / "helper.o"], shared, "shared")
    assert rz.compile(text, libraries=[shared]).idle(2.0) == 10.0


def test_a_library_beside_the_program_is_found_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside the program's files, in the folder one is in; elsewhere the error says what to do."""
    text = "double helper(double); double idle(double x) { return helper(x); }"
    helper = rz.compile("double helper(double x) { return 5 * x; }").program.optimised
    (tmp_path / "helper.o").write_bytes(target.emit_object(helper))
    link.linked([tmp_path / "helper.o"], tmp_path / "libnearhelper.so", "shared")
    (tmp_path / "idle.c").write_text(text)
    assert rz.load(tmp_path / "idle.c", libraries=["libnearhelper.so"]).idle(2.0) == 10.0
    with pytest.raises(rz.LinkError, match="beside the files of the program") as caught:
        rz.compile(text, libraries=["libnearhelper.so"]).idle(2.0)
    assert caught.value.code == "RZ034"
    monkeypatch.chdir(tmp_path)
    lib = rz.compile(text, libraries=["libnearhelper.so", "libm.so.6"])
    monkeypatch.chdir("/")
    assert lib.idle(2.0) == 10.0


def test_an_entry_point_of_the_c_interface_is_named_as_one() -> None:
    lib = rz.compile(
        "double __enzyme_autodiff(void *, double); double cube(double x) { return x * x * x; }"
        "double slope(double x) { return __enzyme_autodiff((void *)cube, x); }"
    )
    assert lib.cube(2.0) == 8.0
    for ask in (lambda: lib.slope(2.0), lambda: rz.grad(lib.slope)(2.0)):
        with pytest.raises(rz.Error, match="compile the file with `ribozyme cc`") as caught:
            ask()
        assert "link the file" not in str(caught.value) and "libraries=" not in str(caught.value)
