"""References that an iteration counts up and down are left out of it, and of functions of its own.

    incref(u); v = zeros(u.shape); decref(u)      →      v = zeros(u.shape)

The object is of before the loop, or a parameter. Whoever holds it there holds it while the loop or
the call runs, so that these calls never free it. Left out are the calls on one value where each way
through counts up before it counts down, and as often, but for ways on which the program ends.

Invariant: where another value might give up the last reference in between, that call still may free
memory of before the loop, and the loop is refused.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from ribozyme.base.record import replace
from ribozyme.ir.instrs import Call, DbgRecord, Instr, Resume, Ret, Unreachable
from ribozyme.ir.module import Function
from ribozyme.ir.values import Local
from ribozyme.rules.memory import REFERENCES
from ribozyme.transform.core.sites import callee_name

_MOST: Final = 16  # references that are held at a time


def paired_references(
    function: Function, blocks: Collection[int], start: int = 0
) -> frozenset[Instr]:
    """The calls in a loop, or in a whole function, that count references up and down again."""
    calls: dict[int, dict[int, list[tuple[Instr, int]]]] = {}  # value → block → calls in order
    for block in sorted(blocks):
        for instr, value, change in _counting(function, block):
            if function.home[value.id] not in blocks:
                calls.setdefault(value.id, {}).setdefault(block, []).append((instr, change))
    return frozenset(
        instr
        for value, mine in calls.items()
        if _is_balanced(function, blocks, start, mine, function.uses[value])
        for several in mine.values()
        for instr, _ in several
    )


def without_paired(function: Function) -> Function:
    """The function without those on its parameters."""
    dropped = paired_references(function, range(len(function.blocks)))
    if not dropped:
        return function
    blocks = tuple(
        replace(block, instrs=tuple(one for one in block.instrs if one not in dropped))
        for block in function.blocks
    )
    return replace(function, blocks=blocks)


def _counting(function: Function, block: int) -> Iterator[tuple[Instr, Local, int]]:
    for instr in function.blocks[block].instrs:
        if not isinstance(instr, Call):
            continue
        change = REFERENCES.get(callee_name(instr) or "")
        if change is not None and isinstance(value := instr.args[0], Local):
            yield instr, value, change


def _is_balanced(
    function: Function,
    blocks: Collection[int],
    start: int,
    calls: Mapping[int, list[tuple[Instr, int]]],
    uses: Sequence[tuple[int, Instr]],
) -> bool:
    """Whether each way through gives back the references that it takes, and no others. A function
    that fails may keep one, if nothing else is made of the value, so that nobody gets it."""
    counted = {instr for several in calls.values() for instr, _ in several}
    may_keep = all(use in counted or isinstance(use, DbgRecord) for _, use in uses)
    work, seen = [(start, 0)], {(start, 0)}
    while work:
        block, now = work.pop()
        for _, change in calls.get(block, ()):
            now += change
            if now < 0:
                return False
        if now > _MOST:
            return False
        if now and not may_keep and isinstance(function.blocks[block].terminator, Ret | Resume):
            return False
        for target in function.successors[block]:
            if target == start or target not in blocks:
                if now and not (target not in blocks and _ends(function, target)):
                    return False
            elif (target, now) not in seen:
                seen.add((target, now))
                work.append((target, now))
    return True


def _ends(function: Function, block: int) -> bool:
    """Whether the program ends, whatever way it goes on from a block."""
    seen, work = {block}, [block]
    while work:
        one = work.pop()
        targets = function.successors[one]
        if not targets and not isinstance(function.blocks[one].terminator, Unreachable):
            return False
        for target in targets:
            if target not in seen:
                seen.add(target)
                work.append(target)
    return True
