"""`ribozyme explain`: what an error code means."""

import argparse
import re
from difflib import get_close_matches
from typing import Final

from ribozyme.base.errors import CODES, error
from ribozyme.base.manual import explanation
from ribozyme.cli.output import say, show_json

DESCRIPTION: Final = """\
Say what an error code means: its cause, an example, and a way out.

  ribozyme explain RZ201
"""
EPILOG: Final = "All codes are in docs/errors.md. The plan of a function comes later."


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", metavar="CODE", help="an error code, such as RZ201")
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(chosen: argparse.Namespace) -> int:
    wanted: str = chosen.what
    if re.search(r"\.\w+:", wanted):
        raise error("RZ511", "explaining the plan of a function is not there yet")
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
        say(text)
    return 0
