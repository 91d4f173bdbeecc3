"""Finds untracked addresses that may reach memory with a shadow.

    %q = inttoptr i64 (%k << 3)        %k: an address, shifted
    %x = load double, ptr %q           refused: the shadow of %q is not known

An untracked address (`analysis.provenance`) must not be dereferenced or called where it may lead to
memory with a shadow. It is harmless as an index, an operand of a comparison, a divisor, a hash, or
as text. Nor may a number that depends on an input be stored behind an address made of a number.

Words that go whole have a shadow pointer and a derivative (`punned_words`). Invariant: what passes
has a shadow for each address through which it reaches active memory, and no other number with bits
of such an address is stored where one may be read.

    %v = insertelement <4 x float> %w, float %d, i32 1      %d: part of the bits of an address
    store <4 x float> %v, ptr %slot                         refused, if an address is loaded there
    %a = and i64 %w, 281474976710655                        the address in a boxed word %w that is a
                                                            double: refused
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ribozyme.analysis.declared.call_effects import may_point
from ribozyme.analysis.declared.cxxlibrary import moves_characters
from ribozyme.analysis.declared.marks import ADDRESS, POINTER
from ribozyme.analysis.provenance.provenance import Lands, Source, Untracked
from ribozyme.analysis.provenance.survival import is_followed, rotates, surviving
from ribozyme.base.bitset import union
from ribozyme.base.errors import Error
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Call,
    CallBr,
    Cast,
    ExtractElement,
    ExtractValue,
    Gep,
    IBinary,
    InsertElement,
    InsertValue,
    Instr,
    Invoke,
    Load,
    Shuffle,
    Store,
)
from ribozyme.ir.module import Function
from ribozyme.ir.values import InlineAsm, Local, Value, leads_nowhere
from ribozyme.rules.memory import MemoryCopy
from ribozyme.transform.core import contents
from ribozyme.transform.core.facts import UNKNOWN, FunctionFacts, ProgramFacts
from ribozyme.transform.core.places import place
from ribozyme.transform.core.refuse import Finding, refusal

_CODE: Final = "RZ405"
_WHOLE: Final = 0xFF
"""All bytes of an address."""


def untracked_addresses(facts: ProgramFacts) -> Iterator[Finding]:
    """Where untracked bits matter."""
    concerned = facts.concerned
    untracked = Untracked(facts.pointsto, _cut(facts, concerned), lands=_holds_addresses(facts))
    if not untracked:
        return
    for function in facts.pointsto.functions:
        for instr in facts.pointsto.instrs(function):
            for pointer in _dereferenced(facts, instr):
                if untracked.of(function, pointer) & concerned:
                    yield function, _refusal(facts, function, instr, untracked, pointer)
            if _is_lost(facts, function, instr, untracked):
                what = "where this address of active memory comes from is not known"
                yield function, refusal(facts.function(function), instr, _CODE, what)


def words_with_addresses(facts: ProgramFacts) -> Iterator[Finding]:
    """Where an address that goes as a number is lost on its way, or taken out of its bits."""
    for function in facts.program.functions:
        view, bits = facts.function(function), _bits_of_addresses(facts, function)
        for instr in facts.pointsto.shaped(function, IBinary, Cast, Store):
            if _is_unmasked(facts, function, instr):
                what = "an address is taken out of the bits of a number here"
                yield function, refusal(view, instr, _CODE, what)
            if _loses_address(facts, function, instr, bits):
                what = "the bits of an address that goes as a number are taken for one here"
                yield function, refusal(view, instr, _CODE, what)


def _refusal(
    facts: ProgramFacts, function: Function, instr: Instr, untracked: Untracked, pointer: Value
) -> Error:
    assert isinstance(pointer, Local)
    source = untracked.origin(function, pointer)
    there = None if source is None else place(facts.function(source[0]), source[1])[0]
    notes = () if there is None else (f"the bits of an address are computed with at {there}",)
    what = "this address is made of bits of another, in a way in which addresses are not followed"
    return refusal(facts.function(function), instr, _CODE, what, notes=notes)


def _holds_addresses(facts: ProgramFacts) -> Lands:
    """Whether bits are stored where they may become an address again: words may anywhere, pieces
    where addresses lie."""

    def lands(function: Function, pointer: Value, size: int | None) -> bool:
        if size is None or size >= ADDRESS:
            return True
        image = facts.typing.memory(function, pointer, size)
        return not image.known or any(mark & POINTER for mark in image.marks)

    return lands


# ---- where bits are lost sight of ----------------------------------------------------------------


def _cut(facts: ProgramFacts, concerned: int) -> list[Source]:
    """The instructions from which on the bits of addresses that matter are not followed.

    Pieces count where all bytes of an address are loaded as such, one here, one there.
    """
    cut: list[Source] = []
    pieces: list[Source] = []
    loaded = 0
    for function in facts.pointsto.functions:
        if moves_characters(function.name):
            continue
        for instr in facts.pointsto.instrs(function):
            if isinstance(instr, Load):
                label = _of_pieces(facts, function, instr, concerned)
                if label:
                    pieces.append((function, instr, label))
                    loaded |= _bytes_loaded(facts, function, instr)
                continue
            label = _label(facts, function, instr, concerned)
            if label:
                cut.append((function, instr, label))
    return cut + pieces if loaded == _WHOLE else cut


def _of_pieces(facts: ProgramFacts, function: Function, load: Load, concerned: int) -> int:
    """The objects of whose address a narrow integer may have bytes, as a bit set.

    What the source calls an integer is one: only characters copy an address in pieces.
    """
    said = facts.pointsto.tbaa.scalar(load.meta)
    if not _is_narrow(load.result.type) or said not in (None, "omnipotent char"):
        return 0
    size = facts.layout.size(load.result.type)
    label = facts.pointsto.led_to(function, load.pointer, size) & concerned
    return label if label and _has_address(facts, function, load.result) else 0


def _bytes_loaded(facts: ProgramFacts, function: Function, load: Load) -> int:
    """Which bytes of addresses a narrow load may load, as a bit set."""
    points, found = facts.pointsto, 0
    size = facts.layout.size(load.result.type)
    if size <= ADDRESS <= (load.align or 0):
        return (1 << size) - 1
    for there in points.of(function, load.pointer):
        words = points.words(there.object)
        places = ((there.offset, there.stride), *words)
        at = there.offset % ADDRESS
        known = points.is_fixed(there.object) and not any(step % ADDRESS for _, step in places)
        if not known or at + size > ADDRESS or any(other % ADDRESS for other, _ in words):
            return _WHOLE
        found |= (1 << size) - 1 << at
    return found


def _label(facts: ProgramFacts, function: Function, instr: Instr, concerned: int) -> int:
    points = facts.pointsto
    match instr:
        case Cast(op="inttoptr", value=value):
            return 0 if points.mask(function, value) & ~UNKNOWN else UNKNOWN
        case ExtractValue(result=part) if not _has_address(facts, function, part):
            return 0  # another member of the struct is an address
        case IBinary() | Cast() | ExtractValue() | ExtractElement():
            pass
        case InsertValue() | InsertElement() | Shuffle():
            pass
        case Gep(base=base) if leads_nowhere(base):
            pass
        case Call() | Invoke() | CallBr() if rotates(instr):
            pass
        case _:
            return 0
    if instr.result is None or (
        is_followed(instr) and points.constraints.may_hold(instr.result.type)
    ):
        return 0
    if ty.scalar(instr.result.type) is ty.I1:
        return 0
    return union(
        points.mask(function, value) & concerned
        for value in surviving(instr)
        if _has_address(facts, function, value)
    )


def _has_address(facts: ProgramFacts, function: Function, value: Value) -> bool:
    """Whether a value has bytes of an address, or was computed from one: members of one struct
    have one provenance, but types of their own."""
    work, seen = [value], {value}
    while work:
        one = work.pop()
        made = function.definition(one)
        if not isinstance(made, IBinary):
            if any(mark & POINTER for mark in facts.typing.value(function, one).marks):
                return True
            continue
        work += [each for each in surviving(made) if each not in seen]
        seen.update(surviving(made))
    return False


def _is_narrow(type: ty.Type) -> bool:
    """Whether a value is an integer without room for an address."""
    inner = ty.scalar(type)
    return isinstance(inner, ty.IntType) and inner.bits >= 8 and not may_point(type)


# ---- where they matter ---------------------------------------------------------------------------


def _dereferenced(facts: ProgramFacts, instr: Instr) -> Iterator[Value]:
    """The addresses by which an instruction accesses numbers or addresses, or calls."""
    match instr:
        case Load(result=result, pointer=pointer):
            if not _is_narrow(result.type):
                yield pointer
        case Store(pointer=pointer):
            yield pointer
        case Call() | Invoke() | CallBr():
            if not isinstance(instr.callee, InlineAsm):
                yield instr.callee
            copy = facts.pointsto.meaning(instr)
            if isinstance(copy, MemoryCopy):
                yield from (instr.args[copy.source], instr.args[copy.target])
        case _:
            return


def _is_lost(facts: ProgramFacts, function: Function, instr: Instr, untracked: Untracked) -> bool:
    """Whether a number that depends on an input is stored behind an address made of a number."""
    if not isinstance(instr, Store) or not ty.is_float(instr.value.type):
        return False
    if not untracked.of(function, instr.pointer) & UNKNOWN:
        return False
    known = facts.pointsto.mask(function, instr.pointer) & ~UNKNOWN
    return not known and facts.activity.varied(function, instr.value)


# ---- addresses that go as numbers ----------------------------------------------------------------


def _bits_of_addresses(facts: ProgramFacts, function: Function) -> set[Value]:
    """What has bits of a number that is an address with a shadow, and is no number itself."""
    work: list[Local] = [
        instr.result
        for instr in facts.pointsto.shaped(function, Cast)
        if instr.op == "bitcast"
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
    words, both = view.whole.words.accessed(view.function, store), contents.stored_both(view, store)
    for leaf in contents.stored_floats(view, store) if words else ():
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
