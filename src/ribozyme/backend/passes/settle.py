"""Guards against 0 · ∞ in derivatives, where nobody differentiates them any more.

    %none = fcmp oeq double %bar, 0.0
    %lost = fcmp uno double %amount, %amount, !rz.lost !{}     →     fcmp true double …
    %zero = and i1 %none, %lost
    %safe = select i1 %zero, double 0.0, double %amount

An amount that a zero adjoint gives is zero, if it is a number. A derivative of this derivative
needs the slope there, if the adjoint varies: so the guard asks whether the amount is one. In code
that only runs the adjoint decides alone: often it does not change in a loop, which is then left
out as a whole.

Invariant: a mark means what it says only until LLVM optimises the text, which may use a marked
comparison in place of one of the program's own. So each pipeline takes the marks off first. Between
two orders of differentiation a call stands for the test, which says of which adjoint it is:

    %lost = call i1 @rz.lost.double(double %amount, double %bar)

The next derivative makes it a marked test again where `%bar` does not vary, else a plain one
(`transform/prepare/zero_guards.py`).
"""

import re
from typing import Final

from ribozyme.base.regex import pattern
from ribozyme.ir.metadata import LOST

_NODE: Final = r"!(?:\d+|\{\})"
_MARK: Final = pattern(rf", !{re.escape(LOST)} {_NODE}")
_TEST: Final = pattern(rf"( = fcmp )uno( [^\n]*?){_MARK.pattern}")
_LOCAL: Final = r'%(?:"[^"\n]*"|[\w.$-]+)'
_GUARD: Final = pattern(
    rf"(?P<none> = fcmp oeq (?P<type>[^%\n]+) (?P<bar>{_LOCAL}), [^\n]*\n)"
    rf"(?P<lost> *{_LOCAL} = )fcmp uno (?P=type) (?P<amount>{_LOCAL}), (?P=amount)"
    rf"(?P<rest>(?:, ![\w.]+ {_NODE})*?){_MARK.pattern}"
)
_CALL: Final = pattern(
    rf" = (?:(?:tail|notail) )?call [^@\n]*@{re.escape(LOST)}\.[\w.]+"
    r"\((?P<type><[^>\n]*>|\w+) (?P<amount>[^\n]*), (?P=type) [^\n]*\)[^\n]*"
)
_DECLARATION: Final = pattern(rf"^declare [^\n]*@{re.escape(LOST)}\.[^\n]*\n", re.M)
_EFFECTS: Final = "nocallback nofree nosync nounwind speculatable willreturn memory(none)"


def settled(text: str) -> str:
    """The module, with guards that ask for the adjoint alone: code that is not derived again."""
    if LOST not in text:
        return text
    text = _CALL.sub(r" = fcmp true \g<type> zeroinitializer, zeroinitializer", text)
    return _DECLARATION.sub("", _TEST.sub(r"\1true\2", text))


def unmarked(text: str) -> str:
    """The module without marks."""
    return _MARK.sub("", remarked(text, "")) if LOST in text else text


def remarked(text: str, mark: str = f", !{LOST} !{{}}") -> str:
    """The module with marked tests in place of calls."""
    if f"@{LOST}." not in text:
        return text
    text = _CALL.sub(rf" = fcmp uno \g<type> \g<amount>, \g<amount>{mark}", text)
    return _DECLARATION.sub("", text)


def called(text: str) -> str:
    """The module with calls in place of marked tests, which an optimiser keeps apart from others;
    tests that do not stand behind that of their adjoint are plain ones."""
    if LOST not in text:
        return text
    types: set[str] = set()

    def call(found: re.Match[str]) -> str:
        kind, amount, bar = found["type"], found["amount"], found["bar"]
        types.add(kind)
        arguments = f"{kind} {amount}, {kind} {bar}"
        made = f"call {_bit(kind)} @{_name(kind)}({arguments}){found['rest']}"
        return f"{found['none']}{found['lost']}{made}"

    text = _MARK.sub("", _GUARD.sub(call, text))
    missing = (kind for kind in sorted(types) if f"@{_name(kind)}({kind}, {kind})" not in text)
    declared = (f"declare {_bit(k)} @{_name(k)}({k}, {k}) {_EFFECTS}\n" for k in missing)
    return "\n".join((text, *declared))


def _bit(kind: str) -> str:
    """The type of a comparison of numbers of a type."""
    return re.sub(r"\w+>$", "i1>", kind) if kind.startswith("<") else "i1"


def _name(kind: str) -> str:
    return f"{LOST}." + re.sub(r"\W+", "_", kind).strip("_")
