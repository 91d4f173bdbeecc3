"""What there is to say to a user, as a value; how it is shown is decided later.

    error[RZ201]: no derivative for 'erfcx'
      --> model.c:7:10 in 'loss'
      |
    7 |   return erfcx(x) * w;
      |          ^^^^^ its body is not visible (declared in faddeeva.h)
      = active since 'x' depends on argument 1 of 'loss'
      = help: link its bitcode, register a rule (ribozyme.rule("erfcx", ...)), or mark it inactive
      = more: ribozyme explain RZ201

`RIBOZYME_ERRORS` chooses the style: `short` (one line), `full` (whole chain, and the IR), `json`.
"""

import os
import re
from collections.abc import Iterator
from typing import Final, Literal, final

from ribozyme.base.record import as_dict, record
from ribozyme.base.source import SOURCES, Excerpt, SourceMap, Span

Severity = Literal["error", "warning", "note"]
Style = Literal["normal", "short", "full", "json"]
_Piece = tuple[str, str]  # text and the name of its colour

_CHAIN_SHOWN: Final = 4
_STYLES: Final[dict[str, Style]] = {"short": "short", "full": "full", "json": "json"}
_COLOURS: Final = {
    "error": "bold red",
    "warning": "bold yellow",
    "note": "bold cyan",
    "message": "bold",
    "gutter": "blue",
    "help": "green",
    "": "",
}


@final
@record
class Step:
    """One step of a reason: what was found, and where."""

    text: str
    span: Span | None = None

    def __str__(self) -> str:
        return f"{self.text} ({self.span})" if self.span else self.text


@final
@record
class Diagnostic:
    """A message: `label` stands at the caret, `chain` is why, from the cause to the effect."""

    code: str
    message: str
    severity: Severity = "error"
    span: Span | None = None
    function: str = ""
    label: str = ""
    ir: str = ""
    chain: tuple[Step, ...] = ()
    notes: tuple[str, ...] = ()
    helps: tuple[str, ...] = ()


def style() -> Style:
    """The style the environment asks for."""
    return _STYLES.get(os.environ.get("RIBOZYME_ERRORS", ""), "normal")


def render(diagnostic: Diagnostic, how: Style | None = None, sources: SourceMap = SOURCES) -> str:
    """The text of a message, without colour and without a newline at its end."""
    match how or style():
        case "short":
            return _short(diagnostic)
        case "json":
            import json

            return json.dumps(as_dict(diagnostic), ensure_ascii=False)
        case wanted:
            return "".join(text for text, _ in _pieces(diagnostic, wanted == "full", sources))


def render_colour(
    diagnostic: Diagnostic, how: Style | None = None, sources: SourceMap = SOURCES
) -> str:
    """The same text with the escape codes of a terminal; short and JSON messages have none."""
    wanted = how or style()
    if wanted in ("short", "json"):
        return render(diagnostic, wanted, sources)
    from rich.style import Style as Colour  # late: 20 ms that only a terminal pays

    return "".join(
        Colour.parse(_COLOURS[name]).render(text) if name else text
        for text, name in _pieces(diagnostic, wanted == "full", sources)
    )


def _short(diagnostic: Diagnostic) -> str:
    place = _place(diagnostic)
    first = _clipped(diagnostic.message.split("\n", 1)[0])
    head = f"{diagnostic.severity}[{diagnostic.code}]: {first}"
    return f"{head} ({place})" if place else head


_QUOTED: Final = re.compile(r"'([^'\n]*)'")
_LONG: Final = 45
"""Letters of a name that are shown where it stands in a sentence."""


def _clipped(message: str) -> str:
    """A message whose long names, as those of templates, lack their middle."""

    def short(found: re.Match[str]) -> str:
        name = found[1]
        return f"'{name[:28]}…{name[-12:]}'" if _is_long(name) else found[0]

    return _QUOTED.sub(short, message)


def _is_long(name: str) -> bool:
    return len(name) > _LONG and "/" not in name  # a path is of use as a whole only


def _place(diagnostic: Diagnostic) -> str:
    where = str(diagnostic.span) if diagnostic.span else ""
    inside = f"in '{diagnostic.function}'" if diagnostic.function else ""
    return f"{where} {inside}".strip()


def _pieces(diagnostic: Diagnostic, full: bool, sources: SourceMap) -> Iterator[_Piece]:
    excerpt = sources.excerpt(diagnostic.span) if diagnostic.span else None
    number = str(diagnostic.span.line) if diagnostic.span and excerpt else ""
    margin = " " * len(number)
    yield f"{diagnostic.severity}[{diagnostic.code}]", diagnostic.severity
    yield f": {_clipped(diagnostic.message)}", "message"
    if place := _place(diagnostic):
        yield f"\n{margin} --> ", "gutter"
        yield place, ""
    if excerpt:
        yield from _quoted(excerpt, number, margin, diagnostic)
    elif diagnostic.label:
        yield from _line(margin, "", diagnostic.label)
    quoted = _QUOTED.findall(diagnostic.message)
    names = (f"in full: {name}" for name in quoted if _is_long(name))
    for text in (*_chain(diagnostic, full), *diagnostic.notes, *names):
        yield from _line(margin, "", text)
    if diagnostic.ir and (full or not excerpt):
        yield from _line(margin, "", f"in the IR: {diagnostic.ir.strip()}")
    for text in diagnostic.helps:
        yield from _line(margin, "help: ", text)
    yield from _line(margin, "", f"more: ribozyme explain {diagnostic.code}")


def _quoted(excerpt: Excerpt, number: str, margin: str, diagnostic: Diagnostic) -> Iterator[_Piece]:
    yield f"\n{margin} |\n{number} | ", "gutter"
    yield excerpt.text, ""
    if not excerpt.width:
        if diagnostic.label:
            yield from _line(margin, "", diagnostic.label)
        return
    before = _columns(excerpt.text[: excerpt.start])
    marked = _columns(excerpt.text[excerpt.start : excerpt.start + excerpt.width])
    yield f"\n{margin} | ", "gutter"
    yield f"{' ' * before}{'^' * max(marked, 1)} {diagnostic.label}".rstrip(), diagnostic.severity


def _line(margin: str, kind: str, text: str) -> Iterator[_Piece]:
    yield f"\n{margin} = ", "gutter"
    if kind:
        yield kind, "help"
    yield text.replace("\n", f"\n{margin}   "), ""


def _chain(diagnostic: Diagnostic, full: bool) -> list[str]:
    steps = [str(step) for step in diagnostic.chain]
    if full or len(steps) <= _CHAIN_SHOWN:
        return steps
    left_out = len(steps) - _CHAIN_SHOWN
    half = _CHAIN_SHOWN // 2
    gap = f"… {left_out} steps left out (RIBOZYME_ERRORS=full shows them)"
    return [*steps[:half], gap, *steps[-half:]]


def _columns(text: str) -> int:
    """How many cells of a terminal the text takes."""
    return sum(_cells(c) for c in text)


def _cells(character: str) -> int:
    import unicodedata

    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
