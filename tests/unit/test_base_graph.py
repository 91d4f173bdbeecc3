"""Graph algorithms against definitions, on random small graphs, and on deep ones."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ribozyme.base.graph import (
    INF,
    UnionFind,
    components,
    immediate_dominators,
    min_cut,
    reverse_postorder,
)

Graph = list[list[int]]


@st.composite
def graphs(draw: st.DrawFn, largest: int = 9) -> Graph:
    size = draw(st.integers(1, largest))
    node = st.integers(0, size - 1)
    return [draw(st.lists(node, max_size=4)) for _ in range(size)]


def reachable(graph: Graph, start: int, without: int = -1) -> set[int]:
    found: set[int] = set()
    work = [start]
    while work:
        node = work.pop()
        if node != without and node not in found:
            found.add(node)
            work.extend(graph[node])
    return found


@given(graphs())
def test_reverse_postorder(graph: Graph) -> None:
    order = reverse_postorder(graph)
    assert order[0] == 0
    assert len(order) == len(set(order)) and set(order) == reachable(graph, 0)
    reach = [reachable(graph, node) for node in range(len(graph))]
    position = {node: n for n, node in enumerate(order)}
    for node in order:
        for target in graph[node]:
            if node not in reach[target]:  # no cycle: the order is topological
                assert position[node] < position[target]


@given(graphs())
def test_components(graph: Graph) -> None:
    reach = [reachable(graph, node) for node in range(len(graph))]
    found = components(graph)
    assert sorted(node for c in found for node in c) == list(range(len(graph)))
    for component in found:
        assert component == sorted(component)
    home = {node: n for n, component in enumerate(found) for node in component}
    for one, other in product(range(len(graph)), repeat=2):
        together = other in reach[one] and one in reach[other]
        assert together == (home[one] == home[other])
        if other in reach[one] and not together:
            assert home[other] < home[one]


@given(graphs())
def test_immediate_dominators(graph: Graph) -> None:
    live = reachable(graph, 0)
    strict = {
        node: {d for d in live if d != node and node not in reachable(graph, 0, without=d)}
        for node in live
    }
    idom = immediate_dominators(graph)
    for node in range(len(graph)):
        if node not in live:
            assert idom[node] == -1
        elif node == 0:
            assert idom[node] == 0
        else:
            assert idom[node] in strict[node]
            assert strict[node] == strict[idom[node]] | {idom[node]}


@given(graphs())
def test_dominators_from_any_root(graph: Graph) -> None:
    root = len(graph) - 1
    turned = [[len(graph) - 1 - t for t in graph[-1 - n]] for n in range(len(graph))]
    there = immediate_dominators(turned)
    assert immediate_dominators(graph, root) == [
        -1 if d < 0 else len(graph) - 1 - d for d in there[::-1]
    ]


@st.composite
def networks(draw: st.DrawFn) -> tuple[int, list[tuple[int, int, int]]]:
    size = draw(st.integers(2, 7))
    node = st.integers(0, size - 1)
    capacity = st.one_of(st.integers(0, 6), st.just(INF))
    return size, draw(st.lists(st.tuples(node, node, capacity), max_size=16))


@given(networks())
def test_min_cut(network: tuple[int, list[tuple[int, int, int]]]) -> None:
    size, edges = network
    sink = size - 1
    prices: dict[tuple[bool, ...], int] = {}
    for middle in product((False, True), repeat=size - 2):
        inside = (True, *middle, False)
        prices[inside] = sum(c for a, b, c in edges if inside[a] and not inside[b])
    best = min(prices.values())
    near_source = min_cut(size, edges, 0, sink)
    near_sink = min_cut(size, edges, 0, sink, nearest="sink")
    if best >= INF:
        assert near_source.value >= INF and near_sink.value >= INF
        return
    assert near_source.value == near_sink.value == best
    cheapest = [inside for inside, price in prices.items() if price == best]
    least = tuple(map(all, zip(*cheapest, strict=True)))
    most = tuple(map(any, zip(*cheapest, strict=True)))
    assert near_source.inside == least
    assert near_sink.inside == most


@given(st.integers(1, 12), st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11))))
def test_union_find(size: int, pairs: list[tuple[int, int]]) -> None:
    sets = UnionFind(size)
    graph: Graph = [[] for _ in range(size)]
    for one, other in ((a % size, b % size) for a, b in pairs):
        assert sets.union(one, other) == min(sets.find(one), sets.find(other))
        graph[one].append(other)
        graph[other].append(one)
    for node in range(size):
        assert sets.find(node) == min(reachable(graph, node))
    assert sets.add() == size and len(sets) == size + 1 and sets.find(size) == size


DEEP = 100_000


@pytest.mark.parametrize("back", [False, True], ids=["chain", "ladder"])
def test_depth_is_no_limit(back: bool) -> None:
    graph = [[n + 1] if n + 1 < DEEP else [] for n in range(DEEP)]
    if back:
        for n in range(1, DEEP):
            graph[n].append(n - 1)
    assert reverse_postorder(graph) == list(range(DEEP))
    assert len(components(graph)) == (1 if back else DEEP)
    assert immediate_dominators(graph) == [0, *range(DEEP - 1)]


def test_deep_cut() -> None:
    size = 20_000
    edges = [(n, n + 1, 5 + (n != 777)) for n in range(size - 1)]
    cut = min_cut(size, edges, 0, size - 1)
    assert cut.value == 5 and sum(cut.inside) == 778
