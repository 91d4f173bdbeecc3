"""Natural loops and irreducible regions, against their definitions."""

from __future__ import annotations

from hypothesis import given
from tests.unit.test_analysis_cfg import Edges, graphs, made, reached

from ribozyme.analysis.flow.cfg import Flow
from ribozyme.analysis.flow.loops import Loops, loops


def natural(facts: Flow, header: int, latches: list[int]) -> set[int]:
    """What reaches a latch without passing the header."""
    found = {header}
    work = list(latches)
    while work:
        block = work.pop()
        if block not in found:
            found.add(block)
            work += facts.predecessors[block]
    return found


@given(graphs())
def test_loops(edges: Edges) -> None:
    facts = made(edges)
    found = loops(facts)
    back: dict[int, list[int]] = {}
    for block in facts.rpo:
        for target in facts.successors[block]:
            if facts.dominates(target, block):
                back.setdefault(target, []).append(block)
    assert {loop.header for loop in found.loops} == set(back)
    for loop in found.loops:
        assert loop.blocks == natural(facts, loop.header, back[loop.header])
        assert set(loop.latches) == set(back[loop.header])
        assert set(loop.exits) == {
            (block, target)
            for block in loop.blocks
            for target in facts.successors[block]
            if target not in loop.blocks
        }
        entering = [b for b in facts.predecessors[loop.header] if b not in loop.blocks]
        if loop.preheader is not None:
            assert entering == [loop.preheader]
            assert facts.successors[loop.preheader] == (loop.header,)


@given(graphs())
def test_nesting(edges: Edges) -> None:
    facts = made(edges)
    found = loops(facts)
    for block in range(len(facts.successors)):
        around = [loop for loop in found.loops if block in loop.blocks]
        assert len(around) == len(found.around(block))
        if around:
            innermost = min(around, key=lambda loop: len(loop.blocks))
            assert found.loop_of[block] == innermost.index
        else:
            assert found.loop_of[block] == -1
    for loop in found.loops:
        outer = [other for other in found.loops if loop.blocks < other.blocks]
        assert loop.depth == 1 + len(outer)
        if loop.parent is None:
            assert not outer
        else:
            assert found.loops[loop.parent] == min(outer, key=lambda other: len(other.blocks))
            assert loop.index in found.loops[loop.parent].children
            assert loop.parent < loop.index
            assert loop.header in found.loops[loop.parent].blocks


@given(graphs())
def test_irreducible(edges: Edges) -> None:
    facts = made(edges)
    found = loops(facts)
    forward: Edges = [
        [t for t in targets if not facts.dominates(t, block)]
        for block, targets in enumerate(facts.successors)
    ]
    cyclic = {
        block
        for block in facts.rpo
        if any(block in reached(forward, target, -1) for target in forward[block])
    }
    assert cyclic == {block for region in found.irreducible for block in region}
    for region in found.irreducible:
        entries = {b for b in region if any(p not in region for p in facts.predecessors[b])}
        assert len(entries) > 1


def test_a_loop_in_a_loop() -> None:
    found: Loops = loops(made([[1], [2, 4], [2, 3], [1], []]))
    assert str(found) == (
        "loop 0 depth 1 header 2 blocks {2, 3, 4} latches {4} exits 2→5 preheader 1\n"
        "loop 1 depth 2 header 3 blocks {3} latches {3} exits 3→4 preheader none"
    )
