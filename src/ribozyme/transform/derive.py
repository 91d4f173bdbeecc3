"""From requests to a module with their derivatives in it.

    derive(module, [Request("f", Mode.REVERSE, (Kind.ACTIVE,), Kind.ACTIVE, name="f.grad")])

The module has been through the `before` pipeline. Each request has its own run of the analyses and
its own derivative functions; what comes back is the old module with new functions behind it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ribozyme.analysis.callgraph import Program, mentioned
from ribozyme.base.collector import paused
from ribozyme.base.diag import render
from ribozyme.base.errors import ActivityError, Error, NoDerivative, TypeUnknown, error
from ribozyme.base.options import Options
from ribozyme.base.record import replaced
from ribozyme.ir.instrs import operands
from ribozyme.ir.module import Function, Header, Module
from ribozyme.ir.rewrite import clone, mapped
from ribozyme.ir.values import InlineAsm, Local, MetadataOperand
from ribozyme.rules.custom import Rulebook, rulebook
from ribozyme.rules.rule import Nonsmooth
from ribozyme.transform.addressbits import addresses_as_bits
from ribozyme.transform.byhand import hidden, shown, through
from ribozyme.transform.byvalue import own_structs
from ribozyme.transform.callers import ROUNDS, together, told_apart
from ribozyme.transform.check import check
from ribozyme.transform.downcasts import known_downcasts
from ribozyme.transform.elements import words_in_vectors_apart
from ribozyme.transform.emission import Emission
from ribozyme.transform.facets import library_facets
from ribozyme.transform.facts import FunctionFacts, ProgramFacts
from ribozyme.transform.forward.build import forward
from ribozyme.transform.interface import Interface, Kind, Mode, ParamShape, Request
from ribozyme.transform.lastturn import last_turns_apart
from ribozyme.transform.lost import refuse_lost
from ribozyme.transform.members import members_apart
from ribozyme.transform.nameless import unnamed
from ribozyme.transform.punned import refuse_punned
from ribozyme.transform.replay.build import from_tape
from ribozyme.transform.reverse.build import combined, half
from ribozyme.transform.reverse.plan import Plan
from ribozyme.transform.roundtrip import refuse_roundtrips
from ribozyme.transform.shape import Leaf, float_leaves, no_addresses, pointer_leaves
from ribozyme.transform.spelled import refuse_spelled
from ribozyme.transform.unaligned import unaligned
from ribozyme.transform.unshadowed import closed

_REFUSALS: Final = (ActivityError, NoDerivative, TypeUnknown)


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
    module = _prepared(module)
    own = module.functions.keys()
    for number, request in enumerate(requests):
        prefix = _free(module, number, request.function)
        # the halves of a split derivative must see the same: what is made here is not the program's
        ours = frozenset(module.functions.keys() - own)
        emission = _emitted(module, request, prefix, options, rules, ours)
        made = together(_plain(emission.module(), emission, module), emission.facts.copies)
        module = shown(made, module)
    return module


def _plain(made: Module, emission: Emission, old: Module) -> Module:
    """The module in which functions changed on the way are not said to be those of the source."""
    known = old.functions.keys() | emission.facts.copies.keys()
    added = {
        name: replace(function, meta=())
        for name, function in emission.facts.module.functions.items()
        if name not in known
    }
    return replace(made, functions={**made.functions, **added})


def _prepared(module: Module) -> Module:
    """The same program, as the analyses want it."""
    module = own_structs(library_facets(known_downcasts(unaligned(module))))
    module = words_in_vectors_apart(module)
    return last_turns_apart(members_apart(addresses_as_bits(module)))


def _free(module: Module, number: int, function: str) -> str:
    """A prefix for new names: derivatives made before, of the same function, keep theirs."""
    while any(name.startswith(f"rz.{number}.{function}.") for name in module.functions):
        number += 1
    return f"rz.{number}"


def plans(
    module: Module,
    request: Request,
    options: Options | None = None,
    book: Rulebook | None = None,
) -> tuple[Plan, ...]:
    """The plans of a derivative in reverse mode: the root's, then those of what it calls."""
    emission = _alone(module, request, options, book)
    root = emission.plans[request.name]
    return (root, *(plan for plan in emission.plans.values() if plan is not root))


def facts(module: Module, request: Request, options: Options | None = None) -> ProgramFacts:
    """What a derivative stands on: all that is known of the program in the form it is made from."""
    return _alone(module, request, options).facts


def _alone(
    module: Module, request: Request, options: Options | None, book: Rulebook | None = None
) -> Emission:
    rules = rulebook() if book is None else book
    return _emitted(_prepared(module), request, "rz.0", options, rules)


def _emitted(
    module: Module,
    request: Request,
    prefix: str,
    options: Options | None,
    book: Rulebook,
    ours: frozenset[str] = frozenset(),
) -> Emission:
    whole = module
    module = hidden(module, book, request.mode)
    root = module.functions.get(request.function)
    if root is not None and root.is_declaration and book.additions and book.added(root.name):
        root = through(root, f"{prefix}.{root.name}.through")
        module = replace(module, functions={**module.functions, root.name: root})
    if root is None or root.is_declaration:
        raise error("RZ505", f"'{request.function}' has no visible body")
    if called_again(module, root):
        module, root = root_apart(module, root)
    nonsmooth: Nonsmooth = "subgradient" if options is None else options.nonsmooth
    facts = ProgramFacts(module, root, request, book, nonsmooth, ours, shown=whole)
    chosen = _closed(facts, ours)
    if chosen is facts:
        return _in_parts(facts, prefix, ours)
    try:
        return _in_parts(chosen, prefix, ours)
    except _REFUSALS as refused:
        return _unless(facts, prefix, ours, refused)


def _unless(facts: ProgramFacts, prefix: str, ours: frozenset[str], refused: Error) -> Emission:
    """What is made where functions that a pointer may lead to have no derivative."""
    try:
        return _in_parts(facts, prefix, ours)
    except _REFUSALS as first:
        if render(first.diagnostic, "short") == render(refused.diagnostic, "short"):
            raise
        said = replaced(refused.diagnostic, severity="note")
        note = f"among the functions that it may be: {render(said, 'short')}"
        diagnostic = first.diagnostic
        raise type(first)(replaced(diagnostic, notes=(*diagnostic.notes, note))) from None


def _in_parts(facts: ProgramFacts, prefix: str, ours: frozenset[str]) -> Emission:
    facts = _nameless(facts, ours)
    apart = _told_apart(facts, ours)
    if apart is not facts:
        try:
            return _made(apart, facts.request, prefix)
        except _REFUSALS:
            pass  # as it would be with all callers of a function taken together
    return _made(facts, facts.request, prefix)


def _closed(facts: ProgramFacts, ours: frozenset[str]) -> ProgramFacts:
    """The facts of the program in which calls through pointers without shadows have targets."""

    def of(module: Module, root: Function) -> ProgramFacts:
        return ProgramFacts(
            module, root, facts.request, facts.book, facts.nonsmooth, ours, shown=facts.shown
        )

    name = facts.program.root.name
    found = closed(facts, lambda module: of(module, module.functions[name]))
    if found is not facts and called_again(found.module, found.program.root):
        module, root = root_apart(facts.module, facts.program.root)
        found = closed(of(module, root), lambda module: of(module, module.functions[root.name]))
    return found


def _nameless(facts: ProgramFacts, ours: frozenset[str]) -> ProgramFacts:
    """The facts of the program in which no access goes by the name of something that it is not."""
    swapped = facts.typing.swapped
    if not swapped:
        return facts
    module = facts.module
    changed = {f.name: mapped(f, lambda i: unnamed(i, swapped)) for f in facts.program.functions}
    module = replace(module, functions={**module.functions, **changed})
    root = module.functions[facts.program.root.name]
    return ProgramFacts(
        module, root, facts.request, facts.book, facts.nonsmooth, ours, shown=facts.shown
    )


def _told_apart(facts: ProgramFacts, ours: frozenset[str]) -> ProgramFacts:
    """The facts of the program in which calls of one function that differ have copies of it."""
    found, copies = facts, dict[str, str]()
    for _ in range(ROUNDS):
        module, made = told_apart(found, copies)
        if not made:
            break
        copies |= made
        root = module.functions[facts.program.root.name]
        found = ProgramFacts(
            module, root, facts.request, facts.book, facts.nonsmooth, ours, copies, facts.shown
        )
    return found


def _made(facts: ProgramFacts, request: Request, prefix: str) -> Emission:
    refuse_lost(facts)
    refuse_punned(facts)
    check(facts)
    refuse_spelled(facts)
    refuse_roundtrips(facts)
    root = facts.program.root
    emission = Emission(facts, request.width, f"{prefix}.{request.function}")
    interface = root_interface(facts, root, request)
    match request.mode:
        case Mode.FORWARD:
            forward(emission, facts.function(root), interface, request)
        case Mode.REVERSE:
            combined(emission, facts.function(root), interface, request)
        case Mode.AUGMENTED | Mode.SPLIT:
            half(emission, facts.function(root), interface, request)
        case Mode.FROM_TAPE:
            from_tape(emission, facts.function(root), interface, request)
    return emission


def called_again(module: Module, root: Function) -> bool:
    """Whether what a root reaches may call the root itself."""
    for function in Program(module, root).functions:
        for instr in function.instrs():
            if any(
                root.name in mentioned(operand)
                for operand in operands(instr)
                if not isinstance(operand, Local | InlineAsm | MetadataOperand)
            ):
                return True
    return False


def root_apart(module: Module, root: Function) -> tuple[Module, Function]:
    """A root of its own beside the function: what a request says of the root's arguments holds for
    the first call only, not for those that come from inside.

        f(x, n) calls f(y, n - 1), x const      →      f.root(x, n) calls f(y, n - 1)
    """
    name = f"{root.name}.root"
    while name in module.functions:
        name += ".root"
    copy = replace(clone(root, name), header=Header(linkage="internal"), meta=())
    return replace(module, functions={**module.functions, name: copy}), copy


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
