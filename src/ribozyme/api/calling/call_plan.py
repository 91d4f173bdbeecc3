"""Plans: what a call from Python means for a routine, as plain values.

A plan says, for each parameter of a routine, where it comes from: an argument, fresh memory shaped
like one, a constant; and what is handed back. A transform takes a plan and gives one; so a gradient
has a plan like the function it came from, and can be differentiated again.

    f(x, out)            routine f(x, out)                      gives what is in `out`
    its vjp by x         routine f.rev(x, x̄, out, out̄)          x̄ = Fresh(x), gives it
"""

from typing import Final, Literal, assert_never, final

from ribozyme.api.calling.adapters import is_in_memory, primal, result_is_direct
from ribozyme.api.calling.routine import Routine
from ribozyme.api.signatures.ctype import CType, Number, Pointer
from ribozyme.api.signatures.passing import sizes, steps
from ribozyme.api.signatures.signature import Parameter, Signature, Variable
from ribozyme.base.errors import Error, error
from ribozyme.base.record import record

COUNT: Final = Number("size_t", "uint", 8)

# ---- where a parameter of the routine comes from -------------------------------------------------


@final
@record
class Given:
    """The argument of that number."""

    input: int


@final
@record
class Fresh:
    """Zeroed memory shaped like the argument of that number."""

    input: int


@final
@record
class Copy:
    """A copy of the argument of that number."""

    input: int


@final
@record
class Seed:
    """Memory for one number, 1, shaped like the argument of that number: a gradient's seed."""

    input: int


@final
@record
class Room:
    """Zeroed memory for one value of a type; an output that is no parameter has a name."""

    type: CType
    name: str = ""


@final
@record
class Unit:
    """Memory for one number, 1: the seed of an output that is no parameter."""

    type: CType


@final
@record
class Constant:
    """A number."""

    value: float


@final
@record
class Count:
    """How many elements the argument of that number has, in all or along an axis; as a `step` the
    distance of neighbours along that axis, in bytes."""

    input: int
    axis: int = -1
    step: bool = False


Source = Given | Fresh | Copy | Seed | Room | Unit | Constant | Count

# ---- what is handed back -------------------------------------------------------------------------


@final
@record
class Returned:
    """The number the routine returns."""

    type: Number


@final
@record
class Left:
    """What the routine left in the memory of a slot."""

    slot: int


Output = Returned | Left
Nest = int | tuple["Nest", ...]  # outputs by number, in tuples; an empty tuple is None


@final
@record
class Input:
    """What the caller passes: a parameter, or something that must be shaped like one (`like`).

    What a `variable` holds is not passed; it is read when the call begins.
    """

    parameter: Parameter
    like: int = -1
    variable: Variable | None = None

    @property
    def name(self) -> str:
        return self.parameter.name

    @property
    def type(self) -> CType:
        return self.parameter.type


@final
@record
class Plan:
    """How arguments become a call of the routine, and memory becomes results."""

    name: str
    signature: Signature
    inputs: tuple[Input, ...]
    routine: Routine
    sources: tuple[Source, ...]
    outputs: tuple[Output, ...]
    result: Nest

    def source_type(self, slot: int) -> CType:
        """The C type of a slot: of the value, or of what is behind its address."""
        match self.sources[slot]:
            case Given(input=n) | Fresh(input=n) | Copy(input=n) | Seed(input=n):
                return self.inputs[n].type
            case Room(type=type) | Unit(type=type):
                return type
            case Constant():
                return Number("double", "float", 8)
            case Count():
                return COUNT
            case other:
                assert_never(other)

    def output_type(self, output: Output) -> CType:
        match output:
            case Returned(type=type):
                return type
            case Left(slot=slot):
                return self.source_type(slot)
            case other:
                assert_never(other)

    def is_written(self, slot: int) -> bool:
        """Whether the routine may write what a slot leads to."""
        match self.sources[slot]:
            case Given(input=n):
                return self.inputs[n].parameter.writes
            case Fresh() | Copy() | Seed() | Room() | Unit():
                return True
            case Constant() | Count():
                return False
            case other:
                assert_never(other)

    @property
    def has_variables(self) -> bool:
        """Whether variables of the program are among the inputs."""
        return any(given.variable is not None for given in self.inputs)

    @property
    def written(self) -> tuple[int, ...]:
        """The inputs the routine may write."""
        return tuple(n for n, given in enumerate(self.inputs) if given.parameter.writes)


def of_function(signature: Signature) -> Plan:
    """The plan of the primal: every parameter is given; the result is handed back."""
    routine = primal(signature)
    inputs = tuple(Input(p) for p in signature.parameters)
    counts: tuple[Source, ...] = tuple(
        Count(n) for n, p in enumerate(signature.parameters) if p.container is not None
    )
    counts = (*counts, *(Count(n, axis) for n, axis in sizes(signature.passed)))
    counts = (*counts, *(Count(n, axis, True) for n, axis in steps(signature.passed)))
    sources: tuple[Source, ...] = (*(Given(n) for n in range(len(inputs))), *counts)
    first = len(sources)
    sources = (*sources, *(Room(type, name) for name, type in signature.outs))
    outputs: tuple[Output, ...] = ()
    if not result_is_direct(signature):
        outputs = (Left(len(sources)),)
        sources = (*sources, Room(signature.result))
    elif isinstance(signature.result, Number):
        outputs = (Returned(signature.result),)
    outputs = (*outputs, *(Left(first + n) for n in range(len(signature.outs))))
    result: Nest = tuple(range(len(outputs))) if len(outputs) > 1 else 0 if outputs else ()
    return Plan(signature.name, signature, inputs, routine, sources, outputs, result)


Role = Literal["number", "memory", "address"]


def role(parameter: Parameter) -> Role:
    """How a parameter is passed: as a number, as a value in memory, as the address it is."""
    if is_in_memory(parameter):
        return "memory"
    return "address" if isinstance(parameter.type, Pointer) else "number"


def no_number(plan: Plan, found: str, *helps: str) -> Error:
    """A gradient of an output that is not one real number."""
    return error(
        "RZ009",
        f"'{plan.name}' needs an output that is one number; {found}",
        notes=(str(plan.signature),),
        helps=(*helps, "use vjp with a cotangent of the output's shape, or jacobian"),
    )
