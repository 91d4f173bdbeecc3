"""The rule language: small terms over operands, results and differentials.

A rule such as ``fmul: y*dx + x*dy`` is one value of this language.  It is mathematics and knows no
LLVM: whoever emits code folds the term with `evaluate`, giving a meaning to leaves and operations.

    y * dx + x * dy   →   Apply("add", (Apply("mul", (Operand(1), Diff(0))),
                                        Apply("mul", (Operand(0), Diff(1)))))

Sorts: every term is a float, an int or a truth value (`sort`).  Float terms have the type of the
row's result in a differential and of the operand in an adjoint; an int term has the type of the
int operand or result it is made from.

Primitive operations (`PRIMITIVES`): add sub mul div neg pick, the comparisons lt le gt ge eq ne
(ordered, except `ne`) and unordered, and or not, itofp, iadd isub imul ieq iand; convert (to the
float type wanted), bitcast; on vectors broadcast reduce_add reduce_mul others first last.  Every
other operation is the name of a function that has a row itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeAlias, TypeVar, final

from ribozyme.base.record import dataclass, field

__all__ = [
    "PRIMITIVES",
    "Apply",
    "Diff",
    "Expr",
    "IntNum",
    "IntOperand",
    "Leaf",
    "Num",
    "Operand",
    "Result",
    "Seed",
    "Sort",
    "evaluate",
    "leaves",
    "sort",
    "words",
]

Sort = Literal["float", "int", "bool"]


class Term:
    """Arithmetic on terms builds terms, so that a row reads like the textbook."""

    __slots__ = ()

    def __add__(self, other: Expr | float) -> Apply:
        return _apply("add", self, other)

    def __radd__(self, other: float) -> Apply:
        return _apply("add", other, self)

    def __sub__(self, other: Expr | float) -> Apply:
        return _apply("sub", self, other)

    def __rsub__(self, other: float) -> Apply:
        return _apply("sub", other, self)

    def __mul__(self, other: Expr | float) -> Apply:
        return _apply("mul", self, other)

    def __rmul__(self, other: float) -> Apply:
        return _apply("mul", other, self)

    def __truediv__(self, other: Expr | float) -> Apply:
        return _apply("div", self, other)

    def __rtruediv__(self, other: float) -> Apply:
        return _apply("div", other, self)

    def __neg__(self) -> Apply:
        return _apply("neg", self)

    def __pow__(self, other: Expr | float) -> Apply:
        return _apply("pow", self, other)

    def __rpow__(self, other: float) -> Apply:
        return _apply("pow", other, self)

    def __abs__(self) -> Apply:
        return _apply("fabs", self)

    def __array_ufunc__(self, ufunc: object, method: str, *args: Expr | float) -> Apply:
        """NumPy's functions build terms, too: `numpy.exp(x)`."""
        name = getattr(ufunc, "__name__", str(ufunc))
        if method != "__call__" or name not in _UFUNCS:
            raise TypeError(f"numpy.{name} is no function of the rule language")
        return _apply(_UFUNCS[name], *args)


@final
@dataclass(frozen=True, slots=True)
class Operand(Term):
    """Operand i: a float, or the truth value a `select` looks at."""

    index: int


@final
@dataclass(frozen=True, slots=True)
class IntOperand(Term):
    """Operand i, an integer: it has no differential."""

    index: int


@final
@dataclass(frozen=True, slots=True)
class Result(Term):
    """Result j of the operation itself."""

    index: int


@final
@dataclass(frozen=True, slots=True)
class Diff(Term):
    """The differential (tangent) of operand i."""

    index: int


@final
@dataclass(frozen=True, slots=True)
class Seed(Term):
    """The adjoint of result j."""

    index: int


@final
@dataclass(frozen=True, slots=True)
class Num(Term):
    """A float constant; `value + low` is right to 106 bits, for types wider than double."""

    value: float
    low: float = 0.0


@final
@dataclass(frozen=True, slots=True)
class IntNum(Term):
    """An integer constant, of the type of the integer it stands beside."""

    value: int


@final
@dataclass(frozen=True, slots=True)
class Apply(Term):
    """An operation applied to terms; what is asked of it often is computed once."""

    op: str
    args: tuple[Expr, ...]
    _hash: int | None = field(init=False, repr=False, compare=False)
    _steps: Steps | None = field(init=False, repr=False, compare=False)
    _leaves: frozenset[Leaf] | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        _set_hash(self, None)
        _set_steps(self, None)
        _set_leaves(self, None)

    def __hash__(self) -> int:
        found = self._hash
        if found is None:
            found = hash((self.op, self.args))
            _set_hash(self, found)
        return found

    @property
    def steps(self) -> Steps:
        """The terms in it, each once and behind its arguments, with the places of these."""
        found = self._steps
        if found is None:
            found = _listed(self)
            _set_steps(self, found)
        return found

    @property
    def leaves(self) -> frozenset[Leaf]:
        """Every leaf in it."""
        found = self._leaves
        if found is None:
            found = frozenset[Leaf]().union(*map(leaves, self.args))
            _set_leaves(self, found)
        return found

    def __reduce__(self) -> tuple[type[Apply], tuple[str, tuple[Expr, ...]]]:
        return Apply, (self.op, self.args)  # another process has other hashes


_set_hash: Final = Apply.__dict__["_hash"].__set__
_set_steps: Final = Apply.__dict__["_steps"].__set__
_set_leaves: Final = Apply.__dict__["_leaves"].__set__
Steps: TypeAlias = "tuple[tuple[Expr, tuple[int, ...]], ...]"
Leaf: TypeAlias = Operand | IntOperand | Result | Diff | Seed | Num | IntNum
Expr: TypeAlias = Leaf | Apply


def words(text: str) -> frozenset[str]:
    """A set of names, written as a line of text."""
    return frozenset(text.split())


_UFUNCS: Final = {
    **{name: name for name in words("exp exp2 expm1 log log2 log10 log1p sqrt cbrt sin cos tan")},
    **{name: name for name in words("sinh cosh tanh fabs hypot")},
    **{f"arc{name}": f"a{name}" for name in words("sin cos tan tan2 sinh cosh tanh")},
    "absolute": "fabs", "power": "pow", "negative": "neg",
    "add": "add", "subtract": "sub", "multiply": "mul", "divide": "div",
}  # fmt: skip
"""NumPy's functions by name, and the operations that they are."""

_BOOLEAN: Final = words("lt le gt ge eq ne unordered and or not ieq first last")
_INTEGER: Final = words("iadd isub imul iand")
_FLOAT: Final = words(
    "add sub mul div neg pick itofp convert bitcast broadcast reduce_add reduce_mul others"
)
PRIMITIVES: Final = _BOOLEAN | _INTEGER | _FLOAT


def sort(expr: Expr, int_results: frozenset[int] = frozenset()) -> Sort:
    """What kind of value a term is; a `select`'s condition (an `Operand`) is told by its place."""
    match expr:
        case IntOperand() | IntNum():
            return "int"
        case Result(j):
            return "int" if j in int_results else "float"
        case Apply(op):
            return "bool" if op in _BOOLEAN else "int" if op in _INTEGER else "float"
        case _:
            return "float"


V = TypeVar("V")


def evaluate(expr: Expr, leaf: Callable[[Leaf], V], apply: Callable[[str, tuple[V, ...]], V]) -> V:
    """Fold a term bottom up; a term met twice is evaluated once."""
    if not isinstance(expr, Apply):
        return leaf(expr)
    made: list[V] = []
    for term, args in expr.steps:
        if isinstance(term, Apply):
            made.append(apply(term.op, tuple([made[at] for at in args])))
        else:
            made.append(leaf(term))
    return made[-1]


def _listed(expr: Apply) -> Steps:
    places: dict[Expr, int] = {}
    found: list[tuple[Expr, tuple[int, ...]]] = []

    def visit(term: Expr) -> int:
        if term not in places:
            args = tuple([visit(arg) for arg in term.args]) if isinstance(term, Apply) else ()
            places[term] = len(found)
            found.append((term, args))
        return places[term]

    visit(expr)
    return tuple(found)


def leaves(expr: Expr) -> frozenset[Leaf]:
    """Every leaf of a term."""
    return expr.leaves if isinstance(expr, Apply) else frozenset((expr,))


def _lift(value: Expr | Term | float) -> Expr:
    match value:
        case Operand() | IntOperand() | Result() | Diff() | Seed() | Num() | IntNum() | Apply():
            return value
        case int() | float():
            return Num(float(value))
        case _:
            raise TypeError(f"no number of the rule language: {value!r}")


def _apply(op: str, *args: Expr | Term | float) -> Apply:
    return Apply(op, tuple(_lift(arg) for arg in args))
