"""LLVM IR given as a file: bitcode or text, told apart by what is in it.

Only the wrapping is checked here; whether the IR is valid is for the bridge to say.

    model.bc: 42 43 C0 DE …     →  Compiled(code=bytes)
    model.ll: define double @f  →  Compiled(code=str)
    model.bc: 7F 45 4C 46 …     →  error: it is an ELF object, not LLVM bitcode
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, final

from ribozyme.base.cache import Cache
from ribozyme.base.record import replaced
from ribozyme.frontends import faults
from ribozyme.frontends.base import Compiled, Found, How

BITCODE: Final = b"BC\xc0\xde"
WRAPPED: Final = b"\xde\xc0\x17\x0b"  # bitcode with a header, as Apple's tools write it

# What people give by mistake, by its first bytes.
OTHERS: Final = (
    (b"\x7fELF", "an ELF object; compile with -emit-llvm to get bitcode"),
    (b"!<arch>", "an archive of objects"),
    (b"MZ", "a Windows program"),
    (b"\xcf\xfa\xed\xfe", "a Mach-O object"),
    (b"\x89PNG", "a picture"),
    (b"PK\x03\x04", "a zip file"),
    (b"\x1f\x8b", "compressed with gzip; unpack it first"),
)


@final
class IRFile:
    """The front end of LLVM IR: a file is the module."""

    def find(self) -> Found:
        return Found("read as it is")

    def compiled(self, sources: Sequence[Path], how: How) -> tuple[Compiled, ...]:
        return tuple(replaced(compile_ir(path), flags=how.flags) for path in sources)

    def from_text(self, text: str, how: How) -> Compiled:
        return Compiled(text, "ir", (), how.flags)

    def runtime(self, modules: Sequence[Compiled], cache: Cache | None) -> tuple[Path, ...]:
        return ()


def compile_ir(path: Path) -> Compiled:
    """The module in a `.ll` or `.bc` file, unchanged."""
    if not path.is_file():
        raise faults.missing_file(path)
    try:
        content = path.read_bytes()
    except OSError as failure:
        raise faults.unreadable(path, failure) from failure
    return Compiled(_code(content, path), "ir", (path,))


def _code(content: bytes, path: Path) -> bytes | str:
    if content.startswith((BITCODE, WRAPPED)):
        if len(content) % 4:
            raise faults.not_ir(path, "bitcode that was cut short")
        return content
    for magic, what in OTHERS:
        if content.startswith(magic):
            raise faults.not_ir(path, what)
    if b"\0" in content:
        raise faults.not_ir(path, "neither bitcode nor text")
    if not content and path.suffix == ".bc":
        raise faults.not_ir(path, "empty")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as failure:
        raise faults.not_ir(path, f"not UTF-8 text at byte {failure.start}") from failure
