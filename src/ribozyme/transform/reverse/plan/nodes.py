"""What the reverse sweep needs of the forward sweep, and how each need can be met again.

A `Node` names one thing the forward sweep knew: a primal value, a shadow pointer, the way control
came, how often a loop ran. `needs` lists what the adjoint of an instruction reads; `recipe` says
from which other nodes a node can be computed again, or None when it can only be kept.

    %y = fmul double %x, %w   both active:   needs value x, value w
    %p = getelementptr double, ptr %base, i64 %i:   recipe(shadow p) = shadow base, value i
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from ribozyme.analysis.flow.affine import Induction
from ribozyme.analysis.flow.sym import leaves as sym_leaves
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Access,
    Alloca,
    AtomicRMW,
    Call,
    CallBr,
    Cast,
    Compare,
    Determined,
    ExtractElement,
    ExtractValue,
    FBinary,
    FNeg,
    Freeze,
    Gep,
    IBinary,
    InsertElement,
    InsertValue,
    Instr,
    Invoke,
    Load,
    Phi,
    Select,
    Shuffle,
    Silent,
    Store,
    operands,
)
from ribozyme.ir.values import Local, Value
from ribozyme.rules.expr import IntOperand, Operand, Result
from ribozyme.rules.memory import Allocation, MemoryCopy, MemorySet, Reallocation, Sorting
from ribozyme.rules.rule import Rule
from ribozyme.transform.checks.kinks import kink_reads
from ribozyme.transform.core import contents
from ribozyme.transform.core.bits import bit_pattern
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.instr_rules import rule_of
from ribozyme.transform.core.masked import Masked
from ribozyme.transform.core.site_kinds import (
    Callee,
    Differential,
    Indirect,
    Site,
    TextMove,
    Waiting,
    Whole,
)
from ribozyme.transform.core.sites import (
    callee_name,
    components,
    is_pointer_copy,
    is_pointer_mask,
    passed_in_memory,
)
from ribozyme.transform.reverse.plan import pricing
from ribozyme.transform.reverse.plan.choices import Choice
from ribozyme.transform.reverse.plan.extended_rules import ExtendedRules

if TYPE_CHECKING:
    from ribozyme.transform.reverse.accesses.forwarded import Held

View = tuple[tuple[int, int, int], ...]


def looked_at(view: View, loop: int) -> tuple[int, int]:
    """From which loop a view looks at another, and how many runs that one is ahead."""
    return next(((seen, ahead) for made, seen, ahead in view if made == loop), (loop, 0))


class Node(NamedTuple):
    """One thing the forward sweep knew.

    A `view` says from which other loop a node is looked at: `((a, b, k),)` means what it was in the
    run of loop a whose number is that of the current run of loop b, and k. Plans know no views.

    kind      id            part
    value     local         0
    shadow    local         index of the pointer leaf
    choice    local         number        a condition in the rule of the call that made it
    from      block         0             by which live predecessor control came
    count     loop          0             how often the header ran
    out       call number   result        what a function stored through a pointer
    given     call number   argument      what lay in memory that is an argument by value
    frame     call number   0             the record of a call's own activation
    block     loop          0             where the arrays of a loop nest begin
    mask      loop          local         0 if a load is kept once per address, else -1
    cursor    loop          0             where a loop's growing arrays ended
    passed    parameter     pointer, lane a shadow that all halves must be given alike
    thread    0             0             an address that says which thread wrote the tape
    first     word          lane          the shadow that a variable's block had at the beginning
    """

    kind: str
    id: int
    part: int = 0
    view: View = ()

    @property
    def base(self) -> Node:
        """The node as its own loop sees it."""
        return self._replace(view=()) if self.view else self


_CHEAP_CALLS: Final = (
    "llvm.umin.",
    "llvm.umax.",
    "llvm.smin.",
    "llvm.smax.",
    "llvm.abs.",
    "llvm.ctpop.",
    "llvm.ctlz.",
    "llvm.cttz.",
    "llvm.fshl.",
    "llvm.fshr.",
    "llvm.bswap.",
    "llvm.bitreverse.",
    "llvm.fabs.",
    "llvm.copysign.",
    "llvm.minnum.",
    "llvm.maxnum.",
    "llvm.minimum.",
    "llvm.maximum.",
    "llvm.minimumnum.",
    "llvm.maximumnum.",
    "llvm.floor.",
    "llvm.ceil.",
    "llvm.trunc.",
    "llvm.rint.",
    "llvm.nearbyint.",
    "llvm.round.",
    "llvm.roundeven.",
    "llvm.fma.",
    "llvm.fmuladd.",
    "llvm.sqrt.",
    "llvm.uadd.with.",
    "llvm.usub.",
    "llvm.uadd.sat",
    "llvm.sadd.with.",
    "llvm.smul.with.",
    "llvm.umul.with.",
    "llvm.ssub.with.",
    "llvm.vscale",
    "llvm.scmp.",
    "llvm.ucmp.",
)


@cache
def _is_cheap(name: str) -> bool:
    return name.startswith(_CHEAP_CALLS)


def value_nodes(*values: Value) -> list[Node]:
    """The nodes of the values that are no constants."""
    return [value_node(value.id) for value in values if isinstance(value, Local)]


@lru_cache(maxsize=1 << 14)
def value_node(local: int) -> Node:
    """The node of a local: asked for so often that it is kept."""
    return Node("value", local)


def shadow_nodes(facts: FunctionFacts, *values: Value) -> Iterator[Node]:
    """The nodes of shadows of pointer-carrying values; an inactive pointer's is its value."""
    for value in values:
        if not isinstance(value, Local):
            continue
        leaves = facts.pointers(value)
        if leaves:
            yield from (Node("shadow", value.id, part) for part in range(len(leaves)))
        elif facts.pointer_parts(value):
            yield Node("value", value.id)


def _steps(found: Induction) -> tuple[Value, ...]:
    """The values that an induction variable's steps are made of."""
    return tuple(dict.fromkeys((*sym_leaves(found.step), *sym_leaves(found.bend))))


class Needs:
    """The needs and recipes of one function; `sites` are its calls, numbered in order."""

    def __init__(
        self,
        facts: FunctionFacts,
        sites: dict[int, tuple[int, Site]],
        at_hand: Collection[int],
    ) -> None:
        self.facts = facts
        self.sites = sites  # id(call) → (number, site)
        self.rules = ExtendedRules(facts, at_hand)
        self.held: dict[int, Held] = {}  # loads whose value another access tells
        self.behind: dict[int, tuple[int, ...]] = {}  # loads → others, kept of the last run
        self.choices: dict[int, tuple[Choice, ...]] = {}  # result of a call → what its rule asks
        self._recipes: dict[Node, tuple[Node, ...] | None] = {}

    def tell(self, held: dict[int, Held], behind: dict[int, tuple[int, ...]]) -> None:
        """Loads whose value is had by other accesses: recipes are other ones from now on."""
        self.held, self.behind = held, behind
        self._recipes.clear()

    # ---- needs -------------------------------------------------------------------------------

    def of(self, instr: Instr) -> Iterator[Node]:
        """What the adjoint of an instruction reads."""
        facts = self.facts
        match instr:
            case FBinary(lhs=lhs, rhs=rhs):
                yield from self._rule(instr, rule_of(instr), (lhs, rhs), instr.result)
            case IBinary(result=result) if facts.floats(result):
                pattern = bit_pattern(facts, instr)
                if pattern is not None:
                    yield from value_nodes(pattern.operand, result)
            case Select(result=result, condition=condition) if facts.active(result):
                yield from value_nodes(condition)
            case Load(result=result, pointer=pointer) if facts.floats(result):
                yield from self._memory(pointer)
            case Store(pointer=pointer) if facts.shadowed(pointer):
                yield from self._memory(pointer)
            case AtomicRMW(pointer=pointer) if facts.shadowed(pointer):
                yield from self._memory(pointer)
            case ExtractElement(result=result, index=index) if facts.active(result):
                yield from value_nodes(index)
            case InsertElement(result=result, index=index) if facts.active(result):
                yield from value_nodes(index)
            case Call() | Invoke():
                yield from self._call(instr)
            case _:
                # fmt: off
                _rest: (
                    Cast | Compare | ExtractElement | ExtractValue | FNeg | Freeze | Gep | IBinary
                    | InsertElement | InsertValue | Phi | Select | Shuffle | Access | CallBr
                    | Silent
                ) = instr
                # fmt: on
                return

    def _rule(
        self, instr: Instr, rule: Rule | None, operands: tuple[Value, ...], result: Local | None
    ) -> list[Node]:
        if rule is None or result is None or not self.facts.active(result):
            return []
        found: list[Node] = []
        kinks = kink_reads(self.facts, rule)
        for index, operand in enumerate(operands):
            if not self.facts.active(operand):
                continue
            for leaf in rule.uses(index) | kinks if kinks else rule.uses(index):
                match leaf:
                    case Operand(index=k) | IntOperand(index=k):
                        found += value_nodes(operands[k])
                    case Result():
                        found.append(value_node(result.id))
        return found

    def _memory(self, pointer: Value) -> Iterator[Node]:
        yield from shadow_nodes(self.facts, pointer)
        if self.facts.mixed(pointer):
            yield from value_nodes(pointer)

    def _call(self, call: Call | Invoke) -> Iterator[Node]:
        number, site = self.sites[id(call)]
        match site:
            case Differential(rule=rule, meaning=meaning):
                yield from self._differential(call, number, rule, meaning.stores, meaning.flat)
            case Whole(early=early):
                if not early:
                    yield from value_nodes(*call.args)
                    yield from shadow_nodes(self.facts, *call.args)
            case Waiting() if call.result is not None:
                yield Node("value", call.result.id)
            case Callee() | Indirect():
                yield from value_nodes(*call.args)
                yield from shadow_nodes(self.facts, *call.args)
                if isinstance(site, Indirect):
                    yield from value_nodes(call.callee)
                    if site.open:
                        yield from shadow_nodes(self.facts, call.callee)
                    if site.declared and call.result is not None:
                        yield Node("value", call.result.id)
                yield Node("frame", number)
            case MemoryCopy(target=target, source=source, size=size):
                yield from self._memory(call.args[target])
                yield from self._memory(call.args[source])
                yield from value_nodes(call.args[size])
            case Reallocation(pointer=pointer):
                if call.result is not None and self.facts.pointers(call.result):
                    yield from shadow_nodes(self.facts, call.result)
                    yield from self._memory(call.args[pointer])
                    yield Node("out", number)
            case Sorting(base=base, count=count, size=size):
                yield from self._memory(call.args[base])
                yield from value_nodes(call.args[count], call.args[size])
                yield Node("out", number)
            case Masked(pointer=place, mask=mask):
                yield from self._memory(call.args[place])
                yield from value_nodes(call.args[mask])
            case TextMove(filled=filled):
                for index in filled:
                    yield from self._memory(call.args[index])
            case MemorySet(target=target, size=size):
                yield from self._memory(call.args[target])
                yield from value_nodes(call.args[size])
            case _:
                return

    def _differential(
        self,
        call: Call | Invoke,
        number: int,
        rule: Rule,
        stores: tuple[int | None, ...],
        flat: bool,
    ) -> Iterator[Node]:
        args = components(call, stores)
        for place in stores:
            if place is not None:
                yield from self._memory(call.args[place])
        active = [i for i, arg in enumerate(args) if self.facts.active(arg)]
        if flat:
            yield from value_nodes(*args, *([call.result] if call.result else []))
            for place, arg in enumerate(call.args):
                if passed_in_memory(call, arg) is not None:
                    yield Node("given", number, place)
                    yield from self._memory(arg)
            return
        reads = kink_reads(self.facts, rule) if active else frozenset()
        rule, args, asked = self.rules.of(call, rule, args)
        if asked:
            assert call.result is not None
            self.choices[call.result.id] = asked
        for leaf in reads.union(*(rule.uses(i) for i in active)):
            match leaf:
                case Operand(index=k) if k >= len(args):
                    assert call.result is not None
                    yield Node("choice", call.result.id, k - len(args))
                case Operand(index=k) | IntOperand(index=k):
                    yield from value_nodes(args[k])
                case Result(index=j) if stores[j] is not None:
                    yield Node("out", number, j)
                case Result() if call.result is not None:
                    yield Node("value", call.result.id)

    def of_walk(self) -> Iterator[Node]:
        """What a pass over the tape in the order of the primal reads besides: which way control
        went, memory that begins as zero, addresses where tangents were."""
        facts = self.facts
        for index, block in enumerate(facts.function.blocks):
            if not facts.live[index]:
                continue
            if len(facts.live_successors[index]) > 1:
                yield from value_nodes(*operands(block.terminator))
            for instr in block.instrs:
                if isinstance(instr, Call | Invoke):
                    yield from self._born(instr)
                elif isinstance(instr, Store) and put_again(facts, instr):
                    yield from shadow_nodes(facts, instr.value)
                    yield from value_nodes(instr.value)
                elif isinstance(instr, Load) and facts.both(instr.result):
                    yield from value_nodes(instr.result)

    def _born(self, call: Call | Invoke) -> Iterator[Node]:
        _, site = self.sites[id(call)]
        if call.result is None or not isinstance(site, Allocation) or not site.zeroed:
            return
        if self.facts.pointers(call.result):
            yield from shadow_nodes(self.facts, call.result)
            yield from value_nodes(*(call.args[index] for index in site.size))

    # ---- recipes -----------------------------------------------------------------------------

    def recipe(self, node: Node) -> tuple[Node, ...] | None:
        """The nodes a node can be computed from; None if it can only be kept."""
        if node not in self._recipes:
            self._recipes[node] = self._recipe(node)
        return self._recipes[node]

    def _recipe(self, node: Node) -> tuple[Node, ...] | None:
        match node.kind:
            case "value":
                return self._value_recipe(node.id)
            case "shadow":
                return self._shadow_recipe(node.id, node.part)
            case "choice":
                return tuple(value_nodes(*self.choices[node.id][node.part].reads))
            case "count":
                count = self.facts.evolution.count(node.id)
                if count is None or not count.exact:
                    return None
                return tuple(value_nodes(*sym_leaves(count.sym)))
            case _:
                return None

    def _value_recipe(self, id: int) -> tuple[Node, ...] | None:
        instr = self.facts.function.definitions[id]
        match instr:
            case None:
                return ()
            case _ if isinstance(instr, Determined):
                return tuple(value_nodes(*operands(instr)))
            case Load(pointer=pointer, volatile=False, ordering="") if self.facts.stable(instr):
                return tuple(value_nodes(pointer))
            case Load() if id in self.held:
                return tuple(value_nodes(self.held[id].value))
            case Phi():
                return self._phi_recipe(instr)
            case Alloca() if self.facts.fixed(instr):
                return ()
            case Call() if self._cheap(instr):
                return tuple(value_nodes(*instr.args))
            case _:
                return None

    def _cheap(self, call: Call) -> bool:
        name = callee_name(call)
        cheap = name is not None and (_is_cheap(name) or is_pointer_copy(call))
        return cheap or pricing.of_call(self.facts, call) is not None

    def _phi_recipe(self, phi: Phi) -> tuple[Node, ...] | None:
        home = self.facts.function.home[phi.result.id]
        found = self.facts.induction(phi, home)
        if found is not None:
            return tuple(value_nodes(found.start, *_steps(found)))
        value, source = phi.incoming[0]
        if len(phi.incoming) == 1 and self.facts.loop_of(source) == self.facts.loop_of(home):
            return tuple(value_nodes(value))
        return None

    def _shadow_recipe(self, id: int, part: int) -> tuple[Node, ...] | None:
        facts = self.facts
        instr = facts.function.definitions[id]
        leaf = facts.pointers(facts.function.handle(id))[part]
        match instr:
            case None:
                return ()
            case Alloca() if facts.fixed(instr):
                return ()
            case Gep(base=base, indices=indices):
                return (*shadow_nodes(facts, base), *value_nodes(*indices))
            case Cast(value=value, op="addrspacecast" | "bitcast"):
                return tuple(shadow_nodes(facts, value))
            case Freeze(value=value):
                return tuple(shadow_nodes(facts, value))
            case Select(condition=condition, then=then, otherwise=otherwise):
                return (*value_nodes(condition), *shadow_nodes(facts, then, otherwise))
            case Load(pointer=pointer, volatile=False, ordering="") if facts.stable(instr):
                own = tuple(value_nodes(instr.result)) if facts.asked(instr, leaf) else ()
                return (*self._shadow_load_recipe(pointer), *own)
            case Phi():
                return self._shadow_phi_recipe(instr)
            case Call() if is_pointer_copy(instr):
                others = instr.args if is_pointer_mask(instr) else instr.args[1:]
                return (*shadow_nodes(facts, instr.args[0]), *value_nodes(*others))
            case _:
                return None

    def _shadow_load_recipe(self, pointer: Value) -> tuple[Node, ...]:
        if self.facts.mixed(pointer):
            return (*shadow_nodes(self.facts, pointer), *value_nodes(pointer))
        return tuple(shadow_nodes(self.facts, pointer))

    def _shadow_phi_recipe(self, phi: Phi) -> tuple[Node, ...] | None:
        home = self.facts.function.home[phi.result.id]
        found = self.facts.induction(phi, home)
        if found is not None and ty.is_pointer(phi.result.type):
            return (*shadow_nodes(self.facts, found.start), *value_nodes(*_steps(found)))
        value, source = phi.incoming[0]
        if len(phi.incoming) == 1 and self.facts.loop_of(source) == self.facts.loop_of(home):
            return tuple(shadow_nodes(self.facts, value))
        return None


def put_again(facts: FunctionFacts, store: Store) -> bool:
    """Whether a pass over the tape stores the shadow of an address again: where a tangent may have
    been before, nothing else is left of it."""
    if not facts.shadowed(store.pointer):
        return False
    if contents.stored_both(facts, store):
        return True
    return bool(contents.stored_pointers(facts, store.value, store.pointer)) and bool(
        contents.either(facts, store)
    )
