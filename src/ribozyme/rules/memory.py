"""Allocation families and the functions of libc that move memory, as data.

A shadow is made by the allocator that made the primal, so a row says which argument is the size,
whether the memory comes zeroed, and what frees it.

    aligned_alloc(align, size)  →  Allocation(size=(1,), align=0, release="free")
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias, final

from ribozyme.base.record import dataclass

__all__ = [
    "MEMORY",
    "Allocation",
    "Deallocation",
    "MemoryCopy",
    "MemoryMeaning",
    "MemorySet",
    "Reallocation",
    "Searching",
    "Sorting",
]


@final
@dataclass(frozen=True, slots=True)
class Allocation:
    """Fresh memory of the product of the `size` arguments, in bytes.

    The pointer is returned, or stored through argument `into`; `release` frees it.
    """

    size: tuple[int, ...] = (0,)
    zeroed: bool = False
    align: int | None = None
    into: int | None = None
    release: str = "free"


@final
@dataclass(frozen=True, slots=True)
class Reallocation:
    """The memory of argument `pointer`, moved to one of `size` bytes."""

    pointer: int = 0
    size: tuple[int, ...] = (1,)
    release: str = "free"


@final
@dataclass(frozen=True, slots=True)
class Deallocation:
    """Frees argument `pointer`; `alone` names what frees it and is told nothing but the pointer."""

    pointer: int = 0
    alone: str = ""


@final
@dataclass(frozen=True, slots=True)
class MemoryCopy:
    """Copies bytes; `overlap` allows source and target to overlap; what is returned, if anything,
    is the target, or the end of it."""

    target: int = 0
    source: int = 1
    size: int = 2
    overlap: bool = False
    returns_end: bool = False


@final
@dataclass(frozen=True, slots=True)
class MemorySet:
    """Fills bytes with the low byte of argument `value`, or with zero."""

    target: int = 0
    value: int | None = 1
    size: int = 2


@final
@dataclass(frozen=True, slots=True)
class Sorting:
    """Permutes `count` elements of `size` bytes in place: moves active data."""

    base: int = 0
    count: int = 1
    size: int = 2
    compare: int = 3


@final
@dataclass(frozen=True, slots=True)
class Searching:
    """Returns a pointer into an array: its shadow is the same place in the shadow array."""

    key: int = 0
    base: int = 1
    count: int = 2
    size: int = 3
    compare: int = 4


MemoryMeaning: TypeAlias = (
    Allocation | Reallocation | Deallocation | MemoryCopy | MemorySet | Sorting | Searching
)

_ALIGNED: Final = "St11align_val_t"
_NOTHROW: Final = "RKSt9nothrow_t"


def _operators() -> Iterator[tuple[str, MemoryMeaning]]:
    """Operators new and delete, in every mangling of the Itanium ABI."""
    for new, delete in (("_Znw", "_ZdlPv"), ("_Zna", "_ZdaPv")):
        for size in "mjy":
            for nothrow in ("", _NOTHROW):
                yield new + size + nothrow, Allocation(release=delete)
                aligned = Allocation(align=1, release=delete + _ALIGNED)
                yield new + size + _ALIGNED + nothrow, aligned
        for size in ("", "m", "j", "y"):
            for rest in ("", _NOTHROW):
                yield delete + size + rest, Deallocation(alone=delete)
                yield delete + size + _ALIGNED + rest, Deallocation()


_C: Final[Mapping[str, MemoryMeaning]] = {
    "malloc": Allocation(),
    "calloc": Allocation((0, 1), zeroed=True),
    "realloc": Reallocation(),
    "reallocarray": Reallocation(size=(1, 2)),
    "reallocf": Reallocation(),
    "aligned_alloc": Allocation((1,), align=0),
    "memalign": Allocation((1,), align=0),
    "posix_memalign": Allocation((2,), align=1, into=0),
    "valloc": Allocation(),
    "pvalloc": Allocation(),
    "free": Deallocation(),
    "cfree": Deallocation(),
    "free_sized": Deallocation(alone="free"),
    "free_aligned_sized": Deallocation(alone="free"),
    "_aligned_malloc": Allocation(align=1, release="_aligned_free"),
    "_aligned_free": Deallocation(),
    "_mm_malloc": Allocation(align=1, release="_mm_free"),
    "_mm_free": Deallocation(),
    "memcpy": MemoryCopy(),
    "memmove": MemoryCopy(overlap=True),
    "mempcpy": MemoryCopy(returns_end=True),
    "bcopy": MemoryCopy(target=1, source=0, overlap=True),
    "memset": MemorySet(),
    "bzero": MemorySet(value=None, size=1),
    "explicit_bzero": MemorySet(value=None, size=1),
    "__memcpy_chk": MemoryCopy(),
    "__memmove_chk": MemoryCopy(overlap=True),
    "__mempcpy_chk": MemoryCopy(returns_end=True),
    "__memset_chk": MemorySet(),
    "qsort": Sorting(),
    "bsearch": Searching(),
}

_RUST: Final[Mapping[str, MemoryMeaning]] = {
    "__rust_alloc": Allocation(align=1, release="__rust_dealloc"),
    "__rust_alloc_zeroed": Allocation(align=1, zeroed=True, release="__rust_dealloc"),
    "__rust_realloc": Reallocation(size=(3,), release="__rust_dealloc"),
    "__rust_dealloc": Deallocation(),
}

_NUMBA: Final[Mapping[str, MemoryMeaning]] = {
    "NRT_Allocate": Allocation(release="NRT_Free"),
    "NRT_Reallocate": Reallocation(release="NRT_Free"),
    "NRT_Free": Deallocation(),
}

_FFTW: Final[Mapping[str, MemoryMeaning]] = {
    f"{kind}_{name}": meaning
    for kind in ("fftw", "fftwf")
    for name, meaning in (("malloc", Allocation(release=f"{kind}_free")), ("free", Deallocation()))
}

# The tape's run time, met where a derivative is differentiated again.
_TAPE: Final[Mapping[str, MemoryMeaning]] = {
    "rz.tape.alloc": Allocation(size=(1,)),
    "rz.tape.defer": Deallocation(pointer=1),
}

MEMORY: Final[Mapping[str, MemoryMeaning]] = MappingProxyType(
    {**_C, **dict(_operators()), **_RUST, **_NUMBA, **_FFTW, **_TAPE}
)

REFERENCES: Final[Mapping[str, int]] = MappingProxyType({"NRT_incref": 1, "NRT_decref": -1})
"""What counts references to the object at its first argument, and by how many."""
