"""Second derivatives of programs with OpenMP, in several threads: Hessians times vectors.

The gradient of a region's tangent is taken, whose regions have the shape of the program's own.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.programs import Case, read_folder, standard
from tests.run.adapter import LEVELS, Level
from tests.run.test_second_order import differences, flat, point

import ribozyme as rz

CASES = [
    case
    for case in read_folder(Path(__file__).parent / "openmp")
    if case.returns_float and not any(p.ctype == "float" for p in case.parameters)
]
REFUSED = {
    "openmp/copyprivate": "RZ216",
    "openmp/copyprivate_changed": "RZ216",
    "openmp/threadprivate_copyin": "RZ301",
    "openmp/threadprivate_pointers": "RZ408",
}
"""Programs that are refused at some levels: their tangent reads what may be a number or an address,
in memory that threads share; copies a struct of unknown type (`-O0`); or keeps, from call to call,
addresses that may be numbers."""


@pytest.mark.rotates(plain=3, wide=40)
@pytest.mark.parametrize("threads", (1, 2, 4, 8))
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_hessian_times_vector(
    case: Case, level: Level, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Against differences of the gradient, which is tested against the truth."""
    monkeypatch.setenv("OMP_NUM_THREADS", str(threads))
    flags = [standard(case.path), *case.flags, "-fopenmp"]
    function = rz.load(str(case.path), level=level, flags=flags)[case.function]
    values, vectors, active = point(case)
    wrt = tuple(case.parameters[index].name for index in active)
    gradient = rz.grad(function, wrt=wrt)

    def moved(by: float) -> np.ndarray:
        at = list(values)
        for index, vector in zip(active, vectors, strict=True):
            at[index] = values[index] + by * vector
        return flat(gradient(*at))

    expected, error = differences(moved)
    scale = max(np.abs(expected).max(), 1e-3)
    assert error < 1e-6 * scale, "the differences do not converge"
    for _ in range(2):
        given = tuple(v.copy() if isinstance(v, np.ndarray) else v for v in values)
        try:
            found = flat(rz.hvp(function, given, tuple(vectors), wrt=wrt))
        except rz.Error as refused:
            assert refused.code == REFUSED.get(case.name)
            return
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5 * scale)
