"""Questions that are asked at run time, where facts do not say whether a derivative exists.

    if (the answer is yes, of any shadow) throw a refusal with its code

A question is about values of the primal; it is asked before an instruction, and only if what it is
about was chosen.
"""

from __future__ import annotations

from typing import Final, NamedTuple, assert_never, final

from ribozyme.ir.values import Value

DISTANCE: Final = (
    "an address is made of the distance between two blocks: their shadows have another"
)
NUMBER: Final = "an address is moved or computed with as a number, which is not followed"
SOMEWHERE: Final = "where this address comes from is not known: it was computed with as a number"
COUNTED: Final = "the bits of an active number are stored where an integer is counted with"
IN_A_STRING: Final = (
    "a number that depends on an input is put over the characters of a string, which the library "
    "may move"
)
ONE_FILE: Final = (
    "numbers that depend on an input were written to this file by another name, and are read back"
)
EARLIER: Final = "the result depends on what an earlier call left in memory"
STRANDED: Final = "an active value goes through memory of before the call, found through a global"


@final
class Distance(NamedTuple):
    """Whether the shadows of two addresses, as integers, have another distance."""

    one: Value
    other: Value


@final
class Number(NamedTuple):
    """Whether a double, or one of a vector, has the bits of an address."""

    value: Value


@final
class Somewhere(NamedTuple):
    """Whether an address leads somewhere of which points-to knows of no place."""

    pointer: Value


@final
class Stranded(NamedTuple):
    """Whether an address leads to memory that is its own shadow."""

    pointer: Value


@final
class Counted(NamedTuple):
    """Whether an address leads to memory that is its own shadow: the program counts there."""

    pointer: Value


@final
class Earlier(NamedTuple):
    """Whether an address leads to memory that is its own shadow: a block of an earlier call."""

    pointer: Value


@final
class OneFile(NamedTuple):
    """Whether two constant names are of one file: numbers were written to the other."""

    one: Value
    other: Value


@final
class InString(NamedTuple):
    """Whether a string of so many bytes begins so far in front of an address, now."""

    pointer: Value
    distance: int
    size: int


Question = Distance | Number | Somewhere | Stranded | Counted | Earlier | OneFile | InString


@final
class Choice(NamedTuple):
    """A condition, and which way it was decided where a question matters."""

    condition: Value
    way: bool


Choices = tuple[Choice, ...]


@final
class Asked(NamedTuple):
    """A question, and what was chosen if the answer matters."""

    question: Question
    choices: Choices = ()


def refusal_of(question: Question) -> tuple[str, str]:
    """The code and the words of the refusal."""
    match question:
        case Distance():
            return "RZ405", DISTANCE
        case Number():
            return "RZ405", NUMBER
        case Somewhere():
            return "RZ405", SOMEWHERE
        case Stranded():
            return "RZ406", STRANDED
        case Counted():
            return "RZ405", COUNTED
        case Earlier():
            return "RZ408", EARLIER
        case OneFile():
            return "RZ405", ONE_FILE
        case InString():
            return "RZ405", IN_A_STRING
        case _:
            assert_never(question)
