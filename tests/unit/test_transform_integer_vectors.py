"""Floats in vectors of integers, of which some elements are none: taken apart, put together.

Each function changes four floats in place; both modes are held against central differences.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=4, wide=8)

MOVED_TWICE = """
define void @f(ptr %z) {
  %a = load i64, ptr %z, align 4
  %h = lshr i64 %a, 32
  %t = trunc nuw i64 %h to i32
  %v = insertelement <2 x i32> poison, i32 %t, i64 0
  %l = trunc i64 %a to i32
  %w = insertelement <2 x i32> %v, i32 %l, i64 1
  %b = bitcast <2 x i32> %w to <2 x float>
  %s = fmul <2 x float> %b, splat (float 1.5)
  %p = getelementptr i8, ptr %z, i64 4
  store <2 x float> %s, ptr %p, align 4
  ret void
}
"""
BESIDE_AN_INTEGER = """
define void @f(ptr %z) {
  %m = alloca <2 x i32>
  %x = load float, ptr %z, align 4
  %t = bitcast float %x to i32
  %v = insertelement <2 x i32> <i32 1, i32 2>, i32 %t, i64 0
  store <2 x i32> %v, ptr %m, align 8
  %w = load <2 x i32>, ptr %m, align 8
  %e = extractelement <2 x i32> %w, i64 0
  %k = extractelement <2 x i32> %w, i64 1
  %b = bitcast i32 %e to float
  %q = getelementptr float, ptr %z, i32 %k
  %s = fmul float %b, 3.0
  store float %s, ptr %q
  ret void
}
"""
SHUFFLED = """
define void @f(ptr %z) {
  %a = load i64, ptr %z, align 4
  %t = trunc i64 %a to i32
  %v = insertelement <2 x i32> poison, i32 %t, i64 0
  %h = lshr i64 %a, 32
  %u = trunc i64 %h to i32
  %y = insertelement <4 x i32> <i32 poison, i32 poison, i32 5, i32 1067030938>, i32 %u, i64 0
  %n = shufflevector <2 x i32> %v, <2 x i32> poison, <4 x i32> <i32 0, i32 poison, i32 poison, i32 poison>
  %s = shufflevector <4 x i32> %n, <4 x i32> %y, <4 x i32> <i32 4, i32 0, i32 0, i32 7>
  %f = bitcast <4 x i32> %s to <4 x float>
  %g = fmul <4 x float> %f, <float 2.0, float 3.0, float 4.0, float 5.0>
  store <4 x float> %g, ptr %z
  ret void
}
"""  # noqa: E501
CHOSEN = """
define void @f(ptr %z) {
  %x = load float, ptr %z, align 4
  %t = bitcast float %x to i32
  %v = insertelement <2 x i32> poison, i32 %t, i64 0
  %p = getelementptr float, ptr %z, i64 1
  %y = load float, ptr %p, align 4
  %u = bitcast float %y to i32
  %w = insertelement <2 x i32> poison, i32 %u, i64 0
  %c = fcmp olt float %x, 0.5
  %s = select i1 %c, <2 x i32> %v, <2 x i32> %w
  %r = freeze <2 x i32> %s
  %n = insertelement <2 x i32> %r, i32 %t, i64 1
  %f = bitcast <2 x i32> %n to <2 x float>
  %g = fmul <2 x float> %f, %f
  store <2 x float> %g, ptr %z
  ret void
}
"""
IN_A_LOOP = """
define void @f(ptr %z) {
entry:
  %x = load float, ptr %z, align 4
  %t = bitcast float %x to i32
  %v = insertelement <2 x i32> poison, i32 %t, i64 0
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %c = phi <2 x i32> [ %v, %entry ], [ %d, %loop ]
  %e = extractelement <2 x i32> %c, i64 0
  %b = bitcast i32 %e to float
  %p = getelementptr float, ptr %z, i32 %i
  %y = load float, ptr %p
  %s = fmul float %b, %y
  %u = bitcast float %s to i32
  %d = insertelement <2 x i32> %c, i32 %u, i64 0
  %j = add i32 %i, 1
  %m = icmp slt i32 %j, 4
  br i1 %m, label %loop, label %out
out:
  %k = extractelement <2 x i32> %d, i64 0
  %l = bitcast i32 %k to float
  store float %l, ptr %z
  ret void
}
"""
NARROWED = """
define void @f(ptr %z) {
  %v = load <2 x i64>, ptr %z, align 4
  %n = trunc <2 x i64> %v to <2 x i32>
  %b = bitcast <2 x i32> %n to <2 x float>
  %s = fmul <2 x float> %b, splat (float 1.5)
  store <2 x float> %s, ptr %z, align 4
  ret void
}
"""
VARYING_PLACE = """
define void @f(ptr %z, i32 %k) {
  %x = load float, ptr %z, align 4
  %t = bitcast float %x to i32
  %v = insertelement <4 x i32> <i32 1, i32 2, i32 3, i32 4>, i32 %t, i32 2
  %e = extractelement <4 x i32> %v, i32 %k
  %b = bitcast i32 %e to float
  store float %b, ptr %z
  ret void
}
"""


def moved(f: Any, place: int, step: float) -> Any:
    z = np.arange(1, 5, dtype=np.float32) / 4
    z[place] += step
    f(z)
    return z


def jacobians(f: Any) -> tuple[Any, Any, Any]:
    """By reverse mode, forward mode and differences."""
    back, ahead, apart = [], [], []
    for place in range(4):
        for mode, rows in ((rz.Reverse, back), (rz.Forward, ahead)):
            z, dz = np.arange(1, 5, dtype=np.float32) / 4, np.zeros(4, np.float32)
            dz[place] = 1
            rz.autodiff(mode, f, rz.Duplicated(z, dz))
            rows.append(dz)
        apart.append((moved(f, place, 2**-8) - moved(f, place, -(2**-8))) * 2**7)
    return np.array(back), np.array(ahead).T, np.array(apart).T


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize(
    "text", [MOVED_TWICE, BESIDE_AN_INTEGER, SHUFFLED, CHOSEN, IN_A_LOOP, NARROWED]
)
def test_some_elements_are_floats(text: str, first: bool) -> None:
    with rz.options(optimise_first=first, cache=False):
        back, ahead, apart = jacobians(rz.compile(text, lang="ll").f)
    assert back.any()
    assert back == pytest.approx(ahead, abs=1e-6)
    assert back == pytest.approx(apart, abs=1e-3)


@pytest.mark.parametrize("mode", [rz.Reverse, rz.Forward])
def test_any_element_may_be_taken(mode: Any) -> None:
    """Integers that may be taken for floats are constants."""
    with rz.options(cache=False):
        f = rz.compile(VARYING_PLACE, lang="ll").f
        for place in range(4):
            z, dz = np.ones(4, np.float32), np.ones(4, np.float32)
            rz.autodiff(mode, f, rz.Duplicated(z, dz), rz.Const(place))
            assert dz.tolist() == [float(place == 2), 1, 1, 1]


SHIFTED = """
#include <math.h>
#include <string.h>
void f(float *z)
{
    memmove(z + 2, z, 2 * sizeof(float));
    for (int i = 2; i >= 0; --i) z[i + 1] += 0.375f * z[i + 1];
}
"""


@pytest.mark.parametrize("level", ["O0", "O1", "O2", "O3"])
def test_floats_moved_in_pairs(level: Any) -> None:
    """The optimiser makes one integer of two floats, and puts them into a vector in turn."""
    back, ahead, apart = jacobians(rz.compile(SHIFTED, level=level).f)
    assert back == pytest.approx(ahead, abs=1e-6)
    assert back == pytest.approx(apart, abs=1e-3)
