"""The printer on functions nobody parsed: numbers, names that clash, and what a rewrite gives."""

from ribozyme.backend.llvm import canonical
from ribozyme.ir import debug
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.metadata_graph import moved
from ribozyme.ir.module import Module
from ribozyme.ir.printer import print_function, print_module
from ribozyme.ir.rewrite import clone
from ribozyme.ir.values import const_float
from ribozyme.parse import parse_module


def test_unnamed_locals_and_blocks_share_their_numbers() -> None:
    b = FunctionBuilder("f", ty.function(ty.DOUBLE, (ty.DOUBLE, ty.I1)), ("x",))
    entry, other = b.block(), b.block()
    b.at(entry)
    b.cond_br(b.params[1], other, other)
    b.at(other)
    b.ret(b.fmul(b.params[0], b.params[0]))
    assert print_function(b.finish()) == (
        "define double @f(double %x, i1 %0) {\n  br label %2\n\n2:\n"
        "  %3 = fmul double %x, %x\n  ret double %3\n}"
    )


def test_names_that_clash_get_numbers() -> None:
    b = FunctionBuilder("f", ty.function(ty.DOUBLE, (ty.DOUBLE,)), ("x",))
    b.at(b.block("x"))
    first = b.fbinary("fadd", b.params[0], const_float(ty.DOUBLE, 1.0), name="x.1")
    second = b.fbinary("fadd", first, first, name="x")
    b.ret(second)
    text = print_function(b.finish())
    assert text == (
        "define double @f(double %x) {\nx.1:\n  %x.1.1 = fadd double %x, 1.000000e+00\n"
        "  %x.2 = fadd double %x.1.1, %x.1.1\n  ret double %x.2\n}"
    )
    assert text in canonical(text)


def test_names_are_quoted_where_llvm_does() -> None:
    b = FunctionBuilder("f g", ty.function(ty.DOUBLE, (ty.DOUBLE,)), ("x'",))
    b.at(b.block("1"))
    b.ret(b.fbinary("fadd", b.params[0], b.params[0], name="x.bar"))
    text = print_function(b.finish())
    assert text.startswith('define double @"f g"(double %"x\'") {\n"1":\n')
    assert canonical(text).endswith(text.partition("define")[2] + "\n")


def test_a_clone_is_the_same_function_with_other_handles() -> None:
    text = """\
define double @f(double %x, i1 %c) {
entry:
  br i1 %c, label %a, label %b

a:
  %y = fmul double %x, %x
  br label %b

b:
  %z = phi double [ %x, %entry ], [ %y, %a ]
  ret double %z
}
"""
    function = parse_module(text).functions["f"]
    copy = clone(function, "g")
    assert print_function(copy) == print_function(function).replace("@f", "@g")
    assert not {id(p.local) for p in copy.params} & {id(p.local) for p in function.params}
    constant = clone(function, "h", {0: const_float(ty.DOUBLE, 2.0)})
    assert "fmul double 2.000000e+00, 2.000000e+00" in print_function(constant)


DEBUG = """\
define double @f(double %x) !dbg !4 {
  %1 = fmul double %x, %x, !dbg !8
  %2 = fadd double %1, 1.0, !dbg !9
  %3 = fadd double %2, 1.0
  ret double %3, !dbg !10
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "m.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3, type: !3, unit: !0)
!5 = distinct !DISubprogram(name: "g", scope: !6, file: !6, line: 30, type: !3, unit: !0)
!6 = !DIFile(filename: "/inc/g.h", directory: "/src")
!7 = distinct !DILexicalBlock(scope: !5, file: !6, line: 31, column: 2)
!8 = !DILocation(line: 32, column: 7, scope: !7, inlinedAt: !9)
!9 = distinct !DILocation(line: 4, column: 12, scope: !4)
!10 = !DILocation(line: 0, scope: !4)
"""


def test_locations() -> None:
    module = parse_module(DEBUG)
    function = module.functions["f"]
    inlined, plain, none, zero = function.blocks[0].instrs
    assert str(debug.location(module, inlined)) == "/inc/g.h:32:7"
    assert [frame.function for frame in debug.frames(module, inlined)] == ["g", "f"]
    assert str(debug.location(module, plain)) == "/src/m.c:4:12"
    assert debug.location(module, none) is None
    assert debug.location(module, zero) is None
    assert str(debug.declared(module, function)) == "/src/m.c:3"
    assert debug.subprogram_name(debug.subprogram(module, function)) == "f"


def test_metadata_moves_with_all_it_reaches() -> None:
    source = parse_module(DEBUG).metadata
    target = Module(metadata=parse_module("!0 = !{}\n!5 = !{!0}\n").metadata)
    ids = moved({8}, source, target.metadata)
    assert min(ids.values()) == 6
    assert set(ids) == {0, 1, 3, 4, 5, 6, 7, 8, 9}
    assert target.metadata[ids[8]].ref("scope") == ids[7]
    assert f"!{ids[7]} = distinct !DILexicalBlock(scope: !{ids[5]}" in print_module(target)
