"""What calls may do, and which reads can be repeated in the reverse sweep."""

# ruff: noqa: E501  (C on its own lines)

import pytest
from tests.analysed import from_text, function, instrs, program

from ribozyme.analysis.memory.effects import Effects, effects, pessimistic_effects
from ribozyme.analysis.memory.overwritten import Overwritten, overwritten, pessimistic_overwritten
from ribozyme.analysis.pointsto.pointsto import PointsTo, points_to
from ribozyme.ir.instrs import Load
from ribozyme.ir.module import Function


def solved(source: str, lang: str = "c", *, raw: bool = False) -> tuple[PointsTo, Effects]:
    of = program(source, "f", lang, raw=raw)
    points = points_to(of)
    return points, effects(of, points)


def named(points: PointsTo, mask: int) -> set[str]:
    return {object.name for object in points.members(mask)}


def stability(source: str, root: str = "f", **more: object) -> list[bool]:
    """Per load of a double in the root, in order, whether it is stable."""
    of = program(source, root)
    points = points_to(of)
    found = overwritten(of, points, effects(of, points), **more)  # type: ignore[arg-type]
    return loads_stable(found, of.root)


def loads_stable(found: Overwritten, of: Function) -> list[bool]:
    return [
        found.stable(of, instr)
        for instr in of.instrs()
        if isinstance(instr, Load) and str(instr.result.type) == "double"
    ]


NOINLINE = "__attribute__((noinline)) static "


def test_reads_and_writes_of_a_callee() -> None:
    points, found = solved(
        NOINLINE
        + """void move(double *to, const double *from, int n) { for (int i = 0; i < n; i++) to[i] = from[i] * 2; }
        void f(double *a, double *b, int n) { move(a, b, n); }"""
    )
    (call,) = points.program.calls(points.program.root)
    effect = found.call(points.program.root, call)
    assert len(named(points, effect.reads)) == 1
    assert len(named(points, effect.writes)) == 1
    assert effect.reads != effect.writes
    assert not effect.outside
    assert not effect.throws
    assert not effect.stores_address


def test_own_allocas_are_no_business_of_the_caller() -> None:
    points, found = solved(
        NOINLINE
        + """double middle(double x, int n) { double t[64]; for (int i = 0; i < 64; i++) t[i] = x * i; return t[n]; }
        double f(double x, int n) { return middle(x, n); }"""
    )
    middle = function(points.program, "middle")
    assert found.function(middle).writes == 0
    assert found.function(middle).pure


def test_printing_and_allocating_and_ending() -> None:
    points, found = solved(
        """
        #include <stdio.h>
        #include <stdlib.h>
        __attribute__((noinline)) static double *make(int n) { double *p = malloc(8 * n); if (!p) exit(1); return p; }
        __attribute__((noinline)) static void say(double x) { printf("%f", x); }
        __attribute__((noinline)) static void drop(double *p) { free(p); }
        double f(double x, int n) { double *p = make(n); p[0] = x; say(x); double y = p[n - 1]; drop(p); return y; }
        """
    )
    by_name = {g.name: found.function(g) for g in points.functions}
    assert by_name["make"].allocates
    assert by_name["make"].ends
    assert by_name["say"].outside
    assert by_name["say"].writes == 0
    if "drop" in by_name:
        assert by_name["drop"].frees
    whole = found.function(points.program.root)
    assert whole.outside
    assert whole.allocates


def test_recursion_sums_up_as_one() -> None:
    points, found = solved(
        NOINLINE
        + """void fill(double *a, int n) { if (n > 0) { a[n] = n; fill(a, n - 2); fill(a, n - 1); } }
        void f(double *a, int n) { fill(a, n); }"""
    )
    fill = function(points.program, "fill")
    argument = points.argument(0)
    assert argument is not None
    assert found.function(fill).writes == 1 << argument.id


def test_exceptions() -> None:
    points, found = solved(
        """
        #include <stdexcept>
        __attribute__((noinline)) static double checked(double x) { if (x < 0) throw std::runtime_error("no"); return x; }
        __attribute__((noinline)) static double calm(double x) noexcept { return x * x; }
        extern "C" double f(double x) { return checked(x) + calm(x); }
        """,
        "c++",
    )
    by_name = {g.name: found.function(g) for g in points.functions}
    assert any(
        effect.throws for name, effect in by_name.items() if "checked" in name or name == "f"
    )
    assert not any(effect.throws for name, effect in by_name.items() if "calm" in name)


def test_a_library_function_touches_what_its_name_says() -> None:
    points, found = solved(
        """
        #include <math.h>
        double f(double x, double *whole) { double part = modf(x, whole); return part + erf(x); }
        """
    )
    root = points.program.root
    argument = points.argument(1)
    assert argument is not None
    assert found.function(root).writes == 1 << argument.id
    assert not found.function(root).ends


def test_an_unknown_function_may_do_anything_but_meet_our_locals() -> None:
    points, found = solved(
        "double g(double); double f(double x) { double t[8]; for (int i = 0; i < 8; i++) t[i] = x * i;"
        " double y = g(x); return y * t[(int)y]; }"
    )
    call = next(
        c
        for c in points.program.calls(points.program.root)
        if points.behaviour(c).meaning is None  # type: ignore[union-attr]
    )
    effect = found.call(points.program.root, call)
    assert effect.outside
    assert effect.ends
    assert all(object.name == "unknown" for object in points.members(effect.writes))


def test_the_pessimist() -> None:
    of = program(
        NOINLINE + "double g(double x) { return x; } double f(double x) { return g(x); }", "f"
    )
    points = points_to(of)
    found = pessimistic_effects(of, points)
    assert found.function(of.root).writes
    nothing = pessimistic_overwritten(of, points, found)
    assert all(not nothing.stable(of.root, load) for load in instrs(of, "f", Load))


# ---- overwritten ---------------------------------------------------------------------------------


def test_read_only_memory_is_stable() -> None:
    assert stability(
        "double f(const double *x, int n) { double s = 0; for (int i = 0; i < n; i++) s += x[i] * x[i]; return s; }"
    ) == [True]


def test_in_place_is_not() -> None:
    assert stability(
        "void f(double *x, int n) { for (int i = 0; i < n; i++) x[i] = x[i] * x[i]; }"
    ) == [False]


@pytest.mark.parametrize(("word", "expected"), [("restrict", True), ("", False)])
def test_restrict_decides(word: str, expected: bool) -> None:
    source = "void f(double *%s y, const double *%s x, int n) { for (int i = 0; i < n; i++) y[i] = x[i] * x[i]; }"
    assert stability(source % (word, word)) == [expected]


def test_a_store_before_the_load_does_no_harm_outside_of_loops() -> None:
    source = """
        double f(double *x, int n) {
            for (int i = 0; i < n; i++) x[i] = i;
            double s = 0;
            for (int i = 0; i < n; i++) s += x[i] * x[i];
            return s;
        }"""
    assert stability(source) == [True]


def test_a_scratch_row_reused_each_round_is_spoiled() -> None:
    source = """
        double f(const double *restrict x, double *restrict t, int n, int m) {
            double s = 0;
            for (int k = 0; k < m; k++) {
                for (int i = 0; i < n; i++) t[i] = x[i] * k;
                for (int i = 0; i < n; i++) s += t[i] * t[i];
            }
            return s;
        }"""
    assert sorted(stability(source)) == [False, True]


def test_other_fields_do_not_spoil() -> None:
    source = """
        struct P { double x, v; };
        void f(struct P *p, int n) { for (int i = 0; i < n; i++) p[i].v = p[i].x * p[i].x; }"""
    assert stability(source) == [True]


def test_a_callee_may_overwrite() -> None:
    source = (
        NOINLINE
        + """void clear(double *a, int n) { for (int i = 0; i < n; i++) a[i] = i; }
        double f(double *restrict x, double *restrict y, int n) {
            double s = x[0] * x[0] + y[0] * y[0];
            clear(y, n);
            return s;
        }"""
    )
    assert sorted(stability(source)) == [False, True]


CALLER = (
    NOINLINE
    + """double square(const double *a, int n) { double s = 0; for (int i = 0; i < n; i++) s += a[i] * a[i]; return s; }
    double f(double *x, int n) { double s = square(x, n); %s return s; }"""
)


@pytest.mark.parametrize(
    ("then", "expected"),
    [
        ("", True),
        ("x[0] = s;", False),
        ("for (int i = 1; i < n; i++) s += square(x + i, n - i);", True),
    ],
)
def test_what_the_caller_does_afterwards(then: str, expected: bool) -> None:
    of = program(CALLER % then, "f")
    points = points_to(of)
    found = overwritten(of, points, effects(of, points))
    assert set(loads_stable(found, function(of, "square"))) == {expected}


def test_a_caller_in_a_loop_writes_in_the_next_round() -> None:
    source = (
        NOINLINE
        + """double square(const double *a, int n) { double s = 0; for (int i = 0; i < n; i++) s += a[i] * a[i]; return s; }
        double f(double *x, int n, int m) {
            double s = 0;
            for (int k = 0; k < m; k++) { x[k] = s + k; s += square(x, n); }
            return s;
        }"""
    )
    of = program(source, "f")
    points = points_to(of)
    found = overwritten(of, points, effects(of, points))
    assert set(loads_stable(found, function(of, "square"))) == {False}


def test_between_the_halves_of_a_split_derivative() -> None:
    source = "double f(const double *x, const double *y) { return x[0] * y[0]; }"
    assert stability(source, split=True) == [False, False]
    assert stability(source, split=True, kept=frozenset({0})) == [True, False]
    assert stability(source) == [True, True]


def test_constants_are_stable_also_between_the_halves() -> None:
    source = """
        static const double table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
        double f(double x, int i) { return x * table[i]; }"""
    assert stability(source, split=True) == [True]


def test_recursion_meets_the_memory_of_the_activation_above() -> None:
    of = from_text(
        """
        define double @f(ptr %p, i32 %n) {
          %slot = alloca double
          %done = icmp eq i32 %n, 0
          br i1 %done, label %end, label %more
        more:
          %v = load double, ptr %p
          %w = fmul double %v, %v
          store double %w, ptr %slot
          %m = sub i32 %n, 1
          %r = call double @f(ptr %slot, i32 %m)
          store double 0.0, ptr %slot
          ret double %r
        end:
          ret double 1.0
        }
        """,
        "f",
    )
    points = points_to(of)
    found = overwritten(of, points, effects(of, points))
    assert loads_stable(found, of.root) == [False]
