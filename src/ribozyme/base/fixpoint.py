"""The least solution of equations over dense integers, by a worklist in order of priority.

An equation's fact is worked out again whenever a fact it reads has changed:

    facts = fixpoint(order, dependents, start, transfer)      # facts[n] == transfer(n, facts)

For a forward analysis `order` is the reverse postorder and `dependents` the successors. The solver
ends when facts only ever grow and cannot grow for ever; that is the caller's promise.
"""

from collections.abc import Callable, Iterable, Sequence
from heapq import heapify, heappop, heappush
from typing import Final, TypeVar, final

Fact = TypeVar("Fact")

_LAST: Final = 1 << 60


@final
class Worklist:
    """The nodes still to be looked at, each at most once, the first in `order` first.

    Nodes that are not in `order` come after those that are, by number.
    """

    __slots__ = ("_heap", "_priority", "_waiting")

    def __init__(self, order: Sequence[int], start: Iterable[int] = ()) -> None:
        self._priority = {node: position for position, node in enumerate(order)}
        self._waiting = set(start)
        self._heap = [(self._rank(node), node) for node in self._waiting]
        heapify(self._heap)

    def push(self, node: int) -> None:
        """Have the node looked at (again)."""
        if node not in self._waiting:
            self._waiting.add(node)
            heappush(self._heap, (self._rank(node), node))

    def extend(self, nodes: Iterable[int]) -> None:
        for node in nodes:
            self.push(node)

    def pop(self) -> int:
        """Take the first node out."""
        node = heappop(self._heap)[1]
        self._waiting.discard(node)
        return node

    def __bool__(self) -> bool:
        return bool(self._heap)

    def _rank(self, node: int) -> int:
        return self._priority.get(node, _LAST)


def fixpoint(
    order: Sequence[int],
    dependents: Sequence[Sequence[int]],
    start: Sequence[Fact],
    transfer: Callable[[int, Sequence[Fact]], Fact],
) -> list[Fact]:
    """The facts, one a node, from `start` on; nodes that are not in `order` keep theirs.

    `dependents[n]` are the nodes whose `transfer` reads the fact of `n`.
    """
    facts = list(start)
    within = set(order)
    work = Worklist(order, order)
    while work:
        node = work.pop()
        fact = transfer(node, facts)
        if fact != facts[node]:
            facts[node] = fact
            work.extend(n for n in dependents[node] if n in within)
    return facts


def propagate(
    order: Sequence[int],
    dependents: Sequence[Sequence[int]],
    start: Iterable[int],
    step: Callable[[int], bool],
) -> None:
    """Run `step` on the nodes of `start`; where it says that something changed, on the dependents.

    For facts that live in the caller's own tables, bit sets above all.
    """
    work = Worklist(order, start)
    while work:
        node = work.pop()
        if step(node):
            work.extend(dependents[node])
