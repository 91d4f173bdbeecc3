"""Calls of unknown functions: the shadow of the function pointer leads to a table of derivatives.

The shadow of a function pointer leads to a table: in reverse mode {augmented, reverse}, in forward
mode {derivative}. What stands there takes every pointer with a shadow and every float as active:

    r = (*g)(x, p)     augmented    {tape, r, r.sh}   (*g.sh[0])(x, p, p.sh)
                       reverse      {x.bar}           (*g.sh[1])(x, p, p.sh, r.bar, tape)
                       forward      {r, r.dot}        (*g.sh[0])(x, x.dot, p, p.sh)

of which the parts that exist are there; the tape is always an address, and freed by the reverse
function. Whoever wrote the table in C has compiled it by the rules of C, so results are returned
as C returns a struct. A struct that is passed or returned in memory is a pointer like any other. A
pointer without a shadow stands for it itself.

A table that the program made itself has an entry for every mode, and for several directions at
once as many more: it is known by its first entry, which says of itself for how many there are.

    {augmented, reverse, forward, from tape}       one direction
    {augmented, reverse, forward, from tape}       two: x, x.dot0, x.dot1, p, p.sh0, p.sh1  …

The first lane's shadow is the one whose table is asked. A function that is its own shadow, or has
null there, has no table: it is recognised by its address, if the program has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, final

from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr, Attrs, value_of
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Function
from ribozyme.transform.core.interface import Mode
from ribozyme.transform.core.shape import float_leaves, pointer_leaves, scalars

if TYPE_CHECKING:
    from ribozyme.transform.core.facts import FunctionFacts

NO_TABLE: Final = (
    "the function called here is not known, and its pointer's shadow is the pointer itself or "
    "null: give it __enzyme_virtualreverse(function), or a table of its derivatives"
)
NO_TARGET: Final = (
    "the function called here had no derivative made: it must be in the same program and have one, "
    "or its pointer have a shadow"
)
OF_OURS: Final = '"rz.table"'
"""Said of augmented functions in tables that the program made: for how many directions at once
there are entries, and that their tapes are freed as blocks."""
MODES: Final = (Mode.AUGMENTED, Mode.SPLIT, Mode.FORWARD, Mode.FROM_TAPE)
"""The entries of a table, in order, for each number of directions."""
IN_REGISTERS: Final = 16  # bytes of a struct that C returns without memory
EIGHT: Final = 8


def unfit(type: ty.FunctionType) -> str:
    """Why a function of some type has no place in a table; empty if it has."""
    if type.vararg:
        return "variadic arguments"
    if not all(map(_is_plain, type.params)):
        return "a struct or a vector"
    result = type.result
    members = ty.elements(result) if isinstance(result, ty.StructType | ty.ArrayType) else (result,)
    if not all(member is ty.VOID or _is_plain(member) for member in members):
        return "a struct within a struct"
    if any(map(ty.is_pointer, members)) and any(map(ty.is_float, members)):
        return "a result of addresses and numbers"
    return ""


def _is_plain(type: ty.Type) -> bool:
    return ty.is_float(type) or isinstance(type, ty.PtrType | ty.IntType)


@final
@dataclass(frozen=True, slots=True)
class Convention:
    """How the entries of a table are called for some number of directions, from the type of the
    function they stand for."""

    layout: DataLayout
    of: ty.FunctionType
    width: int = 1

    def given(self, mode: Mode) -> tuple[ty.Type, ...]:
        """The parameters of an entry."""
        match mode:
            case Mode.FORWARD:
                return self._tangents()
            case Mode.FROM_TAPE:
                return (*self._tangents(), ty.PTR)
            case Mode.SPLIT:
                return (*self._shadowed(), *self.seeds() * self.width, ty.PTR)
            case _:
                return self._shadowed()

    def parts(self, mode: Mode) -> tuple[ty.Type, ...]:
        """What an entry returns, one after the other."""
        result = self.of.result
        if mode is Mode.SPLIT:
            return tuple(p for p in self.of.params if ty.is_float(p) for _ in range(self.width))
        primal = () if result is ty.VOID else (result,)
        floats = bool(float_leaves(self.layout, result, ())) if primal else False
        lanes = primal * self.width
        if mode is Mode.FROM_TAPE:
            return lanes if floats else ()
        if mode is Mode.FORWARD:
            return (*primal, *(lanes if floats or self.pointers() else ()))
        return (ty.PTR, *primal, *(ty.PTR for _ in range(self.pointers() * self.width)))

    def pointers(self) -> int:
        """How many pointers the result has."""
        if self.of.result is ty.VOID:
            return 0
        return len(pointer_leaves(self.layout, self.of.result))

    def seeds(self) -> tuple[ty.Type, ...]:
        """The adjoint of the result as it is passed: all its scalars, if it has floats."""
        if self.of.result is ty.VOID or not float_leaves(self.layout, self.of.result, ()):
            return ()
        return tuple(type for _, type, _ in scalars(self.layout, self.of.result))

    def _shadowed(self) -> tuple[ty.Type, ...]:
        return tuple(self._with_lanes(lambda param: isinstance(param, ty.PtrType)))

    def _tangents(self) -> tuple[ty.Type, ...]:
        return tuple(self._with_lanes(lambda param: not isinstance(param, ty.IntType)))

    def _with_lanes(self, wanted: Callable[[ty.Type], bool]) -> Iterator[ty.Type]:
        for param in self.of.params:
            yield param
            if wanted(param):
                yield from (param for _ in range(self.width))

    def returned(self, mode: Mode) -> Returned:
        """How an entry returns its parts."""
        return returned(self.layout, self.parts(mode))

    def entry(self, mode: Mode) -> ty.FunctionType:
        """The type of an entry."""
        return self.returned(mode).function(self.given(mode))


@final
@dataclass(frozen=True, slots=True)
class Returned:
    """How C returns some parts: as `type`, or in memory for a struct `inside`."""

    type: ty.Type
    inside: ty.Type | None = None

    def function(self, params: Sequence[ty.Type]) -> ty.FunctionType:
        """The type of a function that does."""
        hidden = () if self.inside is None else (ty.PTR,)
        return ty.function(self.type, (*hidden, *params))

    def attrs(self, count: int) -> tuple[Attrs, ...]:
        """What is said of `count` arguments: the first is the hidden one, if there is any."""
        if self.inside is None:
            return ()
        return ((Attr("sret", self.inside),), *[()] * (count - 1))


def returned(layout: DataLayout, parts: Sequence[ty.Type]) -> Returned:
    """How C returns a struct of these parts; one part is no struct."""
    if not parts:
        return Returned(ty.VOID)
    if len(parts) == 1:
        return Returned(parts[0])
    whole = ty.struct(tuple(parts))
    if layout.alloc_size(whole) > IN_REGISTERS:
        return Returned(ty.VOID, whole)
    halves: list[list[ty.Type]] = [[], []]
    for _, part, at in scalars(layout, whole):
        halves[at // EIGHT].append(part)
    packed = tuple(_register(half) for half in halves if half)
    return Returned(packed[0] if len(packed) == 1 else ty.struct(packed))


def _register(parts: list[ty.Type]) -> ty.Type:
    """What eight bytes of a struct are returned as."""
    if len(parts) == 1:
        return parts[0]
    if parts[0] is ty.FLOAT and parts[1] is ty.FLOAT:
        return ty.vector(2, ty.FLOAT)
    return ty.I64


def made_here(facts: FunctionFacts, type: ty.FunctionType) -> list[Function]:
    """The augmented functions of a type that stand in tables of the program's making."""
    return [
        function
        for function in facts.whole.module.defined()
        if function.type is type and widths_said(facts, function)
    ]


def has_made(facts: FunctionFacts, type: ty.FunctionType) -> bool:
    """Whether the program has made tables for functions of a type that may stand in one."""
    return bool(made_for(facts, type))


def made_for(facts: FunctionFacts, type: ty.FunctionType) -> list[Function]:
    return made_here(facts, Convention(facts.layout, type).entry(Mode.AUGMENTED))


def widths_said(facts: FunctionFacts, function: Function) -> str:
    said = value_of(facts.whole.program.attrs(function), OF_OURS)
    return "" if said is None else str(said).strip('"')
