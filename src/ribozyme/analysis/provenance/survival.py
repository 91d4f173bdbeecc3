"""One table: which bits of each operand are in the result of an instruction.

    %h = lshr i64 %p, 3        the bits of %p are in %h, where points-to does not follow them
    %q = phi ptr [%p, …], …    they are in %q, and points-to follows them
    %c = icmp eq ptr %p, %q    nothing of them is left

What is not listed as followed is *untracked*, never nothing: an instruction that is new here has to
say what it does (`assert_never`).
"""

from __future__ import annotations

from typing import Final, assert_never

from ribozyme.ir.instrs import (
    Alloca,
    AtomicRMW,
    Br,
    Call,
    CallBr,
    Cast,
    CatchSwitch,
    CmpXchg,
    Compare,
    CondBr,
    DbgRecord,
    ExtractElement,
    ExtractValue,
    FBinary,
    Fence,
    FNeg,
    Freeze,
    FuncletPad,
    FuncletRet,
    Gep,
    IBinary,
    IndirectBr,
    InsertElement,
    InsertValue,
    Instr,
    Invoke,
    LandingPad,
    Load,
    Phi,
    Resume,
    Ret,
    Select,
    Shuffle,
    Store,
    Switch,
    Unreachable,
    VAArg,
)
from ribozyme.ir.values import ConstInt, GlobalRef, Value, leads_nowhere
from ribozyme.rules.inactive import BITS_IN

_FOLLOWED: Final = frozenset({"add", "sub", "and", "or", "xor"})
"""Arithmetic of addresses that points-to follows."""
_PAGE: Final = 4096


def surviving(instr: Instr) -> tuple[Value, ...]:
    """The operands whose bits are in the result, in whatever form; memory and calls of the program
    left aside, which carry them elsewhere."""
    match instr:
        case Phi(incoming=incoming):
            return tuple(value for value, _ in incoming)
        case Select(then=then, otherwise=otherwise):
            return then, otherwise
        case Freeze(value=value) | Cast(value=value):
            return (value,)
        case Gep(base=base, indices=indices) if leads_nowhere(base):
            return indices
        case Gep(base=base):
            return (base,)  # an index is a number: `guards` asks about distances of two objects
        case IBinary():
            return () if _leaves_a_tag(instr) else (instr.lhs, instr.rhs)
        case ExtractValue(aggregate=value) | ExtractElement(vector=value):
            return (value,)
        case InsertValue(aggregate=whole, element=element):
            return whole, element
        case InsertElement(vector=whole, element=element):
            return whole, element
        case Shuffle(lhs=lhs, rhs=rhs):
            return lhs, rhs
        case Call() | Invoke() | CallBr():
            return instr.args if rotates(instr) else ()
        case FBinary() | FNeg():
            return ()  # a number was computed (`computed`): run-time guards ask what it was
        case Compare() | Alloca() | LandingPad() | FuncletPad() | CatchSwitch() | VAArg():
            return ()
        case Load() | Store() | AtomicRMW() | CmpXchg() | Fence() | DbgRecord():
            return ()
        case Ret() | Br() | CondBr() | Switch() | IndirectBr() | Unreachable() | Resume():
            return ()
        case FuncletRet():
            return ()
        case _:
            assert_never(instr)


def computed(instr: Instr) -> tuple[Value, ...]:
    """The operands on whose bits the result depends, the arithmetic of numbers among it."""
    match instr:
        case FBinary(lhs=lhs, rhs=rhs):
            return lhs, rhs
        case FNeg(value=value):
            return (value,)
        case _:
            return surviving(instr)


def is_followed(instr: Instr) -> bool:
    """Whether points-to follows addresses from the surviving operands to the result, if that has
    room for one."""
    match instr:
        case IBinary(op=op):
            return op in _FOLLOWED
        case Cast(op=op):
            return op in ("bitcast", "ptrtoint", "inttoptr", "zext", "addrspacecast")
        case Gep(base=base):
            return not leads_nowhere(base)
        case Call() | Invoke() | CallBr():
            return False
        case _:
            return True


def rotates(call: Call | Invoke | CallBr) -> bool:
    """Whether a call returns the bits of its arguments in another order."""
    return isinstance(call.callee, GlobalRef) and call.callee.name.startswith(BITS_IN)


def _leaves_a_tag(instr: IBinary) -> bool:
    """Whether no more than the low bits of an operand are left: a tag, a distance in a page."""
    return instr.op == "and" and isinstance(instr.rhs, ConstInt) and 0 < instr.rhs.value < _PAGE
