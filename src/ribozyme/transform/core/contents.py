"""What lies in memory that an instruction writes, copies or fills: floats, addresses, words that
may be either.

    store i64 %n, ptr %p             a number, an address, or the end of one: by what lies there
    memcpy(ptr %q, ptr %p, 24)       a `Region`: floats at 0 and 16, an address at 8
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice
from operator import itemgetter

from ribozyme.analysis.declared.marks import (
    ADDRESS,
    FLOAT,
    PADDING,
    POINTER,
    SEEN,
    Image,
    Marks,
    float_size,
    single_kind,
)
from ribozyme.analysis.flow.lengths import most
from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import AtomicRMW, Instr, Load, Store, operands
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.values import ConstInt, Local, Value
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.regions import Region
from ribozyme.transform.core.shape import Leaf, PointerLeaf, has_integers


def put(facts: FunctionFacts, value: Value, pointer: Value) -> tuple[Leaf, ...]:
    """The float leaves of a value that are floats where it is stored: where nothing but addresses
    lie, a word that may be either is one. In memory of which nothing is known, it stays either."""
    leaves, both = facts.lanes(value), facts.both(value)
    if not both:
        return leaves
    there = _marks(facts, value, pointer)
    return tuple(
        leaf
        for leaf in leaves
        if leaf.offset not in both
        or _any(there, leaf.offset, FLOAT)
        or not _any(there, leaf.offset, POINTER)
    )


def stored_both(facts: FunctionFacts, store: Store) -> dict[int, int]:
    """The words that have both and are stored where words of both sorts lie, or nobody knows of
    which."""
    both = facts.both(store.value)
    if not both:
        return both
    there = _marks(facts, store.value, store.pointer)
    return {
        offset: part
        for offset, part in both.items()
        if _any(there, offset, FLOAT) == _any(there, offset, POINTER)
    }


def stored_pointers(
    facts: FunctionFacts, value: Value, pointer: Value
) -> tuple[tuple[int, PointerLeaf], ...]:
    """The pointer leaves of a stored value by number that may hold an address, or end one.

    An integer that is no address ends the one that it is stored over, as null does.
    """
    moved = facts.whole.pointsto.mask(facts.function, value)
    lanes = put(facts, value, pointer)
    floats = {leaf.offset for leaf in lanes}  # there the shadow holds adjoints
    return tuple(
        (part, leaf)
        for part, leaf in enumerate(facts.pointer_parts(value))
        if not _covers(facts.layout, leaf, floats)
        and (moved or ty.is_pointer(leaf.type) or _over_address(facts, value, pointer, leaf))
    )


def ends_address(facts: FunctionFacts, value: Value, leaf: PointerLeaf) -> bool:
    """Whether an integer that is stored is no address: in the shadow it is neither one nor, in
    a word that may be a number, a derivative."""
    return ty.is_integer(leaf.type) and not facts.whole.pointsto.mask(facts.function, value)


def _over_address(facts: FunctionFacts, value: Value, pointer: Value, leaf: PointerLeaf) -> bool:
    """Whether an address may lie where an integer leaf is stored."""
    size = facts.layout.size(value.type)
    marks = facts.whole.typing.memory(facts.function, pointer, size).marks
    end = leaf.offset + facts.layout.size(leaf.type)
    there = tuple(islice(cycle(marks), leaf.offset, end))
    if (
        isinstance(value, ConstInt)
        and not any(mark & ~SEEN for mark in there)
        and facts.whole.pointsto.is_unknown(facts.function, pointer)
    ):  # a shadow stays behind its address if one lies there, an adjoint is lost if none does
        raise facts.unknown_type(value)
    return any(mark & POINTER for mark in there)


def either(facts: FunctionFacts, store: Store) -> tuple[int, ...]:
    """Where words are stored over that are a double at one time and an address at another."""
    size = facts.layout.size(store.value.type)
    image = facts.whole.typing.memory(facts.function, store.pointer, size)
    return Image(tuple(islice(cycle(image.marks), size))).either


def stored_floats(facts: FunctionFacts, store: Store | AtomicRMW) -> tuple[Leaf, ...]:
    """The float leaves that a store writes, active or not: those of the value, in their order, and
    behind them what integers of no derivative are stored over."""
    local = isinstance(store.value, Local)
    numbers = not has_integers(store.value.type)
    own = put(facts, store.value, store.pointer) if local or numbers else ()
    if numbers or (local and isinstance(store, AtomicRMW)):
        return own
    size = facts.layout.size(store.value.type)
    image = facts.whole.typing.memory(facts.function, store.pointer, size)
    whole = Image(tuple(islice(cycle(image.marks), size))) if image.period else image
    if not local and size == ADDRESS and facts.whole.typing.is_count(facts.function, store.pointer):
        return (Leaf((), ty.DOUBLE, 0),)  # what was put there, by another address, ends
    taken = {at for leaf in own for at in _bytes(facts, leaf)}
    ended = (Leaf((), kind, at) for at, kind in (*whole.floats, *_unsaid(whole)))
    return (*own, *(leaf for leaf in ended if taken.isdisjoint(_bytes(facts, leaf))))


def _bytes(facts: FunctionFacts, leaf: Leaf) -> range:
    return range(leaf.offset, leaf.offset + facts.layout.size(leaf.type))


def cut_number(facts: FunctionFacts, store: Store) -> ty.FloatType | None:
    """The kind of a float of which a store writes a part, with what is none: characters. Or of
    one that may lie where the program counts, but should not."""
    size = facts.layout.size(store.value.type)
    if not isinstance(ty.scalar(store.value.type), ty.IntType) or size > ADDRESS:
        return None
    if size == ADDRESS:
        return ty.DOUBLE if _is_sum(facts, store) else None
    active = facts.active(store.value)
    if active and facts.whole.typing.holds_float_bytes(facts.function, store.value):
        return None
    image = facts.whole.typing.memory(facts.function, store.pointer, size)
    marks = tuple(islice(cycle(image.marks), size))
    whole = {at + n for at, kind in Image(marks).floats for n in range(float_size(kind))}
    kinds = [
        single_kind(m) or ty.DOUBLE for n, m in enumerate(marks) if m & FLOAT and n not in whole
    ]
    return max(kinds, key=float_size, default=None)


def _is_sum(facts: FunctionFacts, store: Store) -> bool:
    """Whether an integer is stored that was counted with, where a number may have been put."""
    counted = not isinstance(store.value, ConstInt)
    return counted and facts.whole.typing.is_count(facts.function, store.pointer)


def begins_within(facts: FunctionFacts, access: Load | Store) -> int:
    """The size of the numbers of which bits may be read, or stored over, from within one on; 0 if
    of none."""
    value = access.value if isinstance(access, Store) else access.result
    kinds = [ty.scalar(leaf.type) for leaf in facts.lanes(value)]
    if isinstance(access, Store) and not kinds and value.type == ty.I64:  # text, eight at a time
        kinds = [ty.DOUBLE]
    sizes = (float_size(kind) for kind in kinds if isinstance(kind, ty.FloatType))
    grain = min(ADDRESS, max(sizes, default=0))
    return grain if grain > access.align and leads_within(facts, access.pointer, grain) else 0


def leads_within(facts: FunctionFacts, pointer: Value, grain: int) -> bool:
    """Whether an address of no certain place may lead into a number of so many bytes."""
    return facts.whole.typing.may_begin_within(facts.function, pointer, grain)


def region(
    facts: FunctionFacts, instr: Instr, pointers: tuple[Value, ...], size: Value
) -> Region | None:
    """What lies in the memory that an instruction copies or fills; None if it is not known."""
    known = size.value if isinstance(size, ConstInt) else None
    if known is None and (found := _text(facts, instr, pointers, size)) is not None:
        return found
    if len(pointers) > 1 and meets_several_kinds(facts, pointers):
        return None
    image = facts.whole.typing.memory(facts.function, pointers, known, instr)
    return _region(facts, image, pointers) if image.known else None


def _text(
    facts: FunctionFacts, instr: Instr, pointers: tuple[Value, ...], size: Value
) -> Region | None:
    """Memory in which there is neither a number with a derivative nor an address, as far as an
    instruction may reach: the text of a member beside numbers."""
    own = any(size is one for one in operands(instr))  # and no value of the code that is built
    reach = most(facts.function, size) if own else None
    if not reach:
        return None
    image = facts.whole.typing.memory(facts.function, pointers, reach, instr)
    return Region(reach, (), ()) if image.known and not (image.floats or image.pointers) else None


def moved(
    facts: FunctionFacts, instr: Instr, block: Value, pointer: Value, size: Value
) -> Region | None:
    """What lies in memory that an instruction moves into a fresh block. Bytes of which nothing
    is known in the old one are left out where nobody looks at them in the new one."""
    pointers = (block, pointer)
    found = region(facts, instr, pointers, size)
    if found is not None:
        return found
    known = size.value if isinstance(size, ConstInt) else None
    both = facts.whole.typing.memory(facts.function, pointers, known, instr)
    fresh = facts.whole.typing.memory(facts.function, block, known, instr)
    if both.period != fresh.period or len(both.marks) != len(fresh.marks):
        return None
    pairs = zip(both.marks, fresh.marks, strict=True)
    marks = tuple(mark if mark & ~SEEN or now else PADDING for mark, now in pairs)
    image = Image(marks, both.period)
    return _region(facts, image, pointers) if image.known else None


def filled(facts: FunctionFacts, instr: Instr, pointer: Value, size: Value) -> Region | None:
    """What lies in memory that an instruction fills. Bytes of which nothing is known, beside
    others, are taken for floats, and for addresses where there is room: whatever they are, they
    are none afterwards."""
    found = region(facts, instr, (pointer,), size)
    if found is not None:
        return found
    known = size.value if isinstance(size, ConstInt) else None
    image = facts.whole.typing.memory(facts.function, pointer, known, instr)
    gaps = [part for part in image.parts if part.kind == "unknown"]
    marks = list(image.marks)
    for gap in gaps:
        marks[gap.offset : gap.offset + gap.size] = [PADDING] * gap.size
    image = Image(tuple(marks), image.period)
    found = _region(facts, image, (pointer,)) if image.known else None
    if found is None or not (found.floats or found.pointers):
        return None
    floats = [(at, kind) for gap in gaps for at, kind in _floats(gap.offset, gap.size)]
    words = [at for at, kind in floats if kind is ty.DOUBLE and at % ADDRESS == 0]
    return replace(
        found,
        floats=tuple(sorted((*found.floats, *floats), key=itemgetter(0))),
        pointers=tuple(sorted((*found.pointers, *words))),
    )


def copied(
    facts: FunctionFacts, instr: Instr, pointers: tuple[Value, ...], size: Value
) -> Region | None:
    """As `region`, with words that are a double at one time and an address at another."""
    known = size.value if isinstance(size, ConstInt) else None
    if known is None and (told := _text(facts, instr, pointers, size)) is not None:
        return told
    image = facts.whole.typing.memory(facts.function, pointers, known, instr)
    once = image.period == known
    words = image.either if once or (image.period or 0) % ADDRESS == 0 else ()
    if not words:
        return region(facts, instr, pointers, size)
    image = image.without_either
    found = _region(facts, image, pointers) if image.known else None
    return None if found is None else replace(found, either=words)


def cuts(facts: FunctionFacts, instr: Instr, pointers: tuple[Value, ...], size: Value) -> bool:
    """Whether a copy of so many bytes, known at run time only, surely begins or ends within a
    number."""
    if isinstance(size, ConstInt) or _text(facts, instr, pointers, size) is not None:
        return False
    image = facts.whole.typing.memory(facts.function, pointers, None, instr)
    return any(part.kind == "partial" for part in image.parts)


def meets_several_kinds(facts: FunctionFacts, pointers: tuple[Value, ...]) -> bool:
    """Whether a copy may move floats of one kind to where others lie, by a distance that only the
    run knows."""
    typing = facts.whole.typing
    return any(typing.meets_several_kinds(facts.function, pointer) for pointer in pointers)


def _region(facts: FunctionFacts, image: Image, pointers: tuple[Value, ...]) -> Region | None:
    if not image.floats and image.pointers and any(_vague(facts, one) for one in pointers):
        return None  # addresses one level up, for all that is known, and numbers here
    if image.has_cut_address:
        return None
    period = image.period or max(len(image.marks), 1)
    if image.pointers and period % ADDRESS:  # nothing but addresses, told byte by byte
        whole = Image(image.marks * ADDRESS)
        return Region(period * ADDRESS, whole.floats, whole.pointers)
    return Region(period, image.floats, image.pointers)


def _vague(facts: FunctionFacts, pointer: Value) -> bool:
    return facts.whole.typing.vague(facts.function, pointer)


def _unsaid(image: Image) -> Iterator[tuple[int, ty.FloatType]]:
    """Bytes of which nothing is known, as floats: what an integer is stored over ends there.

    If they hold none, nobody looks at their shadow.
    """
    for part in image.parts:
        at, end = part.offset, part.offset + part.size
        if part.kind not in ("unknown", "dead"):
            continue
        for kind in (ty.DOUBLE, ty.FLOAT, ty.HALF):
            while at + kind.bits // 8 <= end:
                yield at, kind
                at += kind.bits // 8


def _floats(start: int, size: int) -> Iterator[tuple[int, ty.FloatType]]:
    """Floats that together are some bytes, or all but one."""
    for kind in (ty.DOUBLE, ty.FLOAT, ty.HALF):
        step = float_size(kind)
        while size >= step and start % step == 0:
            yield start, kind
            start, size = start + step, size - step
    for kind in (ty.FLOAT, ty.HALF):
        if size >= float_size(kind):
            yield start, kind
            start, size = start + float_size(kind), size - float_size(kind)


def _covers(layout: DataLayout, leaf: PointerLeaf, floats: set[int]) -> bool:
    """Whether a pointer leaf has a float in it."""
    end = leaf.offset + layout.alloc_size(leaf.type)
    return any(leaf.offset <= at < end for at in floats)


def _marks(facts: FunctionFacts, value: Value, pointer: Value) -> tuple[Marks, ...]:
    """What lies where a value is stored, byte by byte."""
    size = facts.layout.size(value.type)
    marks = facts.whole.typing.memory(facts.function, pointer, size).marks
    return tuple(islice(cycle(marks), size))


def _any(marks: tuple[Marks, ...], offset: int, wanted: Marks) -> bool:
    return any(mark & wanted for mark in marks[offset : offset + ADDRESS])
