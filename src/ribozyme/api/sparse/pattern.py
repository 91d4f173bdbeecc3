"""Patterns: which entry of the outputs depends on which entry of the inputs.

    void f(x, n, out)   →   f with sets, x.dot = {0}, {1}, … , out.dot = {0, 1}, {0, 1, 2}, …

The version with sets is forward mode (`transform.sets`), so it has the plan of a tangent: arrays of
floats go in and come out, whose bits are sets. A pattern is a Boolean CSR matrix; its rows are the
entries of all outputs, one after the other, its columns those of all inputs.
"""

import ctypes
from collections.abc import Sequence
from typing import Any, Final, Literal

import numpy as np

from ribozyme.api.calling.call import evaluated
from ribozyme.api.calling.call_plan import Copy, Fresh, Given
from ribozyme.api.calling.native_memory import laid_out_as
from ribozyme.api.derivatives.by_choice import copied, derivative
from ribozyme.api.derivatives.differentiate import Choice, forward
from ribozyme.api.programs.functions import Function
from ribozyme.api.signatures.ctype import CType, Number
from ribozyme.api.sparse.c_functions import RUNNING, native, symbols
from ribozyme.backend.runtime import guard
from ribozyme.base.errors import error
from ribozyme.base.options import Options

Way = Literal["any", "here"]
Vector = np.ndarray[Any, Any]

_BITS: Final = 30  # inputs a run, as bits; a float of these bits is a number
_FEW: Final = 4 * _BITS
_WORDS: Final = 1 << 28  # of lists: 1 GiB
_ENTRIES: Final = 1 << 30
_KNOWN: Final[dict[np.dtype[Any], Any]] = {
    np.dtype(np.float32): np.uint32,
    np.dtype(np.float64): np.uint64,
}
_SCALARS: Final[dict[int, np.dtype[Any]]] = {kind.itemsize: kind for kind in _KNOWN}


def with_sets(f: Function, choice: Choice, how: Options, way: Way) -> Function:
    """The version of a function that computes sets of inputs."""
    plain = how.replace(nonsmooth="subgradient", check="never", width=1).of_code
    made = derivative(
        f, f"sparsity {way}", choice, plain,
        lambda: forward(f.plan, choice, plain, sets=way),
    )  # fmt: skip
    made.program.supply = symbols
    return made


def pattern_at(f: Function, choice: Choice, how: Options, way: Way, values: Sequence[Any]) -> Any:
    """The pattern at a value for every input, as a CSR matrix of ones."""
    run = with_sets(f, choice, how, way)
    inputs = [values[n] for n in choice.wrt]
    count = sum(map(np.size, inputs))
    with RUNNING:
        if count > _FEW:
            sets = _sets(run, choice, values, inputs, count, as_bits=False)
            if sets is not None:
                return _of_lists(sets, count, f)
        return _of_bits(run, choice, values, inputs, count)


def _kind(f: Function, type: CType, value: Any) -> np.dtype[Any]:
    """The NumPy type of the numbers in an input or output, which must have room for a set."""
    kind = np.asarray(value).dtype
    if not isinstance(value, np.ndarray):
        kind = _SCALARS.get(type.size, kind) if isinstance(type, Number) else kind
    if kind not in _KNOWN:
        raise error("RZ001", f"a pattern of '{f.name}' is of float and double, not of {kind}")
    return kind


def _sets(
    run: Function,
    choice: Choice,
    values: Sequence[Any],
    inputs: Sequence[Any],
    count: int,
    *,
    as_bits: bool,
    first: int = 0,
) -> Vector | None:
    """A set for each entry of the outputs; None where there is no room for all of them."""
    native("rz_sets_begin")(count, _WORDS, int(as_bits))
    seeds = np.arange(1, count + 1, dtype=np.uint32)
    if as_bits:
        seeds = np.zeros(count, np.uint32)
        some = min(_BITS, count - first)
        seeds[first : first + some] = np.uint32(1) << np.arange(some, dtype=np.uint32)
    given, at = [], 0
    for n, x in zip(choice.wrt, inputs, strict=True):
        kind = _kind(run, run.plan.inputs[n].type, x)
        given.append(_as_floats(seeds[at : at + np.size(x)], x, kind))
        at += np.size(x)
    _, found = _run(run, [*map(copied, values), *given])
    _refuse_decided(run)
    if native("rz_sets_full")():
        return None
    outputs = (found,) if choice.single_output else found
    types = [run.plan.output_type(o) for o in run.plan.outputs[-len(outputs) :]]
    parts = zip(outputs, types, strict=True)
    return np.concatenate([_as_sets(out, _kind(run, type, out)) for out, type in parts])


def _run(run: Function, values: Sequence[Any]) -> Any:
    """A call of the version with sets, the arrays that it is passed being told to the run time."""
    if run.plan.has_variables:
        return run.whole(*values)
    plan = run.plan
    inputs = [
        source.input if isinstance(source, Given | Fresh | Copy) else -1 for source in plan.sources
    ]
    sizes = [getattr(values[n], "nbytes", 0) if n >= 0 else 0 for n in inputs]

    def enter(guarded: int, body: int, block: int) -> None:
        words = (ctypes.c_int64 * len(sizes)).from_address(block)
        for word, size, type in zip(words, sizes, plan.routine.slots, strict=True):
            if size and type == "ptr":
                native("rz_sets_array")(word, size)
        guard.call(guarded, body, block)

    return evaluated(plan, run.code, values, enter=enter)


def _refuse_decided(run: Function) -> None:
    room = np.zeros(4096, np.int8)
    length = native("rz_sets_what_was_decided")(room, room.size)
    if length:
        said = room.tobytes()[:length].decode(errors="replace")
        raise error(
            "RZ612",
            f"{run.name}: {said}",
            notes=('a pattern by "any" holds at every point, and another branch was not run',),
            helps=(
                'the pattern of each point: pattern="here"',
                "a pattern of your own: pattern=csr",
            ),
        )


def _as_floats(seeds: Vector, like: Any, kind: np.dtype[Any]) -> Any:
    """Sets in floats of the type of an input."""
    found = seeds.astype(_KNOWN[kind]).view(kind)
    return laid_out_as(like, found) if isinstance(like, np.ndarray) else float(found[0])


def _as_sets(found: Any, kind: np.dtype[Any]) -> Vector:
    """Sets out of floats."""
    whole = np.asarray(found, kind).reshape(-1)
    sets: Vector = (whole.view(_KNOWN[kind]) & 0xFFFFFFFF).astype(np.uint32)
    return sets


def _of_lists(sets: Vector, count: int, f: Function) -> Any:
    from scipy.sparse import csr_matrix

    start = np.zeros(sets.size + 1, np.int64)
    total = native("rz_rows")(sets, sets.size, start, _ENTRIES)
    if total < 0:
        raise error(
            "RZ612",
            f"the pattern of '{f.name}' does not fit into memory",
            notes=(f"it has more than {_ENTRIES} entries, or there is no memory for them",),
            helps=("rz.jvp and rz.vjp need no matrix",),
        )
    columns = np.empty(total, np.int32)
    native("rz_rows_taken")(columns)
    ones = np.ones(total, bool)
    return csr_matrix((ones, columns, _narrow(start)), (sets.size, count))


def _narrow(start: Vector) -> Vector:
    return start.astype(np.int32) if start[-1] < 1 << 31 else start


def _of_bits(
    run: Function, choice: Choice, values: Sequence[Any], inputs: Sequence[Any], count: int
) -> Any:
    from scipy.sparse import csr_matrix

    rows, columns, size = [], [], 0
    for first in range(0, count, _BITS):
        sets = _sets(run, choice, values, inputs, count, as_bits=True, first=first)
        assert sets is not None
        size = sets.size
        for bit in range(min(_BITS, count - first)):
            (has,) = np.nonzero(sets >> np.uint32(bit) & np.uint32(1))
            rows.append(has)
            columns.append(np.full(has.size, first + bit))
    row, column = np.concatenate(rows), np.concatenate(columns)
    return csr_matrix((np.ones(row.size, bool), (row, column)), (size, count))
