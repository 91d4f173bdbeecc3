"""The contract of a derivative: whose memory is the caller's, and what is always inactive.

    double f(double *x, double *y, const double *w)     x dup, y dup, w const
        x's memory, y's memory      their shadows are the caller's
        w's memory                  inactive

What the memory of a `dup` argument leads to when the function returns is the caller's, too.
"""

from __future__ import annotations

from typing import Final, Literal, final

from ribozyme.analysis.activity.flowgraph import FlowGraph
from ribozyme.analysis.pointsto.exceptions import EXCEPTIONS
from ribozyme.analysis.pointsto.librarycalls import CHARACTERS, LIBRARY
from ribozyme.analysis.pointsto.objects import Kind
from ribozyme.analysis.pointsto.pointsto import PointsTo
from ribozyme.base.record import dataclass
from ribozyme.ir.module import GlobalVariable

_LIBRARY: Final = (LIBRARY, CHARACTERS, EXCEPTIONS)
"""Memory of functions that have no derivative."""

Role = Literal["const", "active", "dup", "scratch"]
"""`scratch` is inactive memory that comes with zeroed scratch of its size."""
INACTIVE: Final[tuple[Role, ...]] = ("const", "scratch")


@final
@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of the root: a role per parameter and result; what is registered by name."""

    args: tuple[Role, ...]
    result: Role = "const"
    inactive_functions: frozenset[str] = frozenset()
    ruled_functions: frozenset[str] = frozenset()  # with a derivative of their own
    inactive_globals: frozenset[str] = frozenset()
    shadowed_globals: frozenset[str] = frozenset()  # whose shadow is the user's
    shadowed_blocks: tuple[int, ...] = ()  # of before the call: those of one mask may be the same
    shadow_takers: frozenset[str] = frozenset()  # with rules that no null shadow is for
    numbers_in_strings: int = 0  # objects in which numbers lie where strings do at other times
    at_run_time: bool = False  # what a caller's shadow is: itself, or the primal's address


def entry_memory(points: PointsTo, question: Question, roles: tuple[Role, ...]) -> int:
    """The objects that arguments of some roles lead to at entry."""
    return sum(
        1 << found.id
        for found in points.objects
        if found.origin.kind is Kind.ARGUMENT and question.args[found.origin.index] in roles
    )


def constant_tables(points: PointsTo, question: Question) -> int:
    """The constant variables: they hold no derivative, but may hold addresses of what does."""
    found = 0
    for name, object in points.constraints.globals.items():
        variable = points.program.module.globals.get(name)
        known = isinstance(variable, GlobalVariable) and variable.constant
        if known and name not in question.inactive_globals:
            found |= 1 << object.id
    return found


def inactive_memory(points: PointsTo, question: Question) -> int:
    """The objects that are inactive whatever happens to them."""
    found = 0
    constant = {
        name
        for name, variable in points.program.module.globals.items()
        if isinstance(variable, GlobalVariable) and variable.constant
    }
    names = (constant | question.inactive_globals) - question.shadowed_globals
    blocked_globals = {
        points.constraints.globals[n].id for n in names & set(points.constraints.globals)
    }
    found |= entry_memory(points, question, INACTIVE)
    for object in points.objects:
        origin = object.origin
        library = object.kind is Kind.FUNCTION or object.name in _LIBRARY
        if library or origin.id in blocked_globals:
            found |= 1 << object.id
    return found


def callers_memory(graph: FlowGraph, question: Question) -> tuple[int, int]:
    """Memory whose shadow is the caller's: at entry, and what it leads to at the end."""
    points = graph.points
    shadowed = {
        points.constraints.globals[name].id
        for name in question.shadowed_globals & set(points.constraints.globals)
    }
    entry = entry_memory(points, question, ("active", "dup"))
    for object in points.objects:
        if object.origin.id in shadowed:
            entry |= 1 << object.id
    if entry:
        entry |= 1  # what is unknown may be that
    result = 0
    if question.result == "dup":
        for number in points.constraints.solver.points[
            points.constraints.results[points.program.root]
        ]:
            result |= 1 << points.table.object[number]
    return entry & ~graph.blocked, graph.closure(entry | result) & ~graph.blocked
