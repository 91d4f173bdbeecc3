"""`docs/support.md`, from what the tests find when they run.

    python -m tests.support_table          writes the page
    python -m tests.support_table --check  says whether it would change

✓ means that an assertion about that row, in that column, was executed and held; a row that nothing
asserts is ✗. The assertions are those of `tests/rule_checks.py`, and a test compares the page with
what they found.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from tests.operation_names import names_of
from tests.operations import OPERATIONS, Operation
from tests.rule_checks import FIRST_ORDER, Outcomes, outcomes
from tests.rule_programs import ABSENT, FORMATS, Format

from ribozyme.rules.rule import Rule
from ribozyme.rules.table import RULES

PAGE: Final = Path(__file__).parent.parent / "docs" / "support.md"
REFUSED: Final = Path(__file__).parent / "run" / "refuse"
COLUMNS: Final = (
    "forward", "reverse", "second order", "vector", "float", "double", "long double", "complex",
)  # fmt: skip

HEAD: Final = """# What has a derivative

This page is written by the tests (`python -m tests.support_table`). ✓: an assertion was executed
for this operation and held; ✗: none was; ·: there is no such thing. *Vector* is several directions
or seeds in one sweep, and LLVM vectors for the operations that have them. Derivatives are compared
with mpmath's, to 1e-13 in double.

## Functions and float instructions

A row has the names of C beside LLVM's; `f`, `l`, `f32`, `f128` and such behind them, and the form
`__name_finite`, are understood too.

"""
BETWEEN: Final = """
## Everything else

Each row is a small program that is differentiated as it stands, before any optimisation.
"""
LAST: Final = """
## Refused

Each is a program that is refused, or stopped at the line in question when it runs there.

| program | error |
|---|---|
"""


def row(
    name: str, rule: Rule | None, found: Mapping[Format, Outcomes], has: Callable[[Format], bool]
) -> Iterator[str]:
    """The cells of a row."""
    checks = found["double"].get(name, {})
    for words in (
        ("forward", "duality"),
        ("reverse", "duality"),
        ("second order",),
        ("width", "vector") if "vector" in checks else ("width",),
    ):
        yield _mark(_hold(checks, words))
    held = [_all_hold(found[format].get(name, {})) for format in FORMATS]
    for format, mark in zip(FORMATS, held, strict=True):
        yield _mark(mark) if has(format) else "·"
    yield _mark(all(held)) if rule is not None and rule.flat else "·"


def _hold(checks: Mapping[str, str], words: tuple[str, ...]) -> bool:
    return all(checks.get(word) == "" for word in words)


def _all_hold(checks: Mapping[str, str]) -> bool:
    """Everything that was asserted in a precision, both modes at least."""
    return _hold(checks, tuple(FIRST_ORDER)) and not any(checks.values())


def _mark(found: bool) -> str:
    return "✓" if found else "✗"


def _table(first: str) -> list[str]:
    return ["", f"| {first} | {' | '.join(COLUMNS)} |", "|---" * (len(COLUMNS) + 1) + "|"]


def _shown(operation: Operation) -> str:
    names = ", ".join(f"`{name}`" for name in names_of(operation.title))
    return f"{operation.title}: {names}" if names else operation.title


def page(found: Mapping[Format, Outcomes], rules: Mapping[str, Rule] = RULES) -> str:
    """The text of the page."""
    lines = _table("operation")[1:]
    for name, rule in rules.items():
        if rule.spelled == "machine":
            continue
        names = ", ".join(dict.fromkeys((name, *rule.symbols)))
        cells = row(name, rule, found, lambda kind, name=name: (name, kind) not in ABSENT)
        lines.append(f"| {names} | {' | '.join(cells)} |")
    more: list[str] = []
    for section in dict.fromkeys(operation.section for operation in OPERATIONS.values()):
        more += ["", f"### {section}", *_table("operation")]
        for operation in OPERATIONS.values():
            if operation.section == section:
                cells = row(operation.title, None, found, operation.has)
                more.append(f"| {_shown(operation)} | {' | '.join(cells)} |")
    parts = ("\n".join(lines), BETWEEN, "\n".join(more)[1:], LAST.rstrip(), "\n".join(refused()))
    return HEAD + "\n".join(parts) + "\n"


def refused() -> Iterator[str]:
    """The programs that have no derivative, which `tests/run/test_refuse.py` runs."""
    for path in sorted(REFUSED.iterdir()):
        if path.suffix in (".c", ".cpp"):
            first, *rest = path.read_text(encoding="utf-8").splitlines()
            codes = next(line.split()[-1] for line in rest if "// error: " in line)
            yield f"| {first.removeprefix('// ')} | {codes.replace('|', ' or ')} |"


def main() -> int:
    """Write the page, or compare."""
    text = page({format: outcomes(format) for format in FORMATS})
    if "--check" in sys.argv:
        return int(text != PAGE.read_text(encoding="utf-8"))
    PAGE.write_text(text, encoding="utf-8")
    print(f"{text.count('✓')} ✓, {text.count('✗')} ✗")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
