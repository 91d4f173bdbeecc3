"""Functions from text: the header, then block after block until the closing brace.

Labels are found before the instructions are read, since a block is named by its index.
"""

from __future__ import annotations

import re
from typing import Final

from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attrs
from ribozyme.ir.instrs import Instr
from ribozyme.ir.module import Block, Function, Header, Param
from ribozyme.ir.values import Const
from ribozyme.parse import call_instrs, control, instrs
from ribozyme.parse.attributes import attrs_of, read_attrs, read_convention, read_line_attrs
from ribozyme.parse.constants import read_typed_constant
from ribozyme.parse.control import TERMINATORS
from ribozyme.parse.cursor import Cursor, plain, words
from ribozyme.parse.fast import ATTR, FAST, TYPE
from ribozyme.parse.metadata import read_attachments
from ribozyme.parse.records import RECORD, fast_records, read_record
from ribozyme.parse.types import read_type
from ribozyme.parse.values import Body

LINKAGES: Final = words(
    "private internal available_externally linkonce weak common appending extern_weak "
    "linkonce_odr weak_odr external"
)
PREEMPTIONS: Final = frozenset(("dso_local", "dso_preemptable"))
VISIBILITIES: Final = frozenset(("default", "hidden", "protected"))
DLL: Final = frozenset(("dllimport", "dllexport"))
UNNAMED: Final = frozenset(("unnamed_addr", "local_unnamed_addr"))

_LABEL: Final = re.compile(r'\n((?:[-\w.$]+|"[^"\n]*")):')
_PARAM: Final = re.compile(rf" ?{TYPE}((?: {ATTR})*?) (%[-.\w$]+)(?=[,)])").match
_HEAD: Final = re.compile(
    r'\s*+(?:(%(?:[-\w.$]++|"[^"]*+")) = )?(?:([a-z_]++) ?|#dbg_([a-z]++)(?=\())', re.A
)
_SHORT_TAIL: Final = re.compile(
    r"(?: ((?:local_)?unnamed_addr))?((?: #\d++)*+)(?=\n| \{\n| !dbg !\d++ \{\n)", re.A
).match
_END: Final = re.compile(r"\n[ \t]*\}")
_READERS: Final = {**instrs.READERS, **call_instrs.READERS, **control.READERS}
_FRONT: Final = LINKAGES | PREEMPTIONS | VISIBILITIES | DLL
_PLAIN: Final = Header()


def read_header_front(c: Cursor) -> Header:
    """Take linkage, preemption, visibility and DLL class."""
    if c.peek_word() not in _FRONT:
        return _PLAIN
    return Header(
        linkage=c.accept_words(LINKAGES),
        preemption=c.accept_words(PREEMPTIONS),
        visibility=c.accept_words(VISIBILITIES),
        dll=c.accept_words(DLL),
    )


def read_function(c: Cursor, *, defined: bool) -> Function:
    """Take a function behind `define` or `declare`."""
    early = () if defined else read_attachments(c, comma=False)
    front = read_header_front(c)
    convention = read_convention(c)
    result_attrs = read_attrs(c)
    result = read_type(c)
    name = c.global_name()
    body = Body(c)
    params, vararg = _params(body)
    type = ty.function(result, tuple(param.local.type for param in params), vararg)
    tail = _Tail(body, front, name)
    meta = read_attachments(body, comma=False) if defined else early
    blocks = _blocks(body) if defined else ()
    body.close()
    c.pos = body.pos
    return Function(
        name,
        type,
        params,
        blocks,
        tuple(body.names),
        tail.attrs,
        result_attrs,
        convention,
        tail.header,
        tail.gc,
        tail.prefix,
        tail.prologue,
        tail.personality,
        meta,
    )


def _params(b: Body) -> tuple[tuple[Param, ...], bool]:
    b.expect("(")
    params: list[Param] = []
    vararg = False
    while not b.accept(")"):
        if params:
            b.expect(",")
        if b.accept("..."):
            vararg = True
            continue
        if plain := _PARAM(b.text, b.pos):
            b.pos = plain.end()
            local = b.param(plain[3], b.type(plain[1]))
            params.append(Param(local, attrs_of(plain[2], b)))
            continue
        type = read_type(b)
        attrs = read_attrs(b)
        name = b.sigil_name("%") if b.at("%") else None
        params.append(Param(b.param(name, type), attrs))
    return tuple(params), vararg


class _Tail:
    """What stands between the parameters and the body."""

    def __init__(self, c: Cursor, front: Header, name: str) -> None:
        self.gc: str | None = None
        self.prefix: Const | None = None
        self.prologue: Const | None = None
        self.personality: Const | None = None
        if short := _SHORT_TAIL(c.text, c.pos):
            c.pos = short.end()
            self.attrs: Attrs = attrs_of(short[2], c)
            self.header = replace(front, unnamed_addr=short[1]) if short[1] else front
            return
        unnamed_addr = c.accept_words(UNNAMED)
        addrspace = read_space(c)
        self.attrs = read_line_attrs(c, _AFTER_ATTRS)
        section = c.string() if c.accept_word("section") else None
        partition = c.string() if c.accept_word("partition") else None
        comdat = read_comdat(c, name)
        align = c.integer() if c.accept_word("align") else 0
        self.gc = c.string() if c.accept_word("gc") else None
        self.prefix = read_typed_constant(c) if c.accept_word("prefix") else None
        self.prologue = read_typed_constant(c) if c.accept_word("prologue") else None
        self.personality = read_typed_constant(c) if c.accept_word("personality") else None
        self.header = Header(
            front.linkage,
            front.preemption,
            front.visibility,
            front.dll,
            unnamed_addr=unnamed_addr,
            addrspace=addrspace,
            section=section,
            partition=partition,
            comdat=comdat,
            align=align,
        )


_AFTER_ATTRS: Final = frozenset(("align",))


def read_space(c: Cursor) -> int:
    """Take `addrspace(3)`, if it comes."""
    if not c.accept_word("addrspace"):
        return 0
    c.expect("(")
    space = c.integer()
    c.expect(")")
    return space


def read_comdat(c: Cursor, name: str) -> str | None:
    """Take `comdat` or `comdat($other)`, if it comes."""
    if not c.accept_word("comdat"):
        return None
    if not c.accept("("):
        return name
    other = c.name("$")
    c.expect(")")
    return other


def _blocks(b: Body) -> tuple[Block, ...]:
    b.expect("{")
    end = _END.search(b.text, b.pos)
    if end is None:
        b.fail("the function is not closed")
    labels = _labels(b, end.start())
    blocks = []
    for index, name in enumerate(labels):
        if index or name is not None:
            b.skip()
            if name is not None:
                b.pos += len(name) + 1
        blocks.append(Block(_block_name(name), _instrs(b)))
    _skip_use_lists(b)
    b.expect("}")
    return tuple(blocks)


def _labels(b: Body, end: int) -> list[str | None]:
    """The labels of the body as spelled, and their indices into `b.labels`."""
    found: list[str | None] = []
    first = len(b.text)
    for label in _LABEL.finditer(b.text, b.pos, end):
        if not found:
            first = label.start()
        found.append(label[1])
    start = b.pos
    b.skip()
    if not found or b.pos < first:
        found.insert(0, None)
    b.pos = start
    for index, name in enumerate(found):
        spelled = str(sum(known is None for known in b.names)) if name is None else name
        if b.labels.setdefault(f"%{spelled}", index) != index:
            b.fail(f"two blocks are named {spelled}")
    return found


def _block_name(label: str | None) -> str | None:
    return None if label is None or label[0].isdigit() else plain("%" + label)


def _instrs(b: Body) -> tuple[Instr, ...]:
    found: list[Instr] = []
    text = b.text
    while True:
        if text.startswith(RECORD, b.pos):
            found += fast_records(b)
        head = _HEAD.match(text, b.pos)
        if head is None:
            b.skip()
            if head := _HEAD.match(text, b.pos):
                continue
            b.fail("expected an instruction")
        name, op, record = head.groups()
        b.pos = head.end()
        if record:
            found.append(read_record(b, record))
            continue
        fast = FAST.get(op)
        instr = fast(b, name or "", op) if fast else None
        found.append(_general(b, name or "", op) if instr is None else instr)
        if op in TERMINATORS:
            return tuple(found)


def _general(b: Body, name: str, op: str) -> Instr:
    reader = _READERS.get(op)
    if reader is None:
        b.fail(f"'{op}' is no instruction")
    return reader(b, name, op)


def _skip_use_lists(b: Body) -> None:
    while b.peek_word() in ("uselistorder", "uselistorder_bb"):
        skip_use_list(b)


def skip_use_list(c: Cursor) -> None:
    """Pass over a use-list order, which is no part of the program."""
    while not c.accept("}"):
        c.skip()
        c.pos += 1
