"""The OpenBLAS that the extra `blas` installs: a library and its headers in a wheel.

Its symbols have a prefix: `cblas_dgemm` is `scipy_cblas_dgemm` there, Fortran's `dgemm` is
`scipy_dgemm_`. The headers are used with that prefix left out. The library is found without being
imported: that would show its symbols to all.
"""

import os
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from ribozyme.base.cache import default_cache, fingerprint

_WHEELS: Final = {False: "scipy_openblas32", True: "scipy_openblas64"}
_NAME: Final = re.compile(
    r"(?:scipy_)?(?:cblas_\w+|LAPACKE_\w+|i?[sdcz]\w{2,10}?(?:_64_|64_|_64|_|))"
)
_HEADERS: Final = re.compile(rb'#\s*include\s*[<"](?:cblas|lapacke|f77blas)\.h[>"]')


@cache
def _folder(wide: bool) -> Path | None:
    try:
        spec = find_spec(_WHEELS[wide])
    except (ImportError, ValueError):
        return None
    places = spec.submodule_search_locations if spec is not None else None
    return Path(places[0]) if places else None


@cache
def library(wide: bool = False) -> Path | None:
    """The shared library; None where the extra is not installed. `wide`: of 64-bit integers."""
    folder = _folder(wide)
    found = sorted((folder / "lib").glob("libscipy_openblas*.so")) if folder is not None else []
    return found[0] if found else None


def include_flags(source: bytes) -> tuple[str, ...]:
    """What a compiler needs to find the headers, behind all others, if some C names them."""
    folder = _folder(False) if _HEADERS.search(source) else None
    return () if folder is None else ("-idirafter", str(_plain(folder / "include")))


@cache
def _plain(headers: Path) -> Path:
    """The headers with the routines' usual names, in the cache; as they are, if there is none."""
    store = default_cache().directory
    if store is None:
        return headers
    texts = {path.name: path.read_text(encoding="utf-8") for path in headers.glob("*.h")}
    plain = {name: text.replace("scipy_", "") for name, text in texts.items()}
    folder = store / f"blas-headers-{fingerprint(repr(sorted(plain.items())))[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in plain.items():
            made = folder / f".{name}.{os.getpid()}"
            made.write_text(text, encoding="utf-8")
            made.replace(folder / name)
    except OSError:
        return headers
    return folder


def spellings(name: str) -> tuple[tuple[bool, str], ...]:
    """How the library may call a routine, and whether in the one of 64-bit integers."""
    if _NAME.fullmatch(name) is None:
        return ()
    wide, own = "64" in name, name if name.startswith("scipy_") else f"scipy_{name}"
    plain = not own.endswith("_") and "cblas_" not in own and "LAPACKE_" not in own
    return ((wide, f"{own}_"),) if plain else ((wide, own),)
