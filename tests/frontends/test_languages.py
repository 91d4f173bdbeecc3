"""The table of languages on the support page: each of its cells is run."""

import pytest
from tests.language_features import FEATURES, LANGUAGES, cell, holds, missing
from tests.support_table import PAGE, spoken_in

CELLS = [(one, what) for one in LANGUAGES for what in FEATURES if cell(one, what) is not None]


def marks() -> dict[tuple[str, str], str]:
    rows = spoken_in(PAGE.read_text(encoding="utf-8"))[2:]
    cells = [[part.strip() for part in row.strip("|").split("|")] for row in rows]
    return {
        (language, what): mark
        for language, (_, *found) in zip(LANGUAGES, cells, strict=True)
        for what, mark in zip(FEATURES, found[: len(FEATURES)], strict=True)
    }


@pytest.mark.rotates(plain=4, wide=20)
@pytest.mark.parametrize(("language", "feature"), CELLS)
def test_a_cell(language: str, feature: str) -> None:
    """`python -m tests.support_table --languages` writes the table anew."""
    if way_out := missing(language):
        pytest.skip(f"{language} is not here: {way_out}")
    assert marks()[language, feature] == "✓"
    assert holds(language, feature)


def test_cells_that_nobody_wrote_are_empty() -> None:
    assert {key for key, mark in marks().items() if mark == "·"} == {
        (one, what) for one in LANGUAGES for what in FEATURES if cell(one, what) is None
    }
