"""Declared parameters fitted to those of the IR, which carry them; types where nothing is declared.

    struct point p, double k     +   define double @f(double, double, double)
    → p is carried by the first two, k by the third

If the sum does not fit, the signature has an `obstacle`, and is refused when it is called.
"""

from collections.abc import Mapping
from typing import Final

from ribozyme.api.signatures.containers import Container, view
from ribozyme.api.signatures.ctype import (
    NO_LAYOUTS,
    VOID,
    Array,
    CType,
    Layouts,
    Number,
    Pointer,
    Struct,
    size_of,
)
from ribozyme.api.signatures.nullness import never_null
from ribozyme.api.signatures.passing import Length, Loaded, Output, Passed, Plain, Taken
from ribozyme.api.signatures.signature import Parameter, Signature
from ribozyme.api.signatures.views import Vector
from ribozyme.base.record import replaced
from ribozyme.ir.attrs import Attrs
from ribozyme.ir.module import Function, Param

NO_VIEWS: Final[Mapping[int, "Pointer | str"]] = {}


def fitted(
    function: Function,
    name: str,
    result: CType,
    declared: list[tuple[str, CType]],
    layouts: Layouts,
    variadic: bool,
    location: str,
    containers: Mapping[int, tuple[Container, CType]],
    views: Mapping[int, Pointer | str] = NO_VIEWS,
    obstacle: str = "",
    vector: Vector | None = None,
) -> Signature:
    """The signature, each parameter with the IR parameters that carry it.

    `containers` are those among the parameters, by position, with the type of their elements;
    `views` the slices, as pointers to their elements or with the reason why they are refused.
    """
    rest, blind = list(function.params), never_null(function)
    returned, returned_at = "", -1
    if rest and (memory := _attribute(rest[0].attrs, "sret")):
        returned, returned_at = memory, 0
        rest.pop(0)
    elif len(rest) > 1 and (memory := _attribute(rest[1].attrs, "sret")):
        returned, returned_at = memory, 1
        rest.pop(1)  # a method: the object's address comes first
    parameters: list[Parameter] = []
    if variadic:
        obstacle = "it takes a variable number of arguments"
    for position, (spelling, type) in enumerate(declared):
        if position in views:
            made, why = _of_view(spelling, views[position], rest[:2], blind)
            obstacle = obstacle or why
            parameters.append(made)
            rest = rest[2:]
            continue
        taken = _carriers(type, layouts, [(str(p.local.type), p.attrs) for p in rest])
        if taken is None:
            obstacle = obstacle or f"how '{spelling}' is passed is not clear from its IR"
            taken = 0
        carried, rest = rest[:taken], rest[taken:]
        attrs = carried[0].attrs if len(carried) == 1 else ()
        indirect = not isinstance(type, Pointer) and [str(p.local.type) for p in carried] == ["ptr"]
        indirect = indirect and (
            bool(_attribute(attrs, "byval")) or not _is_one_pointer(type, layouts)
        )
        known = {attribute.name for attribute in attrs}
        if indirect and isinstance(type, Array) and not known & {"byval", "readonly", "readnone"}:
            obstacle = obstacle or f"it may change its own '{spelling}', which is passed by address"
        reads, writes = _access(type, attrs)
        ir = tuple(str(p.local.type) for p in carried)
        nullable = not any(p.local.id in blind for p in carried)
        made = Parameter(spelling, type, ir, reads, writes, indirect, nullable)
        parameters.append(_of_container(made, containers.get(position)))
    if vector is not None:
        name_of = "result" if all(p.name != "result" for p in parameters) else "result_"
        parameters.append(Parameter(name_of, vector.view, ("ptr",), False, True, nullable=False))
    if rest and not obstacle:
        obstacle = "its IR has more parameters than its debug information"
    return Signature(
        name,
        function.name,
        result,
        tuple(parameters),
        layouts,
        str(function.type.result),
        _spelled_parameters(function),
        returned,
        True,
        variadic,
        location,
        obstacle,
        _made_from(parameters, views, returned_at, _of_vector(vector, parameters, returned, name))
        if views or vector
        else (),
    )


def _of_view(
    name: str, view: Pointer | str, carried: list[Param], blind: frozenset[int]
) -> tuple[Parameter, str]:
    """A slice as the parameter it is to Python, and what is in the way."""
    ir = tuple(str(p.local.type) for p in carried)
    if isinstance(view, str):
        return Parameter(name, Pointer(VOID), ir), f"'{name}' cannot be passed: {view}"
    if ir != ("ptr", "i64"):
        return Parameter(name, view, ir), f"how '{name}' is passed is not clear from its IR"
    reads, writes = _access(view, carried[0].attrs)
    return Parameter(name, view, ir, reads, writes, nullable=False), ""


def _made_from(
    parameters: list[Parameter],
    views: Mapping[int, Pointer | str],
    returned_at: int,
    taken: Taken | None,
) -> tuple[Passed, ...]:
    """What each parameter of the IR is made from; that of the result's memory has a place."""
    found: list[Passed] = []
    for n, p in enumerate(parameters):
        if taken is not None and n == taken.parameter:
            continue
        if n in views:
            found += [Plain(n), Length(n)]
        elif (isinstance(p.type, Pointer | Number) and len(p.ir) == 1) or p.indirect:
            found.append(Plain(n))
        else:
            found += [Loaded(n, 8 * part, type) for part, type in enumerate(p.ir)]
    if returned_at >= 0:
        found.insert(returned_at, taken or Output(-1, "ptr"))
    return tuple(found)


def _of_vector(
    vector: Vector | None, parameters: list[Parameter], returned: str, name: str
) -> Taken | None:
    """How the last parameter's array is filled from the vector that is returned."""
    if vector is None:
        return None
    assert isinstance(vector.view.to, Number)
    last = len(parameters) - 1
    places = (vector.elements, vector.count, vector.capacity)
    return Taken(last, returned, vector.view.to.size, *places, name)


def _of_container(parameter: Parameter, found: tuple[Container, CType] | None) -> Parameter:
    """The parameter as the array that a container is made from.

    What LLVM proves of a pointer to a container says nothing of the elements, which lie behind it.
    """
    if found is None:
        return parameter
    given, element = found
    return replaced(
        parameter, type=view(given, element), reads=True, writes=given.writes, nullable=False,
        container=given,
    )  # fmt: skip


def _spelled_parameters(function: Function) -> tuple[str, ...]:
    """IR parameters as a call spells them: what the callee's copy or result memory is, included."""
    found = []
    for p in function.params:
        text = str(p.local.type)
        for name in ("byval", "sret"):
            if memory := _attribute(p.attrs, name):
                text += f" {name}({memory})"
        for name in ("zeroext", "signext"):
            if any(a.name == name for a in p.attrs):
                text += f" {name}"
        if text != "ptr" and "(" in text and (align := _attribute(p.attrs, "align")):
            text += f" align {align}"
        found.append(text)
    return tuple(found)


def _carriers(type: CType, layouts: Layouts, rest: list[tuple[str, Attrs]]) -> int | None:
    """How many of the next IR parameters carry a value; None where that cannot be told."""
    size = size_of(type, layouts)
    match type:
        case Struct(key=key):
            layout = layouts.get(key)
            if layout is None:
                return None
            if not layout.members and not layout.union and (not rest or rest[0][0] != "ptr"):
                return 0  # an empty class
        case Number(kind="complex") | Array():
            pass
        case _:
            return 1 if rest else None
    if not rest:
        return None
    first, attrs = rest[0]
    if first == "ptr" and (_attribute(attrs, "byval") or not _fits_pointer(type, layouts)):
        return 1
    if size <= 8 or first[0] in "[{" or first in ("i128", "x86_fp80", "fp128"):
        return 1
    if first.startswith("<") and _bytes(first) >= size:
        return 1
    return 2 if len(rest) >= 2 else None


def _fits_pointer(type: CType, layouts: Layouts) -> bool:
    """Whether a struct may start with a register that holds a pointer."""
    return isinstance(type, Struct) and layouts[type.key].plain and layouts[type.key].size <= 16


def _is_one_pointer(type: CType, layouts: Layouts) -> bool:
    return _fits_pointer(type, layouts) and size_of(type, layouts) == 8


def _bytes(vector: str) -> int:
    count, _, element = vector.strip("<>").partition(" x ")
    return int(count) * {"float": 4, "double": 8, "half": 2}.get(element, 8)


def _access(type: CType, attrs: Attrs) -> tuple[bool, bool]:
    """Whether the function may read, and may write, what a parameter leads to."""
    if not isinstance(type, Pointer):
        return True, False
    known = {attr.name for attr in attrs}
    if "readnone" in known:
        return False, False
    if "byval" in known:
        return True, False
    reads = "writeonly" not in known
    writes = not type.const and "readonly" not in known
    return reads, writes


def _attribute(attrs: Attrs, name: str) -> str:
    for attr in attrs:
        if attr.name == name:
            return str(attr.value)
    return ""


_IR_NUMBERS: Final[dict[str, Number]] = {
    "double": Number("double", "float", 8),
    "float": Number("float", "float", 4),
    "half": Number("_Float16", "float", 2),
    "x86_fp80": Number("long double", "float", 16),
    "i1": Number("_Bool", "bool", 1),
    "i8": Number("int8_t", "int", 1),
    "i16": Number("int16_t", "int", 2),
    "i32": Number("int32_t", "int", 4),
    "i64": Number("int64_t", "int", 8),
}


def type_of(text: str) -> CType:
    """A number's or an array's type from its IR."""
    counts: list[int] = []
    while text.startswith("[") and text.endswith("]"):
        count, _, text = text[1:-1].partition(" x ")
        counts.append(int(count))
    found = _IR_NUMBERS.get(text, VOID)
    return Array(found, tuple(counts)) if counts and found != VOID else found


def from_ir(function: Function, pointees: Mapping[int, CType]) -> Signature:
    """What the IR alone says; what pointers lead to is known as far as `pointees` says it."""
    parameters, obstacle, blind = [], "", never_null(function)
    for position, p in enumerate(function.params):
        spelling = function.names[p.local.id] if p.local.id < len(function.names) else None
        type: CType = Pointer(VOID, False) if str(p.local.type) == "ptr" else VOID
        type = pointees.get(p.local.id, type)
        type = _IR_NUMBERS.get(str(p.local.type), type)
        if type == VOID:
            obstacle = f"parameter {position} has type {p.local.type} and there is no debug info"
        reads, writes = _access(type, p.attrs)
        name = spelling or f"arg{position}"
        nullable = p.local.id not in blind
        ir = (str(p.local.type),)
        parameters.append(Parameter(name, type, ir, reads, writes, nullable=nullable))
    result = _IR_NUMBERS.get(str(function.type.result), VOID)
    if result == VOID and str(function.type.result) != "void":
        obstacle = f"its result has type {function.type.result} and there is no debug info"
    return Signature(
        function.name,
        function.name,
        result,
        tuple(parameters),
        NO_LAYOUTS,
        str(function.type.result),
        _spelled_parameters(function),
        debug=False,
        variadic=function.type.vararg,
        obstacle=obstacle,
    )
