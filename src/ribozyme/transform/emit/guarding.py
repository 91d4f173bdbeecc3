"""The code of the run-time guard: the questions before an instruction, and leaving where one is
answered by yes.

    %q = getelementptr i8, ptr %p, i64 %d   →   if (%p.sh - %r.sh != %d) throw, then the same
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial, reduce
from typing import assert_never

from ribozyme.ir import types as ty
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import Instr
from ribozyme.ir.values import TRUE, ConstNull, ConstSplat, Value
from ribozyme.transform.checks.guards import Guards
from ribozyme.transform.checks.questions import (
    Choices,
    Counted,
    Distance,
    Earlier,
    InString,
    Number,
    OneFile,
    Question,
    Somewhere,
    Stranded,
    refusal_of,
)
from ribozyme.transform.emit import both_sorts, string_tests
from ribozyme.transform.emit.arith import any_lane
from ribozyme.transform.emit.body import Body


def guard(s: Body, instr: Instr) -> None:
    """Before an instruction: leave where the derivative does not exist."""
    for asked in s.facts.whole.ask(Guards).at(instr):
        code, words = refusal_of(asked.question)
        for answer in answers(s, asked.question):
            yes = together(s, answer, asked.choices)
            s.emission.leave(s.b, s.facts, instr, yes, words, refused=code)


def answers(s: Body, question: Question) -> Iterator[Value]:
    """The answers as bits, one for each shadow that is asked about."""
    b = s.b
    match question:
        case Distance(one=one, other=other):
            own = b.sub(s.value(one), s.value(other))
            for left, right in zip(s.alongside(one), s.alongside(other), strict=True):
                apart = b.icmp("ne", b.sub(left, right), own)
                for shadow in (left, right):  # a number among addresses has none
                    apart = b.ibinary("and", apart, b.icmp("ne", shadow, i64(0)))
                yield apart
        case Number(value=value):
            yield both_sorts.holds_address(b, s.emission.declare, s.value(value))
        case OneFile(one=one, other=other):
            type = ty.function(ty.I1, (ty.PTR, ty.PTR))
            s.emission.declare("rz.files.one", type)
            found = b.call("rz.files.one", type, (s.value(one), s.value(other)))
            assert found is not None
            yield found
        case InString(pointer=pointer, distance=distance, size=size):
            start = b.offset(s.value(pointer), i64(-distance))
            yield string_tests.is_string(b, s.emission.declare, start, size)
        case Somewhere(pointer=pointer):
            yield b.icmp("ne", s.value(pointer), ConstNull(ty.PTR))
        case Stranded(pointer=pointer) | Counted(pointer=pointer) | Earlier(pointer=pointer):
            yield b.icmp("eq", s.shadow(pointer)[0], s.value(pointer))
        case _:
            assert_never(question)


def chosen(s: Body, choices: Choices) -> Iterator[Value]:
    """Whether each choice was made, as a bit: in any lane of a vector."""
    for condition, way in choices:
        taken = s.value(condition)
        made = taken if way else s.b.ibinary("xor", taken, _true(taken.type))
        yield any_lane(s.b, s.emission.declare, made)


def _true(type: ty.Type) -> Value:
    return ConstSplat(type, TRUE) if isinstance(type, ty.VectorType) else TRUE


def together(s: Body, answer: Value, choices: Choices) -> Value:
    """An answer that counts."""
    return reduce(partial(s.b.ibinary, "and"), chosen(s, choices), answer)
