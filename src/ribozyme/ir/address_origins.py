"""What an address is made of, in its function.

%p = getelementptr double, ptr %a, i64 %i
%q = phi ptr [ %p, %one ], [ %b, %other ]      the origins of %q are %a and %b
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ribozyme.ir.instrs import Cast, Freeze, Gep, Instr, Phi, Select
from ribozyme.ir.module import Function
from ribozyme.ir.values import Value


def made_of(instr: Instr) -> Iterable[Value] | None:
    """The addresses that the result of an instruction is made of; None where it is an origin."""
    match instr:
        case Gep(base=base):
            return (base,)
        case Cast(op="bitcast" | "addrspacecast", value=value) | Freeze(value=value):
            return (value,)
        case Phi(incoming=incoming):
            return (value for value, _ in incoming)
        case Select(then=then, otherwise=otherwise):
            return then, otherwise
        case _:
            return None


def through_integers(instr: Instr) -> Iterable[Value] | None:
    """The same, for addresses that are integers in between."""
    match instr:
        case Cast(op="ptrtoint" | "inttoptr", value=value):
            return (value,)
        case _:
            return made_of(instr)


def origins(
    function: Function,
    address: Value,
    made_of: Callable[[Instr], Iterable[Value] | None] = made_of,
) -> Iterator[Value]:
    """The values that an address is made of, and that `made_of` says are made of no other."""
    work, seen = [address], {address}
    while work:
        value = work.pop()
        made = function.definition(value)
        parts = None if made is None else made_of(made)
        if parts is None:
            yield value
            continue
        for part in parts:
            if part not in seen:
                seen.add(part)
                work.append(part)
