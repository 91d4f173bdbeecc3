"""`ribozyme explain`: what an error code means; what the gradient of a function does, by line."""

import argparse
import re
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from ribozyme.base.errors import CODES, error
from ribozyme.cli.grad import add_options, names, options_of, split_target
from ribozyme.cli.manual import explanation
from ribozyme.cli.output import say, show_json

DESCRIPTION: Final = """\
Say what an error code means, or what the gradient of a function does, by source line: what it
keeps and how much, what it computes again, what becomes of the calls.

  ribozyme explain RZ201                            cause, example and a way out
  ribozyme explain model.c:loss                     the source with what each line costs
  ribozyme explain model.c:loss --at n=1000         the tape for that size
  ribozyme explain model.c:loss --html loss.html    a page with a bar chart
  ribozyme explain model.c:loss --facts             what the analyses found, too
  ribozyme explain model.c:loss --why x             why the gradient by x is zero, if it is
  ribozyme explain model.c:loss --passes            what each pass before it changed in the IR
"""
EPILOG: Final = "All codes are in docs/errors.md. Flags for the compiler go behind --."

_COLOURS: Final = {
    r"(?m)^ *\d* [|]|^ *-->|^ *=": "blue",
    r"\A.*": "bold",
    r"not vectorised.*": "yellow",
}


_PARAGRAPH: Final = {r"\A.*": "bold", r"(?m)^(?:Cause|Example|Fix)\.": "bold"}
_CHANGES: Final = {r"(?m)^  [+].*": "green", r"(?m)^  -.*": "red", r"(?m)^[^ ].*": "bold"}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", metavar="CODE | FILE:FUNCTION", help="an error code or a function")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--html", metavar="PATH", help="write a page with a bar chart")
    parser.add_argument("--facts", action="store_true", help="what the analyses found")
    parser.add_argument("--passes", action="store_true", help="what each pass before it changed")
    parser.add_argument("--why", metavar="NAME", help="why the gradient by a parameter is zero")
    parser.add_argument("--wrt", metavar="NAMES", help="parameters, separated by commas")
    parser.add_argument("--of", metavar="NAMES", help="outputs, separated by commas")
    parser.add_argument("--at", metavar="NAME=NUMBER", action="append", help="how large a count is")
    parser.add_argument("flags", nargs="*", default=[], metavar="-- FLAGS", help="for the compiler")
    add_options(parser)


def run(chosen: argparse.Namespace) -> int:
    if re.search(r"[.:/]", chosen.what):
        return _function(chosen)
    return _code(chosen)


def _code(chosen: argparse.Namespace) -> int:
    wanted: str = chosen.what
    text = explanation(wanted)
    if text is None:
        near = get_close_matches(wanted.upper(), CODES, 1)
        hint = (f"did you mean {near[0]}?",) if near else ("codes look like RZ201",)
        raise error("RZ001", f"there is no error code '{wanted}'", helps=hint)
    if chosen.json:
        code, _, rest = text.partition(": ")
        title, _, body = rest.partition("\n\n")
        show_json({"code": code, "title": title, "text": body})
    else:
        say(text.replace("**", ""), _PARAGRAPH)
    return 0


def _function(chosen: argparse.Namespace) -> int:
    from ribozyme.api.explaining.explain import explain
    from ribozyme.api.programs.functions import load

    path, name = split_target(chosen.what)
    options = options_of(chosen)
    function = load(path, flags=chosen.flags)[name]
    sizes = _sizes(chosen.at or ())
    wrt, of = names(chosen.wrt), names(chosen.of)
    if chosen.passes:
        return _passes(function, wrt, of, options, as_json=chosen.json)
    if chosen.why:
        return _why(function, chosen.why, of, options, as_json=chosen.json)
    found = explain(function, wrt, of, facts=chosen.facts, sizes=sizes, **options)
    if chosen.html:
        _write(Path(chosen.html), found.html())
    if chosen.json:
        say(found.json())
    elif not chosen.html:
        say("\n".join([str(found), *(["", *found.facts] if found.facts else [])]), _COLOURS)
    return 0


def _passes(function: Any, wrt: Any, of: Any, options: dict[str, Any], *, as_json: bool) -> int:
    from ribozyme.api.explaining.passes import passes

    found = passes(function, wrt, of, **options)
    if as_json:
        show_json([{"name": one.name, "changes": one.changes} for one in found])
    else:
        say("\n".join(map(str, found)), _CHANGES)
    return 0


def _why(function: Any, name: str, of: Any, options: dict[str, Any], *, as_json: bool) -> int:
    from ribozyme.api.explaining.why import why
    from ribozyme.base.options import current

    found = why(function, name, of, current().replace(**options))
    if as_json:
        steps = [{"at": str(one.span or ""), "what": one.text} for one in found.steps]
        show_json({"input": found.input, "reaches": found.reaches, "steps": steps})
    else:
        say(str(found))
    return 0


def _sizes(given: list[str] | tuple[()]) -> dict[str, int]:
    found: dict[str, int] = {}
    for text in given:
        name, equals, number = text.partition("=")
        if not equals or not number.strip().isdigit():
            raise error("RZ001", f"'{text}' is not NAME=NUMBER", helps=("for example n=1000",))
        found[name.strip()] = int(number)
    return found


def _write(place: Path, text: str) -> None:
    try:
        place.write_text(text, encoding="utf-8")
    except OSError as failure:
        raise error("RZ002", f"cannot write {place}: {failure.strerror}") from None
    say(str(place))
