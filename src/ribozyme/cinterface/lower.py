"""Derivative calls made ordinary calls, so that optimisation may come between reading and deriving.

    %m = load i32, ptr @enzyme_dup
    %r = call double (ptr, ...) @__enzyme_autodiff(ptr @f, i32 %m, ptr %x, ptr %dx)
    →  %r = call double @rz.call.0(ptr %x, ptr %dx, ptr @f)

Each call gets a function of its own, external until the derivative is made; its operands are those
of the call without the markers, then the function, whose address keeps it whole. Type hints vanish,
and `__enzyme_call_inactive` becomes a call of a function that is known to be inactive.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, final

from ribozyme.base.record import dataclass, replace
from ribozyme.cinterface.call_places import Site
from ribozyme.cinterface.derivative_calls import DerivativeCall
from ribozyme.cinterface.markers import entry, hint, is_marker, marker
from ribozyme.cinterface.unread_results import is_read
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr, Attrs, without
from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.instrs import Call, Instr, Invoke
from ribozyme.ir.module import Block, Function, GlobalVariable, Header, Module, declaration
from ribozyme.ir.rewrite import mapped
from ribozyme.ir.values import ConstInt, GlobalRef, Value, const_int

PREFIX: Final = "rz.call."
INACTIVE: Final = "rz.inactive."
ITERATIONS: Final = "rz.iter."
_BEHAVIOUR: Final = ("memory", "nounwind", "willreturn", "nosync", "nofree")
_PURE: Final = (Attr("nounwind"), Attr("willreturn"), Attr("memory", "none"))
_KEPT_ATTRS: Final = ("sret", "byval", "align", "noalias")


@final
@dataclass(frozen=True, slots=True)
class Lowered:
    """A call as it stands now: `name` is the function it calls, `place` maps old arguments to new.

    `calls` are its readings, one per function it may speak of.
    """

    name: str
    type: ty.FunctionType
    attrs: tuple[Attrs, ...]
    place: Mapping[int, int]
    calls: tuple[DerivativeCall, ...]
    site: Site
    used: bool  # whether anything reads the result


def lowered(
    module: Module, found: Sequence[tuple[Site, tuple[DerivativeCall, ...]]], first: int = 0
) -> tuple[Module, tuple[Lowered, ...]]:
    """The module with its derivative calls replaced, and what each now is."""
    made: dict[Instr, Lowered] = {}
    for number, (site, calls) in enumerate(found, first):
        made[site.call] = _lowered(site, calls, f"{PREFIX}{number}")
    functions = {name: _replaced(function, made) for name, function in module.functions.items()}
    for one in made.values():
        functions[one.name] = declaration(one.name, one.type, params=one.attrs)
    return replace(module, functions=functions), tuple(made.values())


def _lowered(site: Site, calls: tuple[DerivativeCall, ...], name: str) -> Lowered:
    call = site.call
    attrs = [*call.arg_attrs, *[()] * (len(call.args) - len(call.arg_attrs))]
    places = [
        at
        for at, value in enumerate(call.args)
        if at != site.start and marker(site.caller, value) is None
    ]
    types = (*(call.args[at].type for at in places), ty.PTR)
    kept = tuple(tuple(a for a in attrs[at] if a.name in _KEPT_ATTRS) for at in places)
    given = call.args[0] if site.memory is not None else call.result
    return Lowered(
        name,
        ty.function(call.type.result, types),
        (*kept, ()),
        {old: new for new, old in enumerate(places)},
        calls,
        site,
        given is not None and is_read(site.caller, given, in_memory=site.memory is not None),
    )


def _replaced(function: Function, made: Mapping[Instr, Lowered]) -> Function:
    return mapped(function, lambda instr: _instr(instr, made.get(instr)))


def _instr(instr: Instr, new: Lowered | None) -> Instr:
    if new is None or not isinstance(instr, Call | Invoke):
        return instr
    args: list[Value] = [instr.args[old] for old in new.place]
    args.append(instr.args[new.site.start])
    made = replace(
        instr,
        callee=GlobalRef(ty.PTR, new.name),
        type=new.type,
        args=tuple(args),
        arg_attrs=new.attrs,
        attrs=(*(a for a in instr.attrs if a.name not in ("#", "nomerge")), Attr("nomerge")),
    )
    return replace(made, tail="") if isinstance(made, Call) else made


# ---- what else the interface has -----------------------------------------------------------------


def without_hints(module: Module) -> Module:
    """The module without calls that only say what type memory has."""
    names = {name for name in module.functions if hint(name)}
    if not names:
        return module

    def kept(instr: Instr) -> bool:
        called = isinstance(instr, Call) and isinstance(instr.callee, GlobalRef)
        return not (called and instr.callee.name in names)  # type: ignore[union-attr]

    functions = {}
    for name, function in module.functions.items():
        if name not in names:
            blocks = tuple(
                Block(block.name, tuple(filter(kept, block.instrs))) for block in function.blocks
            )
            functions[name] = replace(function, blocks=blocks)
    return replace(module, functions=functions)


def iterations(module: Module, sites: Sequence[Site]) -> Module:
    """`__enzyme_iter(n, k)` as a function of its own, which no pass looks into; its third argument
    is the order of differentiation around it."""
    names: dict[Instr, str] = {}
    functions = dict(module.functions)
    for site in sites:
        type = site.call.type
        if len(site.call.args) != 2 or not isinstance(type.result, ty.IntType):
            raise site.failure("RZ502", "'__enzyme_iter' takes two integers and returns one")
        if any(arg.type is not type.result for arg in site.call.args):
            raise site.failure("RZ502", "'__enzyme_iter' takes two integers and returns one")
        name = f"{ITERATIONS}{type.result}"
        own = ty.function(type.result, (type.result,) * 3)
        names[site.call] = name
        functions[name] = declaration(name, own, attrs=_PURE)

    def renamed(instr: Instr) -> Instr:
        if instr not in names or not isinstance(instr, Call | Invoke):
            return instr
        name = names[instr]
        args = (*instr.args, const_int(instr.args[0].type, 0))
        callee, type = GlobalRef(ty.PTR, name), functions[name].type
        attrs = (*instr.attrs, Attr("nomerge"))
        return replace(instr, callee=callee, type=type, args=args, arg_attrs=(), attrs=attrs)

    return replace(module, functions={n: mapped(f, renamed) for n, f in functions.items()})


def differentiated_once_more(module: Module, before: Module) -> Module:
    """Derivatives that were just made are one order further than what they were made from."""
    if not any(name.startswith(ITERATIONS) for name in module.functions):
        return module

    def further(instr: Instr) -> Instr:
        if not isinstance(instr, Call | Invoke) or not _counts(instr):
            return instr
        order = instr.args[2]
        assert isinstance(order, ConstInt)
        return replace(instr, args=(*instr.args[:2], const_int(order.type, order.value + 1)))

    made = {
        name: mapped(function, further)
        for name, function in module.functions.items()
        if _is_made(name) and name not in before.functions
    }
    return replace(module, functions={**module.functions, **made})


def _is_made(name: str) -> bool:
    return name.startswith("rz.") and not name.startswith((PREFIX, INACTIVE, ITERATIONS))


def _counts(instr: Call | Invoke) -> bool:
    return isinstance(instr.callee, GlobalRef) and instr.callee.name.startswith(ITERATIONS)


def left_behind(module: Module, before: Module) -> str | None:
    """A function of the program that asks for iterations and that a derivative just made calls as
    it is: it would not know of the order around it."""
    asks = {
        function.name
        for function in module.defined()
        if not _is_made(function.name) and any(map(_asks, function.instrs()))
    }
    work = [
        function
        for function in module.defined()
        if _is_made(function.name) and function.name not in before.functions
    ]
    seen: set[str] = set()
    while asks and work:
        for instr in work.pop().instrs():
            if not isinstance(instr, Call | Invoke) or not isinstance(instr.callee, GlobalRef):
                continue
            name = instr.callee.name
            if name in asks:
                return name
            if name in module.functions and name not in seen and not _is_made(name):
                seen.add(name)
                work.append(module.functions[name])
    return None


def _asks(instr: Instr) -> bool:
    return isinstance(instr, Call | Invoke) and _counts(instr)


def counted(module: Module) -> Module:
    """What `__enzyme_iter(n, k)` is: n + k for each order of differentiation around it."""
    functions = dict(module.functions)
    for name in [name for name in functions if name.startswith(ITERATIONS)]:
        b = FunctionBuilder(name, functions[name].type)
        b.attrs = (Attr("alwaysinline"),)
        b.header = Header(linkage="internal")
        b.at(b.block())
        n, more, order = b.params
        b.ret(b.ibinary("add", n, b.ibinary("mul", more, order)))
        functions[name] = b.finish()
    return replace(module, functions=functions)


@final
@dataclass(frozen=True, slots=True)
class Inactive:
    """A stand-in for an inactive function: `name` will call `function` with its arguments."""

    name: str
    type: ty.FunctionType
    attrs: tuple[Attrs, ...]
    function: str
    hidden: bool = False  # the function is handed as the first argument too


def inactive_calls(
    module: Module, names: Collection[str], sites: Sequence[tuple[Site, str]]
) -> tuple[Module, tuple[Inactive, ...]]:
    """Calls of inactive functions, and of `__enzyme_call_inactive`, as calls of unknown ones.

    call double @weight(double %x)  →  call double @rz.inactive.weight(double %x)
    """
    around = {site.call: name for site, name in sites}
    made: dict[str, Inactive] = {}

    def called(instr: Instr) -> Instr:
        if not isinstance(instr, Call | Invoke) or not isinstance(instr.callee, GlobalRef):
            return instr
        function = around.get(instr, instr.callee.name)
        if instr not in around and (function not in names or instr.type.vararg):
            return instr
        types = tuple(value.type for value in instr.args)
        own = f"{INACTIVE}{function}"
        if instr in around:
            own = f"{INACTIVE}{len(made)}.{function}"
        type = ty.function(instr.type.result, types)
        made.setdefault(own, Inactive(own, type, instr.arg_attrs, function, instr in around))
        return replace(instr, callee=GlobalRef(ty.PTR, own), type=type, convention="")

    functions = {name: mapped(function, called) for name, function in module.functions.items()}
    for one in made.values():
        functions[one.name] = declaration(one.name, one.type, params=one.attrs)
    return replace(module, functions=functions), tuple(made.values())


def as_found(module: Module, inactive: Sequence[Inactive]) -> Module:
    """The module with what LLVM has found out of inactive functions said of their stand-ins."""
    functions = dict(module.functions)
    for one in inactive:
        if one.name in functions and one.function in functions:
            known = module.spelled(functions[one.function].attrs)
            kept = tuple(attr for attr in known if attr.name in _BEHAVIOUR)
            functions[one.name] = replace(functions[one.name], attrs=kept)
    return replace(module, functions=functions)


def defined(module: Module, inactive: Sequence[Inactive]) -> Module:
    """The module with bodies for the stand-ins of inactive functions."""
    functions = dict(module.functions)
    for one in inactive:
        if one.name not in functions:
            continue
        target = functions[one.function]
        b = FunctionBuilder(one.name, one.type)
        b.attrs = (Attr("alwaysinline"),)
        b.header = Header(linkage="internal")
        b.param_attrs = [*one.attrs, *[()] * (len(one.type.params) - len(one.attrs))]
        b.at(b.block())
        given = b.params[1:] if one.hidden else b.params
        args = [_as(b, value, type) for value, type in zip(given, target.type.params, strict=True)]
        attrs = tuple(param.attrs for param in target.params)
        found = b.call(
            one.function, target.type, args, arg_attrs=attrs, convention=target.convention
        )
        b.ret(found)
        functions[one.name] = b.finish()
    return replace(module, functions=functions)


def _as(b: FunctionBuilder, value: Value, type: ty.Type) -> Value:
    """An argument as its parameter has it, C's promotions undone."""
    match value.type, type:
        case ty.IntType(bits=given), ty.IntType(bits=wanted):
            return b.cast("trunc" if given > wanted else "sext", value, type)
        case ty.FloatType(bits=given), ty.FloatType(bits=wanted):
            return b.cast("fptrunc" if given > wanted else "fpext", value, type)
        case _:
            return value


def protected(module: Module) -> Module:
    """The module with markers whose values no pass knows, and derivative calls no pass merges."""
    globals = {
        name: _external(variable)
        if isinstance(variable, GlobalVariable) and is_marker(name)
        else variable
        for name, variable in module.globals.items()
    }
    functions = {name: _unmerged(function) for name, function in module.functions.items()}
    return replace(module, globals=globals, functions=functions)


def _unmerged(function: Function) -> Function:
    def kept(instr: Instr) -> Instr:
        if not isinstance(instr, Call | Invoke) or not isinstance(instr.callee, GlobalRef):
            return instr
        if entry(instr.callee.name) is None:
            return instr
        return replace(instr, attrs=(*instr.attrs, Attr("nomerge")))

    return mapped(function, kept)


def _external(variable: GlobalVariable) -> GlobalVariable:
    header = Header(linkage="external", thread_local=variable.header.thread_local)
    return replace(variable, initialiser=None, constant=False, header=header, meta=())


def inlined_always(module: Module, function: Function) -> Function:
    """The function as one that is inlined wherever it is called."""
    attrs = without(module.spelled(function.attrs), "noinline", "optnone", "alwaysinline")
    return replace(function, attrs=(*attrs, Attr("alwaysinline")))


def never_inlined(module: Module, function: Function) -> Function:
    """The function as one that stays a call."""
    attrs = without(module.spelled(function.attrs), "noinline", "alwaysinline")
    return replace(function, attrs=(*attrs, Attr("noinline")))


__all__ = [
    "Lowered",
    "declaration",
    "inactive_calls",
    "inlined_always",
    "lowered",
    "never_inlined",
    "protected",
    "without_hints",
]
