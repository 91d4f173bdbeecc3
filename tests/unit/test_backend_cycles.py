"""Functions with loops are found in the text of the module."""

import pytest

from ribozyme.backend import pipeline
from ribozyme.backend.llvm import opened, without_target_attributes
from ribozyme.backend.passes import wide
from ribozyme.backend.passes.cycles import bodies, looping

STRAIGHT = """
define double @straight(double %x) {
  %c = fcmp olt double %x, 0.0
  br i1 %c, label %then, label %done

then:                                             ; preds = %0
  br label %done

done:                                             ; preds = %then, %0
  ret double %x
}
"""
LOOP = """
define void @"a loop"(i32 %n) {
  br label %2

2:                                                ; preds = %2, %0
  %k = phi i32 [ 0, %0 ], [ %next, %2 ]
  %next = add nsw i32 %k, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %2, label %3

3:                                                ; preds = %2
  ret void
}
"""
SWITCH = """
define void @states(ptr %p) {
entry:
  br label %next

next:
  %s = load i32, ptr %p
  switch i32 %s, label %done [
    i32 0, label %next
    i32 1, label %done
  ]

done:
  ret void
}
"""
RECURSION = """
define void @"down and on"(ptr %p, i32 %n) {
  %more = icmp sgt i32 %n, 0
  br i1 %more, label %on, label %done

on:                                               ; preds = %0
  store i32 %n, ptr %p
  %less = sub i32 %n, 1
  tail call void @"down and on"(ptr %p, i32 %less)
  br label %done

done:                                             ; preds = %on, %0
  ret void
}
"""
UNLABELLED = """
define void @bare(i1 %c) {
  br label %1
  br i1 %c, label %1, label %2
  ret void
}
"""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (STRAIGHT, []),
        (LOOP, ["a loop"]),
        (SWITCH, ["states"]),
        (UNLABELLED, ["bare"]),
        (RECURSION, ["down and on"]),
        (STRAIGHT + LOOP + SWITCH, ["a loop", "states"]),
        (LOOP.replace("{\n", "{ ").strip(), ["a loop"]),  # not as LLVM prints it
        (STRAIGHT.strip(), []),  # the last line ends with the text
    ],
)
def test_looping(text: str, found: list[str]) -> None:
    with opened(text) as module:
        assert looping(bodies(module, text)) == found


SUMS = """
define ptr @row(ptr %p, i32 %i, i32 %n) {
  %slot = alloca i32
  %m = mul nsw i32 %i, %n
  store i32 %m, ptr %slot
  %again = load i32, ptr %slot
  %a = sext i32 %again to i64
  %q = getelementptr double, ptr %p, i64 %a
  ret ptr %q
}
define ptr @chosen(ptr %p, i1 %c) {
  %m = select i1 %c, i32 4, i32 16
  %a = sext i32 %m to i64
  %q = getelementptr double, ptr %p, i64 %a
  ret ptr %q
}
"""


def test_functions_with_sums_are_widened() -> None:
    """A product in a slot, and no other function."""
    with opened(SUMS) as module:
        assert wide.wanted(bodies(module, SUMS)) == ["row"]
    assert "mul nsw i64" in pipeline.run("before", SUMS)


def test_target_attributes_of_some_groups() -> None:
    text = (
        'define void @f() #0 {\n  ret void\n}\nattributes #0 = { "target-cpu"="x86-64" }\n'
        'attributes #1 = { nounwind "tune-cpu"="generic" }'
    )
    plain = without_target_attributes(text)
    assert 'attributes #0 = { "ribozyme" }' in plain
    assert plain.endswith("attributes #1 = { nounwind }")
    assert without_target_attributes(STRAIGHT) == STRAIGHT
