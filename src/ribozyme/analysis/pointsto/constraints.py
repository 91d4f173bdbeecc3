"""From instructions to inclusion constraints, function by function as they are reached.

    %q = getelementptr i8, ptr %p, i64 8      q ⊇ p + 8
    %q = load ptr, ptr %p                     q ⊇ what is read where p points
    call void @f(ptr %p)                      f's parameter ⊇ p, and f is reached

A walk through an array (`p = phi(base, p + 24)`) is found first: inside a cycle a distance becomes
a stride, so that the walk takes one round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import gcd
from typing import Final, final

from ribozyme.analysis.declared.call_effects import may_point
from ribozyme.analysis.declared.cxxlibrary import is_table, short_characters, string_size
from ribozyme.analysis.declared.distances import distance
from ribozyme.analysis.declared.source_types import FLOAT_NAMES
from ribozyme.analysis.declared.string_variables import StringVariables
from ribozyme.analysis.declared.tbaa import TEXT
from ribozyme.analysis.flow.callgraph import Program
from ribozyme.analysis.flow.cases import running
from ribozyme.analysis.flow.multiples import choices
from ribozyme.analysis.pointsto.bases import Bases
from ribozyme.analysis.pointsto.constraint_nodes import ConstraintNodes
from ribozyme.analysis.pointsto.inclusion import ADDRESS, ANY
from ribozyme.analysis.pointsto.librarycalls import LibraryCalls
from ribozyme.analysis.pointsto.moves import Moves
from ribozyme.analysis.pointsto.objects import Kind, Object
from ribozyme.analysis.pointsto.programcalls import ProgramCalls
from ribozyme.analysis.pointsto.structs import Structs
from ribozyme.base import graph
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import has, number
from ribozyme.ir.instrs import (
    Alloca,
    AtomicRMW,
    Call,
    CallBr,
    Cast,
    CmpXchg,
    Compare,
    Computation,
    Exchange,
    ExtractElement,
    ExtractValue,
    FBinary,
    FNeg,
    Freeze,
    Gep,
    IBinary,
    InsertElement,
    InsertValue,
    Instr,
    Invoke,
    LandingPad,
    Load,
    Phi,
    Ret,
    Select,
    Shuffle,
    Silent,
    Store,
    VAArg,
)
from ribozyme.ir.metadata import Meta
from ribozyme.ir.module import Function, GlobalVariable
from ribozyme.ir.values import ConstInt, Local, Value

CHUNKS: Final = 8
"""Addresses of one access that are told apart."""

Edge = tuple[int, int, int, int, bool]  # from, to, distance, step, and whether by an index


@final
class Constraints(ConstraintNodes):
    """The constraints of what is reached from a program's root."""

    def __init__(self, program: Program, *, coarse: bool = False, numbers: bool = False) -> None:
        super().__init__(program, coarse=coarse, numbers=numbers)
        self._string_variables = StringVariables(program.module)
        self._structs = Structs(self)
        self._edges: dict[Function, list[Edge]] = {}
        self._empty: list[
            tuple[int, int, tuple[int, ...], int]
        ] = []  # loads that may be of nothing
        self._moves = Moves(self)
        self._bases = Bases(self)
        self._library_calls = LibraryCalls(self)
        self.strings.characters = self._library_calls.characters
        self._calls = ProgramCalls(self, self._library_calls)
        self.on_variable += (self._structs.variable, self._table)

    def characters(self, owner: int) -> int:
        """The location of the characters of strings that lie in an object."""
        return self._library_calls.characters_of(owner)

    @property
    def messages(self) -> tuple[int, ...]:
        """The location of what exceptions say, if the program asks for it."""
        return self._library_calls.said

    def run(self) -> None:
        """Generate and solve, until no function is newly reached."""
        root = self.program.root
        self.reach(root)
        for index, param in enumerate(root.params):
            if ty.is_pointer(param.local.type):
                self._argument(index)
        while self._pending or self.solver.pending:
            while self._pending:
                self._generate(self._pending.pop())
            self.solver.solve()
            if not self._pending:
                self._moves.settle()
                self._bases.settle()
            if not self._pending and not self.solver.pending:
                self._settle_types()

    def _argument(self, index: int) -> None:
        param = self.program.root.params[index]
        name = self.program.root.names[param.local.id] or str(index)
        apart = any(has(param.attrs, word) for word in ("noalias", "byval", "sret"))
        made = self.solver.object(
            Kind.ARGUMENT,
            f"arg.{name}",
            self.program.root,
            index=index,
            noalias=apart,
            born_outside=True,
        )
        self.arguments[index] = made
        if self._structs.is_numeric(self.program.root, param.local):
            self.solver.numeric.add(made.id)
        node = self.node(self.program.root, param.local)
        assert node is not None
        self.solver.add(node, self.solver.table.location(made.id, 0))

    # ---- functions ---------------------------------------------------------------------------

    def _generate(self, function: Function) -> None:
        edges = self._edges.setdefault(function, [])
        before = self.running.pop(function, frozenset())
        blocks = range(len(function.blocks))
        if function in self._selectors:
            given = self._given[function]
            self.running[function] = running(function, self._selectors[function], given)
        for block in blocks:
            if block in before or block not in self.running.get(function, blocks):
                continue
            for instr in function.blocks[block].instrs:
                self._instruction(function, instr, edges)
        self._structs.declare(function)
        for source, target, delta, step, index in _walks(edges):
            self.solver.shifted(source, target, delta, step, index=index)
        for variable, type in self._string_variables.of(function):
            self._string_at(function, variable, type)

    def _instruction(self, function: Function, instr: Instr, edges: list[Edge]) -> None:
        match instr:
            case Load():
                self._load(function, instr.pointer, instr.result, instr.meta)
            case Store(value=value, pointer=pointer):
                self._store(function, pointer, value, instr.meta)
            case Alloca(result=result, allocated=type, count=count):
                name = f"{function.name}.{function.names[result.id] or result.id}"
                size = self.layout.alloc_size(type) if count is None else None
                self.born(function, result, instr, Kind.ALLOCA, name, size)
            case Call() | Invoke() | CallBr():
                self._calls.call(function, instr)
            case Ret(value=value) if value is not None:
                node = self.node(function, value)
                if node is not None:
                    self.solver.copy(node, self.results[function])
            case AtomicRMW(result=result, pointer=pointer, value=value) if self.may_hold(
                value.type
            ):
                self._load(function, pointer, result, instr.meta)
                self._store(function, pointer, value, instr.meta)
            case CmpXchg(result=result, pointer=pointer, new=new) if self.may_hold(new.type):
                self._load(function, pointer, result, instr.meta)
                self._store(function, pointer, new, instr.meta)
            case Cast(op="trunc", value=value):
                self._truncated(function, value)
            case _ if instr.result is not None and self.may_hold(instr.result.type):
                self._flow(function, instr, instr.result, edges)
            case _:
                _rest: Computation | Exchange | VAArg | Silent = instr

    def _flow(self, function: Function, instr: Instr, result: Local, edges: list[Edge]) -> None:
        """A result that is made of operands."""
        target = self.node(function, result)
        assert target is not None

        def link(value: Value, delta: int = 0, step: int = 0, *, index: bool = False) -> None:
            source = self.node(function, value)
            if source is not None:
                edges.append((source, target, delta, step, index))

        match instr:
            case Gep(base=base, source=source, indices=indices):
                if self._bases.move(function, instr, target):
                    return
                if not self._moves.move(function, instr, target):
                    upwards = "inbounds" in instr.flags and "nuw" in instr.flags
                    inside = _is_inside(indices)
                    for ways in _ways(function, indices):
                        delta, step = distance(self.layout, source, ways, function)
                        link(base, delta, -step if upwards else step, index=inside)
            case Phi(incoming=incoming):
                for value, _ in incoming:
                    link(value)
            case Select(then=then, otherwise=otherwise):
                link(then)
                link(otherwise)
            case Cast(op="inttoptr", value=value):
                link(value)
                if not isinstance(value, Local) or self._stray(function, value):
                    self.solver.add(target, self.solver.unknown)
            case Cast(op="sitofp" | "uitofp" | "fptosi" | "fptoui" | "fpext" | "fptrunc"):
                pass
            case Cast(value=value) | Freeze(value=value):
                link(value)
            case ExtractValue(aggregate=value) | ExtractElement(vector=value):
                link(value)
            case InsertValue(aggregate=whole, element=element):
                link(whole)
                link(element)
            case InsertElement(vector=whole, element=element):
                link(whole)
                link(element)
            case Shuffle(lhs=lhs, rhs=rhs):
                link(lhs)
                link(rhs)
            case IBinary(op=op, lhs=lhs, rhs=rhs):
                if op in ("add", "sub", "and", "or", "xor") and not _difference(function, instr):
                    link(lhs, 0, 1)
                    link(rhs, 0, 1)
            case LandingPad():
                self.solver.copy(self._library_calls.exceptions.thrown, target)
            case Compare() | FBinary() | FNeg():
                pass
            case _:
                self.solver.add(target, self.solver.unknown)

    def _stray(self, function: Function, value: Local) -> bool:
        """An integer turned pointer whose origin is not followed."""
        match function.definitions[value.id]:
            case Cast(op="ptrtoint") | Load() | Phi() | Select() | IBinary() | ExtractValue():
                return False
            case Freeze() | Call() | Invoke() | ExtractElement():
                return False
            case Cast(op="bitcast") if self.numbers:
                return False
            case None:
                return function is self.program.root
            case _:
                return True

    def _truncated(self, function: Function, value: Value) -> None:
        """Part of an address: what it points to may be known anywhere."""
        node = self.node(function, value)
        if node is None:
            return
        solver = self.solver

        def escape(location: int) -> None:
            if solver.table.object[location] not in solver.outside_objects:
                solver.add(solver.outside, location)

        solver.watch(node, escape)

    # ---- memory ------------------------------------------------------------------------------

    def _parts(self, type: ty.Type, meta: Meta) -> tuple[int, ...]:
        """The distances at which an access may find addresses."""
        if not self.may_hold(type):
            return ()
        told = not ty.has_pointer(type) and self.tbaa.scalar(meta) in FLOAT_NAMES
        if told and not self.numbers:
            return ()
        size = self.layout.size(type)
        return tuple(range(0, max(size, 1), ADDRESS))[:CHUNKS]

    def _are_bits(self, type: ty.Type, meta: Meta) -> bool:
        """Whether an access is of an integer, by the source's type: an address lies there only if
        the program itself put one there, as an integer or as its bytes."""
        scalar = None if ty.has_pointer(type) else self.tbaa.scalar(meta)
        if scalar is None or scalar == "omnipotent char":
            return False
        return not scalar.startswith("p") and "pointer" not in scalar

    def _load(self, function: Function, pointer: Value, result: Local, meta: Meta) -> None:
        parts = self._parts(result.type, meta)
        source = self.node(function, pointer)
        target = self.node(function, result)
        if not parts or source is None or target is None:
            return
        kind = self.tbaa.kind(meta)
        if not may_point(result.type):
            own = self.tbaa.scalar(meta) in FLOAT_NAMES  # what was stored as the same alone
            self._read(source, target, parts, -kind if own else kind, self.solver.number)
            return
        if self._are_bits(result.type, meta):
            self._read(source, target, parts, kind, self.solver.own)
            return
        if self._string(source, meta):
            self.solver.watch(source, lambda place: self.strings.word(place, kind, target))
            return
        self._read(source, target, parts, kind)
        self._empty.append((source, target, parts, kind))

    def _read(
        self,
        source: int,
        target: int,
        parts: tuple[int, ...],
        kind: int,
        held: Callable[[int, int], int] | None = None,
    ) -> None:
        solver = self.solver
        held = held or solver.read

        def read(location: int) -> None:
            for part in parts:
                solver.copy(held(solver.table.shifted(location, part, 0), kind), target)

        solver.watch(source, read)

    def _settle_types(self) -> None:
        """Types by which nothing lies where an address is read are not believed, be it the type of
        the access or of an array that its place was copied from."""
        empty = [load for load in self._empty if not self.solver.points[load[1]]]
        self._empty = [(source, target, parts, ANY) for source, target, parts, _ in empty]
        for source, target, parts, kind in empty:
            if kind != ANY:
                self._read(source, target, parts, ANY)
        if not self.solver.pending:
            self._empty.clear()
            self.solver.doubt_numbers({target for _, target, _, _ in empty})

    def _store(self, function: Function, pointer: Value, value: Value, meta: Meta) -> None:
        parts = self._parts(value.type, meta)
        source = self.node(function, value)
        target = self.node(function, pointer)
        if not parts or source is None or target is None:
            return
        solver, kind = self.solver, ANY if _retyped(function, pointer) else self.tbaa.kind(meta)
        if self._string(target, meta):
            kind = TEXT
        kinds = {kind}
        if self.numbers and self.tbaa.scalar(meta) in FLOAT_NAMES:
            kinds.add(-self.tbaa.kind(meta))

        def write(location: int) -> None:
            for part in parts:
                place = solver.table.shifted(location, part, 0)
                for each in kinds:
                    solver.copy(source, solver.written(place, each))

        solver.watch(target, write)

    def _string_at(self, function: Function, pointer: Value, type: str) -> None:
        """A string of a type lies where a value points."""
        node = self.node(function, pointer)
        if node is None:
            return
        if short_characters(type) is None:  # no access tells which of its words is an address
            self.solver.watch(node, partial(self._library_calls.declared_string, type))
        else:
            size = string_size(type)
            self.solver.watch(node, lambda place: self.strings.add(place, size))

    def _string(self, pointer: int, meta: Meta) -> bool:
        """Whether an access is of a string's first word, of which note is taken."""
        size = self.strings.begins(meta)
        if size is None:
            return False
        self.solver.watch(pointer, lambda place: self.strings.add(place, size))
        return True

    def _table(self, variable: GlobalVariable, made: Object) -> None:
        """A table of a class of a library holds functions of the library."""
        if variable.initialiser is None and is_table(variable.name):
            node = self.solver.written(self.solver.table.location(made.id, 0, 1))
            self.solver.add(node, self._library_calls.library)


def _is_inside(indices: Sequence[Value]) -> bool:
    """Whether a GEP has an index into one struct: not one of structs, and another into a member."""
    walks = not isinstance(indices[0], ConstInt)
    return not walks or all(isinstance(index, ConstInt) for index in indices[1:])


def _retyped(function: Function, pointer: Value) -> bool:
    """Whether what is stored at an address may be loaded as another type than it is stored as.

    An optimiser may let a function put its result where the caller keeps it as something else: a
    pointer to a derived class as one to its base. So it is with one word that a caller gives a
    place for, and with what is made where such a function was inlined.
    """
    inner = pointer
    while isinstance(inner, Local):
        match function.definitions[inner.id]:
            case Gep(base=base):
                inner = base
            case Call() | Invoke() as call:
                return has(call.result_attrs, "noalias")
            case None:
                param = next((p for p in function.params if p.local.id == inner.id), None)
                if param is None or has(param.attrs, "sret"):
                    return True
                size = number(param.attrs, "dereferenceable") or 0
                return inner is pointer and size <= ADDRESS
            case made:
                return isinstance(made, Alloca)
    return True


def _difference(function: Function, instr: IBinary) -> bool:
    """`p - q` is no address."""
    if instr.op != "sub":
        return False
    return all(
        isinstance(side, Local)
        and isinstance(made := function.definitions[side.id], Cast)
        and made.op == "ptrtoint"
        for side in (instr.lhs, instr.rhs)
    )


def _ways(function: Function, indices: tuple[Value, ...]) -> tuple[tuple[Value, ...], ...]:
    """The indices of a GEP; several times where the last is one of a few constants."""
    last = indices[-1] if indices else None
    if not isinstance(last, Local):
        return (indices,)
    found = choices(function, last)
    return tuple((*indices[:-1], way) for way in found) or (indices,)


def _walks(edges: list[Edge]) -> Iterator[Edge]:
    """The edges, distances inside a cycle turned into strides."""
    number: dict[int, int] = {}
    for source, target, *_ in edges:
        number.setdefault(source, len(number))
        number.setdefault(target, len(number))
    successors: list[list[int]] = [[] for _ in number]
    for source, target, *_ in edges:
        successors[number[source]].append(number[target])
    home = [0] * len(number)
    for index, component in enumerate(graph.components(successors)):
        for node in component:
            home[node] = index
    for source, target, delta, step, index in edges:
        if (delta or step) and home[number[source]] == home[number[target]]:
            yield source, target, 0, gcd(delta, step), index
        else:
            yield source, target, delta, step, index
