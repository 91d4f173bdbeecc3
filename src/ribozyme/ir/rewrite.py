"""Instructions and functions rebuilt with other operands.

    map_operands(%r = fmul %x, %y, {x: a, y: b}, …, result=s)  →  %s = fmul %a, %b

Nothing is changed: a new instruction is made with what the maps answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Access,
    Alloca,
    AtomicRMW,
    Br,
    Bundle,
    Call,
    CallBr,
    Cast,
    CatchSwitch,
    CmpXchg,
    Compare,
    Computation,
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
    Label,
    LandingPad,
    Load,
    Pad,
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
from ribozyme.ir.metadata import MDConst, Meta, MetadataNode, MetadataValue
from ribozyme.ir.module import Block, Function, Param
from ribozyme.ir.values import GlobalRef, Local, MetadataOperand, Value

ValueMap = Callable[[Value], Value]
LabelMap = Callable[[Label], Label]
Changes = dict[str, Any]
"""Fields of an instruction that change, by name."""


def fresh(names: list[str | None], type: ty.Type) -> Local:
    """A value of its own, behind those that have names so far."""
    names.append(None)
    return Local(len(names) - 1, type)


def map_operands(
    instr: Instr,
    value: ValueMap,
    label: LabelMap,
    result: Local | None = None,
    meta: Meta | None = None,
) -> Instr:
    """The instruction with operands and labels mapped; `result` and `meta` replace its own where
    given.

    Constants are handed to `value` too, also those in metadata operands.
    """
    new = instr.result if result is None else result
    if isinstance(instr, FBinary):  # the commonest, and nothing to look for
        assert new is not None
        lhs, rhs = value(instr.lhs), value(instr.rhs)
        return FBinary(new, instr.op, lhs, rhs, instr.flags, instr.meta if meta is None else meta)
    v = _in_metadata(value)
    if isinstance(instr, DbgRecord):
        return _record(instr, v)
    changes = _map_simple(instr, v, new)
    if changes is None:
        changes = _map_control(instr, v, label, new)
    if meta is not None:
        changes["meta"] = meta
    return rebuilt(instr, changes) if changes else instr


def rebuilt(instr: Instr, changes: Changes) -> Instr:
    """The instruction with some fields changed: `dataclasses.replace` for what is copied often."""
    kind = type(instr)
    names = kind.__match_args__
    values = [changes[name] if name in changes else getattr(instr, name) for name in names]
    made: Instr = kind(*values)
    return made


def _map_simple(instr: Instr, v: ValueMap, new: Local | None) -> Changes | None:
    """All shapes with a result and without labels, and stores; None for the others."""
    match instr:
        case Store(value=value, pointer=pointer):
            return {"value": v(value), "pointer": v(pointer)}
        case Call(callee=callee, args=args, bundles=bundles):
            return {
                "result": new,
                "callee": v(callee),
                "args": _all(args, v),
                "bundles": _bundles(bundles, v),
            }
        case Fence():
            return {}
        case _:
            pass
    if new is None:
        return None
    match instr:
        case IBinary(lhs=lhs, rhs=rhs):
            return {"result": new, "lhs": v(lhs), "rhs": v(rhs)}
        case FBinary(lhs=lhs, rhs=rhs):
            return {"result": new, "lhs": v(lhs), "rhs": v(rhs)}
        case Compare(lhs=lhs, rhs=rhs):
            return {"result": new, "lhs": v(lhs), "rhs": v(rhs)}
        case Cast(value=value):
            return {"result": new, "value": v(value)}
        case FNeg(value=value):
            return {"result": new, "value": v(value)}
        case Freeze(value=value):
            return {"result": new, "value": v(value)}
        case Load(pointer=pointer):
            return {"result": new, "pointer": v(pointer)}
        case Gep(base=base, indices=indices):
            return {"result": new, "base": v(base), "indices": _all(indices, v)}
        case Select(condition=condition, then=then, otherwise=otherwise):
            return {
                "result": new,
                "condition": v(condition),
                "then": v(then),
                "otherwise": v(otherwise),
            }
        case Alloca(count=count):
            return {"result": new, "count": None if count is None else v(count)}
        case ExtractValue(aggregate=aggregate):
            return {"result": new, "aggregate": v(aggregate)}
        case InsertValue(aggregate=aggregate, element=element):
            return {"result": new, "aggregate": v(aggregate), "element": v(element)}
        case ExtractElement(vector=vector, index=index):
            return {"result": new, "vector": v(vector), "index": v(index)}
        case InsertElement(vector=vector, element=element, index=index):
            return {"result": new, "vector": v(vector), "element": v(element), "index": v(index)}
        case Shuffle(lhs=lhs, rhs=rhs):
            return {"result": new, "lhs": v(lhs), "rhs": v(rhs)}
        case CmpXchg(pointer=pointer, expected=expected, new=wanted):
            return {"result": new, "pointer": v(pointer), "expected": v(expected), "new": v(wanted)}
        case AtomicRMW(pointer=pointer, value=value):
            return {"result": new, "pointer": v(pointer), "value": v(value)}
        case VAArg(list=list_):
            return {"result": new, "list": v(list_)}
        case LandingPad(clauses=clauses):
            return {"result": new, "clauses": tuple((k, v(x)) for k, x in clauses)}
        case FuncletPad(parent=parent, args=args):
            return {"result": new, "parent": v(parent), "args": _all(args, v)}
        case _:
            return None


def _map_control(instr: Instr, v: ValueMap, label: LabelMap, new: Local | None) -> Changes:
    match instr:
        case Phi(incoming=incoming):
            assert new is not None
            pairs = tuple((v(value), label(block)) for value, block in incoming)
            return {"result": new, "incoming": pairs}
        case Ret(value=value):
            return {"value": None if value is None else v(value)}
        case Br(target=target):
            return {"target": label(target)}
        case CondBr(condition=condition, then=then, otherwise=otherwise):
            return {"condition": v(condition), "then": label(then), "otherwise": label(otherwise)}
        case Switch(value=value, default=default, cases=cases):
            mapped = tuple((v(case), label(block)) for case, block in cases)
            return {"value": v(value), "default": label(default), "cases": mapped}
        case IndirectBr(address=address, targets=targets):
            return {"address": v(address), "targets": tuple(map(label, targets))}
        case Invoke(callee=callee, args=args, bundles=bundles, normal=normal, unwind=unwind):
            return {
                "result": new,
                "callee": v(callee),
                "args": _all(args, v),
                "bundles": _bundles(bundles, v),
                "normal": label(normal),
                "unwind": label(unwind),
            }
        case CallBr(callee=callee, args=args, bundles=bundles, direct=direct, indirect=indirect):
            return {
                "result": new,
                "callee": v(callee),
                "args": _all(args, v),
                "bundles": _bundles(bundles, v),
                "direct": label(direct),
                "indirect": tuple(map(label, indirect)),
            }
        case Unreachable():
            return {}
        case Resume(value=value):
            return {"value": v(value)}
        case CatchSwitch(parent=parent, handlers=handlers, unwind=unwind_to):
            assert new is not None
            return {
                "result": new,
                "parent": v(parent),
                "handlers": tuple(map(label, handlers)),
                "unwind": None if unwind_to is None else label(unwind_to),
            }
        case FuncletRet(pad=pad, target=target_or_caller):
            target_now = None if target_or_caller is None else label(target_or_caller)
            return {"pad": v(pad), "target": target_now}
        case _:
            _rest: Computation | Access | Alloca | Fence | Call | Pad | DbgRecord = instr
            raise AssertionError(f"{type(instr).__name__} without a result")


def _all(values: tuple[Value, ...], v: ValueMap) -> tuple[Value, ...]:
    return tuple([v(value) for value in values])


def _bundles(bundles: tuple[Bundle, ...], v: ValueMap) -> tuple[Bundle, ...]:
    return tuple((tag, _all(values, v)) for tag, values in bundles)


def _record(record: DbgRecord, v: ValueMap) -> DbgRecord:
    return DbgRecord(record.kind, tuple(map_metadata(value, v) for value in record.operands))


def _in_metadata(value: ValueMap) -> ValueMap:
    """The map, which also looks into metadata operands."""

    def mapped(operand: Value) -> Value:
        if isinstance(operand, MetadataOperand):
            return MetadataOperand(operand.type, map_metadata(operand.metadata, value))
        return value(operand)

    return mapped


def map_metadata(metadata: MetadataValue, value: ValueMap) -> MetadataValue:
    """Metadata with the values in it mapped; numbered nodes are left alone."""
    match metadata:
        case MDConst(value=inner):
            return MDConst(value(inner))
        case MetadataNode(kind="DIArgList", fields=fields):
            mapped = tuple((key, map_metadata(field, value)) for key, field in fields)
            return replace(metadata, fields=mapped)
        case _:
            return metadata


# ---- functions ---------------------------------------------------------------------------------


def clone(function: Function, name: str, given: Mapping[int, Value] | None = None) -> Function:
    """A copy with handles of its own; `given` maps ids of locals to what takes their place.

    A parameter that is given stays in the signature, an instruction that is given in its block.
    """
    fresh: list[Local] = [Local(-1, local.type) for local in _locals(function)]
    for index, local in enumerate(fresh):
        local.id = index
    given = given or {}

    def value(operand: Value) -> Value:
        if not isinstance(operand, Local):
            return operand
        return given.get(operand.id, fresh[operand.id])

    params = tuple(Param(fresh[param.local.id], param.attrs) for param in function.params)
    return replace(function, name=name, params=params, blocks=_rebuilt(function, value, fresh))


def with_params(function: Function, more: Sequence[Local]) -> Function:
    """The function with locals that its body uses as further parameters; others are renumbered."""
    found = {local.id: local for local in _locals(function) if local.id >= 0}
    given = [param.local for param in function.params]
    later = sorted(found.keys() - {local.id for local in (*given, *more)})
    order = [*given, *more, *(found[id] for id in later)]
    fresh = {local.id: Local(index, local.type) for index, local in enumerate(order)}

    def value(operand: Value) -> Value:
        return fresh[operand.id] if isinstance(operand, Local) else operand

    return replace(
        function,
        type=ty.function(
            function.type.result, (*function.type.params, *(local.type for local in more))
        ),
        params=(
            *(Param(fresh[param.local.id], param.attrs) for param in function.params),
            *(Param(fresh[local.id]) for local in more),
        ),
        blocks=_rebuilt(function, value, fresh),
        names=[function.names[local.id] for local in order],
    )


def _rebuilt(
    function: Function, value: ValueMap, fresh: Mapping[int, Local] | Sequence[Local]
) -> tuple[Block, ...]:
    """The blocks with mapped operands; `fresh` are the new results by the ids of the old."""
    return tuple(
        Block(
            block.name,
            tuple(
                map_operands(
                    instr, value, _same, None if instr.result is None else fresh[instr.result.id]
                )
                for instr in block.instrs
            ),
        )
        for block in function.blocks
    )


def mapped(function: Function, change: Callable[[Instr], Instr]) -> Function:
    """The function with some instructions replaced; itself where there is none."""
    changed = False
    blocks = []
    for block in function.blocks:
        instrs = tuple(map(change, block.instrs))
        changed |= any(new is not old for new, old in zip(instrs, block.instrs, strict=True))
        blocks.append(Block(block.name, instrs))
    return replace(function, blocks=tuple(blocks)) if changed else function


def redirected(function: Function, names: Mapping[str, str]) -> Function:
    """The function with its direct calls of some functions being calls of others, by name."""

    def change(instr: Instr) -> Instr:
        if isinstance(instr, Call | Invoke) and isinstance(instr.callee, GlobalRef):
            name = names.get(instr.callee.name)
            if name is not None:
                return replace(instr, callee=GlobalRef(ty.PTR, name))
        return instr

    return mapped(function, change) if names else function


def expanded(
    function: Function, change: Callable[[Instr], Iterable[Instr]], names: Sequence[str | None]
) -> Function:
    """The function with each instruction replaced by none, one or several, and longer `names`."""
    blocks = tuple(
        Block(block.name, tuple(new for instr in block.instrs for new in change(instr)))
        for block in function.blocks
    )
    return replace(function, blocks=blocks, names=names)


def _same(label: Label) -> Label:
    return label


def _locals(function: Function) -> list[Local]:
    found = {param.local.id: param.local for param in function.params}
    for instr in function.instrs():
        if instr.result is not None:
            found[instr.result.id] = instr.result
    unused = Local(-1, function.type)
    return [found.get(id, unused) for id in range(function.locals)]
