"""Rows of campaigns in `docs/trust.md`: a table of its own for each kind, and its sum."""

from __future__ import annotations

import itertools
import re
import subprocess
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, final

PAGE: Final = Path(__file__).parents[2] / "docs" / "trust.md"
_TOGETHER: Final = "All campaigns together: "


@final
class Table:
    """A table under a heading of the page. Columns of numbers are summed but for `apart`."""

    def __init__(
        self,
        heading: str,
        columns: Sequence[str],
        page: Path = PAGE,
        *,
        apart: Collection[str] = (),
    ) -> None:
        self.heading = f"## {heading}"
        self.columns = ("date", "commit", *columns)
        self.page = page
        self.apart = apart

    def append(self, cells: Sequence[object]) -> None:
        """Write a row, and the line of sums anew."""
        text = self.page.read_text(encoding="utf-8")
        start = text.index(f"{self.heading}\n")
        end = text.find("\n## ", start)
        end = len(text) if end < 0 else end
        head = f"| {' | '.join(self.columns)} |\n|{'---|' * len(self.columns)}\n"
        section = text[start:end]
        before, found, rest = section.partition(head)
        rows, prose = _taken_apart(rest)
        rows.append(f"| {datetime.now(UTC):%Y-%m-%d %H:%M} | {commit()} | {_row(cells)} |")
        section = f"{before.rstrip()}\n\n{head}" if not found else before + head
        section += "\n".join(rows) + f"\n\n{self._sum(rows)}\n{prose}"
        self.page.write_text(text[:start] + section + text[end:], encoding="utf-8")

    def _sum(self, rows: Sequence[str]) -> str:
        numbers = [[_number(cell) for cell in row.split("|")[3:-1]] for row in rows]
        said = [
            f"{sum(column)} {name}"
            for name, column in zip(self.columns[2:], zip(*numbers, strict=True), strict=True)
            if name not in self.apart and all(number is not None for number in column)
        ]
        return f"{_TOGETHER}{', '.join(said)}."


def _taken_apart(rest: str) -> tuple[list[str], str]:
    """What follows the head of a table: its rows, and the prose behind rows and sum."""
    lines = rest.splitlines()
    rows = list(itertools.takewhile(lambda line: line.startswith("| "), lines))
    prose = [line for line in lines[len(rows) :] if not line.startswith(_TOGETHER)]
    text = "\n".join(prose).strip()
    return rows, f"\n{text}\n" if text else ""


def _row(cells: Sequence[object]) -> str:
    return " | ".join(str(cell) for cell in cells)


def _number(cell: str) -> int | None:
    found = re.fullmatch(r"(\d+)( \(.*\))?", cell.strip())  # as in `9 (0.3 %)`
    return int(found[1]) if found else None


def commit() -> str:
    """The commit of this checkout, marked where its sources are changed."""

    def git(*words: str) -> str:
        done = subprocess.run(
            ["git", *words], capture_output=True, text=True, check=False, cwd=PAGE.parent
        )
        return done.stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "--", "../src")
    return f"{git('rev-parse', '--short', 'HEAD') or 'unknown'}{'+changes' if changed else ''}"
