"""Values that stores of other loops tell are not computed again all the way up a chain of loops."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
from tests.derivatives import derived, loaded, reverse

from ribozyme.ir.module import Function


def stages(count: int) -> str:
    """Steps of so many loops, each over what the one before has stored; two arrays take turns."""
    lines = [
        "declare double @llvm.sin.f64(double)",
        "define double @f(ptr noalias %x, ptr noalias %y, i64 %n, i64 %steps) {",
        "entry:",
        "  br label %step",
        "step:",
        "  %t = phi i64 [ 0, %entry ], [ %t.next, %last ]",
        "  br label %l0",
    ]
    for k in range(count):
        before = "step" if k == 0 else f"d{k - 1}"
        read, written = ("%x", "%y") if k % 2 == 0 else ("%y", "%x")
        lines += [
            f"l{k}:",
            f"  %i{k} = phi i64 [ 0, %{before} ], [ %i{k}.next, %l{k} ]",
            f"  %p{k} = getelementptr double, ptr {read}, i64 %i{k}",
            f"  %v{k} = load double, ptr %p{k}",
            f"  %w{k} = fmul double %v{k}, %v{k}",
            f"  %q{k} = getelementptr double, ptr {written}, i64 %i{k}",
            f"  store double %w{k}, ptr %q{k}",
            f"  %i{k}.next = add nuw nsw i64 %i{k}, 1",
            f"  %c{k} = icmp slt i64 %i{k}.next, %n",
            f"  br i1 %c{k}, label %l{k}, label %d{k}",
            f"d{k}:",
            f"  br label %{'last' if k + 1 == count else f'l{k + 1}'}",
        ]
    lines += [
        "last:",
        "  %t.next = add nuw nsw i64 %t, 1",
        "  %more = icmp slt i64 %t.next, %steps",
        "  br i1 %more, label %step, label %done",
        "done:",
        "  %r = load double, ptr %x",
        "  ret double %r",
        "}",
    ]
    return "\n".join(lines)


def length(function: Function) -> int:
    return sum(len(block.instrs) for block in function.blocks)


def test_the_derivative_grows_as_the_program() -> None:
    made = (derived(stages(count), reverse("f", "ddcc")) for count in (20, 40, 80))
    first, second, third = (length(module.functions["f_grad"]) for module in made)
    assert third - second <= 2.2 * (second - first)


@pytest.mark.parametrize("count", [2, 4, 8, 10])
def test_the_derivative_is_right(count: int) -> None:
    """Each loop squares, so the end is a power of the start."""
    library = loaded(derived(stages(count), reverse("f", "ddcc")))
    gradient = ctypes.CFUNCTYPE(
        None, *[ctypes.c_void_p] * 4, *[ctypes.c_int64] * 2, ctypes.c_double
    )(library.address("f_grad"))
    start = np.array([1.001, 0.999, 1.002])
    arrays = [start.copy(), np.zeros(3), np.zeros(3), np.zeros(3)]
    gradient(*(array.ctypes.data for array in arrays), 3, 1, 1.0)
    power = 2.0**count
    expected = [power * start[0] ** (power - 1), 0.0, 0.0]
    np.testing.assert_allclose(arrays[1], expected, rtol=1e-10)
