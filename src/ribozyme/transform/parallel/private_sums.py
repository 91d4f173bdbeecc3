"""Memory to which threads add and which they do not read before the end of a region.

    #pragma omp parallel for                     reverse, in each thread
    for (i) y[i] = a[i] * x[column[i]];          call void @rz.team.add.f64(%window, %at, %bar)
                                                 … at the end   x.sh += sums

In the reverse of a region, the shadow of what no thread of it writes is added to and not read. So
it needs no atomic additions: the thread that comes to a page of the shadow first adds there, and
others to numbers of their own, which are added to the page at the end of the region. With
`deterministic=True` all have numbers of their own (`windows`, `frontends/openmp/sums.h`).

Likewise where the program itself adds atomically to memory that a region does not access otherwise,
as the bins of a histogram: the forward sweep adds to it so.

Invariant: such memory outlives the region, and no access there may be one of other memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ribozyme.analysis.pointsto.objects import Kind
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import AtomicRMW, Call, Instr, Invoke
from ribozyme.ir.module import Function
from ribozyme.ir.values import Value
from ribozyme.rules.openmp import WAITS
from ribozyme.transform.core.facts import FunctionFacts, ProgramFacts
from ribozyme.transform.core.sites import callee_name

_SIZES: Final[dict[ty.Type, int]] = {ty.DOUBLE: 8, ty.FLOAT: 4}


def is_only_read(facts: FunctionFacts, pointer: Value) -> bool:
    """Whether a region leaves what is behind an address as it is, and so reads no shadow there."""
    return _is_without(facts, pointer, facts.whole.ask(_changed))


def is_only_added_to(facts: FunctionFacts, instr: AtomicRMW) -> bool:
    """Whether an atomic addition is to memory that a region accesses by such additions alone."""
    return (
        _is_addition(facts.function, instr)
        and facts.whole.effects.parallel.meets(facts.function, instr.pointer)
        and _is_without(facts, instr.pointer, facts.whole.ask(_accessed))
    )


def _is_addition(function: Function, instr: Instr) -> bool:
    """Whether all that an instruction does is to add to an aligned number, in any order."""
    match instr:
        case AtomicRMW(op="fadd" | "fsub", volatile=False, ordering="monotonic", result=result):
            size = _SIZES.get(instr.value.type)
            aligned = size is not None and (instr.align == 0 or instr.align >= size)
            return aligned and not function.uses[result.id]
        case _:
            return False


def _is_without(facts: FunctionFacts, pointer: Value, found: dict[Function, int]) -> bool:
    """Whether an address leads to none of the objects that are found for its function."""
    objects = found.get(facts.function)
    if objects is None:
        return False
    points = facts.whole.pointsto
    mask = points.mask(facts.function, pointer)
    return bool(mask) and not points.aliases(mask) & objects


def _changed(facts: ProgramFacts) -> dict[Function, int]:
    """Per function that teams run, and no launch: the objects that threads may change meanwhile,
    and those that an access cannot tell from one of them."""
    return _by_group(facts, _changed_in)


def _accessed(facts: ProgramFacts) -> dict[Function, int]:
    """The same of objects that threads may access by anything but such additions."""
    return _by_group(facts, _accessed_in)


def _by_group(
    facts: ProgramFacts, of: Callable[[ProgramFacts, frozenset[Function]], int]
) -> dict[Function, int]:
    parallel = facts.effects.parallel
    known: dict[frozenset[Function], int] = {}
    found: dict[Function, int] = {}
    for function, group in parallel.beside.items():
        if not group & parallel.launched:
            if group not in known:
                known[group] = of(facts, group)
            found[function] = known[group]
    return found


def _changed_in(facts: ProgramFacts, functions: frozenset[Function]) -> int:
    """What functions write, give back or make, and what they cannot tell from it."""
    changed, read = _born(facts, functions), set[int]()
    for function in functions:
        for instr in _accessing(facts, function):
            effect = facts.effects.instr(function, instr)
            changed |= effect.writes | effect.frees
            read.add(facts.pointsto.aliases(effect.reads))
    return _with_met(facts, changed, read)


def _accessed_in(facts: ProgramFacts, functions: frozenset[Function]) -> int:
    """What functions access by anything but plain atomic additions, and what they cannot tell from
    it."""
    accessed, added = _born(facts, functions), set[int]()
    for function in functions:
        for instr in _accessing(facts, function):
            effect = facts.effects.instr(function, instr)
            reached = effect.reads | effect.writes | effect.frees
            if _is_addition(function, instr):
                added.add(facts.pointsto.aliases(reached))
            else:
                accessed |= reached
    return _with_met(facts, accessed, added)


def _born(facts: ProgramFacts, functions: frozenset[Function]) -> int:
    """The objects that functions make."""
    found = 0
    for object in facts.pointsto.objects:
        if object.kind in (Kind.ALLOCA, Kind.HEAP) and object.function in functions:
            found |= 1 << object.id
    return found


def _with_met(facts: ProgramFacts, objects: int, accesses: set[int]) -> int:
    """Objects, and all that accesses reach which may reach one of them."""
    while True:
        before = objects
        for mask in accesses:
            if mask & facts.pointsto.aliases(before):
                objects |= mask
        if objects == before:
            return objects


def _accessing(facts: ProgramFacts, function: Function) -> Iterator[Instr]:
    """The instructions without calls of functions that have a body, and waits: what is called, and
    what other threads do, is looked at on its own."""
    for instr in function.instrs():
        if isinstance(instr, Call | Invoke):
            targets = facts.pointsto.known_targets(function, instr)
            if callee_name(instr) in WAITS or (
                targets and not any(target.is_declaration for target in targets)
            ):
                continue
        yield instr
