"""`ribozyme opt IN.ll -o OUT.ll`: the derivative calls of an IR module answered.

What comes out is verified IR with nothing of the interface left in it, after `before` and before
any further optimisation, to be given to any LLVM tool; without `-o` on standard output.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ribozyme.backend import apart, llvm
from ribozyme.base.errors import error
from ribozyme.base.options import options
from ribozyme.cinterface import differentiation
from ribozyme.cli.answering import answering
from ribozyme.cli.grad import add_options, options_of
from ribozyme.frontends.base import language
from ribozyme.frontends.irfile import compile_ir

_DESCRIPTION: Final = """\
Differentiate the derivative calls in an IR module: __enzyme_autodiff(…) and its kin become calls of
functions that compute what they ask for.

  ribozyme opt in.ll -o out.ll               text
  ribozyme opt in.bc -o out.bc               bitcode, to be given to any LLVM tool
  ribozyme opt in.ll | opt -O3 -o out.bc     without -o: text on standard output
"""
_EPILOG: Final = """\
What comes out is verified. It went through the optimisations that help differentiation and through
none after it: optimise it as you would any module.
"""


def run(arguments: Sequence[str]) -> int:
    """Read, differentiate, write; the exit status."""
    parser = argparse.ArgumentParser(
        prog="ribozyme opt",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("module", metavar="IN", help="LLVM text or bitcode")
    parser.add_argument(
        "-o", metavar="OUT", dest="output", help="text, or bitcode if it ends in .bc"
    )
    parser.add_argument("-S", action="store_true", help="accepted, as LLVM's own tool has it")
    add_options(parser)
    asked = parser.parse_args(list(arguments))
    with options(**options_of(asked)):
        return _written(asked)


def _written(asked: argparse.Namespace) -> int:
    if language(Path(asked.module)) not in (None, "ir"):
        raise error(
            "RZ003", f"'{asked.module}' is no LLVM IR",
            helps=(f"ribozyme grad {asked.module}:FUNCTION reads source, and so does ribozyme cc",),
        )  # fmt: skip
    text = apart.read(compile_ir(Path(asked.module)).code, asked.module)
    with answering(text):
        found = differentiation.program(text)
        made = llvm.to_text(
            differentiation.differentiated(found) if found.calls or found.changed else text
        )
    if asked.output is None or asked.output == "-":
        sys.stdout.write(made)
        return 0
    output = Path(asked.output)
    output.write_bytes(llvm.to_bitcode(made) if output.suffix == ".bc" else made.encode())
    return 0
