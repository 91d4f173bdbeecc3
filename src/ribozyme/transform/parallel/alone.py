"""Both sweeps of regions for a thread that is alone: additions to memory itself.

    f.region.rev → f.omp_outlined.rev      atomicrmw fadd ptr %p, double %v
                                           call void @rz.team.add.f64(ptr %win, ptr %q, double %w)

    f.region.rev.alone → f.omp_outlined.rev.alone      %t = load double, ptr %p
                                                       %u = fadd double %t, %v
                                                       store double %u, ptr %p, and so for %q

The forward sweep is made likewise: a program may add atomically itself.
A team of one that no other team is around needs neither atomic additions nor private sums, and
without them LLVM keeps sums in registers and makes vectors. What a region within the region runs
stays as it is: it may have more threads.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, final

from ribozyme.base.record import dataclass, replace
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import AtomicRMW, Br, Call, FBinary, IBinary, Instr, Invoke, Load, Store
from ribozyme.ir.module import Block, Function
from ribozyme.ir.rewrite import fresh
from ribozyme.ir.values import GlobalRef, Local
from ribozyme.rules.openmp import ADDING, OF_MEMORY, RANGE, UNALIGNED, WINDOW
from ribozyme.transform.core.sites import callee_name
from ribozyme.transform.emit.locations import not_in_pairs

if TYPE_CHECKING:
    from ribozyme.transform.emit.emission import Emission

_SUFFIX = ".alone"
_NEEDLESS: Final = (WINDOW, "rz_omp_settle")


@final
@dataclass(frozen=True, slots=True)
class Alone:
    """The functions of an emission, and the names of those that fork a team."""

    emission: Emission
    forks: frozenset[str]

    def functions(self, region: Function) -> tuple[Function, ...]:
        """The region's function as a thread runs it that is alone, and what it calls, where that
        is other code; nothing if none of it is."""
        reached = {region.name: region}
        callers: dict[str, list[str]] = {}
        work = [region]
        while work:
            function = work.pop()
            for name in _called(function):
                callers.setdefault(name, []).append(function.name)
                found = self.emission.functions.get(name)
                if found is not None and name not in reached and name not in self.forks:
                    reached[name] = found
                    work.append(found)
        changed = {n for n, f in reached.items() if any(map(_is_addition, f.instrs()))}
        above = list(changed)
        while above:
            for name in callers.get(above.pop(), ()):
                if name not in changed:
                    changed.add(name)
                    above.append(name)
        if region.name not in changed:
            return ()
        names = frozenset(changed)
        return tuple(self._plain(f, names) for name, f in reached.items() if name in changed)

    def _plain(self, function: Function, changed: frozenset[str]) -> Function:
        names = list(function.names)
        layout = self.emission.facts.layout

        def plain(instr: Instr) -> Iterator[Instr]:
            match instr:
                case AtomicRMW(result=before, pointer=place, value=value) if _is_addition(instr):
                    align = instr.align or layout.size(value.type)
                    total = fresh(names, value.type)
                    yield Load(before, place, align, meta=instr.meta)
                    yield FBinary(total, instr.op, before, value)
                    yield Store(total, place, align, meta=instr.meta)
                case Call(args=(*_, place, value)) if _is_addition(instr):
                    before, total = fresh(names, value.type), fresh(names, value.type)
                    odd = (callee_name(instr) or "").startswith(UNALIGNED)
                    align = 1 if odd else layout.size(value.type)
                    meta = tuple((name.removeprefix(OF_MEMORY), at) for name, at in instr.meta)
                    yield Load(before, place, align, meta=meta)
                    yield FBinary(total, "fadd", before, value)
                    yield Store(total, place, align, meta=meta)
                case Call(result=Local() as result) if callee_name(instr) == RANGE:
                    yield IBinary(result, "add", i64(0), i64(0))
                case Call() if (callee_name(instr) or "").startswith(_NEEDLESS):
                    pass
                case Br():
                    yield replace(instr, meta=not_in_pairs(self.emission.scopes, instr.meta))
                case Call(callee=GlobalRef(name=name)) | Invoke(callee=GlobalRef(name=name)) if (
                    name in changed
                ):
                    yield replace(instr, callee=GlobalRef(instr.callee.type, f"{name}{_SUFFIX}"))
                case _:
                    yield instr

        blocks = tuple(
            Block(block.name, tuple(one for instr in block.instrs for one in plain(instr)))
            for block in function.blocks
        )
        name = f"{function.name}{_SUFFIX}"  # of its own; what the debugger shows is the other's
        return replace(function, name=name, blocks=blocks, names=names, meta=())


def _is_addition(instr: Instr) -> bool:
    match instr:
        case AtomicRMW(op="fadd" | "fsub"):
            return True
        case Call():
            return callee_name(instr) in ADDING
        case _:
            return False


def _called(function: Function) -> Iterator[str]:
    for instr in function.instrs():
        if isinstance(instr, Call | Invoke) and isinstance(instr.callee, GlobalRef):
            yield instr.callee.name
