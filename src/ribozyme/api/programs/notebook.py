"""What notebooks show: short HTML of functions, libraries and reports, every text escaped."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Final, Protocol

from ribozyme.api.calling.plan import Plan

if TYPE_CHECKING:
    from ribozyme.api.checking.findings import Report
    from ribozyme.api.programs.functions import Library

_MOST: Final = 100  # rows of a table


class Shown(Protocol):
    """What has a name and the parameters of a plan."""

    @property
    def name(self) -> str: ...

    @property
    def plan(self) -> Plan: ...


def function(f: Shown) -> str:
    """A function: what it is, as the source declares it, and where."""
    signature = f.plan.signature
    name = "" if f.name == signature.name else f"{_code(f.name)} of "
    return f"{name}{_code(str(signature))}{_place(signature.location)}"


def library(lib: "Library") -> str:
    """The functions of a library, a row for each."""
    from ribozyme.api.programs.functions import listed

    return _table(
        ("function", "declared", "at"),
        [(_code(s.name), _code(str(s)), escape(s.location)) for s in listed(lib.program)],
    )


def report(found: "Report") -> str:
    """The findings of a check, a row for each."""
    rows = [
        ("ok" if one.ok else "<b>WRONG</b>", escape(one.name), escape(one.text))
        for one in found.findings
    ]
    verdict = "passed" if found else "<b>FAILED</b>"
    head = f"derivative of {_code(found.function)} at the given point: {verdict}"
    return head + _table(("", "question", "answer"), rows)


def text(shown: str) -> str:
    """A text with its columns."""
    return f"<pre>{escape(shown)}</pre>"


def _code(shown: str) -> str:
    return f"<code>{escape(shown)}</code>"


def _place(location: str) -> str:
    return f" <small>{escape(location)}</small>" if location else ""


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A table of cells that are HTML."""
    more = len(rows) - _MOST
    last = f"<tr><td colspan={len(head)}>… and {more} more</td></tr>" if more > 0 else ""
    body = "".join(_row("td", row) for row in rows[:_MOST])
    return f"<table>{_row('th', head)}{body}{last}</table>"


def _row(kind: str, cells: Iterable[str]) -> str:
    inside = "".join(f"<{kind} style='text-align:left'>{cell}</{kind}>" for cell in cells)
    return f"<tr>{inside}</tr>"
