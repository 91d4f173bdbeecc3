"""Where derivative calls stand, and which functions they speak of.

    __enzyme_autodiff((void *)f, …)                   f
    __enzyme_autodiff(c ? (void *)f : (void *)g, …)   f and g
    void *h = (void *)f;  __enzyme_autodiff(h, …)     f, if h is written once

Reading is to be done on IR that no pass has seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import final

from ribozyme.base.errors import Error, error, warn
from ribozyme.cinterface.markers import (
    MARKERS,
    Entry,
    entry,
    marker,
)
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import has, type_of
from ribozyme.ir.debug import location, subprogram, subprogram_name
from ribozyme.ir.instrs import Alloca, Call, Cast, Invoke, Load, Select, Store, operands
from ribozyme.ir.module import Alias, Function, GlobalVariable, Module
from ribozyme.ir.values import ConstCast, ConstInt, GlobalRef, Local, Value


@final
class Site:
    """A call of an entry point, where it stands."""

    __slots__ = ("call", "caller", "entry", "module")

    def __init__(self, module: Module, caller: Function, call: Call | Invoke, entry: Entry) -> None:
        self.module = module
        self.caller = caller
        self.call = call
        self.entry = entry

    def failure(self, code: str, message: str, *helps: str) -> Error:
        """An error at this call."""
        name = subprogram_name(subprogram(self.module, self.caller)) or self.caller.name
        return error(
            code,
            message,
            span=location(self.module, self.call),
            function=name,
            helps=tuple(filter(None, helps)),
        )

    def warning(self, code: str, message: str, *helps: str) -> None:
        """A warning at this call."""
        warn(code, message, span=location(self.module, self.call), helps=helps)

    @property
    def start(self) -> int:
        """The place of the function: behind a hidden result pointer."""
        return 0 if self.memory is None else 1

    @property
    def memory(self) -> ty.Type | None:
        """What the hidden result pointer leads to."""
        attrs = self.call.arg_attrs
        return type_of(attrs[0], "sret") if attrs else None

    def marker(self, place: int) -> str | None:
        """The marker at a place; one that does not exist is refused."""
        found = marker(self.caller, self.call.args[place])
        if found is not None and found not in MARKERS:
            raise self.failure(
                "RZ501",
                f"there is no marker 'enzyme_{found}'",
                f"markers are {', '.join(f'enzyme_{word}' for word in sorted(MARKERS))}",
            )
        return found

    def is_memory(self, place: int) -> bool:
        """Whether an argument is a struct passed in memory."""
        attrs = self.call.arg_attrs
        return place < len(attrs) and has(attrs[place], "byval")


def sites(module: Module) -> Iterator[Site]:
    """All calls of entry points, in the module's order."""
    names = {name: found for name in module.functions if (found := entry(name)) is not None}
    for function in module.defined():
        if function.name in names:
            continue
        for instr in function.instrs():
            if isinstance(instr, Call | Invoke) and isinstance(instr.callee, GlobalRef):
                found = names.get(instr.callee.name)
                if found is not None:
                    yield Site(module, function, instr, found)


def functions(site: Site) -> tuple[str, ...]:
    """The functions a call speaks of: one, or the two of a choice; none if that cannot be seen."""
    if site.start >= len(site.call.args):
        raise site.failure("RZ502", "a derivative call without arguments")
    found: list[str] = []
    work: list[Value] = [site.call.args[site.start]]
    steps = 0
    while work:
        steps += 1
        value = work.pop()
        if steps > 64 or value is None:
            return ()
        match value:
            case GlobalRef(name=name):
                target = site.module.functions.get(name)
                other = site.module.globals.get(name)
                if target is not None:
                    found.append(name)
                elif isinstance(other, Alias):
                    work.append(other.aliasee)
                else:
                    return ()
            case ConstCast(value=inner):
                work.append(inner)
            case Local():
                sources = _sources(site, value)
                if not sources:
                    return ()
                work += reversed(sources)
            case _:
                return ()
    return tuple(dict.fromkeys(found))


def around(site: Site) -> set[str]:
    """The functions that, inlined, may show which function a call speaks of."""
    found: set[str] = set()
    seen: set[int] = set()
    work: list[Value] = [site.call.args[site.start]]
    while work:
        value = work.pop()
        if not isinstance(value, Local) or value.id in seen:
            continue
        seen.add(value.id)
        made = site.caller.definitions[value.id]
        if made is None:
            found.add(site.caller.name)
        elif isinstance(made, Call | Invoke):
            if isinstance(made.callee, GlobalRef):
                found.add(made.callee.name)
        elif isinstance(made, Alloca):
            stores = (user for _, user in site.caller.uses[value.id] if isinstance(user, Store))
            work += (store.value for store in stores)
        else:
            work += operands(made)
    return found


def _sources(site: Site, value: Local) -> tuple[Value, ...]:
    """What a local may be: the two of a select, the one value of a slot or constant."""
    made = site.caller.definitions[value.id]
    match made:
        case Select(then=then, otherwise=otherwise):
            return (then, otherwise)
        case Cast(value=inner):
            return (inner,)
        case Load(pointer=GlobalRef(name=name)):
            variable = site.module.globals.get(name)
            if isinstance(variable, GlobalVariable) and variable.constant:
                return (variable.initialiser,) if variable.initialiser is not None else ()
            return ()
        case Load(pointer=Local() as slot):
            return _only_value(site.caller, slot)
        case _:
            return ()


def _only_value(function: Function, slot: Local) -> tuple[Value, ...]:
    """What is stored into a slot that is written once and otherwise only read."""
    if not isinstance(function.definitions[slot.id], Alloca):
        return ()
    stored: list[Value] = []
    for _, user in function.uses[slot.id]:
        match user:
            case Store(value=value, pointer=pointer) if pointer is slot and value is not slot:
                stored.append(value)
            case Load():
                pass
            case Call(callee=GlobalRef(name=name)) if name.startswith("llvm.lifetime."):
                pass
            case _:
                return ()
    return tuple(stored) if len(stored) == 1 else ()


def width(site: Site) -> int:
    """How many directions a call asks for at once."""
    args = site.call.args
    for place, word in words(site):
        if word == "width":
            value = args[place + 1] if place + 1 < len(args) else None
            if not isinstance(value, ConstInt) or value.value < 1:
                raise site.failure("RZ509", "the width is not a constant from 1 on")
            return value.value
    return 1


def words(site: Site) -> Iterator[tuple[int, str]]:
    for place in range(site.start + 1, len(site.call.args)):
        word = site.marker(place)
        if word is not None:
            yield place, word
