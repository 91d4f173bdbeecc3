"""The front end of Rust: files with a crate each, and packages of Cargo.

model.rs    →  rustc.module      the crate of the file
Cargo.toml  →  cargo.package     the package's library, and the crates it depends on
"""

from collections.abc import Sequence
from pathlib import Path
from typing import final

from ribozyme.base.cache import Cache
from ribozyme.base.errors import Error
from ribozyme.frontends import compiler_errors, programs
from ribozyme.frontends.base import PROJECTS, Compiled, Found, How, Missing
from ribozyme.frontends.rust import cargo, rustc, rustruntime


@final
class Rust:
    """The front end of Rust."""

    def find(self) -> Found | Missing:
        try:
            return Found(rustc.compiler().version)
        except Error:
            return Missing(compiler_errors.RUST_WAY_OUT)

    def compiled(self, sources: Sequence[Path], how: How) -> tuple[Compiled, ...]:
        here = Path.cwd()
        return tuple(
            cargo.package(here / source, how)
            if source.name in PROJECTS
            else rustc.module(here / source, how)
            for source in sources
        )

    def from_text(self, text: str, how: How) -> Compiled:
        """Text is given a file, whose name messages and debug info show."""
        with programs.text_file(text, ".rs") as path:
            made = rustc.module(path, how)
        return Compiled(made.code, "rust", (), how.flags, (), None, made.warnings, how.compiler,
                        own_runtime=True)  # fmt: skip

    def runtime(self, modules: Sequence[Compiled], cache: Cache | None) -> tuple[Path, ...]:
        found = rustc.compiler(modules[0].compiler)
        return rustruntime.libraries(found.command, found.identity, cache)
