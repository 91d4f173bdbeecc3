"""Additions of all threads of a launch to one place, summed in each thread and in each warp first.

    loop: atomicrmw fadd ptr %a.sh, double %v      loop: %sum += %v
    ret void                                  →    call void @rz_gpu_warp_add.f64(ptr %a.sh, double
                                                                     %sum, i32 %tid.x, i32 %ntid.x)
                                                   ret void

The address is made of parameters, numbers, and the block's index, so all threads of a warp add to
one place, and all of them reach the end. Nothing else but additions may reach the array until then:
a launch whose arrays do not overlap is assumed.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Final, final

from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.address_origins import made_of, origins
from ribozyme.ir.instrs import (
    Alloca,
    AtomicRMW,
    Br,
    Call,
    CallBr,
    Cast,
    CmpXchg,
    FBinary,
    Fence,
    Gep,
    IBinary,
    Instr,
    Invoke,
    Load,
    Ret,
    Store,
    VAArg,
    operands,
)
from ribozyme.ir.module import Block, Function, Module, declaration
from ribozyme.ir.rewrite import fresh, map_operands
from ribozyme.ir.values import ConstNull, GlobalRef, Local, Poison, Undef, Value, const_float
from ribozyme.rules.device_functions import BARRIER, PLACES, WARP_ADD, WARP_BARRIER
from ribozyme.transform.gpu.tapewords import TAKES, called

MOST: Final = 16
"""Sums that a thread keeps in registers until its end."""
_KINDS: Final[dict[ty.Type, str]] = {ty.DOUBLE: "f64", ty.FLOAT: "f32"}
_COPIES: Final = ("llvm.memcpy.", "llvm.memmove.")
_QUIET: Final = (*TAKES, BARRIER, WARP_BARRIER, "rz_gpu_tape_check", "rz.throw")
_NOWHERE: Final = (ConstNull, Undef, Poison)


def with_warp_sums(module: Module, name: str, arguments: int, *, whole: bool) -> Module:
    """The module in which a thread's function adds to places of all threads once, at its end; the
    first `arguments` of its parameters behind the launch are arrays and numbers of the caller.
    Where it is `whole`, no other function has written its tape, and no array of the caller has
    addresses."""
    function = module.functions[name]
    finder = _Finder(module, function, arguments, whole=whole)
    found = finder.sums()
    if not found:
        return module
    made = _Summed(function, found).function()
    declared = {}
    for type, kind in _KINDS.items():
        signature = ty.function(ty.VOID, (ty.PTR, type, ty.I32, ty.I32))
        declared[WARP_ADD + kind] = declaration(WARP_ADD + kind, signature)
    return replace(module, functions={**module.functions, **declared, name: made})


@final
class _Finder:
    """Which additions may be put off until a thread ends, by the address."""

    def __init__(self, module: Module, function: Function, arguments: int, *, whole: bool) -> None:
        self.module, self.of, self.whole = module, function, whole
        self.numbers = {param.local.id: n - 1 for n, param in enumerate(function.params)}
        self.arguments = frozenset(range(arguments))
        places = function.params[-len(PLACES) :]
        own = frozenset(param.local.id for param in places[:3])
        self.given = {p.local.id for p in function.params} - own
        instrs = tuple(function.instrs())
        self.kept = [i.value for i in instrs if isinstance(i, Store) and i.value.type is ty.PTR]
        self.copies = any(called(i).startswith(_COPIES) for i in instrs)

    def sums(self) -> dict[Hashable, list[AtomicRMW]]:
        """Additions by their address."""
        found: dict[Hashable, list[AtomicRMW]] = {}
        taken = self.taken()
        if taken is None:
            return {}
        used = {one.id for i in self.of.instrs() for one in operands(i) if isinstance(one, Local)}
        for instr in self.of.instrs():
            if not isinstance(instr, AtomicRMW) or not self.is_plain(instr, used):
                continue
            made_of, roots = self.key(instr.pointer), self.roots(instr.pointer)
            alone = roots is not None and len(roots) == 1 and roots <= self.arguments - taken
            if made_of is None or not alone:
                continue
            key = made_of, instr.value.type
            if key in found or len(found) < MOST:
                found.setdefault(key, []).append(instr)
        return found

    def taken(self) -> set[int] | None:
        """The parameters whose memory is reached by more than additions; none if any may be."""
        found: set[int] = set()
        for instr in self.of.instrs():
            unknown = isinstance(instr, Fence | CmpXchg | Invoke | CallBr | VAArg)
            if unknown or (isinstance(instr, Call) and not self.is_known(instr)):
                return None
            for pointer in self.pointers(instr):
                roots = self.roots(pointer)
                if roots is None:
                    return None
                found |= roots
        return found

    def roots(self, pointer: Value) -> set[int] | None:
        """The parameters that an address may be made of; none if that is unknown. An address that
        comes from the tape or a variable of the thread is one of those that it has stored."""
        found: set[int] = set()
        for value in origins(self.of, pointer, self.made_of):
            if isinstance(value, Local) and value.id in self.numbers:
                found.add(self.numbers[value.id])
            elif isinstance(value, Local) and not self.is_taken(value):
                return None
        return found

    def made_of(self, instr: Instr) -> Iterable[Value] | None:
        if isinstance(instr, Load) and self.whole and not self.copies:
            return self.kept if self.is_own(instr.pointer) else None
        return made_of(instr)

    def is_own(self, place: Value) -> bool:
        """Whether an address is of the tape, or of a variable of the thread's own."""
        return all(
            self.is_taken(value) if isinstance(value, Local) else isinstance(value, _NOWHERE)
            for value in origins(self.of, place, _loaded)
        )

    def is_taken(self, value: Local) -> bool:
        """Whether an address is that of a variable of the thread's own, or of what the tape gives
        it."""
        made = self.of.definition(value)
        return isinstance(made, Alloca) or (isinstance(made, Call) and called(made) in TAKES)

    @staticmethod
    def is_plain(instr: AtomicRMW, used: set[int]) -> bool:
        return (
            instr.op == "fadd"
            and instr.ordering == "monotonic"
            and instr.value.type in _KINDS
            and instr.result.id not in used
        )

    def pointers(self, instr: Instr) -> Iterator[Value]:
        match instr:
            case Load(pointer=pointer) | Store(pointer=pointer):
                yield pointer
            case AtomicRMW(pointer=pointer) if instr.op != "fadd" or instr.ordering != "monotonic":
                yield pointer
            case Call(args=args) if called(instr).startswith("llvm.mem"):
                yield from (arg for arg in args if arg.type is ty.PTR)
            case _:
                pass

    def is_known(self, call: Call) -> bool:
        """Whether a call reaches no memory but what `pointers` tells, and the tape."""
        name = called(call)
        known = self.module.functions.get(name)
        spelled = () if known is None else self.module.spelled(known.attrs)
        pure = any(attr.name == "memory" and attr.value == "none" for attr in spelled)
        quiet = ("llvm.mem", "llvm.lifetime.", "llvm.assume", "llvm.experimental.noalias")
        return pure or name in _QUIET or name.startswith(quiet)

    def key(self, value: Value) -> Hashable | None:
        """What an address is made of, if all threads of a block make the same of it."""
        if not isinstance(value, Local):
            return value
        if value.id in self.given:
            return value.id
        instr = self.of.definition(value)
        if not isinstance(instr, Gep | Cast | IBinary):
            return None
        if isinstance(instr, IBinary) and instr.op in ("udiv", "sdiv", "urem", "srem"):
            return None  # the divisor may be zero where control has not come
        parts = tuple(self.key(one) for one in operands(instr))
        if None in parts:
            return None
        what = instr.source if isinstance(instr, Gep) else (instr.op, instr.result.type)
        return (type(instr).__name__, what, *parts)


def _loaded(instr: Instr) -> Iterable[Value] | None:
    return (instr.pointer,) if isinstance(instr, Load) else made_of(instr)


@final
class _Summed:
    """A function with its sums in variables of its own, and one end."""

    def __init__(self, function: Function, sums: dict[Hashable, list[AtomicRMW]]) -> None:
        self.of = function
        self.names = list(function.names)
        self.sums = list(sums.values())
        self.room = {id(one): number for number, group in enumerate(self.sums) for one in group}
        self.places = [fresh(self.names, ty.PTR) for _ in self.sums]

    def function(self) -> Function:
        end = len(self.of.blocks)
        blocks = [
            Block(b.name, tuple(new for instr in b.instrs for new in self.instrs(instr, end)))
            for b in self.of.blocks
        ]
        head: list[Instr] = []
        for group, place in zip(self.sums, self.places, strict=True):
            type = group[0].value.type
            head.append(Alloca(place, type, align=8))
        for group, place in zip(self.sums, self.places, strict=True):
            head.append(Store(const_float(group[0].value.type, 0.0), place, 8))
        blocks[0] = Block(blocks[0].name, (*head, *blocks[0].instrs))
        last = (*(i for n in range(len(self.sums)) for i in self.added(n)), Ret(None))
        blocks.append(Block(None, last))
        return replace(self.of, blocks=tuple(blocks), names=self.names)

    def instrs(self, instr: Instr, end: int) -> Iterator[Instr]:
        number = self.room.get(id(instr))
        if isinstance(instr, Ret):
            yield Br(end)
        elif number is None or not isinstance(instr, AtomicRMW):
            yield instr
        else:
            place, type = self.places[number], instr.value.type
            before, after = fresh(self.names, type), fresh(self.names, type)
            yield Load(before, place, 8)
            yield FBinary(after, "fadd", before, instr.value)
            yield Store(after, place, 8)

    def added(self, number: int) -> Iterator[Instr]:
        """The sum of a thread goes to its place."""
        first, place = self.sums[number][0], self.places[number]
        type = first.value.type
        made: list[Instr] = []
        pointer = self.again(first.pointer, made)
        yield from made
        sum = fresh(self.names, type)
        yield Load(sum, place, 8)
        own = self.of.params[-len(PLACES) :]
        args = (pointer, sum, own[0].local, own[6].local)
        signature = ty.function(ty.VOID, (ty.PTR, type, ty.I32, ty.I32))
        meta = tuple(one for one in first.meta if one[0] == "dbg")
        name = WARP_ADD + _KINDS[type]
        yield Call(None, GlobalRef(ty.PTR, name), signature, args, meta=meta)

    def again(self, value: Value, made: list[Instr]) -> Value:
        """An address computed once more, at the end."""
        params = {param.local.id for param in self.of.params}
        if not isinstance(value, Local) or value.id in params:
            return value
        instr = self.of.definition(value)
        assert instr is not None
        result = fresh(self.names, value.type)
        parts = {one.id: self.again(one, made) for one in operands(instr) if isinstance(one, Local)}

        def mapped(one: Value) -> Value:
            return parts.get(one.id, one) if isinstance(one, Local) else one

        made.append(map_operands(instr, mapped, lambda label: label, result))
        return result
