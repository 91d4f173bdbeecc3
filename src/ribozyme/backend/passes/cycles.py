"""Which functions of a module have loops, by its text.

    define void @f(…) {                 a branch to a label above it: @f may have a loop
    3:                                ; preds = %3, %1
      …
      br i1 %7, label %3, label %8

    call void @f(…)                     a call of itself: as the last one, LLVM makes a loop of it

Blocks may stand in any order, so not each such branch closes a loop; but each loop has one. Of a
function in which some block has no label nothing is known, and it counts as one with loops.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from ribozyme.backend.llvm import printed

Body = tuple[str, str]
"""The name of a function and its lines between the braces."""

_NAME: Final = r'"[^"\n]*"|[-\w.$]+'
_HEAD: Final = re.compile(rf"\n?define [^@\n]*@({_NAME})\([^\n]*\{{\n")
_LABEL: Final = re.compile(rf"^({_NAME}):", re.M)
_TARGET: Final = re.compile(rf"label %({_NAME})")


def bodies(module: Any, text: str) -> list[Body]:
    """The functions of a module that was read from a text. A text that defines functions in another
    layout than LLVM's is printed first."""
    number = sum(not function.is_declaration for function in module.functions)
    found = list(_bodies(text))
    return found if len(found) == number else list(_bodies(printed(module, "", "the module")))


def _bodies(text: str) -> Iterator[Body]:
    start = 0 if text.startswith("define ") else text.find("\ndefine ")
    while start >= 0:
        head, close = _HEAD.match(text, start), text.find("\n}\n", start)
        if head is not None:
            yield head[1], text[head.end() : close]
        start = text.find("\ndefine ", close if close >= 0 else len(text))


def looping(functions: Iterable[Body]) -> list[str]:
    """The names of the functions that may have loops, or get them of calls of themselves."""
    return [name.strip('"') for name, body in functions if f"@{name}(" in body or _returns(body)]


def _returns(body: str) -> bool:
    """Whether control may go back to a block."""
    if "label %" not in body:
        return False
    labels = {label[1]: label.start() for label in _LABEL.finditer(body)}
    nowhere = -1  # a block without a label
    return any(labels.get(t[1], nowhere) < t.start() for t in _TARGET.finditer(body))
