"""The log of campaigns in `docs/trust.md`: a row each, and the sum of all rows."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tests.fuzz.campaign import Tally
from tests.stress.log import commit

PAGE: Final = Path(__file__).parents[2] / "docs" / "trust.md"
_HEAD: Final = """\
| date | commit | seeds | programs | levels | derivatives | mismatches | crashes | refusals |
|---|---|---|---|---|---|---|---|---|
"""
_PAGE: Final = """\
# What was tried to find a wrong gradient

## Random programs

`./do fuzz --minutes N` grows C and C++ programs from seeds, differentiates each at several levels
of the front end and after several pipelines, and compares every derivative with dual numbers run
over the same source. Each program is differentiated in reverse mode at every level, and once more
after pipelines in an odd order or on IR that random passes have mutated. Forward mode, split
reverse mode, four directions at once, the second order, poisoned memory and missing debug info are
dealt out over these by the seed. The command writes the rows below; nothing else does. A refusal is
a derivative Ribozyme declined to make, with a reason; mismatches and crashes are failures, which
are made small and kept in `tests/fuzz/regressions`.

`./do fuzz --real` shakes the programs of `tests/run` by passes in odd orders, which changes nothing
they mean. `./do fuzz --altered` does change it: operations, operands, constants, predicates,
fast-math flags, choices and what is loaded, a few at a time. Nobody knows the derivative of what
comes out, so its primal runs first, in a process that may die; forward and reverse mode must agree
with each other, and with central differences of that primal where these settle (where they do not,
the derivative is counted, but not as right). What traps, hangs or gives no number is left out.

"""
_ROW: Final = re.compile(r"^\| (\d{4}-[^|]*)\|(.*)\|$", re.M)


def append(tally: Tally, levels: int, kind: str = "", page: Path = PAGE) -> None:
    """Write the row of a campaign, and the sum anew."""
    text = page.read_text(encoding="utf-8") if page.exists() else _PAGE
    if _HEAD not in text:
        text = f"{text.rstrip()}\n\n{_HEAD}"
    rows = _rows(text)
    at = rows[-1].end() + 1 if rows else text.index(_HEAD) + len(_HEAD)
    text = text[:at] + _row(tally, levels, kind) + text[at:]
    page.write_text(_summed(text), encoding="utf-8")


def _rows(text: str) -> list[re.Match[str]]:
    """The rows of this log; the page has other tables behind it."""
    start = text.index(_HEAD) + len(_HEAD)
    end = text.find("\n\n", start)
    return list(_ROW.finditer(text, start, len(text) if end < 0 else end))


def _row(tally: Tally, levels: int, kind: str) -> str:
    verdicts = tally.verdicts
    cells = (
        f"{datetime.now(UTC):%Y-%m-%d %H:%M}",
        commit(),
        f"{kind}{tally.first}–{tally.last - 1}",
        tally.programs,
        levels,
        tally.derivatives,
        verdicts["mismatch"],
        sum(f.verdict == "crash" for f in tally.failures),
        f"{verdicts['refused']} ({100 * tally.refused:.1f} %)",
    )
    return f"| {' | '.join(map(str, cells))} |\n"


def _summed(text: str) -> str:
    """The page with its line of totals as the rows have it."""
    rows = [[c.strip() for c in row[2].split("|")] for row in _rows(text)]
    columns = (2, 4, 5, 6, 7)
    programs, derivatives, wrong, crashes, refused = (
        sum(int(row[n].split()[0]) for row in rows) for n in columns
    )
    line = (
        f"All campaigns together: {programs} programs, {derivatives} derivatives, "
        f"{wrong} mismatches, {crashes} crashes, {refused} refusals."
    )
    text = re.sub(r"\n*^All campaigns together: .*$\n*", "\n\n", text, flags=re.M)
    last = _rows(text)[-1].end()
    return f"{text[:last]}\n\n{line}\n\n{text[last:].lstrip()}".rstrip() + "\n"
