"""The routines: a row for each, which says what the routine adds to its output.

    gemm    C = alpha·A@B + beta·C       value    A, B → Z      Z += c·op(A)@op(B)
                                         adjoint  of A          op(A) += c·Z@op(B)ᵀ

A term is linear in each of its operands. Its value with a tangent in an operand's place is a term
of the tangent; its adjoint is what the term is as a function of that operand, transposed. Both are
calls of routines: `{c}` is a factor, `{Z}` the output or its adjoint, `{A}` an operand: where it
lies and its leading dimension, or its increment.

Parameters are in the order of BLAS. `swapped` says how a call whose matrices are row by row becomes
one of their transposes, column by column.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, final

from ribozyme.base.record import dataclass, field

Kind = Literal[
    "trans",
    "uplo",
    "diag",
    "side",
    "job",
    "dim",
    "scalar",
    "real",
    "matrix",
    "vector",
    "array",
    "reals",
    "pivots",
    "work",
    "rwork",
    "iwork",
    "length",
    "superb",
]
Result = Literal["void", "number", "complex", "int"]
MEMORY: Final = ("scalar", "real", "matrix", "vector", "array", "reals")
"""Kinds of parameters that lead to numbers. `real` and `reals` are real in complex routines, too;
an `array` has no increment."""


@final
@dataclass(frozen=True, slots=True)
class Param:
    """A parameter of a routine in the order of BLAS; a matrix or vector is two arguments.

    Memory to work in, and its length, are only in Fortran's interface: `size` is how much the
    routine wants of it, in C. `rwork` is there for complex numbers only; `superb` is what LAPACKE
    has instead.
    """

    name: str
    kind: Kind
    size: str = ""


@final
@dataclass(frozen=True, slots=True)
class Shape:
    """What memory an operand takes: rows, columns, and the region of it that counts, in C."""

    rows: str
    cols: str
    region: str = "'A'"
    written: bool = False


@final
@dataclass(frozen=True, slots=True)
class Added:
    """`output = alpha · term(operands) + beta · output`; without `beta`, it is one.

    `value` is the term; `tangents` says where the term with a tangent in an operand's place is not
    its value: `{A'}` is the tangent of a quadratic one.
    """

    output: str
    operands: tuple[str, ...]
    value: str
    adjoints: Mapping[str, str]
    tangents: Mapping[str, str] = field(default_factory=dict)
    beta: bool = True

    def needed(self, operand: str) -> tuple[str, ...]:
        """The operands whose values an adjoint, or a tangent, of one takes."""
        return tuple(name for name in self.operands if f"{{{name}}}" in self.adjoints[operand])


@final
@dataclass(frozen=True, slots=True)
class InPlace:
    """`output = alpha · M(operand) output`, where M multiplies by a matrix or its inverse.

    `apply` does so to `{Z}`, `transposed` is by the transpose. For `{Z} += {c}·A'{B}`, the
    `tangent` of a product, the operand's `adjoint` is `A += {c}·{Z}{B}ᵀ`; an inverse X = A⁻¹B has
    the tangent A⁻¹(B' − A'X), so these two serve it as well.
    """

    output: str
    operand: str
    apply: str
    transposed: str
    tangent: str
    adjoint: str
    inverse: bool = False
    alpha: bool = True


@final
@dataclass(frozen=True, slots=True)
class Written:
    """A routine whose derivatives are written down in C, in a file of its name."""


@final
@dataclass(frozen=True, slots=True)
class Composed:
    """A routine that is others one after the other: `name_by` in C, of which derivatives are made
    as of any function."""


Term = Added | InPlace | Written | Composed


@final
@dataclass(frozen=True, slots=True)
class Row:
    """A routine: its parameters, shapes, and what it does; `means` is for its readers.

    `by_layout`: a call is one of `name_by` in C, whose first argument says whether matrices are
    row by row.
    """

    name: str
    means: str
    params: tuple[Param, ...]
    shapes: Mapping[str, Shape]
    term: Term
    calls: tuple[str, ...] = ()
    swapped: tuple[tuple[str, ...], ...] = ()
    layout: bool = True
    result: Result = "void"
    by_layout: bool = False
    types: str = "sdcz"

    def param(self, name: str) -> Param:
        """The parameter of a name."""
        return next(param for param in self.params if param.name == name)

    @property
    def operands(self) -> tuple[Param, ...]:
        """The parameters that are memory."""
        return tuple(p for p in self.params if p.kind in MEMORY)

    @property
    def written(self) -> tuple[str, ...]:
        """The operands that the routine writes."""
        match self.term:
            case Added(output=output) | InPlace(output=output):
                return (output,)
            case Written() | Composed():
                return tuple(name for name, shape in self.shapes.items() if shape.written)
