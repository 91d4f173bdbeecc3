"""What a kernel's functions know of their thread and block, as calls of a few known functions.

    call i32 @llvm.nvvm.read.ptx.sreg.tid.x()        →  call i32 @rz_gpu_tid_x()
    getelementptr inbounds (i8, ptr @k.s, i64 4)     →  %s = call ptr @rz_gpu_shared.k.s()
                                                       %1 = getelementptr inbounds i8, ptr %s, i64 4
    define void @helper()                            →  define internal void @helper() alwaysinline

Constants that hold a shared variable's address become instructions at the head of the function.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, final

from ribozyme.base.errors import error
from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr, without
from ribozyme.ir.instrs import Call, Cast, Gep, IBinary, Instr, operands
from ribozyme.ir.module import Block, Function, GlobalVariable, Header, Module, Param
from ribozyme.ir.rewrite import fresh, map_operands
from ribozyme.ir.values import (
    ConstAggregate,
    ConstBinary,
    ConstCast,
    ConstGep,
    ConstSplat,
    GlobalRef,
    Local,
    Value,
)
from ribozyme.rules.device_functions import (
    BARRIER,
    NATIVE,
    PLACES,
    SHARED,
    WARP_BARRIER,
    mathematics,
)

KERNELS: Final = ("ptx_kernel", "amdgpu_kernel", "spir_kernel")
_PINNED: Final = ("noinline", "optnone", "alwaysinline", "minsize", "optsize")
_ADDRESS: Final = ty.function(ty.PTR, ())
_PLACE: Final = ty.function(ty.I32, ())
_EVENT: Final = ty.function(ty.VOID, ())
_PURE: Final = tuple(map(Attr, ("nounwind", "willreturn", "speculatable", "nosync")))


def kernels(module: Module) -> tuple[str, ...]:
    """The names of a device module's kernels."""
    return tuple(f.name for f in module.defined() if f.convention in KERNELS)


def exposed(module: Module, shared: frozenset[str]) -> Module:
    """The module in which kernels ask for what is theirs by calls, all else to be inlined."""
    _refuse_initialisers(module, shared)
    made = {f.name: _exposed(module, f, shared) for f in module.defined()}
    declared = {name: f for name, f in module.functions.items() if f.is_declaration}
    known = {name: _known(f) for name, f in declared.items() if NATIVE.get(name, name) == name}
    for name, f in declared.items():
        if (found := mathematics(name)) is not None:
            del known[name]
            pure = (*_PURE, Attr("memory", "none"))
            known[found] = replace(f, name=found, attrs=pure, convention="")
    for name in (*PLACES, BARRIER, WARP_BARRIER):
        known[name] = _declaration(name)
    for name in shared:
        known[SHARED + name] = _declaration(SHARED + name)
    return replace(module, functions={**known, **made})


def _declaration(name: str) -> Function:
    if name.startswith(SHARED):
        return Function(name, _ADDRESS, (), (), attrs=(*_PURE, Attr("memory", "none")))
    if name in PLACES:
        return Function(name, _PLACE, (), (), attrs=(*_PURE, Attr("memory", "none")))
    return Function(name, _EVENT, (), (), attrs=(Attr("convergent"), Attr("nounwind")))


def _known(declared: Function) -> Function:
    """A declaration as it is; one of a name of ours gets what we know of it."""
    ours = declared.name in PLACES or declared.name in (BARRIER, WARP_BARRIER)
    return _declaration(declared.name) if ours else declared


def _exposed(module: Module, function: Function, shared: frozenset[str]) -> Function:
    kernel = function.convention in KERNELS
    kept = without(module.spelled(function.attrs), *_PINNED)
    how = Attr("noinline" if kernel else "alwaysinline")
    header = function.header if kernel else Header(linkage="internal")
    named = replace(
        function, attrs=(*kept, how), convention="", header=replace(header, comdat=None)
    )
    return _Addresses(named, shared).function()


def _refuse_initialisers(module: Module, shared: frozenset[str]) -> None:
    for variable in module.globals.values():
        if isinstance(variable, GlobalVariable) and variable.initialiser is not None:
            for name in mentioned(variable.initialiser):
                if name in shared:
                    raise error(
                        "RZ105",
                        f"the variable '{variable.name}' begins with an address in shared memory",
                    )


def mentioned(value: Value) -> Iterator[str]:
    """The globals that a constant names."""
    work: list[Value] = [value]
    while work:
        match work.pop():
            case GlobalRef(name=name):
                yield name
            case ConstGep(base=base, indices=indices):
                work += [base, *indices]
            case ConstCast(value=inner):
                work.append(inner)
            case ConstBinary(lhs=lhs, rhs=rhs):
                work += [lhs, rhs]
            case ConstAggregate(elements=elements):
                work += elements
            case ConstSplat(element=element):
                work.append(element)
            case _:
                pass


@final
class _Addresses:
    """A function whose constants with shared addresses become instructions."""

    def __init__(self, function: Function, shared: frozenset[str]) -> None:
        self.of = function
        self.shared = shared
        self.names = list(function.names)
        self.head: list[Instr] = []
        self.made: dict[Value, Local] = {}

    def function(self) -> Function:
        blocks = [Block(b.name, tuple(map(self.instr, b.instrs))) for b in self.of.blocks]
        first = blocks[0]
        blocks[0] = Block(first.name, (*self.head, *first.instrs))
        return replace(self.of, blocks=tuple(blocks), names=self.names)

    def instr(self, instr: Instr) -> Instr:
        if isinstance(instr, Call) and isinstance(instr.callee, GlobalRef):
            instr = _native(instr, instr.callee)
        if not any(self.concerned(operand) for operand in operands(instr)):
            return instr
        return map_operands(instr, self.value, lambda label: label)

    def concerned(self, value: Value) -> bool:
        return not isinstance(value, Local) and not self.shared.isdisjoint(mentioned(value))

    def value(self, value: Value) -> Value:
        if isinstance(value, Local) or not self.concerned(value):
            return value
        known = self.made.get(value)
        return known if known is not None else self.instruction(value)

    def instruction(self, value: Value) -> Value:
        """The result of an instruction at the head that makes what the constant is."""
        match value:
            case GlobalRef(name=name):
                made = fresh(self.names, ty.PTR)
                self.head.append(Call(made, GlobalRef(ty.PTR, SHARED + name), _ADDRESS, ()))
            case ConstGep(type=type, source=source, base=base, indices=indices):
                start = self.value(base)
                made = fresh(self.names, type)
                flags = "inbounds" if "inbounds" in value.flags else ""
                self.head.append(Gep(made, source, start, tuple(indices), flags))
            case ConstCast(type=type, op=op, value=inner):
                given = self.value(inner)
                made = fresh(self.names, type)
                self.head.append(Cast(made, op, given))
            case ConstBinary(type=type, op=op, lhs=lhs, rhs=rhs):
                sides = self.value(lhs), self.value(rhs)
                made = fresh(self.names, type)
                self.head.append(IBinary(made, op, *sides))
            case _:
                raise error(
                    "RZ105",
                    f"a constant of type {value.type} holds addresses in shared memory",
                    function=self.of.name,
                )
        self.made[value] = made
        return made


def _native(call: Call, callee: GlobalRef) -> Call:
    """A call by the name that all targets have in common."""
    name = NATIVE.get(callee.name)
    if name is None:
        known = mathematics(callee.name)
        if known is None:
            return call
        return replace(call, callee=GlobalRef(ty.PTR, known), convention="", attrs=())
    type = _EVENT if name in (BARRIER, WARP_BARRIER) else _PLACE
    return replace(
        call, callee=GlobalRef(ty.PTR, name), type=type, args=(), arg_attrs=(), result_attrs=(),
        attrs=(),
    )  # fmt: skip


__all__ = ["KERNELS", "Param", "exposed", "kernels"]
