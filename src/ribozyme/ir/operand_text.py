"""Operands, attributes and metadata as LLVM prints them.

A local or block without a name gets LLVM's number; a name that was used before gets `.1`, `.2`, …
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from ribozyme.ir.attrs import Attr, Attrs
from ribozyme.ir.constant_text import constant_text
from ribozyme.ir.metadata import (
    MDConst,
    MDRef,
    MDString,
    MDWord,
    Meta,
    MetadataNode,
    MetadataValue,
)
from ribozyme.ir.module import Function
from ribozyme.ir.spelling import metadata_name, spelled
from ribozyme.ir.values import InlineAsm, Local, MetadataOperand, Value

_GROUPED: Final = frozenset(("align", "alignstack", "dereferenceable", "dereferenceable_or_null"))


@final
class Names:
    """The spellings of a function's locals and blocks."""

    __slots__ = ("blocks", "locals", "vararg")

    def __init__(self, function: Function) -> None:
        self.locals: list[str] = [""] * len(function.names)
        self.blocks: list[str] = []
        self.vararg = function.type.vararg
        self._fill(function)

    def _fill(self, function: Function) -> None:
        number = 0
        used: dict[str, int] = {}
        for param in function.params:
            number = self._name_local(param.local, function.names, used, number)
        for block in function.blocks:
            if block.name is None:
                self.blocks.append(str(number))
                number += 1
            else:
                self.blocks.append(spelled(_unique(block.name, used)))
            for instr in block.instrs:
                if instr.result is not None:
                    number = self._name_local(instr.result, function.names, used, number)

    def _name_local(
        self, local: Local, names: Sequence[str | None], used: dict[str, int], number: int
    ) -> int:
        name = names[local.id]
        if name is None:
            self.locals[local.id] = f"%{number}"
            return number + 1
        self.locals[local.id] = "%" + spelled(_unique(name, used))
        return number

    def label(self, index: int) -> str:
        """The spelling of a branch target."""
        return f"label %{self.blocks[index]}"

    def value(self, value: Value) -> str:
        """The spelling of an operand, without its type."""
        if isinstance(value, Local):
            return self.locals[value.id]
        if isinstance(value, InlineAsm):
            flags = f"{value.flags} " if value.flags else ""
            return f'asm {flags}"{value.text}", "{value.constraints}"'
        if isinstance(value, MetadataOperand):
            return metadata_text(value.metadata, self)
        return constant_text(value)

    def typed(self, value: Value) -> str:
        """The spelling of an operand behind its type."""
        return f"{value.type.name} {self.value(value)}"


def _unique(name: str, used: dict[str, int]) -> str:
    count = used.get(name)
    if count is None:
        used[name] = 0
        return name
    while True:
        count += 1
        candidate = f"{name}.{count}"
        if candidate not in used:
            used[name] = count
            used[candidate] = 0
            return candidate


def attrs_text(attrs: Attrs) -> str:
    """Attributes, each behind a blank."""
    return "".join([f" {attr_text(attr)}" for attr in attrs])


def attr_text(attr: Attr, *, in_group: bool = False) -> str:
    """One attribute; alignments and sizes look different in an attribute group."""
    name, value = attr.name, attr.value
    if value is None:
        return name
    if name == "#":
        return f"#{value}"
    if name[0] == '"':
        return f"{name}={value}"
    if in_group and name in _GROUPED:
        return f"{name}={value}"
    return f"align {value}" if name == "align" else f"{name}({value})"


def meta_text(meta: Meta, names: Names | None = None) -> str:
    """Attachments, each behind a comma."""
    if not meta:
        return ""
    return "".join([f", !{metadata_name(k)} {metadata_text(node, names)}" for k, node in meta])


def metadata_text(value: MetadataValue, names: Names | None = None) -> str:
    """Metadata as an operand or a node's right hand side."""
    match value:
        case MDRef(id=id):
            return f"!{id}"
        case MDString(text=text):
            return f'!"{text}"'
        case MDWord(text=text):
            return text
        case MDConst(value=inner):
            return f"{inner.type} {_metadata_value(inner, names)}"
        case MetadataNode():
            return _node(value, names)


def _metadata_value(value: Value, names: Names | None) -> str:
    if names is not None:
        return names.value(value)
    assert not isinstance(value, Local | InlineAsm | MetadataOperand)
    return constant_text(value)


def _node(node: MetadataNode, names: Names | None) -> str:
    """A node; those inside it (expressions, argument lists) are not nested further by LLVM."""
    parts = []
    for key, value in node.fields:
        if key:
            # A template argument that is a name is metadata; every other string field is text.
            is_text = (node.kind, key) != ("DITemplateValueParameter", "value")
            if is_text and isinstance(value, MDString):
                text = f'"{value.text}"'
            else:
                text = metadata_text(value, names)
            parts.append(f"{key}: {text}")
        else:
            parts.append(metadata_text(value, names))
    inner = ", ".join(parts)
    front = "distinct !" if node.distinct else "!"
    if not node.kind:
        return f"{front if node.kind is None else ''}{{{inner}}}"
    return f"{front}{node.kind}({inner})"
