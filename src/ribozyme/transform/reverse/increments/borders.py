"""The iterations of a chunk in which threads meet nobody, though they add to neighbours' rows.

    for (i = lb; i <= ub; i++)  for (j) y[i][j] = x[i - 1][j] + x[i + 1][j];

Iteration k of n adds to rows k - 1 and k + 1; chunks of other threads reach rows up to 0 and from
n - 1. So where 2 <= k < n - 2 increments are plain (`parallel/exclusive`). The condition does not
change in the inner loop, of which LLVM makes two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from ribozyme.ir import types as ty
from ribozyme.ir.build import i64
from ribozyme.ir.values import Value
from ribozyme.transform.parallel.exclusive import Border
from ribozyme.transform.reverse.emit.sweeping import NothingWaits

if TYPE_CHECKING:
    from ribozyme.transform.reverse.emit.reverse_sweep import ReverseSweep


@final
class Middle(NothingWaits):
    """The iterations that are not at the ends of a chunk, while its loop is reversed."""

    def __init__(self, s: ReverseSweep, border: Border) -> None:
        self.s = s
        self.border = border
        self.counter = s.counters[border.loop]
        self.length = s.b.entry_alloca(ty.I64, 8)

    def unmet(self, place: Value) -> tuple[Value, Value]:
        """Whether this iteration is one of them, behind the loop none is; and the place."""
        b = self.s.b
        k = b.load(ty.I64, self.counter, 8)
        here = b.icmp("ult", b.sub(k, i64(self.border.reach)), b.load(ty.I64, self.length, 8))
        return here, place

    def begin(self) -> None:
        """Where the loop is entered, at its last iteration."""
        b, ends = self.s.b, 2 * self.border.reach
        count = b.add(b.load(ty.I64, self.counter, 8), i64(1))
        some = b.icmp("ugt", count, i64(ends))
        b.store(b.select(some, b.sub(count, i64(ends)), i64(0)), self.length, 8)
