"""The bodies of lowered calls: each calls its derivative and packs what comes back.

    define internal double @rz.call.0(ptr %x, ptr %dx, double %s, ptr %f) alwaysinline {
      %r = call { double } @rz.d.0(ptr %x, ptr %dx, double %s, double 1.0)
      %v = extractvalue { double } %r, 0
      ret double %v
    }

Operands are converted to the parameters' types, seeds that were not given are 1.0, results go
through memory in the layout that C gives the declared struct. What a derivative function takes and
gives is read off its type, and checked against it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, final

from ribozyme.base.errors import Error, error
from ribozyme.cinterface.derivative_calls import DerivativeCall
from ribozyme.cinterface.images import COPY, Image, image, leaves, placed, written
from ribozyme.cinterface.lower import Lowered
from ribozyme.cinterface.operands import (
    SET,
    SIZE_OF_BLOCK,
    ZEROED_BLOCK,
    Operands,
    float_count,
    offsets,
)
from ribozyme.cinterface.source_parameters import Group, result_floats, result_memory, scalars
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr, value_of
from ribozyme.ir.build import NULL, FunctionBuilder, i32, i64
from ribozyme.ir.instrs import Invoke, LandingPad, Resume
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Function, GlobalVariable, Header, Module
from ribozyme.ir.values import (
    ConstInt,
    ConstString,
    GlobalRef,
    Local,
    Poison,
    Value,
    const_int,
    zero,
)
from ribozyme.transform.core.interface import Kind
from ribozyme.transform.emit.leaving import CAUGHT, PERSONALITY

ARENA: Final = 64  # bytes of an arena; the frame lies behind it
_POINTER: Final = ty.function(ty.VOID, (ty.PTR,))
_MALLOC: Final = ty.function(ty.PTR, (ty.I64,))
_LABEL: Final = ty.function(ty.VOID, (ty.PTR, ty.I64))

Frames = Callable[[str], int | None]


def wrapper(module: Module, lowered: Lowered, names: Sequence[str], frames: Frames) -> Function:
    """The definition of a lowered call; `names` are the derivatives of its readings.

    `frames` answers how many bytes the frame of an augmented forward takes, None where it keeps
    nothing at all.
    """
    b = FunctionBuilder(lowered.name, lowered.type)
    b.header = Header(linkage="internal")
    b.attrs = (Attr("alwaysinline"),)
    b.param_attrs = list(lowered.attrs)
    b.at(b.block())
    for call, name in zip(lowered.calls[:-1], names[:-1], strict=True):
        chosen, other = b.block(), b.block()
        address = GlobalRef(ty.PTR, call.function)
        b.cond_br(b.icmp("eq", b.params[-1], address), chosen, other)
        b.at(chosen)
        _Wrapper(module, lowered, call, name, frames, b).body()
        b.at(other)
    _Wrapper(module, lowered, lowered.calls[-1], names[-1], frames, b).body()
    return b.finish()


def refused(lowered: Lowered, why: Error) -> tuple[Function, GlobalVariable]:
    """The definition of a call that has no derivative: it leaves and says why."""
    span = why.location
    where = f" in {span}" if span is not None else ""
    text = f"{why.code}{where}: {why.diagnostic.message}".encode() + b"\0"
    type = ty.array(len(text), ty.I8)
    header = Header(linkage="private", unnamed_addr="unnamed_addr")
    name = f"{lowered.name}.refused"
    message = GlobalVariable(name, type, ConstString(type, text), True, header)
    b = FunctionBuilder(lowered.name, lowered.type)
    b.header = Header(linkage="internal")
    b.param_attrs = list(lowered.attrs)
    b.at(b.block())
    b.call("rz.throw", CALLED["rz.throw"], (i32(2), GlobalRef(ty.PTR, name)))
    b.unreachable()
    return b.finish(), message


CALLED: Final = {
    "llvm.memcpy.p0.p0.i64": COPY,
    "llvm.memset.p0.i64": SET,
    "llvm.trap": ty.function(ty.VOID, ()),
    PERSONALITY: ty.function(ty.I32, (), True),
    "calloc": ZEROED_BLOCK,
    "malloc": _MALLOC,
    "malloc_usable_size": SIZE_OF_BLOCK,
    "free": _POINTER,
    "rz.arena.init": _POINTER,
    "rz.arena.free": _POINTER,
    "rz.tape.expect": _LABEL,
    "rz.tape.label": _LABEL,
    "rz.tape.unused": _POINTER,
    "rz.tape.use": _POINTER,
    "rz.throw": ty.function(ty.VOID, (ty.I32, ty.PTR)),
}
"""What wrappers call besides derivatives."""


@final
class _Wrapper:
    """The code for one reading, at the builder's place, up to its return."""

    def __init__(
        self,
        module: Module,
        lowered: Lowered,
        call: DerivativeCall,
        name: str,
        frames: Frames,
        b: FunctionBuilder,
    ) -> None:
        self.module = module
        self.layout = DataLayout(module.layout)
        self.lowered = lowered
        self.call = call
        self.name = name
        self.frames = frames
        self.b = b
        self.primal = module.functions[call.function]
        self.derivative = module.functions.get(name)
        self.lanes = range(call.width)
        self.given = Operands(module, lowered, call, b)

    def body(self) -> None:
        match self.call.entry:
            case "autodiff":
                self._autodiff()
            case "fwddiff":
                self._forward()
            case "augmentfwd":
                self._augmented()
            case "reverse":
                self._reverse()
            case "fwdsplit":
                self._from_tape()
            case "augmentsize":
                size = self.frames(self.name)
                bytes = 0 if size is None else ARENA + size
                self._answer([image(self.layout, const_int(self.lowered.type.result, bytes))])
            case "batch":
                self._batch()
            case entry:
                raise self._mistake(f"no wrapper for {entry}")

    # ---- modes -------------------------------------------------------------------------------

    def _autodiff(self) -> None:
        args = self.given.shadowed()
        args += self.given.seeds(self._wanted()[len(args) :])
        values = self._called(args)
        images: list[Image] = []
        if "primal_return" in self.call.flags:
            if self.primal.type.result is not ty.VOID:
                images.append(image(self.layout, values.pop(0)))
            elif self.given.hidden is not None:
                images.append(self.given.hidden_image(self.given.hidden))
        self._answer([*images, *self._adjoints(values)])

    def _forward(self) -> None:
        values = self._called(self.given.with_tangents())
        images: list[Image] = []
        result = self.primal.type.result
        if result is not ty.VOID and "primal_return" in self.call.flags:
            images.append(image(self.layout, values.pop(0)))
        if self.given.hidden is not None:
            if "primal_return" in self.call.flags:
                images.append(self.given.hidden_image(self.given.hidden))
            images += [self.given.hidden_image(shadow) for shadow in self.given.hidden_shadows]
        elif self.call.result is Kind.DUP:
            images += self._result_tangents(values)
        self._answer([] if "noret" in self.call.flags else images)

    def _augmented(self) -> None:
        args = self.given.shadowed()
        size = self.frames(self.name)
        tape = self._tape(size)
        own = self.call.allocated is None or self.call.tape is None
        heap = tape if size is not None and own else None
        values = self._called([*args, self.b.offset(tape, ARENA), tape], tape, heap)
        shown: list[tuple[str, Image]] = [("tape", image(self.layout, tape))]
        if size is None:
            self._dropped(tape)
            shown = [("tape", image(self.layout, NULL))]
        if self.primal.type.result is not ty.VOID:
            shown.append(("result", image(self.layout, values.pop(0))))
        elif self.given.hidden is not None:
            shown.append(("result", self.given.hidden_image(self.given.hidden)))
        shown += [("shadow", image(self.layout, value)) for value in values]
        self._answer(self._fitting(shown, size is None))

    def _reverse(self) -> None:
        args = self.given.shadowed()
        args += self.given.seeds(self._wanted()[len(args) : -2])
        tape = self._given_tape()
        if self.derivative is not None and number_said(self.derivative, "rz.frame"):
            self.b.call("rz.tape.unused", _POINTER, (tape,))
        scratch = self._scratch()
        values = self._called([*args, self.b.offset(tape, ARENA), scratch], scratch)
        self.b.call("rz.arena.free", _POINTER, (scratch,))
        self._done(tape)
        self._answer(self._adjoints(values))

    def _from_tape(self) -> None:
        args = self.given.with_tangents()
        tape = self._given_tape()
        scratch = self._scratch()
        values = self._called([*args, self.b.offset(tape, ARENA), scratch], scratch)
        self.b.call("rz.arena.free", _POINTER, (scratch,))
        if self.derivative is not None and number_said(self.derivative, "rz.remains"):
            self.b.call("rz.tape.use", _POINTER, (tape,))
        self._done(tape)
        images: list[Image] = []
        if self.given.hidden is not None:
            images += [self.given.hidden_image(shadow) for shadow in self.given.hidden_shadows]
        elif self.call.result is Kind.ACTIVE:
            images += self._result_tangents(values)
        self._answer([] if "noret" in self.call.flags else images)

    def _batch(self) -> None:
        function = ty.function(self.primal.type.result, self.primal.type.params)
        images = []
        for lane in self.lanes:
            args: list[Value] = []
            if self.given.hide(Kind.CONST if result_memory(self.primal) else None):
                assert self.given.hidden is not None
                args.append(self.given.hidden)
            for argument in self.call.arguments:
                args += self.given.batched(argument, lane)
            value = self.b.call(self.primal.name, function, args, convention=self.primal.convention)
            if value is not None:
                images.append(image(self.layout, value))
            elif self.given.hidden is not None:
                images.append(self.given.hidden_image(self.given.hidden))
        self._answer(images)

    # ---- the call ----------------------------------------------------------------------------

    def _wanted(self) -> tuple[ty.Type, ...]:
        if self.derivative is None:
            raise self._mistake("there is no derivative function")
        return self.derivative.type.params

    def _called(
        self, args: list[Value], arena: Value | None = None, heap: Value | None = None
    ) -> list[Value]:
        """Call the derivative and take its results apart.

        An exception gives the arena back on its way, and memory of the heap.
        """
        wanted = self._wanted()
        assert self.derivative is not None
        if tuple(arg.type for arg in args) != wanted:
            shown = ", ".join(str(arg.type) for arg in args)
            raise self._mistake(f"operands ({shown}) for {self.derivative.type}")
        blocks = [*self.given.lent, *([] if heap is None else [heap])]
        if arena is None and not blocks:
            found = self.b.call(
                self.name, self.derivative.type, args, convention=self.derivative.convention
            )
        else:
            found = self._invoked(self.derivative, args, arena, blocks)
        for block in self.given.lent:
            self.b.call("free", _POINTER, (block,))
        if found is None:
            return []
        return [self.b.extract(found, i) for i in range(len(ty.elements(found.type)))]

    def _invoked(
        self, callee: Function, args: list[Value], arena: Value | None, blocks: list[Value]
    ) -> Local | None:
        b = self.b
        b.personality = GlobalRef(ty.PTR, PERSONALITY)
        result = None if callee.type.result is ty.VOID else b.local(callee.type.result)
        on, out = b.block(), b.block()
        target = GlobalRef(ty.PTR, self.name)
        convention = callee.convention
        b.append(Invoke(result, target, callee.type, tuple(args), on, out, convention=convention))
        b.at(out)
        caught = b.local(CAUGHT)
        b.append(LandingPad(caught, True, ()))
        if arena is not None:
            b.call("rz.arena.free", _POINTER, (arena,))
        for block in blocks:
            b.call("free", _POINTER, (block,))
        b.append(Resume(caught))
        b.at(on)
        return result

    # ---- results -----------------------------------------------------------------------------

    def _adjoints(self, values: list[Value]) -> list[Image]:
        """The images of the derivatives of by-value arguments, in order."""
        images: list[Image] = []
        kinds = list(self.call.kinds)
        if result_memory(self.primal):
            kinds.pop(0)
        at = 0
        for number, argument in enumerate(self.call.arguments):
            group = argument.group
            mine, kinds = kinds[: group.count], kinds[group.count :]
            if argument.marker != "out":
                continue
            if number in self.given.own:
                images += [Image(group.size, group.align, memory=s) for s in self.given.own[number]]
                continue
            lanes: list[list[Value]] = [[] for _ in self.lanes]
            for place, kind in enumerate(mine):
                if kind is Kind.ACTIVE:
                    at = self._piece(values, at, lanes, self._count(group, place))
            images += [
                Image(group.size, group.align, tuple(zip(offsets(lane, group.floats), lane)))  # noqa: B905
                for lane in lanes
            ]
        return images

    def _count(self, group: Group, place: int) -> int:
        """How many floats a piece holds."""
        start = group.offsets[place]
        end = start + self.layout.size(group.types[place])
        return sum(start <= at < end for at, _ in group.floats)

    def _piece(self, values: list[Value], at: int, lanes: list[list[Value]], count: int) -> int:
        """Deal the leaves of one piece to the lanes; answers where the next begins."""
        while count > 0:
            if at + len(lanes) > len(values):
                raise self._mistake("a derivative returns too few adjoints")
            for lane in lanes:
                lane.append(values[at])
                at += 1
            count -= float_count(lanes[0][-1].type)
        return at

    def _result_tangents(self, values: list[Value]) -> list[Image]:
        """One image per lane of the tangent of the result."""
        result = self.primal.type.result
        size, align = self.layout.alloc_size(result), self.layout.align(result)
        floats = result_floats(self.module, self.primal, result)
        paths = _places(self.layout, result)
        images = []
        for lane in self.lanes:
            mine = values[lane :: self.call.width]
            numbers = [v for v in mine if not isinstance(v.type, ty.PtrType)]
            pointers = [v for v in mine if isinstance(v.type, ty.PtrType)]
            placed = list(zip(offsets(numbers, floats), numbers))  # noqa: B905
            placed += zip(paths, pointers)  # noqa: B905
            images.append(Image(size, align, tuple(placed)))
        return images

    def _answer(self, images: list[Image]) -> None:
        """Return images as the call's declared type."""
        b, type = self.b, self.lowered.type.result
        memory = self.call.memory
        if memory is not None:
            if self.lowered.used:
                self._sized(images, memory)
                written(b, b.params[0], images)
            b.ret()
            return
        if type is ty.VOID:
            b.ret()
            return
        if not self.lowered.used:
            b.ret(Poison(type))
            return
        values = list(leaves(images))
        if len(values) == 1 and len(images) == 1 and values[0].type is type:
            b.ret(values[0])
            return
        self._sized(images, type)
        space = b.alloca(type, align=16)
        b.store(zero(type), space)
        written(b, space, images)
        b.ret(b.load(type, space))

    def _sized(self, images: list[Image], type: ty.Type) -> None:
        """Refuse a declared result that does not have the size of what is returned."""
        size = placed(images)[1]
        room = self.layout.alloc_size(type)
        scalar = isinstance(type, ty.FloatType | ty.PtrType)
        if not images or scalar or size > room or room - size >= 8:
            held = sum(max(len(one.values), 1) for one in images)
            raise self.lowered.site.failure(
                "RZ507",
                f"the call returns {type} ({room} bytes), "
                f"the derivative {held} value{'' if held == 1 else 's'} ({size} bytes)",
                "declare the result as a struct with one member for each"
                if images
                else "declare the call as `void`: the derivatives of arrays are in their shadows",
            )

    # ---- tapes -------------------------------------------------------------------------------

    def _given_tape(self) -> Value:
        """The tape that is read, which must be one of this derivative; null where none is."""
        given = self.call.tape
        tape = self.given.param(given) if given is not None else NULL
        if self.derivative is not None and number_said(self.derivative, "rz.frame"):
            self.b.call("rz.tape.expect", _LABEL, (tape, self._layout()))
        return tape

    def _layout(self) -> Value:
        assert self.derivative is not None
        return i64(number_said(self.derivative, "rz.tape"))

    def _scratch(self) -> Value:
        """An arena for what is only needed while a tape is read."""
        scratch = self.b.alloca(ty.array(ARENA, ty.I8), align=64)
        self.b.call("rz.arena.init", _POINTER, (scratch,))
        return scratch

    def _done(self, tape: Value) -> None:
        """The end of a tape, unless the caller wants to keep it."""
        if "nofree" not in self.call.flags and self.call.tape is not None:
            self._released(tape)

    def _tape(self, size: int | None) -> Value:
        """Memory for an arena and a frame: the user's, or from the heap."""
        b = self.b
        needed = ARENA + (size or 0)
        allocated = self.call.allocated
        if allocated is not None and self.call.tape is not None:
            if size is not None:
                self._large_enough(self.given.param(allocated), needed)
            tape: Value = self.given.param(self.call.tape)
            if size is None:
                tape = self.given.space(needed)
        elif size is None:
            tape = self.given.space(needed)
        else:
            found = b.call("malloc", _MALLOC, (i64(needed),))
            assert found is not None
            tape = found
        b.call("rz.arena.init", _POINTER, (tape,))
        if size is not None:
            b.call("rz.tape.label", _LABEL, (tape, self._layout()))
        return tape

    def _large_enough(self, given: Value, needed: int) -> None:
        """A tape given by the user: refused if too small, when compiling or when it runs."""
        b = self.b
        constant = self.lowered.site.call.args[self.call.allocated or 0]
        if isinstance(constant, ConstInt):
            if constant.value < needed:
                raise self._too_small(constant.value, needed)
            return
        small, enough = b.block(), b.block()
        room = b.cast("sext", given, ty.I64)
        b.cond_br(b.icmp("ult", room, i64(needed)), small, enough)
        b.at(small)
        b.call("llvm.trap", ty.function(ty.VOID, ()), ())
        b.unreachable()
        b.at(enough)

    def _too_small(self, given: int, needed: int) -> Error:
        return self.lowered.site.failure(
            "RZ506",
            f"need {needed} bytes have {given} bytes",
            "__enzyme_augmentsize says how many it takes",
        )

    def _dropped(self, tape: Value) -> None:
        self.b.call("rz.arena.free", _POINTER, (tape,))

    def _released(self, tape: Value) -> None:
        """Free a tape, unless nothing was kept."""
        b = self.b
        full, done = b.block(), b.block()
        b.cond_br(b.icmp("eq", tape, NULL), done, full)
        b.at(full)
        b.call("rz.arena.free", _POINTER, (tape,))
        if self.call.allocated is None:
            b.call("free", _POINTER, (tape,))
        b.br(done)
        b.at(done)

    def _fitting(self, shown: list[tuple[str, Image]], empty: bool) -> list[Image]:
        """The parts of an augmented forward's result that the declared type has room for."""
        own = self.call.allocated is not None and self.call.tape is not None
        rest = shown[1:]
        result = [part for part in rest if part[0] == "result"]
        shadow = [part for part in rest if part[0] == "shadow"]
        tape = shown[:1]
        choices = [tape + rest, tape + result, tape + shadow, tape]
        without = [rest, result, shadow]
        type = self.call.memory or self.lowered.type.result
        if type is ty.VOID or not self.lowered.used:
            if not empty and not own and type is ty.VOID:
                raise self._no_room(type)
            return [part for _, part in shown]
        wanted = [kind for _, kind in scalars(type)]
        for choice in [*without, *choices] if own else [*choices, *(without if empty else [])]:
            kinds = [
                kind
                for _, part in choice
                for _, value in part.values
                for _, kind in scalars(value.type)
            ]
            if kinds == wanted:
                return [part for _, part in choice]
        raise self._no_room(type)

    def _no_room(self, type: ty.Type) -> Error:
        return self.lowered.site.failure(
            "RZ507",
            f"the augmented forward is declared to return {type}",
            "declare a struct of the tape (a pointer), the result and the result's shadow",
        )

    def _mistake(self, what: str) -> Error:
        return error("RZ901", f"{self.name} of '{self.call.function}': {what}")


def number_said(function: Function, word: str) -> int:
    """A number that a derivative function says of its tape."""
    said = value_of(function.attrs, f'"{word}"')
    if said is None:
        raise error("RZ901", f"'{function.name}' says no '{word}' of its tape")
    return int(str(said).strip('"'))


def _places(layout: DataLayout, type: ty.Type) -> list[int]:
    """Where the pointers of a type lie."""
    found = []
    work = [(type, 0)]
    while work:
        part, offset = work.pop()
        match part:
            case ty.PtrType():
                found.append(offset)
            case ty.StructType(fields=tuple() as fields):
                inside = list(zip(fields, layout.offsets(part), strict=True))
                work.extend((field, offset + at) for field, at in reversed(inside))
            case ty.ArrayType(count=count, element=element):
                size = layout.alloc_size(element)
                work.extend((element, offset + i * size) for i in reversed(range(count)))
            case _:
                pass
    return found
