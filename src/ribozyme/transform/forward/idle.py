"""Which tangents may be zero at run time where a partial derivative may be infinite: these are
guarded.

`acos(c ? x : 1.0)` has the exact derivative 0 where the constant is chosen, but 0 · ∞ is NaN. What
may have such a tangent is *idle*: a choice with an inactive alternative, and what is computed of
nothing else. Most infinite partials need no guard, since the result is then infinite itself (1/y,
log, exp): whoever uses it has no number either, and a choice drops its tangent with it. What is
left are functions with a finite value there.

    %a = select i1 %c, double %x, double 1.0;  %r = acos(%a)   →   %a.dot == 0 ? 0 : slope·%a.dot
"""

from __future__ import annotations

from typing import Final

from ribozyme.ir.instrs import Call, Instr, Invoke, Load, Phi, Select, operands
from ribozyme.ir.values import Local, Value
from ribozyme.rules.expr import words
from ribozyme.rules.rule import Rule
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.sites import callee_name

_CHOICES: Final = ("llvm.max", "llvm.min", "fmax", "fmin")
# Where a partial of these is infinite, so is the result, or it is not a number.
_SINGULAR: Final = words(
    "fdiv frem fmod remainder remquo exp exp2 exp10 expm1 exp2m1 exp10m1 log log2 log10 log1p "
    "logp1 log2p1 log10p1 sinh cosh tan tanpi atanh rsqrt erfinv erfcinv tgamma lgamma lgamma_r "
    "polygamma y0 y1 yn powi compoundn cexp clog clog10 csin ccos ctan csinh ccosh ctanh catan "
    "catanh cdiv cmul vector.reduce.fmul"
)
# What the rule itself says of the place where the partial is infinite.
_CHOSEN: Final = words("sqrt csqrt cabs hypot")


def idle(facts: FunctionFacts) -> frozenset[int]:
    """The active locals whose tangent may be zero by a choice."""
    found: set[int] = set()
    changed = True
    while changed:
        changed = False
        for block in facts.flow.rpo:
            for instr in facts.function.blocks[block].instrs:
                result = instr.result
                if result is None or result.id in found or not facts.active(result):
                    continue
                if _is_idle(facts, instr, found):
                    found.add(result.id)
                    changed = True
    return frozenset(found)


def _is_idle(facts: FunctionFacts, instr: Instr, found: set[int]) -> bool:
    match instr:
        case Phi(incoming=incoming):
            return any(_may_be_zero(facts, value, found) for value, _ in incoming)
        case Select(then=then, otherwise=otherwise):
            return _may_be_zero(facts, then, found) or _may_be_zero(facts, otherwise, found)
        case Load():
            return False
        case Call(args=args) if (callee_name(instr) or "").startswith(_CHOICES):
            return any(_may_be_zero(facts, arg, found) for arg in args)
        case Call(args=args) | Invoke(args=args):
            return all(_may_be_zero(facts, arg, found) for arg in args)
        case _:
            return all(_may_be_zero(facts, operand, found) for operand in operands(instr))


def _may_be_zero(facts: FunctionFacts, value: Value, found: set[int]) -> bool:
    return not isinstance(value, Local) or not facts.active(value) or value.id in found


def guarded(rule: Rule, operand: int, idle: bool) -> bool:
    """Whether a zero tangent of an operand could meet an infinite partial here."""
    if operand in rule.guarded:
        return True
    if rule.name in _SINGULAR or (rule.name in _CHOSEN and rule.there is not None):
        return False
    return idle and operand in rule.unbounded
