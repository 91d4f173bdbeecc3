"""The rows of BLAS, level by level, and of LAPACK."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ribozyme.algebra.rows import (
    Added,
    Composed,
    InPlace,
    Result,
    Row,
    Shape,
    Term,
    Written,
    params,
)

_WHOLE: Final = "'A'"
_FEWER: Final = "1 × (m < n ? m : n)!"
_WORK_D: Final = "work:work=1+6*n+2*n*n lwork:length iwork:iwork=3+5*n liwork:length"
_WORK_Z: Final = (
    "work:work=2*n+n*n lwork:length rwork:rwork=1+5*n+2*n*n lrwork:length"
    " iwork:iwork=3+5*n liwork:length"
)
_TRIANGLE: Final = "within(uplo, diag)"


def _shapes(**spelled: str) -> Mapping[str, Shape]:
    """Shapes as a table spells them: `rows × cols`, behind them a region; `!` says written."""
    found = {}
    for name, text in spelled.items():
        size, _, region = text.rstrip("!").partition(" in ")
        rows, _, cols = size.partition(" × ")
        found[name] = Shape(rows, cols, region or _WHOLE, text.endswith("!"))
    return MappingProxyType(found)


def _row(
    name: str,
    means: str,
    spelled: str,
    shapes: Mapping[str, Shape],
    term: Term,
    calls: str = "",
    swapped: str = "",
    result: Result = "void",
    layout: bool = True,
    by_layout: bool = False,
    types: str = "sdcz",
) -> Row:
    pairs = tuple(tuple(word.split("-")) for word in swapped.split())
    return Row(
        name,
        means,
        params(spelled),
        shapes,
        term,
        tuple(calls.split()),
        pairs,
        layout,
        result,
        by_layout,
        types,
    )


_TIMES: Final = (
    _row(
        "gemm",
        "C = alpha · A @ B + beta · C",
        "ta:trans tb:trans m n k alpha:scalar A:matrix B:matrix beta:scalar C:matrix",
        _shapes(
            A="(ta == 'N' ? m : k) × (ta == 'N' ? k : m)",
            B="(tb == 'N' ? k : n) × (tb == 'N' ? n : k)",
            C="m × n",
        ),
        Added(
            "C",
            ("A", "B"),
            "GEMM(ta, tb, m, n, k, {c}, {A}, {B}, 1, {Z})",
            {
                "A": "product(ta, 'N', adj(tb), m, k, n, cj({c}), {Z}, {B}, {A'})",
                "B": "product(tb, adj(ta), 'N', k, n, m, cj({c}), {A}, {Z}, {B'})",
            },
        ),
        swapped="ta-tb m-n A-B",
    ),
    _row(
        "symm",
        "C = alpha · A @ B + beta · C, or B @ A, with A symmetric",
        "side:side uplo:uplo m n alpha:scalar A:matrix B:matrix beta:scalar C:matrix",
        _shapes(A="(side == 'L' ? m : n) × (side == 'L' ? m : n) in uplo", B="m × n", C="m × n"),
        Added(
            "C",
            ("A", "B"),
            "SYMM(side, uplo, m, n, {c}, {A}, {B}, 1, {Z})",
            {
                "A": "of_symmetric(side, uplo, m, n, cj({c}), {Z}, {B}, {A'})",
                "B": "by_symmetric_conjugate(side, uplo, m, n, cj({c}), {A}, {Z}, {B'})",
            },
        ),
        calls="syr2k",
        swapped="side uplo m-n",
    ),
    _row(
        "syrk",
        "C = alpha · A @ Aᵀ + beta · C, a triangle of it",
        "uplo:uplo trans:trans n k alpha:scalar A:matrix beta:scalar C:matrix",
        _shapes(A="(trans == 'N' ? n : k) × (trans == 'N' ? k : n)", C="n × n in uplo"),
        Added(
            "C",
            ("A",),
            "SYRK(uplo, trans, n, k, {c}, {A}, 1, {Z})",
            {"A": "by_symmetric(trans, uplo, n, k, cj({c}), {Z}, {A}, {A'})"},
            {"A": "SYR2K(uplo, trans, n, k, {c}, {A'}, {A}, 1, {Z})"},
        ),
        calls="syr2k symm",
        swapped="uplo trans",
    ),
    _row(
        "syr2k",
        "C = alpha · (A @ Bᵀ + B @ Aᵀ) + beta · C, a triangle of it",
        "uplo:uplo trans:trans n k alpha:scalar A:matrix B:matrix beta:scalar C:matrix",
        _shapes(
            A="(trans == 'N' ? n : k) × (trans == 'N' ? k : n)",
            B="(trans == 'N' ? n : k) × (trans == 'N' ? k : n)",
            C="n × n in uplo",
        ),
        Added(
            "C",
            ("A", "B"),
            "SYR2K(uplo, trans, n, k, {c}, {A}, {B}, 1, {Z})",
            {
                "A": "by_symmetric(trans, uplo, n, k, cj({c}), {Z}, {B}, {A'})",
                "B": "by_symmetric(trans, uplo, n, k, cj({c}), {Z}, {A}, {B'})",
            },
        ),
        calls="symm",
        swapped="uplo trans",
    ),
    _row(
        "gemv",
        "y = alpha · A @ x + beta · y",
        "ta:trans m n alpha:scalar A:matrix x:vector beta:scalar y:vector",
        _shapes(A="m × n", x="1 × (ta == 'N' ? n : m)", y="1 × (ta == 'N' ? m : n)"),
        Added(
            "y",
            ("A", "x"),
            "GEMV(ta, m, n, {c}, {A}, {x}, 1, {Z})",
            {
                "A": "ranked(ta, m, n, cj({c}), {Z}, {x}, {A'})",
                "x": "GEMV(adj(ta), m, n, cj({c}), {A}, {Z}, 1, {x'})",
            },
        ),
        calls="ger geru",
        swapped="ta m-n",
    ),
    _row(
        "gbmv",
        "y = alpha · A @ x + beta · y, with A a band",
        "ta:trans m n kl ku alpha:scalar A:matrix x:vector beta:scalar y:vector",
        _shapes(A="kl + ku + 1 × n", x="1 × (ta == 'N' ? n : m)", y="1 × (ta == 'N' ? m : n)"),
        Added(
            "y",
            ("A", "x"),
            "GBMV(ta, m, n, kl, ku, {c}, {A}, {x}, 1, {Z})",
            {
                "A": "ranked_band(ta, m, n, kl, ku, cj({c}), {Z}, {x}, {A'})",
                "x": "GBMV(adj(ta), m, n, kl, ku, cj({c}), {A}, {Z}, 1, {x'})",
            },
        ),
        swapped="ta m-n kl-ku",
    ),
    _row(
        "geru",
        "A = alpha · x @ yᵀ + A",
        "m n alpha:scalar x:vector y:vector A:matrix",
        _shapes(x="1 × m", y="1 × n", A="m × n"),
        Added(
            "A",
            ("x", "y"),
            "GERU(m, n, {c}, {x}, {y}, {Z})",
            {
                "x": "by_conjugate('N', m, n, cj({c}), {Z}, {y}, {x'})",
                "y": "by_conjugate('T', m, n, cj({c}), {Z}, {x}, {y'})",
            },
            beta=False,
        ),
        calls="gemv",
        swapped="m-n x-y",
        types="cz",
    ),
    _row(
        "hemm",
        "C = alpha · A @ B + beta · C, or B @ A, with A Hermitian",
        "side:side uplo:uplo m n alpha:scalar A:matrix B:matrix beta:scalar C:matrix",
        _shapes(A="(side == 'L' ? m : n) × (side == 'L' ? m : n) in uplo", B="m × n", C="m × n"),
        Added(
            "C",
            ("A", "B"),
            "HEMM(side, uplo, m, n, {c}, {A}, {B}, 1, {Z})",
            {
                "A": "of_hermitian(side, uplo, m, n, cj({c}), {Z}, {B}, {A'})",
                "B": "HEMM(side, uplo, m, n, cj({c}), {A}, {Z}, 1, {B'})",
            },
        ),
        calls="gemm",
        swapped="side uplo m-n",
        types="cz",
    ),
    _row(
        "ger",
        "A = alpha · x @ yᵀ + A",
        "m n alpha:scalar x:vector y:vector A:matrix",
        _shapes(x="1 × m", y="1 × n", A="m × n"),
        Added(
            "A",
            ("x", "y"),
            "GER(m, n, {c}, {x}, {y}, {Z})",
            {
                "x": "GEMV('N', m, n, {c}, {Z}, {y}, 1, {x'})",
                "y": "GEMV('T', m, n, {c}, {Z}, {x}, 1, {y'})",
            },
            beta=False,
        ),
        calls="gemv",
        swapped="m-n x-y",
        types="sd",
    ),
    _row(
        "symv",
        "y = alpha · A @ x + beta · y, with A symmetric",
        "uplo:uplo n alpha:scalar A:matrix x:vector beta:scalar y:vector",
        _shapes(A="n × n in uplo", x="1 × n", y="1 × n"),
        Added(
            "y",
            ("A", "x"),
            "SYMV(uplo, n, {c}, {A}, {x}, 1, {Z})",
            {
                "A": "SYR2(uplo, n, {c}, {Z}, {x}, {A'});"
                " outer_diagonal(n, -({c}), {Z}, {x}, {A'})",
                "x": "SYMV(uplo, n, {c}, {A}, {Z}, 1, {x'})",
            },
        ),
        calls="syr2",
        swapped="uplo",
        types="sd",
    ),
    _row(
        "syr",
        "A = alpha · x @ xᵀ + A, a triangle of it",
        "uplo:uplo n alpha:scalar x:vector A:matrix",
        _shapes(x="1 × n", A="n × n in uplo"),
        Added(
            "A",
            ("x",),
            "SYR(uplo, n, {c}, {x}, {Z})",
            {"x": "SYMV(uplo, n, {c}, {Z}, {x}, 1, {x'}); by_diagonal(n, {c}, {Z}, {x}, {x'})"},
            {"x": "SYR2(uplo, n, {c}, {x'}, {x}, {Z})"},
            beta=False,
        ),
        calls="syr2 symv",
        swapped="uplo",
        types="sd",
    ),
    _row(
        "syr2",
        "A = alpha · (x @ yᵀ + y @ xᵀ) + A, a triangle of it",
        "uplo:uplo n alpha:scalar x:vector y:vector A:matrix",
        _shapes(x="1 × n", y="1 × n", A="n × n in uplo"),
        Added(
            "A",
            ("x", "y"),
            "SYR2(uplo, n, {c}, {x}, {y}, {Z})",
            {
                "x": "SYMV(uplo, n, {c}, {Z}, {y}, 1, {x'}); by_diagonal(n, {c}, {Z}, {y}, {x'})",
                "y": "SYMV(uplo, n, {c}, {Z}, {x}, 1, {y'}); by_diagonal(n, {c}, {Z}, {x}, {y'})",
            },
            beta=False,
        ),
        calls="symv",
        swapped="uplo",
        types="sd",
    ),
    _row(
        "axpy",
        "y = alpha · x + y",
        "n alpha:scalar x:vector y:vector",
        _shapes(x="1 × n", y="1 × n"),
        Added(
            "y",
            ("x",),
            "AXPY(n, {c}, {x}, {Z})",
            {"x": "AXPY(n, cj({c}), {Z}, {x'})"},
            beta=False,
        ),
        layout=False,
    ),
)

_IN_PLACE: Final = (
    _row(
        "trmm",
        "B = alpha · A @ B, or B @ A, with A triangular",
        "side:side uplo:uplo ta:trans diag:diag m n alpha:scalar A:matrix B:matrix",
        _shapes(A=f"(side == 'L' ? m : n) × (side == 'L' ? m : n) in {_TRIANGLE}", B="m × n"),
        InPlace(
            "B",
            "A",
            "TRMM(side, uplo, ta, diag, m, n, {c}, {A}, {Z})",
            "TRMM(side, uplo, adj(ta), diag, m, n, {c}, {A}, {Z})",
            "by_triangle(side, uplo, ta, diag, m, n, {c}, {A}, {B}, {Z})",
            "of_triangle(side, uplo, ta, diag, m, n, {c}, {Z}, {B}, {A'})",
        ),
        calls="gemm",
        swapped="side uplo m-n",
    ),
    _row(
        "trsm",
        "B = alpha · A⁻¹ @ B, or B @ A⁻¹, with A triangular",
        "side:side uplo:uplo ta:trans diag:diag m n alpha:scalar A:matrix B:matrix",
        _shapes(A=f"(side == 'L' ? m : n) × (side == 'L' ? m : n) in {_TRIANGLE}", B="m × n"),
        InPlace(
            "B",
            "A",
            "TRSM(side, uplo, ta, diag, m, n, {c}, {A}, {Z})",
            "TRSM(side, uplo, adj(ta), diag, m, n, {c}, {A}, {Z})",
            "by_triangle(side, uplo, ta, diag, m, n, {c}, {A}, {B}, {Z})",
            "of_triangle(side, uplo, ta, diag, m, n, {c}, {Z}, {B}, {A'})",
            inverse=True,
        ),
        calls="gemm",
        swapped="side uplo m-n",
    ),
    _row(
        "trmv",
        "x = A @ x, with A triangular",
        "uplo:uplo ta:trans diag:diag n A:matrix x:vector",
        _shapes(A=f"n × n in {_TRIANGLE}", x="1 × n"),
        InPlace(
            "x",
            "A",
            "TRMV(uplo, ta, diag, n, {A}, {Z})",
            "TRMV(uplo, adj(ta), diag, n, {A}, {Z})",
            "by_triangle_vector(uplo, ta, diag, n, {c}, {A}, {B}, {Z})",
            "of_triangle_vector(uplo, ta, diag, n, {c}, {Z}, {B}, {A'})",
            alpha=False,
        ),
        calls="gemv",
        swapped="uplo ta",
    ),
    _row(
        "trsv",
        "x = A⁻¹ @ x, with A triangular",
        "uplo:uplo ta:trans diag:diag n A:matrix x:vector",
        _shapes(A=f"n × n in {_TRIANGLE}", x="1 × n"),
        InPlace(
            "x",
            "A",
            "TRSV(uplo, ta, diag, n, {A}, {Z})",
            "TRSV(uplo, adj(ta), diag, n, {A}, {Z})",
            "by_triangle_vector(uplo, ta, diag, n, {c}, {A}, {B}, {Z})",
            "of_triangle_vector(uplo, ta, diag, n, {c}, {Z}, {B}, {A'})",
            inverse=True,
            alpha=False,
        ),
        calls="gemv",
        swapped="uplo ta",
    ),
)

_WRITTEN: Final = (
    _row(
        "dot",
        "xᵀ @ y",
        "n x:vector y:vector",
        _shapes(x="1 × n", y="1 × n"),
        Written(),
        calls="axpy",
        result="number",
        layout=False,
        types="sd",
    ),
    _row(
        "nrm2",
        "√(xᵀ @ x)",
        "n x:vector",
        _shapes(x="1 × n"),
        Written(),
        calls="axpy dot",
        result="number",
        layout=False,
    ),
    _row(
        "asum",
        "the sum of absolute values",
        "n x:vector",
        _shapes(x="1 × n"),
        Written(),
        result="number",
        layout=False,
    ),
    _row(
        "scal",
        "x = alpha · x",
        "n alpha:scalar x:vector",
        _shapes(x="1 × n!"),
        Written(),
        calls="axpy dot",
        layout=False,
    ),
    _row(
        "copy",
        "y = x",
        "n x:vector y:vector",
        _shapes(x="1 × n", y="1 × n!"),
        Written(),
        calls="axpy",
        layout=False,
    ),
    _row(
        "swap",
        "x, y = y, x",
        "n x:vector y:vector",
        _shapes(x="1 × n!", y="1 × n!"),
        Written(),
        layout=False,
    ),
    _row(
        "rot",
        "x, y = c · x + s · y, c · y - s · x",
        "n x:vector y:vector c:scalar s:scalar",
        _shapes(x="1 × n!", y="1 × n!"),
        Written(),
        layout=False,
        types="sd",
    ),
    _row(
        "potrf",
        "A = L @ Lᵀ, a triangle of it",
        "uplo:uplo n A:matrix",
        _shapes(A="n × n in uplo!"),
        Written(),
        calls="gemm trsm trmm symm hemm",
        swapped="uplo",
        result="int",
    ),
)

_SOLUTIONS: Final = (
    _row(
        "getrf",
        "P @ A = L @ U, of square matrices",
        "m n A:matrix ipiv:pivots",
        _shapes(A="m × n!"),
        Written(),
        calls="trsm trmm",
        result="int",
        by_layout=True,
    ),
    _row(
        "potrs",
        "B = A⁻¹ @ B, with A = L @ Lᵀ",
        "uplo:uplo n nrhs A:matrix B:matrix",
        _shapes(A="n × n in uplo", B="n × nrhs!"),
        Composed(),
        calls="trsm",
        result="int",
        by_layout=True,
    ),
    _row(
        "posv",
        "A = L @ Lᵀ, B = A⁻¹ @ B",
        "uplo:uplo n nrhs A:matrix B:matrix",
        _shapes(A="n × n in uplo!", B="n × nrhs!"),
        Composed(),
        calls="potrf trsm",
        result="int",
        by_layout=True,
    ),
    _row(
        "getrs",
        "B = A⁻¹ @ B, or A⁻ᵀ @ B, with P @ A = L @ U",
        "ta:trans n nrhs A:matrix ipiv:pivots B:matrix",
        _shapes(A="n × n", B="n × nrhs!"),
        Composed(),
        calls="trsm",
        result="int",
        by_layout=True,
    ),
    _row(
        "gesv",
        "P @ A = L @ U, B = A⁻¹ @ B",
        "n nrhs A:matrix ipiv:pivots B:matrix",
        _shapes(A="n × n!", B="n × nrhs!"),
        Composed(),
        calls="getrf trsm",
        result="int",
        by_layout=True,
    ),
)

_FACTORS: Final = (
    _row(
        "getri",
        "A = (P⁻¹ @ L @ U)⁻¹",
        "n A:matrix ipiv:pivots work:work=n lwork:length",
        _shapes(A="n × n!"),
        Composed(),
        calls="trsm",
        result="int",
        by_layout=True,
    ),
    _row(
        "potri",
        "A = (L @ Lᵀ)⁻¹, a triangle of it",
        "uplo:uplo n A:matrix",
        _shapes(A="n × n in uplo!"),
        Composed(),
        calls="trsm",
        swapped="uplo",
        result="int",
    ),
    _row(
        "geqrf",
        "A = Q @ R, Q as reflectors",
        "m n A:matrix tau:array work:work=n lwork:length",
        _shapes(A="m × n!", tau="1 × (m < n ? m : n)!"),
        Written(),
        calls="gemv ger geru",
        result="int",
        by_layout=True,
    ),
    *(
        _row(
            name,
            "A = the first columns of Q",
            "m n k A:matrix tau:array work:work=n lwork:length",
            _shapes(A="m × n!", tau="1 × k"),
            Composed(),
            calls="gemm trsm",
            result="int",
            by_layout=True,
            types=types,
        )
        for name, types in (("orgqr", "sd"), ("ungqr", "cz"))
    ),
    *(
        _row(
            name,
            "C = Q @ C, C @ Q, or with Qᵀ",
            "side:side ta:trans m n k A:matrix tau:array C:matrix work:work=m+n lwork:length",
            _shapes(A="(side == 'L' ? m : n) × k", tau="1 × k", C="m × n!"),
            Composed(),
            calls="gemm trsm",
            result="int",
            by_layout=True,
            types=types,
        )
        for name, types in (("ormqr", "sd"), ("unmqr", "cz"))
    ),
    _row(
        "gels",
        "B = the X with the least |A @ X - B|, or the shortest X with A @ X = B; or with Aᵀ",
        "ta:trans m n nrhs A:matrix B:matrix work:work=m+n+nrhs lwork:length",
        _shapes(A="m × n!", B="(m < n ? n : m) × nrhs!"),
        Composed(),
        calls="geqrf gemm trsm",
        result="int",
        by_layout=True,
    ),
)

_SPECTRA: Final = (
    *(
        _row(
            name,
            f"A = V, w: {kind} A = V @ diag(w) @ {mark}",
            f"jobz:job uplo:uplo n A:matrix w:reals {work}",
            _shapes(A="n × n in uplo!", w="1 × n!"),
            Composed() if name.endswith("d") else Written(),
            calls=f"{name.removesuffix('d')} gemm {product}",
            result="int",
            by_layout=True,
            types=types,
        )
        for kind, mark, product, types, name, work in (
            ("symmetric", "Vᵀ", "symm", "sd", "syev", "work:work=3*n lwork:length"),
            ("symmetric", "Vᵀ", "symm", "sd", "syevd", _WORK_D),
            ("Hermitian", "Vᴴ", "hemm", "cz", "heev", "work:work=2*n lwork:length rwork:rwork=3*n"),
            ("Hermitian", "Vᴴ", "hemm", "cz", "heevd", _WORK_Z),
        )
    ),
    _row(
        "gesdd",
        "A = U @ diag(s) @ Z",
        "jobz:job m n A:matrix s:reals U:matrix Z:matrix work:work=4*(m+n)*(m+n) lwork:length"
        " rwork:rwork=7*(m+n)*(m+n) iwork:iwork=8*(m<n?m:n)",
        _shapes(A="m × n!", s=_FEWER, U="m × m!", Z="n × n!"),
        Written(),
        calls="gemm",
        result="int",
        by_layout=True,
    ),
    _row(
        "gesvd",
        "A = U @ diag(s) @ Z",
        "jobu:job jobv:job m n A:matrix s:reals U:matrix Z:matrix work:work=5*(m+n) lwork:length"
        " rwork:rwork=5*(m<n?m:n) superb:superb",
        _shapes(A="m × n!", s=_FEWER, U="m × m!", Z="n × n!"),
        Written(),
        calls="gemm",
        result="int",
        by_layout=True,
    ),
)

_COMPLEX: Final = (
    _row(
        "dotu",
        "xᵀ @ y",
        "n x:vector y:vector",
        _shapes(x="1 × n", y="1 × n"),
        Composed(),
        result="complex",
        layout=False,
        types="cz",
    ),
    _row(
        "dotc",
        "xᴴ @ y",
        "n x:vector y:vector",
        _shapes(x="1 × n", y="1 × n"),
        Composed(),
        result="complex",
        layout=False,
        types="cz",
    ),
    _row(
        "dscal",
        "x = alpha · x, with alpha real",
        "n alpha:real x:vector",
        _shapes(x="1 × n!"),
        Composed(),
        layout=False,
        types="cz",
    ),
    _row(
        "drot",
        "x, y = c · x + s · y, c · y - s · x, with c and s real",
        "n x:vector y:vector c:real s:real",
        _shapes(x="1 × n!", y="1 × n!"),
        Composed(),
        layout=False,
        types="cz",
    ),
    _row(
        "gerc",
        "A = alpha · x @ yᴴ + A",
        "m n alpha:scalar x:vector y:vector A:matrix",
        _shapes(x="1 × m", y="1 × n", A="m × n!"),
        Composed(),
        calls="geru",
        by_layout=True,
        types="cz",
    ),
    _row(
        "hemv",
        "y = alpha · A @ x + beta · y, with A Hermitian",
        "uplo:uplo n alpha:scalar A:matrix x:vector beta:scalar y:vector",
        _shapes(A="n × n in uplo", x="1 × n", y="1 × n!"),
        Composed(),
        calls="hemm",
        by_layout=True,
        types="cz",
    ),
    _row(
        "her",
        "A = alpha · x @ xᴴ + A, a triangle of it, with alpha real",
        "uplo:uplo n alpha:real x:vector A:matrix",
        _shapes(x="1 × n", A="n × n in uplo!"),
        Composed(),
        by_layout=True,
        types="cz",
    ),
    _row(
        "her2",
        "A = alpha · x @ yᴴ + (alpha · x @ yᴴ)ᴴ + A, a triangle of it",
        "uplo:uplo n alpha:scalar x:vector y:vector A:matrix",
        _shapes(x="1 × n", y="1 × n", A="n × n in uplo!"),
        Composed(),
        by_layout=True,
        types="cz",
    ),
    _row(
        "herk",
        "C = alpha · A @ Aᴴ + beta · C, a triangle of it, with alpha and beta real",
        "uplo:uplo trans:trans n k alpha:real A:matrix beta:real C:matrix",
        _shapes(A="(trans == 'N' ? n : k) × (trans == 'N' ? k : n)", C="n × n in uplo!"),
        Composed(),
        calls="gemm",
        by_layout=True,
        types="cz",
    ),
    _row(
        "her2k",
        "C = alpha · A @ Bᴴ + (alpha · A @ Bᴴ)ᴴ + beta · C, a triangle of it, with beta real",
        "uplo:uplo trans:trans n k alpha:scalar A:matrix B:matrix beta:real C:matrix",
        _shapes(
            A="(trans == 'N' ? n : k) × (trans == 'N' ? k : n)",
            B="(trans == 'N' ? n : k) × (trans == 'N' ? k : n)",
            C="n × n in uplo!",
        ),
        Composed(),
        calls="gemm",
        by_layout=True,
        types="cz",
    ),
)

ROWS: Final[Mapping[str, Row]] = MappingProxyType(
    {
        row.name: row
        for row in (*_TIMES, *_IN_PLACE, *_WRITTEN, *_SOLUTIONS, *_FACTORS, *_SPECTRA, *_COMPLEX)
    }
)


def closure(names: set[str], type: str) -> tuple[Row, ...]:
    """Some rows and those whose routines their derivatives call, of whatever order, that there are
    for numbers of a type."""
    found, work = set[str](), set(names)
    while work:
        name = work.pop()
        found.add(name)
        work |= {one for one in ROWS[name].calls if type in ROWS[one].types} - found
    return tuple(row for row in ROWS.values() if row.name in found)
