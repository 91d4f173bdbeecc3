"""A solver's rule, tried where it is registered: `rz.rule(f, implicit=residual, …, at=(args…))`.

The solver runs at the arguments. A residual that is not small ends that with RZ610; the derivatives
by the rule in both modes are compared with each other and with differences of the solver.
"""

from collections.abc import Sequence
from typing import Any

from ribozyme.api.checking.check import check
from ribozyme.api.custom.implicitrules import Implicit
from ribozyme.api.programs.functions import Function
from ribozyme.base.errors import error


def tried(f: Function, rule: Implicit, at: Sequence[Any]) -> None:
    """Raise RZ213 where the rule is not the derivative of the solver at some arguments.

    Differences by the entries of a symmetric matrix would leave the symmetric ones.
    """
    numbers = () if rule.symmetric else rule.parameters
    kinds = rule.kinds
    wrt = [name for name in numbers if kinds[name] in ("number", "array")]
    if rule.right is not None and rule.right not in wrt:
        wrt.append(rule.right)
    report = check(f, *at, wrt=tuple(wrt), of="return" if rule.returns else rule.solution)
    if not report:
        raise error(
            "RZ213",
            f"the rule of '{f.name}' is wrong at the given point",
            notes=tuple(f"{one.name}: {one.text}" for one in report.failed),
        )
