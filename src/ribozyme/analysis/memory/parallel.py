"""Which functions several threads run, and which memory only one of them sees.

    void @f.fork(i32 %n, ptr %x)      "rz.forks": each thread of a team runs it
      call void @f.omp_outlined(…)    so this function is parallel, and all that it calls

An object is *private* if it is born in a parallel function, or is a variable that each thread has,
and no memory that other threads reach holds its address. Accesses of private memory never meet
those of another thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final, final

from ribozyme.analysis.flow.callgraph import mentioned
from ribozyme.analysis.pointsto.objects import Kind
from ribozyme.analysis.pointsto.pointsto import PointsTo
from ribozyme.base.bitset import union
from ribozyme.ir.attrs import has
from ribozyme.ir.instrs import operands
from ribozyme.ir.module import Function, GlobalVariable
from ribozyme.ir.values import Local, Value
from ribozyme.rules.device_functions import LAUNCHES
from ribozyme.rules.openmp import WAITS

FORKS: Final = '"rz.forks"'
"""Says of a function that a team of threads runs it."""


def forks(function: Function) -> bool:
    """Whether a team of threads runs a function."""
    return has(function.attrs, FORKS)


def is_of_threads(variable: object) -> bool:
    """Whether a name of a module is a variable that each thread has."""
    return isinstance(variable, GlobalVariable) and bool(variable.header.thread_local)


@final
class Parallel:
    """What is run by several threads below a root."""

    def __init__(self, points: PointsTo) -> None:
        self.points = points
        self.forks = tuple(f for f in points.functions if forks(f))
        self.launches = tuple(f for f in points.functions if has(points.program.attrs(f), LAUNCHES))
        """Functions that all threads of a kernel's launch run, each by itself."""

    @cached_property
    def functions(self) -> frozenset[Function]:
        """The functions that threads of a team run."""
        return self._reached(*self.forks, *self.launches)

    @cached_property
    def beside(self) -> dict[Function, frozenset[Function]]:
        """Per function that teams run: those that other threads may run meanwhile, itself among
        them. Regions that have a function in common count as one."""
        groups: list[frozenset[Function]] = []
        for start in (*self.forks, *self.launches):
            group = self._reached(start)
            apart = [other for other in groups if not other & group]
            group = group.union(*(other for other in groups if other & group))
            groups = [*apart, group]
        return {function: group for group in groups for function in group}

    @cached_property
    def launched(self) -> frozenset[Function]:
        """The functions that a launch runs."""
        return self._reached(*self.launches)

    def _reached(self, *starts: Function) -> frozenset[Function]:
        work = list(starts)
        found: set[Function] = set()
        while work:
            for target in self._called(work.pop()):
                if target not in found:
                    found.add(target)
                    work.append(target)
        return frozenset(found)

    def _called(self, function: Function) -> Iterator[Function]:
        for call in self.points.program.calls(function):
            for target in self.points.entered(function, call):
                if not target.is_declaration:
                    yield target

    @cached_property
    def waiting(self) -> frozenset[Function]:
        """The functions in which threads may wait for each other, over calls too; where a region
        begins, its threads wait among themselves."""
        found = {
            function
            for function in self.points.functions
            if any(
                target.name in WAITS
                for call in self.points.program.calls(function)
                for target in self.points.known_targets(function, call)
            )
        }
        work = list(found)
        while work:
            for caller, _ in self.points.callers.get(work.pop(), ()):
                if caller not in found and not forks(caller):
                    found.add(caller)
                    work.append(caller)
        return frozenset(found)

    @cached_property
    def own_variables(self) -> frozenset[str]:
        """The variables that each thread has, by name, of those that functions of teams name."""
        return frozenset(
            name
            for function in self.functions
            for instr in function.instrs()
            for operand in operands(instr)
            if not isinstance(operand, Local)
            for name in mentioned(operand)
            if is_of_threads(self.points.program.named(name))
        )

    @cached_property
    def of_threads(self) -> int:
        """The variables that each thread has, as a bit set of objects."""
        known = self.points.constraints.globals
        own = (name for name in known if is_of_threads(self.points.program.named(name)))
        return union(1 << known[name].id for name in own)

    @cached_property
    def private(self) -> int:
        """The objects that one thread sees, as a bit set."""
        points = self.points
        found = self.of_threads & ~points.outside
        for object in points.objects:
            born = object.kind in (Kind.ALLOCA, Kind.HEAP) and object.function in self.functions
            if born and not points.outside >> object.id & 1:
                found |= 1 << object.id
        for caller, arg in self._handed():
            found &= ~points.mask(caller, arg)
        while True:
            seen = 0
            for object in points.objects:
                if not found >> object.id & 1:
                    seen |= points.holds(object)
            if not found & seen:
                return found
            found &= ~seen

    def _handed(self) -> Iterator[tuple[Function, Value]]:
        """The arguments of regions, which all threads of a team are given."""
        for fork in self.forks:
            for caller, call in self.points.callers.get(fork, ()):
                for arg in call.args:
                    yield caller, arg

    def is_private(self, function: Function, pointer: Value) -> bool:
        """Whether an address leads to private memory only."""
        mask = self.points.mask(function, pointer)
        return bool(mask) and not mask & ~self.private

    def meets(self, function: Function, pointer: Value) -> bool:
        """Whether another thread may access the memory behind an address at the same time."""
        return function in self.functions and not self.is_private(function, pointer)
