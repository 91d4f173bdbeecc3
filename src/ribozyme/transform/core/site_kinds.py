"""What a call may be to a derivative: one class for each, with what sweeps have to know of it."""

from __future__ import annotations

from typing import final

from ribozyme.base.record import dataclass
from ribozyme.ir.module import Function
from ribozyme.rules.memory import (
    Allocation,
    Deallocation,
    MemoryCopy,
    MemorySet,
    Reallocation,
    Searching,
    Sorting,
)
from ribozyme.rules.names import Inactive, Math, Mirrored
from ribozyme.rules.openmp import Wait
from ribozyme.rules.rule import Rule
from ribozyme.transform.core.masked import Masked


@final
@dataclass(frozen=True, slots=True)
class Plain:
    """No derivative: the call is repeated in the forward sweep as it stands."""


@final
@dataclass(frozen=True, slots=True)
class Drop:
    """Says something about memory that no longer holds (lifetime markers, stack restores)."""


@final
@dataclass(frozen=True, slots=True)
class Waiting:
    """Threads wait for each other here: the reverse sweep does in the opposite order."""

    wait: Wait


@final
@dataclass(frozen=True, slots=True)
class TextMove:
    """The C++ library moves characters, and in the same memory numbers lie at other times.

    The arguments numbered in `filled` lead to strings whose characters come from elsewhere, those
    in `read` to strings whose characters go elsewhere.
    """

    filled: tuple[int, ...]
    read: tuple[int, ...]


@final
@dataclass(frozen=True, slots=True)
class Differential:
    """A function with a rule."""

    rule: Rule
    meaning: Math


@final
@dataclass(frozen=True, slots=True)
class Callee:
    """A function whose body is differentiated too."""

    function: Function


@final
@dataclass(frozen=True, slots=True)
class Whole:
    """A call whose gradient is one call, with nothing kept: in the forward sweep where its seed is
    known there (`early`), else in the reverse sweep."""

    function: Function
    early: bool


@final
@dataclass(frozen=True, slots=True)
class AtOnce:
    """A call of a function whose forward half does the work of both halves."""

    function: Function


@final
@dataclass(frozen=True, slots=True)
class Indirect:
    """One of a set of functions, told at run time by its address.

    `declared` are those of them without a visible body that have a rule. Where the set is `open`,
    any other function brings its derivative in the table that is its pointer's shadow.
    """

    targets: tuple[Function, ...]
    declared: tuple[tuple[Function, Differential], ...] = ()
    open: bool = False


@final
@dataclass(frozen=True, slots=True)
class Tape:
    """The tape's own run time, inside a derivative that is differentiated again."""

    name: str


@final
@dataclass(frozen=True, slots=True)
class Refused:
    """No derivative, where control need not come: a trap with the same words takes its place."""

    code: str
    message: str


Site = (
    Plain
    | Drop
    | Waiting
    | TextMove
    | Differential
    | Callee
    | Whole
    | AtOnce
    | Indirect
    | Masked
    | Refused
    | Tape
    | Allocation
    | Reallocation
    | Deallocation
    | MemoryCopy
    | MemorySet
    | Sorting
    | Searching
    | Mirrored
    | Inactive
)
