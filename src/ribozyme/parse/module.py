"""Modules from text.

    parse_module("define double @f(double %x) {\\n  ret double %x\\n}\\n").functions["f"]

Named structs are defined first, since they may be used before they are spelled out; then everything
is read in order. What is not interpreted is carried, use-list orders and summaries are dropped.
"""

from __future__ import annotations

import re
from typing import Final

from ribozyme.base.collector import paused
from ribozyme.base.record import replace
from ribozyme.base.stages import functions, staged
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attrs
from ribozyme.ir.metadata_nodes import Nodes
from ribozyme.ir.module import Alias, GlobalVariable, Header, Module
from ribozyme.ir.values import Const, ConstGep
from ribozyme.parse.attributes import attrs_of, read_attrs
from ribozyme.parse.constants import EXPRESSIONS, read_constant, read_typed_constant
from ribozyme.parse.cursor import Cursor
from ribozyme.parse.function import (
    UNNAMED,
    read_comdat,
    read_function,
    read_header_front,
    read_space,
    skip_use_list,
)
from ribozyme.parse.metadata import NodeReader, read_attachments, read_name, read_nodes
from ribozyme.parse.types import define_structs, read_function_type, read_type

_STRUCT: Final = re.compile(r'\n(%(?:[-\w.$]+|"[^"]*")) = type ([^\n]*)')
_GROUP: Final = re.compile(r' ((?:[^"{}\n]|"[^"\n]*")*) (?=\}\n)')
_EXTRAS: Final = (
    "code_model",
    "no_sanitize_address",
    "no_sanitize_hwaddress",
    "sanitize_memtag",
    "sanitize_address_dyninit",
)


@staged("parse")
def parse_module(text: str, file: str = "<string>") -> Module:
    """The module of LLVM text; `file` is what errors call it."""
    c = Cursor(text, file)
    module = Module(metadata=Nodes(read=NodeReader(c)))
    with paused():
        _structs(c, module)
        while not c.at_end():
            _top(c, module)
    functions("parse", sum(1 for _ in module.defined()))
    return module


def _structs(c: Cursor, module: Module) -> None:
    text = "\n" + c.text  # a struct may stand in the first line
    bodies = {found[1]: (found.start(2) - 1, found[2]) for found in _STRUCT.finditer(text)}
    define_structs(bodies, c)
    module.structs = tuple(c.structs[label] for label in bodies)
    c.pos = 0


def _top(c: Cursor, module: Module) -> None:
    match c.text[c.pos]:
        case "!":
            _metadata(c, module)
        case "@":
            _global(c, module)
        case "%":
            c.sigil_name("%")
            c.expect("=")
            c.expect_word("type")
            if not c.accept_word("opaque"):
                read_type(c)
        case "$":
            name = c.name("$")
            c.expect("=")
            c.expect_word("comdat")
            module.comdats += ((name, c.word()),)
        case "^":
            end = c.text.find("\n", c.pos)
            c.pos = end if end >= 0 else len(c.text)
        case _:
            _worded(c, module)


def _worded(c: Cursor, module: Module) -> None:
    start = c.pos
    match c.word():
        case "define":
            _function(c, module, defined=True)
        case "declare":
            _function(c, module, defined=False)
        case "attributes":
            c.expect("#")
            number = c.integer()
            c.expect("=")
            c.expect("{")
            module.attribute_groups[number] = _group(c)
            c.expect("}")
        case "source_filename":
            c.expect("=")
            module.source_filename = c.raw_string()
        case "target":
            kind = c.word()
            c.expect("=")
            if kind == "datalayout":
                module.layout = c.raw_string()
            else:
                module.triple = c.raw_string()
        case "module":
            c.expect_word("asm")
            module.asm += (c.raw_string(),)
        case "uselistorder" | "uselistorder_bb":
            skip_use_list(c)
        case word:
            c.fail(f"'{word}' begins nothing that LLVM knows", start)


def _group(c: Cursor) -> Attrs:
    """Take the attributes of a group, at one go where they are spelled as LLVM does."""
    line = _GROUP.match(c.text, c.pos)
    if line is None:
        return read_attrs(c)
    c.pos = line.end()
    return attrs_of(line[1], c)


def _function(c: Cursor, module: Module, *, defined: bool) -> None:
    start = c.pos
    function = read_function(c, defined=defined)
    if function.name in module.functions or function.name in module.globals:
        c.fail(f"@{function.name} is defined twice", start)
    module.functions[function.name] = function


def _metadata(c: Cursor, module: Module) -> None:
    if c.text[c.pos + 1 : c.pos + 2].isdecimal():
        read_nodes(c, module.metadata)
        return
    name = read_name(c)
    c.expect("=")
    c.expect("!{")
    ids: list[int] = []
    while not c.accept("}"):
        if ids:
            c.expect(",")
        c.expect("!")
        ids.append(c.integer())
    module.named_metadata[name] = tuple(ids)


def _global(c: Cursor, module: Module) -> None:
    start = c.pos
    name = c.global_name()
    if name in module.functions or name in module.globals:
        c.fail(f"@{name} is defined twice", start)
    c.expect("=")
    front = read_header_front(c)
    thread_local = _thread_local(c)
    unnamed_addr = c.accept_words(UNNAMED)
    kind = c.peek_word()
    if kind in ("alias", "ifunc"):
        module.globals[name] = _alias(c, name, front, thread_local, unnamed_addr)
    else:
        module.globals[name] = _variable(c, name, front, thread_local, unnamed_addr)


def _thread_local(c: Cursor) -> str:
    if not c.accept_word("thread_local"):
        return ""
    return "thread_local" + (c.balanced() if c.at("(") else "")


def _alias(c: Cursor, name: str, front: Header, thread_local: str, unnamed_addr: str) -> Alias:
    kind = c.word()
    type = read_function_type(c)
    c.expect(",")
    aliasee = _aliasee(c)
    partition = None
    start = c.pos
    if c.accept(",") and c.accept_word("partition"):
        partition = c.string()
    else:
        c.pos = start
    header = Header(
        front.linkage,
        front.preemption,
        front.visibility,
        front.dll,
        thread_local,
        unnamed_addr,
        partition=partition,
    )
    return Alias(name, kind, type, aliasee, header, read_attachments(c))


def _aliasee(c: Cursor) -> Const:
    """Take what an alias stands for; an expression comes without its type."""
    if c.peek_word() not in EXPRESSIONS:
        return read_typed_constant(c)
    found = read_constant(c, ty.PTR)
    return replace(found, type=found.base.type) if isinstance(found, ConstGep) else found


def _variable(
    c: Cursor, name: str, front: Header, thread_local: str, unnamed_addr: str
) -> GlobalVariable:
    addrspace = read_space(c)
    externally_initialized = c.accept_word("externally_initialized")
    kind = c.word()
    if kind not in ("global", "constant"):
        c.fail("expected 'global' or 'constant'")
    type = read_type(c)
    declared = front.linkage in ("external", "extern_weak")
    initialiser = None if declared else read_constant(c, type)
    tail: dict[str, str | int | None] = {}
    extra: list[str] = []
    while True:
        start = c.pos
        if not c.accept(",") or c.at("!"):
            c.pos = start
            break
        _trailer(c, name, tail, extra)
    meta = read_attachments(c)
    attrs = read_attrs(c) if c.at("#") else ()
    header = Header(
        front.linkage,
        front.preemption,
        front.visibility,
        front.dll,
        thread_local,
        unnamed_addr,
        addrspace,
        _text(tail.get("section")),
        _text(tail.get("partition")),
        _text(tail.get("comdat")),
        int(tail.get("align") or 0),
        ", ".join(extra),
    )
    return GlobalVariable(
        name, type, initialiser, kind == "constant", header, externally_initialized, attrs, meta
    )


def _text(value: str | int | None) -> str | None:
    return value if isinstance(value, str) else None


def _trailer(c: Cursor, name: str, tail: dict[str, str | int | None], extra: list[str]) -> None:
    match c.peek_word():
        case "section" | "partition" as word:
            c.word()
            tail[word] = c.string()
        case "comdat":
            tail["comdat"] = read_comdat(c, name)
        case "align":
            c.word()
            tail["align"] = c.integer()
        case "code_model":
            extra.append(f'{c.word()} "{c.raw_string()}"')
        case word if word in _EXTRAS:
            extra.append(c.word())
        case word:
            c.fail(f"'{word}' does not belong to a global")
