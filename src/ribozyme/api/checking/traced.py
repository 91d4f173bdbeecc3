"""Where a function crashes: it runs again as code that notes its line before each step that may
fault.

      store volatile i32 41, ptr @rz.fault.line     ; the number of its debug location
      %7 = load double, ptr %6, align 8, !dbg !41

The code is that of the function and of all it calls, not optimised any further; the variables are
those of the program.
"""

import ctypes
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ribozyme.base.errors import Error, error
from ribozyme.base.source import Span

if TYPE_CHECKING:
    from ribozyme.api.programs.functions import Function
    from ribozyme.api.programs.program import Code
    from ribozyme.backend.runtime.faults import Fault

_LINE: Final = "rz.fault.line"
_WAYS_OUT: Final = (
    "see that each array is as long as the function takes it to be",
    "see that each pointer leads where the function takes it to lead",
)
_STACK: Final = (
    "raise the limit with `ulimit -s`, or keep long arrays on the heap",
    "see that the recursion ends",
)
_STEP: Final = re.compile(
    r"^(?=  (?:%\S+ = )?(?:(?:tail |musttail |notail )?call |invoke |(?:atomic)?(?:load|store) "
    r"|[su](?:div|rem) |cmpxchg |atomicrmw |unreachable))(?=[^\n]*!dbg !(\d+))",
    re.M,
)


def survived(f: "Function", values: Sequence[Any]) -> None:
    """Run a function once, on the values themselves; RZ607 with its line if it crashes."""
    from ribozyme.api.calling.call import evaluated
    from ribozyme.api.calling.variables import alone
    from ribozyme.api.derivatives.by_choice import copied
    from ribozyme.backend.runtime import faults

    again = [copied(value) for value in values]
    _within(f, again)
    try:
        with alone(f.program, f.plan):
            evaluated(f.plan, f.code, values, enter=faults.call)
    except faults.Fault as fault:
        raise crash(f, fault, again) from None


def _within(f: "Function", values: Sequence[Any]) -> None:
    """Run it with fences behind copies of its arrays; RZ607 if it reaches over an end.

    Another fault is nothing new: aligned arrays may be wanted, and these need not be.
    """
    from ribozyme.api.calling.call import evaluated
    from ribozyme.api.calling.variables import alone
    from ribozyme.backend.runtime import faults
    from ribozyme.backend.runtime.fences import Fenced

    fences = {n: Fenced(value) for n, value in enumerate(values) if _is_row(value)}
    fenced = [fences[n].array if n in fences else value for n, value in enumerate(values)]
    try:
        with alone(f.program, f.plan):
            evaluated(f.plan, f.code, fenced, enter=faults.call)
    except faults.Fault as fault:
        for n, fence in fences.items():
            if (row := fence.row_at(fault.address)) is not None:
                fence.array[...] = values[n]
                raise _over_end(f, f.plan.inputs[n].name, row, len(fence.array), fenced) from None
    finally:
        for fence in fences.values():
            fence.close()


def _is_row(value: Any) -> bool:
    return (
        type(value) is np.ndarray and value.ndim > 0 and value.size > 0 and value.flags.c_contiguous
    )


def _over_end(f: "Function", name: str, row: int, count: int, values: Sequence[Any]) -> Error:
    return error(
        "RZ607",
        f"'{f.name}' reaches for {name}[{row}], and '{name}' has {count} elements",
        span=_line(f, values),
        function=f.name,
        notes=(str(f.signature),),
        helps=(_WAYS_OUT[0],),
    )


def crash(
    f: "Function", fault: "Fault", values: Sequence[Any], helps: tuple[str, ...] = ()
) -> Error:
    """The error for a fault of a function at some values; these are changed."""
    does = "crashes" if fault.ended is None else "would end the process"
    return error(
        "RZ607",
        f"'{f.name}' {does}: {fault.what}",
        span=_line(f, values),
        function=f.name,
        notes=(str(f.signature),),
        helps=helps or _ways_out(fault),
    )


def _ways_out(fault: "Fault") -> tuple[str, ...]:
    if fault.is_of_stack:
        return _STACK
    return _WAYS_OUT if fault.is_of_memory else ()


def _line(f: "Function", values: Sequence[Any]) -> Span | None:
    """The line at which a function crashes at some values, if it does so again."""
    from ribozyme.api.calling.call import evaluated
    from ribozyme.api.calling.variables import alone
    from ribozyme.backend.runtime import faults
    from ribozyme.ir.debug import place
    from ribozyme.parse import parse_module

    try:
        text = _STEP.sub(
            rf"  store volatile i32 \1, ptr @{_LINE}, align 4\n",
            module(f, f"@{_LINE} = global i32 0\n"),
        )
        noting, address = code(f, text)
        with alone(f.program, f.plan):
            evaluated(f.plan, noting, values, enter=faults.call)
    except faults.Fault:
        number = ctypes.c_int.from_address(address(_LINE)).value
        return place(parse_module(text), number)
    except Error:
        return None
    return None


def code(f: "Function", text: str) -> "tuple[Code, Callable[[str], int]]":
    """The code of a module that was made by `module`, and changed; where its symbols are."""
    from ribozyme.api.calling.routine import body_name
    from ribozyme.api.programs.program import Code
    from ribozyme.backend import jit
    from ribozyme.backend.target import emit_object

    own = f.program.owner
    image = emit_object(text, isolated=f.program.is_foreign)
    known = {name: own.address(name) for name in _wanted(image) & own.defined}
    library = jit.load(image, symbols=known, libraries=own.needed, absent=_leave)
    body, guard = library.address(body_name(f.plan.routine)), library.address("rz.guard")
    return Code(0, body, guard, 0, library), library.address


def _leave(_: list[str]) -> None:
    """What no function defines is reached by none that can be called."""


def _wanted(image: bytes) -> frozenset[str]:
    from ribozyme.base import elf

    found = elf.symbols(image)
    return found.undefined | found.optional


def module(f: "Function", more: str) -> str:
    """The module of a function and of all it calls, with more in it, as text of LLVM's."""
    from ribozyme.api.calling.routine import body_name
    from ribozyme.api.calling.wrappers import body_text
    from ribozyme.api.signatures import linkage
    from ribozyme.backend import llvm
    from ribozyme.backend.passes import startup
    from ribozyme.backend.runtime import arena

    routine = f.plan.routine
    found = f"{f.program.text(routine)}\n{body_text(routine)}"
    found = linkage.borrowing(
        llvm.to_text(found, "<generated>"), f.program.defined, functions=False
    )
    found = linkage.internal(found, {body_name(routine)})
    found = startup.for_loading(arena.linked(found))
    return llvm.to_text(f"{found}\n{more}", "<generated>")
