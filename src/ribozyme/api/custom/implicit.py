"""Functions that are given by an equation: `rz.root`, `rz.fixed_point`, `rz.argmin`.

    solve = rz.root(lib.residual, unknown="x")        # void residual(x, p, out)
    x = solve(x0, p);   rz.vjp(solve, x0, p);   rz.jacobian(solve, wrt="p")(x0, p)

Where R(x, p) = 0, the solution x(p) has the derivative dx = -R_x⁻¹·R_p·dp, whatever the iteration
that found it did; nothing of that is kept. The adjoint is p̄ = -R_pᵀ·λ with R_xᵀ·λ = x̄, and along
(dx, dp) it changes by

    dp̄ = -(d(R_pᵀ·λ) + R_pᵀ·dλ)     where     R_xᵀ·dλ = -d(R_xᵀ·λ),     λ constant inside d(…)

so that a gradient has derivatives in turn.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, final

import numpy as np

from ribozyme.api.calling.arguments import arranged
from ribozyme.api.calling.call_plan import Plan
from ribozyme.api.custom.equation import Equation, Kind, Vector, posed
from ribozyme.api.custom.solving import Linear, Point, Rules, solved
from ribozyme.api.derivatives.by_choice import copied
from ribozyme.api.programs.functions import Function
from ribozyme.base.errors import Error, error
from ribozyme.base.options import current
from ribozyme.base.record import replaced


def root(
    residual: Function,
    unknown: object = None,
    *,
    of: object = None,
    tol: float = 1e-10,
    max_iter: int = 50,
    linear: Linear | str | None = None,
) -> "Implicit":
    """The function that solves `residual = 0` for a parameter: `solve(x0, p)`, differentiable.

    It takes the residual's parameters in order, the guess in the unknown's place, without the
    output array. Newton's method ends when the norm of the residual is at most `tol`, or a step is
    at most `tol` of the solution; `rz.NotConverged` has the norm if it does not.

    `linear` says how linear systems are solved: "dense" (up to 256 unknowns, else by products:
    "products"), or a function of a `LinearOperator` and the right side.

    >>> solve = rz.root(lib.residual, unknown="r")
    >>> float(solve(np.ones(1), 8.0)[0])
    2.0
    """
    return _implicit(residual, "root", unknown, of, _rules(tol, max_iter, linear), "root")


def fixed_point(
    step: Function,
    unknown: object = None,
    *,
    of: object = None,
    tol: float = 1e-10,
    max_iter: int = 1000,
    linear: Linear | str | None = None,
) -> "Implicit":
    """The function that repeats `x = step(x, p)` until it stands still; otherwise like `root`.

    >>> float(rz.fixed_point(lib.step, unknown="x")(np.ones(1), 9.0)[0])
    3.0
    """
    return _implicit(step, "fixed point", unknown, of, _rules(tol, max_iter, linear), "fixed_point")


def argmin(
    objective: Function,
    unknown: object = None,
    *,
    of: object = None,
    tol: float = 1e-10,
    max_iter: int = 50,
    linear: Linear | str | None = None,
) -> "Implicit":
    """The function that gives the x near the guess with the least objective; otherwise like `root`.

    `tol` is that of the gradient's norm.

    >>> float(rz.argmin(lib.bowl, unknown="x")(np.zeros(1), 4.0)[0])
    4.0
    """
    return _implicit(objective, "minimum", unknown, of, _rules(tol, max_iter, linear), "argmin")


def _rules(tol: float, max_iter: int, linear: Linear | str | None) -> Rules:
    if isinstance(linear, str) and linear not in ("dense", "products"):
        raise error("RZ001", f'linear is "dense", "products" or a function, not {linear!r}')
    if not tol > 0 or max_iter < 1:
        raise error("RZ001", f"tol={tol!r}, max_iter={max_iter!r}: both are above 0")
    return Rules(tol, max_iter, linear)


def _implicit(
    f: Function, kind: Kind, unknown: object, of: object, rules: Rules, what: str
) -> "Implicit":
    _check_scipy()
    how = current().replace(check="never").of_code
    return Implicit(posed(f, kind, unknown, of, how, what), rules, what)


def _check_scipy() -> None:
    try:
        import scipy.sparse.linalg  # noqa: F401
    except ImportError:
        raise error(
            "RZ024", "scipy is not installed", helps=("pip install 'ribozyme[scipy]'",)
        ) from None


@final
class Implicit:
    """A solution as a function of its parameters; `rz.grad`, `rz.jvp` and the others take it.

    >>> solve = rz.root(lib.residual, unknown="r")
    >>> rz.jacobian(solve, wrt="a")(np.ones(1), 8.0).round(6)
    array([0.083333])
    """

    own_transforms = True

    def __init__(self, equation: Equation, rules: Rules, what: str) -> None:
        self._equation, self._rules = equation, rules
        self.name = f"{what}({(equation.objective or (equation.f,))[0].name})"
        plan = equation.f.plan
        shown = tuple(plan.inputs[n] for n in equation.given)
        self._plan = replaced(plan, name=self.name, inputs=shown)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the arguments, in order."""
        return tuple(given.name for given in self._plan.inputs)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._shown(self.at(args, kwargs))

    def __repr__(self) -> str:
        return f"<ribozyme function {self.name}: {', '.join(self.parameters)}>"

    # ---- transforms ------------------------------------------------------------------------------

    def jvp(self, primals: Sequence[Any], tangents: Sequence[Any]) -> tuple[Any, Any]:
        """`rz.jvp`."""
        if len(tangents) != len(self._plan.inputs):
            count = len(self._plan.inputs)
            raise self._unfit(f"takes {count} tangents, it got {len(tangents)}")
        point = self.at(primals, {})
        given = {
            n: tangent
            for n, tangent in zip(self._equation.given, tangents, strict=True)
            if tangent is not None and n in self._equation.parameters
        }
        return self._shown(point), self._like(self.along(point, given))

    def vjp(self, *primals: Any, wrt: object = None) -> tuple[Any, Callable[..., Any]]:
        """`rz.vjp`."""
        places, single = self.chosen(wrt)
        point = self.at(primals, {})

        def pullback(cotangent: Any) -> Any:
            """The derivatives of the parameters, given that of the solution."""
            return _few(self.back(point, cotangent, places), single)

        return self._shown(point), pullback

    def grad(self, wrt: object = None) -> "Slope":
        """`rz.grad`."""
        return Slope(self, *self.chosen(wrt))

    def value_and_grad(self, wrt: object = None) -> Callable[..., Any]:
        """`rz.value_and_grad`."""
        slope = self.grad(wrt)
        return lambda *args, **kwargs: slope.with_value(args, kwargs)

    def jacobian(self, wrt: object = None) -> Callable[..., Any]:
        """`rz.jacobian`."""
        places, single = self.chosen(wrt)

        def at(*args: Any, **kwargs: Any) -> Any:
            point = self.at(args, kwargs)
            sizes = [np.size(point.values[n]) for n in places]
            make = self._rows if point.size < sum(sizes) else self._columns
            return _few(make(point, places), single)

        return at

    def hessian(self, wrt: object = None) -> Callable[..., Any]:
        """`rz.hessian`."""
        return self.grad(wrt).jacobian()

    def hvp(self, primals: Sequence[Any], vector: Any, wrt: object = None) -> Any:
        """`rz.hvp`."""
        slope = self.grad(wrt)
        vectors = tuple(vector) if isinstance(vector, tuple | list) else (vector,)
        if len(vectors) != len(slope.wrt):
            raise self._unfit(f"takes {len(slope.wrt)} vectors, it got {len(vectors)}")
        point = self.at(primals, {})
        return slope.along(point, dict(zip(slope.wrt, vectors, strict=True)))

    # ---- at a point ------------------------------------------------------------------------------

    def at(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Point:
        """The solution for some arguments."""
        e = self._equation
        passed = arranged(e.f.program, self._plan, args, kwargs)
        values: list[Any] = [None] * len(e.f.plan.inputs)
        for n, value in zip(e.given, passed, strict=True):
            values[n] = copied(value)
        if e.result >= 0:
            values[e.result] = np.zeros_like(np.asarray(values[e.unknown]))
        return Point(e, solved(e, values, self._rules), self._rules)

    def along(self, point: Point, tangents: Mapping[int, Any]) -> Vector:
        """dx = -R_x⁻¹·R_p·dp."""
        if not tangents:
            return np.zeros(np.shape(point.like))
        return point.solve(-self._equation.along(point.values, tangents))

    def back(self, point: Point, cotangent: Any, places: Sequence[int]) -> list[Any]:
        """p̄ = -R_pᵀ·λ."""
        if np.shape(cotangent) != np.shape(point.like):
            raise self._unfit(f"wants a cotangent of shape {np.shape(point.like)}")
        return self._adjoint(point, self.multiplier(point, cotangent), places)

    def multiplier(self, point: Point, cotangent: Any) -> Any:
        """λ, of the type of the unknown."""
        return self._as_unknown(point, point.solve(cotangent, transposed=True))

    def back_along(
        self, point: Point, cotangent: Any, tangents: Mapping[int, Any], places: Sequence[int]
    ) -> list[Any]:
        """How `back` changes along (dx, dp), the cotangent being constant."""
        e = self._equation
        moving = {**tangents, e.unknown: self._as_unknown(point, self.along(point, tangents))}
        rest = {n: _nothing(point.values[n]) for n in places if n not in moving}
        factor = self.multiplier(point, cotangent)
        change = e.back_along(point.values, factor, {**moving, **rest})
        turned = point.solve(-np.asarray(change[e.unknown], float), transposed=True)
        added = self._adjoint(point, self._as_unknown(point, turned), places)
        return [_sum(a, change[n], -1) for a, n in zip(added, places, strict=True)]

    def _adjoint(self, point: Point, factor: Any, places: Sequence[int]) -> list[Any]:
        found = self._equation.back(point.values, factor, tuple(places))
        return [_sum(_nothing(found[n]), found[n], -1) for n in places]

    def _rows(self, point: Point, places: Sequence[int]) -> list[Any]:
        shape = np.shape(point.like)
        rows = [self.back(point, _unit(point.like, at), places) for at in np.ndindex(shape)]
        return [
            np.stack([np.asarray(row[k], float) for row in rows]).reshape(
                shape + np.shape(point.values[n])
            )
            for k, n in enumerate(places)
        ]

    def _columns(self, point: Point, places: Sequence[int]) -> list[Any]:
        return [_by_columns(partial(self.along, point), point.values[n], n) for n in places]

    # ---- small things ----------------------------------------------------------------------------

    def chosen(self, wrt: object) -> tuple[tuple[int, ...], bool]:
        """The parameters that are meant, and whether they were not put into a tuple."""
        e = self._equation
        if wrt is None:
            if not e.parameters:
                raise error("RZ010", f"'{self.name}' has no parameter to differentiate by")
            return e.parameters, len(e.parameters) == 1
        names = wrt if isinstance(wrt, tuple | list) else (wrt,)
        places = tuple(self._place(name) for name in names)
        return places, not isinstance(wrt, tuple | list)

    def _place(self, name: object) -> int:
        e, names = self._equation, self.parameters
        place = names.index(name) if isinstance(name, str) and name in names else name
        if not isinstance(place, int) or not 0 <= place < len(names):
            raise error("RZ013", f"'{self.name}' has no parameter {name!r}", helps=names)
        found = e.given[place]
        if found not in e.parameters:
            why = "is the unknown" if found == e.unknown else "holds no floats that are read"
            raise error("RZ010", f"'{names[place]}' of '{self.name}' {why}")
        return found

    def one_number(self, point: Point) -> None:
        """A gradient is that of one number."""
        if point.size != 1:
            raise error(
                "RZ009",
                f"'{self.name}' gives {point.size} numbers, and a gradient is that of one",
                helps=("rz.vjp with a cotangent, or rz.jacobian",),
            )

    def _unfit(self, what: str) -> Error:
        return error("RZ011", f"'{self.name}' {what}", notes=(", ".join(self.parameters),))

    def _shown(self, point: Point) -> Any:
        return point.values[self._equation.unknown]

    def _like(self, found: Vector) -> Any:
        return found if found.ndim else float(found)

    def _as_unknown(self, point: Point, found: Vector) -> Any:
        return found.astype(np.asarray(point.like).dtype) if found.ndim else float(found)

    @property
    def plan(self) -> Plan:
        """The parameters, as those of other functions are described."""
        return self._plan


@final
class Slope:
    """The gradient of a solution that is one number; has a derivative in turn."""

    own_transforms = True

    def __init__(self, of: Implicit, wrt: tuple[int, ...], single: bool) -> None:
        self.of, self.wrt, self.single = of, wrt, single
        self.name = f"grad({of.name})"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.with_value(args, kwargs)[1]

    def with_value(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, Any]:
        """The solution and its gradient."""
        point = self._at(args, kwargs)
        found = self.of.back(point, _unit(point.like, None), self.wrt)
        return point.like, _few(found, self.single)

    def jvp(self, primals: Sequence[Any], tangents: Sequence[Any]) -> tuple[Any, Any]:
        """`rz.jvp`."""
        point = self._at(primals, {})
        e = point.equation
        given = {
            n: tangent
            for n, tangent in zip(e.given, tangents, strict=True)
            if tangent is not None and n in e.parameters
        }
        value = self.of.back(point, _unit(point.like, None), self.wrt)
        return _few(value, self.single), self.along(point, given)

    def along(self, point: Point, tangents: Mapping[int, Any]) -> Any:
        """The derivative of the gradient in a direction of the parameters."""
        self.of.one_number(point)
        found = self.of.back_along(point, _unit(point.like, None), tangents, self.wrt)
        return _few(found, self.single)

    def jacobian(self, wrt: object = None) -> Callable[..., Any]:
        """`rz.jacobian`, of all that the gradient is by: the Hessian."""
        places, single = (self.wrt, self.single) if wrt is None else self.of.chosen(wrt)

        def at(*args: Any, **kwargs: Any) -> Any:
            point = self._at(args, kwargs)
            rows = [[self._block(point, k, n) for n in places] for k in range(len(self.wrt))]
            found = tuple(row[0] if single else tuple(row) for row in rows)
            return found[0] if self.single else found

        return at

    def _block(self, point: Point, k: int, n: int) -> Any:
        seed = _unit(point.like, None)

        def one(tangents: Mapping[int, Any]) -> Vector:
            return np.asarray(self.of.back_along(point, seed, tangents, (self.wrt[k],))[0], float)

        return _by_columns(one, point.values[n], n)

    def _at(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Point:
        point = self.of.at(args, kwargs)
        self.of.one_number(point)
        return point


def _by_columns(along: Callable[[Mapping[int, Any]], Vector], value: Any, n: int) -> Any:
    """The derivatives along each entry of an input, in the last axes."""
    shape = np.shape(value)
    columns = [np.asarray(along({n: _unit(value, at)})) for at in np.ndindex(shape)]
    found = np.stack(columns, axis=-1).reshape(columns[0].shape + shape)
    return found if found.ndim else float(found)


def _unit(value: Any, at: tuple[int, ...] | None) -> Any:
    """A value of the same shape, 1 at a place; everywhere if none is given."""
    if not np.ndim(value):
        return 1.0
    made = np.zeros_like(value)
    made[... if at is None else at] = 1
    return made


def _nothing(value: Any) -> Any:
    return np.zeros_like(value) if np.ndim(value) else 0.0


def _sum(one: Any, other: Any, factor: int) -> Any:
    found = np.asarray(one) + factor * np.asarray(other)
    return found if found.ndim else float(found)


def _few(found: Sequence[Any], single: bool) -> Any:
    parts = tuple(x if np.ndim(x) else float(x) for x in found)
    return parts[0] if single else parts
