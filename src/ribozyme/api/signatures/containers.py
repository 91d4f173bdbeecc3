"""Containers of C++'s library that are made from arrays, by code the user's own compiler generates.

    double f(const std::vector<double> &v)      is called like   double f(const double *v)

    make(place, data, count)     →  new (place) std::vector<double>(data, data + count)
    back(place, data, count)     →  the elements copied to the array, where the function may write
    drop(place)                  →  the destructor

What a container looks like in memory is nowhere said here: the compiler knows, for each library.
"""

import re
from collections.abc import Sequence
from typing import Final, Literal, final

from ribozyme.api.signatures.ctype import Array, CType, Number, Pointer, Struct
from ribozyme.base.record import record

Kind = Literal["vector", "span", "text", "view"]

KINDS: Final[dict[str, Kind]] = {
    "vector": "vector", "span": "span", "basic_string": "text", "basic_string_view": "view",
}  # fmt: skip
"""Class templates of namespace std by their names."""

DYNAMIC: Final = (1 << 64) - 1
"""The extent of a span whose size is known at run time only."""


@final
@record
class Container:
    """A parameter that is a container: its type in C++, its elements', and how it is passed."""

    kind: Kind
    type: str  # std::vector<double>
    element: str  # double
    size: int  # bytes of the object
    declared: CType  # as the source has it
    writes: bool  # the elements may be written
    extent: int = -1  # elements where the type fixes their number


def container(
    kind: Kind, element: CType, const: bool, size: int, declared: CType, extent: int
) -> Container | None:
    """What is known of a parameter of such a class; None where its elements are of no known kind.

    `const` is that of a span's elements.
    """
    inner = element_name(element)
    if inner is None:
        return None
    fixed = extent if kind == "span" and extent != DYNAMIC else -1
    match kind:
        case "vector":
            type = f"std::vector<{inner}>"
        case "span":
            count = f", {fixed}" if fixed >= 0 else ""
            type = f"std::span<{'const ' if const else ''}{inner}{count}>"
        case "text":
            type = f"std::basic_string<{inner}>"
        case "view":
            type = f"std::basic_string_view<{inner}>"
    by_reference = isinstance(declared, Pointer) and not declared.const and declared.sign != "&&"
    writes = not const if kind == "span" else by_reference and kind != "view"
    return Container(kind, type, inner, size, _named(declared, type), writes, fixed)


def _named(declared: CType, name: str) -> CType:
    """The type with the class as users write it."""
    match declared:
        case Pointer(to=to, const=const, sign=sign):
            return Pointer(_named(to, name), const, sign)
        case Struct(key=key):
            return Struct(name, key)
        case other:
            return other


def element_name(element: CType) -> str | None:
    """How C++ writes the type of elements that NumPy has, too; None for others."""
    match element:
        case Number(values=(_, *_)):
            return None
        case Number(kind="float", size=size) if size not in (4, 8, 16):
            return None
        case Number(spelling=text):
            return text
        case Array(of=Number() as of, counts=(count,)) if count > 0:
            inner = element_name(of)
            return None if inner is None else f"std::array<{inner}, {count}>"
        case _:
            return None


def view(given: Container, element: CType) -> Pointer:
    """The array a user passes for it."""
    return Pointer(element, not given.writes)


def short_name(spelling: str) -> str:
    """A class as users write it: without `class`, and without the arguments by default.

    class vector<double, std::allocator<double> >  →  vector<double>
    """
    name, before = spelling.removeprefix("class ").removeprefix("struct "), ""
    while name != before:
        before, name = name, _BY_DEFAULT.sub("", name)
    return re.sub(r"\bstd::__\w+::", "std::", name).replace(" >", ">")


_BY_DEFAULT: Final = re.compile(
    r", std::(?:__\w+::)?(?:allocator|char_traits|less|equal_to|hash|default_delete)"
    r"<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>"
)


# ---- the code that makes, reads and ends them ----------------------------------------------------

_HEADERS: Final = ("array", "complex", "new", "stdexcept", "string", "vector")
_LATER: Final = ("span", "string_view")  # headers that older standards do not have
_MAKE: Final = {
    "vector": "T &made = *new (at) T(count); for (decltype(count) i = 0; i < count; i++) {"
    " made[i] = data[i]; }",
    "span": "new (at) T(data, count);",
    "text": "new (at) T(data, count);",
    "view": "new (at) T(data, count);",
}
_TYPED: Final = '__attribute__((no_builtin("memcpy", "memmove")))'
"""Elements are copied as what they are, so that their type is seen where nothing else tells it."""
_RESIZED: Final = (
    "'{name}' of '{function}' has another number of elements after the call, and a NumPy array "
    "keeps its size"
)


def glue(wanted: Sequence[Container | None], names: Sequence[str], function: str) -> str:
    """The C++ source for the parameters of a function, by position; None has no container."""
    lines = [f"#include <{name}>" for name in _HEADERS]
    for name in _LATER:
        lines += [f"#if __has_include(<{name}>)", f"#include <{name}>", "#endif"]
    for k, (one, name) in enumerate(zip(wanted, names, strict=True)):
        if one is not None:
            said = _RESIZED.format(name=name, function=function)
            lines += _functions(k, one, "".join(c for c in said if c not in '"\\\n'))
    return "\n".join((*lines, ""))


def _functions(k: int, one: Container, resized: str) -> list[str]:
    taken = f"at, {'' if one.writes else 'const '}E *data, decltype(sizeof 0) count"
    lines = [
        f"namespace glue{k} {{",
        f"using T = {one.type};",
        f"using E = {one.element};",
        f'static_assert(sizeof(T) == {one.size}, "the same library as the program\'s");',
        f'void make(void *{taken}) __asm__("{make(k)}");',
        f"{_TYPED} void make(void *{taken}) {{ {_MAKE[one.kind]} }}",
        f'void drop(T *at) __asm__("{drop(k)}");',
        "void drop(T *at) { at->~T(); }",
    ]
    if is_copied_back(one):
        lines += [
            f'void back(const T *{taken}) __asm__("{back(k)}");',
            f"{_TYPED} void back(const T *{taken}) {{",
            f'    if (at->size() != count) throw std::length_error("{resized}");',
            "    for (decltype(count) i = 0; i < count; i++) data[i] = (*at)[i];",
            "}",
        ]
    return [*lines, "}"]


def is_copied_back(one: Container) -> bool:
    """Whether what is in the container goes back to the array when the function returns."""
    return one.writes and one.kind != "span"


def make(k: int) -> str:
    return f"rz.glue.make.{k}"


def back(k: int) -> str:
    return f"rz.glue.back.{k}"


def drop(k: int) -> str:
    return f"rz.glue.drop.{k}"
