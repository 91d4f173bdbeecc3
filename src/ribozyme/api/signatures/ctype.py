"""Types of the user's language, as debug info tells them: plain values without any LLVM.

    const double *x     →  Pointer(Number("double", "float", 8), const=True)
    struct body b       →  Struct("struct body", key), its members in the table of the signature

A struct is named by a key into a table of `Layout`s, so that a list node may point to its own kind
and every type stays a small immutable value that pickles.
"""

from collections.abc import Iterator
from typing import Any, Final, Literal, final

from ribozyme.base.record import record

NumberKind = Literal["float", "int", "uint", "bool", "complex"]


@final
@record
class Number:
    """`double`, `unsigned int`, `_Bool`, `double _Complex`, an enumeration; `size` in bytes."""

    spelling: str
    kind: NumberKind
    size: int
    values: tuple[tuple[str, int], ...] = ()  # of an enumeration

    @property
    def is_float(self) -> bool:
        return self.kind in ("float", "complex")

    @property
    def is_brain(self) -> bool:
        """Whether it is bfloat16, the other float of 2 bytes, which NumPy does not know."""
        return self.kind == "float" and self.size == 2 and "bf" in self.spelling


@final
@record
class Struct:
    """A struct, class or union by its key in the table of layouts."""

    spelling: str
    key: str


@final
@record
class Array:
    """`double[2][3]` as a member, or what `double (*a)[4]` points to; -1 is a count not known."""

    of: "CType"
    counts: tuple[int, ...]


@final
@record
class Pointer:
    """A pointer or reference; `const` says that nothing is written through it.

    With a `shape` it is an array whose first index runs fastest; -1 is an extent not known. Of one
    that is `strided` the elements may lie anywhere: its description says where.
    """

    to: "CType"
    const: bool = False
    sign: str = "*"
    shape: tuple[int, ...] | None = None
    strided: bool = False


@final
@record
class Opaque:
    """`void`, functions, and what is only declared: passed by address, never looked into."""

    spelling: str


CType = Number | Struct | Array | Pointer | Opaque


def order_of(type: CType) -> Literal["C", "F"]:
    """The order in which the elements of a parameter's arrays lie, in NumPy's words."""
    return "F" if isinstance(type, Pointer) and type.shape is not None else "C"


VOID = Opaque("void")


@final
@record
class Member:
    """A member of a struct, `offset` in bytes."""

    name: str
    type: CType
    offset: int


@final
@record
class Layout:
    """What a struct holds; a `plain` one may be copied byte by byte and passed in registers."""

    spelling: str
    size: int
    members: tuple[Member, ...]
    union: bool = False
    plain: bool = True

    @property
    def is_of_library(self) -> bool:
        """Whether members have names that only a C++ library may choose, or none."""
        return any(not m.name or m.name.startswith(("_M_", "__")) for m in self.members)


@final
class Layouts(dict[str, Layout]):
    """The table of layouts; `memo` remembers what was found out about its types."""

    __slots__ = ("memo",)

    def __init__(self) -> None:
        super().__init__()
        self.memo: dict[object, Any] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return Layouts, (), None, None, iter(self.items())


NO_LAYOUTS: Final = Layouts()


def spelled(type: CType) -> str:
    """The type as C writes it, without a name."""
    return declared(type, "").rstrip()


def declared(type: CType, name: str) -> str:
    """The declaration of `name`: `double *x`, `double (*a)[4]`, `int n`."""
    match type:
        case Pointer(to=to, shape=tuple(shape)):
            dims = ",".join(":" if n < 0 else str(n) for n in shape)
            return f"{spelled(to)} {name}{f'({dims})' if dims else ''}"
        case Pointer(to=Array(of=of, counts=counts), const=const, sign=sign):
            dims = "".join(f"[{_count(n)}]" for n in counts)
            return f"{_const(const)}{spelled(of)} ({sign}{name}){dims}"
        case Pointer(to=Opaque(spelling=text), sign=sign) if "(" in text:
            head, _, tail = text.partition("(")
            return f"{head.rstrip()} ({sign}{name})({tail}"
        case Pointer(to=to, const=const, sign=sign):
            inner = spelled(to)
            if isinstance(to, Pointer):
                return f"{inner}{'const ' if const else ''}{sign}{name}"
            return f"{_const(const)}{inner} {sign}{name}"
        case Array(of=of, counts=counts):
            return f"{spelled(of)} {name}{''.join(f'[{_count(n)}]' for n in counts)}"
        case Number(spelling=text) | Struct(spelling=text) | Opaque(spelling=text):
            return f"{text} {name}"


def _const(const: bool) -> str:
    return "const " if const else ""


def _count(count: int) -> str:
    return str(count) if count >= 0 else ""


def size_of(type: CType, layouts: Layouts) -> int:
    """Bytes of a value; 0 where that is not known."""
    match type:
        case Number(size=size):
            return size
        case Pointer():
            return 8
        case Struct(key=key):
            return layouts[key].size if key in layouts else 0
        case Array(of=of, counts=counts):
            total = size_of(of, layouts)
            for count in counts:
                total *= max(count, 0)
            return total
        case Opaque():
            return 0


def numbers(type: CType, layouts: Layouts) -> Iterator[tuple[int, Number]]:
    """The numbers inside a value with their offsets; memory behind pointers is left out."""
    work: list[tuple[int, CType]] = [(0, type)]
    while work:
        offset, part = work.pop()
        match part:
            case Number():
                yield offset, part
            case Struct(key=key) if key in layouts:
                members = reversed(layouts[key].members)
                work.extend((offset + member.offset, member.type) for member in members)
            case Array(of=of, counts=counts):
                step, total = size_of(of, layouts), 1
                for count in counts:
                    total *= max(count, 0)
                work.extend((offset + i * step, of) for i in reversed(range(total)))
            case _:
                pass


def holds_floats(type: CType, layouts: Layouts) -> bool:
    """Whether a value, or memory it leads to, holds floating-point numbers that can be reached."""
    work: list[CType] = [type]
    seen: set[str] = set()
    while work:
        match work.pop():
            case Number() as number:
                if number.is_float:
                    return True
            case Pointer(to=part) | Array(of=part):
                work.append(part)
            case Struct(key=key) if key in layouts and key not in seen:
                seen.add(key)
                work.extend(member.type for member in layouts[key].members)
            case _:
                pass
    return False


def is_complex(type: CType, layouts: Layouts) -> bool:
    """Whether a value, or what a pointer leads to, is made of complex numbers alone."""
    while True:
        match type:
            case Pointer(to=inner) | Array(of=inner):
                type = inner
            case Struct(key=key) if key in layouts and len(layouts[key].members) == 1:
                type = layouts[key].members[0].type  # std::complex
            case _:
                return isinstance(type, Number) and type.kind == "complex"
