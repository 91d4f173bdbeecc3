"""Regions of threads whose forward half does the work of both halves: all their results are stored
by one-pass loops, and each thread reverses its iterations as it comes to them.

    y = rows(a, x):  #pragma omp parallel for                 f.region.aug    y, and da, dx from dy
                     for (i) { …; y[i] = s; }          →      f.region.rev    is not called

The reverse of the region is hoisted over what follows it in the root. As with a loop (`merging`),
nothing there may touch the shadows that the region takes, nor take those that it adds to. The root
calls the region once, so what a seed lies in is memory of the root's caller. Objects are compared,
not accesses. Where anything is not proven, the region has two halves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, final

from ribozyme.analysis.memory.parallel import forks
from ribozyme.base.record import dataclass
from ribozyme.ir.instrs import (
    Alloca,
    AtomicRMW,
    Call,
    CallBr,
    CmpXchg,
    Computation,
    Instr,
    Invoke,
    Load,
    Silent,
    Store,
    VAArg,
)
from ribozyme.ir.module import Function
from ribozyme.rules.memory import Allocation, MemorySet
from ribozyme.transform.core import contents
from ribozyme.transform.core.facts import FunctionFacts, ProgramFacts
from ribozyme.transform.core.interface import Mode
from ribozyme.transform.core.site_kinds import Callee, Drop, Plain, Site
from ribozyme.transform.parallel.exclusive import is_region
from ribozyme.transform.reverse.onepass.merging import NONE, Merged, is_barrier
from ribozyme.transform.reverse.onepass.row_by_row import with_rows
from ribozyme.transform.reverse.plan.callsites import sites_of
from ribozyme.transform.state import of_threads

_LARGE: Final = 1000  # blocks of the root


@final
@dataclass(frozen=True, slots=True)
class _Touched:
    """The objects of which a region adds to shadows, and of which it takes them."""

    reads: int
    writes: int


@final
class RegionsAtOnce:
    """The functions whose forward half does the work of both, with their one-pass loops: the
    regions, which have none themselves, and what these run."""

    def __init__(self, whole: ProgramFacts) -> None:
        self.loops: dict[Function, Merged] = {}
        if whole.request.mode is not Mode.REVERSE or of_threads.has_own(whole):
            return
        root = whole.function(whole.program.root)
        if len(root.function.blocks) > _LARGE or root.function in whole.pointsto.recursive:
            return
        for block, call, region in _regions(root):
            body = _body(whole, region)
            if body is None or region in self.loops:
                continue
            calls = sites_of(body)
            found = with_rows(body, calls, (), seeded=False)
            touched = _touched(body, found, {id(one): site for one, site in calls})
            if touched is not None and _free_behind(root, block, call, touched):
                self.loops |= {region: NONE, body.function: found}


def _regions(root: FunctionFacts) -> Iterator[tuple[int, Call, Function]]:
    """The regions that the root runs outside of loops, each in one place of the program."""
    for block, found in enumerate(root.function.blocks):
        if not root.live[block] or root.loop_of(block) >= 0 or root.in_cycle[block]:
            continue
        for call in found.instrs:
            callee = root.whole.program.callee(call) if isinstance(call, Call) else None
            if (
                isinstance(call, Call)
                and isinstance(callee, Function)
                and forks(callee)
                and len(root.whole.pointsto.callers.get(callee, ())) == 1
            ):
                yield block, call, callee


def _body(whole: ProgramFacts, region: Function) -> FunctionFacts | None:
    """What each thread of a region runs, if that is all and no active number comes by value."""
    called = [site for _, site in sites_of(whole.function(region)) if not isinstance(site, Plain)]
    if len(called) != 1 or not isinstance(called[0], Callee):
        return None
    body = whole.function(called[0].function)
    params = [*body.function.params, *region.params]
    facts = {False: body, True: whole.function(region)}
    if any(facts[one in region.params].active(one.local) for one in params):
        return None
    return body if is_region(body) and not body.result_floats() else None


def _touched(body: FunctionFacts, found: Merged, sites: dict[int, Site]) -> _Touched | None:
    """What a region touches; None if it does so outside of its one-pass loops, where it may only
    read what it does not write: a thread adds to that when it is through."""
    points, reads, writes, outside = body.whole.pointsto, 0, 0, 0
    for index, block in enumerate(body.function.blocks):
        if not body.live[index]:
            continue
        inside = found.around(body, body.loop_of(index)) >= 0
        for instr in block.instrs:
            match instr:
                case Load() if body.active(instr.result) and body.shadowed(instr.pointer):
                    known = points.mask(body.function, instr.pointer)
                    reads |= known
                    outside |= 0 if inside else known
                    continue
                case Store() if body.shadowed(instr.pointer) and (
                    contents.stored_floats(body, instr) or contents.stored_both(body, instr)
                ):
                    writes |= points.mask(body.function, instr.pointer)
                case Call():
                    site = sites[id(instr)]
                    if isinstance(site, Plain | Drop) or is_barrier(site):
                        continue
                    effect = body.whole.effects.instr(body.function, instr)
                    reads |= effect.reads
                    writes |= effect.writes if isinstance(site, MemorySet) else 0
                case AtomicRMW() | CmpXchg() | Invoke() | CallBr() | VAArg():
                    return None
                case Load() | Store() | Alloca():
                    continue
                case _:
                    _rest: Computation | Silent = instr
                    continue
            if not inside:
                return None
    return None if points.aliases(outside) & writes else _Touched(reads, writes)


def _free_behind(root: FunctionFacts, block: int, call: Call, touched: _Touched) -> bool:
    """Whether nothing behind a call touches what two halves would find as it is left there."""
    points = root.whole.pointsto
    reads, writes = points.aliases(touched.reads), points.aliases(touched.writes)
    sites = {id(one): site for one, site in sites_of(root)}
    return not any(
        _disturbs(root, instr, sites.get(id(instr)), reads, writes)
        for instr in _behind(root, block, call)
    )


def _behind(root: FunctionFacts, block: int, call: Call) -> Iterator[Instr]:
    instrs = root.function.blocks[block].instrs
    yield from instrs[instrs.index(call) + 1 :]
    seen, work = {block}, [block]
    while work:
        for target in root.live_successors[work.pop()]:
            if target not in seen:
                seen.add(target)
                work.append(target)
                yield from root.function.blocks[target].instrs


def _disturbs(
    root: FunctionFacts, instr: Instr, site: Site | None, reads: int, writes: int
) -> bool:
    effect = root.whole.effects.instr(root.function, instr)
    match instr:
        case Load():
            adds = root.active(instr.result) and root.shadowed(instr.pointer)
            return adds and bool(effect.reads & writes)
        case Store():
            return root.shadowed(instr.pointer) and bool(effect.writes & (reads | writes))
        case Call() | Invoke() | CallBr() | AtomicRMW() | CmpXchg() | VAArg():
            if isinstance(site, Plain | Drop | Allocation):
                return False
            changed = effect.writes | effect.frees
            return bool((effect.reads | changed) & writes or changed & reads)
        case _:
            _rest: Alloca | Computation | Silent = instr
            return False
