"""Rust's run time: the compiler's own shared library of `std`, and one of ours for panics.

A program's IR leaves what `std` has compiled to `libstd-….so`. `rz_rust.rs` is compiled once, in
the cache, against the same library.
"""

import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Final

from ribozyme.base.cache import Cache, fingerprint
from ribozyme.frontends import compiler_errors, programs, stops, toolchain

SOURCE: Final = Path(__file__).with_name("rz_rust.rs")


@lru_cache(maxsize=8)
def std(rustc: tuple[str, ...]) -> Path:
    """The shared library of `std` of a compiler."""
    said = programs.answer(rustc, "--print", "target-libdir")
    folder = Path(said.strip() or "/nonexistent")
    for path in sorted(folder.glob("libstd-*.so")):
        return path
    raise compiler_errors.no_rust_runtime(f"there is no libstd-*.so in {folder}")


def libraries(
    rustc: tuple[str, ...], identity: str, store: Cache | None = None
) -> tuple[Path, ...]:
    """`std`, and the library that ends panics, made if it is not there yet."""
    library = std(rustc)
    source = SOURCE.read_text(encoding="utf-8")
    path = stops.folder(store) / f"librust-{fingerprint('rust', source, identity)[:20]}.so"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        _make(rustc, library, path)
    return library, path


def _make(rustc: tuple[str, ...], std: Path, path: Path) -> None:
    linker = toolchain.wheel()
    if linker is None:
        raise compiler_errors.no_rust_runtime(
            "the package 'ziglang', which has the linker, is missing"
        )
    with tempfile.TemporaryDirectory(prefix="ribozyme-", dir=path.parent) as scratch:
        code, made = Path(scratch, "rust.o"), Path(scratch, "rust.so")
        how = ("--edition=2024", "--crate-type=lib", "--crate-name=rz_rust", "--emit=obj")
        options = (
            "-Copt-level=2",
            "-Cprefer-dynamic",
            "-Ccodegen-units=1",
            "-Crelocation-model=pic",
        )
        compiled = [*rustc, *how, *options, str(SOURCE), "-o", str(code)]
        programs.step(compiled, compiler_errors.no_rust_runtime)
        programs.step(
            [
                *(linker.command[0], "ld.lld", "-shared", "--eh-frame-hdr", "--build-id=none"),
                *("-z", "now", "-rpath", str(std.parent), "-o", str(made), str(code), str(std)),
                str(toolchain.unwinder()),
            ],
            compiler_errors.no_rust_runtime,
        )
        made.replace(path)  # whole or absent, whoever else makes it
