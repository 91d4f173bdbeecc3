"""Functions with variables as inputs: a plan with an input more for each variable of `wrt`."""

import ctypes
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from ribozyme.api.calling.adapters import Setting, around
from ribozyme.api.calling.call_plan import Given, Input, Plan
from ribozyme.api.calling.variables import is_variable, named
from ribozyme.api.programs.functions import Function
from ribozyme.api.signatures.ctype import Array, CType, Number, Pointer, Struct, numbers, size_of
from ribozyme.api.signatures.signature import Parameter, Variable
from ribozyme.base.errors import error
from ribozyme.base.record import replaced

_IR_FLOATS: Final = {8: "double", 4: "float", 2: "half", 16: "x86_fp80"}


def opened(f: Function, wrt: object) -> Function:
    """The function with an input more for every variable that `wrt` names and it does not have."""
    asked = wrt if isinstance(wrt, tuple | list) else (wrt,)
    has = {given.name for given in f.plan.inputs}
    names = tuple(dict.fromkeys(name for name in asked if is_variable(name) and name not in has))
    for name in asked:
        if isinstance(name, str) and name not in has and not is_variable(name):
            _not_bare(f, name)
    if not names:
        return f
    key = ("variables", names)
    found: Function | None = f.derivatives.get(key)
    if found is None:
        wanted = {str(name): named(f.program, name) for name in names}
        found = f.derivatives[key] = type(f)(f.program, f.signature, _opened(f.plan, wanted))
    return found


def _not_bare(f: Function, name: str) -> None:
    """RZ013 for the name of a variable, which is spelled with an `@`."""
    if name not in f.signature.names and any(v.name == name for v in f.program.variables):
        helps = (f"a global variable is named wrt='@{name}'", str(f.signature))
        raise error("RZ013", f"'{f.name}' has no parameter '{name}'", helps=helps)


def _opened(plan: Plan, wanted: Mapping[str, Variable]) -> Plan:
    """The plan with an input more for each variable, by the name that it was asked for."""
    inputs, sources = list(plan.inputs), list(plan.sources)
    settings = []
    for name, variable in wanted.items():
        type, setting = variable.type, _setting(variable)
        plan.signature.layouts.update(variable.layouts)
        passed: CType = Pointer(type.of, True) if isinstance(type, Array) else type
        ir, indirect = (setting.slot,), isinstance(type, Struct)
        sources.append(Given(len(inputs)))
        parameter = Parameter(name, passed, ir, indirect=indirect)
        inputs.append(Input(parameter, variable=variable))
        settings.append(setting)
    return replaced(
        plan,
        inputs=tuple(inputs),
        sources=tuple(sources),
        routine=around(plan.routine, tuple(settings)),
    )


def _setting(variable: Variable) -> Setting:
    match variable.type:
        case Number(size=size):
            return Setting(variable.symbol, _IR_FLOATS[size], offset=variable.offset)
        case Array() as array:
            bytes = size_of(array, variable.layouts)
            return Setting(variable.symbol, "ptr", bytes, offset=variable.offset)
        case type:
            found = numbers(type, variable.layouts)
            floats = tuple((at, _IR_FLOATS[n.size]) for at, n in found if n.kind == "float")
            return Setting(variable.symbol, "ptr", 0, floats, variable.offset)


@contextmanager
def kept(f: Function) -> Iterator[None]:
    """Variables of a function are afterwards as they were before."""
    variables = [given.variable for given in f.plan.inputs if given.variable is not None]
    places = [
        (f.program.address(v.symbol) + v.offset, size_of(v.type, v.layouts)) for v in variables
    ]
    before = [ctypes.string_at(*place) for place in places]
    try:
        yield
    finally:
        for (address, size), content in zip(places, before, strict=True):
            ctypes.memmove(address, content, size)
