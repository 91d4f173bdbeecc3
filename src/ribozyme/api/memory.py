"""Arguments as the native code sees them: numbers in slots, memory by address.

    bound = bind(parameter, value, layouts)    checks, raises, changes nothing
    bound.word                                 what goes into the slot
    bound.zeros()                              memory of the same shape: a shadow
    bound.value()                              what is there, as the user knows it

Every check happens while binding, before anything is called: an error names the parameter, what it
wants and what it got. Arrays are passed by reference and never converted.
"""

import ctypes
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol, final

import numpy as np

from ribozyme.api.ctype import (
    Array,
    CType,
    Layouts,
    Number,
    Opaque,
    Pointer,
    Struct,
    size_of,
    spelled,
)
from ribozyme.api.signature import Parameter
from ribozyme.base.errors import Error, error

_PADDING: Final = 16  # registers may be loaded whole from the end of a struct
_DTYPES: Final[dict[tuple[str, int], str]] = {
    ("float", 2): "float16", ("float", 4): "float32", ("float", 8): "float64",
    ("float", 16): "longdouble", ("complex", 8): "complex64", ("complex", 16): "complex128",
    ("complex", 32): "clongdouble", ("bool", 1): "bool",
}  # fmt: skip


class Bound(Protocol):
    """An argument that passed its checks."""

    word: float | int

    def zeros(self) -> "Bound":
        """Zeroed memory of the same shape."""

    def value(self) -> Any:
        """What the memory holds, as the user knows it."""

    def finish(self) -> None:
        """Hand what was written back to the user's object, where that is not the memory itself."""

    def extent(self) -> tuple[int, int]:
        """The addresses of the first byte and of the byte behind the last; (0, 0) if not known."""


def dtype_of(type: CType, layouts: Layouts) -> np.dtype[Any] | None:
    """The NumPy type of a value; None for what NumPy cannot hold or nobody knows."""
    match type:
        case Number(kind="int" | "uint" as kind, size=size):
            return np.dtype(f"{kind}{8 * size}") if size in (1, 2, 4, 8) else None
        case Number(kind=kind, size=size):
            name = _DTYPES.get((kind, size))
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
                {  # type: ignore[call-overload]
                    "names": [name for name, _, _ in fields],
                    "formats": [kind for _, kind, _ in fields],
                    "offsets": [offset for _, _, offset in fields],
                    "itemsize": layout.size,
                }
            )
        case Opaque():
            return None


def bind(parameter: Parameter, value: Any, layouts: Layouts, function: str) -> Bound:
    """The argument for a parameter; raises what is wrong with it."""
    where = Place(parameter.name, str(parameter), function)
    match parameter.type:
        case Number(kind="complex") as number:
            return _complex(where, number, value)
        case Number() as number:
            return Scalar(as_number(where, number, value))
        case Pointer() as pointer:
            return _pointed(where, pointer, value, layouts, parameter.writes)
        case Struct() as struct:
            return _record(where, struct, value, layouts, False)
        case type:
            raise where.refused(f"wants {spelled(type)}, which cannot be passed from Python", value)


def room(type: CType, layouts: Layouts) -> "Bound":
    """Zeroed memory for one value."""
    dtype = dtype_of(type, layouts)
    if dtype is None:
        raise error("RZ012", f"values of type {spelled(type)} cannot be shown in Python")
    if isinstance(type, Struct):
        return Record.zeroed(type, layouts)
    return One(np.zeros(1, dtype))


@final
class Place:
    """Which parameter of which function is spoken of."""

    __slots__ = ("function", "name", "spelling")

    def __init__(self, name: str, spelling: str, function: str) -> None:
        self.name, self.spelling, self.function = name, spelling, function

    def refused(self, what: str, value: object, code: str = "RZ008", *helps: str) -> Error:
        return error(
            code,
            f"argument '{self.name}' of '{self.function}' {what}; it got {described(value)}",
            notes=(f"declared as: {self.spelling}",) if self.spelling else (),
            helps=helps,
        )

    def inside(self, member: str, spelling: str) -> "Place":
        return Place(f"{self.name}.{member}", spelling, self.function)


def described(value: object) -> str:
    """A value as messages show it."""
    if isinstance(value, np.ndarray):
        order = "" if value.flags.c_contiguous else ", not C-contiguous"
        order += "" if value.flags.writeable else ", read-only"
        return f"an array of {value.dtype} of shape {value.shape}{order}"
    text = repr(value)
    if value is None or len(text) > 40:
        return "None" if value is None else f"a value of type {type(value).__name__}"
    return f"{text} of type {type(value).__name__}"


# ---- numbers -------------------------------------------------------------------------------------


def as_number(where: Place, number: Number, value: Any) -> float | int:
    """A Python number for a parameter passed by value."""
    match number.kind:
        case "float":
            return _as_float(where, number, value)
        case "bool":
            if isinstance(value, bool | np.bool_):
                return int(value)
            if isinstance(value, int) and value in (0, 1):
                return value
            raise where.refused("wants True or False", value)
        case _:
            return _as_integer(where, number, value)


def _as_float(where: Place, number: Number, value: Any) -> float:
    if isinstance(value, float | int):
        try:
            return float(value)
        except OverflowError:
            raise where.refused(f"wants a number that fits {number.spelling}", value) from None
    if isinstance(value, np.ndarray) and value.ndim:
        raise where.refused("wants one number", value, "RZ008", "pass an element: x[0]")
    if isinstance(value, str | bytes) or isinstance(value, complex) or value is None:
        raise where.refused("wants a number", value)
    try:
        return float(value)
    except (TypeError, ValueError):
        raise where.refused("wants a number", value) from None


def _as_integer(where: Place, number: Number, value: Any) -> int:
    if isinstance(value, str) and number.values:
        known = dict(number.values)
        if value in known:
            return known[value]
        raise where.refused(f"is one of {', '.join(known)}", value, "RZ001")
    if isinstance(value, np.ndarray) and value.ndim:
        raise where.refused("wants one whole number", value)
    try:
        whole = operator.index(value)
    except TypeError:
        raise where.refused("wants a whole number", value) from None
    bits = 8 * number.size
    low, high = (0, (1 << bits) - 1) if number.kind == "uint" else (-(1 << bits - 1), (1 << bits - 1) - 1)
    if not low <= whole <= high:
        raise where.refused(
            f"wants a {number.spelling}, from {low} to {high}", value, "RZ001"
        )
    return whole


@final
class Scalar:
    """A number in its slot."""

    __slots__ = ("word",)

    def __init__(self, word: float | int) -> None:
        self.word = word

    def zeros(self) -> "Scalar":
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
        self.word = int(held.ctypes.data)

    def zeros(self) -> "One":
        return One(np.zeros_like(self._held))

    def copy_to(self, other: "One") -> None:
        other._held[...] = self._held

    def value(self) -> Any:
        found = self._held[0]
        return found if self._held.ndim > 1 else found.item()

    def finish(self) -> None:
        return None

    def extent(self) -> tuple[int, int]:
        return 0, 0


def _complex(where: Place, number: Number, value: Any) -> One:
    if isinstance(value, str | bytes) or value is None or getattr(value, "ndim", 0):
        raise where.refused("wants one complex number", value)
    try:
        found = complex(value)
    except (TypeError, ValueError):
        raise where.refused("wants one complex number", value) from None
    return One(np.array([found], dtype=dtype_of(number, {})))


# ---- pointers ------------------------------------------------------------------------------------


@final
class ArrayMemory:
    """A NumPy array by reference."""

    __slots__ = ("array", "given", "word")

    def __init__(self, array: np.ndarray[Any, Any], given: Any = None) -> None:
        self.array = array
        self.given = array if given is None else given
        self.word = int(array.ctypes.data)

    def zeros(self) -> "ArrayMemory":
        return ArrayMemory(np.zeros(self.array.shape, self.array.dtype))

    def value(self) -> Any:
        return self.given

    def finish(self) -> None:
        return None

    def extent(self) -> tuple[int, int]:
        return self.word, self.word + self.array.nbytes


@final
class Address:
    """An address of which no more is known: None, a callback, text."""

    __slots__ = ("_held", "_what", "word")

    def __init__(self, word: int, held: object, what: str) -> None:
        self.word, self._held, self._what = word, held, what

    def zeros(self) -> "Address":
        if not self.word:
            return self
        raise error("RZ011", f"{self._what} has no extent, so there is no shadow of its shape")

    def value(self) -> Any:
        return self._held

    def finish(self) -> None:
        return None

    def extent(self) -> tuple[int, int]:
        return 0, 0


def _pointed(
    where: Place, pointer: Pointer, value: Any, layouts: Layouts, writes: bool
) -> Bound:
    if value is None:
        if pointer.sign != "*":
            raise where.refused("is a reference", value)
        return Address(0, None, "None")
    match pointer.to:
        case Opaque(spelling=text) if "(" in text:
            return _callback(where, value)
        case Struct() as struct if not isinstance(value, np.ndarray | np.void):
            return _record(where, struct, value, layouts, writes)
        case Pointer() as inner if isinstance(value, list | tuple):
            return _pointers(where, inner, value, layouts, writes)
        case Number() as number if pointer.sign != "*" and isinstance(value, float | int):
            return One(np.array([as_number(where, number, value)], dtype_of(number, layouts)))
        case Number(kind="int" | "uint", size=1) if isinstance(value, str | bytes):
            text_bytes = value.encode() if isinstance(value, str) else value
            if writes:
                raise where.refused("is written; text cannot be", value, "RZ014")
            held = ctypes.create_string_buffer(text_bytes)
            return Address(ctypes.addressof(held), held, "text")
        case to:
            return _array(where, to, value, layouts, writes)


def _callback(where: Place, value: Any) -> Address:
    address = getattr(value, "address", None)
    if isinstance(address, int):
        return Address(address, value, "a callback")
    if isinstance(value, ctypes._CFuncPtr):
        found = ctypes.cast(value, ctypes.c_void_p).value or 0
        return Address(found, value, "a callback")
    if isinstance(value, int) and not isinstance(value, bool):
        return Address(value, value, "a callback")
    raise where.refused(
        "wants a function: one of a library, a ctypes function pointer, or an address", value
    )


def _array(where: Place, to: CType, value: Any, layouts: Layouts, writes: bool) -> ArrayMemory:
    wanted = dtype_of(to.of if isinstance(to, Array) else to, layouts)
    array = _as_array(where, wanted, value)
    name = str(wanted) if isinstance(to, Number) else spelled(to)
    if array.dtype != wanted and wanted is not None and not _same_records(array.dtype, wanted):
        way = f"numpy.ascontiguousarray({where.name}, dtype=numpy.{wanted})"
        helps = (f"convert it once: {way}",) if isinstance(to, Number) else ()
        raise where.refused(f"wants an array of {name}", value, "RZ008", *helps)
    if not array.flags.c_contiguous:
        raise where.refused(
            f"wants a C-contiguous array of {name}",
            value,
            "RZ008",
            f"copy it once: numpy.ascontiguousarray({where.name})",
        )
    if not array.flags.aligned or not array.dtype.isnative:
        raise where.refused("wants an aligned array in the machine's byte order", value)
    if writes and not array.flags.writeable:
        raise where.refused(
            "is written by the function and wants a writeable array",
            value,
            "RZ014",
            f"pass a copy: {where.name}.copy()",
        )
    if isinstance(to, Array):
        _check_extents(where, to, array)
    return ArrayMemory(array, value)


def _as_array(where: Place, wanted: Any, value: Any) -> np.ndarray[Any, Any]:
    """The array behind an argument, sharing its memory."""
    if isinstance(value, np.ndarray):
        return value
    if isinstance(value, np.void):
        return np.asarray(value.reshape(1) if value.ndim else value)
    for protocol in ("__array_interface__", "__dlpack__"):
        if hasattr(value, protocol):
            try:
                return np.asarray(value) if protocol[2] == "a" else np.from_dlpack(value)
            except (TypeError, ValueError, RuntimeError, BufferError) as failure:
                raise where.refused(f"cannot be seen as an array ({failure})", value) from None
    if isinstance(value, ctypes.Array | memoryview | bytearray):
        return np.asarray(value)
    kind = f"an array of {wanted}" if wanted is not None else "an array"
    example = "numpy.array(…)" if wanted is None else f"numpy.array(…, dtype=numpy.{wanted})"
    raise where.refused(f"wants {kind}", value, "RZ008", f"make one: {example}")


def _same_records(got: np.dtype[Any], wanted: np.dtype[Any]) -> bool:
    """Whether a structured type has the same members at the same places."""
    if got.fields is None or wanted.fields is None or got.itemsize != wanted.itemsize:
        return False
    mine = [(f[0].base, f[0].shape, f[1]) for f in got.fields.values()]
    return sorted(map(str, mine)) == sorted(
        str((f[0].base, f[0].shape, f[1])) for f in wanted.fields.values()
    )


def _check_extents(where: Place, to: Array, array: np.ndarray[Any, Any]) -> None:
    counts = to.counts
    inner = array.shape[-len(counts) :] if array.ndim >= len(counts) else ()
    row = int(np.prod([c for c in counts if c > 0]))
    if inner == counts or (array.ndim == 1 and row and array.size % row == 0):
        return
    shape = ", ".join(("…", *(str(c) if c >= 0 else "…" for c in counts)))
    raise where.refused(f"wants an array of shape ({shape})", array)


# ---- several arrays behind one pointer, records --------------------------------------------------


@final
class Table:
    """`double **rows`: an array of addresses, and what they lead to."""

    __slots__ = ("_addresses", "given", "parts", "word")

    def __init__(self, parts: Sequence[Bound], given: Any) -> None:
        self.parts = tuple(parts)
        self.given = given
        self._addresses = np.array([int(p.word) for p in parts] or [0], np.uintp)
        self.word = int(self._addresses.ctypes.data)

    def zeros(self) -> "Table":
        parts = [p.zeros() for p in self.parts]
        return Table(parts, None)

    def value(self) -> Any:
        return [p.value() for p in self.parts] if self.given is None else self.given

    def finish(self) -> None:
        for part in self.parts:
            part.finish()

    def extent(self) -> tuple[int, int]:
        return 0, 0


def _pointers(
    where: Place, inner: Pointer, value: Sequence[Any], layouts: Layouts, writes: bool
) -> Table:
    parts = [
        _pointed(Place(f"{where.name}[{i}]", "", where.function), inner, item, layouts, writes)
        for i, item in enumerate(value)
    ]
    return Table(parts, value)


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
        back: Callable[["Record"], Any] | None = None,
    ) -> None:
        self._struct, self._layouts, self._held, self._back = struct, layouts, held, back
        self.parts = dict(parts)
        self.word = ctypes.addressof(held)

    @classmethod
    def zeroed(cls, struct: Struct, layouts: Layouts) -> "Record":
        return cls(struct, layouts, _block(struct, layouts), {})

    def zeros(self) -> "Record":
        made = Record.zeroed(self._struct, self._layouts)
        for path, part in self.parts.items():
            made.parts[path] = shadow = part.zeros()
            _store_address(made._held, _offset(self._struct, path, self._layouts), shadow)
        return made

    def copy_numbers_to(self, other: "Record") -> None:
        """Everything but the addresses of what its pointers lead to."""
        ctypes.memmove(other._held, self._held, self._layouts[self._struct.key].size)
        for path, part in other.parts.items():
            _store_address(other._held, _offset(self._struct, path, self._layouts), part)

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

    __slots__ = ("_held", "_flat", "word")

    def __init__(self, held: Any, flat: bool) -> None:
        self._held, self._flat = held, flat
        self.word = ctypes.addressof(held)

    def zeros(self) -> "Foreign":
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


def _record(where: Place, struct: Struct, value: Any, layouts: Layouts, writes: bool) -> Bound:
    layout = layouts.get(struct.key)
    if layout is None:
        raise where.refused(f"wants a {struct.spelling}, whose members are not known", value)
    if isinstance(value, ctypes.Structure | ctypes.Union):
        return _foreign(where, struct, value, layouts)
    if isinstance(value, np.void):
        dtype = dtype_of(struct, layouts)
        if dtype is None or not _same_records(value.dtype, dtype):
            raise where.refused(f"wants a record like {struct.spelling}", value)
        held = _block(struct, layouts)
        ctypes.memmove(held, value.tobytes(), layout.size)
        return Record(struct, layouts, held, {})
    if not isinstance(value, Mapping):
        names = ", ".join(m.name for m in layout.members)
        raise where.refused(
            f"wants a {struct.spelling}",
            value,
            "RZ008",
            f"pass a dictionary with the members {names}, a ctypes structure or a NumPy record",
        )
    held = _block(struct, layouts)
    parts: dict[str, Bound] = {}
    _fill(where, held, 0, struct, value, layouts, writes, parts, "")
    back = _back_into(value) if writes and isinstance(value, dict) else None
    return Record(struct, layouts, held, parts, back)


def _back_into(value: dict[str, Any]) -> Callable[[Record], Any]:
    return lambda record: _updated(value, record.value())


def _updated(old: dict[str, Any], new: dict[str, Any]) -> None:
    for name, item in new.items():
        kept = old.get(name)
        if isinstance(kept, dict) and isinstance(item, dict):
            _updated(kept, item)
        elif isinstance(kept, np.ndarray) and isinstance(item, np.ndarray):
            if kept is not item and kept.flags.writeable:
                kept[...] = item.reshape(kept.shape)
        else:
            old[name] = item


def _foreign(where: Place, struct: Struct, value: Any, layouts: Layouts) -> Foreign:
    layout = layouts[struct.key]
    if ctypes.sizeof(value) != layout.size:
        raise where.refused(
            f"wants {layout.size} bytes laid out as {struct.spelling}", value, "RZ008"
        )
    places = {name: getattr(type(value), name).offset for name, *_ in value._fields_}
    for member in layout.members:
        if member.name in places and places[member.name] != member.offset:
            raise where.refused(
                f"wants '{member.name}' at byte {member.offset} of {struct.spelling}", value
            )
    flat = not any(isinstance(m.type, Pointer) for m in layout.members)
    return Foreign(value, flat)


def _block(struct: Struct, layouts: Layouts) -> Any:
    return (ctypes.c_uint64 * ((layouts[struct.key].size + 7 + _PADDING) // 8))()


def _store_address(held: Any, offset: int, part: Bound) -> None:
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


def _fill(
    where: Place,
    held: Any,
    base: int,
    struct: Struct,
    value: Mapping[str, Any],
    layouts: Layouts,
    writes: bool,
    parts: dict[str, Bound],
    prefix: str,
) -> None:
    """Write a dictionary into memory; structs inside structs nest as deep as the source says."""
    members = {m.name: m for m in layouts[struct.key].members}
    for name in value:
        if name not in members:
            raise where.refused(
                f"has no member '{name}', only {', '.join(members)}", value, "RZ013"
            )
    missing = [name for name in members if name not in value]
    if missing:
        raise where.refused(f"lacks the member '{missing[0]}'", value, "RZ011")
    for name, member in members.items():
        inside = where.inside(name, spelled(member.type))
        at = ctypes.addressof(held) + base + member.offset
        item = value[name]
        match member.type:
            case Pointer() as pointer:
                found = _pointed(inside, pointer, item, layouts, writes and not pointer.const)
                parts[f"{prefix}{name}"] = found
                _store_address(held, base + member.offset, found)
            case Struct() as inner:
                if not isinstance(item, Mapping):
                    raise inside.refused(f"wants a {inner.spelling} as a dictionary", item)
                _fill(
                    inside, held, base + member.offset, inner, item, layouts, writes, parts,
                    f"{prefix}{name}.",
                )  # fmt: skip
            case type:
                dtype = dtype_of(type, layouts)
                if dtype is None:
                    raise inside.refused(f"of type {spelled(type)} cannot be passed", item)
                if isinstance(type, Number) and type.kind != "complex":
                    item = as_number(inside, type, item)
                shape = dtype.shape
                try:
                    data = np.ascontiguousarray(item, dtype=dtype.base)
                except (TypeError, ValueError):
                    raise inside.refused(f"wants {spelled(type)}", item) from None
                if data.shape != shape and data.size != int(np.prod(shape or (1,))):
                    raise inside.refused(f"wants an array of shape {shape}", item)
                ctypes.memmove(at, data.ctypes.data, size_of(type, layouts))


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
