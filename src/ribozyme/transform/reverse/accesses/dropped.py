"""Loop-invariant saves: if a saved load does not change in a loop, its array has no dimension for
the loop.

    for (i) for (j) s += A[i][j] * x[j]      with x written later: x[j] is kept once per j

A loop may be dropped when the address is the same in all its iterations (it may depend on loops
inside it) and nothing in the loop writes there. Every iteration then keeps and reads the same.
"""

from __future__ import annotations

from typing import Final

from ribozyme.analysis.flow.sym import Sym, SymValue
from ribozyme.analysis.flow.sym import leaves as sym_leaves
from ribozyme.ir.instrs import Cast, Gep, IBinary, Instr, Load, Phi, Select, Store, operands
from ribozyme.ir.values import Local, Value
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.reverse.accesses.rotating import Rotating

_DEEP: Final = 64
_WRITES: Final = 400  # in a loop with more, nobody looks


def dropped(facts: FunctionFacts, local: Local) -> tuple[int, ...]:
    """The loops around the innermost one over which a loaded value does not change."""
    load = facts.function.definitions[local.id]
    if not isinstance(load, Load) or load.volatile or load.ordering:
        return ()
    found: list[int] = []
    for loop in facts.chain(facts.loop_of_value(local))[1:]:
        if writers(facts, load, loop) != ():
            break  # and so in the loops around it
        if same_address(facts, load.pointer, loop):
            found.append(loop)
    return tuple(found)


def same_address(facts: FunctionFacts, pointer: Value, loop: int) -> bool:
    """Whether an address depends on a loop only through counters of loops inside it."""
    work: list[Value] = [pointer]
    seen: set[int] = set()
    while work:
        value = work.pop()
        if not isinstance(value, Local) or value.id in seen:
            continue
        seen.add(value.id)
        if not facts.inside(facts.loop_of_value(value), loop):
            continue
        if len(seen) > _DEEP:
            return False
        instr = facts.function.definitions[value.id]
        match instr:
            case Phi():
                home = facts.function.home[value.id]
                induction = facts.induction(instr, home)
                if induction is None or facts.loop_of(home) == loop:
                    return False
                work += [induction.start, *_values(induction.step), *_values(induction.bend)]
            case Gep() | Cast() | IBinary() | Select():
                work += operands(instr)
            case _:
                return False
    return True


def _values(sym: Sym) -> list[Value]:
    return [leaf.value if isinstance(leaf, SymValue) else leaf for leaf in sym_leaves(sym)]


def writers(facts: FunctionFacts, load: Load, loop: int) -> tuple[Instr, ...] | None:
    """The instructions of a loop that may write what a load reads; None if there are too many."""
    writing = _writing(facts, loop)
    if writing is None:
        return None
    points = facts.whole.pointsto
    read = points.aliases(points.mask(facts.function, load.pointer))
    return tuple(
        instr
        for instr, writes in writing
        if writes & read and not _elsewhere(facts, load, instr, loop)
    )


def _writing(facts: FunctionFacts, loop: int) -> tuple[tuple[Instr, int], ...] | None:
    """The instructions of a loop that write, and to which objects; None if there are too many."""
    if loop not in facts.loop_writes:
        found: list[tuple[Instr, int]] = []
        effects = facts.whole.effects
        for block in sorted(facts.loops.loops[loop].blocks):
            for instr in facts.function.blocks[block].instrs:
                if writes := effects.instr(facts.function, instr).writes:
                    found.append((instr, writes))
        facts.loop_writes[loop] = tuple(found) if len(found) <= _WRITES else None
    return facts.loop_writes[loop]


def _elsewhere(facts: FunctionFacts, load: Load, instr: Instr, loop: int) -> bool:
    """Whether a store of a loop surely goes to another place than a load."""
    if not isinstance(instr, Store):
        return False
    layout = facts.layout
    if facts.ask(Rotating).apart(load.pointer, instr.pointer, loop):
        return True
    return not facts.whole.pointsto.may_alias(
        facts.function,
        load.pointer,
        layout.size(load.result.type),
        instr.pointer,
        layout.size(instr.value.type),
        load,
        instr,
        same_iteration=False,
    )
