"""Metadata that nothing refers to leaves the text of a part of a module."""

from ribozyme.backend import llvm
from ribozyme.cinterface.parts.bare_text import without_debug
from ribozyme.cinterface.parts.metadata_text import pruned

_MODULE = """
define double @loss(double %x) !dbg !4 {
  %y = fmul double %x, %x, !dbg !8
  ret double %y, !note !20
}

@known = global double 1.0, !dbg !5

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug, \
enums: !9, globals: !3, imports: !9, splitDebugInlining: false)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "a!21.c", directory: "/")
!3 = !{!5, !6}
!4 = distinct !DISubprogram(name: "loss", scope: !2, file: !2, type: !11, unit: !0)
!5 = !DIGlobalVariableExpression(var: !7, expr: !DIExpression())
!6 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!7 = distinct !DIGlobalVariable(name: "known", scope: !0, file: !2, type: !12)
!8 = !DILocation(line: 1, column: 3, scope: !4)
!9 = !{!13}
!10 = distinct !DIGlobalVariable(name: "elsewhere", scope: !0, file: !2, type: !12)
!11 = !DISubroutineType(types: !14)
!12 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!13 = !DIEnumerator(name: "unused", value: 1)
!14 = !{!12}
!20 = !{!"kept"}
!21 = !{!"of a file's name, kept for no good reason"}
!22 = distinct !{!22, !23}
!23 = !{!"of a loop that is elsewhere"}
"""


def test_only_what_is_referred_to_stays() -> None:
    made = pruned(_MODULE)
    for gone in ("elsewhere", "unused", "imports:", "enums:"):
        assert gone in _MODULE and gone not in made
    for kept in ('name: "loss"', 'name: "known"', '!"kept"', "globals: !3", "!3 = !{!5}"):
        assert kept in made
    read = llvm.canonical(made)
    assert read.count("DIGlobalVariable(") == 1 and "DICompileUnit" in read


def test_without_nodes_nothing_changes() -> None:
    text = 'declare void @f()\n\n!note = !{!"here"}\n'
    assert pruned(text) == text and pruned("") == ""


def test_it_is_what_llvm_drops() -> None:
    """Without debug info, reading and printing gives the same for both."""
    text = without_debug(_MODULE)
    made = pruned(text)
    assert "of a loop" not in made and "DICompileUnit" not in made and '!"kept"' in made
    assert llvm.canonical(made) == llvm.canonical(text)


_CLASS = """
define void @f(ptr %p) !dbg !1 {
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!13}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: FullDebug)
!1 = distinct !DISubprogram(name: "f", scope: !2, file: !2, type: !3, unit: !0, \
spFlags: DISPFlagDefinition)
!2 = !DIFile(filename: "a.cpp", directory: "/")
!3 = !DISubroutineType(types: !4)
!4 = !{null, !5}
!5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64)
!6 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", size: 64, elements: !7)
!7 = !{!8, !9, !10, !11}
!8 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !6, baseType: !12, size: 64)
!9 = !DISubprogram(name: "norm", scope: !6, file: !2, type: !3, spFlags: 0)
!10 = !DIDerivedType(tag: DW_TAG_typedef, name: "own", scope: !6, baseType: !12)
!11 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !6, baseType: !14)
!12 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!13 = !{i32 2, !"Debug Info Version", i32 3}
!14 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "B", size: 8, elements: !15)
!15 = !{!9}
"""


def test_classes_keep_their_data() -> None:
    made = pruned(_CLASS, data_only=True)
    assert "!7 = !{!8, !11}" in made and "!15 = !{}" in made
    assert "norm" not in made and "typedef" not in made and 'name: "x"' in made
    read = llvm.canonical(made)
    assert "DW_TAG_inheritance" in read and "norm" not in read
    assert "norm" in llvm.canonical(pruned(_CLASS))
