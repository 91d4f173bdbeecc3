"""Effects of a call: memory it reads, writes or frees; input and output; whether it throws or
returns.

    double sum(const double *x, int n)      reads {arg.x}, nothing else
    void log_it(double v) { printf(…); }    does input or output

Functions are summed up bottom-up over the call graph, a component of mutual recursion as one; what
has no body is known by its name and attributes. Memory is given by objects, as bit sets; two of
them concern each other only through `PointsTo.aliases`. A function's own allocas are no business
of its callers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, final

from ribozyme.analysis.declared.call_effects import Behaviour
from ribozyme.analysis.flow.callgraph import Program
from ribozyme.analysis.memory.parallel import Parallel
from ribozyme.analysis.pointsto.objects import Kind
from ribozyme.analysis.pointsto.pointsto import PointsTo
from ribozyme.base.bitset import union
from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import has
from ribozyme.ir.instrs import (
    COMPUTATIONS,
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
    Store,
    VAArg,
)
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstInt, GlobalRef, Value
from ribozyme.rules.memory import Allocation, Reallocation
from ribozyme.rules.names import Inactive, Math


@final
@dataclass(frozen=True, slots=True)
class Effect:
    """The most that may happen; `reads`, `writes` and `frees` are bit sets of objects."""

    reads: int = 0
    writes: int = 0
    frees: int = 0
    allocates: bool = False
    stores_address: bool = False
    outside: bool = False  # input, output, or state of code outside
    throws: bool = False
    ends: bool = False  # may not come back: exits, or nobody knows
    ordered: bool = False  # volatile or atomic

    def __or__(self, other: Effect) -> Effect:
        if other is NOTHING or self is NOTHING:
            return self if other is NOTHING else other
        return Effect(
            self.reads | other.reads,
            self.writes | other.writes,
            self.frees | other.frees,
            self.allocates or other.allocates,
            self.stores_address or other.stores_address,
            self.outside or other.outside,
            self.throws or other.throws,
            self.ends or other.ends,
            self.ordered or other.ordered,
        )

    @property
    def pure(self) -> bool:
        """Nothing but its result comes of it, and it can be done again as often as one likes."""
        return not (
            self.writes
            or self.frees
            or self.allocates
            or self.outside
            or self.throws
            or self.ends
            or self.ordered
        )


NOTHING: Final = Effect()


@final
class Effects:
    """What `effects` found."""

    def __init__(self, points: PointsTo, *, pessimistic: bool = False) -> None:
        self.points = points
        self.parallel = Parallel(points)
        everything = (1 << len(points.objects)) - 1
        self._worst = Effect(everything, everything, everything, *[True] * 6)
        self._pessimistic = pessimistic
        self._functions: dict[Function, Effect] = {}
        self._own: dict[Function, int] = {}  # allocas
        for object in points.objects:
            if object.kind is Kind.ALLOCA and object.function is not None:
                mask = self._own.get(object.function, 0)
                self._own[object.function] = mask | 1 << object.id
        self._calls: dict[CallLike, Effect] | None = None
        self._shared = 0
        for component in points.components:
            self._sum_up(component)
        if self.parallel.waiting and self.parallel.functions:
            self._shared = self.written_by_threads
            for component in points.components:
                self._sum_up(component)
        self._calls = {}  # from now on nothing changes

    def function(self, function: Function) -> Effect:
        """What a call of a function with a body may do, its own allocas left out."""
        return self._worst if self._pessimistic else self._functions.get(function, self._worst)

    def call(self, function: Function, call: CallLike) -> Effect:
        """What a call may do."""
        if self._pessimistic or function not in self.points.constraints.values:
            return self._worst
        if self._calls is None:
            return self._call(function, call)
        found = self._calls.get(call)
        if found is None:
            found = self._calls[call] = self._call(function, call)
        return found

    def _call(self, function: Function, call: CallLike) -> Effect:
        found = NOTHING
        for target in self.points.known_targets(function, call):
            if not target.is_declaration:
                found |= self._functions.get(target, NOTHING)
                found |= self._given(function, call.args[len(target.params) :])
        for target in self.points.callbacks(call):
            found |= self._functions.get(target, NOTHING)
        known = self.points.behaviour(call)
        if known is not None:
            found |= self._declared(function, call, known)
        elif self._has_library and self.points.is_of_library(function, call):
            found |= self._given(function, call.args) | Effect(outside=True, throws=True)
        if found.throws and has(self.points.program.attrs(call), "nounwind"):
            found = _calm(found)
        return found

    def instr(self, function: Function, instr: Instr) -> Effect:
        """What any instruction may do."""
        points = self.points
        match instr:
            case Load(pointer=pointer):
                ordered = instr.volatile or bool(instr.ordering)
                return Effect(reads=points.mask(function, pointer), ordered=ordered)
            case Store(pointer=pointer, value=value):
                return Effect(
                    writes=points.mask(function, pointer),
                    ordered=instr.volatile or bool(instr.ordering),
                    stores_address=ty.is_pointer(value.type) or bool(points.mask(function, value)),
                )
            case AtomicRMW(pointer=pointer) | CmpXchg(pointer=pointer) | VAArg(list=pointer):
                mask = points.mask(function, pointer)
                return Effect(reads=mask, writes=mask, ordered=True)
            case Fence():
                return Effect(ordered=True)
            case Resume():
                return Effect(throws=True)
            case Call() | Invoke() | CallBr():
                return self.call(function, instr)
            case _:
                _rest: Computation | Jump | Pad | Alloca | DbgRecord = instr
                return NOTHING

    @cached_property
    def written_by_threads(self) -> int:
        """What threads of a team may write that others see: where one waits, all of it may have
        been written."""
        found = 0
        for function in self.parallel.functions:
            for instr in function.instrs():
                found |= self.instr(function, instr).writes
        return found & ~self.parallel.private

    # ---- bottom-up ---------------------------------------------------------------------------

    def _sum_up(self, component: tuple[Function, ...]) -> None:
        found = NOTHING
        for function in component:
            for instr in function.instrs():
                if instr.__class__ in COMPUTATIONS:
                    continue
                effect = self.instr(function, instr)
                if effect is not NOTHING:
                    found |= effect
        for function in component:
            own = 0 if function in self.points.recursive else self._own.get(function, 0)
            summed = Effect(
                found.reads & ~own,
                found.writes & ~own,
                found.frees,
                found.allocates,
                found.stores_address,
                found.outside,
                found.throws,
                found.ends,
                found.ordered,
            )
            attrs = self.points.program.attrs(function)
            self._functions[function] = _calm(summed) if has(attrs, "nounwind") else summed

    def _declared(self, function: Function, call: CallLike, known: Behaviour) -> Effect:
        points = self.points
        if isinstance(known.meaning, Math) and not known.touches_memory:
            return Effect(ends=True) if _ending(points, call) else NOTHING

        def all_of(indices: frozenset[int]) -> int:
            found = 0
            for index in indices:
                found |= points.mask(function, call.args[index])
            return found

        reads, writes = all_of(known.reads), all_of(known.writes)
        waits = isinstance(known.meaning, Inactive) and known.meaning.wait is not None
        if waits:
            reads, writes = reads | self._shared, writes | self._shared
        site = points.site(call)
        if isinstance(known.meaning, Reallocation) and site is not None:
            writes |= 1 << site.id
        return Effect(
            reads | (points.outside if known.reads_any else 0),
            writes | (points.outside if known.writes_any else 0),
            all_of(known.frees),
            allocates=isinstance(known.meaning, Allocation | Reallocation) or known.fresh,
            stores_address=known.stores,
            outside=known.outside,
            throws=known.throws,
            ends=(known.meaning is None and not known.returns_always) or _ending(points, call),
            ordered=waits or is_volatile(call),
        )

    @cached_property
    def _has_library(self) -> bool:
        """Whether the C++ library is used: no other program has its virtual functions."""
        names = (name.lstrip("_") for name in self.points.program.module.functions)
        return any(name.startswith(("ZNS", "ZNKS", "ZS")) for name in names)

    def _given(self, function: Function, args: Sequence[Value]) -> Effect:
        """What a virtual function of the C++ library does with its arguments, and somebody with
        variadic ones, as `vsscanf` with those of its caller."""
        given = [arg for arg in args if ty.is_pointer(arg.type)]
        touched = union(self.points.mask(function, arg) for arg in given)
        return Effect(touched, touched) if touched else NOTHING

    # ---- printing ----------------------------------------------------------------------------

    def lines(self, function: Function) -> Iterator[str]:
        """The facts beside the calls that they are about."""
        yield f"effects of @{function.name}: {self.text(self.function(function))}"
        for call in self.points.program.calls(function):
            targets = self.points.known_targets(function, call)
            names = ", ".join(f"@{target.name}" for target in targets) or "an address"
            yield f"  call {names}: {self.text(self.call(function, call))}"

    def text(self, effect: Effect) -> str:
        """An effect in words."""
        words = []
        for word, mask in (
            ("reads", effect.reads),
            ("writes", effect.writes),
            ("frees", effect.frees),
        ):
            if mask:
                names = ", ".join(object.name for object in self.points.members(mask))
                words.append(f"{word} {names}")
        for word in ("allocates", "stores_address", "outside", "throws", "ends", "ordered"):
            if getattr(effect, word):
                words.append(word.replace("_", " "))
        return "; ".join(words) or "nothing"


def _calm(effect: Effect) -> Effect:
    return Effect(
        effect.reads,
        effect.writes,
        effect.frees,
        effect.allocates,
        effect.stores_address,
        effect.outside,
        False,
        effect.ends,
        effect.ordered,
    )


def is_volatile(call: CallLike) -> bool:
    """Whether a copy, or a filling, is volatile."""
    callee, last = call.callee, call.args[-1] if call.args else None
    return (
        isinstance(callee, GlobalRef)
        and callee.name.startswith("llvm.mem")
        and isinstance(last, ConstInt)
        and bool(last.value)
    )


def _ending(points: PointsTo, call: CallLike) -> bool:
    program = points.program
    if has(program.attrs(call), "noreturn"):
        return True
    return any(
        has(program.attrs(target), "noreturn")
        for target in points.constraints.targets.get(call, ())
    )


def effects(program: Program, points: PointsTo) -> Effects:
    """What each function and call below a root may do."""
    assert points.program is program
    return Effects(points)


def pessimistic_effects(program: Program, points: PointsTo) -> Effects:
    """Every call may do anything."""
    assert points.program is program
    return Effects(points, pessimistic=True)
