"""What is found for many writes at once is what is found for each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from zlib import crc32

import pytest
from tests.programs import Case, discover
from tests.traced import Traced

from ribozyme.analysis.declared.tbaa import Tag, Tags, Tbaa
from ribozyme.analysis.memory.meeting import Writes
from ribozyme.analysis.pointsto.pointsto import Access, PointsTo
from ribozyme.ir.instrs import Load, Store
from ribozyme.parse.module import parse_module

CASES = [
    pytest.param(case, id=case.name)
    for case in discover()
    if "stack" not in case.needs and crc32(case.name.encode()) % 32 == 7
]

TYPES = """
!0 = !{!"root"}
!1 = !{!"omnipotent char", !0, i64 0}
!2 = !{!"double", !1, i64 0}
!3 = !{!"int", !1, i64 0}
!4 = !{!"any pointer", !1, i64 0}
!5 = !{!"p1 double", !4, i64 0}
!6 = !{!"pair", !2, i64 0, !3, i64 8}
!7 = !{!"twice", !6, i64 0, !6, i64 16, !2, i64 32}
!8 = !{!"whole", !3, i64 0, !7, i64 8, !5, i64 48}
!9 = !{!"another root"}
!10 = !{!"word", !9, i64 0}
"""
BASES = {2: (0,), 3: (0,), 1: (0,), 4: (0,), 5: (0,), 6: (0, 8), 7: (0, 8, 16, 24, 32)}
BASES |= {8: (0, 8, 16, 24, 32, 40, 48), 10: (0,)}


def accesses(points: PointsTo) -> Iterator[Access]:
    """What the program reads and writes."""
    layout = points.program.layout
    for function in points.functions:
        for instr in function.instrs():
            if isinstance(instr, Load | Store):
                type = instr.value.type if isinstance(instr, Store) else instr.result.type
                places = points.numbers(function, instr.pointer)
                tag = points.tbaa.tag(instr.meta)
                yield places, layout.size(type), tag
                yield places, None, None


@pytest.mark.rotates(plain=8, wide=100)
@pytest.mark.parametrize("case", CASES)
def test_the_writes_that_an_access_meets(case: Case) -> None:
    points = Traced(case).facts.pointsto
    known = list(dict.fromkeys(accesses(points)))[:300]
    writes = Writes(points)
    bits = {written: writes.add(written) for written in known}
    calls = {1 << number: writes.add(1 << number) for number in range(len(points.objects))}
    for access in known:
        met = writes.meeting(access)
        for written, bit in bits.items():
            assert bool(met & bit) == points.typed_may_meet(access, written), (access, written)
        objects = 0
        for place in access[0]:
            objects |= 1 << points.table.object[place]
        for mask, bit in calls.items():
            assert bool(met & bit) == bool(points.aliases(objects) & mask)


def test_the_tags_that_a_tag_meets() -> None:
    tbaa = Tbaa(parse_module(TYPES))
    all_tags: list[Tag | None] = [
        None,
        *(
            Tag(base, access, offset)
            for base, offsets in BASES.items()
            for offset, access in product(offsets, BASES)
            if access in {node for node, _ in tbaa.path(Tag(base, base, offset))}
        ),
    ]
    tags = Tags(tbaa)
    for tag in all_tags:
        tags.add(tag)
    met = {tag: set(tags.meeting(tag)) for tag in all_tags}
    for tag, other in product(all_tags, all_tags):
        assert (other in met[tag]) == tbaa.may_alias(tag, other), (tag, other)
    doubles = Tag(8, 2, 8), Tag(7, 2, 16), Tag(6, 2, 0), Tag(2, 2, 0)
    assert [doubles[3] in met[tag] for tag in doubles] == [True] * 4
    assert doubles[1] not in met[doubles[0]] and doubles[2] in met[doubles[0]]
