"""Faults planted in kernels are found at their lines; without checks the same kernels run on."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ribozyme as rz

SOURCE = Path(__file__).with_name("faults.cu")
_WIDE = pytest.mark.wide
BINS = np.array([3] * 32, dtype=np.int32)
LAUNCHES: dict[str, tuple[Any, ...]] = {
    "neighbour": (1, 32, 32),
    "no_second_barrier": (1, 32, 32),
    "sum_by_all": (1, 8, 8, 1),
    "atomic_and_plain": (1, 4, 4),
    "across_blocks": (2, 8, 8),
    "warps": (1, 64, 64),
    "one_too_many": (1, 32, 16, 16, 16),
    "before_the_start": (1, 8, 8, 8),
    "beyond_shared": (1, 32, 32),
    "never_written": (1, 32, 32),
    "half_the_block": (1, 16, 16),
    "two_barriers": (1, 16, 16),
    "returned_early": (1, 16, 16, 12),
    "histogram": (1, 32, 32, BINS, 8),
    "shuffled_away": (1, 64, 64),
    "last_block": (3, 8, 20, 20),
    "wrong_row": (1, (4, 3), 12, 16, 2, 4),
    "halving": (1, 64, 64),
    "odd_threads_wait": (1, 8, 8),
    "dynamic_too_small": ((1, 16, 64), 16),
    "histogram_not_cleared": (1, 32, BINS, 8),
}
"""Grid and block, or a tuple with the bytes of dynamic shared memory; then for each parameter an
array, or its size; the numbers behind are as they are."""


@cache
def _kernels() -> Any:
    return rz.gpu.load(SOURCE)


def _launch(name: str) -> tuple[Any, tuple[Any, ...]]:
    """The sizes of a launch, and its arguments."""
    first, *rest = LAUNCHES[name]
    return (first, tuple(rest)) if isinstance(first, tuple) else ((first, rest[0]), tuple(rest[1:]))


def _args(name: str) -> list[Any]:
    parameters = _kernels()[name].signature.parameters
    given = _launch(name)[1]
    return [
        np.ones(one) if parameter.is_pointer and isinstance(one, int) else one
        for parameter, one in zip(parameters, given, strict=True)
    ]


def _planted(name: str) -> tuple[str, int]:
    """The kind and line of the fault in a kernel."""
    lines = SOURCE.read_text().splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith(f"GLOBAL {name}("))
    found = next(n for n in range(first, len(lines)) if "fault: " in lines[n])
    return lines[found].partition("fault: ")[2], found + 1


_SHORT = ("neighbour", "one_too_many", "half_the_block", "never_written")


@pytest.mark.parametrize(
    "name", [n if n in _SHORT else pytest.param(n, marks=_WIDE) for n in LAUNCHES]
)
def test_planted_faults(name: str) -> None:
    kind, line = _planted(name)
    sizes, _ = _launch(name)
    checked = rz.gpu.emulate(_kernels()[name], check="all")
    with pytest.raises(rz.KernelFault) as caught:
        checked[sizes](*_args(name))
    assert caught.value.kind == kind
    assert caught.value.line == line
    assert caught.value.threads
    assert caught.value.code == "RZ613"


def test_a_fault_names_the_parameter_and_the_place() -> None:
    checked = rz.gpu.emulate(_kernels()["one_too_many"], check="all")
    with pytest.raises(rz.KernelFault, match=r"128 bytes from the start of '[xy]'"):
        checked[1, 32](np.ones(16), np.ones(16), 16)


def test_without_checks_a_thread_that_has_returned_is_not_waited_for() -> None:
    x = np.ones(16)
    _kernels().returned_early[1, 16](x, 12)
    np.testing.assert_array_equal(x, [2.0] * 12 + [1.0] * 4)


@pytest.mark.parametrize(
    ("launch", "message"),
    [
        (lambda k: k[1](np.ones(4)), "sizes of grid and block"),
        (lambda k: k[1, 2048](np.ones(4)), "at most 1024"),
        (lambda k: k[1, 0](np.ones(4)), "positive"),
        (lambda k: k[1, 4](), "takes 1 arguments"),
        (lambda k: k[1, 4](np.ones(4, dtype=np.float32)), "float32"),
        (lambda k: k[1, 4](np.ones(8)[::2]), "not contiguous"),
        (lambda k: k[1, 4](rz.Duplicated(np.ones(4), np.ones(4))), "has a shadow"),
    ],
)
def test_launches_that_cannot_be_meant(launch: Any, message: str) -> None:
    with pytest.raises(rz.Error, match=message):
        launch(_kernels().across_blocks)


@pytest.mark.parametrize("name", ["convolution", pytest.param("nbody", marks=_WIDE)])
def test_a_race_planted_in_a_derivative_is_found(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Increments of shadows that several threads read are atomic; were they not, it would show."""
    from ribozyme.analysis.memory.parallel import Parallel

    monkeypatch.setattr(Parallel, "meets", lambda *_: False)
    source = SOURCE.with_name("kernels.cu")
    with rz.options(cache=False):
        kernel = rz.gpu.emulate(rz.gpu.load(source)[name], check="all")
    arrays = [rz.Duplicated(np.ones(16), np.ones(16)) for _ in range(3 if name[0] == "c" else 2)]
    with pytest.raises(rz.KernelFault, match="data race in the reverse derivative"):
        rz.grad(kernel)[1, 16](*arrays, 16)
