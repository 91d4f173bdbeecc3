"""What parameters lead to where no debug info says it: the answer of type analysis.

    define double @f(ptr %x, i32 %n) { … load double, ptr %x[i] … }   →   double f(double *x, …)

Only memory in which nothing but floats of one kind is seen gets a type, though code may pass over
elements (`x[0] * x[2]`); anything else stays `void *`. In a module with very many such functions
nothing is inferred: each one is an analysis of its own.
"""

from typing import Final

from ribozyme.analysis.declared.marks import KINDS, Part, marks_of
from ribozyme.analysis.flow.callgraph import Program
from ribozyme.analysis.pointsto.pointsto import points_to
from ribozyme.analysis.types.typing import Typing, typing
from ribozyme.api.signatures.ctype import CType, Number, Pointer
from ribozyme.base.errors import Error
from ribozyme.ir.module import Function, Module
from ribozyme.ir.types import FloatType
from ribozyme.ir.values import Local

_MOST: Final = 100  # functions of a module
_FLOATS: Final = {
    "double": Number("double", "float", 8),
    "float": Number("float", "float", 4),
    "half": Number("_Float16", "float", 2),
    "x86_fp80": Number("long double", "float", 16),
}

Pointees = dict[int, CType]  # what the parameter of an id leads to


def pointees(module: Module, functions: list[Function]) -> dict[str, Pointees]:
    """The types behind the pointers that functions without debug info take."""
    wanted = [f for f in functions if any(str(p.local.type) == "ptr" for p in f.params)]
    if len(wanted) > _MOST:
        return {}
    return {function.name: _of(module, function) for function in wanted}


def _of(module: Module, function: Function) -> Pointees:
    try:
        types = typing(points_to(Program(module, function)))
    except Error:  # a program that no derivative can be taken of can still be called
        return {}
    found: Pointees = {}
    for parameter in function.params:
        if str(parameter.local.type) == "ptr":
            number = _number(types, function, parameter.local)
            if number is not None:
                found[parameter.local.id] = Pointer(number)
    return found


def _number(types: Typing, function: Function, pointer: Local) -> Number | None:
    """The kind of the floats behind a pointer; what no code looks at may be elements, too."""
    image = types.behind(function, pointer)
    found = {kind for kind in KINDS if any(marks & marks_of(kind) for marks in image.marks)}
    number = _FLOATS.get(str(found.pop())) if len(found) == 1 else None
    if number is None or not all(_in_step(part, number.size) for part in image.parts):
        return None
    return number


def _in_step(part: Part, size: int) -> bool:
    """Whether a part is an element of an array, or some that nothing is said of, or that are kept
    where addresses are kept at other times (captures of `std::function`)."""
    if part.offset % size:
        return False
    if isinstance(part.kind, FloatType):
        return True
    return part.kind in ("unknown", "conflict") and part.size % size == 0
