"""Derivative functions of regions, spread over a team.

    define void @f.region.aug(i32 %n, ptr %x, ptr %x.sh, ptr %frame, ptr %arena)
                           →   f.region.aug.thread, run by each thread with its frame and arena

    f.region.aug    block = rz.team.begin(arena, threads, frame size);  *frame = block
                    block.events = rz.team.run(body, {args, block}, size of the team, 0)
    f.region.rev    block = *frame;  rz.team.run(body, {args, block, …}, block.size, block.events)
                    adjoints of arguments passed by value: those of all threads, added up in order
                    a team of one that no other team is around runs a body without atomic additions
    f.region.fwd    rz.team.fork(threads, body, {args})

A tangent's region has the shape of a program's own, so that it can be differentiated again.

A block holds what a team keeps: its size and events, and for each thread an arena and a frame
(`backend/runtime/team.ll`). The reverse sweep has arenas of its own, empty again at its end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, Literal, final

from ribozyme.base.record import dataclass, replace
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr
from ribozyme.ir.build import NULL, FunctionBuilder, i32, i64
from ribozyme.ir.module import Function, Header
from ribozyme.ir.values import GlobalRef, Value, zero
from ribozyme.rules.openmp import TANGENT_FORK
from ribozyme.transform.parallel.alone import Alone
from ribozyme.transform.state import of_threads
from ribozyme.transform.state.earlier import begin_persistent, end_persistent, mark_persistent
from ribozyme.transform.state.globals import begin_floats, begin_own_shadows

if TYPE_CHECKING:
    from ribozyme.transform.emit.emission import Emission

FRAME: Final = 16
"""Bytes of the frame that a caller has for a region: the address of its block."""

_Part = Literal["fwd", "aug", "rev", "tan"]
_PARTS: Final[tuple[_Part, ...]] = ("fwd", "aug", "rev", "tan")
_SIZE: Final = ty.function(ty.I32, (ty.I32,))
_BEGIN: Final = ty.function(ty.PTR, (ty.PTR, ty.I32, ty.I64))
_FORK: Final = ty.function(ty.VOID, (ty.I32, ty.PTR, ty.PTR))
_RUN: Final = ty.function(ty.I64, (ty.PTR, ty.PTR, ty.I32, ty.I64))
_OF_BLOCK: Final = ty.function(ty.VOID, (ty.PTR,))
_PLACE: Final = ty.function(ty.PTR, (ty.PTR, ty.I32))
_BODY: Final = ty.function(ty.VOID, (ty.PTR, ty.I32))
_TANGENT: Final = ty.function(ty.VOID, (ty.PTR, ty.PTR, ty.PTR))
_EVENTS: Final = 8  # where a block has the number of events
_ALIGN: Final = 16
_STACK: Final = Attr("alignstack", 64)
"""The stack of a thread begins where a vector does: so a spilt vector lies in one line of the
cache, as in the forking thread, whose arena is aligned."""


def spread(emission: Emission) -> dict[str, Function]:
    """The functions that were made, those of regions forked."""
    made = dict(emission.functions)
    regions = [
        (emission.name(region.name, part), part, region.name)
        for region in emission.facts.effects.parallel.forks
        for part in _PARTS
    ]
    alone = Alone(emission, frozenset(name for name, *_ in regions))
    for name, part, region in regions:
        if name in made:
            size = emission.frames.of_threads.get(region, 0)
            plain = alone.functions(made[name]) if part in ("aug", "rev") else ()
            one = _Spread(emission, made[name], part, size, plain)
            for function in one.functions():
                made[function.name] = function
    return made


def own_shadows(emission: Emission, name: str, part: _Part) -> Iterator[Function]:
    """What begins, or ends, a thread's shadows of its own variables in its first region."""
    if part == "rev":
        b = _whole(f"{name}.own.end")
        end_persistent(emission, b, own=True)
    else:
        b = _whole(f"{name}.own.begin")
        if part == "tan":
            begin_floats(emission, b, own=True)
            mark_persistent(emission, b, own=True)
        else:
            begin_own_shadows(emission, b)
            begin_persistent(emission, b, forward=part == "fwd", own=True)
    b.ret()
    yield b.finish()


def _whole(name: str) -> FunctionBuilder:
    b = FunctionBuilder(name, ty.function(ty.VOID, ()))
    b.header = Header(linkage="internal")
    b.attrs = (Attr("noinline"),)
    b.at(b.block())
    return b


@final
@dataclass(frozen=True, slots=True)
class _Spread:
    emission: Emission
    function: Function  # as one thread is to run it
    part: _Part
    frame: int  # its bytes
    alone: tuple[Function, ...] = ()
    """What a thread runs that is alone, if that is other code: the first, and what it calls."""

    def functions(self) -> tuple[Function, ...]:
        """What a thread runs, how it gets at its arguments, and what forks it."""
        attrs = (*self.function.attrs, _STACK)
        thread = replace(self.function, name=f"{self.function.name}.thread", attrs=attrs)
        made = [thread, self._body(thread, self.name), self._forking()]
        if self.has_own:
            made += own_shadows(self.emission, self.function.name, self.part)
        if self.alone:
            made += (*self.alone, self._body(self.alone[0], f"{self.name}.alone"))
        return tuple(made)

    @property
    def kept(self) -> int:
        """How many of the last parameters are frame and arena."""
        return 0 if self.part == "fwd" else 2

    @property
    def given(self) -> tuple[ty.Type, ...]:
        """The types of the arguments that all threads share."""
        params = self.function.type.params
        return params[: len(params) - self.kept]

    @property
    def has_own(self) -> bool:
        """Whether threads have variables of their own."""
        return of_threads.has_own(self.emission.facts)

    @property
    def pack(self) -> ty.Type:
        """What threads are handed: arguments; the team's block, arenas, room for results; and the
        number of the call, if threads have variables of their own."""
        of_team = (ty.PTR, ty.PTR, ty.PTR) if self.kept else ()
        return ty.struct((*self.given, *of_team, *((ty.I64,) if self.has_own else ())))

    @property
    def name(self) -> str:
        return f"{self.function.name}.body"

    # ---- in each thread ----------------------------------------------------------------------

    def _body(self, thread: Function, name: str) -> Function:
        if not self.kept:
            return self._outlined(thread)
        b = FunctionBuilder(name, _BODY, ("pack", "number"))
        b.attrs = (_STACK,)
        b.header = Header(linkage="internal")
        b.at(b.block())
        pack, number = b.params
        own = len(self.given)
        args = [self._load(b, pack, at) for at in range(own)]
        block, arenas, results = (self._load(b, pack, own + at) for at in range(3))
        frame = record = self._call(b, "rz.team.frame", _PLACE, block, number)
        if self.has_own:
            self._enter(b, pack, record)
            frame = b.offset(record, of_threads.RECORD)
        args += [frame, self._call(b, "rz.team.arena", _PLACE, arenas, number)]
        found = b.call(thread.name, thread.type, args)
        if found is not None:
            b.store(found, b.gep(found.type, results, (number,)), 8)
        if self.has_own and self.part == "rev":
            of_threads.leave(b, record, self._own("end"))
        b.ret()
        return b.finish()

    def _enter(self, b: FunctionBuilder, pack: Value, record: Value | None) -> None:
        """What a thread does first that has variables of its own."""
        if record is not None and self.part != "aug":
            of_threads.expect(self.emission, b, b.load(ty.PTR, record, 8))
        if self.part == "rev":
            return
        call = self._load(b, pack, len(ty.elements(self.pack)) - 1)
        first = of_threads.enter(self.emission, b, call, self._own("begin"))
        if record is not None and self.part == "aug":
            of_threads.record(self.emission, b, record, first)

    def _own(self, what: str) -> str:
        return f"{self.function.name}.own.{what}"

    def _outlined(self, thread: Function) -> Function:
        b = FunctionBuilder(self.name, _TANGENT, ("thread", "bound", "pack"))
        b.attrs = (_STACK,)
        b.header = Header(linkage="internal")
        b.at(b.block())
        if self.has_own:
            self._enter(b, b.params[2], None)
        b.call(
            thread.name,
            thread.type,
            [self._load(b, b.params[2], at) for at in range(len(self.given))],
        )
        b.ret()
        return b.finish()

    def _load(self, b: FunctionBuilder, pack: Value, at: int) -> Value:
        type = ty.elements(self.pack)[at]
        return b.load(type, b.gep(self.pack, pack, (i32(0), i32(at))))

    # ---- in the thread that forks ------------------------------------------------------------

    def _forking(self) -> Function:
        old = self.function
        b = FunctionBuilder(old.name, old.type)
        b.attrs, b.header = old.attrs, old.header
        b.param_attrs = [param.attrs for param in old.params]
        b.at(b.block())
        pack = b.entry_alloca(self.pack, _ALIGN)
        match self.part:
            case "fwd":
                body = self._packed(b, pack, ())
                self._do(b, TANGENT_FORK, _FORK, b.params[0], body, pack)
                b.ret()
            case "aug":
                self._augmented(b, pack)
            case "rev" | "tan":
                self._again(b, pack)
        return b.finish()

    def _augmented(self, b: FunctionBuilder, pack: Value) -> None:
        frame, arena = b.params[-2:]
        size = self._call(b, "rz_omp_team", _SIZE, b.params[0])
        bytes = self.frame + (of_threads.RECORD if self.has_own else 0)
        block = self._call(b, "rz.team.begin", _BEGIN, arena, size, i64(bytes))
        b.store(block, frame, 8)
        events = self._run(b, pack, (block, block, NULL), size, i64(0))
        b.store(events, b.offset(block, _EVENTS), 8)
        b.ret()

    def _again(self, b: FunctionBuilder, pack: Value) -> None:
        frame, arena = b.params[-2:]
        block = b.load(ty.PTR, frame, 8)
        size = b.load(ty.I32, block, 8)
        arenas = self._call(b, "rz.team.begin", _BEGIN, arena, size, i64(0))
        events: Value = i64(0)
        if self.part == "rev":
            events = b.load(ty.I64, b.offset(block, _EVENTS), 8)
        type = self.function.type.result
        results: Value = NULL
        if type is not ty.VOID:
            bytes = i64(self.emission.facts.layout.alloc_size(type))
            whole = b.mul(b.cast("zext", size, ty.I64), bytes)
            alloc = ty.function(ty.PTR, (ty.PTR, ty.I64))
            results = self._call(b, "rz.tape.alloc", alloc, arena, whole)
        self._run(b, pack, (block, arenas, results), size, events)
        self._do(b, "rz.team.end", _OF_BLOCK, arenas)
        b.ret(None if type is ty.VOID else self._total(b, type, results, size))

    def _total(self, b: FunctionBuilder, type: ty.Type, results: Value, size: Value) -> Value:
        """The sum of what the threads gave, in the order of their numbers."""
        before, loop, end = b.current, b.block(), b.block()
        b.br(loop)
        b.at(loop)
        number, so_far = b.phi(ty.I32), b.phi(type)
        one = b.load(type, b.gep(type, results, (number,)), 8)
        total: Value = so_far
        for place in range(len(ty.elements(type))):
            added = b.fadd(b.extract(so_far, place), b.extract(one, place))
            total = b.insert(total, added, place)
        following = b.add(number, i32(1))
        b.cond_br(b.icmp("eq", following, size), end, loop)
        for phi, first, then in ((number, i32(0), following), (so_far, zero(type), total)):
            b.incoming(phi, first, before)
            b.incoming(phi, then, loop)
        b.at(end)
        return total

    def _run(
        self, b: FunctionBuilder, pack: Value, own: Sequence[Value], size: Value, events: Value
    ) -> Value:
        body = self._packed(b, pack, own)
        if self.alone:
            alone = b.icmp("ne", self._call(b, "rz_omp_alone", _SIZE, size), i32(0))
            body = b.select(alone, GlobalRef(ty.PTR, f"{self.name}.alone"), body)
        return self._call(b, "rz.team.run", _RUN, body, pack, size, events)

    def _packed(self, b: FunctionBuilder, pack: Value, own: Sequence[Value]) -> Value:
        """What runs in each thread, all that it is handed stored."""
        call = (of_threads.current(self.emission, b),) if self.has_own else ()
        for at, value in enumerate((*b.params[: len(self.given)], *own, *call)):
            b.store(value, b.gep(self.pack, pack, (i32(0), i32(at))))
        return GlobalRef(ty.PTR, self.name)

    def _call(self, b: FunctionBuilder, name: str, type: ty.FunctionType, *args: Value) -> Value:
        self.emission.declare(name, type)
        found = b.call(name, type, args)
        assert found is not None
        return found

    def _do(self, b: FunctionBuilder, name: str, type: ty.FunctionType, *args: Value) -> None:
        self.emission.declare(name, type)
        b.call(name, type, args)
