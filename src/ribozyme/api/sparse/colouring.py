"""Colourings: which columns, rows or both one sweep can find together.

    columns   no two of a colour have an entry in one row: a forward sweep along their sum has
              each entry by itself
    rows      the same of the transpose, by reverse sweeps
    both      rows that are long by reverse sweeps, the others by columns
    star      of a symmetric matrix: in the sweep of its row's colour, or of its column's, each
              entry is alone

Vertices take the least colour that is free, in an order: "natural", "largest first", "smallest
last", "incidence" (degree). Where all rows look alike (a stencil on a grid), a colour that is a
linear function of the grid's indices is tried as well: it is often the best there is. Numbers of
colours are not those of an optimum, which is hard to find; a row of k entries needs k.
"""

from itertools import combinations, product
from typing import Any, Final, Literal, final

import numpy as np

from ribozyme.api.sparse.native import native
from ribozyme.base.errors import error
from ribozyme.base.record import record

Order = Literal["natural", "largest first", "smallest last", "incidence"]
By = Literal["auto", "columns", "rows", "both"]
Vector = np.ndarray[Any, Any]

ORDERS: Final = ("natural", "largest first", "smallest last", "incidence")
BYS: Final = ("auto", "columns", "rows", "both")
_BACK: Final = 3  # what a reverse sweep costs, in forward ones of a batch
_OFFSETS: Final = 64
_STRIDES: Final = 6


@final
@record
class Graph:
    """The entries of a matrix by rows and by columns, as native code wants them."""

    start: Vector
    columns: Vector
    start_back: Vector
    rows: Vector

    @property
    def shape(self) -> tuple[int, int]:
        return self.start.size - 1, self.start_back.size - 1

    @property
    def transposed(self) -> "Graph":
        return Graph(self.start_back, self.rows, self.start, self.columns)


@final
@record
class Colouring:
    """A colour from 1 for each column and row that takes part; 0 for the others."""

    columns: Vector
    rows: Vector

    @property
    def counts(self) -> tuple[int, int]:
        """How many colours columns have, and rows."""
        return tuple(int(one.max(initial=0)) for one in (self.columns, self.rows))  # type: ignore[return-value]


def graph(pattern: Any) -> Graph:
    """A CSR matrix by rows and columns."""
    back = pattern.tocsc()
    return Graph(
        pattern.indptr.astype(np.int64), pattern.indices.astype(np.int32),
        back.indptr.astype(np.int64), back.indices.astype(np.int32),
    )  # fmt: skip


def coloured(pattern: Any, by: By, order: Order | None) -> Colouring:
    """Colours of the columns, of the rows, or of both."""
    m, n = pattern.shape
    none = np.zeros(m, np.int32), np.zeros(n, np.int32)
    lengths = np.diff(pattern.indptr)
    way, long = _cheapest(pattern, lengths) if by == "auto" else (by, None)
    if way == "columns":
        return Colouring(_apart(graph(pattern), order), none[0])
    if way == "rows":
        return Colouring(none[1], _apart(graph(pattern).transposed, order))
    threshold = _threshold(lengths)[1] if long is None else long
    chosen = lengths > threshold
    columns = _apart(graph(_with_rows(pattern, ~chosen)), order)
    rows = _apart(graph(_with_rows(pattern, chosen)).transposed, order)
    rows[~chosen] = 0
    return Colouring(columns, rows)


def _cheapest(pattern: Any, lengths: Vector) -> tuple[By, int | None]:
    """The way that needs the fewest sweeps, by what each needs at least."""
    by_columns = int(lengths.max(initial=0))
    by_rows = _BACK * int(np.bincount(pattern.indices, minlength=1).max(initial=0))
    by_both, threshold = _threshold(lengths)
    least = min(by_columns, by_rows, by_both)
    if least == by_columns:
        return "columns", None
    return ("rows", None) if least == by_rows else ("both", threshold)


def _threshold(lengths: Vector) -> tuple[int, int]:
    """What both ways together cost at most, and the length beyond which rows go by themselves."""
    sizes, counts = np.unique(lengths, return_counts=True)
    if not sizes.size:
        return 0, 0
    longer = counts[::-1].cumsum()[::-1] - counts
    costs = sizes + _BACK * longer
    best = int(np.argmin(costs))
    return int(costs[best]), int(sizes[best])


def _with_rows(pattern: Any, chosen: Vector) -> Any:
    """The pattern with the entries of some rows only."""
    from scipy.sparse import csr_matrix

    lengths = np.where(chosen, np.diff(pattern.indptr), 0)
    start = np.concatenate([[0], np.cumsum(lengths)]).astype(pattern.indptr.dtype)
    columns = pattern.indices[np.repeat(chosen, np.diff(pattern.indptr))]
    return csr_matrix((np.ones(columns.size, bool), columns, start), pattern.shape)


def _apart(g: Graph, order: Order | None) -> Vector:
    """Colours of the columns, no two of one colour in a row."""
    least = int(np.diff(g.start).max(initial=0))
    if order is not None:
        return _greedy(g, order)
    found = _greedy(g, "natural")
    if found.max(initial=0) > least:
        found = min(found, _by_offsets(g, least, int(found.max())), key=_colours)
    for other in ORDERS[1:3]:
        if found.max(initial=0) > least:
            found = min(found, _greedy(g, other), key=_colours)
    return found


def _colours(colours: Vector) -> int:
    return int(colours.max(initial=0)) or colours.size + 1


def _greedy(g: Graph, order: Order) -> Vector:
    n = g.shape[1]
    found = np.zeros(n, np.int32)
    sequence = _sequence(g, order)
    if native("rz_apart")(n, g.start_back, g.rows, g.start, g.columns, sequence, found) < 0:
        raise MemoryError
    empty = np.diff(g.start_back) == 0
    found[empty] = 0
    return found


def _sequence(g: Graph, order: Order) -> Vector:
    n = g.shape[1]
    natural = np.arange(n, dtype=np.int32)
    if order == "natural":
        return natural
    degree = np.zeros(n, np.int32)
    native("rz_degrees")(n, g.start_back, g.rows, g.start, g.columns, degree)
    if order == "largest first":
        return np.argsort(-degree, kind="stable").astype(np.int32)
    smallest = int(order == "smallest last")
    done = native("rz_dynamic_order")(
        n, g.start_back, g.rows, g.start, g.columns, degree, smallest, natural
    )
    if not done:
        raise MemoryError
    return natural


# ---- stencils ------------------------------------------------------------------------------------


def _by_offsets(g: Graph, least: int, most: int) -> Vector:
    """Colours that are a linear function of indices on a grid, where they are fewer than `most`."""
    none = np.zeros(g.shape[1], np.int32)
    rows = np.repeat(np.arange(g.shape[0]), np.diff(g.start))
    offsets = np.unique(g.columns - rows)
    if offsets.size > _OFFSETS or g.shape[0] != g.shape[1]:
        return none
    apart = np.unique(np.abs(offsets[:, None] - offsets[None, :]))[1:]
    strides = [int(s) for s in np.unique(np.abs(offsets)) if s > 1][-_STRIDES:]
    for colours in range(max(least, 1), most):
        for grid in (*combinations(strides, 1), *combinations(strides, 2)):
            found = _linear(apart, grid, colours)
            if found is None:
                continue
            made = _painted(g.shape[1], grid, found, colours)
            if native("rz_is_apart")(g.shape[0], g.start, g.columns, made, colours):
                return made
    return none


def _places(x: Vector, grid: tuple[int, ...]) -> list[Vector]:
    """The indices on a grid, the slowest first; nearest to zero, so that -1 is one step back."""
    found = []
    for stride in reversed(grid):
        whole = np.floor_divide(x + stride // 2, stride)
        found.append(whole)
        x = x - whole * stride
    return [*found, x]


def _linear(apart: Vector, grid: tuple[int, ...], colours: int) -> tuple[int, ...] | None:
    """Factors with which no two columns that meet in a row have the same colour."""
    places = _places(apart, grid)
    for factors in product(range(colours), repeat=len(places)):
        total = sum(k * p for k, p in zip(factors, places, strict=True))
        if np.all(total % colours):
            return factors
    return None


def _painted(n: int, grid: tuple[int, ...], factors: tuple[int, ...], colours: int) -> Vector:
    x = np.arange(n)
    total = np.zeros(n, np.int64)
    for factor, stride in zip(factors, (*reversed(grid), 1), strict=True):
        total += factor * (x // stride)
        x = x % stride
    return (total % colours + 1).astype(np.int32)


# ---- symmetric matrices --------------------------------------------------------------------------


def star(pattern: Any, order: Order | None) -> tuple[Vector, Vector]:
    """Colours of a symmetric pattern, and for each entry its place in the compressed matrix."""
    n = pattern.shape[0]
    start, columns = pattern.indptr.astype(np.int64), pattern.indices.astype(np.int32)
    best: Vector | None = None
    g = Graph(start, columns, start, columns)
    for one in (order,) if order is not None else ORDERS[:3]:
        found = np.zeros(n, np.int32)
        if native("rz_star")(n, start, columns, _sequence(g, one), found) < 0:
            raise MemoryError
        best = found if best is None or found.max(initial=0) < best.max(initial=0) else best
    assert best is not None
    places = np.zeros(columns.size, np.int64)
    if native("rz_star_places")(n, start, columns, best, places):
        raise error("RZ901", "a star colouring in which an entry is nowhere alone")
    return best, places
