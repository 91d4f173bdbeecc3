"""What every front end provides, and the table of languages.

A front end turns files of a user's program into LLVM modules. It never links, optimises or parses
modules: those are the bridge's work, and the two layers do not know each other.

    norm.c  →  Compiled(code=b"BC…", language="c", sources=(norm.c,), …)
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal, Protocol, final

from ribozyme.base.cache import Cache
from ribozyme.base.record import record

Language = Literal["c", "c++", "fortran", "zig", "rust", "d", "mlir", "ir"]
CxxLibrary = Literal["libstdc++", "libc++"]
Level = Literal["O0", "O1", "O2", "O3", "Os", "Oz"]
LEVELS: Final = ("O0", "O1", "O2", "O3", "Os", "Oz")


@final
@record
class Member:
    """A language in the table: how it is called, and what its files are named."""

    language: Language
    title: str
    suffixes: tuple[str, ...]
    aliases: tuple[str, ...] = ()  # other words for `lang=`
    driver: str = ""  # `ribozyme DRIVER` stands where the language's compiler does
    compiler: str = ""  # what has its compiler, as the documentation says it
    projects: tuple[str, ...] = ()  # files that describe a project of the language, by their names


MEMBERS: Final = (
    Member("c", "C", (".c",), (), "cc", compiler="in the package `ziglang`"),
    Member(
        "c++", "C++", (".cc", ".cpp", ".cxx", ".c++", ".C"), ("cpp", "cxx"), "c++",
        compiler="in the package `ziglang`",
    ),
    Member(
        "fortran", "Fortran",
        (".f90", ".f95", ".f03", ".f08", ".f", ".for", ".F90", ".F95", ".F03", ".F08", ".F"),
        ("f90",), "fc", compiler="flang of the system: `apt install flang-22`",
    ),
    Member("zig", "Zig", (".zig",), compiler="in the package `ziglang`"),
    Member(
        "rust", "Rust", (".rs",), ("rs",), "rustc",
        compiler="rustc 1.85 or newer: rustup's, or `apt install rustc-web`",
        projects=("Cargo.toml",),
    ),
    Member("d", "D", (".d",), compiler="LDC of the system: `apt install ldc`"),
    Member(
        "mlir", "MLIR's LLVM dialect", (".mlir",),
        compiler="mlir-translate of the system: `apt install mlir-22-tools`",
    ),
    Member(
        "ir", "LLVM IR", (".ll", ".bc", ".o", ".a", ".so"), ("ll",), "opt",
        compiler="none is needed",
    ),
)  # fmt: skip
LANGUAGES: Final[dict[str, Language]] = {s: m.language for m in MEMBERS for s in m.suffixes}
PROJECTS: Final[dict[str, Language]] = {name: m.language for m in MEMBERS for name in m.projects}
SPOKEN: Final[dict[str, Language]] = {
    word: m.language for m in MEMBERS for word in (m.language, *m.aliases)
}
DRIVERS: Final[dict[str, Language]] = {m.driver: m.language for m in MEMBERS if m.driver}


OPENMP: Final = ("-fopenmp", "-fopenmp=libomp")
"""The flags by which OpenMP's directives make threads."""


Intent = Literal["in", "out", "inout", ""]
Passing = Literal["value", "reference", "descriptor", "text"]
Basis = Literal["float", "complex", "int", "bool", "struct", "text", "procedure"]


@final
@record
class Dummy:
    """A dummy argument: what it is, and how the procedure takes it."""

    name: str
    basis: Basis
    size: int  # bytes of an element; 0 where debug information says it
    passing: Passing
    extents: tuple[int, ...] = ()  # one for each dimension; -1 is not known
    intent: Intent = ""
    optional: bool = False
    obstacle: str = ""  # why it cannot be passed from Python
    wrapped: Literal["", "allocatable", "pointer", "class"] = ""  # what a wrapper makes of it
    derived: str = ""  # the name of its derived type, qualified


@final
@record
class Procedure:
    """A procedure that debug information does not describe well enough to call."""

    symbol: str
    name: str  # qualified, as users write it: phys::energy
    dummies: tuple[Dummy, ...]
    result: tuple[Basis, int] | None  # None: nothing is returned
    obstacle: str = ""
    array: tuple[Basis, int, int] | None = None  # the elements and dimensions of an array result
    hidden: bool = False  # another procedure stands for it


@final
@record
class Compiled:
    """One LLVM module and where it came from: bitcode as bytes, or IR as text."""

    code: bytes | str
    language: Language
    sources: tuple[Path, ...]
    flags: tuple[str, ...] = ()
    includes: tuple[Path, ...] = ()  # every other file the compiler read
    cxx_library: CxxLibrary | None = None  # whose run time the module needs
    warnings: str = ""  # the compiler's own words
    compiler: str | None = None  # the one that was asked for by name
    procedures: tuple[Procedure, ...] = ()  # those whose parameters debug info leaves open
    support: tuple[
        bytes | str, ...
    ] = ()  # modules to link once: bodies of the run time's functions
    own_runtime: bool = False  # whether it runs with a library of its language

    @property
    def needs_runtime(self) -> bool:
        """Whether it runs with a library that its front end makes."""
        return self.own_runtime or self.openmp or self.cxx_library is not None

    @property
    def openmp(self) -> bool:
        """Whether it was compiled for several threads."""
        return any(flag in OPENMP for flag in self.flags)


@final
@record
class How:
    """How sources are to be compiled, whatever their language."""

    flags: tuple[str, ...] = ()
    level: Level | None = None  # the compiler's own optimisation; None leaves it to Ribozyme
    debug: bool = True
    prelude: Path | None = None  # a header included before the first line
    compiler: str | None = None  # asked for by name
    cache: Cache | None = None
    meanwhile: tuple[str, ...] = ()  # modules to import while a compiler works


@final
@record
class Found:
    """A compiler that is there, in words for the user."""

    words: str


@final
@record
class Missing:
    """No compiler is there; how one is installed."""

    way_out: str


class FrontEnd(Protocol):
    """What a front end provides."""

    def find(self) -> Found | Missing:
        """The compiler of the language, or how to install one. Nothing is installed."""

    def compiled(self, sources: Sequence[Path], how: How) -> tuple[Compiled, ...]:
        """The modules of some files, in their order; the first error in that order is raised."""

    def from_text(self, text: str, how: How) -> Compiled:
        """The module of source text."""

    def runtime(self, modules: Sequence[Compiled], cache: Cache | None) -> tuple[Path, ...]:
        """Shared libraries that modules of this language need, made once and kept."""


def language(path: Path) -> Language | None:
    """The language a file is written in by its name, None where no front end takes it."""
    return PROJECTS.get(path.name) or LANGUAGES.get(path.suffix)
