"""Known adjoints: values whose adjoint is one number from their definition to the end of the
function.

The adjoint of a summand is that of the sum, through phis, loops and further sums. Values that
propagate their adjoint unchanged, exactly once on each path, and the use of the last of them make a
*family*: all have one adjoint. If it can be computed before a loop, from the seed of the result and
from values that are available there, it is *told*, that is, known:

    for (i) { s += f(x[i]); }  out[0] = …;  return 0.5 * s + g(x);        adjoint of s: 0.5 · seed

A value that is stored to memory of the caller, last of all, has the adjoint that lies there
already when the function begins: `*error = s`. So has what an iteration of a one-pass loop stores
there, last of all that the iteration does with this place.

    for (i) { s = 0;  for (j) s += a[i][j] * x[j];  y[i] = s; }         adjoint of s: y.sh[i]

Invariant: each path from a told value to the return passes the uses that determine its adjoint.
"""

from __future__ import annotations

from typing import Final, final

from ribozyme.base.record import dataclass, field
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    AtomicRMW,
    Call,
    CallBr,
    Cast,
    CmpXchg,
    Computation,
    FBinary,
    FNeg,
    Gep,
    Instr,
    Invoke,
    Load,
    Phi,
    Ret,
    Silent,
    Store,
    VAArg,
    operands,
)
from ribozyme.ir.values import Local, Value
from ribozyme.rules.expr import Operand, Result, Seed, leaves
from ribozyme.rules.memory import Allocation, Deallocation
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.site_kinds import Drop, Plain
from ribozyme.transform.core.sites import callee_name
from ribozyme.transform.reverse.onepass.known_at_definition import Seeds, Term
from ribozyme.transform.reverse.onepass.once import used_once

_DEEP: Final = 16
RETURNED: Final = -1
_PURE: Final = ("llvm.fmuladd.", "llvm.fma.", "llvm.sqrt.")


@final
@dataclass(frozen=True, slots=True)
class Told:
    """How an adjoint is computed: the seed of the result, or a sum over the uses of a value.

    `store` is one of them: what lies in the shadow of its place.
    """

    value: Local | None  # None: the seed
    terms: tuple[tuple[Instr, Term, Told], ...] = field(default=())
    store: Store | None = None

    @property
    def stores(self) -> tuple[Store, ...]:
        """All stores it reads from."""
        own = () if self.store is None else (self.store,)
        return (*own, *(store for _, _, told in self.terms for store in told.stores))


SEED: Final = Told(None)


@final
class Tellings:
    """The families of one function; `seeded` says whether its result has a seed."""

    def __init__(self, facts: FunctionFacts, *, seeded: bool) -> None:
        self.facts = facts
        self.seeded = seeded
        self.seeds = Seeds(facts)
        self._onward: dict[int, tuple[int, ...]] = {}

    def family(self, value: Local) -> frozenset[int]:
        """A value and all that it leads to, `RETURNED` if that is the result."""
        found = {value.id}
        work = [value.id]
        while work:
            for other in self._handed_on(work.pop()):
                if other not in found:
                    found.add(other)
                    work.append(other)
        return frozenset(found)

    def told(self, value: Local, before: int) -> Told | None:
        """The adjoint of a value, from what is there before block `before` is entered."""
        return self._told(value, before, _DEEP)

    # ---- families ----------------------------------------------------------------------------

    def _handed_on(self, id: int) -> tuple[int, ...]:
        """To what a value hands on, once on each way; nothing if it ends its family."""
        if id == RETURNED:
            return ()
        if id not in self._onward:
            self._onward[id] = self._onward_of(self.facts.function.handle(id))
        return self._onward[id]

    def _onward_of(self, value: Local) -> tuple[int, ...]:
        inside: dict[int, int] = {}
        along: dict[tuple[int, int], int] = {}
        others: list[int] = []
        for at, use in self.seeds.uses(value):
            if isinstance(use, Phi):
                if use.result.type is not value.type:
                    return ()
                others.append(use.result.id)
                for operand, source in use.incoming:
                    if operand is value:
                        along[source, at] = along.get((source, at), 0) + 1
                continue
            if isinstance(use, Ret):
                others.append(RETURNED)
            else:
                term = self.seeds.term(use)
                if term is None or not _unchanged(term, value):
                    return ()
                others.append(term.result.id)
            inside[at] = inside.get(at, 0) + 1
        return tuple(others) if others and used_once(self.facts, value, inside, along) else ()

    # ---- what is told ------------------------------------------------------------------------

    def _told(self, value: Local, before: int, depth: int) -> Told | None:
        if not depth or not isinstance(value.type, ty.FloatType):
            return None
        ends = [id for id in self.family(value) if not self._handed_on(id)]
        if len(ends) != 1:
            return None  # which of them it leads to is not the same on all ways
        if ends[0] == RETURNED:
            result = self.facts.result_floats()
            return SEED if self.seeded and len(result) == 1 and not result[0].path else None
        return self._used(self.facts.function.handle(ends[0]), before, depth)

    def _used(self, value: Local, before: int, depth: int) -> Told | None:
        """The adjoint of a value that ends its family: the sum over uses that surely come."""
        terms: list[tuple[Instr, Term, Told]] = []
        store: Store | None = None
        home = self.facts.function.home[value.id]
        for at, use in self.seeds.uses(value):
            if isinstance(use, Store) and store is None:
                if not self._comes(home, at) or not self._last(use, at, before):
                    return None
                store = use
                continue
            term = None if isinstance(use, Phi) else self.seeds.term(use)
            if term is None or not self._comes(home, at) or not self._there(term, value, before):
                return None
            told = self._told(term.result, before, depth - 1)
            if told is None:
                return None
            terms.append((use, term, told))
        return Told(value, tuple(terms), store) if terms or store else None

    def _comes(self, home: int, at: int) -> bool:
        """Whether control surely comes from one block to another, and once."""
        facts = self.facts
        same = facts.loop_of(home) == facts.loop_of(at)
        return home == at or (same and facts.flow.postdominates(at, home))

    def _last(self, store: Store, at: int, before: int) -> bool:
        """Whether nothing touches the shadow of what is stored once the store is through, in the
        iteration that it belongs to."""
        facts, pointer = self.facts, store.pointer
        if store.volatile or store.ordering or store.value.type not in (ty.DOUBLE, ty.FLOAT):
            return False
        if facts.both(store.value):
            return False
        if not self.known_place(pointer, before):
            return False
        if not facts.shadowed(pointer) or facts.mixed(pointer) or facts.own(pointer):
            return False
        around = facts.parent(facts.loop_of(before))  # one-pass, and all loops around it
        loop = facts.loop_of(at)
        if not facts.inside(around, loop) or facts.in_cycle[at]:
            return False
        barred = facts.loops.loops[loop].header if loop >= 0 else -1
        objects = facts.whole.pointsto.mask(facts.function, pointer)
        met = facts.whole.pointsto.aliases(objects)
        instrs = facts.function.blocks[at].instrs
        behind = [*instrs[instrs.index(store) + 1 :]]
        seen = {at}
        work = [at]
        while work:
            for target in facts.live_successors[work.pop()]:
                if target not in seen and target != barred:
                    seen.add(target)
                    work.append(target)
                    behind += facts.function.blocks[target].instrs
        return not any(self._touches(instr, store, met) for instr in behind)

    def _touches(self, instr: Instr, store: Store, met: int) -> bool:
        """Whether the reverse of an instruction may add to a shadow, take it or clear it."""
        facts = self.facts
        match instr:
            case Load():
                if not (facts.active(instr.result) and facts.shadowed(instr.pointer)):
                    return False
                size = facts.layout.size(instr.result.type)
            case Store():
                if not facts.shadowed(instr.pointer):
                    return False
                size = facts.layout.size(instr.value.type)
            case Call() | Invoke() | CallBr() | AtomicRMW() | CmpXchg() | VAArg():
                site = self.seeds.sites.get(id(instr))
                effect = facts.whole.effects.instr(facts.function, instr)
                quiet = isinstance(site, Plain | Drop | Allocation | Deallocation)
                return not quiet and bool((effect.reads | effect.writes | effect.frees) & met)
            case _:
                _rest: Computation | Silent = instr
                return False
        return facts.whole.pointsto.may_alias(
            facts.function, instr.pointer, size, store.pointer,
            facts.layout.size(store.value.type), instr, store, same_iteration=False,
        )  # fmt: skip

    def _there(self, term: Term, value: Local, before: int) -> bool:
        """Whether what a term's adjoint of `value` reads is there before a block."""
        for index, operand in enumerate(term.operands):
            adjoint = term.rule.adjoint(index, frozenset((0,))) if operand is value else None
            for leaf in () if adjoint is None else leaves(adjoint):
                if isinstance(leaf, Result):
                    return False
                if isinstance(leaf, Operand) and not self.known(term.operands[leaf.index], before):
                    return False
        return True

    def known_place(self, pointer: Value, before: int) -> bool:
        """Whether an address is there before a block is entered, or one that it is an index to."""
        if not isinstance(pointer, Local) or there(self.facts, pointer, before):
            return True
        made = self.facts.function.definitions[pointer.id]
        return (
            isinstance(made, Gep)
            and (not isinstance(made.base, Local) or there(self.facts, made.base, before))
            and all(self.known(index, before) for index in made.indices)
        )

    def known(self, value: Value, before: int, depth: int = _DEEP) -> bool:
        """Whether a value is there before a block is entered, or can be computed there: what is
        used behind a loop only is often computed there."""
        if not isinstance(value, Local):
            return True
        if there(self.facts, value, before):
            return True
        made = self.facts.function.definitions[value.id]
        return (
            made is not None
            and depth > 0
            and _pure(made)
            and all(self.known(operand, before, depth - 1) for operand in operands(made))
        )


def there(facts: FunctionFacts, value: Local, before: int) -> bool:
    """Whether a value is computed before a block is entered."""
    home = facts.function.home[value.id]
    return home < 0 or (home != before and facts.flow.dominates(home, before))


def _pure(instr: Instr) -> bool:
    """Whether an operation may be done before a loop as well as behind it."""
    if isinstance(instr, Call):
        return (callee_name(instr) or "").startswith(_PURE)
    return isinstance(instr, FBinary | FNeg | Cast)


def _unchanged(term: Term, value: Value) -> bool:
    """Whether an operation hands its adjoint to a value as it is, once."""
    places = [index for index, operand in enumerate(term.operands) if operand is value]
    return (
        value.type is term.result.type
        and len(places) == 1
        and term.rule.adjoint(places[0], frozenset((0,))) == Seed(0)
    )
