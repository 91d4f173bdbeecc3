"""The loop as a function, and a step of it as another.

    f.loop    do code = f.step(…); while (!code); return code
    f.step    body, from one header to the next; 0, or the number of the exit that it takes

A step is one iteration, or as many as the window has: the carried values are then in registers from
one to the next, and in the records between two steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr
from ribozyme.ir.build import FunctionBuilder, i32, i64
from ribozyme.ir.instrs import Call, DbgRecord, Instr, Invoke, Phi, operands, successors
from ribozyme.ir.module import Function, Header
from ribozyme.ir.rewrite import map_operands
from ribozyme.ir.values import Local, Poison, Value, const_int
from ribozyme.transform.checkpoint.labels import labels
from ribozyme.transform.checkpoint.output_once import REPEATED, once, otherwise
from ribozyme.transform.checkpoint.parts import Parts, is_lifetime

_SHARED: Final = (
    *("result", "callee", "type", "args", "arg_attrs", "result_attrs", "attrs", "convention"),
    *("bundles", "addrspace", "meta"),
)
"""What an invoke and a call have."""


def repeated(parts: Parts, count: int) -> Function:
    """`f.loop`, of which so many snapshots may be kept."""
    b = FunctionBuilder(f"{parts.name}.loop", parts.type)
    b.header = Header(linkage="internal")
    mine = labels(count, parts.count.sym is not None, parts.window, parts.rooms())
    b.attrs = (*parts.attrs(), Attr("noinline"), *mine)
    b.function_meta = parts.function.meta  # so errors name the user's function
    start, turn, end = b.block(), b.block(), b.block()
    b.at(start)
    b.br(turn)
    b.at(turn)
    b.meta = parts.place()
    code = b.call(f"{parts.name}.step", parts.type, b.params)
    assert code is not None
    b.cond_br(b.icmp("eq", code, i32(0)), turn, end)
    b.at(end)
    b.ret(code)
    return b.finish()


def step(parts: Parts) -> Function:
    """`f.step`."""
    return _Step(parts).function()


def _as_call(invoke: Invoke) -> Call:
    """A call whose exceptions leave the function."""
    shared = {name: getattr(invoke, name) for name in _SHARED}
    return Call(**shared)


@final
class _Step:
    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.source = parts.function.blocks
        self.header = parts.loop.header
        self.b = b = FunctionBuilder(f"{parts.name}.step", parts.type)
        b.header = Header(linkage="internal")
        b.attrs = parts.attrs()
        b.function_meta = parts.function.meta
        self.order = [block for block in parts.found.flow.rpo if block in parts.inside]
        self.entry = b.block()
        self.blocks = {block: b.block(self.source[block].name) for block in self.order}
        self.ends = dict(self.blocks)
        self.apart: dict[Instr, tuple[int, int]] = {}  # calls that are left out, what is behind
        for block in self.order:
            for instr in self.source[block].instrs:
                if instr in parts.once:
                    self.apart[instr] = b.block(), b.block()
                    self.ends[block] = self.apart[instr][1]
        self.values: dict[int, Value] = {
            value.id: param for value, param in zip(parts.used, b.params[3:], strict=False)
        }
        self.ways: dict[tuple[int, int], int] = {}
        for block in self.order:
            for target in parts.function.successors[block]:
                if target == self.header or target in parts.targets:
                    self.ways[block, target] = b.block()

    def function(self) -> Function:
        """The whole of it."""
        self._begin()
        for block in self.order:
            self.b.at(self.blocks[block])
            for instr in self.source[block].instrs:
                self._instr(block, instr)
        for block, target in self.ways:
            self._end(block, target)
        return self.b.finish()

    def _begin(self) -> None:
        """The variables of an iteration; the values that are carried into the first one."""
        b, parts, values = self.b, self.parts, self.values
        for block in self.order:
            for instr in self.source[block].instrs:
                if instr.result is not None and not self._is_carried(instr):
                    name = parts.function.names[instr.result.id]
                    values[instr.result.id] = b.local(instr.result.type, name)
        b.at(self.entry)
        for number, own in parts.own.items():
            name = parts.function.names[number]
            values[number] = b.entry_alloca(own.allocated, own.align, name)
        first = [b.load(phi.result.type, parts.field(b, b.params[:2], phi)) for phi in parts.phis]
        b.br(self.blocks[self.header])
        if parts.window == 1:
            values |= {phi.result.id: one for phi, one in zip(parts.phis, first, strict=True)}
            return
        b.at(self.blocks[self.header])
        self.done = b.phi(ty.I64)
        b.incoming(self.done, i64(0), self.entry)
        for phi, one in zip(parts.phis, first, strict=True):
            values[phi.result.id] = b.phi(phi.result.type, parts.function.names[phi.result.id])
            self._carry(phi, one, self.entry)

    def _carry(self, phi: Phi, value: Value, block: int) -> None:
        carried = self.values[phi.result.id]
        assert isinstance(carried, Local)
        self.b.incoming(carried, value, block)

    def _value(self, operand: Value) -> Value:
        return self.values[operand.id] if isinstance(operand, Local) else operand

    def _instr(self, block: int, instr: Instr) -> None:
        if isinstance(instr, DbgRecord) or self._is_carried(instr) or instr in self.parts.dropped:
            return
        if is_lifetime(instr) and not self._is_own(operands(instr)):
            return

        def label(target: int) -> int:
            return self.ways.get((block, target), self.blocks.get(target, target))

        result = None if instr.result is None else self.values[instr.result.id]
        assert result is None or isinstance(result, Local)
        call = _as_call(instr) if isinstance(instr, Invoke) else instr
        if isinstance(call, Call) and instr in self.apart:
            self._said(once(call), result, self.apart[instr])
        elif isinstance(instr, Invoke):
            self.b.append(map_operands(call, self._value, label, result))
        if isinstance(instr, Invoke):
            self.b.br(label(instr.normal))
        if isinstance(instr, Invoke) or instr in self.apart:
            return
        at = self.ends.__getitem__ if isinstance(instr, Phi) else label
        meta = tuple(
            one for one in instr.meta if one[0] != "llvm.loop" or not self._goes_back(instr)
        )
        self.b.append(map_operands(instr, self._value, at, result, meta))

    def _end(self, block: int, target: int) -> None:
        """The way from a block to the next iteration, or out of the loop."""
        b, parts = self.b, self.parts
        way = self.ways[block, target]
        b.at(way)
        again = target == self.header
        behind = [phi for place, phi in parts.behind if place == target]
        phis = parts.phis if again else behind
        given = [
            self._value(next(one for one, source in phi.incoming if source == block))
            for phi in phis
        ]
        if parts.window > 1:
            edges = successors(self.source[block].terminator).count(target)
            given = [self._received(value, self.ends[block], edges) for value in given]
        if again and parts.window > 1:
            over = b.block()
            done = b.add(self.done, i64(1), "nuw nsw")
            b.incoming(self.done, done, way)
            for phi, value in zip(phis, given, strict=True):
                self._carry(phi, value, way)
            b.cond_br(b.icmp("eq", done, i64(parts.window)), over, self.blocks[self.header])
            b.at(over)
            given = [self._received(value, way, 1) for value in given]
        for phi, value in zip(phis, given, strict=True):
            b.store(value, parts.field(b, b.params[:2], phi))
        b.ret(i32(0 if again else 1 + parts.targets.index(target)))

    def _received(self, value: Value, block: int, edges: int) -> Value:
        """A value that comes from a block by some edges, as a phi: so all that leaves iterations
        of a step does, and each edge is seen to take it."""
        if not isinstance(value, Local):
            return value
        phi = self.b.phi(value.type)
        for _ in range(edges):
            self.b.incoming(phi, value, block)
        return phi

    def _said(self, call: Call, result: Local | None, parts: tuple[int, int]) -> None:
        """A call that a repeated iteration leaves out."""
        b = self.b
        there, on = parts
        before = b.current
        b.cond_br(b.icmp("ne", b.params[2], const_int(ty.I64, REPEATED)), there, on)
        b.at(there)
        made = None if result is None else b.local(result.type)
        b.append(map_operands(call, self._value, lambda block: block, made))
        b.br(on)
        b.at(on)
        if result is not None and made is not None:
            other = otherwise(call)
            left_out = Poison(result.type) if other is None else self._value(other)
            b.append(Phi(result, ((made, there), (left_out, before))))

    def _is_own(self, values: Sequence[Value]) -> bool:
        return any(isinstance(value, Local) and value.id in self.parts.own for value in values)

    def _goes_back(self, instr: Instr) -> bool:
        """Whether a branch is one back to the header of the loop."""
        return any(self.source[latch].terminator is instr for latch in self.parts.loop.latches)

    def _is_carried(self, instr: Instr) -> bool:
        return isinstance(instr, Phi) and any(phi is instr for phi in self.parts.phis)
