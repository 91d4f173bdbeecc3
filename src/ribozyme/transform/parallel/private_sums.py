"""Memory that a region only reads: what threads add to its shadow is read behind the region.

    #pragma omp parallel for                     reverse, in each thread
    for (i) y[i] = a[i] * x[column[i]];          %sums = call ptr @rz_omp_sums(i32 1, i32 0)
                                                 call void @rz.team.add.f64(%sums, %at, %bar)
                                                 … at the end   x.sh += sums

In the reverse of a region, the shadow of what no thread of it writes is added to and not read. So
it needs no atomic additions: the thread that comes to a page of the shadow first adds there, and
others to numbers of their own, which are added to the page at the end of the region. With
`deterministic=True` all have numbers of their own (`frontends/openmp.c`).

Invariant: such memory outlives the region, and no access there may be one of other memory.
"""

from __future__ import annotations

from collections.abc import Iterator

from ribozyme.analysis.pointsto.objects import Kind
from ribozyme.ir.instrs import Call, Instr, Invoke
from ribozyme.ir.module import Function
from ribozyme.ir.values import Value
from ribozyme.rules.openmp import WAITS
from ribozyme.transform.core.facts import FunctionFacts, ProgramFacts
from ribozyme.transform.core.sites import callee_name


def is_only_read(facts: FunctionFacts, pointer: Value) -> bool:
    """Whether a region leaves what is behind an address as it is, and so reads no shadow there."""
    changed = facts.whole.ask(_changed).get(facts.function)
    if changed is None:
        return False
    points = facts.whole.pointsto
    mask = points.mask(facts.function, pointer)
    return bool(mask) and not points.aliases(mask) & changed


def _changed(facts: ProgramFacts) -> dict[Function, int]:
    """Per function that teams run, and no launch: the objects that threads may change meanwhile,
    and those that an access cannot tell from one of them."""
    parallel = facts.effects.parallel
    known: dict[frozenset[Function], int] = {}
    found: dict[Function, int] = {}
    for function, group in parallel.beside.items():
        if not group & parallel.launched:
            known[group] = found[function] = known.get(group) or _in(facts, group)
    return found


def _in(facts: ProgramFacts, functions: frozenset[Function]) -> int:
    """What functions write, give back or make, and what they cannot tell from it."""
    points, changed, read = facts.pointsto, 0, set[int]()
    for object in points.objects:
        if object.kind in (Kind.ALLOCA, Kind.HEAP) and object.function in functions:
            changed |= 1 << object.id
    for function in functions:
        for instr in _accessing(facts, function):
            effect = facts.effects.instr(function, instr)
            changed |= effect.writes | effect.frees
            read.add(points.aliases(effect.reads))
    while True:
        met = {mask for mask in read if mask & points.aliases(changed)}
        before = changed
        for mask in met:
            changed |= mask
        if changed == before:
            return changed


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
