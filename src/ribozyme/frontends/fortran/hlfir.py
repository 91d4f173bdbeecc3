"""Procedures from flang's HLFIR: dummy arguments with types, intents and shapes.

    func.func @_QMphysPenergy(%arg0: !fir.box<!fir.array<?xf64>> {fir.bindc_name = "x"}, …) -> f64
    … hlfir.declare %arg0 … {fortran_attrs = #fir.var_attrs<intent_in>, …}
    → phys::energy: x is a descriptor of one dimension, intent(in); the result is real(8)

LLVM IR has addresses alone, and debug information no intents; this text of the compiler's own has
both. Only heads of procedures and declarations of dummies are read.
"""

import re
from collections.abc import Iterator
from typing import Final

from ribozyme.base.record import replaced
from ribozyme.frontends.base import Basis, Dummy, Intent, Procedure

_HEAD: Final = re.compile(r"^  func\.func @(?P<symbol>[\w.$]+)\(", re.MULTILINE)
_DECLARED: Final = re.compile(
    r"hlfir\.declare %\w+(?:#\d+)?(?:\([^)]*\))?.* dummy_scope %\w+ arg (\d+)"
    r"(?: \{(?:fortran_attrs = #fir\.var_attrs<([^>]*)>)?)?"
)
_NAME: Final = re.compile(r'fir\.bindc_name = "([^"]*)"')
_SYMBOL: Final = re.compile(r"_Q(?:M(?P<module>[a-z0-9_]+))?(?:S[a-z0-9_]+)*P(?P<name>[a-z0-9_]+)")
_ARRAY: Final = re.compile(r"!fir\.array<((?:(?:\d+|\?)x)+|\*:)(.*)>$")
_LOGICAL: Final = re.compile(r"!fir\.logical<(\d+)>$")
_NUMBER: Final = re.compile(r"([fi])(\d+)$")
_COMPLEX: Final = re.compile(r"complex<f(\d+)>$")
_ATTRIBUTES: Final = {"intent_in": "in", "intent_out": "out", "intent_inout": "inout"}
_BIND_C: Final = "bind_c"
_OPEN: Final = "<({["
_CLOSE: Final = ">)}]"


def procedures(text: str) -> tuple[Procedure, ...]:
    """The procedures a module of HLFIR defines for others to call, in its order."""
    heads = list(_HEAD.finditer(text))
    ends = [*(head.start() for head in heads), len(text)][1:]
    found = (
        _procedure(head["symbol"], text[head.end() : end])
        for head, end in zip(heads, ends, strict=True)
    )
    return tuple(one for one in found if one is not None)


def _procedure(symbol: str, text: str) -> Procedure | None:
    """One procedure, from behind the parenthesis of its head."""
    head, _, body = text.partition("\n")
    inside, rest = _closed(head)
    attributes = dict(_dummy_attributes(body))
    dummies = tuple(
        _dummy(part, attributes.get(n, frozenset())) for n, part in enumerate(_split(inside), 1)
    )
    returned = rest.removeprefix(" -> ").partition(" attributes ")[0].rstrip(" {")
    result, obstacle = _result(returned) if rest.startswith(" -> ") else (None, "")
    named = _named(symbol, _BIND_C in rest)
    if named is None:
        return None
    array = _array_of(returned) if obstacle else None
    return Procedure(named[0], named[1], dummies, result, obstacle, array)


def _named(symbol: str, bind_c: bool) -> tuple[str, str] | None:
    """The symbol in LLVM IR and the user's name; None for what has neither."""
    if bind_c:
        return symbol, symbol
    found = _SYMBOL.fullmatch(symbol)
    if found is None:
        return None  # the main program, and procedures inside others
    if found["module"] is None:
        return f"{found['name']}_", found["name"]
    return symbol, f"{found['module']}::{found['name']}"


def _dummy_attributes(body: str) -> Iterator[tuple[int, frozenset[str]]]:
    for line in body.splitlines():
        if "hlfir.declare" in line and (found := _DECLARED.search(line)):
            words = (found[2] or "").split(",")
            yield int(found[1]), frozenset(word.strip() for word in words)


def _dummy(part: str, attributes: frozenset[str]) -> Dummy:
    _, _, rest = part.partition(": ")
    type, _, _ = _typed(rest)
    name = _NAME.search(part)
    intents = [_ATTRIBUTES[word] for word in attributes if word in _ATTRIBUTES]
    intent: Intent = intents[0] if intents else ""  # type: ignore[assignment]
    found = _passed(type)
    return replaced(
        found, name=name[1] if name else "", intent=intent, optional="optional" in attributes
    )


def _passed(type: str) -> Dummy:
    """What a type in a head says of how its dummy is passed."""
    if type.startswith("!fir.boxchar<"):
        return Dummy("", "text", 1, "text")
    inner = _inside(type, "!fir.ref<")
    if inner is not None:
        return _element(inner, "reference")
    inner = _inside(type, "!fir.box<")
    if inner is not None:
        found = _element(inner, "descriptor")
        if found.obstacle or found.extents:
            return found
        return replaced(found, obstacle="a descriptor of no array")
    if type.startswith("!fir.boxproc<"):
        return Dummy("", "procedure", 8, "value")
    inner = _inside(type, "!fir.class<")
    if inner is not None:
        return replaced(
            _refused("it is polymorphic (`class`)"),
            basis="struct",
            wrapped="class" if _basis(inner) == ("struct", 0) else "",
            derived=_derived(inner),
        )
    return _element(type, "value")


def _derived(type: str) -> str:
    """The name of a derived type of a module, qualified; empty for what is none."""
    found = re.match(r"!fir\.type<_QM(\w+?)T(\w+?)[{>]", type)
    return f"{found[1]}::{found[2]}" if found else ""


def _element(type: str, passing: str) -> Dummy:
    extents: tuple[int, ...] = ()
    array = _ARRAY.match(type)
    if array is not None:
        if array[1] == "*:":
            return _refused("it is of assumed rank")
        extents = tuple(-1 if n == "?" else int(n) for n in array[1].split("x")[:-1])
        type = array[2]
    if type.startswith("!fir.box<"):
        return _boxed(type)
    basis = _basis(type)
    if basis is None:
        return _refused(f"it is of type {type}")
    found = Dummy("", basis[0], basis[1], passing, extents)  # type: ignore[arg-type]
    return replaced(found, derived=_derived(type))


def _boxed(type: str) -> Dummy:
    """An allocatable, or a pointer: of arrays of numbers a wrapper makes an array."""
    kind = "allocatable" if "!fir.heap<" in type else "pointer"
    why = _refused(f"it is {'a ' if kind == 'pointer' else ''}{kind}")
    array = _array_of(type)
    if array is None:
        return why
    basis, size, rank = array
    return replaced(why, basis=basis, size=size, extents=(-1,) * rank, wrapped=kind)


def _array_of(type: str) -> tuple[Basis, int, int] | None:
    """The elements and dimensions of an array of numbers."""
    for outer in ("!fir.box<", "!fir.heap<", "!fir.ptr<"):
        type = _inside(type, outer) or type
    array = _ARRAY.match(type)
    basis = _basis(array[2]) if array is not None else None
    if array is None or basis is None or basis[0] == "struct" or array[1] == "*:":
        return None
    return *basis, array[1].count("x")


def _refused(why: str) -> Dummy:
    return Dummy("", "int", 8, "reference", (), "", False, why)


def _basis(type: str) -> tuple[Basis, int] | None:
    """What kind of value a type is, and its bytes."""
    if type.startswith("!fir.type<"):
        return None if "!fir.box<" in type else ("struct", 0)
    if found := _LOGICAL.match(type):
        return "bool", int(found[1])
    if found := _COMPLEX.match(type):
        return "complex", int(found[1]) // 4
    found = _NUMBER.match(type)
    if found is None:
        return None
    return ("float" if found[1] == "f" else "int"), int(found[2]) // 8


def _result(type: str) -> tuple[tuple[Basis, int] | None, str]:
    basis = _basis(type)
    if basis is not None and basis[0] != "struct":
        return basis, ""
    what = "an array" if "!fir.array<" in type else "text" if "char" in type else "a derived type"
    return None, f"its result is {what}; a subroutine with an intent(out) argument can be called"


# ---- brackets ------------------------------------------------------------------------------------


def _inside(type: str, opening: str) -> str | None:
    return type[len(opening) : -1] if type.startswith(opening) else None


def _depths(text: str) -> Iterator[tuple[int, str, int]]:
    """Each character with its place and how many brackets are open before it."""
    depth = 0
    for at, character in enumerate(text):
        if character in _CLOSE and text[at - 1 : at] != "-":
            depth -= 1
        yield at, character, depth
        if character in _OPEN:
            depth += 1


def _closed(text: str) -> tuple[str, str]:
    """What is before the parenthesis that closes one opened before the text, and what follows."""
    for at, character, depth in _depths(text):
        if depth < 0 and character == ")":
            return text[:at], text[at + 1 :]
    return text, ""


def _split(text: str) -> list[str]:
    """The parts between commas that are in no brackets."""
    cuts = [at for at, character, depth in _depths(text) if character == "," and depth == 0]
    bounds = zip([-1, *cuts], [*cuts, len(text)], strict=True)
    return [part for a, b in bounds if (part := text[a + 1 : b].strip())]


def _typed(text: str) -> tuple[str, str, str]:
    """A type, and what follows it in braces."""
    for at, character, depth in _depths(text):
        if character == "{" and depth == 0 and text[at - 1 : at] == " ":
            return text[: at - 1], " ", text[at:]
    return text, "", ""
