"""Addresses whose bits go as numbers from function to function: right.

%d = bitcast i64 %address to double;  %e = call double @same(double %d);  … inttoptr
"""

from __future__ import annotations

from typing import Final

import pytest

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=8, wide=16)

SAME: Final = """
define internal double @same(double %a) noinline { ret double %a }
"""
CHOSEN: Final = """
define internal double @chosen(i1 %c, double %x, double %y) noinline {
e:
  br i1 %c, label %l, label %m
l:
  %n = fmul double %x, %x
  br label %m
m:
  %p = phi double [ %n, %l ], [ %y, %e ]
  %b = select i1 %c, double %x, double %p
  ret double %b
}
"""
TURNED: Final = """
define internal {double, double} @turned(double %a, double %b) noinline {
  %s = insertvalue {double, double} poison, double %b, 0
  %t = insertvalue {double, double} %s, double %a, 1
  ret {double, double} %t
}
"""
ROW: Final = """
define internal void @put(ptr %row, double %a, i32 %k) noinline {
  %q = getelementptr double, ptr %row, i32 %k
  store double %a, ptr %q, !tbaa !0
  ret void
}
define internal void @move(ptr %row, i32 %k) noinline {
  %q = getelementptr double, ptr %row, i32 %k
  %b = load double, ptr %q, !tbaa !0
  %t = getelementptr double, ptr %row, i32 3
  store double %b, ptr %t, !tbaa !0
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"double", !2, i64 0}
!2 = !{!"omnipotent char", !3, i64 0}
!3 = !{!"Simple C/C++ TBAA"}
"""
VECTOR: Final = """
define internal <2 x double> @pair(double %a, double %y) noinline {
  %v = insertelement <2 x double> poison, double %y, i32 0
  %w = insertelement <2 x double> %v, double %a, i32 1
  ret <2 x double> %w
}
"""

RIGHT: Final = {
    "an argument and a result": (SAME, "%b = call double @same(double %a)"),
    "a phi and a select": (
        CHOSEN,
        "%c = icmp sgt i32 %k, 7\n %b = call double @chosen(i1 %c, double %y, double %a)",
    ),
    "a frozen number": (SAME, "%g = freeze double %a\n %b = call double @same(double %g)"),
    "a struct": (
        TURNED,
        (
            "%s = call {double, double} @turned(double %a, double %y)\n"
            " %b = extractvalue {double, double} %s, 1"
        ),
    ),
    "a row of numbers": (
        ROW,
        (
            "%row = alloca [4 x double]\n call void @put(ptr %row, double %y, i32 0)\n"
            " call void @put(ptr %row, double %a, i32 %k)\n call void @move(ptr %row, i32 %k)\n"
            " %t = getelementptr double, ptr %row, i32 3\n %b = load double, ptr %t, !tbaa !0"
        ),
    ),
    "a variable": (
        "@kept = internal global double 0.0\n" + SAME,
        (
            "%g = call double @same(double %a)\n store double %g, ptr @kept\n"
            " %b = load double, ptr @kept"
        ),
    ),
    "a vector": (
        VECTOR,
        (
            "%v = call <2 x double> @pair(double %a, double %y)\n"
            " %b = extractelement <2 x double> %v, i32 1"
        ),
    ),
    "a function by its address": (
        SAME + "@way = internal constant ptr @same\n",
        "%w = load volatile ptr, ptr @way\n %b = call double %w(double %a)",
    ),
}


def program(helpers: str, route: str, *, always: bool) -> str:
    """The product of x and what lies at an address, or of x and a number, by what `k` says."""
    word = (
        "%a = freeze double %d" if always else "%a = select i1 %place, double %d, double %squared"
    )
    return f"""{helpers}
    define double @f(double %x, double %y, i32 %k) {{
    e:
      %cell = alloca double
      %product = fmul double %x, %y
      store double %product, ptr %cell
      %i = ptrtoint ptr %cell to i64
      %d = bitcast i64 %i to double
      %squared = fmul double %y, %y
      %place = icmp eq i32 %k, 1
      {word}
      {route}
      br i1 %place, label %there, label %here
    there:
      %j = bitcast double %b to i64
      %p = inttoptr i64 %j to ptr
      %found = load double, ptr %p
      %r = fmul double %found, %x
      ret double %r
    here:
      %scaled = fmul double {"%y" if always else "%b"}, %x
      ret double %scaled
    }}
    """


@pytest.mark.parametrize("first", [True, False], ids=["optimised", "as it is"])
@pytest.mark.parametrize("always", [True, False], ids=["an address", "either"])
@pytest.mark.parametrize("route", RIGHT)
def test_the_shadow_goes_where_the_bits_go(route: str, always: bool, first: bool) -> None:
    with rz.options(cache=False, check="never", optimise_first=first):
        f = rz.compile(program(*RIGHT[route], always=always), lang="ll").f
        slopes = {1: (2.86, 1.21), 0: (1.3, 1.1) if always else (1.69, 2.86)}
        for k, wanted in slopes.items():
            assert rz.grad(f)(1.1, 1.3, k) == pytest.approx(wanted)
            for tangent, slope in zip(((1.0, 0.0), (0.0, 1.0)), wanted, strict=True):
                found = rz.jvp(f, (1.1, 1.3, k), (*tangent, None))[1]
                assert found == pytest.approx(slope)
            ahead, back = rz.split(f)
            assert back(ahead(1.1, 1.3, k)[1], 1.0) == pytest.approx(wanted)
