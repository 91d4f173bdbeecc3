"""Checks that a caller passes the same shadows to all halves of a split derivative, where the tape
holds addresses in them.

    double *p = k[i] ? x : y;  *p = sin(*p);  k[i] = 0;      the tape keeps p.sh: an address in x.sh
    f.aug(x, x.sh, …, frame)      frame.x.sh = x.sh                                  or in y.sh
    f.rev(x, x.sh, …, frame)      x.sh == frame.x.sh, or leave and say so

A half takes the shadows of its arguments as they are passed. Only addresses in them that are on the
tape, or in the shadows of memory that lives as long, are those of the forward half. Of arguments
that no such address can come from nothing is kept.

If regions use variables of each thread, the thread is kept, too: only it forks with the same
threads.

Only the arguments themselves are compared. `s->x.sh` may be another address when a tape is read,
and rightly: `s` may belong to the next call by then, its `x` another array, and its memory may be
gone. To tell an exchange from that the primal address would have to be kept and read again, which
no half does that finds all it needs on the tape.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ribozyme.analysis.pointsto.objects import ENTRY
from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Load
from ribozyme.ir.values import Local, Value
from ribozyme.transform.emit.emission import Emission
from ribozyme.transform.reverse.emit.tape import Tape
from ribozyme.transform.reverse.plan.entry_tests import bounds
from ribozyme.transform.reverse.plan.nodes import Node, value_nodes
from ribozyme.transform.reverse.plan.plan import Plan
from ribozyme.transform.reverse.plan.wording import Words
from ribozyme.transform.state import of_threads

OTHER_SHADOW = "the tape keeps addresses in another shadow of '{}' than this"
_WORD = 8
_THREAD = Node("thread", 0, 0)


def wanted(plan: Plan) -> frozenset[Node]:
    """The nodes that reading a tape has at hand: what is read, and what that is computed from."""
    facts, needs = plan.facts, plan.needs
    found: set[Node] = set()
    work = list(needs.of_walk())
    for index, block in enumerate(facts.function.blocks):
        if facts.live[index]:
            for instr in block.instrs:
                work += needs.of(instr)
    for storage in plan.storages.values():
        if storage.kind == "block":
            work.append(storage.block)
            for loop in plan.loops(storage):
                work += value_nodes(*bounds(facts, loop, storage.root))
    while work:
        node = work.pop()
        if node not in found:
            found.add(node)
            if not plan.saved(node):
                work += needs.recipe(node) or ()
    return frozenset(found)


def with_passed(root: Plan, plans: Iterable[Plan]) -> Plan:
    """The plan of a root with room for the shadows that all halves must be given alike."""
    frame, size = dict(root.frame), root.frame_size
    threads = (_THREAD,) if of_threads.has_own(root.facts.whole) else ()
    for node in (*_passed(root, plans), *threads):
        frame[node] = size
        size += _WORD
    return replace(root, frame=frame, frame_size=-(-size // 16) * 16)


def keep_passed(
    emission: Emission, tape: Tape, shadows: dict[tuple[int, int], list[Value]]
) -> None:
    """In the forward half: remember the shadows that were passed, and the thread."""
    if _THREAD in tape.plan.frame:
        place = tape.in_frame(_THREAD, _WORD, _WORD)
        tape.b.store(of_threads.place(emission), place, _WORD, tape.meta())
    for node, shadow in _of(tape.plan, shadows):
        tape.b.store(shadow, tape.in_frame(node, _WORD, _WORD), _WORD, tape.meta())


def expect_passed(
    emission: Emission, tape: Tape, shadows: dict[tuple[int, int], list[Value]]
) -> None:
    """In another half: leave where a shadow is another one than was passed to the forward half."""
    b, facts = tape.b, tape.plan.facts
    words = Words(facts.whole.module, facts.function)
    if _THREAD in tape.plan.frame:
        wrote = b.load(ty.PTR, tape.in_frame(_THREAD, _WORD, _WORD), _WORD, tape.meta())
        of_threads.expect(emission, b, wrote)
    for node, shadow in _of(tape.plan, shadows):
        kept = b.load(shadow.type, tape.in_frame(node, _WORD, _WORD), _WORD, tape.meta())
        other = b.icmp("ne", kept, shadow)
        said = OTHER_SHADOW.format(words.value(facts.function.handle(node.id)))
        first = facts.function.blocks[0].terminator
        emission.leave(b, facts, first, other, said, refused="RZ516")


def _of(plan: Plan, shadows: dict[tuple[int, int], list[Value]]) -> Iterator[tuple[Node, Value]]:
    for node in plan.frame:
        if node.kind == "passed":
            part, lane = divmod(node.part, plan.interface.width)
            yield node, shadows[node.id, part][lane]


def _passed(root: Plan, plans: Iterable[Plan]) -> Iterator[Node]:
    """A node for each shadow, of each lane, of the arguments that a kept address may come from."""
    points, width = root.facts.whole.pointsto, root.interface.width
    reached = 0
    for plan in (root, *plans):
        reached |= _reached(plan)
    indices = {object.origin.index for object in points.members(reached)}
    params = zip(root.facts.function.params, root.interface.params, strict=True)
    for index, (param, shape) in enumerate(params):
        if index in indices or reached & 1:
            for place in range(len(shape.pointers) * width):
                yield Node("passed", param.local.id, place)


def _reached(plan: Plan) -> int:
    """The objects whose shadows a half may reach by addresses that the forward half has kept."""
    facts = plan.facts
    points, function = facts.whole.pointsto, facts.function
    found = 0
    for node in wanted(plan):
        if node.kind != "shadow":
            continue
        local = function.handle(node.id)
        if plan.saved(node):
            found |= points.mask(function, local)
            continue
        match function.definitions[node.id]:
            case Load(pointer=pointer):
                found |= _stored(plan, pointer, local)
            case _:
                pass
    return found


def _stored(plan: Plan, pointer: Value, loaded: Local) -> int:
    """What an address that is loaded may lead to, unless the caller has put it there."""
    points, function = plan.facts.whole.pointsto, plan.facts.function
    places = points.mask(function, pointer)
    found = points.mask(function, loaded)
    if places & 1 or any(place.kind not in ENTRY for place in points.members(places)):
        return found
    return sum(
        1 << object.id
        for object in points.members(found)
        if object.parent is None or not places >> object.parent.id & 1
    ) | (found & 1)
