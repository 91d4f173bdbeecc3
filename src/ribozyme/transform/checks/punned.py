"""Bits that are one thing and are read as another, where nothing can part them.

    %v = insertelement <4 x float> %w, float %d, i32 1      %d: part of the bits of an address
    store <4 x float> %v, ptr %slot                          refused, if an address is loaded there

Words that go whole have a shadow pointer and a derivative (`punned_words`). Invariant: after this
no other number with bits of an address that has a shadow is stored where an address may be read,
and none is made of bits whose shadow is not followed.

    store float %x, ptr %a; store float %y, ptr %a + 4
    %d = load double, ptr %a             the bits of two numbers as those of one: refused

    %a = and i64 %w, 281474976710655     the address in a boxed word %w that is a double: refused

Where floats of both kinds are stored, it may be that each is read as what it is, as in a union with
a tag.
"""

from __future__ import annotations

from collections.abc import Iterator

from ribozyme.analysis.declared.call_effects import may_point
from ribozyme.analysis.declared.marks import POINTER
from ribozyme.analysis.provenance.survival import surviving
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Cast, IBinary, Instr, Load, Store
from ribozyme.ir.module import Function
from ribozyme.ir.values import Local, Value
from ribozyme.transform.core.facts import FunctionFacts, ProgramFacts
from ribozyme.transform.core.refuse import Finding, refusal


def punned_values(facts: ProgramFacts) -> Iterator[Finding]:
    """Where an active number is moved as an address, or the reverse, or read as another."""
    for function in facts.program.functions:
        bits = _bits_of_addresses(facts, function)
        for instr in facts.pointsto.instrs(function):
            if _is_unmasked(facts, function, instr):
                what = "an address is taken out of the bits of a number here"
                yield function, refusal(facts.function(function), instr, "RZ303", what)
            if _loses_address(facts, function, instr, bits):
                what = "the bits of an address that goes as a number are taken for one here"
                yield function, refusal(facts.function(function), instr, "RZ303", what)
            if not isinstance(instr, Load) or (kind := _kind(instr.result.type)) is None:
                continue
            if not facts.activity.active(function, instr.result):
                continue
            if facts.typing.is_other_kind(function, instr.pointer, kind):
                what = f"a {kind} is read where only floats of another kind were stored"
                yield function, refusal(facts.function(function), instr, "RZ303", what)


def _bits_of_addresses(facts: ProgramFacts, function: Function) -> set[Value]:
    """What has bits of a number that is an address with a shadow, and is no number itself."""
    work: list[Local] = [
        instr.result
        for instr in facts.pointsto.instrs(function)
        if isinstance(instr, Cast)
        and instr.op == "bitcast"
        and not may_point(instr.value.type)
        and facts.function(function).shadowed(instr.value)
    ]
    found: set[Value] = set(work)
    while work:
        part = work.pop()
        for _, user in function.uses[part.id]:
            result = user.result
            if result is not None and result not in found and part in surviving(user):
                found.add(result)
                work.append(result)
    return found


def _loses_address(facts: ProgramFacts, function: Function, instr: Instr, bits: set[Value]) -> bool:
    """Whether an address with a shadow goes as what has no shadow to where it is one again."""
    view = facts.function(function)
    match instr:
        case Cast(op="inttoptr", value=value):
            return value in bits and not view.shadowed(value)
        case Store(value=value, pointer=pointer):
            if view.shadowed(value):
                return _is_parted(view, instr)
            if value not in bits:
                return False
            image = facts.typing.memory(function, pointer, facts.layout.size(value.type))
            return any(map(image.is_mixed, range(len(image.marks))))
        case _:
            return False


def _is_parted(view: FunctionFacts, store: Store) -> bool:
    """Whether what is stored as a number may be part of an address, or the reverse."""
    words, both = view.whole.words.accessed(view.function, store), view.stored_both(store)
    for leaf in view.stored_floats(store) if words else ():
        inside = range(leaf.offset, leaf.offset + view.layout.size(leaf.type))
        if leaf.offset not in both and any(at in inside for at in words):
            return True
    return False


def _is_unmasked(facts: ProgramFacts, function: Function, instr: Instr) -> bool:
    """Whether an address with a shadow is computed from a word that is a number, as all says that
    speaks of it: what lies in its shadow is a derivative."""
    if not isinstance(instr, IBinary) or not facts.function(function).shadowed(instr.result):
        return False
    if not facts.typing.value(function, instr.result).marks[0] & POINTER:
        return False
    for value in (instr.lhs, instr.rhs):
        if isinstance(value, Local) and value.type is ty.I64:
            image = facts.typing.value(function, value)
            number = image.floats == ((0, ty.DOUBLE),) and not image.is_mixed(0)
            if number and facts.function(function).shadowed(value):
                return True
    return False


def _kind(type: ty.Type) -> ty.FloatType | None:
    """The kind of the floats that a value is made of."""
    inner = type.element if isinstance(type, ty.VectorType) else type
    return inner if isinstance(inner, ty.FloatType) else None
