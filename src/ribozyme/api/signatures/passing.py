"""Calls whose arguments are passed in another way than as slots: by address, or by a descriptor.

    double @phys(ptr %x, ptr %k)             x by a descriptor, k by address
    double @rz.f.7c1e(ptr %a0, double %a1, i64 %n0.0)

A signature lists what each parameter of the IR is made from, in order (`Signature.passed`); the
adapter written here makes it, for the time of the call. Sizes and strides of arrays are slots of
their own, behind those of the parameters; then come addresses for outputs that are no parameters.
"""

from collections.abc import Iterator
from typing import Final, assert_never, final

from ribozyme.api.signatures.ctype import CType, Number
from ribozyme.base.record import record

_VERSION: Final = 20240719  # of the descriptors
_HEAD: Final = 24  # bytes of a descriptor before its dimensions
_DIMENSION: Final = 24
_ADDENDUM: Final = 0


@final
@record
class Plain:
    """The slot of a parameter as it is."""

    parameter: int


@final
@record
class ByAddress:
    """The address of a parameter's number, which its slot holds."""

    parameter: int
    type: str  # the slot's


@final
@record
class Loaded:
    """A part of a parameter's value, which lies behind the address in its slot."""

    parameter: int
    offset: int  # bytes
    type: str  # of the IR's parameter


@final
@record
class Described:
    """The address of a descriptor of a parameter's array, whose elements may lie anywhere."""

    parameter: int
    rank: int
    code: int  # of the elements' type
    size: int  # bytes of an element
    optional: bool


@final
@record
class Length:
    """How many elements a parameter's array, or text, has."""

    parameter: int


@final
@record
class Extent:
    """How many elements a parameter's array has along an axis."""

    parameter: int
    axis: int


@final
@record
class Stride:
    """The distance in bytes of neighbours of a parameter's array along an axis."""

    parameter: int
    axis: int


@final
@record
class Output:
    """The address of one number that the function leaves: the result, or an output by its index."""

    index: int  # -1: the result
    type: str  # the slot's if it is returned; `ptr` where its address is a slot


@final
@record
class Taken:
    """The address where the function leaves a vector: its elements are moved to a parameter's
    array, which has to be as long, and its memory is freed. Offsets are in bytes."""

    parameter: int
    type: str  # of the vector, in IR
    size: int  # bytes of an element
    elements: int
    count: int
    capacity: int
    name: str  # the function's


Passed = Plain | ByAddress | Loaded | Described | Length | Extent | Stride | Output | Taken


def sizes(passed: tuple[Passed, ...]) -> Iterator[tuple[int, int]]:
    """The slots that hold sizes: the parameter, and the dimension or -1 for all elements."""
    for one in passed:
        match one:
            case Described(parameter=n, rank=rank):
                yield from ((n, axis) for axis in range(rank))
            case Length(parameter=n) | Taken(parameter=n):
                yield n, -1
            case Extent(parameter=n, axis=axis):
                yield n, axis
            case Plain() | ByAddress() | Loaded() | Stride() | Output():
                pass
            case other:
                assert_never(other)


def steps(passed: tuple[Passed, ...]) -> Iterator[tuple[int, int]]:
    """The slots behind them that hold strides in bytes: the parameter, and the dimension."""
    for one in passed:
        if isinstance(one, Described):
            yield from ((one.parameter, axis) for axis in range(one.rank))
        elif isinstance(one, Stride):
            yield one.parameter, one.axis


def adapter(
    callee: str,
    spelled: tuple[str, ...],
    returned: str,
    passed: tuple[Passed, ...],
    slots: tuple[str, ...],
    parameters: int,
    outputs: int,
    result: str,
    said: tuple[str, ...] = (),
) -> str:
    """The function `@NAME` with plain parameters.

    `callee`, `spelled` and `returned` are the function's name, its parameters and its result in
    IR; `slots` begins with so many `parameters`, has sizes, strides and so many `outputs` behind,
    and ends with the result's memory unless the adapter returns a `result`. What the memory behind
    parameters holds is `said` in words.
    """
    counted = [f"%n{n}" + (f".{axis}" if axis >= 0 else "") for n, axis in sizes(passed)]
    names = [f"%a{n}" for n in range(parameters)]
    names += [*counted, *(f"%s{n}.{axis}" for n, axis in steps(passed))]
    names += [f"%o{n}" for n in range(outputs)]
    names += ["%result"] * (len(slots) - len(names))
    lines: list[str] = []
    arguments: list[str] = []
    for at, (one, type) in enumerate(zip(passed, spelled, strict=True)):
        made, value = _made(at, one)
        lines += made
        arguments.append(f"{type} {value}")
    call = f"call {returned} @{callee}({', '.join(arguments)})"
    lines.append(f"  {call}" if returned == "void" else f"  %r = {call}")
    for at, one in enumerate(passed):
        if isinstance(one, Taken):
            lines += _taken(f"%p{at}", one)
    lines += _returned(returned, passed, result)
    words = (*said, *("" for _ in range(len(slots) - len(said))))
    head = ", ".join(f"{t} {w}{n}" for t, w, n in zip(slots, words, names, strict=True))
    body = "\n".join(lines)
    text = f"define {result} @NAME({head}) {{\n{body}\n}}\n"
    return "".join((text, *(_needed(one) for one in passed if isinstance(one, Taken))))


def _returned(returned: str, passed: tuple[Passed, ...], result: str) -> list[str]:
    if result == "void":
        kept = [] if returned == "void" else [f"  store {returned} %r, ptr %result, align 1"]
        return [*kept, "  ret void"]
    if returned != "void":
        return [f"  ret {result} %r"]
    at = next(n for n, one in enumerate(passed) if isinstance(one, Output) and one.index < 0)
    return [f"  %r = load {result}, ptr %p{at}", f"  ret {result} %r"]


def _made(at: int, one: Passed) -> tuple[list[str], str]:
    """What makes the argument at a position, and the argument."""
    match one:
        case Plain(parameter=n):
            return [], f"%a{n}"
        case ByAddress(parameter=n, type=type):
            place = f"%p{at}"
            return [f"  {place} = alloca {type}", f"  store {type} %a{n}, ptr {place}"], place
        case Loaded(parameter=n, offset=offset, type=type):
            place = f"  %p{at}.at = getelementptr i8, ptr %a{n}, i64 {offset}"
            return [place, f"  %p{at} = load {type}, ptr %p{at}.at, align 1"], f"%p{at}"
        case Described():
            return _described(at, one)
        case Length(parameter=n):
            return [], f"%n{n}"
        case Extent(parameter=n, axis=axis):
            return [], f"%n{n}.{axis}"
        case Stride(parameter=n, axis=axis):
            return [], f"%s{n}.{axis}"
        case Output(index=-1, type="ptr"):
            return [], "%result"
        case Output(index=-1, type=type):
            return [f"  %p{at} = alloca {type}"], f"%p{at}"
        case Output(index=index):
            return [], f"%o{index}"
        case Taken(type=type):
            return [f"  %p{at} = alloca {type}, align 8"], f"%p{at}"
        case other:
            assert_never(other)


def _described(at: int, one: Described) -> tuple[list[str], str]:
    """A descriptor: address, element, version, rank, type, attribute; each dimension's extent."""
    place = f"%p{at}"
    given = f"%a{one.parameter}"
    fields: list[tuple[int, str, str]] = [
        (0, "ptr", given),
        (8, "i64", str(one.size)),
        (16, "i32", str(_VERSION)),
        (20, "i8", str(one.rank)),
        (21, "i8", str(one.code)),
        (22, "i8", "0"),
        (23, "i8", str(_ADDENDUM)),
    ]
    lines = [f"  {place} = alloca [{_HEAD + _DIMENSION * one.rank} x i8], align 8"]
    for axis in range(one.rank):
        extent, start = f"%n{one.parameter}.{axis}", _HEAD + _DIMENSION * axis
        step = f"%s{one.parameter}.{axis}"
        fields += [(start, "i64", "1"), (start + 8, "i64", extent), (start + 16, "i64", step)]
    for offset, type, value in fields:
        to = f"{place}.at{offset}"
        lines.append(f"  {to} = getelementptr i8, ptr {place}, i64 {offset}")
        lines.append(f"  store {type} {value}, ptr {to}")
    if not one.optional:
        return lines, place
    lines.append(f"  {place}.none = icmp eq ptr {given}, null")
    lines.append(f"  {place}.given = select i1 {place}.none, ptr null, ptr {place}")
    return lines, f"{place}.given"


def _taken(place: str, one: Taken) -> list[str]:
    """A vector's elements moved to an array of as many, and its memory freed."""
    to, n = f"%a{one.parameter}", f"%n{one.parameter}"
    fields = (("v", "ptr", one.elements), ("n", "i64", one.count), ("c", "i64", one.capacity))
    lines = []
    for word, type, offset in fields:
        lines.append(f"  {place}.{word}.at = getelementptr i8, ptr {place}, i64 {offset}")
        lines.append(f"  {place}.{word} = load {type}, ptr {place}.{word}.at, align 8")
    return [
        *lines,
        f"  {place}.bytes = mul i64 {n}, {one.size}",
        f"  {place}.fits = icmp eq i64 {place}.n, {n}",
        f"  br i1 {place}.fits, label %taken, label %other",
        "other:",
        f"  call void @rz.throw(i32 2, ptr @{_unequal(one)})",
        "  unreachable",
        "taken:",
        f"  call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr {place}.v, i64 {place}.bytes, i1 false)",
        f"  {place}.none = icmp eq i64 {place}.c, 0",
        f"  br i1 {place}.none, label %moved, label %owned",
        "owned:",
        f"  call void @free(ptr {place}.v)",
        "  br label %moved",
        "moved:",
    ]


def _unequal(one: Taken) -> str:
    return f'"rz.other.length.{one.name}"'


def _needed(one: Taken) -> str:
    """What the module has beside the adapter."""
    said = f"'{one.name}' returns a vector of another length than 'result' has"
    content = said.encode()
    kept = "".join(chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\{b:02x}" for b in content)
    text = f'[{len(content) + 1} x i8] c"{kept}\\00"'
    return (
        f"@{_unequal(one)} = private unnamed_addr constant {text}\n"
        "declare void @rz.throw(i32, ptr) cold noreturn\n"
        'declare void @free(ptr allocptr) allockind("free") "alloc-family"="malloc"\n'
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
    )


def slot(type: CType) -> str:
    """The IR type of a number's slot; memory's address for all else."""
    match type:
        case Number(kind="float", size=8):
            return "double"
        case Number(kind="float", size=4):
            return "float"
        case Number(kind="int" | "uint" | "bool", size=size):
            return f"i{8 * size}"
        case _:
            return "ptr"
