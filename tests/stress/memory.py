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
import time
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, final

from tests.programs import Case, discover, standard
from tests.run.adapter import LEVELS, Level
from tests.stress.log import Table

if TYPE_CHECKING:
    from ribozyme.cli.cc import Assembler, Driver
    from ribozyme.frontends.base import Language

TABLE: Final = Table(
    "Memory of what is generated",
    ("compiler", "programs", "derivatives", "refused", "wrong", "findings"),
)
_ROOT: Final = Path(__file__).parents[2]
EXECUTABLES: Final = _ROOT / "tests" / "run" / "cinterface"
_FLAGS: Final = ("-O1", "-g", "-fPIC", "-w", "-fsanitize=address,undefined,local-bounds")
_FOUND: Final = 77
"""What a process that the sanitizer ends returns."""
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
    clang: str, programs: Sequence[Program], whole: bool = False, end: float = 1e18
) -> Tally:
    """Every program, one after the other, until the time is over."""
    said = subprocess.run([clang, "--version"], capture_output=True, text=True, check=True).stdout
    version = re.search(r"version (\S+)", said)
    tally = Tally(f"clang {version[1] if version else '22'}")
    worker = _Worker(clang)
    with suppress(KeyboardInterrupt):
        for program in programs:
            if time.monotonic() > end:
                break
            found = [(job, *worker.verdict(job)) for job in jobs(program, whole)]
            tally.add(found)
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
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.stress.memory", "--worker", self._clang],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._said, text=True, cwd=_ROOT,
            env=os.environ | {"LD_PRELOAD": ":".join(preload), "ASAN_OPTIONS": _OPTIONS},
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


# ---- in the worker -------------------------------------------------------------------------------


def _served(clang: str) -> None:
    os.environ.pop("LD_PRELOAD", None)  # for this process, not for the compilers it starts
    cases = {case.name: case for case in discover()}
    _instrumented(clang)
    for line in sys.stdin:
        name, level, mode = json.loads(line)
        if mode == "run":
            said = _executed(clang, EXECUTABLES / Path(name).name, level)
        else:
            said = _verdict(cases[name], level or None, mode)
        print(json.dumps(said), flush=True)


def _verdict(case: Case, level: Level, mode: Any) -> tuple[str, str]:
    import numpy as np
    from tests.run.adapter import differentiate
    from tests.run.validity import with_stack

    import ribozyme as rz

    wrong: list[str] = []

    def work() -> None:
        for variant in range(len(case.variants)):
            args = case.arguments(variant=variant)
            seeds = case.cotangents(args) if mode == "reverse" else case.directions(args)
            found = differentiate(case, level, mode)(args, seeds)
            if mode == "reverse":
                truth = case.truth(args).gradients
                scale = max((float(np.abs(g).max(initial=0)) for g in truth.values()), default=0)
                for p in case.active:
                    if p.is_input and not np.allclose(
                        found[p.name], truth[p.name],
                        rtol=case.tolerance, atol=case.tolerance * max(scale, 1e-3),
                    ):  # fmt: skip
                        wrong.append(f"gradient by {p.name}, variant {variant}")

    try:
        with rz.options(cache=False, check="never"):
            with_stack(work) if "stack" in case.needs else work()
    except rz.Error as refused:
        return "refused", str(refused)
    except Exception as failure:
        return "wrong", f"{type(failure).__name__}: {failure}"
    return ("wrong", "; ".join(wrong)) if wrong else ("ok", "")


def _executed(clang: str, path: Path, level: str) -> tuple[str, str]:
    """A program of the C interface, compiled by the driver and run."""
    from ribozyme.base.errors import Error
    from ribozyme.cli import cc

    language: Language = "c++" if path.suffix == ".cpp" else "c"
    with tempfile.TemporaryDirectory() as folder:
        object, made = Path(folder, "program.o"), Path(folder, "program")
        words = [standard(path), f"-{level}", "-g", "-c", str(path), "-o", str(object)]
        try:
            status = cc.run(words, language, _assembler(clang))
        except Error as refused:
            return "refused", str(refused)
        if status:
            return "wrong", f"the driver returned {status}"
        driver = ["--driver-mode=g++"] if language == "c++" else []
        command = [clang, *driver, *_FLAGS, str(object), "-o", str(made), "-lm"]
        subprocess.run(command, check=True, stdout=sys.stderr)
        try:
            ran = subprocess.run([made], capture_output=True, text=True, timeout=60, check=False)
        except subprocess.TimeoutExpired:
            return "slow", ""
    if ran.returncode == _FOUND:
        return "finding", ran.stderr[:3000]
    return ("wrong", f"{ran.returncode}: {ran.stderr[:3000]}") if ran.returncode else ("ok", "")


def _assembler(clang: str) -> Assembler:
    """The driver's last step, under the sanitizer."""

    def assembled(_: Driver, text: str, __: object, ___: object, output: Path) -> None:
        output.write_bytes(_emitted(clang, text))

    return assembled


def _emitted(clang: str, text: str) -> bytes:
    """The object of a module whose every function is instrumented."""
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder, "module.ll"), Path(folder, "module.o")
        source.write_text(sanitized(text), encoding="utf-8")
        command = [clang, *_FLAGS, "-c", "-x", "ir", str(source), "-o", str(made)]
        subprocess.run(command, check=True, stdout=sys.stderr)
        return made.read_bytes()


def _instrumented(clang: str) -> None:
    """Have this process compile and load everything with red zones."""
    from ribozyme.api import texts
    from ribozyme.backend import arena, elf, jit, link, target
    from ribozyme.base.record import replaced

    def emitted(text: str, *_: object, **__: object) -> bytes:
        return _emitted(clang, text)

    run = texts._run

    def unoptimised(program: Any, name: Any, text: str, **how: Any) -> str:
        return text if name == "after" else run(program, name, text, **how)

    symbols = elf.symbols

    def for_the_loader(image: bytes) -> elf.Symbols:
        return replaced(symbols(image), thread_local=True)  # so that the system loads it

    memory = arena._source

    def apart(name: str) -> str:
        return red_zones(memory(name)) if name == "arena.ll" else memory(name)

    texts.emit_object = target.emit_object = emitted  # type: ignore[assignment]
    texts._run = unoptimised  # type: ignore[assignment]
    jit.elf.symbols = for_the_loader  # type: ignore[attr-defined]
    jit._SYSTEM = (None, *jit._SYSTEM)  # type: ignore[misc]  # the sanitizer's malloc before libc's
    jit._atexit_object = lambda: emitted(memory_of_atexit())  # type: ignore[assignment]
    link._MODE = os.RTLD_NOW | os.RTLD_LOCAL  # type: ignore[misc]
    arena._source = apart  # type: ignore[assignment]


def memory_of_atexit() -> str:
    from ribozyme.backend import jit

    return Path(jit.__file__).with_name("atexit.ll").read_text(encoding="utf-8")


def red_zones(text: str) -> str:
    """The arena with a heap block for each allocation, of just the size that is needed."""
    for old, new in (
        ("%fits = icmp ule i64 %bytes, %free", "%fits = icmp eq i64 1, 0"),
        ("%wish = phi i64 [ 65536, %within ], [ %double, %measure ]",
         "%wish = phi i64 [ 0, %within ], [ 0, %measure ]"),
        ("%large = icmp uge i64 %size, 4194304", "%large = icmp eq i64 1, 0"),
        ("%empty = icmp eq i64 %held, 0", "%empty = icmp eq i64 0, 0"),
    ):  # fmt: skip
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    if "RIBOZYME_TEST_SHORT_TAPE" in os.environ:  # a mistake that has to be found
        text = text.replace("%up = add i64 %bytes, 63", "%up = lshr i64 %bytes, 1")
    return text


_DEFINE: Final = re.compile(r"^define [^\n]*\{$", re.M)


def sanitized(text: str) -> str:
    """The module with every function instrumented."""
    return _DEFINE.sub(lambda found: _marked(found[0]), text)


def _marked(line: str) -> str:
    name = re.search(r'@("[^"]*"|[\w.$-]+)\(', line)
    assert name is not None, line
    depth, at = 1, name.end()
    while depth:
        depth += {"(": 1, ")": -1}.get(line[at], 0)
        at += 1
    rest = re.match(r" (?:local_)?unnamed_addr", line[at:])
    at += rest.end() if rest else 0
    return f"{line[:at]} sanitize_address{line[at:]}"


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
    parser.add_argument("--all", action="store_true", help="every level of the front end")
    parser.add_argument("--no-log", action="store_true", help="write nothing to docs/trust.md")
    parser.add_argument("--worker", metavar="CLANG", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.worker:
        _served(asked.worker)
        return 0
    clang = compiler()
    if clang is None:
        print("no clang of LLVM 22 with sanitizers on this machine: nothing was run")
        return 3
    for told_to_end in (signal.SIGINT, signal.SIGTERM):  # a shell's background ignores the first
        signal.signal(told_to_end, signal.default_int_handler)
    end = time.monotonic() + 60 * asked.minutes
    programs = list(named(asked.names))
    tally = campaign(clang, programs[asked.after :], asked.all, end)
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
