"""From a module with derivative calls to one with derivatives: the whole way.

    raw text → registries, derivative calls → lowered calls → `before` → derive → bodies of calls

Derivatives are made innermost first: a function that calls a derivative is differentiated after
that derivative has its body and has been tidied up. Where a call names its function only after
inlining (a wrapper template), the functions around it are inlined first, and nothing else happens.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Final, final

from ribozyme.algebra.join import inside, joined
from ribozyme.backend import llvm, pipeline
from ribozyme.backend.passes import keep
from ribozyme.backend.passes.relax import relaxed
from ribozyme.backend.passes.settle import remarked
from ribozyme.backend.runtime import arena
from ribozyme.base.advice import in_c
from ribozyme.base.errors import Error, NoDerivative, TypeUnknown
from ribozyme.base.options import Options, current
from ribozyme.base.record import dataclass, field, replace
from ribozyme.base.record import replaced as with_fields
from ribozyme.base.stages import staged
from ribozyme.cinterface import lower, registries, strip
from ribozyme.cinterface.call_bodies import CALLED, number_said, refused, wrapper
from ribozyme.cinterface.call_places import Site, around, functions, sites
from ribozyme.cinterface.derivative_calls import MISSING, DerivativeCall, missing, read
from ribozyme.cinterface.lower import Lowered
from ribozyme.cinterface.markers import ADDRESSES, entry, hint
from ribozyme.cinterface.natural import natural
from ribozyme.cinterface.registries import Registry
from ribozyme.cinterface.scratch import with_scratch
from ribozyme.cinterface.source_parameters import Group, groups
from ribozyme.cinterface.virtual import with_tables
from ribozyme.ir.instrs import Call, Invoke, operands
from ribozyme.ir.module import Function, GlobalVariable, Header, Module
from ribozyme.ir.printer import print_module
from ribozyme.ir.values import GlobalRef
from ribozyme.parse import parse_module
from ribozyme.rules.custom import Rulebook, rulebook
from ribozyme.rules.support import support_ir
from ribozyme.transform.core.interface import HALVES, Mode, Request
from ribozyme.transform.derive import derive
from ribozyme.transform.prepare.owned import owned

_ROUNDS: Final = 8  # wrappers around wrappers, orders of differentiation inside one another
_NAMED: Final = re.compile(r"@(rz\.[\w.]+)")


@final
@dataclass(frozen=True, slots=True)
class Program:
    """A module whose derivative calls are ordinary ones, and what they ask for."""

    text: str
    calls: tuple[Lowered, ...]
    registry: Registry
    bare: frozenset[str] = frozenset()  # differentiated, and without a body here
    inactive: tuple[lower.Inactive, ...] = ()
    changed: bool = False  # whether the module differs from what was read, calls aside
    headers: Mapping[str, Header] = field(default_factory=dict)  # of registered functions
    optional: frozenset[str] = frozenset()  # need not have a derivative


@final
@dataclass(frozen=True, slots=True)
class Shared:
    """What all halves of a split derivative must agree on, by function, from all of a program's
    calls: whether a tape is read in forward mode, and what does not change in between.

    A promise counts where all calls that begin a tape of the function make it.
    """

    replayed: frozenset[str]
    kept: Mapping[str, frozenset[int]]

    def request(self, call: DerivativeCall) -> Request:
        """What the differentiator is asked for."""
        made = call.request("")
        if made.mode not in HALVES:
            return made
        kept = self.kept.get(call.function, frozenset())
        return replace(made, replayed=call.function in self.replayed, kept=kept)


def _shared(calls: Sequence[Lowered]) -> Shared:
    every = [call for one in calls for call in one.calls]
    kept: dict[str, frozenset[int]] = {}
    begun = {call.function for call in every if call.entry == "augmentfwd"}
    for call in every:
        reads = call.entry in ("reverse", "fwdsplit") and call.function not in begun
        if call.entry == "augmentfwd" or reads:
            kept[call.function] = kept.get(call.function, call.promised) & call.promised
    return Shared(frozenset(c.function for c in every if c.entry == "fwdsplit"), kept)


@staged("calls")
def program(
    text: str, book: Rulebook | None = None, shared: Collection[str] | None = None
) -> Program:
    """Raw text read and lowered; where it is all of a program, `shared` are the variables that
    other code knows."""
    raw = parse_module(text)
    rules = rulebook() if book is None else book
    if any(entry(name) is not None for name in raw.functions):
        whole = joined(text, rules.speaks_of)
        raw = raw if whole is text else parse_module(whole)
    raw = raw if shared is None else owned(raw, shared)
    registry = registries.registry(raw, rules)
    silent = _matching(raw, registry.book.inactive)
    registry = registry.naming(*silent)
    module = lower.protected(lower.without_hints(registries.marked(raw, registry)))
    known: dict[str, tuple[Group, ...]] = {}

    def grouped(name: str) -> tuple[Group, ...]:
        if name not in known:
            home = raw if name in raw.functions else module
            known[name] = groups(home, home.functions[name])
        return known[name]

    module = _inlined(module)
    tables = with_tables(module, list(sites(module)))
    module = tables.module
    counts = [site for site in sites(module) if site.entry == "iter"]
    module = lower.iterations(module, counts)
    hidden = [
        (site, _functions(site)[0]) for site in sites(module) if site.entry == "call_inactive"
    ]
    module, inactive = lower.inactive_calls(module, silent, hidden)
    found = [
        (site, tuple(read(site, name, grouped(name)) for name in _functions(site)))
        for site in sites(module)
    ]
    module, calls = lower.lowered(module, found)
    bare = {
        call.function
        for one in calls
        for call in one.calls
        if module.functions[call.function].is_declaration
    }
    kept = [f"@{_spelled(name)}" for name in sorted(_present(module, registry))]
    headers = {name: module.functions[name].header for name in _present(module, registry)}
    made = print_module(_with_headers(module, _replaceable(headers)))
    changed = bool(hidden or counts or tables.made) or any(hint(name) for name in raw.functions)
    whole = keep.kept(made, kept) if kept else made
    return Program(
        whole, calls, registry, frozenset(bare), inactive, changed, headers, tables.optional
    )


@staged("calls")
def differentiated(found: Program, options: Options | None = None, *, runtime: bool = True) -> str:
    """The module with the derivatives its calls ask for, after `before`, before `after`.

    Without `runtime` what they call is left as declarations, so that they have derivatives in turn.
    Refusals name the ways out that there are in C.
    """
    try:
        return _differentiated(found, options, runtime=runtime)
    except Error as failure:
        helps = in_c(failure.diagnostic.helps, _callee(failure.diagnostic.message))
        if helps == failure.diagnostic.helps:
            raise
        raise type(failure)(with_fields(failure.diagnostic, helps=helps)) from failure.__cause__


def _callee(message: str) -> str:
    """The function that a refusal speaks of."""
    found = re.match(r"no derivative for '(\w+)'$", message)
    return found[1] if found else ""


_LACKING: Final = re.compile(r'c"(?:RZ201|RZ505) in [^"]*: no derivative for \'([^\']+)\'\\00"')

_REFUSALS: Final = re.compile(r'c"RZ\d{3} in ')


def lacking(text: str) -> tuple[str, ...]:
    """The functions in a module of derivatives that have none, where control need not come."""
    return tuple(dict.fromkeys(_LACKING.findall(text)))


def refusals(text: str) -> int:
    """How many places of a module of derivatives refuse when control comes there."""
    return len(_REFUSALS.findall(text))


def _differentiated(found: Program, options: Options | None, *, runtime: bool) -> str:
    options = options or current()
    name: pipeline.Name = "before" if options.optimise_first else "reference"
    text = pipeline.run(name, relaxed(found.text) if options.fast_math else found.text)
    module = _with_headers(lower.as_found(parse_module(text), found.inactive), found.headers)
    waiting = list(with_scratch(module, found.calls, found.registry.book))
    shared = _shared(waiting)
    serial = 0
    while waiting:
        ready = [one for one in waiting if not _blocked(module, one, waiting)]
        if not ready:
            raise waiting[0].site.failure(
                "RZ511", "a function takes a derivative of itself, at whatever depth"
            )
        for one in ready:
            _visible(module, one)
        module = _derived(module, ready, serial, options, found.registry, shared, found.optional)
        serial += len(ready)
        waiting = [one for one in waiting if one not in ready]
        if waiting:
            weak = _with_headers(module, _replaceable(found.headers))
            tidied = pipeline.run("tidy", print_module(weak))
            module = _with_headers(parse_module(tidied), found.headers)
    text = print_module(lower.counted(lower.defined(module, found.inactive)))
    names = [f"@{_spelled(name)}" for name in sorted({*found.registry.functions, *found.headers})]
    text = remarked(keep.released(llvm.to_text(text), names))
    if not runtime:
        return text
    return supported(relaxed(text) if options.fast_math else text, options.memory)


def _replaceable(headers: Mapping[str, Header]) -> dict[str, Header]:
    """Headers under which LLVM concludes nothing from a body: another might take its place."""
    return {
        name: replace(header, linkage="weak", visibility="", preemption="")
        for name, header in headers.items()
    }


def _with_headers(module: Module, headers: Mapping[str, Header]) -> Module:
    functions = {
        name: replace(function, header=headers.get(name, function.header))
        for name, function in module.functions.items()
    }
    return replace(module, functions=functions)


def _visible(module: Module, one: Lowered) -> None:
    for call in one.calls:
        function = module.functions[call.function]
        if function.is_declaration:
            raise one.site.failure(
                "RZ505",
                f"'{call.function}' has no visible body",
                "give its file too, or compile it with 'ribozyme cc' and link both",
            )


def supported(text: str, limit: int | None = None) -> str:
    """The module with what derivatives call linked in; `limit` is the most bytes of a tape."""
    text = inside(text)
    declared = set(_NAMED.findall(text))
    extra = support_ir(declared)
    if extra:
        text = llvm.link([text, extra.replace("define internal ", "define linkonce_odr ")])
    if any(
        name.startswith(("rz.tape.", "rz.arena.", "rz.team.", "rz.throw", "rz.caught"))
        for name in declared
    ):
        text = arena.linked(text, cache="module", guard=False, limit=limit)
    return strip.without_unused(text)


# ---- reading -------------------------------------------------------------------------------------


def _functions(site: Site) -> tuple[str, ...]:
    found = functions(site)
    if site.entry in MISSING:
        raise missing(site)
    if not found:
        raise site.failure(
            "RZ510",
            f"the first argument of '__enzyme_{site.entry}' is not a function that can be seen",
            "name the function itself, or a choice of two",
        )
    return found


def _matching(module: Module, patterns: Sequence[str]) -> frozenset[str]:
    """The functions of a module whose names fit one of some patterns."""
    return frozenset(
        name for name in module.functions if any(fnmatchcase(name, one) for one in patterns)
    )


def _inlined(module: Module) -> Module:
    """The module after the functions around calls that name no function were inlined."""
    for _ in range(_ROUNDS):
        unclear = (s for s in sites(module) if s.entry not in ADDRESSES and not functions(s))
        named = {name for site in unclear for name in around(site)}
        inlined = {name for name in named if _called(module, name) and _has_body(module, name)}
        if not inlined:
            break
        changed = {
            name: lower.inlined_always(module, function) if name in inlined else function
            for name, function in module.functions.items()
        }
        text = pipeline.run("inline", print_module(replace(module, functions=changed)))
        module = _without(parse_module(text), inlined)
    return module


def _has_body(module: Module, name: str) -> bool:
    return name in module.functions and not module.functions[name].is_declaration


def _called(module: Module, name: str) -> bool:
    return any(
        isinstance(instr, Call | Invoke)
        and isinstance(instr.callee, GlobalRef)
        and instr.callee.name == name
        for function in module.defined()
        for instr in function.instrs()
    )


def _without(module: Module, gone: set[str]) -> Module:
    """The module without functions that were inlined everywhere and that nobody else can call."""
    used = {
        operand.name
        for function in module.defined()
        if function.name not in gone
        for instr in function.instrs()
        for operand in operands(instr)
        if isinstance(operand, GlobalRef)
    }
    local = ("internal", "private", "linkonce", "linkonce_odr", "available_externally")
    functions = {
        name: function
        for name, function in module.functions.items()
        if name not in gone or name in used or function.header.linkage not in local
    }
    return replace(module, functions=functions)


def _present(module: Module, registry: Registry) -> set[str]:
    """Registered functions that have a body here, and those that have rules from elsewhere."""
    book = registry.book
    return {
        name
        for name, function in module.functions.items()
        if not function.is_declaration
        and (name in registry.functions or (book.additions and book.speaks_of(name)))
    }


def _spelled(name: str) -> str:
    return name if re.fullmatch(r"[-\w.$]+", name) else f'"{name}"'


# ---- deriving ------------------------------------------------------------------------------------


def _blocked(module: Module, one: Lowered, waiting: Sequence[Lowered]) -> bool:
    """Whether what a call differentiates itself calls a derivative that is still to be made."""
    others = {other.name for other in waiting}
    seen: set[str] = set()
    work = [call.function for call in one.calls]
    while work:
        name = work.pop()
        if name in seen:
            continue
        seen.add(name)
        if name in others:
            return True
        function = module.functions.get(name)
        for instr in function.instrs() if function is not None else ():
            # the function a lowered call is handed is named, not called
            named = operands(instr)
            if isinstance(instr, Call | Invoke) and _lowered_callee(instr, others):
                named = (instr.callee,)
            work += (value.name for value in named if isinstance(value, GlobalRef))
    return False


def _lowered_callee(instr: Call | Invoke, others: set[str]) -> bool:
    return isinstance(instr.callee, GlobalRef) and instr.callee.name in others


def _derived(
    module: Module,
    ready: Sequence[Lowered],
    serial: int,
    options: Options,
    registry: Registry,
    shared: Shared,
    optional: frozenset[str],
) -> Module:
    """The module with derivatives of the ready calls, and bodies for the calls.

    Where a function of the `optional` ones has no derivative, the call leaves and says why.
    """
    asked = shared.request
    names: dict[Request, str] = {}
    for one in ready:
        for call in one.calls:
            if call.entry != "batch":
                names.setdefault(asked(call), f"rz.d.{serial}.{len(names)}")
    requests = [replace(request, name=name) for request, name in names.items()]
    must = [request for request in requests if request.function not in optional]
    reverse = any(request.mode is not Mode.FORWARD for request in requests)
    made = natural(module, reverse=reverse) if requests else module
    made = derive(made, must, options, registry.book) if must else made
    lacking: dict[str, Error] = {}
    for function in sorted({request.function for request in requests} & optional):
        some = [request for request in requests if request.function == function]
        try:
            made = derive(made, some, options, registry.book)
        except (NoDerivative, TypeUnknown) as refusal:
            lacking[function] = refusal
    made = lower.differentiated_once_more(made, module)
    _refuse_left_behind(made, module, ready)
    functions = dict(made.functions)
    for name in names.values():
        if name in functions:
            functions[name] = replace(functions[name], header=Header(linkage="internal"))
    made = replace(made, functions=functions)
    messages: dict[str, GlobalVariable] = {}
    for one in ready:
        known = lacking.get(one.calls[0].function)
        if known is not None:
            functions[one.name], message = refused(one, known)
            messages[message.name] = message
            continue
        used = [names.get(asked(call), "") if call.entry != "batch" else "" for call in one.calls]
        functions[one.name] = wrapper(made, one, used, lambda name: frame_bytes(made, name))
    globals = {**made.globals, **messages}
    return replace(made, functions=_declaring(functions), globals=globals)


def _refuse_left_behind(made: Module, module: Module, ready: Sequence[Lowered]) -> None:
    name = lower.left_behind(made, module)
    if name is not None:
        raise ready[0].site.failure(
            "RZ511",
            f"'__enzyme_iter' stands in '{name}', which has no derivative here: how many "
            "iterations it is to make is not known there",
            "call '__enzyme_iter' in the function whose loop it is for",
        )


def _declaring(functions: Mapping[str, Function]) -> dict[str, Function]:
    """The functions, and declarations of what wrappers call."""
    called = {
        instr.callee.name
        for function in functions.values()
        if function.name.startswith(lower.PREFIX)
        for instr in function.instrs()
        if isinstance(instr, Call) and isinstance(instr.callee, GlobalRef)
    }
    called |= {
        function.personality.name
        for function in functions.values()
        if isinstance(function.personality, GlobalRef)
    }
    extra = {
        name: lower.declaration(name, CALLED[name])
        for name in sorted(called & CALLED.keys())
        if name not in functions
    }
    return {**functions, **extra}


def frame_bytes(module: Module, name: str) -> int | None:
    """The size of the frame of an augmented forward; None where its tape is empty."""
    function = module.functions[name]
    size = number_said(function, "rz.frame")
    own = {param.local.id for param in function.params[-1:]}
    uses = any(function.uses[id] for id in own)
    return size if size or uses else None


__all__ = ["Error", "Program", "differentiated", "lacking", "program", "supported"]
