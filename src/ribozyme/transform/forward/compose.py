"""The functions of forward mode.

    {value, tangents, shadows} f.fwd(x, x.dot, p, p.sh)     for each function that is differentiated
    {value?, tangents, shadows} root(x, x.dot, p, p.sh)     as the request asks

Invariant: a function's derivative is made once; callers and definitions share its `Interface`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr, Attrs, has
from ribozyme.ir.attrs import number as number_of
from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.module import Function, Header
from ribozyme.ir.values import Value
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.interface import Interface, Request, bundle
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.core.shape import PointerLeaf
from ribozyme.transform.core.site_kinds import Callee, Indirect
from ribozyme.transform.custom import custom_derivatives
from ribozyme.transform.emit.emission import INTERNAL, Emission
from ribozyme.transform.emit.leaving import leaving
from ribozyme.transform.forward.calls import by_value, met
from ribozyme.transform.forward.mode import ForwardMode
from ribozyme.transform.forward.rebuilt import Rebuilt
from ribozyme.transform.reverse.calls.residuals import mark_residuals
from ribozyme.transform.reverse.emit.compose import bundled
from ribozyme.transform.state.earlier import begin_persistent
from ribozyme.transform.state.globals import begin_global_shadows, end_global_shadows

# Not `nounwind`: a trap or an allocation may throw where the primal could not.
_CARRIED = ("mustprogress", "uwtable", "denormal-fp-math", "denormal-fp-math-f32")


def forward(
    emission: Emission, facts: FunctionFacts, interface: Interface, request: Request
) -> None:
    """The root of a forward derivative, and the forward forms of everything it calls."""
    for function in reached(facts).values():
        if function.is_declaration and request.sets:
            raise refusal(
                facts,
                None,
                "RZ218",
                f"the rule of '{function.name}' does not say what depends on what",
            )
        if function.is_declaration:
            emission.add(custom_derivatives.forward(emission, function))
            continue
        view = facts.whole.function(function)
        emission.add(forward_function(emission, view))
    params, results = _root_type(interface, primal=request.primal)
    b = FunctionBuilder(request.name, ty.function(results, params))
    b.header = Header()
    emission.add(_built(emission, facts, interface, b, primal=request.primal, root=True))


def forward_function(emission: Emission, facts: FunctionFacts) -> Function:
    """`f.fwd`."""
    interface = emission.interface(facts)
    name = emission.name(facts.function.name, "fwd")
    b = FunctionBuilder(name, interface.forward_type())
    b.header = INTERNAL
    return _built(emission, facts, interface, b, primal=True, root=False)


def reached(root: FunctionFacts) -> dict[str, Function]:
    """The functions whose derivative some call below the root needs, on unwind edges too."""
    found: dict[str, Function] = {}
    work = [root]
    while work:
        facts = work.pop()
        for function in _called(facts):
            if function.name not in found:
                found[function.name] = function
                if not function.is_declaration:
                    work.append(facts.whole.function(function))
    return found


def _called(facts: FunctionFacts) -> Iterator[Function]:
    for block in facts.flow.rpo:
        for instr in facts.function.blocks[block].instrs:
            match met(facts, block, instr) if isinstance(instr, Call | Invoke) else None:
                case Callee(function=function):
                    yield function
                case Indirect(targets=targets):
                    yield from targets
                case _:
                    pass


def _root_type(interface: Interface, *, primal: bool) -> tuple[tuple[ty.Type, ...], ty.Type]:
    whole = interface.forward_type()
    results = list(ty.elements(whole.result))
    if not primal and interface.result.type is not ty.VOID:
        results = results[1:]
    return whole.params, bundle(results)


def _built(
    emission: Emission,
    facts: FunctionFacts,
    interface: Interface,
    b: FunctionBuilder,
    *,
    primal: bool,
    root: bool,
) -> Function:
    b.attrs = carried(facts)
    b.personality = facts.function.personality
    prologue = b.block("prologue")
    b.at(prologue)
    mode = Rebuilt(emission, facts, b)
    _receive(mode, interface)
    mode.run()
    for block, value in mode.ends:
        b.at(block)
        if root:
            end_global_shadows(emission, b)
        results = _results(mode, interface, value, primal=primal)
        mode.arena.end()
        b.ret(bundled(b, results))
    b.at(prologue)
    mode.arena.begin()
    if root:
        begin_global_shadows(emission, b)
        begin_persistent(emission, b, forward=True)
        mark_residuals(emission, b)
    b.br(mode.blocks[0])
    return leaving(emission, b.finish(), mode.arena)


def _receive(mode: ForwardMode, interface: Interface) -> None:
    """The parameters enter the maps; what the function does not look at is left aside."""
    at = 0
    b, width = mode.b, mode.width
    for param, shape in zip(mode.function.params, interface.params, strict=True):
        b.names[b.params[at].id] = mode.function.names[param.local.id]
        mode.values[param.local.id] = b.params[at]
        b.param_attrs[at] = passing(mode.facts, param.local, param.attrs)
        at += 1
        for number in range(len(shape.floats)):
            if mode.facts.active(param.local):
                mode.tangents[param.local.id, number] = list(b.params[at : at + width])
            _named(mode, param.local.id, ".dot", at)
            at += width
        for pointer in shape.pointers:
            if mode.facts.pointers(param.local):
                part = part_at(mode, param.local, pointer)
                mode.shadows[param.local.id, part] = list(b.params[at : at + width])
            _named(mode, param.local.id, ".sh", at)
            for lane in range(width):
                b.param_attrs[at + lane] = passing(mode.facts, param.local, param.attrs)
            at += width


def part_at(mode: ForwardMode, value: Value, pointer: PointerLeaf) -> int:
    """The number of the pointer leaf that lies where `pointer` does."""
    if not pointer.path:
        return 0
    return [leaf.path for leaf in mode.leaves(value)].index(pointer.path)


def _named(mode: ForwardMode, id: int, suffix: str, at: int) -> None:
    name = mode.function.names[id]
    for lane in range(mode.width):
        mode.b.names[mode.b.params[at + lane].id] = None if name is None else name + suffix


def _results(
    mode: ForwardMode, interface: Interface, value: Value | None, *, primal: bool
) -> list[Value]:
    """What is returned: the value, its tangents, its shadows."""
    if value is None:
        return []
    found = [mode.value(value)] if primal else []
    for leaf in interface.result.floats:
        found += [mode.number(dot, leaf.type) for dot in mode.tangent_at(value, leaf)]
    for pointer in interface.result.pointers:
        found += mode.shadow(value, part_at(mode, value, pointer))
    return found


# ---- attributes ---------------------------------------------------------------------------------


def carried(facts: FunctionFacts) -> Attrs:
    """The white list: nothing else of a function's attributes holds for its derivative."""
    known = facts.whole.program.attrs(facts.function)
    return tuple(attr for attr in known if attr.name.strip('"') in _CARRIED)


def passing(facts: FunctionFacts, param: Value, attrs: Attrs) -> Attrs:
    """The attributes of a parameter that hold for it and for its shadow."""
    found = list(by_value(attrs))
    align = number_of(attrs, "align")
    if not found and align is not None:
        found.append(Attr("align", align))
    if has(attrs, "noalias") and not facts.mixed(param):
        found.append(Attr("noalias"))
    return tuple(found)
