"""Extensions of loop variables that fit are taken away; where one might not fit, they stay."""

import pytest

from ribozyme.backend.passes.narrow import narrowed

LOOP = """
define double @f(ptr %p, i32 %n) {{
entry:
  %bound = {bound}
  br label %loop

loop:                                             ; preds = %tail, %entry
  %i = phi i64 [ {start}, %entry ], [ %next, %tail ]
  %s = phi double [ 0.0, %entry ], [ %sum, %tail ]
  %high = shl i64 %i, 32
  %moved = add i64 %high, {moved}
  %low = ashr exact i64 %moved, {shift}
  %a = getelementptr i8, ptr %p, i64 %low
  %v = load double, ptr %a, align 8
  {inside}
  br {way}

tail:                                             ; preds = %loop
  %sum = fadd double %s, %v
  %next = add {flags} i64 %i, 1
  %done = icmp eq i64 {tested}, %bound
  br i1 %done, label %out, label %loop

out:
  ret double %v
}}

declare void @g()
"""
BELOW = -(1 << 32)


def made(
    start: str = "0",
    bound: str = "zext nneg i32 %n to i64",
    moved: int = 0,
    shift: int = 32,
    flags: str = "nuw nsw",
    inside: str = "",
    way: str = "label %tail",
    tested: str = "%next",
) -> str:
    return LOOP.format(
        start=start, bound=bound, moved=moved, shift=shift, flags=flags, inside=inside, way=way,
        tested=tested,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (made(), "%low = add nsw i64 %i, 0"),
        (made(flags="nsw"), "%low = add nsw i64 %i, 0"),
        (made(moved=BELOW, start="1"), "%low = add nsw i64 %i, -1"),
        (made(moved=BELOW), "%low = add nsw i64 %i, -1"),
        (made(bound="add i64 0, 32").replace("%bound\n", "32\n"), "%low = add nsw i64 %i, 0"),
        (made(moved=BELOW, shift=24), "%low = shl nsw i64 %rz.narrow.1, 8"),
        (made(moved=1 << 32), "%low = add nsw i64 %i, 1"),  # i < n < 2**31
        (made(moved=(1 << 31) << 32), "%low = add nsw i64 %i, -2147483648"),
        (made(tested="%i"), "%low = add nsw i64 %i, 0"),
    ],
)
def test_is_taken_away(text: str, found: str) -> None:
    assert found in narrowed(text)
    assert "ashr" not in narrowed(text)


@pytest.mark.parametrize(
    "text",
    [
        made(bound="zext i32 %n to i64"),  # may be 2**32 - 1
        made(bound="add i64 0, 4294967296"),
        made(bound="sext i32 %n to i64"),  # may be below the start
        made(start="-1"),
        made(start="%bound"),
        made(flags="nuw"),  # may pass the largest signed number
        made(inside="call void @g()"),  # may end the program before the variable wraps
        made(way="i1 undef, label %tail, label %out"),  # a second exit: the bound may never be met
        made(moved=5),
        made(moved=2 << 32),  # i + 2 may be 2**31
        made(shift=33),
        made(bound="add i64 0, 7").replace("%bound\n", "2147483650\n"),
    ],
)
def test_stays(text: str) -> None:
    assert narrowed(text) is text


def test_an_exact_bound_leaves_room_for_more() -> None:
    text = made(moved=2 << 32)
    fits = text.replace("%next, %bound", "%next, 2147483646")
    over = text.replace("%next, %bound", "%next, 2147483647")
    assert "%low = add nsw i64 %i, 2" in narrowed(fits)
    assert narrowed(over) is over
