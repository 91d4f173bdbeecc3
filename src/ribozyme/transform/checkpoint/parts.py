"""What a loop consists of that is to be outlined, and whether it can be.

    for (…) body      →      phis      values carried from iteration to iteration
                             behind    values of the loop that are used behind it
                             used      values of before the loop, with addresses what they come from
                             own       variables that live in an iteration only
                             sized     variables of run-time size among `used`
                             once      calls that a repeated iteration leaves out
                             dropped   calls that an iteration leaves out

Carried values and values used behind the loop lie in two records: numbers, and addresses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, final

from ribozyme.base.errors import Error
from ribozyme.ir import types as ty
from ribozyme.ir.address_origins import origins
from ribozyme.ir.attrs import Attr
from ribozyme.ir.build import FunctionBuilder, i32
from ribozyme.ir.debug import location, place
from ribozyme.ir.instrs import (
    Alloca,
    Call,
    CallBr,
    CatchSwitch,
    DbgRecord,
    FuncletPad,
    Instr,
    LandingPad,
    Phi,
    Ret,
    operands,
)
from ribozyme.ir.metadata import MDRef, attached
from ribozyme.ir.module import Module
from ribozyme.ir.values import GlobalRef, Local, Value
from ribozyme.transform.checkpoint.counted import counted
from ribozyme.transform.checkpoint.labels import refused
from ribozyme.transform.checkpoint.loop_exits import leaving
from ribozyme.transform.checkpoint.named import Found
from ribozyme.transform.checkpoint.output_once import said_once
from ribozyme.transform.checkpoint.references import paired_references

_PADS: Final = (CallBr, LandingPad, CatchSwitch, FuncletPad)


def is_lifetime(instr: Instr, which: str = "") -> bool:
    """Whether an instruction says where the lifetime of a variable begins or ends."""
    return (
        isinstance(instr, Call)
        and isinstance(instr.callee, GlobalRef)
        and instr.callee.name.startswith(f"llvm.lifetime.{which}")
    )


@final
class Parts:
    """A loop to be outlined; `name` is that of its functions, `window` the iterations of a step."""

    def __init__(self, module: Module, found: Found, name: str, window: int) -> None:
        self.module = module
        self.found = found
        self.function = found.function
        self.loop = found.loop
        self.name = name
        self.window = window
        self.inside = self.loop.blocks
        self.leaving = leaving(self.function, self.loop)
        self._check()
        self.phis = list(self.function.blocks[self.loop.header].phis())
        self.targets = self.leaving.targets
        self.behind = [
            (target, phi) for target in self.targets for phi in self.function.blocks[target].phis()
        ]
        self._fields: dict[int, tuple[int, int]] = {}  # phi → record, place
        self._records: tuple[list[ty.Type], list[ty.Type]] = ([], [])
        for phi in (*self.phis, *(phi for _, phi in self.behind)):
            if isinstance(phi.result.type, ty.StructType | ty.ArrayType):
                raise self._refused("it hands a struct on", phi)
            record = 1 if isinstance(ty.scalar(phi.result.type), ty.PtrType) else 0
            self._fields[phi.result.id] = record, len(self._records[record])
            self._records[record].append(phi.result.type)
        self.own = {one.result.id: one for one in self._own_variables()}
        self.used = self._used()
        self.sized = [
            one
            for value in self.used
            if isinstance(one := self.function.definition(value), Alloca) and one.count is not None
        ]
        self.once = said_once(module, self.function, self.inside)
        self.dropped = paired_references(self.function, self.inside, self.loop.header)
        self.count = counted(module, found)

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
        if not self.leaving.targets:
            raise self._refused("it has no end")
        for id, home in enumerate(self.function.home):
            if home in self.inside:
                for block, use in self.function.uses[id]:
                    outside = block in self.leaving.kept and block not in self.inside
                    if outside and not isinstance(use, Phi):
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
                    if isinstance(value, Local) and self.is_before(value):
                        found.setdefault(value.id, value)
        for _, phi in self.behind:
            for value, source in phi.incoming:
                if source in self.inside and isinstance(value, Local) and self.is_before(value):
                    found.setdefault(value.id, value)
        carried = [value for phi in self.phis for value, _ in phi.incoming]
        for value in (*found.values(), *carried):
            if isinstance(value, Local) and self.is_before(value) and ty.is_pointer(value.type):
                for root in self._roots(value):
                    found.setdefault(root.id, root)
        return list(found.values())

    def is_before(self, value: Local) -> bool:
        """Whether a value is one of before the loop, and not a variable of an iteration."""
        return self.function.home[value.id] not in self.inside and value.id not in self.own

    def _own_variables(self) -> Iterator[Alloca]:
        """The variables of the function whose lifetime begins anew in each iteration."""
        dominates = self.found.flow.dominates
        for instr in self.function.instrs():
            if not isinstance(instr, Alloca) or instr.count is not None:
                continue
            uses = self.function.uses[instr.result.id]
            starts = [block for block, use in uses if is_lifetime(use, "start")]
            if any(
                all(block in self.inside and dominates(start, block) for block, _ in uses)
                for start in starts
            ):
                yield instr

    def _roots(self, value: Local) -> Iterator[Local]:
        """The addresses from which one is computed and that were not computed themselves."""
        dominates = self.found.flow.dominates
        for one in origins(self.function, value):
            if isinstance(one, Local):
                home = self.function.home[one.id]
                if home < 0 or dominates(home, self.loop.header):
                    yield one

    # ---- how its functions look -----------------------------------------------------------------

    @property
    def type(self) -> ty.FunctionType:
        """Of the loop and of a step."""
        used = (value.type for value in self.used)
        return ty.function(ty.I32, (ty.PTR, ty.PTR, ty.I64, *used, *(ty.I64 for _ in self.sized)))

    def rooms(self) -> dict[int, int]:
        """Of the parameters that are variables of run-time size, those that have their bytes."""
        first = 3 + len(self.used)
        return {3 + self.used.index(one.result): first + k for k, one in enumerate(self.sized)}

    def record(self, record: int) -> ty.Type:
        """The type of the record of numbers, 0, or of addresses, 1."""
        return ty.struct(tuple(self._records[record]) or (ty.I8,))

    def field_of(self, phi: Phi) -> tuple[int, int]:
        """The record that a value lies in, and its place there."""
        return self._fields[phi.result.id]

    def field(self, b: FunctionBuilder, places: Sequence[Value], phi: Phi) -> Value:
        """The address of a value in the records at some places."""
        record, place = self.field_of(phi)
        return b.gep(self.record(record), places[record], (i32(0), i32(place)), "inbounds")

    def attrs(self) -> tuple[Attr, ...]:
        """What is said of the function and holds for a part of it."""
        kept = ("uwtable", "strictfp", "mustprogress")
        return tuple(attr for attr in self.module.spelled(self.function.attrs) if attr.name in kept)

    def place(self) -> tuple[tuple[str, MDRef], ...]:
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
