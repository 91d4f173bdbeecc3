"""Who calls functions that only read: what is worth simplifying again once that is known.

    define double @norm(…) #1 { …      attributes #1 = { … memory(argmem: read) }
    define void @f(…) { … call double @norm(…) …                →     f

Of two thousand functions of a program with templates it is a few. The module is asked for its whole
text: to print functions one by one is quadratic, since LLVM numbers all metadata for each.
"""

import re
from typing import Any, Final

from ribozyme.backend.llvm import printed

_GROUP: Final = re.compile(r"^attributes (#\d+) = \{(.*)\}$", re.M)
_MEMORY: Final = re.compile(r"\bmemory\(([^)]*)\)")
_DEFINED: Final = re.compile(r"^define ([^\n]*)\{\n(.*?)^\}$", re.M | re.S)
_NAME: Final = re.compile(r'@("[^"]*"|[-\w.$]+)\(')
_GROUPS: Final = re.compile(r" (#\d+)\b")


def callers(module: Any) -> list[Any]:
    """The functions that mention a function which has a body here and does not write."""
    text = printed(module, "", "the module")
    reading = {number for number, said in _GROUP.findall(text) if _reads(said)}
    found = _DEFINED.findall(text) if reading else []
    readers = [
        name[1]
        for head, _ in found
        if reading & set(_GROUPS.findall(head)) and (name := _NAME.search(head))
    ]
    if not readers:
        return []
    used = re.compile(f"@(?:{'|'.join(map(re.escape, readers))})(?![-\\w.$])")
    functions = (function for function in module.functions if not function.is_declaration)
    return [
        function for function, (_, body) in zip(functions, found, strict=True) if used.search(body)
    ]


def _reads(attributes: str) -> bool:
    said = _MEMORY.search(attributes)
    return said is not None and "write" not in said[1]
