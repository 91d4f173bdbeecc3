"""Builders: the only mutable thing. A `FunctionBuilder` grows blocks and becomes a `Function`.

Blocks are opened by number and filled in any order; a phi may be made before its incoming values
exist and gets them by `incoming`. Trivial cases fold: `x + 0`, `x * 1`, a GEP by zero. Each new
instruction carries `self.meta` (the debug location of what it derives from, set by the emitter).

    b = FunctionBuilder("f", ty.function(ty.DOUBLE, (ty.DOUBLE,)))
    b.at(b.block("entry")); b.ret(b.fmul(b.params[0], b.params[0])); f = b.finish()
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, final

from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attrs
from ribozyme.ir.instrs import (
    Alloca,
    Br,
    Call,
    CallBr,
    Cast,
    CatchSwitch,
    Compare,
    CondBr,
    ExtractElement,
    ExtractValue,
    FBinary,
    FNeg,
    FuncletRet,
    Gep,
    IBinary,
    IndirectBr,
    InsertElement,
    InsertValue,
    Instr,
    Invoke,
    Load,
    Phi,
    Resume,
    Ret,
    Select,
    Store,
    Switch,
    Unreachable,
)
from ribozyme.ir.metadata import Meta
from ribozyme.ir.module import Block, Function, Header, Param
from ribozyme.ir.values import (
    FALSE,
    TRUE,
    Const,
    ConstInt,
    ConstNull,
    GlobalRef,
    Local,
    Value,
    const_float,
    const_int,
    is_zero,
    part_of,
)

_TERMINATORS: Final = (
    Ret,
    Br,
    CondBr,
    Switch,
    Unreachable,
    Invoke,
    IndirectBr,
    CallBr,
    Resume,
    CatchSwitch,
    FuncletRet,
)
_FOLDS: Final[dict[str, Callable[[int, int], int]]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
}


@final
class FunctionBuilder:
    """A function under construction; `params` are its arguments' handles."""

    def __init__(self, name: str, type: ty.FunctionType, param_names: Sequence[str] = ()) -> None:
        self.name = name
        self.type = type
        self.names: list[str | None] = []
        self.meta: Meta = ()
        self.attrs: Attrs = ()
        self.result_attrs: Attrs = ()
        self.param_attrs: list[Attrs] = [()] * len(type.params)
        self.header = Header()
        self.function_meta: Meta = ()
        self.personality: Const | None = None
        self.convention = ""
        self._block_names: list[str | None] = []
        self._blocks: list[list[Instr]] = []
        self._phis: list[list[_OpenPhi]] = []
        self._open: dict[int, _OpenPhi] = {}
        self._entry_allocas: list[Instr] = []
        self._entry_slots: dict[tuple[str, tuple[Value, ...]], Local] = {}
        self._current = -1
        padded = [*param_names, *[""] * (len(type.params) - len(param_names))]
        self.params = tuple(
            self.local(param, name or None) for param, name in zip(type.params, padded, strict=True)
        )

    # ---- locals and blocks -------------------------------------------------------------------

    def local(self, type: ty.Type, name: str | None = None) -> Local:
        """A new handle."""
        self.names.append(name)
        return Local(len(self.names) - 1, type)

    def block(self, name: str | None = None) -> int:
        """Open a new block, without moving to it."""
        self._block_names.append(name)
        self._blocks.append([])
        self._phis.append([])
        return len(self._blocks) - 1

    def at(self, block: int) -> None:
        """Append to the end of `block` from now on."""
        self._current = block

    @property
    def current(self) -> int:
        """The block being filled."""
        return self._current

    @property
    def size(self) -> int:
        """How many blocks there are."""
        return len(self._blocks)

    @contextmanager
    def before_end(self, block: int) -> Iterator[None]:
        """Append to a block that has ended, before its end, and come back."""
        here, end = self._current, self._blocks[block].pop()
        self._current = block
        yield
        self._blocks[block].append(end)
        self._current = here

    def append(self, instr: Instr) -> Instr:
        """Append an instruction that was made elsewhere (its result from `local`)."""
        self._blocks[self._current].append(instr)
        return instr

    # ---- arithmetic --------------------------------------------------------------------------

    def ibinary(
        self, op: str, lhs: Value, rhs: Value, flags: str = "", name: str | None = None
    ) -> Value:
        """An integer operation, folded when trivial."""
        folded = _fold_integer(op, lhs, rhs)
        if folded is not None:
            return folded
        result = self.local(lhs.type, name)
        self.append(IBinary(result, op, lhs, rhs, flags, self.meta))
        return result

    def add(self, lhs: Value, rhs: Value, flags: str = "") -> Value:
        """`lhs + rhs`."""
        return self.ibinary("add", lhs, rhs, flags)

    def sub(self, lhs: Value, rhs: Value, flags: str = "") -> Value:
        """`lhs - rhs`."""
        return self.ibinary("sub", lhs, rhs, flags)

    def mul(self, lhs: Value, rhs: Value, flags: str = "") -> Value:
        """`lhs * rhs`."""
        return self.ibinary("mul", lhs, rhs, flags)

    def fbinary(
        self, op: str, lhs: Value, rhs: Value, flags: str = "", name: str | None = None
    ) -> Value:
        """A float operation."""
        result = self.local(lhs.type, name)
        self.append(FBinary(result, op, lhs, rhs, flags, self.meta))
        return result

    def fadd(self, lhs: Value, rhs: Value, flags: str = "") -> Value:
        """`lhs + rhs`."""
        return self.fbinary("fadd", lhs, rhs, flags)

    def fmul(self, lhs: Value, rhs: Value, flags: str = "") -> Value:
        """`lhs * rhs`."""
        return self.fbinary("fmul", lhs, rhs, flags)

    def fneg(self, value: Value, flags: str = "") -> Value:
        """`-value`."""
        result = self.local(value.type)
        self.append(FNeg(result, value, flags, self.meta))
        return result

    def icmp(self, predicate: str, lhs: Value, rhs: Value) -> Value:
        """An integer or pointer comparison."""
        result = self.local(ty.like(lhs.type, ty.I1))
        self.append(Compare(result, "icmp", predicate, lhs, rhs, "", self.meta))
        return result

    def fcmp(
        self, predicate: str, lhs: Value, rhs: Value, flags: str = "", meta: Meta = ()
    ) -> Value:
        """A float comparison."""
        result = self.local(ty.like(lhs.type, ty.I1))
        self.append(Compare(result, "fcmp", predicate, lhs, rhs, flags, self.meta + meta))
        return result

    def cast(self, op: str, value: Value, to: ty.Type, flags: str = "") -> Value:
        """Any cast; one to the same type is the value itself."""
        if value.type is to:
            return value
        if isinstance(value, ConstInt) and op in ("zext", "sext", "trunc"):
            raw = value.value
            if op == "zext" and raw < 0 and isinstance(value.type, ty.IntType):
                raw += 1 << value.type.bits
            if op == "sext" and value.type is ty.I1:
                raw = -raw
            return const_int(to, raw)
        result = self.local(to)
        self.append(Cast(result, op, value, flags, self.meta))
        return result

    def select(self, condition: Value, then: Value, otherwise: Value, flags: str = "") -> Value:
        """`condition ? then : otherwise`."""
        if condition == TRUE or then is otherwise:
            return then
        if condition == FALSE:
            return otherwise
        result = self.local(then.type)
        self.append(Select(result, condition, then, otherwise, flags, self.meta))
        return result

    # ---- aggregates --------------------------------------------------------------------------

    def extract(self, aggregate: Value, *indices: int) -> Value:
        """`extractvalue`; a part of a constant is a constant."""
        type = aggregate.type
        for index in indices:
            type = ty.elements(type)[index]
        if (part := part_of(aggregate, type, indices)) is not None:
            return part
        result = self.local(type)
        self.append(ExtractValue(result, aggregate, indices, self.meta))
        return result

    def insert(self, aggregate: Value, element: Value, *indices: int) -> Value:
        """`insertvalue`."""
        result = self.local(aggregate.type)
        self.append(InsertValue(result, aggregate, element, indices, self.meta))
        return result

    def extract_element(self, vector: Value, index: Value) -> Value:
        """`extractelement`."""
        assert isinstance(vector.type, ty.VectorType)
        result = self.local(vector.type.element)
        self.append(ExtractElement(result, vector, index, self.meta))
        return result

    def insert_element(self, vector: Value, element: Value, index: Value) -> Value:
        """`insertelement`."""
        result = self.local(vector.type)
        self.append(InsertElement(result, vector, element, index, self.meta))
        return result

    # ---- memory ------------------------------------------------------------------------------

    def alloca(
        self, type: ty.Type, count: Value | None = None, align: int = 0, name: str | None = None
    ) -> Local:
        """A stack slot at the current place."""
        result = self.local(ty.PTR, name)
        self.append(Alloca(result, type, count, align, "", self.meta))
        return result

    def entry_alloca(self, type: ty.Type, align: int = 0, name: str | None = None) -> Local:
        """A stack slot at the head of the entry block, wherever the builder stands."""
        result = self.local(ty.PTR, name)
        self._entry_allocas.append(Alloca(result, type, None, align))
        return result

    def entry_slot(self, type: ty.Type, align: int, name: str, args: tuple[Value, ...]) -> Local:
        """A stack slot that a function fills in, given the slot and constants, at the head of the
        entry block: one for the same function and constants."""
        found = self._entry_slots.get((name, args))
        if found is None:
            found = self._entry_slots[name, args] = self.entry_alloca(type, align)
            filling = ty.function(ty.VOID, (ty.PTR, *(arg.type for arg in args)))
            self._entry_allocas.append(Call(None, GlobalRef(ty.PTR, name), filling, (found, *args)))
        return found

    def load(
        self,
        type: ty.Type,
        pointer: Value,
        align: int = 0,
        meta: Meta = (),
        name: str | None = None,
    ) -> Local:
        """A plain load; `meta` is added to the builder's own."""
        result = self.local(type, name)
        self.append(Load(result, pointer, align, meta=self.meta + meta))
        return result

    def store(self, value: Value, pointer: Value, align: int = 0, meta: Meta = ()) -> None:
        """A plain store; `meta` is added to the builder's own."""
        self.append(Store(value, pointer, align, meta=self.meta + meta))

    def gep(
        self,
        source: ty.Type,
        base: Value,
        indices: Sequence[Value],
        flags: str = "",
        name: str | None = None,
    ) -> Value:
        """`getelementptr`; by nothing but zeros it is the base itself."""
        if not isinstance(base.type, ty.VectorType) and all(
            isinstance(index, ConstInt) and index.value == 0 for index in indices
        ):
            return base
        shape = next((i.type for i in indices if isinstance(i.type, ty.VectorType)), base.type)
        result = self.local(ty.like(shape, ty.scalar(base.type)), name)
        self.append(Gep(result, source, base, tuple(indices), flags, self.meta))
        return result

    def offset(self, base: Value, bytes: int | Value, name: str | None = None) -> Value:
        """`base + bytes`, in bytes."""
        index = const_int(ty.I64, bytes) if isinstance(bytes, int) else bytes
        return self.gep(ty.I8, base, (index,), "inbounds", name)

    # ---- calls and control -------------------------------------------------------------------

    def call(
        self,
        callee: Value | str,
        type: ty.FunctionType,
        args: Sequence[Value],
        *,
        attrs: Attrs = (),
        arg_attrs: tuple[Attrs, ...] = (),
        flags: str = "",
        convention: str = "",
        name: str | None = None,
        meta: Meta = (),
    ) -> Local | None:
        """A call; a string names a function."""
        target = GlobalRef(ty.PTR, callee) if isinstance(callee, str) else callee
        result = None if type.result is ty.VOID else self.local(type.result, name)
        self.append(
            Call(
                result,
                target,
                type,
                tuple(args),
                arg_attrs,
                attrs=attrs,
                flags=flags,
                convention=convention,
                meta=self.meta + meta,
            )
        )
        return result

    def phi(self, type: ty.Type, name: str | None = None, flags: str = "") -> Local:
        """A phi at the head of the current block; its values come by `incoming`."""
        result = self.local(type, name)
        opened = _OpenPhi(result, flags, self.meta)
        self._open[result.id] = opened
        self._phis[self._current].append(opened)
        return result

    def incoming(self, phi: Local, value: Value, block: int) -> None:
        """The value `phi` takes when control comes from `block`."""
        self._open[phi.id].values.append((value, block))

    def br(self, target: int) -> None:
        """Jump."""
        self.append(Br(target, self.meta))

    def cond_br(self, condition: Value, then: int, otherwise: int) -> None:
        """Branch; a constant condition or equal targets jump."""
        if condition == TRUE or then == otherwise:
            self.br(then)
        elif condition == FALSE:
            self.br(otherwise)
        else:
            self.append(CondBr(condition, then, otherwise, self.meta))

    def switch(self, value: Value, default: int, cases: Sequence[tuple[int, int]]) -> None:
        """Switch over constants."""
        entries = tuple((const_int(value.type, key), block) for key, block in cases)
        self.append(Switch(value, default, entries, self.meta))

    def ret(self, value: Value | None = None) -> None:
        """Return."""
        self.append(Ret(value, self.meta))

    def unreachable(self) -> None:
        """No way on."""
        self.append(Unreachable(self.meta))

    # ---- the end -----------------------------------------------------------------------------

    def finish(self) -> Function:
        """The function as built; every block must have ended."""
        blocks = []
        for index, instrs in enumerate(self._blocks):
            if not instrs or not isinstance(instrs[-1], _TERMINATORS):
                raise AssertionError(f"{self.name}: block {index} has no terminator")
            phis = [phi.closed() for phi in self._phis[index]]
            allocas = self._entry_allocas if index == 0 else []
            blocks.append(Block(self._block_names[index], (*phis, *allocas, *instrs)))
        params = tuple(
            Param(local, attrs) for local, attrs in zip(self.params, self.param_attrs, strict=True)
        )
        return Function(
            self.name,
            self.type,
            params,
            tuple(blocks),
            self.names,
            attrs=self.attrs,
            result_attrs=self.result_attrs,
            convention=self.convention,
            header=self.header,
            personality=self.personality,
            meta=self.function_meta,
        )


@final
class _OpenPhi:
    __slots__ = ("flags", "meta", "result", "values")

    def __init__(self, result: Local, flags: str, meta: Meta) -> None:
        self.result = result
        self.flags = flags
        self.meta = meta
        self.values: list[tuple[Value, int]] = []

    def closed(self) -> Phi:
        return Phi(self.result, tuple(self.values), self.flags, self.meta)


def _fold_integer(op: str, lhs: Value, rhs: Value) -> Value | None:
    if isinstance(lhs, ConstInt) and isinstance(rhs, ConstInt) and op in _FOLDS:
        return const_int(lhs.type, _FOLDS[op](lhs.value, rhs.value))
    if op in ("add", "sub", "or", "xor", "shl", "lshr", "ashr") and is_zero(rhs):
        return lhs
    if op in ("add", "or", "xor") and is_zero(lhs):
        return rhs
    if op == "mul" and isinstance(rhs, ConstInt) and rhs.value == 1:
        return lhs
    if op == "mul" and isinstance(lhs, ConstInt) and lhs.value == 1:
        return rhs
    return None


def i64(value: int) -> ConstInt:
    """An i64 constant."""
    return const_int(ty.I64, value)


def i32(value: int) -> ConstInt:
    """An i32 constant."""
    return const_int(ty.I32, value)


def f(type: ty.Type, value: float) -> Const:
    """A float constant, splat for vectors."""
    return const_float(type, value)


NULL: Final = ConstNull(ty.PTR)
