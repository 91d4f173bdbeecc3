"""Symbols and their meanings; spellings lead back to the operation they spell."""

from __future__ import annotations

import ctypes
import ctypes.util

import pytest

from ribozyme.rules.memory import (
    Allocation,
    Deallocation,
    MemoryCopy,
    MemorySet,
    Reallocation,
    Searching,
    Sorting,
)
from ribozyme.rules.names import (
    Inactive,
    Math,
    Meaning,
    Mirrored,
    Precision,
    classify,
    computed_in,
    spelling,
)
from ribozyme.rules.table import RULES

PRECISIONS: tuple[Precision, ...] = ("half", "float", "double", "x86_fp80", "fp128")
SUFFIX = {"half": "f16", "float": "f32", "double": "f64", "x86_fp80": "f80", "fp128": "f128"}


@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("name", sorted(RULES))
def test_a_spelling_is_understood(name: str, precision: Precision) -> None:
    """What is emitted for an operation is classified as that operation again."""
    spelled = spelling(name, precision)
    match spelled:
        case ("intrinsic", stem):
            assert classify(f"{stem}.{SUFFIX[precision]}") == Math(
                name, precision, stores=(None,) * len(RULES[name].results)
            )
        case ("libm" | "support", symbol):
            meaning = classify(symbol)
            assert isinstance(meaning, Math)
            assert meaning.op == name
            written = computed_in(name, precision)
            wide = "x86_fp80" if RULES[name].spelled == "support" else "long double"
            assert meaning.precision == (wide if written == "x86_fp80" else written)
        case _:
            known = RULES[name].spelled in ("instr", "machine")
            assert known or not RULES[name].symbols


def test_arithmetic_is_spelled_as_instructions() -> None:
    words = ("add", "sub", "mul", "div", "neg")
    spelled = [spelling(op, "double") for op in words]
    assert spelled == [("instr", f"f{op}") for op in words]


@pytest.mark.parametrize(
    ("symbol", "meaning"),
    [
        ("sin", Math("sin", "double")),
        ("sinf", Math("sin", "float")),
        ("sinl", Math("sin", "long double")),
        ("sinf128", Math("sin", "fp128")),
        ("__sin_finite", Math("sin", "double")),
        ("__powf_finite", Math("pow", "float")),
        ("__log10l_finite", Math("log10", "long double")),
        ("__lgammaf_r_finite", Math("lgamma_r", "float", stores=(None, 1))),
        ("fmax", Math("maxnum", "double")),
        ("fminf", Math("minnum", "float")),
        ("pow10", Math("exp10", "double")),
        ("drem", Math("remainder", "double")),
        ("j1f", Math("j1", "float")),
        ("sincos", Math("sincos", "double", stores=(1, 2))),
        ("remquol", Math("remquo", "long double", stores=(None, 2))),
        ("frexp", Math("frexp", "double", stores=(None, 1))),
        ("modff", Math("modf", "float", stores=(None, 1))),
        ("llvm.sin.f64", Math("sin", "double")),
        ("llvm.fabs.v8f32", Math("fabs", "float", lanes=8)),
        ("llvm.powi.f64.i32", Math("powi", "double")),
        ("llvm.ldexp.v2f64.v2i32", Math("ldexp", "double", lanes=2)),
        ("llvm.frexp.f32.i32", Math("frexp", "float", stores=(None, None))),
        ("llvm.sincos.bf16", Math("sincos", "bfloat", stores=(None, None))),
        ("llvm.vector.reduce.fmax.v4f64", Math("vector.reduce.fmax", "double", lanes=4)),
        ("llvm.arithmetic.fence.f64", Math("arithmetic.fence", "double")),
        ("__powidf2", Math("powi", "double")),
        ("cexpf", Math("cexp", "float", stores=(None, None), flat=True)),
        ("cabsl", Math("cabs", "long double", flat=True)),
        ("__muldc3", Math("cmul", "double", stores=(None, None), flat=True)),
        ("__divxc3", Math("cdiv", "x86_fp80", stores=(None, None), flat=True)),
        ("malloc", Allocation()),
        ("calloc", Allocation((0, 1), zeroed=True)),
        ("realloc", Reallocation()),
        ("posix_memalign", Allocation((2,), align=1, into=0)),
        ("_Znwm", Allocation(release="_ZdlPv")),
        (
            "_ZnamSt11align_val_tRKSt9nothrow_t",
            Allocation(align=1, release="_ZdaPvSt11align_val_t"),
        ),
        ("_ZdlPvmSt11align_val_t", Deallocation()),
        ("__rust_alloc_zeroed", Allocation(align=1, zeroed=True, release="__rust_dealloc")),
        ("_RNvCs5_7___rustc14___rust_dealloc", Deallocation()),
        ("llvm.memcpy.p0.p0.i64", MemoryCopy()),
        ("llvm.memcpy.inline.p0.p0.i64", MemoryCopy()),
        ("llvm.memmove.p0.p0.i64", MemoryCopy(overlap=True)),
        ("llvm.memset.p0.i64", MemorySet()),
        ("__memcpy_chk", MemoryCopy()),
        ("bcopy", MemoryCopy(target=1, source=0, overlap=True)),
        ("bzero", MemorySet(value=None, size=1)),
        ("qsort", Sorting()),
        ("bsearch", Searching()),
        ("printf", Inactive()),
        ("isnanf", Inactive()),
        ("lroundl", Inactive()),
        ("__cxa_guard_acquire", Inactive()),
        ("llvm.lifetime.start.p0", Inactive()),
        ("llvm.umax.i32", Inactive()),
        ("llvm.uadd.with.overflow.i64", Inactive()),
        ("llvm.fptosi.sat.i32.f64", Inactive()),
        ("llvm.experimental.noalias.scope.decl", Inactive()),
        ("_ZNSolsEd", Inactive()),
        ("_ZSt17__throw_bad_allocv", Inactive()),
        ("_ZNSt6chrono3_V212steady_clock3nowEv", Inactive()),
        ("scanf", Inactive(overwrites=True)),
        ("fread", Inactive(overwrites=True)),
        ("_ZNSi10_M_extractIjEERSiRT_", Inactive(overwrites=True)),
        ("_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base", Mirrored()),
        ("llvm.launder.invariant.group.p0", Mirrored()),
        ("llvm.threadlocal.address.p0", Mirrored()),
        # Unknown is not inactive.
        ("erfcx", None),
        ("llvm.sin.nxv2f64", None),
        ("llvm.experimental.constrained.fadd.f64", None),
        ("llvm.memcpy.element.unordered.atomic.p0.p0.i64", None),
        ("llvm.masked.load.v4f64.p0", None),
        ("_ZNSi10_M_extractIPvEERSiRT_", None),
        ("_ZN9__gnu_cxx17__normal_iteratorIPdSt6vectorIdSaIdEEE4baseEv", None),
        ("_ZNSt6vectorIdSaIdEE9push_backERKd", None),
    ],
)
def test_meaning(symbol: str, meaning: Meaning | None) -> None:
    assert classify(symbol) == meaning


def test_functions_named_by_rules_exist_in_libm() -> None:
    """Whatever a rule of an old function calls is there where that function is."""
    path = ctypes.util.find_library("m")
    if path is None:
        pytest.skip("no shared libm here")
    libm = ctypes.CDLL(path)
    used = "cbrt hypot erf j0 j1 jn y0 y1 yn exp2 log1p scalbn scalbln"
    for op in used.split():
        for precision in ("float", "double", "x86_fp80"):
            spelled = spelling(op, precision)
            assert spelled is not None
            kind, symbol = spelled
            assert kind == "intrinsic" or hasattr(libm, symbol)
