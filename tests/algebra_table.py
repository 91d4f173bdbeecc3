"""The tables of routines and of special functions in `docs/howto/algebra.md`, from the rows.

python -m tests.algebra_table          writes it
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from ribozyme.algebra.all_rows import ROWS
from ribozyme.rules.algebra import UNRULED
from ribozyme.rules.tables.special import SPECIAL

PAGE: Final = Path(__file__).parent.parent / "docs" / "howto" / "algebra.md"
_TABLE: Final = re.compile(r"\| routine \|.*?\n\n", re.S)
_REFUSED: Final = re.compile(r"<!-- refused -->\n.*?<!-- end -->\n", re.S)
_SPECIAL: Final = re.compile(r"<!-- special -->\n.*?<!-- end -->\n", re.S)


def table() -> str:
    """The routines, what they compute and what their derivatives call."""
    lines = ["| routine | types | what it computes | its derivatives call |", "|---|---|---|---|"]
    for row in ROWS.values():
        calls = ", ".join(f"`{name}`" for name in sorted({row.name, *row.calls}))
        lines.append(f"| `{row.name}` | {' '.join(row.types)} | {row.means} | {calls} |")
    return "\n".join(lines) + "\n\n"


def unruled() -> str:
    """The routines that are refused with a reason of their own."""
    by: dict[tuple[str, str], list[str]] = {}
    for name, why in UNRULED.items():
        by.setdefault(why, []).append(f"`{name}`")
    lines = [f"* {', '.join(names)}: {why}; {instead}." for (why, instead), names in by.items()]
    return "\n".join(["<!-- refused -->", *lines, "<!-- end -->", ""])


def special() -> str:
    """The special functions, by the word behind `gsl_sf_`, and how many there are."""
    groups: dict[str, list[str]] = {}
    for name in SPECIAL:
        short = name.removeprefix("gsl_sf_")
        groups.setdefault(short.partition("_")[0] if short != name else name, []).append(short)
    alone = [names[0] for names in groups.values() if len(names) == 1]
    lines = [
        f"{len(SPECIAL)} functions of the GNU Scientific Library have derivatives of any order,",
        "which call the library. Their names have `gsl_sf_` before them:",
        "",
        *(
            f"* {', '.join(f'`{name}`' for name in names)}"
            for names in [*(n for n in groups.values() if len(n) > 1), alone]
        ),
        "",
        "A function with an operand by which the derivative is no function of the library (the",
        "order of `bessel_Jnu`) is refused by name, as are those that return a struct with an",
        "error (`gsl_sf_bessel_J0_e`).",
    ]
    return "\n".join(["<!-- special -->", *lines, "<!-- end -->", ""])


def page(text: str) -> str:
    """The page with the tables as they are now."""
    text = _TABLE.sub(lambda _: table(), text, count=1)
    text = _REFUSED.sub(lambda _: unruled(), text, count=1)
    return _SPECIAL.sub(lambda _: special(), text, count=1)


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
