"""Keywords of `load` and `compile` that do not exist: an error that says which one is meant.

rz.load("model.c", optimize="O2")        RZ006, and that it is `level="O2"`
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ribozyme.base.errors import error
from ribozyme.base.options import NAMES

_MEANT: Final[Mapping[str, tuple[str, ...]]] = {
    'level="O2"': ("optimize", "optimise", "optimization", "optimisation", "opt_level", "opt", "O"),
    'flags=["-O2", "-Iinclude", "-DNDEBUG"]': (
        *("args", "cflags", "cxxflags", "extra_args", "compile_args", "compiler_flags", "options"),
        *("include", "includes", "include_dirs", "include_path", "define", "defines", "std"),
    ),
    'lang="c++"': ("language", "dialect"),
    'libraries=["libphysics.so"]': ("libs", "lib", "library", "link", "ldflags", "link_args"),
    'compiler="clang-22"': ("cc", "cxx", "clang"),
}


def checked(called: str, given: Iterable[str], known: Mapping[str, object] | None) -> None:
    """Nothing, if a function knows all keywords that are given; else the error for the first."""
    names = list(known or ())
    for name in given:
        if name not in names:
            helps = (*_help(name, names), f"{called} has {', '.join(names)}")
            raise error("RZ006", f"{called} has no keyword '{name}'", helps=helps)


def _help(name: str, names: list[str]) -> tuple[str, ...]:
    if name in NAMES:
        return (f"it is an option of derivatives: rz.grad(f, {name}=…), rz.options({name}=…)",)
    for meant, words in _MEANT.items():
        if name in words:
            return (f"did you mean {meant}?",)
    from difflib import get_close_matches

    near = get_close_matches(name, names, 1)
    return (f"did you mean '{near[0]}'?",) if near else ()
