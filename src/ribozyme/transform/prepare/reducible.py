"""Makes irreducible control flow reducible: every cycle gets a single entry block.

Reverse mode follows natural loops backwards. A cycle with several entries gets a *dispatch*: a
block that knows by a number which entry is meant. The cycle becomes a loop with it for its header:

    a → e1, b → e2, e1 ⇄ e2    →    a → (which = 0) → D    b → (which = 1) → D
                                    D: switch which → e1, e2
                                    e1 → e2 → (which = 0) → D

Only one entry, `e1` here, is reached through the dispatch from inside; what still goes round
without it is treated alike, so the end is sure. Values that cross blocks are first put into stack
slots, so that edges may be moved freely; LLVM's SROA makes values of the slots again (the caller's
business). Each invoke gets a landing pad of its own, so no edge that is moved is an unwind edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, final

from ribozyme.analysis.flow.cfg import Flow, flow
from ribozyme.base.graph import components, predecessors
from ribozyme.base.record import dataclass, replace
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i32
from ribozyme.ir.instrs import (
    CallBr,
    CatchSwitch,
    DbgRecord,
    FuncletPad,
    IndirectBr,
    Instr,
    Invoke,
    LandingPad,
    Phi,
)
from ribozyme.ir.module import Function, Module
from ribozyme.ir.rewrite import map_operands
from ribozyme.ir.values import Local, Value

_IMMOVABLE: Final = (IndirectBr, CallBr, CatchSwitch, FuncletPad)
_TRIED: Final = 8  # entries among which the best header is looked for


def reducible(module: Module, names: Iterable[str]) -> Module:
    """The module with the functions of these names rewritten so that every cycle is a natural loop.

    A function with computed jumps or funclets stays as it is.
    """
    changed = {
        name: _Rewriting(function).function()
        for name, function in ((name, module.functions[name]) for name in names)
        if not _immovable(function)
    }
    return replace(module, functions={**module.functions, **changed}) if changed else module


def irreducible(module: Module) -> tuple[str, ...]:
    """The functions that have a cycle with several entries."""
    return tuple(f.name for f in module.defined() if is_irreducible(flow(f)))


def is_irreducible(way: Flow) -> bool:
    """Whether some edge goes back in the order to a block that does not dominate its source."""
    position = way.position
    return any(
        position[target] <= position[block] and not way.dominates(target, block)
        for block in way.rpo
        for target in way.successors[block]
    )


def _immovable(function: Function) -> bool:
    return any(
        isinstance(instr, _IMMOVABLE)
        or (instr.result is not None and instr.result.type in (ty.TOKEN, ty.X86_AMX))
        for instr in function.instrs()
    )


# ---- the graph -----------------------------------------------------------------------------------


@final
@dataclass(frozen=True, slots=True)
class Dispatch:
    """A new block that goes on to one of some entries.

    `asking` has a block for each entry in which control from outside says that it means this one,
    and behind them one more for control from inside that means `header`.
    """

    block: int
    entries: tuple[int, ...]
    header: int
    asking: tuple[int, ...]


Moved = dict[tuple[int, int], int]


def dispatches(edges: Sequence[Sequence[int]]) -> tuple[tuple[Dispatch, ...], Moved]:
    """The dispatches that make a graph reducible, and where each edge that is moved now goes.

    New blocks are numbered on from the old ones: a dispatch, then those that ask it. Edges of new
    blocks are never moved twice: what asks has one successor, and a dispatch is a header for good.
    """
    graph = [list(targets) for targets in edges]
    found: list[Dispatch] = []
    moved: Moved = {}
    headers: set[int] = set()
    while True:
        inner = [[t for t in targets if t not in headers] for targets in graph]
        cycles = _cycles(inner)
        if not cycles:
            return tuple(found), moved
        sources = predecessors(graph)
        for cycle in cycles:
            members = set(cycle)
            entries = [b for b in cycle if any(s not in members for s in sources[b])]
            if len(entries) == 1:
                headers.add(entries[0])
                continue
            header = _best(inner, cycle, entries)
            made = _dispatch(graph, entries, header)
            for entry, asking in zip(entries, made.asking, strict=False):
                outside = [s for s in sources[entry] if s not in members]
                _move(graph, moved, outside, entry, asking)
            inside = [s for s in sources[header] if s in members]
            _move(graph, moved, inside, header, made.asking[-1])
            found.append(made)
            headers.add(made.block)


def _cycles(graph: Sequence[Sequence[int]]) -> list[list[int]]:
    return [group for group in components(graph) if len(group) > 1 or group[0] in graph[group[0]]]


def _best(graph: Sequence[Sequence[int]], cycle: list[int], entries: list[int]) -> int:
    """The entry without which least of the cycle goes round."""
    number = {block: index for index, block in enumerate(cycle)}

    def left(entry: int) -> int:
        rest = [[number[t] for t in graph[block] if t in number and t != entry] for block in cycle]
        return sum(len(group) for group in _cycles(rest))

    return min(entries[:_TRIED], key=left)


def _dispatch(graph: list[list[int]], entries: list[int], header: int) -> Dispatch:
    block = len(graph)
    asking = tuple(range(block + 1, block + 2 + len(entries)))
    graph.append(list(entries))
    graph.extend([block] for _ in asking)
    return Dispatch(block, tuple(entries), header, asking)


def _move(graph: list[list[int]], moved: Moved, sources: list[int], old: int, new: int) -> None:
    for source in sources:
        graph[source] = [new if target == old else target for target in graph[source]]
        moved[source, old] = new


# ---- the function --------------------------------------------------------------------------------


@final
class _Rewriting:
    """One function on its way through stack slots; block numbers are the new ones unless said."""

    def __init__(self, old: Function) -> None:
        self.old = old
        self.way = flow(old)
        self.b = FunctionBuilder(old.name, old.type)
        self.blocks = {index: self.b.block(old.blocks[index].name) for index in self.way.rpo}
        self.after: dict[int, int] = {}  # old block of an invoke → where it goes on
        self.pads: dict[int, int] = {}  # old block of an invoke → where it lands
        self.known: dict[int, Value] = {}  # what may be used everywhere
        self.slots: dict[int, Local] = {}  # id of a value → where it is kept between blocks
        self.passed: dict[int, Local] = {}  # id of a phi → where its next value waits

    def function(self) -> Function:
        """The function, every cycle of which is a natural loop."""
        b, old = self.b, self.old
        for param, own in zip(old.params, b.params, strict=True):
            self.known[param.local.id] = own
            b.names[own.id] = old.names[param.local.id]
        for index in self.way.rpo:
            if isinstance(old.blocks[index].terminator, Invoke):
                self.after[index], self.pads[index] = b.block(), b.block()
        made, self.moved = dispatches(self._graph())
        for dispatch in made:
            for _ in (dispatch.block, *dispatch.asking):
                b.block()
        self._open_slots()
        for index in self.way.rpo:
            self._block(index)
        for dispatch in made:
            self._dispatch(dispatch)
        built = b.finish()
        params = tuple(
            replace(param, local=own) for param, own in zip(old.params, b.params, strict=True)
        )
        return replace(old, params=params, blocks=built.blocks, names=built.names)

    def _graph(self) -> list[list[int]]:
        graph: list[list[int]] = [[] for _ in range(self.b.size)]
        for index, block in self.blocks.items():
            terminator = self.old.blocks[index].terminator
            if isinstance(terminator, Invoke):
                graph[block] = [self.after[index], self.pads[index]]
                graph[self.after[index]] = [self.blocks[terminator.normal]]
                graph[self.pads[index]] = [self.blocks[terminator.unwind]]
            else:
                graph[block] = [self.blocks[target] for target in self.way.successors[index]]
        return graph

    # ---- slots -------------------------------------------------------------------------------

    def _open_slots(self) -> None:
        """A slot for each value that some other block uses, and one more for each phi."""
        for index in self.way.rpo:
            for instr in self.old.blocks[index].instrs:
                if isinstance(instr, Phi):
                    self.passed[instr.result.id] = self.b.entry_alloca(instr.result.type)
                if instr.result is not None and self._crosses(index, instr):
                    self.slots[instr.result.id] = self.b.entry_alloca(instr.result.type)

    def _crosses(self, home: int, instr: Instr) -> bool:
        assert instr.result is not None
        uses = self.old.uses[instr.result.id]
        if isinstance(instr, Invoke | LandingPad):
            return bool(uses)
        if home == 0:
            return False  # it dominates everything
        return any(self._used_elsewhere(instr.result, home, at, use) for at, use in uses)

    def _used_elsewhere(self, value: Local, home: int, at: int, use: Instr) -> bool:
        if isinstance(use, Phi):
            return any(v is value and source != home for v, source in use.incoming)
        return at != home

    # ---- blocks ------------------------------------------------------------------------------

    def _block(self, index: int) -> None:
        self.b.at(self.blocks[index])
        self.here: dict[int, Value] = {}
        for instr in self.old.blocks[index].instrs[:-1]:
            match instr:
                case Phi(result=result):
                    self._defined(index, result, self.b.load(result.type, self.passed[result.id]))
                case LandingPad():
                    pass  # it is where the invoke lands
                case DbgRecord():
                    self._record(instr)
                case _:
                    self._copy(index, instr)
        terminator = self.old.blocks[index].terminator
        if isinstance(terminator, Invoke):
            self._invoke(index, terminator)
            return
        for target in self.way.successors[index]:
            self._pass_on(index, target)
        source = self.blocks[index]
        self.b.append(map_operands(terminator, self._value, lambda t: self._label(source, t)))

    def _copy(self, index: int, instr: Instr) -> None:
        result = instr.result
        if result is None:
            self.b.append(map_operands(instr, self._value, lambda label: label))
            return
        fresh = self.b.local(result.type, self.old.names[result.id])
        self.b.append(map_operands(instr, self._value, lambda label: label, fresh))
        self._defined(index, result, fresh)

    def _defined(self, index: int, result: Local, value: Value) -> None:
        (self.known if index == 0 else self.here)[result.id] = value
        slot = self.slots.get(result.id)
        if slot is not None:
            self.b.store(value, slot)

    def _value(self, value: Value) -> Value:
        if not isinstance(value, Local):
            return value
        found = self.known.get(value.id) or self.here.get(value.id)
        if found is None:
            found = self.here[value.id] = self.b.load(value.type, self.slots[value.id])
        return found

    def _record(self, record: DbgRecord) -> None:
        """A debug record stays where the values it speaks of are at hand."""
        missing: list[Value] = []

        def mapped(value: Value) -> Value:
            if not isinstance(value, Local):
                return value
            found = self.known.get(value.id) or self.here.get(value.id)
            if found is None:
                missing.append(value)
            return found or value

        made = map_operands(record, mapped, lambda label: label)
        if not missing:
            self.b.append(made)

    def _label(self, source: int, target: int) -> int:
        new = self.blocks[target]
        return self.moved.get((source, new), new)

    def _pass_on(self, index: int, target: int) -> None:
        """Leave the values of the phis of a successor where it will look for them."""
        for phi in self.old.blocks[target].phis():
            value = next(value for value, source in phi.incoming if source == index)
            self.b.store(self._value(value), self.passed[phi.result.id])

    def _invoke(self, index: int, instr: Invoke) -> None:
        """The invoke, the block behind it, and its own landing pad."""
        b = self.b
        after, pad = self.after[index], self.pads[index]
        self._pass_on(index, instr.unwind)
        fresh = None
        if instr.result is not None:
            fresh = b.local(instr.result.type, self.old.names[instr.result.id])
        made = map_operands(instr, self._value, lambda label: label, fresh)
        assert isinstance(made, Invoke)
        b.append(replace(made, normal=after, unwind=pad))
        b.at(pad)
        landing = next(i for i in self.old.blocks[instr.unwind].instrs if not isinstance(i, Phi))
        assert isinstance(landing, LandingPad)
        caught = b.local(landing.result.type)
        b.append(replace(landing, result=caught))
        if landing.result.id in self.slots:
            b.store(caught, self.slots[landing.result.id])
        b.br(self._label(pad, instr.unwind))
        b.at(after)
        if instr.result is not None and fresh is not None and instr.result.id in self.slots:
            self.here[instr.result.id] = fresh
            b.store(fresh, self.slots[instr.result.id])
        self._pass_on(index, instr.normal)
        b.br(self._label(after, instr.normal))

    def _dispatch(self, dispatch: Dispatch) -> None:
        b = self.b
        which = b.entry_alloca(ty.I32, 4)
        meant = (*dispatch.entries, dispatch.header)
        for entry, asking in zip(meant, dispatch.asking, strict=True):
            b.at(asking)
            b.store(i32(dispatch.entries.index(entry)), which, 4)
            b.br(dispatch.block)
        b.at(dispatch.block)
        # an entry may itself be a further dispatch's business: the edge may have been moved
        targets = [self.moved.get((dispatch.block, entry), entry) for entry in dispatch.entries]
        cases = list(enumerate(targets))[1:]
        b.switch(b.load(ty.I32, which, 4), targets[0], cases)
