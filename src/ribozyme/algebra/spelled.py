"""How the tables spell a row: parameters and shapes as text.

    row("gemv", "y = alpha · A @ x + beta · y", "ta m n alpha A x beta y",
        "A: m × n; x: 1 × (ta == 'N' ? n : m); y: 1 × (ta == 'N' ? m : n)", Added(…))

The name of a parameter says its kind, or `:kind` behind it; one that says nothing is a dimension.
A shape is `rows × cols`, behind them the region that counts; `!` says written.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, get_args

from ribozyme.algebra.rows import Kind, Param, Result, Row, Shape, Term

_WHOLE: Final = "'A'"
_KINDS: Final[Mapping[str, Kind]] = {kind: kind for kind in get_args(Kind)}
_OF_NAME: Final[Mapping[str, Kind]] = {
    **dict.fromkeys(("ta", "tb", "trans"), "trans"),
    **dict.fromkeys(("jobz", "jobu", "jobv"), "job"),
    **dict.fromkeys(("alpha", "beta", "c"), "scalar"),
    **dict.fromkeys("ABCUZ", "matrix"),
    **dict.fromkeys("xy", "vector"),
    **dict.fromkeys("sw", "reals"),
    **dict.fromkeys(("lwork", "lrwork", "liwork"), "length"),
    "tau": "array",
    "ipiv": "pivots",
    **{name: name for name in ("uplo", "diag", "side", "work", "rwork", "iwork", "superb")},
}


def row(
    name: str,
    means: str,
    spelled: str,
    shapes: str,
    term: Term,
    *,
    calls: str = "",
    swapped: str = "",
    result: Result = "void",
    layout: bool = True,
    by_layout: bool = False,
    types: str = "sdcz",
) -> Row:
    """A row from its text; `calls` are routines, `swapped` flags and pairs (`ta m-n`)."""
    pairs = tuple(tuple(word.split("-")) for word in swapped.split())
    return Row(
        name,
        means,
        tuple(map(_param, spelled.split())),
        MappingProxyType(dict(map(_shape, shapes.split("; ")))),
        term,
        tuple(calls.split()),
        pairs,
        layout,
        result,
        by_layout,
        types,
    )


def _param(word: str) -> Param:
    word, _, size = word.partition("=")
    name, _, kind = word.partition(":")
    return Param(name, _KINDS[kind] if kind else _OF_NAME.get(name, "dim"), size)


def _shape(text: str) -> tuple[str, Shape]:
    name, _, rest = text.partition(": ")
    size, _, region = rest.rstrip("!").partition(" in ")
    rows, _, cols = size.partition(" × ")
    return name, Shape(rows, cols, region or _WHOLE, rest.endswith("!"))
