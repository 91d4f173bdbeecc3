"""Blocks of the caller's that the program frees or moves: is a derivative left in their shadows?

    double f(struct row *p)              p->x leads to a block of the caller, its shadow to another
    {
        p->x = realloc(p->x, 2 * n);     both are replaced; what the caller finds in the new shadow
        …                                is no derivative by what he gave
    }

Such a shadow is compared with what was in it when it was given up, once the reverse sweep is
through and just before it is freed. Where it has changed, a derivative would be lost: the call ends
by RZ215. Whether a block is the caller's is known when the program runs only; of one that the call
has made itself nothing is left, since nothing was in it at first. Where a tape is kept such shadows
live as long as the tape, and each pass in reverse looks at them when it ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ribozyme.analysis.activity.kept_blocks import ALLOCATING
from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.module import Function, GlobalVariable, Header
from ribozyme.ir.values import GlobalRef, Value, const_int
from ribozyme.rules.memory import Deallocation, Reallocation
from ribozyme.transform.core.interface import HALVES
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.emit import bulk
from ribozyme.transform.emit.emission import INTERNAL
from ribozyme.transform.emit.lent import is_surrender
from ribozyme.transform.reverse.plan.nodes import Node
from ribozyme.transform.reverse.plan.plan import Plan

if TYPE_CHECKING:
    from ribozyme.transform.core.facts import ProgramFacts
    from ribozyme.transform.emit.emission import Emission
    from ribozyme.transform.reverse.emit.forward_sweep import ForwardSweep
    from ribozyme.transform.reverse.emit.tape import Tape

_MESSAGE: Final = (
    "memory of the caller's is freed or moved here, and the derivative in its shadow with it"
)
_UNKNOWN: Final = (
    "memory that may be the caller's is freed here by a function of the program's own, and the "
    "derivative in its shadow with it"
)
_CHECK: Final = ".record.surrendered"
_WORD: Final = 8
_ALIGNED: Final = ("St11align_val_t", "mSt11align_val_t")
_RELEASES: Final = frozenset(
    (*ALLOCATING, *(f"{name}{end}" for name in ("_ZdlPv", "_ZdaPv") for end in ("m", *_ALIGNED)))
)
_COMPARE: Final = ty.function(ty.I32, (ty.PTR, ty.PTR, ty.I64))
_DEFER: Final = ty.function(ty.VOID, (ty.PTR, ty.PTR, ty.PTR))
_DEFERRED: Final = ty.function(ty.PTR, (ty.PTR,))
_VISIT: Final = ty.function(ty.VOID, (ty.PTR, ty.PTR))
_USABLE: Final = ty.function(ty.I64, (ty.PTR,))
_GIVEN_UP: Final = Node("given up", 0)


def _has_size(facts: ProgramFacts, call: Call | Invoke) -> bool:
    """Whether the block that a call frees says how large it is."""
    match facts.pointsto.meaning(call):
        case Deallocation(alone=alone):
            return alone in _RELEASES or getattr(call.callee, "name", "") in _RELEASES
        case Reallocation(release=release):
            return release in _RELEASES
        case _:
            return False


def watch(s: ForwardSweep, call: Call | Invoke, shadow: Value) -> None:
    """Once a shadow was handed to the arena: have it looked at before it is freed."""
    facts, emission, b = s.facts.whole, s.emission, s.b
    if not is_surrender(facts, s.facts.function, call):
        return
    if not _has_size(facts, call):
        raise refusal(s.facts, call, "RZ215", _UNKNOWN)
    emission.declare("malloc_usable_size", _USABLE)
    emission.declare("rz.tape.defer", _DEFER)
    size = b.call("malloc_usable_size", _USABLE, (shadow,))
    assert size is not None
    record, copy = s.tape.allocate(i64(3 * _WORD)), s.tape.allocate(size)
    bulk.copy(emission, b, copy, shadow, size)
    for at, value in enumerate((shadow, copy, size)):
        b.store(value, b.offset(record, at * _WORD), _WORD)
    check = GlobalRef(ty.PTR, _checking(emission))
    b.call("rz.tape.defer", _DEFER, (s.tape.arena, record, check))


def begin_surrender(emission: Emission, b: FunctionBuilder) -> None:
    """When a gradient begins: nothing is lost yet."""
    if any(True for _ in _sites(emission.facts)):
        b.store(const_int(ty.I8, 0), _flag(emission), 1)


def end_surrender(emission: Emission, b: FunctionBuilder) -> None:
    """When all that was given up is freed: leave where a derivative went with it."""
    for function, call in _sites(emission.facts):
        lost = b.icmp("ne", b.load(ty.I8, _flag(emission), 1), const_int(ty.I8, 0))
        emission.leave(b, emission.facts.function(function), call, lost, _MESSAGE, refused="RZ215")
        return


def with_surrendered(root: Plan) -> Plan:
    """The plan of a half's root with room for what leads to the shadows that were given up."""
    if not any(True for _ in _sites(root.facts.whole)):
        return root
    frame = {**root.frame, _GIVEN_UP: root.frame_size}
    return replace(root, frame=frame, frame_size=root.frame_size + 16)


def keep_surrendered(emission: Emission, tape: Tape) -> None:
    """At the end of a forward half: remember what was given up."""
    if _GIVEN_UP in tape.plan.frame:
        b = tape.b
        emission.declare("rz.tape.deferred", _DEFERRED)
        first = b.call("rz.tape.deferred", _DEFERRED, (tape.arena,))
        assert first is not None
        b.store(first, tape.in_frame(_GIVEN_UP, _WORD, _WORD), _WORD, tape.meta())


def look_at_surrendered(emission: Emission, tape: Tape) -> None:
    """At the end of a half in reverse: leave where a derivative is in what was given up."""
    if _GIVEN_UP in tape.plan.frame:
        b = tape.b
        b.store(const_int(ty.I8, 0), _flag(emission), 1)
        first = b.load(ty.PTR, tape.in_frame(_GIVEN_UP, _WORD, _WORD), _WORD, tape.meta())
        emission.declare("rz.tape.visit", _VISIT)
        b.call("rz.tape.visit", _VISIT, (first, GlobalRef(ty.PTR, _checking(emission))))
        end_surrender(emission, b)


def _sites(facts: ProgramFacts) -> Iterator[tuple[Function, Call | Invoke]]:
    for function in facts.pointsto.functions:
        for instr in facts.pointsto.shaped(function, Call, Invoke):
            if is_surrender(facts, function, instr):
                yield function, instr


def _prefix(emission: Emission) -> str:
    """A beginning of names, one for both halves: the tape keeps the address of a function."""
    request = emission.facts.request
    if request.mode in HALVES:
        return f"rz.d.{request.function}.halves{request.width}"
    return emission.prefix


def _flag(emission: Emission) -> GlobalRef:
    name = f"{_prefix(emission)}.surrendered"
    header = Header(linkage="internal", thread_local="thread_local")
    emission.messages[name] = GlobalVariable(name, ty.I8, const_int(ty.I8, 0), False, header)
    return GlobalRef(ty.PTR, name)


def _checking(emission: Emission) -> str:
    """The function that compares a shadow with what was in it."""
    name = f"{_prefix(emission)}{_CHECK}"
    if name not in emission.functions:
        emission.declare("memcmp", _COMPARE)
        b = FunctionBuilder(name, ty.function(ty.VOID, (ty.PTR,)), ("record",))
        b.attrs, b.header = (Attr("cold"), Attr("noinline"), Attr("nounwind")), INTERNAL
        b.at(b.block("entry"))
        shadow, copy = (b.load(ty.PTR, b.offset(b.params[0], n * _WORD), _WORD) for n in (0, 1))
        size = b.load(ty.I64, b.offset(b.params[0], 2 * _WORD), _WORD)
        differs = b.call("memcmp", _COMPARE, (shadow, copy, size))
        assert differs is not None
        changed, same = b.block("changed"), b.block("same")
        b.cond_br(b.icmp("ne", differs, const_int(ty.I32, 0)), changed, same)
        b.at(changed)
        b.store(const_int(ty.I8, 1), _flag(emission), 1)
        b.br(same)
        b.at(same)
        b.ret(None)
        emission.add(b.finish())
    return name
