"""The option `deterministic`: parallel code whose derivative may differ from run to run is refused.

    #pragma omp critical          the threads come in an order that no two runs share
    #pragma omp atomic            they come to a number in such an order; not refused in a gradient
                                  where additions are all that there is (`private_sums`)
    schedule(dynamic)             not refused: its chunks are dealt to the threads in turn

What is left depends on the number of threads only. Iterations of a static schedule and `sections`
have fixed threads; `single` is the first thread's; a reduction adds in the order of the threads.
In the reverse sweep each thread adds to shared shadows in a sum of its own (`rz_omp_add_f64`), by
address. At the next barrier all sums go to memory, in the order of the threads. Before the shadow
of a written place is read, the thread's own sum goes there (`rz_omp_settle`): in a program without
a race, no other thread has added to it since the last barrier.

Invariant: a sum lives in one team, between two barriers; so must the memory that it is for.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from ribozyme.analysis.memory.parallel import forks
from ribozyme.analysis.pointsto.objects import Kind
from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import AtomicRMW, Call, CmpXchg, Instr, Invoke, Load, Store
from ribozyme.ir.module import Block, Function, Module
from ribozyme.ir.values import ConstInt, GlobalRef
from ribozyme.rules.memory import MemoryCopy, MemorySet
from ribozyme.rules.names import Inactive
from ribozyme.rules.openmp import KNOWN
from ribozyme.transform.core.facts import FunctionFacts, ProgramFacts
from ribozyme.transform.core.interface import Mode
from ribozyme.transform.core.refuse import Finding, refusal
from ribozyme.transform.core.sites import callee_name, is_pointer_copy
from ribozyme.transform.parallel.atomics import NAME as ATOMICS
from ribozyme.transform.parallel.private_sums import is_only_added_to

_SAID: Final = "{} in a parallel region has no fixed order"
_SWEEPS: Final = (Mode.REVERSE, Mode.AUGMENTED, Mode.SPLIT)
"""Whose forward sweep adds in sums of each thread's own, as the reverse sweep does."""
_BEGIN: Final = "__kmpc_dispatch_init_"
_KIND: Final = 2  # the argument that is the schedule
_ORDERED: Final = 32  # what an ordered clause adds to a schedule
_CHUNKED: Final = 33
_STATIC: Final = (_CHUNKED, 34, 38)  # in chunks, in one, and as the run time likes: in one
_DECIDED: Final = (35, 36, 37)  # dynamic, guided, and what the environment says
_ORDERS: Final = {
    "rz_omp_enter": "a critical section or a lock",
    "rz_omp_ordered": "an ordered region",
    "rz_omp_begin": "a region within a region",
}


def with_fixed_schedules(module: Module) -> Module:
    """The module in which chunks of worksharing loops are dealt to the threads in turn."""
    if not any(name.startswith(_BEGIN) for name in module.functions):
        return module

    def fixed(instr: Instr) -> Instr:
        kind = instr.args[_KIND] if isinstance(instr, Call) and _begins(instr) else None
        if not isinstance(instr, Call) or not isinstance(kind, ConstInt):
            return instr
        said, ordered = _schedule(kind)
        if said not in _DECIDED:
            return instr
        dealt = ConstInt(kind.type, _CHUNKED + ordered)
        args = (*instr.args[:_KIND], dealt, *instr.args[_KIND + 1 :])
        return replace(instr, args=args)

    def rewritten(function: Function) -> Function:
        if not any(isinstance(i, Call) and _begins(i) for i in function.instrs()):
            return function
        blocks = tuple(Block(b.name, tuple(map(fixed, b.instrs))) for b in function.blocks)
        return replace(function, blocks=blocks)

    made = {function.name: rewritten(function) for function in module.defined()}
    return replace(module, functions={**module.functions, **made})


def _schedule(kind: ConstInt) -> tuple[int, int]:
    """The schedule, and what an ordered clause adds."""
    said = kind.value & 0xFFFF
    ordered = _ORDERED if said > 2 * _ORDERED else 0
    return said - ordered, ordered


def _begins(call: Call) -> bool:
    return (callee_name(call) or "").startswith(_BEGIN)


def not_repeatable(facts: ProgramFacts) -> Iterator[Finding]:
    """Where another run may do things in another order, if that matters."""
    if not facts.deterministic:
        return
    parallel = facts.effects.parallel
    for function in facts.pointsto.functions:
        if function not in parallel.functions:
            continue
        view = facts.function(function)
        for index, block in enumerate(function.blocks):
            for instr in block.instrs if view.live[index] else ():
                said = _unordered(view, instr)
                if said is not None:
                    yield function, refusal(view, instr, "RZ220", _SAID.format(said))


def _unordered(facts: FunctionFacts, instr: Instr) -> str | None:
    """What about an instruction depends on the order of threads."""
    match instr:
        case Call() | Invoke():
            return _called(facts, instr)
        case AtomicRMW(op=op, result=result):
            plain = not op.startswith("f") and not facts.function.uses[result.id]
            kept = facts.whole.request.mode in _SWEEPS and is_only_added_to(facts, instr)
            return None if plain or kept else "an atomic update"
        case CmpXchg():
            return "an atomic update"
        case Load(ordering=str(ordering)) | Store(ordering=str(ordering)) if ordering:
            return "an atomic access"
        case Load(pointer=pointer) if facts.active(instr.result) and facts.shadowed(pointer):
            return _short_lived(facts, facts.whole.pointsto.mask(facts.function, pointer))
        case _:
            return None


def _called(facts: FunctionFacts, call: Call | Invoke) -> str | None:
    points, parallel = facts.whole.pointsto, facts.whole.effects.parallel
    for target in points.known_targets(facts.function, call):
        if target.name in _ORDERS:
            if call.args[:1] == (GlobalRef(ty.PTR, ATOMICS),):
                return "an atomic access"
            return _ORDERS[target.name]
        if forks(target):
            return _ORDERS["rz_omp_begin"]
        if target in parallel.launches:
            return "a kernel"
        if target.name.startswith(_BEGIN) and not _is_static(call):
            return "a schedule that is decided while the loop runs"
        if not target.is_declaration or target.name in KNOWN or is_pointer_copy(call):
            continue
        meaning = points.meaning(call)
        shared = [
            arg
            for arg in call.args
            if ty.is_pointer(arg.type)
            and facts.shadowed(arg)
            and parallel.meets(facts.function, arg)
        ]
        match meaning:
            case Inactive():
                continue
            case MemoryCopy() | MemorySet():
                mask = partial(points.mask, facts.function)
                found = next(filter(None, (_short_lived(facts, mask(a)) for a in shared)), None)
                if found is not None:
                    return found
            case _ if shared:
                return f"'{target.name}', which may add to memory that threads share,"
            case _:
                pass
    return None


def _is_static(call: Call | Invoke) -> bool:
    kind = call.args[_KIND]
    return isinstance(kind, ConstInt) and _schedule(kind)[0] in _STATIC


def _short_lived(facts: FunctionFacts, mask: int) -> str | None:
    """Memory that threads share and that a thread makes: it may be gone before the next barrier."""
    parallel = facts.whole.effects.parallel
    for object in facts.whole.pointsto.objects:
        shared = mask >> object.id & 1 and not parallel.private >> object.id & 1
        born = object.kind in (Kind.ALLOCA, Kind.HEAP) and object.function in parallel.functions
        if shared and born:
            return "what is added to memory that a thread makes for others"
    return None
