"""The trees programs are grown as: printed as C, cut down when they fail.

A node is a template and its children: `Node("D", "($0 + $1)", (a, b))`. Its kind says what may
stand in its place (a double, a float, an index, a condition, a statement, a block), so that a
smaller program is again a program. Locals are declared and initialised at the head of a function:
any statement can go without taking a declaration with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal, final

Kind = Literal["D", "F", "I", "C", "S", "B"]
Lang = Literal["c", "c++"]

SIMPLEST: Final[dict[str, str]] = {"D": "(real)0.75", "F": "(real32)0.75", "I": "0", "C": "1"}
_HOLE: Final = re.compile(r"\$(\d)")


@final
@dataclass(frozen=True, slots=True)
class Node:
    """A piece of a program; `$0`, `$1` … in its text stand for its children."""

    kind: Kind
    text: str
    kids: tuple[Node, ...] = ()

    def __str__(self) -> str:
        if self.kind == "B":
            return "{\n" + "\n".join(map(str, self.kids)) + "\n}"
        return _HOLE.sub(lambda hole: str(self.kids[int(hole[1])]), self.text)

    def size(self) -> int:
        return 1 + sum(kid.size() for kid in self.kids)


_NAME: Final = re.compile(r"@(\w+)")


def spelt(text: str, **names: object) -> str:
    """A template whose `@name` stand for what is given."""
    return _NAME.sub(lambda found: str(names[found[1]]), text)


def block(*statements: Node) -> Node:
    return Node("B", "", statements)


@final
@dataclass(frozen=True, slots=True)
class Routine:
    """A function: its head, its declarations, its statements, what it returns."""

    name: str
    head: str
    locals: tuple[str, ...]
    body: Node
    result: Node | None

    def __str__(self) -> str:
        end = "" if self.result is None else f"return {self.result};\n"
        declared = "\n".join(self.locals)
        return f"{self.head}\n{{\n{declared}\n{self.body}\n{end}}}"


@final
@dataclass(frozen=True, slots=True)
class Program:
    """Globals, helpers and, last, the entry point; which of its parameters are differentiated."""

    seed: int
    lang: Lang
    active: frozenset[str]
    globals: tuple[str, ...]
    routines: tuple[Routine, ...]

    @property
    def entry(self) -> str:
        return self.routines[-1].name

    def __str__(self) -> str:
        return "\n".join((*self.globals, *map(str, self.routines))) + "\n"

    def size(self) -> int:
        parts = [r.body.size() + len(r.locals) for r in self.routines]
        return sum(parts) + len(self.globals) + 3 * len(self.routines)


def smaller(program: Program) -> Iterator[Program]:
    """Programs with one thing less, the largest cuts first."""
    for n in range(len(program.routines) - 1):
        yield replace(program, routines=program.routines[:n] + program.routines[n + 1 :])
    for n, routine in enumerate(program.routines):
        for cut in _smaller_routine(routine):
            routines = (*program.routines[:n], cut, *program.routines[n + 1 :])
            yield replace(program, routines=routines)
    for n in range(len(program.globals)):
        yield replace(program, globals=program.globals[:n] + program.globals[n + 1 :])
    for name in sorted(program.active):
        yield replace(program, active=program.active - {name})


def _smaller_routine(routine: Routine) -> Iterator[Routine]:
    for body in cuts(routine.body):
        yield replace(routine, body=body)
    if routine.result is not None:
        for result in cuts(routine.result):
            yield replace(routine, result=result)
    for n in range(len(routine.locals)):
        yield replace(routine, locals=routine.locals[:n] + routine.locals[n + 1 :])


def cuts(node: Node) -> Iterator[Node]:
    """The node with one part less: itself replaced first, then its children one by one."""
    kids = node.kids
    match node.kind:
        case "B":
            yield from _runs_removed(node)
        case "S":
            for kid in kids:
                if kid.kind == "B":
                    yield kid
        case _:
            if str(node) != SIMPLEST[node.kind]:
                yield Node(node.kind, SIMPLEST[node.kind])
            yield from _same_kind(node)
    for n, kid in enumerate(kids):
        for cut in cuts(kid):
            yield Node(node.kind, node.text, (*kids[:n], cut, *kids[n + 1 :]))


def _runs_removed(node: Node) -> Iterator[Node]:
    """A block without a half, a quarter, … one of its statements."""
    length = len(node.kids)
    run = length
    while run:
        for start in range(0, length, run):
            yield Node("B", "", node.kids[:start] + node.kids[start + run :])
        run //= 2


def _same_kind(node: Node) -> Iterator[Node]:
    """The nearest descendants that could stand in the node's place."""
    for kid in node.kids:
        if kid.kind == node.kind:
            yield kid
        elif kid.kind in {"D", "F", "C", "I"}:
            yield from _same_kind(kid)
