"""The file in which checkpointed loops keep the snapshots that have no room in memory.

    with spilling(40 * 10**9, "/scratch"): call(…)     @rz.checkpoint.file(&most)  →  a descriptor

The file has no name: the system removes it when it is closed, however the process ends. The loop
closes it with its tape. Per thread, as all that a call knows.
"""

import ctypes
import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_NOT_ALLOWED, _FAILED = -1, -2


class _Allowed(threading.local):
    def __init__(self) -> None:
        self.bytes = 0
        self.where: str | None = None
        self.failure = ""


_ALLOWED: Final = _Allowed()


@contextmanager
def spilling(bytes: int, where: str | None) -> Iterator[None]:
    """Let loops keep so many bytes of snapshots each in a file of a directory."""
    before = _ALLOWED.bytes, _ALLOWED.where
    _ALLOWED.bytes, _ALLOWED.where = bytes, where
    try:
        yield
    finally:
        _ALLOWED.bytes, _ALLOWED.where = before


def failure() -> str:
    """Why there was no file, when a loop has asked last."""
    return _ALLOWED.failure


def unnamed(directory: str) -> int:
    """The descriptor of a new file without a name."""
    if hasattr(os, "O_TMPFILE"):
        try:
            return os.open(directory, os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o600)
        except (IsADirectoryError, NotImplementedError):
            pass  # a kernel that does not know it
        except OSError as problem:
            if problem.errno != 95:  # a file system that does not have it
                raise
    descriptor, name = tempfile.mkstemp(dir=directory)
    os.unlink(name)
    return descriptor


def _file(most: int) -> int:
    if not _ALLOWED.bytes:
        return _NOT_ALLOWED
    try:
        found = unnamed(_ALLOWED.where or tempfile.gettempdir())
    except OSError as problem:
        _ALLOWED.failure = f"{problem.strerror}: '{problem.filename}'"
        return _FAILED
    ctypes.c_int64.from_address(most).value = _ALLOWED.bytes
    return found


_CALLBACK: Final = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(_file)
ADDRESS: Final = ctypes.cast(_CALLBACK, ctypes.c_void_p).value or 0
