"""Modules, functions, blocks and globals.

A `Function` is complete when built and compares by identity. Its locals have dense ids: parameters
first, then results in block order for parsed functions (a built function numbers in order of
creation). Questions about structure (definitions, uses, predecessors) are answered once, on demand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from operator import itemgetter
from typing import Any, Final, TypeAlias, TypeVar, final, overload

from ribozyme.base.record import dataclass, field
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr, Attrs
from ribozyme.ir.instrs import Instr, Phi, Ret, operands, successors
from ribozyme.ir.metadata import Meta
from ribozyme.ir.metadata_nodes import Nodes
from ribozyme.ir.values import Const, Local, Value

A = TypeVar("A")
B = TypeVar("B")
_Shape: TypeAlias = type[A]


@final
@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """A basic block; the last of `instrs` is its terminator. `name` is None for a numbered one."""

    name: str | None
    instrs: tuple[Instr, ...]

    @property
    def terminator(self) -> Instr:
        """The last instruction."""
        return self.instrs[-1]

    def phis(self) -> Iterator[Phi]:
        """The phis at the head."""
        for instr in self.instrs:
            if not isinstance(instr, Phi):
                return
            yield instr


@final
@dataclass(frozen=True, slots=True)
class Header:
    """What a global or function declares around its substance; "" and None where absent."""

    linkage: str = ""
    preemption: str = ""
    visibility: str = ""
    dll: str = ""
    thread_local: str = ""
    unnamed_addr: str = ""
    addrspace: int = 0
    section: str | None = None
    partition: str | None = None
    comdat: str | None = None
    align: int = 0
    extra: str = ""  # code_model, no_sanitize… as spelled


@final
@dataclass(frozen=True, slots=True)
class Param:
    """A parameter: its handle and attributes."""

    local: Local
    attrs: Attrs = ()


@final
@dataclass(eq=False)
class Function:
    """A function definition, or a declaration when it has no blocks."""

    name: str
    type: ty.FunctionType
    params: tuple[Param, ...]
    blocks: tuple[Block, ...]
    names: Sequence[str | None] = ()
    attrs: Attrs = ()
    result_attrs: Attrs = ()
    convention: str = ""
    header: Header = field(default_factory=Header)
    gc: str | None = None
    prefix: Const | None = None
    prologue: Const | None = None
    personality: Const | None = None
    meta: Meta = ()

    @property
    def is_declaration(self) -> bool:
        """Without a body."""
        return not self.blocks

    @property
    def locals(self) -> int:
        """How many local ids there are."""
        return len(self.names)

    def instrs(self) -> Iterator[Instr]:
        """All instructions, block by block."""
        for block in self.blocks:
            yield from block.instrs

    @overload
    def shaped(self, one: _Shape[A], /) -> Sequence[A]: ...
    @overload
    def shaped(self, one: _Shape[A], other: _Shape[B], /) -> Sequence[A | B]: ...
    @overload
    def shaped(self, *shapes: _Shape[Instr]) -> Sequence[Instr]: ...

    def shaped(self, *shapes: _Shape[Any]) -> Sequence[Any]:
        """The instructions of some shapes, in order: for passes to which no others matter."""
        found = [self._by_shape[shape] for shape in shapes if shape in self._by_shape]
        if len(found) > 1:
            merged = sorted(chain.from_iterable(found), key=_place)
            return [instr for _, instr in merged]
        return [instr for _, instr in found[0]] if found else ()

    @cached_property
    def _by_shape(self) -> dict[_Shape[Instr], list[tuple[int, Instr]]]:
        """The instructions by shape, each with its place among all."""
        found: dict[type[Instr], list[tuple[int, Instr]]] = {}
        for place, instr in enumerate(self.instrs()):
            same = found.get(instr.__class__)
            if same is None:
                found[instr.__class__] = [(place, instr)]
            else:
                same.append((place, instr))
        return found

    def values(self) -> Iterator[Local]:
        """The parameters, and all results of instructions."""
        for param in self.params:
            yield param.local
        for instr in self.instrs():
            if instr.result is not None:
                yield instr.result

    @cached_property
    def successors(self) -> tuple[tuple[int, ...], ...]:
        """Per block, the distinct blocks that may follow it, in the order named."""
        return tuple(tuple(dict.fromkeys(successors(block.terminator))) for block in self.blocks)

    @cached_property
    def predecessors(self) -> tuple[tuple[int, ...], ...]:
        """Per block, the distinct blocks that may go to it, ascending."""
        found: list[list[int]] = [[] for _ in self.blocks]
        for index, targets in enumerate(self.successors):
            for target in targets:
                found[target].append(index)
        return tuple(tuple(blocks) for blocks in found)

    @cached_property
    def definitions(self) -> tuple[Instr | None, ...]:
        """Per local id, the instruction it is the result of; None for parameters."""
        found: list[Instr | None] = [None] * self.locals
        for instr in self.instrs():
            if instr.result is not None:
                found[instr.result.id] = instr
        return tuple(found)

    def definition(self, value: Value) -> Instr | None:
        """The instruction that a value is the result of; None for parameters and constants."""
        return self.definitions[value.id] if isinstance(value, Local) else None

    @cached_property
    def returned(self) -> tuple[Value, ...]:
        """The values that it returns, one of each block that does."""
        ends = (block.terminator for block in self.blocks)
        return tuple(end.value for end in ends if isinstance(end, Ret) and end.value is not None)

    def handle(self, id: int) -> Local:
        """The handle of a local: a parameter's, or an instruction's result."""
        made = self.definitions[id]
        found = self.params[id].local if made is None else made.result
        assert found is not None
        return found

    @cached_property
    def home(self) -> tuple[int, ...]:
        """Per local id, the block that defines it; -1 for parameters."""
        found = [-1] * self.locals
        for index, block in enumerate(self.blocks):
            for instr in block.instrs:
                if instr.result is not None:
                    found[instr.result.id] = index
        return tuple(found)

    @cached_property
    def uses(self) -> tuple[tuple[tuple[int, Instr], ...], ...]:
        """Per local id, its uses as (block, instruction), in block order; no debug records."""
        found: list[list[tuple[int, Instr]]] = [[] for _ in range(self.locals)]
        for index, block in enumerate(self.blocks):
            for instr in block.instrs:
                for operand in dict.fromkeys(_locals(operands(instr))):
                    found[operand.id].append((index, instr))
        return tuple(tuple(users) for users in found)

    @cached_property
    def constants(self) -> tuple[Value, ...]:
        """The operands of its instructions that are no locals, as often as they are used."""
        return tuple(
            operand
            for instr in self.instrs()
            for operand in operands(instr)
            if not isinstance(operand, Local)
        )


_place: Final = itemgetter(0)


def _locals(values: tuple[Value, ...]) -> Iterator[Local]:
    for value in values:
        if isinstance(value, Local):
            yield value


@final
@dataclass(frozen=True, slots=True, eq=False)
class GlobalVariable:
    """`@g = internal constant [3 x double] …, align 16`; `initialiser` None is a declaration."""

    name: str
    type: ty.Type
    initialiser: Const | None
    constant: bool
    header: Header = Header()
    externally_initialized: bool = False
    attrs: Attrs = ()
    meta: Meta = ()


@final
@dataclass(frozen=True, slots=True, eq=False)
class Alias:
    """`@a = alias double (double), ptr @f`, or an ifunc with its resolver."""

    name: str
    kind: str  # "alias" | "ifunc"
    type: ty.Type
    aliasee: Const
    header: Header = Header()
    meta: Meta = ()


Global = GlobalVariable | Alias


@final
@dataclass(eq=False)
class Module:
    """A module. Order is kept where LLVM keeps it; `functions` are definitions and declarations.

    `verbatim` holds top-level lines nobody interprets (source_filename aside), in order.
    """

    name: str = ""
    source_filename: str | None = None
    layout: str = ""
    triple: str = ""
    asm: tuple[str, ...] = ()
    structs: tuple[ty.StructType, ...] = ()
    comdats: tuple[tuple[str, str], ...] = ()  # (name, selection kind)
    globals: dict[str, Global] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    attribute_groups: dict[int, Attrs] = field(default_factory=dict)
    named_metadata: dict[str, tuple[int, ...]] = field(default_factory=dict)
    metadata: Nodes = field(default_factory=Nodes)
    verbatim: tuple[str, ...] = ()

    def spelled(self, attrs: Attrs) -> Attrs:
        """Attributes with those of their groups in place of the groups' numbers."""
        found: list[Attr] = []
        for attr in attrs:
            if attr.name == "#" and isinstance(attr.value, int):
                found += self.attribute_groups.get(attr.value, ())
            else:
                found.append(attr)
        return tuple(found)

    def defined(self) -> Iterator[Function]:
        """The functions that have a body."""
        for function in self.functions.values():
            if not function.is_declaration:
                yield function


def declaration(
    name: str,
    type: ty.FunctionType,
    *,
    attrs: Attrs = (),
    params: Sequence[Attrs] = (),
    convention: str = "",
) -> Function:
    """A function without a body; `params` are attributes of its first parameters."""
    padded = (*params, *[()] * (len(type.params) - len(params)))
    made = tuple(
        Param(Local(index, param), given)
        for index, (param, given) in enumerate(zip(type.params, padded, strict=True))
    )
    return Function(name, type, made, (), [None] * len(made), attrs=attrs, convention=convention)
