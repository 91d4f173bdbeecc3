"""Outlines a loop: one iteration becomes a function, and the loop another one that calls it.

    for (…) body      →      f          numbers = {i, x};  switch (f.loop(&numbers, …))
                             f.loop     do code = f.step(…); while (!code); return code
                             f.step     body, from one header to the next; 0, or the number of the
                                        exit that it takes

Values that are carried from iteration to iteration, and values used behind the loop, lie in two
records of `f`: numbers, and addresses. So the state of the loop is all in memory. All else that
the loop uses is a parameter, and with each address the one that it was computed from. A variable
that lives in an iteration only is one of the iteration's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, final

from ribozyme.base.errors import Error, error
from ribozyme.base.source import Span
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr, value_of
from ribozyme.ir.build import FunctionBuilder, i32
from ribozyme.ir.debug import location, place
from ribozyme.ir.instrs import (
    Alloca,
    Br,
    Call,
    CallBr,
    Cast,
    CatchSwitch,
    DbgRecord,
    FuncletPad,
    Gep,
    Instr,
    Invoke,
    LandingPad,
    Load,
    Phi,
    Ret,
    Select,
    Store,
    Switch,
    operands,
)
from ribozyme.ir.metadata import MDRef, attached
from ribozyme.ir.module import Block, Function, Header, Module
from ribozyme.ir.rewrite import fresh, map_metadata, map_operands
from ribozyme.ir.values import GlobalRef, Local, Value
from ribozyme.transform.checkpoint.named import Found

MARK: Final = '"rz.checkpoint"'
"""The attribute of an outlined loop: how many snapshots it may have."""
_PADS: Final = (Invoke, CallBr, LandingPad, CatchSwitch, FuncletPad)


def snapshots(function: Function) -> int | None:
    """How many snapshots an outlined loop may have; None for any other function."""
    found = value_of(function.attrs, MARK)
    return int(found.strip('"')) if isinstance(found, str) else None


def step_of(function: Function) -> str:
    """The name of the function that is one iteration of an outlined loop."""
    (call,) = (one for one in function.instrs() if isinstance(one, Call))
    assert isinstance(call.callee, GlobalRef)
    return call.callee.name


def refused(what: str, span: Span | None, function: str, *helps: str) -> Error:
    """The refusal of a loop."""
    return error("RZ219", what, span=span, function=function, helps=helps)


def _is_lifetime(instr: Instr, which: str = "") -> bool:
    """Whether an instruction says where the lifetime of a variable begins or ends."""
    return (
        isinstance(instr, Call)
        and isinstance(instr.callee, GlobalRef)
        and instr.callee.name.startswith(f"llvm.lifetime.{which}")
    )


# ---- outlining -----------------------------------------------------------------------------------


def outlined(module: Module, found: Found, count: int, name: str) -> Module:
    """The module with a loop outlined, of which so many snapshots may be kept."""
    made = _Outlining(module, found, name)
    functions = {one.name: one for one in made.functions(count)}
    return replace(module, functions={**module.functions, **functions})


@final
class _Outlining:
    def __init__(self, module: Module, found: Found, name: str) -> None:
        self.module = module
        self.found = found
        self.function = found.function
        self.loop = found.loop
        self.name = name
        self.names: list[str | None] = list(self.function.names)
        self.inside = self.loop.blocks
        self._check()
        self.phis = list(self.function.blocks[self.loop.header].phis())
        self.targets = sorted({target for _, target in self.loop.exits})
        self.behind = [
            (target, phi) for target in self.targets for phi in self.function.blocks[target].phis()
        ]
        self.fields: dict[int, tuple[int, int]] = {}  # phi → record, place
        self.records: tuple[list[ty.Type], list[ty.Type]] = ([], [])
        for phi in (*self.phis, *(phi for _, phi in self.behind)):
            if isinstance(phi.result.type, ty.StructType | ty.ArrayType):
                raise self._refused("it hands a struct on", phi)
            record = 1 if isinstance(ty.scalar(phi.result.type), ty.PtrType) else 0
            self.fields[phi.result.id] = record, len(self.records[record])
            self.records[record].append(phi.result.type)
        self.own = {one.result.id: one for one in self._own_variables()}
        self.used = self._used()
        self._left = {phi.result.id: self._fresh(phi.result.type) for _, phi in self.behind}

    def functions(self, count: int) -> tuple[Function, Function, Function]:
        """The function around the loop, the loop, and its iteration."""
        return self._around(), self._repeated(count), self._iteration()

    # ---- what is refused -----------------------------------------------------------------------

    def _check(self) -> None:
        if self.loop.preheader is None:
            raise self._refused("it is entered from several places")
        for block in self.inside:
            for instr in self.function.blocks[block].instrs:
                if isinstance(instr, Alloca):
                    raise self._refused("each iteration takes memory of the stack", instr)
                if isinstance(instr, _PADS):
                    raise self._refused("an exception may be handled here", instr)
                if isinstance(instr, Ret):
                    raise self._refused("it returns from within", instr)
        if not self.loop.exits:
            raise self._refused("it has no end")
        for id, home in enumerate(self.function.home):
            if home in self.inside:
                for block, use in self.function.uses[id]:
                    if block not in self.inside and not isinstance(use, Phi):
                        raise self._refused("what it computes is used behind it in another way")

    def _refused(self, why: str, instr: Instr | None = None) -> Error:
        span = self.found.span
        if instr is not None:
            span = location(self.module, instr) or span
        return refused(f"the loop cannot be checkpointed: {why}", span, self.function.name)

    # ---- what it uses --------------------------------------------------------------------------

    def _used(self) -> list[Local]:
        """The values of before the loop that it uses, and what addresses were computed from."""
        found: dict[int, Local] = {}
        for block in sorted(self.inside):
            for instr in self.function.blocks[block].instrs:
                values: Sequence[Value] = operands(instr)
                if isinstance(instr, Phi):
                    values = [value for value, source in instr.incoming if source in self.inside]
                if isinstance(instr, DbgRecord):
                    continue
                for value in values:
                    if isinstance(value, Local) and self._before(value):
                        found.setdefault(value.id, value)
        for _, phi in self.behind:
            for value, source in phi.incoming:
                if source in self.inside and isinstance(value, Local) and self._before(value):
                    found.setdefault(value.id, value)
        carried = [value for phi in self.phis for value, _ in phi.incoming]
        for value in (*found.values(), *carried):
            if isinstance(value, Local) and self._before(value) and ty.is_pointer(value.type):
                for root in self._roots(value):
                    found.setdefault(root.id, root)
        return list(found.values())

    def _before(self, value: Local) -> bool:
        return self.function.home[value.id] not in self.inside and value.id not in self.own

    def _own_variables(self) -> Iterator[Alloca]:
        """The variables of the function whose lifetime begins anew in each iteration."""
        dominates = self.found.flow.dominates
        for instr in self.function.instrs():
            if not isinstance(instr, Alloca) or instr.count is not None:
                continue
            uses = self.function.uses[instr.result.id]
            starts = [block for block, use in uses if _is_lifetime(use, "start")]
            if any(
                all(block in self.inside and dominates(start, block) for block, _ in uses)
                for start in starts
            ):
                yield instr

    def _roots(self, value: Local) -> Iterator[Local]:
        """The addresses from which one is computed and that were not computed themselves."""
        work: list[Value] = [value]
        seen: set[int] = set()
        dominates = self.found.flow.dominates
        while work:
            one = work.pop()
            if not isinstance(one, Local) or one.id in seen:
                continue
            seen.add(one.id)
            match self.function.definition(one):
                case Gep(base=base):
                    work.append(base)
                case Phi(incoming=incoming):
                    work += [given for given, _ in incoming]
                case Select(then=then, otherwise=otherwise):
                    work += [then, otherwise]
                case Cast(op="addrspacecast", value=inner):
                    work.append(inner)
                case _:
                    home = self.function.home[one.id]
                    if home < 0 or dominates(home, self.loop.header):
                        yield one

    # ---- the three functions -------------------------------------------------------------------

    @property
    def _type(self) -> ty.FunctionType:
        """Of the loop and of its iteration."""
        return ty.function(ty.I32, (ty.PTR, ty.PTR, *(value.type for value in self.used)))

    def _record(self, record: int) -> ty.Type:
        return ty.struct(tuple(self.records[record]) or (ty.I8,))

    def _field(self, b: FunctionBuilder, places: Sequence[Value], phi: Phi) -> Value:
        record, place = self.fields[phi.result.id]
        return b.gep(self._record(record), places[record], (i32(0), i32(place)), "inbounds")

    def _repeated(self, count: int) -> Function:
        b = FunctionBuilder(f"{self.name}.loop", self._type)
        b.header = Header(linkage="internal")
        b.attrs = (*self._attrs(), Attr("noinline"), Attr(MARK, f'"{count}"'))
        b.function_meta = self.function.meta  # so errors name the user's function
        start, turn, end = b.block(), b.block(), b.block()
        b.at(start)
        b.br(turn)
        b.at(turn)
        b.meta = self._place()
        code = b.call(f"{self.name}.step", self._type, b.params)
        assert code is not None
        b.cond_br(b.icmp("eq", code, i32(0)), turn, end)
        b.at(end)
        b.ret(code)
        return b.finish()

    def _iteration(self) -> Function:
        b = FunctionBuilder(f"{self.name}.step", self._type)
        b.header = Header(linkage="internal")
        b.attrs = self._attrs()
        b.function_meta = self.function.meta
        order = [block for block in self.found.flow.rpo if block in self.inside]
        entry = b.block()
        blocks = {block: b.block(self.function.blocks[block].name) for block in order}
        places = b.params[:2]
        values: dict[int, Value] = {
            value.id: param for value, param in zip(self.used, b.params[2:], strict=True)
        }
        for block in order:
            for instr in self.function.blocks[block].instrs:
                if instr.result is not None and not self._is_carried(instr):
                    name = self.function.names[instr.result.id]
                    values[instr.result.id] = b.local(instr.result.type, name)
        b.at(entry)
        for id, own in self.own.items():
            values[id] = b.entry_alloca(own.allocated, own.align, self.function.names[id])
        for phi in self.phis:
            values[phi.result.id] = b.load(phi.result.type, self._field(b, places, phi))
        b.br(blocks[self.loop.header])

        def value(operand: Value) -> Value:
            return values[operand.id] if isinstance(operand, Local) else operand

        ways: dict[tuple[int, int], int] = {}
        for block in order:
            for target in self.function.successors[block]:
                if target == self.loop.header or target not in self.inside:
                    ways[block, target] = b.block()

        for block in order:
            b.at(blocks[block])

            def label(target: int, block: int = block) -> int:
                return ways.get((block, target), blocks.get(target, target))

            for instr in self.function.blocks[block].instrs:
                if isinstance(instr, DbgRecord) or self._is_carried(instr):
                    continue
                if _is_lifetime(instr) and not self._is_own(operands(instr)):
                    continue
                result = None if instr.result is None else values[instr.result.id]
                assert result is None or isinstance(result, Local)
                at = blocks.__getitem__ if isinstance(instr, Phi) else label
                meta = tuple(
                    one for one in instr.meta if one[0] != "llvm.loop" or not self._own(instr)
                )
                b.append(map_operands(instr, value, at, result, meta))
        for (block, target), way in ways.items():
            b.at(way)
            phis = (
                self.phis
                if target == self.loop.header
                else [phi for behind, phi in self.behind if behind == target]
            )
            for phi in phis:
                given = next(one for one, source in phi.incoming if source == block)
                b.store(value(given), self._field(b, places, phi))
            b.ret(i32(0 if target == self.loop.header else 1 + self.targets.index(target)))
        return b.finish()

    def _is_own(self, values: Sequence[Value]) -> bool:
        return any(isinstance(value, Local) and value.id in self.own for value in values)

    def _own(self, instr: Instr) -> bool:
        """Whether a branch is one back to the header of the loop."""
        return any(self.function.blocks[latch].terminator is instr for latch in self.loop.latches)

    def _is_carried(self, instr: Instr) -> bool:
        return isinstance(instr, Phi) and any(phi is instr for phi in self.phis)

    def _around(self) -> Function:
        """The function with the loop as a call."""
        old, loop = self.function, self.loop
        kept = [k for k in range(len(old.blocks)) if k not in self.inside or k == loop.header]
        number = {block: at for at, block in enumerate(kept)}
        places = [self._fresh(ty.PTR), self._fresh(ty.PTR)]
        blocks: list[Block] = []
        for block in kept:
            if block == loop.header:
                blocks.append(self._calling(number, places))
                continue
            instrs = [
                self._renumbered(instr, number)
                for instr in old.blocks[block].instrs
                if not (isinstance(instr, DbgRecord) and self._speaks_of_inside(instr))
                and not (instr.result is not None and instr.result.id in self.own)
            ]
            blocks.append(Block(old.blocks[block].name, tuple(instrs)))
        slots = tuple(
            Alloca(place, self._record(record), None, 16) for record, place in enumerate(places)
        )
        entry = blocks[0]
        blocks[0] = Block(entry.name, (*slots, *entry.instrs))
        return replace(old, blocks=tuple(blocks), names=self.names)

    def _renumbered(self, instr: Instr, number: dict[int, int]) -> Instr:
        """An instruction outside the loop; a phi behind it takes what the loop has left."""
        if isinstance(instr, Phi):
            left = self._left.get(instr.result.id)
            incoming = tuple(
                (value, number[source])
                for value, source in instr.incoming
                if source not in self.inside
            )
            if left is not None:
                incoming = (*incoming, (left, number[self.loop.header]))
            return replace(instr, incoming=incoming)
        return map_operands(instr, lambda value: value, number.__getitem__)

    def _calling(self, number: dict[int, int], places: Sequence[Local]) -> Block:
        """The block that sets the state, calls the loop and goes on where it was left."""
        made: list[Instr] = []

        def field(phi: Phi) -> Local:
            record, place = self.fields[phi.result.id]
            found = self._fresh(ty.PTR)
            indices = (i32(0), i32(place))
            made.append(Gep(found, self._record(record), places[record], indices, "inbounds"))
            return found

        for phi in self.phis:
            first = next(one for one, source in phi.incoming if source not in self.inside)
            made.append(Store(first, field(phi)))
        code = self._fresh(ty.I32)
        made.append(Call(
            code, GlobalRef(ty.PTR, f"{self.name}.loop"), self._type, (*places, *self.used),
            meta=self._place(),
        ))  # fmt: skip
        for _, phi in self.behind:
            loaded = self._left[phi.result.id]
            made.append(Load(loaded, field(phi)))
        usual, *others = self.targets
        cases = tuple((i32(2 + at), number[target]) for at, target in enumerate(others))
        go_on: Instr = Switch(code, number[usual], cases) if others else Br(number[usual])
        return Block(self.function.blocks[self.loop.header].name, (*made, go_on))

    def _speaks_of_inside(self, record: DbgRecord) -> bool:
        seen: list[Value] = []

        def look(value: Value) -> Value:
            seen.append(value)
            return value

        for one in record.operands:
            map_metadata(one, look)
        return any(isinstance(value, Local) and not self._before(value) for value in seen)

    def _attrs(self) -> tuple[Attr, ...]:
        """What is said of the function and holds for a part of it."""
        kept = ("uwtable", "strictfp", "mustprogress")
        return tuple(attr for attr in self.module.spelled(self.function.attrs) if attr.name in kept)

    def _place(self) -> tuple[tuple[str, MDRef], ...]:
        """The location of the loop."""
        for latch in self.loop.latches:
            said = attached(self.function.blocks[latch].terminator.meta, "llvm.loop")
            node = self.module.metadata.get(said.id) if isinstance(said, MDRef) else None
            for one in () if node is None else node.operands:
                if isinstance(one, MDRef) and place(self.module, one.id) is not None:
                    return (("dbg", one),)
        for instr in self.function.blocks[self.loop.header].instrs:
            found = attached(instr.meta, "dbg")
            if isinstance(found, MDRef) and not isinstance(instr, DbgRecord):
                return (("dbg", found),)
        return ()

    def _fresh(self, type: ty.Type) -> Local:
        return fresh(self.names, type)
