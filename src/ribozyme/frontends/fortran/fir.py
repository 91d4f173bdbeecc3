"""What descriptors of arrays describe, from flang's FIR, where LLVM IR has addresses alone.

    %9 = fir.convert %2 : (!fir.ref<!fir.box<!fir.heap<!fir.array<?xf64>>>>) -> …
    fir.call @_FortranAAllocatableAllocate(%9, …, %c26_i32, …)
      →  the first argument of that call in line 26: rank 1, real(8), allocatable

A descriptor of a dummy argument or a component lies in memory that the caller wrote. Its rank and
the type of its elements are declared, though, so that they are the same at each call. A call of the
run time is known again in LLVM IR by its name and its line, which are arguments. Where several
calls in one line disagree, nothing is known.
"""

import itertools
import re
from collections.abc import Iterator, Mapping
from typing import Final, final

from ribozyme.base.record import record

Call = tuple[str, int]
"""The name of a function of the run time, and the line of the program that calls it."""

_FILE: Final = re.compile(r"^ *%\w+ = fir\.convert %\S+ : .* -> !fir\.ref<i8>$")
_LINE: Final = re.compile(r"^ *%[\w-]+ = arith\.constant (\d+) : i32$")
_CONVERTED: Final = re.compile(
    r"^ *%\w+ = fir\.convert %\S+ : \((?P<type>!fir\.ref<!fir\.(?:box|class)<.*)\) -> "
    r"!fir\.ref<!fir\.box<none>>$"
)
_CALLED: Final = re.compile(r"^ *(?:%\w+ = )?fir\.call @(?P<name>_FortranA\w+)\((?P<given>[^)]*)\)")
_TYPE: Final = re.compile(
    r"!fir\.ref<!fir\.(?P<kind>box|class)<(?:!fir\.(?P<memory>heap|ptr)<)?"
    r"(?:!fir\.array<(?P<extents>(?:(?:\d+|\?)x)+))?(?P<element>[^{>]*)"
)
_DEFINED: Final = re.compile(r"^ *(%[\w-]+)(?::\d+)? = ")
_NUMBER: Final = re.compile(r"(i|f|complex<f|!fir\.logical<)(\d+)$")
_CODES: Final[Mapping[tuple[str, int], tuple[int, int]]] = {
    ("i", 8): (7, 1), ("i", 16): (8, 2), ("i", 32): (9, 4), ("i", 64): (10, 8),
    ("f", 32): (27, 4), ("f", 64): (28, 8),
    ("complex<f", 32): (34, 8), ("complex<f", 64): (35, 16),
    ("!fir.logical<", 1): (39, 1), ("!fir.logical<", 2): (13, 2),
    ("!fir.logical<", 4): (14, 4), ("!fir.logical<", 8): (15, 8),
}  # fmt: skip
"""A descriptor's code of a type, and the bytes of an element."""
_CHARACTER: Final = 40
STRUCT: Final = 42
_HEAP: Final = {"ptr": 1, "heap": 2}


@final
@record
class Described:
    """What is the same in a descriptor at each call; None where it is not known."""

    rank: int
    attribute: int | None
    code: int | None
    length: int | None  # bytes of an element
    derived: str  # flang's name of the type; empty if it may be another at run time


def described(text: str) -> Mapping[Call, Mapping[int, Described]]:
    """The descriptors that a module hands to the run time, by call and place of the argument."""
    found: dict[Call, dict[int, Described | None]] = {}
    for call, arguments in _calls(text):
        known = found.setdefault(call, dict(arguments))
        for place in {*known, *arguments}:
            if known.get(place) != arguments.get(place):
                known[place] = None
    return {
        call: {place: one for place, one in known.items() if one is not None}
        for call, known in found.items()
    }


def _calls(text: str) -> Iterator[tuple[Call, dict[int, Described]]]:
    """Calls with a file and a line. A name means the value that was defined last under it."""
    numbers: dict[str, int] = {}
    files: set[str] = set()
    descriptors: dict[str, Described] = {}
    for line in text.splitlines():
        if (called := _CALLED.match(line)) is not None:
            given = [name.strip() for name in called["given"].split(",")]
            where = next((b for a, b in itertools.pairwise(given) if a in files), "")
            if where in numbers:
                known = {
                    n: descriptors[name] for n, name in enumerate(given) if name in descriptors
                }
                yield (called["name"], numbers[where]), known
        defined = _DEFINED.match(line)
        if defined is None:
            continue
        files.discard(defined[1])
        numbers.pop(defined[1], None)
        descriptors.pop(defined[1], None)
        if (constant := _LINE.match(line)) is not None:
            numbers[defined[1]] = int(constant[1])
        elif _FILE.match(line):
            files.add(defined[1])
        elif (converted := _CONVERTED.match(line)) is not None:
            descriptors[defined[1]] = _described(converted["type"])


def _described(type: str) -> Described:
    found = _TYPE.match(type)
    assert found is not None
    rank = (found["extents"] or "").count("x")
    attribute, element = _HEAP.get(found["memory"] or ""), found["element"]
    if element.startswith("!fir.type<"):
        derived = element.removeprefix("!fir.type<") if found["kind"] == "box" else ""
        return Described(rank, attribute, STRUCT, None, derived)
    if element.startswith("!fir.char<1"):
        return Described(rank, attribute, _CHARACTER, None, "")
    number = _NUMBER.match(element)
    code, length = _CODES.get((number[1], int(number[2])), (None, None)) if number else (None, None)
    return Described(rank, attribute, code, length, "")
