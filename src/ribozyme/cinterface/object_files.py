"""Objects that carry the bitcode they were made from, and archives of them.

    model.o   →  Carrier(bitcode = b"BC…", flags = ("-O2", "-march=native"), undefined …)

The bitcode is that of the front end, before any pass, so that a derivative that needs bodies of
other files can be made when they are linked. The section is not loaded, and linkers leave it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, final

from ribozyme.base import bitcode, elf
from ribozyme.base.errors import error
from ribozyme.base.record import dataclass
from ribozyme.cinterface.markers import DERIVATIVES, entry

# Not `.llvmbc`: archivers and linkers with an LLVM plugin take an object with that for bitcode, and
# then see the symbols of the IR (or none, if it is newer than the plugin), not those of the code.
BITCODE: Final = bitcode.OURS
COMMAND: Final = ".ribozyme.cmd"


@final
@dataclass(frozen=True, slots=True)
class Carrier:
    """An object to be linked, or a member of an archive; `bare` when it is bitcode alone."""

    name: str
    bitcode: bytes = b""
    flags: tuple[str, ...] = ()
    defined: frozenset[str] = frozenset()
    undefined: frozenset[str] = frozenset()
    member: bool = False
    bare: bool = False

    @property
    def pending(self) -> bool:
        """Whether code is still to be made for it: a derivative, or all of it."""
        return self.bare or any(
            entry(name) in (*DERIVATIVES, "call_inactive") for name in self.undefined
        )


def carriers(path: Path) -> Iterator[Carrier]:
    """The objects in a file: itself, or the members of an archive; none for anything else."""
    try:
        image = path.read_bytes()
    except OSError as failure:
        raise error("RZ002", f"cannot read {str(path)!r}: {failure.strerror}") from failure
    if image.startswith(bitcode.ARCHIVE):
        for name, member in bitcode.members(image):
            yield from _carrier(f"{path}({name})", member, True)
    else:
        yield from _carrier(str(path), image, False)


def _carrier(name: str, image: bytes, member: bool) -> Iterator[Carrier]:
    if image.startswith(bitcode.MAGIC):
        yield Carrier(name, image, member=member, bare=True)
        return
    try:
        symbols = elf.symbols(image)
    except ValueError:
        return
    flags = elf.section(image, COMMAND).decode("utf-8", "replace").split("\0")
    yield Carrier(
        name,
        next(iter(bitcode.carried(image)), b""),
        tuple(filter(None, flags)),
        symbols.defined,
        symbols.undefined | symbols.optional,
        member,
    )


def chosen(found: Sequence[Carrier]) -> tuple[Carrier, ...]:
    """Those with bitcode that are linked: all objects, and members that define what is wanted."""
    taken = [one for one in found if not one.member or one.bare]
    wanted = {name for one in taken for name in one.undefined}
    known = {name for one in taken for name in one.defined}
    waiting = [one for one in found if one.member and not one.bare]
    while True:
        fresh = [one for one in waiting if one.defined & (wanted - known)]
        if not fresh:
            break
        one = fresh[0]
        waiting.remove(one)
        taken.append(one)
        wanted |= one.undefined
        known |= one.defined
    return tuple(one for one in taken if one.bitcode)


def involved(bitcode: bytes) -> bool:
    """Whether a module may use the C interface: a look at its names, before anything is parsed."""
    return b"__enzyme_" in bitcode


# ---- putting bitcode in --------------------------------------------------------------------------


def header(bitcode: Path, flags: Path) -> str:
    """A line of C that puts the contents of two files into an object."""
    lines = "".join(
        f'".pushsection {name},\\"e\\",@progbits\\n\\t.incbin \\"{path}\\"\\n\\t.popsection\\n"'
        for name, path in ((BITCODE, bitcode), (COMMAND, flags))
    )
    return f"__asm__({lines});\n"


def carried(bitcode: Path, flags: Path) -> str:
    """Lines of IR that put the contents of two files into the module's object."""
    return "".join(
        f'module asm "{line}"\n'
        for name, path in ((BITCODE, bitcode), (COMMAND, flags))
        for line in (
            f".pushsection {name},\\22e\\22,@progbits",
            f".incbin \\22{path}\\22",
            ".popsection",
        )
    )
