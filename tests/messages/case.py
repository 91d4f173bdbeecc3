"""A case per error code: a program in which it arises, and the same program put right.

    case("RZ013", lambda: rz.grad(f(SQUARE), wrt="y"), lambda: rz.grad(f(SQUARE), wrt="x"))

Both run in an empty folder. What the first raises, or warns of, is compared with the golden text
`tests/golden/messages/RZ013.txt`; the second must run without either.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, final

import ribozyme as rz

Act = Callable[[], object]
CASES: Final[dict[str, Case]] = {}
SQUARE: Final = "double f(double x) { return x * x; }\n"


@final
@dataclass(frozen=True, slots=True)
class Case:
    """How a code arises, and a way out."""

    code: str
    wrong: Act
    right: Act


def case(code: str, wrong: Act, right: Act) -> None:
    assert code not in CASES, code
    CASES[code] = Case(code, wrong, right)


def lib(source: str, name: str = "model.c", **how: Any) -> rz.Library:
    """The library in a file of the folder."""
    Path(name).write_text(source, encoding="utf-8")
    return rz.load(name, **how)


def f(source: str, name: str = "model.c", **how: Any) -> rz.Function:
    return lib(source, name, **how)["f"]


def slope(source: str, name: str = "model.c", **how: Any) -> Act:
    """The gradient of `double f(double)` at 0.5."""
    return lambda: rz.grad(f(source, name, **how), check="never")(0.5)


def cc(source: str, *words: str, name: str = "model.c") -> Act:
    """The file compiled by the driver."""

    def run() -> None:
        from ribozyme.cli.cc import run as driver

        Path(name).write_text(source, encoding="utf-8")
        status = driver(["-c", "-g", *words, name, "-o", "model.o"], "c")
        assert status == 0

    return run


def ir(body: str, parameters: str = "double %x", result: str = "double", head: str = "") -> str:
    return f"{head}\ndefine {result} @f({parameters}) {{\n{body}\n}}\n"


def ir_slope(text: str) -> Act:
    """The same of LLVM text."""

    def run() -> object:
        return rz.autodiff(rz.Reverse, f(text, "model.ll"), rz.Active(0.5))

    return run
