"""Custom derivatives with several directions: the user's function is called once for each.

    f.fwd(p, p.sh₀, p.sh₁)     →   fwd(p, p.sh₀);  fwd(p, p.sh₁)

Each call does again what the function itself does. That is the same each time where it never reads
what it writes, the memory of shadows left aside, which each direction has its own of. A function
that changes its arguments in place is for one direction at a time.

A tape is read by the gradient of each direction, unless that may free or change it: then each
direction has a tape of its own, for which the function runs again.

    {r, tape₀} = aug(x);  {r, tape₁} = aug(x);   grad(x, r.bar₀, tape₀);  grad(x, r.bar₁, tape₁)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from ribozyme.analysis.flow.callgraph import Program
from ribozyme.analysis.memory.effects import effects
from ribozyme.analysis.pointsto.objects import ENTRY, Kind, Object
from ribozyme.analysis.pointsto.pointsto import PointsTo, points_to
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.module import Function
from ribozyme.ir.values import GlobalRef
from ribozyme.transform.core.shape import scalars
from ribozyme.transform.custom.written import gives

if TYPE_CHECKING:
    from ribozyme.transform.core.facts import ProgramFacts

_CALLERS: Final = (*ENTRY, Kind.GLOBAL, Kind.UNKNOWN)


def uses_up(facts: ProgramFacts, target: Function, tape: Iterable[ty.Type]) -> bool:
    """Whether a function by hand may free or change anything, which may be what a tape of these
    types leads to, or what a number on the tape stands for."""
    if all(ty.is_float(type) for part in tape for _, type, _ in scalars(facts.layout, part)):
        return False
    target = facts.shown.functions.get(target.name, target)
    if target.is_declaration:
        return True
    program = Program(facts.shown, target)
    points = points_to(program)
    effect = effects(program, points).function(target)
    changed = points.members(effect.frees | effect.writes)
    return effect.outside or any(object.kind in _CALLERS for object in changed)


def used_up(facts: ProgramFacts) -> str | None:
    """A function that is called, and whose gradient by hand uses up the tape; None if there is
    none: then a reverse sweep may run any number of times on one tape."""
    program, shown = facts.program, facts.shown.functions
    called = {
        call.callee.name
        for function in program.functions
        for call in program.calls(function)
        if isinstance(call.callee, GlobalRef)
    }
    for name in sorted(called & facts.book.pairs.keys()):
        pair, function = facts.book.pairs[name], facts.module.functions.get(name)
        augment, gradient = shown.get(pair.augment), shown.get(pair.gradient)
        if function is None or augment is None or gradient is None:
            continue
        if uses_up(facts, gradient, _tape(augment, function)):
            return name
    return None


def _tape(augment: Function, function: Function) -> tuple[ty.Type, ...]:
    """What an augmented function gives beside the function's own results."""
    parts, result = gives(augment), function.type.result
    results = () if result is ty.VOID else (result, result) if ty.is_pointer(result) else (result,)
    own = parts[len(parts) - len(results) :] == results
    return parts[: len(parts) - len(results)] if own else parts


def why_once(
    facts: ProgramFacts, function: Function, target: Function, apart: frozenset[int]
) -> str | None:
    """Why the function by hand `target` of `function` cannot be called again; None if it can.

    `apart` are the places among its parameters of what each direction has for itself: shadows, a
    tape, room for the result.
    """
    target = facts.shown.functions.get(target.name, target)
    if target.is_declaration:
        return f"the body of '{target.name}' is not visible"
    program = Program(facts.shown, target)
    points = points_to(program)
    effect = effects(program, points).function(target)

    def shared(mask: int) -> list[Object]:
        """Memory of the caller that is the same for all directions."""
        found = [object for object in points.members(mask) if object.kind in _CALLERS]
        return [o for o in found if o.origin.index not in apart and not o.constant]

    read, written = shared(effect.reads), shared(effect.writes)
    if effect.outside or shared(effect.frees):
        return f"'{target.name}' does more than to compute"
    if any(object.kind is Kind.UNKNOWN for object in written):
        return f"nobody can know where '{target.name}' writes"
    if any(object in read or object.kind is Kind.POINTEE for object in written):
        return f"'{target.name}' changes what it reads"
    # a global, or what other arguments lead to, may be the memory of an argument
    first = {object.origin.index for object in written}
    others = {object.origin.index for object in read} - first
    if written and any(object.kind is not Kind.ARGUMENT for object in (*read, *written)):
        return f"'{target.name}' changes what it reads"
    if _may_meet(facts, function, _primal(first, apart), _primal(others, apart)):
        return f"'{target.name}' writes to one argument and reads another, which may be the same"
    return None


def _primal(places: Iterable[int], apart: frozenset[int]) -> list[int]:
    """Parameters of the function at places among the parameters of its derivative."""
    return [place - sum(other < place for other in apart) for place in places]


def _may_meet(facts: ProgramFacts, function: Function, written: list[int], read: list[int]) -> bool:
    """Whether some call may be given the same memory for two sorts of arguments."""
    points = facts.pointsto
    for caller in facts.program.functions:
        for call in caller.instrs():
            if not isinstance(call, Call | Invoke) or call.type != function.type:
                continue
            if isinstance(call.callee, GlobalRef) and call.callee.name != function.name:
                continue
            for one in written:
                reach = points.mask(caller, call.args[one])
                if any(_meet(points, reach, points.mask(caller, call.args[k])) for k in read):
                    return True
    return False


def _meet(points: PointsTo, one: int, other: int) -> bool:
    """Whether two sets of objects, of which one is written, may have memory in common."""
    if one & other:
        return True
    if not (one | other) & 1:  # what a `restrict` argument leads to is reached by it only
        known = [object for object in points.members(one | other) if object.noalias]
        one, other = (mask & ~sum(1 << object.id for object in known) for mask in (one, other))
    return bool(points.aliases(one) & other)
