"""Accesses that are looked at as they happen.

    %v = load float, ptr %p    →  %q = call ptr @rz_gpu_access(ptr %launch, ptr %p, i64 4, i32 1,
                                                              i32 site, i32 parameter)
                                  %v = load float, ptr %q

The address comes back if memory of the launch lies there, else one of memory that nobody needs. An
address that provably is the thread's own is left alone; one of which no parameter is the origin may
be the thread's own, and counts as such where no memory of the launch lies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, final

from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.address_origins import origins, through_integers
from ribozyme.ir.build import i32, i64
from ribozyme.ir.instrs import (
    Alloca,
    AtomicRMW,
    Call,
    CallLike,
    CmpXchg,
    Computation,
    Instr,
    Load,
    Silent,
    Store,
    VAArg,
)
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Function, Module, declaration
from ribozyme.ir.rewrite import expanded, fresh
from ribozyme.ir.values import GlobalRef, Local, Value

READ, WRITE, ATOMIC = 1, 2, 4
_NAME: Final = "rz_gpu_access"
_TYPE: Final = ty.function(ty.PTR, (ty.PTR, ty.PTR, ty.I64, ty.I32, ty.I32, ty.I32))
NOBODY: Final = -1
OWN: Final = -2
VARIABLE: Final = -3
"""What an address is made from, if it is no parameter: unknown, memory of the thread's own, a
variable of the module."""
_COPIES: Final = ("llvm.memcpy.", "llvm.memmove.")


def checked(module: Module, name: str, layout: DataLayout, site: Callable[[Instr], int]) -> Module:
    """The module in which the accesses of a function are looked at; its first parameter is the
    launch, the others are that launch's arguments."""
    made = _Checked(module.functions[name], layout, site).function()
    declared = declaration(_NAME, _TYPE)
    return replace(module, functions={**module.functions, _NAME: declared, name: made})


def roots(function: Function, pointer: Value) -> frozenset[int]:
    """What an address of a thread's function is made from: numbers of parameters behind the launch,
    and `NOBODY`, `OWN`, `VARIABLE`."""
    params = {param.local.id: n - 1 for n, param in enumerate(function.params)}

    def root(value: Value) -> int:
        if not isinstance(value, Local):
            return VARIABLE
        own = isinstance(function.definition(value), Alloca)
        return params.get(value.id, OWN if own else NOBODY)

    return frozenset(map(root, origins(function, pointer, through_integers)))


@final
class _Checked:
    def __init__(
        self, function: Function, layout: DataLayout, site: Callable[[Instr], int]
    ) -> None:
        self.of = function
        self.layout = layout
        self.site = site
        self.names = list(function.names)

    def function(self) -> Function:
        return expanded(self.of, lambda instr: list(self.instrs(instr)), self.names)

    def instrs(self, instr: Instr) -> Iterator[Instr]:
        match instr:
            case Load(pointer=pointer):
                how = READ | (ATOMIC if instr.ordering else 0)
                size = self.layout.size(instr.result.type)
                yield from self.looked(instr, {"pointer": (pointer, i64(size), how)})
            case Store(pointer=pointer, value=value):
                how = WRITE | (ATOMIC if instr.ordering else 0)
                size = self.layout.size(value.type)
                yield from self.looked(instr, {"pointer": (pointer, i64(size), how)})
            case AtomicRMW(pointer=pointer, value=value):
                size = self.layout.size(value.type)
                how = READ | WRITE | ATOMIC
                yield from self.looked(instr, {"pointer": (pointer, i64(size), how)})
            case CmpXchg(pointer=pointer, new=value):
                size = self.layout.size(value.type)
                how = READ | WRITE | ATOMIC
                yield from self.looked(instr, {"pointer": (pointer, i64(size), how)})
            case Call(callee=GlobalRef(name=name)) if name.startswith((*_COPIES, "llvm.memset.")):
                yield from self.moved(instr, name.startswith(_COPIES))
            case _:
                _rest: Computation | CallLike | Silent | VAArg = instr
                yield instr

    def looked(self, instr: Instr, places: dict[str, tuple[Value, Value, int]]) -> Iterator[Instr]:
        changed: dict[str, Value] = {}
        for field, (pointer, size, how) in places.items():
            call = self.call(instr, pointer, size, how)
            if call is not None:
                assert call.result is not None
                yield call
                changed[field] = call.result
        yield replace(instr, **changed) if changed else instr  # type: ignore[type-var]

    def moved(self, call: Call, copies: bool) -> Iterator[Instr]:
        args = list(call.args)
        for at, how in ((0, WRITE), (1, READ)) if copies else ((0, WRITE),):
            size = args[2] if args[2].type is ty.I64 else None
            look = None if size is None else self.call(call, args[at], size, how)
            if look is not None:
                assert look.result is not None
                yield look
                args[at] = look.result
        yield replace(call, args=tuple(args))

    def call(self, instr: Instr, pointer: Value, size: Value, how: int) -> Call | None:
        found = roots(self.of, pointer)
        if len(found) == 1 and found & {OWN, VARIABLE}:
            return None
        parameter = next(iter(found)) if len(found) == 1 else NOBODY
        launch = self.of.params[0].local
        args = (launch, pointer, size, i32(how), i32(self.site(instr)), i32(parameter))
        meta = tuple(one for one in instr.meta if one[0] == "dbg")
        result = fresh(self.names, ty.PTR)
        return Call(result, GlobalRef(ty.PTR, _NAME), _TYPE, args, meta=meta)
