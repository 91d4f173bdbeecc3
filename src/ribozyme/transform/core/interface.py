"""What is asked of a derivative, and the calling convention of the functions that answer.

A `Request` is what a user (or a derivative call in C) wants: a function, what each argument is, the
mode. An `Interface` fixes the parameters and results of the derivative functions of one primal
function under one activity; callers and definitions are made from the same one.

    double f(double x, ptr p)  with x active, p shadowed, width 1
    forward    {double, double} f.fwd(double x, double x.dot, ptr p, ptr p.sh)
    augmented  double           f.aug(double x, ptr p, ptr p.sh, ptr frame, ptr arena)
    reverse    {double}         f.rev(double x, ptr p, ptr p.sh, double r.bar, ptr frame, ptr arena)
    from tape  {double}         f.tan(double x, double x.dot, ptr p, ptr p.sh, ptr frame, ptr arena)
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Literal, final

from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.transform.core.prices import Target
from ribozyme.transform.core.shape import Leaf, PointerLeaf


class Kind(Enum):
    """What an argument or a result is to a derivative."""

    CONST = "const"
    ACTIVE = "active"  # a float passed by value
    DUP = "dup"  # comes with a shadow (a pointer), or with its tangent (forward)
    SCRATCH = "scratch"  # inactive memory; with zeroed scratch of its size, for custom rules


class Mode(Enum):
    """Which derivative function is wanted."""

    FORWARD = "forward"
    REVERSE = "reverse"  # combined
    AUGMENTED = "augmented"
    SPLIT = "split"  # the reverse half
    FROM_TAPE = "from tape"  # forward, reading what the augmented half has kept


HALVES = (Mode.AUGMENTED, Mode.SPLIT, Mode.FROM_TAPE)
"""The modes in which one function keeps a tape and another one reads it."""


@final
@dataclass(frozen=True, slots=True)
class Request:
    """A derivative to be made: of `function`, one kind per IR parameter, `width` directions at
    once.

    With `primal` a combined or forward derivative returns the primal's result first. `kept` are the
    arguments whose memory does not change between the halves of a split derivative. `replayed` says
    that the tape is read in forward mode too; all halves of one derivative agree on both.

    With `runtime_activity` a shadow that comes from the caller may be the primal's own address, at
    any depth: what lies there is inactive then. With `strong_zero` nothing comes of a zero seed or
    tangent, whatever it is multiplied with.

    With `sets` a forward derivative has sets of inputs in place of tangents (`transform.sets`): of
    all that a value may depend on, or of what it depends on at this point.

    What reverse mode keeps and what it computes again is chosen by the `prices` of a target. With
    `blockwise` it keeps values that all threads of a block have alike once for each block.
    """

    function: str
    mode: Mode
    args: tuple[Kind, ...]
    result: Kind = Kind.CONST
    width: int = 1
    primal: bool = False
    name: str = ""
    kept: frozenset[int] = frozenset()
    replayed: bool = False
    runtime_activity: bool = False
    strong_zero: bool = False
    sets: Literal["", "any", "here"] = ""
    prices: Target = "host"
    blockwise: bool = False


@final
@dataclass(frozen=True, slots=True)
class ParamShape:
    """A primal parameter: its type, float leaves that are active, pointer leaves that are
    shadowed."""

    type: ty.Type
    floats: tuple[Leaf, ...]
    pointers: tuple[PointerLeaf, ...]


@final
@dataclass(frozen=True, slots=True)
class Interface:
    """The convention of the derivative functions of one primal function."""

    params: tuple[ParamShape, ...]
    result: ParamShape
    width: int

    def shadowed(self) -> list[ty.Type]:
        """Parameter types of the primal with shadows behind each."""
        return [type for shape in self.params for type in self._with_shadows(shape)]

    def _with_shadows(self, shape: ParamShape) -> Iterator[ty.Type]:
        yield shape.type
        for pointer in shape.pointers:
            for _ in range(self.width):
                yield pointer.type

    def forward_type(self) -> ty.FunctionType:
        """`f.fwd`."""
        return ty.function(bundle(self._forward_results()), tuple(self._with_tangents()))

    def from_tape_type(self) -> ty.FunctionType:
        """`f.tan`: only the tangents of the result, whose value and shadows are on the tape."""
        params = (*self._with_tangents(), ty.PTR, ty.PTR)
        return ty.function(bundle(self.seeds()), params)

    def _with_tangents(self) -> Iterator[ty.Type]:
        """Parameter types of the primal with tangents and shadows behind each."""
        for shape in self.params:
            yield shape.type
            kinds = [leaf.type for leaf in shape.floats] + [leaf.type for leaf in shape.pointers]
            for kind in kinds:
                for _ in range(self.width):
                    yield kind

    def _forward_results(self) -> list[ty.Type]:
        primal = [] if self.result.type is ty.VOID else [self.result.type]
        kinds = [leaf.type for leaf in self.result.floats]
        kinds += [leaf.type for leaf in self.result.pointers]
        return primal + [kind for kind in kinds for _ in range(self.width)]

    def augmented_type(self) -> ty.FunctionType:
        """`f.aug`: the primal's result, then its shadows."""
        results = [] if self.result.type is ty.VOID else [self.result.type]
        results += [leaf.type for leaf in self.result.pointers for _ in range(self.width)]
        return ty.function(bundle(results), (*self.shadowed(), ty.PTR, ty.PTR))

    def seeds(self) -> list[ty.Type]:
        """Types of the adjoints of the result."""
        return [leaf.type for leaf in self.result.floats for _ in range(self.width)]

    def adjoints(self) -> list[ty.Type]:
        """Types of the adjoints of the active by-value parameters."""
        return [
            leaf.type for shape in self.params for leaf in shape.floats for _ in range(self.width)
        ]

    def reverse_type(self) -> ty.FunctionType:
        """`f.rev`."""
        params = (*self.shadowed(), *self.seeds(), ty.PTR, ty.PTR)
        return ty.function(bundle(self.adjoints()), params)

    def combined_type(self, primal: bool) -> ty.FunctionType:
        """The root of a combined gradient: seeds behind the arguments, the primal first in the
        result."""
        value = [self.result.type] if primal and self.result.type is not ty.VOID else []
        return ty.function(bundle(value + self.adjoints()), (*self.shadowed(), *self.seeds()))


def bundle(types: list[ty.Type]) -> ty.Type:
    """Several results as one: void for none, a literal struct for any other number."""
    return ty.struct(tuple(types)) if types else ty.VOID
