"""Rows of LAPACK: factors, solutions by them, and spectra. All say whether they succeeded."""

from __future__ import annotations

from functools import partial
from typing import Final

from ribozyme.algebra.rows import Composed, Row, Written
from ribozyme.algebra.spelled import row

_own = partial(row, result="int", by_layout=True)
_written = partial(_own, term=Written())
_composed = partial(_own, term=Composed())
_FEWER: Final = "1 × (m < n ? m : n)"

SOLUTIONS: Final[tuple[Row, ...]] = (
    row(
        "potrf",
        "A = L @ Lᵀ, a triangle of it",
        "uplo n A",
        "A: n × n in uplo!",
        Written(),
        calls="gemm trsm trmm symm hemm",
        swapped="uplo",
        result="int",
    ),
    _written(
        "getrf", "P @ A = L @ U, of square matrices", "m n A ipiv", "A: m × n!", calls="trsm trmm"
    ),
    _composed(
        "potrs",
        "B = A⁻¹ @ B, with A = L @ Lᵀ",
        "uplo n nrhs A B",
        "A: n × n in uplo; B: n × nrhs!",
        calls="trsm",
    ),
    _composed(
        "posv",
        "A = L @ Lᵀ, B = A⁻¹ @ B",
        "uplo n nrhs A B",
        "A: n × n in uplo!; B: n × nrhs!",
        calls="potrf trsm",
    ),
    _composed(
        "getrs",
        "B = A⁻¹ @ B, or A⁻ᵀ @ B, with P @ A = L @ U",
        "ta n nrhs A ipiv B",
        "A: n × n; B: n × nrhs!",
        calls="trsm",
    ),
    _composed(
        "gesv",
        "P @ A = L @ U, B = A⁻¹ @ B",
        "n nrhs A ipiv B",
        "A: n × n!; B: n × nrhs!",
        calls="getrf trsm",
    ),
    _composed("getri", "A = (P⁻¹ @ L @ U)⁻¹", "n A ipiv work=n lwork", "A: n × n!", calls="trsm"),
    row(
        "potri",
        "A = (L @ Lᵀ)⁻¹, a triangle of it",
        "uplo n A",
        "A: n × n in uplo!",
        Composed(),
        calls="trsm",
        swapped="uplo",
        result="int",
    ),
)

ORTHOGONAL: Final[tuple[Row, ...]] = (
    _written(
        "geqrf",
        "A = Q @ R, Q as reflectors",
        "m n A tau work=n lwork",
        f"A: m × n!; tau: {_FEWER}!",
        calls="gemv ger geru",
    ),
    *(
        _composed(
            name,
            "A = the first columns of Q",
            "m n k A tau work=n lwork",
            "A: m × n!; tau: 1 × k",
            calls="gemm trsm",
            types=types,
        )
        for name, types in (("orgqr", "sd"), ("ungqr", "cz"))
    ),
    *(
        _composed(
            name,
            "C = Q @ C, C @ Q, or with Qᵀ",
            "side ta m n k A tau C work=m+n lwork",
            "A: (side == 'L' ? m : n) × k; tau: 1 × k; C: m × n!",
            calls="gemm trsm",
            types=types,
        )
        for name, types in (("ormqr", "sd"), ("unmqr", "cz"))
    ),
    _composed(
        "gels",
        "B = the X with the least |A @ X - B|, or the shortest X with A @ X = B; or with Aᵀ",
        "ta m n nrhs A B work=m+n+nrhs lwork",
        "A: m × n!; B: (m < n ? n : m) × nrhs!",
        calls="geqrf gemm trsm",
    ),
)

_SPECTRUM: Final = "A: n × n in uplo!; w: 1 × n!"
_VALUES: Final = f"A: m × n!; s: {_FEWER}!; U: m × m!; Z: n × n!"
_WORK_D: Final = "work=1+6*n+2*n*n lwork iwork=3+5*n liwork"
_WORK_Z: Final = "work=2*n+n*n lwork rwork=1+5*n+2*n*n lrwork iwork=3+5*n liwork"
_SYMMETRIC: Final = "A = V, w: symmetric A = V @ diag(w) @ Vᵀ"
_HERMITIAN: Final = "A = V, w: Hermitian A = V @ diag(w) @ Vᴴ"
_real = partial(_own, shapes=_SPECTRUM, calls="syev gemm symm", types="sd")
_complex = partial(_own, shapes=_SPECTRUM, calls="heev gemm hemm", types="cz")

SPECTRA: Final[tuple[Row, ...]] = (
    _real("syev", _SYMMETRIC, "jobz uplo n A w work=3*n lwork", term=Written()),
    _real("syevd", _SYMMETRIC, f"jobz uplo n A w {_WORK_D}", term=Composed()),
    _complex("heev", _HERMITIAN, "jobz uplo n A w work=2*n lwork rwork=3*n", term=Written()),
    _complex("heevd", _HERMITIAN, f"jobz uplo n A w {_WORK_Z}", term=Composed()),
    _written(
        "gesdd",
        "A = U @ diag(s) @ Z",
        "jobz m n A s U Z work=4*(m+n)*(m+n) lwork rwork=7*(m+n)*(m+n) iwork=8*(m<n?m:n)",
        _VALUES,
        calls="gemm",
    ),
    _written(
        "gesvd",
        "A = U @ diag(s) @ Z",
        "jobu jobv m n A s U Z work=5*(m+n) lwork rwork=5*(m<n?m:n) superb",
        _VALUES,
        calls="gemm",
    ),
)
