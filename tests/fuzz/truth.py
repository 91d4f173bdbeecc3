"""The derivative of a program by dual numbers: the same source, compiled as C++ over `truth.hpp`.

What comes back says how exact it is: the program runs again a few times with every operation
rounded at random, and the scatter is the error to expect of any way to compute the same thing. A
program that comes near a tie, takes another way under rounding, or overflows has no truth here.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, final

import numpy as np
from tests.fuzz.inputs import SIZE, Input, Vector, places
from tests.fuzz.tree import Program

from ribozyme.backend import jit, llvm
from ribozyme.backend.passes import startup
from ribozyme.backend.target import emit_object
from ribozyme.frontends.c.clang import compile_c

_HEADER: Final = "".join(
    Path(__file__).with_name(name).read_text(encoding="utf-8")
    for name in ("truth.hpp", "shapes.h", "tagged.h")
)
_WRAPPER: Final = """
extern "C" void truth_{0}(
    real *x, real32 *z, struct S *s, real *a, real32 *b, const int *ix, int n, real *r)
{{ *r = {0}(x, z, s, *a, *b, ix, n); }}
"""
_DUAL: Final = np.dtype([("v", "f8"), ("d", "f8")], align=True)
_STRUCT: Final = np.dtype([("u", _DUAL), ("k", "i4"), ("v", _DUAL), ("w", _DUAL, 3)], align=True)
_RUNS: Final = 3
_NOISE: Final = 1.0


@final
@dataclass(frozen=True, slots=True)
class Truth:
    """Outputs, the gradient of their weighted sum, and the error to expect of each.

    What one output is off by does not show in the sum where its weight happens to be small.
    """

    values: Vector
    value_error: Vector
    jacobian: Vector  # outputs by inputs
    jacobian_error: Vector
    gradient: Vector
    gradient_error: Vector
    value_floor: float
    floor: float


@final
class Oracle:
    """The dual versions of several programs, compiled together."""

    def __init__(self, programs: Sequence[Program]) -> None:
        text = _HEADER + "".join(f"{p}{_WRAPPER.format(p.entry)}" for p in programs)
        made = compile_c(text, lang="c++", level="O0", debug=False, flags=["-ffp-contract=off"])
        image = emit_object(startup.for_loading(llvm.canonical(llvm.to_text(made.code))))
        self._library = jit.load(image)
        take = ctypes.CFUNCTYPE
        self._begin = take(None, ctypes.c_double, ctypes.c_uint64)(self._at("truth_begin"))
        self._margin = take(ctypes.c_double)(self._at("truth_least_margin"))
        self._left_range = take(ctypes.c_int)(self._at("truth_left_range"))
        self._taken = take(ctypes.c_uint64)(self._at("truth_taken"))

    def _at(self, name: str) -> int:
        return self._library.address(name)

    def truth(self, program: Program, given: Input) -> Truth | str:
        """The derivative at a point, or why it has none that can be relied on."""
        wanted = places(program.active)
        exact = self._jacobian(program, given, wanted, 0.0, 0)
        if isinstance(exact, str):
            return exact
        values, jacobian = exact
        gradient = given.weights @ jacobian
        spread_values, spread = np.zeros(SIZE), np.zeros(SIZE)
        spread_rows = np.zeros_like(jacobian)
        for run in range(_RUNS):
            noisy = self._jacobian(program, given, wanted, _NOISE, run + 1)
            if isinstance(noisy, str):
                return noisy
            spread_values = np.maximum(spread_values, abs(noisy[0] - values))
            spread_rows = np.maximum(spread_rows, abs(noisy[1] - jacobian))
            spread = np.maximum(spread, abs(given.weights @ noisy[1] - gradient))
        scale = max(1.0, float(np.abs(given.weights[:, None] * jacobian).max()))
        if max(spread.max() / scale, spread_values.max()) > 1e-3:
            return "ill-conditioned"
        return Truth(
            values,
            spread_values,
            jacobian,
            spread_rows,
            gradient,
            spread,
            max(1.0, float(abs(values).max())),
            scale,
        )

    def curvature(
        self, program: Program, given: Input, direction: Vector, error: float
    ) -> tuple[Vector, float] | None:
        """The gradient's derivative along a direction, by differences, and its error; none where
        the gradient may jump between the ends, since they are not reached in the same way."""
        wanted, slopes = places(program.active), []
        self._begin(0.0, 0)
        self._run(program, given, -1)
        path = self._taken()
        for step in (2e-4, 1e-4):
            ends = []
            for sign in (1, -1):
                moved = replace(given, state=given.state + sign * step * direction)
                found = self._jacobian(program, moved, wanted, 0.0, 0)
                if isinstance(found, str) or self._taken() != path:
                    return None
                ends.append(given.weights @ found[1])
            slopes.append((ends[0] - ends[1]) / (2 * step))
        better = (4 * slopes[1] - slopes[0]) / 3
        off = float(abs(slopes[1] - slopes[0]).max()) + 1e2 * error / 1e-4
        return better, off

    def _jacobian(
        self, program: Program, given: Input, wanted: list[int], noise: float, run: int
    ) -> tuple[Vector, Vector] | str:
        jacobian = np.zeros((SIZE, SIZE))
        values = np.zeros(SIZE)
        path = None
        for place in wanted or [0]:
            self._begin(noise, run)
            after = self._run(program, given, place if wanted else -1)
            if not self._margin() > 1e5:
                return "near a tie"
            path = path or self._taken()
            if self._taken() != path:
                return "the way depends on rounding"
            values, jacobian[:, place] = after["v"], after["d"]
            if not (np.isfinite(after["v"]).all() and np.isfinite(after["d"]).all()):
                return "not finite"
            if self._left_range():
                return "too large on the way"
            if max(abs(after["v"]).max(), abs(after["d"]).max()) > 1e12:
                return "too large"
        return values, jacobian

    def _run(self, program: Program, given: Input, place: int) -> Any:
        duals = np.zeros(SIZE, _DUAL)
        duals["v"] = given.state
        if place >= 0:
            duals["d"][place] = 1.0
        x, z = duals[0:6].copy(), duals[6:10].copy()
        s = np.zeros(1, _STRUCT)
        s["u"], s["v"], s["w"], s["k"] = duals[10], duals[11], duals[12:15], given.k
        a, b, r = duals[15:16].copy(), duals[16:17].copy(), np.zeros(1, _DUAL)
        index = given.index.copy()
        call = ctypes.CFUNCTYPE(None, *([ctypes.c_void_p] * 6), ctypes.c_int, ctypes.c_void_p)
        arrays = (x, z, s, a, b, index)
        function = call(self._at(f"truth_{program.entry}"))
        function(*(array.ctypes.data for array in arrays), 6, r.ctypes.data)
        return np.concatenate([x, z, s["u"], s["v"], s["w"][0], r, np.zeros(1, _DUAL)])
