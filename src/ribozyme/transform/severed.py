"""Addresses that are moved in pieces: nobody follows those, so that a shadow would be lost.

    for (i = 0; i < sizeof v; i++) to[i] = from[i];       not inlined: the bytes of a struct with an
                                                          address, each by itself: refused
    %lo = trunc i64 %p to i32; %hi = …; call i64 @joined(i32 %lo, i32 %hi)       → inttoptr: refused

Where values may point is followed in what is wide enough for a whole address (`may_point`). A piece
leads nowhere, and neither does what is put together of pieces.

Invariant: after this no address is made of pieces, nor do all eight bytes of addresses come by
pieces to where the program keeps such, if what they lead to may hold numbers or be called. Pieces
are followed through calls and results, as long as their bits stay what they are: an address that is
hashed, compared or printed is one no more. A piece that is put beside a whole address, as a tag is,
is none either, nor are low bytes alone, of which none can be made. What the source calls an integer
of fewer bytes is taken for one (`unsigned` words are no way to copy an address in C), unless it is
copied to where one is read that nobody else put there. Members of a union are bytes, as far as
anybody says: two integers in the place of an address that are copied one by one look like its
halves, and are refused as such.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final, final

from ribozyme.analysis.cells import is_loose
from ribozyme.analysis.cxxlibrary import moves_characters
from ribozyme.analysis.declared import may_point
from ribozyme.analysis.objects import Kind
from ribozyme.analysis.typetree import ADDRESS, POINTER
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call, CallBr, Cast, IBinary, Instr, Invoke, Load, Ret, Store
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstInt, Local, Value
from ribozyme.transform.bitways import parts_behind
from ribozyme.transform.facts import ProgramFacts
from ribozyme.transform.refuse import refusal

_WHAT: Final = "the bytes of an address are moved in pieces here"
_HELPS: Final = ("copy it whole: with `memcpy`, or by assigning the struct that it is in",)
_TURNED: Final = ("llvm.bswap.", "llvm.fshl.", "llvm.fshr.")
"""Functions whose result has the bytes of their arguments."""
_WHOLE: Final = 0xFF
"""All bytes of an address."""


def refuse_severed(facts: ProgramFacts) -> None:
    """Raise where pieces of an address come to where one is kept, or are made one."""
    pieces, stored = _Pieces(facts), 0
    for function, piece, bytes in pieces.closed():
        for _, user in function.uses[piece.id]:
            match user:
                case Store(value=value, pointer=pointer) if value == piece:
                    stored |= pieces.kept(function, pointer, bytes, facts.layout.size(piece.type))
                    made = stored == _WHOLE
                case Cast(op="inttoptr"):
                    made = bool(bytes & _WHOLE) or bytes >> ADDRESS == _WHOLE
                case _:
                    continue
            if made:
                raise refusal(facts.function(function), user, "RZ303", _WHAT, helps=_HELPS)


@final
class _Pieces:
    """The values that are pieces of addresses, and which bytes of one they may have, as bits; those
    of a piece that the source calls an integer come behind the others."""

    def __init__(self, facts: ProgramFacts) -> None:
        self._facts = facts
        self._points = facts.pointsto
        self._typing = facts.typing

    def closed(self) -> Iterator[tuple[Function, Local, int]]:
        """The pieces, from where they are cut off to as far as their bits are handed on."""
        work = list(self._cut())
        seen: dict[tuple[Function, Local], int] = {}
        while work:
            function, piece, bytes = work.pop()
            before = seen.get((function, piece), 0)
            bytes |= before
            if bytes == before:
                continue
            seen[function, piece] = bytes
            yield function, piece, bytes
            for _, user in function.uses[piece.id]:
                left = self._left(function, user)
                left = bytes & (left | left << ADDRESS)
                work += [
                    (where, found, left) for where, found in self._handed(function, user, piece)
                ]

    def kept(self, function: Function, pointer: Value, bytes: int, size: int) -> int:
        """The bytes of a stored piece that come to where addresses lie.

        What the source calls an integer lies beside addresses in many a block; it is a piece where
        one is read that nobody ever stored whole.
        """
        if bytes >> ADDRESS and self._is_awaited(function, pointer, size):
            return (bytes | bytes >> ADDRESS) & _WHOLE
        if bytes & _WHOLE and _has_address(self._typing.memory(function, pointer, size).marks):
            return bytes & _WHOLE
        return 0

    def _is_awaited(self, function: Function, pointer: Value, size: int) -> bool:
        """Whether addresses are read behind a pointer where none is stored whole."""
        if self._points.over_address(function, pointer, size):
            return False
        for place in self._points.of(function, pointer):
            step = ADDRESS if place.stride % ADDRESS else place.stride
            begin = place.offset - place.offset % ADDRESS
            if self._points.is_fixed(place.object) and self._typing.is_address(
                place.object, begin, step
            ):
                return True
        return False

    # ---- where pieces come from --------------------------------------------------------------

    def _cut(self) -> Iterator[tuple[Function, Local, int]]:
        for function in self._points.functions:
            if moves_characters(function.name):
                continue
            for instr in self._points.instrs(function):
                match instr:
                    case Load(result=result, pointer=pointer) if _is_narrow(result.type):
                        size = self._facts.layout.size(result.type)
                        if self._points.led_to(function, pointer, size) & self._concerned:
                            bytes = self._loaded(function, pointer, size)
                            told = self._is_told(instr) or not self._is_piece(function, result)
                            yield function, result, bytes << ADDRESS if told else bytes
                    case Cast(op="trunc" | "ptrtoint", result=result, value=value) if (
                        _is_narrow(result.type)
                        and self._is_piece(function, result)
                        and self._is_led(function, value)
                    ):
                        yield function, result, _low(self._facts.layout.size(result.type))
                    case IBinary(op="lshr", result=result, lhs=value) if may_point(
                        result.type
                    ) and self._is_led(function, value):
                        yield function, result, _shifted(instr, ADDRESS)
                    case _:
                        pass

    def _is_piece(self, function: Function, value: Local) -> bool:
        """Whether a value has bytes of an address, and is no integer for all that is known."""
        return _has_address(self._typing.value(function, value).marks)

    def _is_told(self, load: Load) -> bool:
        """Whether the source calls what is loaded an integer, and no byte of something else."""
        return self._points.tbaa.scalar(load.meta) not in (None, "omnipotent char")

    def _loaded(self, function: Function, pointer: Value, size: int) -> int:
        """Which bytes of addresses lie behind a pointer."""
        found = 0
        for place in self._points.of(function, pointer):
            words = self._points.words(place.object)
            places = ((place.offset, place.stride), *words)
            at = place.offset % ADDRESS
            known = self._points.is_fixed(place.object) and not any(
                step % ADDRESS or is_loose(step) for _, step in places
            )
            if not known or at + size > ADDRESS or any(other % ADDRESS for other, _ in words):
                return _WHOLE
            found |= _low(size) << at
        return found

    def _is_led(self, function: Function, value: Value) -> bool:
        return bool(self._points.mask(function, value) & self._concerned)

    @cached_property
    def _concerned(self) -> int:
        """The objects that lead to numbers or functions, or to what nobody says anything of, as a
        bit set."""
        found = 0
        for object in self._points.objects:
            if object.kind is Kind.FUNCTION or self._typing.may_hold_floats(object):
                found |= 1 << object.id
        return self._facts.activity.leading_to(found)

    # ---- where they go -----------------------------------------------------------------------

    def _handed(
        self, function: Function, user: Instr, piece: Local
    ) -> Iterator[tuple[Function, Local]]:
        """The values that have the bits of a piece, by one user."""
        match user:
            case Call() | Invoke() | CallBr():
                yield from self._passed(function, user, piece)
            case Ret():
                for caller, call in self._points.callers.get(function, ()):
                    if call.result is not None:
                        yield caller, call.result
            case IBinary(op="or" | "add" | "shl" | "lshr" | "and", result=result):
                if not _is_tag(user) and not self._points.mask(function, result):
                    yield function, result
            case IBinary():
                pass
            case Cast(op="sext", result=result):
                yield function, result
            case _ if user.result is not None and piece in parts_behind(user):
                yield function, user.result
            case _:
                pass

    def _left(self, function: Function, user: Instr) -> int:
        """The bytes of an address that a user of a piece leaves: those that it was shifted to."""
        if not isinstance(user, Cast) or user.op != "trunc" or not isinstance(user.value, Local):
            return _WHOLE
        made = function.definitions[user.value.id]
        if not isinstance(made, IBinary) or not self._points.mask(function, made.lhs):
            return _WHOLE
        return _shifted(made, (_bits(user.result.type) + 7) // 8) if made.op == "lshr" else _WHOLE

    def _passed(
        self, function: Function, call: Call | Invoke | CallBr, piece: Local
    ) -> Iterator[tuple[Function, Local]]:
        for target in self._points.known_targets(function, call):
            if target.name.startswith(_TURNED) and call.result is not None:
                yield function, call.result
            for arg, param in zip(call.args, target.params, strict=False):
                if arg == piece and not target.is_declaration:
                    yield target, param.local


def _low(size: int) -> int:
    """The first bytes of an address."""
    return (1 << size) - 1 & _WHOLE


def _shifted(instr: IBinary, size: int) -> int:
    """The bytes of an address that are among the first ones after a shift to the right."""
    if not isinstance(instr.rhs, ConstInt):
        return _WHOLE
    bits = instr.rhs.value
    end = (bits + 8 * size + 7) // 8
    return _low(min(end, ADDRESS)) & ~_low(bits // 8)


def _is_narrow(type: ty.Type) -> bool:
    """Whether a value is an integer without room for an address."""
    inner = ty.scalar(type)
    return isinstance(inner, ty.IntType) and inner.bits >= 8 and not may_point(type)


def _has_address(marks: tuple[int, ...]) -> bool:
    return any(mark & POINTER for mark in marks)


def _is_tag(instr: IBinary) -> bool:
    """Whether no whole byte is left, as in the tag that an address has in its low bits."""
    if instr.op != "and" or not isinstance(instr.rhs, ConstInt):
        return False
    left = instr.rhs.value & (1 << 64) - 1
    return not any(left >> at & 0xFF == 0xFF for at in range(0, 64, 8))


def _bits(type: ty.Type) -> int:
    inner = ty.scalar(type)
    return inner.bits if isinstance(inner, ty.IntType) else 8 * ADDRESS
