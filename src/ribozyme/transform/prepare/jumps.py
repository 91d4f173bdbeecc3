"""Rewrites computed jumps into switches: block addresses become numbers.

    @way = constant [2 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@f, %b)]
    indirectbr ptr %p, [label %a, label %b]

    →   @way.f = constant [2 x ptr] [ptr inttoptr (i64 1 to ptr), ptr inttoptr (i64 2 to ptr)]
        switch i64 (ptrtoint %p), label %b [ 1 → %a ]

A derivative has blocks of its own, so it could not use addresses of the primal's. A function is
changed only if all the places that know addresses of its blocks can be: constants of its own body
and constant tables that nobody else refers to. It must keep the addresses to itself, too: in
memory, the primal might have left one that is no number.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Access,
    AtomicRMW,
    Call,
    CallLike,
    Cast,
    CmpXchg,
    Computation,
    IndirectBr,
    Instr,
    Invoke,
    Ret,
    Silent,
    Store,
    Switch,
    operands,
)
from ribozyme.ir.module import Function, GlobalVariable, Header, Module
from ribozyme.ir.operand_text import Names
from ribozyme.ir.rewrite import expanded, fresh, map_operands
from ribozyme.ir.values import (
    BlockAddress,
    Const,
    ConstAggregate,
    ConstBinary,
    ConstCast,
    ConstGep,
    ConstSplat,
    GlobalRef,
    Local,
    Value,
    const_int,
)


def switched(module: Module) -> Module:
    """The module with switches in the place of computed jumps, where that can be."""
    for function in [f for f in module.defined() if _jumps(f)]:
        tables = _tables(module, function)
        if tables is not None:
            module = _switched(module, function, tables)
    return module


def computed(module: Module) -> bool:
    """Whether some function jumps to an address."""
    return any(_jumps(function) for function in module.defined())


def _jumps(function: Function) -> bool:
    return any(isinstance(block.terminator, IndirectBr) for block in function.blocks)


def _tables(module: Module, function: Function) -> list[GlobalVariable] | None:
    """The globals that know addresses of the function's blocks; None if others know them too."""
    if any(_twice(block.terminator) for block in function.blocks):
        return None  # phis have a value per edge
    found = {
        name: known
        for name, known in module.globals.items()
        if isinstance(known, GlobalVariable)
        and known.initialiser is not None
        and any(_is_address(part, function) for part in _parts(known.initialiser))
    }
    if not all(known.constant for known in found.values()):
        return None
    for other in module.defined():
        if other is not function and any(
            _is_address(part, function) or (isinstance(part, GlobalRef) and part.name in found)
            for part in _constants(other)
        ):
            return None
    for known in module.globals.values():
        value = known.initialiser if isinstance(known, GlobalVariable) else known.aliasee
        if value is not None and any(
            isinstance(part, GlobalRef) and part.name in found for part in _parts(value)
        ):
            return None
    return None if _leaks(function, found.keys()) else list(found.values())


def _leaks(function: Function, tables: Collection[str]) -> bool:
    """Whether an address of a block may get out of the function's own values."""

    def is_known(value: Value) -> bool:
        if isinstance(value, Local):
            return value.id in known
        return isinstance(value, Const) and any(
            _is_address(part, function) or (isinstance(part, GlobalRef) and part.name in tables)
            for part in _parts(value)
        )

    known: set[int] = set()
    size = -1
    while size < len(known):  # phis come before what they join
        size = len(known)
        for instr in function.instrs():
            if instr.result is not None and any(map(is_known, operands(instr))):
                known.add(instr.result.id)
    for instr in function.instrs():
        match instr:
            case Store(value=value) | Ret(value=value) if value is not None and is_known(value):
                return True
            case Call(args=args) | Invoke(args=args) if any(map(is_known, args)):
                return True
            case AtomicRMW() | CmpXchg() if any(map(is_known, operands(instr))):
                return True
            case _:
                _rest: Computation | Access | CallLike | Silent = instr
    return False


def _twice(instr: Instr) -> bool:
    return isinstance(instr, IndirectBr) and len(set(instr.targets)) < len(instr.targets)


def _is_address(part: Const, function: Function) -> bool:
    return isinstance(part, BlockAddress) and part.function.name == function.name


def _constants(function: Function) -> Iterator[Const]:
    for instr in function.instrs():
        for operand in operands(instr):
            if isinstance(operand, Const):
                yield from _parts(operand)


def _parts(value: Const) -> Iterator[Const]:
    """A constant and all constants in it."""
    work = [value]
    while work:
        part = work.pop()
        yield part
        match part:
            case ConstAggregate(elements=elements):
                work += elements
            case ConstSplat(element=inner) | ConstCast(value=inner):
                work.append(inner)
            case ConstGep(base=base, indices=indices):
                work += [base, *indices]
            case ConstBinary(lhs=lhs, rhs=rhs):
                work += [lhs, rhs]
            case _:
                pass


def _switched(module: Module, function: Function, tables: list[GlobalVariable]) -> Module:
    numbers = {f"%{name}": index + 1 for index, name in enumerate(Names(function).blocks)}
    renamed = {table.name: f"{table.name}.{function.name}" for table in tables}

    def leaf(value: Const) -> Const:
        match value:
            case BlockAddress(type=type, block=block) if _is_address(value, function):
                return ConstCast(type, "inttoptr", const_int(ty.I64, numbers[block]))
            case GlobalRef(type=type, name=name) if name in renamed:
                return GlobalRef(type, renamed[name])
            case _:
                return value

    made = {
        renamed[table.name]: replace(
            table,
            name=renamed[table.name],
            initialiser=None if table.initialiser is None else _mapped(table.initialiser, leaf),
            header=Header(linkage="internal", align=table.header.align),
            meta=(),
        )
        for table in tables
    }
    others = {name: known for name, known in module.globals.items() if name not in renamed}
    return replace(
        module,
        globals={**others, **made},
        functions={**module.functions, function.name: _rewritten(function, leaf)},
    )


def _mapped(value: Const, leaf: Callable[[Const], Const]) -> Const:
    """A constant with its leaves mapped; it is as deep as its type and its expressions."""
    match value:
        case ConstAggregate(elements=elements):
            return replace(value, elements=tuple(_mapped(part, leaf) for part in elements))
        case ConstSplat(element=element):
            return replace(value, element=_mapped(element, leaf))
        case ConstCast(value=inner):
            return replace(value, value=_mapped(inner, leaf))
        case ConstGep(base=base, indices=indices):
            mapped = tuple(_mapped(index, leaf) for index in indices)
            return replace(value, base=_mapped(base, leaf), indices=mapped)
        case ConstBinary(lhs=lhs, rhs=rhs):
            return replace(value, lhs=_mapped(lhs, leaf), rhs=_mapped(rhs, leaf))
        case _:
            return leaf(value)


def _rewritten(function: Function, leaf: Callable[[Const], Const]) -> Function:
    names = list(function.names)

    def value(operand: Value) -> Value:
        return _mapped(operand, leaf) if isinstance(operand, Const) else operand

    def rewritten(instr: Instr) -> tuple[Instr, ...]:
        made = map_operands(instr, value, lambda label: label)
        if not isinstance(made, IndirectBr):
            return (made,)
        number = fresh(names, ty.I64)
        cases = tuple((const_int(ty.I64, target + 1), target) for target in made.targets[:-1])
        return (
            Cast(number, "ptrtoint", made.address, meta=made.meta),
            Switch(number, made.targets[-1], cases, made.meta),
        )

    return expanded(function, rewritten, names)
