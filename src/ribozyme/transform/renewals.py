"""Where an array of characters is filled anew, so that nothing is left of the text before.

    char b[64];
    while (fgets(b, 64, in)) {         b is renewed where a line was read
        a = atof(b);
        snprintf(b, 64, "%f", a * x);  text of a number that depends on an input
        puts(b);
    }

Only of an array of the function's own, whose text all lies at its beginning and goes nowhere from
which it comes back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, final

from ribozyme.analysis.objects import Kind, Object
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Alloca,
    Call,
    CallBr,
    CallLike,
    Compare,
    CondBr,
    Instr,
    Invoke,
    Store,
)
from ribozyme.ir.module import Function, GlobalVariable
from ribozyme.ir.values import ConstInt, ConstNull, ConstString, GlobalRef, Value
from ribozyme.transform.order import Place, Renewal

if TYPE_CHECKING:
    from ribozyme.transform.texts import Named, Texts

_ALWAYS: Final = frozenset({"sprintf", "vsprintf", "strcpy", "stpcpy"})
_COUNTED: Final = frozenset({"snprintf", "vsnprintf"})
"""Functions that always end what they write by a null character, the second if there is room."""


def renewed(
    texts: Texts, calls: tuple[Named, ...], sent: list[Place], received: list[Place]
) -> frozenset[Renewal]:
    """Where nothing is left of what was sent: before instructions, and on ways between blocks."""
    renewals = _Renewals(texts, frozenset(instr for _, instr in sent))
    place = renewals.common([*sent, *received])
    return frozenset() if place is None else frozenset(renewals.at_place(place, calls))


@final
class _Renewals:
    def __init__(self, texts: Texts, sent: frozenset[Instr]) -> None:
        self._texts = texts
        self._sent = sent
        self._points = texts.points

    def common(self, places: list[Place]) -> int | None:
        """The one location at which all calls write and read; None if there are several."""
        found = {
            self.at(function, call, 0) if isinstance(call, Call | Invoke) else None
            for function, call in places
        }
        place = found.pop()
        if found or place is None:
            return None
        object = self._points.table.objects[self._points.table.object[place]]
        return place if self._is_own(object) and not self._texts.returns_to(object.id) else None

    def at(self, function: Function, call: CallLike, index: int) -> int | None:
        """The location that an argument points to, if it is one only."""
        return self._place(function, call.args[index]) if index < len(call.args) else None

    def _place(self, function: Function, pointer: Value) -> int | None:
        numbers = self._points.numbers(function, pointer)
        place = next(iter(numbers), None)
        if place is None or len(numbers) > 1 or self._points.table.stride[place]:
            return None
        return place

    def _is_own(self, object: Object) -> bool:
        """Whether there is one such array only, and nobody knows it by another name."""
        made, function = object.site, object.function
        if object.kind is not Kind.ALLOCA or not isinstance(made, Alloca) or function is None:
            return False
        once = function.home[made.result.id] == 0 and function not in self._points.recursive
        return once and self._points.alias_mask(object) == 1 << object.id

    def at_place(self, place: int, calls: tuple[Named, ...]) -> Iterator[Renewal]:
        """All renewals of the text at a location."""
        for function, call, name in calls:
            if call not in self._sent and self.at(function, call, 0) == place:
                yield from self._after(function, call, name)
        owner = self._points.table.objects[self._points.table.object[place]].function
        if owner is None:
            return
        for instr in self._points.instrs(owner):
            match instr:
                case Store(value=ConstInt() as value, pointer=pointer) if _ends(value):
                    if self._place(owner, pointer) == place:
                        yield instr
                case _:
                    pass

    def _after(self, function: Function, call: CallLike, name: str) -> Iterator[Renewal]:
        """Where the text that a call writes is all that there is."""
        counts = call.args[1] if len(call.args) > 1 else None
        roomy = isinstance(counts, ConstInt) and counts.value > 0
        if name in _ALWAYS or (name in _COUNTED and roomy):
            yield call
        elif name == "fgets" and call.result is not None:
            for index, test in function.uses[call.result.id]:
                if isinstance(test, Compare) and self._is_last(function, call, index):
                    yield from _where_read(function, index, test)
        elif name.startswith("llvm.memcpy.") and self._is_whole(call):
            yield call

    def _is_last(self, function: Function, call: CallLike, index: int) -> bool:
        """Whether nothing is sent behind a call of a block."""
        instrs = function.blocks[index].instrs
        if call not in instrs:
            return False
        behind = instrs[instrs.index(call) + 1 :]
        return not any(isinstance(each, Call | Invoke | CallBr) for each in behind)

    def _is_whole(self, call: CallLike) -> bool:
        """Whether a constant text is copied with its end."""
        source, size = call.args[1:3]
        name = source.name if isinstance(source, GlobalRef) else ""
        known = self._points.program.module.globals.get(name)
        text = known.initialiser if isinstance(known, GlobalVariable) and known.constant else None
        return (
            isinstance(text, ConstString)
            and isinstance(size, ConstInt)
            and 0 in text.data[: size.value]
        )


def _where_read(function: Function, index: int, test: Compare) -> Iterator[Renewal]:
    """The way that is only gone where an address was not null."""
    branch = function.blocks[index].terminator
    if not isinstance(branch, CondBr) or branch.condition != test.result:
        return
    targets = function.successors[index]
    if isinstance(test.rhs, ConstNull) and len(targets) == 2 and test.predicate in ("eq", "ne"):
        yield function, index, targets[1 if test.predicate == "eq" else 0]


def _ends(value: ConstInt) -> bool:
    """Whether one of the bytes of an integer ends a text."""
    size = value.type.bits // 8 if isinstance(value.type, ty.IntType) else 0
    return any(not value.value >> 8 * byte & 255 for byte in range(size))
