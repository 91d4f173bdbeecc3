"""`ribozyme fc`: stands where a Fortran compiler does, and is the flang that `rz.load` uses.

FC="ribozyme fc" make          →  flang with the same words, which links Fortran's run time
ribozyme fc -c phys.f90        →  phys.o with its bitcode, for derivatives that C asks for

Objects carry the module that `rz.load` would make of the file, in a section that linkers leave out.
`objcopy` puts it there; without one, or where a file compiles otherwise only, an object is flang's.
"""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from ribozyme.backend import llvm
from ribozyme.base import bitcode
from ribozyme.cli.output import say
from ribozyme.frontends.base import LANGUAGES
from ribozyme.frontends.fortran import flang, flangtext

_OBJCOPY: Final = ("objcopy", "llvm-objcopy-22", "llvm-objcopy")
_OTHER_OUTPUT: Final = ("-S", "-E", "-emit-llvm", "-fsyntax-only", "-flto")

_HELP: Final = """\
usage: ribozyme fc ARGUMENTS OF A FORTRAN COMPILER …

The system's flang, which takes every flag of its own and stands where any Fortran compiler does:
FC="ribozyme fc" make, or FC=ribozyme-fc.

  ribozyme fc phys.f90 main.f90 -o main       compile and link, in the order given
  ribozyme fc -c phys.f90 -J build            an object and its modules

Derivatives of Fortran are made in Python: rz.grad(rz.load("phys.f90").energy). Objects carry
bitcode, so that C that is linked with them by `ribozyme cc` may ask for the derivative of a
`bind(c)` procedure. A derivative call in Fortran source is not understood yet.
"""


def run(arguments: Sequence[str]) -> int:
    """Do what a Fortran compiler does with these arguments; the exit status."""
    if list(arguments) == ["--help"]:
        say(_HELP)
        return 0
    found = flang.compiler()
    status = subprocess.run([*found.command, *arguments], check=False).returncode
    objcopy = next(filter(None, map(shutil.which, _OBJCOPY)), None)
    if status == 0 and objcopy is not None:
        for source, made in _objects(arguments):
            _carry(found, arguments, source, made, objcopy)
    return status


def _objects(arguments: Sequence[str]) -> Iterator[tuple[str, Path]]:
    """The files that are compiled, and the object of each; none where something else is made."""
    if "-c" not in arguments or any(word.startswith(_OTHER_OUTPUT) for word in arguments):
        return
    named = [arguments[n + 1] for n, word in enumerate(arguments[:-1]) if word == "-o"]
    for word in arguments:
        if LANGUAGES.get(Path(word).suffix) == "fortran" and not word.startswith("-"):
            yield word, Path(named[-1] if named else f"{Path(word).stem}.o")


def _carry(
    found: flang.Compiler, arguments: Sequence[str], source: str, made: Path, objcopy: str
) -> None:
    """Put the bitcode of a file into its object: the same words, but for files, output, level."""
    words = [
        word
        for word, before in zip(arguments, ("", *arguments), strict=False)
        if word not in ("-c", "-o") and before != "-o" and not word.startswith("-O")
        and (word == source or LANGUAGES.get(Path(word).suffix) != "fortran")
    ]  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="ribozyme-") as folder:
        text, code = Path(folder, "module.ll"), Path(folder, "module.bc")
        ours = (*flang.OURS, "-O1", "-S", "-emit-llvm", "-o", str(text))
        done = subprocess.run([*found.command, *words, *ours], capture_output=True, check=False)
        if done.returncode == 0 and made.is_file():
            module = flangtext.tidied(text.read_text(encoding="utf-8", errors="replace"), {})
            code.write_bytes(llvm.to_bitcode(module, str(made)))
            section = (f"{bitcode.OURS}={code}", f"{bitcode.OURS}=exclude,readonly")
            put = ("--add-section", section[0], "--set-section-flags", section[1])
            subprocess.run([objcopy, *put, str(made)], capture_output=True, check=False)
