"""The front end for a file by its suffix, and several files at once.

compile_file(Path("forces.cpp"))  →  clang.compile_c(…, lang="c++")
compile_file(Path("forces.bc"))   →  irfile.compile_ir(…)
"""

import os
from collections.abc import Sequence
from pathlib import Path

from ribozyme.base.cache import Cache
from ribozyme.frontends import clang, faults, irfile
from ribozyme.frontends.base import LANGUAGES, Compiled, Language, language


def compile_file(
    path: Path,
    *,
    lang: Language | None = None,
    flags: Sequence[str] = (),
    level: clang.Level | None = None,
    debug: bool = True,
    prelude: Path | None = None,
    compiler: str | None = None,
    cache: Cache | None = None,
) -> Compiled:
    """The module of one file, by the front end of its suffix or of the language said."""
    match lang or language(path):
        case "c" | "c++" as spoken:
            return clang.compile_c(
                path,
                lang=spoken,
                flags=flags,
                level=level,
                debug=debug,
                prelude=prelude,
                compiler=compiler,
                cache=cache,
            )
        case "ir":
            return irfile.compile_ir(path)
        case None:
            if not path.exists():
                raise faults.missing_file(path)
            raise faults.unknown_suffix(path, tuple(LANGUAGES))


def compile_files(
    paths: Sequence[Path],
    *,
    lang: Language | None = None,
    flags: Sequence[str] = (),
    level: clang.Level | None = None,
    debug: bool = True,
    prelude: Path | None = None,
    compiler: str | None = None,
    cache: Cache | None = None,
) -> tuple[Compiled, ...]:
    """The modules of several files, in their order; the first error in that order is raised."""

    def one(path: Path) -> Compiled:
        return compile_file(
            path,
            lang=lang,
            flags=flags,
            level=level,
            debug=debug,
            prelude=prelude,
            compiler=compiler,
            cache=cache,
        )

    if len(paths) == 1:
        return (one(paths[0]),)
    from concurrent.futures import ThreadPoolExecutor  # 6 ms that one file need not pay

    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        return tuple(pool.map(one, paths))
