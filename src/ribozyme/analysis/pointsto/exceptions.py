"""Points-to for C++ exceptions: each call that allocates exceptions is one object.

    %e = call ptr @__cxa_allocate_exception(i64 24)     e ⊇ {new exceptions}
    call void @_ZNSt13runtime_errorC2EPKc(%e, %text)    e[0] and e[8] lead to the library
    call void @__cxa_throw(%e, ptr @type, ptr @end)     @end is called with e
    %g = call ptr @__cxa_begin_catch(ptr %h)            g ⊇ all exceptions, at any of their bases

Invariants: a handler may be given any exception, whoever made it. The run time stores nothing in an
exception, and the library nothing but what its own part, at the beginning, consists of: members of
the program lie behind. What a destructor does is an effect of the call that the run time gets it
by: the handler at whose end it runs stands in a function that calls that one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Final, final

from ribozyme.analysis.declared.cxxlibrary import EXCEPTION_WORDS
from ribozyme.analysis.pointsto.inclusion import Solver
from ribozyme.analysis.pointsto.objects import Kind
from ribozyme.ir.instrs import CallLike

EXCEPTIONS: Final = "exceptions"
"""The objects of exceptions: those of a call, which the program fills, and the library's own."""

APART: Final = 128
"""Calls whose exceptions are told apart: fewer than the objects that a handler may point to."""


@final
class Exceptions:
    """The exceptions of a program; `library` is the place of all that a library has."""

    def __init__(self, solver: Solver, library: Callable[[], int]) -> None:
        self._solver = solver
        self._library = library
        self._made: dict[CallLike, int] = {}

    def made(self, call: CallLike) -> int:
        """The place of the exceptions that a call makes; beyond the first few, calls share theirs
        with the library."""
        known, solver = self._made, self._solver
        if call not in known and len(known) < APART:
            known[call] = solver.table.location(solver.object(Kind.HEAP, EXCEPTIONS).id, 0)
            solver.add(self.thrown, solver.everything(known[call]))
        return known.get(call, self._others)

    @cached_property
    def thrown(self) -> int:
        """The node of what a handler may be given. No stream has an address that lies there."""
        node = self._solver.node()
        self._solver.add(node, self._others)
        return node

    @cached_property
    def _others(self) -> int:
        """Exceptions that the library makes."""
        made = self._solver.object(Kind.HEAP, EXCEPTIONS)
        place = self._solver.table.location(made.id, 0, 1)
        self._solver.add(self._solver.written(place), self._library())
        return place

    def begin(self, location: int) -> None:
        """An exception of the library lies there, perhaps as the base of one of the program: the
        address of its table, and that of its message."""
        for at in EXCEPTION_WORDS:
            place = self._solver.table.shifted(location, at, 0)
            self._solver.add(self._solver.written(place), self._library())
