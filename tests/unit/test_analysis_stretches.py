"""Stretches of memory that loops pass over, pointers that follow a curve: on small functions."""

from __future__ import annotations

from ribozyme.analysis.flow.cfg import flow
from ribozyme.analysis.flow.curves import curve
from ribozyme.analysis.flow.loops import loops
from ribozyme.analysis.flow.sym import const, evaluate
from ribozyme.analysis.flow.tripcount import Evolution, evolution
from ribozyme.analysis.memory.stretches import Stretches
from ribozyme.ir.instrs import Phi, Store
from ribozyme.parse.module import parse_module

LOOP = """
define void @f(ptr %work, i32 %n, i64 %m) {
entry:
  %wide = zext nneg i32 %n to i64
  %signed = sext i32 %n to i64
  %at = getelementptr inbounds double, ptr %work, i64 %signed
  %twice = shl nsw i32 %n, 1
  %far = sext i32 %twice to i64
  %k = getelementptr inbounds double, ptr %work, i64 %far
  %other = getelementptr inbounds double, ptr %work, i64 %m
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds double, ptr %work, i64 %i
  store double 0.0, ptr %p
  %q = getelementptr inbounds double, ptr %at, i64 %i
  store double 0.0, ptr %q
  %r = getelementptr inbounds double, ptr %k, i64 %i
  store double 0.0, ptr %r
  %s = getelementptr inbounds double, ptr %other, i64 %i
  store double 0.0, ptr %s
  %t = getelementptr inbounds i8, ptr %q, i64 -8
  store double 0.0, ptr %t
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %wide
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
"""

TRIANGLE = """
define void @f(ptr %start, i64 %n) {
entry:
  br label %outer
outer:
  %j = phi i64 [ 0, %entry ], [ %j1, %latch ]
  %p = phi ptr [ %start, %entry ], [ %after, %latch ]
  %j1 = add nuw nsw i64 %j, 1
  %some = icmp ult i64 %j1, %n
  br i1 %some, label %inner, label %latch
inner:
  %i = phi i64 [ %j1, %outer ], [ %i1, %inner ]
  %q = phi ptr [ %p, %outer ], [ %q1, %inner ]
  %q1 = getelementptr inbounds i8, ptr %q, i64 8
  %i1 = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %i1, %n
  br i1 %end, label %left, label %inner
left:
  %last = phi ptr [ %q1, %inner ]
  br label %latch
latch:
  %after = phi ptr [ %p, %outer ], [ %last, %left ]
  %done = icmp eq i64 %j1, %n
  br i1 %done, label %exit, label %outer
exit:
  ret void
}
"""


def evolved(text: str) -> Evolution:
    function = parse_module(text).functions["f"]
    around = flow(function)
    return evolution(function, around, loops(around))


def test_stretches_of_one_allocation() -> None:
    """work, work + n and work + 2n are apart; what begins anywhere or one earlier is not."""
    found = evolved(LOOP)
    stores = [i for i in found.function.instrs() if isinstance(i, Store)]
    lines = [found.values.affine(store.pointer, 0) for store in stores]
    count = found.count(0)
    assert count is not None
    stretches = Stretches(found)
    apart = set()
    for a, one in enumerate(lines):
        for b, other in enumerate(lines):
            assert one is not None
            assert other is not None
            if stretches.apart(one, count.sym, 8, other, count.sym, 8):
                apart.add((a, b))
    assert apart == {(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1), (4, 2), (2, 4)}


def test_a_pointer_through_a_triangle() -> None:
    """Its step is 8·(n - 1) in the first turn and 8 less in each further one."""
    found = evolved(TRIANGLE)
    outer = next(loop for loop in found.loops.loops if loop.depth == 1)
    phis = [i for i in found.function.blocks[outer.header].instrs if isinstance(i, Phi)]
    (pointer,) = [phi for phi in phis if phi.result not in found.inductions(outer.index)]
    made = curve(found, pointer, outer.index)
    assert made is not None
    assert made.bend == const(-8)
    assert evaluate(made.step, lambda _: 5) == 8 * 4


def test_a_guard_that_is_no_end() -> None:
    """A guard that may fail in the middle leaves a step that is no line."""
    text = TRIANGLE.replace("icmp ult i64 %j1, %n", "icmp ult i64 %j1, 3")
    found = evolved(text)
    outer = next(loop for loop in found.loops.loops if loop.depth == 1)
    phis = [i for i in found.function.blocks[outer.header].instrs if isinstance(i, Phi)]
    (pointer,) = [phi for phi in phis if phi.result not in found.inductions(outer.index)]
    assert curve(found, pointer, outer.index) is None
