"""Types of bytes: what copies carry, told by everything else in the program."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from tests.analysed import from_text, program

from ribozyme.analysis.declared.marks import (
    FLOAT,
    HEAD,
    INTEGER,
    PADDING,
    POINTER,
    SEEN,
    TAIL,
    Image,
    float_marks,
)
from ribozyme.analysis.pointsto.pointsto import points_to
from ribozyme.analysis.types.cells import Cells, transfer
from ribozyme.analysis.types.typing import Typing, typing, untyped
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call, Instr, Load
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstInt, GlobalRef, Local, Value

GOLDEN: Final = Path(__file__).parents[1] / "golden" / "analysis"
D: Final = float_marks(ty.DOUBLE)
F: Final = float_marks(ty.FLOAT)


class Facts:
    """The types of a program, and short ways to ask."""

    def __init__(self, source: str, *, ir: bool = False, lang: str = "c") -> None:
        self.program = from_text(source, "f") if ir else program(source, "f", lang)
        self.types: Typing = typing(points_to(self.program))
        self.root: Function = self.program.root

    def local(self, name: str) -> Local:
        return next(v for v in self.locals(self.root) if self.root.names[v.id] == name)

    @staticmethod
    def locals(function: Function) -> list[Local]:
        made = [instr.result for instr in function.instrs() if instr.result is not None]
        return [param.local for param in function.params] + made

    def lanes(self, name: str) -> tuple[tuple[int, ty.FloatType], ...] | None:
        return self.types.float_lanes(self.root, self.local(name))

    def copies(self) -> list[tuple[Function, Instr, tuple[Value, ...], int | None]]:
        found = []
        for function in self.program.functions:
            for instr in function.instrs():
                match instr:
                    case Call(callee=GlobalRef(name=name), args=(to, source, size, *_)) if (
                        name.startswith(("llvm.memcpy", "llvm.memmove"))
                    ):
                        length = size.value if isinstance(size, ConstInt) else None
                        found.append((function, instr, (to, source), length))
                    case _:
                        pass
        return found

    def copied(self) -> Image:
        ((function, instr, pointers, size),) = self.copies()
        return self.types.memory(function, pointers, size, instr)


HEAD_C = "#include <string.h>\n#include <stdlib.h>\n"


# ---- memory --------------------------------------------------------------------------------------


def test_an_array_of_doubles() -> None:
    facts = Facts(
        HEAD_C + "double f(double *x, long n) { double *y = malloc(8 * n); memcpy(y, x, 8 * n);"
        " double s = 0; for (long i = 0; i < n; i++) s += y[i]; free(y); return s; }"
    )
    image = facts.copied()
    assert image.floats == ((0, ty.DOUBLE),) and image.period == 8 and image.known


def test_a_struct_with_padding() -> None:
    facts = Facts(
        HEAD_C + "struct S { double a, b; int k; };"
        "void f(struct S *d, const struct S *s, long i) { d[i] = s[2 * i]; }"
    )
    image = facts.copied()
    assert image.floats == ((0, ty.DOUBLE), (8, ty.DOUBLE))
    assert [part.kind for part in image.parts[2:]] == ["integer", "padding"]
    assert image.period == 24


def test_addresses_beside_floats() -> None:
    facts = Facts(
        HEAD_C + "struct N { double v; struct N *next; float w; int k; };"
        "void f(struct N *a, struct N *b) { *a = *b; }"
    )
    image = facts.copied()
    assert image.floats == ((0, ty.DOUBLE), (16, ty.FLOAT))
    assert image.pointers == (8,)
    assert image.known


def test_nobody_knows_what_void_is() -> None:
    facts = Facts(HEAD_C + "void f(void *a, const void *b, long n) { memcpy(a, b, n); }")
    image = facts.copied()
    assert not image.known and image.floats == ()


def test_the_declaration_of_a_parameter_is_asked_last() -> None:
    facts = Facts(HEAD_C + "void f(float *a, const void *b, long n) { memcpy(a, b, 4 * n); }")
    assert facts.copied().floats == ((0, ty.FLOAT),)


def test_a_use_behind_a_call_tells() -> None:
    facts = Facts(
        HEAD_C + "__attribute__((noinline)) static double sum(void *p, long n) {"
        " double *q = p, s = 0; for (long i = 0; i < n; i++) s += q[i] * q[i]; return s; }"
        "double f(void *a, long n) { void *t = malloc(n * 8); memcpy(t, a, n * 8);"
        " double r = sum(t, n); free(t); return r; }"
    )
    assert facts.copied().floats == ((0, ty.DOUBLE),)


def test_a_chain_of_copies() -> None:
    """Only the last of the copies is ever read."""
    copies = "".join(
        f"  call void @llvm.memcpy.p0.p0.i64(ptr %a{n + 1}, ptr %a{n}, i64 16, i1 false)\n"
        for n in range(6)
    )
    allocas = "".join(f"  %a{n} = alloca [2 x i64]\n" for n in range(1, 7))
    facts = Facts(
        f"define double @f(ptr %a0) {{\n{allocas}{copies}"
        "  %p = getelementptr i8, ptr %a6, i64 8\n  %x = load double, ptr %p\n"
        "  %y = load float, ptr %a6\n  %z = fpext float %y to double\n"
        "  %r = fadd double %x, %z\n  ret double %r\n}\n"
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n",
        ir=True,
    )
    for function, _, pointers, size in facts.copies():
        image = facts.types.memory(function, pointers, size)
        assert image.floats == ((0, ty.FLOAT), (8, ty.DOUBLE))


def test_dead_bytes_need_no_type_and_seen_ones_do() -> None:
    text = (
        "define double @f(ptr %x, ptr %y) {{\n  %a = alloca [2 x i64]\n"
        "  call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr %x, i64 16, i1 false)\n"
        "  %r = load double, ptr {to}\n  ret double %r\n}}\n"
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
    )
    inside = Facts(text.format(to="%a"), ir=True)
    ((function, _, (to, _), size),) = inside.copies()
    assert inside.types.memory(function, to, size).known
    outside = Facts(text.format(to="%y"), ir=True)
    assert not outside.copied().known


def test_a_float_and_an_address_conflict() -> None:
    facts = Facts(
        "define double @f(ptr %x, ptr %y) {\n"
        "  call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 8, i1 false)\n"
        "  %p = load ptr, ptr %y\n  %q = load double, ptr %x\n  %r = load double, ptr %p\n"
        "  %s = fadd double %q, %r\n  ret double %s\n}\n"
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n",
        ir=True,
    )
    image = facts.copied()
    assert image.unclear is not None and image.unclear.kind == "conflict"


def test_a_union_in_a_struct_is_vague() -> None:
    facts = Facts(
        HEAD_C + "struct U { double a; union { float f; int i; } u; };"
        "void f(struct U *d, const struct U *s) { *d = *s; }"
    )
    for function, instr, pointers, size in facts.copies():
        assert not facts.types.memory(function, pointers, size, instr).known


# ---- values --------------------------------------------------------------------------------------


def test_an_integer_that_is_a_double() -> None:
    facts = Facts(
        "define double @f(ptr %x, ptr %y) {\n  %v = load i64, ptr %x\n  store i64 %v, ptr %y\n"
        "  %r = load double, ptr %y\n  ret double %r\n}\n",
        ir=True,
    )
    assert facts.lanes("v") == ((0, ty.DOUBLE),)
    assert facts.types.carries(facts.root, facts.local("v"))


def test_an_integer_and_a_float_in_one() -> None:
    facts = Facts(
        "define float @f(i64 %v, ptr %k) {\n  %h = lshr i64 %v, 32\n  %t = trunc i64 %h to i32\n"
        "  %x = bitcast i32 %t to float\n  %n = trunc i64 %v to i32\n  %m = add i32 %n, 1\n"
        "  store i32 %m, ptr %k\n  ret float %x\n}\n",
        ir=True,
    )
    assert facts.lanes("v") == ((4, ty.FLOAT),)
    assert facts.lanes("t") == ((0, ty.FLOAT),)
    assert facts.lanes("n") == ()
    assert not facts.types.carries(facts.root, facts.local("m"))


def test_a_pair_is_put_together() -> None:
    facts = Facts(
        "define i64 @f(float %x, i32 %k) {\n  %b = bitcast float %x to i32\n"
        "  %w = zext i32 %b to i64\n  %s = shl i64 %w, 32\n  %n = zext i32 %k to i64\n"
        "  %i = mul i32 %k, 3\n  %r = or disjoint i64 %s, %n\n  ret i64 %r\n}\n",
        ir=True,
    )
    assert facts.lanes("r") == ((4, ty.FLOAT),)
    assert facts.lanes("n") == ()


def test_arithmetic_on_the_bits_of_a_float_is_not_known() -> None:
    facts = Facts(
        "define i64 @f(double %x) {\n  %b = bitcast double %x to i64\n"
        "  %r = xor i64 %b, -9223372036854775808\n  ret i64 %r\n}\n",
        ir=True,
    )
    assert facts.lanes("b") == ((0, ty.DOUBLE),)
    assert facts.lanes("r") is None


def test_an_aggregate() -> None:
    facts = Facts(
        "define { i64, double } @f(i64 %v, double %x, ptr %y) {\n"
        "  %a = insertvalue { i64, double } poison, i64 %v, 0\n"
        "  %b = insertvalue { i64, double } %a, double %x, 1\n"
        "  %e = extractvalue { i64, double } %b, 0\n  %d = bitcast i64 %e to double\n"
        "  store double %d, ptr %y\n  ret { i64, double } %b\n}\n",
        ir=True,
    )
    assert facts.lanes("b") == ((0, ty.DOUBLE), (8, ty.DOUBLE))
    assert facts.lanes("v") == ((0, ty.DOUBLE),)


def test_vectors_of_integers() -> None:
    facts = Facts(
        "define <2 x double> @f(<4 x i32> %v, <2 x i64> %w) {\n"
        "  %s = shufflevector <2 x i64> %w, <2 x i64> poison, <2 x i32> <i32 1, i32 0>\n"
        "  %x = bitcast <2 x i64> %s to <2 x double>\n  %e = extractelement <4 x i32> %v, i64 2\n"
        "  %y = bitcast i32 %e to float\n  %z = fpext float %y to double\n"
        "  %r = insertelement <2 x double> %x, double %z, i64 0\n  ret <2 x double> %r\n}\n",
        ir=True,
    )
    assert facts.lanes("w") == ((0, ty.DOUBLE), (8, ty.DOUBLE))
    value = facts.types.value(facts.root, facts.local("v"))
    assert value.floats == ((8, ty.FLOAT),)


def test_zero_fits_anything() -> None:
    facts = Facts(
        "define i64 @f(i1 %c, double %x) {\n  %b = bitcast double %x to i64\n"
        "  %r = select i1 %c, i64 0, i64 %b\n  ret i64 %r\n}\n",
        ir=True,
    )
    assert facts.lanes("r") == ((0, ty.DOUBLE),)


@pytest.mark.parametrize(("lang", "linkage"), [("c", ""), ("c++", 'extern "C"')])
def test_tbaa_tells_what_an_integer_copies(lang: str, linkage: str) -> None:
    facts = Facts(
        "struct P { float x, y; double z; };\n"
        f"{linkage} void f(struct P *a, const struct P *b, long n)"
        "{ for (long i = 0; i < n; i++) { a[i] = b[n - i]; a[i].z *= 2; } }",
        lang=lang,
    )
    seen = 0
    for instr in facts.root.instrs():
        if isinstance(instr, Load) and ty.is_integer(instr.result.type):
            lanes = facts.types.float_lanes(facts.root, instr.result)
            assert lanes is not None and all(kind in (ty.FLOAT, ty.DOUBLE) for _, kind in lanes)
            seen += 1
    for function, _, pointers, size in facts.copies():
        image = facts.types.memory(function, pointers, size)
        assert image.floats[:2] == ((0, ty.FLOAT), (4, ty.FLOAT))
        seen += 1
    assert seen


def test_the_worst_answer() -> None:
    facts = Facts(
        "define double @f(ptr %x, ptr %y) {\n  %v = load i64, ptr %x\n  store i64 %v, ptr %y\n"
        "  %r = load double, ptr %y\n  ret double %r\n}\n",
        ir=True,
    )
    worst = untyped(points_to(facts.program))
    assert worst.float_lanes(facts.root, facts.local("v")) is None
    assert worst.float_lanes(facts.root, facts.local("r")) == ((0, ty.DOUBLE),)
    assert worst.carries(facts.root, facts.local("v"))
    assert not worst.memory(facts.root, facts.local("x"), 8).known


# ---- bytes ---------------------------------------------------------------------------------------


def test_images() -> None:
    both = Image((*F, *(INTEGER,) * 4, *D, *(PADDING,) * 4, *(POINTER,) * 8))
    assert both.floats == ((0, ty.FLOAT), (8, ty.DOUBLE))
    assert both.pointers == (20,)
    assert str(both) == "{0: float, 4: integer × 4, 8: double, 16: padding × 4, 20: pointer × 8}"
    assert Image(tuple(m | INTEGER for m in D)).floats == ((0, ty.DOUBLE),)
    assert Image(D[1:]).unclear is not None
    assert Image((0, 0)).known and not Image((0, SEEN)).known
    assert Image(tuple(m | POINTER for m in D)).unclear is not None
    assert Image((HEAD[ty.DOUBLE] | HEAD[ty.FLOAT], *(TAIL[ty.DOUBLE],) * 7)).unclear is not None
    assert not both.has_cut_address and not Image((POINTER,), 1).has_cut_address
    assert Image((INTEGER, *(POINTER,) * 7)).has_cut_address


def test_cells() -> None:
    cells = Cells()
    for index, marks in enumerate(D):
        assert cells.add(16 + index, 24, marks)
    assert not cells.add(40, 24, D[0])
    assert not cells.add(64, 48, D[0]), "a row of places says it already"
    assert cells.at(16, 0) == D[0] and cells.at(17, 0) == D[1]
    assert cells.at(0, 0) == 0
    assert cells.at(0, 8) == D[0]
    assert cells.at(8, 24) == 0


def test_transfers() -> None:
    source, target = Cells(), Cells()
    for index, marks in enumerate(D):
        source.add(index, 8, marks)
    assert transfer(source, (0, 0), target, (4, 0), 16)
    assert target.at(4, 0) == target.at(12, 0) == D[0]
    assert target.at(20, 0) == 0, "only sixteen bytes were copied"
    assert not transfer(source, (0, 0), target, (4, 0), 16)
    moved = Cells()
    moved.add(0, 0, INTEGER)
    transfer(moved, (0, 0), moved, (8, 0), None)
    assert moved.at(800, 0) == INTEGER


def test_cells_are_bounded() -> None:
    cells = Cells()
    for index in range(5000):
        cells.add(3 * index, 0, INTEGER)
    assert cells.at(1, 0) == INTEGER
    assert sum(1 for _ in cells) == 1


def test_no_padding_hides_a_float() -> None:
    cells = Cells()
    for index in range(4):
        cells.add(index, 4, PADDING)
    for marks in D:
        cells.add(0, 1, marks)
    assert cells.at(0, 0) & FLOAT, "padding in steps of four may be anywhere"
    for index, marks in enumerate(D):
        cells.add(8 + index, 16, marks)
    assert cells.at(0, 0) == PADDING, "now it is known where the floats are"
    assert cells.at(8, 0) & FLOAT


def test_no_address_is_in_a_gap_too_short_for_one() -> None:
    cells = Cells()
    cells.add(0, 1, POINTER)
    assert cells.at(0, 0) == cells.at(9, 16) == POINTER
    for index in range(8):
        cells.add(index, 16, POINTER)
    cells.add(8, 16, INTEGER)
    assert cells.at(0, 16) == POINTER and cells.at(8, 16) == INTEGER
    assert not any(cells.at(at, 16) for at in range(9, 16))


def test_a_counter_before_an_array_is_an_integer() -> None:
    cells, hacked = Cells(), Cells()
    for index, marks in enumerate(D):
        cells.add(8 + index, 8, marks)
        hacked.add(index, 8, marks)
    for index in range(4):
        cells.add(index, 0, INTEGER)
    for index in range(8):
        hacked.add(index, 0, INTEGER)
    assert cells.at(0, 0) == INTEGER and cells.at(5, 0) == PADDING
    assert cells.at(8, 0) == D[0] and cells.at(13, 0) == D[5]
    assert hacked.at(0, 0) & FLOAT, "the bits of the first number, looked at alone"


# ---- the printer ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["pairs", "structs", "unknown"])
def test_golden(name: str, golden: object) -> None:
    source = (GOLDEN / f"{name}.ll").read_text()
    text = source.split("\n; types\n")[0].rstrip("\n")
    facts = Facts(text + "\n", ir=True)
    lines = [line for fn in facts.program.functions for line in facts.types.lines(fn)]
    told = "".join(f"; {line}\n" for line in lines)
    golden(GOLDEN / f"{name}.ll", f"{text}\n\n; types\n{told}")  # type: ignore[operator]
