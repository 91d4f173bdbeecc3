"""Reads of one address in all iterations of a loop, whose increments a thread adds up first.

    for (j) for (k) y[row[k]] += a[k] * x[j];     enter the inner loop     w = 0
                                                  in it                    w += a[k] * y.sh[row[k]]
                                                  behind it                x.sh[j] += w

A compiler hoists such a read if it knows that no store of the loop meets it. In a region it often
cannot: the arrays are reached by addresses in memory. The region leaves what is read as it is, so
nothing reads its shadow there, and increments may wait in a register.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import final

from ribozyme.analysis.flow.sym import SymConst
from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    AtomicRMW,
    Call,
    CallBr,
    CmpXchg,
    Computation,
    Fence,
    Instr,
    Invoke,
    Load,
    Silent,
    Store,
    VAArg,
)
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.parallel.locked import locked
from ribozyme.transform.parallel.private_sums import is_only_read
from ribozyme.transform.reverse.accesses.accesses import (
    adds_among_threads,
    in_every_run,
    is_apart,
)


@final
@dataclass(frozen=True, slots=True, eq=False)
class OnePlace:
    """A read and its loop, an innermost one."""

    loop: int
    load: Load


def one_place(facts: FunctionFacts) -> Iterator[OnePlace]:
    """The reads of a function of which threads add up increments in registers."""
    if facts.function not in facts.whole.effects.parallel.functions:
        return
    held = locked(facts)  # until a critical section ends: increments may not wait longer
    for loop, load in plain_reads(facts):
        line = facts.evolution.values.affine(load.pointer, loop)
        if line is None or line.bits != 64 or line.step != SymConst(0):
            continue
        if load.result.id not in held:
            yield OnePlace(loop, load)


def plain_reads(facts: FunctionFacts) -> Iterator[tuple[int, Load]]:
    """The reads of numbers in every iteration of innermost loops in which threads do not wait, for
    which a thread adds to the shadow of memory that its region only reads; with their loops."""
    loops = facts.loops.loops
    around = {facts.parent(loop) for loop in range(len(loops))}
    for loop, found in enumerate(loops):
        if loop in around or not all(
            _is_quiet(facts, instr)
            for block in found.blocks
            for instr in facts.function.blocks[block].instrs
        ):
            continue
        for block in sorted(found.blocks):
            instrs = facts.function.blocks[block].instrs
            reads = [one for one in instrs if isinstance(one, Load) and _is_plain(facts, one)]
            if reads and facts.live[block] and in_every_run(facts, block, loop):
                yield from ((loop, read) for read in reads)


def _is_quiet(facts: FunctionFacts, instr: Instr) -> bool:
    """Whether the reverse of an instruction adds to no shadow but for what it reads, and waits for
    nobody."""
    match instr:
        case Call():
            return is_apart(facts, instr)
        case AtomicRMW(result=result):
            return not facts.function.uses[result.id]
        case Invoke() | CmpXchg() | Fence() | CallBr() | VAArg():
            return False
        case _:
            _rest: Computation | Load | Store | Silent = instr
            return True


def _is_plain(facts: FunctionFacts, load: Load) -> bool:
    return (
        load.result.type in (ty.FLOAT, ty.DOUBLE)
        and adds_among_threads(facts, load)
        and is_only_read(facts, load.pointer)
    )
