"""The two halves of a pullback as native calls, with the tape waiting in between.

    keep    primals                        → values, a ticket
    back    primals, ticket, cotangents    → adjoints

What the forward half saved lives in native memory, which no framework can hold; the ticket stands
for it, two numbers that may be copied, stacked, dropped, or used again. Beside the tape waits a
copy of every array that is only read, where the way back finds what the tape would have to hold. If
the tape is gone by then (`glue/tape.c` says when), `back` runs the forward half again on the
primals; nothing else changes.
Code of which tapes may wait stays loaded for ever: it is what frees them. Where loops may be
checkpointed there are no halves: a state is restored to where it was, and arrays may have moved.
"""

import ctypes
import os
from collections.abc import Mapping
from functools import cache, cached_property
from struct import pack, unpack
from typing import Final, final

from ribozyme.api.calling.call_plan import Constant, Copy, Fresh, Given, Left, Room, Source
from ribozyme.api.calling.routine import Routine, body_name, held
from ribozyme.api.derivatives.differentiate import Choice
from ribozyme.api.derivatives.split import Halves, halves
from ribozyme.api.programs.checkpointable import may_checkpoint
from ribozyme.api.programs.program import Program
from ribozyme.base.errors import error
from ribozyme.base.options import Options
from ribozyme.base.record import dataclass, replace
from ribozyme.bindings.operators.glue_library import description, glue
from ribozyme.bindings.operators.operation import (
    ITEMSIZE,
    Block,
    Buffer,
    Operation,
    Port,
    Tensor,
    Word,
)

TICKET: Final = (Port("uint32", name="ticket"), Port("uint32", name="ticket of a process"))

_NUMBER, _WORD, _BLOCK, _CONSTANT, _OUT, _MEMORY, _SHADOW, _CELL, _PHASE = range(9)
_ZEROED: Final = -1
_ROOM: Final = 16  # bytes for one number

Slot = tuple[int, int, int, int, int, int]  # as in glue/tape.c


@final
@dataclass(frozen=True, slots=True)
class Half:
    """One of the two calls, as the glue of a framework sees it."""

    name: str
    label: str
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    words: int


@final
@dataclass(frozen=True, eq=False)
class Halved:
    """An operation in two halves, by some of its inputs."""

    operation: Operation
    wrt: tuple[int, ...]

    @cached_property
    def made(self) -> Halves:
        operation = self.operation
        refuse_states(operation.program, operation.options, operation.label)
        places = operation.tensors
        choice = Choice(tuple(places[k] for k in self.wrt), operation.results, False, False)
        return halves(operation.plan, choice, operation.options, self._copied)

    @cached_property
    def _copied(self) -> tuple[int, ...]:
        """The slots of tensors that are only read: the record has copies of them."""
        of = self.operation
        return tuple(
            slot
            for slot, source in enumerate(of.plan.sources)
            if isinstance(source, Given)
            and of.plan.routine.slots[slot] == "ptr"
            and isinstance(of.roles[source.input], Tensor)
            and not of.plan.is_written(slot)
        )

    @property
    def routine(self) -> Routine:
        return self.made.plan.routine

    @cached_property
    def keep(self) -> Half:
        of = self.operation
        outputs = (*of.outputs, *TICKET)
        return Half(self._name("keep"), f"{of.label}, kept", of.inputs, outputs, of.words)

    @cached_property
    def back(self) -> Half:
        of = self.operation
        pull, count = of.vjp(self.wrt), len(of.inputs)

        def moved(port: Port) -> Port:
            """Shaped like a cotangent, which stands behind the ticket."""
            return replace(port, like=port.like + len(TICKET)) if port.like >= count else port

        inputs = (*of.inputs, *TICKET, *map(moved, pull.inputs[count:]))
        outputs = tuple(map(moved, pull.outputs))
        return Half(self._name("back"), f"{of.label}, back", inputs, outputs, of.words)

    def _name(self, half: str) -> str:
        return f"{self.operation.name}_{half}{'_'.join(map(str, self.wrt))}"

    def text(self, dtypes: Mapping[str, int]) -> str:
        """The functions `@rz.op.NAME` of both halves, and their descriptions."""
        table = f"@rz.op.{self.keep.name}.table"
        parts = [self._table(table), "declare i32 @rz.guard(ptr, ptr, ptr)"]
        for half, entry in ((self.keep, "rz_tape_keep"), (self.back, "rz_tape_back")):
            name = f"rz.op.{half.name}"
            parts.append(
                f"declare i32 @{entry}(ptr, ptr, ptr)\n"
                f"define internal i32 @{name}(ptr %call, ptr %report) uwtable {{\n"
                f"  %status = call i32 @{entry}(ptr %call, ptr %report, ptr {table})\n"
                f"  ret i32 %status\n}}"
            )
            parts.append(description(name, half, dtypes))
        return "\n".join(parts)

    # -- the table of glue/tape.c --

    def _table(self, name: str) -> str:
        rows: dict[str, list[tuple[int, ...]]] = {
            "slots": [self._slot(k) for k in range(len(self.routine.slots))],
            "cotangents": [
                (slot, self._size(port.dtype if self.routine.slots[slot] != "ptr" else ""))
                for (_, _, slot), port in zip(
                    self.made.cotangents, self.back.inputs[-len(self.made.cotangents) :],
                    strict=True,
                )
            ],
            "adjoints": [
                (output.slot, self._size("" if output.slot in self.made.shadows else port.dtype))
                for output, port in zip(self.made.derivatives, self.back.outputs, strict=True)
                if isinstance(output, Left)
            ],
        }  # fmt: skip
        lines = []
        for key, row in rows.items():
            numbers = [f"i64 {number}" for entry in row for number in entry]
            lines.append(f"{name}.{key} = private constant [{len(numbers)} x i64] "
                         f"[{', '.join(numbers)}]")  # fmt: skip
        of = self.operation
        counts = (
            len(of.inputs), len(of.outputs), len(rows["cotangents"]), len(rows["adjoints"]),
            len(rows["slots"]),
        )  # fmt: skip
        fields = [f"i64 {count}" for count in counts]
        fields += [f"ptr @{body_name(self.routine)}", "ptr @rz.guard"]
        fields += [f"ptr {name}.{key}" for key in rows]
        types = ", ".join(field.split()[0] for field in fields)
        lines.append(f"{name} = private constant {{ {types} }} {{ {', '.join(fields)} }}")
        return "\n".join(lines)

    def _size(self, dtype: str) -> int:
        """Bytes of a number; 0 for memory, whose size is that of the tensor."""
        return ITEMSIZE[dtype] if dtype else 0

    @cached_property
    def _outputs(self) -> dict[int, int]:
        """The slots that are output tensors."""
        found = {}
        for place, output in enumerate(self.made.plan.outputs):
            if not isinstance(output, Left):
                raise error("RZ901", f"a half of '{self.operation.label}' returns a number")
            found[output.slot] = place
        return found

    def _slot(self, slot: int) -> Slot:
        source = self.made.plan.sources[slot]
        if slot == self.made.cell:
            return _CELL, 0, 0, -1, -1, 0
        if slot == self.made.cell + 1:
            return _PHASE, 0, 0, -1, -1, 0
        if slot in self.made.shadows:
            return _SHADOW, 0, _ZEROED, *self._bytes(source)
        if self.routine.slots[slot] != "ptr":
            return self._number(slot, source)
        match source:
            case Given(input=n):
                return self._given(slot, n)
            case Copy(input=n):
                return *self._memory(slot), self.operation.tensors.index(n), *self._bytes(source)
            case _:
                return *self._memory(slot), _ZEROED, *self._bytes(source)

    def _memory(self, slot: int) -> tuple[int, int]:
        return (_OUT, self._outputs[slot]) if slot in self._outputs else (_MEMORY, 0)

    def _given(self, slot: int, n: int) -> Slot:
        of = self.operation
        match of.roles[n]:
            case Tensor():
                place = of.tensors.index(n)
                return *self._memory(slot), place, *self._bytes(Given(n))
            case Buffer():
                return *self._memory(slot), _ZEROED, *self._bytes(Given(n))
            case Block(number=number):
                return _BLOCK, number, 0, -1, -1, 0
            case Word():
                raise error("RZ901", f"input {n} of {of.name} has no memory")

    def _number(self, slot: int, source: Source) -> Slot:
        of = self.operation
        type, cast = held(self.routine.slots[slot])
        if cast and type != "i8":
            raise error("RZ012", f"a half of '{of.label}' takes {self.routine.slots[slot]}")
        if isinstance(source, Constant):
            return _CONSTANT, _bits(type, source.value), 0, -1, -1, 0
        if isinstance(source, Given):
            match of.roles[source.input]:
                case Tensor(dtype=dtype):
                    place = of.tensors.index(source.input)
                    return _NUMBER, place, 0, -1, -1, ITEMSIZE[dtype]
                case Word(number=number):
                    return _WORD, number, 0, -1, -1, 0
                case _:
                    pass
        raise error("RZ901", f"slot {slot} of {of.name} is no number")

    def _bytes(self, source: Source) -> tuple[int, int, int]:
        """Of an input, of so many words, or constant."""
        if isinstance(source, Room | Constant):
            return -1, -1, _ROOM
        assert isinstance(source, Given | Copy | Fresh)
        match self.operation.roles[source.input]:
            case Tensor():
                return self.operation.tensors.index(source.input), -1, 0
            case Buffer(dtype=dtype, number=number):
                return -1, number, ITEMSIZE[dtype]
            case Block(count=count):
                return -1, -1, 8 * count
            case Word():
                return -1, -1, _ROOM


def _bits(type: str, value: float) -> int:
    """What a number is in its slot."""
    match type:
        case "double":
            return int(unpack("<q", pack("<d", value))[0])
        case "float":
            return int(unpack("<q", pack("<fI", value, 0))[0])
        case _:
            return int(value)


def refuse_states(program: Program, options: Options, label: str) -> None:
    """Loops that may be checkpointed have no halves."""
    if may_checkpoint(program, options):
        raise error("RZ219", f"states of '{label}' cannot wait: its arrays may move meanwhile")


@cache
def entries() -> dict[str, int]:
    """The addresses of the glue."""
    found = glue(("tape.c",))
    setup = ctypes.CFUNCTYPE(None, ctypes.c_uint32)(found("rz_tape_setup"))
    setup(int.from_bytes(os.urandom(4)))
    return {name: found(name) for name in ("rz_tape_keep", "rz_tape_back")}


def keep_at_most(bytes: int) -> None:
    """How much memory tapes may take that wait for their backward pass: 1 GiB unless set."""
    ctypes.CFUNCTYPE(None, ctypes.c_int64)(glue(("tape.c",))("rz_tape_limit"))(bytes)


def waiting() -> int:
    """The bytes of all tapes that wait."""
    count = ctypes.CFUNCTYPE(ctypes.c_int64)(glue(("tape.c",))("rz_tape_waiting"))
    return int(count())
