"""Which seeds may be zero at run time where a partial derivative may be infinite: these are guarded
against 0 · ∞.

`x > 0 ? log(x) * y : 0` arrives as an unconditional log, a product and a select. Where the select
went the other way the product's seed is zero: the log's partial is infinite at x = 0, and y's is
log(x), which is not a number below. Two facts tell which contributions need a guard:

* a seed is *masked* when none of the value's uses surely takes it: every one is a choice, stands
  where control need not come, has no derivative, puts it where perhaps nobody reads it, or is
  masked itself;
* a value *counts* when it surely goes, through sums and products, into memory or the result: were
  it not a number, nor would they be. Only factors that do not count may spoil a masked seed.

    %s = select i1 %c, double %r, double 0.0;  %r = fmul double %l, %y;  %l = log(%x)
                                 →  y.bar += (r.bar == 0 ? 0 : l·r.bar)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final, final

from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Alloca,
    AtomicRMW,
    Call,
    Cast,
    ExtractElement,
    FBinary,
    FNeg,
    Instr,
    Invoke,
    Phi,
    Ret,
    Select,
    Shuffle,
    Store,
)
from ribozyme.ir.values import Local, Value
from ribozyme.rules.expr import Operand
from ribozyme.rules.rule import Rule
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.sites import callee_name

_CHOICES: Final = ("llvm.max", "llvm.min", "fmax", "fmin")
_SUMS: Final = ("llvm.fma.", "llvm.fmuladd.", "llvm.fabs.")

# Whether an instruction, where it is reached, passes on what it is given; ids that do not, so far.
_Passes = Callable[[FunctionFacts, Local, Instr, set[int]], bool]


@final
class Masks:
    """The active locals whose seed is masked, and the locals that do not count."""

    def __init__(self, facts: FunctionFacts) -> None:
        self.facts = facts
        self.seeds = _dropped(facts, facts.active, _takes)

    @cached_property
    def values(self) -> frozenset[int]:
        """The locals that do not count; few functions have a rule that asks."""
        return _dropped(self.facts, _is_number, _counts)

    def risky(
        self, rule: Rule, operand: int, result: Local | None, operands: Sequence[Value]
    ) -> bool:
        """Whether the seed of a result may be zero where the partial is infinite or no number."""
        if result is None or result.id not in self.seeds:
            return False
        return operand in rule.unbounded or any(
            isinstance(value, Local) and value.id in self.values
            for leaf in rule.factors(operand)
            for value in (operands[leaf.index] if isinstance(leaf, Operand) else result,)
        )


def masks(facts: FunctionFacts) -> Masks:
    """Both facts about a function."""
    return Masks(facts)


def _is_number(value: Value) -> bool:
    return isinstance(ty.scalar(value.type), ty.FloatType | ty.StructType | ty.ArrayType)


def _dropped(
    facts: FunctionFacts, wanted: Callable[[Local], bool], passes: _Passes
) -> frozenset[int]:
    """The wanted locals that are not surely passed on; each round takes away what hangs on them."""
    locals = [param.local for param in facts.function.params if wanted(param.local)]
    blocks = {local.id: 0 for local in locals}
    for block in facts.flow.rpo:
        for instr in facts.function.blocks[block].instrs:
            if instr.result is not None and wanted(instr.result):
                locals.append(instr.result)
                blocks[instr.result.id] = block
    locals.reverse()
    found: set[int] = set()
    while True:
        left = [v for v in locals if _is_passed(facts, v, blocks[v.id], wanted, passes, found)]
        if len(left) == len(locals):
            return frozenset(found)
        locals = left


def _is_passed(
    facts: FunctionFacts,
    value: Local,
    home: int,
    wanted: Callable[[Local], bool],
    passes: _Passes,
    found: set[int],
) -> bool:
    """Whether a value is surely passed on; noted when not.

    Some block that control surely comes to passes it on, or every edge out of one does: to a phi,
    or to a block behind it. So does a sum that a loop carries round and hands out at its end.
    """
    flow = facts.flow
    inside: set[int] = set()
    edges: set[tuple[int, int]] = set()
    for at, use in facts.function.uses[value.id]:
        if isinstance(use, Phi):
            if wanted(use.result) and use.result.id not in found:
                edges.update((source, at) for operand, source in use.incoming if operand is value)
        elif passes(facts, value, use, found):
            if at == home or flow.postdominates(at, home):
                return True
            inside.add(at)
    for source in {source for source, _ in edges}:
        if (source == home or flow.postdominates(source, home)) and all(
            (source, target) in edges
            or any(at == target or flow.postdominates(at, target) for at in inside)
            for target in flow.successors[source]
        ):
            return True
    found.add(value.id)
    return False


def _takes(facts: FunctionFacts, value: Local, use: Instr, found: set[int]) -> bool:
    """Whether a use gives the value a seed."""
    match use:
        case Select():
            return _either_way(facts, value, use) and use.result.id not in found
        case ExtractElement() | Shuffle():
            return False  # perhaps not every lane
        case Store() if _is_kept(facts, use):
            return False
        case AtomicRMW(op="fadd" | "fsub"):
            return not _is_kept(facts, use)
        case Call() if (callee_name(use) or "").startswith(_CHOICES):
            return False
        case Call(result=Local() as result) | Invoke(result=Local() as result):
            return result.id not in found if facts.active(result) else _may_store(use)
        case _:
            made = use.result
            return made is None or (facts.active(made) and made.id not in found)


def _either_way(facts: FunctionFacts, value: Local, choice: Select) -> bool:
    """Whether the value is chosen, or its negative: `mirrored ? -x : x`."""
    arms = (choice.then, choice.otherwise)
    return all(arm is value or _negated(facts, arm) is value for arm in arms)


def _negated(facts: FunctionFacts, value: Value) -> Value | None:
    made = facts.function.definition(value)
    return made.value if isinstance(made, FNeg) else None


def _is_kept(facts: FunctionFacts, store: Store | AtomicRMW) -> bool:
    """Whether a variable of the function's own is written: perhaps nobody reads it.

    store double %root, ptr %a; %p = select i1 %c, ptr %a, ptr %b
    """
    return isinstance(facts.function.definition(store.pointer), Alloca)


def _may_store(call: Call | Invoke) -> bool:
    return any(arg.type is ty.PTR for arg in call.args)


def _counts(facts: FunctionFacts, value: Local, use: Instr, found: set[int]) -> bool:
    """Whether nothing that a use makes of the value is a number unless the value is one."""
    match use:
        case Store() | AtomicRMW(op="fadd" | "fsub"):
            return not _is_kept(facts, use)
        case Ret():
            return True
        case Select():
            return _either_way(facts, value, use) and use.result.id not in found
        case FBinary(op="fadd" | "fsub" | "fmul") | FNeg() | Cast(op="fpext" | "fptrunc"):
            return use.result.id not in found
        case Call(result=Local() as result) if (callee_name(use) or "").startswith(_SUMS):
            return result.id not in found
        case _:
            return False


__all__ = ["Masks", "masks"]
