"""What a derivative is called with: the operands of a call, as the derivative wants them.

    f(float x, struct {double *p; double s;} v), called with enzyme_out, 1.0, enzyme_dup, v, dv
    → fptrunc x;  v.p, dv.p, v.s;  1.0 for the result

Promotions of C are undone, structs passed in memory are taken apart, shadows are put behind the
pointers they belong to. Where a derivative wants memory the call does not give (a result returned
through a pointer, the adjoint of a struct passed by value), it is made here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from ribozyme.cinterface.derivative_calls import Argument, DerivativeCall
from ribozyme.cinterface.images import Image, copied, image, written
from ribozyme.cinterface.lower import Lowered
from ribozyme.cinterface.source_parameters import (
    Floats,
    Group,
    result_floats,
    result_memory,
    scalars,
)
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Module
from ribozyme.ir.values import FALSE, Value, const_float, const_int
from ribozyme.transform.core.interface import Kind, Mode

SET: Final = ty.function(ty.VOID, (ty.PTR, ty.I8, ty.I64, ty.I1))
SIZE_OF_BLOCK: Final = ty.function(ty.I64, (ty.PTR,))
ZEROED_BLOCK: Final = ty.function(ty.PTR, (ty.I64, ty.I64))
ON_STACK: Final = 1 << 15
"""Bytes of scratch that the caller's frame has room for."""


@final
class Operands:
    """The operands of one reading, built where the builder stands."""

    def __init__(
        self, module: Module, lowered: Lowered, call: DerivativeCall, b: FunctionBuilder
    ) -> None:
        self.module = module
        self.layout = DataLayout(module.layout)
        self.lowered = lowered
        self.call = call
        self.b = b
        self.primal = module.functions[call.function]
        self.lanes = range(call.width)
        self.own: dict[int, list[Value]] = {}  # shadows made here: group → one per lane
        self.hidden: Value | None = None  # memory for a result that is returned through a pointer
        self.hidden_shadows: list[Value] = []
        self.lent: list[Value] = []  # blocks of the heap, to be freed after the call

    def param(self, place: int) -> Value:
        return self.b.params[self.lowered.place[place]]

    def pieces(self, argument: Argument, places: tuple[int, ...]) -> list[Value]:
        """The IR parameters of a source parameter, from what the call passes for it."""
        group = argument.group
        first = self.param(places[0]) if places else None
        whole = len(places) == 1 and first is not None and isinstance(first.type, ty.PtrType)
        if whole and first is not None and group.memory is not None:
            return [self._copy(first, group) if argument.behind else first]
        if whole and first is not None and (argument.behind or self.in_memory(places[0])):
            return self.loaded(group, first)
        return [
            self.converted(self.param(place), type)
            for place, type in zip(places, group.types, strict=True)
        ]

    def in_memory(self, place: int) -> bool:
        return self.lowered.site.is_memory(place)

    def loaded(self, group: Group, pointer: Value) -> list[Value]:
        return [
            self.b.load(type, self.b.offset(pointer, offset), 1)
            for type, offset in zip(group.types, group.offsets, strict=True)
        ]

    def _copy(self, pointer: Value, group: Group) -> Value:
        made = self.space(group.size)
        copied(self.b, made, pointer, group.size)
        return made

    def space(self, size: int) -> Value:
        return self.b.alloca(ty.array(max(size, 1), ty.I8), align=16)

    def converted(self, value: Value, type: ty.Type) -> Value:
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
            return self.pieces(argument, argument.shadows[lane])
        stride = self.b.cast("sext", self.param(argument.stride), ty.I64)
        base = self.param(argument.shadows[0][0])
        return [self.b.offset(base, self.b.mul(stride, const_int(ty.I64, lane)))]

    def shadowed(self) -> list[Value]:
        """Primal operands, each followed by the shadows of its pointers; for every reverse form."""
        args: list[Value] = []
        kinds = iter(self.call.kinds)
        if self.hide(next(kinds) if result_memory(self.primal) else None):
            assert self.hidden is not None
            args += [self.hidden, *self.hidden_shadows]
        for number, argument in enumerate(self.call.arguments):
            pieces = self.pieces(argument, argument.primal)
            shadows = [self._shadow(argument, lane) for lane in self._lanes(argument)]
            if argument.marker == "out" and argument.group.memory is not None:
                shadows = [[self._zeroed(argument.group.size)] for _ in self.lanes]
                self.own[number] = [shadow[0] for shadow in shadows]
            for place, value in enumerate(pieces):
                args.append(value)
                kind = next(kinds)
                if kind is Kind.DUP:
                    args += self._pointers([shadow[place] for shadow in shadows])
                elif kind is Kind.SCRATCH:
                    args += self._lent(number, value)
        return args

    def with_tangents(self) -> list[Value]:
        """Primal operands, each followed by its tangents, and by the shadows of its pointers."""
        args: list[Value] = []
        kinds = iter(self.call.kinds)
        if self.hide(next(kinds) if result_memory(self.primal) else None):
            assert self.hidden is not None
            args += [self.hidden, *self.hidden_shadows]
        for number, argument in enumerate(self.call.arguments):
            pieces = self.pieces(argument, argument.primal)
            shadows = [self._shadow(argument, lane) for lane in self._lanes(argument)]
            for place, value in enumerate(pieces):
                args.append(value)
                kind, mine = next(kinds), [s[place] for s in shadows]
                if kind is Kind.SCRATCH:
                    args += self._lent(number, value)
                elif kind is Kind.DUP and self.call.mode is Mode.FROM_TAPE:
                    args += self._pointers(mine)
                elif kind is not Kind.CONST:
                    args += self._tangents(argument.group, place, mine)
        return args

    def _pointers(self, shadows: list[Value]) -> list[Value]:
        """The pointers of one piece's shadows: pointer by pointer, then lane by lane."""
        if not shadows or isinstance(shadows[0].type, ty.PtrType):
            return shadows
        paths = [p for p, t in scalars(shadows[0].type) if isinstance(t, ty.PtrType)]
        return [self.b.extract(shadow, *path) for path in paths for shadow in shadows]

    def _lent(self, number: int, pointer: Value) -> list[Value]:
        """Zeroed scratch for each lane: as much as there is on either side of the pointer."""
        size = self.call.scratch[number]
        if size == "heap":
            known = self.b.call("malloc_usable_size", SIZE_OF_BLOCK, (pointer,))
            assert known is not None
            return [self._block(known) for _ in self.lanes]
        if 2 * size <= ON_STACK:
            spaces = [self._zeroed(2 * size) for _ in self.lanes]
        else:
            spaces = [self._block(i64(2 * size)) for _ in self.lanes]
        return [self.b.offset(space, size) for space in spaces]

    def _block(self, size: Value) -> Value:
        made = self.b.call("calloc", ZEROED_BLOCK, (size, i64(1)))
        assert made is not None
        self.lent.append(made)
        return made

    def _zeroed(self, size: int) -> Value:
        made = self.space(size)
        self.b.call("llvm.memset.p0.i64", SET, (made, const_int(ty.I8, 0), i64(size), FALSE))
        return made

    def _tangents(self, group: Group, place: int, shadows: list[Value]) -> list[Value]:
        """The leaves of one piece's tangents, floats first, then pointers."""
        type = group.types[place]
        if isinstance(ty.scalar(type), ty.FloatType | ty.PtrType):
            return shadows
        spaces = []
        for shadow in shadows:
            spaces.append(self.space(self.layout.alloc_size(type)))
            self.b.store(shadow, spaces[-1], 1)
        start = group.offsets[place]
        end = start + self.layout.size(type)
        floats = [(at - start, kind) for at, kind in group.floats if start <= at < end]
        leaves = [
            self.b.load(kind, self.b.offset(space, at), 1)
            for at, kind in floats
            for space in spaces
        ]
        paths = [p for p, t in scalars(type) if isinstance(t, ty.PtrType)]
        pointers = [self.b.extract(shadow, *path) for path in paths for shadow in shadows]
        return [*leaves, *pointers]

    def batched(self, argument: Argument, lane: int) -> list[Value]:
        if argument.marker == "vector":
            return self.pieces(argument, argument.shadows[lane])
        if argument.marker != "buffer" or argument.stride is None:
            return self.pieces(argument, argument.primal)
        stride = self.b.cast("sext", self.param(argument.stride), ty.I64)
        place = self.b.offset(
            self.param(argument.primal[0]), self.b.mul(stride, const_int(ty.I64, lane))
        )
        if argument.group.types == (ty.PTR,):
            return [place]
        return self.loaded(argument.group, place)

    # ---- the hidden result -------------------------------------------------------------------

    def hide(self, kind: Kind | None) -> bool:
        """Room for a result the primal returns through a pointer, and for its shadows."""
        memory = result_memory(self.primal)
        if memory is None or kind is None:
            return False
        size = self.layout.alloc_size(memory)
        self.hidden = self.space(size)
        if kind is Kind.DUP:
            self.hidden_shadows = [self._zeroed(size) for _ in self.lanes]
            if self.call.result is Kind.ACTIVE and self.call.mode is not Mode.FROM_TAPE:
                self._seed_hidden(memory)
        return True

    def _seed_hidden(self, memory: ty.Type) -> None:
        given = [self.param(place) for place in self.call.seeds]
        for lane, shadow in enumerate(self.hidden_shadows):
            if given and isinstance(given[0].type, ty.PtrType):
                source = given[min(lane, len(given) - 1)]
                copied(self.b, shadow, source, self.layout.alloc_size(memory))
                continue
            for offset, kind in result_floats(self.module, self.primal, memory):
                self.b.store(const_float(kind, 1.0), self.b.offset(shadow, offset), 1)

    def hidden_image(self, pointer: Value) -> Image:
        memory = result_memory(self.primal)
        assert memory is not None
        size, align = self.layout.alloc_size(memory), self.layout.align(memory)
        return Image(size, align, memory=pointer)

    # ---- seeds -------------------------------------------------------------------------------

    def seeds(self, wanted: Sequence[ty.Type]) -> list[Value]:
        """The adjoints of the result, of the types wanted: those given, else 1.0.

        They are given lane by lane, or once for all lanes; wanted are all lanes of a leaf together.
        """
        if self.hidden is not None or not wanted:
            return []
        given = [self.param(place) for place in self.call.seeds]
        if not given:
            return [const_float(type, 1.0) for type in wanted]
        each = len(given) // self.call.width if self._one_per_lane(given) else 0
        lanes = [
            self._lane(given[lane * each :][: each or None], wanted[lane :: self.call.width])
            for lane in self.lanes
        ]
        return [seed for leaf in zip(*lanes, strict=True) for seed in leaf]

    def _one_per_lane(self, given: list[Value]) -> bool:
        own = len(scalars(self.primal.type.result))
        return sum(len(scalars(value.type)) for value in given) == own * self.call.width

    def _lane(self, given: list[Value], wanted: Sequence[ty.Type]) -> list[Value]:
        """The seeds of one lane."""
        numbers = all(isinstance(ty.scalar(value.type), ty.FloatType) for value in given)
        if len(given) == len(wanted) and numbers:
            return [self.converted(v, t) for v, t in zip(given, wanted, strict=True)]
        return self._from_image(given, wanted)

    def _from_image(self, given: list[Value], wanted: Sequence[ty.Type]) -> list[Value]:
        """Seeds of a struct's floats, out of the struct's pieces, or of where it lies."""
        result = self.primal.type.result
        size, align = self.layout.alloc_size(result), self.layout.align(result)
        space = self.space(size)
        whole = isinstance(given[0].type, ty.PtrType)
        pieces = [image(self.layout, value) for value in given]
        written(self.b, space, [Image(size, align, memory=given[0])] if whole else pieces)
        floats = result_floats(self.module, self.primal, result)
        return [
            self.b.load(type, self.b.offset(space, offset), 1)
            for type, offset in zip(wanted, starts(wanted, floats), strict=False)
        ]


def float_count(type: ty.Type) -> int:
    return type.count if isinstance(type, ty.VectorType) else 1


def starts(types: Sequence[ty.Type], floats: Floats) -> list[int]:
    """The offset of each leaf: leaves take floats one after the other, vectors several."""
    found, at = [], 0
    for type in types:
        found.append(floats[at][0] if at < len(floats) else 0)
        at += float_count(type)
    return found


def offsets(values: Sequence[Value], floats: Floats) -> list[int]:
    return starts([value.type for value in values], floats)
