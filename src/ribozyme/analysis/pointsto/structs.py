"""Which struct the memory of an object begins with, so that indices into its members are bounded.

    struct S *s = calloc(1, sizeof *s);       `s` is declared to lead to an S, as large as the block

Invariants: a block is a struct where it is as large, or is the caller's, and all that is declared
to lead to its first byte agrees: a type that contains the others there. Where two types do not
agree, nothing is bounded any more. Of a block whose memory is used again for other types (several
sizes, a pool) nothing is said at all.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, final

from ribozyme.analysis.pointsto.arraymembers import Declared
from ribozyme.analysis.pointsto.objects import Kind, Object
from ribozyme.ir.module import Function, GlobalVariable
from ribozyme.ir.values import Local

if TYPE_CHECKING:
    from ribozyme.analysis.pointsto.constraint_nodes import ConstraintNodes

_KINDS: Final = (Kind.ALLOCA, Kind.GLOBAL, Kind.HEAP, Kind.ARGUMENT)


@final
class Structs:
    """Tells the solver of `of` what memory is declared to be."""

    def __init__(self, of: ConstraintNodes) -> None:
        self._of = of
        self._solver = of.solver
        self._declared = Declared(of.program.module)
        self._types: dict[int, int | None] = {}  # by object; None where declarations disagree

    def is_numeric(self, root: Function, param: Local) -> bool:
        """Whether an argument is declared to lead to floating-point numbers."""
        return self._declared.is_numeric(root, param)

    def declare(self, function: Function) -> None:
        """Take in the declarations of a function's variables."""
        for local, type in self._declared.of(function):
            node = self._of.node(function, local)
            if node is None:
                continue
            for location in list(self._solver.points[node]):
                self._leads(type, location)
            self._solver.watch(node, partial(self._leads, type))

    def variable(self, variable: GlobalVariable, made: Object) -> None:
        """Take in the declaration of a global variable."""
        type = self._declared.variable(variable)
        if type is not None:
            self._begins(type, made)

    def _leads(self, type: int, location: int) -> None:
        table = self._solver.table
        if table.offset[location] == 0 and table.stride[location] == 0:
            self._begins(type, table.objects[table.object[location]])

    def _begins(self, type: int, owner: Object) -> None:
        """The memory of an object is declared to begin with a type."""
        known = self._types.get(owner.id, type)
        if owner.kind not in _KINDS or known is None:
            return
        found = self._types[owner.id] = self._declared.outer(known, type)
        if found is None:
            if owner.id in self._solver.table.arrays:
                self._solver.unbounded(owner.id)
        elif owner.kind is Kind.ARGUMENT or owner.size == self._declared.size(found):
            members = self._declared.members(found)
            if members is not None:
                self._solver.table.arrays[owner.id] = members
