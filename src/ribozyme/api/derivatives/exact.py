"""The exact layer: what each argument is, said by the caller; the C interface in Python.

    rz.autodiff(rz.Reverse, f, rz.Duplicated(x, dx), rz.Const(n), rz.Active(2.0))

Reverse adds to `dx` and returns the derivatives of `Active` arguments: None for none, the number
for one, a tuple for several. Forward returns the tangent of the result; ForwardFromTape too, in two
passes: the primal alone, keeping a tape, then the tangents. `…WithPrimal` returns the pair of the
primal's result and that. A tuple of shadows runs several derivatives at once.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Any, Final, Protocol, final, runtime_checkable

from ribozyme.api.calling.call_plan import (
    Constant,
    Count,
    Fresh,
    Given,
    Input,
    Left,
    Nest,
    Output,
    Plan,
    Returned,
    Room,
    Source,
)
from ribozyme.api.calling.entry import marked, no_way, place_of
from ribozyme.api.calling.entrytext import Mark
from ribozyme.api.calling.routine import FROM_TAPE, derivative_results, derived
from ribozyme.api.derivatives.differentiate import rules_take_shadows
from ribozyme.api.programs.functions import Function
from ribozyme.api.programs.program import Code
from ribozyme.api.signatures.ctype import Number
from ribozyme.api.signatures.signature import Parameter
from ribozyme.base.errors import Error, error
from ribozyme.base.options import Options, current
from ribozyme.base.record import light_record, replaced


class Mode(Enum):
    """The modes of `autodiff`.

    >>> rz.autodiff(rz.ForwardWithPrimal, lib.area, rz.Duplicated(2.0, 10.0))
    (12.0, 120.0)
    """

    REVERSE = "reverse"
    FORWARD = "forward"
    REVERSE_WITH_PRIMAL = "reverse with primal"
    FORWARD_WITH_PRIMAL = "forward with primal"
    FORWARD_FROM_TAPE = "forward from tape"
    FORWARD_FROM_TAPE_WITH_PRIMAL = "forward from tape with primal"


Reverse: Final = Mode.REVERSE
Forward: Final = Mode.FORWARD
ReverseWithPrimal: Final = Mode.REVERSE_WITH_PRIMAL
ForwardWithPrimal: Final = Mode.FORWARD_WITH_PRIMAL
ForwardFromTape: Final = Mode.FORWARD_FROM_TAPE
ForwardFromTapeWithPrimal: Final = Mode.FORWARD_FROM_TAPE_WITH_PRIMAL

_REVERSE: Final = (Mode.REVERSE, Mode.REVERSE_WITH_PRIMAL)
_FROM_TAPE: Final = (Mode.FORWARD_FROM_TAPE, Mode.FORWARD_FROM_TAPE_WITH_PRIMAL)
_WITH_PRIMAL: Final = (
    Mode.FORWARD_WITH_PRIMAL,
    Mode.REVERSE_WITH_PRIMAL,
    Mode.FORWARD_FROM_TAPE_WITH_PRIMAL,
)


@final
@light_record
class Const:
    """An argument that is not differentiated.

    >>> rz.autodiff(rz.Reverse, lib.energy, rz.Const(x), rz.Const(3), rz.Active(0.5))
    14.0
    """

    value: Any


@final
@light_record
class Active:
    """A number whose derivative is returned (reverse).

    >>> rz.autodiff(rz.ReverseWithPrimal, lib.area, rz.Active(2.0))
    (12.0, 12.0)
    """

    value: Any


@final
@light_record
class Duplicated:
    """An argument and its shadow: adjoint (reverse) or tangent (forward), or a tuple of them.

    >>> rz.autodiff(rz.Forward, lib.area, rz.Duplicated(2.0, 10.0))
    120.0
    """

    value: Any
    shadow: Any


@final
@light_record
class DuplicatedNoNeed:
    """Like `Duplicated`, for an output whose primal value is not needed.

    >>> x_bar, seed = np.zeros(3), np.ones(3)
    >>> both = rz.Duplicated(x, x_bar), rz.Const(3), rz.DuplicatedNoNeed(out, seed)
    >>> rz.autodiff(rz.Reverse, lib.cubes, *both)
    >>> x_bar
    array([ 3., 12., 27.])
    """

    value: Any
    shadow: Any


@runtime_checkable
class Launched(Protocol):
    """A kernel with the sizes of its launch: it runs its derivatives itself."""

    def autodiff(self, mode: Mode, args: Sequence[Any]) -> None: ...


Argument = Const | Active | Duplicated | DuplicatedNoNeed
_SHADOWED: Final = frozenset((Duplicated, DuplicatedNoNeed))


def autodiff(mode: Mode, f: Function | Launched, *args: Any, **options: Any) -> Any:
    """Run a derivative of `f`, each argument wrapped in what it is to it.

    >>> x_bar = np.zeros(3)
    >>> rz.autodiff(rz.Reverse, lib.energy, rz.Duplicated(x, x_bar), rz.Const(3), rz.Active(0.5))
    14.0
    >>> x_bar
    array([1., 2., 3.])
    """
    if type(f) is Function and (way := f.way) is not None and way.mode is mode and not options:
        try:
            found = way.quick(*args)
        except (KeyboardInterrupt, Error) as problem:
            raise way.of.failure(problem, _given(args), {}) from None
        if found is not NotImplemented:
            return found
    return _checked(mode, f, args, options)


@final
class _Way:
    """The quick way into a derivative by marks: of the kinds that came last, under the options of
    that time. On other arguments it gives NotImplemented."""

    __slots__ = ("__weakref__", "_code", "how", "mode", "of", "quick")

    def __init__(
        self, mode: Mode, of: Function, marks: Sequence[Argument | None], how: Options
    ) -> None:
        kinds = {_symbol(mark): id(type(mark)) for mark in marks if mark is not None}
        self.mode, self.of, self.how = mode, of, how
        self._code: Code | None
        self.quick: Callable[..., Any]
        self._code, self.quick = marked(of.program, of.plan, [_mark(m) for m in marks], kinds, how)
        of.program.used_by(self)

    def take(self, args: Sequence[Any]) -> Any:
        """The derivatives for arguments in marks."""
        try:
            return self.quick(*args)
        except (KeyboardInterrupt, Error) as problem:
            raise self.of.failure(problem, _given(args), {}) from None

    def abandon(self) -> object:
        """Forget the code, which is given to the caller."""
        code, self._code, self.quick = self._code, None, no_way
        return code


def _mark(mark: Argument | None) -> Mark:
    """How an argument is read; None for one without a mark."""
    if mark is None:
        return Mark()
    kind: Any = type(mark)
    value = place_of(kind, "value")
    shadow = place_of(kind, "shadow") if kind in _SHADOWED else 0
    return Mark(_symbol(mark), value, shadow)


def _symbol(mark: Argument) -> str:
    return f"rz.py.mark.{type(mark).__name__}"


def _checked(
    mode: Mode, f: Function | Launched, args: tuple[Any, ...], options: dict[str, Any]
) -> Any:
    if not isinstance(mode, Mode):
        raise error("RZ008", f"the first argument of autodiff is a mode (rz.Reverse), not {mode!r}")
    if isinstance(f, Launched) and not options:
        return f.autodiff(mode, args)
    if not isinstance(f, Function):
        raise error("RZ008", f"the second argument of autodiff is a function, not {f!r}")
    if args and not options and not any(isinstance(s, tuple) for s in _shadow_of_each(args)):
        way = _way(mode, f, args)
        found = way.take(args)
        return way.of(*_given(args)) if found is NotImplemented else found
    how = current().replace(**options) if options else current()
    run, _ = _derivative(mode, f, args, how)
    return run(*_given(args))


def _way(mode: Mode, f: Function, args: Sequence[Any]) -> "_Way":
    """The quick way for arguments of such kinds, which calls try first from now on."""
    key = (mode._value_, *map(type, args))
    found: _Way | None = f.derivatives.get(key)
    if found is None or found.how is not current():
        run, _ = _derivative(mode, f, args, current())
        marks = [a if isinstance(a, Argument) else None for a in args]
        found = f.derivatives[key] = _Way(mode, run, marks, current())
    f.way = found
    return found


def _shadow_of_each(args: Sequence[Any]) -> Iterator[Any]:
    return (a.shadow for a in args if isinstance(a, Duplicated | DuplicatedNoNeed))


def _given(args: Sequence[Any]) -> list[Any]:
    """The arguments of a derivative, out of their marks."""
    values = [a.value if isinstance(a, Argument) else a for a in args]
    return values + [s for a in args if isinstance(a, Argument) for s in _shadows(a)]


def _derivative(
    mode: Mode, f: Function, args: Sequence[Any], how: Options
) -> tuple[Function, list[Argument]]:
    """The derivative for arguments so marked, and all of them with a mark."""
    if len(args) != len(f.plan.inputs):
        raise error(
            "RZ011",
            f"'{f.name}' takes {len(f.plan.inputs)} arguments, autodiff got {len(args)}",
            notes=(str(f.signature),),
        )
    marked = [a if isinstance(a, Argument) else _bare(f.plan, n, a) for n, a in enumerate(args)]
    return _made(f, (mode, how, tuple(_shape(a) for a in marked)), marked), marked


def _bare(plan: Plan, n: int, value: Any) -> Const:
    """An argument without a mark: constant where it holds no floats."""
    given = plan.inputs[n]
    if plan.signature.holds_floats(given.type):
        raise error(
            "RZ008",
            f"'{given.name}' of '{plan.name}' holds floats: say what it is",
            helps=("rz.Const(…), rz.Active(…) or rz.Duplicated(…, shadow)",),
        )
    return Const(value)


def _shadows(argument: Argument) -> tuple[Any, ...]:
    if isinstance(argument, Const | Active):
        return ()
    return argument.shadow if isinstance(argument.shadow, tuple) else (argument.shadow,)


def _shape(argument: Argument) -> tuple[str, int]:
    return type(argument).__name__, len(_shadows(argument))


def _made(f: Function, key: Any, marked: Sequence[Argument]) -> Function:
    """The derivative for these marks, kept with the function it is of."""
    found = f.derivatives.get(key)
    if found is None:
        plan = _plan(f.plan, marked, key[0], key[1])
        found = Function(f.program.under(key[1]), f.signature, plan)
        f.derivatives[key] = found
    return found


def _plan(plan: Plan, marked: Sequence[Argument], mode: Mode, options: Any) -> Plan:
    forward = mode not in _REVERSE
    widths = {len(_shadows(a)) for a in marked if not isinstance(a, Const | Active)}
    if len(widths) > 1:
        raise error("RZ509", f"arguments of '{plan.name}' have {sorted(widths)} shadows: one width")
    width = widths.pop() if widths else 1
    inputs = list(plan.inputs)
    kinds: list[str] = []
    sources: list[Source] = []
    actives: list[Number] = []
    for n, argument in enumerate(marked):
        kind, given = _kind(plan, n, argument, forward), plan.inputs[n]
        kinds.append(kind)
        sources.append(Given(n))
        if kind == "active" and isinstance(given.type, Number):
            actives.extend([given.type] * width)
        for k in range(width if kind == "dup" else 0):
            sources.append(Given(len(inputs)))
            name = f"shadow of {given.name}" + (f" {k}" if width > 1 else "")
            writes = not forward or given.parameter.writes
            inputs.append(Input(Parameter(name, given.type, (), True, writes), n))
        if kind == "scratch":
            sources += [Fresh(n)] * width
    rest = plan.sources[len(marked) :]
    if not all(isinstance(source, Count) for source in rest):
        raise error("RZ012", f"'{plan.name}' returns a struct; give it a pointer to write to")
    kinds += ["const"] * len(rest)
    sources += rest
    floating = isinstance(plan.signature.result, Number) and plan.signature.result.is_float
    result = "active" if floating else "const"
    returned = plan.outputs[0] if plan.outputs else None
    wants = mode in _WITH_PRIMAL and returned is not None
    how = FROM_TAPE if mode in _FROM_TAPE else "forward" if forward else "reverse"
    routine = derived(
        plan.routine, how, tuple(kinds), result, primal=wants, width=width, options=options
    )
    if result == "active" and not forward:
        sources.extend(Constant(1.0) for _ in range(width))
    recipe = routine.recipe
    found = derivative_results(recipe)  # type: ignore[arg-type]
    types: list[Number] = []
    if isinstance(returned, Returned):
        types += [returned.type] if wants else []
        types += [returned.type] * width if forward and floating else []
    types += [] if forward else actives
    outputs: tuple[Output, ...] = ()
    if len(found) == 1:
        outputs = (Returned(types[0]),)
    else:
        outputs = tuple(Left(len(sources) + k) for k in range(len(types)))
        sources.extend(Room(type) for type in types)
    return replaced(
        plan, name=f"autodiff({plan.name})", inputs=tuple(inputs), routine=routine,
        sources=tuple(sources), outputs=outputs, result=_nest(len(outputs), wants),
    )  # fmt: skip


def _nest(count: int, primal: bool) -> Nest:
    rest = tuple(range(1 if primal else 0, count))
    inner: Nest = rest if len(rest) != 1 else rest[0]
    return (0, inner) if primal else inner


def _kind(plan: Plan, n: int, argument: Argument, forward: bool) -> str:
    given = plan.inputs[n]
    number = plan.routine.slots[n] != "ptr"
    match argument:
        case Const() if number or not plan.signature.holds_floats(given.type):
            return "const"
        case Const():
            return "scratch" if rules_take_shadows() else "const"
        case Active():
            if forward:
                raise _misfit(plan, given, "Active in forward mode", "rz.Duplicated(x, dx)")
            if not number:
                raise _misfit(plan, given, "Active, but a pointer", "rz.Duplicated(x, dx)")
        case _:
            if number and not forward:
                raise _misfit(plan, given, "Duplicated, but a number", "rz.Active(x)")
    if not plan.signature.holds_floats(given.type) and plan.signature.debug:
        raise _misfit(plan, given, "differentiated, but holds no floats", "rz.Const(…)")
    return "active" if isinstance(argument, Active) else "dup"


def _misfit(plan: Plan, given: Input, what: str, way: str) -> Error:
    return error("RZ504", f"'{given.name}' of '{plan.name}' is {what}", helps=(f"use {way}",))
