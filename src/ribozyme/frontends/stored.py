"""Compilations that were done before: first by source and flags, then by the content of headers."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import final


@final
@dataclass(frozen=True, slots=True)
class Output:
    """What one run of a compiler gave."""

    code: bytes
    read: tuple[Path, ...]  # the files it read besides the source
    warnings: str


def output(run: Callable[[], Output]) -> Output:
    return run()
