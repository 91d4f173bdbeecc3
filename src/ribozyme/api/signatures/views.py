"""Slices in debug info: parameters that are an address and a count, and arrays to Python; and types
that Python has no values for.

!DICompositeType(name: "[]const f64", elements: {ptr, len})      Zig
!DICompositeType(name: "&[f64]", elements: {data_ptr, length})   Rust
→ const f64 *x, carried by the IR's ptr %x.0, i64 %x.1
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from ribozyme.api.signatures.ctype import CType, Pointer, Struct
from ribozyme.ir.metadata import MDRef, MetadataNode

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
