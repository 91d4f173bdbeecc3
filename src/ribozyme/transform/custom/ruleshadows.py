"""The shadow arguments of a custom rule: never the address of primal memory.

    mul(a, b, n, y), b inactive     →     mul_aug(a, a.sh, b, scratch, n, y, y.sh)

Elsewhere an inactive pointer stands for its own shadow, and who accesses a shadow asks. Functions
that somebody wrote as derivatives do not ask: they take zeroed scratch, and what they leave there
is dropped. Memory that the program made has a shadow for them (`activity`); memory of a known
size, such as a constant table, has scratch on the spot; for all else the call is refused, unless
the rule accepts null shadows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ribozyme.analysis.pointsto.objects import Kind, Object
from ribozyme.ir import types as ty
from ribozyme.ir.build import NULL, FunctionBuilder, i64
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.module import Function, GlobalVariable, Header
from ribozyme.ir.values import ConstNull, GlobalRef, Value, zero
from ribozyme.rules.algebra import is_routine
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.places import called
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.core.shape import float_leaves
from ribozyme.transform.emit import bulk

if TYPE_CHECKING:
    from typing import Protocol

    from ribozyme.transform.emit.emission import Emission

    class Sweep(Protocol):
        """A pass over a function in which calls are made."""

        b: FunctionBuilder
        facts: FunctionFacts
        emission: Emission
        width: int

        def value(self, value: Value) -> Value:
            """A primal value."""

        def shadow(self, value: Value, part: int = 0) -> list[Value]:
            """What stands beside an address, by lane."""


_ON_STACK: Final = 1 << 15
"""Bytes of scratch that a function has room for in its frame."""


def shadows_for(
    s: Sweep, call: Call | Invoke, function: Function, place: int, part: int = 0
) -> list[Value]:
    """The shadows of an argument, by lane, as the derivative of a function takes them."""
    arg = call.args[place]
    if not function.is_declaration or isinstance(arg, ConstNull):
        return s.shadow(arg, part)
    facts, points = s.facts, s.facts.whole.pointsto
    mask = points.mask(facts.function, arg)
    bare = mask & ~facts.whole.activity.with_shadow
    if mask and all(found.kind is Kind.FUNCTION for found in points.members(mask)):
        return s.shadow(arg, part)
    if not is_routine(function.name):  # linear algebra follows no address in its operands
        _refuse_led_to(facts, call, function, place, mask)
    if facts.shadowed(arg) and not facts.mixed(arg):
        return s.shadow(arg, part)
    own = s.value(arg)
    if function.name not in facts.whole.activity.question.shadow_takers:
        return [_unless(s.b, own, sh, NULL) for sh in s.shadow(arg, part)]
    if bare and not bare & 1 and all(one.size is not None for one in points.members(bare)):
        most = max(one.size or 0 for one in points.members(bare))
        spare = _scratch(s, function, place, most)
        return [_unless(s.b, own, sh, spare) for sh in s.shadow(arg, part)]
    if not facts.shadowed(arg):
        raise _unknown_size(facts, call, function, place)
    return [_checked(s, call, function, place, own, sh) for sh in s.shadow(arg, part)]


def _unless(b: FunctionBuilder, own: Value, shadow: Value, other: Value) -> Value:
    """A shadow, or something else where it is the address itself."""
    if shadow is own:
        return other
    return b.select(b.icmp("eq", shadow, own), other, shadow)


def _scratch(s: Sweep, function: Function, place: int, size: int) -> Value:
    """Zeroes on both sides of the address that is handed over, wherever in the memory it lies."""
    room = ty.array(2 * size, ty.I8)
    if 2 * size <= _ON_STACK:
        made: Value = s.b.entry_alloca(room, 16)
    else:
        name = f"{s.emission.prefix}.scratch.{function.name}.{place}.{size}"
        header = Header(linkage="internal", align=16)
        s.emission.messages[name] = GlobalVariable(name, room, zero(room), False, header)
        made = GlobalRef(ty.PTR, name)
    bulk.zero(s.emission, s.b, made, i64(2 * size))
    return s.b.offset(made, size)


def _checked(
    s: Sweep, call: Call | Invoke, function: Function, place: int, own: Value, shadow: Value
) -> Value:
    """A shadow; where it is the address itself, the program ends there."""
    b = s.b
    same, trap, apart = b.block(), b.block(), b.block()
    b.cond_br(b.icmp("eq", shadow, own), same, apart)
    b.at(same)
    b.cond_br(b.icmp("eq", own, NULL), apart, trap)
    b.at(trap)
    said = f"{_what(s.facts, function, place)} is inactive here, and no shadow of it was given"
    s.emission.trap(b, s.facts, call, said, refused="RZ407")
    b.at(apart)
    return shadow


def _refuse_led_to(
    facts: FunctionFacts, call: Call | Invoke, function: Function, place: int, mask: int
) -> None:
    """Refuse an argument whose memory leads to floats that have no shadow."""
    activity, points = facts.whole.activity, facts.whole.pointsto
    bare = activity.led_to(mask) & ~(activity.with_shadow | 1)
    for found in points.members(bare):
        if found.kind is not Kind.FUNCTION and not _without_floats(facts, found):
            raise _unknown_size(facts, call, function, place, led_to=True)


def _without_floats(facts: FunctionFacts, found: Object) -> bool:
    """Whether memory is a constant that holds no floats, as the text of a string."""
    variable = facts.whole.module.globals.get(found.name.removeprefix("@"))
    if found.kind is not Kind.GLOBAL or not isinstance(variable, GlobalVariable):
        return False
    return variable.constant and not float_leaves(facts.layout, variable.type, ())


def _what(facts: FunctionFacts, function: Function, place: int) -> str:
    return f"argument {place + 1} of '{called(facts.whole, function)}'"


def _unknown_size(
    facts: FunctionFacts, call: Call | Invoke, function: Function, place: int, led_to: bool = False
) -> Exception:
    where = "leads to memory that is" if led_to else "is"
    return refusal(
        facts,
        call,
        "RZ407",
        f"{_what(facts, function, place)} {where} inactive here, and its size is not known: "
        "a custom rule has no shadow of it",
        helps=(
            "make the argument active: give it a shadow",
            (
                "if the rule leaves out null shadows, say so: null_shadows=True in Python, "
                "a fourth entry that is not null in the C table"
            ),
        ),
    )
