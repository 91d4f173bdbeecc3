"""What a search returns has its shadow at the same place of the shadow array, in every mode.

q = bsearch(k, p, …)   →   q.sh = q ? p.sh + (q - p) : NULL
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.values import ConstNull
from ribozyme.rules.memory import Searching

if TYPE_CHECKING:
    from ribozyme.transform.body import Body


def shadow_found(s: Body, call: Call | Invoke, spec: Searching) -> None:
    """The shadow of what was found, once the call was made."""
    if call.result is None or not s.facts.pointers(call.result):
        return
    b, null = s.b, ConstNull(ty.PTR)
    result, base = s.value(call.result), s.value(call.args[spec.base])
    distance = b.sub(b.cast("ptrtoint", result, ty.I64), b.cast("ptrtoint", base, ty.I64))
    none = b.icmp("eq", result, null)
    s.shadows[call.result.id, 0] = [
        b.select(none, null, b.gep(ty.I8, shadow, (distance,)))
        for shadow in s.shadow(call.args[spec.base])
    ]
