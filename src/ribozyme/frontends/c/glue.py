"""C++ that goes between a program and Python, compiled as the program was: by the same compiler,
for the same C++ library, under the same flags.

compiled("#include <vector> …", (module of model.cpp with -std=c++20,))  →  bitcode
"""

from collections.abc import Sequence
from typing import Final

from ribozyme.base.cache import Cache
from ribozyme.frontends.base import Compiled, CxxLibrary
from ribozyme.frontends.c import clang

_WITH_A_WORD: Final = ("-include", "-imacros", "-I", "-isystem", "-iquote", "-idirafter", "-L")
"""Flags that lead to the user's own headers, which this text does not include."""
_STRICT: Final = ("-Werror", "-pedantic-errors", "-fno-exceptions", "-W")
"""Flags that forbid what the text has."""


def compiled(
    source: str,
    modules: Sequence[Compiled],
    library: CxxLibrary | None,
    cache: Cache | None = None,
) -> bytes:
    """The bitcode of some C++ for a program of these modules.

    `library` is the one whose classes the program has, where none of its files is C++ itself.
    """
    like = next((m for m in modules if m.language == "c++"), None)
    flags = () if like is None else _kept(like.flags)
    known = library if like is None else like.cxx_library
    chosen = () if known is None else (f"-stdlib={known}",)
    found = clang.compile_c(
        source,
        lang="c++",
        flags=(*chosen, *flags),
        debug=False,  # so that no message or table speaks of lines that nobody wrote
        compiler=None if like is None else like.compiler,
        cache=cache,
    )
    assert isinstance(found.code, bytes)
    return found.code


def _kept(flags: Sequence[str]) -> tuple[str, ...]:
    found: list[str] = []
    words = iter(flags)
    for word in words:
        if word in _WITH_A_WORD:
            next(words, None)
        elif not word.startswith((*_WITH_A_WORD, *_STRICT)):
            found.append(word)
    return tuple(found)
