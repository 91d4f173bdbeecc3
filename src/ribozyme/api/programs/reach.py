"""What the parts of a program reach by name, and which line of the source names a symbol.

    define double @far(…) { … call double @inner(…) … }       far → inner → helper
    @table = global [2 x ptr] [ptr @far, ptr @near]           table → far, near

A function that is named may be called: through its address, a table, or a constructor. Works on
LLVM's own printing.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from ribozyme.api.signatures.linkage import plain

Uses = Mapping[str, frozenset[str]]

ROOTS: Final = ("llvm.global_ctors", "llvm.global_dtors")
"""What runs when a program is loaded and when it goes."""

_NAME: Final = re.compile(r'@(?:"[^"\n]*"|[-\w.$]+)')
_TEXT: Final = re.compile(r'\bc"[^"\n]*"')
_HEAD: Final = re.compile(r'^(?:define [^@\n]*|(?=@))(@(?:"[^"\n]*"|[-\w.$]+))')
_PLACE: Final = re.compile(r", !dbg !(\d+)")
_NODE: Final = re.compile(r"^!(\d+) = (?:distinct )?!(\w+)\((.*)\)$", re.M)


def uses(text: str) -> Uses:
    """The names in each definition of a module."""
    return {
        name: frozenset(plain(n) for line in lines for n in _NAME.findall(_TEXT.sub("", line)))
        for name, lines in _definitions(text)
    }


def reached(uses: Uses, roots: Iterable[str]) -> frozenset[str]:
    """The roots and all that they lead to."""
    work, seen = list(roots), set[str]()
    while work:
        name = work.pop()
        if name not in seen:
            seen.add(name)
            work.extend(uses.get(name, ()))
    return frozenset(seen)


def users(text: str, names: Collection[str]) -> dict[str, str]:
    """Where each of some names is used first: `'inner', model.c:3`."""
    places, found = dict[str, tuple[str, str]](), dict[str, str]()
    for owner, lines in _definitions(text):
        for line in lines:
            for name in {plain(n) for n in _NAME.findall(line)} & set(names) - places.keys():
                at = _PLACE.search(line)
                places[name] = owner, at[1] if at else ""
    nodes = {n: (kind, fields) for n, kind, fields in _NODE.findall(text)} if places else {}
    for name, (owner, place) in places.items():
        if name != owner:
            found[name] = _located(nodes, place) or f"'{owner}'"
    return found


def _definitions(text: str) -> Iterator[tuple[str, list[str]]]:
    """The functions and variables of a module, each with the lines of its definition."""
    lines = iter(text.splitlines())
    for line in lines:
        head = _HEAD.match(line)
        if head is None:
            continue
        own = [line.replace(head[1], "", 1)]
        if line.startswith("define "):
            for inner in lines:
                if inner == "}":
                    break
                own.append(inner)
        yield plain(head[1]), own


def _located(nodes: Mapping[str, tuple[str, str]], place: str) -> str:
    """The function and line of an instruction's debug location; empty without one."""
    kind, fields = nodes.get(place, ("", ""))
    line = _field(fields, "line")
    while kind and kind != "DISubprogram":
        kind, fields = nodes.get(_field(fields, "scope").lstrip("!"), ("", ""))
    if not kind:
        return ""
    _, file = nodes.get(_field(fields, "file").lstrip("!"), ("", ""))
    return f"'{_field(fields, 'name')}', {_field(file, 'filename')}:{line}"


def _field(fields: str, name: str) -> str:
    found = re.search(rf'\b{name}: (?:"([^"]*)"|([^,]*))', fields)
    return (found[1] or found[2] or "") if found else ""
