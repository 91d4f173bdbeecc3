"""`ribozyme check FILE:FUNCTION`: the derivative against independent ones."""

import argparse
import ast
from typing import Any, Final

from ribozyme.base.errors import error
from ribozyme.cli.grad import add_options, names, options_of, split_target
from ribozyme.cli.output import say, show_json

DESCRIPTION: Final = """\
Compare the derivative of a function with independent ones: forward with reverse mode, both with
differences of the function, at a point. Exit status 1 if anything disagrees.

  ribozyme check model.c:loss                    at generated inputs
  ribozyme check model.c:loss --at n=3 --at 'x=[0.5, 1.0, 2.0]'
"""
EPILOG: Final = """\
Arrays that are not given have --size random elements between 0.2 and 1.2, more where the function
reaches further; floats lie there too, and integers are --size. The function runs in a process of
its own. Flags for the compiler go behind --.
"""

_COLOURS: Final = {
    r"(?m)^  ok ": "green",
    r"(?m)^  WRONG": "bold red",
    r"(?m): passed$": "bold green",
    r"(?m): FAILED$": "bold red",
}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("target", metavar="FILE:FUNCTION", help="what to check")
    parser.add_argument("--wrt", metavar="NAMES", help="parameters, separated by commas")
    parser.add_argument("--of", metavar="NAMES", help="outputs, separated by commas")
    parser.add_argument(
        "--at", metavar="NAME=VALUE", action="append", default=[], help="the value of a parameter"
    )
    parser.add_argument("--size", type=int, default=8, help="of generated arrays; default: 8")
    parser.add_argument("--seed", type=int, default=0, help="of generated inputs and directions")
    parser.add_argument("--json", action="store_true", help="for scripts")
    parser.add_argument("flags", nargs="*", default=[], metavar="-- FLAGS", help="for the compiler")
    add_options(parser)


def run(chosen: argparse.Namespace) -> int:
    from ribozyme.api.checking.trial import checked
    from ribozyme.api.programs.functions import load

    if chosen.size < 0:
        raise error("RZ001", f"--size is a number of elements, not {chosen.size}")
    path, name = split_target(chosen.target)
    options = options_of(chosen)
    function = load(path, flags=chosen.flags)[name]
    report = checked(
        function, _given(chosen.at), chosen.size, chosen.seed,
        wrt=names(chosen.wrt), of=names(chosen.of), **options,
    )  # fmt: skip
    if chosen.json:
        findings = [{"name": f.name, "ok": f.ok, "text": f.text} for f in report.findings]
        show_json({"function": report.function, "passed": bool(report), "findings": findings})
    else:
        say(str(report), _COLOURS)
    return 0 if report else 1


def _given(words: list[str]) -> dict[str, Any]:
    """`x=[1, 2]` and its like."""
    found = {}
    for word in words:
        name, equals, text = word.partition("=")
        try:
            found[name] = ast.literal_eval(text)
        except (ValueError, SyntaxError):
            equals = ""
        if not equals or not name:
            raise error("RZ001", f"--at {word!r} is not NAME=VALUE", helps=("--at 'x=[1.0, 2.0]'",))
    return found
