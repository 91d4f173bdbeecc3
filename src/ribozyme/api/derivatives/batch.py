"""Batches: a function over the leading axis of its arguments, the loop inside native code.

    rz.vmap(f, in_axes=(0, None))(xs, n)        f(xs[0], n), f(xs[1], n), … as one array

The loop is generated around the routine, which inlines, so that LLVM may vectorise it. Each lane
has results and shadows of its own; with `threads` the lanes are dealt to threads, and come out the
same for any number of them.

    for lane in first..last:  results[lane] = routine(xs + lane·stride, n, …)
"""

import hashlib
import struct
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final, final

import numpy as np

from ribozyme.api.calling.arguments import arranged
from ribozyme.api.calling.bind import Place, bind
from ribozyme.api.calling.call import elements, nested
from ribozyme.api.calling.globals import alone
from ribozyme.api.calling.memory import ArrayMemory, Bound, dtype_of
from ribozyme.api.calling.plan import (
    Constant,
    Copy,
    Count,
    Fresh,
    Given,
    Left,
    Plan,
    Returned,
    Room,
    Seed,
    no_number,
)
from ribozyme.api.calling.routine import held
from ribozyme.api.programs.functions import Function
from ribozyme.api.programs.notebook import function
from ribozyme.api.programs.program import Code
from ribozyme.api.signatures.ctype import NO_LAYOUTS, Array, Number, Pointer
from ribozyme.api.signatures.parameters import Parameters
from ribozyme.base.errors import error
from ribozyme.base.options import Options, current

_FLOATS: Final = ("double", "float", "half", "bfloat", "x86_fp80", "fp128")
_MASK: Final = (1 << 64) - 1


def vmap(f: Function, in_axes: object = 0, **options: Any) -> "Batched":
    """A function over the leading axis of those arguments whose axis is 0; None is for all lanes.

    `in_axes` is one of both for all parameters, a tuple with one per parameter, or a dictionary by
    name (what it leaves out is None).
    """
    if not isinstance(f, Function):
        raise error("RZ008", f"vmap takes a function of a library, not {f!r}")
    how = current().replace(**options) if options else current()
    return Batched(f, _axes(f.plan, in_axes), how)


def _axes(plan: Plan, in_axes: object) -> tuple[bool, ...]:
    names = [given.name for given in plan.inputs if given.variable is None]
    match in_axes:
        case None | int():
            axes: list[object] = [in_axes] * len(names)
        case tuple() | list():
            axes = list(in_axes)
        case Mapping():
            for name in in_axes:
                plan.signature.position(name, "in_axes")
            axes = [in_axes.get(name) for name in names]
        case _:
            raise error("RZ008", f"in_axes is 0, None, a tuple or a dictionary, not {in_axes!r}")
    if len(axes) != len(names):
        raise error("RZ011", f"in_axes has {len(axes)} entries, '{plan.name}' {len(names)} inputs")
    for name, axis in zip(names, axes, strict=True):
        if axis is not None and (axis != 0 or isinstance(axis, bool)):
            raise error(
                "RZ001", f"in_axes of '{name}' is 0 (the leading axis) or None, not {axis!r}"
            )
    if not any(axis == 0 for axis in axes):
        raise error("RZ001", f"in_axes maps no parameter of '{plan.name}'")
    for given, axis in zip(plan.inputs, axes, strict=False):
        if axis is None and given.parameter.writes:
            raise error(
                "RZ001",
                f"'{given.name}' of '{plan.name}' is written by every lane: map it too",
                helps=("give it a leading axis, and 0 in in_axes",),
            )
    return (*(axis == 0 for axis in axes), *(False for _ in plan.inputs[len(axes) :]))


@final
@dataclass(frozen=True, slots=True)
class _Lanes:
    """Memory with a part for each lane: an array, and how far apart the parts lie."""

    array: np.ndarray[Any, Any]

    @property
    def word(self) -> int:
        return int(self.array.ctypes.data)

    @property
    def stride(self) -> int:
        count = self.array.shape[0]
        return self.array.nbytes // count if count else 0


@final
class Batched:
    """What `vmap` gives."""

    def __init__(self, f: Function, mapped: tuple[bool, ...], how: Options) -> None:
        for given, over in zip(f.plan.inputs, mapped, strict=True):
            if over and _element(f.plan, given.type) is None:
                raise error("RZ001", f"'{given.name}' of '{f.name}' holds no numbers to map over")
        if any(isinstance(source, Copy) for source in f.plan.sources):
            raise error("RZ511", f"vmap of '{f.name}' is not there yet")
        self._f, self._mapped, self._how = f, mapped, how
        self.name = f"vmap({f.name})"
        self.signature, self.plan = f.signature, f.plan
        self._code: Code | None = None

    def __repr__(self) -> str:
        return f"<ribozyme function {self.name}: {self.signature}>"

    __signature__ = Parameters()

    def _repr_html_(self) -> str:
        return function(self)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        plan = self._f.plan
        values = arranged(self._f.program, plan, args, kwargs)
        bound = [self._bound(n, value) for n, value in enumerate(values)]
        count = self._count(bound)
        results = self._results(count)
        memory = [self._memory(k, bound, count) for k in range(len(plan.sources))]
        words = [word for k, part in enumerate(memory) for word in self._words(k, part)]
        words += [results.word if results is not None else 0]
        with alone(self._f.program, plan):
            self._run(words, count)
        found = [self._found(output, memory, results) for output in plan.outputs]
        return nested(plan.result, found)

    def __reduce__(self) -> tuple[Any, ...]:
        return Batched, (self._f, self._mapped, self._how)

    def _bound(self, n: int, value: Any) -> Bound | _Lanes:
        plan = self._f.plan
        given = plan.inputs[n]
        if not self._mapped[n]:
            return bind(given.parameter, value, plan.signature.layouts, self.name)
        where = Place(given.name, str(given.parameter), self.name)
        wanted = _element(plan, given.type)
        array = value if isinstance(value, np.ndarray) else np.asarray(value)
        by_value = isinstance(given.type, Number)
        if array.ndim < 1 or (by_value and array.ndim != 1):
            axes = "one axis" if by_value else "a leading axis"
            raise where.refused(f"is mapped and wants an array with {axes}", value)
        if by_value and wanted is not None and np.can_cast(array.dtype, wanted):
            array = np.ascontiguousarray(array, dtype=wanted)
        if array.dtype != wanted:
            raise where.refused(f"is mapped and wants an array of {wanted}", value)
        if not array.flags.c_contiguous or not array.flags.aligned:
            raise where.refused("wants a C-contiguous array", value)
        if given.parameter.writes and not array.flags.writeable:
            raise where.refused("is written and wants a writeable array", value, "RZ014")
        return _Lanes(array)

    def _count(self, bound: Sequence[Bound | _Lanes]) -> int:
        lengths = {
            self._f.plan.inputs[n].name: part.array.shape[0]
            for n, part in enumerate(bound)
            if isinstance(part, _Lanes)
        }
        if len(set(lengths.values())) > 1:
            listed = ", ".join(f"'{name}' {length}" for name, length in lengths.items())
            raise error("RZ011", f"leading axes of '{self.name}' differ: {listed}")
        return int(next(iter(lengths.values())))

    def _results(self, count: int) -> _Lanes | None:
        for output in self._f.plan.outputs:
            if isinstance(output, Returned):
                return _Lanes(np.zeros(count, dtype_of(output.type, NO_LAYOUTS)))
        return None

    def _memory(
        self, slot: int, bound: Sequence[Bound | _Lanes], count: int
    ) -> Bound | _Lanes | float:
        plan = self._f.plan
        match plan.sources[slot]:
            case Given(input=n):
                return bound[n]
            case Fresh(input=n):
                like = bound[n]
                if isinstance(like, _Lanes):
                    return _Lanes(np.zeros_like(like.array, order="C"))
                array = getattr(like, "array", None)
                if array is None:
                    raise error("RZ511", f"vmap of '{self._f.name}' by structs is not there yet")
                return _Lanes(np.zeros((count, *array.shape), array.dtype))
            case Seed(input=n):
                return self._seed(n, bound[n], count)
            case Room(type=type):
                return _Lanes(np.zeros(count, dtype_of(type, plan.signature.layouts)))
            case Constant(value=value):
                return value
            case Count(input=n):
                return self._elements(n, bound[n])
            case other:
                raise error("RZ511", f"vmap over {other} is not there yet")

    def _seed(self, n: int, bound: Bound | _Lanes, count: int) -> _Lanes:
        """A cotangent for each lane, whose output is one number."""
        plan, array = self._f.plan, getattr(bound, "array", np.zeros(0))
        shape = array.shape[1:] if isinstance(bound, _Lanes) else array.shape
        if np.prod(shape) != 1:
            raise no_number(plan, f"'{plan.inputs[n].name}' has the shape {shape} in each lane")
        return _Lanes(np.ones((count, *shape), array.dtype))

    def _elements(self, n: int, bound: Bound | _Lanes) -> float:
        """How many elements a container is made from in each lane."""
        one = ArrayMemory(bound.array[0]) if isinstance(bound, _Lanes) else bound
        return elements(self._f.plan, n, one)

    def _words(self, slot: int, part: Bound | _Lanes | float) -> tuple[int, int]:
        """The slot's word and how far it moves per lane."""
        type = self._f.plan.routine.slots[slot]
        if isinstance(part, _Lanes):
            return part.word, part.stride
        word = part if isinstance(part, float | int) else part.word
        if type in _FLOATS:
            code = "<d" if held(type)[0] == "double" else "<f4x"
            return int.from_bytes(struct.pack(code, float(word)), "little"), 0
        return int(word) & _MASK, 0

    def _run(self, words: Sequence[int], count: int) -> None:
        from ribozyme.backend import guard

        code = self._made()
        threads = max(1, min(self._how.threads, count))
        if self._f.plan.has_variables:
            threads = 1
        cuts = [count * k // threads for k in range(threads + 1)]
        blocks = [np.array([cuts[k], cuts[k + 1], *words], np.uint64) for k in range(threads)]

        def one(block: np.ndarray[Any, Any]) -> None:
            guard.call(code.guard, code.entry, int(block.ctypes.data))

        if threads == 1:
            one(blocks[0])
            return
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(one, blocks))

    def _made(self) -> Code:
        if self._code is None:
            text = self._text()
            name = f"rz.lanes.{hashlib.sha256(text.encode()).hexdigest()[:12]}"
            text = text.replace("@LANES(", f"@{name}(", 1)
            self._code = self._f.program.code(self._f.plan.routine, name, text)
        return self._code

    def _is_mapped(self, slot: int) -> bool:
        match self._f.plan.sources[slot]:
            case Given(input=n):
                return self._mapped[n]
            case Constant() | Count():
                return False
            case _:
                return True

    def _text(self) -> str:
        """The loop: block is first, last, (word, stride) per slot, where results go."""
        routine = self._f.plan.routine
        head: list[str] = []
        body: list[str] = []
        arguments: list[str] = []
        for k, type in enumerate(routine.slots):
            at, mapped = 16 + 16 * k, self._is_mapped(k)
            by_address = mapped and type != "ptr"
            kept, fix = held(type)
            head.append(f"  %w{k}.at = getelementptr i8, ptr %block, i64 {at}")
            head.append(f"  %w{k} = load {'ptr' if by_address else kept}, ptr %w{k}.at")
            value = f"%w{k}"
            if mapped:
                head.append(f"  %s{k}.at = getelementptr i8, ptr %block, i64 {at + 8}")
                head.append(f"  %s{k} = load i64, ptr %s{k}.at")
                body.append(f"  %o{k} = mul i64 %lane, %s{k}")
                body.append(f"  %a{k} = getelementptr i8, ptr %w{k}, i64 %o{k}")
                value = f"%a{k}"
            if by_address:
                stored = "i8" if type == "i1" else type
                body.append(f"  %m{k} = load {stored}, ptr %a{k}")
                value = f"%m{k}"
                fix = "trunc" if type == "i1" else ""
                kept = stored
            if fix:
                body.append(f"  %x{k} = {fix} {kept} {value} to {type}")
                value = f"%x{k}"
            arguments.append(f"{type}{' zeroext' if type == 'i1' else ''} {value}")
        call = f"call {routine.result} @{routine.quoted}({', '.join(arguments)})"
        if routine.result == "void":
            body.append(f"  {call}")
        else:
            at = 16 + 16 * len(routine.slots)
            head.append(f"  %results.at = getelementptr i8, ptr %block, i64 {at}")
            head.append("  %results = load ptr, ptr %results.at")
            body.append(f"  %r = {call}")
            stored, value = routine.result, "%r"
            if stored == "i1":
                body.append("  %r.wide = zext i1 %r to i8")
                stored, value = "i8", "%r.wide"
            body.append(f"  %r.at = getelementptr {stored}, ptr %results, i64 %lane")
            body.append(f"  store {stored} {value}, ptr %r.at")
        return "\n".join(
            (
                "define void @LANES(ptr noalias %block) {",
                "entry:",
                "  %first = load i64, ptr %block",
                "  %last.at = getelementptr i8, ptr %block, i64 8",
                "  %last = load i64, ptr %last.at",
                *head,
                "  br label %test",
                "test:",
                "  %lane = phi i64 [ %first, %entry ], [ %next, %work ]",
                "  %more = icmp slt i64 %lane, %last",
                "  br i1 %more, label %work, label %done",
                "work:",
                *body,
                "  %next = add nsw i64 %lane, 1",
                "  br label %test",
                "done:",
                "  ret void",
                "}\n",
            )
        )

    def _found(
        self,
        output: Returned | Left,
        memory: Sequence[Bound | _Lanes | float],
        results: _Lanes | None,
    ) -> Any:
        if isinstance(output, Returned):
            return None if results is None else results.array
        part = memory[output.slot]
        if isinstance(part, _Lanes):
            return part.array
        raise error("RZ511", f"vmap of '{self._f.name}' does not give this output yet")


def _element(plan: Plan, type: object) -> np.dtype[Any] | None:
    """The NumPy type of what is mapped over: of the number, or of what the pointer leads to."""
    layouts = plan.signature.layouts
    match type:
        case Number(kind=kind) as number if kind != "complex":
            return dtype_of(number, layouts)
        case Pointer(to=Number() as number) | Pointer(to=Array(of=Number() as number)):
            return dtype_of(number, layouts)
        case _:
            return None
