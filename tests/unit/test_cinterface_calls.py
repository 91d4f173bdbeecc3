"""Derivative calls read off raw IR: what each argument is, and what does not fit."""

import pytest

from ribozyme.backend import llvm
from ribozyme.base.cache import NO_CACHE
from ribozyme.base.errors import Error, RibozymeWarning
from ribozyme.cinterface.call_places import functions, sites
from ribozyme.cinterface.derivative_calls import DerivativeCall, read
from ribozyme.cinterface.differentiation import program
from ribozyme.cinterface.markers import entry, hint, is_marker, word
from ribozyme.cinterface.source_parameters import groups
from ribozyme.frontends.c.clang import Level, compile_c
from ribozyme.ir import types as ty
from ribozyme.parse import parse_module
from ribozyme.transform.core.interface import Kind

HEAD = """
extern int enzyme_dup, enzyme_dupnoneed, enzyme_dupv, enzyme_out, enzyme_const, enzyme_width,
    enzyme_interleave, enzyme_primal_return, enzyme_duplicate;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
struct pair { double x, y; };
struct mixed { int a; float b; };
struct wide { double v[5]; };
"""
LEVELS: list[Level | None] = [None, "O0"]


def calls(text: str, level: Level | None = None, lang: str = "c") -> list[DerivativeCall]:
    spoken = "c" if lang == "c" else "c++"
    made = compile_c(HEAD + text, lang=spoken, level=level, cache=NO_CACHE)
    module = parse_module(llvm.to_text(made.code))
    return [read(site, name) for site in sites(module) for name in functions(site)]


def refused(text: str) -> Error:
    with pytest.raises(Error) as caught:
        calls(text)
    return caught.value


def test_names_of_entry_points_and_markers() -> None:
    assert entry("__enzyme_autodiff_f") == "autodiff"
    assert entry("_Z17__enzyme_autodiffIdJPvEET_S0_DpT0_") == "autodiff"
    assert entry("__enzyme_augmentsize") == "augmentsize"
    assert entry("__enzyme_register_gradient_f") is None
    assert hint("__enzyme_double") and not hint("__enzyme_autodiff_double")
    assert word("_ZL10enzyme_dup") == "enzyme_dup"
    assert word("_ZN2ad12enzyme_constE") == "enzyme_const"
    assert is_marker("enzyme_dup.1") and not is_marker("my_enzyme_table")


@pytest.mark.parametrize("level", LEVELS)
def test_markers_say_what_an_argument_is(level: Level | None) -> None:
    [call] = calls(
        """
        double f(double *x, int n, double s, double t) { return x[0] * n * s * t; }
        double g(double *x, double *dx, double s) {
          return __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 3, enzyme_out, s, s);
        }
        """,
        level,
    )
    assert [a.marker for a in call.arguments] == ["dup", "const", "out", "out"]
    assert [a.primal for a in call.arguments] == [(2,), (5,), (7,), (8,)]
    assert call.arguments[0].shadows == ((3,),)
    assert call.kinds == (Kind.DUP, Kind.CONST, Kind.ACTIVE, Kind.ACTIVE)
    assert call.result is Kind.ACTIVE


def test_unmarked_arguments_by_their_types() -> None:
    reverse, forward = calls(
        """
        double f(double *x, long n, double s, double (*g)(double)) { return g(x[n] * s); }
        double sq(double v) { return v * v; }
        double r(double *x, double *dx) { return __enzyme_autodiff((void *)f, x, dx, 3L, 2.0, sq); }
        double w(double *x, double *dx) {
          return __enzyme_fwddiff((void *)f, x, dx, 3L, 2.0, 1.0, sq);
        }
        """
    )
    assert [a.marker for a in reverse.arguments] == ["dup", "const", "out", "const"]
    assert [a.marker for a in forward.arguments] == ["dup", "const", "dup", "const"]
    assert forward.result is Kind.DUP


@pytest.mark.parametrize("level", LEVELS)
def test_a_struct_is_one_argument_of_several_pieces(level: Level | None) -> None:
    [call] = calls(
        """
        double f(struct pair p, struct mixed m, struct wide w) { return p.x * p.y * m.b * w.v[3]; }
        struct pair __enzyme_autodiff_p(void *, ...);
        struct pair g(struct pair p, struct mixed m, struct wide w) {
          return __enzyme_autodiff_p((void *)f, p, enzyme_const, m, enzyme_const, w);
        }
        """,
        level,
    )
    pair, mixed, wide = (a.group for a in call.arguments)
    assert pair.types == (ty.DOUBLE, ty.DOUBLE) and pair.offsets == (0, 8)
    assert mixed.types == (ty.I64,) and mixed.floats == ((4, ty.FLOAT),)
    assert wide.memory is not None and len(wide.floats) == 5
    assert call.kinds == (Kind.ACTIVE, Kind.ACTIVE, Kind.CONST, Kind.CONST)


def test_an_active_struct_in_memory_has_a_shadow_of_its_own() -> None:
    [call] = calls(
        """
        double f(struct wide w) { return w.v[3]; }
        struct wide __enzyme_autodiff_w(void *, ...);
        struct wide g(struct wide w) { return __enzyme_autodiff_w((void *)f, w); }
        """
    )
    assert call.arguments[0].marker == "out"
    assert call.kinds == (Kind.DUP,)
    assert call.memory is not None


def test_width_takes_as_many_shadows() -> None:
    text = """
        double f(double *x, double *y) { return x[0] * y[0]; }
        void g(double *x, double *y, double *t) {
          __enzyme_fwddiff((void *)f, enzyme_width, 2, enzyme_dup, x, t, t + 1, %s);
        }
    """
    [call] = calls(text % "enzyme_const, y")
    assert call.width == 2 and len(call.arguments[0].shadows) == 2
    [call] = calls(text % "enzyme_dupv, 8L, y, t")
    assert call.arguments[1].stride is not None and len(call.arguments[1].shadows) == 1


def test_interleaved_shadows_come_behind_all_primals() -> None:
    [call] = calls(
        """
        double f(double *x, double *y) { return x[0] * y[0]; }
        void g(double *x, double *y, double *dx, double *dy) {
          __enzyme_autodiff((void *)f, enzyme_interleave, x, y, dx, dy);
        }
        """
    )
    assert [a.primal for a in call.arguments] == [(2,), (3,)]
    assert [a.shadows for a in call.arguments] == [((4,),), ((5,),)]


def test_promoted_floats_and_a_given_seed() -> None:
    [call] = calls(
        """
        float f(float x) { return x * x; }
        double g(float x) { return __enzyme_autodiff((void *)f, x, 2.0f); }
        """
    )
    assert call.arguments[0].primal == (1,) and call.seeds == (2,)


def test_a_choice_of_two_functions_is_two_calls() -> None:
    found = calls(
        """
        double f(double x) { return x; }
        double h(double x) { return x * x; }
        double g(int c, double x) { return __enzyme_autodiff(c ? (void *)f : (void *)h, x); }
        """
    )
    assert [call.function for call in found] == ["f", "h"]


def test_a_function_through_a_variable_is_seen() -> None:
    [call] = calls(
        """
        double f(double x) { return x; }
        double g(double x) { double (*p)(double) = f; return __enzyme_autodiff((void *)p, x); }
        """
    )
    assert call.function == "f"


def test_a_narrow_integer_is_a_warning() -> None:
    with pytest.warns(RibozymeWarning, match="RZ512"):
        calls(
            """
            double f(double x, long n) { return x * n; }
            double g(double x) { return __enzyme_autodiff((void *)f, x, 3); }
            """
        )


F = "double f(double *x, double s) { return x[0] * s; }\n"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("enzyme_duplicate, x, x, 2.0", "RZ501"),
        ("enzyme_dup, x", "RZ502"),
        ("x, x", "RZ502"),
        ("x, x, 2.0, 1.0, x", "RZ503"),
        ("enzyme_const, x, x, 2.0", "RZ504"),
        ("enzyme_out, x, 2.0", "RZ504"),
        ("x, x, enzyme_dup, 2.0, 1.0", "RZ504"),
        ("x, x, 2", "RZ504"),
        ("enzyme_width, 0, x, x, 2.0", "RZ509"),
    ],
)
def test_what_does_not_fit_is_refused_at_its_line(arguments: str, code: str) -> None:
    failure = refused(
        F + f"double g(double *x) {{ return\n__enzyme_autodiff((void *)f, {arguments}); }}"
    )
    assert failure.code == code
    assert failure.location is not None
    assert failure.location.line == HEAD.count("\n") + 3


def test_entry_points_that_do_not_exist_yet() -> None:
    source = (
        F + "double __enzyme_error_estimate(void *, ...);\n"
        "double g(double *x) { return __enzyme_error_estimate((void *)f, x, x, 1.0); }"
    )
    made = compile_c(HEAD + source, lang="c", cache=NO_CACHE)
    with pytest.raises(Error) as caught:
        program(llvm.to_text(made.code))
    assert caught.value.code == "RZ511"


def test_references_and_the_object_are_pointers() -> None:
    made = compile_c(
        "struct S { double k; double at(const double &x, int n) const; };"
        "double S::at(const double &x, int n) const { return k * x * n; }",
        lang="c++",
        cache=NO_CACHE,
    )
    module = parse_module(llvm.to_text(made.code))
    [function] = module.defined()
    found = groups(module, function)
    assert [g.name for g in found] == ["this", "x", "n"]
    assert [g.pointers for g in found] == [True, True, False]
