"""The common spellings of the common instructions, each by one pattern over its line.

    'fadd fast double %x, 1.000000e+00, !dbg !7'  one match, then tables: type, values, attachments

A reader answers None, and has changed nothing, when its line is not of the common form; then the
general readers take it. This is half of the parser's speed and none of its coverage.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attrs
from ribozyme.ir.instrs import (
    Alloca,
    Br,
    Call,
    Cast,
    Compare,
    CondBr,
    FBinary,
    Gep,
    IBinary,
    Instr,
    Invoke,
    Load,
    Phi,
    Ret,
    Select,
    Store,
)
from ribozyme.ir.values import GlobalRef, Local, Value
from ribozyme.parse.attributes import FAST_MATH, attrs_of, read_attrs, read_convention
from ribozyme.parse.constants import CASTS, scalar
from ribozyme.parse.cursor import plain_global
from ribozyme.parse.instrs import FLOAT_OPS, INTEGER_OPS
from ribozyme.parse.types import read_function_type
from ribozyme.parse.values import Body

Reader = Callable[[Body, str, str], Instr | None]

TYPE: Final = (
    r"(ptr addrspace\(\d++\)|[a-z]\w*+|<\d++ x \w++>|%[\w.]++|%\"[^\"\n]*+\"|\[\d++ x \w++\]"
    r"|\{ [\w, ]+ \})"
)
VALUE: Final = r"([%@]?[-+.\w$]++)"
_P: Final = r"(ptr(?: addrspace\(\d++\))?)"
_L: Final = r"label (%[-.\w$]++)"
_META: Final = r"((?:, ![\w.]++ !\d++)*)(?=\n)"
_FM: Final = rf"((?:(?:{'|'.join(sorted(FAST_MATH))}) )*)"
ATTR: Final = r"[a-z]\w*+(?:\((?:[^()\n]|\([^()\n]*\))*\)| \d++)?"


def _line(pattern: str) -> Callable[[str, int], re.Match[str] | None]:
    """What matches a pattern at a place; names and numbers are ASCII."""
    return re.compile(pattern, re.A).match


_IBINARY: Final = _line(rf"((?:(?:nuw|nsw|exact|disjoint) )*){TYPE} {VALUE}, {VALUE}{_META}")
_FBINARY: Final = _line(rf"{_FM}{TYPE} {VALUE}, {VALUE}{_META}")
_COMPARE: Final = _line(rf"(samesign )?{_FM}(\w++) {TYPE} {VALUE}, {VALUE}{_META}")
_CAST: Final = _line(rf"((?:(?:nuw|nsw|nneg) )*){TYPE} {VALUE} to {TYPE}{_META}")
_LOAD: Final = _line(rf"{TYPE}, {_P} {VALUE}(?:, align (\d++))?{_META}")
_ALLOCA: Final = _line(rf"{TYPE}, align (\d++){_META}")
_STORE: Final = _line(rf"{TYPE} {VALUE}, {_P} {VALUE}(?:, align (\d++))?{_META}")
_GEP: Final = _line(
    rf"((?:inbounds |nusw |nuw )*){TYPE}, {_P} {VALUE}((?:, i\d++ [%@]?[-+.\w$]++)+){_META}"
)
_PAIR: Final = r"[%@]?[-+.\w$]++, %[-.\w$]++"
_PHI: Final = _line(rf"{_FM}{TYPE} \[ ({_PAIR}(?: \], \[ {_PAIR})*) \]{_META}")
_SELECT: Final = _line(rf"{_FM}{TYPE} {VALUE}, {TYPE} {VALUE}, {TYPE} {VALUE}{_META}")
_BR: Final = _line(rf"(?:i1 {VALUE}, {_L}, {_L}|{_L}){_META}")
_RET: Final = _line(rf"(?:void|{TYPE} {VALUE}){_META}")
_CALL: Final = _line(rf"((?:{ATTR} )*?){TYPE}( \([^()\n]*\))? (@[-.\w$]++|%[-.\w$]++)\((\))?")
_ARG: Final = _line(rf"{TYPE}((?: {ATTR})*?) {VALUE}(?:, |(\)))")
_CALL_END: Final = _line(rf"((?: #\d++)?){_META}")
_INVOKE_END: Final = _line(rf"((?: #\d++)?)\s+to {_L} unwind {_L}{_META}")


def token(b: Body, type: ty.Type, text: str) -> Value:
    """The value a token spells."""
    if text[0] == "%":
        known = b.locals.get(text)
        return known if known is not None and known.type is type else b.local(text, type)
    found = b.consts.get((type, text)) or scalar(type, text, b)
    if found is None:
        b.fail(f"'{text}' is no constant of type {type}")
    return found


def _ibinary(b: Body, name: str, op: str) -> Instr | None:
    m = _IBINARY(b.text, b.pos)
    if m is None:
        return None
    flags, type_text, lhs, rhs, meta = m.groups()
    type = b.type(type_text)
    x, y = token(b, type, lhs), token(b, type, rhs)
    b.pos = m.end()
    return IBinary(b.define(name, type), op, x, y, flags[:-1], b.meta(meta))


def _fbinary(b: Body, name: str, op: str) -> Instr | None:
    m = _FBINARY(b.text, b.pos)
    if m is None:
        return None
    flags, type_text, lhs, rhs, meta = m.groups()
    type = b.type(type_text)
    x, y = token(b, type, lhs), token(b, type, rhs)
    b.pos = m.end()
    return FBinary(b.define(name, type), op, x, y, flags[:-1], b.meta(meta))


def _compare(b: Body, name: str, op: str) -> Instr | None:
    m = _COMPARE(b.text, b.pos)
    if m is None:
        return None
    sign, flags, predicate, type_text, lhs, rhs, meta = m.groups()
    type = b.type(type_text)
    x, y = token(b, type, lhs), token(b, type, rhs)
    b.pos = m.end()
    result = b.define(name, ty.I1 if type_text[0] != "<" else ty.like(type, ty.I1))
    return Compare(result, op, predicate, x, y, (sign or flags)[:-1], b.meta(meta))


def _cast(b: Body, name: str, op: str) -> Instr | None:
    m = _CAST(b.text, b.pos)
    if m is None:
        return None
    flags, type_text, value, to, meta = m.groups()
    x = token(b, b.type(type_text), value)
    b.pos = m.end()
    return Cast(b.define(name, b.type(to)), op, x, flags[:-1], b.meta(meta))


def _load(b: Body, name: str, op: str) -> Instr | None:
    m = _LOAD(b.text, b.pos)
    if m is None:
        return None
    type_text, pointer_type, pointer, align, meta = m.groups()
    x = token(b, b.type(pointer_type), pointer)
    b.pos = m.end()
    return Load(b.define(name, b.type(type_text)), x, int(align or 0), meta=b.meta(meta))


def _alloca(b: Body, name: str, op: str) -> Instr | None:
    m = _ALLOCA(b.text, b.pos)
    if m is None:
        return None
    allocated = b.type(m[1])
    b.pos = m.end()
    return Alloca(b.define(name, ty.PTR), allocated, None, int(m[2]), meta=b.meta(m[3]))


def _store(b: Body, name: str, op: str) -> Instr | None:
    m = _STORE(b.text, b.pos)
    if m is None or name:
        return None
    type_text, value, pointer_type, pointer, align, meta = m.groups()
    x = token(b, b.type(type_text), value)
    y = token(b, b.type(pointer_type), pointer)
    b.pos = m.end()
    return Store(x, y, int(align or 0), meta=b.meta(meta))


def _gep(b: Body, name: str, op: str) -> Instr | None:
    m = _GEP(b.text, b.pos)
    if m is None:
        return None
    flags, source, base_type, base, indices, meta = m.groups()
    type = b.type(base_type)
    x = token(b, type, base)
    found = []
    for index in indices[2:].split(", "):
        index_type, _, text = index.partition(" ")
        found.append(token(b, b.type(index_type), text))
    b.pos = m.end()
    return Gep(b.define(name, type), b.type(source), x, tuple(found), flags[:-1], b.meta(meta))


def _phi(b: Body, name: str, op: str) -> Instr | None:
    m = _PHI(b.text, b.pos)
    if m is None:
        return None
    flags, type_text, pairs, meta = m.groups()
    type = b.type(type_text)
    incoming = []
    for pair in pairs.split(" ], [ "):
        text, _, label = pair.partition(", ")
        incoming.append((token(b, type, text), b.label(label)))
    b.pos = m.end()
    return Phi(b.define(name, type), tuple(incoming), flags[:-1], b.meta(meta))


def _select(b: Body, name: str, op: str) -> Instr | None:
    m = _SELECT(b.text, b.pos)
    if m is None:
        return None
    flags, condition_type, condition, then_type, then, other_type, other, meta = m.groups()
    type = b.type(then_type)
    x = token(b, b.type(condition_type), condition)
    y, z = token(b, type, then), token(b, b.type(other_type), other)
    b.pos = m.end()
    return Select(b.define(name, type), x, y, z, flags[:-1], b.meta(meta))


def _br(b: Body, name: str, op: str) -> Instr | None:
    m = _BR(b.text, b.pos)
    if m is None:
        return None
    condition, then, otherwise, target, meta = m.groups()
    if target:
        jump: Instr = Br(b.label(target), b.meta(meta))
    else:
        x = token(b, ty.I1, condition)
        jump = CondBr(x, b.label(then), b.label(otherwise), b.meta(meta))
    b.pos = m.end()
    return jump


def _ret(b: Body, name: str, op: str) -> Instr | None:
    m = _RET(b.text, b.pos)
    if m is None:
        return None
    type_text, value, meta = m.groups()
    x = token(b, b.type(type_text), value) if type_text else None
    b.pos = m.end()
    return Ret(x, b.meta(meta))


# ---- calls -------------------------------------------------------------------------------------

_Prefix = tuple[str, str, Attrs]
_Front = tuple[_Prefix, ty.FunctionType, Value, tuple[Value, ...], tuple[Attrs, ...], int]


def _front(b: Body, start: int) -> _Front | None:
    """What stands before and in the parentheses of a call, and where they end."""
    m = _CALL(b.text, start)
    if m is None:
        return None
    before, result_text, signature, callee_text, empty = m.groups()
    prefix = b.prefixes.get(before) or _prefix(b, before)
    if prefix is None:
        return None
    args: list[Value] = []
    attrs: list[Attrs] = []
    closed, end = empty, m.end()
    while not closed:
        arg = _ARG(b.text, end)
        if arg is None:
            return None
        type_text, attr_text, value, closed = arg.groups()
        type = b.type(type_text)
        if type is ty.METADATA:
            return None
        args.append(token(b, type, value))
        attrs.append(attrs_of(attr_text, b))
        end = arg.end()
    function = _function_type(b, result_text, signature, args)
    callee = _callee(b, callee_text)
    return prefix, function, callee, tuple(args), tuple(attrs) if any(attrs) else (), end


def _prefix(b: Body, text: str) -> _Prefix | None:
    """Fast-math flags, calling convention and result attributes; None with an address space."""
    inner = b.within(text)
    flags = inner.accept_words(FAST_MATH)
    found = flags, read_convention(inner), read_attrs(inner)
    if not inner.at_end():
        return None
    b.prefixes[text] = found
    return found


def _function_type(
    b: Body, result_text: str, signature: str | None, args: list[Value]
) -> ty.FunctionType:
    if signature is None:
        return ty.function(b.type(result_text), tuple([arg.type for arg in args]))
    text = result_text + signature
    found = b.types.get(text)
    if found is None:
        inner = b.within(text)
        found = b.types[text] = read_function_type(inner)
    assert isinstance(found, ty.FunctionType)
    return found


def _callee(b: Body, text: str) -> Value:
    if text[0] == "%":
        return token(b, ty.PTR, text)
    key = (ty.PTR, text)
    found = b.consts.get(key)
    if found is None:
        found = b.consts[key] = GlobalRef(ty.PTR, plain_global(text))
    return found


def _result(b: Body, name: str, type: ty.FunctionType) -> Local | None:
    if (type.result is ty.VOID) == bool(name):
        b.fail("a call has a name exactly when it has a result")
    return b.define(name, type.result) if name else None


def _call(b: Body, name: str, op: str) -> Instr | None:
    start = b.pos
    if op != "call":
        if not b.text.startswith("call ", start):
            return None
        start += 5
    front = _front(b, start)
    end = _CALL_END(b.text, front[5]) if front else None
    if front is None or end is None:
        return None
    prefix, type, callee, args, arg_attrs, _ = front
    b.pos = end.end()
    return Call(
        _result(b, name, type),
        callee,
        type,
        args,
        arg_attrs,
        prefix[2],
        attrs_of(end[1], b),
        "" if op == "call" else op,
        prefix[1],
        prefix[0],
        meta=b.meta(end[2]),
    )


def _invoke(b: Body, name: str, op: str) -> Instr | None:
    front = _front(b, b.pos)
    end = _INVOKE_END(b.text, front[5]) if front else None
    if front is None or end is None:
        return None
    prefix, type, callee, args, arg_attrs, _ = front
    b.pos = end.end()
    return Invoke(
        _result(b, name, type),
        callee,
        type,
        args,
        b.label(end[2]),
        b.label(end[3]),
        arg_attrs,
        prefix[2],
        attrs_of(end[1], b),
        prefix[1],
        meta=b.meta(end[4]),
    )


FAST: Final[dict[str, Reader]] = {
    **dict.fromkeys(INTEGER_OPS, _ibinary),
    **dict.fromkeys(FLOAT_OPS, _fbinary),
    **dict.fromkeys(("icmp", "fcmp"), _compare),
    **dict.fromkeys(CASTS, _cast),
    "load": _load,
    "store": _store,
    "alloca": _alloca,
    "getelementptr": _gep,
    "phi": _phi,
    "select": _select,
    "br": _br,
    "ret": _ret,
    **dict.fromkeys(("call", "tail", "notail"), _call),
    "invoke": _invoke,
}
