"""Global variables as inputs: what `wrt="@g"` names.

A function that reads a variable is given it as one input more. What stands in the variable when the
call begins is read then and handed over; the function around the primal puts it back where it came
from, which changes nothing, and makes the derivative by the variable that by a parameter:

    double g;  double f(double x) { return g * x; }
    →  double f'(double x, double v) { g = v; return f(x); }      (x, v) is differentiated

Invariants: the user passes no value for a variable, and gets none into it. Calls of what has such
inputs are one at a time in a program: the variable, and its shadow inside the derivative, are one.
"""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ribozyme.api.calling.call_plan import Plan
from ribozyme.api.signatures.ctype import Array, Struct, size_of
from ribozyme.api.signatures.signature import Variable
from ribozyme.base.errors import Error, error

if TYPE_CHECKING:
    from ribozyme.api.programs.program import Program


def is_variable(name: object) -> bool:
    """Whether an entry of `wrt` names a variable."""
    return isinstance(name, str) and name.startswith("@")


def named(program: "Program", name: str) -> Variable:
    """The variable that `"@g"` means; raises where there is none, or it is no input."""
    plain, known = name[1:], program.variables
    ways = (
        [v for v in known if v.name == plain or v.symbol == plain],
        [v for v in known if v.name.rpartition("::")[2] == plain],
        [v for v in known if v.name.lower() == plain.lower()],
    )
    found = next(filter(None, ways), [])
    if not found:
        raise _unknown(name, [v.name for v in known if not v.obstacle])
    if len(found) > 1:
        helps = tuple(f'wrt="@{v.symbol}"' for v in found)
        raise error("RZ005", f"'{name}' means {len(found)} variables", helps=helps)
    variable = found[0]
    if variable.obstacle:
        raise error(
            "RZ010", f"'{name}' is no input: {variable.obstacle}",
            helps=("make it a parameter, or a variable that is neither static nor const",),
        )  # fmt: skip
    return variable


def _unknown(name: str, known: list[str]) -> Error:
    from difflib import get_close_matches

    near = get_close_matches(name[1:], known, 1)
    helps = (f"did you mean '@{near[0]}'?",) if near else ()
    listed = ", ".join(f"@{n}" for n in known[:12])
    notes = (f"it has: {listed}" if known else "it has none that a derivative can be taken by",)
    return error("RZ013", f"the library has no variable '{name}'", notes=notes, helps=helps)


# ---- what stands in them -------------------------------------------------------------------------


def held(program: "Program", variable: Variable) -> Any:
    """A copy of what a variable holds: a number, an array, or a struct in memory of its own."""
    import numpy as np

    from ribozyme.api.calling.native_memory import Record, dtype_of

    type, layouts = variable.type, variable.layouts
    size = size_of(type, layouts)
    raw = ctypes.string_at(program.address(variable.symbol) + variable.offset, size)
    if isinstance(type, Struct):
        made = Record.zeroed(type, layouts)
        ctypes.memmove(made.word, raw, size)  # whole: bit fields and padding included
        return made
    if isinstance(type, Array):
        element = dtype_of(type.of, layouts)
        return np.frombuffer(raw, element).reshape(type.counts).copy()
    return np.frombuffer(raw, dtype_of(type, layouts))[0].item()


@contextmanager
def alone(program: "Program", plan: Plan) -> Iterator[None]:
    """One call at a time, of those that have variables as inputs."""
    if not plan.has_variables:
        yield
        return
    with program.owner.alone:
        if program.owner.inside:
            raise error(
                "RZ604",
                "a derivative by a variable was called while another one of the program ran",
                helps=("do not call it from a callback of the function it is of",),
            )
        program.owner.inside = True
        try:
            yield
        finally:
            program.owner.inside = False
