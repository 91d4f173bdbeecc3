"""Parallel regions as calls, while derivatives are made.

    call @rz_omp_fork(i32 %n, i32 1, @f.omp_outlined, ptr %x)
                                                            →   call void @f.region(i32 %n, ptr %x)

    define internal void @f.region(i32 %n, ptr %x) "rz.forks" { call @f.omp_outlined(…, ptr %x) }

So is the tangent of a region, which is to be differentiated again (`rz.team.fork`, see `spread`).
Afterwards (`regions_forked`) the function forks again, as the program did.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, final

from ribozyme.analysis.memory.parallel import FORKS, forks
from ribozyme.base.record import dataclass, field, replace
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr
from ribozyme.ir.build import FunctionBuilder, i32
from ribozyme.ir.instrs import Call, Instr
from ribozyme.ir.module import Block, Function, Header, Module, declaration
from ribozyme.ir.values import GlobalRef, Value
from ribozyme.rules.openmp import FORK, TANGENT_FORK, WAITS
from ribozyme.transform.core.sites import callee_name

_FORK_TYPE: Final = ty.function(ty.VOID, (ty.I32, ty.I32, ty.PTR), True)
_NUMBERS: Final = 2  # parameters of an outlined function: addresses of the thread's numbers


def regions_as_calls(module: Module) -> Module:
    """The module in which each region is a call of a function; itself where there is none."""
    if FORK not in module.functions and TANGENT_FORK not in module.functions:
        return module
    found = _Regions(module)
    changed = {function.name: found.rewritten(function) for function in module.defined()}
    return replace(module, functions={**module.functions, **changed, **found.made})


@final
@dataclass(slots=True)
class _Regions:
    module: Module
    made: dict[str, Function] = field(default_factory=dict)

    def rewritten(self, function: Function) -> Function:
        blocks = tuple(Block(b.name, tuple(self._instrs(b.instrs))) for b in function.blocks)
        same = all(
            new.instrs == old.instrs for new, old in zip(blocks, function.blocks, strict=True)
        )
        return function if same else replace(function, blocks=blocks)

    def _instrs(self, instrs: tuple[Instr, ...]) -> Iterator[Instr]:
        for instr in instrs:
            name = callee_name(instr) if isinstance(instr, Call) else None
            if isinstance(instr, Call) and name == FORK:
                threads, _, target, *given = instr.args
                yield self._call(instr, threads, target, given) or instr
            elif isinstance(instr, Call) and name == TANGENT_FORK:
                threads, target, pack = instr.args
                yield self._call(instr, threads, target, [pack]) or instr
            elif isinstance(instr, Call) and name in WAITS:
                yield replace(instr, attrs=(), tail="")  # another thread's exception may leave it
            else:
                yield instr

    def _call(self, fork: Call, threads: Value, target: Value, given: list[Value]) -> Call | None:
        outlined = self.module.functions.get(target.name) if isinstance(target, GlobalRef) else None
        if outlined is None or outlined.is_declaration:
            return None
        if outlined.type.params[_NUMBERS:] != tuple(arg.type for arg in given):
            return None
        region = self._region(outlined)
        return Call(
            None, GlobalRef(ty.PTR, region.name), region.type, (threads, *given), meta=fork.meta
        )

    def _region(self, outlined: Function) -> Function:
        name = f"{outlined.name}.region"
        while name in self.module.functions:  # of a derivative that is differentiated again
            name += ".again"
        if name not in self.made:
            params = outlined.type.params[_NUMBERS:]
            b = _begun(name, ty.function(ty.VOID, (ty.I32, *params)))
            numbers: list[Value] = []
            for _ in range(_NUMBERS):
                numbers.append(b.alloca(ty.I32, align=4))
                b.store(i32(0), numbers[-1], 4)
            b.call(outlined.name, outlined.type, (*numbers, *b.params[1:]))
            b.ret()
            self.made[name] = b.finish()
        return self.made[name]


def _begun(name: str, type: ty.FunctionType) -> FunctionBuilder:
    b = FunctionBuilder(name, type)
    b.attrs = (Attr(FORKS), Attr("noinline"))
    b.header = Header(linkage="internal")
    b.at(b.block())
    return b


def regions_forked(module: Module) -> Module:
    """The module in which the functions of regions fork what they called."""
    found = {f.name: _forking(f) for f in module.defined() if forks(f)}
    if not found:
        return module
    declared = {FORK: module.functions.get(FORK) or declaration(FORK, _FORK_TYPE)}
    return replace(module, functions={**module.functions, **declared, **found})


def _forking(region: Function) -> Function:
    outlined = next(instr.callee for instr in region.instrs() if isinstance(instr, Call))
    b = _begun(region.name, region.type)
    b.attrs = (Attr("noinline"),)
    threads, *given = b.params
    b.call(FORK, _FORK_TYPE, (threads, i32(len(given)), outlined, *given))
    b.ret()
    return b.finish()
