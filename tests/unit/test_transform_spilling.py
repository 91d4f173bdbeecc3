"""Words that are a number at one time and an address at another, as optimisers move them."""

import pytest

import ribozyme as rz
from ribozyme import TypeUnknown

MOVED = """
define double @f(double %x, double %y) {
  %w = alloca i64
  %v = alloca i64
  %s = fmul double %x, %y
  store double %s, ptr %w
  call void @move(ptr %v, ptr %w, i1 false)
  %r = load double, ptr %v
  %t = fmul double %r, %x
  ret double %t
}
define internal void @move(ptr %v, ptr %w, i1 %often) noinline {
entry:
  %p = load TYPE, ptr %w
  br label %turn
turn:
  %q = phi TYPE [ %p, %entry ], [ %o, %turn ]
  %o = phi TYPE [ %p, %entry ], [ %q, %turn ]
  br i1 %often, label %turn, label %end
end:
  store TYPE %q, ptr %v
  ret void
}
"""

TURNED = """
define double @f(double %x, double %y) {
  %s = fmul double %x, %y
  %i = bitcast double %s to i64
  %p = inttoptr i64 %i to ptr
  %w = call ptr @same(ptr %p)
  %j = ptrtoint ptr %w to i64
  %r = bitcast i64 %j to double
  %t = fmul double %r, %x
  ret double %t
}
define internal ptr @same(ptr %p) noinline { ret ptr %p }
"""

BY_ADDRESS = """
@way = internal constant ptr @same
define double @f(double %x, double %y) {
  %s = fmul double %x, %y
  %i = bitcast double %s to i64
  %p = inttoptr i64 %i to ptr
  %g = load volatile ptr, ptr @way
  %w = call ptr %g(ptr %p)
  %j = ptrtoint ptr %w to i64
  %r = bitcast i64 %j to double
  ret double %r
}
define internal ptr @same(ptr %p) noinline { ret ptr %p }
"""

TAKEN = """
define double @f(double %x, double %y) {
  %c = alloca double
  store double %x, ptr %c
  %w = alloca i64
  store ptr %c, ptr %w
  %v = call double @at(ptr %w, i1 true)
  store double %y, ptr %w
  %u = call double @at(ptr %w, i1 false)
  %r = fmul double %u, %v
  ret double %r
}
define internal double @at(ptr %w, i1 %place) noinline {
  %n = load double, ptr %w
  %i = bitcast double %n to i64
  %p = inttoptr i64 %i to ptr
  br i1 %place, label %there, label %here
there:
  %v = load double, ptr %p
  %t = fmul double %v, %v
  ret double %t
here:
  ret double %n
}
"""


@pytest.mark.parametrize(
    ("text", "slopes"),
    [
        pytest.param(MOVED.replace("TYPE", "ptr"), (2.86, 1.21), id="moved as an address"),
        pytest.param(TURNED, (2.86, 1.21), id="through a function"),
        pytest.param(TAKEN, (2.86, 1.21), id="an address out of a number"),
    ],
)
def test_words_are_numbers_where_they_are(text: str, slopes: tuple[float, float]) -> None:
    f = rz.compile(text, "ll").f
    assert rz.grad(f, check="never")(1.1, 1.3) == pytest.approx(slopes)
    for tangent, slope in zip(((1.0, 0.0), (0.0, 1.0)), slopes, strict=True):
        assert rz.jvp(f, (1.1, 1.3), tangent, check="never")[1] == pytest.approx(slope)


def test_words_whose_way_is_not_seen_are_refused() -> None:
    f = rz.compile(BY_ADDRESS, "ll").f
    with pytest.raises(TypeUnknown) as caught:
        rz.grad(f, check="never")(1.1, 1.3)
    assert caught.value.code == "RZ303"


def test_floats_in_a_word_that_becomes_an_address_are_refused() -> None:
    """Two floats in one word cannot be told from an address: no derivative rather than a part."""
    pair = """
    define double @f(float %a, float %b) {
      %w = alloca i64
      %i = bitcast float %a to i32
      %j = bitcast float %b to i32
      %l = zext i32 %i to i64
      %m = zext i32 %j to i64
      %h = shl i64 %m, 32
      %o = or i64 %l, %h
      %p = inttoptr i64 %o to ptr
      call void @put(ptr %w, ptr %p)
      %x = load float, ptr %w
      %y = fpext float %x to double
      ret double %y
    }
    define internal void @put(ptr %w, ptr %p) noinline {
      store ptr %p, ptr %w
      ret void
    }
    """
    with pytest.raises(TypeUnknown):
        rz.grad(rz.compile(pair, "ll").f, check="never")(1.0, 2.0)
