"""Who calls functions that only read: what is worth simplifying again once that is known.

    define double @norm(…) #1 { …      attributes #1 = { … memory(argmem: read) }
    define void @f(…) { … call double @norm(…) …                →     f

Of two thousand functions of a program with templates it is a few. Whom a function mentions is seen
in the text that the module was read from, since passes over one function add no calls of others.
"""

import re
from collections.abc import Iterable
from typing import Any, Final

from ribozyme.backend.passes.cycles import Body

_MEMORY: Final = re.compile(rb"\bmemory\(([^)]*)\)")
_PLAIN: Final = re.compile(r"[-\w.$]+")


def callers(module: Any, bodies: Iterable[Body]) -> list[Any]:
    """The functions that mention a function which has a body here and does not write; `bodies` are
    those of all."""
    functions = {f.name: f for f in module.functions if not f.is_declaration}
    readers = [name for name, function in functions.items() if _reads(function)]
    if not readers:
        return []
    used = re.compile(f"@(?:{'|'.join(map(_written, readers))})(?![-\\w.$])")
    names = (name.strip('"') for name, body in bodies if used.search(body))
    return [functions[name] for name in names if name in functions]


def _written(name: str) -> str:
    """A pattern for a name in text."""
    return re.escape(name if _PLAIN.fullmatch(name) else f'"{name}"')


def _reads(function: Any) -> bool:
    said = next(filter(None, map(_MEMORY.search, function.attributes)), None)
    return said is not None and b"write" not in said[1]
