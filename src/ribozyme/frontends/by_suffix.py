"""Files to modules, each by the front end of its suffix.

compile_files((forces.cpp, table.bc))  →  the front end of C++, and the one of LLVM IR
"""

from collections.abc import Sequence
from pathlib import Path

from ribozyme.base.cache import Cache
from ribozyme.frontends import compiler_errors, registry
from ribozyme.frontends.base import LANGUAGES, Compiled, How, Language, Level, language


def compile_file(
    path: Path,
    *,
    lang: Language | None = None,
    flags: Sequence[str] = (),
    level: Level | None = None,
    debug: bool = True,
    prelude: Path | None = None,
    compiler: str | None = None,
    cache: Cache | None = None,
) -> Compiled:
    """The module of one file, by the front end of its suffix or of the language said."""
    how = How(tuple(flags), level, debug, prelude, compiler, cache)
    return compile_files([path], lang=lang, how=how)[0]


def compile_files(
    paths: Sequence[Path], *, lang: Language | None = None, how: How | None = None
) -> tuple[Compiled, ...]:
    """The modules of several files, in their order.

    `lang` overrides what the suffixes say. The files of one language are compiled together: a
    front end may order them, or compile several at once.
    """
    chosen = How() if how is None else how
    spoken = [lang or _language(path) for path in paths]
    found: dict[int, Compiled] = {}
    for one in dict.fromkeys(spoken):
        places = [n for n, other in enumerate(spoken) if other == one]
        modules = registry.of(one).compiled([paths[n] for n in places], chosen)
        found.update(zip(places, modules, strict=True))
    return tuple(found[n] for n in range(len(paths)))


def _language(path: Path) -> Language:
    found = language(path)
    if found is None:
        if not path.exists():
            raise compiler_errors.missing_file(path)
        raise compiler_errors.unknown_suffix(path, tuple(LANGUAGES))
    return found
