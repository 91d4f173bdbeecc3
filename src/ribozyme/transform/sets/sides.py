"""Both sides of a branch that the inputs decide, in sets only.

    if (x[i] > 0) y = sin(a[i]); else y = b[i];

    %v = load double, ptr %a.sh …  (if that is there);  %w = load double, ptr %b.sh …
    br i1 %c, %yes, %no             the primal goes its way
    join: %y.dot = %v ∪ %w          instead of a phi of what the way taken has computed

Before the branch, all blocks up to where the ways meet are gone through once, in order. What is
computed there is addresses and sets; nothing is called, and no number of the primal's is made. What
is loaded is asked for first; what is stored is added to what was there, on both ways.

A branch is left to the run time (`decided`) where that cannot be done: a loop or a call of a
function on a side, an address that is known on the side alone, pointers that are stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from ribozyme.analysis.flow.dominance import postdominators
from ribozyme.base.errors import NoDerivative
from ribozyme.base.graph import reached
from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.build import NULL
from ribozyme.ir.instrs import (
    Br,
    Call,
    Cast,
    Compare,
    CondBr,
    DbgRecord,
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
    Load,
    Phi,
    Select,
    Shuffle,
    Store,
    Switch,
    operands,
)
from ribozyme.ir.values import TRUE, Local, Poison, Value
from ribozyme.transform.core import contents
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.site_kinds import Differential, Drop, Plain
from ribozyme.transform.core.sites import site
from ribozyme.transform.forward.tangent import beside
from ribozyme.transform.sets.alternatives import there
from ribozyme.transform.sets.influence import Influence

if TYPE_CHECKING:
    from ribozyme.transform.forward.mode import ForwardMode, Lanes

_MOST: Final = 2000  # instructions of a region
_TRAPS: Final = ("sdiv", "udiv", "srem", "urem")


@final
@dataclass(frozen=True, slots=True)
class Region:
    """The blocks between a branch and where its ways meet, in order."""

    branch: int
    join: int
    blocks: tuple[int, ...]


@final
class Sides:
    """The branches of a function whose sides are both gone through."""

    def __init__(self, facts: FunctionFacts) -> None:
        self._facts = facts
        self.regions: dict[int, Region] = {}
        self.outermost: dict[int, int] = {}  # blocks of regions, to the branch
        self._ways = facts.live_successors
        order = [n for n in facts.flow.rpo if facts.live[n]]
        self._position = {n: k for k, n in enumerate(order)}
        self._joins = postdominators(self._ways, order).parent
        for block in order:
            region = None if block in self.outermost else self._region(block)
            if region is not None:
                self.regions[block] = region
                self.outermost |= dict.fromkeys(region.blocks, block)
        self.added = frozenset(
            id(instr)
            for n in self.outermost
            for instr in facts.function.blocks[n].instrs
            if isinstance(instr, Store)
        )

    def arriving(self, source: int, join: int) -> int | None:
        """The branch whose sides an edge ends, if it ends one's."""
        branch = self.outermost.get(source, source)
        region = self.regions.get(branch)
        return branch if region is not None and region.join == join else None

    def ordered(self, blocks: list[bool]) -> tuple[int, ...]:
        """Blocks in the order of control."""
        inside = (n for n, has in enumerate(blocks) if has)
        return tuple(sorted(inside, key=self._position.__getitem__))

    def _region(self, block: int) -> Region | None:
        facts = self._facts
        match facts.function.blocks[block].terminator:
            case CondBr(condition=by) | Switch(value=by):
                pass
            case _:
                return None
        join = self._joins[block]
        influenced = facts.whole.ask(Influence).of(facts.function, by)
        if not influenced or len(set(self._ways[block])) < 2 or join not in self._position:
            return None
        inside = reached(
            [() if n == join else ways for n, ways in enumerate(self._ways)], self._ways[block]
        )
        inside[join] = False
        region = Region(block, join, self.ordered(inside))
        return region if self._is_fit(region) else None

    def _is_fit(self, region: Region) -> bool:
        blocks = {region.branch, *region.blocks}
        place = self._position
        for n in region.blocks:
            sources = self._facts.live_predecessors[n]
            if not all(s in blocks and place[s] < place[n] for s in sources):
                return False
        instrs = [i for n in region.blocks for i in self._facts.function.blocks[n].instrs]
        known = _Known(self._facts, region)
        return len(instrs) <= _MOST and all(map(known.takes, instrs))


@final
class _Known:
    """Which values of a region can be computed before its branch, as instructions are met."""

    def __init__(self, facts: FunctionFacts, region: Region) -> None:
        self._facts = facts
        self._influence = facts.whole.ask(Influence)
        self._without: set[int] = set()  # what the region defines and has no value before it
        self._sources = {region.branch, *region.blocks}

    def takes(self, instr: Instr) -> bool:
        """Whether an instruction can be gone through; notes what it gives no value for."""
        result = instr.result
        if result is not None and not self._has_value(instr):
            self._without.add(result.id)
        match instr:
            case Load(pointer=pointer, result=loaded):
                return not self._facts.floats(loaded) or self._can_access(pointer)
            case Store(pointer=pointer):
                return self._can_store(instr, pointer)
            case Call():
                return self._can_call(instr)
            case Switch() | Br() | CondBr() | DbgRecord() | Phi() | FBinary() | FNeg() | Compare():
                return True
            case Cast() | Select() | Gep() | IBinary() | Freeze() | ExtractValue() | InsertValue():
                return True
            case ExtractElement() | InsertElement() | Shuffle():
                return True
            case _:
                return False

    def has(self, value: Value) -> bool:
        """Whether a value is known before the branch."""
        return not isinstance(value, Local) or value.id not in self._without

    def _has_value(self, instr: Instr) -> bool:
        assert instr.result is not None
        type = instr.result.type
        match instr:
            case Phi(incoming=incoming):
                here = [value for value, source in incoming if source in self._sources]
                return len(here) == 1 and self.has(here[0])
            case Load(pointer=pointer):
                plain = ty.is_integer(type) and not self._influence.of(
                    self._facts.function, instr.result
                )
                return plain and self._can_access(pointer)
            case Call():
                return False
            case IBinary(op=op) if op in _TRAPS:
                return False
            case _:
                return not ty.is_float(type) and all(map(self.has, operands(instr)))

    def _can_access(self, pointer: Value) -> bool:
        facts = self._facts
        influenced = self._influence.of(facts.function, pointer)
        return self.has(pointer) and not influenced and not facts.mixed(pointer)

    def _can_store(self, store: Store, pointer: Value) -> bool:
        facts = self._facts
        if not facts.shadowed(pointer):
            return True
        if contents.stored_pointers(facts, store.value, pointer):
            return False
        return not contents.stored_floats(facts, store) or self._can_access(pointer)

    def _can_call(self, call: Call) -> bool:
        try:
            found = site(self._facts, call)
        except NoDerivative:
            return False
        match found:
            case Differential(meaning=meaning):
                return all(place is None for place in meaning.stores) and not meaning.flat
            case Plain() | Drop():
                return call.result is None or not self._facts.pointers(call.result)
            case _:
                return False


# ---- going through ------------------------------------------------------------------------------


def met_at_join(f: ForwardMode, region: Region) -> dict[tuple[int, int], Lanes]:
    """Go through a region; the sets of the phis where its ways meet, by phi and leaf."""
    saved = dict(f.values), dict(f.tangents), dict(f.shadows)
    walk = _Walk(f, region)
    for block in region.blocks:
        walk.block(block)
    found = {
        (phi.result.id, leaf): walk.met(phi, leaf)
        for phi in f.function.blocks[region.join].phis()
        for leaf in range(len(f.facts.floats(phi.result)))
    }
    f.values, f.tangents, f.shadows = saved
    return found


@final
class _Walk:
    """Sets and addresses of the blocks of a region, one after the other, in the open block."""

    def __init__(self, f: ForwardMode, region: Region) -> None:
        assert f.sets is not None
        self.f, self.sets, self._region = f, f.sets, region
        self._known = _Known(f.facts, region)
        self._when: dict[int, Value] = {region.branch: TRUE}  # block → whether control may come
        self._edges: dict[tuple[int, int], Value] = {}
        self._leave(region.branch)

    def block(self, index: int) -> None:
        """One block."""
        ways = [when for (_, target), when in self._edges.items() if target == index]
        self._when[index] = self._either(ways)
        for instr in self.f.function.blocks[index].instrs:
            self._known.takes(instr)
            self._instr(instr, self._when[index])
        self._leave(index)

    def met(self, phi: Phi, leaf: int) -> Lanes:
        """What a phi may have come from, on edges of the region."""
        sources = {self._region.branch, *self._region.blocks}
        part = self.f.facts.floats(phi.result)[leaf]
        found = [
            dot
            for value, source in phi.incoming
            if source in sources
            for dot in self.f.tangent_at(value, part)
            if dot is not None
        ]
        return [self.sets.joined(found, part.type)]

    def _instr(self, instr: Instr, when: Value) -> None:
        f = self.f
        match instr:
            case Phi():
                self._phi(instr)
            case Load():
                self._load(instr, when)
            case Store():
                self._store(instr, when)
            case Call():
                self._call(instr)
            case _ if instr.result is None:
                return
            case _ if self._known.has(instr.result):
                f.copy(instr)
                beside(f, instr)
            case _:
                f.values[instr.result.id] = Poison(instr.result.type)
                beside(f, instr)

    def _phi(self, phi: Phi) -> None:
        f = self.f
        here = [v for v, source in phi.incoming if (source in self._when)]
        if self._known.has(phi.result):
            f.values[phi.result.id] = f.value(here[0])
            for part in range(len(f.facts.pointers(phi.result))):
                f.shadows[phi.result.id, part] = f.shadow(here[0], part)
        else:
            f.values[phi.result.id] = Poison(phi.result.type)
            for part, pointer in enumerate(f.facts.pointers(phi.result)):
                f.shadows[phi.result.id, part] = [Poison(pointer.type)]
        for leaf in range(len(f.facts.floats(phi.result))):
            f.tangents[phi.result.id, leaf] = self.met(phi, leaf)

    def _load(self, load: Load, when: Value) -> None:
        f, id = self.f, load.result.id
        f.values[id] = Poison(load.result.type)
        for part, pointer in enumerate(f.facts.pointers(load.result)):
            f.shadows[id, part] = [Poison(pointer.type)]
        if self._known.has(load.result):
            place = self._place(load, f.value(load.pointer), load.result.type, when)
            f.values[id] = f.b.load(load.result.type, place, 1)
        leaves = f.facts.floats(load.result)
        if leaves and f.facts.shadowed(load.pointer):
            place = self._place(load, f.shadow(load.pointer)[0], load.result.type, when)
            for number, leaf in enumerate(leaves):
                f.tangents[id, number] = [f.b.load(leaf.type, f.b.offset(place, leaf.offset), 1)]

    def _store(self, store: Store, when: Value) -> None:
        f = self.f
        if not f.facts.shadowed(store.pointer) or not contents.stored_floats(f.facts, store):
            return
        place = self._place(store, f.shadow(store.pointer)[0], store.value.type, when)
        for leaf in contents.stored_floats(f.facts, store):
            dot = f.number(f.tangent_at(store.value, leaf)[0], leaf.type)
            self.sets.stored(leaf, place, dot)

    def _call(self, call: Call) -> None:
        from ribozyme.transform.forward.rulecalls import by_rule

        if call.result is not None:
            self.f.values[call.result.id] = Poison(call.result.type)
        found = site(self.f.facts, call)
        if isinstance(found, Differential):
            by_rule(self.f, call, found.rule, found.meaning)

    def _place(self, instr: Instr, address: Value, type: ty.Type, when: Value) -> Value:
        """Where an access goes if control comes there; nowhere else is asked for."""
        asked = address if when is TRUE else self.f.b.select(when, address, NULL)
        return there(self.f, instr, asked, type)

    # ---- ways --------------------------------------------------------------------------------

    def _leave(self, index: int) -> None:
        """On which edges control may leave a block: on both, where the inputs decide."""
        f, when = self.f, self._when[index]
        match f.function.blocks[index].terminator:
            case CondBr(condition=by, then=then, otherwise=otherwise) if self._is_told(by):
                condition = f.value(by)
                no = f.b.ibinary("xor", condition, TRUE)
                for target, side in ((then, condition), (otherwise, no)):
                    self._edges[index, target] = (
                        side if when is TRUE else f.b.ibinary("and", when, side)
                    )
            case _:
                for target in f.facts.live_successors[index]:
                    self._edges[index, target] = when

    def _is_told(self, condition: Value) -> bool:
        influence = self.f.facts.whole.ask(Influence)
        return self._known.has(condition) and not influence.of(self.f.function, condition)

    def _either(self, ways: list[Value]) -> Value:
        if not ways or any(when is TRUE for when in ways):
            return TRUE
        total = ways[0]
        for when in ways[1:]:
            total = self.f.b.ibinary("or", total, when)
        return total
