"""LLVM IR given as a file: bitcode or text, or an object, archive or shared library that carries
bitcode; told apart by what is in it.

Only the wrapping is checked here; whether the IR is valid is for the bridge to say.

    model.bc: 42 43 C0 DE …     →  Compiled(code=bytes)
    model.ll: define double @f  →  Compiled(code=str)
    model.o:  7F 45 4C 46 …     →  Compiled(code=bytes of its section .llvmbc)
    libm.a:   !<arch> …         →  Compiled(code=the first member's, support=the others')
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, final

from ribozyme.base import bitcode
from ribozyme.base.cache import Cache
from ribozyme.base.record import replaced
from ribozyme.frontends import compiler_errors
from ribozyme.frontends.base import Compiled, Found, How

# What people give by mistake, by its first bytes.
OTHERS: Final = (
    (b"!<thin>", "a thin archive, which names objects; give those"),
    (b"MZ", "a Windows program"),
    (b"\xcf\xfa\xed\xfe", "a Mach-O object"),
    (b"\x89PNG", "a picture"),
    (b"PK\x03\x04", "a zip file"),
    (b"\x1f\x8b", "compressed with gzip; unpack it first"),
)

_INRANGE: Final = re.compile(r"\binrange (?=i(?:32|64) \d)")
"""A word in constant addresses that LLVM 19 and newer do not read without bounds."""
_SWIFT: Final = re.compile(r"\b(?:swiftcc|swiftself|swifterror) ")
_SWIFT_ELSEWHERE: Final = re.compile(r"^declare [^\n]*\bswift(?:self|error|async)\b", re.M)


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
    """The module in a file, unchanged; of an archive or library with several all of them."""
    if not path.is_file():
        raise compiler_errors.missing_file(path)
    try:
        content = path.read_bytes()
    except OSError as failure:
        raise compiler_errors.unreadable(path, failure) from failure
    if content.startswith((bitcode.OBJECT, bitcode.ARCHIVE)):
        found = bitcode.modules(content)
        if not found:
            raise compiler_errors.no_bitcode(path)
        return Compiled(found[0], "ir", (path,), support=found[1:])
    return Compiled(_code(content, path), "ir", (path,))


def _code(content: bytes, path: Path) -> bytes | str:
    if content.startswith((bitcode.MAGIC, bitcode.WRAPPED)):
        if len(content) % 4:
            raise compiler_errors.not_ir(path, "bitcode that was cut short")
        return content
    for magic, what in OTHERS:
        if content.startswith(magic):
            raise compiler_errors.not_ir(path, what)
    if b"\0" in content:
        raise compiler_errors.not_ir(path, "neither bitcode nor text")
    if not content and path.suffix == ".bc":
        raise compiler_errors.not_ir(path, "empty")
    try:
        text = _INRANGE.sub("", content.decode("utf-8"))
    except UnicodeDecodeError as failure:
        raise compiler_errors.not_ir(path, f"not UTF-8 text at byte {failure.start}") from failure
    return _plain_swift(text) if "swiftcc" in text else text


def _plain_swift(text: str) -> str:
    """Swift's functions with C's convention, if all that have more than its arguments are here."""
    return text if _SWIFT_ELSEWHERE.search(text) else _SWIFT.sub("", text)
