"""Debug info reduced to lines: which function, which place in it, called from where.

Variables and types are most of a module's debug info (16 of 17 MB in a program with Eigen), and
every pass of LLVM pays for them. In the code of a derivative they have no use: locations and
subprograms stay, so that breakpoints and profiles show the user's lines.

    !5 = distinct !DISubprogram(name: "f", scope: !9, file: !2, line: 3, type: !7, …, unit: !0)
    →  distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 3, type: !empty, …, unit: !0)
"""

import re
from typing import Final

from ribozyme.base.regex import pattern

_RECORDS: Final = pattern(r"^ +#dbg_\w+\(.*\n", re.M)
_NODE: Final = pattern(r"^!(\d+) = (.*)$", re.M)
_USED: Final = pattern(r"!(\d+)\b")
_STRING: Final = pattern(r'"[^"]*"')
_VARIABLES: Final = pattern(r"^(@.*?), !dbg !\d+", re.M)
_OWN: Final = pattern(
    r", (?:retainedNodes|templateParams|declaration|thrownTypes|annotations|targetFuncName): ![\w]+"
)
_UNIT: Final = pattern(r", (?:retainedTypes|globals|imports|enums|macros): !\d+")
_SCOPE: Final = pattern(r"scope: !\d+(?=, (?:linkageName: \"[^\"]*\", )?file: (!\d+))")
_TYPE: Final = pattern(r", type: !\d+")


def slim(text: str) -> str:
    """The module with lines for all its debug info."""
    if "!DICompileUnit(" not in text:
        return text
    text = _VARIABLES.sub(r"\1", _RECORDS.sub("", text))
    nodes = {int(number): node for number, node in _NODE.findall(text)}
    empty = max(nodes, default=-1) + 1
    nodes = {number: _slim(node, empty) for number, node in nodes.items()}
    nodes |= {empty: f"!DISubroutineType(types: !{empty + 1})", empty + 1: "!{}"}
    rest = _NODE.sub("", text).rstrip("\n")
    kept = _reached(rest, nodes)
    lines = [f"!{number} = {node}" for number, node in nodes.items() if number in kept]
    return "\n".join([rest, "", *lines, ""])


def _slim(node: str, empty: int) -> str:
    if "!DISubprogram(" in node:
        node = _SCOPE.sub(r"scope: \1", _OWN.sub("", node))
        return _TYPE.sub(f", type: !{empty}", node)
    if "!DICompileUnit(" in node:
        return _UNIT.sub("", node)
    return node


def _reached(rest: str, nodes: dict[int, str]) -> set[int]:
    """The nodes that code and named metadata lead to."""
    found: set[int] = set()
    work = [int(number) for number in set(_USED.findall(rest))]
    while work:
        number = work.pop()
        if number not in found and number in nodes:
            found.add(number)
            work += map(int, _USED.findall(_STRING.sub("", nodes[number])))
    return found
