"""Shapes of array expressions in flang's HLFIR, constant where Fortran's rules say so.

    real(8) :: d(3)
    d = x(:, j) - x(:, i)      the expression has the shape of x(:, j), known at run time  →  3

    %s = fir.shape %n                                %s = fir.shape %three
    %e = hlfir.elemental %s { … }             →      %e = hlfir.elemental %s { … }
    hlfir.assign %e to %d : …, !fir.ref<!fir.array<3xf64>>

Arrays of one expression, and what it is assigned to, have the same shape. flang takes that of the
first array; if it is the only one that is not constant, loops have a count at run time, and
temporaries are on the heap. Text is changed only where it is understood.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

_ELEMENTAL: Final = re.compile(
    r"^(?P<indent> *)%(?P<name>\w+) = hlfir\.elemental %(?P<shape>[\w#]+)"
    r"(?P<rest> (?:unordered )?: "
    r"\(!fir\.shape<\d+>\) -> !hlfir\.expr<(?P<extents>(?:(?:\d+|\?)x)+).*\{)$"
)
_INDICES: Final = re.compile(r"^ *\^bb0\((.*)\):$")
_INDEX: Final = re.compile(r"%\w+(?=: index)")
_READ: Final = re.compile(
    r"= hlfir\.(?:designate %[\w#]+ \((?P<places>[^()]*)\) |"
    r"apply %(?P<applied>\w+), (?P<at>[^:]*[^: ]))"
    r" +: \((?P<type>.*)\) -> "
)
_ARRAY: Final = re.compile(
    r"^!(?:hlfir\.expr<|fir\.(?:ref|box)<!fir\.array<)((?:(?:\d+|\?)x)+)(?![\w?]*x)"
)
_ASSIGNED: Final = re.compile(
    r"^ *hlfir\.assign %(?P<name>\w+) to %[\w#]+ : "
    r"!hlfir\.expr<(?:(?:\d+|\?)x)+[^,]*, "
    r"!fir\.ref<!fir\.array<(?P<extents>(?:\d+x)+)[^?x]*>>(?: loc.*)?$"
)
_SHAPE: Final = re.compile(r"^ *%(\w+) = fir\.shape ([^:]*[^: ]) : ")
_MADE: Final = re.compile(r"^ *%(\w+)(?::\d+)? = ")

Extents = tuple[int | None, ...]


def constant(text: str) -> str:
    """The module with constant shapes; the text itself where there is nothing to know."""
    lines = text.split("\n")
    found = dict(_known(lines))
    if not found:
        return text
    made: list[str] = []
    for n, line in enumerate(lines):
        made += _written(line, n, *found[n]) if n in found else [line]
    return "\n".join(made)


def _known(lines: Sequence[str]) -> Iterator[tuple[int, tuple[Extents, tuple[str, ...]]]]:
    """Per line of an expression of unknown shape, the extents that are known of it, and what
    holds those at run time.

    A name stands for what was last given it: regions beside each other use names again.
    """
    shapes: dict[str, tuple[str, ...]] = {}
    extents: dict[str, Extents] = {}
    began: dict[str, tuple[int, tuple[str, ...] | None]] = {}
    found: dict[int, tuple[Extents, tuple[str, ...]]] = {}
    for n, line in enumerate(lines):
        assigned = _ASSIGNED.match(line)
        if assigned is not None and assigned["name"] in began:
            at, held = began[assigned["name"]]
            found[at] = _extents(assigned["extents"]), held or ()
            continue
        made = _MADE.match(line)
        if made is None:
            continue
        name = made[1]
        for known in (shapes, extents, began):
            known.pop(name, None)
        if shape := _SHAPE.match(line):
            shapes[name] = tuple(part.strip() for part in shape[2].split(","))
        head = _ELEMENTAL.match(line)
        if head is None:
            continue
        own = _extents(head["extents"])
        whole = _read_extents(lines, n, head["indent"], extents, own)
        if whole is None:
            continue
        extents[name] = whole
        held = shapes.get(head["shape"])
        if None in own:
            began[name] = n, held
        if whole != own and (held is not None or None not in whole):
            found[n] = whole, held or ()
    yield from found.items()


def _read_extents(
    lines: Sequence[str], head: int, indent: str, of: Mapping[str, Extents], own: Extents
) -> Extents | None:
    """The extents of an expression, by the arrays whose elements it reads at its own indices.

    None where an index is used for something else: an implied do reads part of an array.
    """
    opened = _INDICES.match(lines[head + 1])
    indices = _INDEX.findall(opened[1]) if opened else []
    if len(indices) != len(own):
        return None
    place = ", ".join(indices)
    used = re.compile(rf"(?:{'|'.join(indices)})\b")
    whole = list(own)
    for line in itertools.islice(lines, head + 2, None):
        if line.startswith(indent + "}"):
            return tuple(whole)
        if not used.search(line):
            continue
        read = _READ.search(line)
        if read is None or (read["places"] or read["at"]) != place:
            return None
        array = _ARRAY.match(read["type"])
        dims = of.get(read["applied"] or "") or (_extents(array[1]) if array else ())
        if len(dims) == len(whole):
            whole = [
                known if known is not None else new for known, new in zip(whole, dims, strict=True)
            ]
    return None


def _extents(text: str) -> Extents:
    return tuple(None if part == "?" else int(part) for part in text.split("x")[:-1])


def _written(line: str, n: int, extents: Extents, held: tuple[str, ...]) -> list[str]:
    """The expression with a shape of its own."""
    head = _ELEMENTAL.match(line)
    assert head is not None
    indent, made, parts = head["indent"], [], []
    for k, extent in enumerate(extents):
        if extent is None:
            parts.append(held[k])
            continue
        parts.append(f"%extent_{n}_{k}")
        made.append(f"{indent}{parts[-1]} = arith.constant {extent} : index")
    types = ", ".join("index" for _ in parts)
    made.append(
        f"{indent}%shape_{n} = fir.shape {', '.join(parts)} : ({types}) -> !fir.shape<{len(parts)}>"
    )
    return [*made, f"{indent}%{head['name']} = hlfir.elemental %shape_{n}{head['rest']}"]
