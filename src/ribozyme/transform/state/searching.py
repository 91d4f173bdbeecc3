"""Shadows of the results of search functions such as `bsearch` and `strchr`: the same offset in the
shadow array.

q = bsearch(k, p, …)   →   q.sh = q ? p.sh + (q - p) : NULL
q = strchr(p, …)           so too
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.values import ConstNull, Value
from ribozyme.rules.memory import Searching

if TYPE_CHECKING:
    from ribozyme.transform.emit.body import Body


def shadow_found(s: Body, call: Call | Invoke, spec: Searching) -> None:
    """The shadow of what was found, once the call was made."""
    if call.result is not None and s.facts.pointers(call.result):
        s.shadows[call.result.id, 0] = inside(s, call, spec.base)


def inside(s: Body, call: Call | Invoke, index: int) -> list[Value]:
    """The shadows of an address, or of none, inside of what an argument points to."""
    assert call.result is not None
    b, null = s.b, ConstNull(ty.PTR)
    result, base = s.value(call.result), s.value(call.args[index])
    distance = b.sub(b.cast("ptrtoint", result, ty.I64), b.cast("ptrtoint", base, ty.I64))
    none = b.icmp("eq", result, null)
    return [
        b.select(none, null, b.gep(ty.I8, shadow, (distance,)))
        for shadow in s.shadow(call.args[index])
    ]
