"""Operations: a native function as a framework sees it, tensors in and tensors out.

    void f(float *inp, size_t n, float *out)     inp → out,  n a word, out a buffer
    its vjp                                      inp, cotangent of out → adjoint of inp
    its jvp                                      inp, tangent of inp → tangent of out

An operation is a plan and what each of the plan's inputs is to the framework. `vjp` and `jvp` give
operations again, so every order follows from the first; each is made when first asked for.
Frameworks know nothing else: an adaptor (`adaptor.py`) is the native code of one operation.
"""

import threading
from functools import cached_property
from typing import Any, Final, final

from ribozyme.api.calling.call_plan import Copy, Fresh, Given, Input, Output, Plan, Returned
from ribozyme.api.derivatives.differentiate import Choice, forward, reverse
from ribozyme.api.programs.program import Program
from ribozyme.api.signatures.ctype import Array, CType, Number, Pointer, spelled
from ribozyme.base.cache import fingerprint
from ribozyme.base.errors import error
from ribozyme.base.options import Options
from ribozyme.base.record import dataclass, field

ITEMSIZE: Final = {
    "float16": 2, "bfloat16": 2, "float32": 4, "float64": 8,
    "int8": 1, "int16": 2, "int32": 4, "int64": 8,
    "uint8": 1, "uint16": 2, "uint32": 4, "uint64": 8, "bool": 1,
}  # fmt: skip
FLOATS: Final = ("float16", "bfloat16", "float32", "float64")

# ---- what an input of a plan is to the framework -------------------------------------------------


@final
@dataclass(frozen=True, slots=True)
class Tensor:
    """A tensor by its elements, or (`scalar`) one number that the function takes by value."""

    dtype: str
    scalar: bool = False


@final
@dataclass(frozen=True, slots=True)
class Word:
    """A whole number, the same for all of a batch: a size, an attribute."""

    number: int


@final
@dataclass(frozen=True, slots=True)
class Block:
    """The bytes of a struct in words, behind an address."""

    number: int
    count: int


@final
@dataclass(frozen=True, slots=True)
class Buffer:
    """Zeroed memory that the function writes an output into; a word says how many elements.

    `like` is the input of the operation that it has the shape of, or -1.
    """

    dtype: str
    number: int
    like: int = -1


Role = Tensor | Word | Block | Buffer


@final
@dataclass(frozen=True, slots=True)
class Port:
    """An input or output tensor: shaped like an input, like a buffer, or (neither) one number."""

    dtype: str
    like: int = -1
    buffer: int = -1
    name: str = ""

    @property
    def is_float(self) -> bool:
        return self.dtype in FLOATS


# ---- operations ----------------------------------------------------------------------------------


@final
@dataclass(frozen=True, eq=False)
class Operation:
    """The function, or a derivative of it, over tensors; `name` is unique by content."""

    name: str
    program: Program
    options: Options
    plan: Plan
    roles: tuple[Role, ...]  # one per input of the plan
    results: tuple[Output, ...]
    words: int
    label: str = ""
    base: "Operation | None" = None  # what this is a derivative of: its vjp or jvp, by `wrt`
    step: str = ""
    wrt: tuple[int, ...] = ()
    save: bool | None = (
        False  # whether pullbacks keep what the forward pass computed; None: if it pays
    )
    _made: dict[str, "Operation"] = field(default_factory=dict, repr=False)
    _lock: threading.RLock = field(default_factory=threading.RLock, repr=False)

    @cached_property
    def tensors(self) -> tuple[int, ...]:
        """The plan's inputs that are tensors, in order: the inputs of the operation."""
        return tuple(n for n, role in enumerate(self.roles) if isinstance(role, Tensor))

    @cached_property
    def inputs(self) -> tuple[Port, ...]:
        found = []
        for place, n in enumerate(self.tensors):
            role = self.roles[n]
            assert isinstance(role, Tensor)
            like = -1 if role.scalar else place
            found.append(Port(role.dtype, like, name=self.plan.inputs[n].name))
        return tuple(found)

    @cached_property
    def outputs(self) -> tuple[Port, ...]:
        return tuple(self._port(output) for output in self.results)

    def _port(self, output: Output) -> Port:
        """The shape of an output follows from whose memory it is in."""
        dtype = element(self.plan.output_type(output)) or ""
        if isinstance(output, Returned):
            return Port(dtype)
        match self.plan.sources[output.slot]:
            case Given(input=n) | Fresh(input=n) | Copy(input=n):
                return self._like(n, dtype)
            case _:
                return Port(dtype)

    def _like(self, n: int, dtype: str) -> Port:
        name = self.plan.inputs[n].name
        match self.roles[n]:
            case Tensor(scalar=False):
                return Port(dtype, like=self.tensors.index(n), name=name)
            case Buffer(number=number, like=like):
                return Port(dtype, like, number if like < 0 else -1, name)
            case _:
                return Port(dtype, name=name)

    @cached_property
    def differentiable(self) -> tuple[int, ...]:
        """The inputs (of the operation) that derivatives exist for."""
        return tuple(k for k, port in enumerate(self.inputs) if port.is_float)

    def vjp(self, wrt: tuple[int, ...]) -> "Operation":
        """Inputs and a cotangent per output → the adjoints of the inputs `wrt`."""
        return self._derived(f"v{'_'.join(map(str, wrt))}", wrt)

    def jvp(self, wrt: tuple[int, ...]) -> "Operation":
        """Inputs and a tangent per input of `wrt` → the tangents of the outputs."""
        return self._derived(f"j{'_'.join(map(str, wrt))}", wrt)

    def _derived(self, step: str, wrt: tuple[int, ...]) -> "Operation":
        found = self._made.get(step)
        if found is None:
            with self._lock:
                found = self._made.get(step) or self._made.setdefault(step, self._make(step, wrt))
        return found

    def _make(self, step: str, wrt: tuple[int, ...]) -> "Operation":
        places = self.tensors
        if not wrt or any(k not in self.differentiable for k in wrt):
            raise error("RZ010", f"'{self.label}' has no derivative by its inputs {wrt}")
        choice = Choice(tuple(places[k] for k in wrt), self.results, False, False)
        if step[0] == "v":
            plan = reverse(self.plan, choice, self.options, value=False, seeded=True)
            count = len(wrt)
        else:
            plan = forward(self.plan, choice, self.options)
            count = len(self.results)
        added = tuple(_tensor(given, plan) for given in plan.inputs[len(self.roles) :])
        return Operation(
            f"{self.name}_{step}", self.program, self.options, plan, (*self.roles, *added),
            plan.outputs[-count:], self.words, f"{self.label}, {step}", self, step[0], wrt,
        )  # fmt: skip


def _tensor(given: Input, plan: Plan) -> Tensor:
    """The role of a cotangent or tangent."""
    dtype = element(given.type)
    if dtype not in FLOATS:
        raise error("RZ010", f"{given.name} of '{plan.name}' is {spelled(given.type)}, no float")
    return Tensor(dtype, not isinstance(given.type, Pointer))


def element(type: CType) -> str | None:
    """The name of the number a tensor for this type holds; None where there is no such tensor."""
    match type:
        case Number(kind="float", size=2):
            return "bfloat16" if type.is_brain else "float16"
        case Number(kind="float", size=4 | 8 as size):
            return f"float{8 * size}"
        case Number(kind="int" | "uint" as kind, size=1 | 2 | 4 | 8 as size):
            return f"{kind}{8 * size}"
        case Number(kind="bool", size=1):
            return "bool"
        case Pointer(to=Array(of=Number() as number)) | Pointer(to=Number() as number):
            return element(number)
        case _:
            return None


def content(program: Program, *parts: Any) -> str:
    """A name for what is made from a program and some choices: the same in every process."""
    codes = (module.code for module in program.modules)
    return fingerprint(*codes, *(repr(part) for part in parts))[:16]
