"""The functions by which the emulator enters a kernel, or its derivative.

    void @f(ptr %x, ptr %x.sh, i32 %n, i32 %tid.x, …, i32 %nctaid.z, ptr %s, ptr %s.sh)

    →  void @rz.gpu.thread(ptr %launch, ptr %x, ptr %x.sh, i32 %n, ptr %s, ptr %s.sh,
                           i32 %tid.x, …)                        calls it; accesses are checked here
       ptr @rz.gpu.begin(ptr %launch, i32 %x, i32 %y, i32 %z, ptr %status)
       void @rz.gpu.plain(ptr %launch, i32 %x, i32 %y, i32 %z)   unpack arguments and call that
       void @rz.gpu.enter(ptr %launch)                           runs a whole launch

A launch begins with the address of its arguments, eight bytes each, and the sizes of grid and block
and the block's place, of three words each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr
from ribozyme.ir.build import NULL, FunctionBuilder, i64
from ribozyme.ir.module import Function, Header, Module, Param
from ribozyme.ir.values import GlobalRef, Local, Value
from ribozyme.rules.gpu import PLACES

THREAD: Final = "rz.gpu.thread"
BEGIN: Final = "rz.gpu.begin"
PLAIN: Final = "rz.gpu.plain"
ENTER: Final = "rz.gpu.enter"

_GRID, _BLOCK, _CTAID = 8, 20, 32
_OFFSETS: Final = {"ntid": _BLOCK, "nctaid": _GRID, "ctaid": _CTAID}
_AXES: Final = (ty.I32, ty.I32, ty.I32)
_BEGIN: Final = ty.function(ty.PTR, (ty.PTR, *_AXES, ty.PTR))
_PLAIN: Final = ty.function(ty.VOID, (ty.PTR, *_AXES))
_RUN: Final = ty.function(ty.VOID, (ty.PTR, ty.PTR, ty.PTR))
_RUN_NAME: Final = "rz_gpu_run"


def with_thread(module: Module, name: str, first_place: int) -> Module:
    """The module with `rz.gpu.thread`, and all it calls to be inlined into it; the parameters from
    `first_place` on say where the thread is."""
    function = module.functions[name]
    params = function.type.params
    places = slice(first_place, first_place + len(PLACES))
    given = [*params[: places.start], *params[places.stop :]]
    b = FunctionBuilder(THREAD, ty.function(ty.VOID, (ty.PTR, *given, *params[places])))
    b.at(b.block())
    _, *rest = b.params
    own = rest[len(given) :]
    args = [*rest[: places.start], *own, *rest[places.start : len(given)]]
    b.call(name, function.type, args)
    b.ret()
    inlined = {
        f.name: replace(f, attrs=_inlined(module, f), header=Header(linkage="internal"))
        for f in module.defined()
        if f.name != THREAD
    }
    return replace(module, functions={**module.functions, **inlined, THREAD: b.finish()})


def _inlined(module: Module, function: Function) -> tuple[Attr, ...]:
    pinned = ("noinline", "alwaysinline", "cold", "optnone", "optsize", "minsize")
    kept = (attr for attr in module.spelled(function.attrs) if attr.name not in pinned)
    return (*kept, Attr("alwaysinline"))


def with_entries(module: Module, *, waits: bool) -> Module:
    """The module with the functions that a launch is run by."""
    thread = module.functions[THREAD]
    entry = _entry(thread, BEGIN, _BEGIN) if waits else _entry(thread, PLAIN, _PLAIN)
    b = FunctionBuilder(ENTER, ty.function(ty.VOID, (ty.PTR,)))
    b.at(b.block())
    target = GlobalRef(ty.PTR, entry.name)
    b.call(_RUN_NAME, _RUN, (b.params[0], *((target, NULL) if waits else (NULL, target))))
    b.ret()
    inlined = replace(
        thread,
        attrs=(*(a for a in thread.attrs if a.name != "noinline"), Attr("alwaysinline")),
        header=Header(linkage="internal"),
        meta=(),
    )
    made = {THREAD: inlined, entry.name: entry, ENTER: b.finish(), _RUN_NAME: _declared()}
    return replace(module, functions={**module.functions, **made})


def _declared() -> Function:
    params = tuple(Param(Local(index, param)) for index, param in enumerate(_RUN.params))
    return Function(_RUN_NAME, _RUN, params, (), [None] * len(params))


def _entry(thread: Function, name: str, type: ty.FunctionType) -> Function:
    b = FunctionBuilder(name, type)
    b.at(b.block())
    launch, *place = b.params[:4]
    given = thread.type.params[1 : -len(PLACES)]
    block = b.load(ty.PTR, launch, 8)
    args = [b.load(one, b.offset(block, 8 * n), 8) for n, one in enumerate(given)]
    b.call(thread.name, thread.type, (launch, *args, *_places(b, launch, place)))
    b.ret(NULL if type.result is ty.PTR else None)
    return b.finish()


def _places(b: FunctionBuilder, launch: Value, thread: Sequence[Value]) -> list[Value]:
    found: list[Value] = []
    for number, name in enumerate(PLACES):
        what = name.split("_")[2]
        axis = number % 3
        if what == "tid":
            found.append(thread[axis])
        else:
            found.append(b.load(ty.I32, b.offset(launch, _OFFSETS[what] + 4 * axis), 4))
    return found


__all__ = ["BEGIN", "ENTER", "PLAIN", "THREAD", "i64", "with_entries", "with_thread"]
