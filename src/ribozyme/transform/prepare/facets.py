"""Marks calls of virtual functions of `std::ctype` and other facets of the C++ library as inactive.

    os << std::endl     %f = load ptr, ptr %os.ctype
                        call void @_ZNKSt5ctypeIcE13_M_widen_initEv(ptr %f)   one of std::ctype
                        %c = call i8 %widen(ptr %f, i8 10)                    so is this

The callee of such a call is unknown. But its object is one that the library made, as a
call by name or its origin (`use_facet`) says; what the library's own functions do is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ribozyme.analysis.declared.call_effects import OF_LIBRARY
from ribozyme.base.record import replace
from ribozyme.ir.attrs import Attr
from ribozyme.ir.instrs import Call, CallLike, Gep, Instr, Invoke, Load
from ribozyme.ir.module import Function, Module
from ribozyme.ir.rewrite import mapped
from ribozyme.ir.values import GlobalRef, Local, Value

_MEMBERS: Final = ("_ZNKSt5ctypeI", "_ZNSt5ctypeI", "_ZNKSt3__15ctypeI", "_ZNSt3__15ctypeI")
_FINDING: Final = (
    "_ZSt9use_facetI",
    "_ZSt13__check_facetI",
    "_ZNKSt3__16locale9use_facetE",
)


def library_facets(module: Module) -> Module:
    """The module in which such calls are said to be the library's; itself where there are none."""
    if not any(name.startswith((*_MEMBERS, *_FINDING)) for name in module.functions):
        return module
    changed = {function.name: _with_marks(function) for function in module.defined()}
    return replace(module, functions={**module.functions, **changed})


def _with_marks(function: Function) -> Function:
    calls = {id(call) for facet in _facets(function) for call in _virtual(function, facet)}

    def said(instr: Instr) -> Instr:
        if id(instr) not in calls or not isinstance(instr, Call | Invoke):
            return instr
        return replace(instr, attrs=(*instr.attrs, Attr(OF_LIBRARY)))

    return mapped(function, said) if calls else function


def _facets(function: Function) -> Iterator[Local]:
    """The objects that calls by name show to be facets."""
    for instr in function.instrs():
        match instr:
            case Call(callee=GlobalRef(name=name)) | Invoke(callee=GlobalRef(name=name)):
                if name.startswith(_MEMBERS) and instr.args and isinstance(instr.args[0], Local):
                    yield instr.args[0]
                elif name.startswith(_FINDING) and instr.result is not None:
                    yield instr.result
            case _:
                pass


def _virtual(function: Function, facet: Local) -> Iterator[CallLike]:
    """The calls on an object of functions that it leads to."""
    for _, user in function.uses[facet.id]:
        if not isinstance(user, Call | Invoke) or not isinstance(user.callee, Local):
            continue
        if user.args and user.args[0] is facet and _found_in(function, user.callee, facet):
            yield user


def _found_in(function: Function, value: Value, object: Local) -> bool:
    """Whether a function is loaded from the table that an object begins with."""
    for wanted in (Load, Load):
        made = function.definition(value)
        if not isinstance(made, wanted):
            return False
        value = made.pointer
        step = function.definition(value)
        if isinstance(step, Gep):
            value = step.base
    return value is object
