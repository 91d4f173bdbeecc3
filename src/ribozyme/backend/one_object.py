"""One ELF object from several that are parts of one module, as a linker's `-r` makes it.

    .text of f, which calls g; g undefined                 .text of f and g, both defined;
    .text of g, which is hidden                     →      g is local

Linked by JITLink as they are, the parts would lie wherever memory is free, and code that finds its
neighbours by 32 bits would not reach them.
"""

import struct
from array import array
from collections.abc import Collection, Sequence
from typing import Final, final

from ribozyme.base import elf

_HEADER: Final = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION: Final = struct.Struct("<IIQQQQIIQQ")
_SYMBOL: Final = struct.Struct("<IBBHQQ")
_SYMTAB, _STRTAB, _RELA, _NOBITS, _REL, _GROUP, _INDICES = 2, 3, 4, 8, 9, 17, 18
_ADDRSIG: Final = 0x6FFF4C03
_INFO_LINK, _ORDERED, _IN_GROUP = 0x40, 0x80, 0x200
_LEFT_OUT: Final = (0, _SYMTAB, _STRTAB, _RELA, _GROUP, _ADDRSIG)
_LOCAL, _GLOBAL = 0, 1
_RESERVED: Final = 0xFF00


@final
class _Names:
    """A table of strings that grows."""

    def __init__(self) -> None:
        self.data = bytearray(b"\0")
        self._known: dict[bytes, int] = {b"": 0}

    def at(self, name: bytes) -> int:
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = len(self.data)
            self.data += name + b"\0"
        return found


@final
class _Symbol:
    """A symbol of the whole; `section` is one of the whole's, 0 where it is undefined."""

    __slots__ = ("info", "name", "other", "section", "size", "value")

    def __init__(
        self, name: bytes, info: int, other: int, section: int, value: int, size: int
    ) -> None:
        self.name, self.info, self.other = name, info, other
        self.section, self.value, self.size = section, value, size

    @property
    def binding(self) -> int:
        return self.info >> 4

    def joined(self, other: "_Symbol") -> None:
        """The same symbol in another object: a definition stands before none, a strong one before
        a weak one."""
        visibility = max(self.other & 3, other.other & 3)
        if self.section and other.section and _GLOBAL == self.binding == other.binding:
            raise ValueError(f"two parts define {self.name.decode('utf-8', 'replace')}")
        better = (bool(other.section), other.binding == _GLOBAL) > (
            bool(self.section),
            self.binding == _GLOBAL,
        )
        if better:
            self.info, self.section = other.info, other.section
            self.value, self.size = other.value, other.size
        self.other = visibility

    def packed(self, names: _Names) -> bytes:
        at = names.at(self.name)
        return _SYMBOL.pack(at, self.info, self.other, self.section, self.value, self.size)


@final
class _Section:
    """A section of the whole as it grows, and the entries that relocate it."""

    __slots__ = ("content", "header", "relocating", "size", "title")

    def __init__(self, header: list[int]) -> None:
        self.header, self.content, self.size = header, bytearray(), 0
        self.title = 0  # of its relocations
        self.relocating: list[tuple[bytes, int, list[_Symbol | None]]] = []

    def add(self, content: bytes, size: int, align: int) -> int:
        """Where what is added begins."""
        start = -(-self.size // max(align, 1)) * max(align, 1)
        if self.header[1] != _NOBITS:
            self.content += bytes(start - self.size)
            self.content += content
        self.size = start + size
        self.header[8] = max(self.header[8], align)
        return start


@final
class _Whole:
    """The object as it grows: sections by name and kind, symbols by name."""

    def __init__(self) -> None:
        self.sections: list[_Section] = []
        self.known: dict[tuple[int, ...], int] = {}
        self.locals: list[_Symbol] = []
        self.shared: dict[bytes, _Symbol] = {}
        self.titles = _Names()

    def add(self, image: bytes) -> None:
        """The sections and symbols of an object."""
        fields = _HEADER.unpack_from(image)
        start, count, titles = fields[6], fields[12], fields[13]
        headers = [_SECTION.unpack_from(image, start + 64 * n) for n in range(count)]
        if any(one[1] in (_REL, _INDICES) or one[2] & _ORDERED for one in headers):
            raise ValueError("an object of another kind")
        names = [_text(image, headers[titles][4] + one[0]) for one in headers]
        moved = self._placed(image, names, headers)
        table = next(one for one in headers if one[1] == _SYMTAB)
        symbols = self._read(image, table, headers[table[6]][4], moved)
        for name, header in zip(names, headers, strict=True):
            if header[1] == _RELA and header[7] in moved:
                number, base = moved[header[7]]
                section = self.sections[number - 1]
                section.title = self.titles.at(name)
                section.relocating.append((_content(image, header), base, symbols))

    def _placed(
        self, image: bytes, names: list[bytes], headers: list[tuple[int, ...]]
    ) -> dict[int, tuple[int, int]]:
        """Where each section is: the number of one of the whole, and a place in it."""
        moved: dict[int, tuple[int, int]] = {}
        for n, (name, header) in enumerate(zip(names, headers, strict=True)):
            if header[1] in _LEFT_OUT:
                continue
            title, flags = self.titles.at(name), header[2] & ~_IN_GROUP
            key = (title, header[1], flags, header[9])
            if key not in self.known:
                made = [title, header[1], flags, 0, 0, 0, 0, 0, header[8], header[9]]
                self.sections.append(_Section(made))
                self.known[key] = len(self.sections)
            number = self.known[key]
            base = self.sections[number - 1].add(_content(image, header), header[5], header[8])
            moved[n] = number, base
        return moved

    def _read(
        self,
        image: bytes,
        table: tuple[int, ...],
        names: int,
        moved: dict[int, tuple[int, int]],
    ) -> list[_Symbol | None]:
        """The symbols of an object, in its order; None for what has no place in the whole."""
        found: list[_Symbol | None] = []
        for name, info, other, section, value, size in _SYMBOL.iter_unpack(_content(image, table)):
            plain = not section or section >= _RESERVED
            place, base = (section, 0) if plain else moved.get(section, (-1, 0))
            if not found or place < 0:
                found.append(None)
                continue
            symbol = _Symbol(_text(image, names + name), info, other, place, value + base, size)
            if symbol.binding == _LOCAL:
                self.locals.append(symbol)
            elif symbol.name in self.shared:
                self.shared[symbol.name].joined(symbol)
                symbol = self.shared[symbol.name]
            else:
                self.shared[symbol.name] = symbol
            found.append(symbol)
        return found

    def written(self, first: bytes, local: Collection[str]) -> bytes:
        """The object; `first` is one of the parts, `local` what nobody else is to see."""
        inner, outer = list(self.locals), []
        hidden = {name.encode("utf-8", "surrogateescape") for name in local}
        for name, symbol in self.shared.items():
            if name in hidden and symbol.section:
                symbol.info, symbol.other = symbol.info & 15, 0
                inner.append(symbol)
            else:
                outer.append(symbol)
        names = _Names()
        number = {id(symbol): n for n, symbol in enumerate((*inner, *outer), 1)}
        packed = [bytes(_SYMBOL.size), *(symbol.packed(names) for symbol in (*inner, *outer))]
        made = [([0] * 10, b""), *((one.header, bytes(one.content)) for one in self.sections)]
        for one in self.sections:
            one.header[5] = one.size
        relocated = [(n, one) for n, one in enumerate(self.sections, 1) if one.relocating]
        table = len(made) + len(relocated)
        for n, one in relocated:
            entries = b"".join(_renumbered(*some, number) for some in one.relocating)
            made.append(_made(one.title, _RELA, entries, _INFO_LINK, (table, n, 8, 24)))
        symtab, strtab, last = map(self.titles.at, (b".symtab", b".strtab", b".shstrtab"))
        link = (table + 1, len(inner) + 1, 8, 24)
        made.append(_made(symtab, _SYMTAB, b"".join(packed), 0, link))
        made.append(_made(strtab, _STRTAB, bytes(names.data), 0, (0, 0, 1, 0)))
        made.append(_made(last, _STRTAB, bytes(self.titles.data), 0, (0, 0, 1, 0)))
        return _laid_out(first, made)


def _made(
    title: int, kind: int, content: bytes, flags: int, rest: tuple[int, int, int, int]
) -> tuple[list[int], bytes]:
    return [title, kind, flags, 0, 0, len(content), *rest], content


def _laid_out(first: bytes, sections: Sequence[tuple[list[int], bytes]]) -> bytes:
    if len(sections) >= _RESERVED:
        raise ValueError("too many sections")
    made = bytearray(_HEADER.size)
    for header, content in sections[1:]:
        made += bytes(-len(made) % max(1, header[8]))
        header[4] = len(made)
        made += content
    made += bytes(-len(made) % 8)
    fields = list(_HEADER.unpack_from(first))
    fields[6], fields[12], fields[13] = len(made), len(sections), len(sections) - 1
    made[: _HEADER.size] = _HEADER.pack(*fields)
    made += b"".join(_SECTION.pack(*header) for header, _ in sections)
    return bytes(made)


def _content(image: bytes, header: tuple[int, ...]) -> bytes:
    return b"" if header[1] == _NOBITS else image[header[4] : header[4] + header[5]]


def _text(image: bytes, at: int) -> bytes:
    return image[at : image.index(b"\0", at)]


def _renumbered(
    entries: bytes, base: int, symbols: list[_Symbol | None], number: dict[int, int]
) -> bytes:
    """Relocations of a section that begins at `base`, by the whole's symbols."""
    words = array("Q", entries)  # place, symbol and kind, addend
    new = [0 if symbol is None else number[id(symbol)] << 32 for symbol in symbols]
    for at in range(0, len(words), 3):
        words[at] += base
        words[at + 1] = new[words[at + 1] >> 32] | (words[at + 1] & 0xFFFFFFFF)
    return words.tobytes()


def one_object(images: Sequence[bytes], local: Collection[str] = ()) -> bytes:
    """The relocatable object of several; ValueError where they are no such parts. The symbols
    `local` are of their own, those of others keep their binding."""
    whole = _Whole()
    for image in images:
        elf.check(image)
        whole.add(image)
    return whole.written(images[0], local)
