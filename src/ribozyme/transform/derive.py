"""From requests to a module with their derivatives in it.

    derive(module, [Request("f", Mode.REVERSE, (Kind.ACTIVE,), Kind.ACTIVE, name="f.grad")])

The module has been through the `before` pipeline. What comes back is the old module with new
functions behind it. The steps, each taken once:

    prepare    passes over parsed IR, before anything is known           (`prepare`)
    facts      the analyses; few programs are rewritten by them          (`facts`, `refine`)
    check      what has no derivative is refused                         (`check`)
    plan       what to save, recompute, shadow and call                  (`reverse.plan`)
    emit       new functions                                             (`emission`)
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple, final

from ribozyme.base.collector import paused
from ribozyme.base.errors import NoDerivative
from ribozyme.base.options import Options
from ribozyme.base.record import replace
from ribozyme.base.stages import staged
from ribozyme.ir.module import Function, Module
from ribozyme.ir.values import Local
from ribozyme.rules.custom import Rulebook, rulebook
from ribozyme.transform.callees.specialise import together
from ribozyme.transform.checkpoint.heaviest import heaviest
from ribozyme.transform.checkpoint.named import Wanted
from ribozyme.transform.checks.checklist import check
from ribozyme.transform.core.facts import FunctionFacts, ProgramFacts
from ribozyme.transform.core.interface import Interface, Kind, Mode, ParamShape, Request
from ribozyme.transform.core.shape import Leaf, float_leaves, no_addresses, pointer_leaves
from ribozyme.transform.custom.custom_derivatives import shown
from ribozyme.transform.emit.emission import Emission
from ribozyme.transform.parallel.forked_regions import regions_forked
from ribozyme.transform.parallel.repeatable import with_fixed_schedules
from ribozyme.transform.parallel.spread import spread
from ribozyme.transform.parallel.windows import renewed
from ribozyme.transform.prepare.prepare import Task, Trace, prepared, prepared_for, silent
from ribozyme.transform.prepare.refine import refined
from ribozyme.transform.reverse.emit.compose import combined, half
from ribozyme.transform.reverse.plan.plan import Plan


@staged("emit")
@paused()
def derive(
    module: Module,
    requests: Sequence[Request],
    options: Options | None = None,
    book: Rulebook | None = None,
) -> Module:
    """The module with one function more per request, named as it says, and what they call.

    `book` has the rules, those registered in the process if it is not given.
    """
    rules = rulebook() if book is None else book
    module = prepared(module)
    own = module.functions.keys()
    for number, request in enumerate(requests):
        prefix = _free(module, number, request.function)
        # the halves of a split derivative must see the same: what is made here is not the program's
        ours = frozenset(module.functions.keys() - own)
        emission = _derived(module, request, options, rules, prefix, ours).emission
        found = emission.facts
        functions = renewed(emission, spread(emission))
        made = together(_plain(emission.module(functions), found, module), found.copies)
        module = shown(made, module)
    return regions_forked(module)


def plans(
    module: Module,
    request: Request,
    options: Options | None = None,
    book: Rulebook | None = None,
) -> tuple[Plan, ...]:
    """The plans of a derivative in reverse mode: the root's, then those of what it calls."""
    rules = rulebook() if book is None else book
    *others, root = _derived(prepared(module), request, options, rules, "rz.0").plans
    return (root, *others)


@final
class _Derived(NamedTuple):
    """The functions of a derivative, and their plans in reverse mode, the root's last."""

    emission: Emission
    plans: tuple[Plan, ...]


def _derived(
    module: Module,
    request: Request,
    options: Options | None,
    book: Rulebook,
    prefix: str,
    ours: frozenset[str] = frozenset(),
) -> _Derived:
    """The functions of a derivative. Where memory is bounded, the loop that keeps most of the tape
    is checkpointed, if it can be."""
    wanted = _wanted(options)
    first = _emitted(_facts(module, request, options, book, prefix, ours, wanted), prefix)
    if options is None or options.memory is None or wanted != () or request.replayed:
        return first
    for one in heaviest(first.plans):
        with suppress(NoDerivative):
            return _emitted(_facts(module, request, options, book, prefix, ours, (one,)), prefix)
    return first


def _wanted(options: Options | None) -> tuple[Wanted, ...] | None:
    """The loops to be checkpointed by name; None if not even those that are marked."""
    named = () if options is None else options.checkpoint
    return None if named is None else tuple(Wanted(name, count) for name, count in named)


def facts(
    module: Module,
    request: Request,
    options: Options | None = None,
    book: Rulebook | None = None,
    trace: Trace = silent,
) -> ProgramFacts:
    """What a derivative stands on: all that is known of the program in the form it is made from."""
    rules = rulebook() if book is None else book
    wanted = _wanted(options)
    return _facts(
        prepared(module, trace), request, options, rules, "rz.0", frozenset(), wanted, trace
    )


def _facts(
    module: Module,
    request: Request,
    options: Options | None,
    book: Rulebook,
    prefix: str,
    ours: frozenset[str],
    wanted: tuple[Wanted, ...] | None,
    trace: Trace = silent,
) -> ProgramFacts:
    deterministic = options is not None and options.deterministic
    module = with_fixed_schedules(module) if deterministic else module
    task = Task(module, request, book, prefix, request.function, wanted)
    task = prepared_for(task, trace)
    nonsmooth = "subgradient" if options is None else options.nonsmooth
    first = ProgramFacts(
        task.module,
        task.function,
        request,
        book,
        nonsmooth,
        ours,
        shown=module,
        deterministic=deterministic,
    )
    return refined(first, trace)


def _emitted(facts: ProgramFacts, prefix: str) -> _Derived:
    """The functions of a derivative, of a program that has one."""
    check(facts)
    request, root = facts.request, facts.program.root
    emission = Emission(facts, request.width, f"{prefix}.{request.function}")
    interface = root_interface(facts, root, request)
    plans: tuple[Plan, ...] = ()
    match request.mode:
        case Mode.FORWARD:  # its modules are loaded where it is asked for
            from ribozyme.transform.forward.compose import forward

            forward(emission, facts.function(root), interface, request)
        case Mode.REVERSE:
            plans = combined(emission, facts.function(root), interface, request)
        case Mode.AUGMENTED | Mode.SPLIT:
            plans = half(emission, facts.function(root), interface, request)
        case Mode.FROM_TAPE:
            from ribozyme.transform.replay.compose import from_tape

            plans = from_tape(emission, facts.function(root), interface, request)
    return _Derived(emission, plans)


def _plain(made: Module, facts: ProgramFacts, old: Module) -> Module:
    """The module in which functions changed on the way are not said to be those of the source."""
    known = old.functions.keys() | facts.copies.keys()
    added = {
        name: replace(function, meta=())
        for name, function in facts.module.functions.items()
        if name not in known
    }
    return replace(made, functions={**made.functions, **added})


def _free(module: Module, number: int, function: str) -> str:
    """A prefix for new names: derivatives made before, of the same function, keep theirs."""
    while any(name.startswith(f"rz.{number}.{function}.") for name in module.functions):
        number += 1
    return f"rz.{number}"


def root_interface(facts: ProgramFacts, root: Function, request: Request) -> Interface:
    """The convention a request asks for, whatever turns out to be active."""
    view = facts.function(root)
    params = []
    for param, kind in zip(root.params, request.args, strict=True):
        type = param.local.type
        with_shadow = kind in (Kind.DUP, Kind.SCRATCH)
        pointers = pointer_leaves(facts.layout, type) if with_shadow else ()
        moving = request.mode is Mode.FORWARD and kind is Kind.DUP
        floats = view.lanes(param.local) if kind is Kind.ACTIVE or moving else ()
        floats = no_addresses(type, floats)
        params.append(ParamShape(type, floats, pointers))
    result = root.type.result
    wanted = request.result is Kind.ACTIVE or (
        request.mode is Mode.FORWARD and request.result is Kind.DUP
    )
    floats = no_addresses(result, _returned(view)) if wanted else ()
    pointers = pointer_leaves(facts.layout, result) if request.result is Kind.DUP else ()
    return Interface(tuple(params), ParamShape(result, floats, pointers), request.width)


def _returned(view: FunctionFacts) -> tuple[Leaf, ...]:
    """The float leaves of a root's result, whether they turn out to be active or not."""
    values = view.function.returned
    local = next((view.lanes(value) for value in values if isinstance(value, Local)), ())
    return view.result_floats() or local or float_leaves(view.layout, view.function.type.result, ())
