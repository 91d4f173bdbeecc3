"""Derivatives called from jitted code: a function that Numba compiles, for the types of each call.

    slope = rz.grad(energy)

    @numba.njit
    def step(x, k):                     def slope(a0, a1):          # made for an array and a number
        return x - 0.1 * slope(x, k)[0]     m1 = np.zeros_like(a0)
                                            block[0] = a0.ctypes.data …
                                            status = enter(body, block.ctypes.data, …)

It lays out the block of a routine as the plan says, and runs the same code as a call from Python.
"""

import ctypes
from collections.abc import Callable, Sequence
from inspect import signature
from typing import Any, Final

import numba
import numpy as np
from numba.core import types as nb
from numba.extending import overload

from ribozyme.api.calling.call_plan import (
    Constant,
    Copy,
    Count,
    Fresh,
    Given,
    Input,
    Left,
    Output,
    Plan,
    Returned,
    Room,
    Seed,
    Source,
    Unit,
)
from ribozyme.api.calling.native_memory import dtype_of
from ribozyme.api.calling.routine import SLOT
from ribozyme.api.programs.functions import Function
from ribozyme.api.signatures.ctype import NO_LAYOUTS, CType, Number, Pointer
from ribozyme.backend.runtime.guard import REPORT_BYTES
from ribozyme.base.errors import Error, error
from ribozyme.bindings.jit.parameter_parts import Nest, Shape, is_uniform
from ribozyme.bindings.jit.typed_functions import Made

_ENTER: Final = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_ssize_t, ctypes.c_ssize_t, ctypes.c_ssize_t)
_SLOTS: Final = frozenset(("ptr", "double", "float", "i64", "i32", "i16", "i8", "i1"))
_unliteral: Final[Any] = nb.unliteral
_held: Final[list[object]] = []
"""The code that compiled functions have addresses of: it stays while they may run."""

Derive = Callable[[tuple[Any, ...]], tuple[Made, Function, Shape, bool]]
"""For the types of arguments: the function, its derivative, how its results nest, and whether the
function's value comes before them."""


def dispatcher(name: str, of: Any, derive: Derive) -> Any:
    """A jitted function with the parameters of another, that calls its derivative."""
    names = list(signature(of).parameters)
    listed = ", ".join(names)

    def stub(*args: Any) -> Any:
        raise NotImplementedError

    space = {"stub": stub, "overload": overload}
    text = f"@overload(stub)\ndef typed({listed}):\n    return implementation(({listed},))\n"
    space["implementation"] = lambda types: _implementation(name, names, types, derive)
    exec(text + f"def outer({listed}):\n    return stub({listed})\n", space)
    outer: Any = space["outer"]
    outer.__name__ = name
    return numba.njit(outer)


def _implementation(
    name: str, names: Sequence[str], types: tuple[Any, ...], derive: Derive
) -> Callable[..., Any]:
    plain = tuple(_unliteral(one) for one in types)
    taken = tuple(_contiguous(one) for one in plain)
    made, f, shape, valued = derive(taken)
    if made.order is not None:
        raise _refused(name, f"'{made.function.name}' returns an array")
    if any(map(is_uniform, taken)) or any(map(_is_strided, f.plan.inputs)):
        raise _refused(name, "it takes a tuple of numbers alone, or arrays with gaps in a tuple")
    if not _SLOTS.issuperset(f.plan.routine.slots):
        raise _refused(name, "it takes numbers of another kind than float, double and integers")
    code = f.code
    if code.asks:
        raise _refused(name, "it keeps states of loops, or asks about the caller's arrays")
    _held.append((f, code))
    copies = [
        f"    {one} = {one}.copy()"
        for one, given, now in zip(names, plain, taken, strict=True)
        if given is not now
    ]
    if copies and f.plan.written:
        raise _refused(name, "it writes to an array, and another one has gaps")
    lines = _lines(name, f.plan, list(_parts(names, made)), shape, valued)
    space: dict[str, Any] = {
        "enter": _ENTER(code.guard),
        "body": code.body,
        "np": np,
        "keep": _keep,
    }
    exec("\n".join((f"def run({', '.join(names)}):", *copies, *lines)), space)
    run: Callable[..., Any] = space["run"]
    return run


def _is_strided(given: Input) -> bool:
    return isinstance(given.type, Pointer) and given.type.strided


def _contiguous(type: Any) -> Any:
    """The type of what is passed: a copy where an array has gaps."""
    if isinstance(type, nb.Array) and type.layout == "A":
        return type.copy(layout="C", readonly=False)
    return type


def _parts(names: Sequence[str], made: Made) -> list[str]:
    """The parameters of the plain function, as expressions of the arguments."""
    found: list[str] = []

    def put(text: str, one: Nest) -> None:
        if isinstance(one, int):
            found.append(text)
        else:
            for k, inner in enumerate(one):
                put(f"{text}[{k}]", inner)

    for name, one in zip(names, made.nests, strict=True):
        put(name, one)
    return found


@numba.njit  # type: ignore[untyped-decorator,unused-ignore]
def _keep(_: Any) -> None:
    """Called behind the code that has the address of an array, which lives until then."""


def _lines(name: str, plan: Plan, parts: Sequence[str], shape: Shape, valued: bool) -> list[str]:
    """The body of the function: memory, the block, the call, the results."""
    slots = plan.routine.slots
    lines = [
        f"    block = np.zeros({len(slots) + 2}, np.int64)",
        "    words, halves = block.view(np.float64), block.view(np.float32)",
        f"    report = np.zeros({REPORT_BYTES}, np.uint8)",
    ]
    kept: list[str] = []
    memory: dict[int, str] = {}
    for n, (source, type) in enumerate(zip(plan.sources, slots, strict=True)):
        made, value = _value(name, plan, source, parts)
        if made:
            lines.append(f"    m{n} = {made}")
            memory[n], value = f"m{n}", f"m{n}.ctypes.data"
            kept.append(f"m{n}")
        elif isinstance(source, Given):
            memory[n] = value
            if type == "ptr":
                kept.append(value)
                value = f"{value}.ctypes.data"
        target = {"double": f"words[{n}]", "float": f"halves[{2 * n}]"}.get(type, f"block[{n}]")
        lines.append(f"    {target} = {value}")
    lines += [
        "    status = enter(body, block.ctypes.data, report.ctypes.data)",
        *(f"    keep({one})" for one in (*kept, "block", "report")),
        "    if status != 0:",
        f"        raise RuntimeError({f'{name}: the derivative was left by an error'!r})",
    ]
    found = [_result(plan, output, memory) for output in plan.outputs]
    return [*lines, f"    return {_nested(plan, found, shape, valued)}"]


def _value(name: str, plan: Plan, source: Source, parts: Sequence[str]) -> tuple[str, str]:
    """The memory of a slot, or its number."""
    match source:
        case Given(input=n):
            return "", parts[n]
        case Fresh(input=n):
            return f"np.zeros_like({parts[n]})", ""
        case Copy(input=n):
            return f"{parts[n]}.copy()", ""
        case Seed(input=n):
            return f"np.ones_like({parts[n]})", ""
        case Room(type=type):
            return f"np.zeros(1, np.{_dtype(name, type)})", ""
        case Unit(type=type):
            return f"np.ones(1, np.{_dtype(name, type)})", ""
        case Constant(value=value):
            return "", repr(float(value))
        case Count(input=n, axis=axis, step=True):
            return "", f"{parts[n]}.strides[{axis}]"
        case Count(input=n, axis=axis):
            return "", f"{parts[n]}.shape[{axis}]" if axis >= 0 else f"{parts[n]}.size"


def _dtype(name: str, type: CType) -> str:
    found = dtype_of(type, NO_LAYOUTS) if isinstance(type, Number) else None
    if found is None:
        raise _refused(name, "it gives something else than numbers and arrays")
    return str(found)


def _result(plan: Plan, output: Output, memory: dict[int, str]) -> str:
    if isinstance(output, Returned):
        at = len(plan.routine.slots)
        single = output.type.kind == "float" and output.type.size == SLOT // 2
        return f"halves[{2 * at}]" if single else f"words[{at}]"
    assert isinstance(output, Left)
    alone = isinstance(plan.sources[output.slot], Room)
    return f"{memory[output.slot]}[0]" if alone else memory[output.slot]


def _nested(plan: Plan, found: Sequence[str], shape: Shape, valued: bool) -> str:
    """The results in tuples: as the plan has them, and inside as the arguments nest them."""
    whole: Any = plan.result
    if shape is None:
        return _spelled(whole, found)
    inner = whole[1] if valued else whole
    flat = [_spelled(one, found) for one in ((inner,) if shape[1] == 1 else inner)]
    text = _spelled(shape[0], flat)
    return f"({_spelled(whole[0], found)}, {text})" if valued else text


def _spelled(one: Any, found: Sequence[str]) -> str:
    if isinstance(one, int):
        return "None" if one < 0 else found[one]
    return "(" + "".join(f"{_spelled(inner, found)}, " for inner in one) + ")"


def _refused(name: str, why: str) -> Error:
    return error(
        "RZ012",
        f"'{name}' cannot be called from jitted code: {why}",
        helps=("call it from Python",),
    )
