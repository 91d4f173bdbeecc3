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

AGAIN = """
%cell = type { i64, i64 }
define double @f(double %x, double %y) {
  %c = alloca %cell
  %d = alloca %cell
  %cw = getelementptr i8, ptr %c, i64 8
  %dw = getelementptr i8, ptr %d, i64 8
  store i64 1, ptr %c
  store ptr %d, ptr %cw
  call void @move(ptr %d, ptr %c)
  %s = fmul double %x, %y
  store i64 0, ptr %c
  store double %s, ptr %cw
  call void @move(ptr %d, ptr %c)
  %r = load double, ptr %dw
  %u = fmul double %r, %x
  ret double %u
}
define internal void @move(ptr %d, ptr %c) noinline {
  %dw = getelementptr i8, ptr %d, i64 8
  %a = call %cell @at(ptr %c)
  %t = extractvalue %cell %a, 0
  %w = extractvalue %cell %a, 1
  %b = insertvalue %cell poison, i64 %t, 0
  %e = insertvalue %cell %b, i64 %w, 1
  MOVE
  ret void
}
define internal %cell @at(ptr %c) noinline {
  %i = getelementptr i8, ptr %c, i64 8
  %t = load i64, ptr %c
  %w = load i64, ptr %i
  %a = insertvalue %cell poison, i64 %t, 0
  %b = insertvalue %cell %a, i64 %w, 1
  ret %cell %b
}
"""

TAKEN_OUT = """
  %v = extractvalue %cell %e, 1
  store i64 %v, ptr %dw
"""

CHOSEN = """
  %z = icmp eq i64 %t, 7
  %g = select i1 %z, %cell %e, %cell %e
  %h = freeze %cell %g
  %v = extractvalue %cell %h, 1
  store i64 %v, ptr %dw
"""

WHOLE = "store %cell %e, ptr %d"

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


@pytest.mark.parametrize("move", [TAKEN_OUT, CHOSEN, WHOLE])
def test_words_are_followed_through_structs(move: str) -> None:
    """As they are before any optimiser: what was put into a struct is taken out of it."""
    f = rz.compile(AGAIN.replace("MOVE", move), "ll").f
    assert f(1.1, 1.3) == pytest.approx(1.1 * 1.3 * 1.1)
    assert rz.value_and_grad(f, check="never", optimise_first=False)(1.1, 1.3) == (
        pytest.approx(1.573),
        pytest.approx((2.86, 1.21)),
    )
    for tangent, slope in zip(((1.0, 0.0), (0.0, 1.0)), (2.86, 1.21), strict=True):
        assert rz.jvp(f, (1.1, 1.3), tangent, optimise_first=False, check="never")[
            1
        ] == pytest.approx(slope)


def test_words_go_to_functions_by_their_addresses() -> None:
    f = rz.compile(BY_ADDRESS, "ll").f
    assert rz.grad(f, check="never")(1.1, 1.3) == pytest.approx((1.3, 1.1))
    assert rz.jvp(f, (1.1, 1.3), (1.0, 0.0))[1] == pytest.approx(1.3)


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
