"""Arguments checked and bound: Python values to memory and numbers for a parameter.

    bind(parameter, value, layouts, function)    raises, or gives what the native code can take

Every check happens here, before anything is called or written: an error names the parameter, what
it wants and what it got. Arrays are passed by reference and never converted.
"""

import ctypes
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from ribozyme.api.calling.bind_numbers import (
    Place,
    as_complex,
    as_number,
    as_text,
    is_text,
    read_text,
)
from ribozyme.api.calling.native_memory import (
    Address,
    ArrayMemory,
    Bound,
    Foreign,
    One,
    Record,
    Scalar,
    Table,
    block,
    dtype_of,
    overlaps_itself,
    store_address,
)
from ribozyme.api.signatures.containers import short_name
from ribozyme.api.signatures.ctype import (
    NO_LAYOUTS,
    Array,
    CType,
    Layouts,
    Number,
    Opaque,
    Pointer,
    Struct,
    numbers,
    size_of,
    spelled,
)
from ribozyme.api.signatures.signature import Parameter
from ribozyme.base.errors import Error

_CALLBACK: Final[Any] = type(ctypes.CFUNCTYPE(None)(0)).__mro__[1]


def bind(parameter: Parameter, value: Any, layouts: Layouts, function: str) -> Bound:
    """The argument for a parameter; raises what is wrong with it."""
    where = Place(parameter.name, parameter, function)
    match parameter.type:
        case Number(kind="complex") as number:
            return as_complex(where, number, value)
        case Number() as number:
            return Scalar(as_number(where, number, value))
        case Array() as array:
            return _whole(where, array, value, layouts)
        case Pointer() as pointer:
            if value is None and not parameter.nullable and pointer.sign == "*":
                raise _null(where, pointer)
            return _pointed(where, pointer, value, layouts, parameter.writes)
        case Struct() as struct:
            if isinstance(value, Record):  # what a variable of the program holds
                return value
            return _record(where, struct, value, layouts, False)
        case type:
            raise where.refused(f"wants {spelled(type)}, which cannot be passed from Python", value)


# ---- numbers -------------------------------------------------------------------------------------


# ---- pointers ------------------------------------------------------------------------------------


def _pointed(where: Place, pointer: Pointer, value: Any, layouts: Layouts, writes: bool) -> Bound:
    if value is None:
        if pointer.sign != "*":
            raise where.refused("is a reference", value)
        return Address(0, None, "None")
    match pointer.to:
        case Opaque(spelling=text) if "(" in text:
            return _callback(where, value)
        case Opaque() as unknown if pointer.sign != "*":
            raise _of_class(where, unknown, value)
        case Struct() as struct if not isinstance(value, np.ndarray | np.void):
            return _record(where, struct, value, layouts, writes)
        case Pointer() as inner if isinstance(value, list | tuple):
            return _pointers(where, inner, value, layouts, writes)
        case Number(kind="complex") as number if _is_one(pointer, writes, value):
            return as_complex(where, number, value)
        case Number() as number if _is_one(pointer, writes, value):
            return One(np.array([as_number(where, number, value)], dtype_of(number, layouts)))
        case Number(kind="int" | "uint", size=1) if isinstance(value, str | bytes):
            text_bytes = value.encode() if isinstance(value, str) else value
            if writes:
                raise where.refused("is written; text cannot be", value, "RZ014")
            held = ctypes.create_string_buffer(text_bytes)
            return Address(ctypes.addressof(held), held, "text")
        case to:
            return _array(where, to, value, layouts, writes, pointer.shape, pointer.strided)


def _is_one(pointer: Pointer, writes: bool, value: Any) -> bool:
    """Whether a number is given for a reference that is only read."""
    one = pointer.sign != "*" or pointer.shape == ()
    return one and not writes and not isinstance(value, np.ndarray) and np.ndim(value) == 0


def _whole(where: Place, array: Array, value: Any, layouts: Layouts) -> ArrayMemory:
    """An array that is passed by value: all of it, and no more."""
    found = _array(where, array, value, layouts, False)
    if found.array.size != np.prod(array.counts):
        raise where.refused(f"wants an array of shape {array.counts}", value)
    return found


def _null(where: Place, pointer: Pointer) -> Error:
    wanted = wanted_by(pointer)
    return where.refused(
        f"is followed without a test for NULL and wants {wanted}",
        None,
        "RZ008",
        *(("where there is nothing: numpy.empty(0)",) if wanted.startswith("an array") else ()),
    )


def wanted_by(type: CType) -> str:
    """What to pass for a pointer, in a message."""
    match type:
        case Pointer(to=Number() as number):
            return f"an array of {dtype_of(number, NO_LAYOUTS) or number.spelling}"
        case Pointer(to=Struct(spelling=text)):
            return f"a {text}"
        case Pointer(to=Opaque(spelling=text)) if "(" in text:
            return "a function"
        case Pointer(to=Pointer()):
            return "a list of arrays"
        case _:
            return "an array"


def _callback(where: Place, value: Any) -> Address:
    address = getattr(value, "callee", None)
    if isinstance(address, int):
        return Address(address, value, "a callback")
    if isinstance(value, _CALLBACK):
        found = ctypes.cast(value, ctypes.c_void_p).value or 0
        return Address(found, value, "a callback")
    if isinstance(value, int) and not isinstance(value, bool):
        return Address(value, value, "a callback")
    raise where.refused(
        "wants a function: one of a library, a ctypes function pointer, or an address",
        value,
        "RZ008",
        "rz.callback makes a Python function one of the program",
    )


def _array(
    where: Place,
    to: CType,
    value: Any,
    layouts: Layouts,
    writes: bool,
    shape: tuple[int, ...] | None = None,
    strided: bool = False,
) -> ArrayMemory:
    """An array by reference; with a `shape`, its first index runs fastest."""
    wanted = dtype_of(to.of if isinstance(to, Array) else to, layouts)
    array = _as_array(where, wanted, value)
    name = str(wanted) if isinstance(to, Number) else spelled(to)
    if isinstance(to, Number) and to.is_brain and array.dtype.name != "bfloat16":
        raise where.refused("wants an array of bfloat16, of the package ml_dtypes", value, "RZ008")
    if wanted is None and isinstance(to, Struct):
        raise _of_class(where, to, value)
    fits = wanted is None or array.dtype == wanted or _same_records(array.dtype, wanted)
    if not fits and not _are_members(to, array, layouts):
        way = f"numpy.ascontiguousarray({where.word}, dtype=numpy.{wanted})"
        helps = (f"convert it once: {way}",) if isinstance(to, Number) else ()
        raise where.refused(f"wants an array of {name}", value, "RZ008", *helps)
    if shape is not None:
        _check_shape(where, shape, array, value, name, strided)
    elif not array.flags.c_contiguous:
        raise where.refused(
            f"wants a C-contiguous array of {name}",
            value,
            "RZ008",
            f"copy it once: numpy.ascontiguousarray({where.word})",
        )
    if not array.flags.aligned or not array.dtype.isnative:
        raise where.refused("wants an aligned array in the machine's byte order", value)
    if writes and not array.flags.writeable:
        raise where.refused(
            "is written by the function and wants a writeable array",
            value,
            "RZ014",
            f"pass a copy: {where.word}.copy()",
        )
    if isinstance(to, Array):
        inner = _member_shape(to, array, layouts)
        _check_extents(where, Array(to.of, (*to.counts, *inner)), array)
    return ArrayMemory(array, value)


def _check_shape(
    where: Place,
    shape: tuple[int, ...],
    array: np.ndarray[Any, Any],
    value: Any,
    name: str,
    strided: bool,
) -> None:
    """An array whose first index runs fastest: its dimensions, their extents, its order."""
    if not shape and array.size != 1:
        raise where.refused(f"wants an array of one {name}", value, "RZ011")
    if shape and array.ndim != len(shape):
        said = f"wants an array of {len(shape)} dimension{'s' if len(shape) > 1 else ''}"
        raise where.refused(said, value, "RZ011")
    if shape and any(n not in (-1, m) for n, m in zip(shape, array.shape, strict=True)):
        wanted = ", ".join("any" if n < 0 else str(n) for n in shape)
        raise where.refused(f"wants an array of shape ({wanted})", value, "RZ011")
    if strided:
        if overlaps_itself(array):
            raise where.refused(
                "wants an array whose elements lie apart in memory", value, "RZ008",
                f"copy it once: {where.word}.copy()",
            )  # fmt: skip
    elif not array.flags.f_contiguous:
        raise where.refused(
            f"wants a contiguous array of {name}, its first index running fastest",
            value,
            "RZ008",
            f"copy it once: numpy.asfortranarray({where.word})",
        )


def _of_class(where: Place, to: CType, value: Any) -> Error:
    """An array, or a dictionary, for a class whose objects only C++ can make."""
    name, function = short_name(spelled(to)), _innermost(where.function)
    return where.refused(
        f"wants an object of {name}, which only C++ can make",
        value,
        "RZ008",
        f"write a function that takes arrays, makes the {name}, and calls '{function}'",
        "parameters that are made from arrays: std::vector, span, string and array of numbers",
    )


def _innermost(name: str) -> str:
    """The function that a derivative is of: 'f' for 'grad(f)'."""
    return name.rsplit("(", 1)[-1].rstrip(")")


def _as_array(where: Place, wanted: Any, value: Any) -> np.ndarray[Any, Any]:
    """The array behind an argument, sharing its memory."""
    if isinstance(value, np.ma.MaskedArray):
        raise where.refused("wants an array without a mask", value, "RZ008", "x.filled(…)")
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
    if wanted is not None and wanted.kind in "iu" and wanted.itemsize == 1:
        raise where.refused(f"wants text, or {kind}", value, "RZ008")
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


def _are_members(to: CType, array: np.ndarray[Any, Any], layouts: Layouts) -> bool:
    """Whether the array holds the members of structs that consist of numbers of one kind."""
    struct = to.of if isinstance(to, Array) else to
    if not isinstance(struct, Struct):
        return False
    kind, count = _uniform_once(struct, layouts)
    return bool(count and array.dtype == kind and array.size % count == 0)


def _member_shape(to: Array, array: np.ndarray[Any, Any], layouts: Layouts) -> tuple[int, ...]:
    """The extents behind those of an array of structs, if it is given as an array of numbers."""
    if not isinstance(to.of, Struct) or array.dtype.fields is not None:
        return ()
    _, count = _uniform_once(to.of, layouts)
    return (count,) if count else ()


def _uniform_once(struct: Struct, layouts: Layouts) -> tuple[np.dtype[Any] | None, int]:
    key = "members", struct.key
    if key not in layouts.memo:
        layouts.memo[key] = _uniform(struct, layouts)
    found: tuple[np.dtype[Any] | None, int] = layouts.memo[key]
    return found


def _uniform(struct: Struct, layouts: Layouts) -> tuple[np.dtype[Any] | None, int]:
    """The one kind of number a struct is made of, without gaps, and how many; (None, 0) if not."""
    found = list(numbers(struct, layouts))
    kinds = {dtype_of(number, layouts) for _, number in found}
    kind = kinds.pop() if len(kinds) == 1 else None
    if kind is None or any(at != k * kind.itemsize for k, (at, _) in enumerate(found)):
        return None, 0
    whole = size_of(struct, layouts) == len(found) * kind.itemsize
    return (kind, len(found)) if whole else (None, 0)


def _check_extents(where: Place, to: Array, array: np.ndarray[Any, Any]) -> None:
    counts = to.counts
    inner = array.shape[-len(counts) :] if array.ndim >= len(counts) else ()
    row = int(np.prod([c for c in counts if c > 0]))
    if len(inner) == len(counts) and all(c in (-1, n) for c, n in zip(counts, inner, strict=True)):
        return
    if array.ndim == 1 and row and array.size % row == 0:
        return
    shape = ", ".join(("…", *(str(c) if c >= 0 else "…" for c in counts)))
    raise where.refused(f"wants an array of shape ({shape})", array)


# ---- several arrays behind one pointer, records --------------------------------------------------


def _pointers(
    where: Place, inner: Pointer, value: Sequence[Any], layouts: Layouts, writes: bool
) -> Table:
    parts = [
        _pointed(Place(f"{where.name}[{i}]", "", where.function), inner, item, layouts, writes)
        for i, item in enumerate(value)
    ]
    return Table(parts, value)


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
        held = block(struct, layouts)
        ctypes.memmove(held, value.tobytes(), layout.size)
        return Record(struct, layouts, held, {})
    if layout.is_of_library:
        raise _of_class(where, struct, value)
    if not isinstance(value, Mapping):
        names = ", ".join(m.name for m in layout.members)
        raise where.refused(
            f"wants a {struct.spelling}",
            value,
            "RZ008",
            f"pass a dictionary with the members {names}, a ctypes structure or a NumPy record",
        )
    held = block(struct, layouts)
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
        elif isinstance(kept, str | bytes) and isinstance(item, np.ndarray):
            old[name] = read_text(item, kept)
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
                store_address(held, base + member.offset, found)
            case Struct(key=key) as inner:
                if layouts[key].is_of_library:
                    raise _of_class(inside, inner, item)
                if not isinstance(item, Mapping):
                    raise inside.refused(f"wants a {inner.spelling} as a dictionary", item)
                _fill(
                    inside, held, base + member.offset, inner, item, layouts, writes, parts,
                    f"{prefix}{name}.",
                )  # fmt: skip
            case type:
                dtype = dtype_of(type, layouts)
                if isinstance(item, str | bytes) and is_text(type):
                    item = as_text(inside, size_of(type, layouts), item)
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
