"""flang's IR as text, before anything reads it.

    call void @llvm.memcpy.p0.p0.i32(ptr %to, ptr %from, i32 48, i1 false)
      →  a load and a store of each field of a descriptor of one dimension

flang copies descriptors as bytes. Field by field, constants that it wrote into one (the rank and
type of the elements) are known in the copy as well, and bodies of the run time's functions fold to
what is done with elements of that type.
"""

import re
from collections.abc import Iterator
from typing import Final

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
_HEAD: Final = (
    ("ptr", 0), ("i64", 8), ("i32", 16), ("i8", 20), ("i8", 21), ("i8", 22), ("i8", 23),
)  # fmt: skip


def tidied(text: str) -> str:
    """The same module, more of which can be analysed."""
    made = iter(range(text.count("\n")))
    return _COPY.sub(lambda copy: _fields(copy, next(made)), _WRAPPING.sub(r"\1", text))


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
