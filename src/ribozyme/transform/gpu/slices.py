"""The tape of a thread in memory of the launch: nothing is allocated while a kernel runs.

    %p = call ptr @rz.tape.alloc(ptr %arena, i64 %n)    →  %cur = load i64, ptr %arena
                                                           %next = %cur + %n, rounded up
                                                           rz_gpu_tape_check(%next <= %end)
                                                           store i64 %next, ptr %arena
    store double %v, ptr %p                             →  store double %v, ptr (origin + %cur · T)

One buffer holds the tapes of all T threads of a launch, of equal sizes. In a coalesced tape an
address is a thread's own, counted from `BEGIN`; the bytes of a word lie at `origin + address · T`,
where `origin` is another one for each thread. Otherwise each thread has its slice of the buffer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, final

from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.build import NULL, FunctionBuilder, i64
from ribozyme.ir.instrs import (
    Br,
    Call,
    Cast,
    Compare,
    Gep,
    IBinary,
    Instr,
    Invoke,
    Load,
    Store,
)
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Block, Function, Module, Param
from ribozyme.ir.rewrite import expanded, fresh
from ribozyme.ir.values import GlobalRef, Local, Value
from ribozyme.rules.device_functions import PLACES
from ribozyme.transform.gpu.tapewords import (
    ALLOC,
    BEGIN,
    CHECK,
    CHECKED,
    FRAME,
    FREE,
    INIT,
    MARK,
    RELEASE,
    WORD,
    Tape,
    called,
)

_ROUND: Final = 64
SCOPE: Final = "rz.block"
"""The scope of accesses that threads of one block may meet; vendors have names of their own."""


def straight(function: Function) -> Function:
    """The function in which nothing that the tape is asked for unwinds."""
    blocks = []
    for block in function.blocks:
        instrs: list[Instr] = []
        for instr in block.instrs:
            instrs += _straight(instr)
        blocks.append(Block(block.name, tuple(instrs)))
    return replace(function, blocks=tuple(blocks))


def _straight(instr: Instr) -> tuple[Instr, ...]:
    match instr:
        case Invoke(callee=GlobalRef(name=name)) if name.startswith(("rz.tape.", "rz.arena.")):
            call = Call(instr.result, instr.callee, instr.type, instr.args, meta=instr.meta)
            return call, Br(instr.normal)
        case _:
            return (instr,)


def without_arena(module: Module, name: str) -> Module:
    """The module in which a thread's function that keeps nothing has no arena either."""
    function = module.functions[name]

    def kept(instr: Instr) -> tuple[Instr, ...]:
        return () if called(instr) in (INIT, FREE) else (instr,)

    made = expanded(function, kept, function.names)
    return replace(module, functions={**module.functions, name: made})


def rounded(tape: Tape) -> int:
    """What the bytes of an allocation are rounded up to."""
    return tape.word or _ROUND


def sliced(module: Module, name: str, tape: Tape, layout: DataLayout) -> Module:
    """The module in which the tape of a thread's function is in the launch's memory."""
    made = _Sliced(module.functions[name], tape, layout).function()
    params = (Param(Local(0, ty.I1)),)
    check = Function(CHECK, CHECKED, params, (), [None])
    return replace(module, functions={**module.functions, CHECK: check, name: made})


@final
class _Sliced:
    def __init__(self, function: Function, tape: Tape, layout: DataLayout) -> None:
        self.of = function
        self.tape = tape
        self.layout = layout
        self.names = list(function.names)
        params = [param.local for param in function.params]
        places = params[-len(PLACES) :]
        self.buffer, self.size = params[-len(PLACES) - 2 : -len(PLACES)]
        self.place: dict[str, Value] = dict(zip(PLACES, places, strict=True))
        self.head: list[Instr] = []
        self.left: Value = self.size
        self.blocks: Value = i64(1)
        self.last: Value = NULL
        self.threads, self.number = self.counted()
        self.begin, self.end, self.origin = self.bounds()

    def function(self) -> Function:
        made = expanded(self.of, lambda instr: list(self.instrs(instr)), self.names)
        first = made.blocks[0]
        end = self.tape.together.end
        results = [None if i.result is None else i.result.id for i in first.instrs]
        at = 0 if end is None else 1 + results.index(end.id)
        instrs = (*first.instrs[:at], *self.head, *first.instrs[at:])
        return replace(made, blocks=(Block(first.name, instrs), *made.blocks[1:]))

    # ---- where the tape of this thread is ----------------------------------------------------

    def op(self, op: str, lhs: Value, rhs: Value) -> Local:
        made = fresh(self.names, lhs.type)
        self.head.append(IBinary(made, op, lhs, rhs))
        return made

    def wide(self, what: str, axis: str) -> Local:
        made = fresh(self.names, ty.I64)
        self.head.append(Cast(made, "zext", self.place[f"rz_gpu_{what}_{axis}"]))
        return made

    def counted(self) -> tuple[Value, Value]:
        """How many threads there are, and which of them this one is."""
        size = {what: [self.wide(what, axis) for axis in "xyz"] for what in ("ntid", "nctaid")}
        at = {what: [self.wide(what, axis) for axis in "xyz"] for what in ("tid", "ctaid")}

        def linear(at: Sequence[Value], size: Sequence[Value]) -> Local:
            row = self.op("add", self.op("mul", at[2], size[1]), at[1])
            return self.op("add", self.op("mul", row, size[0]), at[0])

        def product(size: Sequence[Value]) -> Local:
            return self.op("mul", self.op("mul", size[0], size[1]), size[2])

        per_block = product(size["ntid"])
        threads = self.op("mul", per_block, product(size["nctaid"]))
        block = linear(at["ctaid"], size["nctaid"])
        if self.tape.together.end is not None:
            self.blocks = product(size["nctaid"])
            self.last = self.below(threads, block)
            self.left = self.op("sub", self.size, rest(self.head, self.names, self.tape, per_block))
        return threads, self.op(
            "add", self.op("mul", block, per_block), linear(at["tid"], size["ntid"])
        )

    def bounds(self) -> tuple[Value, Value, Value]:
        """The first address of the tape, the one behind it, and what addresses are relative to."""
        if self.tape.word:
            own = self.op("mul", self.number, i64(self.tape.word))
            start = self.op("sub", own, self.op("mul", self.threads, i64(BEGIN)))
            end = self.op("add", self.left, i64(BEGIN))
            return i64(BEGIN), end, self.at(self.head, self.buffer, start)
        first = self.at(self.head, self.buffer, self.op("mul", self.number, self.size))
        return first, self.at(self.head, first, self.size), NULL

    def below(self, threads: Value, block: Value) -> Value:
        """What the addresses of this block's own are relative to: word by word, block by block,
        what blocks keep together lies before the end of the buffer."""
        behind = self.op("mul", self.op("add", block, i64(1)), i64(WORD))
        first = self.op("sub", self.op("mul", self.blocks, i64(BEGIN)), behind)
        whole = self.op("mul", threads, self.size)
        return self.at(self.head, self.buffer, self.op("add", whole, first))

    def at(self, instrs: list[Instr], base: Value, bytes: Value) -> Local:
        made = fresh(self.names, ty.PTR)
        instrs.append(Gep(made, ty.I8, base, (bytes,)))
        return made

    # ---- what asks for it --------------------------------------------------------------------

    def instrs(self, instr: Instr) -> Iterator[Instr]:
        match instr:
            case Call(args=args, result=result):
                match called(instr):
                    case name if name == INIT:
                        yield Store(self.begin, args[0], 8)
                    case name if name == FREE:
                        pass
                    case name if name == RELEASE:
                        yield from self.released(args)
                    case name if name == MARK:
                        assert result is not None
                        yield from self.current(args, result)
                    case name if name in (ALLOC, FRAME):
                        assert result is not None
                        yield from self.allocated(args, result)
                    case _:
                        yield instr
            case Load(pointer=pointer, result=result):
                yield from self.access(instr, pointer, self.layout.size(result.type))
            case Store(pointer=pointer, value=value):
                yield from self.access(instr, pointer, self.layout.size(value.type))
            case _:
                yield instr

    def pointer(self, value: Value, result: Local) -> Instr:
        """The address as a pointer, of what the arena holds."""
        return Cast(result, "inttoptr" if self.tape.word else "bitcast", value)

    def held(self) -> Local:
        return fresh(self.names, ty.I64 if self.tape.word else ty.PTR)

    def current(self, args: Sequence[Value], result: Local) -> Iterator[Instr]:
        now = self.held()
        yield Load(now, args[0], 8)
        yield self.pointer(now, result)

    def released(self, args: Sequence[Value]) -> Iterator[Instr]:
        value = args[1]
        if self.tape.word:
            value = fresh(self.names, ty.I64)
            yield Cast(value, "ptrtoint", args[1])
        yield Store(value, args[0], 8)

    def allocated(self, args: Sequence[Value], result: Local) -> Iterator[Instr]:
        now, more, whole = self.held(), fresh(self.names, ty.I64), fresh(self.names, ty.I64)
        fits = fresh(self.names, ty.I1)
        unit = rounded(self.tape)
        yield Load(now, args[0], 8)
        yield IBinary(more, "add", args[1], i64(unit - 1))
        yield IBinary(whole, "and", more, i64(-unit))
        following = self.held()
        if self.tape.word:
            yield IBinary(following, "add", now, whole)
        else:
            yield Gep(following, ty.I8, now, (whole,))
        yield Compare(fits, "icmp", "ule", following, self.end)
        yield Call(None, GlobalRef(ty.PTR, CHECK), CHECKED, (fits,))
        yield Store(following, args[0], 8)
        yield self.pointer(now, result)

    def of_block(self, instr: Load | Store, pointer: Value) -> Iterator[Instr]:
        """An access of what a block keeps together, beside that of other threads."""
        own, whole, within = (fresh(self.names, ty.I64) for _ in range(3))
        far, bytes = fresh(self.names, ty.I64), fresh(self.names, ty.I64)
        yield Cast(own, "ptrtoint", pointer)
        yield IBinary(whole, "and", own, i64(-WORD))
        yield IBinary(within, "and", own, i64(WORD - 1))
        yield IBinary(far, "mul", whole, self.blocks)
        yield IBinary(bytes, "sub", within, far)
        place = fresh(self.names, ty.PTR)
        yield Gep(place, ty.I8, self.last, (bytes,))
        meta = tuple(m for m in instr.meta if m[0] == "dbg")
        yield replace(instr, pointer=place, ordering="monotonic", scope=SCOPE, meta=meta)

    def access(self, instr: Load | Store, pointer: Value, size: int) -> Iterator[Instr]:
        word = self.tape.word
        if isinstance(pointer, Local) and pointer.id in self.tape.together.pointers:
            yield from self.of_block(instr, pointer)
            return
        if not word or not isinstance(pointer, Local) or pointer.id not in self.tape.pointers:
            yield instr
            return
        own, far = fresh(self.names, ty.I64), fresh(self.names, ty.I64)
        yield Cast(own, "ptrtoint", pointer)
        if size == word:
            yield IBinary(far, "mul", own, self.threads)
            bytes: Value = far
        else:
            whole, within = fresh(self.names, ty.I64), fresh(self.names, ty.I64)
            bytes = fresh(self.names, ty.I64)
            yield IBinary(whole, "and", own, i64(-word))
            yield IBinary(within, "and", own, i64(word - 1))
            yield IBinary(far, "mul", whole, self.threads)
            yield IBinary(bytes, "add", far, within)
        place = fresh(self.names, ty.PTR)
        yield Gep(place, ty.I8, self.origin, (bytes,))
        yield replace(instr, pointer=place, meta=tuple(m for m in instr.meta if m[0] == "dbg"))


def rest(head: list[Instr], names: list[str | None], tape: Tape, per_block: Value) -> Value:
    """The bytes of each thread that are left to what its block keeps together."""

    def op(op: str, lhs: Value, rhs: Value) -> Value:
        made = fresh(names, ty.I64)
        head.append(IBinary(made, op, lhs, rhs))
        return made

    assert tape.together.end is not None
    more = op("add", op("sub", tape.together.end, i64(BEGIN + 1)), per_block)
    return op("and", op("add", op("udiv", more, per_block), i64(WORD - 1)), i64(-WORD))


def with_even_segments(module: Module) -> Module:
    """The module in which all segments of a growing array hold as many iterations as the first:
    how many there are to be is counted, and a count reads no tape."""
    made: dict[str, Function] = {}
    for function in module.defined():
        if function.name.startswith("rz.") and function.name.endswith(".capacity"):
            b = FunctionBuilder(function.name, function.type)
            b.attrs, b.header = function.attrs, function.header
            b.at(b.block())
            b.ret(b.params[1])
            made[function.name] = b.finish()
    return replace(module, functions={**module.functions, **made})
