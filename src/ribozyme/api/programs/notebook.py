"""What notebooks show: short HTML of functions, libraries and reports, every text escaped."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final, Protocol

from ribozyme.api.calling.call_plan import Plan
from ribozyme.api.signatures.signature import Signature

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
    name = "" if f.name == signature.name else f"{code(f.name)} of "
    return f"{name}{code(str(signature))}{_place(signature.location)}"


def library(listed: Iterable[Signature]) -> str:
    """The functions of a library, a row for each."""
    return table(
        ("function", "declared", "at"),
        [(code(s.name), code(str(s)), escape(s.location)) for s in listed],
    )


def text(shown: str) -> str:
    """A text with its columns."""
    return f"<pre>{escape(shown)}</pre>"


def code(shown: str) -> str:
    """A word of the program."""
    return f"<code>{escape(shown)}</code>"


def _place(location: str) -> str:
    return f" <small>{escape(location)}</small>" if location else ""


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A table of cells that are HTML."""
    more = len(rows) - _MOST
    last = f"<tr><td colspan={len(head)}>… and {more} more</td></tr>" if more > 0 else ""
    body = "".join(_row("td", row) for row in rows[:_MOST])
    return f"<table>{_row('th', head)}{body}{last}</table>"


def _row(kind: str, cells: Iterable[str]) -> str:
    inside = "".join(f"<{kind} style='text-align:left'>{cell}</{kind}>" for cell in cells)
    return f"<tr>{inside}</tr>"
