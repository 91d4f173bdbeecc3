"""The words of rules over arrays: functions that make matrix expressions."""

from __future__ import annotations

from ribozyme.rules.matrix_expr import Apply, Expr, Given, Leaf, Misfit, apply


def solve(A: Given, B: Given) -> Apply:
    """X with A @ X = B, for a square matrix A and a vector or a matrix B."""
    return apply("solve", A, B)


def inv(A: Expr) -> Apply:
    """The inverse of a square matrix."""
    return apply("solve", A, apply("eye", shape=A.shape))


def trace(A: Given) -> Apply:
    """The sum of the diagonal of a square matrix."""
    return apply("trace", A)


def total(a: Given) -> Apply:
    """The sum of all elements."""
    return apply("total", a)


def outer(x: Given, y: Given) -> Apply:
    """The matrix of the products of two vectors' elements."""
    return apply("outer", x, y)


def diag(a: Given) -> Apply:
    """The diagonal of a square matrix as a vector; of a vector, the matrix that has it there."""
    return apply("diag", a)


def tril(A: Given) -> Apply:
    """The lower triangle with the diagonal, zeros above."""
    return apply("tril", A)


def triu(A: Given) -> Apply:
    """The upper triangle with the diagonal, zeros below."""
    return apply("triu", A)


def eye(n: str | int) -> Apply:
    """The unit matrix of a size."""
    return apply("eye", shape=(str(n), str(n)))


def before(a: Expr) -> Leaf:
    """What an array that the function writes held before the call."""
    match a:
        case Leaf(name, "value", shape):
            return Leaf(name, "before", shape)
    raise Misfit("before(…) is of a parameter")


def exp(a: Given) -> Apply:
    """The exponential of each element."""
    return apply("exp", a)


def log(a: Given) -> Apply:
    """The logarithm of each element."""
    return apply("log", a)


def sqrt(a: Given) -> Apply:
    """The square root of each element."""
    return apply("sqrt", a)


def sin(a: Given) -> Apply:
    """The sine of each element."""
    return apply("sin", a)


def cos(a: Given) -> Apply:
    """The cosine of each element."""
    return apply("cos", a)


def tanh(a: Given) -> Apply:
    """The hyperbolic tangent of each element."""
    return apply("tanh", a)


def fabs(a: Given) -> Apply:
    """The absolute value of each element."""
    return apply("fabs", a)
