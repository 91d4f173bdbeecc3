"""Calls from text: `call`, `invoke`, `callbr`, which share all but their ends.

"%r = tail call fast double @f(double %x)" → Call(%r, @f, (%x,), tail="tail", flags="fast")
"""

from __future__ import annotations

from typing import Final, final

from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attrs
from ribozyme.ir.instrs import Bundle, Call, CallBr, Instr, Invoke
from ribozyme.ir.values import Local, Value
from ribozyme.parse.attributes import FAST_MATH, read_attrs, read_convention, read_line_attrs
from ribozyme.parse.instrs import Reader
from ribozyme.parse.metadata import read_attachments
from ribozyme.parse.types import read_function_type, read_type
from ribozyme.parse.values import Body, read_callee, read_operand, read_target, read_typed


@final
@dataclass(frozen=True, slots=True)
class _Front:
    """What all calls have between their opcode and their end."""

    convention: str
    result_attrs: Attrs
    addrspace: int
    type: ty.FunctionType
    callee: Value
    args: tuple[Value, ...]
    arg_attrs: tuple[Attrs, ...]
    attrs: Attrs
    bundles: tuple[Bundle, ...]

    def result(self, b: Body, name: str) -> Local | None:
        """The handle of the result, None for void."""
        if (self.type.result is ty.VOID) == bool(name):
            b.fail("a call has a name exactly when it has a result")
        return b.define(name, self.type.result) if name else None


def _front(b: Body) -> _Front:
    convention = read_convention(b)
    result_attrs = read_attrs(b)
    addrspace = read_addrspace(b)
    spelled = read_function_type(b)
    callee = read_callee(b)
    args, arg_attrs = _args(b)
    if isinstance(spelled, ty.FunctionType):
        type = spelled
    else:
        type = ty.function(spelled, tuple(arg.type for arg in args))
    attrs = read_line_attrs(b, _AFTER)
    return _Front(
        convention,
        result_attrs,
        addrspace,
        type,
        callee,
        args,
        arg_attrs if any(arg_attrs) else (),
        attrs,
        _bundles(b),
    )


_AFTER: Final = frozenset(("to",))


def read_addrspace(b: Body) -> int:
    """Take `addrspace(3)`, if it comes."""
    if not b.accept_word("addrspace"):
        return 0
    b.expect("(")
    space = b.integer()
    b.expect(")")
    return space


def _args(b: Body) -> tuple[tuple[Value, ...], tuple[Attrs, ...]]:
    args: list[Value] = []
    attrs: list[Attrs] = []
    b.expect("(")
    while not b.accept(")"):
        if args:
            b.expect(",")
        if b.accept("..."):  # a musttail call of a variadic function says that it hands on the rest
            continue
        type = read_type(b)
        attrs.append(read_attrs(b))
        args.append(read_operand(b, type))
    return tuple(args), tuple(attrs)


def _bundles(b: Body) -> tuple[Bundle, ...]:
    found: list[Bundle] = []
    if not b.accept("["):
        return ()
    while not b.accept("]"):
        if found:
            b.expect(",")
        tag = b.raw_string()
        b.expect("(")
        values: list[Value] = []
        while not b.accept(")"):
            if values:
                b.expect(",")
            values.append(read_typed(b))
        found.append((tag, tuple(values)))
    return tuple(found)


def _call(b: Body, name: str, op: str) -> Instr:
    tail = "" if op == "call" else op
    if tail:
        b.expect_word("call")
    flags = b.accept_words(FAST_MATH)
    front = _front(b)
    return Call(
        front.result(b, name),
        front.callee,
        front.type,
        front.args,
        front.arg_attrs,
        front.result_attrs,
        front.attrs,
        tail,
        front.convention,
        flags,
        front.bundles,
        front.addrspace,
        read_attachments(b),
    )


def _invoke(b: Body, name: str, op: str) -> Instr:
    front = _front(b)
    b.expect_word("to")
    normal = read_target(b)
    b.expect_word("unwind")
    unwind = read_target(b)
    return Invoke(
        front.result(b, name),
        front.callee,
        front.type,
        front.args,
        normal,
        unwind,
        front.arg_attrs,
        front.result_attrs,
        front.attrs,
        front.convention,
        front.bundles,
        front.addrspace,
        read_attachments(b),
    )


def _callbr(b: Body, name: str, op: str) -> Instr:
    front = _front(b)
    b.expect_word("to")
    direct = read_target(b)
    b.expect("[")
    indirect: list[int] = []
    while not b.accept("]"):
        if indirect:
            b.expect(",")
        indirect.append(read_target(b))
    return CallBr(
        front.result(b, name),
        front.callee,
        front.type,
        front.args,
        direct,
        tuple(indirect),
        front.arg_attrs,
        front.result_attrs,
        front.attrs,
        front.convention,
        front.bundles,
        front.addrspace,
        read_attachments(b),
    )


READERS: Final[dict[str, Reader]] = {
    **dict.fromkeys(("call", "tail", "musttail", "notail"), _call),
    "invoke": _invoke,
    "callbr": _callbr,
}
