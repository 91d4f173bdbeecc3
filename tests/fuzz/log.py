"""The log of random programs in `docs/trust.md`: a row for each campaign, and their sum."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.fuzz.campaign import Tally
from tests.stress.log import PAGE, Table

_HEADING: Final = "Random programs"
_COLUMNS: Final = (
    "seeds",
    "programs",
    "levels",
    "derivatives",
    "mismatches",
    "crashes",
    "refusals",
)


def append(tally: Tally, levels: int, kind: str = "", page: Path = PAGE) -> None:
    """Write the row of a campaign, and the sum anew."""
    verdicts = tally.verdicts
    Table(_HEADING, _COLUMNS, page, apart=("levels",)).append(
        (
            f"{kind}{tally.first}–{tally.last - 1}",
            tally.programs,
            levels,
            tally.derivatives,
            verdicts["mismatch"],
            sum(f.verdict == "crash" for f in tally.failures),
            f"{verdicts['refused']} ({100 * tally.refused:.1f} %)",
        )
    )
