"""Every program at every level of input optimisation: reverse and forward mode against the truth.

Levels are our own emission and those of clang; C++ is tried once more with the other standard
library. Of all that can be done with a program `./do test` does one thing at every sixth rotation,
each time another; `--wide` does, for every other program, everything at our own emission and a few
things more.
"""

from __future__ import annotations

import functools
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.programs import FAMILIES, Case, Gradients, discover
from tests.run.adapter import (
    LEVELS,
    OTHER_LIBRARY,
    Level,
    Mode,
    along_outputs,
    differentiate,
)
from tests.run.validity import heap_growth, with_stack

from ribozyme.backend.llvm import to_text
from ribozyme.frontends.by_suffix import compile_file

pytestmark = pytest.mark.rotates("case", every=6, wide=1, wide_every=2)

CASES = discover()
EIGEN = Path("/usr/include/eigen3/Eigen/Dense")


def ways(case: Case) -> list[Level]:
    """The levels, and standard libraries, that a program is tried with."""
    found = [level for level in LEVELS if level != "O0" or "types" not in case.needs]
    if case.path.suffix == ".cpp" and "libstdc++" not in case.needs:
        found.append(OTHER_LIBRARY)
    return found


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "level" not in metafunc.fixturenames:
        return
    pairs = [
        pytest.param(
            case, level, id=f"{case.name}-{level or 'raw'}", marks=() if level else pytest.mark.wide
        )
        for case in CASES
        for level in ways(case)
    ]
    metafunc.parametrize(("case", "level"), pairs)


def on_enough_stack(case: Case, work: Callable[[], None]) -> None:
    if "eigen" in case.needs and not EIGEN.exists():
        pytest.skip("Eigen's headers are not installed")
    with_stack(work) if "stack" in case.needs else work()


@functools.lru_cache(maxsize=64)
def answers(case: Case, level: Level, mode: Mode, variant: int) -> Gradients:
    """What Ribozyme says: gradients in reverse mode, tangents of the outputs in forward mode."""
    args = case.arguments(variant=variant)
    seeds = case.cotangents(args) if mode == "reverse" else case.directions(args)
    return differentiate(case, level, mode)(args, seeds)


def scale_of(gradients: Gradients) -> float:
    return max((float(np.abs(g).max(initial=0)) for g in gradients.values()), default=0.0)


def test_reverse(case: Case, level: Level) -> None:
    """Gradients are the truth; the shadows of what is overwritten come back as zero."""

    def check() -> None:
        for variant in range(len(case.variants)):
            truth = case.truth(case.arguments(variant=variant)).gradients
            found = answers(case, level, "reverse", variant)
            # Once more: what the first call left in globals and scratch must not leak in.
            args = case.arguments(variant=variant)
            again = differentiate(case, level, "reverse")(args, case.cotangents(args))
            allowed = case.tolerance * max(scale_of(truth), 1e-3)
            for p in case.active:
                expected = truth[p.name] if p.is_input else np.zeros_like(found[p.name])
                np.testing.assert_allclose(
                    found[p.name], expected, rtol=case.tolerance, atol=allowed,
                    err_msg=f"gradient by {p.name!r}, variant {variant} {case.variants[variant]}",
                )  # fmt: skip
                np.testing.assert_array_equal(found[p.name], again[p.name], err_msg="two calls")

    on_enough_stack(case, check)


def test_forward(case: Case, level: Level) -> None:
    """The derivative of the loss along a direction is the truth's."""

    def check() -> None:
        for variant in range(len(case.variants)):
            args = case.arguments(variant=variant)
            truth, along = case.truth(args).gradients, case.directions(args)
            terms = [truth[name] * along[name] for name in truth]
            expected = sum(float(t.sum()) for t in terms)
            size = sum(float(np.abs(t).sum()) for t in terms)
            found = along_outputs(case, args, answers(case, level, "forward", variant))
            allowed = case.tolerance * max(size, 1e-3)
            assert found == pytest.approx(expected, abs=allowed), case.variants[variant]

    on_enough_stack(case, check)


def test_duality(case: Case, level: Level) -> None:
    """w . (Jv) = v . (J'w), closer than any difference could tell."""

    def check() -> None:
        for variant in range(len(case.variants)):
            args = case.arguments(variant=variant)
            gradients = answers(case, level, "reverse", variant)
            along = case.directions(args)
            terms = [along[p.name] * gradients[p.name] for p in case.active]
            backward = sum(float(t.sum()) for t in terms)
            size = sum(float(np.abs(t).sum()) for t in terms)
            forward = along_outputs(case, args, answers(case, level, "forward", variant))
            allowed = case.duality_tolerance * max(size, 1e-6)
            assert forward == pytest.approx(backward, abs=allowed), case.variants[variant]

    on_enough_stack(case, check)


def from_tape(case: Case) -> bool:
    return zlib.crc32(case.name.encode()) % 4 == 1 and "no tape" not in case.needs


@pytest.mark.parametrize("case", list(filter(from_tape, CASES)), ids=lambda case: case.name)
def test_from_tape(case: Case) -> None:
    """Forward mode in two passes, the second reading the tape of the first, is forward mode."""

    def check() -> None:
        for variant in range(len(case.variants)):
            args = case.arguments(variant=variant)
            expected = answers(case, None, "forward", variant)
            allowed = 10 * case.duality_tolerance * max(scale_of(expected), 1e-3)
            derivative = differentiate(case, None, "from tape")
            for _ in range(2):  # what the first call left must not leak in
                found = derivative(args, case.directions(args))
                for name, tangent in expected.items():
                    np.testing.assert_allclose(
                        found[name], tangent, rtol=10 * case.duality_tolerance, atol=allowed,
                        err_msg=f"tangent of {name!r}, variant {variant}",
                    )  # fmt: skip

    on_enough_stack(case, check)


ALLOCATING = [case for case in CASES if case.family in ("memory", "calls", "cxx", "globals")]


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize("case", ALLOCATING, ids=lambda case: case.name)
def test_nothing_is_left(case: Case, mode: Mode) -> None:
    """Every call gives bitwise the same, and returns what it allocated."""
    args = case.arguments()
    seeds = case.cotangents(args) if mode == "reverse" else case.directions(args)

    def check() -> None:
        derivative = differentiate(case, None, mode)
        first, second = derivative(args, seeds), derivative(args, seeds)
        for name, value in first.items():
            np.testing.assert_array_equal(value, second[name], err_msg=name)
        assert heap_growth(lambda: derivative(args, seeds)) == 0

    on_enough_stack(case, check)


def test_there_are_enough_programs() -> None:
    """At least 250, every family among them, and every one with a name of its own."""
    assert len(CASES) >= 250
    assert {case.family for case in CASES} == set(FAMILIES)
    assert len({case.name for case in CASES}) == len(CASES)
    assert all(case.description for case in CASES)


def test_the_levels_are_real() -> None:
    """The instructions of a probe program differ between every two levels, and -O2 vectorises."""
    probe = next(case for case in CASES if case.name == "arrays/axpy_dot_gemv")
    bodies = {level: instructions(probe.path, level) for level in LEVELS}
    assert len(set(bodies.values())) == len(LEVELS)
    vectors = {level for level, body in bodies.items() if "x double>" in body}
    assert vectors == {"O2", "O3"}


def instructions(path: Path, level: Level) -> str:
    """The instructions of a file's module as text, without what follows `!`."""
    text = to_text(compile_file(path, level=level, debug=False).code)
    return "\n".join(line.split(", !")[0] for line in text.splitlines() if line.startswith("  "))
