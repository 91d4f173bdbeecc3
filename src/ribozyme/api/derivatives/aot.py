"""Derivatives as files: a function of plain C parameters in a module, object or library of its own.

    double loss(const double *x, int n)  →  void loss_grad(const double *x, double *x_bar, int n)

Nothing is borrowed here: the program and the run time of derivatives are inside, everything but the
one function is internal. So nobody else can set its variables, and the value of one that is an
input comes in a parameter:

    double g;  double f(double x) { return g * x; }   by @g  →  double f_grad(double x, double g)
"""

import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, final

from ribozyme.api.calling.call_plan import Left, Output, Plan, Returned, Room
from ribozyme.api.calling.with_variables import opened
from ribozyme.api.derivatives.differentiate import Choice, choose, forward, reverse
from ribozyme.api.programs.functions import Function
from ribozyme.api.programs.program import Program
from ribozyme.api.programs.standalone import standalone
from ribozyme.api.signatures.ctype import Number
from ribozyme.base.options import current
from ribozyme.base.record import dataclass


@final
@dataclass(frozen=True, slots=True)
class Derivative:
    """What is to be written: a plan in a program, and the name it has in C."""

    program: Program
    plan: Plan
    name: str
    mode: str
    by: tuple[str, ...] = ()  # by which inputs
    labels: Mapping[Output, str] = MappingProxyType({})  # the results' names in C
    described: Mapping[Output, str] = MappingProxyType({})  # and what they are
    returned: int | None = None  # the slot whose number is returned to C, if it is one in memory

    @property
    def returns(self) -> str:
        """The type in IR of that number."""
        if self.returned is None:
            return ""
        type = self.plan.source_type(self.returned)
        assert isinstance(type, Number)
        return "double" if type.size == 8 else "float"

    @classmethod
    def chosen(
        cls,
        f: Function,
        mode: str,
        wrt: object,
        of: object,
        options: dict[str, Any],
        value: bool = False,
    ) -> "Derivative":
        how = current().replace(**options)
        f = opened(f, wrt)
        choice = choose(f.plan, wrt, of)
        if mode == "forward":
            plan = forward(f.plan, choice, how)
        else:
            seeded = len(choice.of) > 1 or not isinstance(choice.of[0], Returned)
            value = value and not seeded  # arrays hold their values afterwards
            plan = reverse(f.plan, choice, how, value=value, seeded=seeded)
        suffix = {"reverse": "_value_and_grad" if value else "_grad", "forward": "_dot"}[mode]
        name = re.sub(r"\W+", "_", f.name) + suffix
        by = tuple(f.plan.inputs[n].name for n in choice.wrt)
        told = _told(f.plan, choice, mode, value)
        labels = {o: label for o, (label, _) in zip(plan.outputs, told, strict=True)}
        described = {o: text for o, (_, text) in zip(plan.outputs, told, strict=True)}
        returned = _returned(plan) if value else None
        return cls(f.program.under(how), plan, name, mode, by, labels, described, returned)


def _told(plan: Plan, choice: Choice, mode: str, value: bool) -> list[tuple[str, str]]:
    """For each result of a derivative, its name in C, and what it is."""
    values, tangents = [], []
    for k, output in enumerate(choice.of):
        name = "value" if isinstance(output, Returned) else f"value{k}" if k else "value"
        what = f"the value of {plan.name}" if isinstance(output, Returned) else "an output"
        values.append((name, what))
        tangents.append((f"{name}_dot", f"the tangent of {what.removeprefix('the ')}"))
    if mode == "forward":
        return [*values, *tangents]
    names = [plan.inputs[n].name for n in choice.wrt]
    slopes = [(f"{name}_bar", f"the derivative by {name}") for name in names]
    return [*(values if value else []), *slopes]


def _returned(plan: Plan) -> int | None:
    """The slot of the value, if the routine returns nothing and leaves a number there."""
    first = plan.outputs[0]
    if plan.routine.result != "void" or not isinstance(first, Left):
        return None
    source = plan.sources[first.slot]
    if isinstance(source, Room) and isinstance(source.type, Number) and source.type.is_float:
        return first.slot
    return None


def module(wanted: Derivative) -> str:
    """The optimised module with nothing visible but the derivative."""
    return standalone(wanted.program, wanted.plan, wanted.name, wanted.returned)


def text(wanted: Derivative, kind: Literal["ll", "asm"]) -> str:
    """The derivative as LLVM IR or assembly."""
    from ribozyme.backend.target import emit_assembly

    made = module(wanted)
    return made if kind == "ll" else emit_assembly(made)


def image(wanted: Derivative) -> bytes:
    """The derivative as an object for a system linker."""
    from ribozyme.backend import llvm
    from ribozyme.backend.passes import startup
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


def package(wanted: Derivative, place: Path) -> str:
    """What pkg-config reads about a shared library in the folder where it lies."""
    stem = place.stem
    linked = f"-l{stem[3:]}" if stem.startswith("lib") else f"-l:{place.name}"
    return (
        "prefix=${pcfiledir}\n\n"
        f"Name: {stem}\n"
        f"Description: {wanted.name}, a derivative of {wanted.plan.signature.name}\n"
        "Version: 0\n"
        f"Libs: -L${{prefix}} -Wl,-rpath,${{prefix}} {linked}\n"
        "Cflags: -I${prefix}\n"
    )
