"""Sparse Jacobians and Hessians: few sweeps, and each entry out of the sweep that has it alone.

The pattern and the colouring are kept with the function, for as long as the arguments that it is
not differentiated by, and the shapes of the others, are those of the call that they come from.
A pattern by "here" is made at each call. Invariant: an entry that is not in the pattern is zero.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, final

import numpy as np

from ribozyme.api.calling.arguments import arranged
from ribozyme.api.calling.call import evaluated
from ribozyme.api.calling.call_plan import Fresh, Left
from ribozyme.api.calling.native_memory import laid_out_as
from ribozyme.api.derivatives.by_choice import along, copied, pullback_of, slope, slope_along
from ribozyme.api.derivatives.differentiate import Choice
from ribozyme.api.derivatives.sweeps import most_at_once, widest_second
from ribozyme.api.programs.functions import Function
from ribozyme.api.sparse.c_functions import native
from ribozyme.api.sparse.colouring import (
    BYS,
    ORDERS,
    SYMMETRIC,
    Alone,
    By,
    Colouring,
    Order,
    Trees,
    coloured,
    symmetrically,
)
from ribozyme.api.sparse.pattern import Way, pattern_at
from ribozyme.base.errors import Error, error
from ribozyme.base.options import Options
from ribozyme.base.record import record

Vector = np.ndarray[Any, Any]
_WIDEST: Final = 8
_KEPT: Final = 4
_LARGE: Final = 1 << 16


@final
@record
class Wanted:
    """How a sparse matrix is made: its pattern, what is coloured, in which order."""

    pattern: Any  # "any", "here" or a matrix
    by: By
    order: Order | None


def wanted(pattern: Any, by: Any, order: Any, *, second: bool = False) -> Wanted:
    """What the user asked for, of a Hessian if `second`."""
    if isinstance(pattern, str) and pattern not in ("any", "here"):
        raise error("RZ001", f'pattern is "any", "here" or a sparse matrix, not {pattern!r}')
    known = SYMMETRIC if second else BYS
    if by not in known:
        raise error("RZ001", f"by is one of {', '.join(known)}, not {by!r}")
    if order is not None and order not in ORDERS:
        raise error("RZ001", f"order is one of {', '.join(ORDERS)}, not {order!r}")
    if not isinstance(pattern, str):
        pattern = _as_pattern(pattern)
    return Wanted(pattern, by, order)


def _as_pattern(given: Any) -> Any:
    from scipy.sparse import csr_matrix, issparse

    if not issparse(given) and np.ndim(given) != 2:
        raise error("RZ008", f"a pattern is a matrix, not {given!r}")
    found = csr_matrix(given)
    made = csr_matrix((np.ones(found.nnz, bool), found.indices, found.indptr), found.shape)
    made.sum_duplicates()
    return made


# ---- what is kept --------------------------------------------------------------------------------


@final
class Kept:
    """Patterns of a function, each with the arguments it holds for and what was made of it."""

    def __init__(self) -> None:
        self._known: list[tuple[list[Any], Any, dict[Any, Any]]] = []

    def of(self, key: list[Any], make: Callable[[], Any]) -> tuple[Any, dict[Any, Any]]:
        """The pattern for some arguments, and a place for what is made of it."""
        for known, pattern, made in self._known:
            if len(known) == len(key) and all(map(_same, known, key)):
                return pattern, made
        pattern = make()
        made = {}
        self._known.insert(0, ([copied(part) for part in key], pattern, made))
        del self._known[_KEPT:]
        return pattern, made


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return (
            isinstance(one, np.ndarray)
            and isinstance(other, np.ndarray)
            and one.dtype == other.dtype
            and np.array_equal(one, other)
        )
    try:
        return bool(one == other)
    except (TypeError, ValueError):
        return False


def _key(f: Function, choice: Choice, values: Sequence[Any]) -> list[Any]:
    """What a pattern by "any" depends on: arguments that are read, and the shapes of others."""
    found: list[Any] = []
    for n, (given, value) in enumerate(zip(f.plan.inputs, values, strict=True)):
        written = isinstance(value, np.ndarray) and not given.parameter.reads
        found.append(np.shape(value) if n in choice.wrt or written else value)
    return found


def pattern_of(
    f: Function, choice: Choice, how: Options, way: Any, values: Sequence[Any]
) -> tuple[Any, dict[Any, Any]]:
    """The pattern of a Jacobian, and a place for what is made of it."""
    if not isinstance(way, str):
        return way, {}
    if way == "here":
        return pattern_at(f, choice, how, "here", values), {}
    kept = f.derivatives.get(("patterns", choice, how))
    if kept is None:
        kept = f.derivatives[("patterns", choice, how)] = Kept()
    found: tuple[Any, dict[Any, Any]] = kept.of(
        _key(f, choice, values), lambda: pattern_at(f, choice, how, "any", values)
    )
    return found


# ---- Jacobians -----------------------------------------------------------------------------------


@final
class SparseJacobian:
    """A function with f's parameters that gives the Jacobian as a CSR matrix."""

    def __init__(self, f: Function, choice: Choice, how: Options, asked: Wanted) -> None:
        _check_scipy()
        self._f, self._choice, self._how, self._asked = f, choice, how, asked
        self._made: dict[Any, Any] = {}  # of a pattern of the user's

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        values = arranged(self._f.program, self._f.plan, args, kwargs)
        pattern, made = pattern_of(self._f, self._choice, self._how, self._asked.pattern, values)
        made = made if isinstance(self._asked.pattern, str) else self._made
        key = (self._asked.by, self._asked.order)
        work = made.get(key)
        if work is None:
            colours = coloured(pattern, self._asked.by, self._asked.order)
            work = made[key] = _Sweeps(self._f, self._choice, self._how, pattern, colours, values)
        return work.at(values)

    def colours(self, *args: Any, **kwargs: Any) -> tuple[int, int]:
        """How many colours the columns have, and the rows: sweeps in forward and reverse mode."""
        self(*args, **kwargs)
        values = arranged(self._f.program, self._f.plan, args, kwargs)
        _, made = pattern_of(self._f, self._choice, self._how, self._asked.pattern, values)
        made = made if isinstance(self._asked.pattern, str) else self._made
        work: _Sweeps = made[self._asked.by, self._asked.order]
        return work.colouring.counts


@final
class _Sweeps:
    """The sweeps for a pattern, and the way from them to its entries."""

    def __init__(
        self,
        f: Function,
        choice: Choice,
        how: Options,
        pattern: Any,
        colouring: Colouring,
        values: Sequence[Any],
    ) -> None:
        self.f, self.choice, self.how = f, choice, how
        self.pattern, self.colouring = pattern, colouring
        self._rooms: list[tuple[Vector, ...] | None] = []  # that no call uses just now
        self.start = pattern.indptr.astype(np.int64)
        self.inputs = [values[n] for n in choice.wrt]
        count = sum(map(np.size, self.inputs))
        if pattern.shape[1] != count:
            raise _unfit(f, pattern, f"the inputs have {count} entries")
        forward = colouring.counts[0]
        passes = -(-forward // most_at_once(f, _WIDEST))
        self.width = -(-forward // passes) if passes else 1
        if how.width > 1:
            self.width = how.width
        self.seeds = [
            _parts((colouring.columns == colour).astype(float), self.inputs)
            for colour in range(1, -(-forward // self.width) * self.width + 1)
        ]

    def at(self, values: Sequence[Any]) -> Any:
        """The matrix at a value for every input, whose arrays are left as by the function."""
        from scipy.sparse import csr_matrix

        entries = np.zeros(self.pattern.nnz)
        forward, back = self.colouring.counts
        sweeps = -(-forward // self.width) if forward else 0
        own = [
            copied(x) if given.parameter.writes and given.parameter.reads else x
            for given, x in zip(self.f.plan.inputs, values, strict=True)
        ]
        kinds: list[Any] = [np.asarray(x).dtype for x in self.inputs]
        if not forward and not back:
            self.f.whole(*values)
        for k in range(sweeps):
            last = k == sweeps - 1 and not back
            kinds += self._forward(values if last else _again(self.f, own), k, entries)
        if back:
            kinds += self._backward(values, own, entries)
        wide = np.result_type(*kinds)
        data = entries if wide == entries.dtype else entries.astype(wide)
        shape = self.pattern.shape
        return csr_matrix((data, self.pattern.indices, self.pattern.indptr), shape)

    def _forward(self, values: Sequence[Any], k: int, entries: Vector) -> list[Any]:
        run = along(self.f, self.choice, self.how, self.width)
        mine = self.seeds[k * self.width : (k + 1) * self.width]
        given = [*values, *(part for lane in mine for part in lane)]
        try:
            room = self._rooms.pop()
        except IndexError:  # the first call, or all are in use by other threads
            room = self._room(run, values)
        _, found = run.whole(*given) if room is None else evaluated(run.plan, run.code, given, room)
        kinds = self._taken(found, k, entries)
        if room is not None:
            self._rooms.append(room)
        return kinds

    def _room(self, run: Function, values: Sequence[Any]) -> tuple[Vector, ...] | None:
        """Memory for the tangents of large outputs: fresh pages cost as much as filling them."""
        plan, found = run.plan, []
        for output in plan.outputs[len(self.choice.of) :]:
            source = plan.sources[output.slot] if isinstance(output, Left) else None
            like = values[source.input] if isinstance(source, Fresh) else None
            if not isinstance(like, np.ndarray) or like.size < _LARGE or plan.has_variables:
                return None
            found.append(np.empty_like(like))
        return tuple(found)

    def _taken(self, found: Any, k: int, entries: Vector) -> list[Any]:
        """The entries that sweep k has."""
        lanes = found if self.width > 1 else (found,)
        outputs = [(lane,) if self.choice.single_output else lane for lane in lanes]
        row = 0
        for parts in zip(*outputs, strict=True):
            arrays = [np.ascontiguousarray(part, float).reshape(-1) for part in parts]
            size = arrays[0].size
            self._check_rows(row + size)
            places = np.array([array.ctypes.data for array in arrays], np.int64)
            native("rz_entries")(
                size, self.start[row : row + size + 1], self.pattern.indices,
                self.colouring.columns, k * self.width + 1, len(arrays), places, entries,
            )  # fmt: skip
            row += size
        self._check_rows(row, whole=True)
        return [np.asarray(part).dtype for part in outputs[0]]

    def _backward(self, values: Sequence[Any], own: Sequence[Any], entries: Vector) -> list[Any]:
        from ribozyme.api.derivatives.by_choice import value_of

        value = value_of(self.f, self.choice, values)
        outputs = (value,) if self.choice.single_output else value
        self._check_rows(sum(map(np.size, outputs)), whole=True)
        run = pullback_of(self.f, self.choice, self.how)
        for colour in range(1, self.colouring.counts[1] + 1):
            seeds = _parts((self.colouring.rows == colour).astype(float), outputs)
            found = run.whole(*_again(self.f, own), *seeds)
            low = 0
            for part in (found,) if self.choice.single else found:
                sweep = np.ascontiguousarray(part, float).reshape(-1)
                native("rz_entries_back")(
                    self.pattern.shape[0], self.start, self.pattern.indices, self.colouring.rows,
                    colour, low, low + sweep.size, sweep, entries,
                )  # fmt: skip
                low += sweep.size
        return [np.asarray(out).dtype for out in outputs]

    def _check_rows(self, count: int, *, whole: bool = False) -> None:
        rows = self.pattern.shape[0]
        if count > rows or (whole and count != rows):
            raise _unfit(self.f, self.pattern, f"the outputs have {count} entries or more")


def _again(f: Function, own: Sequence[Any]) -> list[Any]:
    """The arguments of one of several runs: what is written is a copy."""
    return [
        copied(x) if given.parameter.writes else x
        for given, x in zip(f.plan.inputs, own, strict=True)
    ]


def _parts(seed: Vector, like: Sequence[Any]) -> list[Any]:
    """A seed for all inputs or outputs, as one for each."""
    found: list[Any] = []
    at = 0
    for x in like:
        part = seed[at : at + np.size(x)]
        at += np.size(x)
        shaped = isinstance(x, np.ndarray)
        found.append(laid_out_as(x, part) if shaped else float(part[0]))
    return found


def _unfit(f: Function, pattern: Any, said: str) -> Error:
    return error("RZ011", f"a pattern of '{f.name}' has the shape {pattern.shape}, and {said}")


# ---- Hessians ------------------------------------------------------------------------------------


@final
class SparseHessian:
    """A function with f's parameters that gives the Hessian as a CSR matrix."""

    def __init__(self, f: Function, choice: Choice, how: Options, asked: Wanted) -> None:
        _check_scipy()
        self._f, self._choice, self._how, self._asked = f, choice, how, asked
        self._made: dict[Any, Any] = {}

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        values = arranged(self._f.program, self._f.plan, args, kwargs)
        return self._at(values, *self._work(values))

    def colours(self, *args: Any, **kwargs: Any) -> int:
        """How many colours there are: sweeps in forward over reverse mode."""
        values = arranged(self._f.program, self._f.plan, args, kwargs)
        return int(self._work(values)[1].max(initial=0))

    def _work(self, values: Sequence[Any]) -> tuple[Any, Vector, Alone | Trees]:
        pattern, made = hessian_pattern(
            self._f, self._choice, self._how, self._asked.pattern, values
        )
        own = not isinstance(self._asked.pattern, str)
        made = self._made if own else made
        key = (self._asked.by, self._asked.order)
        if key not in made:
            both = symmetric(pattern, own=own)
            made[key] = (both, *symmetrically(both, self._asked.by, self._asked.order))
        found: tuple[Any, Vector, Alone | Trees] = made[key]
        return found

    def _at(self, values: Sequence[Any], pattern: Any, colours: Vector, way: Alone | Trees) -> Any:
        from scipy.sparse import csr_matrix

        inputs = [values[n] for n in self._choice.wrt]
        size, count = sum(map(np.size, inputs)), int(colours.max(initial=0))
        if pattern.shape != (size, size):
            raise _unfit(self._f, pattern, f"the inputs have {size} entries")
        width = widest_second(self._f, self._how, count)
        run = slope_along(self._f, self._choice, self._how, width)
        compressed = np.empty((-(-count // width) * width, size))
        for first in range(0, count, width):
            seeds = [
                part
                for lane in range(width)
                for part in _parts((colours == first + lane + 1).astype(float), inputs)
            ]
            _, found = run.whole(*_again(self._f, values), *seeds)
            for lane, dots in enumerate(found if width > 1 else (found,)):
                parts = (dots,) if self._choice.single else dots
                flat = [np.asarray(part, float).reshape(-1) for part in parts]
                compressed[first + lane] = np.concatenate(flat) if len(flat) > 1 else flat[0]
        data = way.entries(compressed)
        kind = np.result_type(*(np.asarray(x).dtype for x in inputs))
        return csr_matrix(
            (data.astype(kind, copy=False), pattern.indices, pattern.indptr), (size, size)
        )


def hessian_pattern(
    f: Function, choice: Choice, how: Options, way: Way | Any, values: Sequence[Any]
) -> tuple[Any, dict[Any, Any]]:
    """The pattern of a Hessian, which is that of the gradient's Jacobian."""
    gradient = slope(f, choice, how.replace(check="never"))
    outputs = gradient.plan.outputs
    whole = Choice(choice.wrt, outputs, choice.single, choice.single)
    return pattern_of(gradient, whole, how, way, values)


def symmetric(pattern: Any, *, own: bool = False) -> Any:
    """The entries that a pattern has on both sides of the diagonal: others are zero on both. One of
    the user's `own` may have one side only."""
    found = ((pattern + pattern.T) if own else pattern.multiply(pattern.T)).tocsr()
    found.sort_indices()
    return found


def _check_scipy() -> None:
    try:
        import scipy.sparse  # noqa: F401
    except ImportError:
        raise error(
            "RZ024", "scipy is not installed", helps=("pip install 'ribozyme[scipy]'",)
        ) from None
