"""Last turns of loops apart: which loops, what becomes of them, and that their sweeps vectorise."""

from __future__ import annotations

import re

import pytest
from tests.derivatives import body, derived, final, prepared, reverse

from ribozyme.backend import llvm
from ribozyme.ir.instrs import Select
from ribozyme.ir.printer import print_module
from ribozyme.parse import parse_module
from ribozyme.transform.prepare.loops.last_iteration import last_turns_apart

RINGS = """
#include <stddef.h>
void by_choice(const double *restrict x, double *restrict y, int n) {
    for (int j = 0; j < n; j++) y[j] = x[j] * x[j == n - 1 ? 0 : j + 1];
}
void by_remainder(const double *restrict x, double *restrict y, size_t n) {
    for (size_t j = 0; j < n; j++) y[j] = x[j] * x[(j + 1) % n];
}
void rows(const double *restrict x, double *restrict y, int n, int m) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            y[i * m + j] = x[i * m + j] * x[i * m + (j != m - 1 ? j + 1 : 0)];
}
void torus(const double *restrict u, double *restrict v, int n, int m) {
    for (int i = 0; i < n; i++) {
        int up = (i == 0 ? n - 1 : i - 1) * m, down = (i == n - 1 ? 0 : i + 1) * m;
        for (int j = 0; j < m; j++) {
            int left = i * m + (j == 0 ? m - 1 : j - 1), right = i * m + (j == m - 1 ? 0 : j + 1);
            double here = u[i * m + j];
            v[i * m + j] = here * here + u[up + j] + u[down + j] + u[left] + u[right];
        }
    }
}
"""

# one block each: which turn a test tells, and who decides
LOOPS = {
    "the last": ("%k", "%last", "", True),
    "the one before": ("%k", "%before", "", False),
    "any": ("%k", "%m", "", False),
    "the last, by the next index": ("%next", "%n", "", True),
    "the last, with a call": ("%k", "%last", "call void @g()", False),
}


def loop(index: str, bound: str, call: str) -> str:
    return f"""
declare void @g()
define void @f(ptr %x, ptr %y, i64 %n, i64 %m) {{
entry:
  %last = add i64 %n, -1
  %before = add i64 %n, -2
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %pre, label %out
pre:
  br label %loop
loop:
  %k = phi i64 [ 0, %pre ], [ %next, %loop ]
  %old = phi double [ 1.0, %pre ], [ %v, %loop ]
  %next = add nuw nsw i64 %k, 1
  %end = icmp eq i64 {index}, {bound}
  %j = select i1 %end, i64 0, i64 %next
  %p = getelementptr double, ptr %x, i64 %j
  %v = load double, ptr %p
  {call}
  %s = fmul double %v, %old
  %q = getelementptr double, ptr %y, i64 %k
  store double %s, ptr %q
  %done = icmp eq i64 %next, %n
  br i1 %done, label %end.of, label %loop
end.of:
  %r = phi double [ %s, %loop ]
  store double %r, ptr %y
  br label %out
out:
  ret void
}}
"""


@pytest.mark.parametrize("name", LOOPS)
def test_which(name: str) -> None:
    index, bound, call, apart = LOOPS[name]
    module = parse_module(loop(index, bound, call))
    made = last_turns_apart(module)
    assert (made is not module) == apart
    if apart:
        function = made.functions["f"]
        assert not any(isinstance(instr, Select) for instr in function.instrs())
        llvm.verify(print_module(made))
        assert last_turns_apart(made) is made


@pytest.mark.parametrize("name", ["by_choice", "by_remainder", "rows", "torus"])
def test_no_choice_is_left_in_the_loop(name: str) -> None:
    module = last_turns_apart(parse_module(prepared(RINGS)))
    function = module.functions[name]
    around = [
        block for index, block in enumerate(function.blocks) if index in function.successors[index]
    ]
    assert around
    assert not any(isinstance(instr, Select) for block in around for instr in block.instrs)


@pytest.mark.parametrize(
    ("name", "kinds"),
    [("by_choice", "ddc"), ("by_remainder", "ddc"), ("rows", "ddcc"), ("torus", "ddcc")],
)
def test_both_sweeps_of_a_ring_are_vectorised(name: str, kinds: str) -> None:
    text = body(final(derived(prepared(RINGS), reverse(name, kinds, "c"))), f"{name}_grad")
    blocks = [block for block in text.split("\n\n") if block.startswith(("vector.body", '"vector'))]
    back = [block for block in blocks if "fadd reassoc nsz" in block]
    assert back
    assert len(blocks) > len(back)  # the way there
    assert all(re.search(r"store <\d+ x double>", block) for block in blocks)
