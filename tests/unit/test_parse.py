"""The parser: what it makes of text, what it refuses and where."""

import struct
import time

import pytest

from ribozyme.backend.llvm import canonical
from ribozyme.base.errors import ParseError
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr
from ribozyme.ir.instrs import Call, FBinary, Load, Phi
from ribozyme.ir.metadata import MDRef
from ribozyme.ir.printer import print_module
from ribozyme.ir.values import ConstAggregate, ConstFloat, ConstGep, ConstInt, GlobalRef
from ribozyme.parse import parse_module

LOOP = """\
define double @f(double %x, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi fast double [ 0.000000e+00, %entry ], [ %s.next, %loop ]
  %s.next = fadd fast double %s, %x
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %done

done:
  ret double %s.next
}
"""


def test_a_forward_reference_is_the_handle_of_its_definition() -> None:
    function = parse_module(LOOP).functions["f"]
    phi = next(function.blocks[1].phis())
    assert isinstance(phi, Phi)
    value, label = phi.incoming[1]
    assert value is function.blocks[1].instrs[3].result
    assert label == 1
    assert function.names == ("x", "n", "i", "s", "s.next", "i.next", "more")


def test_flags_types_and_attachments() -> None:
    text = """\
define double @f(ptr noundef readonly align 8 captures(none) %p) {
  %1 = load double, ptr %p, align 8, !tbaa !0, !noundef !3
  %2 = fmul reassoc nnan double %1, 2.500000e+00
  %3 = tail call fast nofpclass(nan inf) double @g(double noundef %2, i32 signext -1)
  ret double %3
}

declare double @g(double, i32)

!0 = !{!1, !1, i64 0}
!1 = !{!"double", !2, i64 0}
!2 = !{!"root"}
!3 = !{}
"""
    module = parse_module(text)
    function = module.functions["f"]
    load, product, call, _ = function.blocks[0].instrs
    assert function.params[0].attrs == (
        Attr("noundef"),
        Attr("readonly"),
        Attr("align", 8),
        Attr("captures", "none"),
    )
    assert isinstance(load, Load)
    assert load.meta == (("tbaa", MDRef(0)), ("noundef", MDRef(3)))
    assert isinstance(product, FBinary)
    assert product.flags == "reassoc nnan"
    assert product.rhs == ConstFloat(ty.DOUBLE, struct.unpack("<Q", struct.pack("<d", 2.5))[0])
    assert isinstance(call, Call)
    assert call.flags == "fast"
    assert call.result_attrs == (Attr("nofpclass", "nan inf"),)
    assert call.args[1] == ConstInt(ty.I32, -1)
    assert call.type is ty.function(ty.DOUBLE, (ty.DOUBLE, ty.I32))
    assert module.metadata[3].fields == ()


def test_any_layout_of_a_line_means_the_same() -> None:
    loose = (
        LOOP.replace(", ", " ,\n   ")
        .replace("[ ", "[")
        .replace("%x\n", "%x ; a comment\n\n; more\n")
    )
    assert print_module(parse_module(loose)) == print_module(parse_module(LOOP))


@pytest.mark.parametrize(
    "type, text",
    [
        ("double", "0x7FF8000000000001"),
        ("double", "-0.000000e+00"),
        ("double", "0x3FF3C0C9539B8887"),
        ("double", "4.940660e-324"),
        ("float", "0x36A0000000000000"),
        ("float", "0x7FF0000020000000"),
        ("float", "0xFFF8000000000000"),
        ("float", "1.500000e+00"),
        ("half", "0xH3E00"),
        ("bfloat", "0xR3FC0"),
        ("x86_fp80", "0xK3FFF8CCCCCCCCCCCCCCD"),
        ("fp128", "0xL00000000000000004000800000000000"),
        ("ppc_fp128", "0xM3FF00000000000003C90000000000000"),
        ("i1", "true"),
        ("i8", "-128"),
        ("i128", "170141183460469231731687303715884105727"),
        ("<2 x i1>", "<i1 true, i1 false>"),
        ("<4 x float>", "splat (float 1.000000e+00)"),
        ("[3 x i8]", 'c"a\\22\\5C"'),
        ("{ ptr, [0 x i8] }", "{ ptr @f, [0 x i8] zeroinitializer }"),
        ("<{ i8, i64 }>", "<{ i8 1, i64 ptrtoint (ptr @f to i64) }>"),
        ("ptr", "getelementptr inbounds nuw inrange(-16, 8) (i8, ptr @f, i64 16)"),
        ("i32", "trunc (i64 sub (i64 ptrtoint (ptr @f to i64), i64 3) to i32)"),
        ("ptr", "dso_local_equivalent @f"),
        ("ptr", "no_cfi @f"),
        ("ptr addrspace(3)", "addrspacecast (ptr @f to ptr addrspace(3))"),
    ],
)
def test_constants(type: str, text: str) -> None:
    source = f"@g = global {type} {text}\n\ndeclare void @f()\n"
    normal = canonical(source)
    assert canonical(print_module(parse_module(normal))) == normal
    assert canonical(print_module(parse_module(source))) == normal


def test_names_of_all_kinds() -> None:
    source = """\
%"struct a b" = type { i32 }
@0 = private global i32 1
@"1" = global i32 2
@"caf\\C3\\A9 \\22x\\22" = global ptr @0
@"\\01_raw" = global %"struct a b" zeroinitializer

define void @"f g"(i32 %"7", i32 %0) {
"an entry":
  %"a$b" = add i32 %"7", %0
  br label %"1"

"1":
  %1 = add i32 %"a$b", 1
  br label %2

2:
  ret void
}
"""
    normal = canonical(source)
    module = parse_module(normal)
    assert canonical(print_module(module)) == normal
    assert 'café "x"' in module.globals
    assert module.globals["0"].type is ty.I32
    assert module.functions["f g"].names == ("7", None, "a$b", None)


def test_deep_nesting_needs_no_recursion() -> None:
    depth = 3000
    type_text, value = "i8", "i8 7"
    for _ in range(40):
        type_text, value = f"[1 x {type_text}]", f"[1 x {type_text}] [{value}]"
    nested = "i64 1"
    for _ in range(depth):
        nested = f"i64 add (i64 ptrtoint (ptr @f to i64), {nested})"
    source = f"@a = global {value}\n@b = global {nested}\ndeclare void @f()\n"
    module = parse_module(source)
    again = parse_module(print_module(module))
    assert print_module(again) == print_module(module)
    assert print_module(module).count("ptrtoint") == depth


def test_a_million_elements() -> None:
    count = 1_000_000
    inner = ", ".join(f"double {k % 977}.000000e+00" for k in range(count))
    text = f"@t = global [{count} x double] [{inner}], align 16\n"
    start = time.process_time()
    module = parse_module(text)
    printed = print_module(module)
    spent = time.process_time() - start
    value = module.globals["t"].initialiser  # type: ignore[union-attr]
    assert isinstance(value, ConstAggregate)
    assert len(value.elements) == count
    assert parse_module(printed).globals["t"].initialiser == value  # type: ignore[union-attr]
    assert spent < 20  # seconds; it takes about two


def test_a_struct_may_be_used_before_it_is_defined() -> None:
    text = "%a = type { %b, i32 }\n%b = type { %c }\n%c = type { double }\n@g = global %a undef\n"
    module = parse_module(text)
    outer = module.globals["g"].type
    assert isinstance(outer, ty.StructType)
    assert str(ty.elements(ty.elements(outer)[0])[0]) == "%c"
    assert [struct.label for struct in module.structs] == ["%a", "%b", "%c"]


def test_a_vector_gep_yields_a_vector() -> None:
    text = """\
define <2 x ptr> @f(ptr %p, <2 x i64> %i) {
  %1 = getelementptr double, ptr %p, <2 x i64> %i
  ret <2 x ptr> %1
}
"""
    gep = parse_module(text).functions["f"].blocks[0].instrs[0]
    assert gep.result is not None
    assert gep.result.type is ty.vector(2, ty.PTR)


def test_an_alias_of_an_expression() -> None:
    module = parse_module(
        "@g = global [2 x i32] zeroinitializer\n@a = alias i32, "
        "getelementptr inbounds (i8, ptr @g, i64 4)\n"
    )
    aliasee = module.globals["a"].aliasee  # type: ignore[union-attr]
    assert isinstance(aliasee, ConstGep)
    assert aliasee.base == GlobalRef(ty.PTR, "g")
    assert (
        print_module(module)
        .splitlines()[-1]
        .endswith("@a = alias i32, getelementptr inbounds (i8, ptr @g, i64 4)")
    )


@pytest.mark.parametrize(
    "text, line, column, message",
    [
        ("define void @f() {\n  ret void\n", 1, 19, "not closed"),
        ("define void @f() {\n  frobnicate i32 1\n}\n", 2, 14, "no instruction"),
        ("define i32 @f() {\n  ret i32 %x\n}\n", 2, 11, "%x is not defined"),
        ("define i32 @f(i64 %x) {\n  ret i32 %x\n}\n", 2, 11, "of type i64"),
        ("define void @f() {\n  br label %nowhere\n}\n", 2, 12, "no block %nowhere"),
        ("@g = global i32 1.5\n", 1, 17, "expected a constant of type i32"),
        ("@g = global %missing zeroinitializer\n", 1, 13, "no type %missing"),
        ("%a = type { %b }\n%b = type { %a }\n", 1, 11, "contains itself"),
        (
            "define i32 @f() {\n  %x = add i32 1, 2\n  %x = add i32 1, 2\n  ret i32 %x\n}\n",
            3,
            3,
            "defined twice",
        ),
        ("@g = global i32 0\n@g = global i32 1\n", 2, 1, "defined twice"),
        ("nonsense\n", 1, 1, "begins nothing"),
        ("attributes #0 = { nounwind\n", 2, 1, "expected '}'"),
        ("!0 = !{!1\n", 2, 1, "expected '}'"),
        ("@g = global [2 x i32] [i32 1, i32 2\n", 2, 1, "expected ']'"),
    ],
)
def test_errors_say_where(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_module(text, "bad.ll")
    assert message in str(caught.value)
    span = caught.value.location
    assert span is not None
    assert (span.file, span.line) == ("bad.ll", line)
    assert span.column == column
