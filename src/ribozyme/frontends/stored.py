"""Compilations that were done before: first by source and flags, then by the content of headers.

    source, flags, compiler  →  a record of past runs: which files each read, with their content
    … and the same content   →  the bitcode

A file found missing once may appear later on the search path; as with other compiler caches, only
what was read counts. What depends on the time of day, or on files the compiler does not list, is
compiled every time. Any number of processes may work on one cache: entries are whole or absent,
and two records written at once cost a compilation, never a wrong answer.
"""

import hashlib
import os
import pickle
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, final

from ribozyme.base.cache import Cache, fingerprint
from ribozyme.base.record import record

_FORMAT: Final = "frontends 2"
_RUNS: Final = 16  # past runs kept of one source with one set of flags
_CLOCK: Final = (b"__DATE__", b"__TIME__", b"__TIMESTAMP__")

# Flags that name files which do not appear among those the compiler says it read.
_UNSEEN: Final = ("@", "-fprofile-", "-include-pch", "-fmodule", "-fplugin", "-fpass-plugin")
_ENVIRONMENT: Final = ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "SOURCE_DATE_EPOCH")

# The clock of a file system may be a little behind that of the process.
_SLACK: Final = 0.01


@final
@record
class Output:
    """What one run of a compiler gave."""

    code: bytes
    read: tuple[Path, ...]  # the files it read besides the source
    warnings: str


@final
@record
class Past:
    """A run of the compiler as it is remembered."""

    read: tuple[tuple[str, str], ...]  # path and digest of its content
    code: str  # key of the bitcode
    warnings: str


def output(
    cache: Cache,
    what: Sequence[str],
    source: bytes,
    run: Callable[[], Output],
    unchanged: Callable[[], bool] = lambda: True,
) -> Output:
    """What `run` gives for a source and everything else its result depends on, from the cache.

    `unchanged` says after a run whether the compiler saw the source that we did.
    """
    if _speaks_of_time(source) or any(part.startswith(_UNSEEN) for part in what):
        return run()
    settings = [f"{name}={os.environ.get(name, '')}" for name in _ENVIRONMENT]
    key = fingerprint(_FORMAT, *what, "", *settings, source)
    past = _record(cache.load(key))
    digests: dict[str, str | None] = {}
    for one in past:
        if all(_digest(path, digests) == content for path, content in one.read):
            code = cache.load(one.code)
            if code is not None:
                return Output(code, tuple(Path(path) for path, _ in one.read), one.warnings)
    started = time.time()
    fresh = run()
    if unchanged():
        _remember(cache, key, past, fresh, started - _SLACK)
    return fresh


def _remember(cache: Cache, key: str, past: list[Past], fresh: Output, started: float) -> None:
    read: list[tuple[str, str]] = []
    for path in fresh.read:
        content = _digest(str(path), {})
        if content is None or _changed_since(path, started):
            return  # what is on disk now may not be what the compiler saw
        read.append((str(path), content))
    code = fingerprint(_FORMAT, key, *(part for pair in read for part in pair))
    latest = Past(tuple(read), code, fresh.warnings)
    kept = [latest, *(one for one in past if one.code != code)][:_RUNS]
    cache.store(code, fresh.code)
    cache.store(key, pickle.dumps(kept))


def _record(text: bytes | None) -> list[Past]:
    found: list[Past] = [] if text is None else pickle.loads(text)
    return found


def _speaks_of_time(content: bytes) -> bool:
    return any(word in content for word in _CLOCK)


def _digest(path: str, known: dict[str, str | None]) -> str | None:
    """A digest of a file's content; None where it cannot be read or speaks of the clock."""
    if path not in known:
        try:
            content = Path(path).read_bytes()
        except OSError:
            known[path] = None
        else:
            said = None if _speaks_of_time(content) else hashlib.sha256(content).hexdigest()
            known[path] = said
    return known[path]


def _changed_since(path: Path, moment: float) -> bool:
    try:
        status = path.stat()
    except OSError:
        return True
    return max(status.st_mtime, status.st_ctime) > moment
