"""Atomic additions get the type of plain accesses of the same function."""

from __future__ import annotations

import pytest

from ribozyme.ir.instrs import AtomicRMW
from ribozyme.ir.metadata import attached
from ribozyme.parse import parse_module
from ribozyme.transform.parallel.typed_atomics import atomics_with_types

TEXT = """
define void @f(ptr %x, ptr %y) {{
  %a = load double, ptr %x, align 8{plain}
  %s = load float, ptr %x, align 4{single}
  %o = atomicrmw fadd ptr %y, double %a monotonic, align 8{own}
  ret void
}}
!0 = !{{!"Simple C/C++ TBAA"}}
!1 = !{{!"omnipotent char", !0, i64 0}}
!2 = !{{!"double", !1, i64 0}}
!3 = !{{!2, !2, i64 0}}
!4 = !{{!"S", !2, i64 0, !2, i64 8}}
!5 = !{{!4, !2, i64 8}}
!6 = !{{!1, !1, i64 0}}
!7 = !{{!"float", !1, i64 0}}
!8 = !{{!7, !7, i64 0}}
"""


@pytest.mark.parametrize(
    ("plain", "own", "expected"),
    [
        (", !tbaa !3", "", True),
        ("", "", False),  # -fno-strict-aliasing
        (", !tbaa !5", "", False),  # a member: the update may be of anything
        (", !tbaa !6", "", False),  # read as characters
        (", !tbaa !3", ", !tbaa !5", False),  # it has one
    ],
)
def test_the_type_of_plain_accesses(plain: str, own: str, expected: bool) -> None:
    module = parse_module(TEXT.format(plain=plain, own=own, single=", !tbaa !8"))
    made = atomics_with_types(module)
    assert (made is not module) == expected
    (atomic,) = (i for i in made.functions["f"].instrs() if isinstance(i, AtomicRMW))
    (load, *_) = made.functions["f"].instrs()
    if expected:
        assert attached(atomic.meta, "tbaa") == attached(load.meta, "tbaa")
