"""Zig by the compiler of the `ziglang` wheel: a file to the IR that LLVM's passes have not seen.

    f.zig  →  zig build-obj -Mroot=rz_root.zig -Muser=f.zig --verbose-llvm-ir=…   →   zigtext

A file's public functions are called as they are: a root file of ours takes the address of each, so
that it has code, and says how failing checks leave for Python. Safety checks are in (`-O safe`)
unless the flags or the level say something else; Ribozyme's pipeline alone optimises.
"""

import re
import shlex
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, final

from ribozyme.base.cache import Cache, default_cache, own_code
from ribozyme.base.wheel import zig
from ribozyme.frontends import compiler_errors, programs, stops, stored, toolchain
from ribozyme.frontends.base import Compiled, Found, How, Level, Missing
from ribozyme.frontends.zig import zigtext

ROOT: Final = Path(__file__).with_name("rz_root.zig")
OURS: Final = ("-fllvm", "-fPIC", "-fno-error-tracing", "-fno-stack-check", "-fno-stack-protector")
_SAFETY: Final[dict[Level | None, str]] = {
    None: "safe", "O0": "debug", "O1": "safe", "O2": "safe", "O3": "fast", "Os": "small",
    "Oz": "small",
}  # fmt: skip
_READ: Final = re.compile(r'@(?:import|embedFile)\("([^"\n]+\.[^"\n]+)"\)')


@final
class Zig:
    """The front end of Zig."""

    def find(self) -> Found | Missing:
        if zig() is None:
            return Missing(compiler_errors.ZIG_WAY_OUT)
        return Found("zig of the package 'ziglang'")

    def compiled(self, sources: Sequence[Path], how: How) -> tuple[Compiled, ...]:
        here = Path.cwd()
        return tuple(_module(here / source, how) for source in sources)

    def from_text(self, text: str, how: How) -> Compiled:
        """Text is given a file, whose name messages and debug info show."""
        with programs.text_file(text, ".zig") as path:
            made = _module(path, how)
        return Compiled(made.code, "zig", (), how.flags, (), None, made.warnings, own_runtime=True)

    def runtime(self, modules: Sequence[Compiled], cache: Cache | None) -> tuple[Path, ...]:
        return (stops.library(cache),)


def _module(path: Path, how: How) -> Compiled:
    programs.check_level(how)
    content = programs.content(path)
    program = zig()
    if program is None:
        raise compiler_errors.no_zig(
            "the package 'ziglang', which has the Zig compiler, is not installed"
        )
    flags = _flags(how)
    root = ROOT.read_text(encoding="utf-8")
    output = stored.output(
        default_cache() if how.cache is None else how.cache,
        ("zig", own_code(), programs.stamp(program), path.name, str(path.parent), root, *flags),
        content,
        lambda: _run(program, path, flags),
    )
    code = output.code.decode("utf-8", "surrogateescape")
    return Compiled(
        code, "zig", (path,), how.flags, output.read, None, output.warnings, own_runtime=True
    )


def _flags(how: How) -> tuple[str, ...]:
    """Ours, the level, and the user's, of which the last one counts."""
    kept = [flag for flag in how.flags if not flag.startswith("-l")]
    chosen = () if any(f.startswith("-O") for f in kept) else ("-O", _SAFETY[how.level])
    debug = "-fno-strip" if how.debug else "-fstrip"
    place = ("-target", toolchain.target(), "-mcpu", "baseline")
    return (*place, *OURS, debug, "-lc", *chosen, *kept)


def _run(program: Path, path: Path, flags: Sequence[str]) -> stored.Output:
    with tempfile.TemporaryDirectory(prefix="ribozyme-") as scratch:
        text = Path(scratch, "module.ll")
        command = [
            *(str(program), "build-obj", *flags, "--dep", "user", f"-Mroot={ROOT}"),
            *(f"-Muser={path}", f"--verbose-llvm-ir={text}", "-fno-emit-bin", "--color", "off"),
            *("--cache-dir", scratch, "--global-cache-dir", str(Path(scratch, "global"))),
        ]
        done = programs.run(command, path.parent, compiler_errors.no_zig)
        if done.returncode != 0 or not text.is_file():
            said = shlex.join(command)
            raise compiler_errors.compiler_says(done.stderr, path.name, done.returncode, said)
        printed = text.read_text(encoding="utf-8", errors="surrogateescape")
        code = zigtext.rewritten(printed, path.stem)
        return stored.Output(code.encode("utf-8", "surrogateescape"), _others(path), done.stderr)


def _others(path: Path) -> tuple[Path, ...]:
    """The files that a file imports or embeds, and those that they do."""
    found: dict[Path, None] = {}
    work = [path]
    while work:
        one = work.pop()
        for name in _READ.findall(one.read_text(encoding="utf-8", errors="replace")):
            other = one.parent / name
            if other.is_file() and other not in found and other != path:
                found[other] = None
                if other.suffix == ".zig":
                    work.append(other)
    return tuple(found)
