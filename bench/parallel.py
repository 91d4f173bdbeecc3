"""Derivatives of OpenMP programs: in one thread beside the serial ones, and what two threads gain.

    ./do bench parallel [PROGRAM[:N] …]

The programs are in `programs/parallel.c`; the baseline is the same file without -fopenmp. Each time
is the least of some rounds in which all candidates take turns: processor time in one thread, time
by the clock where two threads are compared with one. The latter wants a quiet machine, and a cache
that holds what both access: a gradient has twice the arrays of its program, 32 MB in `line`. So
`line:300000` takes another size.

* *primal*: milliseconds of the serial program; *gradient*: of its gradient, in primals.
* *one thread*: the threaded gradient in a team of one, in serial gradients.
* *by 1*, *by 2*: the threaded gradient in threaded programs, in one thread and in two.
* *atomics*: atomic additions of numbers in one call of the gradient by two threads, counted,
  without the *program's*, which are those in one call of the program.
* *speed-up*: of program and gradient by a second thread.
* *deterministic*: the gradient with sums of each thread's own in two threads, in gradients without.
* *by hand by 1*, *by 2*: adjoints written by hand with OpenMP (`programs/hand/parallel.c`), in
  threaded programs; *its speed-up* by a second thread.
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final, final

import numpy as np

from bench import gradient
from bench.harness import Call
from bench.measure import Effort, interleaved
from bench.problem import Arg, Data, Problem, Role, Size, arrays
from ribozyme.backend import jit, llvm, pipeline
from ribozyme.backend.passes import startup
from ribozyme.backend.runtime import arena
from ribozyme.backend.target import emit_object
from ribozyme.base.errors import Error
from ribozyme.base.record import dataclass, replace
from ribozyme.cinterface.natural import natural
from ribozyme.frontends import registry
from ribozyme.frontends.base import Compiled
from ribozyme.frontends.c.clang import compile_c
from ribozyme.ir.printer import print_module
from ribozyme.parse import parse_module

SOURCE: Final = Path(__file__).parent / "programs" / "parallel.c"
HAND: Final = Path(__file__).parent / "programs" / "hand" / "parallel.c"
BY_HAND: Final = frozenset(("line", "plane", "rows"))
RESULT: Final = Path(__file__).parent / "results" / "parallel.md"
EFFORT: Final = Effort(15, 0.03, 12.0)
ROUNDING: Final = 1e-9
TEAM: Final = 2
_HEAD: Final = (
    "program", "primal", "gradient", "one thread", "by 1", "by 2", "atomics", "program's",
    "speed-up", "of the gradient", "deterministic", "by hand by 1", "by 2", "its speed-up",
)  # fmt: skip
_ATOMIC: Final = re.compile(r"^(?=.* atomicrmw f(?:add|sub) )", re.M)
_COUNTED: Final = "  call void @bench.counted()\n"
_COUNTER: Final = """
@bench.atomics = global i64 0
define internal void @bench.counted() {
  %before = atomicrmw add ptr @bench.atomics, i64 1 monotonic
  ret void
}
"""


def _numbers(size: Size, **arrays: int) -> Data:
    """Arrays of so many times n random numbers."""
    rng, n = np.random.default_rng(0), int(size.numbers["n"])
    return {name: rng.uniform(0.5, 1.5, times * n) for name, times in arrays.items()} | {"n": n}


def _matrix(index: str) -> Callable[[Size], Data]:
    """A sparse matrix with sixteen entries in each line."""

    def made(size: Size) -> Data:
        n = int(size.numbers["n"])
        places = np.random.default_rng(1).integers(0, n, 16 * n).astype(np.int32)
        first = np.arange(0, 16 * n + 1, 16, dtype=np.int32)
        return _numbers(size, a=16, x=1, y=1) | {index: places, "first": first}

    return made


def _bins(size: Size) -> Data:
    n = int(size.numbers["n"])
    bins = np.random.default_rng(1).integers(0, 1000, n).astype(np.int32)
    return _numbers(size, w=1) | {"bin": bins, "sums": np.zeros(1000)}


def _mesh(size: Size) -> Data:
    n = int(size.numbers["n"])
    ends = np.random.default_rng(1).integers(0, n // 4, 2 * n).astype(np.int32)
    return _numbers(size, x=1) | {"end": ends, "force": np.zeros(n)}


def _problem(
    name: str, n: int, data: Callable[[Size], Data], value: bool = False, **roles: Role
) -> Problem:
    args = (*(Arg(name, role) for name, role in roles.items()), Arg("n", "number"))
    return Problem(name, "parallel.c", name, args, (Size(f"{n}", {"n": n}),), data, value=value)


PROBLEMS: Final = {
    problem.name: problem
    for problem in (
        _problem("line", 1_000_000, partial(_numbers, x=1, y=1), x="in", y="out"),
        _problem("plane", 1000, partial(_numbers, x=1000, y=1000), x="in", y="out"),
        _problem(
            "rows", 50_000, _matrix("column"), a="in", column="const", first="const",
            x="in", y="out",
        ),
        _problem(
            "columns", 50_000, _matrix("row"), a="in", row="const", first="const",
            x="in", y="inout",
        ),
        _problem("nbody", 1000, partial(_numbers, p=3, m=1), True, p="in", m="in"),
        _problem("histogram", 1_000_000, _bins, w="in", bin="const", sums="inout"),
        _problem("total", 500_000, partial(_numbers, x=1), True, x="in"),
        _problem("elements", 400_000, _mesh, x="in", end="const", force="inout"),
    )
}  # fmt: skip


@final
@dataclass(frozen=True, slots=True)
class Code:
    """A program or its gradient, compiled."""

    problem: Problem
    library: jit.Library
    is_gradient: bool

    def call(self) -> Call:
        problem = self.problem
        slots = problem.gradient_slots() if self.is_gradient else problem.primal_slots()
        name = problem.gradient_name if self.is_gradient else problem.function
        value = problem.value and not self.is_gradient
        return Call(
            self.library.address(name), slots, arrays(slots, problem.data(problem.sizes[0])), value
        )


def code(
    problem: Problem,
    *,
    threads: bool,
    is_gradient: bool = True,
    deterministic: bool = False,
    counted: bool = False,
) -> Code:
    """The program or its gradient, serial or for threads."""
    text, compiled = _compiled(SOURCE, *(("-fopenmp",) if threads else ()))
    if is_gradient:
        (ask,) = (replace(ask, primal=False) for ask in problem.gradient_asks())
        text = print_module(natural(parse_module(text), reverse=True))
        text = gradient.derived(text, (ask,), gradient.Clock(), deterministic=deterministic)
    return Code(problem, _library(text, compiled, counted), is_gradient)


def by_hand(problem: Problem) -> Code:
    """The adjoint written by hand, for threads."""
    text, compiled = _compiled(HAND, "-fopenmp")
    named = replace(problem, called=problem.hand_name)
    return Code(named, _library(text, compiled, False), is_gradient=True)


def _compiled(source: Path, *flags: str) -> tuple[str, Compiled]:
    compiled = compile_c(source, flags=("-std=c11", *flags), debug=True)
    return pipeline.run("before", gradient.text_of(compiled)), compiled


def _library(text: str, compiled: Compiled, counted: bool) -> jit.Library:
    text = arena.linked(llvm.canonical(text), guard=False)
    text = pipeline.run("after", text, after=pipeline.After(3))
    if counted:
        text = _ATOMIC.sub(_COUNTED, text) + _COUNTER
    image = emit_object(startup.for_loading(llvm.canonical(text)))
    return jit.load(image, libraries=registry.libraries([compiled]))


@contextmanager
def team(threads: int) -> Iterator[None]:
    """Regions that begin here have so many threads."""
    before = os.environ.get("OMP_NUM_THREADS", "1")
    os.environ["OMP_NUM_THREADS"] = str(threads)
    try:
        yield
    finally:
        os.environ["OMP_NUM_THREADS"] = before


def worked(made: Code) -> Callable[[int], float]:
    """Seconds of the processor for a call, in a team of one."""
    call = made.call()

    def seconds(reps: int) -> float:
        with team(1):
            return call.seconds(reps)

    return seconds


def timed(made: Code, threads: int) -> Callable[[int], float]:
    """Seconds of a call by the clock, in a team of so many."""
    call = made.call()

    def seconds(reps: int) -> float:
        with team(threads):
            return call.clocked(reps)

    return seconds


def answer(made: Code, threads: int) -> Data:
    """What a gradient leaves in its shadows."""
    call = made.call()
    with team(threads):
        call.once()
    return {name: value for name, value in call.buffers.items() if name.startswith("d_")}


def atomics(problem: Problem, *, is_gradient: bool = True) -> int:
    """The atomic additions of one call of the gradient, or of the program."""
    made = code(problem, threads=True, is_gradient=is_gradient, counted=True)
    answer(made, TEAM)
    return ctypes.c_int64.from_address(made.library.address("bench.atomics")).value


def row(problem: Problem) -> tuple[str, ...]:
    """One line of the table; raises where the gradients differ."""
    programs = {threads: code(problem, threads=threads, is_gradient=False) for threads in (0, 1)}
    serial, threaded = (code(problem, threads=threads) for threads in (False, True))
    repeatable = _repeatable(problem)
    hand = [by_hand(problem)] if problem.name in BY_HAND else []
    expected = answer(serial, 1)
    for made in (threaded, *repeatable, *hand):
        for threads in (1, TEAM):
            for name, value in answer(made, threads).items():
                np.testing.assert_allclose(
                    value, expected[name], rtol=ROUNDING, atol=ROUNDING * abs(expected[name]).max(),
                    err_msg=f"{problem.name}, {name}",
                )  # fmt: skip
    works = {
        "primal": worked(programs[0]), "gradient": worked(serial), "threaded": worked(threaded),
        "primal 1": timed(programs[1], 1), "gradient 1": timed(threaded, 1),
        "primal 2": timed(programs[1], TEAM), "gradient 2": timed(threaded, TEAM),
        **({"deterministic": timed(repeatable[0], TEAM)} if repeatable else {}),
        **{f"hand {n}": timed(hand[0], n) for n in (1, TEAM) if hand},
    }  # fmt: skip
    least = {name: timing.least for name, timing in interleaved(works, EFFORT).items()}
    own = atomics(problem, is_gradient=False)
    fixed = [f"{least['deterministic'] / least['gradient 2']:.2f}"] if repeatable else ["refused"]
    return (
        problem.name, f"{1e3 * least['primal']:.3g}",
        f"{least['gradient'] / least['primal']:.2f}",
        f"{least['threaded'] / least['gradient']:.2f}",
        f"{least['gradient 1'] / least['primal 1']:.2f}",
        f"{least['gradient 2'] / least['primal 2']:.2f}",
        f"{atomics(problem) - own:,}", f"{own:,}",
        f"{least['primal 1'] / least['primal 2']:.2f}",
        f"{least['gradient 1'] / least['gradient 2']:.2f}", *fixed, *_beside(least),
    )  # fmt: skip


def _beside(least: dict[str, float]) -> tuple[str, ...]:
    """The columns of the adjoint by hand."""
    if "hand 1" not in least:
        return ("", "", "")
    pairs = (("hand 1", "primal 1"), ("hand 2", "primal 2"), ("hand 1", "hand 2"))
    return tuple(f"{least[of] / least[base]:.2f}" for of, base in pairs)


def _repeatable(problem: Problem) -> list[Code]:
    try:
        return [code(problem, threads=True, deterministic=True)]
    except Error:
        return []


def _asked(wish: str) -> Problem:
    """A program by its name, and another size than its own behind a colon."""
    name, _, size = wish.partition(":")
    problem = PROBLEMS[name]
    return replace(problem, sizes=(Size(size, {"n": int(size)}),)) if size else problem


def main(arguments: list[str]) -> int:
    wanted = arguments or list(PROBLEMS)
    lines = ["| " + " | ".join(_HEAD) + " |", "|---" * len(_HEAD) + "|"]
    print("\n".join(lines))
    for wish in wanted:
        lines.append("| " + " | ".join(row(_asked(wish))) + " |")
        print(lines[-1], flush=True)
    if not arguments:
        said = "`./do bench parallel`; what the columns are says `bench/parallel.py`."
        page = ("# Derivatives in threads", "", said, "", *lines, "")
        RESULT.write_text("\n".join(page), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
