"""What we generate, under the address sanitizer: `python -m tests.stress.memory`.

Each program of `tests/run` is differentiated in reverse and forward mode; our IR, before its last
optimisation, is compiled by a clang of LLVM 22 with `-fsanitize=address,undefined` and runs in a
process that carries the sanitizer, the primal too. The tape hands out a heap block for each
allocation, so that nothing lies behind an array of the tape but a red zone; what the differentiator
got right is compared with the truth as well. The programs of the C interface are compiled by the
driver, its last step being that clang, and run as executables of their own.

The wheel cannot link sanitizers, so a system's compiler is needed: `clang-22`, or what
`RIBOZYME_SANITIZER` names. Where there is none the run says so, and counts nothing. Checks of
undefined behaviour are put in by front ends; in IR only those of array bounds are.

A campaign that is told to end (Ctrl-C, SIGTERM) writes down what it has found, and says where
another may go on: `--after 120`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, final

from tests.programs import Case, discover
from tests.run.adapter import LEVELS, Level
from tests.stress.log import Table
from tests.stress.redzones import EXECUTABLES

TABLE: Final = Table(
    "Memory of what is generated",
    ("compiler", "programs", "derivatives", "refused", "wrong", "findings"),
)
_ROOT: Final = Path(__file__).parents[2]
_PATIENCE: Final = 240
"""Seconds for one derivative; what takes longer (a module of Eigen may) is counted as slow."""
_OPTIONS: Final = (
    "detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1:"
    "detect_odr_violation=0:abort_on_error=0:exitcode=77"
)


def compiler() -> str | None:
    """A clang of LLVM 22 that has its sanitizers' run time, None where there is none."""
    named = os.environ.get("RIBOZYME_SANITIZER")
    for name in [named] if named else ["clang-22", "clang"]:
        path = shutil.which(name)
        if path and _fits(path):
            return path
    return None


def _fits(path: str) -> bool:
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
    return "version 22." in said and Path(_runtime(path)).is_file()


def _runtime(clang: str) -> str:
    """The shared library of the address sanitizer."""
    done = subprocess.run(
        [clang, "-print-file-name=libclang_rt.asan-x86_64.so"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stdout.strip()


Job = tuple[str, str, str]
"""A program's name, a level of the front end, a mode."""


@final
@dataclass(slots=True)
class Tally:
    """What came of it."""

    compiler: str
    programs: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    bad: list[str] = field(default_factory=list)

    def add(self, found: Sequence[tuple[Job, str, str]]) -> None:
        """One program more, with what came of each derivative."""
        self.programs += 1
        for (name, level, mode), verdict, detail in found:
            self.verdicts[verdict] += 1
            if verdict not in ("ok", "refused", "slow"):
                self.bad.append(f"{name} {level or 'raw'} {mode}: {verdict}\n{detail}")
                print(self.bad[-1], flush=True)

    def cells(self) -> tuple[object, ...]:
        done = sum(self.verdicts[name] for name in ("ok", "wrong", "finding"))
        names = ("refused", "wrong", "finding")
        return (self.compiler, self.programs, done, *(self.verdicts[name] for name in names))


Program = Case | Path
"""What is called from Python, or an executable that uses the C interface."""


def name_of(program: Program) -> str:
    """Such as control/early_returns and cinterface/reverse_width.c."""
    return f"cinterface/{program.name}" if isinstance(program, Path) else program.name


def jobs(program: Program, whole: bool) -> list[Job]:
    """Name, level and mode: our own emission, and one level of the front end; all if `whole`.

    An executable is compiled at a level of its own choosing, there being none of ours.
    """
    name = name_of(program)
    one = zlib.crc32(name.encode()) % 4
    if isinstance(program, Path):
        levels: Sequence[Level] = LEVELS[1:] if whole else (LEVELS[1 + one],)
        return [(name, level or "", "run") for level in levels]
    levels = LEVELS if whole else (None, LEVELS[1 + one])
    return [(name, level or "", mode) for level in levels for mode in ("reverse", "forward")]


def campaign(
    clang: str,
    programs: Sequence[Program],
    whole: bool = False,
    end: float = 1e18,
    processes: int = 1,
) -> Tally:
    """Every program, in as many processes at a time, until the time is over.

    What was found is counted in the programs' order, so that another campaign may go on behind.
    """
    said = subprocess.run([clang, "--version"], capture_output=True, text=True, check=True).stdout
    version = re.search(r"version (\S+)", said)
    tally = Tally(f"clang {version[1] if version else '22'}")
    idle = [_Worker(clang) for _ in range(processes)]
    workers = tuple(idle)
    over = threading.Event()

    def found(program: Program) -> list[tuple[Job, str, str]]:
        worker = idle.pop()
        try:
            asked = jobs(program, whole)
            late = over.is_set() or time.monotonic() > end
            return [] if late else [(job, *worker.verdict(job)) for job in asked]
        finally:
            idle.append(worker)

    with ThreadPoolExecutor(processes) as pool, suppress(KeyboardInterrupt):
        try:
            for verdicts in pool.map(found, programs):
                if not verdicts:
                    break
                tally.add(verdicts)
        finally:
            over.set()
    for worker in workers:
        worker.close()
    return tally


@final
class _Worker:
    """A process under the sanitizer, and another when it has found something."""

    def __init__(self, clang: str) -> None:
        self._clang = clang
        self._process: subprocess.Popen[str] | None = None

    def verdict(self, job: Sequence[str]) -> tuple[str, str]:
        process = self._process or self._started()
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(json.dumps(list(job)) + "\n")
            process.stdin.flush()
            with selectors.DefaultSelector() as waiting:
                waiting.register(process.stdout, selectors.EVENT_READ)
                if not waiting.select(_PATIENCE):
                    process.kill()
                    self.close()
                    return "slow", ""
            answer = process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if answer:
            verdict, detail = json.loads(answer)
            return verdict, detail
        self.close()
        self._said.seek(0)
        words = self._said.read().decode("utf-8", "replace")
        start = max(words.find("ERROR: AddressSanitizer"), 0)
        return "finding", words[start:][:3000] or f"ended with status {process.returncode}"

    def _started(self) -> subprocess.Popen[str]:
        cxx = subprocess.run(
            ["g++", "-print-file-name=libstdc++.so.6"], capture_output=True, text=True, check=False
        ).stdout.strip()
        preload = [_runtime(self._clang), *([cxx] if Path(cxx).is_file() else [])]
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 -- lives as long as the process
        self._cache = tempfile.TemporaryDirectory()  # no key tells that code is instrumented
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.stress.redzones", self._clang],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._said, text=True, cwd=_ROOT,
            env=os.environ | {"LD_PRELOAD": ":".join(preload), "ASAN_OPTIONS": _OPTIONS,
                              "RIBOZYME_CACHE_DIR": self._cache.name},
        )  # fmt: skip
        return self._process

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.stdin is not None and process.stdout is not None:
            process.stdin.close()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stdout.close()


def named(words: Sequence[str]) -> Iterator[Program]:
    """The programs whose names begin so, the families mixed: a short campaign meets all of them."""
    executables = [path for path in EXECUTABLES.iterdir() if path.suffix in (".c", ".cpp")]
    programs: list[Program] = [*discover(), *executables]
    for program in sorted(programs, key=lambda one: zlib.crc32(name_of(one).encode())):
        if not words or any(name_of(program).startswith(word) for word in words):
            yield program


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.stress.memory", description=__doc__)
    parser.add_argument("names", nargs="*", help="such as memory/ or control/early_returns")
    parser.add_argument("--minutes", type=float, default=1e9, help="at most so long")
    parser.add_argument("--after", type=int, default=0, help="leave out the first so many")
    parser.add_argument("--processes", type=int, default=2, help="at one time")
    parser.add_argument("--all", action="store_true", help="every level of the front end")
    parser.add_argument("--no-log", action="store_true", help="write nothing to docs/trust.md")
    asked = parser.parse_args()
    clang = compiler()
    if clang is None:
        print("no clang of LLVM 22 with sanitizers on this machine: nothing was run")
        return 3
    for told_to_end in (signal.SIGINT, signal.SIGTERM):  # a shell's background ignores the first
        signal.signal(told_to_end, signal.default_int_handler)
    end = time.monotonic() + 60 * asked.minutes
    programs = list(named(asked.names))
    tally = campaign(clang, programs[asked.after :], asked.all, end, asked.processes)
    done = asked.after + tally.programs
    if done < len(programs):
        print(f"{len(programs) - done} programs are left: --after {done}")
    counts = ", ".join(f"{n} {verdict}" for verdict, n in tally.verdicts.items())
    print(f"{tally.programs} programs by {tally.compiler}: {counts}")
    if not asked.no_log:
        TABLE.append(tally.cells())
    return 1 if tally.bad else 0


if __name__ == "__main__":
    sys.exit(main())
