"""How equations are solved, and the linear systems with their derivative.

    R(x, p) = 0 at x          Newton's method: R_x·d = -R, x + d, d halved until |R| falls
    x = step(x, p)            x, step(x), step(step(x)) …
    the least objective(x)    a trust region with Newton's model, then Newton's method on its slope

A linear system is solved by elimination where it has no more than `DENSE` unknowns, else by Krylov
iterations with products only, or by the user's function, which gets a SciPy `LinearOperator` and
the right side. Invariant: what is returned has a residual within the tolerance, or is exact to
rounding; else `NotConverged` is raised with the norm of the residual.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Final, final

import numpy as np

from ribozyme.api.custom.equation import Equation, Vector
from ribozyme.base.errors import Error, NotConverged, RunError, error
from ribozyme.base.record import record

DENSE: Final = 256
_HALVINGS: Final = 40
_POLISH: Final = 3

Linear = Callable[[Any, Vector], Any]


@final
@record
class Rules:
    """When an iteration ends, and how linear systems are solved."""

    tol: float
    max_iter: int
    linear: Linear | str | None


@final
class Point:
    """An equation at a value for every input: solves with R_x there."""

    def __init__(self, equation: Equation, values: Sequence[Any], rules: Rules) -> None:
        self.equation, self.values, self.rules = equation, list(values), rules
        self.like = values[equation.unknown]
        self.size = int(np.size(self.like))

    @property
    def is_dense(self) -> bool:
        way = self.rules.linear
        return way == "dense" or (way is None and self.size <= DENSE)

    def solve(self, right: Vector, *, transposed: bool = False) -> Vector:
        """d with R_x·d = right, or with the transpose; shaped as the unknown."""
        flat = np.asarray(right, float).reshape(-1)
        if callable(self.rules.linear):
            operator = self.operator.T if transposed else self.operator
            found = np.asarray(self.rules.linear(operator, flat), float)
        elif self.is_dense:
            found = self._by_elimination(flat, transposed)
        else:
            found = self._by_products(flat, transposed)
        return found.reshape(np.shape(self.like))

    def _by_elimination(self, flat: Vector, transposed: bool) -> Vector:
        from scipy.linalg import lu_solve

        found: Vector = lu_solve(self._factors, flat, trans=int(transposed), check_finite=False)
        if not np.all(np.isfinite(found)):
            raise no_derivative(self.equation, "its matrix is singular")
        return found

    @cached_property
    def _factors(self) -> Any:
        import warnings

        from scipy.linalg import lu_factor

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a zero pivot shows in the solution
            return lu_factor(self.equation.matrix(self.values), check_finite=False)

    def _by_products(self, flat: Vector, transposed: bool) -> Vector:
        from scipy.sparse.linalg import cg, gmres

        operator = self.operator.T if transposed else self.operator
        close = min(1e-2 * self.rules.tol, 1e-12)
        if self.equation.kind == "minimum":
            found, info = cg(operator, flat, rtol=close, maxiter=20 * self.size)
        else:
            restart = min(self.size, 100)
            found, info = gmres(operator, flat, rtol=close, restart=restart, maxiter=100)
        short = _norm(operator @ found - flat)
        if info and not short <= 1e-8 * _norm(flat):
            raise no_derivative(self.equation, f"GMRES or CG left a residual of {short:.3g}")
        return np.asarray(found, float)

    @cached_property
    def operator(self) -> Any:
        from scipy.sparse.linalg import LinearOperator

        shape, unknown = np.shape(self.like), self.equation.unknown
        kind = np.asarray(self.like).dtype

        def given(v: Any) -> Any:
            one = np.asarray(v, kind).reshape(shape)
            return one if shape else float(one)

        def product(v: Any) -> Vector:
            return self.equation.along(self.values, {unknown: given(v)}).reshape(-1)

        def transposed(v: Any) -> Vector:
            if self.equation.kind == "minimum":  # a Hessian is symmetric
                return product(v)
            found = self.equation.back(self.values, given(v), (unknown,))
            return np.asarray(found[unknown], float).reshape(-1)

        both = (self.size, self.size)
        return LinearOperator(both, matvec=product, rmatvec=transposed, dtype=np.dtype(float))


def solved(equation: Equation, values: Sequence[Any], rules: Rules) -> list[Any]:
    """The values, the unknown being the solution that is reached from its value."""
    match equation.kind:
        case "root":
            return _newton(equation, values, rules, rules.max_iter)
        case "fixed point":
            return _iterated(equation, values, rules)
        case "minimum":
            near = _descended(equation, values, rules)
            return _newton(equation, near, rules, _POLISH)


def _newton(equation: Equation, values: Sequence[Any], rules: Rules, most: int) -> list[Any]:
    now = list(values)
    residual = equation.residual(now)
    for _ in range(most):
        size = _norm(residual)
        if size <= rules.tol:
            return _polished(equation, now, residual, rules)
        try:
            step = Point(equation, now, rules).solve(-residual)
        except RunError:
            break  # no direction to go in
        ahead, there = _shortened(equation, now, step, size)
        small = _norm(step) <= rules.tol * (_norm(now[equation.unknown]) or 1.0)
        if ahead is not None:
            now, residual = ahead, there
        if small:
            return now
        if ahead is None:
            break
    return _accepted(equation, now, residual, rules)


def _polished(equation: Equation, now: list[Any], residual: Vector, rules: Rules) -> list[Any]:
    """One step more: derivatives are as exact as the solution, which the residual's norm is not."""
    if not _norm(residual):
        return now
    try:
        ahead = moved(equation, now, Point(equation, now, rules).solve(-residual))
    except RunError:
        return now
    return ahead if _norm(equation.residual(ahead)) < _norm(residual) else now


def _shortened(
    equation: Equation, now: list[Any], step: Vector, size: float
) -> tuple[list[Any] | None, Vector]:
    """The point at which the residual is smaller, and it; None where there is none."""
    length = 1.0
    for _ in range(_HALVINGS):
        ahead = moved(equation, now, length * step)
        there = equation.residual(ahead)
        if _norm(there) < size * (1 - 1e-4 * length):
            return ahead, there
        length /= 2
    return None, step


def _iterated(equation: Equation, values: Sequence[Any], rules: Rules) -> list[Any]:
    now = list(values)
    residual = equation.residual(now)
    for _ in range(rules.max_iter):
        if _is_small(equation, now, residual, rules):
            return _polished(equation, now, residual, rules)
        now = moved(equation, now, -residual)
        residual = equation.residual(now)
    return _accepted(equation, now, residual, rules)


def _is_small(equation: Equation, now: list[Any], residual: Vector, rules: Rules) -> bool:
    return _norm(residual) <= rules.tol * max(1.0, _norm(now[equation.unknown]))


def _descended(equation: Equation, values: Sequence[Any], rules: Rules) -> list[Any]:
    from scipy.optimize import minimize

    dense = Point(equation, values, rules).is_dense

    def at(x: Vector) -> list[Any]:
        return placed(equation, values, x)

    def hessian(x: Vector) -> Any:
        point = Point(equation, at(x), rules)
        return equation.matrix(point.values) if dense else point.operator

    found = minimize(
        lambda x: equation.value(at(x)),
        np.asarray(values[equation.unknown], float).reshape(-1),
        jac=lambda x: equation.residual(at(x)).reshape(-1),
        hess=hessian,
        method="trust-exact" if dense else "trust-krylov",
        options={"gtol": rules.tol, "maxiter": rules.max_iter},
    )
    return at(found.x)


def placed(equation: Equation, values: Sequence[Any], x: Vector) -> list[Any]:
    """The values with another one for the unknown, of its type and shape."""
    like = values[equation.unknown]
    made = list(values)
    if np.ndim(like):
        made[equation.unknown] = np.asarray(x, like.dtype).reshape(np.shape(like))
    else:
        made[equation.unknown] = float(np.asarray(x).reshape(-1)[0])
    return made


def moved(equation: Equation, values: Sequence[Any], step: Vector) -> list[Any]:
    """The values with a step added to the unknown."""
    return placed(equation, values, np.asarray(values[equation.unknown], float) + step)


def _accepted(equation: Equation, now: list[Any], residual: Vector, rules: Rules) -> list[Any]:
    if _norm(residual) <= rules.tol:
        return _polished(equation, now, residual, rules)
    raise not_converged(equation, _norm(residual), f"'{equation.f.name}'")


def not_converged(equation: Equation, size: float, what: str) -> NotConverged:
    """No solution was reached."""
    found = error(
        "RZ610",
        f"the {equation.kind} of {what} was not reached: its residual is {size:.3g}",
        helps=("begin nearer to the solution, or allow more iterations: max_iter=",),
    )
    assert isinstance(found, NotConverged)
    found.residual = size
    return found


def no_derivative(equation: Equation, why: str) -> Error:
    """The derivative of the residual by the unknown cannot be solved with."""
    name = equation.f.plan.inputs[equation.unknown].name
    return error(
        "RZ611",
        f"the {equation.kind} of '{equation.f.name}' has no derivative at this point",
        notes=(f"by '{name}' the residual changes to first order in some directions only: {why}",),
        helps=("another way to solve the linear system: linear=",),
    )


def _norm(x: Any) -> float:
    return float(np.linalg.norm(np.asarray(x, float).reshape(-1)))
