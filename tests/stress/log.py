"""Rows of campaigns in `docs/trust.md`: a table of its own for each kind, and its sum."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, final

PAGE: Final = Path(__file__).parents[2] / "docs" / "trust.md"


@final
class Table:
    """A table under a heading of the page; its columns behind the second are numbers."""

    def __init__(self, heading: str, columns: Sequence[str], page: Path = PAGE) -> None:
        self.heading = f"## {heading}"
        self.columns = ("date", "commit", *columns)
        self.page = page

    def append(self, cells: Sequence[object]) -> None:
        """Write a row, and the line of sums anew."""
        text = self.page.read_text(encoding="utf-8")
        start = text.index(f"{self.heading}\n")
        end = text.find("\n## ", start)
        end = len(text) if end < 0 else end
        head = f"| {' | '.join(self.columns)} |\n|{'---|' * len(self.columns)}\n"
        section = text[start:end]
        before, found, rest = section.partition(head)
        rows = [line for line in rest.splitlines() if line.startswith("| ")] if found else []
        rows.append(f"| {datetime.now(UTC):%Y-%m-%d %H:%M} | {commit()} | {_row(cells)} |")
        section = f"{before.rstrip()}\n\n{head}" if not found else before + head
        section += "\n".join(rows) + f"\n\n{self._sum(rows)}\n"
        self.page.write_text(text[:start] + section + text[end:], encoding="utf-8")

    def _sum(self, rows: Sequence[str]) -> str:
        numbers = [[_number(cell) for cell in row.split("|")[3:-1]] for row in rows]
        said = [
            f"{sum(column)} {name}"
            for name, column in zip(self.columns[2:], zip(*numbers, strict=True), strict=True)
            if all(number is not None for number in column)
        ]
        return f"All campaigns together: {', '.join(said)}."


def _row(cells: Sequence[object]) -> str:
    return " | ".join(str(cell) for cell in cells)


def _number(cell: str) -> int | None:
    found = re.fullmatch(r"\d+", cell.strip())
    return int(found[0]) if found else None


def commit() -> str:
    """The commit of this checkout, marked where its sources are changed."""

    def git(*words: str) -> str:
        done = subprocess.run(
            ["git", *words], capture_output=True, text=True, check=False, cwd=PAGE.parent
        )
        return done.stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "--", "../src")
    return f"{git('rev-parse', '--short', 'HEAD') or 'unknown'}{'+changes' if changed else ''}"
