"""A module in parts whose functions become code apart from each other, and are one object then.

    @t = internal global …        @t = hidden global …         @t = available_externally hidden …
    define internal @f() {…}  →   define hidden @f() {…}       declare hidden @f()
    define @g() {…}               declare @g()                 define @g() {…}

Invariants: each part has the code for its functions that the whole module has: no pass of the code
generator looks into another function, a hidden symbol is reached as an internal one is, and values
of variables are known in all parts. What was internal is to be local in the object (`inner`).
"""

from collections.abc import Sequence
from heapq import heapify, heapreplace
from typing import Final, final

from ribozyme.backend.definitions import Definition, definitions
from ribozyme.base.record import dataclass
from ribozyme.base.regex import pattern

LARGE: Final = 4_000
"""Lines of functions from which on a module is worth the processes: half a second of code."""

_LOCAL: Final = ("internal", "private")
_REPLACEABLE: Final = ("weak", "linkonce", "common", "extern_weak", "external")
_COMDAT: Final = pattern(r",? comdat(?:\(\$(?:\"[^\"\n]*\"|[-\w.$]+)\))?(?=[ ,\n]|$)")
_WHOLE: Final = ("\nmodule asm ", "blockaddress(")


@final
@dataclass(frozen=True, slots=True)
class Parts:
    """Modules that are one when their objects are, and the names that nobody else is to see."""

    texts: tuple[str, ...]
    inner: frozenset[str]


def is_large(text: str) -> bool:
    """Whether a module is worth the processes."""
    return text.count("\n") >= LARGE and _lines(text) >= LARGE


def _lines(text: str) -> int:
    """The lines of a module's functions; variables and metadata are no code."""
    lines, at = 0, 0
    while (start := text.find("\ndefine ", at)) >= 0:
        at = text.find("\n}", start)
        at = len(text) if at < 0 else at
        lines += text.count("\n", start, at)
    return lines


def parts(text: str, most: int) -> Parts | None:
    """A module, as LLVM prints it, in up to `most` parts of about the same size; None where it is
    small, or has what ties functions to each other."""
    if most < 2 or not is_large(text) or any(sign in text for sign in _WHOLE):
        return None
    found, between = definitions(text)
    functions = [
        one for one in found if one.sort == "function" and one.linkage != "available_externally"
    ]
    sizes = [one.text.count("\n") for one in functions]
    count = min(most, len(functions), 2 * sum(sizes) // LARGE)
    if count < 2 or any(_is_tied(one) for one in found):
        return None
    home = dict(zip((one.name for one in functions), _dealt(sizes, count), strict=True))
    texts = (_part(found, between, home, number) for number in range(count))
    inner = frozenset(one.name for one in found if _is_inner(one))
    return Parts(tuple(texts), inner)


def _is_tied(one: Definition) -> bool:
    """Whether a definition is to be where another one is, or has no name in an object."""
    match one.sort:
        case "alias":
            return True
        case "variable" if "thread_local" in one.front[2].partition('"')[0]:
            return True
        case "function" | "variable":
            return one.name.isdigit() or "\\" in one.name
    return False


def _dealt(sizes: Sequence[int], count: int) -> list[int]:
    """The part of each function: the largest first, each to the part that has least."""
    loads = [(0, part) for part in range(count)]
    heapify(loads)
    dealt = [0] * len(sizes)
    for n in sorted(range(len(sizes)), key=lambda n: -sizes[n]):
        load, part = loads[0]
        dealt[n] = part
        heapreplace(loads, (load + sizes[n], part))
    return dealt


def _part(
    found: Sequence[Definition], between: Sequence[str], home: dict[str, int], number: int
) -> str:
    pieces: list[str] = []
    for before, one in zip(between, found, strict=False):
        pieces += (before, _placed(one, home.get(one.name), number))
    return "".join((*pieces, between[-1]))


def _placed(one: Definition, home: int | None, number: int) -> str:
    """A definition as it stands in a part; `home` is the part of a function that becomes code."""
    match one.sort:
        case "function" if home == number:
            head, _, body = one.text.partition("\n")
            return f"{_COMDAT.sub('', _shown(one, head))}\n{body}"
        case "function":
            return _declared(one)
        case "variable":
            return _variable(one, number)
        case "comdat":
            return ""
    return one.text


def _is_inner(one: Definition) -> bool:
    return one.sort in ("function", "variable") and one.linkage in _LOCAL


def _shown(one: Definition, text: str) -> str:
    """The text with what is internal hidden."""
    if not _is_inner(one):
        return text
    before, linkage, _ = one.front
    rest = text[len(before) + len(linkage) + 1 :]
    return f"{before}hidden {rest}"


def _declared(one: Definition) -> str:
    made = one.declaration()
    return f"declare hidden {made.removeprefix('declare ')}" if _is_inner(one) else made


def _variable(one: Definition, number: int) -> str:
    if not one.is_defined or one.linkage == "available_externally":
        return one.text
    if one.linkage == "appending":
        return one.text if number == 0 else ""
    if number == 0:
        return _COMDAT.sub("", _shown(one, one.text))
    if one.linkage in _REPLACEABLE:
        return one.declaration()
    hidden = "hidden " if _is_inner(one) else ""
    return _COMDAT.sub("", one.with_linkage(f"available_externally {hidden}".strip()))
