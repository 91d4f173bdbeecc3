"""`ribozyme cc` and `ribozyme c++`: a C and C++ compiler that understands derivative calls.

A file without such calls is compiled by clang as it stands. In a file with them, the calls are
answered and clang generates the code, at the level asked for. Every object carries the bitcode of
its front end; where a derivative needs a body in another file, the file's object is left waiting,
and the derivatives are made when all objects are linked.

    clang (front end only) → derivative calls? ─ no ──────────────────────→ clang → object
                                               └ yes → differentiate → IR → clang → object
"""

from __future__ import annotations

import ctypes
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, final

from ribozyme.base.errors import Error
from ribozyme.base.options import NAMES, current, from_words, options
from ribozyme.base.outputs import written
from ribozyme.base.record import dataclass
from ribozyme.base.stages import begin, end, shown, stage, staged
from ribozyme.cinterface import object_files
from ribozyme.cli.ccargs import Input, Job, Source, checked, job
from ribozyme.cli.kept import make_once
from ribozyme.cli.output import plain_warnings, say
from ribozyme.frontends import toolchain
from ribozyme.frontends.base import Language
from ribozyme.frontends.c.clang import debug_flags, marker_flags
from ribozyme.frontends.programs import imported

if TYPE_CHECKING:
    from ribozyme.cli.answers import Answer

_PRELUDE: Final = Path(object_files.__file__).with_name("include")
ELSEWHERE: Final = ("RZ505", "RZ201")
"""Errors that other files may mend: a body or a rule is missing."""

_IR_FLAGS: Final = ("-m", "-f", "-O", "-g", "-W", "--target")


_MEANWHILE: Final = (
    "ribozyme.ir.instrs",
    "ribozyme.parse.module",
    "ribozyme.backend.llvm",
    "ribozyme.backend.pipeline",
    "ribozyme.backend.apart",
    "ribozyme.transform.core.interface",
    "ribozyme.transform.derive",
    "ribozyme.cinterface.differentiation",
    "ribozyme.cli.answers",
    "ribozyme.cinterface.parts.portions",
)
"""What derivatives import, the small first: there is time for it while a compiler works."""

_HELP: Final = """\
usage: ribozyme {name} ARGUMENTS OF A COMPILER …

A C and C++ compiler (clang) that understands derivative calls. It takes every flag of clang's, and
stands where any compiler does: CC="ribozyme cc" make.

  ribozyme {name} model.c -O2 -lm -o model                 compile, differentiate, link
  ribozyme {name} -c loss.c; ribozyme {name} -c main.c; ribozyme {name} loss.o main.o
                                                      derivatives of other files, when linked
  ribozyme {name} -shared -fPIC model.c -o libmodel.so     a library

In the source, __enzyme_autodiff((void *)f, …) is the derivative of f:

  double square(double x) {{ return x * x; }}
  extern double __enzyme_autodiff(void *, double);
  double slope(double x) {{ return __enzyme_autodiff((void *)square, x); }}

options of derivatives, under the words of rz.options:
  --memory=2GB             the most bytes of a tape
  --nonsmooth=WORD         at kinks: subgradient, inf, ieee or raise
  --fast-math              for derivatives and what they are of (-ffast-math is for all code)
  --optimise-first=no      differentiate the code as it is written
  --time                   where the time went, by stage, on standard error

Derivatives are compiled at the level of their file. The compiler's own page: ribozyme {name} -help
Exit status: the compiler's; 1 where a derivative is refused, with a message like RZ201.
"""


Assembler = Callable[["Driver", str | bytes, Sequence[str], Sequence[str], Path], None]
"""Compiles IR, text or bitcode, with flags, to what its stage (`-c` …) asks for, in a file."""


@final
@dataclass(frozen=True, slots=True)
class Driver:
    """A compiler, its language by default, and the job it was given."""

    compiler: toolchain.Compiler
    language: Language
    job: Job
    folder: Path  # for what is made on the way
    assemble: Assembler  # what makes objects of our IR

    @property
    def keeps(self) -> bool:
        """Whether its files may be kept for later: no key tells an assembler of the caller's."""
        return current().cache and self.assemble is assembled

    def command(self, source: Source) -> list[str]:
        """The compiler with the flags by which it finds the headers of a language."""
        cxx = source == "c++" or self.language == "c++"
        mode = ["--driver-mode=g++"] if cxx else []
        found = self.headers("c++" if cxx else "c")
        return [*self.compiler.command, *mode, *found.flags]

    def headers(self, language: Language) -> toolchain.Headers:
        """The standard headers of a language."""
        return toolchain.headers(self.compiler, language, self.job.words)


def run(arguments: Sequence[str], language: Language, assemble: Assembler | None = None) -> int:
    """Do what a compiler does with these arguments; the exit status.

    What is differentiated becomes an object by `assemble`, which is clang where none is given.
    """
    if list(arguments) == ["--help"]:
        say(_HELP.format(name="cc" if language == "c" else "c++"))
        return 0
    if "--time" in arguments:
        return _timed([word for word in arguments if word != "--time"], language, assemble)
    words, ours = _sorted(arguments)
    found = checked(job(words))
    with (
        options(**ours),
        tempfile.TemporaryDirectory(prefix="ribozyme-") as folder,
        plain_warnings(),
    ):
        driver = Driver(toolchain.compiler(), language, found, Path(folder), assemble or assembled)
        try:
            if found.stage == "pass":
                return _passed(driver)
            if found.stage == "link":
                from ribozyme.cli.cclink import linked

                return linked(driver)
            return _compiled(driver)
        except _Refused as refused:
            return refused.status


def _timed(arguments: Sequence[str], language: Language, assemble: Assembler | None) -> int:
    begin()
    try:
        return run(arguments, language, assemble)
    finally:
        print(shown(end()), file=sys.stderr)


def _sorted(arguments: Sequence[str]) -> tuple[list[str], dict[str, Any]]:
    """The compiler's words, and the options of derivatives among them (`--memory=2GB`)."""
    theirs: list[str] = []
    ours: dict[str, str] = {}
    for word in arguments:
        name, _, value = word.removeprefix("--").partition("=")
        if word.startswith("--") and name.replace("-", "_") in NAMES:
            ours[name] = value
        else:
            theirs.append(word)
    return theirs, from_words(ours)


class _Refused(Exception):
    """The compiler refused, and has said why."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


# ---- the compiler itself -------------------------------------------------------------------------


def _passed(driver: Driver) -> int:
    """The compiler alone, with all words as they came."""
    cxx = driver.language == "c++" or any(one.source == "c++" for one in driver.job.inputs)
    source: Source = "c++" if cxx else "c"
    return subprocess.run([*driver.command(source), *driver.job.words], check=False).returncode


def _clang(command: Sequence[str], meanwhile: Sequence[str] = ()) -> None:
    """One run of the compiler, its words going where ours go; modules are imported meanwhile."""
    colour = ["-fcolor-diagnostics"] if sys.stderr.isatty() else []
    with subprocess.Popen([*command, *colour]) as process:
        try:
            imported(meanwhile, process)
            status = process.wait()
        except BaseException:  # an interrupt
            process.kill()
            raise
    if status:
        raise _Refused(1 if status > 0 else status)


# ---- compiling -----------------------------------------------------------------------------------


def _compiled(driver: Driver) -> int:
    found = driver.job
    for one in found.inputs:
        if one.source != "linked":
            translated(driver, one, _output(found, one))
    return 0


def _output(found: Job, one: Input) -> Path:
    if found.output is not None:
        return Path(found.output)
    suffix = ".o" if found.stage == "object" else ".s"
    if found.emits_ir:
        suffix = ".bc" if found.stage == "object" else ".ll"
    return Path(Path(one.path).with_suffix(suffix).name)


def translated(
    driver: Driver,
    one: Input,
    output: Path,
    *,
    last: bool = False,
    shared: Collection[str] | None = None,
) -> None:
    """One file compiled; `last` when nothing else will be linked with it, and `shared` what others
    know of it then."""
    if one.source == "assembler":
        stage = "-c" if driver.job.stage != "assembly" else "-S"
        flags = [*driver.job.compiling, *driver.job.depending]
        spoken = ["-x", one.spoken] if one.spoken else []
        _clang([*driver.command("assembler"), *flags, stage, *spoken, one.path, "-o", str(output)])
        return
    if one.path == "-":
        one = _from_input(driver, one)
    raw = _raw(driver, one, output)
    if not object_files.involved(raw):
        _plain(driver, one, raw, output)
        return
    sources = (raw, one.path, one.spoken or one.source, str(last), spelled(shared))
    made = partial(_differentiated, driver, one, raw, output, last=last, shared=shared)
    make_once(driver, sources, output, made)


def spelled(shared: Collection[str] | None) -> str:
    """The names that others know, as part of what an object is kept by."""
    return "anybody" if shared is None else " ".join(sorted(shared))


def _differentiated(
    driver: Driver,
    one: Input,
    raw: bytes,
    output: Path,
    *,
    last: bool,
    shared: Collection[str] | None,
) -> None:
    """A file with derivative calls: its derivatives made now, or when it is linked."""
    with stage("imports"):  # late: most files need none of this, nor wait for it
        from ribozyme.backend import apart, llvm
        from ribozyme.cinterface import differentiation
        from ribozyme.cli.answers import advised, answer, is_better_whole

    text = (apart.read if one.source == "ir" else llvm.to_text)(raw, one.path)
    waits = driver.job.stage != "assembly" and not driver.job.emits_ir and not last

    def wanted(found: differentiation.Program) -> bool:
        return bool(found.calls or found.changed) and not (found.bare and waits)

    try:
        made = answer(text, shared, wanted)
    except Error as failure:
        better = failure.code not in ELSEWHERE and is_better_whole(text, None, wanted)
        if not waits:
            raise (advised(failure) if better else failure) from failure.__cause__
        if failure.code not in ELSEWHERE and not better:
            raise
        made = None
    lacking = () if made is None else differentiation.lacking(made.text)
    if made is None or (
        waits and (not all(map(_is_of_library, lacking)) or is_better_whole(text, made, wanted))
    ):
        _plain(driver, one, raw, output)  # as it is, or more is known when all files are
        return
    _generated(driver, made, raw, output)


def _is_of_library(name: str) -> bool:
    """Whether a function is one of the C library, which no other file brings."""
    return hasattr(ctypes.CDLL(None), name)


def _from_input(driver: Driver, one: Input) -> Input:
    """The standard input as a file, since it is read more than once."""
    text = sys.stdin.read()
    path = driver.folder / f"{number()}.in"
    line = "" if one.source == "ir" else '# 1 "<stdin>"\n'
    path.write_text(line + text, encoding="utf-8")
    return Input(str(path), one.source, one.spoken or one.source)


@staged("front end")
def _raw(driver: Driver, one: Input, output: Path) -> bytes:
    """The bitcode of a file before any pass, with the debug info that the analyses read."""
    if one.source == "ir":
        from ribozyme.backend import apart, llvm
        from ribozyme.frontends.irfile import compile_ir

        code = compile_ir(Path(one.path)).code
        return code if isinstance(code, bytes) else llvm.to_bitcode(apart.read(code, one.path))
    made, path = driver.folder / f"{number()}.bc", Path(one.path)
    content = path.read_bytes() if path.is_file() else b""
    _clang(
        [
            *driver.command(one.source),
            *_unoptimised(driver.job),
            *debug_flags(driver.compiler),
            *("-Xclang", "-disable-llvm-passes", "-Qunused-arguments"),
            *_attributes(),
            *marker_flags(content),
            *_dependencies(driver.job, one, output),
            *("-c", "-emit-llvm", *_spoken(one), one.path, "-o", str(made)),
        ],
        _MEANWHILE if object_files.involved(content) else (),
    )
    return made.read_bytes()


def _attributes() -> list[str]:
    """Our headers; and the macros of one of them as flags, which no list of read files names."""
    lines = (_PRELUDE / "attributes.h").read_text(encoding="utf-8").splitlines()
    macros = (line.split(maxsplit=2)[1:] for line in lines if line.startswith("#define enzyme"))
    return [*(f"-D{name}={value}" for name, value in macros), "-isystem", str(_PRELUDE)]


def _unoptimised(found: Job) -> list[str]:
    """The flags of a compilation whose passes are ours: from -O1 on there is TBAA."""
    flags = [flag for flag in found.compiling if not flag.startswith("-save-temps")]
    if found.level in ("", "-O0", "-Og"):
        return [*(f for f in flags if f != found.level), "-O1", "-U__OPTIMIZE__"]
    return flags


def _spoken(one: Input) -> list[str]:
    return ["-x", one.spoken] if one.spoken else []


def _dependencies(found: Job, one: Input, output: Path) -> list[str]:
    """The flags that write make rules, as if the output were written by this run."""
    flags = list(found.depending)
    if not any(flag in ("-MD", "-MMD") for flag in flags):
        return []
    final = output if found.stage != "link" else Path(Path(one.path).with_suffix(".o").name)
    if "-MF" not in flags:
        base = Path(found.output) if found.output is not None else final
        flags += ["-MF", str(base.with_suffix(".d"))]
    if not any(flag.startswith(("-MT", "-MQ")) for flag in flags):
        flags += ["-MQ", str(final)]
    return flags


@staged("code")
def _plain(driver: Driver, one: Input, raw: bytes, output: Path) -> None:
    """A file compiled by clang as it stands; its object carries the bitcode."""
    found = driver.job
    whole = found.stage != "assembly" and not found.emits_ir and one.source != "ir"
    held = _held(driver, raw) if whole else []
    with written(output) as made:
        _clang(
            [
                *driver.command(one.source),
                *found.compiling,
                *(_attributes() if one.source != "ir" else []),
                *held,
                *("-w", "-Qunused-arguments", *_stage(found), *_spoken(one), one.path),
                *("-o", str(made)),
            ]
        )


def _held(driver: Driver, raw: bytes) -> list[str]:
    """The flags that put a module's bitcode, and how it was compiled, into its object."""
    header = driver.folder / f"{number()}.h"
    header.write_text(object_files.header(*_written(driver, raw)), encoding="utf-8")
    return ["-include", str(header)]


def _written(driver: Driver, raw: bytes) -> tuple[Path, Path]:
    """Files of a module's bitcode and of how it was compiled."""
    bitcode, flags = (driver.folder / f"{number()}.{end}" for end in ("bc", "txt"))
    bitcode.write_bytes(raw)
    flags.write_text("\0".join(of_code(driver.job)), encoding="utf-8")
    return bitcode, flags


def _stage(found: Job) -> list[str]:
    return [
        "-S" if found.stage == "assembly" else "-c",
        *(["-emit-llvm"] if found.emits_ir else []),
    ]


def of_code(found: Job) -> list[str]:
    """The flags that matter when code is generated from IR."""
    flags, rest = [], iter(found.compiling)
    for flag in rest:
        if flag in ("-Xclang", "-mllvm", "-target", "--param"):
            flags += [flag, next(rest, "")]
        elif flag.startswith(_IR_FLAGS):
            flags.append(flag)
    return flags


def _generated(driver: Driver, made: Answer, raw: bytes, output: Path) -> None:
    """A differentiated module as what was asked for."""
    found = driver.job
    whole = found.stage != "assembly" and not found.emits_ir
    code = made.code(found.debug, _written(driver, raw) if whole else None)
    driver.assemble(driver, code, of_code(found), _stage(found), output)


@staged("code")
def assembled(
    driver: Driver, code: str | bytes, flags: Sequence[str], stage: Sequence[str], output: Path
) -> None:
    source = driver.folder / f"{number()}.ll"
    source.write_bytes(code.encode() if isinstance(code, str) else code)
    with written(output) as made:
        _clang(
            [
                *driver.compiler.command,
                *flags,
                *("-w", "-Qunused-arguments", *stage, "-x", "ir", str(source), "-o", str(made)),
            ]
        )


_count: Final = [0]


def number() -> int:
    _count[0] += 1
    return _count[0]
