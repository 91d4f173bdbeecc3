"""Atomic accesses in regions whose order matters, as critical sections of one name.

    %v = load atomic double, ptr %p          →   %e = call i64 @rz_omp_enter(ptr @rz.atomics)
                                                 %v = load double, ptr %p
                                                 %l = call i64 @rz_omp_leave(ptr @rz.atomics)

    %old = load atomic i64, ptr %p           →   %e = call i64 @rz_omp_enter(ptr @rz.atomics)
    loop: %seen = phi [%old, %loop's %c.0]       %old = load i64, ptr %p
      %new = f(%seen)                            %new = f(%old)
      %c = cmpxchg ptr %p, %seen, %new           store i64 %new, ptr %p
      br %c.1, exit, loop                        %l = call i64 @rz_omp_leave(ptr @rz.atomics)

The reverse sweep undoes critical sections in the opposite order, whatever that was. So a number
that is read, written, replaced or multiplied atomically has a derivative. Where there are only
atomic additions whose results nobody uses, they stay what they are: they commute.

Atomic accesses of integers that order others (`acquire`, `release`, `seq_cst`), and fences, are
events too: behind them a thread may see what others have written.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, final

from ribozyme.analysis.flow.callgraph import mentions
from ribozyme.base.record import dataclass, field, replace
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    AtomicRMW,
    Br,
    Call,
    CallLike,
    CmpXchg,
    Compare,
    CondBr,
    DbgRecord,
    ExtractValue,
    FBinary,
    Fence,
    InsertValue,
    Instr,
    Load,
    Phi,
    Select,
    Store,
)
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.metadata import Meta
from ribozyme.ir.module import Alias, Block, Function, GlobalVariable, Header, Module, declaration
from ribozyme.ir.rewrite import fresh, map_operands
from ribozyme.ir.values import ConstInt, ConstZero, GlobalRef, Local, Undef, Value
from ribozyme.rules.openmp import FORK
from ribozyme.transform.core.sites import callee_name

NAME: Final = "rz.atomics"
"""The name of the critical section that takes the place of all of them."""
_ROOM: Final = ty.array(32, ty.I8)
_LOCK: Final = GlobalVariable(
    NAME, _ROOM, ConstZero(_ROOM), False, Header(linkage="internal", align=8)
)
_EVENT: Final = ty.function(ty.I64, (ty.PTR,))
_ENTER: Final = "rz_omp_enter"
_LEAVE: Final = "rz_omp_leave"
_TRUE: Final = ConstInt(ty.I1, 1)
_OUTLINED: Final = 2  # the argument of a fork that is a region's code
_LEAST: Final = 32  # bits of a number
_SUFFIX: Final[dict[ty.Type, str]] = {ty.DOUBLE: "f64", ty.FLOAT: "f32", ty.HALF: "f16"}
_LARGER: Final = {"fmax": "maxnum", "fmin": "minnum", "fmaximum": "maximum", "fminimum": "minimum"}


def atomics_as_events(module: Module) -> Module:
    """The module in which such accesses are critical sections; itself where there are none."""
    if FORK not in module.functions:
        return module
    functions = list(_run_by_teams(module))
    found = [(f, instr) for f in functions for instr in f.instrs() if _is_atomic(instr)]
    numbers = any(_is_of_numbers(function, instr) for function, instr in found)
    if not numbers and not any(_orders_others(instr) for _, instr in found):
        return module
    declared = {
        name: module.functions.get(name) or declaration(name, _EVENT) for name in (_ENTER, _LEAVE)
    }
    made = {f.name: _Events(module, f, numbers, declared).rewritten() for f in functions}
    return replace(
        module,
        functions={**declared, **module.functions, **made},
        globals={**module.globals, NAME: _LOCK},
    )


def _run_by_teams(module: Module) -> Iterator[Function]:
    """The functions that a region may reach."""
    work = [
        instr.args[_OUTLINED].name
        for function in module.defined()
        for instr in function.instrs()
        if isinstance(instr, Call)
        and callee_name(instr) == FORK
        and isinstance(instr.args[_OUTLINED], GlobalRef)
    ]
    seen = set(work)
    while work:
        name = work.pop()
        found = module.functions.get(name) or module.globals.get(name)
        if found is None or isinstance(found, Alias):
            continue
        if isinstance(found, Function) and not found.is_declaration:
            yield found
        for other in mentions(found):
            if other not in seen:
                seen.add(other)
                work.append(other)


# ---- which -------------------------------------------------------------------------------------


def _is_atomic(instr: Instr) -> bool:
    match instr:
        case Load(ordering=ordering, volatile=False) | Store(ordering=ordering, volatile=False):
            return bool(ordering)
        case AtomicRMW(volatile=False) | CmpXchg(volatile=False) | Fence():
            return True
        case _:
            return False


def _is_of_numbers(function: Function, instr: Instr) -> bool:
    """Whether an access may be one of a number, and does not commute with others."""
    match instr:
        case Load(result=result):
            return ty.is_float(result.type)
        case Store(value=value):
            return ty.is_float(value.type)
        case AtomicRMW(op="xchg", value=value) | CmpXchg(new=value):
            return _may_be_number(value.type)
        case AtomicRMW(op="fadd" | "fsub", result=result):
            return bool(function.uses[result.id])
        case AtomicRMW(value=value):
            return ty.is_float(value.type)
        case _:
            return False


def _may_be_number(type: ty.Type) -> bool:
    return ty.is_float(type) or (isinstance(type, ty.IntType) and type.bits >= _LEAST)


def _orders_others(instr: Instr) -> bool:
    match instr:
        case Load(ordering=ordering) | Store(ordering=ordering) | AtomicRMW(ordering=ordering):
            return ordering not in ("", "monotonic", "unordered")
        case CmpXchg(success=success, failure=failure):
            return {success, failure} != {"monotonic"}
        case _:
            return isinstance(instr, Fence)


def _accessed(instr: Instr) -> ty.Type:
    match instr:
        case Load(result=result):
            return result.type
        case Store(value=value) | AtomicRMW(value=value) | CmpXchg(new=value):
            return value.type
        case _:
            return ty.VOID


# ---- how ---------------------------------------------------------------------------------------


@final
@dataclass(slots=True)
class _Events:
    module: Module
    function: Function
    numbers: bool
    """Whether accesses of whatever may be a number are among them."""
    declared: dict[str, Function]
    names: list[str | None] = field(default_factory=list)
    known: dict[int, Value] = field(default_factory=dict)
    """What is there in place of results."""

    def rewritten(self) -> Function:
        """The function; itself where nothing changes."""
        wanted = [instr for instr in self.function.instrs() if self._is_event(instr)]
        if not wanted:
            return self.function
        self.names = list(self.function.names)
        found = (self._loop(instr) for instr in wanted if isinstance(instr, CmpXchg))
        loops = {loop.block: loop for loop in found if loop is not None}
        begun = {loop.load for loop in loops.values()}
        blocks = []
        for index, block in enumerate(self.function.blocks):
            made: list[Instr] = []
            for instr in block.instrs:
                loop = loops.get(index)
                if instr in begun:
                    made += (self._called(_ENTER, instr.meta), _plain(instr))
                elif loop is not None:
                    made += self._of_loop(loop, instr)
                elif self._is_event(instr):
                    made += self._event(instr)
                else:
                    made.append(instr)
            blocks.append(Block(block.name, tuple(map(self._renamed, made))))
        return replace(self.function, blocks=tuple(blocks), names=self.names)

    def _renamed(self, instr: Instr) -> Instr:
        if not self.known:
            return instr
        return map_operands(
            instr,
            lambda v: self.known.get(v.id, v) if isinstance(v, Local) else v,
            lambda label: label,
        )

    def _is_event(self, instr: Instr) -> bool:
        if not _is_atomic(instr):
            return False
        of_numbers = self.numbers and _may_be_number(_accessed(instr))
        return of_numbers or _orders_others(instr)

    def _called(self, name: str, meta: Meta) -> Call:
        result = fresh(self.names, ty.I64)
        debug = tuple(item for item in meta if item[0] == "dbg")
        callee = GlobalRef(ty.PTR, name)
        return Call(result, callee, _EVENT, (GlobalRef(ty.PTR, NAME),), meta=debug)

    def _event(self, instr: Instr) -> Iterator[Instr]:
        yield self._called(_ENTER, instr.meta)
        yield from self._alone(instr)
        yield self._called(_LEAVE, instr.meta)

    def _alone(self, instr: Instr) -> Iterator[Instr]:
        """An access while nobody else makes one."""
        if not self.numbers or not _may_be_number(_accessed(instr)):
            yield instr
            return
        match instr:
            case Load() | Store():
                yield _plain(instr)
            case AtomicRMW(result=old, op=op, pointer=pointer, value=value, meta=meta):
                known = op in ("xchg", "fadd", "fsub") or op in _LARGER
                if not known or (ty.is_float(value.type) and value.type not in _SUFFIX):
                    yield instr
                    return
                align = instr.align or self._size(value.type)
                yield Load(old, pointer, align, meta=meta)
                if op != "xchg":
                    result = fresh(self.names, value.type)
                    yield self._computed(result, op, old, value)
                    value = result
                yield Store(value, pointer, align, meta=meta)
            case CmpXchg():
                yield from self._exchanged(instr)
            case _:
                yield instr

    def _computed(self, result: Local, op: str, old: Local, value: Value) -> Instr:
        if op in ("fadd", "fsub"):
            return FBinary(result, op, old, value)
        type = value.type
        name = f"llvm.{_LARGER[op]}.{_SUFFIX[type]}"
        made = ty.function(type, (type, type))
        self.declared[name] = self.module.functions.get(name) or declaration(name, made)
        return Call(result, GlobalRef(ty.PTR, name), made, (old, value))

    def _exchanged(self, instr: CmpXchg) -> Iterator[Instr]:
        type, meta = instr.new.type, instr.meta
        align = instr.align or self._size(type)
        old, same, new = (fresh(self.names, each) for each in (type, ty.I1, type))
        pair = fresh(self.names, instr.result.type)
        yield Load(old, instr.pointer, align, meta=meta)
        yield Compare(same, "icmp", "eq", old, instr.expected)
        yield Select(new, same, instr.new, old)
        yield Store(new, instr.pointer, align, meta=meta)
        yield InsertValue(pair, Undef(instr.result.type), old, (0,))
        yield InsertValue(instr.result, pair, same, (1,))

    def _size(self, type: ty.Type) -> int:
        return DataLayout(self.module.layout).size(type)

    # ---- loops until nobody has come between ------------------------------------------------

    def _loop(self, update: CmpXchg) -> _Loop | None:
        """The loop around an update, if it is one block and updates what was read before it."""
        function = self.function
        seen, index = function.definition(update.expected), function.home[update.result.id]
        block = function.blocks[index]
        end = block.terminator
        if not isinstance(seen, Phi) or function.home[seen.result.id] != index:
            return None
        if not isinstance(end, CondBr) or end.otherwise != index or end.then == index:
            return None
        if _part(function, end.condition, update) != 1:
            return None
        first = [one for one in seen.incoming if one[1] != index]
        again = [value for value, source in seen.incoming if source == index]
        if len(first) != 1 or [_part(function, value, update) for value in again] != [0]:
            return None
        ((found, source),) = first
        load = function.definition(found)
        if not isinstance(load, Load) or load.volatile or load.pointer is not update.pointer:
            return None
        before = function.blocks[source]
        behind = before.instrs[before.instrs.index(load) + 1 :] if load in before.instrs else ()
        if not behind or not all(isinstance(i, Br | DbgRecord) for i in behind):
            return None
        return _Loop(index, source, load, update) if all(map(_is_calm, block.instrs)) else None

    def _of_loop(self, loop: _Loop, instr: Instr) -> Iterator[Instr]:
        """An instruction of a loop that has become a critical section."""
        update = loop.update
        match instr:
            case Phi():
                incoming = tuple(one for one in instr.incoming if one[1] == loop.source)
                yield replace(instr, incoming=incoming)
            case CmpXchg():
                align = instr.align or self._size(instr.new.type)
                yield Store(instr.new, instr.pointer, align, meta=instr.meta)
                yield self._called(_LEAVE, instr.meta)
            case ExtractValue(result=result, aggregate=aggregate) if aggregate is update.result:
                self.known[result.id] = update.expected if instr.indices == (0,) else _TRUE
            case CondBr():
                yield Br(instr.then, meta=instr.meta)
            case _:
                yield instr


@final
@dataclass(frozen=True, slots=True)
class _Loop:
    """A block that repeats an update, and where it comes from."""

    block: int
    source: int
    load: Load
    update: CmpXchg


def _part(function: Function, value: Value, update: CmpXchg) -> int | None:
    """Which part of an update's result a value is: what was there, or whether it is replaced."""
    made = function.definition(value)
    if isinstance(made, ExtractValue) and made.aggregate is update.result:
        return made.indices[0]
    return None


def _is_calm(instr: Instr) -> bool:
    """Whether an instruction waits for nobody."""
    if isinstance(instr, CallLike):
        return (callee_name(instr) or "").startswith("llvm.")
    return not isinstance(instr, AtomicRMW | Fence)


def _plain(access: Load | Store) -> Load | Store:
    return replace(access, ordering="", scope="")
