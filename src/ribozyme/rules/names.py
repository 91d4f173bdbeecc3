"""From a symbol to what it means, and from an operation to how it is spelled.

    classify("sinf")           →  Math("sin", "float")
    classify("llvm.pow.v4f64") →  Math("pow", "double", lanes=4)
    classify("_Znwm")          →  Allocation(...)
    spelling("sin", "double")  →  ("intrinsic", "llvm.sin")
    spelling("cbrt", "float")  →  ("libm", "cbrtf")

Both directions come from the same rows.  A symbol without a meaning is None: unknown, not inactive.
A name says something only where no body is visible: a program may define an `erfinv` of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fnmatch import translate
from functools import cache
from typing import Final, Literal, TypeAlias, final

from ribozyme.base.record import dataclass
from ribozyme.rules.inactive import (
    INACTIVE,
    INACTIVE_GLOBS,
    MIRRORED,
    MIRRORED_GLOBS,
    OVERWRITING,
)
from ribozyme.rules.memory import MEMORY, MemoryCopy, MemoryMeaning, MemorySet
from ribozyme.rules.openmp import ASKED, BOUNDS, CHOICES, WAITS, Wait
from ribozyme.rules.rule import Rule, Spelled
from ribozyme.rules.table import RULES, rule_for

__all__ = [
    "Inactive",
    "Math",
    "Meaning",
    "Mirrored",
    "Precision",
    "classify",
    "computed_in",
    "spelling",
]

Precision = Literal["half", "bfloat", "float", "double", "x86_fp80", "fp128", "long double"]


@final
@dataclass(frozen=True, slots=True)
class Math:
    """An operation with a rule.

    `stores[j]` is the pointer argument through which result j comes back; None: it is the value
    returned, or a field of it, in order.  The operands are the other arguments in order; where
    `flat`, they and the results are the components (real, imaginary) of what is passed, in
    whatever shape the ABI gives it.  "long double" is the target's.
    """

    op: str
    precision: Precision
    lanes: int = 1
    stores: tuple[int | None, ...] = (None,)
    flat: bool = False


@final
@dataclass(frozen=True, slots=True)
class Inactive:
    """No derivative; `overwrites`: it stores values from outside through its pointer arguments;
    `wait`: threads wait for each other."""

    overwrites: bool = False
    wait: Wait | None = None


@final
@dataclass(frozen=True, slots=True)
class Mirrored:
    """Structural: called once more, on the shadows of its pointers."""


Meaning: TypeAlias = Math | Inactive | Mirrored | MemoryMeaning

_SUFFIX: Final[Mapping[str, Precision]] = {
    "": "double",
    "f": "float",
    "l": "long double",
    "f16": "half",
    "f32": "float",
    "f64": "double",
    "f32x": "double",
    "f128": "fp128",
}
_TYPE: Final[Mapping[str, Precision]] = {
    "f16": "half",
    "bf16": "bfloat",
    "f32": "float",
    "f64": "double",
    "f80": "x86_fp80",
    "f128": "fp128",
}
_SUPPORT_SUFFIX: Final[Mapping[Precision, str]] = {
    **{precision: suffix for suffix, precision in _TYPE.items()},
    "long double": "f80",
}
_C_SUFFIX: Final[Mapping[Precision, str]] = {
    "half": "f",
    "bfloat": "f",
    "float": "f",
    "double": "",
    "x86_fp80": "l",
    "long double": "l",
    "fp128": "f128",
}
_INSTRUCTION: Final[Mapping[str, str]] = {
    "add": "fadd",
    "sub": "fsub",
    "mul": "fmul",
    "div": "fdiv",
    "neg": "fneg",
}
_OTHER_SPELLINGS: Final[Mapping[str, Math]] = {
    "__powisf2": Math("powi", "float"),
    "__powidf2": Math("powi", "double"),
    "__powixf2": Math("powi", "x86_fp80"),
    "__powitf2": Math("powi", "fp128"),
    "__sincos_stret": Math("sincos", "double", stores=(None, None)),
    "__sincosf_stret": Math("sincos", "float", stores=(None, None)),
    "__sincospi_stret": Math("sincospi", "double", stores=(None, None)),
    "__sincospif_stret": Math("sincospi", "float", stores=(None, None)),
    **{f"llvm.x86.sse.{op}.ps": Math(op, "float", 4) for op in ("rcp", "rsqrt")},
    **{f"llvm.x86.avx.{op}.ps.256": Math(op, "float", 8) for op in ("rcp", "rsqrt")},
}
_COMPLEX: Final[Mapping[str, Precision]] = {
    "s": "float",
    "d": "double",
    "x": "x86_fp80",
    "t": "fp128",
}
_VECTOR_TYPE: Final = re.compile(r"(?:v(\d+))?(f16|bf16|f32|f64|f80|f128)")
_RUST_V0: Final = re.compile(r"_R.*___rustc\d+_(__rust_\w+)")
_MEMORY_INTRINSIC: Final = re.compile(r"llvm\.(memcpy|memmove|memset)(?:\.inline)?\.p")


@cache
def classify(symbol: str) -> Meaning | None:
    """What a function of this name does; None if nobody knows."""
    if symbol.startswith("llvm."):
        intrinsic = _OTHER_SPELLINGS.get(symbol) or _memory_intrinsic(symbol)
        return intrinsic or _math_intrinsic(symbol) or _matched(symbol)
    if (mangled := _RUST_V0.fullmatch(symbol)) is not None:
        return classify(mangled[1])
    return _known().get(symbol) or _matched(symbol)


def spelling(op: str, precision: Precision) -> tuple[Spelled, str] | None:
    """How an operation is written at a precision (see `computed_in`); None if there is no way.

    Intrinsics are given without their type suffix, functions of libm as the whole symbol.
    """
    rule = rule_for(_INSTRUCTION.get(op, op))
    if rule is None:
        return None
    match rule.spelled:
        case "instr":
            return "instr", rule.name
        case "intrinsic":
            return "intrinsic", f"llvm.{rule.name}"
        case "support":
            return "support", f"rz.{rule.name}.{_SUPPORT_SUFFIX[precision]}"
        case "machine":
            return None
        case "gsl":
            return "libm", rule.name
        case "libm" if not rule.symbols:
            return None
        case "libm":
            return "libm", _c_name(rule.symbols[0], _C_SUFFIX[precision])


def computed_in(op: str, precision: Precision) -> Precision:
    """The precision an operation exists in: the emitter converts to it and back."""
    rule = rule_for(op)
    if rule is not None and rule.spelled == "gsl":
        return "double"
    match spelling(op, precision):
        case ("libm", _) if precision in ("half", "bfloat"):
            return "float"
        case _:
            return precision


def _c_name(stem: str, suffix: str) -> str:
    return f"{stem[:-2]}{suffix}_r" if stem.endswith("_r") else stem + suffix


def _spellings(rule: Rule) -> Iterator[tuple[str, Math]]:
    """Every C name of a rule, each precision, plain and `__…_finite`."""
    for stem in rule.symbols:
        for suffix, precision in _SUFFIX.items():
            name = _c_name(stem, suffix)
            meaning = Math(rule.name, precision, stores=rule.stores, flat=rule.flat)
            yield name, meaning
            yield f"__{name}_finite", meaning


def _complex_arithmetic() -> Iterator[tuple[str, Math]]:
    """The compiler run-time's product and quotient: `__muldc3` and its like."""
    for letter, precision in _COMPLEX.items():
        for word in ("mul", "div"):
            meaning = Math(f"c{word}", precision, stores=(None, None), flat=True)
            yield f"__{word}{letter}c3", meaning


@cache
def _known() -> Mapping[str, Meaning]:
    known: dict[str, Meaning] = dict.fromkeys(INACTIVE, Inactive())
    known.update(dict.fromkeys(OVERWRITING, Inactive(overwrites=True)))
    known.update(dict.fromkeys((*BOUNDS, *CHOICES, *ASKED), Inactive()))
    known.update({name: Inactive(wait=wait) for name, wait in WAITS.items()})
    known.update(dict.fromkeys(MIRRORED, Mirrored()))
    known.update(MEMORY)
    known.update(_OTHER_SPELLINGS)
    known.update(_complex_arithmetic())
    for rule in RULES.values():
        if rule.spelled in ("intrinsic", "libm"):
            known.update(_spellings(rule))
        elif rule.spelled == "gsl":
            known[rule.name] = Math(rule.name, "double")
        elif rule.spelled == "support":
            for suffix, precision in _TYPE.items():
                known[f"rz.{rule.name}.{suffix}"] = Math(rule.name, precision)
    return known


def _math_intrinsic(symbol: str) -> Math | None:
    words = symbol.removeprefix("llvm.").split(".")
    for end in range(len(words) - 1, 0, -1):
        rule = RULES.get(".".join(words[:end]))
        kind = _VECTOR_TYPE.fullmatch(words[end])
        if rule is not None and rule.spelled == "intrinsic" and kind is not None:
            lanes = int(kind[1] or 1)
            return Math(rule.name, _TYPE[kind[2]], lanes, (None,) * len(rule.results))
    return None


def _memory_intrinsic(symbol: str) -> MemoryMeaning | None:
    match _MEMORY_INTRINSIC.match(symbol):
        case None:
            return None
        case found if found[1] == "memset":
            return MemorySet()
        case found:
            return MemoryCopy(overlap=found[1] == "memmove")


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Meaning], ...]:
    globs: tuple[tuple[frozenset[str], Meaning], ...] = (
        (MIRRORED_GLOBS, Mirrored()),
        (INACTIVE_GLOBS, Inactive()),
    )
    return tuple((re.compile("|".join(map(translate, sorted(g)))), m) for g, m in globs)


def _matched(symbol: str) -> Meaning | None:
    return next((meaning for pattern, meaning in _patterns() if pattern.match(symbol)), None)
