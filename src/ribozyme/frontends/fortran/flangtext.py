"""flang's IR as text, before anything reads it.

    call void @llvm.memcpy.p0.p0.i32(ptr %to, ptr %from, i32 48, i1 false)
      →  a load and a store of each field of a descriptor of one dimension

flang copies descriptors as bytes. Field by field, constants that it wrote into one (the rank and
type of the elements) are known in the copy as well, and bodies of the run time's functions fold to
what is done with elements of that type. Into descriptors of variables of modules, dummies and
components the constants are written again before a call that changes them, for the same reason.
"""

import itertools
import re
from collections.abc import Iterator, Mapping
from typing import Final

from ribozyme.frontends.fortran import fir, trampolines

# flang 22 marks additions `nuw` that wrap: loops of cshift by -1, which its own -O2 then turns into
# copies past the end of an array. Without the mark an addition means the same.
_WRAPPING: Final = re.compile(r"^(  %\S+ = add )nuw ", re.MULTILINE)

_COPY: Final = re.compile(
    r"^  (?:tail )?call void @llvm\.memcpy\.p0\.p0\.i32\("
    r"ptr [^%@,]*(?P<to>[%@][^\s,]+), ptr [^%@,]*(?P<from>[%@][^\s,]+), "
    r"i32 (?P<size>\d+), i1 false\)"
    r"(?:[^\n]*?(?P<dbg>, !dbg !\d+))?[^\n]*$",
    re.MULTILINE,
)
_CHARACTER: Final = "40"
_TABLE: Final = re.compile(r"^@(\w+EXdtX\w+) = ", re.MULTILINE)
_HEAD: Final = (
    ("ptr", 0), ("i64", 8), ("i32", 16), ("i8", 20), ("i8", 21), ("i8", 22), ("i8", 23),
)  # fmt: skip


# Of an allocatable or a pointer that is a variable of a module: no type is added to it.
_VARIABLE: Final = re.compile(
    r"^(?P<name>@\S+) = (?:[a-z]\w* )*global \{ ptr, i64, i32, i8, i8, i8, i8[^\n]*? "
    r"\{ ptr null, i64 (?P<length>\d+), i32 \d+, i8 (?P<rank>\d+), i8 (?P<type>\d+), "
    r"i8 (?P<attribute>\d+), i8 0",
    re.MULTILINE,
)
_CHANGE: Final = re.compile(
    r"^  (?:%\S+ = )?(?:tail )?call [^\n@]*@"
    r"(?P<name>_FortranA(?:Assign|Allocatable|Pointer|MoveAlloc|CopyInAssign)\w*)"
    r"\((?P<given>[^\n]*)\)(?:[^\n()]*?(?P<dbg>, !dbg !\d+))?[^\n]*$",
    re.MULTILINE,
)
_WHERE: Final = re.compile(r"@_QQclX\w+, i32 (\d+)")
_OPERAND: Final = re.compile(r"ptr(?: [\w()]+)* ([%@][\w.$]+)")

Descriptors = Mapping[fir.Call, Mapping[int, fir.Described]]


def changes_descriptors(text: str) -> bool:
    """Whether `tidied` has a use for what the descriptors of calls describe."""
    return _CHANGE.search(text) is not None


def tidied(text: str, descriptors: Descriptors) -> str:
    """The same module, more of which can be analysed."""
    made = itertools.count()
    text = _WRAPPING.sub(r"\1", text)
    text = _COPY.sub(lambda copy: _fields(copy, next(made)), text)
    known = {found["name"]: _of_variable(found) for found in _VARIABLE.finditer(text)}
    tables = frozenset(_TABLE.findall(text))
    text = _CHANGE.sub(
        lambda call: _written_again(call, next(made), _given(call, known, descriptors), tables),
        text,
    )
    return trampolines.without_trampolines(text)


def _of_variable(found: re.Match[str]) -> fir.Described:
    length = None if found["type"] == _CHARACTER else int(found["length"])
    rank, attribute, code = (int(found[part]) for part in ("rank", "attribute", "type"))
    return fir.Described(rank, attribute, code, length, "")


def _given(
    call: re.Match[str], variables: Mapping[str, fir.Described], descriptors: Descriptors
) -> Mapping[str, fir.Described]:
    """The descriptors among a call's arguments, by the names of their addresses."""
    given = _arguments(call["given"])
    where = _WHERE.search(call["given"])
    described = {} if where is None else descriptors.get((call["name"], int(where[1])), {})
    found: dict[str, fir.Described] = {}
    for place, argument in enumerate(given):
        operand = _OPERAND.fullmatch(argument)
        if operand is not None:
            one = described.get(place) or variables.get(operand[1])
            if one is not None:
                found[operand[1]] = one
    return found


def _arguments(text: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for at, character in enumerate(text):
        depth += (character in "([{<") - (character in ")]}>")
        if character == "," and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return [*parts, text[start:].strip()]


def _written_again(
    call: re.Match[str], number: int, given: Mapping[str, fir.Described], tables: frozenset[str]
) -> str:
    """A call that changes descriptors, and before it what never changes in them."""
    lines = []
    dbg = call["dbg"] or ""
    for n, (name, one) in enumerate(given.items()):
        for at, type, value in _constants(one, tables):
            field = f"%described.{number}.{n}.{at}"
            lines.append(f"  {field} = getelementptr i8, ptr {name}, i64 {at}{dbg}")
            lines.append(f"  store {type} {value}, ptr {field}, align 1{dbg}")
    return "\n".join((*lines, call[0]))


def _constants(of: fir.Described, tables: frozenset[str]) -> Iterator[tuple[int, str, str]]:
    """The fields of a descriptor that are known: where, of what type, and what they hold."""
    if of.length is not None:
        yield 8, "i64", str(of.length)
    yield 20, "i8", str(of.rank)
    if of.attribute is not None:
        yield 22, "i8", str(of.attribute)
    if of.code is None:
        return
    yield 21, "i8", str(of.code)
    yield 23, "i8", str(int(of.code == fir.STRUCT))
    table = re.sub(r"T([a-z0-9_]+)$", r"EXdtX\1", of.derived)
    if of.derived and table in tables:
        yield 24 + 24 * of.rank, "ptr", f"@{table}"


def _fields(copy: re.Match[str], number: int) -> str:
    fields = list(_layout(int(copy["size"])))
    if not fields:
        return copy[0]
    name, dbg = f"%descriptor.{number}", copy["dbg"] or ""
    lines = []
    for n, (type, at) in enumerate(fields):
        lines.append(f"  {name}.from{n} = getelementptr i8, ptr {copy['from']}, i64 {at}{dbg}")
        lines.append(f"  {name}.value{n} = load {type}, ptr {name}.from{n}, align 1{dbg}")
    for n, (type, at) in enumerate(fields):
        lines.append(f"  {name}.to{n} = getelementptr i8, ptr {copy['to']}, i64 {at}{dbg}")
        lines.append(f"  store {type} {name}.value{n}, ptr {name}.to{n}, align 1{dbg}")
    return "\n".join(lines)


def _layout(size: int) -> Iterator[tuple[str, int]]:
    """The fields of a descriptor of so many bytes: its type is added where 16 are left over."""
    rest, ranked = (size - 24) % 24, (size - 24) // 24 * 24
    if size < 24 or rest not in (0, 16):
        return
    yield from _HEAD
    yield from (("i64", 24 + at) for at in range(0, ranked, 8))
    if rest:
        yield from (("ptr", 24 + ranked), ("i64", 32 + ranked))
