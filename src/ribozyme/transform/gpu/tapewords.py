"""Which values of a thread's function are addresses on its tape, and how that may be laid out.

    %a = call ptr @rz.tape.alloc(…)        on the tape
    %p = getelementptr i8, ptr %a, i64 8   on the tape
    store double %v, ptr %p                an access of one word of eight bytes
    store ptr %a, ptr %p                   keeps an address of the tape

A tape is *coalesced* if word `n` of all threads lies side by side: `[word][thread]`. That needs
each access to lie in one word, and each address to be known to be one of the tape or not. Addresses
that are kept on the tape are told apart by where they are kept, at an offset in the frame or
elsewhere: what keeps addresses of the tape there keeps no others there. Where this fails each
thread has a slice of its own, which is right, but slower.
"""

from __future__ import annotations

from typing import Final, final

from ribozyme.base.record import dataclass, field
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Access,
    AtomicRMW,
    Call,
    CallLike,
    Cast,
    CmpXchg,
    Compare,
    Computation,
    DbgRecord,
    Freeze,
    Gep,
    Instr,
    Load,
    Phi,
    Select,
    Silent,
    Store,
    operands,
)
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstNull, GlobalRef, Local, Poison, Undef, Value
from ribozyme.transform.emit.function_arena import BLOCK_ALLOC

ALLOC: Final = "rz.tape.alloc"
MARK: Final = "rz.tape.mark"
RELEASE: Final = "rz.tape.release"
INIT: Final = "rz.arena.init"
FREE: Final = "rz.arena.free"
FRAME: Final = "rz.gpu.tape.frame"
"""The frame of a split derivative: both halves ask for it first, and find it at one place."""

_MAKES: Final = (ALLOC, MARK, FRAME)
TAKES: Final = (RELEASE, ALLOC, BLOCK_ALLOC, MARK, INIT, FREE, FRAME)
CHECK: Final = "rz_gpu_tape_check"
CHECKED: Final = ty.function(ty.VOID, (ty.I1,))
BEGIN: Final = 64  # no address of a tape is null
_ELSEWHERE: Final = -1
_SOMEWHERE: Final = -2
WORD: Final = 8


@final
@dataclass(frozen=True, slots=True)
class Together:
    """The addresses of what a block keeps together, by number of the local, and where it ends."""

    pointers: frozenset[int] = frozenset()
    end: Local | None = None


@final
@dataclass(frozen=True, slots=True)
class Tape:
    """The addresses on the tape, by number of the local; `word` is 0 where it is not coalesced."""

    pointers: frozenset[int]
    word: int
    keeps: frozenset[int]  # where addresses of the tape itself are kept on it
    together: Together = field(default_factory=Together)


def called(instr: Instr) -> str:
    """The name of what is called; empty where that is not known."""
    if isinstance(instr, Call) and isinstance(instr.callee, GlobalRef):
        return instr.callee.name
    return ""


def tape(function: Function, layout: DataLayout, keeps: frozenset[int] | None = None) -> Tape:
    """What is known of a thread's function; `keeps` is what the other half says."""
    work = _Pointers(function, layout, keeps or frozenset())
    while True:
        own, others = work.kept()
        if keeps is not None or own == work.keeps:
            break
        work = _Pointers(function, layout, own)
    unclear = bool(own & others) or bool(own and others and _SOMEWHERE in own | others)
    word = 0 if unclear else _word(function, layout, work.found)
    return Tape(frozenset(work.found), word, work.keeps)


@final
class _Pointers:
    """The addresses on the tape, if those kept at `keeps` are the tape's own."""

    def __init__(self, function: Function, layout: DataLayout, keeps: frozenset[int]) -> None:
        self.function, self.layout, self.keeps = function, layout, keeps
        self.found: set[int] = set()
        self.frame: dict[int, int] = {}
        before = -1
        while len(self.found) != before:
            before = len(self.found)
            for instr in function.instrs():
                if instr.result is not None and self.is_tape(instr):
                    self.found.add(instr.result.id)
                    self.framed(instr, instr.result)

    def is_tape(self, instr: Instr) -> bool:
        match instr:
            case Call():
                return called(instr) in _MAKES
            case Gep(base=base):
                return among(base, self.found)
            case Freeze(value=value) | Cast(op="bitcast", value=value):
                return among(value, self.found)
            case Phi(incoming=incoming):
                return any(among(one, self.found) for one, _ in incoming)
            case Select(then=then, otherwise=otherwise):
                return among(then, self.found) or among(otherwise, self.found)
            case Load(pointer=pointer, result=result):
                place = self.place(pointer)
                return result.type is ty.PTR and place is not None and self.holds(place)
            case _:
                return False

    def framed(self, instr: Instr, result: Local) -> None:
        """Note the offset of an address in the frame."""
        if called(instr) == FRAME:
            self.frame[result.id] = 0
        elif isinstance(instr, Gep) and isinstance(instr.base, Local):
            start = self.frame.get(instr.base.id)
            if start is not None:
                offset, variable = self.layout.gep_offset(instr.source, instr.indices)
                known = start >= 0 and not variable
                self.frame[result.id] = start + offset if known else _SOMEWHERE

    def place(self, pointer: Value) -> int | None:
        """Where on the tape an address leads: an offset in the frame, or one of two others."""
        if not isinstance(pointer, Local) or pointer.id not in self.found:
            return None
        return self.frame.get(pointer.id, _ELSEWHERE)

    def holds(self, place: int) -> bool:
        """Whether an address that is kept there is one of the tape."""
        known = place in self.keeps or _SOMEWHERE in self.keeps
        return known or (place == _SOMEWHERE and bool(self.keeps))

    def kept(self) -> tuple[frozenset[int], frozenset[int]]:
        """Where addresses of the tape are kept on it, and where other ones are."""
        own: set[int] = set()
        others: set[int] = set()
        for instr in self.function.instrs():
            if not isinstance(instr, Store) or instr.value.type is not ty.PTR:
                continue
            place = self.place(instr.pointer)
            if place is not None and not isinstance(instr.value, ConstNull):
                (own if among(instr.value, self.found) else others).add(place)
        return frozenset(own), frozenset(others)


def among(value: Value, found: set[int]) -> bool:
    """Whether a value is one of some locals."""
    return isinstance(value, Local) and value.id in found


def _word(function: Function, layout: DataLayout, pointers: set[int]) -> int:
    """The bytes of a word, 0 where a tape cannot be coalesced."""
    largest = 4
    for instr in function.instrs():
        if isinstance(instr, DbgRecord):
            continue
        of_tape = [one for one in operands(instr) if among(one, pointers)]
        if not of_tape:
            continue
        match instr:
            case Load(pointer=pointer, result=result):
                size, align = layout.size(result.type), instr.align
                fits = among(pointer, pointers)
            case Store(pointer=pointer, value=value):
                size, align = layout.size(value.type), instr.align
                fits = among(pointer, pointers)
            case Gep(base=base):
                size, align, fits = 0, 0, among(base, pointers)
            case Freeze() | Cast(op="bitcast"):
                size, align, fits = 0, 0, True
            case Phi(incoming=incoming):
                size, align = 0, 0
                fits = all(neutral(one, pointers) for one, _ in incoming)
            case Select(then=then, otherwise=otherwise):
                size, align = 0, 0
                fits = neutral(then, pointers) and neutral(otherwise, pointers)
            case Compare():
                size, align = 0, 0
                fits = all(neutral(one, pointers) for one in operands(instr))
            case Call():
                size, align, fits = 0, 0, called(instr) in TAKES
            case AtomicRMW() | CmpXchg():
                return 0
            case _:
                _rest: Computation | Access | CallLike | Silent = instr
                return 0
        if not fits or size > WORD or (size and align and align < size):
            return 0
        largest = max(largest, size)
    return largest


def neutral(value: Value, pointers: set[int]) -> bool:
    """Whether a value is among addresses, or none at all."""
    return isinstance(value, ConstNull | Undef | Poison) or among(value, pointers)


def asks(function: Function) -> bool:
    """Whether a thread's function has anything on a tape."""
    return any(called(instr) in _MAKES for instr in function.instrs())
