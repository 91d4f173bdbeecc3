"""Device code that counts what it executes: instructions, and bytes of memory, block by block.

    loop:                                     loop:
      %i = phi i64 …                            %i = phi i64 …
      %v = load double, ptr %p            →     call void @rz_gpu_counted(i64 4, i64 8, …)
      …                                         %v = load double, ptr %p  …

The numbers of a call are those of its block: instructions, bytes of global memory, bytes of shared
memory, atomic operations. Not counted as instructions are phis, variables of a thread's own, and
what is no code (debug records, lifetimes, assumptions). A call of mathematics is one instruction.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

from ribozyme.base.record import dataclass, replace
from ribozyme.ir import types as ty
from ribozyme.ir.address_origins import origins, through_integers
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import (
    Alloca,
    AtomicRMW,
    Call,
    CmpXchg,
    DbgRecord,
    Freeze,
    Instr,
    Load,
    Phi,
    Store,
)
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Block, Function, Module, declaration
from ribozyme.ir.values import ConstCast, ConstGep, GlobalRef, Value

COUNTED: Final = "rz_gpu_counted"
_TYPE: Final = ty.function(ty.VOID, (ty.I64, ty.I64, ty.I64, ty.I64))
_NO_CODE: Final = (
    "llvm.lifetime.", "llvm.assume", "llvm.experimental.noalias", "llvm.invariant.", "llvm.dbg.",
)  # fmt: skip
_SHARED, _OWN = 3, 5
_GLOBAL: Final = 1


@final
@dataclass(frozen=True, slots=True)
class _Numbers:
    instructions: int
    of_global: int
    of_shared: int
    atomics: int


def counted(module: Module, names: Iterable[str]) -> Module:
    """The module whose functions of these names count."""
    layout = DataLayout(module.layout)
    made = {name: _counted(module.functions[name], layout) for name in names}
    declared = {COUNTED: declaration(COUNTED, _TYPE)}
    return replace(module, functions={**module.functions, **declared, **made})


def _counted(function: Function, layout: DataLayout) -> Function:
    blocks = []
    for block in function.blocks:
        found = _numbers(function, block, layout)
        values = (found.instructions, found.of_global, found.of_shared, found.atomics)
        call = Call(None, GlobalRef(ty.PTR, COUNTED), _TYPE, tuple(map(i64, values)))
        first = next(n for n, instr in enumerate(block.instrs) if not isinstance(instr, Phi))
        blocks.append(Block(block.name, (*block.instrs[:first], call, *block.instrs[first:])))
    return replace(function, blocks=tuple(blocks))


def _numbers(function: Function, block: Block, layout: DataLayout) -> _Numbers:
    count = atomics = 0
    bytes = {_GLOBAL: 0, _SHARED: 0, _OWN: 0}
    for instr in block.instrs:
        count += _is_code(instr)
        match instr:
            case Load(result=result, pointer=pointer):
                bytes[_space(function, pointer)] += layout.size(result.type)
            case Store(value=value, pointer=pointer):
                bytes[_space(function, pointer)] += layout.size(value.type)
            case AtomicRMW(value=value, pointer=pointer) | CmpXchg(new=value, pointer=pointer):
                atomics += 1
                bytes[_space(function, pointer)] += 2 * layout.size(value.type)
            case _:
                pass
    return _Numbers(count, bytes[_GLOBAL], bytes[_SHARED], atomics)


def _is_code(instr: Instr) -> bool:
    if isinstance(instr, Call) and isinstance(instr.callee, GlobalRef):
        return not instr.callee.name.startswith(_NO_CODE)
    return not isinstance(instr, Phi | Alloca | DbgRecord | Freeze)


def _space(function: Function, pointer: Value) -> int:
    """The address space that an address is of: global where it is not known to be another."""
    found = {_told(function, value) for value in origins(function, pointer, _made_of)}
    return found.pop() if len(found) == 1 else _GLOBAL


def _made_of(instr: Instr) -> Iterable[Value] | None:
    return None if instr.result is None or _named(instr.result) else through_integers(instr)


def _named(value: Value) -> int | None:
    """The address space that the type of an address names."""
    space = value.type.addrspace if isinstance(value.type, ty.PtrType) else 0
    return space if space in (_SHARED, _OWN) else None


def _told(function: Function, value: Value) -> int:
    while isinstance(value, ConstCast | ConstGep) and not _named(value):
        value = value.value if isinstance(value, ConstCast) else value.base
    own = isinstance(function.definition(value), Alloca)
    return _named(value) or (_OWN if own else _GLOBAL)
