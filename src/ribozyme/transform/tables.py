"""Calls of functions that nobody here can know: derivatives come with the pointer's shadow.

The shadow of a function pointer leads to a table: in reverse mode {augmented, reverse}, in forward
mode {derivative}. What stands there takes every pointer with a shadow and every float as active:

    r = (*g)(x, p)     augmented    {tape, r, r.sh}   (*g.sh[0])(x, p, p.sh)
                       reverse      {x.bar}           (*g.sh[1])(x, p, p.sh, r.bar, tape)
                       forward      {r, r.dot}        (*g.sh[0])(x, x.dot, p, p.sh)

of which the parts that exist are there; the tape is always an address, and freed by the reverse
function. Whoever wrote the table in C has compiled it by the rules of C, so results are returned
as C returns a struct. A pointer without a shadow stands for it itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, final

from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr, Attrs, has
from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.instrs import Call, CallLike, Invoke
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.values import Value

if TYPE_CHECKING:
    from ribozyme.transform.emission import Emission
    from ribozyme.transform.facts import FunctionFacts

NO_TABLE: Final = (
    "the function called here is not known, and its pointer's shadow is the pointer itself: "
    "give it __enzyme_virtualreverse(function), or a table of its derivatives"
)
KEEPS_ON_HEAP: Final = '"rz.keeps.on.heap"'
"""Said of an augmented function of ours that stands in a table: its tape is freed as a block."""
IN_REGISTERS: Final = 16  # bytes of a struct that C returns without memory
EIGHT: Final = 8


def unfit(call: CallLike, width: int) -> str:
    """Why a call cannot go through a table; empty if it can."""
    if width > 1:
        return "several directions at once"
    return unfit_type(call.type, call.arg_attrs)


def unfit_type(type: ty.FunctionType, attrs: Sequence[Attrs]) -> str:
    """Why a function of some type has no place in a table; empty if it has."""
    if type.vararg:
        return "variadic arguments"
    if any(has(each, "byval") or has(each, "sret") for each in attrs):
        return "a struct that is passed in memory"
    types = (*type.params, type.result)
    if not all(type is ty.VOID or _is_plain(type) for type in types):
        return "a struct or a vector"
    return ""


def _is_plain(type: ty.Type) -> bool:
    return isinstance(type, ty.FloatType | ty.PtrType | ty.IntType)


@final
@dataclass(frozen=True, slots=True)
class Convention:
    """How the entries of a table are called, from the type of the function they stand for."""

    of: ty.FunctionType

    def shadowed(self) -> tuple[ty.Type, ...]:
        """The parameters with shadows behind pointers."""
        found: list[ty.Type] = []
        for param in self.of.params:
            found += [param, param] if isinstance(param, ty.PtrType) else [param]
        return tuple(found)

    def tangents(self) -> tuple[ty.Type, ...]:
        """The parameters with shadows and tangents."""
        found: list[ty.Type] = []
        for param in self.of.params:
            both = isinstance(param, ty.PtrType | ty.FloatType)
            found += [param, param] if both else [param]
        return tuple(found)

    def kept(self) -> tuple[ty.Type, ...]:
        """What the augmented function returns: the tape, the result, the result's shadow."""
        return (ty.PTR, *self._twice(ty.PtrType))

    def moved(self) -> tuple[ty.Type, ...]:
        """What the forward derivative returns: the result, its tangent or shadow."""
        return self._twice((ty.PtrType, ty.FloatType))

    def _twice(self, kinds: type[ty.Type] | tuple[type[ty.Type], ...]) -> tuple[ty.Type, ...]:
        result = self.of.result
        if result is ty.VOID:
            return ()
        return (result, result) if isinstance(result, kinds) else (result,)

    def reversed(self) -> tuple[ty.Type, ...]:
        """The parameters of the reverse function."""
        seed = (self.of.result,) if isinstance(self.of.result, ty.FloatType) else ()
        return (*self.shadowed(), *seed, ty.PTR)

    def adjoints(self) -> tuple[ty.Type, ...]:
        """What the reverse function returns: an adjoint for each float."""
        return tuple(param for param in self.of.params if isinstance(param, ty.FloatType))


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
    for part, at in zip(parts, layout.offsets(whole), strict=True):
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


def without_table(
    emission: Emission,
    b: FunctionBuilder,
    facts: FunctionFacts,
    call: Call | Invoke,
    address: Value,
    table: Value,
) -> None:
    """Leave where a function pointer is its own shadow: it has brought no derivative."""
    none, some = b.block(), b.block()
    b.cond_br(b.icmp("eq", address, table), none, some)
    b.at(none)
    emission.trap(b, facts, call, NO_TABLE, refused="RZ207")
    b.at(some)


def unpacked(
    b: FunctionBuilder, layout: DataLayout, how: Returned, parts: Sequence[ty.Type], result: Value
) -> list[Value]:
    """The parts of what a call has returned; `result` is the memory where that is in memory."""
    if len(parts) == 1:
        return [result]
    whole = ty.struct(tuple(parts))
    if how.inside is not None:
        space = result
    else:
        space = b.entry_alloca(how.type, 16)
        b.store(result, space, 8)
    places = zip(parts, layout.offsets(whole), strict=True)
    return [b.load(part, b.offset(space, at), 1) for part, at in places]
