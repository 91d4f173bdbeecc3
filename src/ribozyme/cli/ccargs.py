"""The command line of a C compiler, sorted: what is compiled, how, and what is linked.

    -O2 -Iinclude -c a.c -o a.o   →  Job(stage="object", inputs=(a.c,), compiling=("-O2", …), …)

Every flag is kept in its order; only those are named here whose meaning the driver must know.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Literal, final

from ribozyme.base.errors import error
from ribozyme.base.record import dataclass

Stage = Literal["pass", "object", "assembly", "link"]
Source = Literal["c", "c++", "ir", "assembler", "linked"]

SUFFIXES: Final[dict[str, Source]] = {
    ".c": "c",
    ".i": "c",
    ".cc": "c++",
    ".cp": "c++",
    ".cpp": "c++",
    ".cxx": "c++",
    ".c++": "c++",
    ".C": "c++",
    ".CPP": "c++",
    ".ii": "c++",
    ".ll": "ir",
    ".bc": "ir",
    ".s": "assembler",
    ".S": "assembler",
    ".sx": "assembler",
}
_SPOKEN: Final[dict[str, Source]] = {
    "c": "c",
    "c++": "c++",
    "cpp-output": "c",
    "c++-cpp-output": "c++",
    "ir": "ir",
    "assembler": "assembler",
    "assembler-with-cpp": "assembler",
}
# What ends before an object is made, or asks the compiler about itself.
_EARLY: Final = frozenset(
    (
        *("-E", "-M", "-MM", "-fsyntax-only", "--version", "-###", "-dumpversion", "-dumpmachine"),
        *("--help", "-help", "--analyze", "-emit-ast", "--precompile", "-module-file-info"),
    )
)
_EARLY_FRONTS: Final = ("-print-", "--print-", "--help", "--autocomplete")
# Flags whose value is the next word.
_TWO: Final = frozenset(
    (
        *("-o", "-I", "-L", "-D", "-U", "-l", "-x", "-T", "-u", "-z", "-e", "-B", "-G", "-F"),
        *("-include", "-imacros", "-include-pch", "-isystem", "-iquote", "-idirafter", "-isysroot"),
        *("-iprefix", "-iwithprefix", "-iwithprefixbefore", "-cxx-isystem", "-working-directory"),
        *("-MF", "-MT", "-MQ", "-MJ", "-Xclang", "-Xlinker", "-Xassembler", "-Xpreprocessor"),
        *("-Xarch_host", "-mllvm", "-target", "-arch", "--param", "-dumpbase", "-dumpdir"),
        *("-rpath", "--sysroot", "--serialize-diagnostics", "-resource-dir", "-h", "-soname"),
    )
)
_LINKING: Final = ("-Wl,", "-l", "-L", "-T", "-u", "-z", "-e", "-B", "-rpath", "-h", "-soname")
_LINKING_WORDS: Final = frozenset(
    (
        *("-shared", "-static", "-static-pie", "-rdynamic", "-s", "-r", "-pie", "-no-pie"),
        *("-nostdlib", "-nodefaultlibs", "-nostartfiles", "-nolibc", "-nostdlib++", "-Xlinker"),
        *("-static-libgcc", "-shared-libgcc", "-static-libstdc++", "-static-openmp"),
    )
)
_BOTH: Final = (
    *("-pthread", "-fopenmp", "-fsanitize", "-fuse-ld=", "--coverage", "-fprofile", "-m32", "-m64"),
    *("--sysroot", "-isysroot", "-g"),
)
_BITCODE: Final = ("-flto", "-fno-lto", "-fembed-bitcode", "-ffat-lto-objects")
_PLUGINS: Final = ("-fplugin=", "-fpass-plugin=")


@final
@dataclass(frozen=True, slots=True)
class Input:
    """A file on the command line, and the language it is in."""

    path: str
    source: Source
    spoken: str = ""  # the language of -x, as said


@final
@dataclass(frozen=True, slots=True)
class Job:
    """A compiler's command line, sorted."""

    words: tuple[str, ...]  # all of it
    stage: Stage
    inputs: tuple[Input, ...]
    compiling: tuple[str, ...]  # flags of compilations, without -c, -S, -o, -M…
    linking: tuple[str, ...]  # flags of the linker, its files among them as given
    depending: tuple[str, ...]  # -MD, -MF and their like
    output: str | None
    emits_ir: bool
    level: str  # the last -O…, "" without any
    debug: bool

    @property
    def shared(self) -> bool:
        """Whether a shared object is linked."""
        return "-shared" in self.linking


def job(arguments: Sequence[str]) -> Job:
    """A command line sorted."""
    words = tuple(_without_plugins(_expanded(arguments)))
    inputs: list[Input] = []
    compiling: list[str] = []
    linking: list[str] = []
    depending: list[str] = []
    stage: Stage = "link"
    output: str | None = None
    spoken, emits_ir, level, debug = "", False, "", False
    rest = iter(words)
    for word in rest:
        value = next(rest, "") if word in _TWO else ""
        both = (word, value) if word in _TWO else (word,)
        if word == "-" or not word.startswith("-"):
            one = _input(word, spoken)
            inputs.append(one)
            if one.source == "linked":
                linking.append(word)
        elif word in _EARLY or word.startswith(_EARLY_FRONTS):
            stage = "pass"
        elif word == "-o":
            output = value
        elif word.startswith("-o") and len(word) > 2 and not word.startswith("-object"):
            output = word[2:]
        elif word in ("-c", "-S") and stage != "pass":
            stage = "assembly" if word == "-S" or stage == "assembly" else "object"
        elif word.startswith("-x"):
            spoken = "" if (value or word[2:]) == "none" else value or word[2:]
        elif word == "-emit-llvm":
            emits_ir = True
        elif word.startswith(_BITCODE):
            pass  # every object is code and carries its bitcode
        elif word.startswith(("-MD", "-MMD", "-MF", "-MT", "-MQ", "-MP", "-MG", "-MJ", "-MV")):
            depending += both
        elif word in _LINKING_WORDS or word.startswith(_LINKING):
            linking += both
        else:
            if word.startswith("-O"):
                level = word
            if word.startswith("-g") and not word.startswith("-gcc"):
                debug = word != "-g0"
            compiling += both
            if word.startswith(_BOTH):
                linking += both
    if not inputs:
        stage = "pass"
    return Job(
        words,
        stage,
        tuple(inputs),
        tuple(compiling),
        tuple(linking),
        tuple(depending),
        output,
        emits_ir,
        level,
        debug,
    )


def _input(word: str, spoken: str) -> Input:
    if spoken:
        return Input(word, _SPOKEN.get(spoken, "linked"), spoken)
    return Input(word, SUFFIXES.get(Path(word).suffix, "linked"))


def _expanded(arguments: Sequence[str]) -> Iterator[str]:
    """The words, with those of `@file` in its place."""
    for word in arguments:
        if word.startswith("@") and Path(word[1:]).is_file():
            yield from shlex.split(Path(word[1:]).read_text(encoding="utf-8"))
        else:
            yield word


def _without_plugins(words: Iterator[str]) -> Iterator[str]:
    """The words without those that load or steer the plugin whose work is done here."""
    held: list[str] = []
    for word in words:
        held.append(word)
        if held[0] not in ("-Xclang", "-mllvm"):
            yield from () if _is_plugin(word) else held
            held = []
        elif held[0] == "-mllvm" and len(held) == 2:
            yield from () if "enzyme" in word.lower() else held
            held = []
        elif held[0] == "-Xclang" and len(held) == 2 and word != "-load":
            yield from () if _is_plugin(word) else held
            held = []
        elif len(held) == 4:
            yield from () if "enzyme" in held[3].lower() else held
            held = []
    yield from held


def _is_plugin(word: str) -> bool:
    return word.startswith(_PLUGINS) and "enzyme" in word.lower()


def checked(found: Job) -> Job:
    """The job, if it can be done at all."""
    made = [one for one in found.inputs if one.source != "linked"]
    if found.stage in ("object", "assembly") and found.output and len(made) > 1:
        raise error("RZ001", "cannot specify -o when generating multiple output files")
    return found
