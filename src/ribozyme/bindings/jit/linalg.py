"""The functions by which Numba calls BLAS and LAPACK, as calls of the routines by their names.

    numba_xxgemv('d', 't', m, n, &alpha, a, lda, x, &beta, y)
      →  cblas_dgemv(102, 112, m, n, *alpha, a, lda, x, 1, *beta, y, 1)

The C text has bodies for the functions that a module calls; what it has none for (`geev`,
`gelsd`) is refused by name where it is active.
"""

import re
from typing import Final

_CALLED: Final = re.compile(r'@"?(numba_(?:xx?|ez_)\w+)"?\(i8(?: \w+)? (\d+)?')
_KINDS: Final = {"s": "float", "d": "double", "c": "float", "z": "double"}
_COMPLEX: Final = {"c": "sc", "z": "dz"}  # as their norms are named

_HEAD: Final = """
#define IN __attribute__((always_inline))
static int flag(char t) {
    return t == 't' || t == 'T' ? 112 : t == 'c' || t == 'C' ? 113 : 111;
}
"""
_ROUTINES: Final = """
void cblas_{k}gemm(int, int, int, int, int, int, {V}, const void *, int, const void *, int, {V},
                   void *, int);
void cblas_{k}gemv(int, int, int, int, {V}, const void *, int, const void *, int, {V}, void *, int);
{R} cblas_{norm}nrm2(int, const void *, int);
int LAPACKE_{k}gesv(int, int, int, void *, int, int *, void *, int);
int LAPACKE_{k}getrf(int, int, int, void *, int, int *);
int LAPACKE_{k}getri(int, int, void *, int, int *);
int LAPACKE_{k}potrf(int, char, int, void *, int);
int LAPACKE_{k}{own}evd(int, char, char, int, void *, int, {R} *);
int LAPACKE_{k}gesdd(int, char, int, int, void *, int, {R} *, void *, int, void *, int);
int LAPACKE_{k}geqrf(int, int, int, void *, int, void *);
int LAPACKE_{k}{unit}gqr(int, int, int, int, void *, int, void *);
"""
_REAL: Final = """
{R} cblas_{k}dot(int, const {R} *, int, const {R} *, int);
static void dot_{k}(char conjugate, long n, void *x, void *y, {R} *out) {{
    *out = cblas_{k}dot(n, x, 1, y, 1);
}}
"""
_COMPLEX_DOT: Final = """
void cblas_{k}dotc_sub(int, const void *, int, const void *, int, void *);
void cblas_{k}dotu_sub(int, const void *, int, const void *, int, void *);
static void dot_{k}(char conjugate, long n, void *x, void *y, void *out) {{
    if (conjugate) cblas_{k}dotc_sub(n, x, 1, y, 1, out);
    else cblas_{k}dotu_sub(n, x, 1, y, 1, out);
}}
"""
_BODIES: Final = {
    "numba_xxgemm": (
        (
            "char ta, char tb, long m, long n, long k, void *alpha, void *a, long lda, void *b,"
            " long ldb, void *beta, void *c, long ldc"
        ),
        (
            "cblas_{k}gemm(102, flag(ta), flag(tb), m, n, k, {get}alpha, a, lda, b, ldb,"
            " {get}beta, c, ldc); return 0;"
        ),
    ),
    "numba_xxgemv": (
        "char t, long m, long n, void *alpha, void *a, long lda, void *x, void *beta, void *y",
        ("cblas_{k}gemv(102, flag(t), m, n, {get}alpha, a, lda, x, 1, {get}beta, y, 1); return 0;"),
    ),
    "numba_xxdot": (
        "char conjugate, long n, void *x, void *y, void *out",
        "dot_{k}(conjugate, n, x, y, out); return 0;",
    ),
    "numba_xxnrm2": (
        "long n, void *x, long step, void *out",
        "*({R} *)out = cblas_{norm}nrm2(n, x, step); return 0;",
    ),
    "numba_xgesv": (
        "long n, long count, void *a, long lda, int *ipiv, void *b, long ldb",
        "return LAPACKE_{k}gesv(102, n, count, a, lda, ipiv, b, ldb);",
    ),
    "numba_xxgetrf": (
        "long m, long n, void *a, long lda, int *ipiv",
        "return LAPACKE_{k}getrf(102, m, n, a, lda, ipiv);",
    ),
    "numba_ez_xxgetri": (
        "long n, void *a, long lda, int *ipiv",
        "return LAPACKE_{k}getri(102, n, a, lda, ipiv);",
    ),
    "numba_xxpotrf": (
        "char uplo, long n, void *a, long lda",
        "return LAPACKE_{k}potrf(102, uplo, n, a, lda);",
    ),
    "numba_ez_xxxevd": (
        "char job, char uplo, long n, void *a, long lda, void *w",
        "return LAPACKE_{k}{own}evd(102, job, uplo, n, a, lda, w);",
    ),
    "numba_ez_gesdd": (
        (
            "char job, long m, long n, void *a, long lda, void *s, void *u, long ldu, void *vt,"
            " long ldvt"
        ),
        "return LAPACKE_{k}gesdd(102, job, m, n, a, lda, s, u, ldu, vt, ldvt);",
    ),
    "numba_ez_geqrf": (
        "long m, long n, void *a, long lda, void *tau",
        "return LAPACKE_{k}geqrf(102, m, n, a, lda, tau);",
    ),
    "numba_ez_xxgqr": (
        "long m, long n, long k, void *a, long lda, void *tau",
        "return LAPACKE_{k}{unit}gqr(102, m, n, k, a, lda, tau);",
    ),
}


def glue(text: str) -> str:
    """The C text for a module of Numba's; empty where it calls none of these functions."""
    found: dict[str, set[str]] = {}
    for name, kind in _CALLED.findall(text):
        if name in _BODIES:
            found.setdefault(name, set()).update(chr(int(kind)) if kind else _KINDS)
    known = {name: kinds for name, kinds in found.items() if kinds <= {*_KINDS}}
    if not known:
        return ""
    kinds = sorted(set().union(*known.values()))
    parts = [_HEAD, *(_routines(kind) for kind in kinds)]
    for name, own in known.items():
        params, body = _BODIES[name]
        arms = "".join(
            f"  if (kind == '{k}') {{ {body.format_map(_words(k))} }}\n" for k in sorted(own)
        )
        parts.append(f"IN int {name}(char kind, {params}) {{\n{arms}  return -1;\n}}\n")
    return "\n".join(parts)


def _routines(kind: str) -> str:
    return (_ROUTINES + (_COMPLEX_DOT if kind in _COMPLEX else _REAL)).format_map(_words(kind))


def _words(kind: str) -> dict[str, str]:
    """How the routines for one type of number are spelled and given their factors."""
    real = _KINDS[kind]
    if kind in _COMPLEX:
        return {
            "k": kind,
            "R": real,
            "V": "const void *",
            "get": "",
            "norm": _COMPLEX[kind],
            "own": "he",
            "unit": "un",
        }
    return {
        "k": kind,
        "R": real,
        "V": real,
        "get": f"*({real} *)",
        "norm": kind,
        "own": "sy",
        "unit": "or",
    }
