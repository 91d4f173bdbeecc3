"""Accesses with an integer TBAA type that only move words which are not integers.

    static void swap(long *a, long *b) { long t = *a; *a = *b; *b = t; }     called for two doubles

C forbids it, and generic sorts do it all the same. What an access is called is believed, since
memory may hold numbers at one time and counts at another; but a count comes from somewhere. Words
that are loaded and stored and nothing else, out of memory in which floats or addresses lie and to
which no integer was brought that is computed, read from elsewhere or constant, are copies of these:
their accesses lose their names (`nameless`), and all is found out again. Nor is what is exchanged
by `a ^= b; b ^= a; a ^= b` computed, unless one of such operands is.

Invariant: memory that others fill holds integers for all that is known, unless it is declared
otherwise.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import gcd
from typing import Final, final

from ribozyme.analysis.declared.marks import FLOAT, INTEGER, POINTER, Marks
from ribozyme.analysis.types.bytes import Bytes, Place
from ribozyme.analysis.types.cells import Cells, transfer
from ribozyme.analysis.types.instructions import Access, Reads
from ribozyme.ir.instrs import Instr

_ROUNDS: Final = 8
"""Blocks through which integers are followed; where there are more, all names are believed."""
_OTHER: Final = FLOAT | POINTER


@final
class Swapped:
    """The accesses of a program that are not what they are called; complete when built."""

    def __init__(
        self,
        bytes: Bytes,
        reads: Reads,
        foreign: Iterable[int],
        declared: Mapping[int, tuple[Marks, ...]],
    ) -> None:
        self._bytes = bytes
        self._reads = reads
        self._foreign = frozenset(foreign)
        self._declared = declared
        self._integers: defaultdict[int, Cells] = defaultdict(Cells)
        said = reads.integers
        moves = (*(access for _, access in said), *reads.accesses)
        self._loads = [access for access in moves if not access[2]]
        self._stores = [access for access in moves if access[2]]
        self._true: set[int] = set()
        self.found: frozenset[Instr] = frozenset()
        """The loads and stores."""
        named = (access for _, access in said if not access[2])
        if any(map(self._is_other, named)) and self._is_followed():
            self.found = frozenset(instr for instr, access in said if not self._is_true(access))

    def _is_followed(self) -> bool:
        """Find out which bytes are those of integers; whether it came to an end."""
        reads = self._reads
        exclusive = {made for _, _, made in reads.exclusive}
        made = (node for _, nodes in reads.results for node in nodes if node not in exclusive)
        computed = (*reads.computed, *made)
        given = (node for _, nodes in reads.given for node in nodes)
        self._true = {self._bytes.sets.find(n) for n in (*computed, *given) if n >= 0}
        return any(not self._follow() for _ in range(_ROUNDS))

    def _follow(self) -> bool:
        """Take integers from where they are made or read to where they are stored; whether it was
        not all known."""
        changed = self._combine()
        for access in self._loads:
            if not self._is_true(access) and not self._is_other(access):
                self._true.update(self._bytes.sets.find(node) for node in access[1])
                changed = True
        for places, nodes, _ in filter(self._is_true, self._stores):
            for owner, offset, stride in places:
                for at in range(len(nodes)):
                    changed |= self._integers[owner].add(offset + at, stride, INTEGER)
        for to, origin, size in self._reads.copies:
            source, target = self._integers[origin[0]], self._integers[to[0]]
            changed |= transfer(source, origin[1:], target, to[1:], size)
        return changed

    def _combine(self) -> bool:
        """What `xor` takes and makes is integers if one of the three is; whether one became so."""
        before = len(self._true)
        for bytes in self._reads.exclusive:
            roots = {self._bytes.sets.find(node) for node in bytes if node >= 0}
            if not self._true.isdisjoint(roots):
                self._true |= roots
        return len(self._true) > before

    def _is_true(self, access: Access) -> bool:
        """Whether what is moved is an integer somewhere, a constant if nothing else."""
        roots = {self._bytes.sets.find(node) for node in access[1] if node >= 0}
        return not roots or not self._true.isdisjoint(roots)

    def _is_other(self, access: Access) -> bool:
        """Whether what is accessed is a float or an address wherever it may be."""
        places, nodes, _ = access
        return bool(places) and all(self._is_without(place, len(nodes)) for place in places)

    def _is_without(self, place: Place, size: int) -> bool:
        """Whether floats or addresses lie at a place, and at one of these never an integer."""
        owner, start, step = place
        if not owner:
            return False
        for offset, stride, marks in self._bytes.memory[owner]:
            common = gcd(step, stride)
            distance = (offset - start) % common if common else offset - start
            if not marks & _OTHER or not 0 <= distance < size:
                continue
            if owner in self._foreign and not self._is_declared(owner, offset):
                continue
            if not self._integers[owner].at(offset, stride):
                return True
        return False

    def _is_declared(self, owner: int, offset: int) -> bool:
        """Whether a declaration says that there is no integer."""
        marks = self._declared.get(owner, ())
        return bool(marks) and bool(marks[offset % len(marks)] & _OTHER)
