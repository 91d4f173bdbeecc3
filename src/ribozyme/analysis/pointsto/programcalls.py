"""ConstraintNodes of calls whose callee has a body, or is one of the functions an address leads to.

    call void @f(ptr %p)            f's parameter ⊇ p, and f is reached
    call void %g(ptr %p)            the same for each function that %g points to
    %q = call noalias ptr @f()      q is memory of its own for each call, with what f's memory holds

Where the callee is found through an argument (`receivers`), each place of the argument goes to the
functions that it leads to, and no further. Where nobody can know the callee, a call may still say
which functions it means.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from ribozyme.analysis.declared.call_effects import behaviour
from ribozyme.analysis.declared.distances import distance
from ribozyme.analysis.flow.callgraph import ALL_MEANT
from ribozyme.analysis.pointsto.exceptions import EXCEPTIONS
from ribozyme.analysis.pointsto.librarycalls import LIBRARY, LibraryCalls
from ribozyme.analysis.pointsto.objects import Kind
from ribozyme.analysis.pointsto.receivers import Follower, Receiver, receiver
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import has
from ribozyme.ir.instrs import CallLike, Gep
from ribozyme.ir.module import Function
from ribozyme.ir.values import InlineAsm, Local

if TYPE_CHECKING:
    from ribozyme.analysis.pointsto.constraint_nodes import ConstraintNodes


@final
class ProgramCalls:
    """Adds to `of` what calls of the program's own functions demand."""

    def __init__(self, of: ConstraintNodes, library: LibraryCalls) -> None:
        self._of = of
        self._solver = of.solver
        self._library = library
        self._connected: set[tuple[CallLike, Function]] = set()
        self._followed: dict[CallLike, int] = {}  # the argument passed on place by place

    def call(self, function: Function, call: CallLike) -> None:
        self._of.targets[call] = {}
        callee = self._of.program.callee(call)
        if callee is not None:
            self._enter(function, call, callee)
            return
        node = self._of.node(function, call.callee)
        if node is None:
            return
        through = receiver(function, call, self._constant_step, self._of.tbaa)
        virtual = None
        if through is not None:
            self._received(function, call, through)
            virtual = through if self._dispatched(function, call, through) else None

        def target(location: int) -> None:
            found = self._method(call, location)
            if found is not None:
                self._enter(function, call, found)
            elif self._is_unknown(location):
                self._unknown(function, call, virtual)
            elif call.result is not None and self._of.may_hold(call.result.type):
                self._handed_out(function, call, location)

        self._solver.watch(node, target)

    def _dispatched(self, function: Function, call: CallLike, through: Receiver) -> bool:
        """Follow a virtual call for exceptions, and whether it may be one: a table of the library's
        leads to what gives characters, whatever else the library has, and nowhere else."""
        solver, table = self._solver, self._solver.table
        node = self._of.node(function, call.args[through.index])
        if node is None or len(through.loads) != 2 or through.loads[0][0]:
            return False
        (_, kind), (slot, method) = through.loads

        def received(place: int) -> None:
            if table.objects[table.object[place]].name == EXCEPTIONS:
                solver.watch(solver.read(place, kind), entered)

        def entered(place: int) -> None:
            if table.objects[table.object[place]].name == LIBRARY:
                self._handed_out(function, call, place)
            else:
                solver.watch(solver.read(table.shifted(place, slot, 0), method), called)

        def called(place: int) -> None:
            if self._is_unknown(place):
                self._opened(function, call)

        solver.watch(node, received)
        return True

    def _unknown(self, function: Function, call: CallLike, through: Receiver | None) -> None:
        """Nobody can know a function that the callee may be, unless exceptions alone lead there."""
        table = self._solver.table
        node = None if through is None else self._of.node(function, call.args[through.index])
        if node is None:
            self._opened(function, call)
            return

        def received(place: int) -> None:
            if table.objects[table.object[place]].name != EXCEPTIONS:
                self._opened(function, call)

        self._solver.watch(node, received)

    def _handed_out(self, function: Function, call: CallLike, location: int) -> None:
        """What a virtual function of the library returns may lead anywhere; that of an exception
        (`what`) leads to characters."""
        table, solver = self._solver.table, self._solver
        node = None if call.result is None else self._of.node(function, call.result)
        if node is None or table.objects[table.object[location]].name != LIBRARY:
            return
        receiver = self._of.node(function, call.args[0]) if call.args else None
        if receiver is None:
            solver.add(node, solver.unknown)
            return

        def asked(at: int) -> None:
            thrown = table.objects[table.object[at]].name == EXCEPTIONS
            solver.add(node, self._library.messages() if thrown else solver.unknown)

        solver.watch(receiver, asked)

    def _is_unknown(self, location: int) -> bool:
        """Whether nobody can know what lies there."""
        table = self._solver.table
        return table.objects[table.object[location]].foreign

    def _method(self, call: CallLike, location: int) -> Function | None:
        """The function at a location, if the call may mean it."""
        found = self._solver.table.objects[self._solver.table.object[location]]
        if found.kind is Kind.FUNCTION and found.function is not None:
            return found.function if _callable(call.type, found.function.type) else None
        return None

    def _constant_step(self, function: Function, gep: Gep) -> int | None:
        delta, step = distance(self._of.layout, gep.source, gep.indices, function)
        return None if step else delta

    def _received(self, function: Function, call: CallLike, through: Receiver) -> None:
        """The argument goes to the functions that each of its places leads to, no others."""
        solver = self._solver
        node = self._of.node(function, call.args[through.index])
        if node is None:
            return
        self._followed[call] = through.index

        def found(place: int, location: int) -> None:
            target = self._method(call, location)
            if target is not None:
                reached(place, target)
            elif self._is_unknown(location):
                for target in self._of.program.meant(call):
                    reached(place, target)

        def reached(place: int, target: Function) -> None:
            if target.is_declaration:
                return
            self._enter(function, call, target)
            if through.index < len(target.params):
                inner = self._of.node(target, target.params[through.index].local)
                if inner is not None:
                    solver.add(inner, place)
            else:
                solver.add(solver.outside, place)

        def lost() -> None:
            del self._followed[call]
            for target in self._of.targets[call]:
                if not target.is_declaration:
                    self._pass(node, target, through.index)

        Follower(solver, found, lost).follow(node, through.loads)

    def _opened(self, function: Function, call: CallLike) -> None:
        for target in self._of.program.meant(call):
            self._enter(function, call, target)
        if ALL_MEANT in call.attrs:
            return
        if call not in self._of.open:
            self._of.open.add(call)
            self._library.declared(function, call, behaviour(self._of.program, call, None))

    def _enter(
        self,
        function: Function,
        call: CallLike,
        target: Function | InlineAsm,
    ) -> None:
        """The call may mean `target`."""
        if isinstance(target, InlineAsm):
            self._library.declared(function, call, behaviour(self._of.program, call, target))
            return
        if (call, target) in self._connected:
            return
        self._connected.add((call, target))
        self._of.targets[call][target] = None
        if target.is_declaration:
            self._library.declared(function, call, behaviour(self._of.program, call, target))
            return
        self._of.reach(target)
        self._of.select(target, call.args)
        for index, arg in enumerate(call.args):
            source = self._of.node(function, arg)
            if source is not None and index != self._followed.get(call):
                self._pass(source, target, index)
        if call.result is not None and self._of.may_hold(call.result.type):
            self._returned(function, call, call.result, target)

    def _pass(self, source: int, target: Function, index: int) -> None:
        """What a node points to is passed to a function."""
        if index >= len(target.params):
            self._solver.copy(source, self._solver.outside)
            return
        inner = self._of.node(target, target.params[index].local)
        if inner is not None:
            self._solver.copy(source, inner)

    def _returned(
        self, function: Function, call: CallLike, result: Local, target: Function
    ) -> None:
        node = self._of.node(function, result)
        assert node is not None
        if not has(target.result_attrs, "noalias"):
            self._solver.copy(self._of.results[target], node)
            return
        name = f"{function.name}:{target.name}.{result.id}"
        made = self._of.born(function, result, call, Kind.HEAP, name)
        here = self._solver.table.location(made.id, 0)
        solver = self._solver

        def initialised(location: int) -> None:
            inner = solver.table.objects[solver.table.object[location]]
            if inner.kind is Kind.HEAP and inner is not made:
                self._of.copies.setdefault(made, {})[inner] = None
                solver.copied(here, location, None)

        solver.watch(self._of.results[target], initialised)


def _callable(call: ty.FunctionType, target: ty.FunctionType) -> bool:
    """Whether a call by address of one type may mean a function of another."""
    results = call.result, target.result
    if ty.VOID not in results and ty.is_float(call.result) != ty.is_float(target.result):
        return False
    if call.vararg or target.vararg:
        return True
    if len(call.params) != len(target.params):
        return False
    pairs = zip(call.params, target.params, strict=True)
    return all(ty.is_float(one) == ty.is_float(other) for one, other in pairs)
