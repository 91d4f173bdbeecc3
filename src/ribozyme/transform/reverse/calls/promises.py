"""Which parameter attributes of the primal, such as `noalias`, the reverse half may keep.

    void f(double *restrict x) { … x[0] … x[j] … }       j overwritten: the tape keeps &x.sh[j]
    f.rev(ptr %x, ptr %x.sh, …)                          x.sh[0] and *kept meet: no `noalias`

`noalias` speaks of accesses by pointers that are *based on* the parameter. In a function of both
sweeps a pointer that went through the tape still is; in a reverse half it comes from nowhere.
"""

from __future__ import annotations

from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.interface import Interface
from ribozyme.transform.reverse.plan.plan import Plan


def remembered(made: Plan) -> int:
    """The objects that the reverse half may reach by pointers out of memory, as a bit set.

    It finds them on the tape, where the forward half kept them, and in the shadows of memory that
    pointers were stored to: here they are not based on the parameters they once were based on.
    """
    facts = made.facts
    points, own = facts.whole.pointsto, facts.function
    found = 0
    for node in made.slots:
        if node.kind in ("shadow", "value") and facts.pointer_parts(own.handle(node.id)):
            found |= points.mask(own, own.handle(node.id))
    for object in points.objects:
        found |= points.holds(object)
    return found


def promise(
    facts: FunctionFacts, interface: Interface, b: FunctionBuilder, reached: int = 0
) -> None:
    """What the primal promises of its parameters holds for them here, `noalias` for shadows too,
    except of what is `reached` by other ways."""
    at, points = 0, facts.whole.pointsto
    for param, shape in zip(facts.function.params, interface.params, strict=True):
        known = points.aliases(points.mask(facts.function, param.local)) & reached
        # a shadow may be the primal itself at run time
        apart = not known and not facts.mixed(param.local)
        names = ("noalias", "align") if apart else ("align",)
        kept = tuple(attr for attr in param.attrs if attr.name in names)
        lanes = len(shape.pointers) * interface.width
        for place in range(at, at + 1 + (lanes if ty.is_pointer(shape.type) else 0)):
            b.param_attrs[place] = kept
        at += 1 + lanes
