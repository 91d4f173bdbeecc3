"""Kinds of accesses, by the source's types: which may touch the same memory."""

from ribozyme.analysis.declared.tbaa import TEXT, Tbaa
from ribozyme.parse.module import parse_module

MODULE = """
define void @f(ptr %p) {
  %a = load double, ptr %p, !tbaa !10
  %b = load ptr, ptr %p, !tbaa !11
  %c = load ptr, ptr %p, !tbaa !12
  %d = load ptr, ptr %p, !tbaa !13
  %e = load i8, ptr %p, !tbaa !14
  ret void
}
!0 = !{!"Simple C++ TBAA"}
!1 = !{!"omnipotent char", !0, i64 0}
!2 = !{!"double", !1, i64 0}
!3 = !{!"any pointer", !1, i64 0}
!4 = !{!"p1 omnipotent char", !3, i64 0}
!5 = !{!"p1 _ZTS4Node", !3, i64 0}
!10 = !{!2, !2, i64 0}
!11 = !{!3, !3, i64 0}
!12 = !{!4, !4, i64 0}
!13 = !{!5, !5, i64 0}
!14 = !{!1, !1, i64 0}
"""


def kinds() -> tuple[Tbaa, list[int]]:
    module = parse_module(MODULE)
    tbaa = Tbaa(module)
    loads = module.functions["f"].blocks[0].instrs[:-1]
    return tbaa, [tbaa.kind(load.meta) for load in loads]


def test_pointers_to_different_types_are_apart() -> None:
    tbaa, (number, pointer, text, node, _) = kinds()
    assert not tbaa.kinds_meet(text, node) and not tbaa.kinds_meet(number, pointer)
    assert tbaa.kinds_meet(pointer, text) and tbaa.kinds_meet(node, pointer)


def test_what_may_be_anything_meets_everything() -> None:
    tbaa, (*some, character) = kinds()
    assert character == 0
    assert all(tbaa.kinds_meet(character, kind) and tbaa.kinds_meet(kind, 0) for kind in some)


def test_addresses_of_characters() -> None:
    tbaa, (_, pointer, text, node, character) = kinds()
    assert all(tbaa.kinds_meet(TEXT, kind) for kind in (pointer, text, character, TEXT))
    assert all(tbaa.kinds_meet(kind, TEXT) for kind in (pointer, text, character))
    assert not tbaa.kinds_meet(TEXT, node) and not tbaa.kinds_meet(node, TEXT)


def test_numbers_that_hold_what_was_stored_as_the_same_alone() -> None:
    tbaa, (number, pointer, *_) = kinds()
    assert tbaa.kinds_meet(-number, -number)
    assert not any(tbaa.kinds_meet(-number, kind) for kind in (number, pointer, TEXT, 0))
