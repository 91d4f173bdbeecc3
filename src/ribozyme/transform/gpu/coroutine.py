"""A thread that waits as a coroutine: a barrier suspends it, its end does for good.

    define ptr @begin(…, ptr %status) {       define ptr @begin(…, ptr %status) presplitcoroutine {
      …                                         %id = llvm.coro.id …; %handle = llvm.coro.begin …
      call void @rz_gpu_barrier()        →      *%status = {1, site}
      …                                         switch llvm.coro.suspend(…) [0: go on, 1: free]
      ret ptr null                              *%status = {3, 0}; the last suspend
    }                                         }

The last parameter is the address of the thread's status: why it has stopped, and the number of the
barrier among `sites`. Every barrier must be in the function itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr
from ribozyme.ir.build import NULL, i32, i64
from ribozyme.ir.instrs import Alloca, Br, Call, Gep, IBinary, Instr, Phi, Ret, Store, Switch
from ribozyme.ir.module import Block, Function, Module, declaration
from ribozyme.ir.rewrite import fresh
from ribozyme.ir.values import FALSE, TRUE, ConstNone, GlobalRef, Local, Value, const_int
from ribozyme.rules.device_functions import BARRIER, WARP_BARRIER

AT_BLOCK, AT_WARP, ENDED = 1, 2, 3
"""Why a thread has stopped; the scheduler has the same numbers."""
_WHY: Final = {BARRIER: AT_BLOCK, WARP_BARRIER: AT_WARP}

_NONE: Final = ConstNone(ty.TOKEN)
_FRAME_ALIGN: Final = 64
_DECLARED: Final = {
    "llvm.coro.id": ty.function(ty.TOKEN, (ty.I32, ty.PTR, ty.PTR, ty.PTR)),
    "llvm.coro.size.i64": ty.function(ty.I64, ()),
    "llvm.coro.begin": ty.function(ty.PTR, (ty.TOKEN, ty.PTR)),
    "llvm.coro.suspend": ty.function(ty.I8, (ty.TOKEN, ty.I1)),
    "llvm.coro.free": ty.function(ty.PTR, (ty.TOKEN, ty.PTR)),
    "llvm.coro.end": ty.function(ty.VOID, (ty.PTR, ty.I1, ty.TOKEN)),
    "aligned_alloc": ty.function(ty.PTR, (ty.I64, ty.I64)),
    "free": ty.function(ty.VOID, (ty.PTR,)),
}


def barrier(instr: Instr) -> int:
    """Why a thread stops at an instruction; 0 where it does not."""
    if isinstance(instr, Call) and isinstance(instr.callee, GlobalRef):
        return _WHY.get(instr.callee.name, 0)
    return 0


def waiting(module: Module) -> tuple[str, ...]:
    """The functions in which threads wait."""
    return tuple(f.name for f in module.defined() if any(map(barrier, f.instrs())))


def as_coroutine(module: Module, name: str, site: Callable[[Instr], int]) -> Module:
    """The module in which a function is a coroutine; `site` numbers its barriers."""
    made = _Coroutine(module.functions[name], site).function()
    declared = {
        callee: declaration(callee, type)
        for callee, type in _DECLARED.items()
        if callee not in module.functions
    }
    return replace(module, functions={**module.functions, **declared, name: made})


@final
class _Coroutine:
    def __init__(self, function: Function, site: Callable[[Instr], int]) -> None:
        self.of = function
        self.site = site
        self.names = list(function.names)
        self.status = function.params[-1].local
        count = len(function.blocks)
        self.last, self.cleanup, self.suspended = count, count + 1, count + 2
        self.extra: list[Block] = []

    def function(self) -> Function:
        ends: dict[int, int] = {}
        blocks = [self.block(index, block, ends) for index, block in enumerate(self.of.blocks)]
        id, handle, head = self.begun()
        first = blocks[0]
        allocas = [i for i in first.instrs if isinstance(i, Alloca)]
        rest = [i for i in first.instrs if not isinstance(i, Alloca)]
        blocks[0] = Block(first.name, (*allocas, *head, *rest))
        blocks += [*self.ending(id, handle), *self.extra]
        renamed = tuple(Block(b.name, tuple(_renamed(i, ends) for i in b.instrs)) for b in blocks)
        attrs = (*self.of.attrs, Attr("presplitcoroutine"))
        return replace(self.of, blocks=renamed, names=self.names, attrs=attrs)

    def block(self, index: int, block: Block, ends: dict[int, int]) -> Block:
        """The block up to its first barrier; what follows goes into blocks of its own."""
        pieces: list[list[Instr]] = [[]]
        for instr in block.instrs:
            why = barrier(instr)
            if isinstance(instr, Ret):
                pieces[-1].append(Br(self.last))
            elif why:
                following = self.suspended + 1 + len(self.extra) + len(pieces) - 1
                pieces[-1] += self.suspending(why, self.site(instr), following)
                pieces.append([])
            else:
                pieces[-1].append(instr)
        if len(pieces) > 1:
            self.extra += [Block(None, tuple(piece)) for piece in pieces[1:]]
            ends[index] = self.suspended + len(self.extra)
        return Block(block.name, tuple(pieces[0]))

    def local(self, type: ty.Type) -> Local:
        return fresh(self.names, type)

    def call(self, name: str, *args: Value) -> Call:
        type = _DECLARED[name]
        result = None if type.result is ty.VOID else self.local(type.result)
        return Call(result, GlobalRef(ty.PTR, name), type, args)

    def suspending(self, why: int, site: int, following: int, *, last: bool = False) -> list[Instr]:
        place = self.local(ty.PTR)
        suspend = self.call("llvm.coro.suspend", _NONE, TRUE if last else FALSE)
        assert suspend.result is not None
        zero, one = const_int(ty.I8, 0), const_int(ty.I8, 1)
        cases = ((zero, following), (one, self.cleanup))
        return [
            Store(i32(why), self.status, 4),
            Gep(place, ty.I32, self.status, (i64(1),)),
            Store(i32(site), place, 4),
            suspend,
            Switch(suspend.result, self.suspended, cases),
        ]

    def begun(self) -> tuple[Local, Local, list[Instr]]:
        id = self.call("llvm.coro.id", i32(0), NULL, NULL, NULL)
        size = self.call("llvm.coro.size.i64")
        assert id.result is not None and size.result is not None
        more, whole = self.local(ty.I64), self.local(ty.I64)
        room = self.call("aligned_alloc", i64(_FRAME_ALIGN), whole)
        assert room.result is not None
        begin = self.call("llvm.coro.begin", id.result, room.result)
        assert begin.result is not None
        head: list[Instr] = [
            id,
            size,
            IBinary(more, "add", size.result, i64(_FRAME_ALIGN - 1)),
            IBinary(whole, "and", more, i64(-_FRAME_ALIGN)),
            room,
            begin,
        ]
        return id.result, begin.result, head

    def ending(self, id: Local, handle: Local) -> list[Block]:
        freed = self.call("llvm.coro.free", id, handle)
        assert freed.result is not None
        return [
            Block(None, tuple(self.suspending(ENDED, 0, self.cleanup, last=True))),
            Block(None, (freed, self.call("free", freed.result), Br(self.suspended))),
            Block(None, (self.call("llvm.coro.end", handle, FALSE, _NONE), Ret(handle))),
        ]


def _renamed(instr: Instr, ends: dict[int, int]) -> Instr:
    """A phi whose values come from where the pieces of a block end."""
    if not isinstance(instr, Phi) or ends.keys().isdisjoint(label for _, label in instr.incoming):
        return instr
    return replace(instr, incoming=tuple((v, ends.get(b, b)) for v, b in instr.incoming))
