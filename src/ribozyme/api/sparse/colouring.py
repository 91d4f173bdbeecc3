"""Colourings: which columns, rows or both one sweep can find together.

    columns   no two of a colour have an entry in one row: a forward sweep along their sum has
              each entry by itself
    rows      the same of the transpose, by reverse sweeps
    both      rows that are long by reverse sweeps, the others by columns
    star      of a symmetric matrix: in the sweep of its row's colour, or of its column's, each
              entry is alone
    acyclic   of a symmetric matrix: the entries between two colours are the edges of trees, found
              from the leaves on, each taken off the sum that its neighbour is in

Vertices take the least colour that is free, in an order: "natural", "largest first", "smallest
last", "incidence" (degree). Where all rows look alike (a stencil on a grid), a colour that is a
linear function of the grid's indices is tried as well: it is often the best there is. Numbers of
colours are not those of an optimum, which is hard to find; a row of k entries needs k.
"""

from itertools import combinations, product
from typing import Any, Final, Literal, final

import numpy as np

from ribozyme.api.sparse.c_functions import native
from ribozyme.base.errors import error
from ribozyme.base.record import record

Order = Literal["natural", "largest first", "smallest last", "incidence"]
By = Literal["auto", "columns", "rows", "both", "star", "acyclic"]
Vector = np.ndarray[Any, Any]

ORDERS: Final[tuple[Order, ...]] = ("natural", "largest first", "smallest last", "incidence")
BYS: Final = ("auto", "columns", "rows", "both")
SYMMETRIC: Final = ("auto", "star", "acyclic")
_BACK: Final = 3  # what a reverse sweep costs, in forward ones of a batch
_OFFSETS: Final = 64
_STRIDES: Final = 6
_KINDS: Final = 1000  # of rows, by which offsets they have


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
    if g.shape[0] != g.shape[1]:
        return none
    n = g.shape[1]
    shifted = g.columns + n - np.repeat(np.arange(n), np.diff(g.start))
    met = np.zeros(2 * n + 1, bool)
    met[shifted] = True
    offsets = np.flatnonzero(met) - n
    if offsets.size > _OFFSETS:
        return none
    apart = _apart_in_a_row(g, offsets, (np.cumsum(met) - 1)[shifted])
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


def _apart_in_a_row(g: Graph, offsets: Vector, which: Vector) -> Vector:
    """How far apart two columns are that some row has both of; `which` offset each entry has."""
    bits = np.uint64(1) << which.astype(np.uint64)
    first = g.start[:-1][np.diff(g.start) > 0]
    masks = np.unique(np.bitwise_or.reduceat(bits, first))
    if masks.size > _KINDS:  # all of any row, then
        return np.unique(np.abs(offsets[:, None] - offsets))[1:]
    found: set[int] = set()
    for mask in masks:
        row = offsets[[k for k in range(offsets.size) if int(mask) >> k & 1]]
        found.update(np.abs(row[:, None] - row).reshape(-1).tolist())
    return np.array(sorted(found - {0}))


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


@final
@record
class Alone:
    """Where each entry of a symmetric matrix is alone in what the sweeps give."""

    places: Vector

    def entries(self, sweeps: Vector) -> Vector:
        """The entries; a sweep is a row."""
        found: Vector = sweeps.reshape(-1)[self.places]
        return found


@final
@record
class Trees:
    """In which order entries are found, each taken off the sum that its neighbour is in."""

    entry: Vector
    place: Vector
    rest: Vector
    across: Vector

    def entries(self, sweeps: Vector) -> Vector:
        """The entries; a sweep is a row, and used up."""
        found = np.zeros(self.across.size)
        native("rz_entries_of_trees")(
            self.entry.size, self.entry, self.place, self.rest, self.across,
            sweeps.reshape(-1), found,
        )  # fmt: skip
        return found


def symmetrically(pattern: Any, by: By, order: Order | None) -> tuple[Vector, Alone | Trees]:
    """Colours of a symmetric pattern with sorted indices, and how its entries are found."""
    start, columns = pattern.indptr.astype(np.int64), pattern.indices.astype(np.int32)
    g = Graph(start, columns, start, columns)
    make = _acyclic if by == "acyclic" else _star
    orders: tuple[Order, ...] = (order,) if order is not None else ORDERS[:3]
    colours = min((make(g, _sequence(g, one)) for one in orders), key=_most)
    return colours, (_trees if by == "acyclic" else _alone)(g, colours)


def _most(colours: Vector) -> int:
    return int(colours.max(initial=0))


def _star(g: Graph, sequence: Vector) -> Vector:
    found = np.zeros(g.shape[0], np.int32)
    if native("rz_star")(g.shape[0], g.start, g.columns, sequence, found) < 0:
        raise MemoryError
    return found


def _alone(g: Graph, colours: Vector) -> Alone:
    places = np.zeros(g.columns.size, np.int64)
    if native("rz_star_places")(g.shape[0], g.start, g.columns, colours, places):
        raise error("RZ901", "a star colouring in which an entry is nowhere alone")
    return Alone(places)


def _across(g: Graph) -> Vector:
    found = np.full(g.columns.size, -1, np.int64)
    native("rz_across")(g.shape[0], g.start, g.columns, found)
    if np.any(found < 0):
        raise MemoryError
    return found


def _acyclic(g: Graph, sequence: Vector) -> Vector:
    found, parent = np.zeros(g.shape[0], np.int32), np.zeros(g.columns.size, np.int64)
    across = _across(g)
    if native("rz_acyclic")(g.shape[0], g.start, g.columns, across, sequence, found, parent) < 0:
        raise MemoryError
    return found


def _trees(g: Graph, colours: Vector) -> Trees:
    across = _across(g)
    diagonal = int(np.count_nonzero(across == np.arange(across.size)))
    wanted = (across.size + diagonal) // 2
    entry, place, rest = (np.zeros(wanted, np.int64) for _ in range(3))
    done = native("rz_peeled")(
        g.shape[0], g.start, g.columns, across, colours, _most(colours), entry, place, rest
    )
    if done < 0:
        raise MemoryError
    if done != wanted:
        raise error("RZ901", "an acyclic colouring in which entries of two colours are a cycle")
    return Trees(entry, place, rest, across)
