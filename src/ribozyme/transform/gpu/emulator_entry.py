"""The functions by which the emulator enters a kernel, or its derivative.

    void @f(ptr %x, ptr %x.sh, i32 %n, i32 %tid.x, …, i32 %nctaid.z, ptr %s, ptr %s.sh)

    →  void @rz.gpu.thread(ptr %launch, ptr %x, ptr %x.sh, i32 %n, ptr %s, ptr %s.sh,
                           ptr %tape, i64 %bytes, i32 %tid.x, …) calls it; accesses are checked here
       ptr @rz.gpu.begin(ptr %launch, i32 %x, i32 %y, i32 %z, ptr %status)
       void @rz.gpu.plain(ptr %launch, i32 %x, i32 %y, i32 %z)   unpack arguments and call that
       void @rz.gpu.enter(ptr %launch)                           runs a whole launch
       void @rz.gpu.measure(ptr %launch)                         how much tape its threads need

`tape` is the memory for the tapes of all threads, `bytes` what each of them has of it. The half of
a split derivative has two parameters more, its frame and its arena: the frame begins its tape.

A launch begins with the address of its arguments, eight bytes each, and the sizes of grid and block
and the block's place, of three words each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from ribozyme.base.record import dataclass, replace
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr
from ribozyme.ir.build import NULL, FunctionBuilder, i64
from ribozyme.ir.module import Function, Header, Module, declaration
from ribozyme.ir.values import GlobalRef, Value
from ribozyme.rules.device_functions import PLACES
from ribozyme.transform.gpu.tape_count import COUNT
from ribozyme.transform.gpu.tapewords import FRAME, INIT

THREAD: Final = "rz.gpu.thread"
BEGIN: Final = "rz.gpu.begin"
PLAIN: Final = "rz.gpu.plain"
ENTER: Final = "rz.gpu.enter"
MEASURE: Final = "rz.gpu.measure"

_GRID, _BLOCK, _CTAID = 8, 20, 32
_OFFSETS: Final = {"ntid": _BLOCK, "nctaid": _GRID, "ctaid": _CTAID}
_AXES: Final = (ty.I32, ty.I32, ty.I32)
_BEGIN: Final = ty.function(ty.PTR, (ty.PTR, *_AXES, ty.PTR))
_PLAIN: Final = ty.function(ty.VOID, (ty.PTR, *_AXES))
_RUN: Final = ty.function(ty.VOID, (ty.PTR, ty.PTR, ty.PTR))
_RUN_NAME: Final = "rz_gpu_run"
_COUNTED: Final = ty.function(ty.I64, (ty.PTR, *_AXES))
_MEASURED: Final = ty.function(ty.VOID, (ty.PTR, ty.PTR))
_MEASURE_NAME: Final = "rz_gpu_measure"
_TAPE: Final = (ty.PTR, ty.I64)
_ASKED: Final = {
    INIT: ty.function(ty.VOID, (ty.PTR,)),
    FRAME: ty.function(ty.PTR, (ty.PTR, ty.I64)),
}


@final
@dataclass(frozen=True, slots=True)
class Half:
    """A half of a split derivative: the bytes of its frame."""

    frame: int


def with_thread(module: Module, name: str, first_place: int, half: Half | None = None) -> Module:
    """The module with `rz.gpu.thread`, and all it calls to be inlined into it; the parameters from
    `first_place` on say where the thread is."""
    function = module.functions[name]
    params = function.type.params if half is None else function.type.params[:-2]
    places = slice(first_place, first_place + len(PLACES))
    given = [*params[: places.start], *params[places.stop :]]
    b = FunctionBuilder(THREAD, ty.function(ty.VOID, (ty.PTR, *given, *_TAPE, *params[places])))
    b.at(b.block())
    rest = b.params[1:]
    own = rest[len(given) + len(_TAPE) :]
    args = [*rest[: places.start], *own, *rest[places.start : len(given)]]
    b.call(name, function.type, (*args, *(() if half is None else _tape_of(b, half))))
    b.ret()
    inlined = {
        f.name: replace(f, attrs=_inlined(module, f), header=Header(linkage="internal"))
        for f in module.defined()
        if f.name != THREAD
    }
    asked = (
        {one: declaration(one, type) for one, type in _ASKED.items()} if half is not None else {}
    )
    known = {**asked, **module.functions}
    return replace(module, functions={**known, **inlined, THREAD: b.finish()})


def _tape_of(b: FunctionBuilder, half: Half) -> tuple[Value, Value]:
    """The frame and the arena of a half."""
    arena = b.entry_alloca(ty.array(64, ty.I8), 64, "arena")
    b.call(INIT, _ASKED[INIT], (arena,))
    made: Value | None = NULL
    if half.frame:
        made = b.call(FRAME, _ASKED[FRAME], (arena, i64(half.frame)))
    assert made is not None
    return made, arena


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
    declared = {_RUN_NAME: declaration(_RUN_NAME, _RUN)}
    inlined = replace(
        thread,
        attrs=(*(a for a in thread.attrs if a.name != "noinline"), Attr("alwaysinline")),
        header=Header(linkage="internal"),
        meta=(),
    )
    made = {THREAD: inlined, entry.name: entry, ENTER: b.finish(), **declared}
    return replace(module, functions={**module.functions, **made})


def with_measure(module: Module) -> Module:
    """The module of `rz.gpu.count` with the function that asks it for all threads of a launch."""
    entry = _entry(module.functions[COUNT], f"{COUNT}.entry", _COUNTED)
    b = FunctionBuilder(MEASURE, ty.function(ty.VOID, (ty.PTR,)))
    b.at(b.block())
    b.call(_MEASURE_NAME, _MEASURED, (b.params[0], GlobalRef(ty.PTR, entry.name)))
    b.ret()
    count = module.functions[COUNT]
    inlined = replace(
        count, attrs=(*count.attrs, Attr("alwaysinline")), header=Header(linkage="internal")
    )
    declared = {_MEASURE_NAME: declaration(_MEASURE_NAME, _MEASURED)}
    made = {COUNT: inlined, entry.name: entry, MEASURE: b.finish(), **declared}
    return replace(module, functions={**module.functions, **made})


def _entry(thread: Function, name: str, type: ty.FunctionType) -> Function:
    b = FunctionBuilder(name, type)
    b.at(b.block())
    launch, *place = b.params[:4]
    given = thread.type.params[1 : -len(PLACES)]
    block = b.load(ty.PTR, launch, 8)
    args = [b.load(one, b.offset(block, 8 * n), 8) for n, one in enumerate(given)]
    result = b.call(thread.name, thread.type, (launch, *args, *_places(b, launch, place)))
    b.ret(NULL if type.result is ty.PTR else result)
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
