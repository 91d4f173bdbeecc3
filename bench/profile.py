"""Instructions, loads, stores and misses of a gradient by source line, counted by callgrind.

python -m bench.profile [--size N] [--lines N] [--fast-math] NAME…

Beside each other: the primal, the gradient and the adjoint by hand. Counted is the second of two
calls, what they call included, in code for x86-64-v3: valgrind knows no AVX-512. Counts depend on
nothing else that runs. An adjoint has the source line of what it is the adjoint of, so a line
holds both sweeps; the adjoint by hand has lines of its own.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
import ziglang

from bench import gradient, shared
from bench.problem import Data, Problem, Size, Slot, arrays
from bench.problems import PROBLEMS
from ribozyme.backend import pipeline
from ribozyme.backend.target import Target, emit_assembly
from ribozyme.base.record import replace

V3: Final = gradient.Flags(
    "-O3 x86-64-v3", (), (), "O3", pipeline.After(3), Target(cpu="x86-64-v3", features="")
)
FAST: Final = replace(V3, name="-O3 -ffast-math x86-64-v3", clang=("-ffast-math",))
COMPILER: Final = (str(Path(ziglang.__file__).parent / "zig"), "cc", "-mcpu=x86_64_v3")
EVENTS: Final = ("Ir", "Dr", "Dw", "D1mr", "D1mw", "DLmr", "DLmw")
_DRIVER: Final = """
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
static void *array(FILE *data, long bytes)
{{
    void *p = aligned_alloc(64, (bytes + 127) / 64 * 64);
    if (fread(p, 1, bytes, data) != bytes) abort();
    return p;
}}
__attribute__((noinline)) void counted(void (*f)({types}){params}) {{ f({names}); }}
int main(int count, char **args)
{{
    void (*f)({types}) = dlsym(dlopen(args[1], RTLD_NOW), args[2]);
    for (int turn = 0; turn < 2; turn++) {{
        FILE *data = fopen(args[3], "rb");
        {read}
        turn ? counted(f{given}) : f({names});
        fclose(data);
    }}
}}
"""


def profile(
    problem: Problem, size: Size, flags: gradient.Flags
) -> dict[str, Counter[tuple[str, int, str]]]:
    """Per candidate the counts of events by file and line."""
    given = problem.data(size)
    built = {
        "primal": (gradient.primal(problem, flags), problem.function, problem.primal_slots()),
        "ours": (
            gradient.gradient(problem, flags),
            problem.gradient_name,
            problem.gradient_slots(),
        ),
    }
    if problem.hand:
        hand = gradient.by_hand(problem, flags)
        built["by hand"] = (hand, problem.hand_name, problem.gradient_slots())
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, (code, function, slots) in built.items():
            library = _library(Path(folder), code.text)
            found[name] = _counted(Path(folder), library, function, slots, arrays(slots, given))
    return found


def _library(folder: Path, text: str) -> Path:
    """Code as a shared library. Of the two ways to write a copy of a register valgrind knows one,
    which a longer prefix asks for."""
    assembly, code, library = (folder / f"code.{kind}" for kind in ("s", "o", "so"))
    written = emit_assembly(shared.loadable(text), V3.target)
    assembly.write_text(re.sub(r"\tvmovq(\t%xmm\d+, %xmm\d+)", r"\t{vex3} vmovq\1", written))
    _run(*COMPILER, "-c", "-o", str(code), str(assembly))
    shared.link(code, library)
    return library


def _counted(
    folder: Path, library: Path, function: str, slots: tuple[Slot, ...], held: Data
) -> Counter[tuple[str, int, str]]:
    data, source, driver, out = (folder / n for n in ("data", "driver.c", "driver", "out"))
    source.write_text(_driver(slots, held, data))
    _run(*COMPILER, "-O2", "-fno-sanitize=all", "-o", str(driver), str(source))
    _run(
        "valgrind", "--tool=callgrind", "--cache-sim=yes", "--toggle-collect=counted",
        "--compress-strings=no", "--compress-pos=no", f"--callgrind-out-file={out}",
        str(driver), str(library), function, str(data),
    )  # fmt: skip
    return counts(out.read_text())


def _run(*command: str) -> None:
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed:\n{done.stderr[-4000:]}")


def _driver(slots: tuple[Slot, ...], held: Data, data: Path) -> str:
    """A program that reads the arguments from a file, and calls with them."""
    types, reads = [], []
    with data.open("wb") as to:
        for number, slot in enumerate(slots):
            value = held[slot.name]
            if isinstance(value, np.ndarray):
                types.append("void *")
                reads.append(f"void *a{number} = array(data, {value.nbytes});")
                to.write(value.tobytes())
            else:
                types.append("double" if isinstance(value, float) else "int")
                reads.append(f"{types[-1]} a{number} = {value!r};")
    names = [f"a{number}" for number in range(len(slots))]
    return _DRIVER.format(
        types=", ".join(types),
        params="".join(f", {type} {name}" for type, name in zip(types, names, strict=True)),
        names=", ".join(names),
        given="".join(f", {name}" for name in names),
        read="\n        ".join(reads),
    )


def counts(text: str) -> Counter[tuple[str, int, str]]:
    """What callgrind wrote: by file, line and event, what is called apart."""
    found: Counter[tuple[str, int, str]] = Counter()
    events: list[str] = []
    file, callee = "", False
    for line in text.splitlines():
        if line.startswith("events:"):
            events = line.split()[1:]
        elif named := re.match(r"(?:fl|fi|fe)=(.*)", line):
            file = Path(named[1]).name
        elif line.startswith("calls="):
            callee = True  # the next line is what the call costs in all
        elif line[:1].isdigit():
            at, *costs = map(int, line.split())
            if not callee:
                found.update(
                    {(file, at, event): cost for event, cost in zip(events, costs, strict=False)}
                )
            callee = False
    return found


def report(problem: Problem, size: Size, lines: int, flags: gradient.Flags) -> Iterator[str]:
    found = profile(problem, size, flags)
    yield f"{problem.name} {size.label}, {flags.name}"
    yield "| | " + " | ".join(EVENTS) + " |"
    yield "| --- |" + " --- |" * len(EVENTS)
    for name, one in found.items():
        sums = Counter[str]()
        for (_, _, event), cost in one.items():
            sums[event] += cost
        yield f"| {name} | " + " | ".join(f"{sums[event]:,}" for event in EVENTS) + " |"
    places = Counter[tuple[str, int]]()
    for one in found.values():
        for (file, at, event), cost in one.items():
            places[file, at] += cost if event == "Ir" else 0
    yield "| line | " + " | ".join(f"{name}: Ir, Dr, Dw" for name in found) + " |"
    yield "| --- |" + " --- |" * len(found)
    for (file, at), _ in sorted(places.most_common(lines)):
        cells = (
            ", ".join(f"{one[file, at, event]:,}" for event in EVENTS[:3]) for one in found.values()
        )
        yield f"| {file}:{at} | " + " | ".join(cells) + " |"


def main(arguments: list[str]) -> int:
    words = argparse.ArgumentParser(prog="bench.profile", description=__doc__)
    words.add_argument("problems", nargs="+", metavar="PROBLEM")
    words.add_argument("--size", type=int, default=0, help="which of its sizes, default the first")
    words.add_argument("--lines", type=int, default=25, help="how many lines are shown")
    words.add_argument("--fast-math", action="store_true", help="with -ffast-math")
    asked = words.parse_args(arguments)
    flags = FAST if asked.fast_math else V3
    for name in asked.problems:
        problem = PROBLEMS[name]
        for line in report(problem, problem.sizes[asked.size], asked.lines, flags):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
