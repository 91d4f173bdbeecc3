"""LLVM text as it would be had it been compiled without `-g`, without parsing it.

    %3 = load double, ptr %2, !dbg !41        →   %3 = load double, ptr %2
      #dbg_value(ptr %0, !12, …)
    !llvm.dbg.cu = !{!0}
    !44 = distinct !{!44, !45, !46}               !44 = distinct !{!44}       (places of a loop)

Nodes that nothing refers to any more stay in the text; LLVM drops them when it reads it.
"""

from __future__ import annotations

import re
from typing import Final

_ATTACHED: Final = re.compile(r"(?:,? !\w[\w.]* !\d+)+(?=(?: \{)?$)", re.M)
_OF_DEBUG: Final = re.compile(r",? !(?:dbg|heapallocsite|DIAssignID) !\d+")
_DECLARED: Final = re.compile(r"^declare (?:!dbg !\d+ )?", re.M)
_RECORD: Final = re.compile(r"^ +#dbg_[^\n]*\n", re.M)
_NAMED: Final = re.compile(r"^!llvm\.dbg\.[^\n]*\n", re.M)
_PLACE: Final = re.compile(r"^!(\d+) = (?:distinct )?!DILocation\(", re.M)
_TUPLE: Final = re.compile(r"^(!\d+ = distinct !\{)(!\d+(?:, !\d+)+)(\})$", re.M)


def without_debug(text: str) -> str:
    """The text without debug info."""
    text = _RECORD.sub("", text)
    text = _ATTACHED.sub(lambda found: _OF_DEBUG.sub("", found[0]), text)  # not inside strings
    text = _DECLARED.sub("declare ", text)
    text = _NAMED.sub("", text)
    places = {f"!{number}" for number in _PLACE.findall(text)}

    def kept(found: re.Match[str]) -> str:
        nodes = found[2].split(", ")
        return f"{found[1]}{', '.join(node for node in nodes if node not in places)}{found[3]}"

    return _TUPLE.sub(kept, text)
