"""The one place where the test programs meet Ribozyme: its exact layer, called from a case.

reverse = differentiate(case, "O2", "reverse")
gradients = reverse(args, cotangents)     # by name; zero is expected of outputs and scratch
forward = differentiate(case, "O2", "forward")
tangents = forward(args, directions)      # of every output array, and of "result"
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final, Literal

import numpy as np
from tests.programs import Arguments, Case, Gradients, Parameter, Value, standard

import ribozyme

Level = Literal["O0", "O1", "O2", "O3", "libc++"] | None
Mode = Literal["forward", "reverse", "from tape"]
LEVELS: Final[tuple[Level, ...]] = (None, "O0", "O1", "O2", "O3")
OTHER_LIBRARY: Final = "libc++"
"""In place of a level: our own emission, with the other standard library of C++."""
RESULT: Final = "result"

rz: Any = ribozyme
Derivative = Callable[[Arguments, Gradients], Gradients]


@functools.lru_cache(maxsize=8)  # the tests run level by level of one program
def _function(case: Case, level: Level) -> Any:
    flags = [standard(case.path), *case.flags]
    if level == OTHER_LIBRARY:
        library = rz.load(str(case.path), flags=[*flags, "-stdlib=libc++"])
    else:
        library = rz.load(str(case.path), level=level, flags=flags)
    return library[case.function]


def differentiate(case: Case, level: Level, mode: Mode) -> Derivative:
    """The derivative of a program's entry point, with the signature of the harness."""
    function = _function(case, level)
    if mode == "reverse":
        return functools.partial(reverse_of, case, function)
    how = rz.Forward if mode == "forward" else rz.ForwardFromTape
    return functools.partial(forward_of, case, function, how)


def reverse_of(case: Case, function: Any, args: Arguments, cotangents: Gradients) -> Gradients:
    shadows: dict[str, Any] = {}
    passed: list[Any] = []
    for p in case.parameters:
        value = args[p.name]
        if isinstance(value, np.ndarray) and p.is_active:
            shadows[p.name] = _shadow(value, cotangents.get(p.name))
            passed.append(rz.Duplicated(value.copy(), shadows[p.name]))
        elif isinstance(value, np.ndarray):
            passed.append(rz.Const(value.copy()))
        else:
            passed.append(rz.Active(value) if p.is_active else rz.Const(value))
    returned = rz.autodiff(rz.Reverse, function, *passed)
    numbers = [p for p in case.parameters if p.is_active and p.length is None]
    gradients = {name: np.asarray(shadow, np.float64) for name, shadow in shadows.items()}
    for p, derivative in zip(numbers, _several(returned, numbers), strict=True):
        gradients[p.name] = np.array([float(derivative)])
    return gradients


def _several(returned: Any, numbers: list[Parameter]) -> tuple[Any, ...]:
    if not numbers:
        return ()
    return tuple(returned) if isinstance(returned, tuple | list) else (returned,)


def forward_of(
    case: Case, function: Any, mode: Any, args: Arguments, directions: Gradients
) -> Gradients:
    shadows: dict[str, Any] = {}
    passed: list[Any] = []
    for p in case.parameters:
        value = args[p.name]
        if isinstance(value, np.ndarray) and p.is_active:
            shadows[p.name] = _shadow(value, directions[p.name])
            passed.append(rz.Duplicated(value.copy(), shadows[p.name]))
        elif isinstance(value, np.ndarray):
            passed.append(rz.Const(value.copy()))
        elif p.is_active:
            passed.append(rz.Duplicated(value, float(directions[p.name][0])))
        else:
            passed.append(rz.Const(value))
    tangent = rz.autodiff(mode, function, *passed)
    outputs = {p.name for p in case.parameters if p.is_output}
    tangents = {n: np.asarray(s, np.float64) for n, s in shadows.items() if n in outputs}
    if case.returns_float:
        tangents[RESULT] = np.array([float(tangent)])
    return tangents


def along_outputs(case: Case, args: Arguments, tangents: Gradients) -> float:
    """w . (Jv): the outputs' tangents under the weights of the loss."""
    weights = case.cotangents(args) | {RESULT: np.ones(1)}
    return sum(float(np.dot(weights[name], t)) for name, t in tangents.items())


def _shadow(value: Value, seed: np.ndarray[Any, Any] | None) -> np.ndarray[Any, Any]:
    zero = np.zeros_like(np.asarray(value))
    return zero if seed is None else np.asarray(seed).astype(zero.dtype)
