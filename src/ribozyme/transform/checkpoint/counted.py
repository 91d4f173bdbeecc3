"""The number of iterations of a loop, as a function that is called before it.

    for (t = a; t < n; t += 2) …      →      f.count(a, n)      n > a ? (n - a - 1) / 2 + 2 : 1
    while (error > tolerance) …       →      f.count()          -1

An iteration runs from one header to the next, so it counts how often the header runs. Where a step
is several iterations, the steps are counted. With the
number the schedule is the optimal one from the beginning; without it, -1, an online schedule.
Invariant: a number that is not -1 is that of the iterations, unless an exception ends them.
"""

from __future__ import annotations

from typing import Final, final

from ribozyme.analysis.flow.sym import Sym, leaves
from ribozyme.analysis.flow.tripcount import evolution
from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.instrs import Freeze
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Function, Header, Module
from ribozyme.ir.values import Local, Value
from ribozyme.transform.checkpoint.named import Found
from ribozyme.transform.emit.symbolic import symbolic

UNKNOWN: Final = -1


@final
@dataclass(frozen=True, slots=True)
class Counted:
    """A number of iterations in terms of `values`; without `sym` it is not known."""

    values: tuple[Local, ...] = ()
    sym: Sym | None = None
    most: int = 0

    @property
    def type(self) -> ty.FunctionType:
        """That of the function."""
        return ty.function(ty.I64, tuple(value.type for value in self.values))

    def function(self, name: str, window: int) -> Function:
        """The function that computes it, in steps of `window`, from values that may be poison."""
        b = FunctionBuilder(name, self.type)
        b.header = Header(linkage="internal")
        b.attrs = (Attr("nounwind"), Attr("willreturn"), Attr("memory", "none"))
        b.at(b.block())
        if self.sym is None:
            b.ret(i64(UNKNOWN))
            return b.finish()
        known: dict[int, Value] = {}
        for value, param in zip(self.values, b.params, strict=True):
            known[value.id] = b.local(value.type)
            frozen = known[value.id]
            assert isinstance(frozen, Local)
            b.append(Freeze(frozen, param))
        total = symbolic(b, self.sym, lambda one: known[one.id] if isinstance(one, Local) else one)
        beyond = b.icmp("ugt", total, i64(self.most))
        if window > 1:
            total = b.ibinary("udiv", b.add(total, i64(window - 1)), i64(window))
        b.ret(b.select(beyond, i64(UNKNOWN), total))
        return b.finish()


def counted(module: Module, found: Found) -> Counted:
    """How many iterations a loop has."""
    lines = evolution(found.function, found.flow, found.loops, DataLayout(module.layout))
    count = lines.count(found.loop.index)
    if count is None or not count.exact:
        return Counted()
    values = {one.id: one for one in leaves(count.sym) if isinstance(one, Local)}
    most = min(count.plausible, 1 << 62)
    return Counted(tuple(values.values()), count.sym, most)
