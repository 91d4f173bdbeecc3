"""What takes part in a derivative, and which addresses need a shadow."""

# ruff: noqa: E501  (C on its own lines)

import pytest
from tests.analysed import from_text, function, instrs, program

from ribozyme.analysis.activity.activity import (
    Activity,
    Shadow,
    activity,
    pessimistic_activity,
)
from ribozyme.analysis.activity.contract import Question, Role
from ribozyme.analysis.activity.losses import Losses
from ribozyme.analysis.pointsto.objects import Kind
from ribozyme.analysis.pointsto.pointsto import points_to
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call, Load, Store
from ribozyme.ir.module import Function


def asked(
    source: str, *args: Role, result: Role = "active", lang: str = "c", **more: object
) -> Activity:
    of = program(source, "f", lang, raw=bool(more.pop("raw", False)))
    return activity(points_to(of), Question(args, result, **more))  # type: ignore[arg-type]


def floats(found: Activity, of: Function) -> tuple[int, int]:
    """How many float results are active, and how many are not."""
    values = [
        instr.result
        for instr in of.instrs()
        if instr.result is not None and ty.is_float(instr.result.type)
    ]
    active = sum(found.active(of, value) for value in values)
    return active, len(values) - active


def root(found: Activity) -> Function:
    return found.points.program.root


def of_kind(found: Activity, kind: Kind) -> list[bool]:
    """Per object of a kind, in order, whether it is active."""
    return [found.object(object) for object in found.points.objects if object.kind is kind]


NOINLINE = "__attribute__((noinline)) static "


def test_varied_and_useful() -> None:
    source = """
        void g(double);
        double f(double x, double c, int n) {
            double varied_only = x * 3;
            g(varied_only);
            double useful_only = c + n;
            return useful_only * c + x;
        }"""
    found = asked(source, "active", "const", "const")
    of = root(found)
    active = [i for i in of.instrs() if i.result is not None and found.active(of, i.result)]
    assert len(active) == 1, "only the last sum depends on x and feeds the result"
    assert found.active(of, of.params[0].local)
    assert not found.active(of, of.params[1].local)


def test_an_inactive_result_and_no_outputs_is_nothing() -> None:
    found = asked("double f(double x) { return x * x; }", "active", result="const")
    assert floats(found, root(found)) == (0, 1)
    assert not found.function(root(found))


def test_comparisons_and_integers_end_it() -> None:
    found = asked(
        "double f(double x) { int n = (int)x; return x > 0 ? n * 2.0 : (double)n; }", "active"
    )
    assert floats(found, root(found))[0] == 0


def test_arrays_by_contract() -> None:
    source = "void f(double *y, const double *x, const double *w, int n) { for (int i = 0; i < n; i++) y[i] = x[i] * w[i]; }"
    found = asked(source, "dup", "dup", "const", "const", result="const")
    of = root(found)
    assert [found.shadow(of, param.local) for param in of.params[:3]] == [
        Shadow.SHADOW,
        Shadow.SHADOW,
        Shadow.NONE,
    ]
    assert floats(found, of) == (2, 1)
    (store,) = instrs(found.points.program, "f", Store)
    assert found.instr(of, store)


def test_a_constant_stored_over_active_memory_takes_part() -> None:
    found = asked("void f(double *y) { y[0] = 1.0; }", "dup", result="const")
    (store,) = instrs(found.points.program, "f", Store)
    assert found.instr(root(found), store)


def test_what_is_only_written_for_itself_is_not_active() -> None:
    source = """
        double f(double x, int n) {
            volatile double unused[4];
            double used[4];
            for (int i = 0; i < n; i++) { unused[i & 3] = x * i; used[i & 3] = x + i; }
            return used[n & 3];
        }"""
    found = asked(source, "active", "const", raw=True)
    arrays = [
        found.object(object)
        for object in found.points.objects
        if object.kind is Kind.ALLOCA and "4 x double" in str(getattr(object.site, "allocated", ""))
    ]
    assert arrays == [False, True]


def test_const_memory_that_is_also_dup_stays_const() -> None:
    found = asked(
        "double f(double *a, double *b) { a[0] = 2; return a[0] * b[0]; }", "dup", "const"
    )
    of = root(found)
    assert found.shadow(of, of.params[1].local) is Shadow.NONE
    assert not any(
        found.active(of, load.result)
        for load in instrs(found.points.program, "f", Load)
        if load.pointer is of.params[1].local
    )  # type: ignore[union-attr]


def test_a_pointer_that_is_one_or_the_other_is_mixed() -> None:
    source = "double f(double *x, double *c, int k) { double *p = k ? x : c; return p[0] * p[1]; }"
    found = asked(source, "dup", "const", "const")
    of = root(found)
    kinds = {found.shadow(of, load.pointer) for load in instrs(found.points.program, "f", Load)}  # type: ignore[union-attr]
    assert kinds == {Shadow.MIXED}


def test_both_active_is_no_mixture() -> None:
    source = "double f(double *x, double *c, int k) { double *p = k ? x : c; return p[0] * p[1]; }"
    found = asked(source, "dup", "dup", "const")
    kinds = {
        found.shadow(root(found), load.pointer) for load in instrs(found.points.program, "f", Load)
    }  # type: ignore[union-attr]
    assert kinds == {Shadow.SHADOW}


def test_fields_of_the_caller_s_struct() -> None:
    source = """
        struct S { double *x; int *index; double scale; };
        double f(const struct S *s, int n) {
            double sum = 0;
            for (int i = 0; i < n; i++) sum += s->x[s->index[i]] * s->scale;
            return sum;
        }"""
    found = asked(source, "dup", "const")
    of = root(found)
    for load in instrs(found.points.program, "f", Load):
        assert isinstance(load, Load)
        if ty.is_float(load.result.type):
            assert found.active(of, load.result)
            assert found.shadow(of, load.pointer) is Shadow.SHADOW


LIST = """
#include <stdlib.h>
struct N { double v; struct N *next; };
__attribute__((noinline)) static struct N *cons(double v, struct N *next) {
    struct N *n = malloc(sizeof *n); n->v = v; n->next = next; return n;
}
__attribute__((noinline)) static double sum(const struct N *n) { double s = 0; for (; n; n = n->next) s += n->v * n->v; return s; }
__attribute__((noinline)) static void drop(struct N *n) { while (n) { struct N *m = n->next; free(n); n = m; } }
double f(const double *x, const double *w, int n) {
    struct N *one = 0, *two = 0;
    for (int i = 0; i < n; i++) { one = cons(x[i], one); two = cons(w[i], two); }
    double s = sum(one) + sum(two);
    drop(one); drop(two);
    return s;
}
"""


def test_a_list_is_shadowed_through_and_through() -> None:
    found = asked(LIST, "dup", "const", "const")
    for name in ("cons", "sum", "drop"):
        if name in found.points.program.module.functions:
            assert found.function(function(found.points.program, name))
    assert all(of_kind(found, Kind.HEAP))
    for call in instrs(found.points.program, "f", Call):
        assert isinstance(call, Call)
        target = found.points.program.callee(call)
        if isinstance(target, Function) and target.name in ("cons", "sum", "drop"):
            assert found.call(root(found), call)


def test_a_list_of_constants_is_not() -> None:
    found = asked(LIST, "const", "const", "const")
    assert not any(of_kind(found, Kind.HEAP))
    assert not found.function(root(found))


def test_links_without_floats_need_no_shadow() -> None:
    source = """
        #include <stdlib.h>
        struct N { int i; struct N *next; };
        double f(const double *x, int n) {
            struct N *head = 0;
            for (int i = 0; i < n; i++) { struct N *m = malloc(sizeof *m); m->i = i; m->next = head; head = m; }
            double s = 0;
            for (; head; head = head->next) s += x[head->i];
            return s;
        }"""
    of = program(source, "f")
    points = points_to(of)

    def only_floats(_: Function, value: object) -> bool:
        return ty.is_float(value.type)  # type: ignore[attr-defined]

    found = activity(points, Question(("dup", "const"), "active"), only_floats)
    assert of_kind(found, Kind.HEAP) == [False]
    assert not any(found.shadowed(o) for o in points.objects if o.kind is Kind.HEAP)


def test_a_tree_built_and_summed_by_recursion() -> None:
    source = """
        #include <stdlib.h>
        struct T { double v; struct T *l, *r; };
        static struct T *build(const double *x, int lo, int hi) {
            if (lo >= hi) return 0;
            int mid = (lo + hi) / 2;
            struct T *t = malloc(sizeof *t);
            t->v = x[mid]; t->l = build(x, lo, mid); t->r = build(x, mid + 1, hi);
            return t;
        }
        static double total(const struct T *t) { return t ? t->v * t->v + total(t->l) * total(t->r) : 1; }
        double f(const double *x, int n) { return total(build(x, 0, n)); }"""
    found = asked(source, "dup", "const")
    assert all(of_kind(found, Kind.HEAP))
    assert of_kind(found, Kind.HEAP)
    for of in found.points.functions:
        for instr in of.instrs():
            if isinstance(instr, Load) and ty.is_float(instr.result.type):
                assert found.active(of, instr.result)
            if instr.result is not None and ty.is_pointer(instr.result.type):
                assert found.shadow(of, instr.result) is not Shadow.MIXED


def test_globals() -> None:
    source = """
        static double scratch[8];
        static double setting = 2;
        __attribute__((noinline)) static void put(const double *x) { for (int i = 0; i < 8; i++) scratch[i] = x[i] * setting; }
        void set(double s) { setting = s; }
        double f(const double *x) { put(x); double s = 0; for (int i = 0; i < 8; i++) s += scratch[i] * scratch[i]; return s; }
        """
    found = asked(source, "dup")
    active = {
        object.name: found.object(object)
        for object in found.points.objects
        if object.kind is Kind.GLOBAL
    }
    assert active == {"@scratch": True, "@setting": False}
    found = asked(source, "dup", inactive_globals=frozenset({"scratch"}))
    assert not found.function(root(found))


def test_a_global_with_the_user_s_shadow_is_by_contract() -> None:
    source = "double weights[4]; double f(int i) { return weights[i] * 2; }"
    assert not asked(source, "const").function(function(asked(source, "const").points.program, "f"))
    found = asked(source, "const", shadowed_globals=frozenset({"weights"}))
    assert found.function(root(found))
    (variable,) = [o for o in found.points.objects if o.kind is Kind.GLOBAL]
    assert found.by_contract(variable)


def test_memory_a_global_pointed_to_before_has_no_shadow() -> None:
    source = """
        static double *kept[2];
        void init(double *a, double *b) { kept[0] = a; kept[1] = b; }
        double f(double x) { kept[0][1] = x * x; return kept[1][1]; }"""
    found = asked(source, "active")
    of, losses = root(found), Losses(found)
    ((lost, pointer),) = [(i, p) for i in of.instrs() for p in losses.at(of, i)]
    assert isinstance(lost, Store) and losses.surely(of, pointer)
    source = """
        static double *now;
        double f(double *x) { now = x; now[0] *= 2; return now[1]; }"""
    losses = Losses(found := asked(source, "dup", raw=True))
    of = root(found)
    assert not any(losses.surely(of, p) for i in of.instrs() for p in losses.at(of, i))


@pytest.mark.parametrize(
    "body",
    [
        "return kept[x > 0] * x;",  # only read
        "kept[0] = x; return x * x;",  # only written
        "kept[0] = 1; return kept[1] * x;",  # a constant
        "kept[0] = x; return ((int *)kept)[3] * x;",  # no float comes of it
    ],
)
def test_nothing_is_lost_that_is_only_read_or_never_read(body: str) -> None:
    found = asked(f"double *kept; double f(double x) {{ {body} }}", "active")
    of, losses = root(found), Losses(found)
    assert not any(losses.at(of, i) for i in of.instrs())


def test_callbacks_with_a_context() -> None:
    source = """
        typedef double (*step)(double, void *);
        __attribute__((noinline)) static double run(step g, void *data, int n) { double s = 1; for (int i = 0; i < n; i++) s = g(s, data); return s; }
        static double scaled(double s, void *data) { return s * *(double *)data; }
        static double counted(double s, void *data) { ++*(int *)data; return s; }
        double f(double x, int n) { int k = 0; double a = run(scaled, &x, n); return a + run(counted, &k, n) * k; }
        """
    found = asked(source, "active", "const", raw=True)
    names = {of.name: found.function(of) for of in found.points.functions}
    assert names["scaled"]
    assert names["run"]
    for call in found.points.program.calls(function(found.points.program, "run")):
        targets = found.points.targets(function(found.points.program, "run"), call)
        assert (
            targets is None
            or {t.name for t in targets} <= {"scaled", "counted"}
            or "llvm" in targets[0].name
        )


def test_qsort_moves_activity() -> None:
    source = """
        #include <stdlib.h>
        static int less(const void *a, const void *b) { return *(const double *)a < *(const double *)b ? -1 : 1; }
        double f(const double *x, double *t, int n) {
            for (int i = 0; i < n; i++) t[i] = x[i];
            qsort(t, n, sizeof(double), less);
            return t[0];
        }"""
    found = asked(source, "dup", "dup", "const")
    of = root(found)
    (call,) = [
        c for c in found.points.program.calls(of) if getattr(c.callee, "name", "") == "qsort"
    ]
    assert found.call(of, call)
    assert floats(found, function(found.points.program, "less"))[1] >= 2


def test_inactive_by_name_and_by_data_flow() -> None:
    source = """
        #include <stdio.h>
        double mystery(double);
        double f(double x, double c) { printf("%f\\n", x); double unused = mystery(c); return x * unused; }
        """
    found = asked(source, "active", "const")
    of = root(found)
    by_name = {
        getattr(c.callee, "name", ""): found.call(of, c) for c in found.points.program.calls(of)
    }
    assert not by_name["printf"]
    assert not by_name["mystery"]
    found = asked(source, "active", "active")
    by_name = {
        getattr(c.callee, "name", ""): found.call(root(found), c)
        for c in found.points.program.calls(root(found))
    }
    assert by_name["mystery"]


def test_hidden_state_behind_two_unknown_functions() -> None:
    source = "void put(double); double take(void); double f(double x) { put(x); return take(); }"
    found = asked(source, "active")
    of = root(found)
    assert all(found.call(of, call) for call in found.points.program.calls(of))


def test_registered_as_inactive_though_its_body_is_there() -> None:
    source = (
        NOINLINE + "double g(double x) { return x * x; } double f(double x) { return g(x) + x; }"
    )
    found = asked(source, "active", inactive_functions=frozenset({"g"}))
    of = root(found)
    assert not found.call(of, found.points.program.calls(of)[0])
    assert floats(found, of)[0] == 1


def test_copies_as_bytes_carry() -> None:
    source = """
        #include <string.h>
        double f(const double *x) { double t[4]; memcpy(t, x, sizeof t); long bits; memcpy(&bits, t + 1, 8); double y; memcpy(&y, &bits, 8); return y * t[0]; }
        """
    found = asked(source, "dup", raw=True)
    of = root(found)
    copies = [
        c for c in found.points.program.calls(of) if "memcpy" in getattr(c.callee, "name", "")
    ]
    assert len(copies) == 3
    assert all(found.call(of, call) for call in copies)
    ret = of.blocks[-1].terminator
    assert found.instr(of, ret)


def test_what_is_stored_through_a_double_pointer_is_an_output() -> None:
    source = """
        #include <stdlib.h>
        void f(double **out, const double *x, int n) {
            double *p = malloc(n * sizeof *p);
            for (int i = 0; i < n; i++) p[i] = x[i] * x[i];
            *out = p;
        }"""
    found = asked(source, "dup", "dup", "const", result="const")
    assert of_kind(found, Kind.HEAP) == [True]


def test_a_returned_pointer_with_a_shadow() -> None:
    source = """
        #include <stdlib.h>
        double *f(double x) { double *p = malloc(8); *p = x * x; return p; }"""
    assert of_kind(asked(source, "active", result="dup"), Kind.HEAP) == [True]
    assert of_kind(asked(source, "active", result="const"), Kind.HEAP) == [False]


def test_vtables_need_no_shadow() -> None:
    source = """
        struct Shape { virtual double area(double) const = 0; virtual ~Shape() {} };
        struct Square : Shape { double s; double area(double x) const override { return x * x * s; } };
        struct Circle : Shape { double r; double area(double x) const override { return 3 * x * r; } };
        __attribute__((noinline)) static double total(const Shape *s, double x) { return s->area(x); }
        extern "C" double f(double x, int k) {
            Square a; a.s = x; Circle b; b.r = 2 * x;
            return total(k ? (Shape *)&a : (Shape *)&b, x);
        }"""
    found = asked(source, "active", "const", lang="c++")
    tables = [o for o in found.points.objects if o.name.startswith("@_ZTV")]
    assert tables
    assert not any(found.shadowed(o) for o in tables)
    total = next(of for of in found.points.functions if "total" in of.name)
    for load in instrs(found.points.program, total.name, Load):
        assert isinstance(load, Load)
        assert found.shadow(total, load.result) is Shadow.NONE


def test_why_names_the_way_from_the_input() -> None:
    found = asked("double f(double x) { double t = x * 2; return t * t; }", "active")
    of = root(found)
    (ret,) = [b.terminator for b in of.blocks]
    way = found.why(of, ret.value)  # type: ignore[union-attr]
    assert way[0].value is of.params[0].local
    assert way[-1].value is ret.value  # type: ignore[union-attr]


def test_swapped_phis() -> None:
    found = activity(
        points_to(
            from_text(
                """
                define double @f(double %x, i32 %n) {
                entry:
                  br label %loop
                loop:
                  %a = phi double [ %x, %entry ], [ %b, %loop ]
                  %b = phi double [ 1.0, %entry ], [ %a, %loop ]
                  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
                  %j = add i32 %i, 1
                  %go = icmp slt i32 %j, %n
                  br i1 %go, label %loop, label %end
                end:
                  ret double %b
                }
                """,
                "f",
            )
        ),
        Question(("active", "const"), "active"),
    )
    assert floats(found, root(found)) == (2, 0)


def test_the_pessimist_adds_and_never_takes_away() -> None:
    for source, args in (
        (LIST, ("dup", "const", "const")),
        (
            "double f(double *x, double *c, int k) { return (k ? x : c)[0] * c[1]; }",
            ("dup", "const", "const"),
        ),
    ):
        of = program(source, "f")
        points = points_to(of)
        question = Question(args, "active")  # type: ignore[arg-type]
        found, worst = activity(points, question), pessimistic_activity(points, question)
        for g in points.functions:
            for instr in g.instrs():
                if found.instr(g, instr):
                    assert worst.instr(g, instr)
                if instr.result is not None and found.active(g, instr.result):
                    assert worst.active(g, instr.result)
        assert worst.shadow(of.root, of.root.params[1].local) is Shadow.NONE


def test_facts_are_printed() -> None:
    found = asked("double f(double *x) { return x[0] * 2; }", "dup")
    lines = list(found.lines(root(found)))
    assert any("shadow" in line for line in lines)
    assert any("active" in line for line in lines)
