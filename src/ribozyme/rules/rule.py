"""A rule: the differential of one operation, and everything that follows from it.

A row is written as mathematics and becomes a `Rule` when its table is built: its adjoints by
transposition, what reverse must keep by free variables, where a seed of zero could meet an infinity
by looking for poles.  A row that is not linear is refused.

    rule("fdiv", (dx - r*dy) / y)   →   adjoints (seed / y, -(seed / y) * r), uses(0) = {y}

Invariant: the `Diff`s and `Seed`s of a rule are linear, and every function it names is a primitive
of the language or has a rule itself (a test), so that derivatives can be differentiated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, final

from ribozyme.base.record import dataclass, field, replace
from ribozyme.rules.bounds import unbounded
from ribozyme.rules.expr import (
    Apply,
    Diff,
    Expr,
    IntOperand,
    Leaf,
    Num,
    Operand,
    Result,
    Seed,
    leaves,
)
from ribozyme.rules.transpose import factors, transpose, without

__all__ = [
    "Interval",
    "Kind",
    "Nonsmooth",
    "Row",
    "Rule",
    "Spelled",
    "Table",
    "constant",
    "rule",
    "rule_table",
    "variant",
]

Kind = Literal["float", "int", "bool", "vector"]
Spelled = Literal["instr", "intrinsic", "libm", "support", "machine", "gsl"]
Nonsmooth = Literal["subgradient", "inf", "ieee", "raise"]


class Interval(NamedTuple):
    """Where a rule's tests draw an operand."""

    low: float
    high: float


REAL: Final = Interval(-3.0, 3.0)
POSITIVE: Final = Interval(0.1, 5.0)
UNIT: Final = Interval(-0.9, 0.9)
ABOVE_ONE: Final = Interval(1.1, 5.0)
SMALL_INT: Final = Interval(0, 5)


@final
@dataclass(frozen=True, slots=True)
class Rule:
    """What is known of one operation's derivative.

    `kink` says where a row is not differentiable; the differentials hold the value chosen there,
    `ieee` are those of other frameworks, where that is not what the formula gives.
    `unbounded` are the operands whose partial can be infinite though all operands are finite (a
    pole, an overflow): a masked seed needs a guard.  The values among `factors` scale the seed,
    which needs the guard only if one of them may be infinite or NaN.
    `guarded` are those whose partial is guarded always, masked or not (pow).  A guard looks at one
    seed: an adjoint from several results is guarded term by term (`adjoint(i, {j})`).

    In C, result j is stored through the pointer argument `stores[j]`, or returned; `flat` operands
    and results are the components of complex values, in whatever shape the ABI passes them.
    """

    name: str
    operands: tuple[Kind, ...]
    results: tuple[Kind, ...]
    differentials: tuple[Expr | None, ...]
    adjoints: tuple[Expr | None, ...]
    domain: tuple[Interval, ...]
    spelled: Spelled
    symbols: tuple[str, ...]
    kink: Expr | None = None
    there: Expr | None = None
    guarded: frozenset[int] = frozenset()
    stores: tuple[int | None, ...] = (None,)
    flat: bool = False
    ieee: tuple[Expr, ...] = ()

    @property
    def locally_constant(self) -> bool:
        """Whether no result has a derivative anywhere (floor, compares)."""
        return all(d is None for d in self.differentials)

    _partial: dict[tuple[int, frozenset[int]], Expr | None] = field(
        init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "_partial", {})

    def __hash__(self) -> int:
        return hash((self.name, self.adjoints))

    def uses(self, operand: int) -> frozenset[Leaf]:
        """The operands and results that the adjoint of an operand reads."""
        return _values(self.adjoints[operand])

    @property
    def kink_reads(self) -> frozenset[Leaf]:
        """The operands and results that tell whether a point is at a kink."""
        return _values(self.kink)

    def tangent(self, result: int, active: frozenset[int]) -> Expr | None:
        """The tangent of a result when only some operands vary; None is an exact zero."""
        return _without(self.differentials[result], _idle(Diff, len(self.operands), active))

    def adjoint(self, operand: int, seeded: frozenset[int]) -> Expr | None:
        """What an operand receives when only some results have an adjoint; None: nothing."""
        key = operand, seeded
        if key not in self._partial:
            idle = _idle(Seed, len(self.results), seeded)
            self._partial[key] = _without(self.adjoints[operand], idle)
        return self._partial[key]

    @property
    def unbounded(self) -> frozenset[int]:
        """The operands whose partial can be infinite at finite operands."""
        return _unbounded(self)

    def factors(self, operand: int) -> frozenset[Leaf]:
        """The operands and results that scale the adjoint of an operand."""
        return _factors(self.adjoints[operand])


@final
@dataclass(frozen=True, slots=True)
class Row:
    """A rule as written: for one or several names, not yet checked."""

    names: tuple[str, ...]
    differentials: tuple[Expr | None, ...]
    operands: tuple[Kind, ...]
    results: tuple[Kind, ...]
    domain: tuple[Interval, ...]
    kink: Expr | None
    there: Expr | None
    symbols: tuple[str, ...] | None
    guarded: frozenset[int]
    stores: tuple[int | None, ...]
    flat: bool
    ieee: tuple[Expr, ...]


Table = Mapping[str, Rule]


def rule(
    names: str,
    *differentials: Expr | float | None,
    domain: Interval | tuple[Interval, ...] | None = None,
    operands: str | None = None,
    results: str | None = None,
    kink: Expr | None = None,
    there: Expr | float | None = None,
    ieee: Expr | tuple[Expr, ...] = (),
    c: str | None = None,
    guarded: Iterable[int] = (),
    stores: tuple[int | None, ...] | None = None,
    flat: bool = False,
) -> Row:
    """A row: a differential per result, for one or several operations of one derivative.

    `operands` and `results` give the kinds ("float int") where the terms do not show them.  `kink`
    is where the derivative has no limit or an infinite one, `there` the value chosen (without it,
    the differential itself says), `ieee` the differentials as JAX and PyTorch have
    them, if the formula without `there` does not say it.  `c` lists the C names if they differ
    from the row's, `stores` the pointer argument through which C gives each result back.
    """
    terms = tuple(_term(d) for d in differentials)
    kinds = _kinds(operands) or _operand_kinds(terms)
    return Row(
        tuple(names.split()),
        terms,
        kinds,
        _kinds(results) or _kinds("float " * len(terms)),
        _domains(domain, kinds),
        kink,
        None if there is None else _lift(there),
        None if c is None else tuple(c.split()),
        frozenset(guarded),
        (None,) * len(terms) if stores is None else stores,
        flat,
        ieee if isinstance(ieee, tuple) else (ieee,),
    )


def constant(names: str, operands: str = "float", c: str | None = None) -> Row:
    """A row of locally constant functions: the derivative is exactly zero."""
    return rule(names, None, operands=operands, c=c)


def rule_table(rows: Iterable[Row], spelled: Spelled = "libm") -> Table:
    """The checked rules of some rows, by name."""
    table: dict[str, Rule] = {}
    for row in rows:
        for name in row.names:
            if name in table:
                raise ValueError(f"two rows for '{name}'")
            table[name] = _checked(name, row, spelled)
    return MappingProxyType(table)


def variant(rule: Rule, nonsmooth: Nonsmooth) -> Rule:
    """The rule under an option for kinks: `inf` drops the chosen value and keeps the limit, and
    `ieee` does so where nothing else is said.
    """
    smooth: tuple[Expr | None, ...]
    if nonsmooth == "ieee" and rule.ieee:
        smooth = rule.ieee
    elif nonsmooth in ("inf", "ieee") and rule.there is not None and rule.kink is not None:
        smooth = tuple(_unpicked(d, rule.kink) for d in rule.differentials)
    else:
        return rule
    adjoints = _adjoints(smooth, len(rule.operands))
    return replace(rule, differentials=smooth, adjoints=adjoints, there=None)


def _checked(name: str, row: Row, spelled: Spelled) -> Rule:
    chosen = row.differentials
    if row.kink is not None and row.there is not None:
        chosen = tuple(_picked(row.kink, row.there, d) for d in chosen)
    return Rule(
        name,
        row.operands,
        row.results,
        chosen,
        _adjoints(chosen, len(row.operands)),
        row.domain,
        spelled,
        (name,) if row.symbols is None else row.symbols,
        row.kink,
        row.there,
        row.guarded,
        row.stores,
        row.flat,
        row.ieee,
    )


def _adjoints(differentials: tuple[Expr | None, ...], operands: int) -> tuple[Expr | None, ...]:
    total: dict[int, Expr] = {}
    for j, differential in enumerate(differentials):
        if differential is None:
            continue
        for i, term in transpose(differential, Seed(j)).items():
            total[i] = Apply("add", (total[i], term)) if i in total else term
    return tuple(total.get(i) for i in range(operands))


def _picked(kink: Expr, there: Expr, differential: Expr | None) -> Expr | None:
    return None if differential is None else Apply("pick", (kink, there, differential))


def _unpicked(differential: Expr | None, kink: Expr) -> Expr | None:
    match differential:
        case Apply("pick", (condition, _, smooth)) if condition == kink:
            return smooth
        case _:
            return differential


@cache
def _without(expr: Expr | None, zeros: frozenset[Leaf]) -> Expr | None:
    return None if expr is None else without(expr, zeros)


@cache
def _factors(expr: Expr | None) -> frozenset[Leaf]:
    return frozenset() if expr is None else factors(expr)


@cache
def _unbounded(rule: Rule) -> frozenset[int]:
    return frozenset(
        i for i, a in enumerate(rule.adjoints) if a is not None and unbounded(a, rule.name)
    )


@cache
def _idle(kind: type[Diff | Seed], count: int, active: frozenset[int]) -> frozenset[Leaf]:
    """The differentials, or seeds, that are zero."""
    return frozenset(kind(i) for i in range(count) if i not in active)


@cache
def _values(term: Expr | None) -> frozenset[Leaf]:
    found = frozenset[Leaf]() if term is None else leaves(term)
    return frozenset(v for v in found if isinstance(v, Operand | IntOperand | Result))


def _term(value: Expr | float | None) -> Expr | None:
    return None if value is None or value == 0 else _lift(value)


def _lift(value: Expr | float) -> Expr:
    return Num(float(value)) if isinstance(value, int | float) else value


def _kinds(text: str | None) -> tuple[Kind, ...]:
    known: dict[str, Kind] = {"float": "float", "int": "int", "bool": "bool", "vector": "vector"}
    return () if text is None else tuple(known[word] for word in text.split())


def _operand_kinds(terms: tuple[Expr | None, ...]) -> tuple[Kind, ...]:
    """An operand is an int if it is read as one, a truth value if a `pick` looks at it."""
    kinds: dict[int, Kind] = {}
    for term in terms:
        for leaf in leaves(term) if term is not None else ():
            match leaf:
                case Operand(i) | Diff(i):
                    kinds[i] = "float"
                case IntOperand(i):
                    kinds[i] = "int"
    kinds.update((i, "bool") for term in terms if term is not None for i in _looked_at(term))
    return tuple(kinds.get(i, "float") for i in range(max(kinds, default=-1) + 1))


def _looked_at(term: Expr) -> Iterator[int]:
    """The operands that a `pick` in a term looks at."""
    work, seen = [term], set[int]()
    while work:
        part = work.pop()
        if not isinstance(part, Apply) or id(part) in seen:
            continue
        seen.add(id(part))
        work += part.args
        if part.op == "pick" and isinstance(part.args[0], Operand):
            yield part.args[0].index


def _domains(
    domain: Interval | tuple[Interval, ...] | None, kinds: tuple[Kind, ...]
) -> tuple[Interval, ...]:
    match domain:
        case None:
            return _domains(REAL, kinds)
        case Interval():
            return tuple(SMALL_INT if kind == "int" else domain for kind in kinds)
        case _:
            return domain
