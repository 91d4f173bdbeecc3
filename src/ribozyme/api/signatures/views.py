"""Slices in debug info: parameters that are an address and a count, and arrays to Python; and types
that Python has no values for.

!DICompositeType(name: "[]const f64", elements: {ptr, len})      Zig
!DICompositeType(name: "&[f64]", elements: {data_ptr, length})   Rust
→ const f64 *x, carried by the IR's ptr %x.0, i64 %x.1
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final, final

from ribozyme.api.signatures.ctype import CType, Number, Pointer, Struct
from ribozyme.base.record import record
from ribozyme.ir.metadata import MDRef, MetadataNode

_ELEMENTS: Final = ("buf", "inner", "ptr")
_COUNT: Final = ("len",)
_CAPACITY: Final = ("buf", "inner", "cap")
_KINDS: Final = ("float", "int", "uint")


@final
@record
class Vector:
    """A vector of Rust: a pointer to its elements, and where it keeps their address and counts."""

    view: Pointer
    elements: int
    count: int
    capacity: int


Nodes = Mapping[int, MetadataNode]
Typed = Callable[[int | None], CType]

_SLICE: Final = re.compile(r"(\[(?::[^\]]*)?\](const )?|&(?:'\w+ )?(mut )?\[.*\]$|&str$)")
_OWNER: Final = re.compile(r"(?:Vec|Box|Rc|Arc|RefCell|Cell|HashMap|BTreeMap|HashSet|VecDeque)<")
_ERRORS: Final = re.compile(r"^(?!\[|\*|fn\b)[^({]*[\w}\])?]!\S|error_set!|^anyerror!")


def views(
    nodes: Nodes, typed: Typed, operands: tuple[object, ...]
) -> Iterator[tuple[int, Pointer | str]]:
    """The slices among a function's parameters, each as a pointer to its elements; or why a
    parameter cannot be passed.
    """
    for position, operand in enumerate(operands):
        node = nodes.get(operand.id) if isinstance(operand, MDRef) else None
        if node is None:
            continue
        if is_slice(node):
            yield position, _view(nodes, typed, node)
        elif why := _unknown_to_python(nodes, node):
            yield position, why


def _unknown_to_python(nodes: Nodes, node: MetadataNode) -> str:
    """Why no value of a type can be made here; empty where one can."""
    while node.kind == "DIDerivedType" and (inner := nodes.get(node.ref("baseType") or -1)):
        node = inner
    name = node.string("name") or ""
    if _OWNER.match(name) and "<" in name:
        return f"it is a {name.partition('<')[0]}; take a slice, and make one of it"
    if any("variant_part" in str(one.field("tag")) for one in elements(nodes, node)):
        return "it is an enum with values; take numbers, and make one of them"
    return ""


def elements(nodes: Nodes, node: MetadataNode) -> list[MetadataNode]:
    """The members of a type."""
    listed = nodes.get(node.ref("elements") or -1) if node.kind == "DICompositeType" else None
    found = [nodes.get(v.id) for v in listed.operands if isinstance(v, MDRef)] if listed else []
    return [one for one in found if one is not None]


def is_slice(node: MetadataNode) -> bool:
    """Whether a type is an address and a count of elements."""
    named = node.string("name") or ""
    return node.kind == "DICompositeType" and bool(_SLICE.match(named)) and _is_struct(node)


def _is_struct(node: MetadataNode) -> bool:
    return "structure" in str(node.field("tag")) and node.number("size") == 128


def _view(nodes: Nodes, typed: Typed, node: MetadataNode) -> Pointer | str:
    name = node.string("name") or ""
    members = elements(nodes, node)
    first = typed(members[0].ref("baseType")) if members else None
    if not isinstance(first, Pointer):
        return "it is a slice whose elements are not known"
    if isinstance(first.to, Struct) and _SLICE.match(first.to.spelling.removeprefix("struct ")):
        return "it is a slice of slices; pass all rows in one slice, and the length of a row"
    found = _SLICE.match(name)
    const = (name.startswith("&") and "&mut" not in name.partition("[")[0]) or bool(
        found and found[2]
    )
    return Pointer(first.to, const)


def vector(nodes: Nodes, typed: Typed, node: MetadataNode | None) -> Vector | None:
    """A result that is a vector of numbers: what its elements are, and where it keeps what."""
    name = node.string("name") if node is not None else None
    if node is None or not name or not name.startswith("Vec<"):
        return None
    listed = nodes.get(node.ref("templateParams") or -1)
    given = [one for one in listed.operands if isinstance(one, MDRef)] if listed else []
    first = nodes.get(given[0].id) if given else None
    element = typed(first.ref("type")) if first is not None else None
    places = [_place(nodes, node, way) for way in (_ELEMENTS, _COUNT, _CAPACITY)]
    if not isinstance(element, Number) or element.kind not in _KINDS or None in places:
        return None
    elements, count, capacity = (place or 0 for place in places)
    return Vector(Pointer(element, False), elements, count, capacity)


def _place(nodes: Nodes, node: MetadataNode, way: tuple[str, ...]) -> int | None:
    """The offset in bytes of a member of a member."""
    at = 0
    for name in way:
        member = next((one for one in elements(nodes, node) if one.string("name") == name), None)
        inner = nodes.get(member.ref("baseType") or -1) if member is not None else None
        if member is None or inner is None:
            return None
        at, node = at + (member.number("offset") or 0) // 8, inner
    return at


def refused_result(nodes: Nodes, node: MetadataNode | None) -> str:
    """Why a result of this type cannot be given to Python; empty where nothing is known."""
    name = node.string("name") if node is not None else None
    if not name or node is None:
        return ""
    if _ERRORS.search(name):
        return "it returns an error union; catch the error inside: `f(x) catch |e| @panic(…)`"
    if is_slice(node):
        return "it returns a slice; write to one that is a parameter"
    if _OWNER.match(name) and "<" in name:
        return f"it returns a {name.partition('<')[0]}; write to a slice that is a parameter"
    if any("variant_part" in str(one.field("tag")) for one in elements(nodes, node)):
        return "it returns an enum with values; unwrap it inside"
    return ""
