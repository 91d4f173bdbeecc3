"""What the threads of a block keep together: numbers that they have alike lie on the tape once.

    loop: %p = call ptr @rz.tape.alloc.block(ptr %arena, i64 %bytes)     %bytes of arguments alone
          store double %w, ptr (%p + 8 k)                                %w, k alike in all threads

    →  head: %end = 64 + %bytes, rounded up
       loop: %p = inttoptr i64 64
             store atomic double %w, ptr (last of the buffer - …)        `slices`

All threads write what all others write there, so it does not matter which of them is first, and
each reads what it has written itself. Where such memory is, and how much of it there is, all
threads of a launch have to compute alike: from arguments, before anything has happened. If they
cannot, each thread keeps its own.
"""

from __future__ import annotations

from typing import Final, final

from ribozyme.base.graph import reached
from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import (
    Call,
    Cast,
    Compare,
    DbgRecord,
    ExtractValue,
    Freeze,
    Gep,
    IBinary,
    Instr,
    Load,
    Phi,
    Select,
    Store,
    operands,
)
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Block, Function, Module
from ribozyme.ir.rewrite import expanded, fresh, map_operands
from ribozyme.ir.values import Const, GlobalRef, Local, Poison, Undef, Value
from ribozyme.rules.device_functions import PLACES
from ribozyme.transform.emit.function_arena import BLOCK_ALLOC
from ribozyme.transform.gpu.tapewords import (
    ALLOC,
    BEGIN,
    CHECK,
    CHECKED,
    WORD,
    Together,
    among,
    called,
    neutral,
)

_ROUND: Final = 64
_MOST: Final = 1 << 33  # bytes that a block keeps together
_ALWAYS: Final = ("add", "sub", "mul", "and", "or", "xor")
_SHIFTS: Final = ("shl", "lshr", "ashr")
_FUNCTIONS: Final = ("llvm.umul.with.overflow.", "llvm.umax.", "llvm.umin.", "llvm.smax.",
                     "llvm.smin.", "llvm.usub.sat.")  # fmt: skip


def apart(module: Module, name: str) -> Module:
    """The module in which each thread keeps its own."""
    function = module.functions[name]
    if not any(called(instr) == BLOCK_ALLOC for instr in function.instrs()):
        return module

    def change(instr: Instr) -> list[Instr]:
        if isinstance(instr, Call) and called(instr) == BLOCK_ALLOC:
            return [replace(instr, callee=replace(instr.callee, name=ALLOC))]  # type: ignore[type-var]
        return [instr]

    made = expanded(function, change, list(function.names))
    return replace(module, functions={**module.functions, name: made})


def together(module: Module, name: str, layout: DataLayout) -> tuple[Module, Together] | None:
    """The module in which a block keeps together what it may; none if that cannot be."""
    function = module.functions[name]
    calls = [i for i in function.instrs() if isinstance(i, Call) and called(i) == BLOCK_ALLOC]
    pointers = _pointers(function, calls, layout)
    if pointers is None or not calls or not _once(function, calls):
        return None
    hoisted = _Hoisted(function)
    places: dict[int, tuple[Value, Value]] = {}
    end: Value = i64(BEGIN)
    last: Local | None = None
    for call in calls:
        bytes = hoisted.copied(call.args[1])
        if bytes is None or call.result is None:
            return None
        bytes = hoisted.sensible(bytes)
        places[call.result.id] = end, bytes
        more = hoisted.op("add", bytes, i64(_ROUND - 1))
        end = last = hoisted.op("add", end, hoisted.op("and", more, i64(-_ROUND)))

    def change(instr: Instr) -> list[Instr]:
        if isinstance(instr, Call) and called(instr) == BLOCK_ALLOC and instr.result is not None:
            start, bytes = places[instr.result.id]
            fits = fresh(hoisted.names, ty.I1)
            return [
                Compare(fits, "icmp", "ule", instr.args[1], bytes),
                Call(None, GlobalRef(ty.PTR, CHECK), CHECKED, (fits,), meta=instr.meta),
                Cast(instr.result, "inttoptr", start, meta=instr.meta),
            ]
        return [instr]

    made = expanded(function, change, hoisted.names)
    first = made.blocks[0]
    blocks = (Block(first.name, (*hoisted.head, *first.instrs)), *made.blocks[1:])
    changed = {**module.functions, name: replace(made, blocks=blocks)}
    return replace(module, functions=changed), Together(pointers, last)


def _pointers(function: Function, calls: list[Call], layout: DataLayout) -> frozenset[int] | None:
    """The addresses that calls lead to; none if any is used but for a number of some bytes."""
    found = {call.result.id for call in calls if call.result is not None}
    before = -1
    while before != len(found):
        before = len(found)
        for instr in function.instrs():
            if isinstance(instr, Gep) and among(instr.base, found):
                found.add(instr.result.id)
            if isinstance(instr, Phi) and any(among(one, found) for one, _ in instr.incoming):
                found.add(instr.result.id)
    for instr in function.instrs():
        if isinstance(instr, DbgRecord):
            continue
        used = [one for one in operands(instr) if among(one, found)]
        if not used:
            continue
        match instr:
            case Gep(base=base) if used == [base]:
                pass
            case Phi(incoming=incoming) if all(neutral(one, found) for one, _ in incoming):
                pass
            case Load(result=result, pointer=pointer) if used == [pointer]:
                if not _fits(instr, layout.size(result.type)):
                    return None
            case Store(value=value, pointer=pointer) if used == [pointer]:
                if not _fits(instr, layout.size(value.type)):
                    return None
            case _:
                return None
    return frozenset(found)


def _fits(access: Load | Store, size: int) -> bool:
    """Whether an access is of a number that lies in a word."""
    plain = not access.volatile and not access.ordering
    return plain and size in (1, 2, 4, WORD) and access.align >= size


def _once(function: Function, calls: list[Call]) -> bool:
    """Whether no call is in a cycle."""
    asked = {id(call) for call in calls}
    blocks = [n for n, b in enumerate(function.blocks) if any(id(i) in asked for i in b.instrs)]
    ways = function.successors
    return not any(reached(ways, ways[block])[block] for block in blocks)


@final
class _Hoisted:
    """Arithmetic on arguments and sizes of the launch, computed where a thread begins."""

    def __init__(self, function: Function) -> None:
        self.of = function
        self.names = list(function.names)
        self.head: list[Instr] = []
        places = function.params[-len(PLACES) :]
        apart = {param.local.id for param in places[: len(PLACES) // 2]}
        self.known: dict[int, Value] = {
            param.local.id: param.local
            for param in function.params
            if param.local.id not in apart and isinstance(param.local.type, ty.IntType)
        }

    def op(self, op: str, lhs: Value, rhs: Value) -> Local:
        made = fresh(self.names, ty.I64)
        self.head.append(IBinary(made, op, lhs, rhs))
        return made

    def sensible(self, bytes: Value) -> Value:
        """As many bytes, or none if they are absurd: no thread comes to such a loop, or one does
        and is stopped there."""
        few, made = fresh(self.names, ty.I1), fresh(self.names, ty.I64)
        self.head.append(Compare(few, "icmp", "ult", bytes, i64(_MOST)))
        self.head.append(Select(made, few, bytes, i64(0)))
        return made

    def copied(self, value: Value) -> Value | None:
        """A number computed there; none if it is made of anything else."""
        work = [value]
        while work:
            top = work[-1]
            if not isinstance(top, Local) or top.id in self.known:
                work.pop()
                continue
            instr = self.of.definition(top)
            if instr is None or not _is_arithmetic(instr):
                return None
            parts = operands(instr)
            if any(isinstance(one, Undef | Poison) for one in parts):
                return None  # another number in each thread
            missing = [one for one in parts if isinstance(one, Local) and one.id not in self.known]
            if missing:
                work += missing
                continue
            result = fresh(self.names, top.type)
            meta = tuple(one for one in instr.meta if one[0] == "dbg")
            again = map_operands(instr, self.there, lambda label: label, result, meta)
            self.head.append(_without_flags(again))
            self.known[top.id] = result
            work.pop()
        return self.there(value)

    def there(self, value: Value) -> Value:
        return self.known[value.id] if isinstance(value, Local) else value


def _without_flags(instr: Instr) -> Instr:
    """An instruction that promises nothing, where nobody has looked whether it is needed."""
    return replace(instr, flags="") if isinstance(instr, IBinary | Cast | Compare) else instr


def _is_arithmetic(instr: Instr) -> bool:
    match instr:
        case IBinary(op=op, rhs=rhs):
            return op in _ALWAYS or (op in _SHIFTS and isinstance(rhs, Const))
        case Cast(op=op):
            return op in ("zext", "sext", "trunc")
        case Compare() | Select() | ExtractValue() | Freeze():
            return True
        case Call():
            return called(instr).startswith(_FUNCTIONS)
        case _:
            return False
