"""How long a user waits: for the driver to compile a file, for the first gradient in Python.

Each row is a whole process, by the clock, as it is waited for, and in seconds of the processor (its
children included), beside clang's own compilation of the same file at -O2 in the same round. What
is wanted is a function of clang's seconds by the clock, so nothing else should run. Compiled
modules of Python are there, as they are after an installation; our cache is not, unless the row
says so.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, final

from bench.containers import program

PROGRAMS: Final = Path(__file__).parent / "programs" / "compile"
EIGEN: Final = Path("/usr/include/eigen3")
JSON: Final = Path("/usr/include/nlohmann/json.hpp")
RIBOZYME: Final = (sys.executable, "-m", "ribozyme.cli.main")

_FIRST: Final = """
import sys, time
import numpy as np, ribozyme as rz
start, begun = time.perf_counter(), time.process_time()
path, name, transform, size, *flags = sys.argv[1:]
function = rz.load(path, flags=flags)[name]
n = int(size)
x = np.linspace(0.5, 1.5, n * n).reshape(n, n) if name == "logdet" else np.linspace(1, 2, n)
made = getattr(rz, transform)(function, wrt="x")
made(x, n) if name != "energy" else made(x)
print(time.perf_counter() - start, time.process_time() - begun)
"""


Found = dict[str, float | str]
"""What was measured of a row, by name."""


@final
@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds of a process by the clock, and of the processor."""

    clock: float
    work: float


@final
@dataclass(frozen=True, slots=True)
class Row:
    """What is waited for: the command, and how long is well enough, by clang's seconds."""

    name: str
    source: str
    words: tuple[str, ...]  # of Python: what follows the path; else of the compiler
    wanted: Callable[[float], float]
    said: str
    python: bool = False
    warm: bool = False  # out of the cache
    inside: bool = False  # by the process's own words: without the interpreter's start and imports
    needs: Path | None = None
    rounds: int = 3


ROWS: Final = (
    Row("C, 50 lines", "spring.c", (), lambda c: 0.3 + 2 * c, "0.3 s + 2 clang"),
    Row("C++, iostream and map", "streams.cpp", (), lambda c: c + 1, "clang + 1 s"),
    Row("C++, a JSON header", "json.cpp", (), lambda c: c + 1, "clang + 1 s", needs=JSON),
    Row("C++, own expression templates", "lazy.cpp", (), lambda c: c + 2, "clang + 2 s"),
    Row("C++, 3 000 lines, containers", "containers.cpp", (), lambda c: c + 4, "clang + 4 s"),
    Row("C++, the same again", "containers.cpp", (), lambda c: c + 0.2, "clang + 0.2 s", warm=True),
    Row("C, the same again", "spring.c", (), lambda c: c + 0.2, "clang + 0.2 s", warm=True),
    Row("Eigen, 3 lines, gradient in Python", "eigen.cpp", ("energy", "grad", "3"),
        lambda c: c + 2, "clang + 2 s", python=True, needs=EIGEN),
    Row("Eigen, gradient of log det", "logdet.cpp", ("logdet", "grad", "4"),
        lambda c: 6.0, "6 s", python=True, needs=EIGEN, rounds=1),
    Row("Eigen, Hessian of log det", "logdet.cpp", ("logdet", "hessian", "4"),
        lambda c: 15.0, "15 s", python=True, needs=EIGEN, rounds=1),
    Row("C, first gradient in Python, cold", "small.c", ("length", "grad", "4"),
        lambda c: 0.5, "0.5 s", python=True),
    Row("C, first gradient in Python, warm", "small.c", ("length", "grad", "4"),
        lambda c: 0.05, "0.05 s after import", python=True, warm=True, inside=True),
)  # fmt: skip

_SMALL: Final = """
double length(const double *x, int n) {
    double s = 0;
    for (int i = 0; i < n; i++) s += x[i] * x[i];
    return s;
}
"""


@final
@dataclass
class Bench:
    """A folder with the programs, caches and Python's compiled modules."""

    folder: Path
    made: dict[str, Path] = field(default_factory=dict)

    def source(self, name: str) -> Path:
        """A program by name; those that are generated are written first."""
        texts: Mapping[str, Callable[[], str]] = {
            "containers.cpp": lambda: program(3000),
            "small.c": lambda: _SMALL,
        }
        if name not in texts:
            return PROGRAMS / name
        if name not in self.made:
            self.made[name] = self.folder / name
            self.made[name].write_text(texts[name]())
        return self.made[name]

    def measured(self, row: Row) -> Found:
        """The least seconds of some rounds, ours and clang's turn by turn."""
        found: Found = {"row": row.name, "wanted": row.said}
        if row.needs is not None and not row.needs.exists():
            return {**found, "skipped": f"{row.needs} is not there"}
        ours, clang = [], []
        if row.rounds > 1:  # Python's modules are compiled; what is to be in the cache is
            self.ours(row)
        for _ in range(row.rounds):
            ours.append(self.ours(row))
            clang.append(self.clang(row))
        best, theirs = (min(spent, key=lambda one: one.clock) for spent in (ours, clang))
        return {
            **found,
            "seconds": best.clock,
            "processor": best.work,
            "clang": theirs.clock,
            "clang_processor": theirs.work,
            "limit": row.wanted(theirs.clock),
        }

    def ours(self, row: Row) -> Spent:
        """One process of ours; its words where it fails."""
        source = self.source(row.source)
        cache = self.folder / ("cache" if row.warm else tempfile.mkdtemp(dir=self.folder))
        flags = [f"-I{EIGEN}"] if row.needs is EIGEN else []
        if row.python:
            words = [sys.executable, "-c", _FIRST, str(source), *row.words, *flags]
        else:
            driver = "cc" if source.suffix == ".c" else "c++"
            words = [*RIBOZYME, driver, *flags, "-O2", "-c", str(source), "-o", self.object]
        said, whole = self.ran(words, RIBOZYME_CACHE_DIR=str(cache))
        return Spent(*map(float, said.split())) if row.inside else whole

    def clang(self, row: Row) -> Spent:
        """The compiler alone, without what Python does around it."""
        from ribozyme.frontends import toolchain

        source = self.source(row.source)
        compiler = toolchain.compiler()
        cxx = ["--driver-mode=g++"] if source.suffix == ".cpp" else []
        flags = [f"-I{EIGEN}"] if row.needs is EIGEN else []
        words = [*compiler.command, *cxx, *flags, "-w", "-D__enzyme_autodiff=undefined_here"]
        return self.ran([*words, "-O2", "-c", str(source), "-o", self.object])[1]

    @property
    def object(self) -> str:
        return str(self.folder / "made.o")

    def ran(self, words: list[str], **more: str) -> tuple[str, Spent]:
        """What a process said, and the seconds it took."""
        modules = {"PYTHONPYCACHEPREFIX": str(self.folder / "modules")}
        known = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        before, start = _children(), time.perf_counter()
        done = subprocess.run(
            words, env={**known, **modules, **more}, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"{' '.join(words[:4])} …: {done.stderr.strip()[-400:]}")
        return done.stdout, Spent(time.perf_counter() - start, _children() - before)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


# ---- shown ---------------------------------------------------------------------------------------


def rows(
    quick: bool, shown: Callable[[dict[str, float | str]], None]
) -> list[dict[str, float | str]]:
    """All rows, each handed over when it is known."""
    found = []
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        bench = Bench(Path(folder))
        for row in ROWS:
            if quick and row.rounds == 1:
                continue
            try:
                found.append(bench.measured(row))
            except RuntimeError as failed:
                found.append({"row": row.name, "wanted": row.said, "failure": str(failed)})
            shown(found[-1])
    return found


def cells(found: Mapping[str, float | str]) -> tuple[str, ...]:
    """One row of the table."""
    name, wanted = str(found["row"]), str(found["wanted"])
    for word in ("skipped", "failure"):
        if word in found:
            return name, "", "", "", wanted, f"{word}: {found[word]}"
    mine, limit = float(found["seconds"]), float(found["limit"])
    verdict = "met" if mine <= limit else "missed"
    seconds = (f"{float(found[key]):.2f}" for key in ("seconds", "processor", "clang"))
    return name, *seconds, f"{wanted} = {limit:.2f}", verdict


HEAD: Final = ("what", "ours, s", "processor, s", "clang, s", "wanted", "verdict")
