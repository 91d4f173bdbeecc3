"""Functions as pointers for C: of a derivative, a function without what is the same in every call.

rz.grad of  double f(double x):  routine double (double x, double seed)
→  double (double x)  {  return routine(x, 1.0);  }
"""

import ctypes
import hashlib
from typing import TYPE_CHECKING, Any, Final, Protocol

from ribozyme.api.calling.call_plan import Constant, Plan
from ribozyme.api.calling.routine import Primal
from ribozyme.api.calling.wrappers import constant, extended
from ribozyme.base.errors import error

if TYPE_CHECKING:
    from ribozyme.api.programs.program import Code, Program
    from ribozyme.api.signatures.signature import Signature


class Native(Protocol):
    """A function that Python can call."""

    @property
    def name(self) -> str: ...

    @property
    def plan(self) -> Plan: ...

    @property
    def program(self) -> "Program": ...

    @property
    def signature(self) -> "Signature": ...

    @property
    def code(self) -> "Code": ...

    @property
    def address(self) -> int: ...


_CTYPES: Final[dict[str, Any]] = {
    "double": ctypes.c_double, "float": ctypes.c_float, "ptr": ctypes.c_void_p,
    "i64": ctypes.c_int64, "i32": ctypes.c_int32, "i16": ctypes.c_int16, "i8": ctypes.c_int8,
    "i1": ctypes.c_bool, "x86_fp80": ctypes.c_longdouble,
}  # fmt: skip


def pointed(function: Native) -> tuple[int, object]:
    """The address of a function for C, and what keeps it valid."""
    plan, program = function.plan, function.program
    recipe = plan.routine.recipe
    if isinstance(recipe, Primal) and recipe.glue:  # for C++, whose callers have containers
        return program.address(recipe.symbol), program
    if not plan.routine.order and not plan.routine.symbol.startswith("rz."):
        return program.address(plan.routine.symbol), program
    if not any(isinstance(source, Constant) for source in plan.sources):
        return function.code.routine, function.code
    text = c_function(plan, "function")  # other plans of the routine may leave out other slots
    name = f"rz.c.{hashlib.sha256(text.encode()).hexdigest()[:12]}"
    code = program.code(plan.routine, name, c_function(plan, name))
    return code.entry, code


def callable_by_ctypes(function: Native) -> Any:
    """The function as ctypes calls it: numbers, and addresses for arrays."""
    recipe = function.plan.routine.recipe
    if isinstance(recipe, Primal) and recipe.glue:
        raise error(
            "RZ012",
            f"'{function.name}' takes containers of C++, which ctypes does not have",
            notes=(str(function.signature),),
            helps=("call the function itself, with arrays",),
        )
    result = function.plan.routine.result
    returned = None if result == "void" else _CTYPES[result]
    types = (_CTYPES[type] for type, _ in _taken(function.plan))
    pointer = ctypes.CFUNCTYPE(returned, *types)(function.address)
    pointer.function = function  # type: ignore[attr-defined]  # keeps the code while it is held
    return pointer


def _taken(plan: Plan) -> list[tuple[str, int]]:
    """Types and numbers of the slots whose values come from the caller."""
    slots = zip(plan.routine.slots, plan.sources, strict=True)
    return [(type, k) for k, (type, source) in enumerate(slots) if not isinstance(source, Constant)]


def c_function(plan: Plan, name: str, returned: int | None = None) -> str:
    """The function for C, in IR: the routine with its constants put in. What it leaves in the
    memory of the slot `returned`, a number, the function returns."""
    routine = plan.routine
    lines, arguments = [], []
    number = "void"
    if returned is not None:
        number = "double" if getattr(plan.source_type(returned), "size", 8) == 8 else "float"
        lines.append(f"  %a{returned} = alloca {number}")
        lines.append(f"  store {number} 0.0, ptr %a{returned}")
    for k, (type, source) in enumerate(zip(routine.slots, plan.sources, strict=True)):
        value = f"%a{k}"
        if isinstance(source, Constant):
            lines.append(constant(value, type, source.value))
        arguments.append(f"{extended(type)} {value}")
    head = ", ".join(f"{extended(type)} %a{k}" for type, k in _taken(plan) if k != returned)
    call = f"call {routine.result} @{routine.quoted}({', '.join(arguments)})"
    lines += [f"  {call}", "  ret void"]
    if routine.result != "void":
        lines[-2:] = [f"  %r = {call}", f"  ret {routine.result} %r"]
    elif returned is not None:
        lines[-1:] = [f"  %r = load {number}, ptr %a{returned}", f"  ret {number} %r"]
    body = "\n".join(lines)
    result = number if returned is not None else routine.result
    return f"define {result} @{name}({head}) {{\n{body}\n}}\n"
