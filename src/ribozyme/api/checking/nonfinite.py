"""Where a nan or an infinity begins: the function runs again as code that looks at each operation.

    report = rz.trace_nan(rz.grad(lib.loss), x, n)
    print(report)         the derivative of model.c:7 makes inf: a division

Of a derivative the primal runs first, by itself: what it makes is told as the primal's. An
operation that only passes on what is not finite is not told. Memory that is read (an input, a
variable, what a library function wrote) makes nothing; inputs are looked at beforehand.
"""

import math
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, final

from ribozyme.api.calling.arguments import arranged
from ribozyme.api.calling.routine import Primal
from ribozyme.api.checking.makers import Site, run
from ribozyme.api.programs.functions import Function
from ribozyme.api.programs.notebook import text
from ribozyme.base.errors import error
from ribozyme.base.record import dataclass
from ribozyme.base.source import SOURCES, Span

_MOST: Final = 8  # places that are told


@final
@dataclass(frozen=True, slots=True)
class Made:
    """A place where operands that are finite give what is not."""

    kind: Literal["nan", "inf"]
    what: str
    sweep: Literal["primal", "derivative"]
    span: Span | None

    def __str__(self) -> str:
        where = "" if self.span is None else str(self.span)
        whose = f"the derivative of {where or 'a line that is not known'}"
        said = whose if self.sweep == "derivative" else where or "a line that is not known"
        return f"{said} makes {self.kind}: {self.what}"


@final
@dataclass(frozen=True, slots=True)
class Trace:
    """What `trace_nan` found: `made` in the order of the run; true where all results are finite.

    >>> print(str(rz.trace_nan(lib.area, np.inf)).splitlines()[0])
    the results of 'area' hold nan or inf
    """

    function: str
    finite: bool
    inputs: tuple[str, ...]
    made: tuple[Made, ...]

    def __bool__(self) -> bool:
        return self.finite

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        known = "are finite" if self.finite else "hold nan or inf"
        yield f"the results of '{self.function}' {known}"
        for name in self.inputs:
            yield f"  the input '{name}' holds nan or inf"
        for one in self.made:
            yield f"  {one}"
            excerpt = SOURCES.excerpt(one.span) if one.span is not None else None
            if excerpt is not None:
                yield f"      {excerpt.text.strip()}"
        if not (self.finite or self.inputs or self.made):
            yield "  no operation makes it: it comes from a variable, or from a library function"

    def _repr_html_(self) -> str:
        return text(str(self))


def trace_nan(g: Function, /, *args: Any, **kwargs: Any) -> Trace:
    """Where the first nan or infinity comes from when a function, or a gradient, is called so.

    It says the lines at which finite numbers give one, first those of the primal, then those whose
    derivatives do, in the order of the run. It works on copies of the arguments.

    >>> bool(rz.trace_nan(rz.grad(lib.area), 2.0))
    True
    """
    from ribozyme.api.derivatives.by_choice import copied

    if not isinstance(g, Function):
        raise error(
            "RZ008",
            f"trace_nan takes a function of a library, or its gradient, not {g!r}",
            helps=("rz.trace_nan(rz.grad(lib.f), …) with the arguments of the gradient",),
        )
    values = arranged(g.program, g.plan, args, kwargs)
    names = [given.name for given in g.plan.inputs]
    inputs = tuple(name for name, value in zip(names, values, strict=True) if not _finite(value))
    of_primal: tuple[Site, ...] = ()
    if not isinstance(g.plan.routine.recipe, Primal):
        primal = Function(g.program, g.signature)
        known = dict(zip(names, values, strict=True))
        if all(given.name in known for given in primal.plan.inputs):
            own = [copied(known[given.name]) for given in primal.plan.inputs]
            of_primal = run(primal, own)[0]
    own = [copied(value) for value in values]
    sites, found = run(g, own)
    is_primal = isinstance(g.plan.routine.recipe, Primal)
    told = {(one.what, one.span) for one in of_primal}
    made = [Made(one.kind, one.what, "primal", one.span) for one in of_primal]
    for one in sites:
        if (one.what, one.span) not in told:
            sweep: Literal["primal", "derivative"] = "primal" if is_primal else "derivative"
            made.append(Made(one.kind, one.what, sweep, one.span))
    written = [
        value
        for given, value in zip(g.plan.inputs, own, strict=True)
        if given.parameter.writes and given.name not in inputs
    ]
    finite = _finite(found) and all(map(_finite, written))
    return Trace(g.name, finite, inputs, tuple(dict.fromkeys(made))[:_MOST])


def _finite(value: Any) -> bool:
    """Whether no number in a value is nan or infinite."""
    import numpy as np

    work = [value]
    while work:
        match work.pop():
            case float() as number:
                if not math.isfinite(number):
                    return False
            case complex() as number:
                work += [number.real, number.imag]
            case Mapping() as members:
                work += members.values()
            case tuple() | list() as items:
                work += items
            case np.ndarray() | np.generic() as array if array.dtype.fields is not None:
                work += [np.asarray(array)[name] for name in array.dtype.fields]
            case np.ndarray() | np.generic() as array if array.dtype.kind in "fc":
                if not np.isfinite(array).all():
                    return False
            case _:
                pass
    return True
