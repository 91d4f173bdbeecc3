"""Vector versions of libm functions, from glibc's libmvec (x86-64 only, at most 4 ulp).

The LLVM in llvmlite has no vector library switched on, so it is told in two ways: scalar calls get
`vector-function-abi-variant`, from which the vectoriser takes its choice and its costs; vector
intrinsics that it makes all the same get the library's names afterwards.

    call double @llvm.exp.f64(x)  →  (O3)  →  call <8 x double> @_ZGVeN8v_exp(x)
"""

import ctypes
import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, final

from ribozyme.backend.passes.keep import kept, released
from ribozyme.base.record import dataclass
from ribozyme.base.regex import pattern

if TYPE_CHECKING:
    from ribozyme.backend.target import Target

SONAME: Final = "libmvec.so.1"

# letter of the vector ABI, doubles per vector, the feature that allows it
_ISAS: Final = (("b", 2, "sse2"), ("d", 4, "avx2"), ("e", 8, "avx512f"))
_UNARY: Final = (
    "exp", "sin", "cos", "log", "tan", "tanh", "sinh", "cosh", "asin", "acos", "atan", "exp2",
    "log2", "log10", "log1p", "expm1", "erf", "erfc", "cbrt", "exp10", "asinh", "acosh", "atanh",
)  # fmt: skip
_BINARY: Final = ("pow", "atan2", "hypot")
_INTRINSIC: Final = frozenset((
    "exp", "sin", "cos", "log", "pow", "exp2", "log2", "log10", "tan", "tanh", "sinh", "cosh",
    "asin", "acos", "atan", "exp10", "atan2",
))  # fmt: skip
_CALL: Final = pattern(
    r"^( +(?:%\S+ = )?(?:(?:tail|notail) )?call (?:[a-z]+ )*)(double|float) @([\w.]+)\(([^()]*)\)"
    r"((?: #\d+)?)",
    re.M,
)
_VECTOR_NAME: Final = pattern(r"@llvm\.(\w+)\.v(\d+)f(32|64)(?=\()")
_VECTOR_DECLARATION: Final = pattern(r"^declare .*@(_ZGV\w+)\(.*\n", re.M)
_DEFINED: Final = pattern(r"^define [^@\n]*@([\w.]+)\(", re.M)


@final
@dataclass(frozen=True, slots=True)
class Routine:
    """A scalar function and its vector versions: symbols by lanes."""

    arity: int
    type: str
    versions: Mapping[int, str]

    def declaration(self, lanes: int) -> str:
        vector = f"<{lanes} x {self.type}>"
        arguments = ", ".join([vector] * self.arity)
        name = self.versions[lanes]
        return f"declare {vector} @{name}({arguments}) nounwind willreturn memory(none)"


@final
@dataclass(frozen=True, slots=True)
class VectorLibrary:
    """What of libmvec a target can use, by scalar name (`exp`, `expf`, `llvm.exp.f64`)."""

    routines: Mapping[str, Routine]

    def offered(self, text: str) -> str:
        """Before the vectoriser: the text whose scalar calls name their vector versions."""
        own = set(_DEFINED.findall(text))
        used: dict[str, str] = {}

        def variant(call: re.Match[str]) -> str:
            name = call[3]
            routine = self.routines.get(name)
            if routine is None or name in own or call[2] != routine.type:
                return call[0]
            for lanes, symbol in routine.versions.items():
                used[symbol] = routine.declaration(lanes)
            return f'{call[0]} "vector-function-abi-variant"="{_mangled(name, routine)}"'

        text = _CALL.sub(variant, text)
        if not used:
            return text
        text = kept(text, [f"@{symbol}" for symbol in used])
        return "\n".join((text, *used.values(), ""))

    def bound(self, text: str) -> str:
        """After it: the text whose vector intrinsics are calls of the library."""
        used: dict[str, str] = {}

        def renamed(name: re.Match[str]) -> str:
            routine = self.routines.get(f"llvm.{name[1]}.f{name[3]}")
            lanes = int(name[2])
            if routine is None or lanes not in routine.versions:
                return name[0]
            symbol = routine.versions[lanes]
            used[symbol] = routine.declaration(lanes)
            return f"@{symbol}"

        text = _VECTOR_NAME.sub(renamed, text)
        symbols = {s: r for r in self.routines.values() for s in r.versions.values()}
        text = released(text, [f"@{symbol}" for symbol in symbols])
        for symbol in _VECTOR_DECLARATION.findall(text):
            if symbol in symbols:
                routine = symbols[symbol]
                used[symbol] = routine.declaration(_lanes(routine, symbol))
        text = _VECTOR_DECLARATION.sub(lambda d: "" if d[1] in used else d[0], text)
        return "\n".join((text.rstrip("\n"), *used.values(), "")) if used else text


def library(target: "Target") -> VectorLibrary | None:
    """The vector library of a target, None where there is none."""
    if not target.is_host or target.arch != "x86":
        return None
    features = frozenset((target.resolved().features or "").split(","))
    isas = tuple(isa for isa in _ISAS if f"+{isa[2]}" in features)
    return _library(isas) if isas else None


@cache
def _library(isas: tuple[tuple[str, int, str], ...]) -> VectorLibrary | None:
    try:
        found = ctypes.CDLL(SONAME)
    except OSError:
        return None
    routines: dict[str, Routine] = {}
    for arity, names in ((1, _UNARY), (2, _BINARY)):
        for base in names:
            for name, type, suffix in ((base, "double", "f64"), (f"{base}f", "float", "f32")):
                versions = _versions(found, isas, name, arity, type)
                if versions:
                    routines[name] = Routine(arity, type, versions)
                if versions and base in _INTRINSIC:
                    routines[f"llvm.{base}.{suffix}"] = routines[name]
    return VectorLibrary(routines)


def _versions(
    found: ctypes.CDLL, isas: tuple[tuple[str, int, str], ...], name: str, arity: int, type: str
) -> dict[int, str]:
    made = {}
    for letter, doubles, _ in isas:
        lanes = doubles if type == "double" else 2 * doubles
        symbol = f"_ZGV{letter}N{lanes}{'v' * arity}_{name}"
        if hasattr(found, symbol):
            made[lanes] = symbol
    return made


def _mangled(name: str, routine: Routine) -> str:
    """The attribute's value: one entry per version, in the vector function ABI's own spelling."""
    lanes = "v" * routine.arity
    return ",".join(
        f"_ZGV_LLVM_N{n}{lanes}_{name}({symbol})" for n, symbol in routine.versions.items()
    )


def _lanes(routine: Routine, symbol: str) -> int:
    return next(n for n, s in routine.versions.items() if s == symbol)
