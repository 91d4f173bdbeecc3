"""Memory as native code sees it: numbers in slots, arrays and structs by address.

    bound.word        what goes into the slot
    bound.zeros()     memory of the same shape: a shadow
    bound.value()     what is there, as the user knows it

Arrays are the user's own, by reference; a struct is laid out in memory of ours. What may be an
argument, and what is wrong with one, is said in `bind.py`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, final

import numpy as np

from ribozyme.api.calling.routine import PADDING
from ribozyme.api.signatures.containers import short_name
from ribozyme.api.signatures.ctype import (
    Array,
    CType,
    Layouts,
    Number,
    Opaque,
    Pointer,
    Struct,
    spelled,
)
from ribozyme.base.errors import error

_DTYPES: Final[dict[tuple[str, int], str]] = {
    ("float", 2): "float16", ("float", 4): "float32", ("float", 8): "float64",
    ("float", 16): "longdouble", ("complex", 8): "complex64", ("complex", 16): "complex128",
    ("complex", 32): "clongdouble", ("bool", 1): "bool", ("bool", 2): "int16",
    ("bool", 4): "int32", ("bool", 8): "int64",
}  # fmt: skip


def dtype_of(type: CType, layouts: Layouts) -> np.dtype[Any] | None:
    """The NumPy type of a value; None for what NumPy cannot hold or nobody knows."""
    if type not in layouts.memo:
        layouts.memo[type] = _dtype(type, layouts)
    found: np.dtype[Any] | None = layouts.memo[type]
    return found


def _dtype(type: CType, layouts: Layouts) -> np.dtype[Any] | None:
    match type:
        case Number(kind="int" | "uint" as kind, size=size):
            return np.dtype(f"{kind}{8 * size}") if size in (1, 2, 4, 8) else None
        case Number(kind=kind, size=size):
            name = "" if type.is_brain else _DTYPES.get((kind, size))
            return np.dtype(name) if name else None
        case Pointer():
            return np.dtype(np.uintp)
        case Array(of=of, counts=counts):
            inner = dtype_of(of, layouts)
            return None if inner is None or min(counts) < 0 else np.dtype((inner, counts))
        case Struct(key=key):
            layout = layouts.get(key)
            if layout is None or layout.union:
                return None
            fields = [(m.name, dtype_of(m.type, layouts), m.offset) for m in layout.members]
            if any(kind is None or not name for name, kind, _ in fields):
                return None
            return np.dtype(
                {
                    "names": [name for name, _, _ in fields],
                    "formats": [kind for _, kind, _ in fields],
                    "offsets": [offset for _, _, offset in fields],
                    "itemsize": layout.size,
                }
            )
        case Opaque():
            return None


def room(type: CType, layouts: Layouts) -> Bound:
    """Zeroed memory for one value."""
    dtype = dtype_of(type, layouts)
    if dtype is None:
        raise error(
            "RZ012",
            f"values of type {short_name(spelled(type))} cannot be shown in Python",
            helps=(
                "write a function that leaves the numbers in an array: void f(…, double *out)",
                "an output std::vector<double> &out is one too: pass an array of its final size",
            ),
        )
    if isinstance(type, Struct):
        return Record.zeroed(type, layouts)
    return One(np.zeros(1, dtype))


@final
@final
class Scalar:
    """A number in its slot."""

    __slots__ = ("word",)

    def __init__(self, word: float | int) -> None:
        self.word: float | int = word

    def zeros(self) -> Scalar:
        return Scalar(0)

    def value(self) -> float | int:
        return self.word

    def finish(self) -> None:
        return None

    def extent(self) -> tuple[int, int]:
        return 0, 0


@final
class One:
    """One number in memory: complex, or a result that comes through an address."""

    __slots__ = ("_held", "word")

    def __init__(self, held: np.ndarray[Any, Any]) -> None:
        self._held = held
        self.word: int = int(held.ctypes.data)

    def zeros(self) -> One:
        return One(np.zeros_like(self._held))

    def fill(self, value: float) -> None:
        self._held[...] = value

    def copy_to(self, other: One) -> None:
        other._held[...] = self._held

    def value(self) -> Any:
        found = self._held[0]
        return found if self._held.ndim > 1 else found.item()

    def finish(self) -> None:
        return None

    def extent(self) -> tuple[int, int]:
        return 0, 0


def laid_out_as(like: np.ndarray[Any, Any], elements: Any) -> np.ndarray[Any, Any]:
    """Elements as an array whose memory is laid out as that of another of their shape."""
    made = np.empty_like(like, subok=False)
    made[...] = np.reshape(elements, like.shape)
    return made


@final
class ArrayMemory:
    """A NumPy array by reference."""

    __slots__ = ("array", "back", "given", "word")

    def __init__(self, array: np.ndarray[Any, Any], given: Any = None) -> None:
        self.array = array
        self.given = array if given is None else given
        self.back: np.ndarray[Any, Any] | None = None  # takes what is in `array` after the call
        self.word: int = int(array.ctypes.data)

    def zeros(self) -> ArrayMemory:
        if not self.array.flags.forc:
            return ArrayMemory(_strided_alike(self.array))
        order: Any = "F" if self.array.flags.fnc else "C"
        return ArrayMemory(np.zeros(self.array.shape, self.array.dtype, order))

    def value(self) -> Any:
        return self.given

    def finish(self) -> None:
        if self.back is not None:
            self.back[...] = self.array

    def extent(self) -> tuple[int, int]:
        below, above = _reach(self.array)
        return self.word - below, self.word + above


def arrays_of(bound: Bound) -> Iterator[Bound]:
    """What has an extent, behind the addresses in tables and structs too."""
    if isinstance(bound, Table):
        parts: Iterable[Bound] = bound.parts
    elif isinstance(bound, Record):
        parts = bound.parts.values()
    else:
        yield bound
        return
    for part in parts:
        yield from arrays_of(part)


def _reach(array: np.ndarray[Any, Any]) -> tuple[int, int]:
    """How many bytes of an array lie before its first element, and from there on."""
    if array.flags.forc or not array.size:
        return 0, array.nbytes
    spans = [step * (n - 1) for step, n in zip(array.strides, array.shape, strict=True)]
    below = -sum(span for span in spans if span < 0)
    return below, sum(span for span in spans if span > 0) + array.itemsize


def _strided_alike(like: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Zeros in memory of their own that lie as the elements of an array do."""
    below, above = _reach(like)
    room = np.zeros(below + above, np.uint8)
    return np.ndarray(like.shape, like.dtype, room, below, like.strides)


def overlaps_itself(array: np.ndarray[Any, Any]) -> bool:
    """Whether two elements of an array may share memory."""
    reached = array.itemsize
    for step, n in sorted((abs(s), n) for s, n in zip(array.strides, array.shape, strict=True)):
        if n > 1 and step < reached:
            return True
        reached += step * (n - 1)
    return False


@final
class Address:
    """An address of which no more is known: None, a callback, text."""

    __slots__ = ("_held", "_is_shadow", "_what", "word")

    def __init__(self, word: int, held: object, what: str, *, is_shadow: bool = False) -> None:
        self.word: int = word
        self._held, self._what, self._is_shadow = held, what, is_shadow

    @property
    def length(self) -> int:
        """Bytes of text; 0 for other addresses."""
        return len(self._held) - 1 if isinstance(self._held, ctypes.Array) else 0

    def zeros(self) -> Address:
        """Characters have no derivative; code may look at as many beside them."""
        if not self.word:
            return self
        if not isinstance(self._held, ctypes.Array):
            raise error("RZ011", f"{self._what} has no extent, so there is no shadow of its shape")
        blank = type(self._held)()
        return Address(ctypes.addressof(blank), blank, self._what, is_shadow=True)

    def value(self) -> Any:
        if not isinstance(self._held, ctypes.Array):
            return self._held
        return None if self._is_shadow else self._held.value.decode(errors="replace")

    def finish(self) -> None:
        return None

    def extent(self) -> tuple[int, int]:
        return 0, 0


@final
class Table:
    """`double **rows`: an array of addresses, and what they lead to."""

    __slots__ = ("_addresses", "given", "parts", "word")

    def __init__(self, parts: Sequence[Bound], given: Any) -> None:
        self.parts = tuple(parts)
        self.given = given
        self._addresses = np.array([int(p.word) for p in parts] or [0], np.uintp)
        self.word: int = int(self._addresses.ctypes.data)

    def zeros(self) -> Table:
        parts = [p.zeros() for p in self.parts]
        return Table(parts, None)

    def value(self) -> Any:
        return [p.value() for p in self.parts] if self.given is None else self.given

    def finish(self) -> None:
        for part in self.parts:
            part.finish()

    def extent(self) -> tuple[int, int]:
        return 0, 0


@final
class Record:
    """A struct in memory of our own, made from a dictionary, or a user's ctypes structure."""

    __slots__ = ("_back", "_held", "_layouts", "_struct", "parts", "word")

    def __init__(
        self,
        struct: Struct,
        layouts: Layouts,
        held: Any,
        parts: Mapping[str, Bound],
        back: Callable[[Record], Any] | None = None,
    ) -> None:
        self._struct, self._layouts, self._held, self._back = struct, layouts, held, back
        self.parts: dict[str, Bound] = dict(parts)
        self.word: int = ctypes.addressof(held)

    @classmethod
    def zeroed(cls, struct: Struct, layouts: Layouts) -> Record:
        return cls(struct, layouts, block(struct, layouts), {})

    def zeros(self) -> Record:
        made = Record.zeroed(self._struct, self._layouts)
        for path, part in self.parts.items():
            made.parts[path] = shadow = part.zeros()
            store_address(made._held, _offset(self._struct, path, self._layouts), shadow)
        return made

    def copy_numbers_to(self, other: Record) -> None:
        """Everything but the addresses of what its pointers lead to."""
        ctypes.memmove(other._held, self._held, self._layouts[self._struct.key].size)
        for path, part in other.parts.items():
            store_address(other._held, _offset(self._struct, path, self._layouts), part)

    def value(self) -> dict[str, Any]:
        return _shown(self._held, 0, self._struct, self._layouts, self.parts, "")

    def finish(self) -> None:
        for part in self.parts.values():
            part.finish()
        if self._back is not None:
            self._back(self)

    def extent(self) -> tuple[int, int]:
        return 0, 0


@final
class Foreign:
    """A ctypes structure, by reference."""

    __slots__ = ("_flat", "_held", "word")

    def __init__(self, held: Any, flat: bool) -> None:
        self._held, self._flat = held, flat
        self.word = ctypes.addressof(held)

    def zeros(self) -> Foreign:
        if not self._flat:
            raise error(
                "RZ011",
                "a ctypes structure with pointers has no shadow of its shape: their extents are "
                "not known",
                helps=("pass a dictionary, with arrays for its pointers",),
            )
        return Foreign(type(self._held)(), True)

    def value(self) -> Any:
        return self._held

    def finish(self) -> None:
        return None

    def extent(self) -> tuple[int, int]:
        return self.word, self.word + ctypes.sizeof(self._held)


def block(struct: Struct, layouts: Layouts) -> Any:
    return (ctypes.c_uint64 * ((layouts[struct.key].size + 7 + PADDING) // 8))()


def store_address(held: Any, offset: int, part: Bound) -> None:
    word = int(part.word).to_bytes(8, "little")
    ctypes.memmove(ctypes.addressof(held) + offset, word, 8)


def _offset(struct: Struct, path: str, layouts: Layouts) -> int:
    offset, type = 0, struct
    for name in path.split("."):
        member = next(m for m in layouts[type.key].members if m.name == name)
        offset += member.offset
        if isinstance(member.type, Struct):
            type = member.type
    return offset


def _shown(
    held: Any, base: int, struct: Struct, layouts: Layouts, parts: Mapping[str, Bound], prefix: str
) -> dict[str, Any]:
    """The dictionary of a struct in memory."""
    found: dict[str, Any] = {}
    memory = bytes(held)
    for member in layouts[struct.key].members:
        path, at = f"{prefix}{member.name}", base + member.offset
        match member.type:
            case Pointer():
                part = parts.get(path)
                word = int.from_bytes(memory[at : at + 8], "little")
                found[member.name] = part.value() if part is not None else word or None
            case Struct() as inner:
                found[member.name] = _shown(held, at, inner, layouts, parts, f"{path}.")
            case type:
                dtype = dtype_of(type, layouts)
                if dtype is None:
                    continue
                item = np.frombuffer(memory, dtype.base, int(np.prod(dtype.shape or (1,))), at)
                found[member.name] = (
                    item.reshape(dtype.shape).copy() if dtype.shape else item[0].item()
                )
    return found


Bound = Scalar | One | ArrayMemory | Address | Table | Record | Foreign
"""An argument that passed its checks.

`word` goes into the slot; `zeros` is memory of the same shape; `value` what it holds; `finish`
hands back what was written, where the memory is not the user's own; `extent` is where it lies,
(0, 0) if that does not matter.
"""
