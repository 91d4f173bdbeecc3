"""`qsort` in forward mode: elements are sorted together with their tangents.

Each element is copied beside its shadows into one wider element; the comparison looks at the
beginning, which is the primal's; then all of it is copied back. So whatever the order of equal
elements is, memory and shadow agree on it.

    qsort(p, n, 8, less)   →   [p[i], p.sh[i]]…;  qsort(them, n, 16, less);  back to p and p.sh
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ribozyme.ir.build import i64
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.values import Value
from ribozyme.rules.memory import Sorting
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.emit import bulk

if TYPE_CHECKING:
    from ribozyme.transform.forward.mode import ForwardMode


def sort(f: ForwardMode, index: int, call: Call | Invoke, spec: Sorting) -> None:
    """A sort of elements with their shadows."""
    b = f.b
    base = call.args[spec.base]
    if not f.facts.shadowed(base):
        f.repeat(index, call)
        return
    if f.facts.mixed(base):
        raise refusal(f.facts, call, "RZ407", "what is sorted here may be inactive at run time")
    count, size = (bulk.wide(b, f.value(call.args[at])) for at in (spec.count, spec.size))
    parts = [f.value(base), *f.shadow(base)]
    whole = b.mul(size, i64(len(parts)))
    together = bulk.scratch(f.emission, b, b.mul(count, whole))
    _each(f, parts, together, count, size, whole, back=False)
    args = [f.value(arg) for arg in call.args]
    args[spec.base] = together
    args[spec.size] = whole
    f.again(index, call, args)
    _each(f, parts, together, count, size, whole, back=True)
    bulk.free(b, together)


def _each(
    f: ForwardMode,
    parts: list[Value],
    together: Value,
    count: Value,
    size: Value,
    whole: Value,
    *,
    back: bool,
) -> None:
    """Copy all elements into the wider ones, or back."""
    b = f.b

    def element(i: Value) -> None:
        for number, part in enumerate(parts):
            apart = b.offset(part, b.mul(i, size))
            inside = b.offset(together, b.add(b.mul(i, whole), b.mul(size, i64(number))))
            to, source = (apart, inside) if back else (inside, apart)
            bulk.copy(f.emission, b, to, source, size)

    bulk.each(b, count, element)
