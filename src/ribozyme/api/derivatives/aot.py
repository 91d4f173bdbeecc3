"""Derivatives as files: a function of plain C parameters in a module, object or library of its own.

    double loss(const double *x, int n)  →  void loss_grad(const double *x, double *x_bar, int n)

Nothing is borrowed here: the program and the run time of derivatives are inside, everything but the
one function is internal. So nobody else can set its variables, and the value of one that is an
input comes in a parameter:

    double g;  double f(double x) { return g * x; }   by @g  →  double f_grad(double x, double g)
"""

import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, final

from ribozyme.api.calling.globals import opened
from ribozyme.api.calling.plan import (
    Constant,
    Copy,
    Count,
    Fresh,
    Given,
    Plan,
    Returned,
    Room,
    Seed,
)
from ribozyme.api.calling.pointer import c_function
from ribozyme.api.derivatives.differentiate import choose, forward, reverse
from ribozyme.api.programs.functions import Function
from ribozyme.api.programs.program import Program
from ribozyme.api.programs.progress import progress
from ribozyme.api.programs.texts import merged_support
from ribozyme.api.signatures import linkage
from ribozyme.api.signatures.ctype import Number, Pointer, Struct, declared, spelled
from ribozyme.base.options import current

_HEADER: Final = """\
/* The derivative of {name}: {signature}
   Made by ribozyme. {what} */
#pragma once
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {{
#endif
{declaration};
#ifdef __cplusplus
}}
#endif
"""
_REVERSE: Final = (
    "Derivatives of arrays are added to those named …_bar; they start as you set them."
)
_FORWARD: Final = "Tangents are in the parameters named …_dot."


@final
@dataclass(frozen=True, slots=True)
class Derivative:
    """What is to be written: a plan in a program, and the name it has in C."""

    program: Program
    plan: Plan
    name: str
    mode: str

    @classmethod
    def chosen(
        cls, f: Function, mode: str, wrt: object, of: object, options: dict[str, Any]
    ) -> "Derivative":
        how = current().replace(**options)
        f = opened(f, wrt)
        choice = choose(f.plan, wrt, of)
        if mode == "forward":
            plan = forward(f.plan, choice, how)
        else:
            seeded = len(choice.of) > 1 or not isinstance(choice.of[0], Returned)
            plan = reverse(f.plan, choice, how, value=False, seeded=seeded)
        name = re.sub(r"\W+", "_", f.name) + ("_grad" if mode == "reverse" else "_dot")
        return cls(f.program.under(how), plan, name, mode)


def module(wanted: Derivative) -> str:
    """The optimised module with nothing visible but the derivative."""
    with progress("compiling the derivative"):
        return _module(wanted)


def _module(wanted: Derivative) -> str:
    from ribozyme.backend import arena, llvm, pipeline
    from ribozyme.backend.relax import relaxed
    from ribozyme.backend.slim import slim

    options = wanted.program.options_of(wanted.plan.routine)
    text = (
        f"{slim(wanted.program.text(wanted.plan.routine))}\n{c_function(wanted.plan, wanted.name)}"
    )
    text = merged_support(llvm.to_text(text))
    text = relaxed(text) if options.fast_math else text
    text = arena.linked(text, cache="module", guard=False, limit=options.memory)
    how = pipeline.After(vector_math=options.vector_math)
    return pipeline.run("after", linkage.alone(llvm.to_text(text), wanted.name), after=how)


def text(wanted: Derivative, kind: Literal["ll", "asm"]) -> str:
    """The derivative as LLVM IR or assembly."""
    from ribozyme.backend.target import emit_assembly

    made = module(wanted)
    return made if kind == "ll" else emit_assembly(made)


def image(wanted: Derivative) -> bytes:
    """The derivative as an object for a system linker."""
    from ribozyme.backend import llvm, startup
    from ribozyme.backend.target import emit_object

    return emit_object(startup.for_linking(llvm.canonical(module(wanted))))


def library(wanted: Derivative, place: Path) -> None:
    """The derivative as a shared library."""
    from ribozyme.backend import link

    with tempfile.TemporaryDirectory(prefix="ribozyme-") as folder:
        made = Path(folder, "derivative.o")
        made.write_bytes(image(wanted))
        threads = _threads(wanted, Path(folder))
        link.linked([made, *threads], place, "shared", ["-lm", *(["-pthread"] if threads else [])])


def _threads(wanted: Derivative, folder: Path) -> list[Path]:
    """The run time of OpenMP as an object, where the program has threads."""
    if not any(module.openmp for module in wanted.program.modules):
        return []
    from ribozyme.frontends import openmpruntime

    made = folder / "openmp.o"
    openmpruntime.compiled(made)
    return [made]


def header(wanted: Derivative) -> str:
    """Its C declaration."""
    parameters = ", ".join(_parameters(wanted))
    result = wanted.plan.routine.result
    returned = _C_TYPES.get(result, "void")
    return _HEADER.format(
        name=wanted.plan.signature.name,
        signature=wanted.plan.signature,
        what=_REVERSE if wanted.mode == "reverse" else _FORWARD,
        declaration=f"{returned} {wanted.name}({parameters or 'void'})",
    )


_C_TYPES: Final = {
    "double": "double", "float": "float", "i64": "int64_t", "i32": "int32_t", "i16": "int16_t",
    "i8": "int8_t", "i1": "_Bool", "x86_fp80": "long double",
}  # fmt: skip


def _names(plan: Plan, mode: str) -> list[str]:
    """A name for each slot of the routine; empty for constants."""
    names: list[str] = []
    mark = "bar" if mode == "reverse" else "dot"
    given = _input_names(plan)
    for source in plan.sources:
        match source:
            case Given(input=n) if _is_value(plan, n):
                names.append(given[n])
            case Given(input=n) | Copy(input=n):
                like = plan.inputs[n].like
                names.append(f"{given[like] if like >= 0 else 'result'}_{mark}")
            case Fresh(input=n) | Seed(input=n):
                names.append(f"{given[n]}_{mark}")
            case Constant():
                names.append("")
            case Count(input=n):
                names.append(f"{given[n]}_count")
            case Room():
                names.append(f"result{sum(name.startswith('result') for name in names)}")
    return names


def _is_value(plan: Plan, n: int) -> bool:
    """Whether an input is a parameter of the function, or a variable's value."""
    one = plan.inputs[n]
    return one.like < 0 and (n < len(plan.signature.parameters) or one.variable is not None)


def _input_names(plan: Plan) -> list[str]:
    """The inputs as C names them: `@ns::g` is ns_g, or ns_g_ where a parameter is called so."""
    names: list[str] = []
    for one in plan.inputs:
        name = one.name if one.variable is None else re.sub(r"\W+", "_", one.variable.name)
        while one.variable is not None and name in (*names, *plan.signature.names):
            name += "_"
        names.append(name)
    return names


def _parameters(wanted: Derivative) -> list[str]:
    plan = wanted.plan
    found = []
    for slot, name in enumerate(_names(plan, wanted.mode)):
        if not name:
            continue
        type = plan.source_type(slot)
        if isinstance(type, Pointer):
            if any(isinstance(part, Struct) for part in (type.to,)):
                found.append(f"void *{name}")
                continue
            source = plan.sources[slot]
            const = type.const and isinstance(source, Given) and _is_value(plan, source.input)
            to = Pointer(type.to, const)
            found.append(declared(to, name))
        elif plan.routine.slots[slot] == "ptr":
            pointee = spelled(type) if isinstance(type, Number) else "void"
            found.append(f"{pointee} *{name}")
        else:
            found.append(f"{_C_TYPES[plan.routine.slots[slot]]} {name}")
    return found
