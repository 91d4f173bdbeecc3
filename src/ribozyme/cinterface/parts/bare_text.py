"""LLVM text as it would be had it been compiled without `-g`, without parsing it.

    %3 = load double, ptr %2, !dbg !41        →   %3 = load double, ptr %2
      #dbg_value(ptr %0, !12, …)
    !llvm.dbg.cu = !{!0}
    !44 = distinct !{!44, !45, !46}               !44 = distinct !{!44}       (places of a loop)

Nodes that nothing refers to any more stay in the text; LLVM drops them when it reads it.
"""

from __future__ import annotations

import re
from string import digits
from typing import Final

_QUOTED: Final = re.compile(r'"[^"\n]*"')
_ATTACHED: Final = re.compile(r"(?:,? !\w[\w.]* !\d+)+(?=(?: \{)?$)", re.M)
_OF_DEBUG: Final = re.compile(r",? !(?:dbg|heapallocsite|DIAssignID) !\d+")
_RARE: Final = (" !heapallocsite !", " !DIAssignID !")
_DECLARED: Final = re.compile(r"^declare !dbg !\d+ ", re.M)
_RECORD: Final = re.compile(r"\n +#dbg_[^\n]*")
_NAMED: Final = re.compile(r"^!llvm\.dbg\.[^\n]*\n", re.M)
_PLACE: Final = re.compile(r"^!(\d+) = (?:distinct )?!DILocation\(", re.M)
_TUPLE: Final = re.compile(r"^(!\d+ = distinct !\{)(!\d+(?:, !\d+)+)(\})$", re.M)


def without_debug(text: str) -> str:
    """The text without debug info."""
    start = text.find("\n!") + 1
    code, nodes = text[:start], text[start:]
    if not start or "\ndefine " in nodes or "\ndeclare " in nodes:  # not as LLVM prints it
        return _without_places(_without_attachments(_RECORD.sub("", text)))
    return _without_attachments(_RECORD.sub("", code)) + _without_places(nodes)


def _without_places(text: str) -> str:
    """The text without the lists of debug info, and without the places of loops."""
    text = _NAMED.sub("", text)
    places = {f"!{number}" for number in _PLACE.findall(text)}

    def kept(found: re.Match[str]) -> str:
        nodes = found[2].split(", ")
        return f"{found[1]}{', '.join(node for node in nodes if node not in places)}{found[3]}"

    return _TUPLE.sub(kept, text)


def _without_attachments(text: str) -> str:
    """The text without the attachments of debug info, which are a third of it."""
    rare = any(word in text for word in _RARE)
    if rare or any("!dbg !" in quoted for quoted in _QUOTED.findall(text)):  # not inside strings
        text = _ATTACHED.sub(lambda found: _OF_DEBUG.sub("", found[0]), text)
        return _DECLARED.sub("declare ", text)
    first, *rest = text.split(" !dbg !")
    pieces = [first, *(piece.lstrip(digits) for piece in rest)]
    return "".join([*(piece.removesuffix(",") for piece in pieces[:-1]), pieces[-1]])
