"""The plain form of a library's function: its routine, and the adapter that makes it plain.

    { double, double } @g(double, double, i32)   struct in two registers, struct as result
    void @rz.f.4f21(ptr %s, i32 %n, ptr %result)

An adapter is the text of a function `@NAME`; it is named when it is written out.
"""

import re
from typing import Final, final

from ribozyme.api.calling.routine import Around, Primal, Routine, quoted
from ribozyme.api.signatures.containers import Container, back, drop, glue, is_copied_back, make
from ribozyme.api.signatures.ctype import Array, CType, Number, Opaque, Pointer, Struct
from ribozyme.api.signatures.holds import holds
from ribozyme.api.signatures.passing import adapter, sizes, slot, steps
from ribozyme.api.signatures.signature import Parameter, Signature
from ribozyme.base.errors import error
from ribozyme.base.record import record


def primal(signature: Signature) -> Routine:
    """The plain form of a library's function: parameters, then the result's memory if needed."""
    if signature.obstacle:
        raise error(
            "RZ012",
            f"'{signature.name}' cannot be called from here: {signature.obstacle}",
            helps=("write a small function around it that takes and returns plain types",),
        )
    if signature.passed:
        return _by_address(signature)
    slots = tuple(_slot(p) for p in signature.parameters)
    made = [p.container for p in signature.parameters]
    slots = (*slots, *("i64" for one in made if one is not None))
    direct = result_is_direct(signature)
    if not direct:
        slots = (*slots, "ptr")
    result = signature.ir_result if direct else "void"
    by_value = [p for p in signature.parameters if is_in_memory(p)]
    if direct and not by_value and not any(made):
        return Routine(Primal(signature.symbol), slots, result)
    adapter = _adapter(signature, slots, result)
    source = glue(made, signature.names, signature.name) if any(made) else ""
    return Routine(Primal(signature.symbol, adapter, source), slots, result)


def _by_address(signature: Signature) -> Routine:
    """The plain form of a function whose signature says what its IR parameters are made from."""
    passed = signature.passed
    slots = [_slot(p) if is_in_memory(p) else p.ir[0] for p in signature.parameters]
    slots += ["i64" for _ in (*sizes(passed), *steps(passed))]
    slots += ["ptr" for _ in signature.outs]
    direct = result_is_direct(signature)
    symbol, returned = signature.symbol, signature.ir_result
    result = "void"
    if direct and isinstance(signature.result, Number):
        result = slot(signature.result) if returned == "void" else returned
    if not direct:
        slots.append("ptr")
    text = adapter(
        quoted(symbol), signature.ir_parameters, returned, passed, tuple(slots),
        len(signature.parameters), len(signature.outs), result,
        tuple(_behind(p, signature) for p in signature.parameters),
    )  # fmt: skip
    return Routine(Primal(symbol, text), tuple(slots), result)


def _behind(parameter: Parameter, signature: Signature) -> str:
    """What lies behind the address of an array of numbers, one after the other."""
    match parameter.type:
        case Pointer(to=Number() as number, shape=shape) if shape is not None:
            return holds(number, signature.layouts)
        case _:
            return ""


def is_in_memory(parameter: Parameter) -> bool:
    """Whether a routine takes the parameter's value by address."""
    return isinstance(parameter.type, Struct | Array) or (
        isinstance(parameter.type, Number) and parameter.type.kind == "complex"
    )


def result_is_direct(signature: Signature) -> bool:
    """Whether a routine returns the result as a number, or there is none."""
    match signature.result:
        case Opaque(spelling="void"):
            return True
        case Number(kind=kind):
            return kind != "complex" and not signature.returned_in_memory
        case _:
            return False


def _slot(parameter: Parameter) -> str:
    return "ptr" if parameter.container is not None or is_in_memory(parameter) else parameter.ir[0]


def _adapter(signature: Signature, slots: tuple[str, ...], result: str) -> str:
    """The function `@rz.f.…` that takes values by address and calls the primal as its ABI wants."""
    made = {k: p.container for k, p in enumerate(signature.parameters) if p.container is not None}
    lines, arguments = _passed(signature)
    callee = f"{signature.ir_result} @{quoted(signature.symbol)}({', '.join(arguments)})"
    returned = "" if signature.ir_result == "void" else "  %r = "
    if made:
        lines = [line for k, one in made.items() for line in _made(k, one)] + lines
        lines.append(f"{returned or '  '}invoke {callee} to label %done unwind label %thrown")
        lines.append("done:")
        lines += [line for k, one in made.items() for line in _ended(k, one)]
    else:
        lines.append(f"{returned or '  '}call {callee}")
    if result != "void":
        lines.append(f"  ret {result} %r")
    else:
        if returned:
            lines.append(f"  store {signature.ir_result} %r, ptr %result, align 1")
        lines.append("  ret void")
    lines += _unwound(tuple(made)) if made else []
    types: list[CType | None] = [p.type if is_in_memory(p) else None for p in signature.parameters]
    names = [*(f"%a{i}" for i in range(len(types))), *(f"%n{k}" for k in made)]
    types += [None for _ in made]
    if len(slots) > len(names):
        types.append(signature.result)
        names.append("%result")
    said = ["" if type is None else holds(type, signature.layouts) for type in types]
    parameters = ", ".join(f"{t} {h}{n}" for t, h, n in zip(slots, said, names, strict=True))
    body = "\n".join(lines)
    how = " personality ptr @__gxx_personality_v0" if made else ""
    return f"define {result} @NAME({parameters}){how} {{\n{body}\n}}\n"


def _passed(signature: Signature) -> tuple[list[str], list[str]]:
    """What loads the values that go in registers, and the arguments of the call."""
    lines: list[str] = []
    arguments: list[str] = []
    spelled = list(signature.ir_parameters)
    position = 0
    for index, p in enumerate(signature.parameters):
        place = f"%a{index}" if p.container is None else f"%c{index}"
        by_value = is_in_memory(p) or (
            p.container is not None and not isinstance(p.container.declared, Pointer)
        )
        for part, type in enumerate(p.ir):
            if spelled[position].partition(" ")[0] == "ptr" and " sret(" in spelled[position]:
                arguments.append(f"{spelled[position]} %result")
                position += 1
            value = place
            if by_value and not p.indirect:
                value = f"%a{index}.{part}"
                at = place
                if part:
                    at = f"{value}.at"
                    lines.append(f"  {at} = getelementptr i8, ptr {place}, i64 {8 * part}")
                lines.append(f"  {value} = load {type}, ptr {at}, align {4 if '<2' in type else 1}")
            arguments.append(f"{spelled[position]} {value}")
            position += 1
    arguments += [f"{rest} %result" for rest in spelled[position:]]
    return lines, arguments


# ---- containers, which are made for the time of the call -----------------------------------------


def _made(k: int, one: Container) -> list[str]:
    made = f"@{make(k)}(ptr %c{k}, ptr %a{k}, i64 %n{k})"
    return [f"  %c{k} = alloca [{one.size} x i8], align 16", f"  call void {made}"]


def _ended(k: int, one: Container) -> list[str]:
    lines = [f"  call void @{drop(k)}(ptr %c{k})"]
    if is_copied_back(one):
        lines.insert(0, f"  call void @{back(k)}(ptr %c{k}, ptr %a{k}, i64 %n{k})")
    return lines


def _unwound(made: tuple[int, ...]) -> list[str]:
    drops = [f"  call void @{drop(k)}(ptr %c{k})" for k in made]
    return [
        "thrown:", "  %thrown.value = landingpad { ptr, i32 } cleanup", *drops,
        "  resume { ptr, i32 } %thrown.value",
    ]  # fmt: skip


GLUE_DECLARED: Final = "declare i32 @__gxx_personality_v0(...)\n"


def glue_declared(routine: Routine) -> str:
    """Declarations of what an adapter calls besides the primal; empty where it makes nothing."""
    recipe = routine.recipe
    if not isinstance(recipe, Primal) or not recipe.glue:
        return ""
    names = dict.fromkeys(re.findall(r"@(rz\.glue\.[a-z]+\.\d+)\(", recipe.adapter))
    lines = [
        f"declare void @{name}({'ptr' if name.startswith('rz.glue.drop') else 'ptr, ptr, i64'})"
        for name in names
    ]
    return "\n".join((*lines, GLUE_DECLARED))


# ---- variables that are inputs -------------------------------------------------------------------


@final
@record
class Setting:
    """How a variable is set: its symbol, the IR type of the parameter it comes in, and what is
    copied from memory: so many bytes, or floats of a struct at offsets.
    """

    symbol: str
    slot: str
    size: int = 0
    floats: tuple[tuple[int, str], ...] = ()
    offset: int = 0  # bytes behind the symbol


def around(of: Routine, variables: tuple[Setting, ...]) -> Routine:
    """A routine with a parameter more for each variable of the program, which it sets before it
    calls the one inside.

        double @rz.f.1(double %a0, double %v0) {  store double %v0, ptr @g;  call double @f(%a0)
    """
    names = [f"%a{i}" for i in range(len(of.slots))]
    given = [f"%v{i}" for i in range(len(variables))]
    slots = (*of.slots, *(one.slot for one in variables))
    lines = [f"  {line}" for n, v in zip(given, variables, strict=True) for line in _set(n, v)]
    passed = ", ".join(f"{t} {n}" for t, n in zip(of.slots, names, strict=True))
    call = f"call {of.result} @{of.quoted}({passed})"
    if of.result == "void":
        lines += [f"  {call}", "  ret void"]
    else:
        lines += [f"  %r = {call}", f"  ret {of.result} %r"]
    head = ", ".join(f"{t} {n}" for t, n in zip(slots, (*names, *given), strict=True))
    body = "\n".join(lines)
    text = f"define {of.result} @NAME({head}) {{\n{body}\n}}\n"
    return Routine(Around(of, text), slots, of.result)


_WHATEVER_ITS_SIZE: Final = '"function-inline-threshold"="1000000"'


def apart(of: Routine, slots: tuple[int, ...]) -> Routine:
    """A routine whose caller promises that nothing else leads to the memory of some parameters.

        void @rz.f.2(ptr %a0, i64 %a1, ptr noalias %a2) {  call void @f(ptr %a0, i64 %a1, ptr %a2)

    The one inside is inlined, which is what carries the promise to its loops, but for one that must
    stay a call: it has a rule of its own.
    """
    if not slots:
        return of
    names = [f"%a{i}" for i in range(len(of.slots))]
    passed = ", ".join(f"{t} {n}" for t, n in zip(of.slots, names, strict=True))
    types = [f"{t} noalias" if i in slots else t for i, t in enumerate(of.slots)]
    head = ", ".join(f"{t} {n}" for t, n in zip(types, names, strict=True))
    call = f"call {of.result} @{of.quoted}({passed}) {_WHATEVER_ITS_SIZE}"
    lines = [call, "ret void"] if of.result == "void" else [f"%r = {call}", f"ret {of.result} %r"]
    body = "\n".join(f"  {line}" for line in lines)
    text = f"define {of.result} @NAME({head}) {{\n{body}\n}}\n"
    return Routine(Around(of, text), of.slots, of.result)


def _set(given: str, variable: Setting) -> list[str]:
    to = f"@{quoted(variable.symbol)}"
    if variable.offset:
        to = f"getelementptr (i8, ptr {to}, i64 {variable.offset})"
    if variable.slot != "ptr":
        return [f"store {variable.slot} {given}, ptr {to}, align 1"]
    if variable.size:
        copied = f"ptr {to}, ptr {given}, i64 {variable.size}, i1 false"
        return [f"call void @llvm.memcpy.p0.p0.i64({copied})"]
    lines = []
    for at, type in variable.floats:
        name = f"{given}.{at}"
        lines += [
            f"{name}.from = getelementptr i8, ptr {given}, i64 {at}",
            f"{name}.to = getelementptr i8, ptr {to}, i64 {at}",
            f"{name} = load {type}, ptr {name}.from, align 1",
            f"store {type} {name}, ptr {name}.to, align 1",
        ]
    return lines


MEMCPY_DECLARED: Final = "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
