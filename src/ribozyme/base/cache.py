"""What was made once, on disk, by the content of what it was made from.

    key = fingerprint("bitcode", compiler, *flags, source)
    bitcode = cache.once(key, lambda: compile(source))

An entry is written beside its place and moved there, so that processes see all of it or nothing;
it carries its checksum, so that a torn or damaged file is a miss. Reading one makes it young; old
ones go when the whole grows beyond its limit. A cache that cannot be used warns once and is left.
The directory is `RIBOZYME_CACHE_DIR`, else the platform's own; its size `RIBOZYME_CACHE_SIZE`.
"""

import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache as remembered
from pathlib import Path
from typing import Final, final

from ribozyme.base.errors import warn

_MAGIC: Final = b"RZCACHE1"
_HEAD: Final = len(_MAGIC) + 32
_LIMIT: Final = 2 << 30
_YOUNG: Final = 3600.0  # seconds: an entry used again within them is not marked again
_SWEPT_TO: Final = 0.75  # of the limit, so that the next sweep is some way off


def fingerprint(*parts: bytes | str) -> str:
    """The key of what is made from these parts, in this order; no two lists of parts share one."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part
        digest.update(b"%d:" % len(data))
        digest.update(data)
    return digest.hexdigest()


@remembered
def own_code() -> str:
    """What this Ribozyme is: a part of the key of anything that its own code shaped.

    Names, sizes and times of its files, so that an edited checkout does not meet its past.
    """
    root = os.path.dirname(os.path.dirname(__file__))
    found: list[str] = []
    work = [root]
    while work:
        with os.scandir(work.pop()) as entries:  # text all the way: paths as objects cost 5 ms
            for one in entries:
                if one.is_dir():
                    work.append(one.path)
                elif one.name.endswith((".py", ".ll", ".h", ".so")):
                    status = one.stat()
                    found.append(f"{one.path[len(root) :]} {status.st_size} {status.st_mtime_ns}")
    return fingerprint(*sorted(found))


@final
class Cache:
    """A directory of entries; `None` for one that keeps nothing."""

    __slots__ = ("_limit", "_usable", "directory")

    def __init__(self, directory: Path | None, limit: int = _LIMIT) -> None:
        self.directory = directory
        self._limit = limit
        self._usable = directory is not None

    def load(self, key: str) -> bytes | None:
        """What was stored under a key, None if nothing was or it is damaged."""
        if self.directory is None:
            return None
        path = _place(self.directory, key)
        try:
            data = path.read_bytes()
            age = time.time() - path.stat().st_mtime
        except OSError:
            return None
        payload = memoryview(data)[_HEAD:]
        if data[:_HEAD] != _MAGIC + hashlib.sha256(payload).digest():
            _remove(path)
            return None
        if age > _YOUNG:
            _touch(path)
        return bytes(payload)

    def store(self, key: str, data: bytes) -> None:
        """Keep `data` under a key; what cannot be kept is not."""
        if self.directory is None or not self._usable or len(data) > self._limit:
            return
        path = _place(self.directory, key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            _write(path, _MAGIC + hashlib.sha256(data).digest(), data)
            # Keys are as good as random: one store in 64 sweeps, in whichever process it falls.
            if int(key[-2:], 16) % 64 == 0 or len(data) > self._limit // 64:
                self.sweep()
        except OSError as problem:
            self._give_up(problem)

    def once(self, key: str, make: Callable[[], bytes]) -> bytes:
        """What is stored under a key, made and stored first if need be."""
        found = self.load(key)
        if found is None:
            found = make()
            self.store(key, found)
        return found

    def sweep(self) -> None:
        """Remove what writers left behind and, if the whole is too large, the oldest entries."""
        if self.directory is None:
            return
        entries = sorted(_entries(self.directory))
        excess = sum(size for _, size, _ in entries) - self._limit
        if excess <= 0:
            return
        excess += int(self._limit * (1 - _SWEPT_TO))
        for _, size, path in entries:
            if excess <= 0:
                return
            _remove(path)
            excess -= size

    def _give_up(self, problem: OSError) -> None:
        self._usable = False
        warn(
            "RZ007",
            f"the cache in {self.directory} cannot be written: {problem.strerror or problem}",
            notes=("everything works without it, more slowly",),
            helps=("set RIBOZYME_CACHE_DIR to a directory that can be written",),
        )


NO_CACHE: Final = Cache(None)


def default_cache() -> Cache:
    """The cache of this process, as the environment has it now."""
    return _opened(_directory(), _size())


@remembered
def _opened(directory: Path | None, limit: int) -> Cache:
    return Cache(directory, limit)


def _directory() -> Path | None:
    named = os.environ.get("RIBOZYME_CACHE_DIR")
    if named:
        return Path(named).absolute()
    try:
        return _platform_directory() / "ribozyme"
    except RuntimeError:  # a user without a home
        return None


def _platform_directory() -> Path:
    match sys.platform:
        case "win32":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        case "darwin":
            return Path.home() / "Library" / "Caches"
        case _:  # a relative XDG_CACHE_HOME is to be ignored, says its specification
            named = Path(os.environ.get("XDG_CACHE_HOME", ""))
            return named if named.is_absolute() else Path.home() / ".cache"


def _size() -> int:
    text = os.environ.get("RIBOZYME_CACHE_SIZE", "")
    return int(text) if text.isdecimal() else _LIMIT


def _place(directory: Path, key: str) -> Path:
    return directory / key[:2] / key[2:]


def _write(path: Path, head: bytes, data: bytes) -> None:
    import tempfile  # its imports cost 3 ms, and who only reads need not pay them

    handle, name = tempfile.mkstemp(prefix=".new-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(head)
            file.write(data)
        os.replace(name, path)
    except BaseException:
        _remove(Path(name))
        raise


def _entries(directory: Path) -> Iterator[tuple[float, int, Path]]:
    """Time, size and path of the entries; a writer's leavings of an hour ago are removed."""
    for path in directory.glob("??/*"):
        try:
            found = path.stat()
        except OSError:
            continue  # another process swept it
        if not path.name.startswith(".new-"):
            yield found.st_mtime, found.st_size, path
        elif time.time() - found.st_mtime > _YOUNG:
            _remove(path)


def _remove(path: Path) -> None:
    with suppress(OSError):  # read-only, or another process holds it: it stays, and stays a miss
        path.unlink(missing_ok=True)


def _touch(path: Path) -> None:
    with suppress(OSError):  # read-only: then it does not get younger
        os.utime(path)
