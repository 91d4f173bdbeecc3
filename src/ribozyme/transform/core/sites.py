"""The kind of each call for differentiation, decided once: by data flow first, by name second.

    site(facts, call)  →  Plain | Drop | Differential | Callee | Indirect | Allocate | Release | …

Inactive by data flow wins over everything else; a body that is visible wins over its name, since a
program may define a `time` or an `rsqrt` of its own; a name whose arguments are not those of its
rule says nothing. What has neither body nor meaning is refused, never guessed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ribozyme.analysis.activity.thrown import keeps_exception
from ribozyme.analysis.declared.cxxlibrary import (
    LIBCXX,
    extracts,
    gets_characters,
    gives_characters,
    is_string,
    string_at,
    string_size,
)
from ribozyme.analysis.declared.marks import FLOAT
from ribozyme.analysis.flow.callgraph import Program
from ribozyme.analysis.provenance.survival import rotates
from ribozyme.base.advice import ENTRY, RULE, STATEMENTS, is_entry
from ribozyme.base.bitset import union
from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import type_of
from ribozyme.ir.instrs import Call, CallBr, CallLike, Invoke, Load, VAArg
from ribozyme.ir.module import Function
from ribozyme.ir.values import GlobalRef, InlineAsm, Value
from ribozyme.rules.algebra import reason
from ribozyme.rules.names import Inactive, Math
from ribozyme.rules.rule import Kind as OperandKind
from ribozyme.rules.rule import Rule
from ribozyme.transform.callees.tables import has_made, unfit
from ribozyme.transform.checks.guards import Guards
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.masked import masked_access
from ribozyme.transform.core.places import called
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.core.shape import scalars
from ribozyme.transform.core.site_kinds import (
    Callee,
    Differential,
    Drop,
    Indirect,
    Plain,
    Site,
    Tape,
    TextMove,
)

_DROPPED: Final = (
    "llvm.lifetime.",
    "llvm.stacksave",
    "llvm.stackrestore",
    "llvm.invariant.",
    "llvm.experimental.noalias.scope.decl",
    "llvm.dbg.",
)
_MISFIT: Final = "give the rule the function's parameters: `: int` says that one is an integer"
_POINTER_MASK: Final = "llvm.ptrmask"
_POINTER_COPIES: Final = (
    "llvm.launder.invariant.group",
    "llvm.strip.invariant.group",
    "llvm.threadlocal.address",
    _POINTER_MASK,
    "llvm.ssa.copy",
)


def callee_name(call: CallLike) -> str | None:
    """The name of a direct callee."""
    return call.callee.name if isinstance(call.callee, GlobalRef) else None


def is_dropped(call: CallLike) -> bool:
    """An intrinsic about lifetimes and scopes that end earlier than reverse does."""
    name = callee_name(call)
    return name is not None and name.startswith(_DROPPED)


def is_pointer_copy(call: CallLike) -> bool:
    """An intrinsic that hands its first argument, a pointer, through."""
    name = callee_name(call)
    return name is not None and name.startswith(_POINTER_COPIES)


def is_pointer_mask(call: CallLike) -> bool:
    """The intrinsic that clears bits of a pointer."""
    name = callee_name(call)
    return name is not None and name.startswith(_POINTER_MASK)


def site(facts: FunctionFacts, call: CallLike) -> Site:
    """What a call is to a derivative; refuses what has none."""
    name = callee_name(call)
    if is_dropped(call):
        return Drop()
    if name is not None and name.startswith(("rz.tape.", "rz.arena.")):
        return Tape(name)
    found = facts.whole.program.callee(call)
    if isinstance(found, InlineAsm) and found.is_barrier:
        return Plain()
    if call.type.vararg:
        _refuse_read(facts, call, found)
    if isinstance(found, Function) and not found.is_declaration:
        if not _matters(facts, call):
            return Plain()
        if begins_list(facts.whole.program, found):
            what = f"'{called(facts.whole, found)}' works on active data and has variadic arguments"
            raise refusal(facts, call, "RZ204", what)
        return Callee(found)
    if isinstance(found, Function) and written_by_hand(facts, found):
        return Callee(found) if _matters(facts, call) else Plain()
    access = masked_access(call)
    if access is not None:
        # What is stored over active memory ends its derivative, also where it has none itself.
        over = access.writes and facts.shadowed(call.args[access.pointer])
        return access if over or _matters(facts, call) else Plain()
    meaning = facts.whole.program.meaning(found.name) if isinstance(found, Function) else None
    if rotates(call) and _matters(facts, call):
        raise refusal(facts, call, "RZ203", "the bits of an active float are changed as an integer")
    if isinstance(meaning, Inactive):
        if keeps_exception(call) and _matters(facts, call):
            return _unknown(facts, call, name)
        if _overwrites(facts, call, meaning) or _put_over_number(facts, call, name or ""):
            return meaning
        return _moves_text(facts, call, name or "") or Plain()
    if is_pointer_copy(call) or not _matters(facts, call):
        return Plain()
    if isinstance(meaning, Math):
        rule = facts.whole.rule(meaning.op)
        assert rule is not None, meaning.op
        if not fits(facts, call, rule, meaning):
            what = (
                f"the rule of '{meaning.op}' does not take the arguments of this call of '{name}'"
            )
            raise refusal(facts, call, "RZ201", what, helps=(_MISFIT,))
        return Plain() if rule.locally_constant else Differential(rule, meaning)
    if meaning is not None:
        return meaning
    return _unknown(facts, call, name)


def written_by_hand(facts: FunctionFacts, function: Function) -> bool:
    """Whether somebody has given the derivative of a function as functions."""
    return facts.whole.book.by_hand(function.name)


def fits(facts: FunctionFacts, call: CallLike, rule: Rule, meaning: Math) -> bool:
    """Whether a call's arguments are the operands of a rule, in number and kind."""
    if isinstance(call, CallBr) or any(
        place is not None and (place >= len(call.args) or not ty.is_pointer(call.args[place].type))
        for place in meaning.stores
    ):
        return False
    given = components(call, meaning.stores)
    if meaning.flat:
        return call.result is not None and sum(
            flat_count(facts, call, arg) for arg in given
        ) == len(rule.operands)
    return len(given) == len(rule.operands) and all(
        _is_kind(kind, arg.type) for kind, arg in zip(rule.operands, given, strict=True)
    )


def flat_count(facts: FunctionFacts, call: Call | Invoke, arg: Value) -> int:
    """How many components of complex numbers an argument holds, itself or in memory."""
    type = passed_in_memory(call, arg) or arg.type
    members = scalars(facts.layout, type)
    if not all(ty.is_float(part) for _, part, _ in members):
        return 0
    return sum(part.count if isinstance(part, ty.VectorType) else 1 for _, part, _ in members)


def passed_in_memory(call: Call | Invoke, arg: Value) -> ty.Type | None:
    """What an argument passed `byval` points to."""
    for given, attrs in zip(call.args, call.arg_attrs, strict=False):
        if given is arg:
            return type_of(attrs, "byval")
    return None


def _is_kind(kind: OperandKind, type: ty.Type) -> bool:
    match kind:
        case "float":
            return ty.is_float(type)
        case "vector":
            return ty.is_float(type) and isinstance(type, ty.VectorType)
        case "int" | "bool":
            return ty.is_integer(type)


def _refuse_read(facts: FunctionFacts, call: CallLike, found: object) -> None:
    """What is called, or may be, reads no variadic argument that depends on active data."""
    if isinstance(found, Function):
        targets: tuple[Function, ...] = (found,)
    else:
        targets = facts.whole.pointsto.known_targets(facts.function, call)
    for target in targets:
        if target.type.vararg and _reads_variadic(facts, call, target):
            what = f"'{called(facts.whole, target)}' reads active data from its variadic arguments"
            raise refusal(facts, call, "RZ204", what)
        if target.type.vararg and _fills_variadic(facts, call, target):
            what = f"'{called(facts.whole, target)}' stores from outside over active data"
            raise refusal(facts, call, "RZ204", what)


def _reads_variadic(facts: FunctionFacts, call: CallLike, function: Function) -> bool:
    """Whether variadic arguments that depend on active data are read by code that is seen.

    A list of arguments that is only handed on to `vprintf` and its like is not read here.
    """
    more = call.args[len(function.params) :]
    activity, points = facts.whole.activity, facts.whole.pointsto
    if not any(activity.varied(facts.function, arg) or facts.shadowed(arg) for arg in more):
        return False
    lists = _lists(facts, function)
    return any(
        isinstance(instr, VAArg)
        or (isinstance(instr, Load) and points.mask(user, instr.pointer) & lists & ~1)
        for user in points.functions
        for instr in user.instrs()
    )


def _fills_variadic(facts: FunctionFacts, call: CallLike, function: Function) -> bool:
    """Whether active memory that variadic arguments lead to is filled from outside: their list is
    handed on to `vsscanf` and its like."""
    if not any(facts.shadowed(arg) for arg in call.args[len(function.params) :]):
        return False
    points, lists = facts.whole.pointsto, _lists(facts, function)
    return any(
        meaning.overwrites and any(points.mask(user, arg) & lists & ~1 for arg in one.args)
        for user in points.functions
        for one in points.program.calls(user)
        if isinstance(meaning := points.meaning(one), Inactive)
    )


def _lists(facts: FunctionFacts, function: Function) -> int:
    """The lists of variadic arguments that a function begins."""
    points = facts.whole.pointsto
    started = filter(starts_list, points.program.calls(function))
    return union(points.mask(function, call.args[0]) for call in started)


def starts_list(call: CallLike) -> bool:
    """Whether a list of variadic arguments begins here."""
    return (callee_name(call) or "").startswith("llvm.va_start")


def begins_list(program: Program, function: Function) -> bool:
    """Whether a function has variadic arguments and looks at them."""
    return function.type.vararg and any(map(starts_list, program.calls(function)))


def _overwrites(facts: FunctionFacts, call: CallLike, meaning: Inactive) -> bool:
    """Whether a function from outside stores into active memory."""
    return meaning.overwrites and any(facts.shadowed(arg) for arg in call.args)


def _put_over_number(facts: FunctionFacts, call: CallLike, name: str) -> bool:
    """Whether characters from a stream are put where an active number lies."""
    if not extracts(name) or len(call.args) < 2 or not facts.shadowed(call.args[1]):
        return False
    typing, place = facts.whole.typing, (facts.function, call.args[1])
    return any(typing.memory(*place, size).marks[0] & FLOAT for size in (None, 1))


def _moves_text(facts: FunctionFacts, call: CallLike, name: str) -> TextMove | None:
    """Whether a call moves characters where numbers lie at other times, in strings of libc++: an
    empty one cannot be told from memory of numbers that are zero (`checks.put_in_strings`)."""
    beside = facts.whole.texts
    if not beside or not is_string(name) or string_size(name) != LIBCXX:
        return None
    points, strings = facts.whole.pointsto, facts.whole.pointsto.constraints.strings.sizes
    found = [
        index
        for index, arg in enumerate(call.args)
        if ty.is_pointer(arg.type) and facts.shadowed(arg)
        if points.mask(facts.function, arg) & beside
        if string_at(name, index) or points.numbers(facts.function, arg) <= strings.keys()
    ]
    filled = tuple(index for index in found if gets_characters(name, index))
    read = tuple(index for index in found if gives_characters(name, index))
    return TextMove(filled, read) if filled or read else None


def _matters(facts: FunctionFacts, call: CallLike) -> bool:
    """Whether a derivative passes through a call, or a shadow comes out of it or is asked for."""
    if facts.whole.activity.call(facts.function, call):
        return True
    function, whole = facts.function, facts.whole
    if whole.ask(Guards).concerns(function, call):
        return not whole.activity.is_inactive(function, call)
    return call.result is not None and bool(facts.pointers(call.result))


def _unknown(facts: FunctionFacts, call: CallLike, name: str | None) -> Site:
    if isinstance(call.callee, InlineAsm) or isinstance(call, CallBr):
        raise refusal(facts, call, "RZ202", "inline assembly works on active data")
    if name is None:
        targets = facts.whole.pointsto.targets(facts.function, call)
        if targets:
            return _among(facts, call, targets)
        return _open(facts, call)
    if name.startswith("llvm."):
        raise refusal(facts, call, "RZ211", f"no derivative for the instruction '{name}'")
    if (said := STATEMENTS.get(name)) is not None:
        raise refusal(facts, call, "RZ201", said[0], notes=(said[1],), helps=(said[2],))
    what = f"no derivative for '{name}'"
    if (known := reason(name)) is not None:
        why, instead = known
        raise refusal(facts, call, "RZ201", what, notes=(why,), helps=(instead, RULE))
    helps = (ENTRY,) if is_entry(name) else ()
    raise refusal(facts, call, "RZ201", what, helps=helps)


def _open(facts: FunctionFacts, call: CallLike) -> Site:
    """A call of what nobody here can know: its derivative comes with the shadow of the pointer,
    unless it is one of those that the call may mean."""
    among = _among(facts, call, facts.whole.pointsto.known_targets(facts.function, call))
    what = "this call's target is not known"
    if facts.shadowed(call.callee):
        why = unfit(call.type) or _crowded(facts, call)
        if not why:
            return replace(among, open=True)
        what += f", and there is no way through its shadow for {why}"
    if facts.whole.program.meant(call):
        return among
    raise refusal(facts, call, "RZ207", what)


def _among(facts: FunctionFacts, call: CallLike, targets: tuple[Function, ...]) -> Indirect:
    """A call that means one of some functions, as far as they have derivatives.

    One of another type than the call's has none that could be called in its place.
    """
    made = tuple(
        target
        for target in targets
        if (not target.is_declaration or written_by_hand(facts, target)) and agree(call, target)
    )
    return Indirect(made, tuple(_ruled(facts, call, targets)))


def agree(call: CallLike, target: Function) -> bool:
    """Whether a call hands over what a function takes, and takes what it returns."""
    given = [arg.type for arg in call.args]
    wanted = list(target.type.params)
    if len(given) < len(wanted) or (len(given) > len(wanted) and not target.type.vararg):
        return False
    return given[: len(wanted)] == wanted and call.type.result == target.type.result


def is_lost(facts: FunctionFacts, call: CallLike) -> bool:
    """Whether a derivative passes through a call whose target nothing tells: no analysis, and no
    table that the program has made for functions of this type."""
    if isinstance(call.callee, GlobalRef | InlineAsm) or isinstance(call, CallBr):
        return False
    if facts.whole.pointsto.targets(facts.function, call) or not _matters(facts, call):
        return False
    sure = facts.shadowed(call.callee) and not facts.mixed(call.callee)
    return not (sure and has_table(facts, call) and has_made(facts, call.type))


def has_table(facts: FunctionFacts, call: CallLike) -> bool:
    """Whether the shadow of the pointer that is called may lead to a table."""
    return facts.shadowed(call.callee) and not unfit(call.type)


def _crowded(facts: FunctionFacts, call: CallLike) -> str:
    """Why the values of a call do not fit in a table: floats that lie in integers are not seen."""
    values = (*call.args, *((call.result,) if call.result is not None else ()))
    inside = any(leaf.bit >= 0 for value in values for leaf in facts.floats(value))
    return "a float beside an integer in one register" if inside else ""


def _ruled(
    facts: FunctionFacts, call: CallLike, targets: tuple[Function, ...]
) -> Iterator[tuple[Function, Differential]]:
    for target in targets:
        meaning = facts.whole.program.meaning(target.name) if target.is_declaration else None
        rule = facts.whole.rule(meaning.op) if isinstance(meaning, Math) else None
        if isinstance(meaning, Math) and rule is not None and fits(facts, call, rule, meaning):
            yield target, Differential(rule, meaning)


def components(call: Call | Invoke, stores: tuple[int | None, ...]) -> tuple[Value, ...]:
    """The operands of a function with a rule: its arguments but those it stores through."""
    stored = {place for place in stores if place is not None}
    return tuple(arg for index, arg in enumerate(call.args) if index not in stored)


__all__ = [
    "begins_list",
    "callee_name",
    "components",
    "fits",
    "flat_count",
    "has_table",
    "is_lost",
    "is_pointer_copy",
    "is_pointer_mask",
    "passed_in_memory",
    "site",
    "starts_list",
]
