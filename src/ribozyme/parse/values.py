"""The values of a function: handles by their spelling, forward references, labels.

A `Body` is a cursor in a function. A name that is used before its definition gets its handle at
the use; the definition gives that same handle its id, so ids follow the order of definitions.
"""

from __future__ import annotations

from typing import final

from ribozyme.ir import types as ty
from ribozyme.ir.metadata import Meta, MetadataValue
from ribozyme.ir.values import InlineAsm, Local, MetadataOperand, Value
from ribozyme.parse.constants import read_constant, scalar
from ribozyme.parse.cursor import Cursor, plain
from ribozyme.parse.metadata import plain_attachments, read_metadata
from ribozyme.parse.types import read_type, type_of


@final
class Body(Cursor):
    """A cursor in a function: its locals by spelling and its labels."""

    __slots__ = ("forward", "labels", "locals", "names", "told")

    def __init__(self, module: Cursor) -> None:
        self.text, self.file, self.pos = module.text, module.file, module.pos
        self.share(module)
        self.locals: dict[str, Local] = {}
        self.forward: dict[str, tuple[Local, int]] = {}
        self.names: list[str | None] = []
        self.labels: dict[str, int] = {}
        self.told: dict[str, MetadataValue] = {}  # what debug records tell of, by its spelling

    def define(self, name: str, type: ty.Type) -> Local:
        """The handle of a new local, given the next id."""
        id = len(self.names)
        self.names.append(None if name[1].isdigit() else plain(name))
        known = self.locals.get(name)
        if known is None:
            known = self.locals[name] = Local(id, type)
            return known
        if self.forward.pop(name, None) is None:
            self.fail(f"{name} is defined twice", self._place(name))
        if known.type is not type:
            message = f"{name} is used as {known.type} and defined as {type}"
            self.fail(message, self._place(name))
        known.id = id
        return known

    def _place(self, name: str) -> int:
        """Where the definition begins that was just read."""
        return max(self.text.rfind(f"{name} =", 0, self.pos), 0)

    def _use(self, name: str, pos: int) -> int:
        """Where a name stands that was used when the cursor was at `pos`, before or behind it."""
        return max(self.text.find(name, max(pos - len(name), 0)), 0)

    def param(self, name: str | None, type: ty.Type) -> Local:
        """The handle of a parameter."""
        id = len(self.names)
        spelled = f"%{sum(known is None for known in self.names)}" if name is None else name
        local = self.locals[spelled] = Local(id, type)
        self.names.append(None if spelled[1].isdigit() else plain(spelled))
        return local

    def local(self, name: str, type: ty.Type) -> Local:
        """The handle of a use."""
        known = self.locals.get(name)
        if known is None:
            known = self.locals[name] = Local(-1, type)
            self.forward[name] = (known, self.pos)
        elif known.type is not type:
            self.fail(f"{name} is of type {known.type}, not {type}", self._use(name, self.pos))
        return known

    def value(self, type: ty.Type, text: str) -> Value | None:
        """The value of a single token; None when it is no value of the type."""
        return self.local(text, type) if text[0] == "%" else scalar(type, text, self)

    def type(self, text: str) -> ty.Type:
        """The type of a spelling."""
        return self.types.get(text) or type_of(text, self)

    def meta(self, text: str) -> Meta:
        """The attachments of a text, remembered."""
        known = self.metas.get(text)
        if known is None:
            known = self.metas[text] = plain_attachments(text)
        return known

    def label(self, name: str) -> int:
        """The block of a spelled label."""
        index = self.labels.get(name)
        if index is None:
            self.fail(f"there is no block {name}", self._use(name, self.pos))
        return index

    def operand(self, type: ty.Type) -> Value:
        """Take a value of a type that was already read."""
        return read_operand(self, type)

    def close(self) -> None:
        """Fail if a name was used and never defined."""
        for name, (_, place) in self.forward.items():
            self.fail(f"{name} is not defined", self._use(name, place))


def read_operand(b: Body, type: ty.Type) -> Value:
    """Take a value of a type that was already read."""
    if b.at("%"):
        return b.local(b.sigil_name("%"), type)
    if type is ty.METADATA:
        return MetadataOperand(type, read_metadata(b, b.operand))
    return read_constant(b, type)


def read_typed(b: Body) -> Value:
    """Take `type value`."""
    return read_operand(b, read_type(b))


def read_target(b: Body) -> int:
    """Take `label %name`."""
    b.expect_word("label")
    return b.label(b.sigil_name("%"))


def read_callee(b: Body) -> Value:
    """Take what is called: a name, inline assembly or a constant expression."""
    if not b.accept_word("asm"):
        return read_operand(b, ty.PTR)
    flags = b.accept_words(frozenset(("sideeffect", "alignstack", "inteldialect", "unwind")))
    text = b.raw_string()
    b.expect(",")
    return InlineAsm(ty.PTR, text, b.raw_string(), flags)
