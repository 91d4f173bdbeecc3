"""A forward pass over a tape: computes tangents, and reads the primal values from the tape.

    %y = fmul double %x, %w      →   %x, %w from the tape;   %y.dot = %w · %x.dot + %x · %w.dot
    br i1 %c, …                  →   %c from the tape, or computed again;   br i1 %c, …
    store double %v, ptr %p      →   store %v.dot to %p.sh

The primal has run: what it overwrote is gone, and nothing of what it did is done again. A value is
there if the plan of the halves says so (`wanted`); asking for any other is a mistake that ends the
compilation. Blocks, loops and phis are those of the primal, so that what dominated still does.
"""

from __future__ import annotations

from typing import final

from ribozyme.base.errors import error
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.instrs import (
    Access,
    Alloca,
    AtomicRMW,
    Br,
    Call,
    CallLike,
    CmpXchg,
    Computation,
    CondBr,
    DbgRecord,
    Instr,
    Invoke,
    Phi,
    Ret,
    Silent,
    Store,
    successors,
)
from ribozyme.ir.values import Local, Value
from ribozyme.transform.emit.emission import Emission
from ribozyme.transform.emit.symbolic import induced
from ribozyme.transform.forward import shadow_memory
from ribozyme.transform.forward.mode import ForwardMode
from ribozyme.transform.forward.tangent import tangents
from ribozyme.transform.replay import calls
from ribozyme.transform.reverse.calls.passed import wanted
from ribozyme.transform.reverse.emit.iterations import Iterations
from ribozyme.transform.reverse.emit.tape import Tape
from ribozyme.transform.reverse.plan.nodes import Node, put_again
from ribozyme.transform.reverse.plan.plan import Plan
from ribozyme.transform.reverse.plan.slots import Storage
from ribozyme.transform.state.earlier import guard_marked


@final
class Walk(ForwardMode):
    """Builds the blocks of a pass over a tape."""

    def __init__(self, emission: Emission, plan: Plan, b: FunctionBuilder, tape: Tape) -> None:
        super().__init__(emission, plan.facts, b)
        self.plan = plan
        self.tape = tape
        self.wanted = wanted(plan)
        self.iterations = Iterations(self, plan, tape, self.next_segment)
        self.ways: dict[int, list[int]] = {}  # block → where its copy goes, each edge once
        self.lost = -1  # the block of ways on which the primal does not come back

    def run(self) -> None:
        """Emit all live blocks; the current block, the prologue, is left open."""
        order = [index for index in self.facts.flow.rpo if self.facts.live[index]]
        self.blocks = {index: self.b.block(self.function.blocks[index].name) for index in order}
        self.iterations.open_segments()
        for index in order:
            self.block(index)
        self.b.meta = self.locations.own
        for index in order:
            self.close_block(index)

    # ---- what is at hand -----------------------------------------------------------------------

    def value(self, value: Value) -> Value:
        """A primal value, which the plan says is at hand."""
        if isinstance(value, Local) and value.id not in self.values:
            raise self.missing(value)
        return super().value(value)

    def shadow(self, value: Value, part: int = 0) -> list[Value]:
        """The shadows of a pointer leaf; of an inactive pointer, the pointer."""
        if isinstance(value, Local) and self.facts.pointers(value):
            if (value.id, part) not in self.shadows:
                raise self.missing(value)
            return self.shadows[value.id, part]
        return super().shadow(value, part)

    def missing(self, value: Local) -> Exception:
        """The plan forgot something."""
        name = self.function.names[value.id] or value.id
        return error("RZ901", f"'{self.function.name}': the tape does not have '{name}'")

    def fetch(self, node: Node) -> list[Value]:
        """What the forward sweep kept for a node on this level."""
        slot = self.plan.slots[node]
        return self.tape.load(slot, self.iterations.place(slot))

    def recall(self, instr: Instr) -> None:
        """The result of an instruction and its shadows, where they are wanted."""
        result = instr.result
        if result is None:
            return
        node = Node("value", result.id)
        if node in self.wanted:
            saved = self.plan.saved(node)
            self.values[result.id] = self.fetch(node)[0] if saved else self.value_again(instr)
        for part in range(len(self.facts.pointers(result))):
            node = Node("shadow", result.id, part)
            if node in self.wanted:
                saved = self.plan.saved(node)
                lanes = self.fetch(node) if saved else self.shadow_again(instr, part)
                self.shadows[result.id, part] = lanes

    def value_again(self, instr: Instr) -> Value:
        """A value by the steps it was computed by."""
        match instr:
            case Phi():
                induction = self.facts.induction(instr, self.function.home[instr.result.id])
                if induction is None:
                    return self.value(instr.incoming[0][0])
                return self.induced(self.value(induction.start), instr)
            case Alloca():
                return self.tape.fixed_alloca(instr, None)
            case _:
                made = self.copy(instr)
                assert made is not None
                return made

    def shadow_again(self, instr: Instr, part: int) -> list[Value]:
        """A shadow by the steps its pointer was computed by."""
        match instr:
            case Phi():
                induction = self.facts.induction(instr, self.function.home[instr.result.id])
                if induction is None:
                    return self.shadow(instr.incoming[0][0], part)
                return [self.induced(sh, instr) for sh in self.shadow(induction.start)]
            case Alloca():
                return [self.tape.fixed_alloca(instr, lane) for lane in range(self.width)]
            case _:
                assert instr.result is not None
                return self.mirrored(instr, part, self.facts.pointers(instr.result)[part])

    def induced(self, start: Value, phi: Phi) -> Value:
        """`start + k·step` in the type of an induction variable."""
        home = self.function.home[phi.result.id]
        induction = self.facts.induction(phi, home)
        assert induction is not None
        k = self.iterations.numbers[self.facts.loop_of(home)]
        return induced(self.b, induction, start, k, self.value)

    def passed(self, call: CallLike, place: int, inside: ty.Type) -> Value:
        """What lay behind an argument that is passed in memory."""
        del inside
        return self.fetch(Node("given", self.plan.number(call), place))[0]

    def stored(self, call: CallLike, number: int, place: int, type: ty.Type) -> Value:
        """What a function stored through a pointer."""
        del place, type
        return self.fetch(Node("out", self.plan.number(call), number))[0]

    # ---- blocks ------------------------------------------------------------------------------

    def block(self, index: int) -> None:
        """One live block of the primal."""
        self.b.at(self.blocks[index])
        self.b.meta = self.locations.own
        instrs = self.function.blocks[index].instrs
        phis = [instr for instr in instrs if isinstance(instr, Phi)]
        for phi in phis:
            self.tangent_phis(phi)
        self.iterations.enter(index)
        for phi in phis:
            self.recall(phi)
        for instr in instrs[len(phis) : -1]:
            self.b.meta = self.locations.of(instr)
            self.instr(index, instr)
        self.b.meta = self.locations.of(instrs[-1])
        self.terminator(index, instrs[-1])

    def instr(self, index: int, instr: Instr) -> None:
        """One instruction that is neither phi nor terminator."""
        if isinstance(instr, DbgRecord):
            return
        self.recall(instr)
        guard_marked(self, instr)
        match instr:
            case Call():
                calls.call(self, instr)
            case Store() if put_again(self.facts, instr):
                shadow_memory.store(self, instr)
            case Store():
                shadow_memory.store_tangents(self, instr)
            case AtomicRMW():
                shadow_memory.atomic(self, instr)
            case CmpXchg() | Alloca():
                return
            case _ if instr.result is not None and self.facts.floats(instr.result):
                for leaf, lanes in enumerate(tangents(self, instr)):
                    self.tangents[instr.result.id, leaf] = lanes

    def terminator(self, index: int, instr: Instr) -> None:
        """The end of a block, its edges those on which the primal came back."""
        for root in self.plan.roots_after(index):
            self.iterations.nests[root] = self.iterations.layout(root)
            for block in self.plan.blocks(root):
                (self.iterations.bases[block],) = self.fetch(block)
        targets = self.facts.live_successors[index]
        match instr:
            case Ret(value=value):
                self.ends.append((self.b.current, value))
            case Invoke():
                self.recall(instr)
                calls.call(self, instr)
                self.go(index, instr.normal)
            case Br() | CondBr() if len(targets) == 1:
                self.go(index, targets[0])
            case _:
                _rest: Computation | Access | CallLike | Silent = instr
                self.copy(instr, self.target)
                self.ways[index] = list(successors(instr))
        self.last[index] = self.b.current

    def go(self, index: int, target: int) -> None:
        """The one way on."""
        self.ways[index] = [target]
        self.b.br(self.blocks[target])

    def target(self, label: int) -> int:
        """Where a branch goes; one that the primal cannot have taken goes nowhere."""
        if label in self.blocks:
            return self.blocks[label]
        if self.lost < 0:
            here, self.lost = self.b.current, self.b.block()
            self.b.at(self.lost)
            self.b.unreachable()
            self.b.at(here)
        return self.lost

    def close_block(self, index: int) -> None:
        """Give the phis of a block the values of every live edge."""
        for source in self.facts.live_predecessors[index]:
            for _ in range(self.ways[source].count(index)):
                for phi in self.function.blocks[index].phis():
                    value = next(value for value, block in phi.incoming if block == source)
                    self.tangents_arrive(phi, value, self.last[source])
                self.iterations.close(index, source, self.last[source])

    def next_segment(self, storage: Storage, segment: Value) -> Value:
        """The segment that the forward sweep made behind one."""
        return self.b.load(ty.PTR, self.tape.link(storage, segment), 8, self.tape.meta())
