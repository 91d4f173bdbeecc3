"""Expressions of generated programs: doubles, floats, integers, conditions.

What is written is smooth and bounded where its arguments are moderate: no root, logarithm or
quotient comes near its singularity, except behind a branch that keeps it away.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, final

from tests.fuzz.scope import Scope
from tests.fuzz.tree import Node

DOUBLE_UNARY: Final = (
    "rsin($0)", "rcos($0)", "rtanh($0)", "ratan($0)", "rerf($0)", "rasinh($0)", "(-$0)",
    "rexp(rsin($0))", "rfabs($0)", "rexp(-($0 * $0))",
)  # fmt: skip
DOUBLE_SAFE: Final = (  # of a square, so that nothing is singular
    "rsqrt((real)1.0 + $0 * $0)", "rlog((real)1.5 + $0 * $0)", "rcbrt((real)1.25 + $0 * $0)",
    "rlog1p($0 * $0)", "((real)1.0 / ((real)1.0 + $0 * $0))",
    "rpow((real)1.0 + $0 * $0, (real)0.75)",
)  # fmt: skip
DOUBLE_BINARY: Final = (
    "($0 + $1)", "($0 - $1)", "($0 * rsin($1))", "($0 * (real)0.5 + $1 * (real)0.25)",
    "($0 / ((real)1.5 + rcos($1)))", "($0 * $1)", "rhypot($0, (real)1.0 + $1 * $1)",
    "rpow((real)1.25 + rsin($0), rcos($1))", "ratan2($0, (real)1.5 + rcos($1))",
    "rfmax($0, $1)", "rfmin($0, $1)", "($0 + $1)", "($0 * $1)", "($0 - $1)",
)  # fmt: skip
FLOAT_UNARY: Final = (
    "fsin($0)", "fcos($0)", "ftanh($0)", "(-$0)", "ffabs($0)", "fsqrt((real32)1.0 + $0 * $0)",
    "fexp(fsin($0))", "flog1p($0 * $0)",
)  # fmt: skip
FLOAT_BINARY: Final = (
    "($0 + $1)", "($0 - $1)", "($0 * fsin($1))", "($0 * (real32)0.5 + $1 * (real32)0.25)",
    "($0 / ((real32)1.5 + fcos($1)))", "($0 * $1)", "ffmax($0, $1)", "ffmin($0, $1)",
)  # fmt: skip


@final
@dataclass(frozen=True, slots=True)
class Pure:
    """A helper without side effects: how a call is written, and what it takes."""

    text: str
    takes: str  # a kind letter per argument; "A" and "P" are arrays of doubles and floats
    gives: str = "D"


@final
class Terms:
    """Grows expressions from the names of a scope and the helpers of a program."""

    def __init__(self, rng: Random, pure: Sequence[Pure] = ()) -> None:
        self.rng = rng
        self.pure = list(pure)

    def constant(self) -> str:
        return f"{self.rng.choice((-1, 1, 1)) * self.rng.uniform(0.11, 1.93):.3f}"

    def double(self, scope: Scope, depth: int) -> Node:
        rng = self.rng
        if depth <= 0 or rng.random() < 0.12:
            return self.double_leaf(scope)
        below: Callable[[], Node] = lambda: self.double(scope, depth - 1)  # noqa: E731
        pick = rng.random()
        if pick < 0.42:
            return Node("D", rng.choice(DOUBLE_BINARY), (below(), below()))
        if pick < 0.62:
            return Node("D", rng.choice(DOUBLE_UNARY), (below(),))
        if pick < 0.70:
            return Node("D", rng.choice(DOUBLE_SAFE), (self.double_leaf(scope),))
        if pick < 0.76:
            return Node("D", "(real)$0", (self.float(scope, depth - 1),))
        if pick < 0.82:
            return Node("D", "($0 ? $1 : $2)", (self.condition(scope, 0), below(), below()))
        if pick < 0.85:
            leaf = self.double_leaf(scope)
            guard = rng.choice(("rsqrt($0)", "rlog($0)", "((real)0.1 / $0)", "rpow($0, (real)1.5)"))
            text = f"(rlt((real)0.07, $0) ? {guard} : $1)"
            return Node("D", text, (leaf, self.double_leaf(scope)))
        if pick < 0.87:
            return Node("D", "rfma($0, $1, $2)", (below(), self.double_leaf(scope), below()))
        if pick < 0.875:
            return Node("D", "($0 + (real)0.25 * rfloor($1))", (below(), below()))
        return self.call(scope, depth, "D") or self.double_leaf(scope)

    def float(self, scope: Scope, depth: int) -> Node:
        rng = self.rng
        if depth <= 0 or rng.random() < 0.15:
            return self.float_leaf(scope)
        pick = rng.random()
        if pick < 0.5:
            kids = (self.float(scope, depth - 1), self.float(scope, depth - 1))
            return Node("F", rng.choice(FLOAT_BINARY), kids)
        if pick < 0.72:
            return Node("F", rng.choice(FLOAT_UNARY), (self.float(scope, depth - 1),))
        if pick < 0.86:
            return Node("F", "(real32)$0", (self.double(scope, depth - 1),))
        kids = (self.condition(scope, 0), self.float(scope, depth - 1), self.float(scope, 0))
        return self.call(scope, depth, "F") or Node("F", "($0 ? $1 : $2)", kids)

    def call(self, scope: Scope, depth: int, gives: str) -> Node | None:
        fitting = [p for p in self.pure if p.gives == gives]
        if not fitting or not scope.arrays:
            return None
        helper = self.rng.choice(fitting)
        kids, text = [], helper.text
        for n, kind in enumerate(helper.takes):
            if kind in "AP":
                array = scope.array("D" if kind == "A" else "F")
                if array is None or array.length < 2:  # helpers read two elements
                    return None
                length = array.symbol or str(array.length)
                text = text.replace(f"@{n}", array.name).replace(f"#{n}", length)
                continue
            text = text.replace(f"@{n}", f"${len(kids)}")
            kids.append(self.of_kind(scope, kind, depth - 2))
        return Node("D" if gives == "D" else "F", text, tuple(kids))

    def of_kind(self, scope: Scope, kind: str, depth: int) -> Node:
        match kind:
            case "D":
                return self.double(scope, depth)
            case "F":
                return self.float(scope, depth)
            case _:  # what a helper indexes with is below six
                return Node("I", "($0) % 6", (self.integer(scope),))

    def double_leaf(self, scope: Scope) -> Node:
        rng, pick = self.rng, self.rng.random()
        names = scope.doubles + scope.read_doubles
        if pick < 0.1:
            return Node("D", f"(real){self.constant()}")
        if pick < 0.5 and names:
            return Node("D", rng.choice(names))
        if pick < 0.85 and (array := scope.array("D")):
            return Node("D", f"{array.name}[$0]", (scope.index(array),))
        if pick < 0.92 and scope.has_s:
            return Node("D", rng.choice(("s->u", "s->w[$0]")), (Node("I", str(rng.randrange(3))),))
        if pick < 0.96 and scope.structs:
            return Node("D", f"{rng.choice(scope.structs)}.p")
        if scope.ints and rng.random() < 0.5:
            return Node("D", "((real)0.125 * (real)($0))", (self.integer(scope),))
        return Node("D", rng.choice(names) if names else f"(real){self.constant()}")

    def float_leaf(self, scope: Scope) -> Node:
        rng, pick = self.rng, self.rng.random()
        names = scope.floats + scope.read_floats
        if pick < 0.12:
            return Node("F", f"(real32){self.constant()}")
        if pick < 0.55 and names:
            return Node("F", rng.choice(names))
        if pick < 0.88 and (array := scope.array("F")):
            return Node("F", f"{array.name}[$0]", (scope.index(array),))
        if pick < 0.94 and scope.has_s:
            return Node("F", "s->v")
        if scope.structs:
            return Node("F", f"{rng.choice(scope.structs)}.q")
        return Node("F", rng.choice(names) if names else f"(real32){self.constant()}")

    def integer(self, scope: Scope) -> Node:
        if not scope.ints:
            return Node("I", str(self.rng.randrange(4)))
        name = self.rng.choice(scope.ints).name
        return Node("I", self.rng.choice((name, name, f"({name} + 1)", f"({name} * 2 + 1) % 5")))

    def condition(self, scope: Scope, depth: int) -> Node:
        rng, pick = self.rng, self.rng.random()
        if pick < 0.22 and scope.ints:
            text = rng.choice(("($0 % 2 == 0)", "($0 > 1)", "($0 < 3)", "($0 % 3 != 1)"))
            return Node("C", text, (Node("I", rng.choice(scope.ints).name),))
        if pick < 0.32:
            kids = (self.condition(scope, depth - 1), self.condition(scope, depth - 1))
            return Node("C", rng.choice(("($0 && $1)", "($0 || $1)", "($0 && !$1)")), kids)
        if pick < 0.45:
            bound = Node("F", f"(real32){self.constant()}")
            return Node("C", "flt($0, $1)", (self.float(scope, depth), bound))
        bound = Node("D", f"(real){self.constant()}")
        sides = (self.double(scope, depth), bound)
        return Node("C", "rlt($0, $1)", sides if rng.random() < 0.5 else sides[::-1])
