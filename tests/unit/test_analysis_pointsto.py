"""Where pointers point, and what may overlap."""

# ruff: noqa: E501  (C on its own lines)

import numpy as np
import pytest
from tests.analysed import from_text, instrs, program

import ribozyme as rz
from ribozyme.analysis.pointsto import exceptions, inclusion, receivers
from ribozyme.analysis.pointsto.objects import Kind, Table, overlap
from ribozyme.analysis.pointsto.pointsto import PointsTo, pessimistic_points_to, points_to
from ribozyme.ir.instrs import Load, Store


def loads(points: PointsTo, name: str = "f") -> list[Load]:
    return [i for i in instrs(points.program, name, Load) if isinstance(i, Load)]


def stores(points: PointsTo, name: str = "f") -> list[Store]:
    return [i for i in instrs(points.program, name, Store) if isinstance(i, Store)]


def test_overlap_of_places() -> None:
    assert overlap(0, 0, 8, 4, 0, 8)
    assert not overlap(0, 0, 8, 8, 0, 8)
    assert not overlap(8, 0, 8, 0, 0, 8)
    assert overlap(0, 0, None, 800, 0, 8)
    assert not overlap(800, 0, None, 0, 0, 8)
    assert overlap(0, 24, 8, 48, 0, 8)
    assert not overlap(8, 24, 8, 48, 0, 8)
    assert not overlap(8, 24, 8, 16, 24, 8)
    assert overlap(8, 24, 9, 16, 24, 8)
    assert overlap(16, 24, 9, 0, 24, 8), "a place may reach into the next round"


def test_many_locations_fall_together_and_still_cover() -> None:
    table = Table()
    table.new(Kind.UNKNOWN, "unknown")
    made = table.new(Kind.HEAP, "heap")
    numbers = [table.location(made.id, 16 * index) for index in range(100)]
    assert len(set(numbers)) < 50
    for index, number in enumerate(numbers):
        assert overlap(table.offset[number], table.stride[number], 1, 16 * index, 0, 1)


def test_arguments_and_fields() -> None:
    points = points_to(
        program(
            """
            struct S { double *x; double *y; long n; };
            double f(struct S *s, double *z) { s->y[1] = z[2]; return s->x[0]; }
            """,
            "f",
        )
    )
    named = {
        str(place)
        for load in loads(points)
        for place in points.of(points.program.root, load.pointer)
    }
    assert named == {"arg.s[0]", "arg.s[8]", "arg.z[16]", "*arg.s[0][0]"} or named == {
        name.replace("arg.s", "arg.0").replace("arg.z", "arg.1")
        for name in ("arg.s[0]", "arg.s[8]", "arg.z[16]", "*arg.s[0][0]")
    }


def test_what_was_stored_is_loaded() -> None:
    points = points_to(
        program(
            """
            double f(double *a, double *b, int k) {
                double *p[2];
                p[0] = a; p[1] = b;
                return *p[k & 1];
            }
            """,
            "f",
            raw=True,
        )
    )
    last = [load for load in loads(points) if str(load.result.type) == "double"][-1]
    kinds = {place.object.kind for place in points.of(points.program.root, last.pointer)}
    assert kinds == {Kind.ARGUMENT}
    assert len(points.of(points.program.root, last.pointer)) == 2


def test_memcpy_moves_addresses_to_the_same_distance() -> None:
    points = points_to(
        from_text(
            """
            declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
            define double @f(ptr %a, ptr %b) {
              %one = alloca [2 x ptr]
              %two = alloca [2 x ptr]
              %second = getelementptr i8, ptr %one, i64 8
              store ptr %a, ptr %one
              store ptr %b, ptr %second
              call void @llvm.memcpy.p0.p0.i64(ptr %two, ptr %one, i64 16, i1 false)
              %there = getelementptr i8, ptr %two, i64 8
              %p = load ptr, ptr %there
              %v = load double, ptr %p
              ret double %v
            }
            """,
            "f",
        )
    )
    root = points.program.root
    (place,) = points.of(root, loads(points)[-1].pointer)
    assert place.object.index == 1


def test_integers_that_hold_addresses_are_followed() -> None:
    points = points_to(
        from_text(
            """
            define double @f(ptr %a) {
              %slot = alloca i64
              %n = ptrtoint ptr %a to i64
              store i64 %n, ptr %slot
              %p = load ptr, ptr %slot
              %v = load double, ptr %p
              ret double %v
            }
            """,
            "f",
        )
    )
    (place,) = points.of(points.program.root, loads(points)[-1].pointer)
    assert place.object.kind is Kind.ARGUMENT


def test_a_walk_is_a_stride() -> None:
    points = points_to(
        program(
            """
            struct P { double x, y, m; };
            double f(const struct P *p, const struct P *end) {
                double s = 0;
                for (; p != end; ++p) s += p->y;
                return s;
            }
            """,
            "f",
        )
    )
    places = points.of(points.program.root, loads(points)[-1].pointer)
    assert {(place.offset, place.stride) for place in places} <= {(8, 24), (8, 0)}


LIST = """
#include <stdlib.h>
struct N { double v; struct N *next; };
__attribute__((noinline)) static struct N *cons(double v, struct N *next) {
    struct N *n = malloc(sizeof *n);
    n->v = v; n->next = next;
    return n;
}
double f(const double *x, double *scratch, int n) {
    struct N *one = 0, *two = 0;
    for (int i = 0; i < n; i++) { one = cons(x[i], one); two = cons(2 * x[i], two); }
    double s = 0;
    for (struct N *p = one; p; p = p->next) s += p->v;
    two->v = 1;
    return s;
}
"""


def test_fresh_memory_is_told_apart_by_call_site() -> None:
    points = points_to(program(LIST, "f"))
    root = points.program.root
    made = [o for o in points.objects if o.kind is Kind.HEAP and o.function is root]
    assert len(made) == 2
    one, two = made
    assert not points.alias_mask(one) >> two.id & 1
    inner = next(o for o in points.objects if o.kind is Kind.HEAP and o.function is not root)
    assert points.alias_mask(one) >> inner.id & 1
    assert points.alias_mask(inner) >> two.id & 1


def test_a_cyclic_list_of_the_caller_ends() -> None:
    points = points_to(
        program(
            """
            struct N { double v; struct N *next; struct N *prev; };
            double f(struct N *n) { double s = 0; while (n) { s += n->v; n = n->next->prev->next; } return s; }
            """,
            "f",
        )
    )
    assert not any(points.is_unknown(points.program.root, load.pointer) for load in loads(points))
    assert len(points.objects) < 20


def test_restrict_keeps_apart_and_its_absence_does_not() -> None:
    source = "void f(double *%s a, double *%s b) { a[0] = b[0] * 2; a[1] = b[0]; }"
    for word, expected in (("restrict", False), ("", True)):
        points = points_to(program(source % (word, word), "f"))
        load, store = loads(points)[0], stores(points)[0]
        may = points.may_alias(points.program.root, load.pointer, 8, store.pointer, 8, load, store)
        assert may is expected


def test_types_keep_apart() -> None:
    points = points_to(
        program("void f(double *a, int *n) { *n = 3; a[0] = a[1] + *n; n[1] = 4; }", "f")
    )
    root = points.program.root
    double_load = next(load for load in loads(points) if str(load.result.type) == "double")
    int_store = next(s for s in stores(points) if str(s.value.type) == "i32")
    assert not points.may_alias(
        root, double_load.pointer, 8, int_store.pointer, 4, double_load, int_store
    )
    assert points.may_alias(root, double_load.pointer, 8, int_store.pointer, 4)


def test_fields_of_one_struct_are_apart() -> None:
    points = points_to(
        program("struct S { double a, b; }; void f(struct S *s) { s->a = s->b * 2; }", "f")
    )
    load, store = loads(points)[0], stores(points)[0]
    assert not points.may_alias(points.program.root, load.pointer, 8, store.pointer, 8)


def test_an_escaped_alloca_meets_the_unknown_and_no_argument() -> None:
    points = points_to(
        program(
            """
            void keep(double *); double *kept(void);
            double f(double *x) { double a = 1; keep(&a); *kept() = 2; x[0] = 3; return a; }
            """,
            "f",
        )
    )
    root = points.program.root
    local = next(o for o in points.objects if o.kind is Kind.ALLOCA)
    assert points.alias_mask(local) & 1
    argument = points.argument(0)
    assert argument is not None
    assert not points.alias_mask(local) >> argument.id & 1
    assert root is points.program.root


def test_a_global_of_another_file_may_be_the_argument() -> None:
    source = "%s double g[4]; void f(double *x) { g[0] = x[1] * 2; x[0] = g[0] + g[1]; }"
    for word, expected in (("extern", True), ("static", False)):
        points = points_to(program(source % word, "f", raw=True))
        argument = points.argument(0)
        (variable,) = [o for o in points.objects if o.kind is Kind.GLOBAL]
        assert argument is not None
        assert bool(points.alias_mask(argument) >> variable.id & 1) is expected


def test_virtual_calls_are_closed() -> None:
    points = points_to(
        program(
            """
            struct Shape { virtual double area(double) const = 0; virtual ~Shape() {} };
            struct Square : Shape { double area(double x) const override { return x * x; } };
            struct Circle : Shape { double area(double x) const override { return 3 * x * x; } };
            __attribute__((noinline)) static double total(const Shape *s, double x) { return s->area(x); }
            extern "C" double f(double x, int k) {
                Square a; Circle b;
                return total(k ? (Shape *)&a : (Shape *)&b, x);
            }
            """,
            "f",
            "c++",
            raw=True,
        )
    )
    total = next(g for g in points.functions if "total" in g.name)
    calls = [c for c in points.program.calls(total) if points.program.callee(c) is None]
    targets = points.targets(total, calls[0])
    assert targets is not None
    assert {t.name for t in targets} == {"_ZNK6Square4areaEd", "_ZNK6Circle4areaEd"}


def test_the_pessimist_says_yes() -> None:
    of = program("void f(double *restrict a, double *restrict b) { a[0] = b[0]; }", "f")
    points = pessimistic_points_to(of)
    load, store = loads(points)[0], stores(points)[0]
    assert points.may_alias(of.root, load.pointer, 8, store.pointer, 8, load, store)
    (place,) = points.of(of.root, load.pointer)  # precision is lost, provenance is not
    assert place.object is points.argument(1) and place.stride == 1


def test_facts_are_printed_beside_names() -> None:
    points = points_to(program("double f(double *x) { return x[1]; }", "f"))
    assert any("[8]" in line for line in points.lines(points.program.root))


def places_of(points: PointsTo, name: str) -> set[str]:
    """Where a pointer of the root may point, by its name."""
    root = points.program.root
    for instr in root.instrs():
        if instr.result is not None and root.names[instr.result.id] == name:
            return {str(place) for place in points.of(root, instr.result)}
    raise AssertionError(name)


def test_a_multiplied_index_has_its_stride() -> None:
    points = points_to(
        from_text(
            """
            define void @f(ptr %a, i64 %i, i32 %k) {
            entry:
              %n = mul nsw i64 %i, 48
              %p = getelementptr i8, ptr %a, i64 %n
              %m = add nsw i64 %n, 32
              %q = getelementptr i8, ptr %a, i64 %m
              %w = mul i32 %k, 24
              %x = sext i32 %w to i64
              %r = getelementptr i8, ptr %a, i64 %x
              br label %loop
            loop:
              %at = phi i64 [ 16, %entry ], [ %next, %loop ]
              %s = getelementptr i8, ptr %a, i64 %at
              store i8 0, ptr %s
              %next = add nuw nsw i64 %at, 40
              %more = icmp ult i64 %next, 400
              br i1 %more, label %loop, label %end
            end:
              ret void
            }
            """,
            "f",
        )
    )
    assert places_of(points, "p") == {"arg.a[0+48k]"}
    assert places_of(points, "q") == {"arg.a[0+16k]"}
    assert places_of(points, "r") == {"arg.a[0+8k]"}, "a product of 32 bits may wrap"
    assert places_of(points, "s") == {"arg.a[0+8k]"}


def test_a_buffer_that_moves_keeps_places_in_elements() -> None:
    text = """
        declare noalias ptr @malloc(i64)
        define void @f(i64 %n, ptr %other) {
          %old = call ptr @malloc(i64 %n)
          %end = getelementptr [24 x i8], ptr %old, i64 %n
          %start = ptrtoint ptr %begin to i64
          %stop = ptrtoint ptr %end to i64
          %length = sub i64 %stop, %start
          %new = call ptr @malloc(i64 %length)
          %there = getelementptr i8, ptr %new, i64 %length
          store i64 1, ptr %there
          ret void
        }
        """
    known = points_to(from_text(text.replace("%begin", "%old"), "f"))
    assert all(place.endswith("[0+24k]") for place in places_of(known, "there"))
    apart = points_to(from_text(text.replace("%begin", "%other"), "f"))
    assert all(place.endswith("[*]") for place in places_of(apart, "there"))


def test_a_walk_through_memory_is_one_stride() -> None:
    points = points_to(
        from_text(
            """
            declare noalias ptr @malloc(i64)
            define void @f(i64 %n) {
            entry:
              %end = alloca ptr
              %base = call ptr @malloc(i64 %n)
              store ptr %base, ptr %end
              br label %loop
            loop:
              %now = load ptr, ptr %end
              %inner = getelementptr i8, ptr %now, i64 16
              store double 1.0, ptr %inner
              %later = getelementptr i8, ptr %now, i64 40
              store ptr %later, ptr %end
              %more = icmp eq ptr %later, null
              br i1 %more, label %loop, label %done
            done:
              ret void
            }
            """,
            "f",
        )
    )
    offsets = {place.partition("[")[2] for place in places_of(points, "inner")}
    assert "16+40k]" in offsets and "*]" not in offsets


def test_nothing_lies_beyond_the_end_of_an_object() -> None:
    points = points_to(
        from_text(
            """
            define void @f(i64 %n) {
              %s = alloca [72 x i8]
              %last = getelementptr i8, ptr %s, i64 64
              %p = getelementptr inbounds nuw ptr, ptr %last, i64 %n
              %q = getelementptr inbounds ptr, ptr %last, i64 %n
              store ptr null, ptr %p
              store ptr null, ptr %q
              ret void
            }
            """,
            "f",
        )
    )
    assert {place.partition("[")[2] for place in places_of(points, "p")} == {"64]", "72]"}
    assert {place.partition("[")[2] for place in places_of(points, "q")} == {"0+8k]"}


def test_arrays_keep_their_stride_when_locations_fall_together() -> None:
    table = Table()
    table.new(Kind.UNKNOWN, "unknown")
    made = table.new(Kind.HEAP, "heap")
    table.location(made.id, 0, 40)
    offsets = [40 * index + field for index in range(20) for field in (0, 16)]
    numbers = [table.location(made.id, offset) for offset in offsets]
    assert all(table.stride[number] in (0, 40) for number in numbers)


METHODS = """
@one = constant [2 x ptr] [ptr null, ptr @first]
@two = constant [2 x ptr] [ptr null, ptr @second]

declare noalias ptr @malloc(i64)

define internal double @first(ptr %self) noinline {
  %x = getelementptr i8, ptr %self, i64 8
  %v = load double, ptr %x
  ret double %v
}

define internal double @second(ptr %self) noinline {
  %x = getelementptr i8, ptr %self, i64 16
  %v = load double, ptr %x
  ret double %v
}

define double @f(i1 %k) {
  %a = call ptr @malloc(i64 24)
  store ptr @one, ptr %a
  %b = call ptr @malloc(i64 24)
  store ptr @two, ptr %b
  %o = select i1 %k, ptr %a, ptr %b
  %t = load ptr, ptr %o
  %s = getelementptr i8, ptr %t, i64 8
  %m = load ptr, ptr %s
  %r = call double %m(ptr %o)
  ret double %r
}
"""


def test_methods_meet_their_own_objects() -> None:
    """A callee found through an argument is called with the places that lead to it."""
    found = points_to(from_text(METHODS, "f"))
    sites = {}
    for name in ("first", "second"):
        method = next(f for f in found.program.functions if f.name == name)
        (place,) = found.of(method, method.params[0].local)
        sites[name] = place.object.name
    assert len(set(sites.values())) == 2, sites


def test_calls_of_many_places_pass_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond a number of steps the argument of such a call goes to every function it may mean."""
    monkeypatch.setattr(receivers, "MANY", 4)
    found = points_to(from_text(METHODS, "f"))
    for name in ("first", "second"):
        method = next(f for f in found.program.functions if f.name == name)
        places = found.of(method, method.params[0].local)
        assert len({place.object for place in places}) == 2, places


def test_a_solver_that_is_exhausted_tells_objects_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
    struct S { double *x; double *y; long n; };
    double f(struct S *s, double *z) { s->y[1] = z[2]; return s->x[0]; }
    """
    monkeypatch.setattr(inclusion, "STEPS", 0)
    monkeypatch.setattr(inclusion, "PER_NODE", 0)
    points = points_to(program(source, "f"))
    assert points.table.coarse
    root = points.program.root
    (store,) = stores(points)
    assert all(place.stride == 1 for place in points.of(root, store.pointer))
    assert points.may_alias(root, store.pointer, 8, loads(points)[-1].pointer, 8)
    assert {p.object.origin.name for p in points.of(root, store.pointer)} == {
        p.object.origin.name for p in points.of(root, root.params[0].local)
    }


def test_nothing_is_read_beyond_the_end() -> None:
    """Neither an address stored there nor one that lies in code is ever loaded."""
    text = """
define ptr @f(ptr %p) {
  %a = alloca [2 x ptr]
  store ptr %p, ptr %a
  %end = getelementptr i8, ptr %a, i64 16
  %x = load ptr, ptr %end
  %before = getelementptr i8, ptr %a, i64 -8
  %y = load ptr, ptr %before
  %z = load ptr, ptr @f
  ret ptr %p
}
"""
    points = points_to(from_text(text, "f"))
    for load in loads(points):
        assert not points.of(points.program.root, load.result)


TYPED = """
!0 = !{!"C++ TBAA"}
!1 = !{!"omnipotent char", !0, i64 0}
!2 = !{!"any pointer", !1, i64 0}
!3 = !{!"p1 base", !2, i64 0}
!4 = !{!"p1 derived", !2, i64 0}
!5 = !{!3, !3, i64 0}
!6 = !{!4, !4, i64 0}
!7 = !{!2, !2, i64 0}
"""


def test_types_tell_apart_what_is_reached_through_memory() -> None:
    text = f"""
define ptr @f(ptr %p, ptr %q, ptr %r, ptr %cell) {{
  %a = load ptr, ptr %cell
  store ptr %p, ptr %a, !tbaa !5
  store ptr %q, ptr %a, !tbaa !6
  store ptr %r, ptr %a, !tbaa !7
  %x = load ptr, ptr %a, !tbaa !5
  ret ptr %x
}}
{TYPED}"""
    points = points_to(from_text(text, "f"))
    names = {
        place.object.name for place in points.of(points.program.root, loads(points)[-1].result)
    }
    assert names >= {"arg.p", "arg.r"}


def test_results_that_are_put_elsewhere_may_change_their_type() -> None:
    """A function builds what it returns in place; there the caller reads it as another type."""
    text = f"""
define internal void @make(ptr sret(ptr) %out, ptr %d) noinline {{
  store ptr %d, ptr %out, !tbaa !6
  ret void
}}

define ptr @f(ptr %d, ptr %b, i1 %k) {{
  %slot = alloca ptr
  store ptr %b, ptr %slot, !tbaa !5
  call void @make(ptr sret(ptr) %slot, ptr %d)
  %x = load ptr, ptr %slot, !tbaa !5
  ret ptr %x
}}
{TYPED}"""
    points = points_to(from_text(text, "f"))
    names = {place.object.name for place in points.of(points.program.root, loads(points)[0].result)}
    assert names == {"arg.d", "arg.b"}


def test_types_by_which_nothing_lies_there_are_not_believed() -> None:
    """`push((struct base **)&list, …)` breaks the rules of C, and is common."""
    text = f"""
define ptr @f(ptr %p, ptr %cell) {{
  %list = alloca ptr
  store ptr %list, ptr %cell
  %a = load ptr, ptr %cell
  store ptr %p, ptr %a, !tbaa !5
  %x = load ptr, ptr %list, !tbaa !6
  ret ptr %x
}}
{TYPED}"""
    points = points_to(from_text(text, "f"))
    names = {
        place.object.name for place in points.of(points.program.root, loads(points)[-1].result)
    }
    assert "arg.p" in names


def test_a_length_is_no_address() -> None:
    points = points_to(
        from_text(
            """
            declare i64 @strlen(ptr)
            declare ptr @strchr(ptr, i32)
            define double @f(ptr %text, ptr %x) {
              %n = call i64 @strlen(ptr %text)
              %in = call ptr @strchr(ptr %text, i32 32)
              %q = inttoptr i64 %n to ptr
              %y = load double, ptr %q
              ret double %y
            }""",
            "f",
        )
    )
    assert places_of(points, "n") == set()
    assert places_of(points, "in") == {"arg.text[*]"}


def test_behind_the_links_of_a_list_is_its_size() -> None:
    points = points_to(
        from_text(
            """
            declare void @_ZNSt8__detail15_List_node_base7_M_hookEPS0_(ptr, ptr)
            define double @f(ptr %x) {
              %head = alloca { ptr, ptr, i64 }
              %node = alloca { ptr, ptr, double }
              %last = getelementptr i8, ptr %head, i64 8
              store ptr %head, ptr %head
              store ptr %head, ptr %last
              call void @_ZNSt8__detail15_List_node_base7_M_hookEPS0_(ptr %node, ptr %head)
              %at = getelementptr i8, ptr %head, i64 16
              %size = load i64, ptr %at
              %next = load ptr, ptr %head
              %y = load double, ptr %x
              ret double %y
            }""",
            "f",
        )
    )
    assert places_of(points, "size") == set()
    assert places_of(points, "next") == {"f.head[0]", "f.node[0]"}


def test_long_chains_of_copies() -> None:
    """What the last of many copies holds is what the first does."""
    many = 400
    copies = (
        "".join(
            f"if (n > {i}) __builtin_memcpy(&a[{i}], &a[{i - 1}], sizeof a[0]);"
            f"else __builtin_memcpy(&a[{i}], &z, sizeof z);"
            for i in range(1, many)
        )
        .replace("a[", "a")
        .replace("]", "")
    )
    names = ", ".join(f"a{i}" for i in range(many))
    source = (
        "struct part { double v; double *p; };"
        "double f(double *x, int n) {"
        f"struct part {names}, z = {{0, 0}}; a0.v = x[0]; a0.p = x;"
        f"{copies} return a{many - 1}.p ? a{many - 1}.v * *a{many - 1}.p : 0; }}"
    )
    with rz.options(optimise_first=False, check="never"):
        gradient = rz.grad(rz.compile(source, lang="c").f, wrt="x")
        assert gradient(np.array([3.0]), many) == 6.0
        assert gradient(np.array([3.0]), many - 1) == 0.0


def test_a_reference_leads_to_all_its_bytes() -> None:
    source = """
    define internal double @g(ptr dereferenceable(16) %p, ptr dereferenceable(8) %q) {
      %v = load double, ptr %p
      %w = load double, ptr %q
      %r = fmul double %v, %w
      ret double %r
    }
    define double @f(ptr %x, i1 %c) {
      %small = alloca double
      %large = alloca [3 x double]
      %third = getelementptr double, ptr %large, i64 2
      %one = select i1 %c, ptr %small, ptr %large
      %other = select i1 %c, ptr %one, ptr %third
      %r = call double @g(ptr %other, ptr %other)
      ret double %r
    }
    """
    points = points_to(from_text(source, "f"))
    callee = next(f for f in points.functions if f.name == "g")
    led = [{str(place) for place in points.of(callee, load.pointer)} for load in loads(points, "g")]
    assert led == [{"f.large[0]"}, {"f.small[0]", "f.large[0]", "f.large[16]"}]


def test_what_a_library_function_hands_out_meets_itself() -> None:
    """`__errno_location` reads and writes nothing: its result is a place all the same."""
    points = points_to(
        from_text(
            """
            declare ptr @__errno_location() memory(none)
            define double @f(double %x) {
              %p = call ptr @__errno_location()
              store i32 0, ptr %p
              %q = call ptr @__errno_location()
              %r = load i32, ptr %q
              ret double %x
            }
            """,
            "f",
        )
    )
    (load,), (store,) = loads(points), stores(points)
    root = points.program.root
    assert points.mask(root, load.pointer) & points.mask(root, store.pointer)


def test_nothing_in_a_function_is_told_apart() -> None:
    table = Table()
    table.new(Kind.UNKNOWN, "unknown")
    code = table.location(table.new(Kind.FUNCTION, "@f").id, 0)
    assert table.shifted(code, 16, 0) == table.shifted(code, 0, 8) == code


def test_members_of_a_large_class_are_told_apart() -> None:
    """Addresses of eight bytes, and counters of four in between."""
    table = Table()
    table.new(Kind.UNKNOWN, "unknown")
    made = table.new(Kind.HEAP, "domain", size=608)
    offsets = [*range(0, 432, 8), *range(432, 608, 4)]
    numbers = [table.location(made.id, offset) for offset in offsets]
    assert len(set(numbers)) == len(offsets)
    assert not table.is_coarse(made.id)


_THROWING = """
    @type = external constant ptr
    declare ptr @__cxa_allocate_exception(i64)
    declare ptr @__cxa_begin_catch(ptr)
    declare void @__cxa_throw(ptr, ptr, ptr)
    declare void @_ZNSt13runtime_errorC2EPKc(ptr, ptr)
    declare i32 @__gxx_personality_v0(...)
    define double @f(ptr %x, ptr %text, i1 %c) personality ptr @__gxx_personality_v0 {
      br i1 %c, label %one, label %two
    one:
      %a = call ptr @__cxa_allocate_exception(i64 24)
      call void @_ZNSt13runtime_errorC2EPKc(ptr %a, ptr %text)
      %place = getelementptr i8, ptr %a, i64 16
      store ptr %x, ptr %place
      invoke void @__cxa_throw(ptr %a, ptr @type, ptr null) to label %never unwind label %caught
    two:
      %b = call ptr @__cxa_allocate_exception(i64 32)
      call void @_ZNSt13runtime_errorC2EPKc(ptr %b, ptr %text)
      %length = getelementptr i8, ptr %b, i64 16
      store i64 3, ptr %length
      %word = load ptr, ptr %length
      %message = getelementptr i8, ptr %b, i64 8
      %held = load ptr, ptr %message
      invoke void @__cxa_throw(ptr %b, ptr @type, ptr null) to label %never unwind label %caught
    caught:
      %pad = landingpad { ptr, i32 } catch ptr null
      %e = extractvalue { ptr, i32 } %pad, 0
      %given = call ptr @__cxa_begin_catch(ptr %e)
      %there = getelementptr i8, ptr %given, i64 16
      %p = load ptr, ptr %there
      %r = load double, ptr %p
      ret double %r
    never:
      unreachable
    }
"""


def test_exceptions_are_told_apart_by_where_they_are_made() -> None:
    points = points_to(from_text(_THROWING, "f"))
    root = points.program.root
    word, held, there, number = loads(points)
    one, two = (points.mask(root, store.pointer) for store in stores(points))
    assert one and two and not one & two
    assert points.mask(root, there.pointer) & one and points.mask(root, there.pointer) & two
    assert "arg.x" in {str(o) for o in points.members(points.mask(root, number.pointer))}
    assert not points.of(root, word.result), "neither the other's member nor the library's table"
    assert {str(place) for place in points.of(root, held.result)} == {"library[*]"}


def test_exceptions_of_many_places_are_those_of_the_library(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exceptions, "APART", 1)
    points = points_to(from_text(_THROWING, "f"))
    root = points.program.root
    _, _, there, number = loads(points)
    for store in stores(points):
        assert points.mask(root, store.pointer) & points.mask(root, there.pointer)
    assert "arg.x" in {str(o) for o in points.members(points.mask(root, number.pointer))}


def test_characters_of_many_strings_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inclusion, "MANY", 32)
    name = "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE"
    c_str = f"_ZNK{name.removeprefix('_ZN')}5c_strEv"
    made = "".join(
        f"""
          %s{n} = alloca [{32 + 8 * n} x i8]
          call void @{name}C1ERKS4_(ptr %s{n}, ptr %t)
          %c{n} = call ptr @{c_str}(ptr %s{n})
          %b{n} = load i8, ptr %c{n}
          %p{n} = select i1 %k, ptr %c{n}, ptr {f"%p{n - 1}" if n else "null"}
        """
        for n in range(40)
    )
    points = points_to(
        from_text(
            f"""
            declare void @{name}C1ERKS4_(ptr, ptr)
            declare ptr @{c_str}(ptr)
            define double @f(double %x, ptr %t, i1 %k) {{
              {made}
              %last = load i8, ptr %p39
              ret double %x
            }}
            """,
            "f",
        )
    )
    root = points.program.root
    *single, last = (points.mask(root, load.pointer) for load in loads(points))
    assert len(set(single)) == len(single) and all(mask.bit_count() == 1 for mask in single)
    assert last.bit_count() == len(single), "no address lies in them, so many are not too many"


COPIED = """
#include <string.h>
typedef struct { double *at; long n; } part;
double f(const double *x, double *y, int n) {
  double room[16], *numbers = room + 2;
  part s = {y, n}, t;
  if (n > 3) memcpy(room, &s, sizeof s);
  memcpy(FROM, x, SIZE);
  memcpy(&t, room, sizeof t);
  return t.n + *t.at + numbers[n];
}
"""


def test_arrays_that_are_declared_to_be_numbers_hold_no_addresses() -> None:
    """What comes from them is none where an address was stored; where none was, it is one."""

    def led(source: str) -> set[str]:
        points = points_to(program(source, "f", raw=True))
        root = points.program.root
        loaded = [load.result for load in loads(points) if str(load.result.type) == "ptr"]
        return {str(p) for one in loaded for p in points.of(root, one) if "*arg" in str(p)}

    both = COPIED.replace("FROM", "room").replace("SIZE", "16")
    assert not led(both)
    assert led(both.replace("if (n > 3) memcpy(room, &s, sizeof s);", ""))
    assert led(both.replace("const double *x", "const void *x"))


def test_constants_beside_addresses() -> None:
    points = points_to(
        program(
            """
            static const struct { const char *name; int order[2], change[2]; } table[] = {
              {"one", {1, 2}, {3, 4}}, {"two", {5, 6}, {7, 8}}};
            double f(double *x, int i) { return x[table[i].order[1]] * table[i].name[0]; }
            """,
            "f",
        )
    )
    root = points.program.root
    places = [load.pointer for load in loads(points)]
    assert any(points.constant_at(root, place, 4) for place in places)
    assert not all(points.constant_at(root, place, 8) for place in places)
