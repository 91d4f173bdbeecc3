"""Transposition: from the differential of an operation to its adjoint.

A differential is linear in the `Diff`s: a sum of paths, each scaling one `Diff`.  Its transpose
sends the seed back along every path.  The walk is also the check: what is not linear is refused.

    (dx - r*dy) / y,  seed   →   {0: seed / y,  1: -(r * (seed / y))}

A choice stays a choice in every adjoint (`pick(c, seed·a, seed·b)`), so that a factor of the branch
not taken is never multiplied, not even by zero.
"""

from __future__ import annotations

from typing import Final

from ribozyme.rules.expr import Apply, Diff, Expr, Leaf, Num, Operand, Result, Seed, leaves

__all__ = ["NotLinear", "differs", "factors", "transpose", "without"]

ZERO: Final = Num(0.0)

# Functions linear in their first argument, and how the adjoint passes back through them.
_LINEAR: Final = {
    "neg": "neg",
    "convert": "convert",
    "bitcast": "bitcast",
    "ldexp": "ldexp",
    "scalbn": "scalbn",
    "scalbln": "scalbln",
    "scalb": "scalb",
    "broadcast": "reduce_add",
    "reduce_add": "broadcast",
}


class NotLinear(ValueError):
    """A differential that is not linear in the differentials of the operands, and the term."""

    def __init__(self, said: str, term: Expr | None = None) -> None:
        super().__init__(said)
        self.term = term


def differs(expr: Expr) -> bool:
    """Whether a term contains a differential."""
    return any(isinstance(leaf, Diff) for leaf in leaves(expr))


def transpose(expr: Expr, seed: Expr) -> dict[int, Expr]:
    """The adjoint of every operand that `expr` reaches, as terms over `seed`."""
    match expr:
        case Diff(i):
            return {i: seed}
        case Num(0.0):
            return {}
        case Apply("add", (a, b)):
            return _sum(transpose(a, seed), transpose(b, seed))
        case Apply("sub", (a, b)):
            return _sum(transpose(a, seed), transpose(b, Apply("neg", (seed,))))
        case Apply("mul", (a, b)) if not differs(a):
            return transpose(b, Apply("mul", (a, seed)))
        case Apply("mul", (a, b)) if not differs(b):
            return transpose(a, Apply("mul", (seed, b)))
        case Apply("div", (a, b)) if not differs(b):
            return transpose(a, Apply("div", (seed, b)))
        case Apply("pick", (condition, a, b)) if not differs(condition):
            return _choice(condition, transpose(a, seed), transpose(b, seed))
        case Apply(op, (a, *rest)) if op in _LINEAR and not any(differs(arg) for arg in rest):
            return transpose(a, Apply(_LINEAR[op], (seed, *rest)))
        case _:
            raise NotLinear(f"not linear in the differentials: {expr}", expr)


def without(expr: Expr, zeros: frozenset[Leaf]) -> Expr | None:
    """A linear term with some leaves exactly zero; None if nothing is left of it."""
    match expr:
        case Apply("add", (a, b)):
            return _plus(without(a, zeros), without(b, zeros))
        case Apply("sub", (a, b)):
            rest = without(b, zeros)
            return _plus(without(a, zeros), None if rest is None else Apply("neg", (rest,)), b)
        case Apply("mul", (a, b)):
            left, right = without(a, zeros), without(b, zeros)
            return None if left is None or right is None else Apply("mul", (left, right))
        case Apply("pick", (condition, a, b)):
            yes, no = without(a, zeros), without(b, zeros)
            return None if yes is None and no is None else _pick(condition, yes, no)
        case Apply(op, (a, *rest)) if op in _LINEAR or op == "div":
            inner = without(a, zeros)
            return None if inner is None else Apply(op, (inner, *rest))
        case Apply():
            return expr
        case _:
            return None if expr == ZERO or expr in zeros else expr


def factors(expr: Expr) -> frozenset[Leaf]:
    """The operands and results whose values scale an adjoint; conditions only choose."""
    match expr:
        case Apply("pick", (_, a, b)):
            return factors(a) | factors(b)
        case Apply(_, args):
            return frozenset[Leaf]().union(*map(factors, args))
        case Operand() | Result():
            return frozenset((expr,))
        case _:
            return frozenset()


def seeds(expr: Expr) -> frozenset[int]:
    """The results whose adjoints a term reads."""
    return frozenset(leaf.index for leaf in leaves(expr) if isinstance(leaf, Seed))


def _pick(condition: Expr, yes: Expr | None, no: Expr | None) -> Expr:
    a, b = ZERO if yes is None else yes, ZERO if no is None else no
    return a if a == b else Apply("pick", (condition, a, b))


def _plus(a: Expr | None, b: Expr | None, subtracted: Expr | None = None) -> Expr | None:
    if a is None or b is None:
        return b if a is None else a
    if subtracted is not None and isinstance(b, Apply):
        return Apply("sub", (a, b.args[0]))
    return Apply("add", (a, b))


def _sum(a: dict[int, Expr], b: dict[int, Expr]) -> dict[int, Expr]:
    both = {i: Apply("add", (a[i], b[i])) for i in a.keys() & b.keys()}
    return {**a, **b, **both}


def _choice(condition: Expr, a: dict[int, Expr], b: dict[int, Expr]) -> dict[int, Expr]:
    return {i: _pick(condition, a.get(i), b.get(i)) for i in sorted(a.keys() | b.keys())}
