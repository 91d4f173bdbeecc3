"""`docs/support.md`, from what the tests find when they run.

    python -m tests.support_table          writes the page
    python -m tests.support_table --check  says whether it would change

✓ means that an assertion about that row, in that column, was executed and held; a row that nothing
asserts is ✗. The checks are those of `tests/unit/test_rules_compiled.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from tests.rule_programs import Built, Format, Primal, built
from tests.unit.test_rules_compiled import (
    CHECKS,
    check_forward,
    check_reverse,
    check_vector,
    checked,
)

from ribozyme.rules.rule import Rule
from ribozyme.rules.table import RULES

PAGE: Final = Path(__file__).parent.parent / "docs" / "support.md"
COLUMNS: Final = (
    "forward", "reverse", "second order", "vector", "float", "double", "long double", "complex",
)  # fmt: skip
Check = Callable[[Built, Primal], None]

HEAD: Final = """# What has a derivative

This page is written by the tests (`python -m tests.support_table`). ✓: an assertion was executed
for this operation and held; ✗: none was; ·: there is no such thing. *Vector* is several directions
or seeds in one sweep, and LLVM vectors for the operations that have them. Derivatives are compared
with mpmath's, to 1e-13 in double.

"""


def holds(code: Built, found: list[Primal], checks: tuple[Check, ...]) -> bool:
    """Whether there is something to check, and all of it holds."""
    try:
        for p in found:
            for check in checks:
                check(code, p)
    except Exception:
        return False
    return bool(found)


def cells(name: str, rule: Rule) -> Iterator[str]:
    """The cells of a row."""
    found = {f: _functions(name, f) for f in ("float", "double", "x86_fp80")}
    double, scalar = built("double"), found["double"][0]
    yield _mark(holds(double, scalar, (check_forward, CHECKS["duality"])))
    yield _mark(holds(double, scalar, (check_reverse, CHECKS["duality"])))
    yield _mark(holds(double, scalar, (CHECKS["second order"],)))
    lanes = found["double"][1]
    wide = holds(double, scalar, (CHECKS["width"],))
    yield _mark(wide and (not lanes or holds(double, lanes, (check_vector,))))
    precisions = []
    for format in ("float", "double", "x86_fp80"):
        every = tuple(CHECKS.values())
        precisions.append(holds(built(format), found[format][0], every))
    absent = not found["x86_fp80"][0] and bool(scalar)
    marks = [*map(_mark, precisions)]
    yield from marks[:2]
    yield "·" if absent else marks[2]
    yield _mark(all(precisions)) if rule.flat else "·"


def _functions(name: str, format: Format) -> tuple[list[Primal], list[Primal]]:
    mine = [p for p in checked(format) if p.row == name]
    return [p for p in mine if not p.lanes], [p for p in mine if p.lanes]


def _mark(found: bool) -> str:
    return "✓" if found else "✗"


def page() -> str:
    """The text of the page."""
    lines = [f"| operation | {' | '.join(COLUMNS)} |", "|---" * (len(COLUMNS) + 1) + "|"]
    for name, rule in RULES.items():
        names = ", ".join(dict.fromkeys((name, *rule.symbols)))
        lines.append(f"| {names} | {' | '.join(cells(name, rule))} |")
    return HEAD + "\n".join(lines) + "\n"


def main() -> int:
    """Write the page, or compare."""
    text = page()
    if "--check" in sys.argv:
        return int(text != PAGE.read_text(encoding="utf-8"))
    PAGE.write_text(text, encoding="utf-8")
    print(f"{text.count('✓')} ✓, {text.count('✗')} ✗")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
