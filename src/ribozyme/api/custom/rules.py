"""Rules of one's own: `rz.rule` and `rz.inactive`.

    @rz.rule("erfcx")
    def _(x, r, dx):
        return (2 * x * r - 1.1283791670955126) * dx

    rz.rule("solve", augment="solve_aug", gradient="solve_rev")     # two functions of the program
    rz.rule("solve", forward="solve_fwd")                           # a forward rule
    rz.inactive("log_*")

A rule in the rule language is checked against differences of the function where it is registered,
if a library of this process has the function. Functions of a program that are a rule must fit, as
far as the program is loaded; their gradient is compared with differences on its first call. A rule
that no program had a use for is told when Python ends.
"""

import atexit
import ctypes
import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from ribozyme.base.errors import Error, error, warn
from ribozyme.rules import custom
from ribozyme.rules.custom import Rulebook, rulebook
from ribozyme.rules.names import Precision
from ribozyme.rules.rule import Rule
from ribozyme.rules.transpose import NotLinear

if TYPE_CHECKING:
    from ribozyme.api.programs.functions import Function

F = TypeVar("F", bound=Callable[..., object])
_NUMBERS: Final = {"double": ctypes.c_double, "float": ctypes.c_float}
_STEP: Final = {"double": 1e-6, "float": 1e-2}
_CLOSE: Final = {"double": 1e-6, "float": 2e-2}
_TRIES: Final = 24


def rule(
    symbol: "str | Function",
    *,
    augment: "str | Function | None" = None,
    gradient: "str | Function | None" = None,
    forward: "str | Function | None" = None,
    null_shadows: bool = False,
    precision: Precision = "double",
    implicit: "Function | None" = None,
    linear: "Function | None" = None,
    solution: str | None = None,
    right: str | None = None,
    parameters: tuple[str, ...] | str = (),
    sizes: Mapping[str, str | int] = MappingProxyType({}),
    symmetric: bool = False,
    tol: float = 1e-6,
    shapes: Mapping[str, str | int | tuple[str | int, ...]] = MappingProxyType({}),
    at: Sequence[Any] | None = None,
    check: Literal["first", "never"] = "first",
) -> Callable[[F], F]:
    """Register the derivative of a function, given by its symbol or as a function of a library.

    Functions of the program, given in the same two ways: `augment` and `gradient` for reverse mode,
    `forward` for forward mode.
    Where an argument is inactive they are given zeroed scratch as its shadow; null, if they say
    `null_shadows=True`.
    In the rule language: decorate a Python function of the operands (by any name, `: int` for an
    integer), of the results `r` and `s`, and of the differentials, `d` before an operand's name.
    By a residual: `rz.rule(lib.newton, implicit=lib.residual, solution="x", parameters=("p",),
    sizes={"x": "n", "p": "n"})` for a function that solves residual(x, p) = 0; `sizes` says in C
    how long arrays are. Its loop is not differentiated; a residual above `tol` is an error.
    By a product: `rz.rule(lib.cg, linear=lib.product, solution="x", right="b", parameters="a",
    sizes=…)` for a function that solves product(x, a) = b; where the matrix is `symmetric`, it
    solves for derivatives, too. `at` are arguments at which the rule is tried at once.
    Over arrays: `shapes={"A": ("n", "n"), "x": "n"}` says how large each is, and the decorated
    function gives matrix expressions, `{"x": solve(A, db - dA @ x)}`, with words of
    `ribozyme.matrix`.
    Rules of the last kind and in the rule language are tried on the function at random arguments,
    but with `check="never"`.

    >>> @rz.rule("newton")
    ... def _(a, r, da):
    ...     return da / (3 * r * r)
    >>> round(rz.grad(lib.newton)(8.0), 6)
    0.083333
    """
    if check not in ("first", "never"):
        raise error("RZ212", f"the rule of {symbol!r}: check= is 'first' or 'never', not {check!r}")
    if implicit is not None or linear is not None:
        if implicit is not None and linear is not None:
            raise error("RZ212", f"the rule of {symbol!r}: implicit= or linear=, not both")
        zero = implicit if linear is None else linear
        side = (right or solution or "") if linear is not None else None
        more = {"right": side, "symmetric": symmetric}
        return _by_residual(symbol, zero, solution, parameters, sizes, tol, at, more)
    if shapes:
        return _over_arrays(symbol, shapes, precision, check == "first")
    symbol = _named(symbol)
    augment, gradient, forward = (
        _named(one) if one is not None else None for one in (augment, gradient, forward)
    )
    if (augment is None) != (gradient is None):
        raise error("RZ212", f"the rule of '{symbol}' needs both augment= and gradient=")
    if augment is not None or forward is not None:
        from ribozyme.api.custom.rulesignatures import refuse_misfits

        refuse_misfits(symbol, augment, gradient, forward)
        custom.rule(
            symbol, augment=augment, gradient=gradient, forward=forward, null_shadows=null_shadows
        )
        _at_the_end()

    def decorate(function: F) -> F:
        try:
            book = rulebook().with_rule(symbol, function, precision)
        except (NotLinear, TypeError, ValueError) as reason:
            what, _, why = str(reason).partition(": ")
            told = (why,) if why else ()
            helps = _WORDS if isinstance(reason, TypeError) else ()
            said = f"the rule of '{symbol}': {what}"
            raise error("RZ212", said, notes=told, helps=helps) from None
        if check == "first":
            _check(symbol, book, precision)
        custom.rule(symbol, precision=precision)(function)
        _at_the_end()
        return function

    return decorate


def _by_residual(
    f: "str | Function",
    residual: "Function | None",
    solution: str | None,
    parameters: tuple[str, ...] | str,
    sizes: Mapping[str, str | int],
    tol: float,
    at: Sequence[Any] | None,
    more: Mapping[str, Any],
) -> Callable[[F], F]:
    from ribozyme.api.custom.implicitrules import implicit
    from ribozyme.api.custom.implicittext import solving, source
    from ribozyme.api.programs.functions import Function, Library

    if isinstance(f, str) and isinstance(residual, Function):
        f = Library(residual.program)[f]
    if not isinstance(f, Function):
        raise error("RZ008", f"a rule by a residual is for a function of a library, not {f!r}")
    made = implicit(f, residual, solution, parameters, sizes, tol, **more)
    text = source(made)
    augment, gradient, forward = (
        f"{made.prefix}_{role}" for role in ("augment", "gradient", "forward")
    )
    before = rulebook()
    custom.rule(
        f.signature.symbol, augment=augment, gradient=gradient, forward=forward, source=text
    )
    inner, inner_forward = solving(made)
    custom.rule(inner, forward=inner_forward)
    _at_the_end()
    if at is not None:
        from ribozyme.api.custom.solver_trial import tried

        try:
            tried(f, made, at)
        except Error:
            custom.take_back(before)
            raise
    return lambda function: function


_WORDS: Final = (
    "write arithmetic, and functions of NumPy's: numpy.exp(x)",
    "a choice is pick(gt(x, 0), one, other), from ribozyme.rules.language",
)


def _over_arrays(
    f: "str | Function", shapes: Mapping[str, object], precision: Precision, checked: bool
) -> Callable[[F], F]:
    from ribozyme.api.custom import arraycheck, arrayrules, arraytext

    symbol = _named(f)
    found = _function(symbol) if isinstance(f, str) else f

    def decorate(function: F) -> F:
        of = None if found is None else found.signature
        try:
            made = arrayrules.read(function, symbol, of, shapes, precision)
        except (NotLinear, TypeError, ValueError) as reason:
            told = () if of is None else (str(of),)
            raise error("RZ212", f"the rule of '{symbol}': {reason}", notes=told) from None
        if found is not None and checked:
            arraycheck.check(made, found)
        augment, gradient, forward = (
            f"{made.prefix}_{role}" for role in ("augment", "gradient", "forward")
        )
        custom.rule(
            symbol,
            augment=augment,
            gradient=gradient,
            forward=forward,
            null_shadows=True,
            source=arraytext.source(made),
        )
        _at_the_end()
        return function

    return decorate


def _function(symbol: str) -> "Function | None":
    """The function of a symbol, if a program of this process has it."""
    from ribozyme.api.programs.functions import Function
    from ribozyme.api.programs.program import loaded

    for program in loaded():
        for signature in program.signatures:
            if signature.symbol == symbol:
                return Function(program, signature)
    return None


def inactive(*patterns: str) -> None:
    """Register functions that carry no derivative, by name or pattern (`"log_*"`).

    >>> rz.inactive("save")
    >>> rz.grad(lib.noted)(3.0)
    6.0
    """
    for pattern in patterns:
        _refuse_no_name(pattern)
    custom.inactive(*patterns)
    _at_the_end()


def unused() -> tuple[str, ...]:
    """What was registered and no derivative has met; not what a rule has registered in turn."""
    from ribozyme.api.custom.callbacktext import PREFIX as CALLBACK
    from ribozyme.api.custom.implicitrules import PREFIX

    return tuple(name for name in custom.unused() if not name.startswith((PREFIX, CALLBACK)))


def _named(given: object) -> str:
    """The symbol of a function that is named, or is one of a library."""
    from ribozyme.api.programs.functions import Function

    symbol = given.signature.symbol if isinstance(given, Function) else given
    if not isinstance(symbol, str) or not symbol:
        raise error("RZ008", f"a rule is for a symbol, a text, not {given!r}")
    return symbol


def _refuse_no_name(symbol: object) -> None:
    if not isinstance(symbol, str) or not symbol:
        raise error("RZ008", f"a rule is for a symbol, a text, not {symbol!r}")


@cache
def _at_the_end() -> None:
    atexit.register(_tell_unused)


def _tell_unused() -> None:
    names = unused()
    if names:
        what = ", ".join(f"'{name}'" for name in names)
        warn("RZ217", f"no derivative met what was registered for {what}")


# ---- the check -----------------------------------------------------------------------------------


def _check(symbol: str, book: Rulebook, precision: Precision) -> None:
    """Compare a rule with differences of its function, if this process has it."""
    added = book.rules[symbol]
    address = _address(symbol)
    if address is None or precision not in _NUMBERS or added.results != ("float",):
        return
    number = _NUMBERS[precision]
    kinds = [number if kind == "float" else ctypes.c_int for kind in added.operands]
    function = ctypes.CFUNCTYPE(number, *kinds)(address)
    rng = random.Random(symbol)
    library, places = _tangents(symbol, book, precision)
    for _ in range(_TRIES):
        at = [
            rng.uniform(0.2, 2.0) if kind == "float" else rng.randint(0, 3)
            for kind in added.operands
        ]
        for place in places:
            tangent = ctypes.CFUNCTYPE(number, *kinds)(library.address(f"rz.check.{place}"))
            _compare(symbol, added, precision, function, tangent, at, place)


def _compare(
    symbol: str,
    added: Rule,
    precision: str,
    function: Callable[..., float],
    tangent: Callable[..., float],
    at: list[Any],
    place: int,
) -> None:
    step = _STEP[precision]
    above, below = list(at), list(at)
    above[place] += step
    below[place] -= step
    want = (function(*above) - function(*below)) / (2 * step)
    got = tangent(*at)
    size = max(abs(want), abs(function(*at)), 1.0)
    if want - want == 0 and not abs(got - want) <= _CLOSE[precision] * size:
        raise _wrong(symbol, at, place, got, want)


def _wrong(symbol: str, at: list[Any], place: int, got: float, want: float) -> Error:
    where = ", ".join(f"{value:.6g}" for value in at)
    return error(
        "RZ213",
        f"the rule of '{symbol}' is wrong at ({where})",
        notes=(
            f"it gives {got:.9g} for argument {place + 1}, differences of the function {want:.9g}",
        ),
    )


def _tangents(symbol: str, book: Rulebook, precision: str) -> tuple[Any, list[int]]:
    """Code that gives the partial of each float operand, by the rule."""
    from ribozyme.backend import jit, llvm
    from ribozyme.backend.passes import startup
    from ribozyme.backend.runtime import arena
    from ribozyme.backend.target import emit_object
    from ribozyme.ir.printer import print_module
    from ribozyme.parse import parse_module
    from ribozyme.transform.core.interface import Kind, Mode, Request
    from ribozyme.transform.derive import derive

    operands = book.rules[symbol].operands
    types = [precision if kind == "float" else "i32" for kind in operands]
    params = ", ".join(f"{type} %{place}" for place, type in enumerate(types))
    text = (
        f'declare {precision} @"{symbol}"({", ".join(types)})\n'
        f"define {precision} @rz.check({params}) {{\n"
        f'  %r = call {precision} @"{symbol}"({params})\n  ret {precision} %r\n}}\n'
    )
    floats = [place for place, kind in enumerate(operands) if kind == "float"]
    requests, drivers = [], []
    for place in floats:
        kinds = tuple(Kind.DUP if n == place else Kind.CONST for n in range(len(types)))
        name = f"rz.tangent.{place}"
        requests.append(Request("rz.check", Mode.FORWARD, kinds, Kind.ACTIVE, name=name))
        args = ", ".join(
            f"{type} %{n}" + (f", {type} 1.0" if n == place else "") for n, type in enumerate(types)
        )
        drivers.append(
            f"define {precision} @rz.check.{place}({params}) {{\n"
            f"  %r = call {{ {precision} }} @{name}({args})\n"
            f"  %v = extractvalue {{ {precision} }} %r, 0\n  ret {precision} %v\n}}\n"
        )
    made = derive(parse_module(llvm.canonical(text)), requests, None, book)
    whole = arena.linked("\n".join((print_module(made), *drivers)), guard=False)
    return jit.load(emit_object(startup.for_loading(whole))), floats


def _address(symbol: str) -> int | None:
    for name in ("libm.so.6", None):
        try:
            library = ctypes.CDLL(name)
        except OSError:
            continue
        if hasattr(library, symbol):
            return ctypes.cast(getattr(library, symbol), ctypes.c_void_p).value
    return None
