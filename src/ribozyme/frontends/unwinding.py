"""Functions that may be left by an exception, where their compiler says that none ever is.

    attributes #0 = { nounwind uwtable "probe-stack"="…" }   →   attributes #0 = { uwtable }

LLVM finds out again which functions are never left. What the compiler wanted of stack frames goes
too: it is for the program it would have linked.
"""

import re
from typing import Final

_GROUPS: Final = re.compile(r"^attributes #.*$", re.M)
_EMPTY: Final = re.compile(r"\{ *\}$")
_UNWANTED: Final = re.compile(
    r' nounwind\b| sspstrong\b| "(?:frame-pointer|probe-stack|stack-protector-buffer-size)"="[^"]*"'
)


def may_unwind(text: str) -> str:
    """The module with no function that is said not to unwind."""
    return _GROUPS.sub(
        lambda found: _EMPTY.sub('{ "ribozyme" }', _UNWANTED.sub("", found[0])), text
    )
