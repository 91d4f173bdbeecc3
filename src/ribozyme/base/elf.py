"""The symbols of an ELF64 object, what it defines and what it wants from others; its sections.

The object is asked and not the IR, since code generation invents names that the IR does not show
(`_Unwind_Resume`, `memcpy`, `__divti3`).
"""

import struct
from typing import Final, final

from ribozyme.base.record import record

_SYMTAB: Final = 2
_TLS_FLAG: Final = 0x400
_LOCAL, _WEAK = 0, 2
_TLS: Final = 6
_HIDDEN: Final = (1, 2)


@final
@record
class Symbols:
    """Names by what the object does with them; `optional` ones may stay undefined (weak)."""

    defined: frozenset[str]
    exported: frozenset[str]
    undefined: frozenset[str]
    optional: frozenset[str]
    thread_local: bool

    def joined(self, other: "Symbols") -> "Symbols":
        """The symbols of two objects linked into one."""
        defined = self.defined | other.defined
        return Symbols(
            defined,
            self.exported | other.exported,
            (self.undefined | other.undefined) - defined,
            (self.optional | other.optional) - defined,
            self.thread_local or other.thread_local,
        )


@final
@record
class _Section:
    name: int
    kind: int
    flags: int
    offset: int
    size: int
    link: int


def check(image: bytes) -> None:
    """ValueError if it is no little-endian ELF64."""
    if image[:6] != b"\x7fELF\x02\x01":
        raise ValueError("not a 64-bit little-endian ELF object")


def symbols(image: bytes) -> Symbols:
    """The symbol table of a relocatable object; ValueError if it is no little-endian ELF64."""
    check(image)
    sections = _sections(image)
    defined, exported, undefined, optional = set(), set(), set(), set()
    thread_local = any(s.flags & _TLS_FLAG for s in sections)
    for table in (s for s in sections if s.kind == _SYMTAB):
        names = sections[table.link].offset
        for at in range(table.offset, table.offset + table.size, 24):
            name, info, other, section = struct.unpack_from("<IBBH", image, at)
            binding, kind = info >> 4, info & 15
            if not name or (binding == _LOCAL and section):
                continue
            start = names + name
            text = image[start : image.index(b"\0", start)].decode("utf-8", "surrogateescape")
            thread_local |= kind == _TLS
            if section:
                defined.add(text)
                if other & 3 not in _HIDDEN and kind != _TLS:
                    exported.add(text)
            elif binding == _WEAK:
                optional.add(text)
            else:
                undefined.add(text)
    return Symbols(
        frozenset(defined),
        frozenset(exported),
        frozenset(undefined),
        frozenset(optional),
        thread_local,
    )


def section(image: bytes, name: str) -> bytes:
    """The contents of the sections of a name, empty without any."""
    found = _sections(image)
    (names,) = struct.unpack_from("<H", image, 0x3E)
    wanted, parts = name.encode() + b"\0", []
    for one in found:
        start = found[names].offset + one.name
        if image.startswith(wanted, start):
            parts.append(image[one.offset : one.offset + one.size])
    return b"".join(parts)


def _sections(image: bytes) -> list[_Section]:
    (start,) = struct.unpack_from("<Q", image, 0x28)
    size, count = struct.unpack_from("<HH", image, 0x3A)
    if start and not count:  # more than 65 279 sections: the count is in the first one's size
        (count,) = struct.unpack_from("<Q", image, start + 32)
    found = []
    for at in range(start, start + count * size, size):
        name, kind, flags, _, offset, length, link = struct.unpack_from("<IIQQQQI", image, at)
        found.append(_Section(name, kind, flags, offset, length, link))
    return found
