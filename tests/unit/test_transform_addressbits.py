"""Addresses of variables that are constants of a float type: the bits are those of an address.

Every program is x ↦ 2·x² with a place that leads to x², or 2·0.75 with a number."""

import pytest

import ribozyme as rz

HEAD = """
@g = internal global [3 x double] zeroinitializer
define internal double @read(ptr %w, i1 %place) noinline {
  br i1 %place, label %there, label %here
there:
  %p = load ptr, ptr %w
  %v = load double, ptr %p
  ret double %v
here:
  %n = load double, ptr %w
  ret double %n
}
define double @f(double %x, i1 %k) {
  %w = alloca [2 x i64], align 16
  %second = getelementptr i8, ptr %w, i64 8
  %s = fmul double %x, %x
  store double %s, ptr getelementptr (i8, ptr @g, i64 8)
"""
ADDRESS = "bitcast (i64 ptrtoint (ptr getelementptr (i8, ptr @g, i64 8) to i64) to double)"
TAIL = """
  %r = call double @read(ptr %w, i1 %k)
  %t = fmul double %r, 2.0
  ret double %t
}
"""
NUMBER = """
  store double 7.5e-01, ptr %w
  br label %end
"""
STORED = f"""
  br i1 %k, label %put, label %not
not: {NUMBER}
put:
  store double {ADDRESS}, ptr %w
  br label %end
end: {TAIL}"""
CHOSEN = f"""
  %c = select i1 %k, double {ADDRESS}, double 7.5e-01
  store double %c, ptr %w
{TAIL}"""
MERGED = f"""
  br i1 %k, label %end, label %not
not:
  br label %end
end:
  %c = phi double [ {ADDRESS}, %0 ], [ 7.5e-01, %not ]
  store double %c, ptr %w
{TAIL}"""
HANDED = f"""
  %c = select i1 %k, double {ADDRESS}, double 7.5e-01
  call void @put(ptr %w, double %c)
{TAIL}
define internal void @put(ptr %w, double %d) noinline {{
  store double %d, ptr %w
  ret void
}}
"""
GIVEN_BACK = f"""
  %c = call double @chosen(i1 %k)
  store double %c, ptr %w
{TAIL}
define internal double @chosen(i1 %k) noinline {{
  br i1 %k, label %there, label %here
there:
  ret double {ADDRESS}
here:
  ret double 7.5e-01
}}
"""
TOGETHER = f"""
  store double {ADDRESS}, ptr %second
  store [2 x double] [double {ADDRESS}, double 7.5e-01], ptr %w
  br i1 %k, label %end, label %not
not: {NUMBER}
end: {TAIL}"""


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(STORED, id="stored"),
        pytest.param(CHOSEN, id="chosen"),
        pytest.param(MERGED, id="merged"),
        pytest.param(HANDED, id="handed on"),
        pytest.param(GIVEN_BACK, id="given back"),
        pytest.param(TOGETHER, id="together"),
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_addresses_are_addresses(body: str, first: bool) -> None:
    with rz.options(optimise_first=first, check="never"):
        f = rz.compile(HEAD + body, "ll").f
        for k, slope in ((True, 4 * 1.1), (False, 0.0)):
            assert rz.grad(f)(1.1, k) == pytest.approx(slope)
            assert rz.jvp(f, (1.1, k), (1.0, None))[1] == pytest.approx(slope)
