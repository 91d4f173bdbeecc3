"""Dominance and order on graphs, against the definitions by brute force."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ribozyme.analysis.flow.cfg import Flow, flow
from ribozyme.parse import parse_module

Edges = list[list[int]]


def made(edges: Edges) -> Flow:
    """A function whose blocks lead where the edges say."""
    lines = ["define void @f(i32 %x) {", "entry:", "  br label %b0"]
    for block, targets in enumerate(edges):
        lines.append(f"b{block}:")
        if not targets:
            lines.append("  ret void")
        else:
            cases = " ".join(f"i32 {n}, label %b{t}" for n, t in enumerate(targets[1:]))
            lines.append(f"  switch i32 %x, label %b{targets[0]} [ {cases} ]")
    return flow(parse_module("\n".join([*lines, "}", ""])).functions["f"])


def reached(edges: Edges, start: int, without: int) -> set[int]:
    seen: set[int] = set()
    work = [] if start == without else [start]
    while work:
        node = work.pop()
        if node not in seen:
            seen.add(node)
            work += [t for t in edges[node] if t != without]
    return seen


@st.composite
def graphs(draw: st.DrawFn) -> Edges:
    count = draw(st.integers(1, 9))
    node = st.integers(0, count - 1)
    return draw(st.lists(st.lists(node, max_size=3, unique=True), min_size=count, max_size=count))


@given(graphs())
def test_dominators(edges: Edges) -> None:
    facts = made(edges)
    everything = reached(edges, 0, -1)
    for above in range(len(edges)):
        spared = reached(edges, 0, above)
        for below in range(len(edges)):
            if above in everything and below in everything:
                expected = below not in spared
                assert facts.dominates(above + 1, below + 1) == expected
    assert {block for block in range(len(edges)) if facts.reachable(block + 1)} == everything
    assert facts.rpo[0] == 0
    assert sorted(facts.rpo) == [0, *sorted(block + 1 for block in everything)]


@given(graphs())
def test_order(edges: Edges) -> None:
    facts = made(edges)
    for place, block in enumerate(facts.rpo):
        assert facts.position[block] == place
        assert facts.idom[block] == -1 or facts.position[facts.idom[block]] < place
        for source in facts.predecessors[block]:
            assert block in facts.successors[source]


@given(graphs())
def test_postdominators(edges: Edges) -> None:
    facts = made(edges)
    everything = reached(edges, 0, -1)
    ends = {node for node in everything if not edges[node]}
    leaving = {node for node in everything if reached(edges, node, -1) & ends}
    for after in leaving:
        for before in leaving:
            passed = after == before or not reached(edges, before, after) & ends
            assert facts.postdominates(after + 1, before + 1) == passed
            if facts.ipdom[before + 1] >= 0:
                assert facts.postdominates(facts.ipdom[before + 1], before + 1)
    for stuck in everything - leaving:
        assert facts.ipdom[stuck + 1] == -1
