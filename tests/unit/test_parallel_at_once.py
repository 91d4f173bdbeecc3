"""Which regions have no reverse half: each thread reverses its iterations as it comes to them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from tests.derivatives import with_threads
from tests.programs import ROOT, Case, read_folder, standard

from ribozyme.transform.core.interface import Kind, Mode, Request

CASES: Final = {case.path.stem: case for case in read_folder(ROOT / "openmp")}

# by the order of their regions, whether each is reversed at once
AT_ONCE: Final = {
    "results_by_rows": [True],
    "results_by_rows_read_behind": [False, True],
    "results_by_rows_inputs_written": [False],
    "results_by_rows_in_chunks": [True, True],
    "results_by_rows_weighted": [True],
    "results_by_rows_that_overlap": [False],
    "results_by_rows_after_a_barrier": [False],
    "results_by_rows_twice": [False],
    "results_by_rows_in_time": [False],
    "rows_of_a_sparse_matrix": [False],
    "plane": [False],
    "sum": [False],
}


def parts(case: Case, mode: Mode) -> list[str]:
    """The parts of derivatives that are made of regions, by name."""
    kinds = tuple(
        Kind.CONST if not p.is_active else Kind.ACTIVE if p.length is None else Kind.DUP
        for p in case.parameters
    )
    result = Kind.ACTIVE if case.returns_float else Kind.CONST
    request = Request(case.function, mode, kinds, result, name="made")
    made = with_threads(Path(case.path), request, [standard(case.path), *case.flags]).functions
    found = [name for name in made if name.endswith((".region.aug", ".region.rev"))]
    return sorted(found, key=lambda name: (len(name), name))


@pytest.mark.parametrize("name", AT_ONCE)
def test_which(name: str) -> None:
    found = parts(CASES[name], Mode.REVERSE)
    forward = [one for one in found if one.endswith("aug")]
    assert [f"{one[:-3]}rev" not in found for one in forward] == AT_ONCE[name]


def test_halves_of_a_root_know_no_seeds() -> None:
    assert [name[-3:] for name in parts(CASES["results_by_rows"], Mode.SPLIT)] == ["rev"]
