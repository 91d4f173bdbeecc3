"""Files of derivatives are made once: the same module with the same flags is a copy afterwards.

    ribozyme cc -O2 -c loss.c        clang's front end, derivatives, code     kept by content
    ribozyme cc -O2 -c loss.c        clang's front end, a copy

Invariant: the key has all that the file depends on. The bitcode has the sources and headers; flags,
options, the compiler and our own code are the rest.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ribozyme.base.cache import NO_CACHE, default_cache, fingerprint, own_code
from ribozyme.base.errors import RibozymeWarning
from ribozyme.base.options import current
from ribozyme.base.outputs import written

if TYPE_CHECKING:
    from ribozyme.cli.cc import Driver


def make_once(
    driver: Driver, sources: Sequence[bytes | str], output: Path, make: Callable[[], None]
) -> None:
    """Write a file that is made of `sources` by this driver.

    What was made with a warning is made again, so that the warning is heard again.
    """
    cache = default_cache() if driver.keeps else NO_CACHE
    key = _key(driver, sources)
    found = cache.load(key)
    if found is not None:
        with written(output) as made:
            made.write_bytes(found)
        return
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always", RibozymeWarning)
        make()
    for one in said:
        warnings.warn_explicit(one.message, one.category, one.filename, one.lineno)
    if not said and output.is_file():
        cache.store(key, output.read_bytes())


def _key(driver: Driver, sources: Sequence[bytes | str]) -> str:
    job = driver.job
    how = (job.stage, job.emits_ir, job.level, job.debug, job.compiling, driver.language)
    return fingerprint(
        "driver", own_code(), driver.compiler.identity, repr(how), repr(current()), *sources
    )
