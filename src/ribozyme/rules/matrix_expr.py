"""Matrix expressions: the language of rules over arrays, and their transposition.

    dx = solve(A, db - dA @ x)   →   λ = solve(A.T, x̄):   b̄ += λ,   Ā += -outer(λ, x)

An expression is a value with a shape, whose sizes are texts in C (`("n", "n + 1")`): () is a
number, one size a vector, two a matrix. `@`, `.T` and elementwise `+ - * /` mean what they mean in
NumPy; a number goes with any shape. Vectors are neither rows nor columns.

Invariant: shapes fit where an expression is made, and what `transposed` takes is linear in the
differentials; both are errors with words, never another derivative.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, Literal, TypeAlias, final

from ribozyme.base.record import dataclass
from ribozyme.rules.transpose import NotLinear

__all__ = [
    "ELEMENTWISE",
    "Apply",
    "Expr",
    "Leaf",
    "Misfit",
    "Number",
    "Role",
    "Shape",
    "leaves",
    "steps",
    "transposed",
]

Shape: TypeAlias = tuple[str, ...]
Role = Literal["value", "before", "tangent", "seed"]
"""What a name stands for: what the array holds after the call, before it, its differential, and the
adjoint of what the function left there."""
ELEMENTWISE: Final = ("exp", "log", "sqrt", "sin", "cos", "tanh", "fabs")


class Misfit(ValueError):
    """Operands whose shapes do not go together."""


class _Operators:
    """Arithmetic on expressions makes expressions."""

    __slots__ = ()
    __array_ufunc__ = None  # numbers of NumPy are numbers here

    def __add__(self, other: Given) -> Apply:
        return apply("add", self, other)

    def __radd__(self, other: Given) -> Apply:
        return apply("add", other, self)

    def __sub__(self, other: Given) -> Apply:
        return apply("sub", self, other)

    def __rsub__(self, other: Given) -> Apply:
        return apply("sub", other, self)

    def __mul__(self, other: Given) -> Apply:
        return apply("times", self, other)

    def __rmul__(self, other: Given) -> Apply:
        return apply("times", other, self)

    def __truediv__(self, other: Given) -> Apply:
        return apply("over", self, other)

    def __rtruediv__(self, other: Given) -> Apply:
        return apply("over", other, self)

    def __matmul__(self, other: Given) -> Apply:
        return apply("matmul", self, other)

    def __neg__(self) -> Apply:
        return apply("neg", self)

    @property
    def T(self) -> Apply:
        """The transpose of a matrix."""
        return apply("T", self)


@final
@dataclass(frozen=True, slots=True)
class Leaf(_Operators):
    """A parameter of the function in one of its roles."""

    name: str
    role: Role
    shape: Shape


@final
@dataclass(frozen=True, slots=True)
class Number(_Operators):
    """A constant, or an integer parameter: its text in C."""

    text: str
    shape: Shape = ()


@final
@dataclass(frozen=True, slots=True)
class Apply(_Operators):
    """An operation on expressions."""

    op: str
    args: tuple[Expr, ...]
    shape: Shape


Expr: TypeAlias = Leaf | Number | Apply
Given: TypeAlias = "Expr | _Operators | float"


def apply(op: str, *args: Given, shape: Shape | None = None) -> Apply:
    """An operation whose operands fit."""
    lifted = tuple(map(_lift, args))
    return Apply(op, lifted, _shape(op, lifted) if shape is None else shape)


def _lift(value: Given) -> Expr:
    match value:
        case Leaf() | Number() | Apply():
            return value
        case bool():
            raise TypeError(f"not a term of a rule over arrays: {value!r}")
        case int() | float():
            return Number(repr(float(value)))
        case _:
            try:
                return Number(repr(float(value)))  # type: ignore[arg-type]
            except (TypeError, ValueError):
                raise TypeError(f"not a term of a rule over arrays: {value!r}") from None


# ---- shapes --------------------------------------------------------------------------------------


def _shape(op: str, args: tuple[Expr, ...]) -> Shape:
    shapes = [arg.shape for arg in args]
    match op, shapes:
        case (("add" | "sub" | "times" | "over"), [a, b]) if a == b or not b:
            return a
        case (("add" | "sub" | "times" | "over"), [(), b]):
            return b
        case "matmul", [(m, k), (j, n)] if k == j:
            return m, n
        case "matmul", [(m, k), (j,)] if k == j:
            return (m,)
        case "matmul", [(k,), (j, n)] if k == j:
            return (n,)
        case "matmul", [(k,), (j,)] if k == j:
            return ()
        case "T", [(m, n)]:
            return n, m
        case "solve", [(m, n), (k, *_)] if m == n == k:
            return shapes[1]
        case "trace", [(m, n)] if m == n:
            return ()
        case "total", [_]:
            return ()
        case "outer", [(m,), (n,)]:
            return m, n
        case "diag", [(n,)]:
            return n, n
        case "diag", [(m, n)] if m == n:
            return (n,)
        case (("tril" | "triu"), [(m, n)]):
            return m, n
        case "neg", [a]:
            return a
        case _, [a] if op in ELEMENTWISE:
            return a
    said = " and ".join(" × ".join(shape) or "a number" for shape in shapes)
    raise Misfit(f"{_NAMES.get(op, op)} does not take {said}")


_NAMES: Final = {"add": "+", "sub": "-", "times": "*", "over": "/", "matmul": "@", "T": ".T"}


# ---- what is in an expression --------------------------------------------------------------------


def steps(expr: Expr) -> Iterator[Expr]:
    """All terms, each once and behind its operands."""
    seen: set[Expr] = set()
    work: list[tuple[Expr, bool]] = [(expr, False)]
    while work:
        term, ready = work.pop()
        if term in seen:
            continue
        if ready or not isinstance(term, Apply):
            seen.add(term)
            yield term
            continue
        work.append((term, True))
        work += [(arg, False) for arg in reversed(term.args)]


def leaves(expr: Expr) -> frozenset[Leaf]:
    """The parameters in an expression."""
    return frozenset(term for term in steps(expr) if isinstance(term, Leaf))


def _differs(expr: Expr) -> bool:
    return any(leaf.role == "tangent" for leaf in leaves(expr))


# ---- transposition -------------------------------------------------------------------------------


def transposed(expr: Expr, seed: Expr) -> dict[str, Expr]:
    """By parameter, what its adjoint grows by: the terms that lead from its differential to the
    result, walked back with the adjoint of the result."""
    found: dict[str, Expr] = {}
    work: list[tuple[Expr, Expr]] = [(expr, seed)]
    while work:
        term, bar = work.pop()
        if not _differs(term):
            if term != Number("0.0"):
                raise NotLinear(f"a term without a differential: {term}")
            continue
        if isinstance(term, Leaf):
            name = term.name
            found[name] = apply("add", found[name], bar) if name in found else bar
            continue
        assert isinstance(term, Apply)
        work += reversed(list(_back(term, bar)))
    return found


def _back(term: Apply, bar: Expr) -> Iterator[tuple[Expr, Expr]]:
    """The operands of an operation that differ, and the adjoints of these."""
    match term.op, term.args:
        case "add", (a, b):
            yield from _parts(a, b, bar, bar)
        case "sub", (a, b):
            yield from _parts(a, b, bar, apply("neg", bar))
        case "neg", (a,):
            yield a, apply("neg", bar)
        case "times", (a, b) if not _differs(b):
            yield a, _like(a, apply("times", bar, b))
        case "times", (a, b) if not _differs(a):
            yield b, _like(b, apply("times", a, bar))
        case "over", (a, b) if not _differs(b):
            yield a, _like(a, apply("over", bar, b))
        case "matmul", (a, b) if not _differs(b):
            yield a, _left(a, b, bar)
        case "matmul", (a, b) if not _differs(a):
            yield b, _right(a, b, bar)
        case "solve", (a, b) if not _differs(a):
            yield b, apply("solve", apply("T", a), bar)
        case "outer", (a, b) if not _differs(b):
            yield a, apply("matmul", bar, b)
        case "outer", (a, b) if not _differs(a):
            yield b, apply("matmul", a, bar)
        case "T", (a,):
            yield a, apply("T", bar)
        case "trace", (a,):
            yield a, apply("times", bar, apply("eye", shape=a.shape))
        case "total", (a,):
            yield a, apply("times", bar, apply("ones", shape=a.shape))
        case "diag", (a,):
            yield a, apply("diag", bar)
        case (("tril" | "triu"), (a,)):
            yield a, apply(term.op, bar)
        case _:
            raise NotLinear(f"not linear in the differentials: {term.op}")


def _parts(a: Expr, b: Expr, first: Expr, second: Expr) -> Iterator[tuple[Expr, Expr]]:
    for one, bar in ((a, first), (b, second)):
        if _differs(one):
            yield one, _like(one, bar)
        elif one != Number("0.0"):
            raise NotLinear("a term without a differential is added to one that has one")


def _like(term: Expr, bar: Expr) -> Expr:
    """The adjoint of a number that went with a whole array: the sum."""
    return apply("total", bar) if not term.shape and bar.shape else bar


def _left(a: Expr, b: Expr, bar: Expr) -> Expr:
    match len(a.shape), len(b.shape):
        case 2, 2:
            return apply("matmul", bar, apply("T", b))
        case 2, 1:
            return apply("outer", bar, b)
        case 1, 2:
            return apply("matmul", b, bar)
        case _:
            return apply("times", bar, b)


def _right(a: Expr, b: Expr, bar: Expr) -> Expr:
    match len(a.shape), len(b.shape):
        case 2, (2 | 1):
            return apply("matmul", apply("T", a), bar)
        case 1, 2:
            return apply("outer", a, bar)
        case _:
            return apply("times", a, bar)


# ---- values --------------------------------------------------------------------------------------


def evaluated(
    expr: Expr, leaf: Callable[[Leaf | Number], object], by: Mapping[str, object]
) -> object:
    """The value of an expression, its operations done by functions of their names."""
    made: dict[Expr, object] = {}
    for term in steps(expr):
        if isinstance(term, Apply):
            function = by[term.op]
            assert callable(function)
            given = [made[arg] for arg in term.args] or [term.shape]
            made[term] = function(*given)
        else:
            made[term] = leaf(term)
    return made[expr]
