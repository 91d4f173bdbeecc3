"""`docs/support.md`, from what the tests find when they run.

    python -m tests.support_table          writes the page
    python -m tests.support_table --check  says whether it would change
    python -m tests.support_table --languages  writes anew the table of languages
    python -m tests.support_table --refused  writes anew what does not depend on assertions: the
                                             prose, the summary, the programs that are refused

✓ means that an assertion about that row, in that column, was executed and held; a row that nothing
asserts is ✗. The assertions are those of `tests/rule_checks.py`, and a test compares the page with
what they found.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from tests.language_features import FEATURES, LANGUAGES, cell, holds
from tests.operation_names import names_of
from tests.operations import OPERATIONS, Operation
from tests.rule_checks import FIRST_ORDER, Outcomes, outcomes
from tests.rule_programs import ABSENT, FORMATS, Format

from ribozyme.base.errors import CODES
from ribozyme.frontends.base import MEMBERS
from ribozyme.rules.rule import Rule
from ribozyme.rules.table import RULES

PAGE: Final = Path(__file__).parent.parent / "docs" / "support.md"
REFUSED: Final = Path(__file__).parent / "run" / "refuse"
COLUMNS: Final = (
    "forward", "reverse", "second order", "vector", "float", "double", "long double", "complex",
)  # fmt: skip

HEAD: Final = """# What has a derivative

The tests write this page (`python -m tests.support_table`).

## Summary

An operation counts as covered if every assertion about it was executed and held: in both modes,
in the second order, with several directions at once, and in each precision that it has.

"""
SPOKEN: Final = """
## Languages

✓: the derivative of a program that does this was compared with differences; *errors*: what ends the
program is an exception in Python; *driver*: the command that stands where the compiler does.

"""
LEGEND: Final = """
Not supported in version 0.1: calls into MPI or another library without source or rule ([BLAS,
LAPACK and FFTW](howto/algebra.md) have rules); threads that the program starts itself; tasks of
OpenMP; kernels launched on a device, and programs that launch them; exception handlers that run in
reverse mode. The
[README](../README.md) has the table for users.

Programs that are tested to be refused, by code ([what the codes mean](errors.md)):

"""
FUNCTIONS: Final = """
## Functions and float instructions

✓: an assertion was executed for this operation and held. ✗: none was executed, or one failed. ·:
the operation does not exist in this form. *Vector* means several directions or seeds in one
sweep, and LLVM vectors for the operations that have them. Derivatives are compared with those of
mpmath, to 1e-13 in double precision.

A row has the names of C beside those of LLVM. The suffixes `f`, `l`, `f32`, `f128` and the form
`__name_finite` are known too.

"""
BETWEEN: Final = """
## Everything else

Each row is a small program. It is differentiated as it is written, before any optimisation.
"""
BY_DESIGN: Final = """
## Refused by design

Ribozyme follows addresses and active numbers from the place where they are made to the place
where they are used. A program that hides them cannot be followed. It is refused, mostly with
[RZ405](errors.md), and no analysis for such programs is planned.

"""
HIDING: Final = (
    ("technique", "example", "what to write instead"),
    ("---", "---", "---"),
    (
        "Numbers through text or bytes and back",
        (
            '`fprintf(f, "%a", y)` and `fscanf` later; `std::to_string`, `std::stod`; '
            "`fwrite`, `fread`; a pipe"
        ),
        (
            "Keep the number in an array. If what is read back is a constant, read it in a "
            "function that `rz.inactive` names."
        ),
    ),
    (
        "Addresses cut into pieces and joined",
        (
            "a struct with an address that a loop copies byte by byte; upper and lower halves "
            "in two tables"
        ),
        "Copy structs by assignment or `memcpy`. Keep addresses in pointers or `uintptr_t`.",
    ),
    (
        "Addresses in a NaN (NaN boxing)",
        "`bits = 0xfffc000000000000 + (uintptr_t)p` beside doubles in one word",
        "A struct with a tag, and a member for each kind.",
    ),
    (
        "Words mixed by exclusive or (RZ203 for numbers)",
        (
            "`a ^= b; b ^= a; a ^= b` on the bits of numbers; a link that holds more than the "
            "`^` of two whole addresses"
        ),
        "A third variable; two links.",
    ),
    (
        "Shifted or scaled addresses",
        "`(uintptr_t)p >> 3`, `(uintptr_t)p / 16 * 16`",
        (
            "An index into a block, or the distance from its beginning. `&` with a mask keeps "
            "an address tracked."
        ),
    ),
    (
        "Distances between two blocks",
        (
            "`p += new - old` after `realloc`; links that are distances between nodes of "
            "different blocks"
        ),
        "`p = new + (p - old)`; links within one block.",
    ),
)
LAST: Final = """
An untracked address or number is not refused where it is compared, hashed, printed or used as an
index.

## Refused

Each row is a program of the tests. It is refused when it is compiled, or stopped at the line in
question when it runs.

| program | error |
|---|---|
"""
CODE: Final = re.compile(r"RZ\d+")


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


def page(
    found: Mapping[Format, Outcomes],
    rules: Mapping[str, Rule] = RULES,
    languages: list[str] | None = None,
) -> str:
    """The text of the page; the table of languages is made anew unless it is given."""
    lines = _table("operation")[1:]
    for name, rule in rules.items():
        if rule.spelled in ("machine", "gsl"):
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
    return assembled(lines, more[1:], list(refused()), spoken() if languages is None else languages)


def spoken() -> list[str]:
    """The table of languages, each cell run."""
    titles = {member.language: member.title for member in MEMBERS} | {"numba": "Numba"}
    drivers = {member.language: member.driver for member in MEMBERS}
    lines = [f"| language | {' | '.join(FEATURES)} | driver |", "|---" * (len(FEATURES) + 2) + "|"]
    for language in LANGUAGES:
        marks = [
            "·" if cell(language, one) is None else _mark(holds(language, one)) for one in FEATURES
        ]
        driver = f"`ribozyme {drivers[language]}`" if drivers.get(language) else "·"
        lines.append(f"| {titles[language]} | {' | '.join(marks)} | {driver} |")
    return lines


def spoken_in(text: str) -> list[str]:
    """The table of languages that a page has."""
    _, _, rest = text.partition("\n## Languages\n")
    table, _, _ = rest.partition("\n## Functions and float instructions\n")
    return [line for line in table.split("\n") if line.startswith("|")]


def assembled(
    functions: list[str], others: list[str], programs: list[str], languages: list[str]
) -> str:
    """The page from the lines of its tables."""
    hiding = (f"| {' | '.join(cells)} |" for cells in HIDING)
    design = (BY_DESIGN.rstrip(), "", *hiding)
    parts = (*functions, BETWEEN, *others, *design, LAST.rstrip(), *programs)
    return (
        HEAD
        + "\n".join((*summary(functions, others), LEGEND.rstrip(), "", *codes(programs)))
        + "\n"
        + SPOKEN
        + "\n".join(languages)
        + "\n"
        + FUNCTIONS
        + "\n".join(parts)
        + "\n"
    )


def summary(functions: list[str], others: list[str]) -> Iterator[str]:
    """How many operations of each table have no gap."""
    yield "| operations | in all | covered |"
    yield "|---|---|---|"
    sections = {"Functions and float instructions": functions}
    for line in others:
        if line.startswith("### "):
            sections[line.removeprefix("### ")] = []
        else:
            next(reversed(sections.values())).append(line)
    for title, lines in sections.items():
        rows = [line for line in lines if line.startswith("| ") and ("✓" in line or "✗" in line)]
        yield f"| {title} | {len(rows)} | {sum('✗' not in line for line in rows)} |"


def codes(programs: list[str]) -> Iterator[str]:
    """How many programs are refused with each code; those of the C interface together."""
    yield "| code | meaning | programs |"
    yield "|---|---|---|"
    counts = Counter(CODE.findall(line)[0] for line in programs)
    calls = sum(counts.pop(code) for code in list(counts) if code.startswith("RZ5"))
    for code, count in sorted(counts.items()):
        yield f"| {code} | {CODES[code].title} | {count} |"
    yield f"| RZ501 … | a mistake in a derivative call of the C interface | {calls} |"


def refused() -> Iterator[str]:
    """The programs that have no derivative, which `tests/run/test_refuse.py` runs."""
    for path in sorted(REFUSED.iterdir()):
        if path.suffix in (".c", ".cpp"):
            first, *rest = path.read_text(encoding="utf-8").splitlines()
            codes = next(line.split()[-1] for line in rest if "// error: " in line)
            yield f"| {first.removeprefix('// ')} | {codes.replace('|', ' or ')} |"


def rewritten(text: str, languages: list[str] | None = None) -> str:
    """The page with the tables of operations that it has, everything else made anew; the table of
    languages is the page's unless it is given.
    """
    known = spoken_in(text) if languages is None else languages
    _, _, rest = text.partition("\n## Functions and float instructions\n")
    functions, _, rest = rest.partition("\n## Everything else\n")
    others, _, _ = rest.partition("\n## Refused by design\n")
    rows = [line for line in functions.split("\n") if line.startswith("|")]
    return assembled(
        rows, others[others.index("### ") :].rstrip().split("\n"), list(refused()), known
    )


def main() -> int:
    """Write the page, or compare."""
    if "--languages" in sys.argv:
        PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8"), spoken()), encoding="utf-8")
        return 0
    if "--refused" in sys.argv:
        PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
        return 0
    text = page({format: outcomes(format) for format in FORMATS})
    if "--check" in sys.argv:
        return int(text != PAGE.read_text(encoding="utf-8"))
    PAGE.write_text(text, encoding="utf-8")
    print(f"{text.count('✓')} ✓, {text.count('✗')} ✗")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
