"""Addresses that move as integers, and integers that end them, wherever that happens.

call void @take(ptr %b, ptr %a)     its body: %v = load i64, ptr %a;  store i64 %v, ptr %b
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

import ribozyme as rz

HEAD: Final = """
declare ptr @malloc(i64)
declare void @free(ptr)
define internal ptr @look(ptr %at) noinline {
  %p = load ptr, ptr %at
  ret ptr %p
}
define internal void @drop(ptr %at) noinline {
  %p = load ptr, ptr %at
  call void @free(ptr %p)
  ret void
}
define internal void @take(ptr %to, ptr %from) noinline {
  %v = load i64, ptr %from
  store i64 %v, ptr %to
  ret void
}
define internal void @end(ptr %at) noinline {
  store i64 0, ptr %at
  ret void
}
define double @f(double %x) {
  %a = alloca ptr
  %b = alloca ptr
  %q = call ptr @malloc(i64 8)
  store double %x, ptr %q
  store ptr %q, ptr %a
"""
TAIL: Final = """
  %w = load double, ptr %q
  %y = fmul double %w, %v
  call void @free(ptr %q)
  ret double %y
}
"""
MOVED: Final = """
  call void @take(ptr %b, ptr %a)
  %l = call ptr @look(ptr %b)
  %v = load double, ptr %l
"""
LOOKED: Final = """
  %l = call ptr @look(ptr %a)
  %v = load double, ptr %l
"""
WAYS: Final = {
    "moved by a callee": MOVED,
    "ended here": LOOKED + "  store i64 0, ptr %a\n  call void @drop(ptr %a)\n",
    "ended by a callee": LOOKED + "  call void @end(ptr %a)\n  call void @drop(ptr %a)\n",
    "ended by a null that moved": LOOKED
    + "  store ptr null, ptr %b\n  call void @take(ptr %a, ptr %b)\n  call void @drop(ptr %a)\n",
    "ended by another number": LOOKED + "  store i64 -1, ptr %a\n",
}


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("way", WAYS)
def test_a_shadow_follows_its_address(way: str, first: bool) -> None:
    """Twice x; a shadow that stays behind would be freed twice, or never be found."""
    with rz.options(cache=False, check="never", optimise_first=first):
        f = rz.compile(HEAD + WAYS[way] + TAIL, lang="ll").f
        ahead: Any = rz.autodiff(rz.Forward, f, rz.Duplicated(1.25, 1.0))
        assert (ahead, rz.grad(f)(1.25)) == (2.5, 2.5)


CHANGED = """
#include <stddef.h>
union word { double number; char *address; long count; };
double f(double x, int k, char *q)
{
    union word w[2];
    w[0].number = x * x;
    w[1].address = q;
    w[k].count += 1;
    return k == 1 ? w[0].number * x : w[0].number;
}
"""


@pytest.mark.parametrize("level", ["O0", "O2"])
def test_arithmetic_on_words_of_either_sort(tmp_path: Path, level: rz.Level) -> None:
    """It is an address's, or a trap when it runs."""
    source = tmp_path / "changed.c"
    source.write_text(CHANGED)
    f = rz.load(source, level=level).f
    assert rz.grad(f, wrt="x")(1.3, 1, None) == pytest.approx(3 * 1.3**2, rel=1e-14)
    with pytest.raises(rz.Error, match="RZ203"):
        rz.grad(f, wrt="x")(1.3, 0, None)
    assert rz.jvp(f, (1.3, 1, None), (1.0, None, None))[1] == pytest.approx(3 * 1.3**2, rel=1e-14)
    with pytest.raises(rz.Error, match="RZ203"):
        rz.jvp(f, (1.3, 0, None), (1.0, None, None))
