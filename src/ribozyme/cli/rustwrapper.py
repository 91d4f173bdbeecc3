"""`ribozyme rustc`: stands where rustc does, so that Rust may ask for derivatives.

RUSTC_WRAPPER=ribozyme-rustc cargo build   →  rustc with flags: objects are bitcode, and
                                              `ribozyme cc` links, which makes derivatives

Macros and build scripts are programs of the compiler's own, and stay as they are.
"""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ribozyme.base.errors import error
from ribozyme.cli.output import say
from ribozyme.frontends.rust import rustc

_FLAGS: Final = (
    *("-Clinker-plugin-lto", "-Cno-prepopulate-passes", "-Ccodegen-units=1"),
    *("-Csymbol-mangling-version=v0", "-Cforce-unwind-tables=yes"),
)

_HELP: Final = """\
usage: ribozyme rustc ARGUMENTS OF rustc …

rustc, whose programs may call derivatives: RUSTC_WRAPPER=ribozyme-rustc cargo build --release

    extern "C" fn loss(x: f64) -> f64 { x * x }
    extern "C" { fn __enzyme_autodiff(f: extern "C" fn(f64) -> f64, ...) -> f64; }
    let slope = unsafe { __enzyme_autodiff(loss, 3.0f64) };

Derivatives are made when the program is linked, over all crates but std.
"""


def run(arguments: Sequence[str]) -> int:
    """Do what rustc does with these arguments; the exit status."""
    if list(arguments) == ["--help"]:
        say(_HELP)
        return 0
    words = list(arguments)
    named = [words.pop(0)] if words and Path(words[0]).name.startswith("rustc") else []
    command = named or list(rustc.compiler().command)
    if _makes_a_program(words):
        words += [*_FLAGS, f"-Clinker={_linker()}"]
    # Open files too: Cargo passes a pipe of its job server.
    return subprocess.run([*command, *words], close_fds=False, check=False).returncode


def _makes_a_program(words: Sequence[str]) -> bool:
    """Whether a crate is compiled that runs with the program, and not with the compiler."""
    pairs = list(zip(words, (*words[1:], ""), strict=True))
    name = next((after for word, after in pairs if word == "--crate-name"), "")
    is_macro = ("--crate-type", "proc-macro") in pairs or "--crate-type=proc-macro" in words
    asks = any(word.startswith("--print") for word in words)
    has_source = any(word.endswith(".rs") for word in words)
    return has_source and not asks and not is_macro and not name.startswith("build_script_")


def _linker() -> str:
    """The program `ribozyme-cc`: rustc takes one path."""
    beside = Path(sys.executable).with_name("ribozyme-cc")
    found = str(beside) if beside.is_file() else shutil.which("ribozyme-cc")
    if found is None:
        raise error("RZ021", "the command 'ribozyme-cc' is not installed beside this Python")
    return found
