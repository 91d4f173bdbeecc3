"""Plans of derivatives from plans: which parameters carry derivatives, and where those lie.

    reverse(f(x, out), wrt x, of out)  →  f.rev(x, x_bar = Fresh(x), out, out_bar = Copy(given))
    forward(f(x, out), wrt x, of out)  →  f.fwd(x, x_dot = Given(given), out, out_dot = Fresh(out))

Memory that may be written and holds floats is shadowed in any case: a derivative may pass through
it. What is only read and not asked for is constant. The routine's parameters keep their order, each
with its shadow behind it; seeds and room for results follow, as `routine.derived` lays them out.

Where rules made of functions are in force, constant memory has scratch beside it, zeroed: the rule
may add to the shadow of every argument.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, final

from ribozyme.api.calling.call_plan import (
    Constant,
    Copy,
    Fresh,
    Given,
    Input,
    Left,
    Nest,
    Output,
    Plan,
    Returned,
    Room,
    Seed,
    Source,
    Unit,
    role,
)
from ribozyme.api.calling.routine import Derived, derivative_results, derived
from ribozyme.api.signatures.ctype import Number, Pointer, Struct, spelled
from ribozyme.api.signatures.signature import Parameter
from ribozyme.base.errors import error
from ribozyme.base.options import Options
from ribozyme.base.record import record, replaced
from ribozyme.rules.added import in_force

_FLOATS: Final = ("double", "float", "x86_fp80", "half", "bfloat", "fp128")
_NUMBERS: Final = {
    "double": Number("double", "float", 8), "float": Number("float", "float", 4),
    "x86_fp80": Number("long double", "float", 16), "half": Number("_Float16", "float", 2),
    "fp128": Number("_Float128", "float", 16), "bfloat": Number("__bf16", "float", 2),
}  # fmt: skip


@final
@record
class Choice:
    """What is differentiated: inputs by number, and outputs.

    `single` says that there is one input and its derivative is not put into a tuple.
    """

    wrt: tuple[int, ...]
    of: tuple[Output, ...]
    single: bool
    single_output: bool = True


def choose(plan: Plan, wrt: object = None, of: object = None) -> Choice:
    """Inputs and outputs as the user names them, or the defaults."""
    chosen, single = _inputs(plan, wrt)
    outputs, single_output = _outputs(plan, of)
    return Choice(chosen, outputs, single, single_output)


def is_differentiable(plan: Plan, given: Input) -> bool:
    """Whether an input is a float or leads to floats."""
    return plan.signature.holds_floats(given.type)


def _unmade(plan: Plan) -> Iterator[str]:
    """Of parameters that no array is passed for."""
    for given in plan.inputs:
        type = given.parameter.type
        behind = type.to if isinstance(type, Pointer) else type
        layout = plan.signature.layouts.get(behind.key) if isinstance(behind, Struct) else None
        if given.like < 0 and layout is not None and layout.is_of_library:
            yield (
                f"'{given.name}' is an object that only C++ can make: write a function that takes "
                f"arrays, makes it, and calls '{plan.name}'"
            )


def _inputs(plan: Plan, wrt: object) -> tuple[tuple[int, ...], bool]:
    primal = [n for n, given in enumerate(plan.inputs) if given.like < 0]
    if wrt is None:
        found = tuple(
            n
            for n in primal
            if plan.inputs[n].variable is None
            and is_differentiable(plan, plan.inputs[n])
            and plan.inputs[n].parameter.reads
        )
        if not found:
            raise error(
                "RZ010",
                f"'{plan.name}' has no floating parameter to differentiate by",
                notes=(str(plan.signature),),
                helps=tuple(_unmade(plan)),
            )
        return found, len(found) == 1
    names = wrt if isinstance(wrt, tuple | list) else (wrt,)
    found = tuple(_position(plan, name, "wrt") for name in names)
    if not found:
        raise error("RZ001", f"wrt names no parameter of '{plan.name}'")
    for n in found:
        if found.count(n) > 1:
            raise error("RZ001", f"wrt names '{plan.inputs[n].name}' of '{plan.name}' twice")
    for n in found:
        given = plan.inputs[n]
        if not is_differentiable(plan, given):
            unknown = "; without debug information what a pointer leads to is not known"
            raise error(
                "RZ010",
                f"'{given.name}' of '{plan.name}' is {spelled(given.type)}, which holds no floats"
                + ("" if plan.signature.debug else unknown),
                notes=(str(plan.signature),),
            )
    return found, not isinstance(wrt, tuple | list)


def _position(plan: Plan, name: object, what: str) -> int:
    if isinstance(name, str) and name.startswith("@"):
        names = [given.name for given in plan.inputs]
        if what == "wrt" and name in names:
            return names.index(name)
        raise error(
            "RZ511",
            f"{what}={name!r}: a global variable is no {what} here",
            helps=(f"in Python: rz.grad(f, wrt={name!r})",) if what == "wrt" else (),
        )
    return plan.signature.position(name, what)


def _outputs(plan: Plan, of: object) -> tuple[tuple[Output, ...], bool]:
    floating = tuple(o for o in plan.outputs if _is_float(plan, o))
    if of is None:
        if floating:
            return floating, isinstance(plan.result, int) or len(floating) == 1
        return (_written(plan),), True
    names = of if isinstance(of, tuple | list) else (of,)
    found = tuple(_named_output(plan, name) for name in names)
    if not found:
        raise error("RZ001", f"of names no output of '{plan.name}'")
    for output, name in zip(found, names, strict=True):
        if found.count(output) > 1:
            raise error("RZ001", f"of names {name!r} of '{plan.name}' twice")
    return found, not isinstance(of, tuple | list)


def returned_float(plan: Plan) -> bool:
    """Whether the function returns a float, or several, and no status."""
    return any(_is_float(plan, output) for output in plan.outputs)


def _is_float(plan: Plan, output: Output) -> bool:
    """Whether what is returned is an output: no status, and no address."""
    type = plan.output_type(output)
    if isinstance(output, Left) and isinstance(plan.sources[output.slot], Room):
        return not isinstance(type, Pointer) and plan.signature.holds_floats(type)
    return plan.signature.holds_floats(type)


def _written(plan: Plan) -> Output:
    """The one array written by a function that returns no float: nothing, or a status."""
    slots = [
        slot
        for slot, source in enumerate(plan.sources)
        if isinstance(source, Given)
        and plan.is_written(slot)
        and is_differentiable(plan, plan.inputs[source.input])
    ]
    if len(slots) == 1:
        return Left(slots[0])
    names = [plan.inputs[n].name for n in plan.written]
    returned = spelled(plan.output_type(plan.outputs[0])) if plan.outputs else "nothing"
    if not slots:
        raise error(
            "RZ010", f"'{plan.name}' returns {returned} and writes no array of floats",
            notes=(str(plan.signature),),
        )  # fmt: skip
    raise error(
        "RZ009",
        f"'{plan.name}' returns {returned} and may write {', '.join(names)}: which is the output?",
        notes=(str(plan.signature),),
        helps=(f'of="{names[0]}", or of={tuple(names)!r} for all (--of {",".join(names)})',),
    )


def _named_output(plan: Plan, name: object) -> Output:
    for output in plan.outputs:
        source = plan.sources[output.slot] if isinstance(output, Left) else None
        if isinstance(source, Room) and source.name == name and name:
            if not _is_float(plan, output):
                raise error("RZ010", f"'{name}' of '{plan.name}' is no float")
            return output
    if name == "return":
        if not plan.outputs or not _is_float(plan, plan.outputs[0]):
            raise error("RZ010", f"'{plan.name}' returns no float", notes=(str(plan.signature),))
        return plan.outputs[0]
    n = _position(plan, name, "of")
    given = plan.inputs[n]
    slot = plan.sources.index(Given(n))
    if not is_differentiable(plan, given) or role(given.parameter) != "address":
        raise error("RZ010", f"'{given.name}' of '{plan.name}' is no array of floats")
    if not given.parameter.writes:
        raise error(
            "RZ010",
            f"'{given.name}' of '{plan.name}' is never written, so it is no output",
            notes=(str(plan.signature),),
        )
    return Left(slot)


def output_names(plan: Plan, choice: Choice) -> tuple[str, ...]:
    """The outputs as `of` names them."""
    named = (plan.sources[o.slot] if isinstance(o, Left) else None for o in choice.of)
    return tuple(_output_name(plan, source) for source in named)


def _output_name(plan: Plan, source: Source | None) -> str:
    match source:
        case Given(input=n):
            return plan.inputs[n].name
        case Room(name=name) if name:
            return name
        case _:
            return "return"


# ---- reverse -------------------------------------------------------------------------------------


def reverse(
    plan: Plan,
    choice: Choice,
    options: Options,
    *,
    value: bool,
    seeded: bool,
    shadows: Mapping[int, int] | None = None,
) -> Plan:
    """The plan of the adjoint: of the gradient, or (`seeded`) one that takes cotangents as well.

    A gradient has one output that is one number, returned or in memory.

    The result is the derivatives, with `value` a pair of the value and them.
    """
    inputs = list(plan.inputs)
    cotangents: dict[Output, int] = {}
    if seeded:
        for output in choice.of:
            cotangents[output] = len(inputs)
            inputs.append(cotangent(plan, output))
    kinds: list[str] = []
    sources: list[Source] = []
    moved: dict[int, int] = {}  # slots of the plan to slots of the new one
    shadow_of: dict[int, int] = {}  # inputs to the slots of their shadows
    actives: list[int] = []
    for slot, source in enumerate(plan.sources):
        moved[slot] = len(sources)
        sources.append(source)
        kind = reverse_kind(plan, slot, choice)
        kinds.append(kind)
        if kind == "dup":
            if isinstance(source, Given | Copy) and source.input in choice.wrt:
                shadow_of[source.input] = len(sources)
            seed = None if seeded or Left(slot) not in choice.of else _one(plan, slot)
            sources.append(seed or _reverse_shadow(plan, slot, cotangents))
        elif kind == "scratch":
            sources.append(blank(plan, slot))
        elif kind == "active" and isinstance(source, Given):
            actives.append(source.input)
    returned = next((o for o in choice.of if isinstance(o, Returned)), None)
    if returned is not None:
        sources.append(Given(cotangents[returned]) if seeded else Constant(1.0))
    wants_primal = value and returned is not None
    routine = derived(
        plan.routine, "reverse", tuple(kinds), "active" if returned else "const",
        primal=wants_primal, options=options,
    )  # fmt: skip
    results, sources = rooms(routine.recipe, routine.result, sources)
    values: tuple[Output, ...] = ()
    if value:
        values = values_of(choice, moved, results[0] if wants_primal else None)
    adjoints: dict[int, Output] = dict(
        zip(actives, results[1 if wants_primal else 0 :], strict=True)
    )
    for n, slot in shadow_of.items():
        adjoints[n] = Left(slot)
    derivatives = tuple(adjoints[n] for n in choice.wrt)
    return _assembled(plan, choice, inputs, routine, sources, values, derivatives, "gradient")


def reverse_kind(plan: Plan, slot: int, choice: Choice) -> str:
    """What a slot is to a reverse derivative: "const", "active", "dup" or "scratch"."""
    source = plan.sources[slot]
    wanted = isinstance(source, Given | Copy) and source.input in choice.wrt
    if plan.routine.slots[slot] != "ptr":
        return "active" if wanted and plan.routine.slots[slot] in _FLOATS else "const"
    floats = plan.signature.holds_floats(plan.source_type(slot))
    if floats and (wanted or plan.is_written(slot)):
        return "dup"
    return "scratch" if floats and rules_take_shadows() else "const"


def rules_take_shadows() -> bool:
    """Whether rules in force are functions that take the shadow of an inactive argument, too."""
    if not in_force():
        return False
    from ribozyme.rules.custom import known

    return known(in_force()).takes_shadows


def _reverse_shadow(plan: Plan, slot: int, cotangents: Mapping[Output, int]) -> Source:
    given = cotangents.get(Left(slot))
    if given is not None:
        return Copy(given)
    return blank(plan, slot)


def _one(plan: Plan, slot: int) -> Seed | Unit:
    """The seed of an output that is one number in memory."""
    source = plan.sources[slot]
    if isinstance(source, Room):
        return Unit(source.type)
    assert not isinstance(source, Constant | Unit)
    return Seed(source.input)


def is_one_number(plan: Plan, output: Output, kinds: tuple[str, ...] = ("float",)) -> bool:
    """Whether an output is a number, or memory that holds one if it has room for no more."""
    if isinstance(output, Returned):
        return True
    by_value = isinstance(plan.sources[output.slot], Room | Constant)
    match plan.output_type(output):
        case Number(kind="complex"):
            return "complex" in kinds
        case Number(kind=kind):
            return kind in kinds
        case Pointer(to=Number(kind=kind)):
            return kind in kinds and not by_value
        case _:
            return False


def blank(plan: Plan, slot: int) -> Source:
    """Zeroed memory of the shape of what a slot leads to."""
    match plan.sources[slot]:
        case Given(input=n) | Fresh(input=n) | Copy(input=n) | Seed(input=n):
            return Fresh(n)
        case Unit(type=type):
            return Room(type)
        case source:
            return source  # room for a value: another one like it


def cotangent(plan: Plan, output: Output) -> Input:
    """What the user passes for an output's cotangent."""
    type = plan.output_type(output)
    like = -1
    if isinstance(output, Left):
        source = plan.sources[output.slot]
        if isinstance(source, Given | Fresh | Copy | Seed):
            like = source.input
            type = plan.inputs[like].type
            return Input(Parameter(f"cotangent of {plan.inputs[like].name}", type), like)
    if isinstance(output, Left) and isinstance(type, Number) and type.kind != "complex":
        type = Pointer(type, True, "&")  # a number in memory, as the output is
    return Input(Parameter("cotangent", type), like)


# ---- forward -------------------------------------------------------------------------------------


def forward(plan: Plan, choice: Choice, options: Options, width: int = 1, sets: str = "") -> Plan:
    """The plan of the tangent: takes a tangent per `wrt` input, gives (value, tangent).

    With a width above 1 it takes that many tangents per input, the first directions of all inputs
    first, and gives (value, (tangent, tangent, …)). With `sets` tangents hold sets of inputs.
    """
    inputs = list(plan.inputs)
    tangents: list[dict[int, int]] = []
    for lane in range(width):
        tangents.append({})
        name = "tangent" if width == 1 else f"tangent {lane + 1}"
        for n in choice.wrt:
            tangents[-1][n] = len(inputs)
            given = plan.inputs[n]
            inputs.append(Input(Parameter(f"{name} of {given.name}", given.type), n))
    kinds: list[str] = []
    sources: list[Source] = []
    moved: dict[int, int] = {}
    shadows: dict[int, int] = {}
    for slot, source in enumerate(plan.sources):
        moved[slot] = len(sources)
        sources.append(source)
        found = [_tangent(plan, slot, those) for those in tangents]
        if found[0] is not None:
            kinds.append("dup")
            shadows[slot] = len(sources)
            sources += [tangent for tangent in found if tangent is not None]
        elif _is_lent(plan, slot):
            kinds.append("scratch")
            sources += [blank(plan, slot)] * width
        else:
            kinds.append("const")
    returned = any(isinstance(o, Returned) for o in choice.of)
    routine = derived(
        plan.routine, "forward", tuple(kinds), "active" if returned else "const",
        primal=returned, width=width, options=options, sets=sets,
    )  # fmt: skip
    results, sources = rooms(routine.recipe, routine.result, sources)
    values = values_of(choice, moved, results[0] if returned else None)
    dots = tuple(
        results[lane - width] if isinstance(o, Returned) else Left(shadows[o.slot] + lane)
        for lane in range(width)
        for o in choice.of
    )
    made = _assembled(plan, choice, inputs, routine, sources, values, dots, "tangent")
    return made if width == 1 else replaced(made, result=_by_lane(made.result, choice, width))


def _by_lane(result: Nest, choice: Choice, width: int) -> Nest:
    """The nest of several tangents, from that of one."""
    assert isinstance(result, tuple)
    value, count = result[0], len(choice.of)
    first = 1 if isinstance(value, int) else len(value)
    lanes = [tuple(range(first + k * count, first + (k + 1) * count)) for k in range(width)]
    return value, tuple(lane[0] if choice.single_output else lane for lane in lanes)


def _tangent(plan: Plan, slot: int, tangents: Mapping[int, int]) -> Source | None:
    """Where a slot's tangent comes from; None where it has none."""
    source = plan.sources[slot]
    given = tangents.get(source.input) if isinstance(source, Given | Copy) else None
    if plan.routine.slots[slot] != "ptr":
        floats = plan.routine.slots[slot] in _FLOATS
        return Given(given) if given is not None and floats else None
    if not plan.signature.holds_floats(plan.source_type(slot)):
        return None
    if given is not None:
        return Copy(given) if plan.is_written(slot) else Given(given)
    return blank(plan, slot) if plan.is_written(slot) else None


def _is_lent(plan: Plan, slot: int) -> bool:
    """Whether inactive memory comes with scratch in forward mode."""
    if plan.routine.slots[slot] != "ptr" or not rules_take_shadows():
        return False
    return plan.signature.holds_floats(plan.source_type(slot))


# ---- both ----------------------------------------------------------------------------------------


def rooms(
    recipe: object, returned: str, sources: list[Source]
) -> tuple[list[Output], list[Source]]:
    """Where each number the derivative gives is found, and the sources with room for them."""
    assert isinstance(recipe, Derived)
    types = derivative_results(recipe)
    if returned != "void":
        return [Returned(_number(types[0]))], sources
    first = len(sources)
    room: list[Source] = [Room(_number(type)) for type in types]
    return [Left(first + k) for k in range(len(types))], [*sources, *room]


def _number(type: str) -> Number:
    return _NUMBERS.get(type) or Number(type, "int", max(1, int(type[1:]) // 8))


def values_of(
    choice: Choice, moved: Mapping[int, int], returned: Output | None
) -> tuple[Output, ...]:
    """The value: what the primal returns or leaves in the chosen outputs."""
    found: list[Output] = []
    for output in choice.of:
        if isinstance(output, Left):
            found.append(Left(moved[output.slot]))
        elif returned is not None:
            found.append(_as(returned, output.type))
    return tuple(found)


def _as(found: Output, type: Number) -> Output:
    return Returned(type) if isinstance(found, Returned) else found


def _assembled(
    plan: Plan,
    choice: Choice,
    inputs: Sequence[Input],
    routine: object,
    sources: Sequence[Source],
    values: tuple[Output, ...],
    derivatives: tuple[Output, ...],
    what: str,
) -> Plan:
    from ribozyme.api.calling.routine import Routine

    assert isinstance(routine, Routine)
    count = len(values)
    numbers = tuple(range(count, count + len(derivatives)))
    single = choice.single if what == "gradient" else choice.single_output
    result: Nest = numbers[0] if single else numbers
    if values:
        first: Nest = 0 if choice.single_output else tuple(range(count))
        result = (first, result)
    return replaced(
        plan,
        name=plan.name,
        inputs=tuple(inputs),
        routine=routine,
        sources=tuple(sources),
        outputs=(*values, *derivatives),
        result=result,
    )
