"""Rules a user adds: a differential in the rule language, C functions, or names of inactive ones.

A `Rulebook` is the standard tables and what was added; it is a value, and whoever differentiates
takes one.  What users register from Python is the current rulebook of the process.

    @rule("erfcx")
    def _(x, r, dx):                       # operands by any name, d<name> its differential,
        return (2 * x * r - 1.1283791670955126) * dx      # r (and s) the results

    rule("solve", augment="solve_aug", gradient="solve_rev")
    inactive("log_*")

Invariant: an added rule passes the same checks as a row of a table (linear, closed).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from fnmatch import translate
from hashlib import sha256
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar, final

from ribozyme.base.record import dataclass, field, replace
from ribozyme.rules.added import CURRENT
from ribozyme.rules.algebra import is_routine
from ribozyme.rules.expr import PRIMITIVES, Diff, Expr, IntOperand, Operand, Result, evaluate
from ribozyme.rules.language import written
from ribozyme.rules.names import Inactive, Math, Meaning, Precision, classify, spelling
from ribozyme.rules.rule import Nonsmooth, Rule, Spelled, Table, rule_table, variant
from ribozyme.rules.rule import rule as row
from ribozyme.rules.table import RULES, rule_for
from ribozyme.rules.transpose import NotLinear

if TYPE_CHECKING:
    import inspect

__all__ = [
    "STANDARD",
    "Forward",
    "Pair",
    "Rulebook",
    "differential",
    "inactive",
    "known",
    "rule",
    "rulebook",
    "unused",
]

F = TypeVar("F", bound=Callable[..., object])
Differential: TypeAlias = Callable[..., object]


@final
@dataclass(frozen=True, slots=True)
class Pair:
    """A split reverse rule: `augment` runs forward and gives a tape, `gradient` runs back.

    An empty gradient is of a rule that has only a way forwards from the tape.
    """

    augment: str
    gradient: str


@final
@dataclass(frozen=True, slots=True)
class Forward:
    """A forward rule only."""

    forward: str


@final
@dataclass(frozen=True, slots=True)
class Rulebook:
    """The standard rules and those added; `used` grows as added ones are met."""

    rules: Table = field(default_factory=lambda: MappingProxyType({}))
    precisions: Mapping[str, Precision] = field(default_factory=lambda: MappingProxyType({}))
    pairs: Mapping[str, Pair] = field(default_factory=lambda: MappingProxyType({}))
    forwards: Mapping[str, Forward] = field(default_factory=lambda: MappingProxyType({}))
    splits: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    meanings: Mapping[str, Meaning] = field(default_factory=lambda: MappingProxyType({}))
    inactive: tuple[str, ...] = ()
    nulls: frozenset[str] = frozenset()  # functions of rules that accept null shadows
    sources: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))  # C of rules
    used: set[str] = field(default_factory=set, compare=False)

    def meaning(self, symbol: str) -> Meaning | Pair | Forward | None:
        """What a symbol means; what was added comes first."""
        found = self.added(symbol) if self.additions else None
        return classify(symbol) if found is None else found

    def by_hand(self, symbol: str) -> bool:
        """Whether the derivative of a function is given as functions."""
        return is_routine(symbol) or isinstance(self.meaning(symbol), Pair | Forward)

    def speaks_of(self, symbol: str) -> bool:
        """Whether anything was added for a symbol; this is no use of it."""
        tables = (self.rules, self.meanings, self.pairs, self.forwards)
        return any(symbol in table for table in tables) or any(
            re.fullmatch(translate(pattern), symbol) for pattern in self.inactive
        )

    @property
    def additions(self) -> bool:
        """Whether anything was added."""
        return bool(self.rules or self.pairs or self.forwards or self.meanings or self.inactive)

    def forward(self, symbol: str) -> Forward | None:
        """The forward rule of a symbol, which may stand beside a `Pair`."""
        found = self.forwards.get(symbol)
        if found is not None:
            self.used.add(symbol)
        return found

    @property
    def takes_shadows(self) -> bool:
        """Whether a rule made of functions needs the shadow of every pointer, never null."""
        names = {name for pair in self.pairs.values() for name in (pair.augment, pair.gradient)}
        names |= {one.forward for one in self.forwards.values()} | {*self.splits.values()}
        return not self.nulls.issuperset(filter(None, names))

    def rule_for(self, op: str, nonsmooth: Nonsmooth = "subgradient") -> Rule | None:
        """The rule of an operation, added or standard."""
        found = self.rules.get(op)
        return rule_for(op, nonsmooth) if found is None else variant(found, nonsmooth)

    def spelling(self, op: str, precision: Precision) -> tuple[Spelled, str] | None:
        """How an operation is written; an added one by its own symbol."""
        return ("libm", op) if op in self.rules else spelling(op, precision)

    def unused(self) -> tuple[str, ...]:
        """What was added and never met."""
        added = {*self.rules, *self.pairs, *self.forwards, *self.meanings, *self.inactive}
        return tuple(sorted(added - self.used))

    def fingerprint(self) -> str:
        """A key for caches: equal for equal additions, in whatever order they were made."""
        tables = (self.rules, self.precisions, self.pairs, self.forwards, self.meanings)
        parts = (*tables, self.splits, self.sources)
        names = [sorted(self.inactive), sorted(self.nulls)]
        text = repr([sorted(part.items()) for part in parts] + names)
        return sha256(text.encode()).hexdigest()

    def with_rule(
        self, symbol: str, function: Differential, precision: Precision = "double"
    ) -> Rulebook:
        """And a rule in the rule language."""
        kinds, terms, names = differential(function)
        try:
            table = rule_table((row(symbol, *terms, operands=kinds),))
        except NotLinear as problem:
            if problem.term is None:
                raise
            said = f"not linear in the differentials: {written(problem.term, names)}"
            raise NotLinear(said, problem.term) from None
        _closed(table[symbol], {*self.rules, symbol})
        return replace(
            self,
            rules=_extended(self.rules, table),
            precisions=_extended(self.precisions, {symbol: precision}),
            used=self.used - {symbol},
        )

    def with_pair(self, symbol: str, augment: str, gradient: str) -> Rulebook:
        """And a split reverse rule made of two C functions."""
        pairs = _extended(self.pairs, {symbol: Pair(augment, gradient)})
        return replace(self, pairs=pairs, used=self.used - {symbol})

    def with_forward(self, symbol: str, forward: str) -> Rulebook:
        """And a forward rule made of a C function."""
        forwards = _extended(self.forwards, {symbol: Forward(forward)})
        return replace(self, forwards=forwards, used=self.used - {symbol})

    def with_split(self, symbol: str, augment: str, forward: str) -> Rulebook:
        """And a forward rule that reads the tape of an augmented function; a pair of that augmented
        function keeps its gradient."""
        pair = self.pairs.get(symbol)
        gradient = pair.gradient if pair is not None and pair.augment in ("", augment) else ""
        book = self.with_pair(symbol, augment, gradient)
        return replace(book, splits=_extended(self.splits, {symbol: forward}))

    def with_source(self, symbol: str, source: str) -> Rulebook:
        """And C that has the functions of a symbol's rule, for programs that have the symbol."""
        return replace(self, sources=_extended(self.sources, {symbol: source}))

    def with_nulls(self, functions: Iterable[str]) -> Rulebook:
        """And functions of rules that accept a null shadow of an inactive argument."""
        return replace(self, nulls=self.nulls | {*functions})

    def with_meaning(self, symbol: str, meaning: Meaning) -> Rulebook:
        """And a function that is like a known one: `classify("log1p")`, an `Allocation`."""
        meanings = _extended(self.meanings, {symbol: meaning})
        return replace(self, meanings=meanings, used=self.used - {symbol})

    def with_inactive(self, patterns: Iterable[str]) -> Rulebook:
        """And names, or patterns of names, of functions that carry no derivative."""
        fresh = tuple(p for p in patterns if p not in self.inactive)
        return replace(self, inactive=(*self.inactive, *fresh), used=self.used - {*fresh})

    def added(self, symbol: str) -> Meaning | Pair | Forward | None:
        """What was added for a symbol."""
        if symbol in self.rules:
            self.used.add(symbol)
            of = self.rules[symbol]
            return Math(symbol, self.precisions[symbol], stores=of.stores, flat=of.flat)
        tables: tuple[Mapping[str, Meaning | Pair | Forward], ...] = (
            self.meanings,
            self.pairs,
            self.forwards,
        )
        for table in tables:
            if symbol in table:
                self.used.add(symbol)
                return table[symbol]
        for pattern in self.inactive:
            if re.fullmatch(translate(pattern), symbol):
                self.used.add(pattern)
                return Inactive()
        return None


STANDARD: Final = Rulebook()


def differential(function: Differential) -> tuple[str, tuple[Expr, ...], list[str]]:
    """The operands' kinds, the terms, one per result, of a function in the rule language, and the
    operands' names.

    Its parameters say what it wants: `r` and `s` are the results, `d` and a name is the
    differential of the operand of that name, `: int` is an integer operand.
    """
    from inspect import signature  # late: few processes add rules

    parameters = signature(function).parameters
    operands = [name for name in parameters if not _special(name, parameters)]
    leaves = [_leaf(p, operands) for p in parameters.values()]
    given = function(*leaves)
    terms = given if isinstance(given, tuple) else (given,)
    kinds = ("int" if _is_int(parameters[name]) else "float" for name in operands)
    return " ".join(kinds), tuple(_checked(term, function) for term in terms), operands


def rule(
    symbol: str,
    *,
    augment: str | None = None,
    gradient: str | None = None,
    forward: str | None = None,
    null_shadows: bool = False,
    precision: Precision = "double",
    source: str = "",
) -> Callable[[F], F]:
    """Registers a rule for the process: C functions at once, or a Python function by decoration."""
    if (augment is None) != (gradient is None):
        raise ValueError(f"the rule of '{symbol}' needs both augment= and gradient=")
    if augment is not None and gradient is not None:
        _change(lambda book: book.with_pair(symbol, augment, gradient))
    if forward is not None:
        _change(lambda book: book.with_forward(symbol, forward))
    if source:
        _change(lambda book: book.with_source(symbol, source))
    if null_shadows:
        functions = [name for name in (augment, gradient, forward) if name is not None]
        _change(lambda book: book.with_nulls(functions))

    def decorate(function: F) -> F:
        _change(lambda book: book.with_rule(symbol, function, precision))
        return function

    return decorate


def inactive(*patterns: str) -> None:
    """Registers names, or patterns of names, of functions that carry no derivative."""
    _change(lambda book: book.with_inactive(patterns))


def rulebook() -> Rulebook:
    """The current rulebook of the process."""
    return _current[0]


def take_back(book: Rulebook) -> None:
    """Make an earlier rulebook the current one."""
    _change(lambda _: book)


def known(key: str) -> Rulebook:
    """The rulebook of a key; the current one where the key is of another process."""
    return _books.get(key, _current[0])


def unused() -> tuple[str, ...]:
    """What was registered in the process and no derivative has met, under whichever rulebook."""
    met = frozenset[str]().union(*(book.used for book in _books.values()))
    return tuple(name for name in rulebook().unused() if name not in met)


_current: Final = [STANDARD]
_books: Final[dict[str, Rulebook]] = {"": STANDARD}
_lock: Final = Lock()


def _change(change: Callable[[Rulebook], Rulebook]) -> None:
    with _lock:
        book = _current[0] = change(_current[0])
        CURRENT[0] = book.fingerprint() if book.additions else ""
        _books[CURRENT[0]] = book


def _special(name: str, parameters: Iterable[str]) -> bool:
    return name in ("r", "s") or (name.startswith("d") and name[1:] in parameters)


def _leaf(parameter: inspect.Parameter, operands: list[str]) -> Expr:
    name = parameter.name
    if name in operands:
        return (IntOperand if _is_int(parameter) else Operand)(operands.index(name))
    return Result("rs".index(name)) if name in ("r", "s") else Diff(operands.index(name[1:]))


def _is_int(parameter: inspect.Parameter) -> bool:
    return parameter.annotation in (int, "int")


def _checked(term: object, function: Differential) -> Expr:
    if isinstance(term, Expr):
        return term
    raise TypeError(f"{function.__name__} must give terms of the rule language, not {term!r}")


def _closed(added: Rule, known: set[str]) -> None:
    for term in added.differentials:
        for op in sorted(_operations(term)) if term is not None else ():
            if op not in PRIMITIVES and op not in RULES and op not in known:
                raise ValueError(
                    f"the rule of '{added.name}' calls '{op}', which has no rule: add one first"
                )


def _operations(term: Expr) -> frozenset[str]:
    return evaluate(
        term,
        lambda _: frozenset[str](),
        lambda op, parts: frozenset((op,)).union(*parts),
    )


V = TypeVar("V")


def _extended(table: Mapping[str, V], more: Mapping[str, V]) -> Mapping[str, V]:
    return MappingProxyType({**table, **more})
