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
Arrays that are not given have --size random elements between 0.2 and 1.2, floats lie there too,
and integers are --size. Flags for the compiler go behind --.
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
    from ribozyme.api.check import check
    from ribozyme.api.functions import load

    path, name = split_target(chosen.target)
    options = options_of(chosen)
    function = load(path, flags=chosen.flags)[name]
    args = generated(function, _given(chosen.at), chosen.size, chosen.seed)
    report = check(
        function, *args, wrt=names(chosen.wrt), of=names(chosen.of), seed=chosen.seed, **options
    )
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


def generated(function: Any, given: dict[str, Any], size: int, seed: int) -> list[Any]:
    """Arguments: what is given, in the parameter's type, and random ones for the rest."""
    import numpy as np

    rng = np.random.default_rng(seed)
    known = {parameter.name for parameter in function.signature.parameters}
    for name in given:
        if name not in known:
            raise error("RZ013", f"'{function.name}' has no parameter '{name}'")
    return [_value(p, given, size, rng) for p in function.signature.parameters]


def _value(parameter: Any, given: dict[str, Any], size: int, rng: Any) -> Any:
    import numpy as np

    from ribozyme.api.ctype import Array, Number, Pointer, spelled

    kind = parameter.type
    is_pointer = isinstance(kind, Pointer)
    inner = kind.to if isinstance(kind, Pointer) else kind
    shape: tuple[int, ...] = (size,)
    if isinstance(inner, Array):
        shape, inner = (size, *inner.counts), inner.of
    if parameter.name in given and not is_pointer:
        return given[parameter.name]
    if not isinstance(inner, Number) or inner.kind == "complex":
        raise error(
            "RZ011",
            f"there is no way to generate '{parameter.name}' of type {spelled(kind)}",
            helps=("call rz.check from Python with a value for it",),
        )
    is_float = inner.kind == "float"
    if not is_pointer:
        return float(rng.uniform(0.2, 1.2)) if is_float else size
    dtype = np.dtype(f"{'f' if is_float else 'u' if inner.kind == 'uint' else 'i'}{inner.size}")
    if parameter.name in given:
        return np.array(given[parameter.name], dtype)
    return rng.uniform(0.2, 1.2, shape).astype(dtype)
