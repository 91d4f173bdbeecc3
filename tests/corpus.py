"""Real modules for tests of the IR layer: what compilers make of `frontends/programs/`.

Every program is compiled at several levels, with and without debug information; the IR texts are
kept under `build/corpus`, named by what they were made of, so that only the first run compiles.

    from tests.corpus import corpus
    for name, text in corpus().items(): …        # "structs.c raw-g" → IR text

    python tests/corpus.py                       # make it, and say what is in it
    python tests/corpus.py structs               # print the modules of a name
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final, final

import llvmlite.binding as llvm

from ribozyme.frontends import toolchain

ROOT: Final = Path(__file__).resolve().parent
PROGRAMS: Final = ROOT / "frontends" / "programs"
KEPT: Final = ROOT.parent / "build" / "corpus"

LEVELS: Final[dict[str, tuple[str, ...]]] = {
    "O0-g": ("-O0", "-g"),
    "raw-g": ("-O2", "-Xclang", "-disable-llvm-passes", "-g", "-fno-math-errno"),
    "O2": ("-O2",),
    "O3v3-g": ("-O3", "-march=x86-64-v3", "-g", "-fno-math-errno"),
}
RUST: Final[dict[str, tuple[str, ...]]] = {
    "O0-g": ("-C", "opt-level=0", "-g"),
    "raw": ("-C", "opt-level=2", "-C", "no-prepopulate-passes", "-C", "panic=abort"),
    "O3": ("-C", "opt-level=3"),
}
ZIG: Final[dict[str, tuple[str, ...]]] = {
    "fast": ("-O", "ReleaseFast"),
    "small": ("-O", "ReleaseSmall", "-fno-strip"),
}

NUMBA: Final = """
import numpy, numba
@numba.njit
def norm(x):
    s = 0.0
    for i in range(x.shape[0]):
        s += x[i] * x[i]
    return numpy.sqrt(s)
@numba.njit(error_model="numpy", fastmath=True)
def softplus(x):
    y = numpy.empty_like(x)
    for i in range(x.size):
        y[i] = numpy.log1p(numpy.exp(x[i])) / x[i]
    return y.sum()
f = (norm, softplus)[int(__import__("sys").argv[1])]
f(numpy.ones(3))
print(f.inspect_llvm(f.signatures[0]))
"""


@final
@dataclass(frozen=True, slots=True)
class Entry:
    """One module to be made: `key` is all it depends on."""

    name: str
    key: str
    make: Callable[[], str | None]


def corpus(only: str = "") -> dict[str, str]:
    """The IR text of every module whose name contains `only`, as LLVM prints it."""
    entries = [entry for entry in _entries() if only in entry.name]
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        texts = list(pool.map(_kept, entries))
    return {entry.name: text for entry, text in zip(entries, texts, strict=True) if text}


def _entries() -> list[Entry]:
    entries: list[Entry] = []
    for program in sorted(PROGRAMS.iterdir()):
        match program.suffix:
            case ".c" | ".cpp" | ".cl":
                entries += _of_clang(program)
            case ".rs":
                entries += _of_rustc(program)
            case ".zig":
                entries += _of_zig(program)
            case ".ll":
                text = program.read_text()
                entries.append(Entry(program.name, text, lambda text=text: text))
    return [*entries, *(_of_numba(which) for which in (0, 1))]


def _of_clang(program: Path) -> list[Entry]:
    cc = toolchain.compiler()
    language = "c++" if program.suffix == ".cpp" else "c"
    first = program.read_text().split("\n", 1)[0]
    own = first.removeprefix("// flags:").split() if first.startswith("// flags:") else []
    foreign = any(flag.startswith("--target=") for flag in own)
    placed = toolchain.headers(cc, language, own).flags
    driver = ["--driver-mode=g++"] if language == "c++" else []
    entries: list[Entry] = []
    for level, flags in LEVELS.items():
        kept = [f for f in flags if not (foreign and f.startswith("-march="))]
        command = [*cc.command, *driver, *placed, "-w", *kept, *own, "-S", "-emit-llvm"]
        entries.append(_by_command(program, level, [*command, program.name, "-o"], cc.identity))
    return entries


def _of_rustc(program: Path) -> list[Entry]:
    rustc = shutil.which("rustc")
    if rustc is None:
        return []
    asked = subprocess.run([rustc, "-vV"], capture_output=True, text=True, check=False)
    said = asked.stdout
    if asked.returncode:  # a launcher whose tool chain is not installed
        return []
    newest = int(said.partition("LLVM version: ")[2].split(".")[0])
    if newest > toolchain.NEWEST_LLVM:
        return []
    command = [rustc, "--emit=llvm-ir", "--crate-type=lib", "-A", "warnings"]
    return [
        _by_command(program, level, [*command, *flags, program.name, "-o"], said)
        for level, flags in RUST.items()
    ]


def _of_zig(program: Path) -> list[Entry]:
    cc = toolchain.wheel()
    if cc is None:
        return []
    start = [cc.command[0], "build-obj", program.name, "-fllvm", "-fno-emit-bin"]
    return [
        _by_command(program, level, [*start, *flags, "-femit-llvm-ir="], cc.identity)
        for level, flags in ZIG.items()
    ]


def _by_command(program: Path, level: str, command: list[str], identity: str) -> Entry:
    """A module made by a command whose last word is what names its output."""
    where = "" if command[-1].endswith("=") else " "

    def make() -> str:
        with tempfile.TemporaryDirectory() as scratch:
            out = Path(scratch, "module.ll")
            last = [command[-1], str(out)] if where else [command[-1] + str(out)]
            environment = {**os.environ, "ZIG_LOCAL_CACHE_DIR": scratch}
            done = subprocess.run(
                [*command[:-1], *last],
                cwd=PROGRAMS,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode != 0:
                raise RuntimeError(f"{program.name} {level}: {done.stderr}")
            return out.read_text(encoding="utf-8", errors="surrogateescape")

    key = "\0".join((program.read_text(), identity, *command))
    return Entry(f"{program.name} {level}", key, make)


def _of_numba(which: int) -> Entry:
    """One of the functions above as Numba makes it; nothing where Numba is not installed."""

    def make() -> str | None:
        done = subprocess.run(
            [sys.executable, "-c", NUMBA, str(which)], capture_output=True, text=True, check=False
        )
        return done.stdout if done.returncode == 0 else None

    return Entry(f"numba {which}", f"{which}{NUMBA}", make)


def _kept(entry: Entry) -> str | None:
    digest = hashlib.sha256(f"{llvm.llvm_version_info}\0{entry.key}".encode()).hexdigest()[:20]
    path = KEPT / f"{entry.name.replace(' ', '.')}.{digest}.ll"
    if path.is_file():
        return path.read_text(encoding="utf-8")
    made = entry.make()
    if made is None:
        return None
    text = str(llvm.parse_assembly(made, llvm.create_context()))
    KEPT.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=KEPT, delete=False, encoding="utf-8") as file:
        file.write(text)
    os.replace(file.name, path)
    return text


def main(arguments: list[str]) -> None:
    """Make the corpus; print the modules of a name, or a line for each and their number."""
    found = corpus(arguments[0] if arguments else "")
    for name, text in found.items():
        print(f"; {name}: {text.count(chr(10))} lines")
        if arguments:
            print(text)
    print(f"; {len(found)} modules, {sum(map(len, found.values())) // 1000} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
