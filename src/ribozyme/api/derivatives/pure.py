"""Functions that give their outputs instead of writing to the caller's arrays.

    void scaled(const double *x, double s, double *y, int n)

    p = rz.pure(lib.scaled, y="x")          y is made here, like x
    y = p(x, s, n)                          p has no parameter y
    by_x = rz.jacobian(p, wrt="x")(x, s, n)

An array that the function reads and writes stays a parameter, is copied, and the copy is given
back: nothing of the caller's is written. What `wrt` and `of` name is as for the function itself.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, final

import numpy as np

from ribozyme.api.calling.arguments import arranged
from ribozyme.api.calling.call_plan import Input, Plan
from ribozyme.api.calling.native_memory import dtype_of
from ribozyme.api.derivatives import jacobians, transforms
from ribozyme.api.derivatives.by_choice import copied
from ribozyme.api.derivatives.differentiate import (
    choose,
    is_differentiable,
    output_names,
    returned_float,
)
from ribozyme.api.programs.functions import Function
from ribozyme.api.programs.notebook import function
from ribozyme.api.signatures.ctype import Array, Number, Pointer
from ribozyme.api.signatures.parameters import Parameters
from ribozyme.base.errors import error
from ribozyme.base.record import replaced

Shape = str | int | tuple[int | str, ...]


def pure(f: Function, /, **shapes: Shape) -> "Pure":
    """The function that gives f's outputs, without the parameters that are outputs alone.

    Each keyword is an output array: the name of a parameter it is like, or its extents, which may
    be names of numbers (`y=("n", 3)`; `()` is one number). The others that f writes and does not
    read have their extents from their type. What is given is the float that f returns, then each
    array it writes, in the order of the parameters; one alone is not in a tuple.

    >>> rz.pure(lib.cubes, out="x")(x, 3)
    array([ 1.,  8., 27.])
    """
    if not isinstance(f, Function) or f.plan.routine.order:
        raise error("RZ008", f"pure takes a function of a library, not {f!r}")
    return Pure(f, shapes)


@final
class Pure:
    """What `pure` gives. The transforms take it; `has_aux=True` gives the other arrays, too."""

    own_transforms = True
    __signature__ = Parameters()

    def __init__(self, f: Function, shapes: Mapping[str, Shape]) -> None:
        self._f, self._shapes = f, dict(shapes)
        for name in shapes:
            given = f.plan.inputs[f.plan.signature.position(name, "an output")]
            if not given.parameter.writes or _element(f.plan, given) is None:
                raise error(
                    "RZ010", f"'{name}' of '{f.name}' is no array of numbers that it writes",
                    notes=(str(f.signature),),
                )  # fmt: skip
        self._made = frozenset(
            given.name
            for given in f.plan.inputs
            if given.name in shapes or (given.parameter.writes and not given.parameter.reads)
        )
        for given in f.plan.inputs:
            if given.name in self._made and given.name not in shapes:
                self._shapes[given.name] = _declared(f.plan, given)
        inputs = tuple(given for given in f.plan.inputs if given.name not in self._made)
        self.name, self.signature = f"pure({f.name})", f.signature
        self.plan = replaced(f.plan, inputs=inputs)
        written = [given for given in f.plan.inputs if given.parameter.writes]
        self._outputs = [given.name for given in written]
        self._of = (
            *(("return",) if returned_float(f.plan) else ()),
            *(given.name for given in written if is_differentiable(f.plan, given)),
        )

    def __repr__(self) -> str:
        return f"<ribozyme function {self.name}: {self.plan.signature}>"

    def _repr_html_(self) -> str:
        return function(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return Pure, (self._f, self._shapes)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        values = self._values(args, kwargs)
        found = self._given(self._f(*values.values()), values)
        return found[0] if len(found) == 1 else found

    def _given(self, returned: Any, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """The outputs after a call."""
        status = bool(self._outputs) and not returned_float(self._f.plan)
        first = () if returned is None or status else (returned,)
        return (*first, *(values[name] for name in self._outputs))

    def _values(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """A value for each parameter of f, by name; what is written is new memory."""
        given = arranged(self._f.program, self.plan, args, kwargs)
        known = {one.name: value for one, value in zip(self.plan.inputs, given, strict=True)}
        return {
            one.name: self._made_for(one, known)
            if one.name in self._made
            else copied(known[one.name])
            if one.parameter.writes
            else known[one.name]
            for one in self._f.plan.inputs
        }

    def _made_for(self, one: Input, known: Mapping[str, Any]) -> Any:
        shape = self._shapes[one.name]
        if isinstance(shape, str) and np.ndim(known.get(shape, 0)):
            return np.zeros(np.shape(known[shape]), _element(self._f.plan, one))
        extents = shape if isinstance(shape, tuple) else (shape,)
        found = [known.get(extent) if isinstance(extent, str) else extent for extent in extents]
        for extent, count in zip(extents, found, strict=True):
            if not isinstance(count, int | np.integer) or count < 0:
                raise error(
                    "RZ011",
                    f"'{one.name}' of '{self.name}' has an extent {extent!r}, which is {count!r}",
                    helps=("a whole number, a parameter that is one, or an array it is like",),
                )
        return np.zeros(tuple(int(count or 0) for count in found), _element(self._f.plan, one))

    # ---- transforms ------------------------------------------------------------------------------

    def grad(
        self, wrt: object = None, of: object = None, *, has_aux: bool = False, **options: Any
    ) -> "Completed":
        """`rz.grad`; with `has_aux` the pair (gradient, other arrays)."""
        both = self.value_and_grad(wrt, of, has_aux=has_aux, **options)

        def run(args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
            value, found = both(*args, **kwargs)
            return (found, value[1]) if has_aux else found

        return Completed(self, "grad", run)

    def value_and_grad(
        self, wrt: object = None, of: object = None, *, has_aux: bool = False, **options: Any
    ) -> "Completed":
        """`rz.value_and_grad`; with `has_aux` ((value, other arrays), gradient)."""
        made = transforms.value_and_grad(self._f, self._wrt(wrt), of, **options)
        plan = self._f.plan
        chosen = output_names(plan, choose(plan, self._wrt(wrt), of)) if has_aux else ()

        def run(args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
            values = self._values(args, kwargs)
            value, found = made(*values.values())
            if not has_aux:
                return value, found
            others = tuple(values[name] for name in self._outputs if name not in chosen)
            return (value, others[0] if len(others) == 1 else others), found

        return Completed(self, "value_and_grad", run)

    def vjp(
        self, *primals: Any, wrt: object = None, of: object = None, **options: Any
    ) -> tuple[Any, Callable[..., Any]]:
        """`rz.vjp`."""
        values = self._values(primals, {}).values()
        return transforms.vjp(self._f, *values, wrt=self._wrt(wrt), of=self._all(of), **options)

    def jvp(
        self, primals: Sequence[Any], tangents: Sequence[Any], of: object = None, **options: Any
    ) -> tuple[Any, Any]:
        """`rz.jvp`."""
        values = self._values(primals, {})
        if len(tangents) != len(self.plan.inputs):
            raise error("RZ011", f"jvp of '{self.name}' takes one tangent per primal")
        known = {one.name: t for one, t in zip(self.plan.inputs, tangents, strict=True)}
        along = [known.get(name) for name in values]
        return transforms.jvp(self._f, [*values.values()], along, self._all(of), **options)

    def jacobian(self, wrt: object = None, of: object = None, **options: Any) -> "Completed":
        """`rz.jacobian`."""
        return self._whole("jacobian", transforms.jacobian, wrt, of, options)

    def jacfwd(self, wrt: object = None, of: object = None, **options: Any) -> "Completed":
        """`rz.jacfwd`."""
        return self._whole("jacfwd", jacobians.jacfwd, wrt, of, options)

    def jacrev(self, wrt: object = None, of: object = None, **options: Any) -> "Completed":
        """`rz.jacrev`."""
        return self._whole("jacrev", jacobians.jacrev, wrt, of, options)

    def value_and_jacobian(
        self, wrt: object = None, of: object = None, **options: Any
    ) -> "Completed":
        """`rz.value_and_jacobian`."""
        return self._whole("value_and_jacobian", jacobians.value_and_jacobian, wrt, of, options)

    def hessian(self, wrt: object = None, of: object = None, **options: Any) -> "Completed":
        """`rz.hessian`."""
        made = transforms.hessian(self._f, self._wrt(wrt), of, **options)
        return Completed(self, "hessian", self._run(made))

    def hvp(
        self, primals: Sequence[Any], vector: Any, wrt: object = None, of: object = None,
        **options: Any,
    ) -> Any:  # fmt: skip
        """`rz.hvp`."""
        values = [*self._values(primals, {}).values()]
        return transforms.hvp(self._f, values, vector, self._wrt(wrt), of, **options)

    def _whole(
        self, name: str, transform: Callable[..., Any], wrt: object, of: object, options: Any
    ) -> "Completed":
        made = transform(self._f, self._wrt(wrt), self._all(of), **options)
        return Completed(self, name, self._run(made))

    def _run(self, made: Callable[..., Any]) -> Callable[[Sequence[Any], Mapping[str, Any]], Any]:
        return lambda args, kwargs: made(*self._values(args, kwargs).values())

    def _all(self, of: object) -> object:
        """The outputs that are differentiated: all that are given."""
        if of is not None:
            return of
        return self._of if len(self._of) > 1 else self._of[0] if self._of else None

    def _wrt(self, wrt: object) -> object:
        """Inputs by name: positions are those of the parameters that are left."""
        names = [given.name for given in self.plan.inputs]
        if wrt is None:
            read = [
                given.name
                for given in self.plan.inputs
                if is_differentiable(self.plan, given) and given.parameter.reads
            ]
            return tuple(read) if len(read) != 1 else read[0]
        several = isinstance(wrt, tuple | list)
        found = tuple(
            names[one] if isinstance(one, int) and -len(names) <= one < len(names) else one
            for one in (wrt if isinstance(wrt, tuple | list) else (wrt,))
        )
        return found if several else found[0]


@final
class Completed:
    """A derivative with the parameters of a pure function."""

    __signature__ = Parameters()

    def __init__(
        self,
        of: Pure,
        transform: str,
        run: Callable[[Sequence[Any], Mapping[str, Any]], Any],
    ) -> None:
        self.name, self.plan, self._run = f"{transform}({of.name})", of.plan, run

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._run(args, kwargs)

    def __repr__(self) -> str:
        return f"<ribozyme derivative {self.name}: {self.plan.signature}>"

    def _repr_html_(self) -> str:
        return function(self)


def _element(plan: Plan, given: Input) -> Any:
    """The NumPy type of an array's elements; None for what is no array of numbers."""
    match given.type:
        case Pointer(to=Number() as number) | Pointer(to=Array(of=Number() as number)):
            return dtype_of(number, plan.signature.layouts)
        case _:
            return None


def _declared(plan: Plan, given: Input) -> Shape:
    """The extents of an output as its type has them."""
    if isinstance(given.type, Pointer) and _element(plan, given) is not None:
        fixed = given.type.shape
        if fixed is not None and all(extent >= 0 for extent in fixed):
            return fixed
    example = "an array it is like" if plan.inputs else "its extents"
    raise error(
        "RZ001",
        f"how large '{given.name}' of '{plan.name}' is, its type does not say",
        notes=(str(plan.signature),),
        helps=(f'name {example}, or its extents: rz.pure(f, {given.name}=("n", 3))',),
    )
