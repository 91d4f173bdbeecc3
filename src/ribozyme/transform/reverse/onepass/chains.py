"""Shortens the dependency chain of adjoints through a loop: partial derivatives are multiplied
before the adjoint is known.

An iteration of the reverse sweep waits for the adjoints of the iteration before it. Each
operation would multiply such an adjoint by one partial derivative after the other. If the partial
derivatives are multiplied first, only one product waits for the adjoint.

    x' = x + h·(x·(r - z) - y)     t = x'.bar·h;  u = t·(r - z);  x.bar += u
                              →    x.bar += x'.bar·(h·(r - z))

An adjoint that is one product is remembered as such: a factor, and the seed it multiplies. Sums
end a chain, terms of one seed are joined. Invariant: a factor is made of few partials, so it
comes near no end of the range of numbers unless they do; only doubles are treated so, and no seed
that may be masked (a factor might be infinite where the seed is zero).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.instrs import Call, FBinary, FNeg, Freeze, Instr, Phi, Select
from ribozyme.ir.values import Local, Value, const_float
from ribozyme.rules.expr import Expr, Leaf, Seed
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.emit.arith import Arithmetic

LARGE: Final = 100  # active operations in a turn; more of them keep the processor busy anyway
LONG: Final = 4  # partials in a factor
TERMS: Final = 8  # of a sum that are remembered
_ONE: Final = const_float(ty.DOUBLE, 1.0)


def recurrences(facts: FunctionFacts) -> frozenset[int]:
    """The loops of one block that hand a state on which they multiply, by their blocks."""
    return frozenset(
        loop.header
        for loop in facts.loops.loops
        if len(loop.blocks) == 1 and facts.live[loop.header] and _recurs(facts, loop.header)
    )


def _recurs(facts: FunctionFacts, block: int) -> bool:
    """Whether a double of the next turn is made from one of this turn by more than sums."""
    instrs = facts.function.blocks[block].instrs
    state = {
        instr.result.id: False
        for instr in instrs
        if isinstance(instr, Phi) and instr.result.type is ty.DOUBLE and facts.active(instr.result)
    }
    if not state:
        return False
    operations = 0
    handed = {
        value.id
        for phi in instrs
        if isinstance(phi, Phi) and phi.result.id in state
        for value, source in phi.incoming
        if source == block and isinstance(value, Local)
    }
    for instr in instrs:
        result = instr.result
        if isinstance(instr, Phi) or result is None or not facts.active(result):
            continue
        operations += isinstance(instr, FBinary | Call)
        from_state = [state[id] for id in _given(instr) if id in state]
        if from_state:
            state[result.id] = any(from_state) or not _sum(instr)
    return operations <= LARGE and any(state.get(id, False) for id in handed)


def _given(instr: Instr) -> list[int]:
    match instr:
        case FBinary(lhs=lhs, rhs=rhs):
            values = [lhs, rhs]
        case FNeg(value=value) | Freeze(value=value):
            values = [value]
        case Select(then=then, otherwise=otherwise):
            values = [then, otherwise]
        case Call(args=args):
            values = [*args]
        case _:
            values = []
    return [value.id for value in values if isinstance(value, Local)]


def _sum(instr: Instr) -> bool:
    """Whether an instruction hands an adjoint on as it is."""
    if isinstance(instr, FBinary):
        return instr.op in ("fadd", "fsub")
    return isinstance(instr, FNeg | Select | Freeze)


@final
@dataclass(frozen=True, slots=True)
class Product:
    """`factor · seed`, the factor of so many partials."""

    factor: Value
    seed: Value
    length: int


@final
class Chains:
    """Which adjoints are products or sums of them, in the block that is being reversed."""

    def __init__(self, b: FunctionBuilder) -> None:
        self.b = b
        self._on = False
        self._masked: frozenset[int] = frozenset()
        self._products: dict[int, Product] = {}  # by the id of the value emitted
        self._sums: dict[int, tuple[Product, ...]] = {}

    def enter(self, on: bool, masked: frozenset[int]) -> None:
        """A block is begun; `masked` are the values whose seed may be zero for no good reason."""
        self._on, self._masked = on, masked
        self._products.clear()
        self._sums.clear()

    def contribution(
        self,
        arithmetic: Arithmetic,
        term: Expr,
        leaf: Callable[[Leaf], Value],
        result: Local | None,
        bar: Value,
        type: ty.Type,
    ) -> Value:
        """What an operand receives of the adjoint of a result by a term linear in its only seed."""
        if not self._on or result is None or result.id in self._masked:
            return arithmetic.term(term, leaf, type)
        if type is not ty.DOUBLE or bar.type is not ty.DOUBLE:
            return arithmetic.term(term, leaf, type)
        known = self.product(bar)

        def at(found: Leaf) -> Value:
            return known.factor if isinstance(found, Seed) else leaf(found)

        factor = arithmetic.term(term, at, type)
        return self._made(factor, known.seed, known.length + 1)

    def negated(self, bar: Value, flags: str) -> Value:
        """The negative of an adjoint."""
        if not self._on or bar.type is not ty.DOUBLE:
            return self.b.fneg(bar, flags)
        known = self.product(bar)
        if known.factor == _ONE:
            return self._made(const_float(ty.DOUBLE, -1.0), bar, 0)
        return self._made(self.b.fneg(known.factor, flags), known.seed, known.length)

    def total(self, one: Value, other: Value, flags: str) -> Value:
        """The sum of two contributions; terms of one seed are joined."""
        if not self._on or one.type is not ty.DOUBLE:
            return self.b.fadd(one, other, flags)
        terms = list(self._terms(one))
        joined = [self._joined(terms, term, flags) for term in self._terms(other)]
        if any(joined):
            made, *rest = [self._made(t.factor, t.seed, t.length) for t in terms]
            for value in rest:
                made = self.b.fadd(made, value, flags)
        else:
            made = self.b.fadd(one, other, flags)
        if isinstance(made, Local) and 1 < len(terms) <= TERMS:
            self._sums[made.id] = tuple(terms)
        return made

    def _joined(self, terms: list[Product], term: Product, flags: str) -> bool:
        """Add a term to others; whether one of them has its seed and took it in."""
        for place, known in enumerate(terms):
            length = known.length + term.length
            if known.seed is term.seed and length <= LONG:
                factor = self.b.fadd(known.factor, term.factor, flags)
                terms[place] = Product(factor, term.seed, length)
                return True
        terms.append(term)
        return False

    def _terms(self, value: Value) -> tuple[Product, ...]:
        known = self._sums.get(value.id) if isinstance(value, Local) else None
        return known or (self.product(value),)

    def product(self, bar: Value) -> Product:
        """An adjoint as a product, if need be of one."""
        known = self._products.get(bar.id) if isinstance(bar, Local) else None
        return known or Product(_ONE, bar, 0)

    def _made(self, factor: Value, seed: Value, length: int) -> Value:
        """The product; without flags, by which LLVM might order its operands anew, or fuse it."""
        if factor == _ONE:
            return seed
        made = self.b.fmul(factor, seed)
        if length < LONG and isinstance(made, Local):
            self._products[made.id] = Product(factor, seed, length)
        return made
