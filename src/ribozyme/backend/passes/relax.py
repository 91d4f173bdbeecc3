"""Arithmetic that may be reordered, contracted and divided by reciprocals: the option `fast_math`.

%r = fmul double %x, %y   →   %r = fmul reassoc nsz arcp contract afn double %x, %y
"""

import re
from typing import Final

_ARITHMETIC: Final = re.compile(r"( = (?:fadd|fsub|fmul|fdiv|frem|fneg) )((?:[a-z]+ )*)")
_RELAXED: Final = frozenset(("reassoc", "nsz", "arcp", "contract", "afn"))
_FLAGS: Final = ("reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn")


def relaxed(text: str) -> str:
    """The module with arithmetic that may be reordered, contracted and divided by reciprocals.

    Infinities and NaN keep their meaning: a derivative may have them where the function does not.
    """

    def one(found: re.Match[str]) -> str:
        words = found[2].split()
        flags = {word for word in words if word in _FLAGS} | _RELAXED
        types = [word for word in words if word not in _FLAGS and word != "fast"]
        spelled = "fast" if "fast" in words else " ".join(f for f in _FLAGS if f in flags)
        return f"{found[1]}{spelled} {''.join(f'{word} ' for word in types)}"

    return _ARITHMETIC.sub(one, text)
