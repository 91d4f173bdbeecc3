"""The metadata graph walked and renumbered, for what moves from one module to another.

ids = moved({7}, source.metadata, target.metadata)   # 7 and all it reaches, now in the target
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableMapping

from ribozyme.base.record import replace
from ribozyme.ir.metadata import MDRef, MetadataNode, MetadataValue


def references(value: MetadataValue) -> Iterator[int]:
    """The nodes that a value names, inline nodes included."""
    todo = [value]
    while todo:
        match todo.pop():
            case MDRef(id=id):
                yield id
            case MetadataNode() as node:
                todo += node.operands
            case _:
                pass


def reachable(roots: Iterable[int], nodes: Mapping[int, MetadataNode]) -> list[int]:
    """The roots and all they lead to, ascending."""
    found: set[int] = set()
    todo = list(roots)
    while todo:
        id = todo.pop()
        if id not in found and id in nodes:
            found.add(id)
            todo += references(nodes[id])
    return sorted(found)


def renumbered(value: MetadataValue, ids: Mapping[int, int]) -> MetadataValue:
    """The value with references renumbered; a reference that is not in `ids` stays."""
    match value:
        case MDRef(id=id):
            return MDRef(ids.get(id, id))
        case MetadataNode():
            return renumbered_node(value, ids)
        case _:
            return value


def renumbered_node(node: MetadataNode, ids: Mapping[int, int]) -> MetadataNode:
    """The node with its references renumbered; nodes inside it are not nested deeper by LLVM."""
    fields = tuple((key, renumbered(value, ids)) for key, value in node.fields)
    return replace(node, fields=fields)


def moved(
    roots: Iterable[int],
    source: Mapping[int, MetadataNode],
    target: MutableMapping[int, MetadataNode],
) -> dict[int, int]:
    """Copy what the roots reach into `target` under new numbers; answers old number to new."""
    first = max(target, default=-1) + 1
    ids = {old: first + index for index, old in enumerate(reachable(roots, source))}
    for old, new in ids.items():
        target[new] = renumbered_node(source[old], ids)
    return ids
