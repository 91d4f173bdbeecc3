"""Hessians times vectors of programs that keep addresses: on the tape, lists, strings, frames.

    H·v  =  (g(x + h·v) − g(x − h·v)) / 2h

The gradient g is the truth's in `test_programs`; its differences, extrapolated, know nothing of the
second order.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pytest
from tests.programs import Case, discover, standard
from tests.run.adapter import Level

import ribozyme as rz

PROGRAMS: Final = (
    "control/roots_of_named_curves",
    "cxx/adjacency_lists",
    "cxx/functions_of_numbers_and_places",
    "cxx/layers_of_a_network",
    "cxx/map_accumulate",
    "cxx/map_string_keys",
    "cxx/named_weights_listed",
    "cxx/network_of_layers_trained",
    "cxx/prices_by_kind_of_offer",
    "cxx/ranges_filter_transform",
    "cxx/records_by_fields",
    "cxx/rules_by_name",
    "cxx/sensors_in_a_list",
    "cxx/sort_structs_by_key",
    "mixed/copy_on_write",
    "mixed/kd_tree_regression",
    "mixed/molecules_in_cells",
    "structs/lists_of_values",
    "structs/values_change_kinds",
    "types/libm_splitting",
)
LEVELS: Final[dict[str, tuple[Level, ...]]] = {
    "cxx/map_accumulate": (None, "O0"),
    "control/roots_of_named_curves": (None, "O0", "O2"),
    "cxx/prices_by_kind_of_offer": (None, "O2"),
    "cxx/sensors_in_a_list": (None, "O2"),
}
CASES: Final = {case.name: case for case in discover() if case.name in PROGRAMS}
PAIRS: Final = [(name, level) for name in PROGRAMS for level in LEVELS.get(name, (None,))]


@pytest.mark.rotates(plain=2, wide=12)
@pytest.mark.parametrize(("name", "level"), PAIRS, ids=[f"{n}-{v or 'raw'}" for n, v in PAIRS])
def test_hessian_times_vector(name: str, level: Level) -> None:
    """Forward over reverse against differences of the gradient."""
    case = CASES[name]
    library = rz.load(str(case.path), level=level, flags=[standard(case.path), *case.flags])
    function = library[case.function]
    values, vectors, active = point(case)
    wrt = tuple(case.parameters[index].name for index in active)
    gradient = rz.grad(function, wrt=wrt)

    def moved(by: float) -> np.ndarray:
        at = list(values)
        for index, vector in zip(active, vectors, strict=True):
            at[index] = values[index] + by * vector
        return flat(gradient(*at))

    found = flat(rz.hvp(function, tuple(values), tuple(vectors), wrt=wrt))
    expected, error = differences(moved)
    scale = max(np.abs(expected).max(), 1e-3)
    assert np.abs(expected).max() > 1e-6, "there is nothing to compare"
    assert error < 1e-6 * scale, "the differences do not converge"
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5 * scale)


def point(case: Case) -> tuple[list[Any], list[Any], list[int]]:
    """The arguments, a direction, and which arguments are active."""
    given, rng = case.arguments(), np.random.default_rng(7)
    values = [given[p.name] for p in case.parameters]
    active = [index for index, p in enumerate(case.parameters) if p.is_active]
    vectors = [rng.normal(size=np.shape(values[index])) for index in active]
    return values, [v if np.ndim(v) else float(v) for v in vectors], active


def differences(moved: Any) -> tuple[np.ndarray, float]:
    """The best of the central differences over several steps, and how far it may be off."""
    best: tuple[np.ndarray, float] | None = None
    for step in 10.0 ** np.arange(-2.5, -6.1, -0.5):
        wide = (moved(step) - moved(-step)) / (2 * step)
        close = (moved(step / 2) - moved(-step / 2)) / step
        error = float(np.abs(close - wide).max())
        if best is None or error < best[1]:
            best = (4 * close - wide) / 3, error
    assert best is not None
    return best


def flat(found: Any) -> np.ndarray:
    several = found if isinstance(found, tuple) else (found,)
    return np.concatenate([np.atleast_1d(np.asarray(one, np.float64)).ravel() for one in several])
