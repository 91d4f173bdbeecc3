"""Results of a loop that go through a temporary are written where they are wanted.

    t = malloc(8·n)                                        for (k < n) v[k] = v[k] + w * a[k]
    for (k < n) t[k] = v[k] + w * a[k]              →
    memcpy(v, t, 8·n);  free(t)

A compiler of array expressions computes all of the right side first where it cannot tell what the
left side overlaps. Points-to often can: the memory that the loop reads is not the target, or it is
the very element that the iteration writes, read before. A temporary costs a gradient more than the
program, since it has a shadow, and both stay until the reverse sweep has passed.

The temporary's address is used by the loop's one store, the copy and what frees it. The loop is one
block, which fills just what is copied; nothing is between it and the copy.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, final

from ribozyme.analysis.flow.cfg import flow
from ribozyme.analysis.flow.loops import Loop, loops
from ribozyme.analysis.flow.polynomials import Polynomials, iterations, mentions, plus
from ribozyme.analysis.flow.tripcount import Evolution, evolution
from ribozyme.base.record import dataclass, replace
from ribozyme.ir import types as ty
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import (
    Access,
    Alloca,
    Call,
    CallLike,
    Cast,
    DbgRecord,
    Fence,
    Gep,
    IBinary,
    Instr,
    Load,
    Phi,
    Store,
    operands,
)
from ribozyme.ir.module import Block, Function
from ribozyme.ir.rewrite import fresh, map_operands
from ribozyme.ir.values import FALSE, Local, Poison, Value
from ribozyme.rules.memory import Allocation, Deallocation, MemoryCopy
from ribozyme.transform.core.facts import ProgramFacts

_CHAIN: Final = 12  # instructions that compute the address of the target


@final
@dataclass(frozen=True, slots=True)
class Temporary:
    """A temporary, what concerns it, and the address of its target: `chain` computes what of it is
    computed behind the loop."""

    made: Instr
    loop: Loop
    store: Store
    copy: Call
    target: Value
    step: int
    align: int
    gone: tuple[Instr, ...]
    chain: tuple[Instr, ...]


def written_in_place(facts: ProgramFacts) -> ProgramFacts:
    """The facts of the program without such temporaries."""
    changed: dict[str, Function] = {}
    for function in facts.program.functions:
        found = tuple(_temporaries(facts, function))
        if found:
            changed[function.name] = _without(function, found)
    if not changed:
        return facts
    return facts.changed(replace(facts.module, functions={**facts.module.functions, **changed}))


# ---- which ---------------------------------------------------------------------------------------


def _temporaries(facts: ProgramFacts, function: Function) -> Iterator[Temporary]:
    points = facts.pointsto
    copies = [
        instr
        for instr in function.shaped(Call)
        if isinstance(points.meaning(instr), MemoryCopy)
        and _is_fresh(facts, function, instr.args[1])
    ]
    if not copies:
        return
    way = flow(function)
    found = loops(way)
    lines = evolution(function, way, found, facts.layout)
    seen = _Seen(facts, function, lines)
    for copy in copies:
        temporary = seen.temporary(copy)
        if temporary is not None:
            yield temporary


def _alignment(copy: Call) -> int:
    said = [a.value for a in copy.arg_attrs[0] if a.name == "align"] if copy.arg_attrs else []
    return next((n for n in said if isinstance(n, int)), 1)


def _is_fresh(facts: ProgramFacts, function: Function, value: Value) -> bool:
    made = function.definition(value)
    if not isinstance(made, Call):
        return False
    meaning = facts.pointsto.meaning(made)
    return isinstance(meaning, Allocation) and meaning.into is None


@final
class _Seen:
    """The temporaries of one function."""

    def __init__(self, facts: ProgramFacts, function: Function, lines: Evolution) -> None:
        self.facts = facts
        self.function = function
        self.lines = lines
        self.polynomials = Polynomials(lines)

    def temporary(self, copy: Call) -> Temporary | None:
        """The temporary that a copy is from, if it may go."""
        target, source, length, *flag = copy.args
        made = self.function.definition(source)
        home = self._block(copy)
        loop = self._filling(home, copy)
        if made is None or copy.result is not None or flag != [FALSE] or loop is None:
            return None
        users = self._users(made, copy, loop)
        chain = self._chain(target, home, loop)
        if users is None or chain is None:
            return None
        store, gone = users
        step = self.facts.layout.size(store.value.type)
        if not self._fills(made, store, loop, step, length):
            return None
        if not self._may_be_early(store, loop, target, step):
            return None
        align = min(_alignment(copy), step & -step)
        return Temporary(made, loop, store, copy, target, step, align, gone, chain)

    def _block(self, instr: Instr) -> int:
        blocks = self.function.blocks
        return next(n for n, block in enumerate(blocks) if any(i is instr for i in block.instrs))

    def _filling(self, home: int, copy: Call) -> Loop | None:
        """The loop of one block that goes to the block of a copy alone, with nothing between."""
        if len(self.function.predecessors[home]) != 1:
            return None
        (before,) = self.function.predecessors[home]
        index = self.lines.loops.loop_of[before]
        if index < 0 or index == self.lines.loops.loop_of[home]:
            return None
        loop = self.lines.loops.loops[index]
        if len(loop.blocks) != 1 or loop.preheader is None or len(loop.exits) != 1:
            return None
        for instr in self.function.blocks[home].instrs:
            if instr is copy:
                return loop
            if isinstance(instr, Access | Alloca | Fence | CallLike):
                return None
        return None

    def _users(self, made: Instr, copy: Call, loop: Loop) -> tuple[Store, tuple[Instr, ...]] | None:
        """The store into a temporary, and all else that goes with it."""
        stores: list[Store] = []
        gone: list[Instr] = [made, copy]
        values = [made.result]
        while values:
            value = values.pop()
            assert value is not None
            for at, use in self.function.uses[value.id]:
                match use:
                    case Gep(base=base, result=result) if base is value and at == loop.header:
                        values.append(result)
                        gone.append(use)
                    case Store(pointer=pointer, value=stored) if (
                        pointer is value and stored is not value and at == loop.header
                    ):
                        stores.append(use)
                    case Call() if use is copy and value is made.result:
                        if operands(use).count(value) != 1:
                            return None
                    case Call() if value is made.result and self._frees(use):
                        gone.append(use)
                    case _:
                        return None
        if len(stores) != 1 or stores[0].volatile or stores[0].ordering:
            return None
        return stores[0], tuple(gone)

    def _frees(self, call: Call) -> bool:
        return isinstance(self.facts.pointsto.meaning(call), Deallocation) and call.result is None

    def _chain(self, target: Value, home: int, loop: Loop) -> tuple[Instr, ...] | None:
        """What computes the target's address in the block of the copy, in order; None where that
        cannot be done before the loop."""
        wanted = {target.id} if isinstance(target, Local) else set()
        found: list[Instr] = []
        for instr in reversed(self.function.blocks[home].instrs):
            if instr.result is None or instr.result.id not in wanted:
                continue
            if not isinstance(instr, IBinary | Gep | Cast) or len(found) == _CHAIN:
                return None
            if isinstance(instr, IBinary) and instr.op not in ("add", "sub", "mul", "shl"):
                return None
            found.append(instr)
            wanted |= {value.id for value in operands(instr) if isinstance(value, Local)}
        if any(self.function.home[id] == loop.header for id in wanted):
            return None
        return tuple(reversed(found))

    def _fills(self, made: Instr, store: Store, loop: Loop, step: int, length: Value) -> bool:
        """Whether the loop fills the bytes that are copied, in order and without a gap."""
        count = self.lines.count(loop.index)
        assert made.result is not None
        place, start = self.polynomials.of(store.pointer), self.polynomials.of(made.result)
        whole = self.polynomials.of(length)
        if count is None or not count.exact or place is None or start is None or whole is None:
            return False
        covered = self.polynomials.of_sym(count.sym)
        if covered is None or whole != plus({}, covered, step):
            return False
        return place == plus(start, iterations(loop.index, step))

    def _may_be_early(self, store: Store, loop: Loop, target: Value, step: int) -> bool:
        """Whether no iteration reads what an earlier one would then have written."""
        points, function = self.facts.pointsto, self.function
        start = self.polynomials.of(target)
        if start is None or mentions(start, loop.index):
            return False
        own = plus(start, iterations(loop.index, step))
        stored = False
        for instr in function.blocks[loop.header].instrs:
            match instr:
                case Load(pointer=pointer, result=result):
                    size = self.facts.layout.size(result.type)
                    if instr.volatile or instr.ordering:
                        return False
                    if not stored and size == step and self.polynomials.of(pointer) == own:
                        continue
                    if points.may_alias(function, pointer, size, target, None):
                        return False
                case Store():
                    stored = True
                    if instr is not store:
                        return False
                case Call():
                    effect = self.facts.effects.call(function, instr)
                    if not effect.pure or effect.reads:
                        return False
                case _ if isinstance(instr, Access | Alloca | Fence | CallLike):
                    return False
        return True


# ---- what becomes of them ------------------------------------------------------------------------


def _without(function: Function, found: tuple[Temporary, ...]) -> Function:
    """The function whose loops write to the targets."""
    names = list(function.names)
    poison = {
        result.id: Poison(result.type)
        for one in found
        for instr in one.gone
        if (result := instr.result) is not None
    }
    gone = {instr for one in found for instr in one.gone}
    blocks = list(function.blocks)

    def value(old: Value) -> Value:
        return poison.get(old.id, old) if isinstance(old, Local) else old

    for index, block in enumerate(blocks):
        kept = [
            map_operands(i, value, lambda b: b) if isinstance(i, DbgRecord) else i
            for i in block.instrs
            if i not in gone
        ]
        if len(kept) != len(block.instrs) or poison:
            blocks[index] = Block(block.name, tuple(kept))
    for one in found:
        _redirected(blocks, one, names)
    return replace(function, blocks=tuple(blocks), names=names)


def _redirected(blocks: list[Block], one: Temporary, names: list[str | None]) -> None:
    """Lets a loop write to its target, whose address is computed before it."""
    debug = tuple(item for item in one.store.meta if item[0] == "dbg")
    before = one.loop.preheader
    assert before is not None
    earlier: dict[int, Value] = {}

    def value(old: Value) -> Value:
        return earlier.get(old.id, old) if isinstance(old, Local) else old

    moved: list[Instr] = []
    for instr in one.chain:
        assert instr.result is not None
        own = fresh(names, instr.result.type)
        moved.append(map_operands(instr, value, lambda b: b, own))
        earlier[instr.result.id] = own
    blocks[before] = _ended(blocks[before], moved)
    here, later = fresh(names, ty.PTR), fresh(names, ty.PTR)
    place = Phi(here, ((value(one.target), before), (later, one.loop.header)))
    onward = Gep(later, ty.I8, here, (i64(one.step),), "", debug)
    loop = blocks[one.loop.header]
    written = replace(one.store, pointer=here, align=one.align, meta=debug)
    instrs = tuple(written if instr is one.store else instr for instr in loop.instrs)
    blocks[one.loop.header] = _ended(Block(loop.name, (place, *instrs)), [onward])


def _ended(block: Block, more: list[Instr]) -> Block:
    return Block(block.name, (*block.instrs[:-1], *more, block.instrs[-1]))
