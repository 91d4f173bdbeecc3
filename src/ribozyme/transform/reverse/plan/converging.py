"""Loops that end where numbers that they compute are close: they may be solvers.

    while (fabs(d) > tol) { d = f(x) / df(x); x -= d; }

What such a loop keeps grows with its iterations, and the derivative of a solution needs none of
them. Whether it solves an equation only its author knows, so this is for `explain` to say.
"""

from __future__ import annotations

from collections.abc import Iterator

from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Call,
    Compare,
    CondBr,
    Instr,
    Invoke,
    Load,
    Phi,
    Store,
    operands,
)
from ribozyme.ir.values import Local, Value
from ribozyme.transform.core.facts import FunctionFacts


def iterations(facts: FunctionFacts) -> tuple[int, ...]:
    """The loops that an active number, carried from iteration to iteration, may end."""
    return tuple(
        loop for loop in range(len(facts.loops.loops)) if _is_ended_by_numbers(facts, loop)
    )


def _is_ended_by_numbers(facts: FunctionFacts, loop: int) -> bool:
    found = facts.loops.loops[loop]
    inside = {id(i) for n in found.blocks for i in facts.function.blocks[n].instrs}
    for block, _ in found.exits:
        match facts.function.blocks[block].terminator:
            case CondBr(condition=condition):
                decided = _behind(facts, [condition], inside)
                compared = [i for i in decided if isinstance(i, Compare) and i.op == "fcmp"]
                sources = [side for one in compared for side in (one.lhs, one.rhs)]
                if any(_is_varied(facts, one) for one in sources) and _is_carried(
                    facts, loop, sources, inside
                ):
                    return True
            case _:
                pass
    return False


def _is_varied(facts: FunctionFacts, value: Value) -> bool:
    return facts.whole.activity.varied(facts.function, value)


def _is_carried(facts: FunctionFacts, loop: int, values: list[Value], inside: set[int]) -> bool:
    """Whether numbers depend on what the iteration before has computed."""
    found = facts.loops.loops[loop]
    header = {id(i) for i in facts.function.blocks[found.header].instrs}
    written = 0
    for block in found.blocks:
        for instr in facts.function.blocks[block].instrs:
            for place in _written(facts, instr):
                written |= facts.whole.pointsto.mask(facts.function, place)
    for instr in _behind(facts, values, inside):
        match instr:
            case Phi(result=result) if id(instr) in header and ty.is_float(result.type):
                return True
            case Load(pointer=pointer):
                if facts.whole.pointsto.mask(facts.function, pointer) & written:
                    return True
            case Call(args=args) | Invoke(args=args):
                places = (arg for arg in args if ty.is_pointer(arg.type))
                masks = (facts.whole.pointsto.mask(facts.function, place) for place in places)
                if any(mask & written for mask in masks):
                    return True
            case _:
                pass
    return False


def _written(facts: FunctionFacts, instr: Instr) -> Iterator[Value]:
    """Where an instruction may leave active numbers."""
    match instr:
        case Store(pointer=pointer, value=value) if ty.is_float(value.type):
            if facts.shadowed(pointer):
                yield pointer
        case Call(args=args) | Invoke(args=args):
            yield from (a for a in args if ty.is_pointer(a.type) and facts.shadowed(a))
        case _:
            pass


def _behind(facts: FunctionFacts, values: list[Value], inside: set[int]) -> list[Instr]:
    """The instructions of a loop that values are computed by."""
    seen: dict[int, Instr] = {}
    work = list(values)
    while work:
        value = work.pop()
        instr = facts.function.definition(value) if isinstance(value, Local) else None
        if instr is None or id(instr) in seen or id(instr) not in inside:
            continue
        seen[id(instr)] = instr
        work.extend(operands(instr))
    return list(seen.values())
