"""What a gradient that ran out of memory would have kept: how much, and the line that keeps most.

error[RZ603]: the tape does not fit into memory
  --> model.c:5:13 in 'f'
  |
5 |         x = sin(x);
  |             ^ x: 8 bytes × n, in a block
  = it takes about 800 kB, 800 kB of them for this line
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from ribozyme.api.calling.arguments import arranged
from ribozyme.api.calling.call_plan import Plan
from ribozyme.api.calling.routine import Derived
from ribozyme.api.explaining.weights import described, size, unknown, weighed
from ribozyme.api.programs.program import Program
from ribozyme.base.errors import Error, error
from ribozyme.base.record import replaced
from ribozyme.transform.reverse.plan.predicted import UNKNOWN
from ribozyme.transform.reverse.plan.report import Kept, Report


def told(
    program: Program, plan: Plan, problem: Error, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> Error:
    """The exception with what the plan of the gradient says of this call; as it is if there is no
    plan to ask."""
    recipe = plan.routine.recipe
    if not isinstance(recipe, Derived) or recipe.mode != "reverse" or plan.routine.order > 1:
        return problem
    from ribozyme.api.programs import texts
    from ribozyme.api.programs.derivations import plans
    from ribozyme.transform.reverse.plan.report import report

    with suppress(Error):
        given = {name: value for name, value in kwargs.items() if name != "out"}
        values = arranged(program, plan, args, given)
        sizes = {
            one.name: int(value)
            for one, value in zip(plan.inputs, values, strict=True)
            if isinstance(value, int)
        }
        source = program.under(recipe.options)
        whole = replaced(recipe, options=recipe.options.replace(memory=None))
        found = plans(texts.differentiated_text(source, whole), whole)
        return _explained(problem, tuple(report(one, sizes) for one in found))
    return problem


def _explained(problem: Error, reports: tuple[Report, ...]) -> Error:
    lines: dict[tuple[str, int], list[tuple[float, Kept, Report]]] = {}
    for owner, kept, bytes in weighed(reports):
        span = kept.span or owner.span
        if span is not None:
            lines.setdefault((span.file, span.line), []).append((bytes, kept, owner))
    weights = {line: sum(bytes for bytes, _, _ in found) for line, found in lines.items()}
    heaviest = max(weights, key=weights.__getitem__, default=None)
    if heaviest is None or not weights[heaviest]:
        return problem
    _, kept, owner = max(lines[heaviest], key=lambda one: one[0])
    names = ", ".join(unknown(reports))
    without = f", with {names} taken as {UNKNOWN}" if names else ""
    total = round(sum(bytes for _, _, bytes in weighed(reports)))
    all, most = size(total), size(round(weights[heaviest]))
    said = f"all of it takes about {all}{without}; this line keeps most, {most}"
    return error(
        problem.code,
        problem.diagnostic.message,
        span=kept.span or owner.span,
        function=owner.function,
        label=f"keeps {described(kept)}",
        notes=(*problem.diagnostic.notes, said),
        helps=problem.fixes,
    )
