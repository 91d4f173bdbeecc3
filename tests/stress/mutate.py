"""Damaged IR: modules of the test programs, cut, flipped and shuffled from a seed.

damaged(17)     always the same bytes: bitcode or text, and what was done to it
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from random import Random
from typing import Final, final

from tests.programs import ROOT

from ribozyme.backend.llvm import to_text
from ribozyme.frontends.by_suffix import compile_file
from ribozyme.frontends.c.clang import Level

_PROGRAMS: Final = (
    "arrays/sin_times_x.c", "arrays/matmul_2d.c", "structs/by_value_point.c", "types/half_type.c",
    "control/switch_bytecode.c", "control/computed_goto.c", "memory/linked_list_stack.c",
    "globals/constant_table.c", "calls/table_of_functions.c", "mixed/game_of_rules.c",
    "cxx/vector_push_back.cpp", "cxx/exceptions_present.cpp", "cxx/virtual_shapes.cpp",
)  # fmt: skip
_LEVELS: Final[tuple[Level | None, ...]] = (None, "O2")
_WORD: Final = re.compile(r'%[\w.]+|@[\w.]+|![\w.]+|"[^"]*"|[\w.+-]+|[^\w\s]')


@final
@dataclass(frozen=True, slots=True)
class Input:
    """What is thrown at the reader."""

    content: bytes
    suffix: str
    what: str


@functools.cache
def originals() -> tuple[tuple[str, bytes], ...]:
    """Names and bitcode of sound modules."""
    found = []
    for name in _PROGRAMS:
        for level in _LEVELS:
            path = ROOT / name
            if path.exists():
                code = compile_file(path, level=level).code
                assert isinstance(code, bytes)
                found.append((f"{name} {level or 'raw'}", code))
    return tuple(found)


@functools.cache
def _text(number: int) -> str:
    return to_text(originals()[number][1])


def damaged(seed: int) -> Input:
    """The input of a seed."""
    rng = Random(seed)
    number = rng.randrange(len(originals()))
    name, code = originals()[number]
    if rng.random() < 0.6:
        content, how = _bits(code, rng)
        return Input(content, ".bc", f"{name}: {how}")
    text, how = _words(_text(number), rng)
    return Input(text.encode(), ".ll", f"{name}: {how}")


def _bits(code: bytes, rng: Random) -> tuple[bytes, str]:
    data = bytearray(code)
    match rng.choice(("cut", "flip", "flip", "flips", "zero", "twice")):
        case "cut":
            at = rng.randrange(len(data) // 4) * 4 + rng.choice((0, 0, 0, 1))
            return bytes(data[:at]), f"cut at {at}"
        case "flip":
            at = rng.randrange(8 * len(data))
            data[at // 8] ^= 1 << at % 8
            return bytes(data), f"bit {at}"
        case "flips":
            for _ in range(rng.randrange(2, 30)):
                at = rng.randrange(8 * len(data))
                data[at // 8] ^= 1 << at % 8
            return bytes(data), "many bits"
        case "zero":
            at = rng.randrange(len(data))
            size = min(rng.randrange(1, 64), len(data) - at)
            data[at : at + size] = bytes(size)
            return bytes(data), f"{size} zeroes at {at}"
        case _:
            at, to = sorted(rng.randrange(len(data) // 4) * 4 for _ in range(2))
            return bytes(data[:to] + data[at:]), f"{at} to {to} twice"


def _words(text: str, rng: Random) -> tuple[str, str]:
    """Text with a few words or lines removed, doubled, or replaced by others of the same text."""
    how = rng.choice(("cut", "line", "word", "word", "words", "number"))
    if how == "cut":
        at = rng.randrange(len(text))
        return text[:at], f"cut at {at}"
    if how == "line":
        lines = text.split("\n")
        at = rng.randrange(len(lines))
        lines[at : at + 1] = rng.choice(([], [lines[at]] * 2, [rng.choice(lines)]))
        return "\n".join(lines), f"line {at}"
    places = list(_WORD.finditer(text))
    if how == "number":
        places = [place for place in places if place[0].isdecimal()]
    for _ in range(rng.randrange(2, 6) if how == "words" else 1):
        place = rng.choice(places)
        other = rng.choice(places)[0]
        if how == "number":
            other = str(rng.choice((0, -1, 1 << 31, 1 << 64, 4095, int(place[0]) + 1)))
        text = text[: place.start()] + other + text[place.end() :]
        places = [p for p in places if p.end() < place.start()] or places[:1]
    return text, how
