"""Signatures of procedures that a front end describes: intents, shapes, and how each is passed.

    Procedure(x: descriptor of real(8), k: real(8) by reference, intent in)
    → double phys::energy(real(8) x(:), real(8) k)

A number that is only read is passed by value; one that is only written is a result, as f2py has
it. An array is the caller's, its first index running fastest.
"""

from collections.abc import Callable
from typing import Final

from ribozyme.api.signatures.ctype import (
    VOID,
    CType,
    Layouts,
    Number,
    NumberKind,
    Opaque,
    Pointer,
    Struct,
)
from ribozyme.api.signatures.passing import (
    ByAddress,
    Described,
    Length,
    Output,
    Passed,
    Plain,
    slot,
)
from ribozyme.api.signatures.signature import Parameter, Signature
from ribozyme.frontends.base import Dummy, Procedure
from ribozyme.ir.attrs import Attrs
from ribozyme.ir.module import Function

_NAMES: Final = {"float": "real", "complex": "complex", "int": "integer", "bool": "logical"}
_CODES: Final = {
    ("int", 1): 7, ("int", 2): 8, ("int", 4): 9, ("int", 8): 10, ("float", 4): 27,
    ("float", 8): 28, ("complex", 8): 34, ("complex", 16): 35, ("bool", 1): 39, ("bool", 2): 13,
    ("bool", 4): 14, ("bool", 8): 15,
}  # fmt: skip
_PROCEDURE: Final = Opaque("procedure ()")
_CHARACTER: Final = Number("character", "int", 1)

Declared = Callable[[int], CType]


def signature(
    function: Function, given: Procedure, declared: Declared, layouts: Layouts, location: str
) -> Signature:
    """The signature of a procedure; `declared` is the type of a dummy in debug information."""
    parameters: list[Parameter] = []
    passed: list[Passed] = []
    lengths: list[Passed] = []
    outs: list[tuple[str, Number]] = []
    obstacle = given.obstacle
    attributes = [p.attrs for p in function.params]
    for n, dummy in enumerate(given.dummies):
        known = attributes[n] if n < len(attributes) else ()
        if dummy.obstacle:
            obstacle = obstacle or f"its argument '{dummy.name}' cannot be passed: {dummy.obstacle}"
            continue
        reads, writes = _access(dummy, known)
        number = _number(dummy)
        if number is not None and dummy.passing == "reference" and _is_one(dummy, reads, writes):
            if not reads:
                outs.append((dummy.name, number))
                passed.append(Output(len(outs) - 1, "ptr"))
                continue
            made = Parameter(dummy.name, number, (slot(number),), indirect=True)
        else:
            type = _type(dummy, declared(n), not writes)
            if type is None:
                obstacle = obstacle or f"'{dummy.name}' is of a type that cannot be passed"
                continue
            nullable = dummy.optional
            made = Parameter(dummy.name, type, ("ptr",), reads, writes, nullable=nullable)
            if isinstance(type, Number):
                made = Parameter(dummy.name, type, (slot(type),))
        passed.append(_passed(dummy, made, len(parameters)))
        if dummy.passing == "text":
            lengths.append(Length(len(parameters)))
        parameters.append(made)
    result: CType = VOID
    if given.result is not None:
        result = _spelled(*given.result)
    elif len(outs) == 1:
        [(_, result)] = outs
        outs = []
        passed = [Output(-1, slot(result)) if isinstance(one, Output) else one for one in passed]
    made_from = (*passed, *lengths)
    if not obstacle and len(made_from) != len(function.params):
        obstacle = "its IR takes other parameters than its source"
    return Signature(
        given.name,
        function.name,
        result,
        tuple(parameters),
        layouts,
        str(function.type.result),
        tuple(str(p.local.type) for p in function.params),
        location=location,
        obstacle=obstacle,
        passed=made_from,
        outs=tuple(outs),
        any_case=True,
    )


def _number(dummy: Dummy) -> Number | None:
    numbers = dummy.basis in _NAMES
    return _spelled(dummy.basis, dummy.size) if numbers else None


def _spelled(basis: str, size: int) -> Number:
    kind: NumberKind = basis  # type: ignore[assignment]
    parts = size // 2 if basis == "complex" else size
    return Number(f"{_NAMES[basis]}({parts})", kind, size)


def _is_one(dummy: Dummy, reads: bool, writes: bool) -> bool:
    """Whether a dummy is a number that is either read or written, and always there."""
    return not dummy.extents and not dummy.optional and reads != writes


def _access(dummy: Dummy, attributes: Attrs) -> tuple[bool, bool]:
    """Whether a dummy is read, and written: as its intent says, or as LLVM could prove."""
    match dummy.intent:
        case "in":
            return True, False
        case "out":
            return False, True
        case "inout":
            return True, True
        case "":
            known = {attribute.name for attribute in attributes}
            if "readnone" in known:
                return True, False
            return "writeonly" not in known, "readonly" not in known


def _type(dummy: Dummy, declared: CType, const: bool) -> CType | None:
    match dummy.basis:
        case "text":
            return Pointer(_CHARACTER, const)
        case "procedure":
            return Pointer(_PROCEDURE)
        case "struct":
            if not isinstance(declared, Struct) or dummy.extents:
                return None
            return Pointer(declared, const)
        case _:
            number = _spelled(dummy.basis, dummy.size)
            if dummy.passing == "value":
                return None if dummy.basis == "complex" else number
            if dummy.passing == "descriptor" and (number.kind, number.size) not in _CODES:
                return None
            strided = dummy.passing == "descriptor"
            return Pointer(number, const, shape=dummy.extents, strided=strided)


def _passed(dummy: Dummy, made: Parameter, n: int) -> Passed:
    if dummy.passing == "descriptor":
        code = _CODES[dummy.basis, dummy.size]
        return Described(n, len(dummy.extents), code, dummy.size, dummy.optional)
    if dummy.passing == "reference" and isinstance(made.type, Number) and slot(made.type) != "ptr":
        return ByAddress(n, slot(made.type))
    return Plain(n)
