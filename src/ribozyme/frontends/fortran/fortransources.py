"""Fortran files in the order in which they have to be compiled, and what else they read.

    ordered((main.f90 with `use grid`, grid.f90 with `module grid`))  →  (grid.f90, main.f90)

Statements are read line by line: `module`, `submodule`, `use` and `include` begin a line, in fixed
and in free form.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from ribozyme.frontends import compiler_errors

_MODULE: Final = re.compile(r"^\s*module\s+(?!procedure\b)(\w+)\s*(?:!.*)?$", re.I | re.M)
_SUBMODULE: Final = re.compile(
    r"^\s*submodule\s*\(\s*(\w+)(?:\s*:\s*(\w+))?\s*\)\s*(\w+)", re.I | re.M
)
_USE: Final = re.compile(r"^\s*use\b\s*(?:,\s*(\w+)\s*::)?\s*(?:::)?\s*(\w+)", re.I | re.M)
_INCLUDE: Final = re.compile(r"^\s*#?\s*include\s+['\"]([^'\"\n]+)['\"]", re.I | re.M)


def ordered(texts: Mapping[Path, str]) -> list[Path]:
    """The files, each behind those whose modules it uses; else in the order given."""
    maker = {name: path for path, text in texts.items() for name in _made(text)}
    wants = {
        path: [maker[n] for n in _wanted(text) if n in maker and maker[n] != path]
        for path, text in texts.items()
    }
    done: list[Path] = []
    left = list(texts)
    while left:
        ready = next((p for p in left if all(w in done for w in wants[p])), None)
        if ready is None:
            raise compiler_errors.module_cycle(tuple(p.name for p in left))
        done.append(ready)
        left.remove(ready)
    return done


def _made(text: str) -> list[str]:
    modules = [name.lower() for name in _MODULE.findall(text)]
    return modules + [f"{of.lower()}:{name.lower()}" for of, _, name in _SUBMODULE.findall(text)]


def _wanted(text: str) -> list[str]:
    used = [name.lower() for nature, name in _USE.findall(text) if nature.lower() != "intrinsic"]
    parents = _SUBMODULE.findall(text)
    used += [of.lower() for of, _, _ in parents]
    return used + [f"{of.lower()}:{parent.lower()}" for of, parent, _ in parents if parent]


def others(texts: Mapping[Path, str], folders: Sequence[Path]) -> tuple[Path, ...]:
    """Files that are read besides the sources: included ones, and modules made elsewhere."""
    made = {name for text in texts.values() for name in _made(text)}
    found: dict[Path, None] = {}
    work = list(texts.items())
    while work:
        path, text = work.pop()
        names = [(path.parent, name) for name in _INCLUDE.findall(text)]
        names += [(path.parent, f"{n}.mod") for n in _wanted(text) if n not in made]
        for near, name in names:
            place = next((f / name for f in (near, *folders) if (f / name).is_file()), None)
            if place is not None and place not in found:
                found[place] = None
                if place.suffix != ".mod":
                    work.append((place, place.read_text(encoding="utf-8", errors="replace")))
    return tuple(found)
