"""The functions of reverse mode, put together from their sweeps.

    combined    {value, adjoints} f.grad(args, shadows, seeds):    forward sweep, then reverse sweep
    augmented   {value, shadows}  f.aug(args, shadows, frame, arena)
    reverse     {adjoints}        f.rev(args, shadows, seeds, frame, arena)
    once        {value, adjoints} f.once(args, shadows, seeds):    single functions, one pass

A root's combined form is one function, so that LLVM sees both sweeps; what it calls is split, and
planned bottom-up so that a caller knows the frames of its callees.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256

from ribozyme.analysis.memory.parallel import forks
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr
from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.instrs import Ret
from ribozyme.ir.module import Function, Header
from ribozyme.ir.values import Poison, Value, const_int, zero
from ribozyme.transform.checkpoint import drive
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.interface import Interface, Mode, Request
from ribozyme.transform.custom import custom_derivatives
from ribozyme.transform.emit.emission import INTERNAL, Emission
from ribozyme.transform.emit.leaving import leaving
from ribozyme.transform.parallel.spread import FRAME
from ribozyme.transform.reverse.calls.outliving import (
    clear_firsts,
    hand_over,
    keep_firsts,
    with_firsts,
)
from ribozyme.transform.reverse.calls.passed import expect_passed, keep_passed, with_passed
from ribozyme.transform.reverse.calls.promises import promise, remembered
from ribozyme.transform.reverse.calls.residuals import begin_residuals, end_residuals
from ribozyme.transform.reverse.calls.surrender import (
    begin_surrender,
    end_surrender,
    keep_surrendered,
    look_at_surrendered,
    with_surrendered,
)
from ribozyme.transform.reverse.emit.augment import Augmented
from ribozyme.transform.reverse.emit.forward_sweep import ForwardSweep
from ribozyme.transform.reverse.emit.one_pass import SinglePass
from ribozyme.transform.reverse.emit.reverse_sweep import ReverseSweep
from ribozyme.transform.reverse.emit.sweep import Backward
from ribozyme.transform.reverse.emit.tape import Tape
from ribozyme.transform.reverse.onepass.known_at_definition import NONE, Seeds, Singles, single
from ribozyme.transform.reverse.onepass.regions_at_once import RegionsAtOnce
from ribozyme.transform.reverse.plan.callees import reached
from ribozyme.transform.reverse.plan.nodes import Node
from ribozyme.transform.reverse.plan.plan import Plan, plan
from ribozyme.transform.state.earlier import begin_persistent, end_persistent
from ribozyme.transform.state.globals import begin_global_shadows, end_global_shadows

_BOTH = (Mode.AUGMENTED, Mode.SPLIT)
Given = tuple[dict[int, Value], dict[tuple[int, int], list[Value]]]


def combined(
    emission: Emission, facts: FunctionFacts, interface: Interface, request: Request
) -> tuple[Plan, ...]:
    """The root of a combined gradient, and the split forms of everything it calls: their plans,
    the root's last."""
    singles = single(facts.whole)
    early = len(interface.result.floats) == 1
    others = split_callees(emission, facts, _BOTH, singles, early=early)
    made = plan(facts, interface, emission.frames, singles, split=False)
    b = FunctionBuilder(request.name, interface.combined_type(request.primal))
    b.attrs = derivative_attrs()
    b.header = Header()
    b.personality = facts.function.personality
    prologue = b.block("prologue")
    b.at(prologue)
    tape = Tape(emission, made, b, None, None)
    forward, values, shadows = begun(emission, made, b, tape)
    seeds = seeds_from(interface, b, len(interface.shadowed()))
    forward.seed = seeds[0] if seeds else []
    forward.run()
    turn = b.block("turn")
    value = joined(forward, turn)
    start = b.block("reverse")
    at_hand, beside = forward.in_registers()
    backward = Backward(emission, made, b, tape, values | at_hand, shadows | beside, forward)
    done = backward.run(start, seeds)
    b.at(done)
    results = parameter_adjoints(backward, interface)
    b.at(prologue if made.merged.loops else turn)
    backward.adjoints.initialise()
    b.at(turn)
    b.br(start)
    b.at(done)
    end_persistent(emission, b)
    end_residuals(emission, tape)
    end_global_shadows(emission, b)
    tape.memory.end()
    end_surrender(emission, b)
    has_value = request.primal and value is not None
    b.ret(bundled(b, ([value] if has_value and value is not None else []) + results))
    b.at(prologue)
    tape.memory.begin()
    begin_global_shadows(emission, b)
    begin_persistent(emission, b, forward=False)
    begin_residuals(emission, tape)
    begin_surrender(emission, b)
    b.br(forward.blocks[0])
    emission.add(leaving(emission, b.finish(), tape.memory))
    return (*others, made)


def split_callees(
    emission: Emission,
    root: FunctionFacts,
    halves: tuple[Mode, ...],
    singles: Singles = NONE,
    *,
    early: bool = False,
) -> list[Plan]:
    """The derivatives of all functions that are differentiated below a root; their plans.

    Those of single functions are one pass where all calls of them are, `early` ones among them; the
    others have augmented and reverse forms.
    """
    wanted, passes = reached(root, singles, early=early)
    for name in passes:
        emission.add(once(emission, singles[name]))
    for function in [f for f in wanted.values() if f.is_declaration]:
        if Mode.AUGMENTED in halves:
            emission.add(custom_derivatives.augmented(emission, function))
        if Mode.SPLIT in halves:
            emission.add(custom_derivatives.reverse(emission, function))
    outlined = [function for function in wanted.values() if drive.is_checkpointed(function)]
    plans: list[Plan] = []
    for made in planned_callees(emission, root, wanted, singles):
        plans.append(made)
        if made.facts.function in root.whole.ask(RegionsAtOnce).loops:
            emission.add((at_once if made.merged.loops else augmented)(emission, made))
            continue
        if Mode.AUGMENTED in halves or outlined:  # both sweeps of a loop make tapes of iterations
            emission.add(augmented(emission, made))
        if Mode.SPLIT in halves:
            emission.add(reverse(emission, made))
    for loop in outlined:
        if Mode.AUGMENTED in halves:
            emission.add(drive.augmented(emission, loop))
        if Mode.SPLIT in halves:
            emission.add(drive.reverse(emission, loop))
    return plans


def planned_callees(
    emission: Emission,
    root: FunctionFacts,
    wanted: dict[str, Function],
    singles: Singles = NONE,
) -> Iterator[Plan]:
    """The plans of functions that are differentiated below a root, those of callees first."""
    whole = root.whole
    for function in [f for f in wanted.values() if f.is_declaration]:
        emission.frames.known[function.name] = custom_derivatives.frame_size(emission, function)
    for component in whole.pointsto.components:
        members = [f for f in component if f.name in wanted and not f.is_declaration]
        for loop in filter(drive.is_checkpointed, members):
            emission.frames.known[loop.name] = drive.FRAME
        members = [f for f in members if not drive.is_checkpointed(f)]
        plans: list[Plan] = []
        for function in members:
            facts = whole.function(function)
            own = emission.interface(facts)
            plans.append(plan(facts, own, emission.frames, singles, split=True))
        for function, made in zip(members, plans, strict=True):
            size = FRAME if forks(function) else made.frame_size
            emission.frames.known[function.name] = size
            emission.frames.of_threads[function.name] = made.frame_size
            if not forks(function):
                emission.frames.aligned[function.name] = made.frame_align
        yield from plans


def once(emission: Emission, seeds: Seeds) -> Function:
    """The gradient of a single function."""
    facts = seeds.facts
    interface = emission.interface(facts)
    name = emission.name(facts.function.name, "once")
    b = FunctionBuilder(name, interface.combined_type(True))
    b.attrs = derivative_attrs()
    b.header = INTERNAL
    prologue = b.block("prologue")
    b.at(prologue)
    promise(facts, interface, b)
    values, shadows = given(facts, interface, b, 0)
    (seed,) = seeds_from(interface, b, len(interface.shadowed()))
    sweep = SinglePass(emission, seeds, b, seed)
    sweep.values.update(values)
    sweep.shadows.update(shadows)
    sweep.run()
    end = b.block("end")
    for block, _ in sweep.ends:
        b.at(block)
        b.br(end)
    b.at(end)
    value = b.phi(facts.function.type.result)
    for block, one in sweep.ends:
        b.incoming(value, one, block)
    b.ret(bundled(b, [value, *parameter_adjoints(sweep, interface)]))
    b.at(prologue)
    sweep.adjoints.initialise()
    b.br(sweep.blocks[0])
    return b.finish()


def half(
    emission: Emission, facts: FunctionFacts, interface: Interface, request: Request
) -> tuple[Plan, ...]:
    """One half of a split root, and the same half of everything it calls: their plans, the root's
    last.

    The augmented half says how large its frame is; both halves come from the same plan.
    """
    others = split_callees(emission, facts, (request.mode,))
    own = plan(facts, interface, emission.frames, split=True)
    made = with_surrendered(with_firsts(with_passed(own, others)))
    build = augmented if request.mode is Mode.AUGMENTED else reverse
    function = build(emission, made, request.name)
    function.header = Header()
    function.attrs = (*function.attrs, *said_of_tape(emission, made, others))
    emission.add(function)
    return (*others, made)


def said_of_tape(emission: Emission, made: Plan, others: Iterable[Plan]) -> tuple[Attr, ...]:
    """The size of a root's frame, and a number for how the whole tape is laid out."""
    size = Attr('"rz.frame"', f'"{made.frame_size}"')
    return size, Attr('"rz.tape"', f'"{layout_number(emission, made, others)}"')


def layout_number(emission: Emission, root: Plan, others: Iterable[Plan]) -> int:
    """A number that is another one where a plan keeps other things, or keeps them elsewhere.

    Copies count under the name of what they are copies of: each half makes its own.
    """
    facts = emission.facts

    def name(made: Plan) -> str:
        own = made.facts.function.name
        return facts.request.function if made is root else facts.copies.get(own, own)

    digest = sha256()
    for made in (root, *sorted(others, key=name)):
        digest.update(f"{name(made)} {made.interface.width}\n".encode())
        for storage in (made.storages[key] for key in sorted(made.storages)):
            digest.update(f"{storage.kind} {storage.root} {storage.rows}\n".encode())
            for slot in storage.slots:
                digest.update(f"{slot.node} {slot.loop} {slot.size}\n".encode())
        for node, at in sorted(made.frame.items()):
            digest.update(f"{node} {at}\n".encode())
    return int.from_bytes(digest.digest()[:7], "little") or 1


def augmented(emission: Emission, made: Plan, name: str | None = None) -> Function:
    """The forward half of a split derivative."""
    facts, interface = made.facts, made.interface
    b = FunctionBuilder(
        name or emission.name(facts.function.name, "aug"), interface.augmented_type()
    )
    b.attrs = derivative_attrs()
    b.header = INTERNAL
    b.personality = facts.function.personality
    prologue = b.block("prologue")
    b.at(prologue)
    frame, arena = b.params[-2:]
    tape = Tape(emission, made, b, frame, arena)
    forward, _, shadows = begun(emission, made, b, tape)
    forward.run()
    end = b.block("end")
    if forward.ends:
        value = joined(forward, end)
        lanes = joined_shadows(forward, interface, end)
        b.at(end)
        if name is not None:
            hand_over(emission, tape)
            keep_surrendered(emission, tape)
        b.ret(bundled(b, ([value] if value is not None else []) + lanes))
    else:  # it leaves by exceptions only
        b.at(end)
        b.unreachable()
    b.at(prologue)
    if name is not None:  # a root; what its half in reverse finds is what this one leaves
        begin_global_shadows(emission, b)
        begin_persistent(emission, b, forward=False)
        keep_firsts(emission, tape)
        begin_residuals(emission, tape)
        keep_passed(emission, tape, shadows)
    b.br(forward.blocks[0])
    return b.finish()


def at_once(emission: Emission, made: Plan) -> Function:
    """The forward half of a function that does the work of both: all is in one-pass loops."""
    facts, interface = made.facts, made.interface
    name = emission.name(facts.function.name, "aug")
    b = FunctionBuilder(name, interface.augmented_type())
    b.attrs = derivative_attrs()
    b.header = INTERNAL
    b.personality = facts.function.personality
    prologue = b.block("prologue")
    b.at(prologue)
    tape = Tape(emission, made, b, None, b.params[-1])
    forward, values, shadows = begun(emission, made, b, tape)
    forward.run()
    turn = b.block("turn")
    value = joined(forward, turn)
    start = b.block("reverse")
    backward = Backward(emission, made, b, tape, values, shadows, forward)
    done = backward.run(start, [])
    b.at(prologue)
    backward.adjoints.initialise()
    b.br(forward.blocks[0])
    b.at(turn)
    b.br(start)
    b.at(done)
    b.ret(bundled(b, [value] if value is not None else []))
    return b.finish()


def reverse(emission: Emission, made: Plan, name: str | None = None) -> Function:
    """The reverse half of a split derivative."""
    facts, interface = made.facts, made.interface
    b = FunctionBuilder(name or emission.name(facts.function.name, "rev"), interface.reverse_type())
    b.attrs = derivative_attrs()
    b.header = INTERNAL
    prologue = b.block("prologue")
    b.at(prologue)
    frame, arena = b.params[-2:]
    tape = Tape(emission, made, b, frame, arena)
    promise(facts, interface, b, remembered(made))
    values, shadows = given(facts, interface, b, 0)
    backward = Backward(emission, made, b, tape, values, shadows)
    start = b.block("reverse")
    done = backward.run(start, seeds_from(interface, b, len(interface.shadowed())))
    b.at(done)
    if name is not None:
        end_persistent(emission, b)
        end_residuals(emission, tape)
        look_at_surrendered(emission, tape)
    b.ret(bundled(b, parameter_adjoints(backward, interface)))
    b.at(prologue)
    if name is not None:
        expect_passed(emission, tape, shadows)
        clear_firsts(emission, tape)
    backward.adjoints.initialise()
    b.br(start)
    return b.finish()


# ---- pieces --------------------------------------------------------------------------------------


def begun(
    emission: Emission, made: Plan, b: FunctionBuilder, tape: Tape
) -> tuple[Augmented, dict[int, Value], dict[tuple[int, int], list[Value]]]:
    """A forward sweep that knows what the function is given, its parameters and their shadows."""
    forward = Augmented(emission, made, b, tape)
    promise(made.facts, made.interface, b)
    values, shadows = given(made.facts, made.interface, b, 0)
    forward.values.update(values)
    forward.shadows.update(shadows)
    return forward, values, shadows


def given(facts: FunctionFacts, interface: Interface, b: FunctionBuilder, at: int) -> Given:
    """Primal parameters and their shadows, from the parameters of a derivative function."""
    values: dict[int, Value] = {}
    shadows: dict[tuple[int, int], list[Value]] = {}
    for param, shape in zip(facts.function.params, interface.params, strict=True):
        values[param.local.id] = b.params[at]
        at += 1
        for part in range(len(shape.pointers)):
            shadows[param.local.id, part] = list(b.params[at : at + interface.width])
            at += interface.width
    return values, shadows


def seeds_from(interface: Interface, b: FunctionBuilder, at: int) -> list[list[Value]]:
    """The seeds of the result, per leaf and lane."""
    seeds: list[list[Value]] = []
    for _ in interface.result.floats:
        seeds.append(list(b.params[at : at + interface.width]))
        at += interface.width
    return seeds


def joined(forward: ForwardSweep, block: int) -> Value | None:
    """Bring all returns to one block; the value returned, and which return it was, join there."""
    b = forward.b
    for _, end, _ in forward.ends:
        b.at(end)
        b.br(block)
    b.at(block)
    if not forward.ends:
        return None
    which = Node("from", len(forward.function.blocks))
    if forward.plan.saved(which):
        phi = b.phi(forward.facts.way_type(which.id), "from")
        for number, (_, end, _) in enumerate(
            sorted(forward.ends, key=lambda e: forward.facts.returns.index(e[0]))
        ):
            b.incoming(phi, const_int(phi.type, number), end)
        forward.save(which, [phi])
    values = [value for _, _, value in forward.ends]
    if values[0] is None:
        return None
    if len(values) == 1:
        return values[0]
    result = b.phi(values[0].type)
    for _, end, value in forward.ends:
        assert value is not None
        b.incoming(result, value, end)
    return result


def joined_shadows(forward: ForwardSweep, interface: Interface, block: int) -> list[Value]:
    """The shadows of the value returned."""
    b = forward.b
    found: list[Value] = []
    for part, leaf in enumerate(interface.result.pointers):
        lanes = []
        for index, end, _ in forward.ends:
            terminator = forward.function.blocks[index].terminator
            assert isinstance(terminator, Ret) and terminator.value is not None
            with b.before_end(end):
                lanes.append((end, forward.shadow(terminator.value, part)))
        b.at(block)
        for lane in range(interface.width):
            phi = b.phi(leaf.type)
            for end, values in lanes:
                b.incoming(phi, values[lane], end)
            found.append(phi)
    return found


def parameter_adjoints(backward: ReverseSweep | SinglePass, interface: Interface) -> list[Value]:
    """The adjoints of the active by-value parameters; zero where nothing came."""
    found: list[Value] = []
    for param, shape in zip(backward.function.params, interface.params, strict=True):
        if not shape.floats:
            continue
        taken = backward.adjoints.left(param.local) if backward.facts.active(param.local) else []
        for number, leaf in enumerate(shape.floats):
            for lane in range(interface.width):
                bar = taken[number][lane] if taken else None
                found.append(zero(leaf.type) if bar is None else bar)
    return found


def bundled(b: FunctionBuilder, values: list[Value]) -> Value | None:
    """Several results as one literal struct."""
    if not values:
        return None
    result: Value = Poison(ty.struct(tuple(value.type for value in values)))
    for index, value in enumerate(values):
        result = b.insert(result, value, index)
    return result


def derivative_attrs() -> tuple[Attr, ...]:
    """The white list: nothing is inherited from the primal."""
    return (Attr("mustprogress"),)
