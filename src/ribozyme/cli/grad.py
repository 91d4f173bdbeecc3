"""`ribozyme grad FILE:FUNCTION`: the derivative as IR, assembly, object, shared library, header."""

import argparse
import re
import sys
from pathlib import Path
from typing import Any, Final

from ribozyme.base.errors import error
from ribozyme.base.options import NAMES, current, from_words
from ribozyme.cli.output import say

DESCRIPTION: Final = """\
Write the derivative of a function.

  ribozyme grad model.c:loss                     the gradient, as LLVM IR on standard output
  ribozyme grad model.c:loss --wrt x,y           by two of its parameters
  ribozyme grad model.cpp:ns::step --mode forward --emit asm
  ribozyme grad model.c:loss --value --emit so   model_loss_grad.so, with a header and a .pc file

In C the derivative is one function. Behind each parameter that is differentiated and is an array
comes its shadow: the gradient is added to it (reverse), or it holds the tangent (forward). The
header says what is returned, and what each parameter is. With --value the value is returned.
A global variable that is named, --wrt @g, becomes a parameter behind the others.
"""
EPILOG: Final = "Flags for the compiler go behind --: ribozyme grad model.c:loss -- -DN=3 -Iinclude"

_TARGET: Final = re.compile(r"(.+?\.[A-Za-z+]+\d*):(.+)")
_SUFFIX: Final = {"ll": ".ll", "asm": ".s", "obj": ".o", "so": ".so", "h": ".h"}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("target", metavar="FILE:FUNCTION", help="what to differentiate")
    parser.add_argument(
        "--wrt", metavar="NAMES", help="parameters, or @variables, separated by commas"
    )
    parser.add_argument("--of", metavar="NAMES", help="outputs, separated by commas")
    parser.add_argument("--mode", choices=("reverse", "forward"), default="reverse")
    parser.add_argument(
        "--value", action="store_true", help="return the function's value beside the gradient"
    )
    parser.add_argument("--emit", choices=tuple(_SUFFIX), default="ll", help="default: ll")
    parser.add_argument("-o", "--output", metavar="PATH", help="where to; - is standard output")
    parser.add_argument("flags", nargs="*", default=[], metavar="-- FLAGS", help="for the compiler")
    add_options(parser)


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `rz.options`, under the same words."""
    group = parser.add_argument_group("options, as in Python")
    for name in NAMES:
        flag = f"--{name.replace('_', '-')}"
        group.add_argument(flag, nargs="?", const="", metavar="VALUE", dest=f"option_{name}")


def options_of(chosen: argparse.Namespace) -> dict[str, Any]:
    given = {k[7:]: v for k, v in vars(chosen).items() if k.startswith("option_") and v is not None}
    found = from_words(given)
    current().replace(**found)
    return found


def split_target(text: str) -> tuple[str, str]:
    """File and function: `model.cpp:ns::f`."""
    found = _TARGET.fullmatch(text)
    if found is None:
        path, _, name = text.rpartition(":")
        if name and Path(path).is_file():  # whose name does not say what language it is in
            return path, name
        raise error(
            "RZ001",
            f"'{text}' is not FILE:FUNCTION",
            helps=(f"for example {text if Path(text).is_file() else 'model.c'}:loss",),
        )
    return found[1], found[2]


def run(chosen: argparse.Namespace) -> int:
    from ribozyme.api.derivatives.aot import Derivative, image, library, package, text
    from ribozyme.api.derivatives.cheader import header
    from ribozyme.api.programs.functions import load

    path, name = split_target(chosen.target)
    options = options_of(chosen)
    function = load(path, flags=chosen.flags)[name]
    wanted = Derivative.chosen(
        function, chosen.mode, names(chosen.wrt), names(chosen.of), options, chosen.value
    )
    place = _place(chosen, path, name)
    match chosen.emit:
        case "ll" | "asm" | "h" as kind:
            made = header(wanted) if kind == "h" else text(wanted, kind)
            _write(place, made.encode())
        case "obj":
            _write(place, image(wanted))
        case "so":
            if place is None:
                raise error("RZ001", "a shared library does not go to standard output")
            library(wanted, place)
            place.with_suffix(".h").write_text(header(wanted), encoding="utf-8")
            place.with_suffix(".pc").write_text(package(wanted, place), encoding="utf-8")
            say(f"{place}\n{place.with_suffix('.h')}\n{place.with_suffix('.pc')}")
    return 0


def names(text: str | None) -> object:
    """What a user listed, separated by commas."""
    if text is None:
        return None
    names = tuple(part.strip() for part in text.split(",") if part.strip())
    return names if len(names) != 1 else names[0]


def _place(chosen: argparse.Namespace, path: str, name: str) -> Path | None:
    if chosen.output == "-" or (chosen.output is None and chosen.emit in ("ll", "asm", "h")):
        return None
    if chosen.output is not None:
        return Path(chosen.output)
    plain = re.sub(r"\W+", "_", name)
    return Path(f"{Path(path).stem}_{plain}_grad{_SUFFIX[chosen.emit]}")


def _write(place: Path | None, data: bytes) -> None:
    if place is None:
        sys.stdout.buffer.write(data)
        return
    try:
        place.write_bytes(data)
    except OSError as failure:
        raise error("RZ002", f"cannot write {place}: {failure.strerror}") from None
    say(str(place))
