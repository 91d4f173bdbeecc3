"""Packages of Cargo: the library of a package, and the crates that it depends on, as IR.

    heat/Cargo.toml  →  cargo rustc --lib --target …    each crate's IR beside its library
                     →  heat_model-….ll                 the module, whose functions are shown
                        dep-….ll, …                     its support: there where something uses it

Cargo decides what is compiled, in `target/ribozyme` of the package. Macros and build scripts are
programs of the machine and keep their own way. Nothing is fetched: dependencies are paths, are
vendored, or were fetched before.
"""

import json
import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, final

from ribozyme.base.record import record
from ribozyme.frontends import compiler_errors, programs
from ribozyme.frontends.base import Compiled, How, Procedure
from ribozyme.frontends.rust import rustc, rusttext

if TYPE_CHECKING:
    import subprocess

_WITH_VALUE: Final = ("--features", "-F", "--package", "-p", "--config")
_ALONE: Final = ("--all-features", "--no-default-features", "--locked")


@final
@record
class _Crate:
    """A crate that Cargo compiled: its name, its IR, and the list of files it was made of."""

    name: str
    text: Path
    listing: Path
    is_root: bool


def package(manifest: Path, how: How) -> Compiled:
    """The library of a package, with the crates that it depends on."""
    programs.check_level(how)
    if not manifest.is_file():
        raise compiler_errors.missing_file(manifest)
    compiler = rustc.compiler(how.compiler)
    asked, flags = _parted(how)
    described = _described(manifest, compiler, asked)
    own = _own(manifest, described["packages"], asked)
    output = _built(manifest, compiler, asked, flags, Path(described["target_directory"]), how)
    crates = tuple(_crates(output.stdout, own, compiler.host))
    folder = Path(described["workspace_root"])
    root = next((crate for crate in crates if crate.is_root), None)
    if root is None:
        raise compiler_errors.no_library(manifest)
    others = tuple(rusttext.depended(_text(one)) for one in crates if not one.is_root)
    return Compiled(
        rusttext.rewritten(_text(root), root.name),
        "rust",
        (manifest,),
        how.flags,
        tuple(path for one in crates for path in rustc.files_read(one.listing, folder)),
        None,
        output.stderr if "warning" in output.stderr else "",
        how.compiler,
        tuple(_unlisted(name) for text in others for name in rusttext.functions(text)),
        others,
        own_runtime=True,
    )


def _parted(how: How) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The user's flags: Cargo's own, and all others, which are rustc's."""
    asked: list[str] = []
    others: list[str] = []
    words = iter(how.flags)
    for word in words:
        name = word.partition("=")[0]
        if name in _ALONE or name in _WITH_VALUE:
            asked.append(word)
            if name in _WITH_VALUE and "=" not in word and (value := next(words, None)):
                asked.append(value)
        elif not word.startswith(("-l", "-O")):
            others.append(word)
    return tuple(asked), (*rustc.OURS, *others)


def _described(manifest: Path, compiler: rustc.Compiler, asked: Sequence[str]) -> dict[str, Any]:
    """What Cargo says of a package: where its workspace and its target folder are."""
    options = [word for word in asked if word == "--locked"]
    command = [_cargo(compiler), "metadata", "--offline", "--no-deps", "--format-version=1"]
    command += ["--manifest-path", str(manifest), *options]
    done = programs.run(command, manifest.parent, compiler_errors.no_cargo)
    if done.returncode != 0:
        raise compiler_errors.cargo_says(
            done.stderr, manifest, done.returncode, shlex.join(command)
        )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _own(manifest: Path, packages: Sequence[Mapping[str, Any]], asked: Sequence[str]) -> Path:
    """The manifest of the package that is meant: a workspace has several."""
    members = {one["name"]: Path(one["manifest_path"]).resolve() for one in packages}
    words = [part for word in asked for part in word.split("=", 1)]
    for flag, name in pairwise(words):
        if flag in ("-p", "--package"):
            return members.get(name, manifest)
    if manifest.resolve() not in members.values():
        raise compiler_errors.workspace(manifest, tuple(members))
    return manifest.resolve()


def _cargo(compiler: rustc.Compiler) -> str:
    """The cargo to call: `$CARGO`, the one beside rustc, or the first on the path."""
    beside = Path(compiler.command[0]).with_name("cargo")
    return os.environ.get("CARGO") or (str(beside) if beside.is_file() else "cargo")


def _built(
    manifest: Path,
    compiler: rustc.Compiler,
    asked: Sequence[str],
    flags: Sequence[str],
    target: Path,
    how: How,
) -> "subprocess.CompletedProcess[str]":
    """Cargo's run, whose output names what it made, a line of JSON each."""
    command = [_cargo(compiler), "rustc", "--offline", "--lib", "--release", "--crate-type=lib"]
    command += ["--manifest-path", str(manifest), "--target", compiler.host, *asked]
    command += ["--message-format=json-render-diagnostics", "--color=never", "--quiet"]
    settings = {
        "CARGO_ENCODED_RUSTFLAGS": "\x1f".join((*flags, "--emit=llvm-ir")),
        "CARGO_TARGET_DIR": str(target / "ribozyme"),
        "CARGO_PROFILE_RELEASE_LTO": "off",
        "CARGO_PROFILE_RELEASE_DEBUG": "2" if how.debug else "0",
        "CARGO_PROFILE_RELEASE_OPT_LEVEL": rustc.LEVELS[how.level],
        "RUSTC": compiler.command[0],
    }
    if how.level == "O0":  # as rustc has it at this level
        settings["CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS"] = "true"
        settings["CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS"] = "true"
    done = programs.run(command, manifest.parent, compiler_errors.no_cargo, settings=settings)
    if done.returncode != 0:
        raise compiler_errors.cargo_says(
            done.stderr, manifest, done.returncode, shlex.join(command)
        )
    return done


def _crates(printed: str, own: Path, host: str) -> Iterator[_Crate]:
    """The crates for the program that a run of Cargo made, or found made."""
    for line in printed.splitlines():
        made = json.loads(line) if line.startswith("{") else {}
        if made.get("reason") != "compiler-artifact":
            continue
        for path in map(Path, made["filenames"]):
            if path.suffix == ".rmeta" and path.parts[-4] == host:
                stem = path.with_name(path.stem.removeprefix("lib"))
                is_root = Path(made["manifest_path"]).resolve() == own
                name = made["target"]["name"].replace("-", "_")
                yield _Crate(name, stem.with_suffix(".ll"), stem.with_suffix(".d"), is_root)


def _text(crate: _Crate) -> str:
    return crate.text.read_text(encoding="utf-8", errors="surrogateescape")


def _unlisted(symbol: str) -> Procedure:
    """A function of another crate, which the package's library does not show."""
    return Procedure(symbol, symbol, (), None, hidden=True)
