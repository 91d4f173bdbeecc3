"""Roots that are kept in variables which perhaps nobody reads: 0 · ∞ of them is 0."""

from __future__ import annotations

import pytest

import ribozyme as rz

READ = """
declare double @llvm.sqrt.f64(double)
define double @f(double %x, double %y) {
e:
  %kept = alloca double
  %other = alloca double
  store double %y, ptr %other
  %r = call double @llvm.sqrt.f64(double %x)
  store double %r, ptr %kept
  %c = fcmp ogt double %x, 0.07
  br i1 %c, label %then, label %else
then:
  %v = load double, ptr %kept
  br label %join
else:
  br label %join
join:
  %s = phi double [ %v, %then ], [ %y, %else ]
  %t = fmul double %s, %y
  ret double %t
}
"""
CHOSEN = READ.replace(
    "br i1 %c, label %then, label %else\nthen:\n  %v = load double, ptr %kept\n  br label %join",
    "br i1 %c, label %then, label %else\nthen:\n  br label %join",
).replace(
    "%s = phi double [ %v, %then ], [ %y, %else ]",
    "%p = phi ptr [ %kept, %then ], [ %other, %else ]\n  %s = load double, ptr %p",
)
PRODUCT = READ.replace(
    "store double %r, ptr %kept", "%u = fmul double %r, %y\n  store double %u, ptr %kept"
)


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("source", [READ, CHOSEN, PRODUCT], ids=["read", "chosen", "product"])
@pytest.mark.parametrize("x", [-1.0, 0.0])
def test_what_is_kept_and_not_read(source: str, x: float, *, first: bool) -> None:
    with rz.options(optimise_first=first, check="never"):
        assert rz.grad(rz.compile(source, lang="ir").f)(x, 3.0) == (0.0, 6.0)


@pytest.mark.parametrize("first", [True, False])
def test_what_is_kept_and_read(*, first: bool) -> None:
    with rz.options(optimise_first=first, check="never"):
        assert rz.grad(rz.compile(CHOSEN, lang="ir").f)(4.0, 3.0) == (0.75, 2.0)
