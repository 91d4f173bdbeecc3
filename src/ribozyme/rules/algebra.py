"""Names of routines of linear algebra, and of the functions that are their derivatives.

cblas_dgemm, scipy_cblas_dgemm64_      →  Symbol("gemm", "d", Convention("c", "", ""))
cblas_dznrm2, zdscal_, cblas_zdotu_sub →  Symbol("nrm2", "z", …), "dscal", "dotu"
dgemm_, dgemm, dgemm_64_               →  Symbol("gemm", "d", Convention("f", "", "_"))
LAPACKE_dpotrf                         →  the same as Fortran's, its arguments by value

rz.la.gemm.d.c_.x         the routine in the one form that all have here
rz.la.gemm.d.c_.x.before  its tangents (or `.after` it), `.aug` with what is kept, `.pull` back
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, final

from ribozyme.base.record import dataclass
from ribozyme.base.regex import pattern

PREFIX: Final = "rz.la."
NUMBERS: Final = '"rz.numbers"'
"""Said of a parameter of a routine that leads to a matrix or a vector."""
NUMBER: Final = '"rz.number"'
"""Said of one that leads to one number."""
REAL: Final = '"rz.real"'
"""Said of one that leads to one real number, where the others may be complex."""
_UNIFORM: Final = pattern(r"rz\.la\.\w+\.[sdcz]\.[cf]_\w*\.x\w*")
_CBLAS: Final = pattern(r"(scipy_|)(cblas_)([sdcz])([a-z0-9]+?(?:_sub|))(64_|_64|)")
_LAPACKE: Final = pattern(r"(scipy_|)(LAPACKE_)([sdcz])([a-z0-9]+?)(64_|_64|)")
_FORTRAN: Final = pattern(r"(scipy_|)()([sdcz])([a-z0-9]+?)(_64_|64_|_|)")
_MIXED: Final = {
    f"{word}{name}": (routine, type)
    for type, words in {"c": ("sc", "cs"), "z": ("dz", "zd")}.items()
    for word, name, routine in (
        (words[0], "nrm2", "nrm2"),
        (words[0], "asum", "asum"),
        (words[1], "scal", "dscal"),
        (words[1], "rot", "drot"),
    )
}
"""Routines of complex numbers that take or give real ones: both letters are in their names."""
_FORTRAN_OF: Final = {"": "_", "64_": "_64_", "_64": "_64_"}


@final
@dataclass(frozen=True, slots=True)
class Convention:
    """How a library's routines are called: by value as in C, or by address as in Fortran, and what
    their names have before and behind them."""

    kind: Literal["c", "f"]
    prefix: str
    suffix: str

    @property
    def word(self) -> str:
        """The convention in the name of a routine."""
        return f"{self.kind}_{self.prefix}.x{self.suffix}"

    @property
    def integer(self) -> str:
        """The type of its integers in C."""
        return "long" if "64" in self.suffix else "int"


@final
@dataclass(frozen=True, slots=True)
class Symbol:
    """A routine of a library: `lapacke` is called by value with a layout, and is Fortran's."""

    routine: str
    type: str
    convention: Convention
    lapacke: bool = False


def symbols(name: str) -> tuple[Symbol, ...]:
    """The routines that a name may stand for."""
    found: list[Symbol] = []
    if (m := _CBLAS.fullmatch(name)) is not None:
        routine, type = _MIXED.get(m[3] + m[4], (m[4].removesuffix("_sub"), m[3]))
        found.append(Symbol(routine, type, Convention("c", m[1], m[5])))
    elif (m := _LAPACKE.fullmatch(name)) is not None:
        found.append(Symbol(m[4], m[3], Convention("f", m[1], _FORTRAN_OF[m[5]]), lapacke=True))
    elif (m := _FORTRAN.fullmatch(name)) is not None:
        routine, type = _MIXED.get(m[3] + m[4], (m[4], m[3]))
        found.append(Symbol(routine, type, Convention("f", m[1], m[5])))
    return tuple(found)


def spelled(routine: str, type: str, kind: Literal["c", "f"]) -> str:
    """The name of a routine for numbers of a type: `dznrm2`, and in C `zdotu_sub`."""
    for name, of in _MIXED.items():
        if of == (routine, type):
            return name
    return f"{type}{routine}{'_sub' if kind == 'c' and routine in _RETURNED else ''}"


_RETURNED: Final = ("dotu", "dotc")


def spoken(name: str) -> str:
    """What the user calls a routine: `dgemm` is that of the name in the one form."""
    if not is_routine(name):
        return name
    _, _, routine, type, *_ = name.split(".")
    return spelled(routine, type, "f")


def number_type(name: str) -> Literal["float", "double"]:
    """The type of the numbers of a routine, by its name in the one form; of complex ones, of their
    parts."""
    return "float" if name.split(".")[3] in "sc" else "double"


def is_complex(name: str) -> bool:
    """Whether the numbers of a routine in the one form are complex."""
    return name.split(".")[3] in "cz"


def is_routine(name: str) -> bool:
    """Whether a function is a routine in the one form that all have here."""
    return name.startswith(PREFIX) and _UNIFORM.fullmatch(name) is not None


# ---- routines without a row ----------------------------------------------------------------------

_GENERAL: Final = (
    (
        "complex eigenvalues of a real matrix lie as pairs of real numbers, which meet and part, "
        "and vectors have a scale and a phase of LAPACK's choice"
    ),
    "for a symmetric or Hermitian matrix call `syev` or `heev`",
)
_BY_RANK: Final = (
    "which singular values count as zero is decided by a limit",
    "for a matrix of full rank call `gels`",
)
UNRULED: Final[Mapping[str, tuple[str, str]]] = {
    **dict.fromkeys(("geev", "geevx", "ggev", "ggevx", "gees", "geesx", "gges"), _GENERAL),
    **dict.fromkeys(("gelsd", "gelss", "gelsy"), _BY_RANK),
}
"""By routine: why it has no derivative, and what has one."""
_NUMBA: Final = pattern(r"numba_ez_[rc]?(\w+)")


def reason(name: str) -> tuple[str, str] | None:
    """Why a function that is called has no derivative, and what to call instead."""
    numba = _NUMBA.fullmatch(name)
    routines = [numba[1]] if numba is not None else [one.routine for one in symbols(name)]
    return next((UNRULED[one] for one in routines if one in UNRULED), None)
