"""Kernels with everything inlined, as functions of where a thread is and what its block shares.

define void @k(ptr %x) { %t = call i32 @rz_gpu_tid_x() …  %s = call ptr @rz_gpu_shared.k.s() … }

→  define internal void @k(ptr %x, i32 %tid.x, …, ptr %s) { … }
   define void @rz.launch.k(ptr %x, i32 %tid.x, …, ptr %s) "rz.launches" { call @k(…) }
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, final

from ribozyme.base.errors import error
from ribozyme.base.record import dataclass, replace
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr, without
from ribozyme.ir.build import FunctionBuilder, i32
from ribozyme.ir.debug import location
from ribozyme.ir.instrs import Call, Instr
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Block, Function, GlobalVariable, Header, Module, Param
from ribozyme.ir.rewrite import map_operands, with_params
from ribozyme.ir.values import GlobalRef, Local, Value
from ribozyme.rules.device_functions import (
    ALIKE,
    BARRIER,
    LAUNCHES,
    OF_BLOCK,
    PLACE,
    PLACES,
    SHARED,
    WARP_BARRIER,
)

LAUNCH: Final = "rz.launch."


@final
@dataclass(frozen=True, slots=True)
class Shared:
    """A variable in shared memory; one whose size the launch says has none of its own."""

    name: str
    size: int
    align: int


@final
@dataclass(frozen=True, slots=True)
class Kernel:
    """A kernel as a function of one thread: its parameters, and what its block shares."""

    symbol: str
    params: tuple[ty.Type, ...]
    shared: tuple[Shared, ...]
    waits: bool  # whether threads wait for each other

    @property
    def launch(self) -> str:
        """The function that all threads run."""
        return LAUNCH + self.symbol


def threads(
    module: Module, names: tuple[str, ...], layout: DataLayout, *, flat: bool = False
) -> tuple[Module, tuple[Kernel, ...]]:
    """The module in which each kernel is one thread's function with a launch; what they are. `flat`
    is for launches of one dimension, of arrays that do not overlap."""
    functions = dict(module.functions)
    found: list[Kernel] = []
    for name in names:
        kernel, thread = _thread(module, module.functions[name], layout, flat)
        functions[name] = thread
        functions[kernel.launch] = _launch(kernel, thread)
        found.append(kernel)
    gone = {SHARED + s.name for kernel in found for s in kernel.shared} | set(PLACES)
    kept = {name: f for name, f in functions.items() if name not in gone}
    variables = {SHARED + name for name in module.globals} & gone
    globals_ = {n: g for n, g in module.globals.items() if SHARED + n not in variables}
    return replace(module, functions=kept, globals=globals_), tuple(found)


def _thread(
    module: Module, function: Function, layout: DataLayout, flat: bool
) -> tuple[Kernel, Function]:
    _refuse_calls(module, function)
    names = list(function.names)

    def local(type: ty.Type, name: str) -> Local:
        names.append(name)
        return Local(len(names) - 1, type)

    shared = tuple(_shared(module, function, layout))
    given: dict[str, Local] = {name: local(ty.I32, name.removeprefix("rz_gpu_")) for name in PLACES}
    for variable in shared:
        given[SHARED + variable.name] = local(ty.PTR, variable.name)
    known: dict[int, Value] = {}
    waits = False
    for instr in function.instrs():
        name = _callee(instr)
        waits |= name in (BARRIER, WARP_BARRIER)
        if name in given and instr.result is not None:
            known[instr.result.id] = _single(name) if flat and name in _FLAT else given[name]

    def value(operand: Value) -> Value:
        return known.get(operand.id, operand) if isinstance(operand, Local) else operand

    blocks = tuple(
        Block(
            block.name,
            tuple(
                map_operands(instr, value, lambda label: label)
                for instr in block.instrs
                if _callee(instr) not in given
            ),
        )
        for block in function.blocks
    )
    plain = replace(function, blocks=blocks, names=names)
    made = with_params(plain, tuple(given.values()))
    own = len(function.params)
    names_given = ("",) * own + tuple(given)
    told = (_told(param, name) for param, name in zip(made.params, names_given, strict=True))
    made = replace(made, params=tuple(told))
    if flat:
        said = (*(Attr(PLACE, f'"{n.removeprefix("rz_gpu_")}"') for n in PLACES),
                *(Attr(OF_BLOCK) for _ in shared))  # fmt: skip
        params = (
            replace(param, attrs=(*param.attrs, attr))
            for param, attr in zip(made.params[own:], said, strict=True)
        )
        made = replace(made, params=(*made.params[:own], *params))
    kernel = Kernel(function.name, function.type.params, shared, waits)
    internal = replace(
        made,
        header=Header(linkage="internal"),
        attrs=(*without(module.spelled(made.attrs), "noinline"), Attr("noinline")),
    )
    return kernel, internal


def _told(param: Param, name: str) -> Param:
    """A parameter that says that all threads of a block have the same, if they do."""
    alike = not name.startswith("rz_gpu_tid_")
    return replace(param, attrs=(*param.attrs, Attr(ALIKE))) if alike else param


_FLAT: Final = tuple(name for name in PLACES if not name.endswith("_x"))


def _single(name: str) -> Value:
    """An index or a size along what has one element."""
    return i32(0 if name.startswith(("rz_gpu_tid", "rz_gpu_ctaid")) else 1)


def _shared(module: Module, function: Function, layout: DataLayout) -> Iterator[Shared]:
    names = (_callee(instr) for instr in function.instrs())
    for name in dict.fromkeys(n for n in names if n.startswith(SHARED)):
        variable = module.globals[name.removeprefix(SHARED)]
        assert isinstance(variable, GlobalVariable)
        align = variable.header.align or 16
        yield Shared(variable.name, layout.size(variable.type), align)


def _callee(instr: Instr) -> str:
    if isinstance(instr, Call) and isinstance(instr.callee, GlobalRef):
        return instr.callee.name
    return ""


def _refuse_calls(module: Module, function: Function) -> None:
    """What was not inlined: recursion, and calls by an address."""
    for instr in function.instrs():
        if not isinstance(instr, Call):
            continue
        name = _callee(instr)
        called = module.functions.get(name)
        if called is None or not called.is_declaration:
            raise error(
                "RZ216",
                "a kernel calls a function that is recursive, or known by its address only",
                span=location(module, instr),
                function=function.name,
            )


def _launch(kernel: Kernel, thread: Function) -> Function:
    b = FunctionBuilder(kernel.launch, thread.type)
    b.attrs = (Attr(LAUNCHES), Attr("noinline"))
    b.param_attrs = [param.attrs for param in thread.params]
    b.at(b.block())
    b.call(thread.name, thread.type, b.params)
    b.ret()
    return b.finish()
