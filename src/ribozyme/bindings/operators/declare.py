"""What a user declares about a function, made into an operation and the words of its calls.

    declare(f)                                  void f(float *inp, size_t n, float *out)
    declare(f, outputs="y", shape=("rows",))    void mv(double *a, double *x, int rows, double *y)

Arrays and floats are tensors, in the order of the parameters; whole numbers, flags and structs are
keywords. Outputs are declared or are what `rz.vjp` takes as the output; they start as zeros
unless they are `inout`. A whole number nobody gives is the size of the array before it, if that is
clear; an output is shaped like the one array input, if there is one; everything else is asked.
"""

import ctypes
import inspect
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, final

from ribozyme.api.calling.adapters import apart
from ribozyme.api.calling.bind import bind
from ribozyme.api.calling.bind_numbers import Place
from ribozyme.api.calling.call_plan import Given, Left, Output, Plan, Returned, role
from ribozyme.api.derivatives.differentiate import choose
from ribozyme.api.programs.functions import Function
from ribozyme.api.signatures.ctype import Number, Pointer, Struct, size_of, spelled
from ribozyme.base.errors import error
from ribozyme.base.options import Options, current
from ribozyme.base.record import dataclass, replaced
from ribozyme.bindings.operators.operation import (
    FLOATS,
    Block,
    Buffer,
    Operation,
    Role,
    Tensor,
    Word,
    content,
    element,
)

Shape = tuple[Any, ...]

# ---- where a word comes from ---------------------------------------------------------------------


@final
@dataclass(frozen=True, slots=True)
class CountOf:
    """The number of elements of a tensor."""

    tensor: int


@final
@dataclass(frozen=True, slots=True)
class LengthOf:
    """The length of one axis of a tensor."""

    tensor: int
    axis: int


@final
@dataclass(frozen=True, slots=True)
class Asked:
    """A keyword the caller must give."""


Size = CountOf | LengthOf | Asked


@final
@dataclass(frozen=True, slots=True)
class Like:
    """An output of the shape of a tensor."""

    tensor: int


@final
@dataclass(frozen=True, slots=True)
class Formula:
    """An output whose shape a function of the shapes and whole numbers gives."""

    function: Callable[..., Any]
    names: tuple[str, ...]


@final
@dataclass(frozen=True, slots=True)
class Fixed:
    """An output of a shape made of numbers and names of whole-number parameters."""

    lengths: tuple[int | str, ...]


Shaped = Like | Formula | Fixed


@final
@dataclass(frozen=True, slots=True)
class Measure:
    """How a framework tells the elements and the shape of one of its tensors."""

    count: Callable[[Any], Any]
    shape: Callable[[Any], Shape]


@final
@dataclass(frozen=True, slots=True)
class Call:
    """A call's tensors, words, and the shape of each output that is not shaped like an input."""

    tensors: tuple[Any, ...]
    words: tuple[Any, ...]
    shapes: tuple[Shape | None, ...]


@final
@dataclass(frozen=True, eq=False, slots=True)
class Declared:
    """An operation and how the arguments of a call become its tensors and words."""

    function: Function
    operation: Operation
    names: tuple[str, ...]  # of the tensors
    sizes: Mapping[str, Size]  # of whole-number parameters, in the order of their words
    shapes: tuple[Shaped | None, ...]  # of outputs; None for one number or the input's own shape
    blocks: tuple[str, ...]
    how: Mapping[str, Any]  # what it was declared with

    def __reduce__(self) -> tuple[Any, ...]:
        return _declared, (self.function, dict(self.how))

    def call(self, args: Sequence[Any], given: Mapping[str, Any], measure: Measure) -> Call:
        """The call that these arguments mean."""
        tensors = self.tensors(args, given) if given or len(args) != len(self.names) else args
        sizes = {
            name: self._size(name, rule, tensors, given, measure)
            for name, rule in self.sizes.items()
        }
        shapes = tuple(self._shape(rule, tensors, sizes, measure) for rule in self.shapes)
        words: list[Any] = []
        for rule, shape in zip(self.shapes, shapes, strict=True):
            if isinstance(rule, Like):
                words.append(measure.count(tensors[rule.tensor]))
            elif rule is not None:
                words.append(_product(shape))
        words.extend(sizes.values())
        for name in self.blocks:
            words.extend(self.block(name, given))
        return Call(tuple(tensors), tuple(words), shapes)

    def tensors(self, args: Sequence[Any], given: Mapping[str, Any]) -> tuple[Any, ...]:
        """The tensors among the arguments, in order."""
        known = (*self.names, *self.sizes, *self.blocks)
        for name in given:
            if name not in known:
                self.function.signature.position(name, "keyword")
                raise self._misfit(f"'{name}' is an output: it is not passed")
        if len(args) > len(self.names):
            raise self._misfit(f"takes {len(self.names)} tensors, it got {len(args)}")
        found = list(args)
        for place, name in enumerate(self.names):
            if place < len(args):
                if name in given:
                    raise self._misfit(f"got '{name}' twice")
            elif name in given:
                found.append(given[name])
            else:
                raise self._misfit(f"needs '{name}'")
        return tuple(found)

    def _misfit(self, what: str) -> Exception:
        taken = ", ".join((*self.names, *(f"{n}=" for n in (*self.sizes, *self.blocks))))
        return error(
            "RZ011", f"'{self.function.name}' {what}", notes=(f"it takes ({taken})",)
            if not what.startswith("takes") else (str(self.function.signature),),
        )  # fmt: skip

    def _size(
        self,
        name: str,
        rule: Size,
        tensors: Sequence[Any],
        given: Mapping[str, Any],
        measure: Measure,
    ) -> Any:
        if name in given:
            return self.whole(name, given[name])
        match rule:
            case CountOf(tensor=k):
                return measure.count(tensors[k])
            case LengthOf(tensor=k, axis=axis):
                return measure.shape(tensors[k])[axis]
            case Asked():
                raise self._misfit(f"needs '{name}': a keyword, or sizes={{'{name}': …}}")

    def whole(self, name: str, value: Any) -> Any:
        """A whole number for a parameter, checked."""
        if type(value) is int or type(value) is bool:
            found: Any = value
        elif hasattr(value, "__index__") or isinstance(value, str):
            parameter = self._parameter(name)
            place = Place(name, str(parameter), self.function.name)
            assert isinstance(parameter.type, Number)
            return _symbolic(value) or _enumerated(place, parameter.type, value)
        else:
            raise error(
                "RZ008",
                f"'{name}' of '{self.function.name}' is a whole number, the same for every "
                f"call in a batch, not {type(value).__name__}",
                helps=("tensors are for arrays and floats",),
            )
        number = self._parameter(name).type
        assert isinstance(number, Number)
        bits = 8 * number.size
        low = 0 if number.kind != "int" else -(1 << bits - 1)
        high = {"bool": 1, "int": (1 << bits - 1) - 1}.get(number.kind, (1 << bits) - 1)
        if not low <= found <= high:
            raise error("RZ008", f"'{name}' of '{self.function.name}' does not hold {found}")
        return int(found) - (1 << 64) if found > (1 << 63) - 1 else int(found)

    def _parameter(self, name: str) -> Any:
        signature = self.function.signature
        return signature.parameters[signature.names.index(name)]

    def _shape(
        self, rule: Shaped | None, tensors: Sequence[Any], sizes: Mapping[str, Any],
        measure: Measure,
    ) -> Shape | None:  # fmt: skip
        match rule:
            case None | Like():
                return None
            case Fixed(lengths=lengths):
                return tuple(sizes[n] if isinstance(n, str) else n for n in lengths)
            case Formula(function=function, names=names):
                known: dict[str, Any] = dict(sizes)
                for name, tensor in zip(self.names, tensors, strict=True):
                    known[name] = measure.shape(tensor)
                found = function(*(known[name] for name in names))
                return tuple(found) if isinstance(found, tuple | list) else (found,)

    def block(self, name: str, given: Mapping[str, Any]) -> list[int]:
        """The bytes of a struct as words."""
        if name not in given:
            raise self._misfit(f"needs '{name}', a struct: a dictionary, for one")
        signature = self.function.signature
        parameter = self._parameter(name)
        bound = bind(parameter, given[name], signature.layouts, self.function.name)
        type = parameter.type.to if isinstance(parameter.type, Pointer) else parameter.type
        size = size_of(type, signature.layouts)
        words = (ctypes.c_int64 * ((size + 7) // 8))()
        ctypes.memmove(words, int(bound.word), size)
        return list(words)


def _symbolic(value: Any) -> Any:
    """A size that a framework's tracer stands for; None for what is an ordinary number."""
    return value if type(value).__name__ in ("SymInt", "SymbolicTensor", "EagerTensor") else None


def _enumerated(place: Place, number: Number, value: Any) -> int:
    from ribozyme.api.calling.bind_numbers import as_number

    return int(as_number(place, number, value))


def _product(shape: Any) -> Any:
    total: Any = 1
    for length in shape:
        total = total * length
    return total


# ---- declaring -----------------------------------------------------------------------------------

Names = str | Sequence[str] | None


def declare(
    function: Function,
    *,
    outputs: Names = None,
    inout: Names = None,
    shape: Any = None,
    like: Any = None,
    sizes: Mapping[str, Any] | None = None,
    save: bool | None = None,
    **options: Any,
) -> Declared:
    """The operation of a function, with what cannot be seen from its signature declared.

    `save` says whether a backward pass is given what the forward pass kept, in place of running the
    function again; None leaves it to `bindings.keep_or_rerun`.
    """
    if not isinstance(function, Function) or function.plan.routine.order:
        raise error("RZ008", f"an operator is made of a function of a library, not of {function!r}")
    made = next((p for p in function.signature.parameters if p.container is not None), None)
    if made is not None:
        raise error(
            "RZ511",
            f"'{made.name}' of '{function.name}' is a container: operators take arrays",
            notes=(str(function.signature),),
            helps=(f"write a function that takes arrays and sizes, and calls '{function.name}'",),
        )
    chosen = current().replace(**options) if options else current()
    how = {
        "outputs": outputs, "inout": inout, "shape": shape, "like": like, "sizes": sizes,
        "save": save, **options,
    }  # fmt: skip
    return _Declaration(function, _names(outputs), _names(inout) or ()).declared(how, chosen)


def _declared(function: Function, how: Mapping[str, Any]) -> Declared:
    """A declaration out of a pickle."""
    return declare(function, **how)


def _names(names: Names) -> tuple[str, ...] | None:
    return None if names is None else (names,) if isinstance(names, str) else tuple(names)


@final
class _Declaration:
    """The parameters of a function, sorted into tensors, words, structs and outputs."""

    def __init__(
        self, function: Function, outputs: tuple[str, ...] | None, inout: tuple[str, ...]
    ) -> None:
        self._function = function
        self._plan: Plan = function.plan
        self._inout = inout
        for name in (*(outputs or ()), *inout):
            if name != "return":
                function.signature.position(name, "outputs")
        self._outputs = self._chosen(outputs)
        self._buffers: list[str] = []
        self._sizes: list[str] = []
        self._blocks: dict[str, int] = {}
        self._tensors: list[str] = []
        self._sort()

    def _chosen(self, outputs: tuple[str, ...] | None) -> tuple[Output, ...]:
        names: tuple[str, ...] | None = outputs
        if outputs is not None or self._inout:
            names = (*(outputs or ()), *(n for n in self._inout if n not in (outputs or ())))
        found = choose(self._plan, self._any_input(), names).of
        for output in found:
            dtype = element(self._plan.output_type(output))
            if dtype not in FLOATS:
                text = spelled(self._plan.output_type(output))
                raise error("RZ010", f"an output of '{self._plan.name}' is {text}, no tensor")
        return found

    def _any_input(self) -> object:
        """`wrt` does not matter for outputs, but there may be no default for it."""
        signature = self._plan.signature
        for n, given in enumerate(self._plan.inputs):
            if signature.holds_floats(given.type):
                return n
        return None

    def _is_output(self, n: int) -> bool:
        return any(
            isinstance(o, Left) and self._plan.sources[o.slot] == Given(n) for o in self._outputs
        )

    def _sort(self) -> None:
        for n, given in enumerate(self._plan.inputs):
            name, type = given.name, given.type
            if self._is_output(n) and name not in self._inout:
                self._buffers.append(name)
            elif element(type) in FLOATS or (element(type) and isinstance(type, Pointer)):
                self._tensors.append(name)
            elif isinstance(type, Number) and element(type) is not None:
                self._sizes.append(name)
            elif (bytes := self._struct_bytes(n)) is not None:
                self._blocks[name] = (bytes + 7) // 8
            else:
                raise error(
                    "RZ012",
                    f"'{name}' of '{self._plan.name}' is {spelled(type)}, which is no tensor, "
                    "number or struct",
                    notes=(str(self._plan.signature),),
                    helps=("write a small function around it that takes plain types",),
                )

    def _struct_bytes(self, n: int) -> int | None:
        """The size of a struct that holds numbers only and is only read."""
        given = self._plan.inputs[n]
        type = given.type.to if isinstance(given.type, Pointer) else given.type
        if not isinstance(type, Struct) or given.parameter.writes:
            return None
        layouts = self._plan.signature.layouts
        layout = layouts.get(type.key)
        if layout is None or not layout.plain or layout.union:
            return None
        if any(isinstance(m.type, Pointer) for m in layout.members):
            return None
        if role(given.parameter) == "number":
            return None
        return size_of(type, layouts)

    def declared(self, how: Mapping[str, Any], options: Options) -> Declared:
        sizes: Mapping[str, Any] = how["sizes"] or {}
        rules = {name: self._size(name, sizes) for name in self._sizes}
        for name in sizes:
            if name not in self._sizes:
                self._function.signature.position(name, "sizes")
                raise error("RZ001", f"sizes={{'{name}': …}}: it is no whole number")
        shapes = tuple(self._shape(output, how["shape"], how["like"]) for output in self._outputs)
        ordered = [self._name(o) for o in self._outputs if self._name(o) in self._buffers]
        alike = {
            self._name(output): rule.tensor
            for output, rule in zip(self._outputs, shapes, strict=True)
            if isinstance(rule, Like)
        }
        roles = tuple(self._role(n, ordered, alike) for n in range(len(self._plan.inputs)))
        words = len(ordered) + len(self._sizes) + sum(self._blocks.values())
        plan = replaced(self._plan, routine=apart(self._plan.routine, self._own_memory()))
        save: bool | None = how["save"]
        name = content(self._function.program, plan.routine, self._outputs, roles, options, save)
        safe = "".join(c if c.isalnum() else "_" for c in self._plan.name)
        operation = Operation(
            f"{safe}_{name}", self._function.program, options, plan, roles,
            self._outputs, words, self._plan.name, save=save,
        )  # fmt: skip
        return Declared(
            self._function, operation, tuple(self._tensors), rules, shapes,
            tuple(self._blocks), how,
        )  # fmt: skip

    def _own_memory(self) -> tuple[int, ...]:
        """The slots whose memory adaptors get for them: outputs, and copies of what is written."""
        slots = self._plan.routine.slots
        return tuple(n for n, t in enumerate(slots) if t == "ptr" and self._plan.is_written(n))

    def _name(self, output: Output) -> str:
        if isinstance(output, Returned):
            return "return"
        source = self._plan.sources[output.slot]
        return self._plan.inputs[source.input].name if isinstance(source, Given) else "return"

    def _role(self, n: int, buffers: Sequence[str], alike: Mapping[str, int]) -> Role:
        given = self._plan.inputs[n]
        name, dtype = given.name, element(given.type) or ""
        if name in buffers:
            return Buffer(dtype, buffers.index(name), alike.get(name, -1))
        if name in self._tensors:
            return Tensor(dtype, isinstance(given.type, Number))
        first = len(buffers)
        if name in self._sizes:
            return Word(first + self._sizes.index(name))
        first += len(self._sizes)
        before = list(self._blocks)[: list(self._blocks).index(name)]
        return Block(first + sum(self._blocks[b] for b in before), self._blocks[name])

    # -- sizes --

    def _arrays(self) -> list[str]:
        types = {given.name: given.type for given in self._plan.inputs}
        return [name for name in self._tensors if isinstance(types[name], Pointer)]

    def _size(self, name: str, declared: Mapping[str, Any]) -> Size:
        if name in declared:
            return self._declared_size(name, declared[name])
        number = self._function.signature.parameters[self._function.signature.names.index(name)]
        assert isinstance(number.type, Number)
        if number.type.kind == "bool" or number.type.size < 4 or number.type.values:
            return Asked()
        order = [given.name for given in self._plan.inputs]
        place = order.index(name)
        before = order[place - 1] if place else ""
        if before in self._arrays():
            return CountOf(self._tensors.index(before))
        if len(self._sizes) == 1 and len(self._arrays()) == 1:
            return CountOf(self._tensors.index(self._arrays()[0]))
        return Asked()

    def _declared_size(self, name: str, rule: Any) -> Size:
        of, axis = rule if isinstance(rule, tuple) else (rule, None)
        if of not in self._tensors:
            raise error(
                "RZ001",
                f"sizes={{'{name}': {rule!r}}}: a size is that of an input array, or (array, axis)",
                notes=(f"arrays: {', '.join(self._arrays())}",),
            )
        k = self._tensors.index(of)
        return CountOf(k) if axis is None else LengthOf(k, operator.index(axis))

    # -- shapes --

    def _shape(self, output: Output, shape: Any, like: Any) -> Shaped | None:
        name = self._name(output)
        if name not in self._buffers:
            return None
        rule = shape.get(name) if isinstance(shape, Mapping) else shape
        same = like.get(name) if isinstance(like, Mapping) else like
        if rule is not None and same is not None:
            raise error("RZ001", f"shape and like of '{name}' cannot both be given")
        if rule is not None:
            return self._formula(name, rule)
        arrays = self._arrays()
        if same is None and len(arrays) == 1:
            same = arrays[0]
        if same is None:
            raise error(
                "RZ009",
                f"the shape of '{name}', which '{self._plan.name}' writes, is not clear",
                notes=(str(self._plan.signature),),
                helps=(f'like="{arrays[0]}"' if arrays else "shape=(…,)", "shape=lambda …: (…)"),
            )
        if same not in self._tensors:
            raise error("RZ001", f"like={same!r}: it is no input array of '{self._plan.name}'")
        return Like(self._tensors.index(same))

    def _formula(self, name: str, rule: Any) -> Shaped:
        if callable(rule):
            names = tuple(inspect.signature(rule).parameters)
            for wanted in names:
                if wanted not in (*self._tensors, *self._sizes):
                    raise error(
                        "RZ013",
                        f"the shape of '{name}' is a function of '{wanted}', which is no input of "
                        f"'{self._plan.name}'",
                        helps=(f"inputs: {', '.join((*self._tensors, *self._sizes))}",),
                    )
            return Formula(rule, names)
        lengths = rule if isinstance(rule, tuple | list) else (rule,)
        for length in lengths:
            if isinstance(length, str) and length not in self._sizes:
                raise error("RZ013", f"the shape of '{name}' has no whole number '{length}'")
            if not isinstance(length, str | int):
                raise error("RZ008", f"the shape of '{name}' is made of whole numbers: {rule!r}")
        return Fixed(tuple(lengths))
