"""Algorithms on graphs of dense integers: `successors[n]` are the nodes that `n` leads to.

Nothing recurses, so the depth of a user's program is no limit; everything is linear or nearly so,
save the minimum cut, which is Dinic's. Unless said otherwise a result is determined by the order of
the successors, so that two runs agree.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Literal, final

from ribozyme.base.record import dataclass

Graph = Sequence[Sequence[int]]

INF: Final = 1 << 62
"""A capacity that no cut may pay."""


def predecessors(successors: Graph) -> list[list[int]]:
    """The graph with every edge turned round; a double edge stays double."""
    found: list[list[int]] = [[] for _ in successors]
    for node, targets in enumerate(successors):
        for target in targets:
            found[target].append(node)
    return found


def postorder(successors: Graph, root: int = 0) -> list[int]:
    """The nodes reachable from `root`, each after those it leads to, back edges aside."""
    seen = [False] * len(successors)
    seen[root] = True
    found: list[int] = []
    stack = [(root, iter(successors[root]))]
    while stack:
        node, targets = stack[-1]
        target = next((t for t in targets if not seen[t]), -1)
        if target < 0:
            stack.pop()
            found.append(node)
            continue
        seen[target] = True
        stack.append((target, iter(successors[target])))
    return found


def reverse_postorder(successors: Graph, root: int = 0) -> list[int]:
    """The nodes reachable from `root`, `root` first, each before those it leads to."""
    return postorder(successors, root)[::-1]


def reached(successors: Graph, starts: Iterable[int]) -> list[bool]:
    """Per node, whether one of the starts leads to it; a start leads to itself."""
    seen = [False] * len(successors)
    work = list(starts)
    for node in work:
        seen[node] = True
    while work:
        for target in successors[work.pop()]:
            if not seen[target]:
                seen[target] = True
                work.append(target)
    return seen


def components(successors: Graph) -> list[list[int]]:
    """The strongly connected components, each before the components that lead to it.

    On a call graph: callees first. The nodes of a component are in ascending order.
    """
    number = [0] * len(successors)  # 0: unseen; else a preorder number
    low = [0] * len(successors)
    done = len(successors) + 1
    clock = 0
    open_nodes: list[int] = []
    found: list[list[int]] = []
    for root in range(len(successors)):
        if number[root]:
            continue
        work = [(root, 0)]
        while work:
            node, position = work.pop()
            if position == 0:
                clock += 1
                number[node] = low[node] = clock
                open_nodes.append(node)
            else:  # back from the successor before this one
                low[node] = min(low[node], low[successors[node][position - 1]])
            targets = successors[node]
            while position < len(targets) and number[targets[position]]:
                low[node] = min(low[node], low[targets[position]])
                position += 1
            if position < len(targets):
                work.append((node, position + 1))
                work.append((targets[position], 0))
            elif low[node] == number[node]:
                found.append(_closed(open_nodes, node, low, done))
    return found


def _closed(open_nodes: list[int], root: int, low: list[int], done: int) -> list[int]:
    start = len(open_nodes) - 1
    while open_nodes[start] != root:
        start -= 1
    component = sorted(open_nodes[start:])
    del open_nodes[start:]
    for node in component:
        low[node] = done
    return component


def immediate_dominators(successors: Graph, root: int = 0) -> list[int]:
    """For each node the closest other node on every path from `root`; `root` for itself.

    -1 where no path leads. The semi-NCA algorithm of Georgiadis, near-linear in practice: for
    post-dominators give it `predecessors` and the exit.
    """
    order, parent = _spanning_tree(successors, root)
    number = [-1] * len(successors)
    for position, node in enumerate(order):
        number[node] = position
    entering = predecessors(successors)
    # From here on nodes are their preorder numbers.
    semi = list(range(len(order)))
    label = list(range(len(order)))
    ancestor = list(parent)
    for node in range(len(order) - 1, 0, -1):
        for source in entering[order[node]]:
            if number[source] >= 0:
                best = _least(number[source], node, ancestor, label, semi)
                semi[node] = min(semi[node], semi[best])
        label[node] = node
    idom = list(parent)
    for node in range(1, len(order)):
        above = idom[node]
        while above > semi[node]:
            above = idom[above]
        idom[node] = above
    result = [-1] * len(successors)
    for node, above in enumerate(idom):
        result[order[node]] = order[above]
    return result


def _spanning_tree(successors: Graph, root: int) -> tuple[list[int], list[int]]:
    """Preorder, and the parent of each node, both by preorder number; `root`'s parent is itself."""
    number = [-1] * len(successors)
    order: list[int] = []
    parent: list[int] = []
    stack = [(root, 0)]
    while stack:
        node, above = stack.pop()
        if number[node] >= 0:
            continue
        number[node] = len(order)
        order.append(node)
        parent.append(above)
        stack.extend((t, number[node]) for t in reversed(successors[node]) if number[t] < 0)
    return order, parent


def _least(node: int, last: int, ancestor: list[int], label: list[int], semi: list[int]) -> int:
    """The node of least `semi` between `node` and the finished trees, halting above `last`.

    A node greater than `last` is finished; the way up through finished nodes is compressed.
    """
    if node <= last:
        return node
    path: list[int] = []
    while ancestor[node] > last:
        path.append(node)
        node = ancestor[node]
    while path:
        above, node = node, path.pop()
        if semi[label[above]] < semi[label[node]]:
            label[node] = label[above]
        ancestor[node] = ancestor[above]
    return label[node]


@final
class UnionFind:
    """Disjoint sets of `0 … size-1`; the representative is always the least member."""

    __slots__ = ("_parent",)

    def __init__(self, size: int) -> None:
        self._parent = list(range(size))

    def find(self, node: int) -> int:
        """The least member of the node's set."""
        parent = self._parent
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    def union(self, one: int, other: int) -> int:
        """Make two sets one; its least member."""
        one, other = self.find(one), self.find(other)
        low, high = min(one, other), max(one, other)
        self._parent[high] = low
        return low

    def add(self) -> int:
        """A new node in a set of its own."""
        self._parent.append(len(self._parent))
        return len(self._parent) - 1

    def __len__(self) -> int:
        return len(self._parent)


@final
@dataclass(frozen=True, slots=True)
class Cut:
    """A minimum cut: `inside[n]` where `n` stays on the source's side; `value` is what it costs.

    `value >= INF` says that every cut breaks an edge that may not be broken.
    """

    value: int
    inside: tuple[bool, ...]


def min_cut(
    size: int,
    edges: Iterable[tuple[int, int, int]],
    source: int,
    sink: int,
    nearest: Literal["source", "sink"] = "source",
) -> Cut:
    """The cheapest set of edges `(from, to, capacity)` that parts `sink` from `source`.

    Among cuts of one price the one nearest to the source (fewest nodes inside) or to the sink.
    """
    network = _Network(size, edges)
    value = 0
    while value < INF:
        levels = network.levels(source, sink)
        if levels[sink] < 0:
            break
        value += network.blocking_flow(source, sink, levels)
    if nearest == "source":
        return Cut(value, tuple(level >= 0 for level in network.levels(source, -1)))
    return Cut(value, tuple(not reaches for reaches in network.reaching(sink)))


@final
class _Network:
    """Residual capacities: edge `e` goes to `head[e]`, and `e ^ 1` is the same edge backwards."""

    __slots__ = ("capacity", "head", "leaving")

    def __init__(self, size: int, edges: Iterable[tuple[int, int, int]]) -> None:
        self.head: list[int] = []
        self.capacity: list[int] = []
        self.leaving: list[list[int]] = [[] for _ in range(size)]
        for start, end, capacity in edges:
            assert capacity >= 0, "a capacity is not negative"
            self.leaving[start].append(len(self.head))
            self.leaving[end].append(len(self.head) + 1)
            self.head += (end, start)
            self.capacity += (capacity, 0)

    def levels(self, source: int, sink: int) -> list[int]:
        """The distance of each node from the source, -1 where nothing more can flow."""
        level = [-1] * len(self.leaving)
        level[source] = 0
        front = [source]
        while front and (sink < 0 or level[sink] < 0):
            reached: list[int] = []
            for node in front:
                for edge in self.leaving[node]:
                    end = self.head[edge]
                    if self.capacity[edge] and level[end] < 0:
                        level[end] = level[node] + 1
                        reached.append(end)
            front = reached
        return level

    def reaching(self, sink: int) -> list[bool]:
        """Whether more could flow from each node to the sink."""
        found = [False] * len(self.leaving)
        found[sink] = True
        work = [sink]
        while work:
            for edge in self.leaving[work.pop()]:
                start = self.head[edge]
                if self.capacity[edge ^ 1] and not found[start]:
                    found[start] = True
                    work.append(start)
        return found

    def blocking_flow(self, source: int, sink: int, level: list[int]) -> int:
        """Fill the shortest paths until each has a full edge; how much was added."""
        total = 0
        untried = [0] * len(self.leaving)
        path: list[int] = []
        node = source
        while total < INF:
            if node == sink:
                total += self._augment(path)
                path.clear()
                node = source
                continue
            edge = self._step(node, level, untried)
            if edge >= 0:
                path.append(edge)
                node = self.head[edge]
            elif path:
                node = self.head[path.pop() ^ 1]
                untried[node] += 1
            else:
                break
        return total

    def _step(self, node: int, level: list[int], untried: list[int]) -> int:
        leaving = self.leaving[node]
        while untried[node] < len(leaving):
            edge = leaving[untried[node]]
            if self.capacity[edge] and level[self.head[edge]] == level[node] + 1:
                return edge
            untried[node] += 1
        return -1

    def _augment(self, path: list[int]) -> int:
        amount = min(self.capacity[edge] for edge in path)
        for edge in path:
            self.capacity[edge] -= amount
            self.capacity[edge ^ 1] += amount
        return amount
