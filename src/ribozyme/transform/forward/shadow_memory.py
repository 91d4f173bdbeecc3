"""Forward mode's writes to memory: what happens to memory happens to its shadow.

    store double %v, ptr %p     →   store %v.dot to %p.sh
    memcpy(d, s, n)             →   memcpy(d.sh, s.sh, n);   where s has no shadow, d.sh is zero
    memset(p, c, n)             →   memset(p.sh, 0, n)
    q = malloc(n)               →   q.sh = calloc(1, n);     free(q)   →   free(q.sh)

Where a shadow may at run time be the primal itself (a mixed pointer), it is asked first.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ribozyme.ir import types as ty
from ribozyme.ir.build import NULL, i64
from ribozyme.ir.instrs import Alloca, AtomicRMW, Call, CmpXchg, Invoke, Store
from ribozyme.ir.values import GlobalRef, Local, Value, zero
from ribozyme.rules.memory import Allocation, Deallocation, MemoryCopy, MemorySet, Reallocation
from ribozyme.transform.core import contents, regions
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.core.regions import Region
from ribozyme.transform.core.shape import PointerLeaf, known_align
from ribozyme.transform.core.sites import callee_name
from ribozyme.transform.emit import begun_numbers, both_sorts, bulk, cut_numbers
from ribozyme.transform.emit.lent import leave_if_lent

if TYPE_CHECKING:
    from ribozyme.transform.forward.mode import ForwardMode

CALLOC = ty.function(ty.PTR, (ty.I64, ty.I64))


# ---- stores -------------------------------------------------------------------------------------


def store(f: ForwardMode, instr: Store) -> None:
    """The tangents of what is stored, zero where it has none, and the shadows of its pointers."""
    if f.facts.shadowed(instr.pointer):
        _store(f, instr, contents.stored_pointers(f.facts, instr.value, instr.pointer))


def store_tangents(f: ForwardMode, instr: Store) -> None:
    """The tangents alone."""
    if f.facts.shadowed(instr.pointer):
        _store(f, instr, ())


def _store(f: ForwardMode, instr: Store, pointers: tuple[tuple[int, PointerLeaf], ...]) -> None:
    floats = contents.stored_floats(f.facts, instr)
    cut_numbers.end_part(f, instr, f.shadow(instr.pointer))
    if not floats and not pointers:
        return
    if f.sets is not None and (places := f.sets.places(instr)):
        if pointers:
            raise f.sets.refuse(instr, "an address is stored where the inputs decide")
        for leaf in floats:
            dot = f.number(f.tangent_at(instr.value, leaf)[0], leaf.type)
            for place in places:
                f.sets.stored(leaf, place, dot)
        return
    meta = f.shadow_meta(instr, instr.pointer)
    for lane, shadow in enumerate(f.shadow(instr.pointer)):

        def write(lane: int = lane, shadow: Value = shadow) -> None:
            for part, pointer in pointers:
                sh = f.stored_shadow(instr, part, pointer)[lane]
                align = known_align(instr.align, pointer.offset)
                f.b.store(sh, f.b.offset(shadow, pointer.offset), align, meta)
            for leaf in floats:
                dot = f.number(f.tangent_at(instr.value, leaf)[lane], leaf.type)
                begun_numbers.refuse_begun_at(f, instr, shadow, dot)
                dot = both_sorts.stored_word(f, instr, leaf, lane, dot)
                align = known_align(instr.align, leaf.offset)
                f.b.store(dot, f.b.offset(shadow, leaf.offset), align, meta)

        bulk.apart(f, instr.pointer, shadow, write)


def atomic(f: ForwardMode, instr: AtomicRMW) -> None:
    """An atomic addition is one on the shadow too; what it reads there is the tangent."""
    if not f.facts.shadowed(instr.pointer):
        return
    moved = contents.stored_floats(f.facts, instr)
    if not moved and not contents.stored_pointers(f.facts, instr.value, instr.pointer):
        return
    if instr.op not in ("fadd", "fsub") or f.facts.mixed(instr.pointer):
        raise refusal(f.facts, instr, "RZ205", "an atomic operation on active memory")
    found: list[Value | None] = []
    if f.sets is not None:
        f.tangents[instr.result.id, 0] = f.sets.added(instr)
        return
    for lane, shadow in enumerate(f.shadow(instr.pointer)):
        dot = f.number(f.tangent(instr.value)[lane], instr.value.type)
        result = f.b.local(instr.result.type)
        f.b.append(
            AtomicRMW(
                result,
                instr.op,
                shadow,
                dot,
                instr.ordering,
                instr.align,
                scope=instr.scope,
                meta=f.b.meta,
            )
        )
        found.append(result)
    if f.facts.active(instr.result):
        f.tangents[instr.result.id, 0] = found


def refuse_exchange(f: ForwardMode, instr: CmpXchg) -> None:
    """A compare-and-exchange may move integers only, where memory has a shadow."""
    if f.facts.shadowed(instr.pointer) and (
        f.facts.lanes(instr.new) or contents.stored_pointers(f.facts, instr.new, instr.pointer)
    ):
        raise refusal(f.facts, instr, "RZ205", "a compare-and-exchange of active memory")


# ---- allocation ---------------------------------------------------------------------------------


def alloca(f: ForwardMode, instr: Alloca) -> None:
    """A stack slot for each lane of the shadow, zero; a large one lies in the arena."""
    if not f.facts.pointers(instr.result):
        return
    size: Value = i64(f.facts.layout.alloc_size(instr.allocated))
    count = None if instr.count is None else f.value(instr.count)
    if count is not None:
        size = f.b.mul(bulk.wide(f.b, count), size)
    name = f.function.names[instr.result.id]
    lanes: list[Value] = []
    for _ in range(f.width):
        dotted = None if name is None else f"{name}.sh"
        if f.facts.on_stack(instr):
            lanes.append(f.b.alloca(instr.allocated, count, instr.align, dotted))
        else:
            lanes.append(f.arena.allocate(size, instr.align))
    for lane in lanes:
        bulk.zero(f.emission, f.b, lane, size)
    f.shadows[instr.result.id, 0] = lanes


def stack_moved(f: ForwardMode, call: Call | Invoke) -> None:
    """Where the stack is cut back to where it was, what lies in the arena is given back as well."""
    name = callee_name(call) or ""
    if call.result is not None and name.startswith("llvm.stacksave") and _has_arrays(f.facts):
        f.marks[call.result.id] = f.arena.mark()
    if name.startswith("llvm.stackrestore"):
        (saved,) = call.args
        if isinstance(saved, Local) and saved.id in f.marks:
            f.arena.release(f.marks[saved.id])


def _has_arrays(facts: FunctionFacts) -> bool:
    """Whether a variable that comes and goes has a shadow."""
    return any(
        isinstance(instr, Alloca) and facts.pointers(instr.result) and not facts.on_stack(instr)
        for instr in facts.function.instrs()
    )


def allocate(f: ForwardMode, index: int, call: Call | Invoke, spec: Allocation) -> None:
    """An allocation and, if it is shadowed, one for each lane of its shadow."""
    f.repeat(index, call)
    if spec.into is not None:
        _allocate_into(f, index, call, spec)
        return
    if call.result is None or not f.facts.pointers(call.result):
        return
    f.shadows[call.result.id, 0] = [_fresh(f, index, call, spec) for _ in range(f.width)]


def _fresh(f: ForwardMode, index: int, call: Call | Invoke, spec: Allocation) -> Value:
    name = callee_name(call)
    if name == "malloc":
        f.emission.declare("calloc", CALLOC)
        args = [i64(1), bulk.wide(f.b, f.value(call.args[0]))]
        zeroed = f.emit(index, call, GlobalRef(ty.PTR, "calloc"), CALLOC, args)
        assert zeroed is not None
        return zeroed
    shadow = f.again(index, call, [f.value(arg) for arg in call.args])
    assert shadow is not None
    if not spec.zeroed:
        throws = name is not None and name.startswith("_Zn") and "nothrow" not in name
        _zero_fresh(f, call, spec, shadow, never_null=throws)
    return shadow


def _zero_fresh(
    f: ForwardMode, call: Call | Invoke, spec: Allocation, shadow: Value, *, never_null: bool
) -> None:
    size = bulk.asked(f, call, spec.size)
    if not never_null:
        size = f.b.select(f.b.icmp("eq", shadow, NULL), i64(0), size)
    bulk.zero(f.emission, f.b, shadow, size)


def _allocate_into(f: ForwardMode, index: int, call: Call | Invoke, spec: Allocation) -> None:
    """`posix_memalign`: the address comes back through a pointer."""
    assert spec.into is not None
    place = call.args[spec.into]
    if not f.facts.shadowed(place):
        return
    slot = f.b.entry_alloca(ty.PTR, 8)
    for shadow in f.shadow(place):
        args = [f.value(arg) for arg in call.args]
        args[spec.into] = slot
        f.b.store(NULL, slot, 8)
        f.again(index, call, args)
        fresh = f.b.load(ty.PTR, slot, 8)
        _zero_fresh(f, call, spec, fresh, never_null=False)
        bulk.apart(f, place, shadow, partial(f.b.store, fresh, shadow))


def release(f: ForwardMode, index: int, call: Call | Invoke, spec: Deallocation) -> None:
    """What is freed loses its shadow too."""
    pointer = call.args[spec.pointer]
    leave_if_lent(f.emission, f.b, f.facts, call, f.value(pointer))
    shadows = f.shadow(pointer) if f.facts.shadowed(pointer) else []
    for shadow in shadows:

        def free(shadow: Value = shadow) -> None:
            args = [f.value(arg) for arg in call.args]
            args[spec.pointer] = shadow
            f.again(index, call, args)

        bulk.apart(f, pointer, shadow, free)
    f.repeat(index, call)


def reallocate(f: ForwardMode, index: int, call: Call | Invoke, spec: Reallocation) -> None:
    """The shadow moves as the block does; a shadow that was the primal begins anew."""
    assert call.result is not None
    pointer = call.args[spec.pointer]
    leave_if_lent(f.emission, f.b, f.facts, call, f.value(pointer))
    lanes: list[tuple[Value, Value]] = []
    wanted = bool(f.facts.pointers(call.result))
    for shadow in f.shadow(pointer) if wanted else ():
        old = shadow
        if not f.facts.shadowed(pointer):
            old = NULL
        elif f.facts.mixed(pointer):
            old = f.b.select(f.b.icmp("eq", shadow, f.value(pointer)), NULL, shadow)
        args = [f.value(arg) for arg in call.args]
        args[spec.pointer] = old
        # without its attributes: that there is an old block is not known of its shadow
        fresh = f.emit(index, call, f.value(call.callee), call.type, args)
        assert fresh is not None
        lanes.append((old, fresh))
    f.repeat(index, call)
    for old, new in lanes:
        _begin_anew(f, call, spec, old, new)
    if wanted:
        f.shadows[call.result.id, 0] = [new for _, new in lanes]


def _begin_anew(
    f: ForwardMode, call: Call | Invoke, spec: Reallocation, old: Value, fresh: Value
) -> None:
    """Where there was no shadow, the moved floats have no tangent, addresses shadow themselves."""
    b, pointer = f.b, call.args[spec.pointer]
    assert call.result is not None
    if f.facts.shadowed(pointer) and not f.facts.mixed(pointer):
        return
    inside, after = b.block(), b.block()
    alone = b.ibinary("and", b.icmp("eq", old, NULL), b.icmp("ne", fresh, NULL))
    b.cond_br(alone, inside, after)
    b.at(inside)
    size = bulk.asked(f, call, spec.size)
    if _may_hold_pointers(f, call.result):
        bulk.copy(f.emission, b, fresh, f.value(call.result), size)
        if f.facts.holds_floats(call.result):
            moved = contents.moved(f.facts, call, call.result, pointer, size)
            region = moved or _region(f, call, (call.result, pointer), size)
            _clear(f, region, fresh, size)
    else:
        bulk.zero(f.emission, b, fresh, size)
    b.br(after)
    b.at(after)


# ---- copies and fills ---------------------------------------------------------------------------


def copy(f: ForwardMode, index: int, call: Call | Invoke, spec: MemoryCopy) -> None:
    """A copy of shadow memory; from memory without a shadow comes zero."""
    target, source = call.args[spec.target], call.args[spec.source]
    lanes: list[Value] = []
    pairs = zip(f.shadow(target), f.shadow(source), strict=True)
    for into, out_of in pairs if f.facts.shadowed(target) else ():

        def whole(into: Value = into, out_of: Value = out_of) -> None:
            args = [f.value(arg) for arg in call.args]
            args[spec.target], args[spec.source] = into, out_of
            if not f.facts.shadowed(source):
                _from_inactive(f, index, call, spec, args)
                return
            size = bulk.wide(f.b, f.value(call.args[spec.size]))
            pointers, length = (target, source), call.args[spec.size]
            region = contents.copied(f.facts, call, pointers, length)
            if region is None and (
                contents.cuts(f.facts, call, pointers, length)
                or contents.meets_several_kinds(f.facts, pointers)
            ):
                region = _region(f, call, pointers, length)
            behind = None
            if region is not None:
                behind = cut_numbers.ended_by(f, call, region, (into, out_of), size)
            ends = ((spec.target, into), (spec.source, out_of))
            begun_numbers.refuse_begun(f, call, region, ends, size)
            f.again(index, call, args)
            if behind is not None:
                behind()
            if f.facts.mixed(source):
                _clear_if_same(f, call, spec, into, out_of)

        bulk.apart(f, target, into, whole)
    f.repeat(index, call)
    if call.result is None or not f.facts.pointers(call.result):
        return
    for into in f.shadow(target):
        lanes.append(
            f.b.offset(into, bulk.wide(f.b, f.value(call.args[spec.size])))
            if spec.returns_end
            else into
        )
    f.shadows[call.result.id, 0] = lanes


def _from_inactive(
    f: ForwardMode, index: int, call: Call | Invoke, spec: MemoryCopy, args: list[Value]
) -> None:
    """Floats without a tangent come into shadowed memory; pointers there shadow themselves."""
    size, into = bulk.wide(f.b, f.value(call.args[spec.size])), args[spec.target]
    pointers = (call.args[spec.target], call.args[spec.source])
    known = contents.copied(f.facts, call, pointers, call.args[spec.size])
    behind = None
    if known is not None:
        behind = cut_numbers.left_by(f, call, known, (spec.target, into), size)
    if not _may_hold_pointers(f, call.args[spec.target]):
        bulk.zero(f.emission, f.b, into, size)
    else:
        region = _copied(f, call, spec)
        f.again(index, call, args)
        _clear(f, region, into, size)
    if behind is not None:
        behind()


def _clear_if_same(
    f: ForwardMode, call: Call | Invoke, spec: MemoryCopy, into: Value, out_of: Value
) -> None:
    """After a copy from a mixed source: if that was the primal, its floats are no tangents."""
    b = f.b
    source = call.args[spec.source]
    inside, after = b.block(), b.block()
    b.cond_br(b.icmp("eq", out_of, f.value(source)), inside, after)
    b.at(inside)
    size = bulk.wide(f.b, f.value(call.args[spec.size]))
    if _may_hold_pointers(f, call.args[spec.target]):
        _clear(f, _copied(f, call, spec), into, size)
    else:
        bulk.zero(f.emission, b, into, size)
    b.br(after)
    b.at(after)


def _copied(f: ForwardMode, call: Call | Invoke, spec: MemoryCopy) -> Region:
    pointers = (call.args[spec.target], call.args[spec.source])
    return _region(f, call, pointers, call.args[spec.size])


def _region(
    f: ForwardMode, call: Call | Invoke, pointers: tuple[Value, ...], size: Value
) -> Region:
    found = contents.copied(f.facts, call, pointers, size)
    if found is None:
        raise refusal(
            f.facts, call, "RZ301", "the type of the active memory copied here is not known"
        )
    return found


def _clear(f: ForwardMode, region: Region, target: Value, size: Value) -> None:
    """Set every float of a stretch to zero, and what is none of an address in a word of either."""
    b = f.b
    regions.floats(b, region, size, lambda at, kind: b.store(zero(kind), b.offset(target, at), 1))
    cut_numbers.zero_cut(f.emission, b, region.period, region.floats, (target, size))

    def without_number(at: Value, kind: ty.Type) -> None:
        place = b.offset(target, at)
        word = b.load(kind, place, 1)
        b.store(b.select(regions.is_address(b, word), word, zero(kind)), place, 1)

    regions.either(b, region, size, without_number)


def _may_hold_pointers(f: ForwardMode, pointer: Value) -> bool:
    points = f.facts.whole.pointsto
    mask = points.mask(f.function, pointer)
    return bool(mask & 1) or any(points.holds(object) for object in points.members(mask))


def fill(f: ForwardMode, index: int, call: Call | Invoke, spec: MemorySet) -> None:
    """What is filled depends on nothing: its shadow is zero."""
    target = call.args[spec.target]
    if f.facts.shadowed(target):
        size = bulk.wide(f.b, f.value(call.args[spec.size]))
        region = contents.filled(f.facts, call, target, call.args[spec.size])
        for into in f.shadow(target):

            def whole(into: Value = into) -> None:
                behind = None
                if region is not None:  # else nobody knows of numbers there
                    behind = cut_numbers.left_by(f, call, region, (spec.target, into), size)
                bulk.zero(f.emission, f.b, into, size)
                if behind is not None:
                    behind()

            bulk.apart(f, target, into, whole)
    f.repeat(index, call)
    if call.result is not None and f.facts.pointers(call.result):
        f.shadows[call.result.id, 0] = f.shadow(target)
