"""The parts of a region between barriers, and which of them threads may be in at the same time.

    for (…) { A; barrier; B }        segments A and B: A may follow B without a barrier, not B A

Two segments are at the same time unless every path between them passes a barrier.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final, final

from ribozyme.ir.instrs import Call
from ribozyme.ir.module import Function
from ribozyme.rules.device_functions import BARRIER
from ribozyme.transform.core.sites import callee_name

_BARRIERS: Final = ("rz_omp_barrier", BARRIER)  # of a team, and of a block


@final
class Segments:
    """The segments of a function, by number."""

    def __init__(self, function: Function) -> None:
        self.function = function

    def at(self, block: int, place: int) -> int:
        """The segment of an instruction."""
        passed = sum(1 for barrier in self._barriers[block] if barrier < place)
        return self._numbers[block][passed]

    def together(self, one: int, other: int) -> bool:
        """Whether threads may be in two segments at the same time."""
        return any(one in phase and other in phase for phase in self._phases)

    @cached_property
    def after(self) -> list[frozenset[int]]:
        """Per segment those that may follow it without a barrier, itself in a cycle."""
        edges: list[list[int]] = [[] for block in self._numbers for _ in block]
        for index, own in enumerate(self._numbers):
            for target in self.function.successors[index]:
                edges[own[-1]].append(self._numbers[target][0])
        return [frozenset(_reached(edges, edges[number])) for number in range(len(edges))]

    @cached_property
    def _barriers(self) -> list[list[int]]:
        return [
            [
                place
                for place, instr in enumerate(block.instrs)
                if isinstance(instr, Call) and callee_name(instr) in _BARRIERS
            ]
            for block in self.function.blocks
        ]

    @cached_property
    def _numbers(self) -> list[list[int]]:
        found: list[list[int]] = []
        number = 0
        for places in self._barriers:
            found.append(list(range(number, number + len(places) + 1)))
            number += len(places) + 1
        return found

    @cached_property
    def _phases(self) -> list[frozenset[int]]:
        """The segments that may run at the same time: those behind the entry, and each barrier."""
        starts = [0, *(number for own in self._numbers for number in own[1:])]
        return [self.after[start] | {start} for start in starts]


def _reached(edges: list[list[int]], starts: list[int]) -> set[int]:
    found = set(starts)
    work = list(starts)
    while work:
        for target in edges[work.pop()]:
            if target not in found:
                found.add(target)
                work.append(target)
    return found
