"""Batches: a function over an axis of its arguments, the loop inside native code.

    rz.vmap(f, in_axes=(0, None))(xs, n)        f(xs[0], n), f(xs[1], n), … as one array

The loop is generated around the routine, which inlines, so that LLVM may vectorise it. Each lane
has results and shadows of its own; with `threads` the lanes are dealt to threads, and come out the
same for any number of them.

    for lane in first..last:  results[lane] = routine(xs + lane·stride, n, …)

Small arrays have a loop of their own for each size, so that their lanes vectorise as numbers do.
"""

import hashlib
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Final, final

import numpy as np

from ribozyme.api.calling.arguments import arranged
from ribozyme.api.calling.bind import bind
from ribozyme.api.calling.bind_numbers import Place
from ribozyme.api.calling.call import elements, extent, nested, step
from ribozyme.api.calling.call_plan import (
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
    Unit,
    no_number,
)
from ribozyme.api.calling.native_memory import ArrayMemory, Bound, arrays_of, dtype_of
from ribozyme.api.calling.routine import held
from ribozyme.api.calling.variables import alone
from ribozyme.api.derivatives.dealing import GRAIN, dealt
from ribozyme.api.derivatives.laneloop import LaneSlot, loop
from ribozyme.api.programs.functions import Function
from ribozyme.api.programs.notebook import function
from ribozyme.api.programs.program import Code
from ribozyme.api.signatures.ctype import NO_LAYOUTS, Array, Number, Pointer, order_of
from ribozyme.api.signatures.parameters import Parameters
from ribozyme.base.errors import Error, error
from ribozyme.base.options import Options, current
from ribozyme.base.record import dataclass

if TYPE_CHECKING:
    from ribozyme.api.derivatives.batch_derivatives import Repeated
    from ribozyme.api.derivatives.batch_matrices import Matrices

_FLOATS: Final = ("double", "float", "half", "bfloat", "x86_fp80", "fp128")
_MASK: Final = (1 << 64) - 1
_MOST_STRIDES: Final = 4  # sizes of arrays that a batch has code of its own for


def vmap(
    f: "Function | Callable[..., Any]", in_axes: object = 0, out_axes: int = 0, **options: Any
) -> "Batched | Matrices | Repeated":
    """A function over an axis of each argument that has one in `in_axes`; None is for all lanes.

    `in_axes` is an axis for all parameters, a tuple with an axis or None per parameter, or a
    dictionary by name (what it leaves out is None); results have their lanes along `out_axes`. With
    `threads=n` lanes are dealt to threads. What it gives of a function has jvp, vjp and Jacobians
    in turn. Jacobians and Hessians are mapped too, sweep by sweep over all lanes; batches, and what
    has complex numbers, structs or variables, by a call for each lane.

    >>> rz.vmap(rz.grad(lib.area))(x)
    array([ 6., 12., 18.])
    """
    from ribozyme.api.derivatives.batch_matrices import mapped

    plan = getattr(f, "plan", None)
    if not isinstance(plan, Plan):
        raise error("RZ008", f"vmap takes a function of a library, not {f!r}")
    if not isinstance(out_axes, int) or isinstance(out_axes, bool):
        raise error("RZ008", f"out_axes is an axis, not {out_axes!r}")
    how = current().replace(**options) if options else current()
    axes = _axes(plan, in_axes)
    if isinstance(f, Function):
        return Batched(f, axes, out_axes, how)
    return mapped(f, axes, out_axes, how)


def _axes(plan: Plan, in_axes: object) -> tuple[int | None, ...]:
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
            raise error(
                "RZ008", f"in_axes is an axis, None, a tuple or a dictionary, not {in_axes!r}"
            )
    if len(axes) != len(names):
        raise error("RZ011", f"in_axes has {len(axes)} entries, '{plan.name}' {len(names)} inputs")
    found: list[int | None] = []
    for name, axis in zip(names, axes, strict=True):
        if isinstance(axis, bool) or not isinstance(axis, int | None):
            raise error("RZ001", f"in_axes of '{name}' is an axis or None, not {axis!r}")
        found.append(axis)
    if all(axis is None for axis in found):
        raise error("RZ001", f"in_axes maps no parameter of '{plan.name}'")
    for given, axis in zip(plan.inputs, found, strict=False):
        if axis is None and given.parameter.writes:
            raise error(
                "RZ001",
                f"'{given.name}' of '{plan.name}' is written by every lane: map it too",
                helps=("give it a leading axis, and 0 in in_axes",),
            )
    return (*found, *(None for _ in plan.inputs[len(found) :]))


_SHARED: Final = "what all lanes share has no axis: in_axes=(0, None, …), one entry per parameter"


def apart(name: str, lengths: dict[str, int]) -> Error:
    """Lanes of several numbers."""
    listed = ", ".join(f"'{one}' {length}" for one, length in lengths.items())
    return error("RZ011", f"the mapped axes of '{name}' differ in length: {listed}")


def no_axis(name: str, input: str, axis: int, shape: tuple[int, ...]) -> Error:
    """An axis that an argument does not have."""
    return error(
        "RZ011", f"'{input}' of '{name}' is mapped along axis {axis}; its shape is {shape}"
    )


@final
@dataclass(frozen=True, slots=True)
class _Lanes:
    """Memory with a part for each lane: an array, and how far apart the parts lie.

    Where the lanes of the caller's array are along another axis, `array` is a copy of it.
    """

    array: np.ndarray[Any, Any]
    caller: np.ndarray[Any, Any] | None = None
    axis: int = 0

    def put_back(self) -> None:
        """Write to the caller's array what lies in the copy."""
        if self.caller is not None:
            np.moveaxis(self.caller, self.axis, 0)[...] = self.array

    @property
    def word(self) -> int:
        return int(self.array.__array_interface__["data"][0])

    @property
    def stride(self) -> int:
        count = self.array.shape[0]
        return self.array.nbytes // count if count else 0


def _lanes_alike(lanes: np.ndarray[Any, Any], order: str) -> np.ndarray[Any, Any]:
    """A copy whose lanes are contiguous, one behind the other, and each in an order."""
    if order == "C":
        return np.array(lanes, order="C")
    inside = tuple(reversed(range(1, lanes.ndim)))
    return np.array(lanes.transpose(0, *inside), order="C").transpose(0, *inside)


@final
class Batched:
    """What `vmap` gives of a function."""

    own_transforms = True

    def __init__(
        self, f: Function, axes: tuple[int | None, ...], out: int, how: Options, name: str = ""
    ) -> None:
        self._elements_of = tuple(element_type(f.plan, given.type) for given in f.plan.inputs)
        for given, axis, element in zip(f.plan.inputs, axes, self._elements_of, strict=True):
            if axis is not None and element is None:
                raise error("RZ001", f"'{given.name}' of '{f.name}' holds no numbers to map over")
        self.of, self.axes, self.out, self.how = f, axes, out, how
        self.name = name or f"vmap({f.name})"
        self.signature, self.plan = f.signature, f.plan
        self._codes: dict[tuple[int, ...], Code] = {}

    def __repr__(self) -> str:
        return f"<ribozyme function {self.name}: {self.signature}>"

    __signature__ = Parameters()

    def _repr_html_(self) -> str:
        return function(self)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        plan = self.of.plan
        values = arranged(self.of.program, plan, args, kwargs)
        bound = [self._bound(n, value) for n, value in enumerate(values)]
        count = self._count(bound)
        results = self._results(count)
        memory = [self._memory(k, bound, count) for k in range(len(plan.sources))]
        words = [word for k, part in enumerate(memory) for word in self._words(k, part)]
        words += [results.word if results is not None else 0]
        with alone(self.of.program, plan):
            self._run(words, count, memory)
        for given, part in zip(plan.inputs, bound, strict=True):
            if given.parameter.writes and isinstance(part, _Lanes):
                part.put_back()
        found = [self._found(output, memory, results) for output in plan.outputs]
        return nested(plan.result, found)

    def whole(self, *values: Any) -> Any:
        """Call with a value for every input."""
        return self(*values)

    def count(self, values: Sequence[Any]) -> int:
        """How many lanes the arguments have."""
        return self._count([self._bound(n, value) for n, value in enumerate(values)])

    def jvp(
        self, primals: Sequence[Any], tangents: Sequence[Any], of: object = None, **options: Any
    ) -> tuple[Any, Any]:
        """`rz.jvp`."""
        from ribozyme.api.derivatives import batch_derivatives as lanes

        return lanes.jvp(self, primals, tangents, of, current().replace(**options).of_code)

    def vjp(
        self, *primals: Any, wrt: object = None, of: object = None, **options: Any
    ) -> tuple[Any, Callable[..., Any]]:
        """`rz.vjp`."""
        from ribozyme.api.derivatives import batch_derivatives as lanes

        return lanes.vjp(self, primals, wrt, of, current().replace(**options).of_code)

    def jacobian(self, wrt: object = None, of: object = None, **options: Any) -> Callable[..., Any]:
        """`rz.jacobian`."""
        from ribozyme.api.derivatives import batch_derivatives as lanes

        return lanes.jacobian(self, "jacobian", wrt, of, options)

    def jacfwd(self, wrt: object = None, of: object = None, **options: Any) -> Callable[..., Any]:
        """`rz.jacfwd`."""
        from ribozyme.api.derivatives import batch_derivatives as lanes

        return lanes.jacobian(self, "jacfwd", wrt, of, options)

    def jacrev(self, wrt: object = None, of: object = None, **options: Any) -> Callable[..., Any]:
        """`rz.jacrev`."""
        from ribozyme.api.derivatives import batch_derivatives as lanes

        return lanes.jacobian(self, "jacrev", wrt, of, options)

    def grad(self, *_: Any, **__: Any) -> Callable[..., Any]:
        """`rz.grad`, which wants one number as output."""
        from ribozyme.api.derivatives import batch_derivatives as lanes

        raise lanes.no_scalar(self)

    value_and_grad = hessian = hvp = grad

    def __reduce__(self) -> tuple[Any, ...]:
        return Batched, (self.of, self.axes, self.out, self.how)

    def _bound(self, n: int, value: Any) -> Bound | _Lanes:
        plan = self.of.plan
        given = plan.inputs[n]
        if self.axes[n] is None:
            return bind(given.parameter, value, plan.signature.layouts, self.name)
        wanted = self._elements_of[n]
        array = value if isinstance(value, np.ndarray) else np.asarray(value)
        by_value = isinstance(given.type, Number)
        if array.ndim < 1 or (by_value and array.ndim != 1):
            axes = "one axis" if by_value else "an axis for the lanes"
            wants = f"is mapped and wants an array with {axes}"
            raise self._refused(n, wants, value, "RZ008", _SHARED)
        axis = self.axes[n] or 0
        if not -array.ndim <= axis < array.ndim:
            raise no_axis(self.name, given.name, axis, array.shape)
        if by_value and wanted is not None and np.can_cast(array.dtype, wanted):
            array = np.ascontiguousarray(array, dtype=wanted)
        if array.dtype != wanted:
            hint = f"convert it once: numpy.ascontiguousarray({given.name}, dtype=numpy.{wanted})"
            wants = f"is mapped and wants an array of {wanted}"
            raise self._refused(n, wants, value, "RZ008", hint)
        order = order_of(given.type) if array.ndim > 2 else "C"
        as_it_is = axis % array.ndim == 0 and order == "C"
        if as_it_is and not (array.flags.c_contiguous and array.flags.aligned):
            raise self._refused(n, "wants a C-contiguous array", value)
        if given.parameter.writes and not array.flags.writeable:
            raise self._refused(n, "is written and wants a writeable array", value, "RZ014")
        if as_it_is:
            return _Lanes(array)
        return _Lanes(_lanes_alike(np.moveaxis(array, axis, 0), order), array, axis)

    def _refused(self, n: int, wants: str, value: Any, code: str = "RZ008", *hints: str) -> Error:
        given = self.of.plan.inputs[n]
        return Place(given.name, str(given.parameter), self.name).refused(
            wants, value, code, *hints
        )

    def _count(self, bound: Sequence[Bound | _Lanes]) -> int:
        lengths = {
            self.of.plan.inputs[n].name: part.array.shape[0]
            for n, part in enumerate(bound)
            if isinstance(part, _Lanes)
        }
        if len(set(lengths.values())) > 1:
            raise apart(self.name, lengths)
        return int(next(iter(lengths.values())))

    def _results(self, count: int) -> _Lanes | None:
        for output in self.of.plan.outputs:
            if isinstance(output, Returned):
                return _Lanes(np.zeros(count, dtype_of(output.type, NO_LAYOUTS)))
        return None

    def _memory(
        self, slot: int, bound: Sequence[Bound | _Lanes], count: int
    ) -> Bound | _Lanes | float:
        plan = self.of.plan
        match plan.sources[slot]:
            case Given(input=n):
                return bound[n]
            case Fresh(input=n):
                like = bound[n]
                if isinstance(like, _Lanes):
                    return _Lanes(np.zeros_like(like.array))
                array = getattr(like, "array", None)
                if array is None:
                    raise error("RZ511", f"vmap of '{self.of.name}' by structs is not there yet")
                return _Lanes(np.zeros_like(self._spread(n, array, count)))
            case Copy(input=n):
                like = bound[n]
                if isinstance(like, _Lanes):
                    return _Lanes(np.array(like.array))
                array = getattr(like, "array", None)
                if array is None:
                    raise error("RZ511", f"vmap of '{self.of.name}' by structs is not there yet")
                return _Lanes(self._spread(n, array, count))
            case Unit(type=type):
                return _Lanes(np.ones(count, dtype_of(type, plan.signature.layouts)))
            case Seed(input=n):
                return self._seed(n, bound[n], count)
            case Room(type=type):
                return _Lanes(np.zeros(count, dtype_of(type, plan.signature.layouts)))
            case Constant(value=value):
                return value
            case Count(input=n, axis=axis, step=True):
                return self._step(n, bound[n], axis)
            case Count(input=n, axis=axis) if axis >= 0:
                return extent(self._first(bound[n]), axis)
            case Count(input=n):
                return self._elements(n, bound[n])
            case other:
                raise error("RZ511", f"vmap over {other} is not there yet")

    def _spread(self, n: int, array: np.ndarray[Any, Any], count: int) -> np.ndarray[Any, Any]:
        """A copy of an array for each lane."""
        order = order_of(self.of.plan.inputs[n].type)
        return _lanes_alike(np.broadcast_to(array, (count, *array.shape)), order)

    def _seed(self, n: int, bound: Bound | _Lanes, count: int) -> _Lanes:
        """A cotangent for each lane, whose output is one number."""
        plan, array = self.of.plan, getattr(bound, "array", np.zeros(0))
        shape = array.shape[1:] if isinstance(bound, _Lanes) else array.shape
        if np.prod(shape) != 1:
            raise no_number(plan, f"'{plan.inputs[n].name}' has the shape {shape} in each lane")
        return _Lanes(np.ones((count, *shape), array.dtype))

    def _step(self, n: int, bound: Bound | _Lanes, axis: int) -> float:
        """The distance of neighbours in each lane, whose arrays are contiguous."""
        if isinstance(bound, _Lanes):
            return int(bound.array[0].strides[axis])
        array = getattr(bound, "array", None)
        if array is not None and not array.flags.f_contiguous:
            given = self.of.plan.inputs[n].name
            raise error(
                "RZ511", f"'{given}' of '{self.of.name}' has strides: there are no lanes for it",
                helps=(f"copy it once: numpy.asfortranarray({given})",),
            )  # fmt: skip
        return step(bound, axis) if array is not None else 0

    def _elements(self, n: int, bound: Bound | _Lanes) -> float:
        """How many elements a container is made from in each lane."""
        return elements(self.of.plan, n, self._first(bound))

    def _first(self, bound: Bound | _Lanes) -> Bound:
        """What the first lane has."""
        return ArrayMemory(bound.array[0]) if isinstance(bound, _Lanes) else bound

    def _words(self, slot: int, part: Bound | _Lanes | float) -> tuple[int, int]:
        """The slot's word and how far it moves per lane."""
        type = self.of.plan.routine.slots[slot]
        if isinstance(part, _Lanes):
            return part.word, part.stride
        word = part if isinstance(part, float | int) else part.word
        if type in _FLOATS:
            code = "<d" if held(type)[0] == "double" else "<f4x"
            return int.from_bytes(struct.pack(code, float(word)), "little"), 0
        return int(word) & _MASK, 0

    def _run(
        self, words: Sequence[int], count: int, memory: Sequence[Bound | _Lanes | float]
    ) -> None:
        from ribozyme.backend.runtime import guard
        from ribozyme.backend.runtime.lending import lending

        strides = tuple(words[2 * k + 1] for k in range(len(self.of.plan.sources)))
        code = self._made(strides)
        threads = 1 if self.of.plan.has_variables else self.how.threads
        grain = GRAIN if threads > 1 and self._is_vectorised(strides) else 1

        lent = list(_extents(memory)) if code.frees else []

        def piece(first: int, last: int) -> None:
            block = np.array([first, last, *words], np.uint64)
            with lending(lent) if lent else nullcontext():
                guard.call(code.guard, code.entry, int(block.__array_interface__["data"][0]))

        dealt(count, threads, grain, self.name, piece)

    def _text(self, strides: tuple[int, ...]) -> tuple[str, str]:
        """The name of the loop over lanes that lie so far apart, and the loop."""
        routine = self.of.plan.routine
        text = loop(routine, [self._slot(k, stride) for k, stride in enumerate(strides)])
        name = f"rz.lanes.{hashlib.sha256(text.encode()).hexdigest()[:12]}"
        return name, text.replace("@LANES(", f"@{name}(")

    def _is_vectorised(self, strides: tuple[int, ...]) -> bool:
        """Whether several lanes are computed at once: how they are grouped matters then."""
        program, routine = self.of.program, self.of.plan.routine
        name, text = self._text(strides)

        def find() -> bool:
            from ribozyme.api.programs import texts

            made = texts.final(program, routine, text)
            return "vector.body" in made.partition(f"@{name}(")[2].partition("\n}")[0]

        return program.remembered(f"vectorised {name} {routine!r}", find)

    def _made(self, strides: tuple[int, ...]) -> Code:
        if strides not in self._codes and len(self._codes) >= _MOST_STRIDES:
            strides = tuple(0 for _ in strides)
        found = self._codes.get(strides)
        if found is None:
            name, text = self._text(strides)
            found = self._codes[strides] = self.of.program.code(self.of.plan.routine, name, text)
        return found

    def _slot(self, slot: int, stride: int) -> LaneSlot:
        """How the loop finds a slot's value in each lane."""
        match self.of.plan.sources[slot]:
            case Given(input=n):
                return LaneSlot(self.axes[n] is not None, False, stride)
            case Constant(value=value):
                return LaneSlot(False, False, 0, value)
            case Count():
                return LaneSlot(False, False, 0)
            case _:
                return LaneSlot(True, True, stride)

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
            if isinstance(self.plan.sources[output.slot], Given):
                return part.array if part.caller is None else part.caller
            return np.moveaxis(part.array, 0, self.out) if self.out else part.array
        raise error("RZ511", f"vmap of '{self.of.name}' does not give this output yet")


def _extents(memory: Sequence[Bound | _Lanes | float]) -> Iterator[tuple[int, int]]:
    """Where the arrays of a call lie."""
    for part in memory:
        if isinstance(part, _Lanes):
            yield part.word, part.word + part.array.nbytes
        elif not isinstance(part, float | int):
            yield from (array.extent() for array in arrays_of(part))


def element_type(plan: Plan, type: object) -> np.dtype[Any] | None:
    """The NumPy type of what is mapped over: of the number, or of what the pointer leads to."""
    layouts = plan.signature.layouts
    match type:
        case Number(kind=kind) as number if kind != "complex":
            return dtype_of(number, layouts)
        case Pointer(to=Number() as number) | Pointer(to=Array(of=Number() as number)):
            return dtype_of(number, layouts)
        case _:
            return None
