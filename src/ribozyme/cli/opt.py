"""`ribozyme opt IN.ll -o OUT.ll`: the derivative calls of an IR module answered.

What comes out is verified IR with nothing of the interface left in it, after `before` and before
any further optimisation, to be given to any LLVM tool; without `-o` on standard output.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from ribozyme.backend import llvm
from ribozyme.cinterface import program
from ribozyme.frontends.irfile import compile_ir


def run(arguments: Sequence[str]) -> int:
    """Read, differentiate, write; the exit status."""
    parser = argparse.ArgumentParser(
        prog="ribozyme opt", description="Differentiate the derivative calls in an IR module."
    )
    parser.add_argument("module", metavar="IN", help="LLVM text or bitcode")
    parser.add_argument(
        "-o", metavar="OUT", dest="output", help="text, or bitcode if it ends in .bc"
    )
    parser.add_argument("-S", action="store_true", help="accepted, as LLVM's own tool has it")
    asked = parser.parse_args(list(arguments))
    text = llvm.to_text(compile_ir(Path(asked.module)).code, asked.module)
    found = program.program(text)
    made = llvm.to_text(program.differentiated(found) if found.calls or found.changed else text)
    if asked.output is None or asked.output == "-":
        sys.stdout.write(made)
        return 0
    output = Path(asked.output)
    output.write_bytes(llvm.to_bitcode(made) if output.suffix == ".bc" else made.encode())
    return 0
