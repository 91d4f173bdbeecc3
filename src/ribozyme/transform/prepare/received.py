"""Numbers that `>>` and `scanf` read go through memory of their own.

    in >> x      →      %old = load x;  store %mark, %own;  in >> %own
                        %new = load %own
                        store (bits of %new are %mark ? %old : %new), x

What comes from outside has no derivative. But nothing may come: at the end of the text `>>` leaves
the number as it was, and `scanf` leaves what it does not get to; then the old number keeps its
derivative. `%mark` is a NaN that nobody writes. An integer needs none: its own memory begins with
the old value.

Not rewritten: what reads text into an array, and a `scanf` whose format is not a constant. A stream
that was told to throw leaves the old number where the C++ library would leave 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, final

from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Alloca,
    Br,
    Call,
    Cast,
    Compare,
    Instr,
    Invoke,
    Label,
    Load,
    Phi,
    Select,
    Store,
)
from ribozyme.ir.metadata import Meta
from ribozyme.ir.module import Block, Function, GlobalVariable, Module
from ribozyme.ir.rewrite import fresh
from ribozyme.ir.values import ConstFloat, ConstString, GlobalRef, Local, Value, const_int
from ribozyme.rules.inactive import EXTRACTING

Places = Mapping[int, ty.Type]
"""The arguments that lead to one number each, and of what type it is."""

_EXTRACTED: Final[dict[str, ty.Type]] = {
    f"{head}{letter}{tail}": type
    for letters, type in (
        ("d", ty.DOUBLE), ("f", ty.FLOAT), ("b", ty.I8), ("st", ty.integer(16)), ("ij", ty.I32),
        ("lmxy", ty.I64),
    )
    for letter in letters
    for head, tail in EXTRACTING
}  # fmt: skip
_SCANS: Final = {
    f"{prefix}{name}": place
    for prefix in ("", "__isoc99_", "__isoc23_")
    for name, place in (("scanf", 0), ("fscanf", 1), ("sscanf", 1))
}
_MARKS: Final[dict[ty.Type, int]] = {ty.DOUBLE: 0x7FF85A3C96E1D2B7, ty.FLOAT: 0x7FD3C5A9}
_CONVERSION: Final = re.compile(
    rb"%%|%(\*)?\d*m?(hh|h|ll|l|L|j|z|t)?(\[\^?\]?[^]]*\]|[diouxXeEfFgGaAcspn])"
)
_INTEGERS: Final = {b"hh": ty.integer(8), b"h": ty.integer(16), b"": ty.I32}


def numbers_apart(module: Module) -> Module:
    """The module in which such calls are given memory of their own; itself where there are none."""
    if not any(name in _EXTRACTED or name in _SCANS for name in module.functions):
        return module
    changed = {
        function.name: _Rewriting(function, calls).whole()
        for function in module.defined()
        if (calls := dict(_calls(module, function)))
    }
    return replace(module, functions={**module.functions, **changed}) if changed else module


def _calls(module: Module, function: Function) -> Iterator[tuple[int, Places]]:
    """The calls that read numbers, by their identity."""
    for instr in function.instrs():
        if isinstance(instr, Call | Invoke) and isinstance(instr.callee, GlobalRef):
            name = instr.callee.name
            places: Places = {}
            if name in _EXTRACTED and len(instr.args) == 2:
                places = {1: _EXTRACTED[name]}
            elif name in _SCANS:
                places = _scanned(module, instr, _SCANS[name])
            if places and all(ty.has_pointer(instr.args[at].type) for at in places):
                yield id(instr), places


def _scanned(module: Module, call: Call | Invoke, format: int) -> Places:
    """What a constant format says of the arguments; nothing where it does not fit them."""
    given = call.args[format]
    text = module.globals.get(given.name) if isinstance(given, GlobalRef) else None
    if not isinstance(text, GlobalVariable) or not text.constant:
        return {}
    if not isinstance(text.initialiser, ConstString):
        return {}
    data = text.initialiser.data.partition(b"\0")[0]
    found = [one for one in _CONVERSION.finditer(data) if one[0] != b"%%" and not one[1]]
    if len(found) != len(call.args) - format - 1 or data.count(b"%") != sum(
        one[0].count(b"%") for one in _CONVERSION.finditer(data)
    ):
        return {}
    types = (_type(one[2] or b"", one[3]) for one in found)
    return {format + 1 + k: type for k, type in enumerate(types) if type is not None}


def _type(length: bytes, letter: bytes) -> ty.Type | None:
    if letter in b"eEfFgGaA":
        return {b"": ty.FLOAT, b"l": ty.DOUBLE}.get(length)
    return _INTEGERS.get(length, ty.I64) if letter in b"diouxXn" else None


@final
class _Rewriting:
    """A function whose calls of some kind get memory of their own."""

    def __init__(self, function: Function, calls: Mapping[int, Places]) -> None:
        self._function, self._calls = function, calls
        self._names = list(function.names)
        self._start: list[Instr] = []
        self._more: list[Block] = []
        self._moved: dict[tuple[Label, Label], Label] = {}  # edges that have a block now

    def whole(self) -> Function:
        blocks = [self._block(label, block) for label, block in enumerate(self._function.blocks)]
        blocks = [Block(b.name, tuple(self._phi(at, i) for i in b.instrs))
                  for at, b in enumerate(blocks)]  # fmt: skip
        blocks[0] = Block(blocks[0].name, (*self._start, *blocks[0].instrs))
        return replace(self._function, blocks=(*blocks, *self._more), names=self._names)

    def _phi(self, at: Label, instr: Instr) -> Instr:
        if not isinstance(instr, Phi):
            return instr
        edges = ((value, self._moved.get((from_, at), from_)) for value, from_ in instr.incoming)
        return replace(instr, incoming=tuple(edges))

    def _block(self, label: Label, block: Block) -> Block:
        made: list[Instr] = []
        for instr in block.instrs:
            places = self._calls.get(id(instr))
            if places is None or not isinstance(instr, Call | Invoke):
                made.append(instr)
                continue
            before, args, after = self._apart(instr, places)
            made += before
            if isinstance(instr, Call):
                made += [replace(instr, args=args), *after]
                continue
            between = len(self._function.blocks) + len(self._more)
            self._more.append(Block(None, (*after, Br(instr.normal, meta=instr.meta))))
            self._moved[label, instr.normal] = between
            made.append(replace(instr, args=args, normal=between))
        return Block(block.name, tuple(made))

    def _apart(
        self, call: Call | Invoke, places: Places
    ) -> tuple[list[Instr], tuple[Value, ...], list[Instr]]:
        """What stands before a call, its arguments, and what stands behind it."""
        before: list[Instr] = []
        after: list[Instr] = []
        args = list(call.args)
        for at, type in places.items():
            own, old, new = (self._fresh(one) for one in (ty.PTR, type, type))
            self._start.append(Alloca(own, type, align=8))
            mark = _MARKS.get(type)
            start: Value = old if mark is None else ConstFloat(type, mark)
            before += [Load(old, args[at], 1, meta=call.meta), Store(start, own, 8, meta=call.meta)]
            after.append(Load(new, own, 8, meta=call.meta))
            kept: Value = new
            if mark is not None:
                kept = self._chosen(after, (old, new), mark, call.meta)
            after.append(Store(kept, args[at], 1, meta=call.meta))
            args[at] = own
        return before, tuple(args), after

    def _chosen(
        self, after: list[Instr], numbers: tuple[Local, Local], mark: int, meta: Meta
    ) -> Local:
        """The old number where the mark is still there."""
        old, new = numbers
        word = ty.integer(64 if old.type == ty.DOUBLE else 32)
        bits, same, kept = (self._fresh(one) for one in (word, ty.I1, old.type))
        after += [
            Cast(bits, "bitcast", new, meta=meta),
            Compare(same, "icmp", "eq", bits, const_int(word, mark), meta=meta),
            Select(kept, same, old, new, meta=meta),
        ]
        return kept

    def _fresh(self, type: ty.Type) -> Local:
        return fresh(self._names, type)
