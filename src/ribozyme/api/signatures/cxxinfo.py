"""Classes of C++'s library in debug info: which of a program's types they are.

    !DICompositeType(name: "vector<double, …>", scope: !std, templateParams: …)
    → a container of double

Known by name, namespace and template arguments; what lies inside is left to the compiler.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from ribozyme.api.signatures.containers import KINDS, Container, container
from ribozyme.api.signatures.ctype import Array, CType, Member, Number, Pointer
from ribozyme.ir.metadata import MDRef, MetadataNode

Nodes = Mapping[int, MetadataNode]
Typed = Callable[[int | None], tuple[CType, bool]]

_COMPLEX: Final = {8: "float", 16: "double", 32: "long double"}
_EXTENT: Final = re.compile(r", (\d+)U?L{0,2}>$")


def template_of_std(nodes: Nodes, node: MetadataNode) -> str:
    """The class template's name where it is one of namespace std; empty for others."""
    name, angle, _ = (node.string("name") or "").partition("<")
    scope = nodes.get(node.ref("scope") or -1)
    while scope is not None and scope.kind == "DINamespace":
        inside = scope.string("name") or ""
        scope = nodes.get(scope.ref("scope") or -1)
        if scope is None and inside == "std":
            return name if angle else ""
        if not inside.startswith("__"):
            return ""
    return ""


def plain_form(nodes: Nodes, node: MetadataNode, members: tuple[Member, ...]) -> CType | None:
    """`std::complex` as the number and `std::array` as the array it is; None for other classes."""
    size = (node.number("size") or 0) // 8
    match template_of_std(nodes, node), members:
        case "complex", _ if size in _COMPLEX:
            return Number(f"std::complex<{_COMPLEX[size]}>", "complex", size)
        case "array", (Member(type=Array(of=Array(of=of, counts=inner), counts=counts)),):
            return Array(of, (*counts, *inner))
        case "array", (Member(type=Array() as found),):
            return found
        case _:
            return None


def containers(
    nodes: Nodes, typed: Typed, operands: tuple[object, ...]
) -> Iterator[tuple[int, tuple[Container, CType]]]:
    """The containers among a function's parameters, each with the type of its elements."""
    for position, operand in enumerate(operands):
        if isinstance(operand, MDRef):
            declared, _ = typed(operand.id)
            found = _container(nodes, typed, _class(nodes, operand.id), declared)
            if found is not None:
                yield position, found


def _class(nodes: Nodes, number: int | None) -> MetadataNode | None:
    """The class a parameter is of, or a pointer or reference leads to."""
    while (node := nodes.get(-1 if number is None else number)) is not None:
        if node.kind != "DIDerivedType":
            return node if node.kind == "DICompositeType" else None
        number = node.ref("baseType")
    return None


def _container(
    nodes: Nodes, typed: Typed, node: MetadataNode | None, declared: CType
) -> tuple[Container, CType] | None:
    kind = KINDS.get(template_of_std(nodes, node)) if node is not None else None
    if node is None or kind is None or _is_deep(declared):
        return None
    arguments = _arguments(nodes, node)
    if not arguments or not all(_is_usual(nodes, one) for one in arguments[1:]):
        return None
    element, const = typed(arguments[0].ref("type"))
    extent = _EXTENT.search(node.string("name") or "")
    size = (node.number("size") or 0) // 8
    made = container(kind, element, const, size, declared, int(extent[1]) if extent else -1)
    return None if made is None or not size else (made, element)


def _is_deep(declared: CType) -> bool:
    return isinstance(declared, Pointer) and isinstance(declared.to, Pointer)


def _arguments(nodes: Nodes, node: MetadataNode) -> list[MetadataNode]:
    listed = nodes.get(node.ref("templateParams") or -1)
    found = [nodes.get(v.id) for v in listed.operands if isinstance(v, MDRef)] if listed else []
    return [one for one in found if one is not None]


def _is_usual(nodes: Nodes, argument: MetadataNode) -> bool:
    """Whether a later template argument is the one by default: an allocator, or traits."""
    if argument.kind != "DITemplateTypeParameter":
        return True
    given = nodes.get(argument.ref("type") or -1)
    return given is not None and template_of_std(nodes, given) in ("allocator", "char_traits")
