"""Whether each iteration of a loop writes places of its own.

    for (i) { …; y[i] = s; }                    a row of 8 bytes, 8 bytes from the next one
    for (i) for (j < m) y[i * m + j] = …;       a row of 8·m bytes, 8·m bytes from the next one

What an iteration accesses through pointers that may meet is its *row*. Rows are distinct if each is
at most as long as the step from one to the next. An iteration may access a place of its row often.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement, product
from typing import Final, final

from ribozyme.analysis.flow import sym
from ribozyme.analysis.flow.sym import Sum, Sym, SymConst
from ribozyme.base.record import dataclass
from ribozyme.ir.instrs import Call, Load, Store
from ribozyme.ir.values import ConstInt, Value
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.parallel.exclusive import own_rows
from ribozyme.transform.reverse.accesses.loop_lines import LoopLines

_MOST: Final = 32  # accesses; among more, nobody looks

Access = Load | Store | Call
"""A call sets memory: its arguments are an address, a byte and a length."""


@final
@dataclass(frozen=True, slots=True)
class _Row:
    """What an access in `block` reaches in iteration k: within `[low + k·step, high + k·step)`."""

    access: Access
    block: int
    low: Sum
    high: Sum
    step: Sum


def distinct_rows(
    facts: FunctionFacts, loop: int, writes: Sequence[Access], reads: Sequence[Load] = ()
) -> bool:
    """Whether no iteration of a loop writes what another one writes, or reads by one of `reads`."""
    if len(writes) + len(reads) > _MOST:
        return False
    lines, home = LoopLines(facts, loop), _homes(facts, loop)
    made, read = (
        [_row(lines, access, home[id(access)]) for access in some] for some in (writes, reads)
    )
    pairs = (*combinations_with_replacement(made, 2), *product(made, read))
    return all(
        one is not None and other is not None and _apart(lines, one, other)
        for one, other in pairs
        if one is None or other is None or one is other or meet(facts, one.access, other.access)
    )


def place(access: Access) -> Value:
    """Where an access begins."""
    return access.args[0] if isinstance(access, Call) else access.pointer


def meet(facts: FunctionFacts, one: Access, other: Access) -> bool:
    """Whether two accesses may meet, in the same iteration or in different ones."""
    return facts.whole.pointsto.may_alias(
        facts.function, place(one), _bytes(facts, one), place(other), _bytes(facts, other),
        one, other, same_iteration=False,
    )  # fmt: skip


def rows_of_threads(
    facts: FunctionFacts, loop: int, writes: Sequence[Access], reads: Sequence[Load] = ()
) -> bool:
    """The same in a region, where each thread runs some iterations: of all threads together."""
    some, home = (*writes, *reads), _homes(facts, loop)
    lengths = [_length(facts, access) for access in some]
    given = [
        (place(access), length, home[id(access)])
        for access, length in zip(some, lengths, strict=True)
        if length is not None
    ]
    families = own_rows(facts, loop, given) if len(given) == len(some) <= _MOST else None
    if families is None:
        return not some
    keyed = [*zip(some, families, strict=True)]
    return all(
        key == other_key or not meet(facts, one, other)
        for one, key in keyed[: len(writes)]
        for other, other_key in keyed
    )


def _homes(facts: FunctionFacts, loop: int) -> dict[int, int]:
    """The blocks of the instructions in a loop."""
    blocks = facts.loops.loops[loop].blocks
    return {id(instr): at for at in blocks for instr in facts.function.blocks[at].instrs}


def _bytes(facts: FunctionFacts, access: Access) -> int | None:
    match access:
        case Call(args=args):
            return args[2].value if isinstance(args[2], ConstInt) else None
        case Store(value=value):
            return facts.layout.size(value.type)
        case Load(result=result):
            return facts.layout.size(result.type)


def _length(facts: FunctionFacts, access: Access) -> Sym | None:
    bytes = _bytes(facts, access)
    if bytes is not None:
        return SymConst(bytes)
    return sym.of(access.args[2], signed=False) if isinstance(access, Call) else None


def _row(lines: LoopLines, access: Access, block: int) -> _Row | None:
    whole, length = lines.address(place(access)), _length(lines.facts, access)
    ends = None if whole is None else lines.bounds(whole, block)
    if ends is None or length is None:
        return None
    low = lines.line(ends[0], lines.loop)
    high = lines.line(lines.sum(sym.add(ends[1].sym, length)), lines.loop)
    if low is None or high is None or low.step != high.step:
        return None
    return _Row(access, block, low.start, high.start, low.step)


def _apart(lines: LoopLines, one: _Row, other: _Row) -> bool:
    """Whether what one access reaches in an iteration is apart from what another does in others.

    The step must be as long as both reach together, in one direction or the other. Where an access
    is reached the loops around it have been entered: of a step and a length known so, one decides.
    """
    if one.step != other.step:
        return False
    reaches = [
        lines.sum(sym.sub(high.sym, low.sym))
        for low, high in ((one.low, one.high), (one.low, other.high), (other.low, one.high))
    ]
    steps = (one.step, lines.sum(sym.sub(sym.ZERO, one.step.sym)))
    return any(
        all(
            any(
                lines.not_negative(lines.sum(sym.sub(step.sym, reach.sym)), row.block)
                for row in (one, other)
            )
            for reach in reaches
        )
        for step in steps
    )
