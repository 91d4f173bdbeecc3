"""The table of routines in `docs/howto/algebra.md`, from the rows.

python -m tests.algebra_table          writes it
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from ribozyme.algebra.table import ROWS

PAGE: Final = Path(__file__).parent.parent / "docs" / "howto" / "algebra.md"
_TABLE: Final = re.compile(r"\| routine \|.*?\n\n", re.S)


def table() -> str:
    """The routines, what they compute and what their derivatives call."""
    lines = ["| routine | types | what it computes | its derivatives call |", "|---|---|---|---|"]
    for row in ROWS.values():
        calls = ", ".join(f"`{name}`" for name in sorted({row.name, *row.calls}))
        lines.append(f"| `{row.name}` | {' '.join(row.types)} | {row.means} | {calls} |")
    return "\n".join(lines) + "\n\n"


def page(text: str) -> str:
    """The page with the table as it is now."""
    return _TABLE.sub(lambda _: table(), text, count=1)


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
