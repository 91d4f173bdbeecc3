"""What the calls of a function are to reverse mode: `sites` once more, with what a sweep adds.

What a call frees must live until reverse has read it, so such a call is no plain one; where control
need not come, a refusal becomes a trap; in blocks that control does not return from, calls are
repeated as they stand.

    if (x < 0) abort_with(message(x));      no derivative is asked of `message`
"""

from __future__ import annotations

from typing import Final, final

from ribozyme.base.errors import Error, NoDerivative
from ribozyme.ir.instrs import Call, CallBr, CallLike, Invoke
from ribozyme.ir.module import Function
from ribozyme.rules.memory import (
    Allocation,
    Deallocation,
    MemoryCopy,
    MemorySet,
    Reallocation,
    Searching,
)
from ribozyme.rules.names import Inactive, Mirrored
from ribozyme.rules.openmp import Wait
from ribozyme.transform.core import contents
from ribozyme.transform.core.facts import FunctionFacts, ProgramFacts
from ribozyme.transform.core.places import called
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.core.site_kinds import (
    Callee,
    Drop,
    Indirect,
    Plain,
    Refused,
    Site,
    Tape,
    Waiting,
)
from ribozyme.transform.core.sites import (
    agree,
    begins_list,
    callee_name,
    is_dropped,
    site,
    starts_list,
)

_JUMPS: Final = [
    "setjmp",
    "_setjmp",
    "sigsetjmp",
    "__sigsetjmp",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "__longjmp_chk",
]


def sites_of(facts: FunctionFacts) -> list[tuple[CallLike, Site]]:
    """The calls of a function, in order, and what each is; in dead blocks nothing is asked."""
    return list(facts.ask(_sites))


def _sites(facts: FunctionFacts) -> list[tuple[CallLike, Site]]:
    _refuse_jumps(facts)
    _refuse_lists(facts)
    return [
        (instr, (in_live if facts.live[index] else aside)(facts, index, instr))
        for index, block in enumerate(facts.function.blocks)
        for instr in block.instrs
        if isinstance(instr, Call | Invoke)
    ]


def in_live(facts: FunctionFacts, block: int, call: CallLike) -> Site:
    """What a call is that control comes back from."""
    found = keeping(facts, call, met(facts, block, call))
    if isinstance(found, Callee) and begins_list(facts.whole.program, found.function):
        what = f"'{called(facts.whole, found.function)}' frees memory and has variadic arguments"
        raise refusal(facts, call, "RZ204", what)
    return found


def met(facts: FunctionFacts, block: int, call: CallLike) -> Site:
    """What a call is; one without a derivative is refused at once where control must come."""
    return site(facts, call) if facts.flow.postdominates(block, 0) else _tried(facts, call)


def _tried(facts: FunctionFacts, call: CallLike) -> Site:
    """What a call is; one without a derivative is refused when control comes there."""
    try:
        return site(facts, call)
    except NoDerivative as refused:
        return Refused(refused.diagnostic.code, refused.diagnostic.message)


def aside(facts: FunctionFacts, block: int, call: CallLike) -> Site:
    """A call where control does not return from: repeated, unless it speaks of lifetimes.

    What a clean-up frees goes to the arena like everything else, its shadow with it, also where it
    is freed by a function the clean-up calls; and an address has the shadow that it has elsewhere,
    in memory, too, since whoever is handed it may follow it. What has no derivative is repeated all
    the same, unless an address comes of it: its shadow of what it frees is lost then, no more.

    Invariant: where a shadow holds addresses in code that control comes back from, it does here.
    """
    assert not facts.live[block]
    if is_dropped(call):
        return Drop()
    handed = call.result is not None and bool(facts.pointers(call.result))
    found = keeping(facts, call, _tried(facts, call))
    match found:
        case Refused() if handed:
            return found
        case Allocation() | Deallocation() | Reallocation() | MemorySet() | Mirrored():
            return found
        case Searching() | Tape():
            return found
        case MemoryCopy() if _may_copy(facts, call, found):
            return found
        case Callee() | Indirect() if not (handed or _moves_addresses(facts, call)):
            return Plain()
        case Callee(function=function) if has_derivative(facts, function):
            return found
        case Indirect(targets=targets) if all(has_derivative(facts, one) for one in targets):
            return found
        case _:
            return Plain()


def _may_copy(facts: FunctionFacts, call: CallLike, found: MemoryCopy) -> bool:
    """Whether the addresses in copied memory can be told from its floats."""
    target, size = call.args[found.target], call.args[found.size]
    pointers = (target, call.args[found.source])
    return (
        not facts.holds_floats(target) or contents.copied(facts, call, pointers, size) is not None
    )


def _moves_addresses(facts: FunctionFacts, call: CallLike) -> bool:
    """Whether a call frees memory, or may store addresses in memory that has a shadow."""
    effect = facts.whole.effects.call(facts.function, call)
    return bool(effect.frees) or (
        effect.stores_address and any(facts.shadowed(arg) for arg in call.args)
    )


def has_derivative(facts: FunctionFacts, function: Function) -> bool:
    """Whether no call in a function, or below it, is refused."""
    seen = {function.name}
    work = [function]
    while work:
        below = _below(facts.whole, work.pop())
        if below is None:
            return False
        work += [one for one in below if one.name not in seen]
        seen.update(one.name for one in below)
    return True


@final
class _Below:
    """The functions whose derivatives those of functions call, by name, as far as asked for."""

    def __init__(self, facts: ProgramFacts) -> None:
        del facts
        self.known: dict[str, tuple[Function, ...] | None] = {}


def _below(whole: ProgramFacts, function: Function) -> tuple[Function, ...] | None:
    """The functions whose derivatives a function's own calls; None where a call has none."""
    known = whole.ask(_Below).known
    if function.name not in known:
        known[function.name] = ()  # for clean-ups of its own that come back here
        try:
            sites = [site for _, site in sites_of(whole.function(function))]
        except Error:
            known[function.name] = None
            return None
        found = [site.function for site in sites if isinstance(site, Callee)]
        found += [one for site in sites if isinstance(site, Indirect) for one in site.targets]
        bodies = tuple(one for one in found if not one.is_declaration)
        known[function.name] = bodies
    return known[function.name]


def keeping(facts: FunctionFacts, call: CallLike, found: Site) -> Site:
    """A call that frees memory is no plain one: what it frees must live until reverse has read
    it. Nor is one in which threads wait for each other: they wait in the reverse sweep, too."""
    if not isinstance(found, Plain):
        return found
    whole = facts.whole
    wait = waits(facts, call)
    if wait is not None:
        return Waiting(wait)
    parallel = whole.effects.parallel
    entered = whole.pointsto.known_targets(facts.function, call)
    if not whole.effects.call(facts.function, call).frees and parallel.waiting.isdisjoint(entered):
        return found
    callee = whole.program.callee(call)
    if callee is None:
        targets = whole.pointsto.targets(facts.function, call) or ()
        bodies = tuple(one for one in targets if not one.is_declaration and agree(call, one))
        return Indirect(bodies) if bodies else found
    if not isinstance(callee, Function):
        return found
    if not callee.is_declaration:
        return Callee(callee)
    meaning = whole.program.meaning(callee.name)
    return meaning if isinstance(meaning, Deallocation | Reallocation) else found


def waits(facts: FunctionFacts, call: CallLike) -> Wait | None:
    """How threads wait for each other at a call, if they do."""
    name = callee_name(call)
    meaning = facts.whole.program.meaning(name) if name is not None else None
    return meaning.wait if isinstance(meaning, Inactive) else None


def _refuse_lists(facts: FunctionFacts) -> None:
    """A derivative has its parameters, and no list of more to begin."""
    for instr in facts.whole.program.calls(facts.function):
        if starts_list(instr):
            name = called(facts.whole, facts.function)
            what = f"'{name}' works on active data and has variadic arguments"
            raise refusal(facts, instr, "RZ204", what)


def _refuse_jumps(facts: FunctionFacts) -> None:
    """Control that comes back to a `setjmp` follows no edge that could be reversed."""
    for instr in facts.whole.program.calls(facts.function):
        if not isinstance(instr, CallBr) and (callee_name(instr) or "") in _JUMPS:
            raise refusal(facts, instr, "RZ206", "setjmp and longjmp have no derivative")
