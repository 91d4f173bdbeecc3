"""Bitcode in other files: objects that carry it in a section, archives, shared libraries.

model.o (-flto)                 the file is bitcode
model.o (-fembed-bitcode=all)   in section .llvmbc
libmodel.so                     in section .llvmbc, the modules one behind the other
libmodel.a                      that of its members
"""

import struct
from collections.abc import Iterator
from typing import Final

from ribozyme.base import elf

MAGIC: Final = b"BC\xc0\xde"
WRAPPED: Final = b"\xde\xc0\x17\x0b"  # with a header, as Apple's tools write it
ARCHIVE: Final = b"!<arch>\n"
OBJECT: Final = b"\x7fELF"
OURS: Final = ".ribozyme.bc"

SECTIONS: Final = (OURS, ".llvmbc", ".llvm.lto")
"""Of Ribozyme's driver; of clang's `-fembed-bitcode=all` and of rustc; of `-ffat-lto-objects`."""

_BLOCK: Final = 1  # how a block begins, in two bits


def modules(image: bytes) -> tuple[bytes, ...]:
    """The modules in a file, in their order."""
    if image.startswith(MAGIC):
        return tuple(split(image))
    if image.startswith(WRAPPED):
        return (image,)
    if image.startswith(ARCHIVE):
        return tuple(one for _, member in members(image) for one in modules(member))
    return carried(image)


def carried(image: bytes) -> tuple[bytes, ...]:
    """The modules in the sections of an object, or of a library; none where it has none."""
    if not image.startswith(OBJECT):
        return ()
    try:
        found = (elf.section(image, name) for name in SECTIONS)
        content = next(filter(None, found), b"")
    except (struct.error, IndexError):
        return ()
    return tuple(split(content)) if content.startswith(MAGIC) else ()


def split(content: bytes) -> Iterator[bytes]:
    """The modules that lie one behind the other: linkers join the sections of objects.

    A module is its magic number and blocks, each with a word that says its length.
    """
    start = 0
    while content.startswith(MAGIC, start):
        at = start + len(MAGIC)
        while at + 8 <= len(content) and content[at] & 3 == _BLOCK:
            (words,) = struct.unpack_from("<I", content, at + 4)
            at += 8 + 4 * words
        yield content[start:at]
        start = at
        while content.startswith(b"\0\0\0\0", start):
            start += 4  # sections are aligned


def members(image: bytes) -> Iterator[tuple[str, bytes]]:
    """(name, contents) of the members of an archive in GNU's format."""
    at, long = len(ARCHIVE), b""
    while at + 60 <= len(image):
        name = image[at : at + 16].rstrip()
        size = int(image[at + 48 : at + 58])
        body = image[at + 60 : at + 60 + size]
        at += 60 + size + (size & 1)
        if name == b"//":
            long = body
        elif name not in (b"/", b"/SYM64/"):
            if name.startswith(b"/"):
                name = long[int(name[1:]) :].partition(b"\n")[0]
            yield name.decode("utf-8", "replace").rstrip("/"), body
