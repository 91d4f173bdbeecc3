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
from ribozyme.cinterface.calls import Argument, DerivativeCall
from ribozyme.cinterface.groups import Floats, Group, result_floats, result_memory
from ribozyme.cinterface.images import COPY, Image, copied, image, leaves, placed, written
from ribozyme.cinterface.lower import Lowered
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr
from ribozyme.ir.build import NULL, FunctionBuilder, i64
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Function, Header, Module
from ribozyme.ir.values import (
    FALSE,
    ConstInt,
    GlobalRef,
    Poison,
    Value,
    const_float,
    const_int,
    zero,
)
from ribozyme.transform.interface import Kind

ARENA: Final = 64  # bytes of an arena; the frame lies behind it
_POINTER: Final = ty.function(ty.VOID, (ty.PTR,))
_SET: Final = ty.function(ty.VOID, (ty.PTR, ty.I8, ty.I64, ty.I1))
_MALLOC: Final = ty.function(ty.PTR, (ty.I64,))

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


CALLED: Final = {
    "llvm.memcpy.p0.p0.i64": COPY,
    "llvm.memset.p0.i64": _SET,
    "llvm.trap": ty.function(ty.VOID, ()),
    "malloc": _MALLOC,
    "free": _POINTER,
    "rz.arena.init": _POINTER,
    "rz.arena.free": _POINTER,
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
        self.own: dict[int, list[Value]] = {}  # shadows made here: group → one per lane
        self.hidden: Value | None = None  # memory for a result that is returned through a pointer
        self.hidden_shadows: list[Value] = []

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
        args = self._shadowed()
        args += self._seeds(len(args), 0)
        values = self._called(args)
        images: list[Image] = []
        if "primal_return" in self.call.flags:
            if self.primal.type.result is not ty.VOID:
                images.append(image(self.layout, values.pop(0)))
            elif self.hidden is not None:
                images.append(self._hidden_image(self.hidden))
        self._answer([*images, *self._adjoints(values)])

    def _forward(self) -> None:
        args: list[Value] = []
        kinds = iter(self.call.kinds)
        if self._hide(next(kinds) if result_memory(self.primal) else None):
            assert self.hidden is not None
            args += [self.hidden, *self.hidden_shadows]
        for argument in self.call.arguments:
            pieces = self._pieces(argument, argument.primal)
            shadows = [self._shadow(argument, lane) for lane in self._lanes(argument)]
            for place, value in enumerate(pieces):
                args.append(value)
                if next(kinds) is Kind.DUP:
                    args += self._tangents(argument.group, place, [s[place] for s in shadows])
        values = self._called(args)
        images: list[Image] = []
        result = self.primal.type.result
        if result is not ty.VOID and "primal_return" in self.call.flags:
            images.append(image(self.layout, values.pop(0)))
        if self.hidden is not None:
            if "primal_return" in self.call.flags:
                images.append(self._hidden_image(self.hidden))
            images += [self._hidden_image(shadow) for shadow in self.hidden_shadows]
        elif self.call.result is Kind.DUP:
            images += self._result_tangents(values)
        self._answer([] if "noret" in self.call.flags else images)

    def _augmented(self) -> None:
        args = self._shadowed()
        size = self.frames(self.name)
        tape = self._tape(size)
        values = self._called([*args, self.b.offset(tape, ARENA), tape])
        shown: list[tuple[str, Image]] = [("tape", image(self.layout, tape))]
        if size is None:
            self._dropped(tape)
            shown = [("tape", image(self.layout, NULL))]
        if self.primal.type.result is not ty.VOID:
            shown.append(("result", image(self.layout, values.pop(0))))
        elif self.hidden is not None:
            shown.append(("result", self._hidden_image(self.hidden)))
        shown += [("shadow", image(self.layout, value)) for value in values]
        self._answer(self._fitting(shown, size is None))

    def _reverse(self) -> None:
        b = self.b
        args = self._shadowed()
        args += self._seeds(len(args), 2)
        given = self.call.tape
        tape = self._param(given) if given is not None else NULL
        scratch = b.alloca(ty.array(ARENA, ty.I8), align=64)
        b.call("rz.arena.init", _POINTER, (scratch,))
        values = self._called([*args, b.offset(tape, ARENA), scratch])
        b.call("rz.arena.free", _POINTER, (scratch,))
        if "nofree" not in self.call.flags and given is not None:
            self._released(tape)
        self._answer(self._adjoints(values))

    def _batch(self) -> None:
        function = ty.function(self.primal.type.result, self.primal.type.params)
        images = []
        for lane in self.lanes:
            args: list[Value] = []
            if self._hide(Kind.CONST if result_memory(self.primal) else None):
                assert self.hidden is not None
                args.append(self.hidden)
            for argument in self.call.arguments:
                args += self._batched(argument, lane)
            value = self.b.call(self.primal.name, function, args, convention=self.primal.convention)
            if value is not None:
                images.append(image(self.layout, value))
            elif self.hidden is not None:
                images.append(self._hidden_image(self.hidden))
        self._answer(images)

    def _batched(self, argument: Argument, lane: int) -> list[Value]:
        if argument.marker == "vector":
            return self._pieces(argument, argument.shadows[lane])
        if argument.marker != "buffer" or argument.stride is None:
            return self._pieces(argument, argument.primal)
        stride = self.b.cast("sext", self._param(argument.stride), ty.I64)
        place = self.b.offset(
            self._param(argument.primal[0]), self.b.mul(stride, const_int(ty.I64, lane))
        )
        if argument.group.types == (ty.PTR,):
            return [place]
        return self._loaded(argument.group, place)

    # ---- operands ----------------------------------------------------------------------------

    def _param(self, place: int) -> Value:
        return self.b.params[self.lowered.place[place]]

    def _pieces(self, argument: Argument, places: tuple[int, ...]) -> list[Value]:
        """The IR parameters of a source parameter, from what the call passes for it."""
        group = argument.group
        first = self._param(places[0]) if places else None
        whole = len(places) == 1 and first is not None and isinstance(first.type, ty.PtrType)
        if whole and first is not None and group.memory is not None:
            return [self._copy(first, group) if argument.behind else first]
        if whole and first is not None and (argument.behind or self._in_memory(places[0])):
            return self._loaded(group, first)
        return [
            self._converted(self._param(place), type)
            for place, type in zip(places, group.types, strict=True)
        ]

    def _in_memory(self, place: int) -> bool:
        return self.lowered.site.is_memory(place)

    def _loaded(self, group: Group, pointer: Value) -> list[Value]:
        return [
            self.b.load(type, self.b.offset(pointer, offset), 1)
            for type, offset in zip(group.types, group.offsets, strict=True)
        ]

    def _copy(self, pointer: Value, group: Group) -> Value:
        made = self._space(group.size)
        copied(self.b, made, pointer, group.size)
        return made

    def _space(self, size: int) -> Value:
        return self.b.alloca(ty.array(max(size, 1), ty.I8), align=16)

    def _converted(self, value: Value, type: ty.Type) -> Value:
        """An operand as its parameter has it: C's promotions undone."""
        given = value.type
        if isinstance(given, ty.IntType) and isinstance(type, ty.IntType):
            return self.b.cast("trunc" if given.bits > type.bits else "sext", value, type)
        if isinstance(given, ty.FloatType) and isinstance(type, ty.FloatType):
            return self.b.cast("fptrunc" if given.bits > type.bits else "fpext", value, type)
        return value

    def _lanes(self, argument: Argument) -> range:
        return self.lanes if argument.shadows else range(0)

    def _shadow(self, argument: Argument, lane: int) -> list[Value]:
        """The pieces of one lane's shadow."""
        if argument.stride is None:
            return self._pieces(argument, argument.shadows[lane])
        stride = self.b.cast("sext", self._param(argument.stride), ty.I64)
        base = self._param(argument.shadows[0][0])
        return [self.b.offset(base, self.b.mul(stride, const_int(ty.I64, lane)))]

    def _shadowed(self) -> list[Value]:
        """Primal operands, each followed by the shadows of its pointers; for every reverse form."""
        args: list[Value] = []
        kinds = iter(self.call.kinds)
        if self._hide(next(kinds) if result_memory(self.primal) else None):
            assert self.hidden is not None
            args += [self.hidden, *self.hidden_shadows]
        for number, argument in enumerate(self.call.arguments):
            pieces = self._pieces(argument, argument.primal)
            shadows = [self._shadow(argument, lane) for lane in self._lanes(argument)]
            if argument.marker == "out" and argument.group.memory is not None:
                shadows = [[self._zeroed(argument.group.size)] for _ in self.lanes]
                self.own[number] = [shadow[0] for shadow in shadows]
            for place, value in enumerate(pieces):
                args.append(value)
                if next(kinds) is Kind.DUP:
                    args += self._pointers([shadow[place] for shadow in shadows])
        return args

    def _pointers(self, shadows: list[Value]) -> list[Value]:
        """The pointers of one piece's shadows: pointer by pointer, then lane by lane."""
        if not shadows or isinstance(shadows[0].type, ty.PtrType):
            return shadows
        paths = [p for p, t in _paths(shadows[0].type) if isinstance(t, ty.PtrType)]
        return [self.b.extract(shadow, *path) for path in paths for shadow in shadows]

    def _zeroed(self, size: int) -> Value:
        made = self._space(size)
        self.b.call("llvm.memset.p0.i64", _SET, (made, const_int(ty.I8, 0), i64(size), FALSE))
        return made

    def _tangents(self, group: Group, place: int, shadows: list[Value]) -> list[Value]:
        """The leaves of one piece's tangents, floats first, then pointers."""
        type = group.types[place]
        if isinstance(ty.scalar(type), ty.FloatType | ty.PtrType):
            return shadows
        spaces = []
        for shadow in shadows:
            spaces.append(self._space(self.layout.alloc_size(type)))
            self.b.store(shadow, spaces[-1], 1)
        start = group.offsets[place]
        end = start + self.layout.size(type)
        floats = [(at - start, kind) for at, kind in group.floats if start <= at < end]
        leaves = [
            self.b.load(kind, self.b.offset(space, at), 1)
            for at, kind in floats
            for space in spaces
        ]
        paths = [p for p, t in _paths(type) if isinstance(t, ty.PtrType)]
        pointers = [self.b.extract(shadow, *path) for path in paths for shadow in shadows]
        return [*leaves, *pointers]

    # ---- the hidden result -------------------------------------------------------------------

    def _hide(self, kind: Kind | None) -> bool:
        """Room for a result the primal returns through a pointer, and for its shadows."""
        memory = result_memory(self.primal)
        if memory is None or kind is None:
            return False
        size = self.layout.alloc_size(memory)
        self.hidden = self._space(size)
        if kind is Kind.DUP:
            self.hidden_shadows = [self._zeroed(size) for _ in self.lanes]
            if self.call.result is Kind.ACTIVE:
                self._seed_hidden(memory)
        return True

    def _seed_hidden(self, memory: ty.Type) -> None:
        given = [self._param(place) for place in self.call.seeds]
        for lane, shadow in enumerate(self.hidden_shadows):
            if given and isinstance(given[0].type, ty.PtrType):
                source = given[min(lane, len(given) - 1)]
                copied(self.b, shadow, source, self.layout.alloc_size(memory))
                continue
            for offset, kind in result_floats(self.module, self.primal, memory):
                self.b.store(const_float(kind, 1.0), self.b.offset(shadow, offset), 1)

    def _hidden_image(self, pointer: Value) -> Image:
        memory = result_memory(self.primal)
        assert memory is not None
        size, align = self.layout.alloc_size(memory), self.layout.align(memory)
        return Image(size, align, memory=pointer)

    # ---- seeds -------------------------------------------------------------------------------

    def _seeds(self, filled: int, behind: int) -> list[Value]:
        """The adjoints of the result: those given, else 1.0; `behind` parameters follow them."""
        wanted = self._wanted()[filled:]
        wanted = wanted[: len(wanted) - behind] if behind else wanted
        if self.hidden is not None or not wanted:
            return []
        given = [self._param(place) for place in self.call.seeds]
        if not given:
            return [const_float(type, 1.0) for type in wanted]
        if len(given) == len(wanted):
            return [self._converted(v, t) for v, t in zip(given, wanted, strict=True)]
        if len(given) == 1 and len(wanted) == self.call.width:
            return [self._converted(given[0], type) for type in wanted]
        return self._from_image(given, wanted)

    def _from_image(self, given: list[Value], wanted: Sequence[ty.Type]) -> list[Value]:
        """Seeds of a struct's floats, out of the struct's pieces."""
        result = self.primal.type.result
        space = self._space(self.layout.alloc_size(result))
        written(self.b, space, [image(self.layout, value) for value in given])
        floats = result_floats(self.module, self.primal, result)
        return [
            self.b.load(type, self.b.offset(space, offset), 1)
            for type, offset in zip(wanted, _starts(wanted, floats), strict=False)
        ]

    # ---- the call ----------------------------------------------------------------------------

    def _wanted(self) -> tuple[ty.Type, ...]:
        if self.derivative is None:
            raise self._mistake("there is no derivative function")
        return self.derivative.type.params

    def _called(self, args: list[Value]) -> list[Value]:
        """Call the derivative and take its results apart."""
        wanted = self._wanted()
        assert self.derivative is not None
        if tuple(arg.type for arg in args) != wanted:
            shown = ", ".join(str(arg.type) for arg in args)
            raise self._mistake(f"operands ({shown}) for {self.derivative.type}")
        found = self.b.call(
            self.name, self.derivative.type, args, convention=self.derivative.convention
        )
        if found is None:
            return []
        return [self.b.extract(found, i) for i in range(len(ty.elements(found.type)))]

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
            if number in self.own:
                images += [Image(group.size, group.align, memory=s) for s in self.own[number]]
                continue
            lanes: list[list[Value]] = [[] for _ in self.lanes]
            for place, kind in enumerate(mine):
                if kind is Kind.ACTIVE:
                    at = self._piece(values, at, lanes, self._count(group, place))
            images += [
                Image(group.size, group.align, tuple(zip(_offsets(lane, group.floats), lane)))  # noqa: B905
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
            count -= _floats(lanes[0][-1].type)
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
            placed = list(zip(_offsets(numbers, floats), numbers))  # noqa: B905
            placed += zip(paths, pointers)  # noqa: B905
            images.append(Image(size, align, tuple(placed)))
        return images

    def _answer(self, images: list[Image]) -> None:
        """Return images as the call's declared type."""
        b, type = self.b, self.lowered.type.result
        memory = self.call.memory
        if memory is not None:
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
                f"the derivative returns {held} value{'' if held == 1 else 's'} in {size} bytes, "
                f"the call is declared to return {type} of {room} bytes",
                "declare the result as a struct with one member for each",
            )

    # ---- tapes -------------------------------------------------------------------------------

    def _tape(self, size: int | None) -> Value:
        """Memory for an arena and a frame: the user's, or from the heap."""
        b = self.b
        needed = ARENA + (size or 0)
        allocated = self.call.allocated
        if allocated is not None and self.call.tape is not None:
            if size is not None:
                self._large_enough(self._param(allocated), needed)
            tape: Value = self._param(self.call.tape)
            if size is None:
                tape = self._space(needed)
        elif size is None:
            tape = self._space(needed)
        else:
            found = b.call("malloc", _MALLOC, (i64(needed),))
            assert found is not None
            tape = found
        b.call("rz.arena.init", _POINTER, (tape,))
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
        if type is ty.VOID or not (self.lowered.used or self.call.memory):
            if not empty and not own and type is ty.VOID:
                raise self._no_room(type)
            return [part for _, part in shown]
        wanted = [kind for _, kind in _paths(type)]
        for choice in [*without, *choices] if own else [*choices, *(without if empty else [])]:
            kinds = [
                kind
                for _, part in choice
                for _, value in part.values
                for _, kind in _paths(value.type)
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


def _paths(type: ty.Type) -> list[tuple[tuple[int, ...], ty.Type]]:
    """The scalars and vectors of a type, and the way to each."""
    found: list[tuple[tuple[int, ...], ty.Type]] = []
    work: list[tuple[tuple[int, ...], ty.Type]] = [((), type)]
    while work:
        path, part = work.pop()
        if isinstance(part, ty.StructType | ty.ArrayType):
            parts = list(enumerate(ty.elements(part)))
            work += (((*path, index), inner) for index, inner in reversed(parts))
        else:
            found.append((path, part))
    return found


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


def _floats(type: ty.Type) -> int:
    return type.count if isinstance(type, ty.VectorType) else 1


def _starts(types: Sequence[ty.Type], floats: Floats) -> list[int]:
    """The offset of each leaf: leaves take floats one after the other, vectors several."""
    found, at = [], 0
    for type in types:
        found.append(floats[at][0] if at < len(floats) else 0)
        at += _floats(type)
    return found


def _offsets(values: Sequence[Value], floats: Floats) -> list[int]:
    return _starts([value.type for value in values], floats)
