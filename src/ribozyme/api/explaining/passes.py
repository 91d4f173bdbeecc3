"""What the passes before a derivative change in a program, pass by pass, as differences of its IR.

    structs by value
      nothing
    wrong types
      @swap
      -  %t = load i64, ptr %p, align 8, !tbaa !5
      +  %t = load i64, ptr %p, align 8

The passes are those of `transform.prepare` and the steps of `transform.refine`. Before them the
module has been optimised, and its control flow made reducible. Reductions of parallel regions,
calls of the run time before, are shown first, as they are then (`reductions`).
"""

import re
from collections.abc import Iterator
from difflib import unified_diff
from typing import TYPE_CHECKING, Any, Final, final

from ribozyme.api.calling.routine import Derived
from ribozyme.api.calling.with_variables import opened
from ribozyme.api.derivatives.differentiate import choose, reverse
from ribozyme.api.programs.functions import Function
from ribozyme.base.options import current
from ribozyme.base.record import dataclass, replace

if TYPE_CHECKING:
    from ribozyme.ir import module

_AROUND: Final = 1
"""Instructions shown around those that changed."""
_DEBUG: Final = re.compile(r",? !dbg !\d+")


@final
@dataclass(frozen=True, slots=True)
class Pass:
    """A pass and the lines of what it changed; none if it changed nothing."""

    name: str
    changes: tuple[str, ...]

    def __str__(self) -> str:
        said = self.changes or ("nothing",)
        return "\n".join([self.name, *(f"  {line}".rstrip() for line in said)])


def passes(f: Function, wrt: object = None, of: object = None, **options: Any) -> tuple[Pass, ...]:
    """The passes that run before the gradient of `f` is planned, in order."""
    from ribozyme.api.explaining.reductions import reductions
    from ribozyme.api.programs.derivations import prepared

    how = current().replace(**options) if options else current()
    f = opened(f, wrt)
    recipe = reverse(f.plan, choose(f.plan, wrt, of), how, value=False, seeded=True).routine.recipe
    assert isinstance(recipe, Derived)
    before, steps, reached = prepared(f.program.under(how).text(recipe.of), recipe)
    combined = tuple(reductions(before, reached))
    found = [Pass("reductions of parallel regions", combined)] if combined else []
    for name, after in steps:
        found.append(Pass(name, tuple(_changes(before, after, reached))))
        before = after
    return tuple(found)


def _changes(
    before: "module.Module", after: "module.Module", reached: frozenset[str]
) -> Iterator[str]:
    """The differences of the functions of two modules that a derivative reaches."""
    for name, function in after.functions.items():
        old = before.functions.get(name)
        if old is function or name not in reached:
            continue
        if old is None:
            yield f"@{name} is new: {sum(1 for _ in function.instrs())} instructions"
            continue
        lines = unified_diff(_text(old), _text(function), n=_AROUND, lineterm="")
        shown = [line for line in lines if not line.startswith(("---", "+++", "@@"))]
        if shown:
            yield from (f"@{name}", *shown)


def _text(function: "module.Function") -> list[str]:
    """The lines of a function without debug information; a value without a name has its number,
    which no pass changes."""
    from ribozyme.ir.printer import print_function

    names = [name or f"v{number}" for number, name in enumerate(function.names)]
    lines = print_function(replace(function, names=names)).splitlines()
    return [_DEBUG.sub("", line) for line in lines if not line.lstrip().startswith("#dbg_")]
