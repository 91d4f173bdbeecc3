"""Where floats come from: the memory that holds one because one was put there.

    store double %y, ptr %a                 %a holds a float
    memcpy(%b, %a, 8)                       %b, too
    %f = load double, ptr %c                %c only if one is put there: an address may lead to
                                            several objects, and what is read be in another of them

Marks of floats go both ways through memory; these go forwards alone, and through arithmetic. In
memory that others fill (the caller's, a library's) floats may lie anywhere.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from math import gcd
from typing import Final, final

from ribozyme.analysis.declared.marks import FLOAT, Marks
from ribozyme.analysis.pointsto.objects import Kind
from ribozyme.analysis.types.bytes import Bytes, Place, by_owner, has_integer
from ribozyme.analysis.types.instructions import Reads
from ribozyme.analysis.types.member_types import Arrays, leads
from ribozyme.ir.module import Function

_MANY: Final = 256
"""Places of one object; beyond, floats may lie anywhere in it."""

Key = tuple[bool, int]  # whether it is an object, and its number, or that of a set of nodes
Step = tuple[set[Key], Callable[[], Iterator[Key]]]


@final
class Origins:
    """Where floats were put, as far as is known when it is built or brought `up_to_date`.

    `before`: the marks of nodes before memory was asked; `seen`: objects that others may know;
    `own`: variables that no others write to.
    """

    def __init__(
        self,
        bytes: Bytes,
        reads: Reads,
        before: list[Marks],
        seen: set[int],
        own: frozenset[int] = frozenset(),
    ) -> None:
        self._bytes = bytes
        self._reads = reads
        self._seen = seen
        self._elsewhere = reads.filled | bytes.characters
        self._inside = reads.made_inside | own
        self._places: dict[int, _Places] = {}
        marked = (node for node, marks in enumerate(before) if marks & FLOAT)
        self._nodes = {bytes.sets.find(node) for node in marked}
        self._taken = list(self._entering())
        self._nodes.update(self._marked())
        for owner, cells in reads.put.items():
            self._of(owner).take(cells)
        self._steps = list(self._all_steps(reads))
        self._users: defaultdict[Key, list[int]] = defaultdict(list)
        for number, (sources, _) in enumerate(self._steps):
            for key in sources:
                self._users[key].append(number)
        self._spread(range(len(self._steps)))

    def up_to_date(self) -> Origins:
        """The same, of more marks and more objects that others may know."""
        more = self._marked() - self._nodes
        self._nodes |= more
        changed: list[Key] = [(False, root) for root in more]
        for owner in self._seen & self._places.keys():
            if self._places[owner].add(0, 1):
                changed.append((True, owner))
        self._spread(number for key in changed for number in self._users.get(key, ()))
        return self

    def holds(self, place: Place) -> bool:
        """Whether a float may have been put at a place."""
        owner, offset, stride = place
        return self._of(owner).meet(offset, stride)

    def lies(self, owner: int, offset: int, around: Arrays) -> bool:
        """Whether a float may have been put at a byte with such arrays around it."""
        return self._of(owner).lies(offset, around)

    def carries(self, node: int) -> bool:
        """Whether a node may be part of such a float, or be computed from one."""
        return node >= 0 and self._bytes.sets.find(node) in self._nodes

    def _entered(self) -> Iterator[Function]:
        """The functions that code nobody sees may call."""
        points = self._bytes.points
        called = {each for found in points.constraints.callbacks.values() for each in found}
        for object in points.members(points.outside):
            if object.kind is Kind.FUNCTION and object.function is not None:
                called.add(object.function)
        yield points.program.root
        yield from called & self._bytes.known

    def _of(self, owner: int) -> _Places:
        found = self._places.get(owner)
        if found is None:
            found = self._places[owner] = _Places()
            if owner in self._seen or owner in self._elsewhere or owner not in self._inside:
                found.add(0, 1)
        return found

    def _entering(self) -> Iterator[int]:
        """The nodes of what comes from libraries, and of what others hand over."""
        for _, nodes in self._reads.given:
            yield from nodes
        for function in self._entered():
            for param in function.params:
                if has_integer(param.local.type):
                    yield from self._bytes.nodes_of(function, param.local)

    def _marked(self) -> set[int]:
        """Those of them, by sets, that any instruction takes for a float."""
        return {
            self._bytes.sets.find(node)
            for node in self._taken
            if self._bytes.marks_at(node) & FLOAT
        }

    # ---- the fixed point ---------------------------------------------------------------------

    def _spread(self, numbers: Iterable[int]) -> None:
        """Take steps, and those that take part in what changes."""
        work = deque(dict.fromkeys(numbers))
        waiting = set(work)
        while work:
            number = work.popleft()
            waiting.discard(number)
            for key in set(self._steps[number][1]()):
                for other in self._users.get(key, ()):
                    if other not in waiting:
                        waiting.add(other)
                        work.append(other)

    def _all_steps(self, reads: Reads) -> Iterator[Step]:
        """What moves floats, each with what it depends on."""
        for places, nodes, stores in (*reads.accesses, *reads.named):
            if stores:
                yield self._keys(nodes), partial(self._stored, places, nodes)
            elif not places:  # what is not followed may be anything
                yield set(), partial(self._grown, nodes)
            else:
                for owner, group in by_owner(places).items():
                    yield {(True, owner)}, partial(self._loaded, owner, group, nodes)
        for to, origin, size in reads.copies:
            yield {(True, origin[0])}, partial(self._copied, to, origin, size)
        for sources, results in (*reads.results, *reads.given):
            yield self._keys(sources), partial(self._computed, sources, results)

    def _keys(self, nodes: list[int]) -> set[Key]:
        return {(False, self._bytes.sets.find(node)) for node in nodes if node >= 0}

    def _stored(self, places: tuple[Place, ...], nodes: list[int]) -> Iterator[Key]:
        held = [index for index, node in enumerate(nodes) if self.carries(node)]
        for owner, offset, stride in places if held else ():
            for index in held:
                if self._of(owner).add(offset + index, stride):
                    yield True, owner

    def _copied(self, to: Place, origin: Place, size: int | None) -> Iterator[Key]:
        if self._of(to[0]).copy(self._of(origin[0]), origin[1:], to[1:], size):
            yield True, to[0]

    def _computed(self, sources: list[int], results: list[int]) -> Iterator[Key]:
        if any(map(self.carries, sources)):
            yield from self._grown(results)

    def _loaded(self, owner: int, group: list[tuple[int, int]], nodes: list[int]) -> Iterator[Key]:
        here = self._of(owner)
        left = [index for index, node in enumerate(nodes) if node >= 0 and not self.carries(node)]
        for offset, stride in group if left else ():
            yield from self._grown(
                nodes[index] for index in left if here.meet(offset + index, stride)
            )

    def _grown(self, nodes: Iterable[int]) -> Iterator[Key]:
        for node in nodes:
            if node >= 0 and not self.carries(node):
                root = self._bytes.sets.find(node)
                self._nodes.add(root)
                yield False, root


@final
class _Places:
    """The bytes of one object where floats may lie, at `offset + stride·ℤ`."""

    def __init__(self) -> None:
        self._rows: dict[int, set[int]] = {}
        self._count = 0

    def take(self, cells: Iterable[tuple[int, int, Marks]]) -> None:
        """The places whose marks speak of floats."""
        for offset, stride, marks in cells:
            if marks & FLOAT:
                self.add(offset, stride)

    def add(self, offset: int, stride: int) -> bool:
        """A place; whether it is new."""
        if self._count > _MANY:
            return False
        row = self._rows.setdefault(stride, set())
        key = offset % stride if stride else offset
        if key in row:
            return False
        row.add(key)
        self._count += 1
        if self._count > _MANY:
            self._rows = {1: {0}}
        return True

    def meet(self, offset: int, stride: int) -> bool:
        """Whether a float may lie at a place."""
        for step, row in self._rows.items():
            common = gcd(step, stride)
            if common == step:
                if (offset % step if step else offset) in row:
                    return True
            elif any((key - offset) % common == 0 for key in row):
                return True
        return False

    def lies(self, offset: int, around: Arrays) -> bool:
        """Whether a float may lie at a byte with such arrays around it."""
        return any(
            (offset % step if step else offset) in row
            for step, row in self._rows.items()
            if leads(step, around)
        )

    def copy(
        self, source: _Places, at: tuple[int, int], to: tuple[int, int], size: int | None
    ) -> bool:
        """What lies in `size` bytes of another object lies here, too; whether any is new."""
        changed = False
        shift = abs(to[0] - at[0]) if source is self else 0
        for step, row in list(source._rows.items()):
            common = gcd(at[1], step)
            for offset in list(row):
                distance = offset - at[0]
                if common:
                    distance %= common
                if distance >= 0 and (size is None or distance < size):
                    changed |= self.add(to[0] + distance, gcd(common, shift, to[1]))
        return changed
