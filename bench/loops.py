"""The innermost vector loops of a gradient, and how many cycles an iteration takes by llvm-mca.

python -m bench.loops [--cpu CPU] NAME…

Beside each other: the primal, the gradient and the adjoint by hand, as code for the host. llvm-mca
(of LLVM's tools) models the ports of a processor: all data in the first cache, no store read back.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Final

from bench import gradient, shared
from bench.problem import Problem
from bench.problems import PROBLEMS
from ribozyme.backend.target import emit_assembly

ITERATIONS: Final = 200
HEAD: Final = "| | lines | instructions | loads | stores | cycles |\n| --- |" + " --- |" * 5


def loops(assembly: str, function: str) -> Iterator[list[str]]:
    """The lines of each block of a function that branches to its own beginning alone."""
    body = assembly[assembly.index(f"\n{function}:") :].partition(".cfi_endproc")[0].splitlines()
    block: list[str] = []
    label = ""
    for line in body:
        if named := re.match(r"(\.LBB\w+):", line):
            label, block = named[1], []
        elif jump := re.match(r"\tj\w+\t(\.LBB\w+)", line):
            if jump[1] == label:
                yield [*block, line]
            label = ""
        else:
            block.append(line)


def row(block: list[str], cpu: str) -> str:
    """One line of the table."""
    code = [line for line in block if line.startswith("\t") and not line.startswith("\t.")]
    lines = sorted({int(line.split()[2]) for line in block if line.startswith("\t.loc")})
    stores = [line for line in code if re.match(r"\tv?mov\w+\t[^(]+, \S*\(", line)]
    memory = [line for line in code if "(" in line and not line.startswith("\tlea")]
    said = subprocess.run(
        ["llvm-mca", f"-mcpu={cpu}", f"-iterations={ITERATIONS}"],
        input="\n".join(code), check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    cycles = re.search(r"Total Cycles:\s+(\d+)", said)
    assert cycles is not None
    found = (len(code), len(memory) - len(stores), len(stores))
    places = ", ".join(str(line) for line in lines if line) or "none"
    counted = " | ".join(map(str, found))
    return f"{places} | {counted} | {int(cycles[1]) / ITERATIONS:.1f} |"


def report(problem: Problem, cpu: str) -> Iterator[str]:
    built = {
        "primal": (gradient.primal(problem), problem.function),
        "ours": (gradient.gradient(problem), problem.gradient_name),
    }
    if problem.hand:
        built["by hand"] = (gradient.by_hand(problem), problem.hand_name)
    yield problem.name
    yield HEAD
    for name, (code, function) in built.items():
        for block in loops(emit_assembly(shared.loadable(code.text)), function):
            if any("ymm" in line or "zmm" in line for line in block):
                yield f"| {name} | {row(block, cpu)}"


def main(arguments: list[str]) -> int:
    words = argparse.ArgumentParser(prog="bench.loops", description=__doc__)
    words.add_argument("problems", nargs="+", metavar="PROBLEM")
    words.add_argument("--cpu", default="sapphirerapids", help="the processor that is modelled")
    asked = words.parse_args(arguments)
    for name in asked.problems:
        for line in report(PROBLEMS[name], asked.cpu):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
