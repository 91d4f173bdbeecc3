"""Which plans have an entry point for Python: of numbers, plain arrays and records of these."""

from ribozyme.api.calling.call_plan import (
    Constant,
    Fresh,
    Given,
    Input,
    Left,
    Plan,
    Room,
)
from ribozyme.api.signatures.ctype import CType, Layout, Number, Pointer, Struct
from ribozyme.api.signatures.signature import Parameter
from ribozyme.base.record import replaced


def with_results(plan: Plan) -> Plan | None:
    """The plan with the user's memory for results behind the arguments, an array for each result
    that is one; None where none is."""
    slots = [
        output.slot
        for output in plan.outputs
        if isinstance(output, Left) and isinstance(plan.sources[output.slot], Fresh)
    ]
    inputs, sources = list(plan.inputs), list(plan.sources)
    for slot in slots:
        source = plan.sources[slot]
        assert isinstance(source, Fresh)
        type = plan.inputs[source.input].type
        if not isinstance(type, Pointer) or not dtype_of(type):
            return None
        sources[slot] = Given(len(inputs))
        one = Parameter("out", Pointer(type.to), writes=True)
        inputs.append(Input(one, like=source.input))
    if not slots:
        return None
    return replaced(plan, inputs=tuple(inputs), sources=tuple(sources))


def is_plain(plan: Plan) -> bool:
    if not all(dtype_of(given.type) or record(plan, given) for given in plan.inputs):
        return False
    for source in plan.sources:
        match source:
            case Given() | Constant():
                pass
            case Fresh(input=n) if isinstance(plan.inputs[n].type, Pointer | Struct):
                pass
            case Room(type=Number(kind="float", size=4 | 8)):
                pass
            case _:
                return False
    return all(
        not isinstance(o, Left) or not isinstance(plan.sources[o.slot], Constant)
        for o in plan.outputs
    ) and all(
        t in ("double", "float", "ptr", "i64", "i32", "i16", "i8", "i1") for t in plan.routine.slots
    )


def dtype_of(type: CType) -> str:
    """NumPy's name for a number, or for what a pointer leads to; empty for the rest."""
    match type:
        case Number(kind="float", size=4 | 8) | Number(kind="int" | "uint") as number:
            return f"{number.kind}{8 * number.size}"
        case Number(kind="bool", size=1):
            return "bool"
        case Pointer(to=Number() as number, sign="*", shape=None):
            return dtype_of(number)
        case _:
            return ""


def record(plan: Plan, given: Input) -> Layout | None:
    """What a struct holds that is made from a dictionary of numbers, and that nothing writes."""
    match given.type:
        case Struct(key=key) | Pointer(to=Struct(key=key), sign="*", shape=None):
            layout = plan.signature.layouts.get(key)
        case _:
            return None
    if layout is None or layout.union or given.parameter.writes or given.like >= 0:
        return None
    plain = all(_is_member(member.type) and member.name.isascii() for member in layout.members)
    return layout if plain and layout.members else None


def _is_member(type: CType) -> bool:
    match type:
        case Number(kind="float", size=4 | 8):
            return True
        case Number(kind="int" | "uint", values=()):
            return True
        case _:
            return False


def arrays(plan: Plan) -> set[str]:
    """The kinds of arrays a plan takes, by NumPy's names."""
    return {dtype_of(g.type) for g in plan.inputs if is_array(g.type)}


def is_array(type: CType) -> bool:
    return isinstance(type, Pointer) and bool(dtype_of(type))
