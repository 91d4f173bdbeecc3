"""Activity: which values and memory depend on an active input and influence an active output.

    double f(double x, double *y, const int n)      x active, y dup
        t = x * 2                     active                t feeds y
        k = n + 1                     not active            no float
        y[0] = t                      active                y's memory is both, by contract
        double s = t + 1; g = s > 0   s not active          nothing useful comes of it

Two questions are kept apart. *Active*: does the value carry a derivative? *Shadow*: does an
address need a shadow address beside it? It does when it may lead to active memory, be the
instruction that makes it active or not. Objects that hold addresses of such memory need one too.

Both sets are closed over SSA values and memory together, over all calls (one solution per root: a
parameter is the join over its call sites).
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Final, final

from ribozyme.analysis.activity.contract import (
    INACTIVE,
    Question,
    callers_memory,
    constant_tables,
    entry_memory,
    inactive_memory,
)
from ribozyme.analysis.activity.flowgraph import Carries, FlowGraph, Origin, may_carry
from ribozyme.analysis.activity.thrown import brought, is_handler, keeps_exception
from ribozyme.analysis.declared.call_effects import may_point
from ribozyme.analysis.pointsto.leading import Leading
from ribozyme.analysis.pointsto.objects import Kind, Object
from ribozyme.analysis.pointsto.pointsto import PointsTo
from ribozyme.base.bitset import union
from ribozyme.base.graph import predecessors, reached
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Alloca,
    AtomicRMW,
    Call,
    CallBr,
    CallLike,
    CmpXchg,
    Computation,
    DbgRecord,
    Fence,
    Instr,
    Invoke,
    Jump,
    Load,
    Pad,
    Resume,
    Ret,
    Store,
    VAArg,
)
from ribozyme.ir.module import Function
from ribozyme.ir.values import Local, Value
from ribozyme.rules.memory import (
    Allocation,
    Deallocation,
    MemoryCopy,
    MemorySet,
    Reallocation,
    Searching,
    Sorting,
)
from ribozyme.rules.names import Inactive, Mirrored

_OWN: Final = (Kind.ALLOCA, Kind.HEAP)


class Shadow(Enum):
    """What stands beside an address."""

    NONE = "none"  # the address itself: it leads to no active memory
    SHADOW = "shadow"  # a shadow address
    MIXED = "mixed"  # one or the other; accesses through it ask which


@final
class Activity:
    """What `activity` found; nothing changes after it was built."""

    def __init__(self, graph: FlowGraph, question: Question, *, everything: bool = False) -> None:
        self.points = graph.points
        self.question = question
        self._graph = graph
        self._contract_in, self._contract_out = callers_memory(graph, question)
        self._from: list[int] = []
        varied = self._varied()
        useful = self._useful()
        count = len(graph.origins)
        self._active = [everything or (varied[n] and useful[n]) for n in range(count)]
        self._silence_root(question)
        self._varied_nodes = varied
        self._useful_nodes = useful
        self._stranded = self._without_shadow()
        self._objects = self._active_objects()
        self._scratch = entry_memory(graph.points, question, ("scratch",))
        self._leading = Leading(graph.points, self._scratch)
        self._shadowed = self._reaching(self._objects | self._handed_on() | self._taken())
        self._carrying = self._written(varied, useful)
        self._brought = brought(self)
        self._functions = self._concerned_functions()

    # ---- the questions -----------------------------------------------------------------------

    def active(self, function: Function, value: Value) -> bool:
        """Whether the value carries a derivative: it has an adjoint, a tangent."""
        node = self._node(function, value)
        return node is not None and self._active[node]

    def active_values(self, function: Function) -> frozenset[int]:
        """The numbers of the values of a function that carry a derivative."""
        nodes = self._graph.values.get(function, ())
        return frozenset(id for id, n in enumerate(nodes) if n >= 0 and self._active[n])

    def varied(self, function: Function, value: Value) -> bool:
        """Whether the value depends on an active input, useful or not."""
        node = self._node(function, value)
        return node is not None and self._varied_nodes[node]

    def useful(self, function: Function, value: Value) -> bool:
        """Whether an active output depends on the value, varied or not."""
        node = self._node(function, value)
        return node is not None and self._useful_nodes[node]

    def varied_more(self, function: Function) -> bool:
        """Whether arguments behind the parameters of a function depend on an active input."""
        node = self._graph.more.get(function)
        return node is not None and self._varied_nodes[node]

    def has_shadow(self, function: Function, value: Value) -> bool:
        """Whether a shadow address may stand beside an address."""
        return self.shadow(function, value) is not Shadow.NONE

    def may_carry(self, function: Function, value: Value) -> bool:
        """Whether a value may hold a float at all."""
        return self._graph.carries(function, value)

    def varied_places(self, there: frozenset[int]) -> bool:
        """Whether the bytes from some locations on may depend on an active input, useful or not."""
        return bool(self._owners(there) & self._contract_in) or any(
            self._varied_nodes[node] and self.points.may_meet(there, None, frozenset((at,)), size)
            for places in self._graph.places.values()
            for at, (node, size) in places.written.items()
        )

    def useful_places(self, there: frozenset[int]) -> bool:
        """Whether an active output may depend on the bytes from some locations on."""
        return bool(self._owners(there) & self._contract_out) or any(
            self._useful_nodes[node] and self.points.may_meet(there, None, frozenset((at,)), size)
            for places in self._graph.places.values()
            for at, (node, size) in places.read.items()
        )

    def _owners(self, places: frozenset[int]) -> int:
        return union(1 << self.points.table.object[at] for at in places)

    def shadow(self, function: Function, value: Value) -> Shadow:
        """What stands beside an address (an integer or aggregate that holds one, too)."""
        mask = self.points.mask(function, value)
        with_shadow = mask & self._shadowed
        if not with_shadow:
            return Shadow.NONE
        if mask & ~self._shadowed & ~1 or mask & 1:
            return Shadow.MIXED
        if self.question.at_run_time and mask & self._contract_in:
            return Shadow.MIXED
        return Shadow.SHADOW

    def object(self, object: Object) -> bool:
        """Whether float bytes of the object have adjoints or tangents."""
        return bool(self._objects >> object.id & 1)

    def shadowed(self, object: Object) -> bool:
        """Whether the object has a shadow: it is active, or leads to what is."""
        return bool(self._shadowed >> object.id & 1)

    def by_contract(self, object: Object) -> bool:
        """Whether the caller gives the shadow: memory reached from a dup argument at entry."""
        return bool(self._contract_in >> object.id & 1)

    def handed_on(self, call: CallLike) -> bool:
        """Whether what a call without a body moves or computes depends on an active input."""
        node = self._graph.calls.get(call)
        return node is not None and self._varied_nodes[node]

    def is_inactive(self, function: Function, call: CallLike) -> bool:
        """Whether all that a call may enter is registered as inactive."""
        return self._graph.is_inactive(function, call)

    @property
    def stranded(self) -> int:
        """Memory of before the call that only globals lead to, as a bit set: without a shadow."""
        return self._stranded

    def hands_over(self, function: Function, call: CallLike) -> bool:
        """Whether a handler is given an exception in which a derivative is lost."""
        if call.result is None or not is_handler(call):
            return False
        return bool(self.points.mask(function, call.result) & self._brought)

    @property
    def with_shadow(self) -> int:
        """The objects that have shadows, as a bit set."""
        return self._shadowed

    @property
    def carrying(self) -> int:
        """The objects that carry a derivative from a store to a load, with a shadow or without."""
        return self._carrying

    def leading_to(self, objects: int) -> int:
        """The objects that are among some, or hold addresses that lead to them, as a bit set;
        of data, none that is inactive whatever happens."""
        functions = sum(1 << o.id for o in self.points.objects if o.kind is Kind.FUNCTION)
        closed = (self._graph.blocked | self._stranded) & ~functions
        return self._reaching(objects & ~closed)

    def instr(self, function: Function, instr: Instr) -> bool:
        """Whether the instruction takes part in the derivative."""
        match instr:
            case Store(value=value, pointer=pointer):
                return self._stores(function, value, pointer)
            case AtomicRMW(value=value, pointer=pointer) | CmpXchg(new=value, pointer=pointer):
                return self._stores(function, value, pointer)
            case Call() | Invoke() | CallBr():
                return self.call(function, instr)
            case Ret(value=value):
                return value is not None and self._concerns(function, value)
            case Alloca(result=result):
                return self.shadow(function, result) is not Shadow.NONE
            case _:
                _rest: Computation | Load | VAArg | Jump | Resume | Pad | Fence | DbgRecord = instr
                return instr.result is not None and self.active(function, instr.result)

    def call(self, function: Function, call: CallLike) -> bool:
        """Whether a call takes part in the derivative; False whatever its name says."""
        if self._graph.is_inactive(function, call):
            return False
        targets = self.points.known_targets(function, call)
        known = self.points.behaviour(call)
        if known is not None and (known.meaning is None or keeps_exception(call)):  # it may call
            targets += self.points.callbacks(call)
        return self._call(function, call) or any(t in self._functions for t in targets)

    def function(self, function: Function) -> bool:
        """Whether anything in the function, or below it, takes part in the derivative."""
        return function in self._functions

    def why(self, function: Function, value: Value) -> tuple[Origin, ...]:
        """How the value depends on an active input: the way of the derivative, the input first;
        empty if it does not."""
        node = self._node(function, value) if self.varied(function, value) else None
        chain: list[Origin] = []
        while node is not None and node >= 0 and len(chain) < 1000:
            chain.append(self._graph.origins[node])
            node = self._from[node] if self._from[node] != node else -1
        return tuple(reversed(chain))

    @property
    def graph(self) -> FlowGraph:
        """What flows into what."""
        return self._graph

    # ---- how they are answered ---------------------------------------------------------------

    def _node(self, function: Function, value: Value) -> int | None:
        if not isinstance(value, Local):
            return None
        known = self._graph.values.get(function)
        if known is None:
            return None
        return known[value.id] if known[value.id] >= 0 else None

    def _concerns(self, function: Function, value: Value) -> bool:
        return self.active(function, value) or self.shadow(function, value) is not Shadow.NONE

    def _stores(self, function: Function, value: Value, pointer: Value) -> bool:
        mask = self.points.mask(function, pointer)
        if self._graph.carries(function, value) and mask & self._objects:
            return True
        if not mask & self._shadowed:
            return False
        return _holds_address(value.type) or self._moves_address(function, value, pointer)

    def _moves_address(self, function: Function, value: Value, pointer: Value) -> bool:
        """Whether an integer is an address, or is stored over one (as null is)."""
        if not may_point(value.type, numbers=self.points.constraints.numbers):
            return False
        if self.points.mask(function, value):
            return True
        size = self.points.program.layout.size(value.type)
        return self.points.over_address(function, pointer, size)

    def _call(self, function: Function, call: CallLike) -> bool:
        """Whether a call's result, or what it does without a body, takes part."""
        if call.result is not None and self._concerns(function, call.result):
            return True
        if self.hands_over(function, call):
            return True
        known = self.points.behaviour(call)
        if known is None:
            return any(
                target.name in self.question.ruled_functions and self._moves(call)
                for target in self.points.known_targets(function, call)
            )
        match known.meaning:
            case Inactive(overwrites=overwrites):
                return overwrites and any(
                    self.shadow(function, call.args[index]) is not Shadow.NONE
                    for index in known.writes
                )
            case Allocation() | Reallocation():
                site = self.points.site(call)
                return site is not None and self.shadowed(site)
            case Deallocation(pointer=pointer):
                return self.shadow(function, call.args[pointer]) is not Shadow.NONE
            case MemorySet(target=target) | MemoryCopy(target=target) | Sorting(base=target):
                return self.shadow(function, call.args[target]) is not Shadow.NONE
            case Mirrored() | Searching():
                return any(self.shadow(function, arg) is not Shadow.NONE for arg in call.args)
            case _:
                return self._moves(call)

    def _moves(self, call: CallLike) -> bool:
        node = self._graph.calls.get(call)
        return node is not None and self._active[node]

    def _silence_root(self, question: Question) -> None:
        """Whatever else is assumed, a const argument has no derivative."""
        root = self.points.program.root
        for role, param in zip(question.args, root.params, strict=True):
            node = self._node(root, param.local)
            if role in INACTIVE and node is not None:
                self._active[node] = False

    # ---- the solution ------------------------------------------------------------------------

    def _varied(self) -> list[bool]:
        graph = self._graph
        starts: list[int] = []
        root = self.points.program.root
        for index, param in enumerate(root.params):
            if self.question.args[index] not in INACTIVE:
                node = graph.node(root, param.local)
                if node is not None:
                    starts.append(node)
        for owner, places in graph.places.items():
            if self._contract_in >> owner & 1:
                starts.extend(node for node, _ in places.read.values())
        if self._is_shown(self._contract_in):
            starts.append(graph.hidden)
        found = [False] * len(graph.origins)
        self._from = [-1] * len(graph.origins)
        for node in starts:
            found[node] = True
            self._from[node] = node
        work = starts
        while work:
            reached: list[int] = []
            for node in work:
                for target in graph.successors[node]:
                    if not found[target]:
                        found[target] = True
                        self._from[target] = node
                        reached.append(target)
            work = reached
        return found

    def _useful(self) -> list[bool]:
        graph = self._graph
        work: list[int] = []
        root = self.points.program.root
        if self.question.result != "const":
            work.append(graph.results[root])
        for owner, places in graph.places.items():
            if self._contract_out >> owner & 1:
                work.extend(node for node, _ in places.written.values())
        if self._is_shown(self._contract_out):
            work.append(graph.hidden)
        return reached(predecessors(graph.successors), work)

    def _is_shown(self, contract: int) -> bool:
        """Whether code outside was shown memory of the caller's, be it by an address in memory:
        what it reads of it has a derivative, and what it writes there is a result."""
        return bool(self._graph.shown & contract & ~1)

    def _active_objects(self) -> int:
        found = 0
        contract = self._contract_in | self._contract_out
        for owner, places in self._graph.places.items():
            nodes = [node for node, _ in (*places.written.values(), *places.read.values())]
            if contract >> owner & 1 or any(self._active[node] for node in nodes):
                found |= 1 << owner
        found &= ~(self._graph.blocked | self._stranded)
        for made in self.points.constraints.copies:
            same = self.points.same_memory(made) | 1 << made.id
            if found & same:
                found |= same
        return found

    def _handed_on(self) -> int:
        """What the caller gives with a shadow, followed here or not: its address may be returned,
        kept in other memory, or be that of a function that brings a table of its derivatives."""
        points, found = self.points, 0
        for function in points.functions:
            for value in function.values():
                if ty.is_pointer(value.type):
                    found |= points.mask(function, value)
        return found & self._contract_in & ~(1 | self._graph.blocked | self._stranded)

    @property
    def _closed(self) -> int:
        """The objects that have no shadow, whatever leads to them."""
        return (self._graph.blocked & ~self._scratch) | self._stranded

    def _taken(self) -> int:
        """Memory whose shadow a custom rule takes, be it active or not: what the program made or
        has scratch for, and what such memory leads to."""
        points, found = self.points, 0
        for function in points.functions:
            for call in points.program.calls(function):
                if not self._takes_shadows(function, call):
                    continue
                for arg in call.args:
                    if ty.is_pointer(arg.type):
                        found |= self._owned(points.mask(function, arg))
        return found & ~(self._closed | 1)

    def _takes_shadows(self, function: Function, call: CallLike) -> bool:
        takers = self.question.shadow_takers
        if not takers or self._graph.is_inactive(function, call):
            return False
        if not any(t.name in takers for t in self.points.known_targets(function, call)):
            return False
        returns = call.result is not None and ty.is_pointer(call.result.type)
        return returns or self._moves(call)

    def _owned(self, mask: int) -> int:
        own = sum(1 << found.id for found in self.points.members(mask) if found.kind in _OWN)
        return mask & (own | self._scratch) | self.led_to(mask)

    def led_to(self, mask: int) -> int:
        """The objects that some lead to through addresses that the program put there, and what
        scratch leads to at entry."""
        return self._leading.led_to(mask)

    def _without_shadow(self) -> int:
        """Memory that globals pointed to at entry, the user giving no shadow of them."""
        found = 0
        for object in self.points.objects:
            if object.kind is Kind.POINTEE and object.origin.kind is Kind.GLOBAL:
                found |= 1 << object.id
        shadowed = union(self.question.shadowed_blocks)
        return found & ~(self._contract_in | self._graph.blocked | shadowed)

    def _written(self, varied: list[bool], useful: list[bool]) -> int:
        """The objects into which something is written that carries a derivative on."""
        found = 0
        for owner, places in self._graph.places.items():
            if any(varied[node] and useful[node] for node, _ in places.written.values()):
                found |= 1 << owner
        return found

    def _reaching(self, objects: int) -> int:
        """The objects that are active or hold addresses that lead to such."""
        points = self.points
        holders: dict[int, list[int]] = {}
        for object in points.objects:
            for held in points.members(points.holds(object)):
                holders.setdefault(held.id, []).append(object.id)
        for made in points.constraints.copies:
            for other in points.members(points.same_memory(made)):
                holders.setdefault(other.id, []).append(made.id)
                holders.setdefault(made.id, []).append(other.id)
        closed = self._closed & ~constant_tables(points, self.question)
        found = objects
        work = [object.id for object in points.members(objects)]
        while work:
            for holder in holders.get(work.pop(), ()):
                if not (found | closed) >> holder & 1:
                    found |= 1 << holder
                    work.append(holder)
        return found

    def _concerned_functions(self) -> set[Function]:
        points = self.points
        found: set[Function] = set()
        callers: dict[Function, set[Function]] = {}
        for function in points.functions:
            if function.name in self.question.inactive_functions:
                continue
            if any(self._itself(function, instr) for instr in function.instrs()):
                found.add(function)
            for call in points.program.calls(function):
                if not self._graph.is_inactive(function, call):
                    for target in points.known_targets(function, call):
                        callers.setdefault(target, set()).add(function)
        work = list(found)
        while work:
            for caller in callers.get(work.pop(), ()):
                if caller not in found:
                    found.add(caller)
                    work.append(caller)
        return found

    def _itself(self, function: Function, instr: Instr) -> bool:
        """As `instr`, without what a call finds in the bodies below it."""
        if isinstance(instr, Call | Invoke | CallBr):
            return not self._graph.is_inactive(function, instr) and self._call(function, instr)
        return self.instr(function, instr)

    # ---- printing ----------------------------------------------------------------------------

    def lines(self, function: Function) -> Iterator[str]:
        """The facts beside the values that they are about."""
        yield f"activity of @{function.name}"
        for value in function.values():
            words = ["active"] if self.active(function, value) else []
            shadow = self.shadow(function, value)
            if shadow is not Shadow.NONE:
                words.append(shadow.value)
            if words:
                yield f"  %{function.names[value.id] or value.id}: {', '.join(words)}"


def activity(points: PointsTo, question: Question, carries: Carries = may_carry) -> Activity:
    """The activity of all functions a root reaches; `carries` says which values may hold floats."""
    return Activity(_graph(points, question, carries), question)


def pessimistic_activity(
    points: PointsTo, question: Question, carries: Carries = may_carry
) -> Activity:
    """Everything that could be active is, except what the question says is not."""
    return Activity(_graph(points, question, carries), question, everything=True)


def _graph(points: PointsTo, question: Question, carries: Carries) -> FlowGraph:
    return FlowGraph(
        points,
        carries,
        inactive_memory(points, question),
        question.inactive_functions,
        question.ruled_functions,
        question.shadowed_blocks,
        question.numbers_in_strings,
    )


def _holds_address(type: ty.Type) -> bool:
    return may_point(type) and not isinstance(type, ty.IntType)
