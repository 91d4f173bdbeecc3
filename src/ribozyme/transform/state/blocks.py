"""Shadows of blocks that variables keep between calls: each call of a derivative allocates them,
zeroed.

    static double *work;    →   free(work.sh)                      what the last call left
                                work.sh = work ? calloc(size of work) : NULL

The program goes on with them as with any shadow: it frees and replaces them along with the blocks.
What a variable that other files know leads to has no shadow when the call begins; that of a block
which it got meanwhile ends with the call.

Where a tape is kept they live as long as it does (`reverse/outliving.py`).

Two variables may keep the same block, and some of their words (the end of a `std::vector`) lead
into blocks of others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ribozyme.analysis.activity.kept_blocks import ALLOCATING, Group
from ribozyme.analysis.memory.freed import Word
from ribozyme.ir import types as ty
from ribozyme.ir.build import NULL, FunctionBuilder
from ribozyme.ir.module import GlobalVariable
from ribozyme.ir.values import GlobalRef, Value
from ribozyme.transform.emit import bulk

if TYPE_CHECKING:
    from ribozyme.transform.emit.emission import Emission

USABLE = ty.function(ty.I64, (ty.PTR,))
_MAKE = ty.function(ty.PTR, (ty.I64,))
FREE = ty.function(ty.VOID, (ty.PTR,))


def give_back(emission: Emission, b: FunctionBuilder, group: Group, lane: int) -> None:
    """Free the shadows that the last call left, each once."""
    emission.declare(group.release, FREE)
    left: list[Value] = []
    for word in group.bases:
        place = shadow_word(emission, b, word, lane)
        if place is None:
            continue
        value = own_shadow(b, word, b.load(ty.PTR, place, 8))
        for other in left:
            value = b.select(b.icmp("eq", value, other), NULL, value)
        b.call(GlobalRef(ty.PTR, group.release), FREE, (value,))
        left.append(value)


def own_shadow(b: FunctionBuilder, word: Word, shadow: Value) -> Value:
    """The shadow that a word leads to, null where that is the block itself: one that the call has
    made and filled with constants (a table made on first use) is its own shadow."""
    return b.select(b.icmp("eq", shadow, b.load(ty.PTR, primal_word(b, word), 8)), NULL, shadow)


def forget_primal(emission: Emission, b: FunctionBuilder, group: Group, lane: int) -> None:
    """At the end of a call: no shadow leads to a block of the program's, which may free it."""
    for word in group.bases:
        place = shadow_word(emission, b, word, lane)
        if place is not None:
            b.store(own_shadow(b, word, b.load(ty.PTR, place, 8)), place, 8)


def begin_blocks(emission: Emission, b: FunctionBuilder, group: Group, lane: int) -> None:
    """Make the shadows, and let all words lead to them."""
    blocks: list[tuple[Value, Value, Value]] = []  # beginning, size, shadow
    for word in group.bases:
        place = shadow_word(emission, b, word, lane)
        if place is None:
            continue
        held = b.load(ty.PTR, primal_word(b, word), 8)
        known: Value = NULL
        for start, _, shadow in blocks:
            known = b.select(b.icmp("eq", start, held), shadow, known)
        size, shadow = _fresh(emission, b, group, held, known)
        b.store(shadow, place, 8)
        blocks.append((held, size, shadow))
    for word in group.others:
        place = shadow_word(emission, b, word, lane)
        if place is not None:
            b.store(_inside(b, b.load(ty.PTR, primal_word(b, word), 8), blocks), place, 8)


def end_blocks(emission: Emission, b: FunctionBuilder, word: Word, release: str, lane: int) -> None:
    """Free the shadow of a block that a variable has when the call ends; one that it had before is
    its own shadow."""
    place = shadow_word(emission, b, word, lane)
    if place is None:
        return
    emission.declare(release, FREE)
    own = own_shadow(b, word, b.load(ty.PTR, place, 8))
    b.call(GlobalRef(ty.PTR, release), FREE, (own,))
    b.store(b.load(ty.PTR, primal_word(b, word), 8), place, 8)


def _fresh(
    emission: Emission, b: FunctionBuilder, group: Group, held: Value, known: Value
) -> tuple[Value, Value]:
    """The size of a block and its shadow: one that is known, or a new one."""
    emission.declare("malloc_usable_size", USABLE)
    emission.declare(ALLOCATING[group.release], _MAKE)
    size = b.call(GlobalRef(ty.PTR, "malloc_usable_size"), USABLE, (held,))
    assert size is not None
    wanted = b.ibinary("and", b.icmp("ne", held, NULL), b.icmp("eq", known, NULL))
    before, make, after = b.current, b.block(), b.block()
    b.cond_br(wanted, make, after)
    b.at(make)
    fresh = b.call(GlobalRef(ty.PTR, ALLOCATING[group.release]), _MAKE, (size,))
    assert fresh is not None
    bulk.zero_unless_null(emission, b, fresh, size)
    made = b.current
    b.br(after)
    b.at(after)
    shadow = b.phi(ty.PTR)
    b.incoming(shadow, known, before)
    b.incoming(shadow, fresh, made)
    return size, shadow


def _inside(b: FunctionBuilder, address: Value, blocks: list[tuple[Value, Value, Value]]) -> Value:
    """The shadow of an address in a block, or at its end."""
    found: Value = NULL
    number = b.cast("ptrtoint", address, ty.I64)
    for start, size, shadow in blocks:
        distance = b.sub(number, b.cast("ptrtoint", start, ty.I64))
        there = b.icmp("ule", distance, size)
        found = b.select(there, b.gep(ty.I8, shadow, (distance,)), found)
    return b.select(b.icmp("eq", address, NULL), NULL, found)


def primal_word(b: FunctionBuilder, word: Word) -> Value:
    """Where a word of a variable lies."""
    return b.offset(GlobalRef(ty.PTR, word[0]), word[1])


def shadow_word(emission: Emission, b: FunctionBuilder, word: Word, lane: int) -> Value | None:
    """The same word of the variable's shadow, if it has one."""
    variable = emission.facts.module.globals.get(word[0])
    if word[0] not in emission.shadowed or not isinstance(variable, GlobalVariable):
        return None
    return b.offset(GlobalRef(ty.PTR, emission.shadow_global(variable, lane)), word[1])
