"""The support functions, compiled, against mpmath."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Iterator

import llvmlite.binding as llvm
import mpmath as mp
import pytest

from ribozyme.rules.names import Math, classify, spelling
from ribozyme.rules.support import SUPPORT_TYPES, support_ir

Polygamma = Callable[[int, float], float]


@pytest.fixture(scope="module")
def polygamma() -> Iterator[Polygamma]:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    text = support_ir(["rz.polygamma.f64"]).replace(
        "define internal double @rz.poly", "define double @rz.poly"
    )
    module = llvm.parse_assembly(text)
    module.verify()
    machine = llvm.Target.from_default_triple().create_target_machine(opt=2)
    engine = llvm.create_mcjit_compiler(module, machine)
    engine.finalize_object()
    address = engine.get_function_address("rz.polygamma.f64")
    yield ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_int, ctypes.c_double)(address)
    engine.close()


POINTS = [1e-8, 0.01, 0.3, 1.0, 2.5, 7.0, 9.99, 10.0, 42.0, 1e3, 1e8]
BELOW = [-1e-8, -0.01, -0.3, -0.5, -1.7, -2.4999, -9.2, -33.3, -171.6, -1000.25]


@pytest.mark.parametrize("n", [0, 1, 2, 3, 5, 8, 20])
@pytest.mark.parametrize("x", POINTS + BELOW)
def test_polygamma(polygamma: Polygamma, n: int, x: float) -> None:
    with mp.workdps(60):
        truth = mp.polygamma(n, mp.mpf(x))
        # A few units in the last place of what is summed: near a root the sum cancels.
        pole = mp.mpf(x - min(0, round(x)))
        scale = max(abs(truth), 1) if n == 0 else abs(mp.factorial(n) / pole ** (n + 1))
        scale = max(abs(truth), scale)
        assert abs(polygamma(n, x) - truth) <= 2e-14 * scale


@pytest.mark.parametrize("x", [0.0, -1.0, -7.0, -1e300, math.nan])
@pytest.mark.parametrize("n", [0, 1, 2])
def test_poles_are_nan(polygamma: Polygamma, n: int, x: float) -> None:
    assert math.isnan(polygamma(n, x))


def test_limits(polygamma: Polygamma) -> None:
    assert polygamma(0, math.inf) == math.inf
    assert polygamma(1, math.inf) == 0.0
    assert math.isnan(polygamma(-1, 1.0))


def test_its_name_has_its_meaning() -> None:
    assert spelling("polygamma", "float") == ("support", "rz.polygamma.f32")
    assert classify("rz.polygamma.f32") == Math("polygamma", "float")


def test_other_types_are_converted() -> None:
    text = support_ir([f"rz.polygamma.{suffix}" for suffix in (*SUPPORT_TYPES, "f64")])
    llvm.parse_assembly(text).verify()
    assert "define internal x86_fp80 @rz.polygamma.f80(i32 %n, x86_fp80 %x)" in text
    assert support_ir(["sin", "rz.tape.alloc"]) == ""


@pytest.mark.parametrize("suffix", [*SUPPORT_TYPES, "f64"])
def test_lower_powers_are_computed_in_their_own_type(suffix: str) -> None:
    names = [f"rz.lower_power.{suffix}", f"rz.polygamma.{suffix}"]
    for wanted in (names, names[:1]):
        text = support_ir(wanted)
        llvm.parse_assembly(text).verify()
        body = text[text.index(f"@{names[0]}") :].partition("}")[0]
        assert "fpext" not in body
        assert "fptrunc" not in body
