"""Python functions that compiled code calls, with derivatives of their own.

    table = rz.callback(look_up, "double table(const double *x, int n)", shapes={"x": "n"}, vjp=…)
    lib = rz.load("model.c", callbacks=[table])

The program gets a function in C (`callbacktext.py`) of that declaration, and the functions of its
rule; all of them hand addresses to one function in Python.
"""

import ctypes
import inspect
import itertools
import math
import re
import weakref
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, final

import numpy as np

from ribozyme.api.custom.callbacktext import PREFIX, Face, Operand, source
from ribozyme.api.programs.called_back import CalledBack
from ribozyme.api.signatures.ctype import VOID, Number, Pointer
from ribozyme.backend.runtime import callbacks
from ribozyme.base.errors import error
from ribozyme.rules import custom

if TYPE_CHECKING:
    from ribozyme.api.signatures.signature import Signature
    from ribozyme.frontends.base import Compiled

_THUNK: Final = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.POINTER(ctypes.c_void_p))
_CALL, _VJP = 0, 1
_KINDS: Final = {"float": "f", "int": "i", "uint": "u"}
_known: Final["weakref.WeakValueDictionary[str, Callback]"] = weakref.WeakValueDictionary()


def callback(
    fun: Callable[..., Any],
    declaration: str | None = None,
    *,
    vjp: Callable[..., Any] | None = None,
    jvp: Callable[..., Any] | None = None,
    shapes: Mapping[str, object] = MappingProxyType({}),
    check: Literal["first", "never"] = "first",
) -> "Callback":
    """A Python function that compiled code calls under a declaration in C, and its derivative.

    `rz.load` and `rz.compile` take it in `callbacks=[…]`. `declaration` is that of the function in
    the program; without it the names are those of `fun`, numbers are `double`, or `int` where `fun`
    says so, and arrays, which have `shapes`, `const double *`.

    `fun(*inputs)` gives the outputs: what is returned, then each array that is not `const`.
    `vjp(*inputs, *cotangents)` gives the cotangents of the inputs that hold floats, None for zero;
    `jvp(*inputs, *tangents)` the tangents of the outputs. Either of the two makes both modes, by
    as many calls as there are numbers. `shapes` says in C how large each array is. The first
    derivative is compared with differences of `fun`, but with `check="never"`.

    >>> def cube(a):
    ...     return a**3
    >>> power = rz.callback(cube, vjp=lambda a, seed: 3 * a**2 * seed)
    >>> outer = rz.compile(
    ...     "double cube(double); double f(double x) { return 2 * cube(x); }", callbacks=[power]
    ... )
    >>> outer.f(2.0), rz.grad(outer.f)(2.0)
    (16.0, 24.0)
    """
    if not callable(fun):
        raise error("RZ008", f"callback takes a Python function, not {fun!r}")
    if vjp is None and jvp is None:
        raise error(
            "RZ212",
            f"the callback '{_name(fun)}' has no derivative",
            helps=("give vjp= or jvp=", "a function without one: rz.inactive, and a C library"),
        )
    declared = _declared(fun, shapes) if declaration is None else declaration.strip().rstrip(";")
    sizes = {name: _extents(given) for name, given in shapes.items()}
    return Callback(fun, declared, vjp, jvp, sizes, check=check)


def _name(fun: Callable[..., Any]) -> str:
    return getattr(fun, "__name__", type(fun).__name__)


def _extents(given: object) -> tuple[str, ...]:
    parts = given if isinstance(given, tuple) else (given,)
    return tuple(str(part) for part in parts)


def _declared(fun: Callable[..., Any], shapes: Mapping[str, object]) -> str:
    """The declaration of a Python function whose parameters are numbers and arrays."""
    given = []
    for name, one in inspect.signature(fun).parameters.items():
        kind = "int" if one.annotation in (int, "int") else "double"
        given.append(f"const double *{name}" if name in shapes else f"{kind} {name}")
    return f"double {_name(fun)}({', '.join(given) or 'void'})"


@final
class Callback(CalledBack):
    """A Python function that compiled code calls."""

    def __init__(
        self,
        fun: Callable[..., Any],
        declaration: str,
        vjp: Callable[..., Any] | None,
        jvp: Callable[..., Any] | None,
        shapes: Mapping[str, tuple[str, ...]],
        symbol: str = "",
        check: str = "first",
    ) -> None:
        self.fun, self.declaration, self.vjp, self.jvp = fun, declaration, vjp, jvp
        self.shapes, self.check = dict(shapes), check
        self._unchecked = check == "first"
        self.face = _face(declaration, self.shapes, symbol)
        if not symbol:
            self.face = self.face.named(_fresh(self))
        _known[self.symbol] = self
        self._thunk = _THUNK(self._entered)
        address = ctypes.cast(self._thunk, ctypes.c_void_p).value
        assert address is not None
        callbacks.SYMBOLS[self.symbol] = address
        rule = self.face.rule
        custom.rule(rule.of, augment=rule.augment, gradient=rule.gradient, forward=rule.forward,
                    null_shadows=True)  # fmt: skip

    @property
    def symbol(self) -> str:
        """The symbol of its entry."""
        return self.face.symbol

    def __repr__(self) -> str:
        return f"<ribozyme callback {_name(self.fun)}: {self.declaration}>"

    def __call__(self, *inputs: Any) -> Any:
        return self.fun(*inputs)

    def __reduce__(self) -> tuple[Any, ...]:
        how = (self.fun, self.declaration, self.vjp, self.jvp, self.shapes, self.symbol, self.check)
        return _restored, how

    def module(self) -> "Compiled":
        """What a program that calls it is linked with."""
        from ribozyme.frontends.c.clang import compile_c

        return compile_c(source(self.face), lang="c", debug=True)

    def _entered(self, what: int, words: Any) -> int:
        try:
            self._work(what, words)
        except BaseException as failure:
            callbacks.failed(failure)
            return 1
        return 0

    def _work(self, what: int, words: Any) -> None:
        """Read the inputs, call, write the results: all that lie behind the words, in order."""
        given = iter(range(self.face.words(what)))
        shapes = {one.name: _shape(words, next(given), one.axes) for one in self.face.arrays}
        inputs = [_read(words[next(given)], one, shapes) for one in self.face.inputs]
        if what == _CALL:
            outputs = [_view(words[next(given)], one, shapes) for one in self.face.outputs]
            _put(outputs, self.fun(*inputs), self, "gives")
        elif what == _VJP:
            seeds = [_read(words[next(given)], one, shapes) for one in self.face.outputs]
            bars = [_view(words[next(given)], one, shapes) for one in self.face.active]
            self._back(inputs, seeds, bars)
        else:
            dots = [_read(words[next(given)], one, shapes) for one in self.face.active]
            outputs = [_view(words[next(given)], one, shapes) for one in self.face.outputs]
            self._along(inputs, dots, outputs)

    def _back(self, inputs: list[Any], seeds: list[Any], bars: list[Any]) -> None:
        if self.vjp is not None:
            _put(bars, self.vjp(*inputs, *seeds), self, "vjp gives")
            self._compare(inputs, [np.asarray(seed) for seed in seeds], bars)
            return
        assert self.jvp is not None
        _by_units(partial(self.jvp, *inputs), bars, seeds)

    def _along(self, inputs: list[Any], dots: list[Any], outputs: list[Any]) -> None:
        if self.jvp is not None:
            _put(outputs, self.jvp(*inputs, *dots), self, "jvp gives")
            self._compare_along(inputs, dots, outputs)
            return
        assert self.vjp is not None
        _by_units(partial(self.vjp, *inputs), outputs, dots)

    def _compare(self, inputs: list[Any], seeds: list[Any], bars: list[Any]) -> None:
        """Compare the first cotangents with differences of the function along a direction."""
        if not self._unchecked:
            return
        rng = np.random.default_rng(1)
        dots = [rng.uniform(0.5, 1.5, bar.shape).astype(bar.dtype) for bar in bars]
        got = sum(float(np.vdot(bar, dot)) for bar, dot in zip(bars, dots, strict=True))
        self._differ(inputs, dots, seeds, got)

    def _compare_along(self, inputs: list[Any], dots: list[Any], outputs: list[Any]) -> None:
        if not self._unchecked:
            return
        rng = np.random.default_rng(1)
        seeds = [rng.uniform(0.5, 1.5, one.shape) for one in outputs]
        got = sum(float(np.vdot(seed, one)) for seed, one in zip(seeds, outputs, strict=True))
        self._differ(inputs, dots, seeds, got)

    def _differ(self, inputs: list[Any], dots: list[Any], seeds: list[Any], got: float) -> None:
        """Raise RZ213 where ⟨seeds, J·dots⟩ is far from differences with several steps."""
        self._unchecked = False
        single = any(one.number.size == 4 for one in (*self.face.active, *self.face.outputs))
        wanted = [
            (self._moved(inputs, dots, seeds, h) - self._moved(inputs, dots, seeds, -h)) / (2 * h)
            for h in ((1e-2, 1e-3) if single else (1e-4, 1e-5, 1e-6))
        ]
        spread = max(wanted) - min(wanted)
        size = max(abs(got), *map(abs, wanted), 1e-8)
        near = min(abs(got - one) for one in wanted)
        if near <= max((5e-2 if single else 1e-4) * size, 2 * spread) or not near < np.inf:
            return
        raise error(
            "RZ213",
            f"the derivative of the callback '{self.face.name}' is wrong",
            notes=(f"it gives {got:.9g} along a direction, differences give {wanted[-1]:.9g}",),
            helps=('where it is meant to differ: check="never"',),
        )

    def _moved(self, inputs: list[Any], dots: list[Any], seeds: list[Any], h: float) -> float:
        """⟨seeds, f(inputs + h·dots)⟩."""
        along = iter(dots)
        moved = [
            one + h * next(along) if operand.is_active else one
            for one, operand in zip(inputs, self.face.inputs, strict=True)
        ]
        found = _several(self.fun(*moved), len(seeds))
        return float(sum(np.vdot(seed, one) for seed, one in zip(seeds, found, strict=True)))


def _restored(*how: Any) -> Callback:
    """A callback out of a pickle: the one of this process that has the symbol, if there is one."""
    found = _known.get(how[5])
    return Callback(*how) if found is None else found


def _fresh(made: Callback) -> str:
    """A symbol that says what the functions are, as far as their code does; no other has it."""
    codes = [getattr(f, "__code__", None) for f in (made.fun, made.vjp, made.jvp)]
    text = [repr((c.co_code, c.co_consts, c.co_names)) if c is not None else "" for c in codes]
    shown = "|".join((made.declaration, repr(made.shapes), *text))
    plain = re.sub(r" at 0x[0-9a-f]+", "", shown)
    base = f"{PREFIX}{made.face.name}_{sha256(plain.encode()).hexdigest()[:12]}"
    names = (base if k == 0 else f"{base}_{k}" for k in itertools.count())
    return next(name for name in names if name not in callbacks.SYMBOLS)


def _face(declaration: str, shapes: Mapping[str, tuple[str, ...]], symbol: str) -> Face:
    """The declaration as the operands of a callback."""
    from ribozyme.api.programs.compile import compile_text
    from ribozyme.api.programs.functions import Library

    probe = f"{declaration} {{ __builtin_trap(); }}"
    (f,) = Library(compile_text(probe, "c", flags=["-Wno-everything"]))
    operands = tuple(
        _operand(one.name, one.type, f.signature, shapes) for one in f.signature.parameters
    )
    unknown = [name for name in shapes if name not in f.signature.names]
    if unknown:
        raise error("RZ013", f"shapes= has '{unknown[0]}', which '{f.name}' has not",
                    notes=(str(f.signature),))  # fmt: skip
    result = f.signature.result
    if result != VOID and (not isinstance(result, Number) or result.kind == "complex"):
        raise _unfit(f"it returns {result}", f.signature)
    returned = result if isinstance(result, Number) else None
    return Face(f.name, operands, returned, symbol)


def _operand(
    name: str, type: object, of: "Signature", shapes: Mapping[str, tuple[str, ...]]
) -> Operand:
    match type:
        case Number(kind="float" | "int" | "uint") as number if number.size in (1, 2, 4, 8):
            return Operand(name, number, None, True)
        case Pointer(to=Number(kind="float", size=4 | 8) as number, const=const):
            if name not in shapes:
                raise error("RZ001", f"how large '{name}' of '{of.name}' is, its type does not say",
                            notes=(str(of),), helps=(f'shapes={{"{name}": "n"}}',))  # fmt: skip
            return Operand(name, number, shapes[name], const)
        case _:
            raise _unfit(f"'{name}' is neither a number nor an array of float or double", of)


def _unfit(why: str, of: "Signature") -> Exception:
    return error("RZ008", f"'{of.name}' cannot be a callback: {why}", notes=(str(of),))


# ---- values --------------------------------------------------------------------------------------


def _shape(words: Any, at: int, axes: int) -> tuple[int, ...]:
    return tuple(ctypes.cast(words[at], ctypes.POINTER(ctypes.c_longlong))[:axes])


def _view(address: int, one: Operand, shapes: Mapping[str, tuple[int, ...]]) -> Any:
    """The numbers behind an address as an array, of no axis where it is one number."""
    dtype = np.dtype(f"{_KINDS[one.number.kind]}{one.number.size}")
    shape = shapes[one.name] if one.shape is not None else ()
    count = math.prod(shape)
    if not count:
        return np.zeros(shape, dtype)
    memory = (ctypes.c_char * (count * dtype.itemsize)).from_address(address)
    return np.ndarray(shape, dtype, memory)  # type: ignore[arg-type]


def _read(address: int, one: Operand, shapes: Mapping[str, tuple[int, ...]]) -> Any:
    """An input: a number, or a copy of the array, which may be kept."""
    return _plain(_view(address, one, shapes).copy())


def _plain(value: Any) -> Any:
    return value if value.ndim else value.item()


def _several(given: Any, count: int) -> Sequence[Any]:
    return given if count != 1 or isinstance(given, tuple) else (given,)


def _by_units(linear: Callable[..., Any], places: list[Any], given: Sequence[Any]) -> None:
    """The transpose of a linear function at `given`: element by element what the function makes of
    the unit vector there, times `given`. None stands for zeros."""
    units = [np.zeros_like(place) for place in places]
    for place, unit in zip(places, units, strict=True):
        for at in np.ndindex(unit.shape):
            unit[at] = 1
            found = _several(linear(*map(_plain, units)), len(given))
            pairs = zip(found, given, strict=True)
            place[at] = sum(np.vdot(one, other) for one, other in pairs if one is not None)
            unit[at] = 0


def _put(places: list[Any], given: Any, of: Callback, verb: str) -> None:
    """Write results where they belong."""
    found = _several(given, len(places)) if places else ()
    if not isinstance(found, tuple | list) or len(found) != len(places):
        raise error("RZ008", f"{of!r}: its {verb} {given!r}, and {len(places)} values are wanted")
    for place, value in zip(places, found, strict=True):
        if value is None:
            place[...] = 0
        elif np.shape(value) != place.shape:
            raise error(
                "RZ011", f"{of!r}: its {verb} the shape {np.shape(value)}, not {place.shape}"
            )
        else:
            place[...] = value


__all__ = ["Callback", "callback"]
