"""Addresses of variables that are constants of a float type: the bits are those of an address.

Every program is x ↦ 2·x² with a place that leads to x², or 2·0.75 with a number."""

import pytest

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=8, wide=16)

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
PAIR = f"<2 x double> <double {ADDRESS}, double 7.5e-01>"
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
ROW = f"""
  store <2 x double> <double {ADDRESS}, double 7.5e-01>, ptr %w
  br i1 %k, label %end, label %not
not: {NUMBER}
end: {TAIL}"""
FILLED = f"""
  store <2 x double> splat (double {ADDRESS}), ptr %w
  br i1 %k, label %end, label %not
not: {NUMBER}
end: {TAIL}"""

INSERTED = f"""
  %n = ptrtoint ptr getelementptr (i8, ptr @g, i64 8) to i64
  %d = bitcast i64 %n to double
  %v = insertelement <2 x double> <double poison, double 2.5>, double %d, i64 0
  store <2 x double> %v, ptr %w
  br i1 %k, label %end, label %not
not: {NUMBER}
end: {TAIL}"""
INSERTED_INTEGER = f"""
  %n = ptrtoint ptr getelementptr (i8, ptr @g, i64 8) to i64
  %v = insertelement <2 x i64> <i64 poison, i64 4604930618986332160>, i64 %n, i64 0
  store <2 x i64> %v, ptr %w
  br i1 %k, label %end, label %not
not: {NUMBER}
end: {TAIL}"""
COPIED = f"""
  %other = alloca [2 x i64], align 16
  %behind = getelementptr i8, ptr %other, i64 8
  store ptr getelementptr (i8, ptr @g, i64 8), ptr %other
  store double 7.5e-01, ptr %behind
  %v = load <2 x TYPE>, ptr %other
  store <2 x TYPE> %v, ptr %w
  br i1 %k, label %end, label %not
not: {NUMBER}
end: {TAIL}"""
TAKEN_OUT = f"""
  %other = alloca [2 x i64], align 16
  %behind = getelementptr i8, ptr %other, i64 8
  store double 7.5e-01, ptr %other
  store ptr getelementptr (i8, ptr @g, i64 8), ptr %behind
  %v = load <2 x TYPE>, ptr %other
  %one = zext i1 %k to i64
  %e = extractelement <2 x TYPE> %v, i64 1
  store TYPE %e, ptr %w
  br i1 %k, label %end, label %not
not: {NUMBER}
end: {TAIL}"""
TURNED_ROUND = f"""
  %other = alloca [2 x i64], align 16
  %behind = getelementptr i8, ptr %other, i64 8
  store double 7.5e-01, ptr %other
  store ptr getelementptr (i8, ptr @g, i64 8), ptr %behind
  %v = load <2 x TYPE>, ptr %other
  %e = shufflevector <2 x TYPE> %v, <2 x TYPE> poison, <2 x i32> <i32 1, i32 0>
  store <2 x TYPE> %e, ptr %w
  br i1 %k, label %end, label %not
not: {NUMBER}
end: {TAIL}"""
CHOSEN_PAIR = f"""
  %c = select i1 %k, {PAIR}, <2 x double> <double 7.5e-01, double 1.0>
  store <2 x double> %c, ptr %w
{TAIL}"""


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(STORED, id="stored"),
        pytest.param(CHOSEN, id="chosen"),
        pytest.param(MERGED, id="merged"),
        pytest.param(HANDED, id="handed on"),
        pytest.param(GIVEN_BACK, id="given back"),
        pytest.param(ROW, id="in a vector"),
        pytest.param(FILLED, id="in a vector of one"),
        pytest.param(INSERTED, id="inserted"),
        pytest.param(INSERTED_INTEGER, id="inserted as an integer"),
        pytest.param(COPIED.replace("TYPE", "double"), id="copied"),
        pytest.param(COPIED.replace("TYPE", "i64"), id="copied as integers"),
        pytest.param(TAKEN_OUT.replace("TYPE", "double"), id="taken out"),
        pytest.param(TAKEN_OUT.replace("TYPE", "i64"), id="taken out as integer"),
        pytest.param(TURNED_ROUND.replace("TYPE", "double"), id="turned round"),
        pytest.param(TURNED_ROUND.replace("TYPE", "i64"), id="turned round as integers"),
        pytest.param(CHOSEN_PAIR, id="chosen as a pair"),
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
