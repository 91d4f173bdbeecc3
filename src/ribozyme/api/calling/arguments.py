"""Arguments by position and name, in the order of a plan's inputs; variables as they are now."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ribozyme.api.calling.call_plan import Plan
from ribozyme.base.errors import Error, error
from ribozyme.base.record import replaced

if TYPE_CHECKING:
    from ribozyme.api.programs.program import Program


def arranged(
    program: "Program | None", plan: Plan, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> list[Any]:
    """A value for every input, in order: what the user passes, and what variables hold."""
    if program is not None and plan.has_variables:
        return _with_variables(program, plan, args, kwargs)
    return _arranged(plan, args, kwargs)


def _with_variables(
    program: "Program", plan: Plan, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> list[Any]:
    from ribozyme.api.calling.variables import held

    given = replaced(plan, inputs=tuple(i for i in plan.inputs if i.variable is None))
    passed = iter(_arranged(given, args, kwargs))
    return [next(passed) if i.variable is None else held(program, i.variable) for i in plan.inputs]


def _arranged(plan: Plan, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any]:
    names = [given.name for given in plan.inputs]
    if len(args) > len(names):
        raise _unfit(plan, f"takes {_arguments(len(names))}, it got {len(args)}")
    values = dict(zip(names, args, strict=False))
    for name, value in kwargs.items():
        if name not in names:
            from difflib import get_close_matches

            near = get_close_matches(name, names, 1)
            hint = (f"did you mean '{near[0]}'?",) if near else ()
            raise _unfit(plan, f"has no parameter '{name}'", *hint)
        if name in values:
            raise _unfit(plan, f"got two values for '{name}'")
        values[name] = value
    missing = [name for name in names if name not in values]
    if missing:
        listed = ", ".join(f"'{name}'" for name in missing)
        raise _unfit(plan, f"takes {_arguments(len(names))}; it lacks {listed}")
    return [values[name] for name in names]


def _arguments(count: int) -> str:
    return f"{count} argument{'' if count == 1 else 's'}" if count else "no arguments"


def _unfit(plan: Plan, what: str, *helps: str) -> Error:
    return error("RZ011", f"'{plan.name}' {what}", notes=(str(plan.signature),), helps=helps)
