"""Emits the gradient of a one-pass function: each block is followed by its adjoints, and there is
no tape.

    {value, adjoints} f.once(args, shadows, seeds)

    for (j) { r = minor(j); sum += a[j] * r; }
        →  for (j) { r = minor.once(j, seed · a[j]); sum += a[j] * r; a.sh[j] += seed · r; }

`known_at_definition` says which functions these are and why that is right: the adjoints of carried
values are the seed, those of calls are computed where the call stands, all others stay in their
block.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, final

from ribozyme.base.record import replace
from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.instrs import (
    Call,
    Cast,
    DbgRecord,
    Gep,
    Instr,
    Invoke,
    Load,
    Phi,
    Ret,
    Store,
    successors,
)
from ribozyme.ir.module import Function
from ribozyme.ir.rewrite import map_operands
from ribozyme.ir.values import Local, Value, zero
from ribozyme.rules.expr import IntOperand, Operand, Seed
from ribozyme.rules.expr import Leaf as Factor
from ribozyme.transform.core.interface import Interface
from ribozyme.transform.core.site_kinds import Callee, Differential, Drop, Site
from ribozyme.transform.emit.arith import Arithmetic
from ribozyme.transform.emit.body import Body
from ribozyme.transform.emit.emission import Emission
from ribozyme.transform.reverse.calls import rulecalls
from ribozyme.transform.reverse.calls.callout import with_shadows
from ribozyme.transform.reverse.emit.adjoint import of_no_call
from ribozyme.transform.reverse.emit.adjoints import ADD, Adjoints
from ribozyme.transform.reverse.onepass.known_adjoints import Told, there
from ribozyme.transform.reverse.onepass.known_at_definition import Seeds, Term
from ribozyme.transform.reverse.plan.choices import Choice
from ribozyme.transform.reverse.plan.extended_rules import ExtendedRules
from ribozyme.transform.reverse.plan.masks import Masks, masks

if TYPE_CHECKING:
    from ribozyme.transform.reverse.emit.reverse_sweep import ReverseSweep
    from ribozyme.transform.reverse.emit.sweeping import Waiting

Lanes = list[Value]


def told_seed(s: Body, seeds: Seeds, call: Call, given: Lanes) -> Lanes:
    """The adjoint of a call's result, computed where the call stands; `given` is the seed."""
    assert call.result is not None
    return _Told(s, seeds, given).adjoint(call.result)


@final
class _Told:
    def __init__(self, s: Body, seeds: Seeds, given: Lanes) -> None:
        self.s = s
        self.seeds = seeds
        self.given = given
        self.masks = masks(seeds.facts)

    def adjoint(self, value: Local) -> Lanes:
        """The adjoint of a value: the sum over its uses, deepest first."""
        if value.id in self.seeds.carried:
            return self.given
        order: list[tuple[Local, list[tuple[Instr, Term]]]] = []
        seen = {value.id}
        work = [value]
        for one in work:  # it grows; all lie in one block
            terms = [(use, self.seeds.term(use)) for _, use in self.seeds.uses(one)]
            known = [(use, term) for use, term in terms if term is not None]
            order.append((one, known))
            for _, term in known:
                if term.result.id not in self.seeds.carried and term.result.id not in seen:
                    seen.add(term.result.id)
                    work.append(term.result)
        place = self.seeds.place
        definitions = self.seeds.facts.function.definitions

        def at(entry: tuple[Local, list[tuple[Instr, Term]]]) -> int:
            return place[id(definitions[entry[0].id])]

        found: dict[int, Lanes] = {}
        for one, terms_of in sorted(order, key=at, reverse=True):
            found[one.id] = self._sum(one, terms_of, found)
        return found[value.id]

    def _sum(self, value: Local, terms: list[tuple[Instr, Term]], found: dict[int, Lanes]) -> Lanes:
        totals: list[Value | None] = [None] * self.s.width
        for use, term in terms:
            carried = term.result.id in self.seeds.carried
            bars = self.given if carried else found[term.result.id]
            places = [at for at, operand in enumerate(term.operands) if operand is value]
            for index, lane in product(places, range(self.s.width)):
                amount, old = self._amount(use, term, index, bars[lane]), totals[lane]
                if amount is not None:
                    totals[lane] = amount if old is None else self.s.b.fadd(old, amount, ADD)
        return [zero(value.type) if total is None else total for total in totals]

    def _amount(self, use: Instr, term: Term, index: int, bar: Value) -> Value | None:
        return _amount(self.s, self.masks, use, term, index, bar, self.s.value)


def _amount(
    s: Body,
    guards: Masks,
    use: Instr,
    term: Term,
    index: int,
    bar: Value,
    known: Callable[[Value], Value],
) -> Value | None:
    """What an operand of a term receives of the adjoint of its result."""
    if isinstance(use, Cast):
        return s.b.cast("fptrunc" if use.op == "fpext" else "fpext", bar, use.value.type)
    expr = term.rule.adjoint(index, frozenset((0,)))
    if expr is None:
        return None

    def leaf(found: Factor) -> Value:
        match found:
            case Operand(index=k) | IntOperand(index=k):
                return known(term.operands[k])
            case Seed():
                return bar
            case _:
                raise AssertionError(found)

    arithmetic = Arithmetic(s.b, s.emission.declare, getattr(use, "flags", ""))
    amount = arithmetic.term(expr, leaf, term.operands[index].type)
    guard = index in term.rule.guarded or guards.risky(term.rule, index, term.result, term.operands)
    return arithmetic.unless_zero(bar, amount) if guard else amount


def _ahead(s: Body, before: int, value: Value) -> Value:
    """A value where block `before` is entered, computed there if it is not computed yet."""
    if not isinstance(value, Local) or there(s.facts, value, before):
        return s.value(value)
    made = s.facts.function.definitions[value.id]
    assert made is not None
    result = s.b.local(value.type)
    copy = map_operands(made, partial(_ahead, s, before), lambda label: label, result)
    assert not isinstance(copy, DbgRecord)
    s.b.append(replace(copy, meta=s.locations.of(made)))
    return result


def _in_shadow(s: Body, store: Store, before: int) -> Lanes:
    """What lies in the shadow of the place a store goes to, where block `before` is entered."""
    meta = s.shadow_meta(store, store.pointer)
    type = store.value.type
    return [s.b.load(type, sh, store.align, meta) for sh in _shadow_ahead(s, before, store.pointer)]


def _shadow_ahead(s: Body, before: int, pointer: Value) -> Lanes:
    """The shadow of an address where block `before` is entered."""
    made = s.facts.function.definition(pointer)
    if isinstance(made, Gep) and not there(s.facts, made.result, before):
        indices = [_ahead(s, before, index) for index in made.indices]
        return [s.b.gep(made.source, sh, indices, made.flags) for sh in s.shadow(made.base)]
    return s.shadow(pointer)


def told_adjoint(s: Body, guards: Masks, told: Told, seed: Lanes, before: int) -> Lanes:
    """A told adjoint where block `before` is entered, of the seed of the result."""
    if told.value is None:
        return seed
    known = partial(_ahead, s, before)
    totals: list[Value | None] = [None] * s.width
    if told.store is not None:
        totals = [*_in_shadow(s, told.store, before)]
    for use, term, inner in told.terms:
        bars = told_adjoint(s, guards, inner, seed, before)
        places = [at for at, operand in enumerate(term.operands) if operand is told.value]
        for index, lane in product(places, range(s.width)):
            amount = _amount(s, guards, use, term, index, bars[lane], known)
            old = totals[lane]
            if amount is not None:
                totals[lane] = amount if old is None else s.b.fadd(old, amount, ADD)
    return [zero(told.value.type) if total is None else total for total in totals]


def call_single(
    s: Body | ReverseSweep, seeds: Lanes, call: Call, function: Function
) -> tuple[Value, list[Value]]:
    """The gradient of a single function as one call: its value, and what its arguments get."""
    interface = s.emission.interface_of(function)
    name = s.emission.name(function.name, "once")
    args = with_shadows(s, call, function, interface)
    result = s.b.call(name, interface.combined_type(True), [*args, *seeds])
    assert result is not None
    count = len(interface.adjoints())
    return s.b.extract(result, 0), [s.b.extract(result, 1 + at) for at in range(count)]


def give_arguments(
    adjoints: Adjoints, call: Call, interface: Interface, bars: Sequence[Value]
) -> None:
    """What the gradient of a call says of its arguments by value is added to their adjoints."""
    rest = iter(bars)
    for shape, arg in zip(interface.params, call.args, strict=False):
        for leaf in range(len(shape.floats)):
            for lane in range(interface.width):
                adjoints.add(arg, leaf, lane, next(rest))


@final
class SinglePass(Body):
    """Builds the gradient of a single function; parameters and their shadows are given."""

    def __init__(self, emission: Emission, seeds: Seeds, b: FunctionBuilder, given: Lanes) -> None:
        super().__init__(emission, seeds.facts, b)
        self.seeds = seeds
        self.seed = given
        self.function = seeds.facts.function
        known: dict[int, list[list[Value | None]]] = {id: [[*given]] for id in seeds.carried}
        self.adjoints = Adjoints(seeds.facts, b, emission.width, known)
        self.masks = masks(seeds.facts)
        self.rules = ExtendedRules(seeds.facts, (-1,))
        self.loop = -1
        self.waiting: dict[int, list[Waiting]] = {}
        self.blocks: dict[int, int] = {}
        self.last: dict[int, int] = {}
        self.edges: dict[tuple[int, int], int] = {}  # those with a block of their own
        self.bars: dict[int, list[Value]] = {}  # per call, of its arguments
        self.ends: list[tuple[int, Value]] = []

    def run(self) -> None:
        """Emit all blocks; what returns is left open."""
        order = self.facts.flow.rpo
        self.blocks = {index: self.b.block(self.function.blocks[index].name) for index in order}
        for index in order:
            self.block(index)
        for index in order:
            self.close(index)

    def block(self, index: int) -> None:
        """One block of the primal, then its adjoints."""
        b = self.b
        b.at(self.blocks[index])
        instrs = self.function.blocks[index].instrs
        for instr in instrs[:-1]:
            b.meta = self.locations.of(instr)
            if isinstance(instr, Phi):
                name = self.function.names[instr.result.id]
                self.values[instr.result.id] = b.phi(instr.result.type, name, instr.flags)
                self.mirror(instr)
            elif isinstance(instr, Call):
                self.call(instr)
            else:
                self.copy(instr)
                self.mirror(instr)
        for instr in reversed(instrs):
            if isinstance(instr, Phi):
                break
            b.meta = self.locations.of(instr)
            if isinstance(instr, Call):
                self.after_call(instr)
            else:
                of_no_call(self, instr, [[*self.seed]])
        end = instrs[-1]
        b.meta = self.locations.of(end)
        self.last[index] = b.current
        if isinstance(end, Ret):
            assert end.value is not None
            self.ends.append((b.current, self.value(end.value)))
        else:
            self.split_edges(index, end)
            self.copy(end, lambda label: self.edges.get((index, label), self.blocks[label]))

    def split_edges(self, index: int, end: Instr) -> None:
        """Give each edge a block along which a parameter goes into a carried phi: there it gets
        the seed."""
        here = self.b.current
        for target in dict.fromkeys(successors(end)):
            given = [
                value
                for phi in self.function.blocks[target].phis()
                if self.facts.active(phi.result)
                for value, source in dict.fromkeys(phi.incoming)
                if source == index and self.facts.active(value)
            ]
            if all(isinstance(v, Local) and v.id in self.adjoints.known for v in given):
                continue
            self.edges[index, target] = self.b.block()
            self.b.at(self.edges[index, target])
            for value, (lane, bar) in product(given, enumerate(self.seed)):
                self.adjoints.add(value, 0, lane, bar)
            self.b.br(self.blocks[target])
        self.b.at(here)

    def call(self, call: Call) -> None:
        """A call: of a single function at once with its gradient, any other as it stands."""
        match self.site(call):
            case Drop():
                return
            case Callee(function=function):
                seed = told_seed(self, self.seeds, call, self.seed)
                assert call.result is not None
                self.values[call.result.id], self.bars[id(call)] = call_single(
                    self, seed, call, function
                )
                self.adjoints.known[call.result.id] = [[*seed]]
            case _:
                self.copy(call)
                self.mirror(call)

    def after_call(self, call: Call) -> None:
        """The adjoint of a call."""
        match self.site(call):
            case Callee():
                give_arguments(self.adjoints, call, self.interface(call), self.bars[id(call)])
            case Differential(rule=rule, meaning=meaning):
                rulecalls.differential(self, call, rule, meaning)
            case _:
                return

    def site(self, call: Call) -> Site:
        """What a call is."""
        return self.seeds.sites[id(call)]

    def interface(self, call: Call) -> Interface:
        """The convention of a single function that is called."""
        site = self.site(call)
        assert isinstance(site, Callee)
        return self.emission.interface(self.facts.whole.function(site.function))

    def close(self, index: int) -> None:
        """Give the phis of a block their values."""
        for phi in self.function.blocks[index].phis():
            once = dict.fromkeys(pair for pair in phi.incoming if (pair[1], index) in self.edges)
            for value, source in once:
                self.incoming(phi, value, self.edges[source, index])
            for value, source in phi.incoming:
                if source in self.last and (source, index) not in self.edges:
                    self.incoming(phi, value, self.last[source])

    def stored(self, call: Call | Invoke, result: int) -> Value:
        """What a function stored through a pointer: none does here."""
        raise AssertionError((call, result))

    def choice(self, number: int, asked: Choice) -> Value:
        """Whether a condition in the rule of a call holds."""
        return asked.made(self.b, self.emission.declare, self.value)

    def unmet(self, load: Load, place: Value) -> tuple[Value, Value] | None:
        """Threads are not asked about."""
        del load, place
        return None

    def passed(self, call: Call | Invoke, place: int) -> Value:
        """What lay in memory given as an argument by value: none is here."""
        raise AssertionError((call, place))
