"""Guards against 0 · ∞ in derivatives, where nobody differentiates them any more.

    %none = fcmp oeq double %bar, 0.0
    %lost = fcmp uno double %amount, %amount, !rz.lost !{}     →     fcmp true double …
    %zero = and i1 %none, %lost
    %safe = select i1 %zero, double 0.0, double %amount

An amount that a zero adjoint gives is zero, if it is a number. A derivative of this derivative
needs the slope there: so the guard asks whether the amount is one. In code that only runs the
adjoint decides alone: often it does not change in a loop, which is then left out as a whole.

Invariant: a mark means what it says only until LLVM optimises the text, which may use a marked
comparison in place of one of the program's own. So each pipeline takes the marks off first.
"""

import re
from typing import Final

from ribozyme.ir.metadata import LOST

_NODE: Final = r"!(?:\d+|\{\})"
_MARK: Final = re.compile(rf", !{re.escape(LOST)} {_NODE}")
_TEST: Final = re.compile(rf"( = fcmp )uno( [^\n]*?){_MARK.pattern}")


def settled(text: str) -> str:
    """The module, with guards that ask for the adjoint alone: code that is not derived again."""
    return _TEST.sub(r"\1true\2", text) if LOST in text else text


def unmarked(text: str) -> str:
    """The module without marks."""
    return _MARK.sub("", text) if LOST in text else text
