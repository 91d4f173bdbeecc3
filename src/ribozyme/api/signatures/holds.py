"""What lies in memory that an adapter takes, in a word that the analyses read.

    struct { double k, m; float g; int n; double w[3]; }  →
        ptr "rz.holds"="48: double@0+2 float@16+1 i4@20+1 double@24+3" %a0

An adapter has no declaration in the source, so nothing else says it. Bytes in no item are padding;
those that mean several things (unions) are `?`.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from ribozyme.api.signatures.ctype import Array, CType, Layouts, Number, Pointer, Struct, size_of

_LARGEST: Final = 4096
_PARTS: Final = {8: "float", 16: "double", 32: "long_double"}  # of complex numbers


def holds(type: CType, layouts: Layouts) -> str:
    """The attribute, with a space behind it; empty where the memory is large or not known."""
    size = size_of(type, layouts)
    if not 0 < size <= _LARGEST:
        return ""
    scalars = sorted(set(_scalars(type, layouts)))
    often = Counter(byte for at, _, bytes in scalars for byte in range(at, at + bytes))
    if any(byte >= size for byte in often):
        return ""
    alone = [s for s in scalars if all(often[b] == 1 for b in range(s[0], s[0] + s[2]))]
    known = {byte for at, _, bytes in alone for byte in range(at, at + bytes)}
    alone += [(byte, "?", 1) for byte in often if byte not in known]
    return f'"rz.holds"="{size}: {" ".join(_runs(sorted(alone)))}" '


def _scalars(type: CType, layouts: Layouts) -> Iterator[tuple[int, str, int]]:
    """Numbers and pointers with their offsets, names and sizes."""
    work: list[tuple[int, CType]] = [(0, type)]
    while work:
        offset, part = work.pop()
        match part:
            case Number(kind="complex", size=size):
                name = _PARTS[size]
                yield offset, name, size // 2
                yield offset + size // 2, name, size // 2
            case Number(kind="float", size=4 | 8 as size):
                yield offset, {4: "float", 8: "double"}[size], size
            case Number(kind="float", size=size, spelling=spelling):
                yield offset, _named(spelling), size
            case Number(size=size):
                yield offset, f"i{size}", size
            case Struct(key=key) if key in layouts:
                work += [(offset + m.offset, m.type) for m in layouts[key].members]
            case Array(of=of, counts=counts):
                step, total = size_of(of, layouts), 1
                for count in counts:
                    total *= max(count, 0)
                work += [(offset + i * step, of) for i in range(total)]
            case Pointer():
                yield offset, "ptr", 8
            case _:
                yield offset, "?", size_of(part, layouts)


def _named(spelling: str) -> str:
    return spelling.replace(" ", "_")


def _runs(scalars: list[tuple[int, str, int]]) -> Iterator[str]:
    """Equal scalars side by side as one item."""
    start, count, before = 0, 0, ("", 0)
    for at, name, bytes in scalars:
        if before == (name, bytes) and at == start + count * bytes:
            count += 1
            continue
        if count:
            yield f"{before[0]}@{start}+{count}"
        start, count, before = at, 1, (name, bytes)
    if count:
        yield f"{before[0]}@{start}+{count}"
