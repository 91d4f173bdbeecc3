"""The two halves of a reverse derivative as objects, with the tape between them.

    fwd, rev = rz.split(f, wrt="x")
    value, tape = fwd(x, n)           runs the primal once, and keeps what reverse needs
    x_bar = rev(tape, 1.0)            any number of times, with other cotangents
    del tape                          gives the memory back

A tape holds no copy of the arguments: what reverse needs of them is kept in native memory, so the
caller may change them in between. Shadows belong to the tape, since it may hold addresses in them;
each reverse run begins with all of them zero. One tape runs one reverse sweep at a time. A sweep
that an error leaves may leave adjoints on the tape, which is not read again.
"""

import ctypes
import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, final

from ribozyme.api.calling.arguments import arranged
from ribozyme.api.calling.bind import bind
from ribozyme.api.calling.bind_numbers import Place, described
from ribozyme.api.calling.call import (
    alike,
    called,
    checked,
    copied,
    copy_into,
    looked_after,
    made,
    nested,
    packed,
    taken,
)
from ribozyme.api.calling.call_plan import (
    Constant,
    Given,
    Input,
    Left,
    Output,
    Plan,
    Returned,
    Room,
    Source,
    Unit,
)
from ribozyme.api.calling.native_memory import ArrayMemory, Bound, Foreign, Record, Scalar, Table
from ribozyme.api.calling.routine import DROP, FORWARD, REVERSE, derived
from ribozyme.api.calling.variables import alone
from ribozyme.api.checking.again import primal_repeatable, spent, used_up
from ribozyme.api.derivatives.by_choice import run_again
from ribozyme.api.derivatives.differentiate import (
    Choice,
    blank,
    cotangent,
    reverse_kind,
    rooms,
    values_of,
)
from ribozyme.api.programs.functions import Function
from ribozyme.api.programs.program import Code, Program
from ribozyme.api.signatures.ctype import Number, Pointer
from ribozyme.base.errors import Error, error
from ribozyme.base.options import Options
from ribozyme.base.record import dataclass, replaced

_ADDRESS = Pointer(Number("char", "int", 1))
_PHASE = Number("int", "int", 4)


@final
@dataclass(frozen=True, slots=True)
class Halves:
    """Where everything of a split derivative lies: slots by what they are for."""

    plan: Plan  # of the forward half: f's inputs, its values as outputs
    cotangents: tuple[tuple[Input, Output, int], ...]  # with the slots they are for
    shadows: tuple[int, ...]
    cell: int  # the slot with the address of the tape's address; behind it: what to do
    derivatives: tuple[Output, ...]
    single: bool


def halves(plan: Plan, choice: Choice, options: Options, kept: tuple[int, ...] = ()) -> Halves:
    """The plan of a split derivative; what the slots `kept` lead to is the same in both halves."""
    sources: list[Source] = []
    kinds: list[str] = []
    moved: dict[int, int] = {}
    shadows: dict[int, int] = {}
    actives: list[int] = []
    for slot, source in enumerate(plan.sources):
        moved[slot] = len(sources)
        sources.append(source)
        kinds.append(reverse_kind(plan, slot, choice))
        if kinds[-1] == "dup":
            shadows[slot] = len(sources)
            sources.append(blank(plan, slot))
        elif kinds[-1] == "scratch":
            sources.append(blank(plan, slot))
        elif kinds[-1] == "active" and isinstance(source, Given):
            actives.append(source.input)
    seed = next((o for o in choice.of if isinstance(o, Returned)), None)
    seed_slot = len(sources)
    if seed is not None:
        sources.append(Constant(0.0))
    cell = len(sources)
    sources += [Room(_ADDRESS), Constant(FORWARD)]
    primal = seed is not None
    routine = derived(
        plan.routine, "split", tuple(kinds), "active" if seed else "const",
        primal=primal, options=options, kept=kept,
    )  # fmt: skip
    results, sources = rooms(routine.recipe, "void", sources)
    values = values_of(choice, moved, results[0] if primal else None)
    adjoints = dict(zip(actives, results[1 if primal else 0 :], strict=True))
    for slot, shadow in shadows.items():
        source = plan.sources[slot]
        if not isinstance(source, Room | Unit | Constant) and source.input in choice.wrt:
            adjoints.setdefault(source.input, Left(shadow))
    forward = replaced(
        plan,
        routine=routine,
        sources=tuple(sources),
        outputs=values,
        result=0 if choice.single_output else tuple(range(len(values))),
    )
    return Halves(
        forward,
        tuple(
            (cotangent(plan, o), o, seed_slot if isinstance(o, Returned) else shadows[o.slot])
            for o in choice.of
        ),
        tuple(shadows.values()),
        cell,
        tuple(adjoints[n] for n in choice.wrt),
        choice.single,
    )


@final
class Tape:
    """What a forward half keeps for the reverse half; its memory goes when this object goes."""

    __slots__ = ("__weakref__", "_bound", "_fresh", "_halves", "_left", "_lock", "_memory")

    def __init__(self, halves: Halves, bound: Sequence[Bound], memory: list[Bound]) -> None:
        self._halves, self._bound, self._memory = halves, bound, memory
        self._lock = threading.Lock()
        self._fresh = True
        self._left = False  # by an error, in the middle of a reverse sweep

    def run(self, program: Program, code: Code, name: str, cotangents: Sequence[Any]) -> Any:
        """The derivatives for some cotangents."""
        halves = self._halves
        given = [self._cotangent(name, k, value) for k, value in enumerate(cotangents)]
        plan = halves.plan
        with self._lock, alone(program, plan):
            if self._left:
                raise error(
                    "RZ008",
                    f"this tape of '{name}' cannot be read again: an error left its reverse sweep",
                    helps=("run the forward half again",),
                )
            if not self._fresh:
                for slot in halves.shadows:
                    _clear(self._memory[slot])
            self._fresh = False
            memory = list(self._memory)
            memory[halves.cell + 1] = Scalar(REVERSE)
            for slot in range(halves.cell + 2, len(memory)):
                memory[slot] = memory[slot].zeros()
            for (_, output, slot), part in zip(halves.cotangents, given, strict=True):
                if isinstance(output, Returned):
                    memory[slot] = part
                else:
                    copy_into(part, memory[slot])
            block = packed(plan, memory)
            self._left = True
            try:
                called(code, block)
                self._left = False
            except Error as refused:
                self._left = refused.code != "RZ216"  # a tape of another thread: before it begins
                raise
            found = []
            for output in halves.derivatives:
                if isinstance(output, Left) and output.slot in halves.shadows:
                    found.append(copied(memory[output.slot]).value())
                else:
                    found.append(taken(plan, output, memory, block))
        return found[0] if halves.single else tuple(found)

    def belongs(self, halves: Halves) -> bool:
        """Whether this is a tape of that split derivative."""
        return self._halves is halves

    def _cotangent(self, name: str, number: int, value: Any) -> Bound:
        given, _, slot = self._halves.cotangents[number]
        found = bind(given.parameter, value, self._halves.plan.signature.layouts, name)
        if given.like >= 0 and not alike(found, self._bound[given.like]):
            other = self._memory[slot]
            wanted = described(other.value()) if isinstance(other, ArrayMemory) else "its like"
            raise Place(given.name, "", name).refused(f"wants {wanted}", value, "RZ011")
        return found


@final
class ForwardHalf:
    """A function with f's parameters that gives the value and a tape."""

    __slots__ = ("_code", "_halves", "_program", "name", "signature")

    def __init__(self, f: Function, halves: Halves, program: Program, code: Code) -> None:
        self.name, self.signature = f.name, f.signature
        self._halves, self._program, self._code = halves, program, code

    def __repr__(self) -> str:
        return f"<ribozyme forward half of {self.name}: {self.signature}>"

    def __call__(self, *args: Any, **kwargs: Any) -> tuple[Any, Tape]:
        plan = self._halves.plan
        bound = checked(plan, arranged(self._program, plan, args, kwargs))
        memory = [made(plan, source, bound) for source in plan.sources]
        block = packed(plan, memory)
        tape = Tape(self._halves, bound, memory)
        cell, dropping = memory[self._halves.cell], list(memory)
        dropping[self._halves.cell + 1] = Scalar(DROP)
        last = weakref.finalize(tape, _drop, self._code, packed(plan, dropping), cell)
        last.atexit = False
        with alone(self._program, plan), looked_after(self._code, plan.routine, memory):
            called(self._code, block)
        for part in bound:
            part.finish()
        found = [taken(plan, output, memory, block) for output in plan.outputs]
        return nested(plan.result, found), tape


@final
class ReverseHalf:
    """A function of a tape and the cotangents of the outputs that gives the derivatives.

    The cotangent of a single number may be left out; it is then 1.
    """

    __slots__ = ("_code", "_halves", "_program", "name", "signature")

    def __init__(self, f: Function, halves: Halves, program: Program, code: Code) -> None:
        self.name, self.signature = f.name, f.signature
        self._halves, self._program, self._code = halves, program, code

    def __repr__(self) -> str:
        return f"<ribozyme reverse half of {self.name}: {self.signature}>"

    def __call__(self, tape: Tape, *cotangents: Any) -> Any:
        if not isinstance(tape, Tape) or not tape.belongs(self._halves):
            raise error(
                "RZ008", f"the reverse half of '{self.name}' takes a tape of its forward half"
            )
        wanted = self._halves.cotangents
        if not cotangents and len(wanted) == 1 and isinstance(wanted[0][1], Returned):
            cotangents = (1.0,)
        if len(cotangents) == 1 and len(wanted) > 1 and isinstance(cotangents[0], tuple | list):
            cotangents = tuple(cotangents[0])
        if len(cotangents) != len(wanted):
            raise error(
                "RZ011",
                f"the pullback of '{self.name}' takes {len(wanted)} "
                f"cotangent{'' if len(wanted) == 1 else 's'}, it got {len(cotangents)}",
            )
        return tape.run(self._program, self._code, self.name, cotangents)


Halved: TypeAlias = tuple[Callable[..., tuple[Any, Any]], Callable[..., Any]]
"""`ForwardHalf` and `ReverseHalf`, or what runs the function again."""


def split_by(f: Function, choice: Choice, how: Options) -> Halved:
    """The halves by what was chosen. Where a rule's gradient uses up what its function kept, there
    is no tape: the function runs again."""
    made = halves(f.plan, choice, how)
    program = f.program.under(how)
    used = used_up(program, made.plan.routine)
    if used:
        if not primal_repeatable(f):
            raise spent(f.name, used)
        return run_again(f, choice, how)
    code = program.code(made.plan.routine)
    return ForwardHalf(f, made, program, code), ReverseHalf(f, made, program, code)


def _drop(code: Code, block: Any, cell: Bound) -> None:
    if cell.value():
        called(code, block)


def _clear(memory: Bound) -> None:
    """Set all numbers to zero; addresses stay."""
    match memory:
        case ArrayMemory() | Foreign():
            start, end = memory.extent()
            ctypes.memset(start, 0, end - start)
        case Table():
            for part in memory.parts:
                _clear(part)
        case Record() | Scalar():
            copy_into(memory.zeros(), memory)
            for part in memory.parts.values() if isinstance(memory, Record) else ():
                _clear(part)
        case _ if memory.word:
            copy_into(memory.zeros(), memory)
