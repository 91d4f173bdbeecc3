"""`ribozyme doctor`: what was found on this machine, and what each part is good for."""

import argparse
import os
import platform
import shutil
import subprocess
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from ribozyme import __version__
from ribozyme.base.cache import default_cache
from ribozyme.base.errors import Error
from ribozyme.cli.output import say, show, show_json
from ribozyme.frontends.base import MEMBERS, Found, Member, Missing

DESCRIPTION: Final = """\
Show which compilers, headers and frameworks were found, and what each of them can do.

Nothing is installed or changed. What is needed comes with `pip install ribozyme`; the rest is used
when it is there.
"""
EPILOG: Final = "Exit status 1 if something that is needed is missing."

Row = tuple[str, str, str, bool]  # what, what was found, what it is for, whether it is needed


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(chosen: argparse.Namespace) -> int:
    rows = findings()
    missing = [what for what, found, _, needed in rows if needed and not found]
    if chosen.json:
        show_json(
            [
                {"what": what, "found": found or None, "use": use, "needed": needed}
                for what, found, use, needed in rows
            ]
        )
    else:
        show(("", "found", "what for"), [(w, f or "-", u) for w, f, u, _ in rows])
        say(f"missing: {', '.join(missing)}" if missing else "everything that is needed is there")
    return 1 if missing else 0


def findings() -> list[Row]:
    """Everything looked for, the needed first."""
    rows: list[Row] = [
        ("ribozyme", __version__, f"Python {platform.python_version()}, {platform.machine()}", True)
    ]
    rows.append(("llvmlite", _tried(_llvm), "LLVM: optimises, generates code, loads it", True))
    compiler = not _package("ribozyme-light")  # which comes without, for people who have one
    rows.append(("ziglang", _tried(_wheel), "clang for C and C++, the linker", compiler))
    rows.append(("numpy", _package("numpy"), "arrays", True))
    rows.append(("C headers", _tried(_libc), "<math.h> and its like", True))
    rows.append(("C++ library", _tried(_cxx), "<vector> and its like", True))
    rows.append(("cache", _cache(), "compiled code is kept here", False))
    named = os.environ.get("RIBOZYME_CC", "")
    if named:
        rows.append(("RIBOZYME_CC", named, "used instead of the wheel's clang", False))
    rows.extend(map(_language, MEMBERS))
    rows.append(
        ("clang", _program("clang"), "another C and C++ compiler: RIBOZYME_CC=clang", False)
    )
    for package in ("torch", "tensorflow", "jax", "numba", "scipy"):
        rows.append((package, _package(package), f"pip install 'ribozyme[{package}]'", False))
    return rows


def _language(member: Member) -> Row:
    """A language: its compiler, or how to install one."""
    from ribozyme.frontends import registry

    driver = f", ribozyme {member.driver}" if member.driver else ""
    use = f"{' '.join((*member.suffixes, *member.projects))}: rz.load{driver}"
    match registry.of(member.language).find():
        case Found(words=words):
            return member.title, words, use, False
        case Missing(way_out=way_out):
            return member.title, "", f"{use}; to install it: {way_out}", False


def _tried(find: Callable[[], str]) -> str:
    try:
        return find()
    except (Error, ImportError, OSError):
        return ""


def _llvm() -> str:
    from ribozyme.backend.llvm import LLVM_VERSION
    from ribozyme.backend.target import HOST

    return f"{version('llvmlite')}, LLVM {LLVM_VERSION}, {HOST.resolved().cpu}"


def _wheel() -> str:
    from ribozyme.frontends import toolchain

    return version("ziglang") if toolchain.wheel() is not None else ""


def _libc() -> str:
    from ribozyme.frontends import toolchain

    return "the machine's" if toolchain.system_libc() else "the wheel's"


def _cxx() -> str:
    from ribozyme.frontends import toolchain

    found = toolchain.libstdcxx() if toolchain.system_libc() else None
    return f"libstdc++ {found.name}" if found is not None else "libc++, built on first use"


def _cache() -> str:
    directory = default_cache().directory
    return "" if directory is None else str(directory)


def _package(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _program(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        return ""
    try:
        said = subprocess.run(
            [path, "--version"], capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    lines = said.stdout.splitlines()
    return lines[0].strip() if lines else path
