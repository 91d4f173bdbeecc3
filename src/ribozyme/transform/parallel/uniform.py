"""Values of a kernel that all threads of a block have alike, wherever these compute them.

    int i = blockIdx.x * blockDim.x + threadIdx.x;    not uniform: made of the thread's index
    for (int k = 0; k < n; k++) { w = decay * w; }    k, w: uniform, another w in each iteration
    if (i < n) v = 2 * w;                             2 * w: uniform among those that come here
    u = i < n ? v : w;                                not uniform: threads came on different ways

A value is uniform if two threads of a block that compute it in the same iterations of all loops
around it get the same. Arguments are, the index of the block, and what arithmetic makes of uniform
values; what is loaded from a uniform address of memory that stays as it is; and a phi of uniform
values, unless threads that went apart meet there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, final

from ribozyme.analysis.pointsto.objects import Kind
from ribozyme.ir.attrs import has
from ribozyme.ir.instrs import (
    Br,
    Call,
    CondBr,
    Determined,
    Instr,
    Load,
    Phi,
    Ret,
    Switch,
    Unreachable,
    operands,
)
from ribozyme.ir.values import Local, Poison, Undef, Value
from ribozyme.rules.device_functions import ALIKE, PLACE
from ribozyme.rules.names import Math
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.sites import callee_name

_ALIKE: Final = ("llvm.umin.", "llvm.umax.", "llvm.smin.", "llvm.smax.", "llvm.abs.")


def uniform(facts: FunctionFacts) -> frozenset[int]:
    """The uniform values of a kernel's function by number; of another function, none."""
    return facts.ask(_found)


def _found(facts: FunctionFacts) -> frozenset[int]:
    params = facts.function.params
    one = len(facts.whole.pointsto.callers.get(facts.function, ())) == 1
    launched = facts.function in facts.whole.effects.parallel.launched
    if not one or not launched or not any(has(param.attrs, ALIKE) for param in params):
        return frozenset()
    return _Uniform(facts).found()


@final
class _Uniform:
    def __init__(self, facts: FunctionFacts) -> None:
        self.facts = facts
        self.function = facts.function
        self.apart = {  # values that may differ
            param.local.id for param in self.function.params if not has(param.attrs, ALIKE)
        }
        self.met: set[int] = set()  # blocks where threads meet that went apart
        self.forked: set[int] = set()  # blocks behind which threads go apart

    def found(self) -> frozenset[int]:
        before = -1
        while before != len(self.apart) + len(self.met):
            before = len(self.apart) + len(self.met)
            for index in self.facts.flow.rpo:
                for instr in self.function.blocks[index].instrs:
                    result = instr.result
                    if result is not None and not self.is_alike(instr, index):
                        self.apart.add(result.id)
                self.branched(index)
        results = (i.result for b in self.function.blocks for i in b.instrs if i.result is not None)
        params = (param.local for param in self.function.params)
        return frozenset(one.id for one in (*params, *results) if one.id not in self.apart)

    # ---- values ------------------------------------------------------------------------------

    def is_alike(self, instr: Instr, block: int) -> bool:
        """Whether an instruction gives threads the same, as far as is known by now."""
        match instr:
            case _ if isinstance(instr, Determined):
                return self.are_alike(block, *operands(instr))
            case Phi(incoming=incoming):
                came = (self.are_alike(label, one) for one, label in incoming)
                return block not in self.met and all(came)
            case Load(pointer=pointer, volatile=False, ordering=""):
                return self.are_alike(block, pointer) and self.is_given(pointer, instr)
            case Call():
                return self.is_function(instr) and self.are_alike(block, *instr.args)
            case _:
                return False

    def are_alike(self, block: int, *values: Value) -> bool:
        """Whether values are the same in all threads at the end of a block, as far as is known by
        now. What a loop has computed is not: threads may have left it in different iterations."""
        for one in values:
            if isinstance(one, Undef | Poison):
                return False
            if isinstance(one, Local) and (one.id in self.apart or self.is_left(one, block)):
                return False
        return True

    def is_left(self, value: Local, block: int) -> bool:
        """Whether a value was computed in a loop that a block is not in."""
        loop = self.facts.loop_of_value(value)
        return loop >= 0 and block not in self.facts.loops.loops[loop].blocks

    def is_given(self, pointer: Value, load: Load) -> bool:
        """Whether memory is the caller's, and stays as it is. Where arrays do not overlap, one that
        is not written by its own name is not written."""
        points, root = self.facts.whole.pointsto, self.facts.whole.program.root
        mask = points.mask(self.function, pointer)
        members = list(points.members(mask))
        if mask & 1 or not members or any(one.kind is not Kind.ARGUMENT for one in members):
            return False
        given = (root.params[one.index].attrs for one in members)
        flat = any(has(param.attrs, PLACE) for param in self.function.params)
        read = flat and all(has(one, "readonly") or has(one, "readnone") for one in given)
        return read or self.facts.stable(load)

    def is_function(self, call: Call) -> bool:
        """Whether a call is of mathematics, which gives the same for the same."""
        name = callee_name(call)
        found = self.facts.whole.program.meaning(name) if name is not None else None
        if isinstance(found, Math):
            return found.stores == (None,)
        return name is not None and name.startswith(_ALIKE)

    # ---- control -----------------------------------------------------------------------------

    def branched(self, index: int) -> None:
        """Where threads go apart behind a block, note where they meet."""
        if index in self.forked:
            return
        match self.function.blocks[index].terminator:
            case Br() | Ret() | Unreachable():
                return
            case CondBr(condition=value) | Switch(value=value) if self.are_alike(index, value):
                return
            case _:
                self.forked.add(index)
        self.met |= self.meetings(index)
        for loop in self.facts.loops.around(index):
            self.met |= set(self.ends(loop))

    def meetings(self, fork: int) -> set[int]:
        """The blocks that disjoint paths from a block lead to. Each block is marked with where its
        paths begin: behind the fork, or where others met."""
        flow = self.facts.flow
        begins = {block: block for block in flow.successors[fork]}
        met: set[int] = set()
        changed = True
        while changed:
            changed = False
            for block in flow.rpo:
                ways = {begins[p] for p in flow.predecessors[block] if p in begins and p != fork}
                if block in flow.successors[fork]:
                    ways.add(block)
                if not ways:
                    continue
                if len(ways) > 1:
                    met.add(block)
                start = block if len(ways) > 1 or block in met else ways.pop()
                if begins.get(block) != start:
                    begins[block] = start
                    changed = True
        return met

    def ends(self, loop: int) -> Iterator[int]:
        """The blocks behind a loop in which threads go apart, if these may leave it in different
        iterations: unless each iteration of all threads comes to each way out, and decides alike
        there."""
        found = self.facts.loops.loops[loop]
        dominates = self.facts.flow.dominates
        for inside, _ in found.exits:
            always = all(dominates(inside, latch) for latch in found.latches)
            if not always or inside in self.forked:
                yield from {end for _, end in found.exits}
                return
