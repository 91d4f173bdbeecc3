"""Types from text, remembered by their spelling; named structs are resolved in any order.

    "[4 x { double, i32 }]" → ty.array(4, ty.struct((DOUBLE, I32)))

Nothing recurses: an open bracket is an entry of a list.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, final

from ribozyme.ir import types as ty
from ribozyme.parse.cursor import Cursor, plain

_LEAF: Final = re.compile(r'ptr addrspace\(\d+\)|[a-z]\w*|%(?:[-\w.$]+|"[^"]*")')
_FLAT: Final = re.compile(r"(?:<\d+ x \w+>|\[\d+ x \w+\])(?! \()")
_SEQUENCE: Final = re.compile(r"([<\[])\s*(vscale\s+x\s+)?(\d+)\s+x\s+")
_INTEGER: Final = re.compile(r"i(\d+)\Z")
_ADDRSPACE: Final = re.compile(r"addrspace\((\d+)\)")
_LABEL: Final = re.compile(r'%(?:[-\w.$]+|"[^"]*")')
_TARGET_ARGUMENTS: Final = re.compile(r"\([^()]*\)")


@final
class _Open:
    """An aggregate type whose members are being read."""

    __slots__ = ("closer", "items", "make")

    def __init__(self, closer: str, make: Callable[[list[ty.Type]], ty.Type]) -> None:
        self.closer = closer
        self.make = make
        self.items: list[ty.Type] = []


def type_of(text: str, c: Cursor) -> ty.Type:
    """The type a whole text spells, with the names of `c`'s module."""
    found = c.types.get(text)
    if found is None:
        inner = c.within(text)
        found = read_type(inner)
        if not inner.at_end():
            c.fail(f"'{text}' is not a type")
        c.types[text] = found
    return found


def read_type(c: Cursor) -> ty.Type:
    """Take a type that is not a function type."""
    c.skip()
    if flat := _FLAT.match(c.text, c.pos):
        known = c.types.get(flat[0])
        if known is not None:
            c.pos = flat.end()
            return known
    start = c.pos
    open: list[_Open] = []
    while True:
        done = _leaf(c) or _opened(c, open)
        while done is not None:
            if not open:
                if start != c.pos:
                    c.types.setdefault(c.text[start : c.pos], done)
                return done
            top = open[-1]
            top.items.append(done)
            done = None
            if top.closer not in ("]", ">") and c.accept(","):
                break
            c.expect(top.closer)
            done = open.pop().make(top.items)


def read_function_type(c: Cursor) -> ty.Type:
    """Take a type, or a function type: `i32 (ptr, ...)`."""
    result = read_type(c)
    if not c.accept("("):
        return result
    params, vararg = read_param_types(c)
    return ty.function(result, params, vararg)


def read_param_types(c: Cursor) -> tuple[tuple[ty.Type, ...], bool]:
    """Take what follows the parenthesis of a function type, to the end."""
    params: list[ty.Type] = []
    vararg = False
    while not c.accept(")"):
        if params or vararg:
            c.expect(",")
        if c.accept("..."):
            vararg = True
        else:
            params.append(read_type(c))
    return tuple(params), vararg


def _leaf(c: Cursor) -> ty.Type | None:
    c.skip()
    leaf = _LEAF.match(c.text, c.pos)
    if leaf is None:
        return None
    text = leaf[0]
    found = c.types.get(text) or _new_leaf(text, c)
    c.pos = leaf.end()
    if found is ty.PTR:
        space = _ADDRSPACE.match(c.text, c.pos + 1)  # with unusual blanks
        if space:
            c.pos = space.end()
            return ty.pointer(int(space[1]))
    if text == "target":
        arguments = _TARGET_ARGUMENTS.match(c.text, c.pos)
        if arguments is None:
            c.fail("expected '(' behind 'target'")
        c.pos = arguments.end()
        return ty.target(text + arguments[0])
    return found


def _new_leaf(text: str, c: Cursor) -> ty.Type:
    if number := _INTEGER.match(text):
        found: ty.Type = ty.integer(int(number[1]))
    elif text.startswith("%"):
        struct = c.structs.get(text)
        if struct is None:
            c.fail(f"no type {text} is defined")
        found = struct
    elif text.startswith("ptr "):
        found = ty.pointer(int(text[14:-1]))
    elif text == "target":
        return ty.VOID  # the caller reads on
    else:
        c.fail(f"expected a type, found '{text}'")
    c.types[text] = found
    return found


def _opened(c: Cursor, open: list[_Open]) -> ty.Type | None:
    """Push an opened aggregate; an empty struct is done at once."""
    if c.accept("<{"):
        return _opened_struct(c, open, "}>", packed=True)
    if c.accept("{"):
        return _opened_struct(c, open, "}", packed=False)
    sequence = _SEQUENCE.match(c.text, c.pos)
    if sequence is None:
        c.fail("expected a type")
    c.pos = sequence.end()
    count, scalable = int(sequence[3]), sequence[2] is not None
    if sequence[1] == "[":
        open.append(_Open("]", lambda items: ty.array(count, items[0])))
    else:
        open.append(_Open(">", lambda items: ty.vector(count, items[0], scalable)))
    return None


def _opened_struct(
    c: Cursor, open: list[_Open], closer: str, *, packed: bool
) -> ty.StructType | None:
    if c.accept(closer):
        return ty.struct((), packed=packed)
    open.append(_Open(closer, lambda items: ty.struct(tuple(items), packed=packed)))
    return None


def define_structs(bodies: dict[str, tuple[int, str]], c: Cursor) -> None:
    """Define the named structs, spelled name to (place, body), each after those it contains."""
    for wanted in bodies:
        waiting = [wanted]
        entered: set[str] = set()
        while waiting:
            label = waiting[-1]
            place, body = bodies[label]
            missing = [n for n in _LABEL.findall(body) if n not in c.structs and n in bodies]
            if label in c.structs or not missing:
                _define(label, body, place, c)
                waiting.pop()
            elif label in entered:
                c.fail(f"{label} contains itself", place)
            else:
                entered.add(label)
                waiting += missing


def _define(label: str, body: str, place: int, c: Cursor) -> None:
    if label in c.structs:
        return
    if body.strip() == "opaque":
        c.structs[label] = ty.struct(None, label=label)
        return
    c.pos = place
    shape = read_type(c)
    if isinstance(shape, ty.StructType):
        c.structs[label] = ty.struct(shape.fields, label=label, packed=shape.packed)
    else:
        c.fail(f"{plain(label)} is not a struct", place)
