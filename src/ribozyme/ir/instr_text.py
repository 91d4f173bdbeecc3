"""Instructions as LLVM prints them.

print_instr(FBinary(r, "fmul", x, x), names) → "%r = fmul double %x, %x"
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Alloca,
    AtomicRMW,
    Br,
    Bundle,
    Call,
    CallBr,
    CallLike,
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
from ribozyme.ir.operand_text import Names, attrs_text, meta_text, metadata_text
from ribozyme.ir.values import Value


def print_instr(instr: Instr, names: Names) -> str:
    """The text of an instruction, without indentation and newline."""
    result = instr.result
    front = "" if result is None else f"{names.locals[result.id]} = "
    return f"{front}{_substance(instr, names)}{meta_text(instr.meta, names)}"


def _substance(instr: Instr, n: Names) -> str:
    match instr:
        case (
            IBinary(op=op, lhs=lhs, rhs=rhs, flags=flags)
            | FBinary(op=op, lhs=lhs, rhs=rhs, flags=flags)
        ):
            return f"{op}{_words(flags)} {n.typed(lhs)}, {n.value(rhs)}"
        case Load():
            return _load(instr, n)
        case Store():
            return _store(instr, n)
        case Gep(source=source, base=base, indices=indices, flags=flags):
            return f"getelementptr{_words(flags)} {source}, {_list((base, *indices), n)}"
        case Call() | Invoke() | CallBr():
            return _call(instr, n)
        case Phi(result=result, incoming=incoming, flags=flags):
            pairs = [f"[ {n.value(v)}, %{n.blocks[b]} ]" for v, b in incoming]
            return f"phi{_words(flags)} {result.type} {', '.join(pairs)}"
        case Cast(result=result, op=op, value=value, flags=flags):
            return f"{op}{_words(flags)} {n.typed(value)} to {result.type}"
        case Compare(op=op, predicate=predicate, lhs=lhs, rhs=rhs, flags=flags):
            return f"{op}{_words(flags)} {predicate} {n.typed(lhs)}, {n.value(rhs)}"
        case Select(condition=condition, then=then, otherwise=otherwise, flags=flags):
            return f"select{_words(flags)} {_list((condition, then, otherwise), n)}"
        case DbgRecord(kind=kind, operands=operands):
            return f"  #dbg_{kind}({', '.join(metadata_text(v, n) for v in operands)})"
        case FNeg(value=value, flags=flags):
            return f"fneg{_words(flags)} {n.typed(value)}"
        case Freeze(value=value):
            return f"freeze {n.typed(value)}"
        case Alloca():
            return _alloca(instr, n)
        case ExtractValue() | InsertValue() | ExtractElement() | InsertElement() | Shuffle():
            return _aggregate(instr, n)
        case Fence(ordering=ordering, scope=scope):
            return f"fence{_scope(scope)} {ordering}"
        case CmpXchg():
            return _cmpxchg(instr, n)
        case AtomicRMW(op=op, pointer=pointer, value=value, ordering=ordering, scope=scope):
            front = f"atomicrmw{' volatile' if instr.volatile else ''} {op}"
            text = f"{front} {_list((pointer, value), n)}{_scope(scope)} {ordering}"
            return text + _align(instr.align)
        case VAArg(result=result, list=list_):
            return f"va_arg {n.typed(list_)}, {result.type}"
        case LandingPad(result=result, cleanup=cleanup, clauses=clauses):
            lines = ["cleanup"] if cleanup else []
            lines += [f"{kind} {n.typed(value)}" for kind, value in clauses]
            return "\n          ".join([f"landingpad {result.type}", *lines])
        case FuncletPad(op=op, parent=parent, args=args):
            return f"{op} within {n.value(parent)} [{_list(args, n)}]"
        case _:
            return _terminator(instr, n)


def _terminator(
    instr: Ret
    | Br
    | CondBr
    | Switch
    | IndirectBr
    | Unreachable
    | Resume
    | CatchSwitch
    | FuncletRet,
    n: Names,
) -> str:
    match instr:
        case Ret(value=value):
            return "ret void" if value is None else f"ret {n.typed(value)}"
        case Br(target=target):
            return f"br {n.label(target)}"
        case CondBr(condition=condition, then=then, otherwise=otherwise):
            return f"br {n.typed(condition)}, {n.label(then)}, {n.label(otherwise)}"
        case Switch(value=value, default=default, cases=cases):
            lines = "".join([f"    {n.typed(v)}, {n.label(label)}\n" for v, label in cases])
            return f"switch {n.typed(value)}, {n.label(default)} [\n{lines}  ]"
        case IndirectBr(address=address, targets=targets):
            return f"indirectbr {n.typed(address)}, [{_labels(targets, n)}]"
        case Unreachable():
            return "unreachable"
        case Resume(value=value):
            return f"resume {n.typed(value)}"
        case CatchSwitch(parent=parent, handlers=handlers, unwind=unwind):
            front = f"catchswitch within {n.value(parent)} [{_labels(handlers, n)}]"
            return f"{front} unwind {_unwind(unwind, n)}"
        case FuncletRet(op="catchret", pad=pad, target=target):
            assert target is not None
            return f"catchret from {n.value(pad)} to {n.label(target)}"
        case FuncletRet(pad=pad, target=target):
            return f"cleanupret from {n.value(pad)} unwind {_unwind(target, n)}"
        case _:
            assert_never(instr)


def _words(flags: str) -> str:
    return f" {flags}" if flags else ""


def _list(values: Sequence[Value], n: Names) -> str:
    return ", ".join([n.typed(value) for value in values])


def _labels(targets: tuple[int, ...], n: Names) -> str:
    return ", ".join([n.label(target) for target in targets])


def _unwind(target: int | None, n: Names) -> str:
    return "to caller" if target is None else n.label(target)


def _align(align: int) -> str:
    return f", align {align}" if align else ""


def _scope(scope: str) -> str:
    return f' syncscope("{scope}")' if scope else ""


def _access(op: str, ordering: str, volatile: bool) -> str:
    return f"{op}{' atomic' if ordering else ''}{' volatile' if volatile else ''}"


def _load(load: Load, n: Names) -> str:
    front = _access("load", load.ordering, load.volatile)
    order = f"{_scope(load.scope)}{_words(load.ordering)}" if load.ordering else ""
    return f"{front} {load.result.type.name}, {n.typed(load.pointer)}{order}{_align(load.align)}"


def _store(store: Store, n: Names) -> str:
    front = _access("store", store.ordering, store.volatile)
    order = f"{_scope(store.scope)}{_words(store.ordering)}" if store.ordering else ""
    places = f"{n.typed(store.value)}, {n.typed(store.pointer)}"
    return f"{front} {places}{order}{_align(store.align)}"


def _alloca(alloca: Alloca, n: Names) -> str:
    text = f"alloca{_words(alloca.flags)} {alloca.allocated}"
    if alloca.count is not None:
        text += f", {n.typed(alloca.count)}"
    text += _align(alloca.align)
    type = alloca.result.type
    if isinstance(type, ty.PtrType) and type.addrspace:
        text += f", addrspace({type.addrspace})"
    return text


def _cmpxchg(instr: CmpXchg, n: Names) -> str:
    front = f"cmpxchg{' weak' if instr.weak else ''}{' volatile' if instr.volatile else ''}"
    values = _list((instr.pointer, instr.expected, instr.new), n)
    orders = f"{_scope(instr.scope)} {instr.success} {instr.failure}"
    return f"{front} {values}{orders}{_align(instr.align)}"


def _aggregate(
    instr: ExtractValue | InsertValue | ExtractElement | InsertElement | Shuffle, n: Names
) -> str:
    match instr:
        case ExtractValue(aggregate=aggregate, indices=indices):
            return f"extractvalue {n.typed(aggregate)}{_indices(indices)}"
        case InsertValue(aggregate=aggregate, element=element, indices=indices):
            return f"insertvalue {_list((aggregate, element), n)}{_indices(indices)}"
        case ExtractElement(vector=vector, index=index):
            return f"extractelement {_list((vector, index), n)}"
        case InsertElement(vector=vector, element=element, index=index):
            return f"insertelement {_list((vector, element, index), n)}"
        case Shuffle(lhs=lhs, rhs=rhs):
            return f"shufflevector {_list((lhs, rhs), n)}, {_mask(instr)}"


def _indices(indices: tuple[int, ...]) -> str:
    return "".join([f", {index}" for index in indices])


def _mask(shuffle: Shuffle) -> str:
    type = shuffle.result.type
    assert isinstance(type, ty.VectorType)
    front = str(ty.vector(type.count, ty.I32, type.scalable))
    mask = shuffle.mask
    if mask is None:
        return f"{front} {shuffle.mask_text}"
    if all(number == 0 for number in mask):
        return f"{front} zeroinitializer"
    if all(number < 0 for number in mask):
        return f"{front} poison"
    inner = ", ".join(f"i32 {number}" if number >= 0 else "i32 poison" for number in mask)
    return f"{front} <{inner}>"


def _call(call: CallLike, n: Names) -> str:
    words = [call.convention] if call.convention else []
    if call.result_attrs:
        words.append(attrs_text(call.result_attrs)[1:])
    if call.addrspace:
        words.append(f"addrspace({call.addrspace})")
    words.append(str(call.type if call.type.vararg else call.type.result))
    front = f"{' '.join(words)} {n.value(call.callee)}({_args(call, n)})"
    tail = f"{attrs_text(call.attrs)}{_bundles(call.bundles, n)}"
    match call:
        case Call(tail=kind, flags=flags):
            return f"{kind}{' ' if kind else ''}call{_words(flags)} {front}{tail}"
        case Invoke(normal=normal, unwind=unwind):
            targets = f"to {n.label(normal)} unwind {n.label(unwind)}"
            return f"invoke {front}{tail}\n          {targets}"
        case CallBr(direct=direct, indirect=indirect):
            targets = f"to {n.label(direct)} [{_labels(indirect, n)}]"
            return f"callbr {front}{tail}\n          {targets}"


def _args(call: CallLike, n: Names) -> str:
    if not call.arg_attrs:
        parts = [n.typed(arg) for arg in call.args]
    else:
        parts = [
            f"{arg.type}{attrs_text(attrs)} {n.value(arg)}"
            for arg, attrs in zip(call.args, call.arg_attrs, strict=True)
        ]
    if n.vararg and isinstance(call, Call) and call.tail == "musttail":
        parts.append("...")
    return ", ".join(parts)


def _bundles(bundles: tuple[Bundle, ...], n: Names) -> str:
    if not bundles:
        return ""
    inner = ", ".join(f'"{tag}"({_list(values, n)})' for tag, values in bundles)
    return f" [ {inner} ]"
