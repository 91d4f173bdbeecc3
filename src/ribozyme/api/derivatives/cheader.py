"""The header of a derivative that is written to a file: what it takes, returns, and leaves where.

    /* The gradient of misfit by dt: double misfit(const double *obs, int n, double dt)
         returns   the derivative by dt  */
    double misfit_grad(const double *obs, int32_t n, double dt);

Structs that C can declare are declared, and their sizes asserted; others are `void`.
"""

import re
from typing import TYPE_CHECKING, Final

from ribozyme.api.calling.call_plan import (
    Constant,
    Copy,
    Count,
    Fresh,
    Given,
    Left,
    Output,
    Plan,
    Returned,
    Room,
    Seed,
    Unit,
)
from ribozyme.api.signatures.ctype import (
    Array,
    CType,
    Layouts,
    Number,
    Opaque,
    Pointer,
    Struct,
    declared,
)

if TYPE_CHECKING:
    from ribozyme.api.derivatives.aot import Derivative

_HEADER: Final = """\
/* The {what} of {name}{by}: {signature}
   Made by ribozyme.

{lines}
*/
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
{types}#ifdef __cplusplus
extern "C" {{
#endif
{declaration};
#ifdef __cplusplus
}}
#endif
"""
_TYPES: Final = """
#ifndef RIBOZYME_NO_TYPES /* define it where another header declares them */
{structs}
#endif

"""
_C_TYPES: Final = {
    "double": "double", "float": "float", "i64": "int64_t", "i32": "int32_t", "i16": "int16_t",
    "i8": "int8_t", "i1": "bool", "x86_fp80": "long double",
}  # fmt: skip
_NAME: Final = re.compile(r"(struct )?([A-Za-z_]\w*)")
_FLOATS: Final = {2: "_Float16", 4: "float", 8: "double"}
_NUMBER: Final = re.compile(
    r"(?:(?:unsigned|signed|long|short|int|char|float|double|_Complex|_Bool|bool)\b ?)+"
    r"|u?int\d+_t|size_t|ptrdiff_t"
)


def header(wanted: "Derivative") -> str:
    """Its C declaration, and what each parameter is."""
    structs = _structs(wanted.plan)
    parameters = ", ".join(_parameters(wanted, structs))
    returned = wanted.returns or wanted.plan.routine.result
    made = (text for text in (structs[key] for key in structs) if text)
    types = "\n".join(made)
    return _HEADER.format(
        what="gradient" if wanted.mode == "reverse" else "tangent",
        name=wanted.plan.signature.name,
        by=f" by {', '.join(wanted.by)}" if wanted.by else "",
        signature=wanted.plan.signature,
        lines="\n".join(f"     {line}" for line in _lines(wanted)),
        types=_TYPES.format(structs=types) if types else "",
        declaration=f"{_C_TYPES.get(returned, 'void')} {wanted.name}({parameters or 'void'})",
    )


def names(wanted: "Derivative") -> list[str]:
    """A name for each slot of the routine; empty for what the caller does not pass."""
    plan, found = wanted.plan, list[str]()
    mark = "bar" if wanted.mode == "reverse" else "dot"
    given = _input_names(plan)
    for slot, source in enumerate(plan.sources):
        match source:
            case Given(input=n) if _is_value(plan, n):
                found.append(given[n])
            case Given(input=n) | Copy(input=n):
                like = plan.inputs[n].like
                found.append(f"{given[like] if like >= 0 else 'result'}_{mark}")
            case Fresh(input=n) | Seed(input=n):
                found.append(f"{given[n]}_{mark}")
            case Constant():
                found.append("")
            case Count(input=n, axis=axis, step=step):
                end = f"{'step' if step else 'extent'}{axis + 1}" if axis >= 0 else "count"
                found.append(f"{given[n]}_{end}")
            case Room() | Unit():
                label = wanted.labels.get(Left(slot), "")
                found.append("" if slot == wanted.returned else _of_label(label, given, mark, slot))
    return found


def _of_label(label: str, taken: list[str], mark: str, slot: int) -> str:
    """The name of what is left in memory: `x_bar` of the derivative by x, `value` of the value."""
    plain = re.sub(r"\W+", "_", label.lstrip("@")) or f"result{slot}"
    return f"{plain}_" if plain in taken else plain


def _lines(wanted: "Derivative") -> list[str]:
    """What is returned, and what each parameter besides those of the function is."""
    plan, said = wanted.plan, []
    returned: Output | None = next((o for o in plan.outputs if isinstance(o, Returned)), None)
    if wanted.returned is not None:
        returned = Left(wanted.returned)
    if returned is not None:
        said.append(("returns", wanted.described.get(returned, "the result")))
    for slot, (name, source) in enumerate(zip(names(wanted), plan.sources, strict=True)):
        if not name:
            continue
        text = _told(wanted, slot, source)
        if text:
            said.append((name, text))
    width = max((len(name) for name, _ in said), default=0)
    return [f"{name:{width}}  {text}" for name, text in said] or ["returns nothing"]


def _told(wanted: "Derivative", slot: int, source: object) -> str:
    plan, reverse = wanted.plan, wanted.mode == "reverse"
    match source:
        case Given(input=n) if _is_value(plan, n):
            one = plan.inputs[n]
            return f"the value of the variable {one.variable.name}" if one.variable else ""
        case Given(input=n) | Copy(input=n):
            of = _output_name(plan, n)
            return f"the adjoint of {of}, used up" if reverse else f"the tangent of {of}"
        case Fresh(input=n):
            name = plan.inputs[n].name
            if not reverse:
                return f"set to the tangent of {name}"
            if Left(slot) in wanted.labels:
                return f"the derivative by {name} is added to it"
            return f"work space like {name}, zero before and after"
        case Seed(input=n):
            return f"the adjoint of {plan.inputs[n].name}: set it to 1; used up"
        case Room() | Unit():
            return f"set to {wanted.described.get(Left(slot), 'a result')}"
        case Count(input=n, axis=axis, step=step):
            name = plan.inputs[n].name
            if axis < 0:
                return f"the number of elements of {name}"
            what = "the bytes between neighbours" if step else "the number of elements"
            return f"{what} of {name} along dimension {axis + 1}"
        case _:
            return ""


def _output_name(plan: Plan, n: int) -> str:
    like = plan.inputs[n].like
    return plan.inputs[like].name if like >= 0 else "the result"


def _is_value(plan: Plan, n: int) -> bool:
    """Whether an input is a parameter of the function, or a variable's value."""
    one = plan.inputs[n]
    return one.like < 0 and (n < len(plan.signature.parameters) or one.variable is not None)


def _input_names(plan: Plan) -> list[str]:
    """The inputs as C names them: `@ns::g` is ns_g, or ns_g_ where a parameter is called so."""
    found: list[str] = []
    for one in plan.inputs:
        name = one.name if one.variable is None else re.sub(r"\W+", "_", one.variable.name)
        while one.variable is not None and name in (*found, *plan.signature.names):
            name += "_"
        found.append(name)
    return found


def _parameters(wanted: "Derivative", structs: dict[str, str]) -> list[str]:
    plan, found = wanted.plan, []
    for slot, name in enumerate(names(wanted)):
        if not name:
            continue
        type = plan.source_type(slot)
        source = plan.sources[slot]
        value = isinstance(source, Given) and _is_value(plan, source.input)
        if isinstance(type, Pointer):
            const = "const " if type.const and value else ""
            if isinstance(type.to, Struct):
                found.append(f"{const}{_known(type.to, structs)} *{name}")
            else:
                found.append(declared(_in_c(Pointer(type.to, bool(const))), name))
        elif plan.routine.slots[slot] == "ptr":
            if isinstance(type, Struct):
                found.append(f"{'const ' if value else ''}{_known(type, structs)} *{name}")
            else:
                found.append(f"{_number(type) if isinstance(type, Number) else 'void'} *{name}")
        else:
            found.append(f"{_C_TYPES[plan.routine.slots[slot]]} {name}")
    return found


# ---- structs -------------------------------------------------------------------------------------


def _number(type: Number) -> str:
    """A number as C writes it, whatever its language calls it."""
    if _NUMBER.fullmatch(type.spelling):
        return type.spelling
    match type.kind:
        case "complex":
            return _FLOATS.get(type.size // 2, "long double") + " _Complex"
        case "float":
            return _FLOATS.get(type.size, "long double")
        case "bool" if type.size == 1:
            return "bool"
        case "bool" | "int" if type.spelling != "character":
            return f"int{8 * type.size}_t"
        case "uint":
            return f"uint{8 * type.size}_t"
        case _:
            return "char"


def _in_c(type: CType) -> CType:
    """The type with the numbers in it spelled in C; indices that run the other way are dropped."""
    match type:
        case Number(kind=kind, size=size):
            return Number(_number(type), kind, size)
        case Pointer(to=to, const=const):
            return Pointer(_in_c(to), const)
        case Array(of=of, counts=counts):
            return Array(_in_c(of), counts)
        case Struct() | Opaque():
            return type


def _known(type: Struct, structs: dict[str, str]) -> str:
    return type.spelling if structs.get(type.key) else "void"


def _structs(plan: Plan) -> dict[str, str]:
    """The declarations of the structs that parameters lead to, by key, those inside first; empty
    for one that C would lay out otherwise, or cannot name."""
    layouts, found = plan.signature.layouts, dict[str, str]()
    for slot in range(len(plan.sources)):
        type = plan.source_type(slot)
        for struct in _reached(type.to if isinstance(type, Pointer) else type, layouts):
            if struct.key not in found:
                found[struct.key] = _declaration(struct, layouts, found)
    return found


def _reached(type: CType, layouts: Layouts) -> list[Struct]:
    """The structs in a type, those that it holds before it."""
    work, order = [type], list[Struct]()
    while work:
        match work.pop():
            case Struct() as struct if struct not in order and struct.key in layouts:
                order.append(struct)
                work += [member.type for member in layouts[struct.key].members]
            case Array(of=of):
                work.append(of)
            case Pointer(to=to):
                work.append(to)
            case _:
                pass
    return order[::-1]


def _declaration(struct: Struct, layouts: Layouts, known: dict[str, str]) -> str:
    layout, name = layouts[struct.key], _NAME.fullmatch(struct.spelling)
    if name is None or layout.union or not layout.members:
        return ""
    lines, end, widest = list[str](), 0, 1
    for member in layout.members:
        room = _room(member.type, layouts, known)
        if room is None:
            return ""
        size, align = room
        if -(-end // align) * align != member.offset or not member.name.isidentifier():
            return ""
        end, widest = member.offset + size, max(widest, align)
        lines.append(f"    {_member(member.type, member.name, known)};")
    if -(-end // widest) * widest != layout.size:
        return ""
    body = "\n".join(lines)
    if name[1]:
        return f"{struct.spelling} {{\n{body}\n}};"
    return f"typedef struct {name[2]} {{\n{body}\n}} {name[2]};"


def _room(type: CType, layouts: Layouts, known: dict[str, str]) -> tuple[int, int] | None:
    """Size and alignment of a member in C; None where it has none that is known."""
    count = 1
    while isinstance(type, Array):
        for extent in type.counts:
            count *= extent
        type = type.of
    match type:
        case Number(kind="complex", size=size):
            return count * size, size // 2
        case Number(size=size):
            return count * size, size
        case Pointer():
            return count * 8, 8
        case Struct(key=key) if known.get(key):
            rooms = [_room(m.type, layouts, known) for m in layouts[key].members]
            return count * layouts[key].size, max(room[1] for room in rooms if room is not None)
        case _:
            return None


def _member(type: CType, name: str, known: dict[str, str]) -> str:
    match type:
        case Pointer(to=Number()):
            return declared(_in_c(type), name)
        case Pointer(to=Struct(spelling=text)) if text.startswith("struct "):
            return f"{text} *{name}"
        case Pointer():
            return f"void *{name}"
        case _:
            return declared(_in_c(type), name)


__all__ = ["header", "names"]
