"""Both alternatives of addresses that the inputs choose.

    %p = select i1 %c, ptr %a, ptr %b        c influenced
    %v = load double, ptr %p                 →   v.dot = (load a.sh) ∪ (load b.sh)

An address that was not chosen may lead nowhere: it is asked for first (`there`), of the arrays that
the caller passes. Invariant: an address has as many alternatives as its value can be, given
everything that is not influenced.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ribozyme.ir import types as ty
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import Cast, Gep, IBinary, Instr, Select
from ribozyme.ir.values import FALSE, TRUE, Local, Value
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.sets.influence import Influence

if TYPE_CHECKING:
    from ribozyme.transform.forward.mode import ForwardMode

THERE: Final = "rz_sets_there"
_THERE: Final = ty.function(ty.PTR, (ty.PTR, ty.I64, ty.PTR))
_MOST: Final = 16
_CALM: Final = ("add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr")


def is_chosen(facts: FunctionFacts, value: Value) -> bool:
    """Whether an influenced address or integer is one of some alternatives that can be told."""
    return 0 < _count(facts, value) <= _MOST


def _count(facts: FunctionFacts, value: Value) -> int:
    """How many alternatives there are; 0 where they cannot be told."""
    influence = facts.whole.ask(Influence)
    if not influence.of(facts.function, value):
        return 1
    if value.type is ty.I1:
        return 2
    match facts.function.definition(value):
        case Select(then=then, otherwise=otherwise):
            one, other = _count(facts, then), _count(facts, otherwise)
            return one + other if one and other else 0
        case Gep(base=base, indices=indices):
            total = _count(facts, base)
            for index in indices:
                total *= _count(facts, index)
            return total
        case Cast(op="zext" | "sext" | "trunc" | "bitcast", value=inner) if ty.is_integer(
            inner.type
        ):
            return _count(facts, inner)
        case IBinary(op=op, lhs=lhs, rhs=rhs) if op in _CALM:
            return _count(facts, lhs) * _count(facts, rhs)
        case _:
            return 0


def alternatives(f: ForwardMode, value: Value) -> list[Value]:
    """What an integer may be."""
    b = f.b
    definition = _influenced(f, value)
    if definition is not None and value.type is ty.I1:
        return [FALSE, TRUE]
    match definition:
        case Select(then=then, otherwise=otherwise):
            return [*alternatives(f, then), *alternatives(f, otherwise)]
        case Cast(op=op, value=inner, result=result):
            return [b.cast(op, one, result.type) for one in alternatives(f, inner)]
        case IBinary(op=op, lhs=lhs, rhs=rhs):
            return [
                b.ibinary(op, one, other)
                for one in alternatives(f, lhs)
                for other in alternatives(f, rhs)
            ]
        case _:
            return [f.value(value)]


def shadows(f: ForwardMode, pointer: Value) -> list[Value]:
    """What the shadow of an address may be."""
    match _influenced(f, pointer):
        case Select(then=then, otherwise=otherwise):
            return [*shadows(f, then), *shadows(f, otherwise)]
        case Gep(source=source, base=base, indices=indices):
            lists: list[list[Value]] = [[]]
            for index in indices:
                lists = [[*one, more] for one in lists for more in alternatives(f, index)]
            return [f.b.gep(source, one, list_) for one in shadows(f, base) for list_ in lists]
        case _:
            return [f.shadow(pointer)[0]]


def _influenced(f: ForwardMode, value: Value) -> Instr | None:
    facts = f.facts
    if not isinstance(value, Local) or not facts.whole.ask(Influence).of(facts.function, value):
        return None
    return facts.function.definition(value)


def there(f: ForwardMode, instr: Instr, address: Value, type: ty.Type) -> Value:
    """The address, if something of the caller's is there; else that of zeros, and it is told."""
    size = i64(f.facts.layout.alloc_size(type))
    said = f.emission.text_of(f.facts, instr, "memory is read here or not, as the inputs decide")
    f.emission.declare(THERE, _THERE)
    found = f.b.call(THERE, _THERE, (address, size, said))
    assert found is not None
    return found
