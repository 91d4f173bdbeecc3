"""Shadows of blocks that variables keep between calls, in split mode: they live as long as the
tape.

    static double *work;                     f.aug   work.sh = zeros;  frame.0 = work.sh
    if (n > room) work = realloc(work, …);           what is given up, the tape frees as ever
                                                     defer(work.sh, free);  work.sh = NULL
                                             f.rev   *frame.0 = zeros;  then as ever

So each tape of a function has blocks of its own, and the variables have no shadows between two
calls. The tape holds the addresses of the shadows, since the variables may point elsewhere when it
is read. The derivative by the contents of a block before the call stays in the shadow of the block
(`residuals.py`), as tangents do, and is cleared before the tape is read again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ribozyme.analysis.activity.kept_blocks import Group
from ribozyme.analysis.memory.freed import Word
from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.build import NULL, FunctionBuilder
from ribozyme.ir.values import GlobalRef, Value
from ribozyme.transform.emit import bulk
from ribozyme.transform.reverse.plan.nodes import Node
from ribozyme.transform.reverse.plan.plan import Plan
from ribozyme.transform.state.blocks import FREE, USABLE, own_shadow, primal_word, shadow_word

if TYPE_CHECKING:
    from ribozyme.transform.core.facts import ProgramFacts
    from ribozyme.transform.emit.emission import Emission
    from ribozyme.transform.reverse.emit.tape import Tape

BEFORE: Final = "before"
"""A node: a copy of what is in a block when the call begins."""
_WORD: Final = 8
_DEFER = ty.function(ty.VOID, (ty.PTR, ty.PTR, ty.PTR))


def with_firsts(root: Plan) -> Plan:
    """The plan of a root with room for the shadows that blocks have when it begins, and for what is
    in the blocks then."""
    frame, size = dict(root.frame), root.frame_size
    facts = root.facts.whole
    befores = (Node(BEFORE, number) for number, _, _ in bases(facts))
    for node in (*(node for node, _, _ in _firsts(facts)), *befores):
        frame[node] = size
        size += _WORD
    return replace(root, frame=frame, frame_size=-(-size // 16) * 16)


def keep_firsts(emission: Emission, tape: Tape) -> None:
    """In the forward half, once the shadows are made: remember them."""
    b = tape.b
    for node, word, lane in _firsts(emission.facts):
        place = shadow_word(emission, b, word, lane)
        shadow = NULL if place is None else b.load(ty.PTR, place, _WORD)
        b.store(shadow, tape.in_frame(node, _WORD, _WORD), _WORD, tape.meta())


def clear_firsts(emission: Emission, tape: Tape) -> None:
    """Before a tape is read: what an earlier pass has left there is gone."""
    b = tape.b
    for node, _, _ in _firsts(emission.facts):
        shadow = b.load(ty.PTR, tape.in_frame(node, _WORD, _WORD), _WORD, tape.meta())
        emission.declare("malloc_usable_size", USABLE)
        size = b.call("malloc_usable_size", USABLE, (shadow,))
        assert size is not None
        bulk.zero(emission, b, shadow, size)


def hand_over(emission: Emission, tape: Tape) -> None:
    """At the end of the forward half: the tape frees what the shadows of variables lead to."""
    b, facts = tape.b, emission.facts
    for group in facts.kept:
        for lane in range(emission.width):
            seen: list[Value] = []
            for word in group.bases:
                place = shadow_word(emission, b, word, lane)
                if place is None:
                    continue
                shadow = own_shadow(b, word, b.load(ty.PTR, place, _WORD))
                for other in seen:
                    shadow = b.select(b.icmp("eq", shadow, other), NULL, shadow)
                _deferred(emission, tape, shadow, group.release)
                b.store(NULL, place, _WORD)
                seen.append(shadow)
    for word, release in facts.left if emission.shadowed else ():
        for lane in range(emission.width):
            place = shadow_word(emission, b, word, lane)
            if place is None:
                continue
            own = own_shadow(b, word, b.load(ty.PTR, place, _WORD))
            _deferred(emission, tape, own, release)
            b.store(b.load(ty.PTR, primal_word(b, word), _WORD), place, _WORD)


def _deferred(emission: Emission, tape: Tape, block: Value, release: str) -> None:
    b: FunctionBuilder = tape.b
    emission.declare(release, FREE)
    emission.declare("rz.tape.defer", _DEFER)
    some, after = b.block(), b.block()
    b.cond_br(b.icmp("ne", block, NULL), some, after)
    b.at(some)
    b.call("rz.tape.defer", _DEFER, (tape.arena, block, GlobalRef(ty.PTR, release)))
    b.br(after)
    b.at(after)


def bases(facts: ProgramFacts) -> Iterator[tuple[int, Group, Word]]:
    """The words that lead to the beginnings of blocks, numbered."""
    every = ((group, word) for group in facts.kept for word in group.bases)
    yield from ((number, group, word) for number, (group, word) in enumerate(every))


def first(number: int, lane: int) -> Node:
    """Where the shadow of a block is kept that a word leads to when the call begins."""
    return Node("first", number, lane)


def _firsts(facts: ProgramFacts) -> Iterator[tuple[Node, Word, int]]:
    for number, _, word in bases(facts):
        for lane in range(facts.request.width):
            yield first(number, lane), word, lane
