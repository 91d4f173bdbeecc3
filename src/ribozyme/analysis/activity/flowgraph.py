"""The graph for activity: edges between SSA values, results of functions and places in memory.

An edge says that a small change of one may change the other to first order. Comparisons,
conversions to integers and addresses end a flow; a store leads to the written place, a written
place to every read place of the same memory that it meets.

    %m = fmul double %x, %y         x → m, y → m
    store double %m, ptr %p         m → place written
    %r = load double, ptr %q        place read → r; written → read where p and q may meet

Which integers may hold the bytes of floats is `carries`' to say; without types all but `i1` may.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Final, final

from ribozyme.analysis.declared.cxxlibrary import (
    LIBCXX,
    gets_characters,
    gives_characters,
    is_string,
    string_size,
)
from ribozyme.analysis.pointsto.inclusion import ADDRESS
from ribozyme.analysis.pointsto.leading import Leading
from ribozyme.analysis.pointsto.objects import Kind, Object
from ribozyme.analysis.pointsto.pointsto import PointsTo
from ribozyme.base.record import dataclass, field
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    AtomicRMW,
    Call,
    CallBr,
    CallLike,
    Cast,
    CmpXchg,
    Compare,
    Computation,
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
    Load,
    Phi,
    Ret,
    Select,
    Shuffle,
    Silent,
    Store,
    VAArg,
)
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstInt, Local, Value
from ribozyme.rules.inactive import BITS_IN
from ribozyme.rules.memory import (
    Allocation,
    Deallocation,
    MemoryCopy,
    MemorySet,
    Reallocation,
    Searching,
    Sorting,
)
from ribozyme.rules.names import Inactive, Math, Mirrored

Carries = Callable[[Function, Value], bool]

_PASSING: Final = frozenset(
    {"fptrunc", "fpext", "bitcast", "trunc", "zext", "sext", "ptrtoint", "inttoptr"}
)
_SHIFTS: Final = frozenset({"shl", "lshr", "ashr"})


def may_carry(function: Function, value: Value) -> bool:
    """Whether a value may hold the bytes of a float, as far as its IR type tells."""
    return type_may_carry(value.type)


def type_may_carry(type: ty.Type) -> bool:
    """Floats, integers but `i1`, and what holds such."""
    return ty.some(type, _is_number)


def _is_number(type: ty.Type) -> bool:
    inner = ty.scalar(type)
    return isinstance(inner, ty.FloatType) or (isinstance(inner, ty.IntType) and inner.bits > 1)


@final
@dataclass(frozen=True, slots=True)
class Origin:
    """What a node is: a value of a function, its result (`value` None), or memory of an object."""

    function: Function | None = None
    value: Local | None = None
    object: Object | None = None


@final
@dataclass(slots=True)
class _Places:
    """The accessed locations of one object: node and largest size (None: any)."""

    written: dict[int, tuple[int, int | None]] = field(default_factory=dict)
    read: dict[int, tuple[int, int | None]] = field(default_factory=dict)


@final
class FlowGraph:
    """Nodes and edges; complete when built."""

    def __init__(
        self,
        points: PointsTo,
        carries: Carries,
        blocked: int,
        inactive: frozenset[str],
        ruled: frozenset[str],
        apart: tuple[int, ...] = (),
        texts: int = 0,
    ) -> None:
        self.points = points
        self.carries = carries
        self.blocked = blocked
        self.inactive = inactive
        self.ruled = ruled
        self._apart = apart  # memory of before the call that no other memory can be
        self._texts = texts  # objects in which numbers lie where strings do at other times
        self.origins: list[Origin] = []
        self.successors: list[list[int]] = []
        self.values: dict[Function, list[int]] = {}
        self.results: dict[Function, int] = {}
        self.calls: dict[CallLike, int] = {}
        self.places: dict[int, _Places] = {}
        self.more: dict[Function, int] = {}
        self._layout = points.program.layout
        self.hidden = self.new(Origin())  # memory that code outside keeps, or was shown
        self.characters = self.new(Origin())  # those of strings where numbers lie at other times
        self._leading = Leading(points)
        for function in points.functions:
            self.values[function] = [-1] * function.locals
            self.results[function] = self.new(Origin(function))
        for function in points.functions:
            for instr in self.points.instrs(function):
                self._instruction(function, instr)
        self._join()

    # ---- nodes -------------------------------------------------------------------------------

    def new(self, origin: Origin) -> int:
        """A new node."""
        self.origins.append(origin)
        self.successors.append([])
        return len(self.origins) - 1

    def node(self, function: Function, value: Value) -> int | None:
        """The node of a value that carries floats; None for constants and others."""
        if not isinstance(value, Local):
            return None
        if not isinstance(value.type, ty.FloatType) and not self.carries(function, value):
            return None
        known = self.values[function]
        if known[value.id] < 0:
            known[value.id] = self.new(Origin(function, value))
        return known[value.id]

    def _edge(self, source: int | None, target: int | None) -> None:
        if source is not None and target is not None:
            self.successors[source].append(target)

    def _written(self, number: int, size: int | None) -> int | None:
        return self._place(number, size, write=True)

    def _read(self, number: int, size: int | None) -> int | None:
        return self._place(number, size, write=False)

    def _place(self, number: int, size: int | None, *, write: bool) -> int | None:
        owner = self.points.table.object[number]
        if self.blocked >> owner & 1:
            return None
        places = self.places.get(owner)
        if places is None:
            places = self.places[owner] = _Places()
        table = places.written if write else places.read
        found = table.get(number)
        if found is None:
            node = self.new(Origin(object=self.points.table.objects[owner]))
            table[number] = (node, size)
            return node
        node, known = found
        if known is not None and (size is None or size > known):
            table[number] = (node, size)
        return node

    # ---- instructions ------------------------------------------------------------------------

    def _instruction(self, function: Function, instr: Instr) -> None:
        match instr:
            case FBinary(result=result, lhs=lhs, rhs=rhs):
                target = self.node(function, result)
                self._edge(self.node(function, lhs), target)
                self._edge(self.node(function, rhs), target)
            case Load(pointer=pointer, result=result):
                self._load(function, pointer, result)
            case Store(value=value, pointer=pointer):
                self._store(function, pointer, value)
            case AtomicRMW(result=result, pointer=pointer, value=value):
                self._load(function, pointer, result)
                self._store(function, pointer, value)
            case CmpXchg(result=result, pointer=pointer, new=new):
                self._load(function, pointer, result, new.type)
                self._store(function, pointer, new)
            case Ret(value=value) if value is not None:
                self._edge(self.node(function, value), self.results[function])
            case Call() | Invoke() | CallBr():
                self._call(function, instr)
            case VAArg(result=result):
                self._edge(self._variadic(function), self.node(function, result))
            case _:
                self._computation(function, instr)

    def _computation(self, function: Function, instr: Computation | Silent) -> None:
        target = None if instr.result is None else self.node(function, instr.result)
        if target is not None:
            for value in _flowing(instr):
                self._edge(self.node(function, value), target)

    def _load(
        self, function: Function, pointer: Value, result: Local, type: ty.Type | None = None
    ) -> None:
        target = self.node(function, result)
        if target is None:
            return
        size = self._layout.size(type or result.type)
        for number in self.points.numbers(function, pointer):
            self._edge(self._read(number, size), target)

    def _store(self, function: Function, pointer: Value, value: Value) -> None:
        if not self.carries(function, value):
            return
        source = self.node(function, value)
        size = self._layout.size(value.type)
        for number in self.points.numbers(function, pointer):
            self._edge(source, self._written(number, size))

    def _variadic(self, function: Function) -> int:
        if function not in self.more:
            self.more[function] = self.new(Origin(function))
        return self.more[function]

    # ---- calls -------------------------------------------------------------------------------

    def _call(self, function: Function, call: CallLike) -> None:
        for target in self.points.known_targets(function, call):
            if target.name in self.inactive:
                continue
            if target.name in self.ruled:
                self._ruled(function, call)
            elif not target.is_declaration:
                self._enter(function, call, target)
        known = self.points.behaviour(call)
        if known is not None and not self.is_inactive(function, call):
            self._declared(function, call)

    def is_inactive(self, function: Function, call: CallLike) -> bool:
        """All that the call may enter is registered as inactive."""
        targets = self.points.targets(function, call) if self.inactive else ()
        return bool(targets) and all(t.name in self.inactive for t in targets or ())

    def _enter(self, function: Function, call: CallLike, target: Function) -> None:
        for index, arg in enumerate(call.args):
            source = self.node(function, arg)
            if source is None:
                continue
            if index < len(target.params):
                self._edge(source, self.node(target, target.params[index].local))
            else:
                self._edge(source, self._variadic(target))
        if call.result is not None:
            self._edge(self.results[target], self.node(function, call.result))

    def _ruled(self, function: Function, call: CallLike) -> None:
        """A function with a rule of its own may read and write all that its arguments lead to."""
        everything = range(len(call.args))
        self._through(function, call, everything, everything)
        middle, given = self._middle(function, call), 0
        for arg in call.args:
            given |= self.points.mask(function, arg)
        for object in self.points.members(self._leading.led_to(given) & ~1):
            whole = self._whole(object)
            self._edge(self._read(whole, None), middle)
            self._edge(middle, self._written(whole, None))
        self._hidden_flows(call, reads=True, writes=True)

    def _declared(self, function: Function, call: CallLike) -> None:
        known = self.points.assumed(function, call)
        if self.calls.get(call) is not None:
            return
        match known.meaning:
            case Inactive() if self._moves_bits(call):
                self._through(function, call, (), ())
            case Inactive() if is_string(self._callee_name(call)):
                self._spelled(function, call)
            case Inactive() | Allocation() | Deallocation() | Mirrored() | Searching():
                return
            case MemorySet(target=target):
                self._touched(function, call, target)
            case MemoryCopy(target=target, source=source, size=size):
                count = call.args[size]
                bytes = count.value if isinstance(count, ConstInt) else None
                self._moved(function, call, target, source, bytes)
            case Reallocation(pointer=pointer):
                site = self.points.site(call)
                if site is not None:
                    middle = self._middle(function, call)
                    self._read_all(function, call.args[pointer], middle)
                    self._edge(middle, self._written(self._whole(site), None))
            case Sorting(base=base):
                self._moved(function, call, base, base, None)
            case Math():
                self._through(function, call, known.reads, known.writes)
            case None:
                self._through(function, call, known.reads, known.writes)
                self._hidden_flows(call, reads=known.reads_any, writes=known.writes_any)

    def _moves_bits(self, call: CallLike) -> bool:
        """Whether a call hands the bits of an integer on, in another order."""
        return self._callee_name(call).startswith(BITS_IN)

    def _callee_name(self, call: CallLike) -> str:
        callee = self.points.program.callee(call)
        return callee.name if isinstance(callee, Function) else ""

    def _spelled(self, function: Function, call: CallLike) -> None:
        """A string takes over bytes: the call hands them on, though nobody follows characters."""
        middle = self._middle(function, call)
        for arg in call.args[1:]:
            if ty.is_pointer(arg.type):
                for number in self.points.numbers(function, arg):
                    self._edge(self._read(number, ADDRESS), middle)
        if self._texts and string_size(self._callee_name(call)) == LIBCXX:
            self._beside(function, call)

    def _beside(self, function: Function, call: CallLike) -> None:
        """Where numbers lie in the place of strings at other times, characters may be a number;
        which strings they came through does not matter."""
        name = self._callee_name(call)
        for index, arg in enumerate(call.args):
            if not ty.is_pointer(arg.type) or not self.points.mask(function, arg) & self._texts:
                continue
            for number in self.points.numbers(function, arg):
                if gives_characters(name, index):
                    self._edge(self._read(number, LIBCXX), self.characters)
                if gets_characters(name, index):
                    self._edge(self.characters, self._written(number, LIBCXX))

    def _middle(self, function: Function, call: CallLike) -> int:
        """The node of what a call moves or computes."""
        found = self.calls.get(call)
        if found is None:
            found = self.calls[call] = self.new(Origin(function, call.result))
        return found

    def _moved(
        self, function: Function, call: CallLike, target: int, source: int, size: int | None
    ) -> None:
        middle = self._middle(function, call)
        for number in self.points.numbers(function, call.args[source]):
            self._edge(self._read(number, size), middle)
        for number in self.points.numbers(function, call.args[target]):
            self._edge(middle, self._written(number, size))

    def _touched(self, function: Function, call: CallLike, target: int) -> None:
        for number in self.points.numbers(function, call.args[target]):
            self._written(number, None)

    def _through(
        self, function: Function, call: CallLike, reads: Iterable[int], writes: Iterable[int]
    ) -> None:
        """All that goes in may change all that comes out."""
        middle = self._middle(function, call)
        for arg in call.args:
            self._edge(self.node(function, arg), middle)
        for index in reads:
            self._read_all(function, call.args[index], middle)
        for index in writes:
            for number in self.points.numbers(function, call.args[index]):
                self._edge(middle, self._written(self._all(number), None))
        if call.result is not None:
            self._edge(middle, self.node(function, call.result))

    def _read_all(self, function: Function, pointer: Value, target: int) -> None:
        for number in self.points.numbers(function, pointer):
            self._edge(self._read(self._all(number), None), target)

    def _all(self, number: int) -> int:
        return self.points.constraints.solver.everything(number)

    def _whole(self, object: Object) -> int:
        return self.points.table.location(object.id, 0, 1)

    def _hidden_flows(self, call: CallLike, *, reads: bool, writes: bool) -> None:
        """Through memory that code outside keeps, or that it was shown earlier."""
        middle = self.calls[call]
        if reads:
            self._edge(self.hidden, middle)
        if writes:
            self._edge(middle, self.hidden)

    # ---- memory ------------------------------------------------------------------------------

    def _join(self) -> None:
        """Lead from places written to the places read that they meet."""
        points, table = self.points, self.points.table
        leaked = self.shown
        for owner, places in list(self.places.items()):
            blurred = table.objects[owner].kind in (Kind.POINTEE, Kind.UNKNOWN)
            for number, (source, size) in places.written.items():
                for other, (target, extent) in places.read.items():
                    if blurred or table.meet(number, size, other, extent):
                        self._edge(source, target)
            if leaked >> owner & 1:
                self._hide(places)
        self._join_unknown()
        self._join_globals()
        for made, inner in points.constraints.copies.items():
            for twin in inner:
                self._lead(self.places.get(twin.id), self.places.get(made.id))
        for made in points.constraints.copies:
            for twin in points.members(points.same_memory(made)):
                self._lead(self.places.get(twin.id), self.places.get(made.id))

    def _hide(self, places: _Places) -> None:
        for source, _ in places.written.values():
            self._edge(source, self.hidden)
        for target, _ in places.read.values():
            self._edge(self.hidden, target)

    @cached_property
    def shown(self) -> int:
        """The objects that code outside was shown, and what they lead to."""
        solver = self.points.constraints.solver
        found = 0
        for number in solver.points[solver.outside]:
            found |= 1 << self.points.table.object[number]
        return self.closure(found)

    def closure(self, mask: int) -> int:
        """The objects, and those that addresses in them lead to."""
        found, work = 0, mask
        while work:
            low = work & -work
            found |= low
            work |= self.points.holds(self.points.table.objects[low.bit_length() - 1])
            work &= ~found
        return found

    def _join_unknown(self) -> None:
        """An unknown place may be any that code outside knows."""
        places = self.places.get(0)
        if places is None:
            return
        hub = self.new(Origin(object=self.points.unknown))
        back = self.new(Origin(object=self.points.unknown))
        for source, _ in places.written.values():
            self._edge(source, hub)
        for target, _ in places.read.values():
            self._edge(back, target)
        for owner, others in self.places.items():
            if owner == 0 or not self.points.outside >> owner & 1:
                continue
            for source, _ in others.written.values():
                self._edge(source, back)
            for target, _ in others.read.values():
                self._edge(hub, target)

    def _join_globals(self) -> None:
        """What a global pointed to at entry may be other such memory, or a global known outside."""
        everywhere = (self.new(Origin()), self.new(Origin()))
        hubs = {
            object.id: pair
            for mask in self._apart
            for pair in [(self.new(Origin()), self.new(Origin()))]
            for object in self.points.members(mask)
        }
        for owner, places in self.places.items():
            object = self.points.table.objects[owner]
            hub, beside = hubs.get(owner, everywhere)
            if object.kind is Kind.GLOBAL and self.points.outside >> owner & 1:
                written, read = hub, beside
            elif object.kind is Kind.POINTEE and object.origin.kind is Kind.GLOBAL:
                written, read = beside, hub
                for target, _ in places.read.values():
                    self._edge(beside, target)
            else:
                continue
            for source, _ in places.written.values():
                self._edge(source, written)
            for target, _ in places.read.values():
                self._edge(read, target)

    def _lead(self, inner: _Places | None, outer: _Places | None) -> None:
        """What a function left in memory it returns is read under the caller's name for it."""
        if inner is None or outer is None:
            return
        meet = self.points.table.meet
        for number, (source, size) in inner.written.items():
            for other, (target, extent) in outer.read.items():
                if meet(number, size, other, extent):
                    self._edge(source, target)


def _flowing(instr: Computation | Silent) -> tuple[Value, ...]:
    """The operands whose change is a change of the result."""
    match instr:
        case FBinary(lhs=lhs, rhs=rhs) | Shuffle(lhs=lhs, rhs=rhs):
            return (lhs, rhs)
        case IBinary(op=op, lhs=lhs, rhs=rhs):
            return (lhs,) if op in _SHIFTS else (lhs, rhs)
        case FNeg(value=value) | Freeze(value=value):
            return (value,)
        case Cast(op=op, value=value) if op in _PASSING:
            return (value,)
        case Select(then=then, otherwise=otherwise):
            return (then, otherwise)
        case Phi(incoming=incoming):
            return tuple(value for value, _ in incoming)
        case ExtractValue(aggregate=value) | ExtractElement(vector=value):
            return (value,)
        case InsertValue(aggregate=whole, element=element):
            return (whole, element)
        case InsertElement(vector=whole, element=element):
            return (whole, element)
        case _:
            _rest: Compare | Cast | Gep | Silent = instr
            return ()
