"""`inspect.signature` of functions: the parameters of the source.

    double f(const double *x, int n)        inspect.signature(rz.grad(f))        (x, n)

A name that Python does not take for a parameter, or an empty one, is `arg0`, and can be given by
its position alone; so can those before it.
"""

from collections.abc import Sequence
from keyword import iskeyword
from typing import TYPE_CHECKING, Protocol, final

from ribozyme.api.calling.call_plan import Plan

if TYPE_CHECKING:
    from inspect import Signature


class Planned(Protocol):
    """What has the parameters of a plan."""

    @property
    def plan(self) -> Plan: ...


@final
class Parameters:
    """The attribute `__signature__` of objects; their class has none of its own."""

    def __get__(self, of: Planned | None, owner: object = None) -> "Signature":
        if of is None:
            raise AttributeError("__signature__")
        return signature(of.plan)


def signature(plan: Plan) -> "Signature":
    """What the user passes, in order."""
    from inspect import Parameter, Signature

    names = [given.name for given in plan.inputs if given.variable is None]
    bare = [n for n, name in enumerate(names) if not name.isidentifier() or iskeyword(name)]
    named = bare[-1] + 1 if bare else 0  # from here on
    kinds = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    shown = [_free(f"arg{n}", names) if n in bare else name for n, name in enumerate(names)]
    return Signature([Parameter(name, kinds[n >= named]) for n, name in enumerate(shown)])


def _free(name: str, taken: Sequence[str]) -> str:
    return name if name not in taken else _free(f"{name}_", taken)
