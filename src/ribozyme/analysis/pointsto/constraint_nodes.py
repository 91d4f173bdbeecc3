"""The nodes of inclusion constraints: of values, functions, variables and allocations.

%q          one node for the addresses that it may hold
@table      an object, with what its initialiser holds
malloc(8)   an object for each call in the program
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from math import gcd

from ribozyme.analysis.declared.call_effects import Behaviour, may_point
from ribozyme.analysis.declared.cxxlibrary import is_table
from ribozyme.analysis.declared.distances import distance
from ribozyme.analysis.declared.tbaa import Tbaa
from ribozyme.analysis.flow.callgraph import Program
from ribozyme.analysis.flow.cases import selector
from ribozyme.analysis.pointsto.inclusion import Solver
from ribozyme.analysis.pointsto.objects import Kind, Object
from ribozyme.analysis.pointsto.passed_locals import passing
from ribozyme.analysis.pointsto.strings import Strings
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import number
from ribozyme.ir.instrs import (
    CallLike,
    Instr,
)
from ribozyme.ir.module import Function, GlobalVariable
from ribozyme.ir.values import (
    Const,
    ConstAggregate,
    ConstBinary,
    ConstCast,
    ConstGep,
    ConstInt,
    ConstOther,
    ConstSplat,
    GlobalRef,
    InlineAsm,
    Local,
    MetadataOperand,
    Value,
    leads_nowhere,
)


class ConstraintNodes:
    """What is reached of a program from its root, and where its addresses lead so far."""

    def __init__(self, program: Program, *, coarse: bool = False, numbers: bool = False) -> None:
        self.program = program
        self.numbers = numbers
        self.may_hold = partial(may_point, numbers=numbers)
        self.layout = program.layout
        self.tbaa = Tbaa(program.module)
        self.solver = Solver(self.tbaa.kinds_meet, coarse=coarse)
        self.strings = Strings(self.solver, self.tbaa)
        self.values: dict[Function, dict[int, int]] = {}
        self.results: dict[Function, int] = {}
        self.targets: dict[CallLike, dict[Function, None]] = {}
        self.callbacks: dict[CallLike, dict[Function, None]] = {}  # what a library may call there
        self.open: set[CallLike] = set()
        self.behaviours: dict[CallLike, Behaviour] = {}
        self.globals: dict[str, Object] = {}
        self.sites: dict[Instr, Object] = {}
        self.arguments: dict[int, Object] = {}
        self.copies: dict[
            Object, dict[Object, None]
        ] = {}  # a call's fresh memory → the callee's name
        self.running: dict[Function, frozenset[int]] = {}  # only where some blocks never run
        self._selectors: dict[Function, int] = {}
        self._given: dict[Function, set[int]] = {}  # to parameters that select cases
        self._functions: dict[Function, int] = {}
        self._constants: dict[Const, int] = {}
        self._pending: list[Function] = []
        self.on_variable: list[Callable[[GlobalVariable, Object], None]] = []
        """Who is told of a new variable."""

    def reach(self, function: Function) -> None:
        """The function may run."""
        if function not in self.values and not function.is_declaration:
            self.values[function] = {}
            self.results[function] = self.solver.node()
            self._pending.append(function)
            self._need(function)
            selects = selector(function) if function is not self.program.root else None
            if selects is not None:
                self._selectors[function] = selects
                self._given[function] = set()

    def _need(self, function: Function) -> None:
        """Take in what parameters say of the memory they lead to: a reference has all its bytes."""
        for param in function.params:
            bytes = number(param.attrs, "dereferenceable")
            node = self.node(function, param.local) if bytes else None
            if bytes and node is not None:
                self.solver.need(node, bytes)

    def select(self, function: Function, args: tuple[Value, ...]) -> None:
        """A function that may select cases is called with these arguments; without any: anyhow."""
        selects = self._selectors.get(function)
        if selects is None:
            return
        value = args[selects] if selects < len(args) else None
        if not isinstance(value, ConstInt):
            del self._selectors[function]
        elif value.value in self._given[function]:
            return
        else:
            self._given[function].add(value.value)
        if function not in self._pending:
            self._pending.append(function)

    def node(self, function: Function, value: Value) -> int | None:
        """The node of an operand; None for one that holds no address."""
        if isinstance(value, Local):
            if not self.may_hold(value.type):
                return None
            known = self.values[function]
            found = known.get(value.id)
            if found is None:
                found = known[value.id] = self.solver.node()
            return found
        if isinstance(value, InlineAsm | MetadataOperand) or not self.may_hold(value.type):
            return None
        return self._constant(value)

    def _constant(self, value: Const) -> int | None:
        found = self._constants.get(value)
        if found is None:
            locations = set(self.constant(value))
            found = -1
            if locations:
                found = self.solver.node()
                for location in locations:
                    self.solver.add(found, location)
            self._constants[value] = found
        return None if found < 0 else found

    def constant(self, value: Const) -> Iterator[int]:
        """The locations a constant may point to."""
        table = self.solver.table
        work: list[tuple[Const, int, int]] = [(value, 0, 0)]
        while work:
            part, delta, step = work.pop()
            match part:
                case GlobalRef(name=name):
                    yield table.shifted(self._named(name), delta, step)
                case ConstGep(base=base, source=source, indices=indices):
                    more, stride = distance(self.layout, source, indices)
                    work.append((base, delta + more, gcd(step, stride)))
                case ConstCast() if leads_nowhere(part):
                    pass
                case ConstCast(op="inttoptr", value=ConstInt()) | ConstOther():
                    yield self.solver.unknown
                case ConstCast(value=inner) | ConstSplat(element=inner):
                    work.append((inner, delta, step))
                case ConstAggregate(elements=elements):
                    work.extend((element, delta, step) for element in elements)
                case ConstBinary(lhs=lhs, rhs=rhs):
                    work.extend(((lhs, 0, 1), (rhs, 0, 1)))
                case _:
                    pass

    def _named(self, name: str) -> int:
        match self.program.named(name):
            case Function() as function:
                if function not in self._functions:
                    made = self.solver.object(Kind.FUNCTION, f"@{function.name}", function)
                    self._functions[function] = self.solver.table.location(made.id, 0)
                return self._functions[function]
            case GlobalVariable() as variable:
                return self.solver.table.location(self.variable(variable).id, 0)
            case None:
                return self.solver.unknown

    def variable(self, variable: GlobalVariable) -> Object:
        """The object of a global variable, its initialiser filled in."""
        if variable.name in self.globals:
            return self.globals[variable.name]
        declared = variable.initialiser is None
        table = declared and is_table(variable.name)
        made = self.globals[variable.name] = self.solver.object(
            Kind.GLOBAL,
            f"@{variable.name}",
            born_outside=(declared and not table) or not self._is_closed(variable),
            constant=variable.constant,
            size=None if declared else self.layout.alloc_size(variable.type),
        )
        for told in self.on_variable:
            told(variable, made)
        exposed = not variable.constant and variable.name in self.program.exposed
        if not table and (declared or exposed):
            self.solver.expose(made)
        if variable.initialiser is not None:
            for offset, part in self._addresses(variable.initialiser):
                locations = list(self.constant(part))
                if locations:
                    node = self.solver.written(self.solver.table.given(made.id, offset))
                    for location in locations:
                        self.solver.add(node, location)
        return made

    def _is_closed(self, variable: GlobalVariable) -> bool:
        """Whether a variable holds nothing at entry but what the program itself says."""
        return variable.constant or variable.name in self._passing

    @cached_property
    def _passing(self) -> frozenset[str]:
        return passing(self.program)

    def _addresses(self, value: Const) -> Iterator[tuple[int, Const]]:
        """The parts of an initialiser that may be addresses, with their offsets."""
        work: list[tuple[int, Const]] = [(0, value)]
        while work:
            offset, part = work.pop()
            if not self.may_hold(part.type):
                continue
            if not isinstance(part, ConstAggregate):
                yield offset, part
                continue
            if isinstance(part.type, ty.StructType):
                offsets = self.layout.offsets(part.type)
            else:
                size = self.layout.alloc_size(part.elements[0].type) if part.elements else 0
                offsets = tuple(size * index for index in range(len(part.elements)))
            work.extend((offset + o, e) for o, e in zip(offsets, part.elements, strict=False))

    def born(
        self,
        function: Function,
        result: Local,
        site: Instr,
        kind: Kind,
        name: str,
        size: int | None = None,
    ) -> Object:
        """The object of an allocation, its result pointing to it."""
        if site not in self.sites:
            self.sites[site] = self.solver.object(kind, name, function, site, size=size)
        made = self.sites[site]
        node = self.node(function, result)
        if node is not None:
            self.solver.add(node, self.solver.table.location(made.id, 0))
        return made
