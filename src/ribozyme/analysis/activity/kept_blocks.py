"""Blocks that variables keep between calls, and whose old contents have no derivative.

    static double *work;                    only this file knows it, and no other code knows what it
    if (n > room) work = realloc(work, …);  leads to: a block from `malloc` as a whole, or nothing
    work[i] = x[i] * x[i];

    static std::vector<double> work;        its other words lead into the block of the first

Such blocks may get a shadow at the start of a derivative, zeroed and of the same length.
They hold numbers: a block with addresses in it gets none. Variables that may keep the
same block (two that change places) are one group.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, final

from ribozyme.analysis.flow.callgraph import LOCAL_LINKAGE, Program, forgets, mentioned
from ribozyme.analysis.memory.freed import Freed, Word, is_call
from ribozyme.analysis.pointsto.inclusion import ADDRESS
from ribozyme.analysis.pointsto.objects import Kind, Object
from ribozyme.analysis.pointsto.pointsto import PointsTo
from ribozyme.analysis.types.typing import Typing
from ribozyme.base.record import dataclass
from ribozyme.ir.instrs import (
    Access,
    AtomicRMW,
    Call,
    CallBr,
    CallLike,
    CmpXchg,
    Compare,
    Computation,
    DbgRecord,
    Freeze,
    Gep,
    Instr,
    Invoke,
    Load,
    Phi,
    Select,
    Silent,
    Store,
    operands,
)
from ribozyme.ir.module import Function, GlobalVariable
from ribozyme.ir.values import ConstInt, ConstNull, GlobalRef, Local, Value
from ribozyme.rules.memory import Allocation, Deallocation, MemoryCopy, MemorySet, Reallocation

ALLOCATING: Final = {"free": "malloc", "_ZdlPv": "_Znwm", "_ZdaPv": "_Znam"}
"""What makes a block of so many bytes, by what frees it."""

MANY: Final = 16
"""Words of an array that are told apart."""


@final
@dataclass(frozen=True, slots=True)
class Group:
    """Words that lead to the beginnings of blocks, others that lead into them, and what frees the
    blocks."""

    bases: tuple[Word, ...]
    others: tuple[Word, ...]
    release: str
    objects: int  # what the blocks are before the call, as a bit set
    every: int  # and those that the call makes


def kept_blocks(points: PointsTo, types: Typing) -> tuple[Group, ...]:
    """The blocks of before the call that may be given a shadow."""
    return () if points.pessimistic else tuple(_Kept(points, types).groups())


def left_blocks(
    points: PointsTo, types: Typing, groups: Iterable[Group]
) -> tuple[tuple[Word, str], ...]:
    """Words of other variables that may lead to a block of the call when it ends, and what frees
    it. Others may know the block, but only the shadow of the word leads to the shadow of it."""
    known = {word for group in groups for word in (*group.bases, *group.others)}
    return () if points.pessimistic else tuple(_Kept(points, types).left(known))


@final
class _Kept:
    def __init__(self, points: PointsTo, types: Typing) -> None:
        self._points = points
        self._types = types
        self._table = points.table
        self._freed = Freed(points)
        self._freeing: dict[str, set[str]] = {}  # of variables, what other code puts there
        solver = points.constraints.solver
        self._leaked = self._mask(solver.points[solver.outside])
        self._leaked |= self._mask(solver.points[points.constraints.results[points.program.root]])
        self._words: dict[Word, set[int]] = {}
        for name, object in points.constraints.globals.items():
            if not points.words(object) or not self._is_own(name):
                continue
            for word, held in self._of(name, object):
                self._words.setdefault(word, set()).update(held)

    def _of(self, name: str, object: Object) -> Iterator[tuple[Word, set[int]]]:
        """What the words of a variable lead to, those of a short array one by one."""
        words = self._points.words(object)
        size = object.size or 0
        if any(stride and (stride % ADDRESS or size > MANY * stride) for _, stride in words):
            return
        for (at, stride), held in words.items():
            for place in range(at, size, stride) if stride else (at,):
                yield (name, place), held

    def groups(self) -> Iterator[Group]:
        """What is found, variable by variable."""
        left = {word: self._mask(held) for word, held in self._words.items()}
        while left:
            word, mask = left.popitem()
            together = [word]
            while more := [word for word, held in left.items() if held & mask]:
                for word in more:
                    mask |= left.pop(word)
                together += more
            found = self._group(sorted(together), mask)
            if found is not None:
                yield found

    def _is_own(self, name: str) -> bool:
        """Whether nothing but what is seen here ever writes to a variable, null at first."""
        program = self._points.program
        variable = program.named(name)
        if (
            not isinstance(variable, GlobalVariable)
            or variable.header.linkage not in LOCAL_LINKAGE
            or variable.constant
            or name in program.exposed
            or any(mentioned(variable.initialiser))
        ):
            return False
        self._freeing[name] = set()
        for function in program.module.defined():
            if function.name in program.apart:
                continue  # it does what the function does that it was made of
            if function not in self._points.constraints.values:
                elsewhere = _Elsewhere(program, function, name)
                if not elsewhere.is_known():
                    return False
                self._freeing[name] |= elsewhere.freeing
        return True

    def _group(self, words: list[Word], mask: int) -> Group | None:
        freeing = set().union(*(self._freeing[name] for name, _ in words))
        for object in self._points.members(mask):
            if self._points.holds(object) and not self._types.is_numbers(object):
                return None
            if object.kind is Kind.HEAP:
                freeing.add(self._freed_by(object))
            elif object.kind is not Kind.POINTEE or object.origin.kind is not Kind.GLOBAL:
                return None
        bases = tuple(word for word in words if self._is_base(word))
        names = {name for name, _ in words}
        if not bases or len(freeing) != 1 or not freeing <= set(ALLOCATING):
            return None
        if not self._is_alone(names, mask) or not self._freed.is_told(bases, mask):
            return None
        before = sum(1 << o.id for o in self._points.members(mask) if o.kind is Kind.POINTEE)
        others = tuple(word for word in words if word not in bases)
        return Group(bases, others, freeing.pop(), before, mask) if before else None

    def _is_base(self, word: Word) -> bool:
        return self._is_start(self._words[word])

    def _is_start(self, locations: set[int]) -> bool:
        table = self._table
        return all(table.offset[n] == table.stride[n] == 0 for n in locations)

    # ---- what is left ------------------------------------------------------------------------

    def left(self, known: set[Word]) -> Iterator[tuple[Word, str]]:
        """The words that lead to blocks whose shadows end with the call."""
        points, constraints = self._points, self._points.constraints
        returned = self._mask(constraints.solver.points[constraints.results[points.program.root]])
        for name, object in constraints.globals.items():
            variable = points.program.named(name)
            if not isinstance(variable, GlobalVariable) or variable.constant:
                continue
            for word, held in self._of(name, object):
                made = [o for o in points.members(self._mask(held)) if o.kind is Kind.HEAP]
                mask = sum(1 << one.id for one in made)
                freeing = {self._freed_by(one) for one in made}
                if (
                    word not in known
                    and self._is_start(held)
                    and len(freeing) == 1
                    and freeing <= set(ALLOCATING)
                    and not mask & returned
                    and self._held_by(object, mask)
                    and self._freed.is_told((word,), mask)
                ):
                    yield word, freeing.pop()

    def _held_by(self, holder: Object, mask: int) -> bool:
        """Whether the program keeps the addresses of some blocks in one variable, and the stack,
        only. What code outside does with them is no matter: it is never told of shadows."""
        points = self._points
        places = 1 << holder.id
        places |= sum(1 << one.id for one in points.objects if one.kind is Kind.ALLOCA)
        for function in points.functions:
            for instr in points.instrs(function):
                match instr:
                    case (
                        Store(value=value, pointer=pointer)
                        | AtomicRMW(value=value, pointer=pointer)
                        | CmpXchg(new=value, pointer=pointer)
                    ):
                        kept = points.mask(function, value) & mask
                        target = points.mask(function, pointer)
                    case Call() | Invoke() | CallBr():
                        match points.meaning(instr):
                            case MemoryCopy(source=source, target=to):
                                kept = points.mask(function, instr.args[source]) & places
                                target = points.mask(function, instr.args[to])
                            case _:
                                continue
                    case _:
                        _rest: Computation | Access | Silent = instr
                        continue
                if kept and (not target or target & ~places):
                    return False
        return True

    # ---- what the words of a variable lead to ------------------------------------------------

    def _mask(self, locations: set[int]) -> int:
        found = 0
        for location in locations:
            found |= 1 << self._table.object[location]
        return found

    def _freed_by(self, object: Object) -> str:
        """What frees what an allocation made, if it is aligned as usual."""
        same = [object, *self._points.members(self._points.same_memory(object))]
        for one in same:
            match self._points.meaning(one.site) if is_call(one.site) else None:
                case Allocation(align=None, into=None, release=release):
                    return release
                case Reallocation(release=release):
                    return release
                case _:
                    pass
        return ""

    def _is_alone(self, names: set[str], mask: int) -> bool:
        """Whether nothing but the variables, and the stack, leads to what they keep."""
        points, known = self._points, self._points.constraints.globals
        holders = {known[name] for name in names}
        return not mask & self._leaked and all(
            object in holders or object.kind is Kind.ALLOCA or not points.holds(object) & mask
            for object in points.objects
        )


@final
class _Elsewhere:
    """What a function that the derivative does not reach does with a variable.

    It may put a fresh block there, or nothing; look at the block and write to it; free it, if it
    says at once what is there instead.
    """

    def __init__(self, program: Program, function: Function, variable: str) -> None:
        self._program = program
        self._function = function
        self._variable = variable
        self._led: set[int] = set()  # values that lead into the block
        self.freeing: set[str] = set()  # what frees the blocks it puts there

    def is_known(self) -> bool:
        """Whether that is all it does."""
        instrs = list(self._function.instrs())
        told = [i for i in instrs if isinstance(i, Store) and self._is_place(i.pointer)]
        if not all(self._is_fresh(store.value) for store in told):
            return False
        for instr in instrs:
            if isinstance(instr, Load) and self._is_place(instr.pointer):
                self._led.add(instr.result.id)
            elif (
                not isinstance(instr, Store | DbgRecord)
                and not _is_filling(instr)
                and any(
                    self._variable in mentioned(operand)
                    for operand in operands(instr)
                    if not isinstance(operand, Local)
                )
            ):
                return False
        return all(map(self._is_harmless, instrs)) and all(map(self._is_harmless, instrs))

    def _is_place(self, value: Value) -> bool:
        return not isinstance(value, Local) and self._variable in mentioned(value)

    def _is_fresh(self, value: Value) -> bool:
        if isinstance(value, ConstNull):
            return True
        made = self._function.definition(value)
        if not is_call(made) or not isinstance(value, Local):
            return False
        self._led.add(value.id)
        match self._meaning(made):
            case Allocation(align=None, into=None, release=release):
                self.freeing.add(release)
            case Reallocation(release=release):
                self.freeing.add(release)
            case _:
                return False
        return True

    def _meaning(self, call: CallLike) -> object:
        callee = call.callee
        return self._program.meaning(callee.name) if isinstance(callee, GlobalRef) else None

    def _is_harmless(self, instr: Instr) -> bool:
        """Whether an instruction keeps no address of the block; those it makes are noted."""
        if not any(isinstance(o, Local) and o.id in self._led for o in operands(instr)):
            return True
        match instr:
            case Load() | Compare() | DbgRecord():
                return True
            case Store(value=value, pointer=pointer):
                kept = isinstance(value, Local) and value.id in self._led
                return not kept or self._is_place(pointer)
            case Gep() | Phi() | Select() | Freeze():
                self._led.add(instr.result.id)
                return True
            case Call() | Invoke() | CallBr():
                match self._meaning(instr):
                    case MemoryCopy() | MemorySet():
                        return instr.result is None
                    case Deallocation() | Reallocation():
                        return self._told_after(instr)
                    case _:
                        return False
            case _:
                return False

    def _told_after(self, freed: CallLike) -> bool:
        block = next(b for b in self._function.blocks if freed in b.instrs)
        rest = block.instrs[block.instrs.index(freed) :]
        return any(isinstance(i, Store) and self._is_place(i.pointer) for i in rest)


def _is_filling(instr: Instr) -> bool:
    """Whether a variable is filled with zeros, or noted for the end of the program."""
    if not isinstance(instr, Call) or not isinstance(instr.callee, GlobalRef):
        return False
    value = instr.args[1] if len(instr.args) > 1 else None
    return forgets(instr.callee.name) and not (isinstance(value, ConstInt) and value.value)
