"""Compilers of the machine that print LLVM IR: D's, and the translator of MLIR's LLVM dialect.

    f.mlir  →  mlir-translate-22 --mlir-to-llvmir f.mlir -o module.ll
    f.d     →  ldc2 -betterC -release -O0 -g --output-ll f.d -of=module.ll   read like a .ll file

Other dialects are lowered to LLVM's before (`mlir-opt`): which passes do that is for their users
to say. D is compiled without its run time, as `-betterC` means it.
"""

import os
import re
import shlex
import tempfile
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, final

from ribozyme.base.cache import Cache
from ribozyme.base.errors import Error
from ribozyme.base.record import record, replaced
from ribozyme.frontends import compiler_errors, programs, toolchain
from ribozyme.frontends.base import Compiled, Found, How, Missing

_LLVM: Final = re.compile(r"\bLLVM (?:version )?(\d+)[\d.]*")


@final
@record
class Printer:
    """The front end of a language whose compiler prints IR to a file."""

    suffix: str
    programs: tuple[str, ...]  # names of the compiler
    setting: str  # of the environment, which names another
    oldest: int  # version of LLVM
    flags: tuple[str, ...]
    output: str  # the flag before the file that is written
    missing: Callable[[str], Error]
    says: Callable[[str, str, int, str], Error]
    way_out: str

    def find(self) -> Found | Missing:
        try:
            return Found(self.located()[1])
        except Error:
            return Missing(self.way_out)

    def compiled(self, sources: Sequence[Path], how: How) -> tuple[Compiled, ...]:
        here = Path.cwd()
        return tuple(self._module(here / source, how) for source in sources)

    def from_text(self, text: str, how: How) -> Compiled:
        """Text is given a file, whose name messages and debug info show, and D's modules have."""
        with programs.text_file(text, self.suffix, "source_") as path:
            return replaced(self._module(path, how), sources=())

    def runtime(self, modules: Sequence[Compiled], cache: Cache | None) -> tuple[Path, ...]:
        return ()

    def located(self) -> tuple[tuple[str, ...], str]:
        """The compiler that the setting names, else the first that is found; and its version."""
        named = os.environ.get(self.setting)
        search = os.environ.get("PATH", "")
        for name in (named,) if named else self.programs:
            command = programs.located(name, search)
            if command is not None:
                return command, self._version(command)
        last = self.programs[-1]
        raise self.missing(
            f"there is no program {named!r}" if named else f"{last} is not on this machine"
        )

    def _version(self, command: tuple[str, ...]) -> str:
        said, name = _llvm(command), Path(command[0]).name
        if said is None:
            raise self.missing(f"{command[0]!r} does not say which LLVM it is of")
        newest = toolchain.NEWEST_LLVM
        if not self.oldest <= said <= newest:
            raise self.missing(f"{name!r} is of LLVM {said}; {self.oldest} to {newest} do")
        return f"{name}, LLVM {said}"

    def _module(self, path: Path, how: How) -> Compiled:
        """Its code is foreign IR: nobody has checked what it says of memory and types."""
        programs.check_level(how)
        programs.content(path)
        command, _ = self.located()
        with tempfile.TemporaryDirectory(prefix="ribozyme-") as scratch:
            text = Path(scratch, "module.ll")
            words = shlex.split(f"{self.output}{shlex.quote(str(text))}")
            whole = [*command, *self.flags, *how.flags, str(path), *words]
            done = programs.run(whole, path.parent, self.missing)
            if done.returncode != 0 or not text.is_file():
                raise self.says(done.stderr, path.name, done.returncode, shlex.join(whole))
            code = text.read_text(encoding="utf-8", errors="surrogateescape")
        return Compiled(code, "ir", (path,), how.flags, warnings=done.stderr)


@lru_cache(maxsize=8)
def _llvm(command: tuple[str, ...]) -> int | None:
    found = _LLVM.search(programs.answer(command, "--version"))
    return None if found is None else int(found[1])


D: Final = Printer(
    ".d", ("ldc2",), "RIBOZYME_DC", 14,
    ("-betterC", "-release", "-O0", "-g", "--output-ll", "--vcolumns"), "-of=",
    compiler_errors.no_ldc, compiler_errors.ldc_says, compiler_errors.D_WAY_OUT,
)  # fmt: skip
MLIR: Final = Printer(
    ".mlir", ("mlir-translate-22", "mlir-translate"), "RIBOZYME_MLIR", 19,
    ("--mlir-to-llvmir",), "-o ",
    compiler_errors.no_mlir, compiler_errors.mlir_says, compiler_errors.MLIR_WAY_OUT,
)  # fmt: skip
