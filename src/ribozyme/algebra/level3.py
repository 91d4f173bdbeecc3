"""Rows of matrices: the third level of BLAS."""

from __future__ import annotations

from functools import partial
from typing import Final

from ribozyme.algebra.rows import Added, Composed, InPlace, Row
from ribozyme.algebra.spelled import row

_SIDED: Final = "A: (side == 'L' ? m : n) × (side == 'L' ? m : n) in"
_RANK_K: Final = "(trans == 'N' ? n : k) × (trans == 'N' ? k : n)"


def _triangular(routine: str, *, inverse: bool) -> InPlace:
    return InPlace(
        "B",
        "A",
        f"{routine}(side, uplo, ta, diag, m, n, {{c}}, {{A}}, {{Z}})",
        f"{routine}(side, uplo, adj(ta), diag, m, n, {{c}}, {{A}}, {{Z}})",
        "by_triangle(side, uplo, ta, diag, m, n, {c}, {A}, {B}, {Z})",
        "of_triangle(side, uplo, ta, diag, m, n, {c}, {Z}, {B}, {A'})",
        inverse=inverse,
    )


_GEMM: Final = Added(
    "C",
    ("A", "B"),
    "GEMM(ta, tb, m, n, k, {c}, {A}, {B}, 1, {Z})",
    {
        "A": "product(ta, 'N', adj(tb), m, k, n, cj({c}), {Z}, {B}, {A'})",
        "B": "product(tb, adj(ta), 'N', k, n, m, cj({c}), {A}, {Z}, {B'})",
    },
)
_SYMM: Final = Added(
    "C",
    ("A", "B"),
    "SYMM(side, uplo, m, n, {c}, {A}, {B}, 1, {Z})",
    {
        "A": "of_symmetric(side, uplo, m, n, cj({c}), {Z}, {B}, {A'})",
        "B": "by_symmetric_conjugate(side, uplo, m, n, cj({c}), {A}, {Z}, {B'})",
    },
)
_HEMM: Final = Added(
    "C",
    ("A", "B"),
    "HEMM(side, uplo, m, n, {c}, {A}, {B}, 1, {Z})",
    {
        "A": "of_hermitian(side, uplo, m, n, cj({c}), {Z}, {B}, {A'})",
        "B": "HEMM(side, uplo, m, n, cj({c}), {A}, {Z}, 1, {B'})",
    },
)
_SYRK: Final = Added(
    "C",
    ("A",),
    "SYRK(uplo, trans, n, k, {c}, {A}, 1, {Z})",
    {"A": "by_symmetric(trans, uplo, n, k, cj({c}), {Z}, {A}, {A'})"},
    {"A": "SYR2K(uplo, trans, n, k, {c}, {A'}, {A}, 1, {Z})"},
)
_SYR2K: Final = Added(
    "C",
    ("A", "B"),
    "SYR2K(uplo, trans, n, k, {c}, {A}, {B}, 1, {Z})",
    {
        "A": "by_symmetric(trans, uplo, n, k, cj({c}), {Z}, {B}, {A'})",
        "B": "by_symmetric(trans, uplo, n, k, cj({c}), {Z}, {A}, {B'})",
    },
)
_sided = partial(row, swapped="side uplo m-n")
_ranked = partial(row, swapped="uplo trans")
_complex = partial(row, term=Composed(), calls="gemm", by_layout=True, types="cz")

LEVEL3: Final[tuple[Row, ...]] = (
    row(
        "gemm",
        "C = alpha · A @ B + beta · C",
        "ta tb m n k alpha A B beta C",
        "A: (ta == 'N' ? m : k) × (ta == 'N' ? k : m); "
        "B: (tb == 'N' ? k : n) × (tb == 'N' ? n : k); C: m × n",
        _GEMM,
        swapped="ta-tb m-n A-B",
    ),
    _sided(
        "symm",
        "C = alpha · A @ B + beta · C, or B @ A, with A symmetric",
        "side uplo m n alpha A B beta C",
        f"{_SIDED} uplo; B: m × n; C: m × n",
        _SYMM,
        calls="syr2k",
    ),
    _sided(
        "hemm",
        "C = alpha · A @ B + beta · C, or B @ A, with A Hermitian",
        "side uplo m n alpha A B beta C",
        f"{_SIDED} uplo; B: m × n; C: m × n",
        _HEMM,
        calls="gemm",
        types="cz",
    ),
    _ranked(
        "syrk",
        "C = alpha · A @ Aᵀ + beta · C, a triangle of it",
        "uplo trans n k alpha A beta C",
        f"A: {_RANK_K}; C: n × n in uplo",
        _SYRK,
        calls="syr2k symm",
    ),
    _ranked(
        "syr2k",
        "C = alpha · (A @ Bᵀ + B @ Aᵀ) + beta · C, a triangle of it",
        "uplo trans n k alpha A B beta C",
        f"A: {_RANK_K}; B: {_RANK_K}; C: n × n in uplo",
        _SYR2K,
        calls="symm",
    ),
    _sided(
        "trmm",
        "B = alpha · A @ B, or B @ A, with A triangular",
        "side uplo ta diag m n alpha A B",
        f"{_SIDED} within(uplo, diag); B: m × n",
        _triangular("TRMM", inverse=False),
        calls="gemm",
    ),
    _sided(
        "trsm",
        "B = alpha · A⁻¹ @ B, or B @ A⁻¹, with A triangular",
        "side uplo ta diag m n alpha A B",
        f"{_SIDED} within(uplo, diag); B: m × n",
        _triangular("TRSM", inverse=True),
        calls="gemm",
    ),
    _complex(
        "herk",
        "C = alpha · A @ Aᴴ + beta · C, a triangle of it, with alpha and beta real",
        "uplo trans n k alpha:real A beta:real C",
        f"A: {_RANK_K}; C: n × n in uplo!",
    ),
    _complex(
        "her2k",
        "C = alpha · A @ Bᴴ + (alpha · A @ Bᴴ)ᴴ + beta · C, a triangle of it, with beta real",
        "uplo trans n k alpha A B beta:real C",
        f"A: {_RANK_K}; B: {_RANK_K}; C: n × n in uplo!",
    ),
)
