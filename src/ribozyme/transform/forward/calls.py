"""Calls in forward mode.

    r = f(x, p)       →   {r, r.dot} = f.fwd(x, x.dot, p, p.sh)
    r = sin(x)        →   the same, and   r.dot = cos(x)·x.dot
    r = (*g)(x)       →   a switch over the closed set of functions that g may be
    qsort(p, n, k)    →   elements sorted together with their tangents

What has no derivative is repeated as it stands; an `invoke` stays one for each call it becomes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from ribozyme.base.advice import READ_APART
from ribozyme.base.errors import NoDerivative
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attrs, type_of
from ribozyme.ir.build import i64
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.module import Function
from ribozyme.ir.values import TRUE, GlobalRef, Local, Value
from ribozyme.rules.inactive import RECEIVED
from ribozyme.rules.memory import (
    Allocation,
    Deallocation,
    MemoryCopy,
    MemorySet,
    Reallocation,
    Searching,
    Sorting,
)
from ribozyme.rules.names import Inactive, Mirrored, classify
from ribozyme.transform.callees.tables import NO_TABLE, NO_TARGET, Convention
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.interface import Interface, Mode
from ribozyme.transform.core.masked import Masked
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.core.shape import extract_leaf, extract_pointer
from ribozyme.transform.core.site_kinds import (
    Callee,
    Differential,
    Drop,
    Indirect,
    Plain,
    Site,
    Tape,
    TextMove,
)
from ribozyme.transform.core.sites import is_pointer_copy, site
from ribozyme.transform.custom.ruleshadows import shadows_for
from ribozyme.transform.emit import bulk
from ribozyme.transform.emit.table_calls import entry, unpacked, without_table
from ribozyme.transform.forward import shadow_memory, sorting
from ribozyme.transform.forward.mode import Lanes
from ribozyme.transform.forward.rulecalls import by_rule
from ribozyme.transform.state.searching import shadow_found
from ribozyme.transform.state.string_shadows import clear_numbers, followed, refuse_numbers
from ribozyme.transform.state.trees import tell_colours

if TYPE_CHECKING:
    from ribozyme.transform.forward.mode import ForwardMode

_CARRIED: Final = "an exception was caught that brings a number or an address with a derivative"


def met(facts: FunctionFacts, block: int, instr: Call | Invoke) -> Site | NoDerivative:
    """What a call is; the refusal of one without a derivative, where control need not come.

    There a trap takes its place: a program that never goes that way is right.
    """
    try:
        return site(facts, instr)
    except NoDerivative as refused:
        if facts.flow.postdominates(block, 0):
            raise
        return refused


def call(f: ForwardMode, index: int, instr: Call | Invoke) -> None:
    """A call and what it does to tangents and shadows."""
    if f.facts.whole.activity.hands_over(f.function, instr):
        f.trap(instr, _CARRIED, "RZ209")
        return
    found = met(f.facts, index, instr)
    match found:
        case NoDerivative():
            f.trap(instr, found.diagnostic.message, found.diagnostic.code)
        case Plain() | Drop():
            f.repeat(index, instr)
            shadow_memory.stack_moved(f, instr)
            followed(f, instr)
            f.mirror(instr)
        case TextMove(filled=filled, read=read):
            refuse_numbers(f, instr, read)
            f.repeat(index, instr)
            followed(f, instr)
            clear_numbers(f, instr, filled)
            f.mirror(instr)
        case Differential(rule=rule, meaning=meaning):
            f.repeat(index, instr)
            by_rule(f, instr, rule, meaning)
        case Callee(function=function):
            _accept(f, instr, callee(f, index, instr, function))
        case Indirect():
            _indirect(f, index, instr, found)
        case Allocation():
            shadow_memory.allocate(f, index, instr, found)
        case Deallocation():
            shadow_memory.release(f, index, instr, found)
        case Reallocation():
            shadow_memory.reallocate(f, index, instr, found)
        case MemoryCopy():
            shadow_memory.copy(f, index, instr, found)
        case MemorySet():
            shadow_memory.fill(f, index, instr, found)
        case Inactive():
            f.repeat(index, instr)
            _overwritten(f, instr)
        case Mirrored():
            tell_colours(f, instr)
            f.repeat(index, instr)
            _mirrored(f, index, instr)
        case Sorting():
            sorting.sort(f, index, instr, found)
        case Searching():
            f.repeat(index, instr)
            shadow_found(f, instr, found)
        case Masked():
            _masked(f, index, instr, found)
        case Tape():
            _tape(f, index, instr, found.name)


def _masked(f: ForwardMode, index: int, instr: Call | Invoke, found: Masked) -> None:
    """A masked access is made once more, on the shadow, with the tangent of the other operand."""
    pointer, other = instr.args[found.pointer], instr.args[found.other]
    if f.facts.mixed(pointer):
        raise refusal(f.facts, instr, "RZ407", "a masked access to memory that may be inactive")
    f.repeat(index, instr)
    f.mirror(instr)
    lanes: Lanes = []
    for lane, tangent in enumerate(f.tangent(other)):
        args = [f.value(arg) for arg in instr.args]
        shadowed = f.facts.shadowed(pointer)
        args[found.other] = f.number(tangent, other.type)
        if found.writes and not shadowed:
            continue
        if not shadowed:
            mask = args[found.mask]
            nothing = f.number(None, other.type)
            lanes.append(f.b.select(mask, nothing, args[found.other]))
            continue
        args[found.pointer] = f.shadow(pointer)[lane]
        made = f.b.call(instr.callee, instr.type, args)
        if made is not None:
            lanes.append(made)
    if instr.result is not None and f.facts.floats(instr.result):
        f.tangents[instr.result.id, 0] = lanes


def _tape(f: ForwardMode, index: int, instr: Call | Invoke, name: str) -> None:
    """The tape of a derivative that is differentiated again: memory like any other."""
    match classify(name):
        case Allocation() as spec:
            shadow_memory.allocate(f, index, instr, spec)
        case Deallocation() as spec:
            shadow_memory.release(f, index, instr, spec)
        case _:
            f.repeat(index, instr)


# ---- functions with bodies ----------------------------------------------------------------------


Outcome = tuple[Value | None, list[Lanes], list[list[Value]]]  # value, tangents, shadows


def callee(f: ForwardMode, index: int, instr: Call | Invoke, function: Function) -> Outcome:
    """The call of a forward derivative; what comes out of it, as the caller sees it."""
    if function.type.vararg or len(instr.args) != len(function.params):
        raise refusal(
            f.facts, instr, "RZ204", f"'{function.name}' takes active data as variadic arguments"
        )
    view = f.facts.whole.function(function)
    interface = f.emission.interface(view)
    args: list[Value] = []
    attrs: list[Attrs] = []
    for place, (param, shape) in enumerate(zip(function.params, interface.params, strict=True)):
        arg = instr.args[place]
        passed = by_value(param.attrs)
        args.append(f.value(arg))
        attrs.append(passed)
        for leaf in shape.floats:
            args += [f.number(dot, leaf.type) for dot in f.tangent_at(arg, leaf)]
            attrs += [()] * f.width
        for part in range(len(shape.pointers)):
            args += shadows_for(f, instr, function, place, part)
            attrs += [passed] * f.width
    type = interface.forward_type()
    target = GlobalRef(ty.PTR, f.emission.name(function.name, "fwd"))
    plain = Call(None, target, type, (), tuple(attrs), meta=f.copied_meta(instr))
    result = f.emit(index, instr, target, type, args, plain)
    return _unpacked(f, instr, interface, result)


def by_value(attrs: Attrs) -> Attrs:
    """What of a parameter's attributes is part of how it is passed."""
    type = type_of(attrs, "byval")
    if type is None:
        return ()
    return tuple(attr for attr in attrs if attr.name in ("byval", "align"))


def _unpacked(
    f: ForwardMode, instr: Call | Invoke, interface: Interface, result: Local | None
) -> Outcome:
    if instr.result is None or result is None:
        return None, [], []
    at = 1
    dots: dict[tuple[tuple[int, ...], int], Lanes] = {}
    for leaf in interface.result.floats:
        dots[leaf.path, leaf.bit] = [f.b.extract(result, at + lane) for lane in range(f.width)]
        at += f.width
    shadows: dict[tuple[int, ...], list[Value]] = {}
    for pointer in interface.result.pointers:
        shadows[pointer.path] = [f.b.extract(result, at + lane) for lane in range(f.width)]
        at += f.width
    value = f.b.extract(result, 0)
    nothing: Lanes = [None] * f.width
    tangents = [dots.get((leaf.path, leaf.bit), nothing) for leaf in f.facts.floats(instr.result)]
    mirrored: list[list[Value]] = []
    for pointer in f.facts.pointers(instr.result):
        own = f.b.extract(value, *pointer.path) if pointer.path else value
        mirrored.append(shadows.get(pointer.path, [own] * f.width))
    return value, tangents, mirrored


def _accept(f: ForwardMode, instr: Call | Invoke, outcome: Outcome) -> None:
    """What came out of a call enters the maps."""
    value, tangents, shadows = outcome
    if instr.result is None or value is None:
        return
    f.values[instr.result.id] = value
    for leaf, lanes in enumerate(tangents):
        f.tangents[instr.result.id, leaf] = lanes
    for part, shadow in enumerate(shadows):
        f.shadows[instr.result.id, part] = shadow


def _indirect(f: ForwardMode, index: int, instr: Call | Invoke, found: Indirect) -> None:
    """A switch over the known targets, each with a direct call of its derivative; before it, the
    table that the pointer may have brought."""
    b = f.b
    after = b.block()
    ends: list[tuple[int, Outcome]] = []
    address = f.value(instr.callee)
    if found.open and f.sets is not None:
        raise f.sets.refuse(instr, "which function is called here is not known")
    if found.open:
        none = without_table(b, address, f.shadow(instr.callee)[0])
        outcome = _by_table(f, index, instr)
        ends.append((b.current, outcome))
        b.br(after)
        b.at(none)
    declared = {function.name: site for function, site in found.declared}
    for function in (*found.targets, *(function for function, _ in found.declared)):
        here, following = b.block(), b.block()
        b.cond_br(b.icmp("eq", address, GlobalRef(ty.PTR, function.name)), here, following)
        b.at(here)
        if function.name in declared:
            outcome = _library(f, index, instr, declared[function.name])
        else:
            outcome = callee(f, index, instr, function)
        ends.append((b.current, outcome))
        b.br(after)
        b.at(following)
    said = NO_TABLE if found.open else NO_TARGET
    f.emission.trap(b, f.facts, instr, said, refused="RZ207")
    b.at(after)
    if instr.result is not None:
        _accept(f, instr, _joined(f, instr, ends))


def _by_table(f: ForwardMode, index: int, instr: Call | Invoke) -> Outcome:
    """The forward derivative in the table that stands beside the address."""
    b, facts = f.b, f.facts
    convention = Convention(facts.layout, instr.type, f.width)
    table = f.shadow(instr.callee)[0]
    target = entry(f.emission, b, facts, instr, Mode.FORWARD, table)
    args = with_tangents(f, instr)
    how, moved = convention.returned(Mode.FORWARD), convention.parts(Mode.FORWARD)
    space = None if how.inside is None else b.entry_alloca(how.inside, 16)
    given = args if space is None else [space, *args]
    type = convention.entry(Mode.FORWARD)
    plain = Call(None, target, type, (), how.attrs(len(given)), meta=f.copied_meta(instr))
    made = f.emit(index, instr, target, type, given, plain)
    result = space if space is not None else made
    if instr.result is None or result is None:
        return None, [], []
    value, *lanes = unpacked(b, facts.layout, how, moved, result)
    lanes = lanes or [value] * f.width  # what has no tangent stands for itself
    tangents: list[Lanes] = [
        [extract_leaf(b, lane, leaf) for lane in lanes] for leaf in facts.floats(instr.result)
    ]
    shadows = [
        [extract_pointer(b, lane if ty.is_pointer(leaf.type) else value, leaf) for lane in lanes]
        for leaf in facts.pointers(instr.result)
    ]
    return value, tangents, shadows


def with_tangents(f: ForwardMode, call: Call | Invoke) -> list[Value]:
    """The arguments for an entry of a table, each with its shadows or tangents."""
    args: list[Value] = []
    for arg in call.args:
        args.append(f.value(arg))
        if ty.is_pointer(arg.type):
            args += f.shadow(arg)
        elif ty.is_float(arg.type):
            args += [f.number(dot, arg.type) for dot in f.tangent(arg)]
    return args


def _library(f: ForwardMode, index: int, instr: Call | Invoke, found: Differential) -> Outcome:
    """A function of the library, met through a pointer."""
    f.repeat(index, instr)
    by_rule(f, instr, found.rule, found.meaning)
    if instr.result is None:
        return None, [], []
    leaves = range(len(f.facts.floats(instr.result)))
    return f.values[instr.result.id], [f.tangent(instr.result, leaf) for leaf in leaves], []


def _joined(f: ForwardMode, instr: Call | Invoke, ends: list[tuple[int, Outcome]]) -> Outcome:
    assert instr.result is not None

    def join(type: ty.Type, values: Sequence[Value | None]) -> Value:
        phi = f.b.phi(type)
        for (block, _), value in zip(ends, values, strict=True):
            f.b.incoming(phi, f.number(value, type), block)
        return phi

    value = join(instr.result.type, [outcome[0] for _, outcome in ends])
    tangents: list[Lanes] = [
        [join(leaf.type, [outcome[1][n][lane] for _, outcome in ends]) for lane in range(f.width)]
        for n, leaf in enumerate(f.facts.floats(instr.result))
    ]
    shadows: list[list[Value]] = [
        [join(leaf.type, [outcome[2][n][lane] for _, outcome in ends]) for lane in range(f.width)]
        for n, leaf in enumerate(f.facts.pointers(instr.result))
    ]
    return value, tangents, shadows


# ---- others -------------------------------------------------------------------------------------


def _mirrored(f: ForwardMode, index: int, instr: Call | Invoke) -> None:
    """Structural work (linking a tree) is done once more, on the shadows."""
    if isinstance(instr, Call) and is_pointer_copy(instr):
        f.mirror(instr)
        return
    lanes: list[Value] = []
    for lane in range(f.width):
        args = [
            f.shadow(arg)[lane] if ty.is_pointer(arg.type) else f.value(arg) for arg in instr.args
        ]
        if instr.result is not None:
            result = f.again(index, instr, args)
            assert result is not None
            lanes.append(result)
        else:
            _once_more(f, index, instr, args)
    if instr.result is not None and f.facts.pointers(instr.result):
        f.shadows[instr.result.id, 0] = lanes


def _once_more(f: ForwardMode, index: int, instr: Call | Invoke, args: list[Value]) -> None:
    """Change the shadow of a structure, unless it has none; all of it has one, or nothing."""
    b = f.b
    unsure = [
        (sh, f.value(arg))
        for sh, arg in zip(args, instr.args, strict=True)
        if ty.is_pointer(arg.type) and (f.facts.mixed(arg) or not f.facts.shadowed(arg))
    ]
    if not unsure:
        f.again(index, instr, args)
        return
    apart: Value = TRUE
    together: Value = TRUE
    for sh, own in unsure:
        apart = b.ibinary("and", apart, b.icmp("ne", sh, own))
        together = b.ibinary("and", together, b.icmp("eq", sh, own))
    change, same, trap, after = b.block(), b.block(), b.block(), b.block()
    b.cond_br(apart, change, same)
    b.at(same)
    b.cond_br(together, after, trap)
    b.at(trap)
    f.emission.trap(b, f.facts, instr, "a structure is changed here of which a part has no shadow")
    b.at(change)
    f.again(index, instr, args)
    b.br(after)
    b.at(after)


def _overwritten(f: ForwardMode, instr: Call | Invoke) -> None:
    """What comes from outside depends on nothing: the shadow of its place is zero."""
    name = instr.callee.name if isinstance(instr.callee, GlobalRef) else ""
    received = RECEIVED.get(name)
    if received is None:
        raise refusal(
            f.facts,
            instr,
            "RZ201",
            f"'{name}' stores into active memory, how much is not known",
            helps=READ_APART,
        )
    pointer = instr.args[received.place]
    if not f.facts.shadowed(pointer):
        return
    counts = received.counts[:-1] if received.told else received.counts
    size = bulk.asked(f, instr, counts, received.bytes)
    if received.told and instr.result is not None:
        came = f.b.cast("sext", f.value(instr.result), ty.I64)  # -1 is an error
        some = f.b.icmp("sgt", came, i64(0))
        size = f.b.mul(size, f.b.select(some, came, i64(0)))
    for shadow in f.shadow(pointer):
        bulk.apart(f, pointer, shadow, partial(bulk.zero, f.emission, f.b, shadow, size))
