"""Debug records from text, `#dbg_value(double %x, !12, !DIExpression(), !15)`.

With debug information they are almost as many as the instructions, in runs, and they tell of few
variables and values many times over: what one of them says is remembered by its spelling.
"""

from __future__ import annotations

import re
from typing import Final

from ribozyme.ir.instrs import DbgRecord, Instr
from ribozyme.ir.metadata import MDConst, MDRef, MetadataNode, MetadataValue
from ribozyme.parse.fast import TYPE, VALUE, token
from ribozyme.parse.metadata import read_metadata
from ribozyme.parse.values import Body

RECORD: Final = "\n    #dbg_"
"""How one begins as LLVM prints it."""

_RECORD: Final = re.compile(
    RECORD + r"([a-z]++)\(([^,()\n]++|!DIArgList\([^()\n]++\)), "
    r"!(\d++, !DIExpression\([^()\n]*+\), !\d++)\)(?=\n)",
    re.A,
).match
_LIST: Final = "!DIArgList("
_TYPED: Final = re.compile(rf"{TYPE} {VALUE}(?:, |\Z)", re.A).match


def fast_records(b: Body) -> list[DbgRecord]:
    """The records that come next and are of the common form."""
    found = []
    text, told, places = b.text, b.told, b.places
    while m := _RECORD(text, b.pos):
        kind, spelled, rest = m.groups()
        what = told.get(spelled) or _told(b, spelled)
        if what is None:
            break
        b.pos = m.end()
        found.append(DbgRecord(kind, (what, *(places.get(rest) or _place(b, rest)))))
    return found


def _told(b: Body, text: str) -> MetadataValue | None:
    """A value, or a list of values: `!DIArgList(i32 %a, i32 4)`; None if it is neither."""
    is_list = text.startswith(_LIST)
    at, end = (len(_LIST), len(text) - 1) if is_list else (0, len(text))
    found: list[MDConst] = []
    while m := _TYPED(text, at, end):
        found.append(MDConst(token(b, b.type(m[1]), m[2])))
        at = m.end()
    if at != end:
        return None
    fields = tuple([("", one) for one in found])
    made = b.told[text] = MetadataNode("DIArgList", fields) if is_list else found[0]
    return made


def _place(b: Body, text: str) -> tuple[MetadataValue, ...]:
    """Variable, expression and location."""
    variable, _, rest = text.partition(", ")
    expression, _, location = rest.rpartition(", !")
    known = b.expressions.get(expression)
    if known is None:
        known = b.expressions[expression] = read_metadata(b.within(expression))
    found = b.places[text] = MDRef(int(variable)), known, MDRef(int(location))
    return found


def read_record(b: Body, kind: str) -> Instr:
    """Take a debug record behind its `#dbg_kind`."""
    b.expect("(")
    operands: list[MetadataValue] = []
    while not b.accept(")"):
        if operands:
            b.expect(",")
        operands.append(read_metadata(b, b.operand))
    return DbgRecord(kind, tuple(operands))
