"""Structures with addresses in them that meet in a phi: with shadows, without, and constant.

%s = phi { ptr, i32 } [ { ptr null, i32 0 }, %entry ], [ %made, %some ]
"""

from __future__ import annotations

from typing import Any, Final

import pytest

import ribozyme as rz

HEAD: Final = """
@table = internal constant [2 x double] [double 3.0, double 4.0]
define internal { TYPE, i32 } @none(ptr %at) noinline {
  %a = insertvalue { TYPE, i32 } poison, TYPE NOWHERE, 0
  %b = insertvalue { TYPE, i32 } %a, i32 0, 1
  ret { TYPE, i32 } %b
}
define internal { TYPE, i32 } @some(ptr %at) noinline {
  %w = WORD
  %a = insertvalue { TYPE, i32 } poison, TYPE %w, 0
  %b = insertvalue { TYPE, i32 } %a, i32 1, 1
  ret { TYPE, i32 } %b
}
define double @f(double %x, i32 %n) {
entry:
  %q = alloca double
  store double %x, ptr %q
"""
TAIL: Final = """
join:
  %s = phi { TYPE, i32 } INCOMING
  %tag = extractvalue { TYPE, i32 } %s, 1
  %there = icmp eq i32 %tag, 1
  br i1 %there, label %read, label %out
read:
  %w = extractvalue { TYPE, i32 } %s, 0
  %p = ADDRESS
  %v = load double, ptr %p
  br label %out
out:
  %r = phi double [ %v, %read ], [ 0.0, %join ]
  %y = fmul double %r, %x
  ret double %y
}
"""
CONSTANT: Final = """
  %c = icmp sgt i32 %n, 0
  br i1 %c, label %other, label %join
other:
  %made = call { TYPE, i32 } @some(ptr %q)
  br label %join
"""
NEITHER: Final = """
  %c = icmp sgt i32 %n, 0
  br i1 %c, label %other, label %first
first:
  %bare = call { TYPE, i32 } @none(ptr @table)
  br label %join
other:
  %made = call { TYPE, i32 } @some(ptr %q)
  br label %join
"""
TWICE: Final = """
  %bare = call { TYPE, i32 } @none(ptr @table)
  switch i32 %n, label %other [ i32 0, label %join
                                i32 -1, label %join ]
other:
  %made = call { TYPE, i32 } @some(ptr %q)
  br label %join
"""
WAYS: Final = {
    "a constant": (CONSTANT, "[ { TYPE NOWHERE, i32 0 }, %entry ], [ %made, %other ]"),
    "nothing": (CONSTANT, "[ zeroinitializer, %entry ], [ %made, %other ]"),
    "one without": (NEITHER, "[ %bare, %first ], [ %made, %other ]"),
    "two edges": (TWICE, "[ %bare, %entry ], [ %bare, %entry ], [ %made, %other ]"),
}
SORTS: Final = {
    "an address": ("ptr", "@table", "getelementptr i8, ptr %at, i64 0", "freeze ptr %w"),
    "a number": ("i64", "17", "ptrtoint ptr %at to i64", "inttoptr i64 %w to ptr"),
}


@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("way", WAYS)
def test_a_shadow_in_a_structure_comes_with_its_edge(way: str, sort: str) -> None:
    """The square of x where the structure leads to it, nothing elsewhere."""
    type, nowhere, word, address = SORTS[sort]
    middle, incoming = WAYS[way]
    text = (HEAD + middle + TAIL).replace("INCOMING", incoming).replace("TYPE", type)
    text = text.replace("NOWHERE", nowhere).replace("WORD", word).replace("ADDRESS", address)
    with rz.options(cache=False, check="never", optimise_first=False):
        f = rz.compile(text, lang="ll").f
        for n, slope in ((1, 2.5), (0, 0.0), (-1, 0.0)):
            ahead: Any = rz.autodiff(rz.Forward, f, rz.Duplicated(1.25, 1.0), rz.Const(n))
            assert (ahead, rz.grad(f)(1.25, n)) == (slope, slope)
