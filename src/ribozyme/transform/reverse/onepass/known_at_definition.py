"""Adjoints that are known where their value is computed, and one-pass functions, which have no
others.

The adjoint of a running sum is the seed of what it becomes: it is known when the function begins,
not only when it has ended. Such values are *carried*. Where the adjoint of a call's result follows
from them and from values that are available before the call, value and gradient are one call.

    sum += a[j] * minor(a, j + 1)      seed of the call: seed of sum · a[j]
    return sum

A function is *single* when all its adjoints are known in the block they belong to: active values
that leave their block are carried, what is read is never overwritten, nothing is written, and its
calls are of single functions whose seeds are known. Its gradient is one pass without a tape.
Invariant: a carried value is used exactly once with a derivative on each way from where it is
made, by a sum or a phi that is carried itself, or by the return.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, final

from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Br,
    Call,
    CallLike,
    Cast,
    Compare,
    CondBr,
    DbgRecord,
    ExtractElement,
    ExtractValue,
    FBinary,
    FNeg,
    Freeze,
    Gep,
    IBinary,
    InsertElement,
    InsertValue,
    Instr,
    Load,
    Phi,
    Ret,
    Select,
    Shuffle,
    Switch,
    operands,
)
from ribozyme.ir.module import Function
from ribozyme.ir.values import Local, Value
from ribozyme.rules.expr import Operand as Factor
from ribozyme.rules.expr import Result, Seed, leaves
from ribozyme.rules.rule import Rule
from ribozyme.transform.checks.kinks import raising
from ribozyme.transform.core.facts import FunctionFacts, ProgramFacts
from ribozyme.transform.core.instr_rules import rule_of
from ribozyme.transform.core.site_kinds import Callee, Differential, Drop, Plain, Site, Whole
from ribozyme.transform.core.sites import components
from ribozyme.transform.reverse.onepass.once import used_once
from ribozyme.transform.reverse.plan.callsites import sites_of

_LARGE: Final = 200  # blocks of a function; in a larger one nobody looks
_QUIET: Final = (
    FBinary,
    FNeg,
    IBinary,
    Compare,
    Cast,
    Select,
    Phi,
    Gep,
    Freeze,
    ExtractValue,
    InsertValue,
    ExtractElement,
    InsertElement,
    Shuffle,
    DbgRecord,
    Ret,
    Br,
    CondBr,
    Switch,
)


@final
@dataclass(frozen=True, slots=True)
class Term:
    """An operation with a rule: what it makes, of which operands."""

    rule: Rule
    operands: tuple[Value, ...]
    result: Local


@final
class Seeds:
    """What is known of the seeds of one function whose result is one float."""

    def __init__(self, facts: FunctionFacts) -> None:
        self.facts = facts
        self._terms: dict[int, Term | None] = {}
        self._uses: dict[int, list[tuple[int, Instr]]] = {}
        self.sites: dict[int, Site] = {id(call): site for call, site in sites_of(facts)}
        self.place = {
            id(instr): at
            for block in facts.function.blocks
            for at, instr in enumerate(block.instrs)
        }
        self.carried = self._carried()

    # ---- operations --------------------------------------------------------------------------

    def term(self, instr: Instr) -> Term | None:
        """An instruction as an operation with a rule, if it is one with one result."""
        if id(instr) not in self._terms:
            self._terms[id(instr)] = self._term(instr)
        return self._terms[id(instr)]

    def _term(self, instr: Instr) -> Term | None:
        given: tuple[Value, ...]
        match instr:
            case FBinary(lhs=lhs, rhs=rhs):
                rule, given = rule_of(instr), (lhs, rhs)
            case FNeg(value=value) | Cast(value=value):
                rule, given = rule_of(instr), (value,)
            case Call():
                site = self.sites[id(instr)]
                if not isinstance(site, Differential) or not _plain(self.facts, site):
                    return None
                rule, given = site.rule, components(instr, site.meaning.stores)
            case _:
                return None
        if rule is None or instr.result is None or not self.facts.active(instr.result):
            return None
        return Term(rule, given, instr.result)

    def uses(self, value: Local) -> list[tuple[int, Instr]]:
        """The uses that have a derivative, each instruction once."""
        known = self._uses.get(value.id)
        if known is None:
            found = {
                id(use): (at, use)
                for at, use in self.facts.function.uses[value.id]
                if self.facts.live[at] and self._differentiates(use)
            }
            known = self._uses[value.id] = list(found.values())
        return known

    def _differentiates(self, use: Instr) -> bool:
        if isinstance(use, Compare):
            return False
        if isinstance(use, Call) and isinstance(self.sites[id(use)], Plain | Drop):
            return False
        if isinstance(use, Call | Ret) or use.result is None:
            return True
        return self.facts.active(use.result)

    # ---- seeds that are told -----------------------------------------------------------------

    def told(self, call: Call) -> bool:
        """Whether the adjoint of a call's result can be computed where the call stands."""
        result = call.result
        if result is None or not _scalar(self.facts, result):
            return False
        home = self.facts.function.home[result.id]
        work = [result]
        for value in work:  # it grows
            if value.id in self.carried:
                continue
            for at, use in self.uses(value):
                term = self.term(use)
                if term is None or at != home or not self._before(term, value, home, call):
                    return False
                work.append(term.result)
            if len(work) > _LARGE:
                return False
        return True

    def _before(self, term: Term, value: Local, home: int, call: Call) -> bool:
        """Whether what a term's adjoint of `value` reads is there before a call."""
        for index, operand in enumerate(term.operands):
            if operand is not value:
                continue
            adjoint = term.rule.adjoint(index, frozenset((0,)))
            for leaf in () if adjoint is None else leaves(adjoint):
                if isinstance(leaf, Result):
                    return False
                if isinstance(leaf, Factor) and not self._there(
                    term.operands[leaf.index], home, call
                ):
                    return False
        return True

    def _there(self, value: Value, home: int, call: Call) -> bool:
        if not isinstance(value, Local):
            return True
        block = self.facts.function.home[value.id]
        if block != home:
            return block < 0 or self.facts.flow.dominates(block, home)
        definition = self.facts.function.definitions[value.id]
        return definition is not None and self.place[id(definition)] < self.place[id(call)]

    # ---- carried values ----------------------------------------------------------------------

    def _carried(self) -> frozenset[int]:
        facts = self.facts
        result = facts.result_floats()
        if len(facts.function.blocks) > _LARGE or len(result) != 1 or result[0].path:
            return frozenset()
        kind = facts.function.type.result
        found = {
            instr.result.id
            for block in facts.blocks
            if facts.live[block]
            for instr in facts.function.blocks[block].instrs
            if instr.result is not None
            and instr.result.type is kind
            and _scalar(facts, instr.result)
        }
        work = sorted(found)
        while work:
            id = work.pop()
            if id in found and not self._hands_on(id, found):
                found.discard(id)
                definition = facts.function.definitions[id]
                assert definition is not None
                work += [each.id for each in operands(definition) if isinstance(each, Local)]
        return frozenset(found)

    def _hands_on(self, id: int, carried: set[int]) -> bool:
        """Whether exactly one use follows on each way, and hands the adjoint on unchanged."""
        facts = self.facts
        definition = facts.function.definitions[id]
        assert definition is not None and definition.result is not None
        value = definition.result
        inside: dict[int, int] = {}
        along: dict[tuple[int, int], int] = {}
        for at, use in self.uses(value):
            if isinstance(use, Phi):
                if use.result.id not in carried:
                    return False
                for operand, source in use.incoming:
                    if operand is value:
                        along[source, at] = along.get((source, at), 0) + 1
                continue
            if not self._sums(use, value, carried):
                return False
            inside[at] = inside.get(at, 0) + 1
        return used_once(facts, value, inside, along)

    def _sums(self, use: Instr, value: Local, carried: set[int]) -> bool:
        if isinstance(use, Ret):
            return True
        term = self.term(use)
        if term is None or term.result.id not in carried:
            return False
        places = [index for index, operand in enumerate(term.operands) if operand is value]
        return len(places) == 1 and term.rule.adjoint(places[0], frozenset((0,))) == Seed(0)


def _plain(facts: FunctionFacts, site: Differential) -> bool:
    """A rule with one result that is returned."""
    stores = site.meaning.stores
    return not (site.meaning.flat or stores != (None,) or raising(facts, site.rule))


def _scalar(facts: FunctionFacts, value: Local) -> bool:
    return isinstance(value.type, ty.FloatType) and facts.active(value)


# ---- single functions ----------------------------------------------------------------------------


def single(whole: ProgramFacts) -> dict[str, Seeds]:
    """The single functions below the root by name, the greatest set in which calls stay; the root
    among them only where it is called, too."""
    found: dict[str, Seeds] = {}
    root = whole.program.root
    for function in whole.pointsto.functions:
        if function is root and function not in whole.pointsto.recursive:
            continue
        if not function.is_declaration and _candidate(whole, function):
            facts = whole.function(function)
            seeds = Seeds(facts)
            if _all_known(seeds, lambda name: True):
                found[function.name] = seeds
    changed = True
    while changed:
        bad = [name for name, seeds in found.items() if not _all_known(seeds, found.__contains__)]
        changed = bool(bad)
        for name in bad:
            del found[name]
    return found


def _candidate(whole: ProgramFacts, function: Function) -> bool:
    if not isinstance(function.type.result, ty.FloatType) or function.type.vararg:
        return False
    facts = whole.function(function)
    return (
        len(function.blocks) <= _LARGE
        and bool(facts.result_floats())
        and whole.effects.function(function).pure
        and all(facts.live[block] for block in facts.flow.rpo)
    )


def _all_known(seeds: Seeds, is_single: Callable[[str], bool]) -> bool:
    facts = seeds.facts
    return all(
        _known(seeds, block, instr, is_single)
        for block in facts.flow.rpo
        for instr in facts.function.blocks[block].instrs
    )


def _known(seeds: Seeds, block: int, instr: Instr, is_single: Callable[[str], bool]) -> bool:
    """Whether the adjoint of an instruction is known at the end of its block."""
    facts = seeds.facts
    match instr:
        case Call():
            match seeds.sites[id(instr)]:
                case Plain() | Drop():
                    pass
                case Differential() as site if _plain(facts, site):
                    pass
                case Callee(function=function):
                    if not is_single(function.name) or not seeds.told(instr):
                        return False
                case _:
                    return False
        case Load():
            if instr.volatile or instr.ordering or not facts.stable(instr):
                return False
        case _ if not isinstance(instr, _QUIET):
            return False
        case _:
            pass
    result = instr.result
    if result is None or not facts.active(result) or result.id in seeds.carried:
        return True
    return not isinstance(instr, Phi) and facts.stays(result)


# ---- their calls ---------------------------------------------------------------------------------


Singles = Mapping[str, Seeds]
NONE: Final[Singles] = {}


def whole_calls(
    facts: FunctionFacts, singles: Singles, *, early: bool
) -> tuple[list[tuple[CallLike, Site]], Seeds | None]:
    """The calls of a function that is not single itself, and its seeds if some call needs them.

    A call of a single function goes early where its seed is told, and no argument by value waits
    for a derivative. Else it is split, which keeps something for each activation below: of a
    recursion the gradient is run late instead, which computes the value a second time.
    """
    found = sites_of(facts)
    if not any(isinstance(site, Callee) and site.function.name in singles for _, site in found):
        return found, None
    own = Seeds(facts) if early else None
    return [(call, _whole(facts, singles, own, call, site)) for call, site in found], own


def _whole(
    facts: FunctionFacts, singles: Singles, own: Seeds | None, call: CallLike, site: Site
) -> Site:
    if not isinstance(site, Callee) or not isinstance(call, Call):
        return site
    if site.function.name not in singles:
        return site
    if own is not None and own.told(call) and not any(map(facts.active, call.args)):
        return Whole(site.function, early=True)
    recursive = site.function in facts.whole.pointsto.recursive
    return Whole(site.function, early=False) if recursive else site
