"""Where a thread adds to memory that others add to: its window, which lies in registers.

    p.sh += bar      →      entry:  %window = alloca …
                                    call void @rz.team.window(ptr %window, i32 1, i32 0, i32 group)
                            …       call void @rz.team.add.f64(ptr %window, ptr %p.sh, double %bar)

    call void @g.rev(…)     →       call void @g.rev(…)
                                    call void @rz.team.window.again(ptr %window)

A window is a range of memory, and where the thread adds for it: there, or to numbers of its own. An
addition to a place in the window is a comparison and a plain addition; for others the run time is
asked, which moves the window (`backend/runtime/team.ll`, `frontends/openmp/sums.h`). Where a loop
begins, one question may do for all of its additions (`reverse/accesses/in_windows`). Accesses that
may reach the same objects are a group, with a window of its own.

Invariant: what a window says holds until the thread asks for another of the group. So a function
reads its windows again behind each call that may do so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.build import i32
from ribozyme.ir.instrs import AtomicRMW, Call, Instr, Invoke, Phi
from ribozyme.ir.metadata import Meta
from ribozyme.ir.module import Block, Function
from ribozyme.ir.values import GlobalRef, Value
from ribozyme.rules.names import classify
from ribozyme.rules.openmp import OF_MEMORY, RANGE, WINDOW
from ribozyme.transform.core.sites import callee_name

if TYPE_CHECKING:
    from ribozyme.transform.emit.body import Body
    from ribozyme.transform.emit.emission import Emission
    from ribozyme.transform.reverse.emit.forward_sweep import ForwardSweep
    from ribozyme.transform.reverse.emit.sweeping import Sweep

_KINDS: Final[dict[ty.Type, tuple[int, str]]] = {ty.FLOAT: (0, "f32"), ty.DOUBLE: (1, "f64")}
_SLOT: Final = ty.struct((ty.I64, ty.I64, ty.PTR, ty.PTR))
_FILLED: Final = ty.function(ty.VOID, (ty.PTR, ty.I32, ty.I32, ty.I32))
_AGAIN: Final = ty.function(ty.VOID, (ty.PTR,))
_RANGE: Final = ty.function(ty.I64, (ty.PTR, ty.I1, ty.PTR, ty.I64))
_NAME_AGAIN: Final = f"{WINDOW}.again"
_LAST_GROUP: Final = 7  # of openmp/numbers.h; all that are left have it in common
_OURS: Final = ("llvm.", "rz.", "rz_omp_")


def add(
    s: Body | Sweep,
    pointer: Value,
    place: Value,
    amount: Value,
    meta: Meta,
    *,
    shadow: bool = True,
    aligned: bool = True,
) -> None:
    """`*place += amount` in the thread's window for what an address of the program leads to, or for
    its shadow; `meta` is for plain accesses."""
    emission, b = s.emission, s.b
    suffix = _KINDS[amount.type][1]
    window = _window(s, _group(s, pointer, shadow), amount.type)
    adding = ty.function(ty.VOID, (ty.PTR, ty.PTR, amount.type))
    name = f"rz.team.{'add' if aligned else 'put'}.{suffix}"
    emission.declare(name, adding)
    own = tuple((f"{OF_MEMORY}{name}", value) for name, value in meta)
    b.call(name, adding, (window, place, amount), meta=own)


def distance(
    s: Sweep, pointer: Value, alone: Value, low: Value, bytes: Value, type: ty.Type
) -> Value | None:
    """How far from each place of a range the thread adds, in the shadow of what an address leads
    to: 0 if it is alone there, -1 where that is not known; None where the window is not that of one
    group."""
    group = _group(s, pointer, shadow=True)
    if group == _LAST_GROUP:
        return None
    s.emission.declare(RANGE, _RANGE)
    return s.b.call(RANGE, _RANGE, (_window(s, group, type), alone, low, bytes))


def _group(s: Body | Sweep, pointer: Value, shadow: bool) -> int:
    groups = s.emission.groups
    objects = s.facts.whole.pointsto.mask(s.facts.function, pointer)
    return groups.setdefault((objects, shadow), min(len(groups), _LAST_GROUP))


def _window(s: Body | Sweep, group: int, type: ty.Type) -> Value:
    emission, kind = s.emission, _KINDS[type][0]
    strict = int(emission.facts.deterministic)
    emission.declare(WINDOW, _FILLED)
    emission.declare(_NAME_AGAIN, _AGAIN)
    return s.b.entry_slot(_SLOT, 8, WINDOW, (i32(kind), i32(strict), i32(group)))


def add_plainly(s: ForwardSweep, instr: AtomicRMW) -> None:
    """An atomic addition of the program."""
    amount = s.value(instr.value)
    if instr.op == "fsub":
        amount = s.b.fneg(amount)
    meta = tuple(one for one in s.copied_meta(instr) if one not in s.b.meta)
    add(s, instr.pointer, s.value(instr.pointer), amount, meta, shadow=False)


def renewed(emission: Emission, functions: dict[str, Function]) -> dict[str, Function]:
    """The functions, which read their windows again behind calls that may move them."""
    return {name: _renewed(emission, function) for name, function in functions.items()}


def _renewed(emission: Emission, function: Function) -> Function:
    windows = [
        instr.args[0]
        for instr in function.blocks[0].instrs
        if isinstance(instr, Call) and callee_name(instr) == WINDOW
    ]
    if not windows:
        return function
    again = tuple(Call(None, GlobalRef(ty.PTR, _NAME_AGAIN), _AGAIN, (w,)) for w in windows)
    landed = {
        instr.normal
        for instr in function.instrs()
        if isinstance(instr, Invoke) and _may_move(emission, instr)
    }

    def of(index: int, block: Block) -> Iterator[Instr]:
        first = sum(isinstance(instr, Phi) for instr in block.instrs)
        yield from block.instrs[:first]
        if index in landed:
            yield from again
        for instr in block.instrs[first:]:
            yield instr
            if isinstance(instr, Call) and _may_move(emission, instr):
                yield from again

    blocks = tuple(
        Block(block.name, tuple(of(index, block))) for index, block in enumerate(function.blocks)
    )
    return replace(function, blocks=blocks)


def _may_move(emission: Emission, call: Call | Invoke) -> bool:
    """Whether a call may add to something in a window: of a derivative, or of what is unknown."""
    name = callee_name(call)
    if name is None or name in emission.functions:
        return True
    return not name.startswith(_OURS) and classify(name) is None
