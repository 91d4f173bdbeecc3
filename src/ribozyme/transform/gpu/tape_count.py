"""How many bytes of tape a thread needs: a function that a launch asks before it begins.

    void @rz.gpu.thread(…)                              i64 @rz.gpu.count(…)
      %p = call ptr @rz.tape.alloc(ptr %arena, i64 %n)    %used += %n, rounded up
      store double %v, ptr %x                       →     nothing
      %w = load double, ptr %p                            %w = call double @rz_gpu_unknown.0()
      ret void                                            ret i64 the most that was used

Nothing is written but the thread's own variables, so LLVM removes all but what decides how much is
allocated. What is left is read from memory as it is before the launch: the launch asks whether the
kernel writes there. A count that needs what the kernel itself computes cannot be had.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, final

from ribozyme.base.record import dataclass, replace
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import (
    Alloca,
    AtomicRMW,
    Call,
    Cast,
    CmpXchg,
    Fence,
    Freeze,
    IBinary,
    Instr,
    Load,
    Ret,
    Store,
    operands,
)
from ribozyme.ir.module import Block, Function, GlobalVariable, Header, Module, declaration
from ribozyme.ir.rewrite import expanded, fresh
from ribozyme.ir.values import ConstNull, GlobalRef, Local, Value
from ribozyme.rules.device_functions import PLACES
from ribozyme.transform.gpu.checked import NOBODY, OWN, VARIABLE, roots
from ribozyme.transform.gpu.exposed import mentioned
from ribozyme.transform.gpu.slices import rest, rounded
from ribozyme.transform.gpu.tapewords import (
    ALLOC,
    FRAME,
    FREE,
    INIT,
    MARK,
    RELEASE,
    Tape,
    called,
)

COUNT: Final = "rz.gpu.count"
_UNKNOWN: Final = "rz_gpu_unknown."
_MAX: Final = "llvm.umax.i64"
_OF_TWO: Final = ty.function(ty.I64, (ty.I64, ty.I64))
_PURE: Final = tuple(map(Attr, ("nounwind", "willreturn", "speculatable", "nosync")))


@final
@dataclass(frozen=True, slots=True)
class Dependence:
    """What a count depends on: the arguments whose memory is read, and whether on the thread.

    `cause` is an instruction that makes it impossible to count before the launch.
    """

    reads: frozenset[int]
    by_thread: bool
    cause: bool


def counting(module: Module, name: str, tape: Tape, only: int | None = None) -> Module:
    """A module that has `rz.gpu.count` alone; `only` counts one allocation, by its number."""
    counter = _Counter(module, module.functions[name], tape, only)
    made = counter.function()
    declared = {
        name: f
        for name, f in module.functions.items()
        if f.is_declaration and not name.startswith(("rz.tape.", "rz.arena."))
    }
    functions = {**declared, _MAX: _declaration(_MAX, _OF_TWO), **counter.unknown, COUNT: made}
    return replace(module, functions=functions)


def allocations(function: Function) -> tuple[Call, ...]:
    """What a thread's function asks of its tape, in order."""
    return tuple(
        i for i in function.instrs() if isinstance(i, Call) and called(i) in (ALLOC, FRAME)
    )


def dependence(module: Module, arguments: int) -> Dependence:
    """What a count that has been simplified depends on; the first `arguments` of the parameters
    behind the launch are not what a block shares."""
    function = module.functions[COUNT]
    thread = {param.local.id for param in function.params[-len(PLACES) : -len(PLACES) // 2]}
    reads: set[int] = set()
    by_thread = cause = False
    for instr in function.instrs():
        by_thread |= any(isinstance(one, Local) and one.id in thread for one in operands(instr))
        if isinstance(instr, Load):
            for root in roots(function, instr.pointer):
                constant = root == VARIABLE and _is_constant(module, instr.pointer)
                cause |= root == NOBODY or (root == VARIABLE and not constant)
                cause |= root >= arguments
                if root >= 0:
                    reads.add(root)
        cause |= called(instr).startswith(_UNKNOWN)
    return Dependence(frozenset(reads), by_thread or bool(reads), cause)


def alone(module: Module) -> Module:
    """The module of a count that has been simplified with what it names, and no more: it is linked
    to the kernel, whose variables have the same names."""
    function = module.functions[COUNT]
    named = {name for i in function.instrs() for one in operands(i) for name in mentioned(one)}
    return replace(
        module,
        functions={
            COUNT: replace(function, personality=None),  # nothing unwinds any more
            **{name: module.functions[name] for name in named if name in module.functions},
        },
        globals={
            name: replace(one, header=replace(one.header, linkage="internal"))
            for name, one in module.globals.items()
            if name in named and isinstance(one, GlobalVariable)
        },
    )


def _is_constant(module: Module, pointer: Value) -> bool:
    variable = module.globals.get(pointer.name) if isinstance(pointer, GlobalRef) else None
    return isinstance(variable, GlobalVariable) and variable.constant


def _declaration(name: str, type: ty.FunctionType) -> Function:
    return declaration(name, type, attrs=(*_PURE, Attr("memory", "none")))


@final
class _Counter:
    def __init__(self, module: Module, function: Function, tape: Tape, only: int | None) -> None:
        self.module = module
        self.of = function
        self.tape = tape
        self.only = only
        self.names = list(function.names)
        self.now, self.most = fresh(self.names, ty.PTR), fresh(self.names, ty.PTR)
        self.marks: dict[int, Local] = {}
        self.unknown: dict[str, Function] = {}
        self.asked = allocations(function)

    def function(self) -> Function:
        made = expanded(self.of, lambda instr: list(self.instrs(instr)), self.names)
        head: Sequence[Instr] = (
            Alloca(self.now, ty.I64, align=8),
            Alloca(self.most, ty.I64, align=8),
            Store(i64(0), self.now, 8),
            Store(i64(0), self.most, 8),
        )
        first = made.blocks[0]
        blocks = (Block(first.name, (*head, *first.instrs)), *made.blocks[1:])
        type = ty.function(ty.I64, self.of.type.params)
        attrs = tuple(map(Attr, ("nounwind", "mustprogress", "willreturn")))
        return replace(
            made, name=COUNT, type=type, blocks=blocks, attrs=attrs, header=Header(), meta=()
        )

    def instrs(self, instr: Instr) -> Iterator[Instr]:
        match instr:
            case Call(result=result, args=args):
                yield from self.call(instr, called(instr), args, result)
            case Load(pointer=pointer, result=result):
                if self.on_tape(pointer):
                    yield self.nobody_knows(result)
                else:
                    yield Load(result, pointer, instr.align)
            case Store(pointer=pointer):
                if roots(self.of, pointer) == {OWN} and not self.on_tape(pointer):
                    yield instr
            case AtomicRMW(result=result) | CmpXchg(result=result):
                yield self.nobody_knows(result)
            case Fence():
                pass
            case Ret():
                found = fresh(self.names, ty.I64)
                yield Load(found, self.most, 8)
                yield from self.whole(found)
            case _:
                yield instr

    def whole(self, own: Local) -> Iterator[Instr]:
        """What a thread needs with its share of what its block keeps together."""
        if self.tape.together.end is None or self.only is not None:
            yield Ret(own)
            return
        made: list[Instr] = []
        sizes = [fresh(self.names, ty.I64) for _ in range(3)]
        for size, param in zip(sizes, self.of.params[-6:-3], strict=True):
            made.append(Cast(size, "zext", param.local))
        row, block, found = (fresh(self.names, ty.I64) for _ in range(3))
        made += [IBinary(row, "mul", sizes[0], sizes[1]), IBinary(block, "mul", row, sizes[2])]
        made.append(IBinary(found, "add", own, rest(made, self.names, self.tape, block)))
        yield from (*made, Ret(found))

    def on_tape(self, pointer: Value) -> bool:
        known = self.tape.pointers | self.tape.together.pointers
        return isinstance(pointer, Local) and pointer.id in known

    def nobody_knows(self, result: Local) -> Instr:
        """A value that depends on what the kernel computes."""
        name = f"{_UNKNOWN}{len(self.unknown)}"
        type = ty.function(result.type, ())
        self.unknown[name] = _declaration(name, type)
        return Call(result, GlobalRef(ty.PTR, name), type, ())

    def call(
        self, instr: Call, name: str, args: Sequence[Value], result: Local | None
    ) -> Iterator[Instr]:
        nothing = ConstNull(ty.PTR)
        match name:
            case _ if name in (INIT, FREE):
                pass
            case _ if name in (ALLOC, FRAME):
                assert result is not None
                yield from self.allocated(instr, args[1])
                yield Freeze(result, nothing)
            case _ if name == MARK:
                assert result is not None
                kept = self.marks[result.id] = fresh(self.names, ty.I64)
                yield Load(kept, self.now, 8)
                yield Freeze(result, nothing)
            case _ if name == RELEASE:
                yield from self.released(args[1])
            case _ if self.is_pure(name):
                yield instr
            case _ if name.startswith(("llvm.mem", "llvm.lifetime")):
                if roots(self.of, args[0]) == {OWN} and not self.on_tape(args[0]):
                    yield instr
            case _ if result is not None:
                yield self.nobody_knows(result)
            case _:
                pass

    def is_pure(self, name: str) -> bool:
        found = self.module.functions.get(name)
        spelled = () if found is None else self.module.spelled(found.attrs)
        return name.startswith("llvm.") and any(
            attr.name == "memory" and attr.value == "none" for attr in spelled
        )

    def allocated(self, instr: Call, bytes: Value) -> Iterator[Instr]:
        if self.only is not None and self.asked.index(instr) != self.only:
            return
        unit = rounded(self.tape)
        now, more, whole = (fresh(self.names, ty.I64) for _ in range(3))
        following, before, most = (fresh(self.names, ty.I64) for _ in range(3))
        yield Load(now, self.now, 8)
        yield IBinary(more, "add", bytes, i64(unit - 1))
        yield IBinary(whole, "and", more, i64(-unit))
        yield IBinary(following, "add", now, whole)
        yield Store(following, self.now, 8)
        yield Load(before, self.most, 8)
        yield Call(most, GlobalRef(ty.PTR, _MAX), _OF_TWO, (before, following))
        yield Store(most, self.most, 8)

    def released(self, mark: Value) -> Iterator[Instr]:
        kept = self.marks.get(mark.id) if isinstance(mark, Local) else None
        if kept is not None:
            yield Store(kept, self.now, 8)
