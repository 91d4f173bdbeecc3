"""Rewrites inline assembly whose meaning is known into instructions.

    %r = asm "", "=x,0"(%v)                    →   %r = freeze %v            a barrier
    %r = asm "maxpd $1, $0", "=x,x,0"(%a, %b)  →   %c = fcmp ogt %b, %a;  %r = select %c, %b, %a

Vector libraries write `max` so, to say what comes of NaN and of two zeros: the second operand. All
other assembly stays, and is refused where a derivative passes through it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call, Compare, Freeze, Instr, Select
from ribozyme.ir.metadata import Meta
from ribozyme.ir.module import Function, Module
from ribozyme.ir.rewrite import expanded, fresh
from ribozyme.ir.values import InlineAsm, Value

_CHOICES: Final = {"max": "ogt", "min": "olt"}
_CHOICE: Final = re.compile(r"(v?)(max|min)([ps])([sd])\s+(\$\d)\s*,\s*(\$\d)(?:\s*,\s*(\$\d))?")


def plain(module: Module) -> Module:
    """The module with instructions in the place of assembly, where it is known."""
    changed = {f.name: _plain(f) for f in module.defined() if any(map(_known, f.shaped(Call)))}
    return replace(module, functions={**module.functions, **changed}) if changed else module


def _known(instr: Instr) -> bool:
    return isinstance(instr, Call) and (_carried(instr) or _chosen(instr)) is not None


def _plain(function: Function) -> Function:
    names = list(function.names)

    def made(instr: Instr) -> Iterator[Instr]:
        if not isinstance(instr, Call) or instr.result is None or not _known(instr):
            yield instr
            return
        carried, chosen = _carried(instr), _chosen(instr)
        if carried is not None:
            if "sideeffect" in _asm(instr).flags:  # it stays where it is, without a use
                yield replace(instr, result=fresh(names, instr.result.type))
            yield Freeze(instr.result, carried, _placed(instr))
        elif chosen is not None:
            predicate, first, second = chosen
            flag = fresh(names, _flags(instr.result.type))
            yield Compare(flag, "fcmp", predicate, first, second, meta=_placed(instr))
            yield Select(instr.result, flag, first, second, meta=_placed(instr))

    return expanded(function, made, names)


def _asm(call: Call) -> InlineAsm:
    assert isinstance(call.callee, InlineAsm)
    return call.callee


def _placed(call: Call) -> Meta:
    return tuple(part for part in call.meta if part[0] == "dbg")


def _flags(type: ty.Type) -> ty.Type:
    return ty.vector(type.count, ty.I1) if isinstance(type, ty.VectorType) else ty.I1


def _operands(call: Call) -> dict[str, Value] | None:
    """The inputs by the number they have in the text, with the register of the one result as $0.

    None for more than one result, for memory operands and alternatives.
    """
    if not isinstance(call.callee, InlineAsm) or call.result is None:
        return None
    parts = [part for part in call.callee.constraints.split(",") if not part.startswith("~")]
    if not parts or not parts[0].startswith("=") or any(set("*|") & set(p) for p in parts):
        return None
    inputs = parts[1:]
    if len(inputs) != len(call.args) or any(part.startswith("=") for part in inputs):
        return None
    found: dict[str, Value] = {}
    for number, (part, value) in enumerate(zip(inputs, call.args, strict=True), 1):
        found["$0" if part == "0" else f"${number}"] = value
    return found


def _carried(call: Call) -> Value | None:
    """The input that an empty text hands through."""
    found = _operands(call)
    if found is None or _asm(call).text.strip() or call.result is None:
        return None
    value = found.get("$0")
    return value if value is not None and value.type == call.result.type else None


def _chosen(call: Call) -> tuple[str, Value, Value] | None:
    """The comparison of a `max` or `min`, what is taken where it holds, and what elsewhere."""
    found = _operands(call)
    if found is None or call.result is None:
        return None
    match = _CHOICE.fullmatch(_asm(call).text.strip())
    if match is None or not _is_packed(call.result.type, match[3], match[4]):
        return None
    three, last = match[7] is not None, match[7] or match[6]
    if bool(match[1]) != three or last != "$0":
        return None
    second, first = found.get(match[5]), found.get(match[6])
    if first is None or second is None or {first.type, second.type} != {call.result.type}:
        return None
    return _CHOICES[match[2]], first, second


def _is_packed(type: ty.Type, packed: str, width: str) -> bool:
    """Whether a type is what the instruction works on."""
    kind = ty.DOUBLE if width == "d" else ty.FLOAT
    if packed == "s":
        return type is kind
    return isinstance(type, ty.VectorType) and not type.scalable and type.element is kind
