"""Rows of a matrix and vectors: the second level of BLAS."""

from __future__ import annotations

from functools import partial
from typing import Final

from ribozyme.algebra.rows import Added, Composed, InPlace, Row
from ribozyme.algebra.spelled import row

_BY: Final = "x: 1 × (ta == 'N' ? n : m); y: 1 × (ta == 'N' ? m : n)"
_SQUARE: Final = "x: 1 × n; A: n × n in uplo"
_SQUARES: Final = "x: 1 × n; y: 1 × n; A: n × n in uplo"
_OUTER: Final = "x: 1 × m; y: 1 × n; A: m × n"


def _triangular(routine: str, *, inverse: bool) -> InPlace:
    return InPlace(
        "x",
        "A",
        f"{routine}(uplo, ta, diag, n, {{A}}, {{Z}})",
        f"{routine}(uplo, adj(ta), diag, n, {{A}}, {{Z}})",
        "by_triangle_vector(uplo, ta, diag, n, {c}, {A}, {B}, {Z})",
        "of_triangle_vector(uplo, ta, diag, n, {c}, {Z}, {B}, {A'})",
        inverse=inverse,
        alpha=False,
    )


_GEMV: Final = Added(
    "y",
    ("A", "x"),
    "GEMV(ta, m, n, {c}, {A}, {x}, 1, {Z})",
    {
        "A": "ranked(ta, m, n, cj({c}), {Z}, {x}, {A'})",
        "x": "GEMV(adj(ta), m, n, cj({c}), {A}, {Z}, 1, {x'})",
    },
)
_GBMV: Final = Added(
    "y",
    ("A", "x"),
    "GBMV(ta, m, n, kl, ku, {c}, {A}, {x}, 1, {Z})",
    {
        "A": "ranked_band(ta, m, n, kl, ku, cj({c}), {Z}, {x}, {A'})",
        "x": "GBMV(adj(ta), m, n, kl, ku, cj({c}), {A}, {Z}, 1, {x'})",
    },
)
_GERU: Final = Added(
    "A",
    ("x", "y"),
    "GERU(m, n, {c}, {x}, {y}, {Z})",
    {
        "x": "by_conjugate('N', m, n, cj({c}), {Z}, {y}, {x'})",
        "y": "by_conjugate('T', m, n, cj({c}), {Z}, {x}, {y'})",
    },
    beta=False,
)
_GER: Final = Added(
    "A",
    ("x", "y"),
    "GER(m, n, {c}, {x}, {y}, {Z})",
    {
        "x": "GEMV('N', m, n, {c}, {Z}, {y}, 1, {x'})",
        "y": "GEMV('T', m, n, {c}, {Z}, {x}, 1, {y'})",
    },
    beta=False,
)
_SYMV: Final = Added(
    "y",
    ("A", "x"),
    "SYMV(uplo, n, {c}, {A}, {x}, 1, {Z})",
    {
        "A": "SYR2(uplo, n, {c}, {Z}, {x}, {A'}); outer_diagonal(n, -({c}), {Z}, {x}, {A'})",
        "x": "SYMV(uplo, n, {c}, {A}, {Z}, 1, {x'})",
    },
)
_SYR: Final = Added(
    "A",
    ("x",),
    "SYR(uplo, n, {c}, {x}, {Z})",
    {"x": "SYMV(uplo, n, {c}, {Z}, {x}, 1, {x'}); by_diagonal(n, {c}, {Z}, {x}, {x'})"},
    {"x": "SYR2(uplo, n, {c}, {x'}, {x}, {Z})"},
    beta=False,
)
_SYR2: Final = Added(
    "A",
    ("x", "y"),
    "SYR2(uplo, n, {c}, {x}, {y}, {Z})",
    {
        "x": "SYMV(uplo, n, {c}, {Z}, {y}, 1, {x'}); by_diagonal(n, {c}, {Z}, {y}, {x'})",
        "y": "SYMV(uplo, n, {c}, {Z}, {x}, 1, {y'}); by_diagonal(n, {c}, {Z}, {x}, {y'})",
    },
    beta=False,
)
_real = partial(row, types="sd")
_in_place = partial(row, calls="gemv", swapped="uplo ta")
_complex = partial(row, term=Composed(), by_layout=True, types="cz")
_TRIANGLE: Final = "A: n × n in within(uplo, diag); x: 1 × n"
_MV: Final = "alpha A x beta y"

LEVEL2: Final[tuple[Row, ...]] = (
    row(
        "gemv",
        "y = alpha · A @ x + beta · y",
        f"ta m n {_MV}",
        f"A: m × n; {_BY}",
        _GEMV,
        calls="ger geru",
        swapped="ta m-n",
    ),
    row(
        "gbmv",
        "y = alpha · A @ x + beta · y, with A a band",
        f"ta m n kl ku {_MV}",
        f"A: kl + ku + 1 × n; {_BY}",
        _GBMV,
        swapped="ta m-n kl-ku",
    ),
    row(
        "geru",
        "A = alpha · x @ yᵀ + A",
        "m n alpha x y A",
        _OUTER,
        _GERU,
        calls="gemv",
        swapped="m-n x-y",
        types="cz",
    ),
    _real(
        "ger",
        "A = alpha · x @ yᵀ + A",
        "m n alpha x y A",
        _OUTER,
        _GER,
        calls="gemv",
        swapped="m-n x-y",
    ),
    _real(
        "symv",
        "y = alpha · A @ x + beta · y, with A symmetric",
        f"uplo n {_MV}",
        "A: n × n in uplo; x: 1 × n; y: 1 × n",
        _SYMV,
        calls="syr2",
        swapped="uplo",
    ),
    _real(
        "syr",
        "A = alpha · x @ xᵀ + A, a triangle of it",
        "uplo n alpha x A",
        _SQUARE,
        _SYR,
        calls="syr2 symv",
        swapped="uplo",
    ),
    _real(
        "syr2",
        "A = alpha · (x @ yᵀ + y @ xᵀ) + A, a triangle of it",
        "uplo n alpha x y A",
        _SQUARES,
        _SYR2,
        calls="symv",
        swapped="uplo",
    ),
    _in_place(
        "trmv",
        "x = A @ x, with A triangular",
        "uplo ta diag n A x",
        _TRIANGLE,
        _triangular("TRMV", inverse=False),
    ),
    _in_place(
        "trsv",
        "x = A⁻¹ @ x, with A triangular",
        "uplo ta diag n A x",
        _TRIANGLE,
        _triangular("TRSV", inverse=True),
    ),
    _complex("gerc", "A = alpha · x @ yᴴ + A", "m n alpha x y A", f"{_OUTER}!", calls="geru"),
    _complex(
        "hemv",
        "y = alpha · A @ x + beta · y, with A Hermitian",
        f"uplo n {_MV}",
        "A: n × n in uplo; x: 1 × n; y: 1 × n!",
        calls="hemm",
    ),
    _complex(
        "her",
        "A = alpha · x @ xᴴ + A, a triangle of it, with alpha real",
        "uplo n alpha:real x A",
        f"{_SQUARE}!",
    ),
    _complex(
        "her2",
        "A = alpha · x @ yᴴ + (alpha · x @ yᴴ)ᴴ + A, a triangle of it",
        "uplo n alpha x y A",
        f"{_SQUARES}!",
    ),
)
