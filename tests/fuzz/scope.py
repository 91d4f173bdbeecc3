"""What is in scope while a program is grown: names, and what is known of them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal, final

from tests.fuzz.tree import Node

Float = Literal["D", "F"]


@final
@dataclass(frozen=True, slots=True)
class Array:
    """An array of at least `length` elements; `symbol` names its exact length at run time."""

    name: str
    kind: Float
    length: int
    symbol: str = ""
    writable: bool = True


@final
@dataclass(frozen=True, slots=True)
class Int:
    """An integer between 0 and `high`, or below what `symbol` names."""

    name: str
    high: int
    symbol: str = ""


@final
@dataclass(slots=True)
class Scope:
    """Names usable here. `jumps` is how deep in loops we are; `pinned` forbids leaving early."""

    rng: Random
    doubles: list[str] = field(default_factory=list)  # locals that may be written
    floats: list[str] = field(default_factory=list)
    read_doubles: list[str] = field(default_factory=list)
    read_floats: list[str] = field(default_factory=list)
    ints: list[Int] = field(default_factory=list)
    arrays: list[Array] = field(default_factory=list)
    structs: list[str] = field(default_factory=list)  # of type struct T, writable
    has_s: bool = False
    writes_s: bool = False
    indices: bool = False  # whether there is `ix`, six integers below six
    loops: int = 0
    pinned: bool = False
    returns: bool = True

    def inner(self) -> Scope:
        """The same names, for a block that may add its own."""
        return replace(
            self,
            doubles=list(self.doubles),
            floats=list(self.floats),
            read_doubles=list(self.read_doubles),
            read_floats=list(self.read_floats),
            ints=list(self.ints),
            arrays=list(self.arrays),
            structs=list(self.structs),
        )

    def array(self, kind: Float, write: bool = False) -> Array | None:
        fitting = [a for a in self.arrays if a.kind == kind and (a.writable or not write)]
        return self.rng.choice(fitting) if fitting else None

    def index(self, array: Array) -> Node:
        """An integer expression that is an index of the array."""
        rng = self.rng
        exact = [v for v in self.ints if v.symbol and v.symbol == array.symbol]
        inside = [v for v in self.ints if not v.symbol and v.high < array.length]
        pick = rng.random()
        if exact and pick < 0.5:
            return _by_symbol(rng.choice(exact), array, rng)
        if inside and pick < 0.75:
            var = rng.choice(inside)
            room = array.length - 1 - var.high
            shape = rng.randrange(4)
            if shape == 0 and room:
                return Node("I", f"{var.name} + {rng.randint(1, room)}")
            if shape == 1:
                return Node("I", f"{var.high} - {var.name}")
            return Node("I", var.name)
        if self.ints and pick < 0.9:
            var = rng.choice(self.ints)
            scale, shift = rng.randint(1, 3), rng.randint(0, 5)
            return Node("I", f"({var.name} * {scale} + {shift}) % {array.length}")
        return Node("I", str(rng.randrange(array.length)))


def _by_symbol(var: Int, array: Array, rng: Random) -> Node:
    shape = rng.randrange(6)
    if shape == 0:
        return Node("I", f"{array.symbol} - 1 - {var.name}")
    if shape == 1:
        return Node("I", f"({var.name} + {rng.randint(1, 2)}) % {array.symbol}")
    if shape == 2:
        return Node("I", f"({var.name} > 0 ? {var.name} - 1 : 0)")
    return Node("I", var.name)
