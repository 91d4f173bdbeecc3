"""Floats that are read where only others were stored: refused, unless a zero of theirs was."""

from __future__ import annotations

import pytest

import ribozyme as rz

SOURCE = """
define double @f(double %x, i64 %at) {
  %m = alloca [16 x i8], align 8
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 16, i1 false)
  store double %x, ptr %m
  %b = getelementptr i8, ptr %m, i64 8
  STORED
  %c = getelementptr i8, ptr %m, i64 %at
  %v = load float, ptr %c
  %w = fpext float %v to double
  %r = fmul double %x, %x
  %s = fadd double %w, %r
  ret double %s
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
"""


def test_a_zero_is_stored_as_what_is_read() -> None:
    f = rz.compile(SOURCE.replace("STORED", "store float 0.0, ptr %b"), lang="ir").f
    with rz.options(optimise_first=False, check="never"):
        assert rz.grad(f)(3.0, 8) == 6.0


def test_nothing_like_it_is_stored() -> None:
    f = rz.compile(SOURCE.replace("STORED", "store double 0.0, ptr %b"), lang="ir").f
    with (
        rz.options(optimise_first=False, check="never"),
        pytest.raises(rz.Error, match="only floats of another kind"),
    ):
        rz.grad(f)(3.0, 8)
