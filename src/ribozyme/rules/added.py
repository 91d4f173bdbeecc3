"""The rules added in this process, by a key that caches can hold.

Imports nothing of the rule language, so that who adds no rule does not wait for it.

    in_force()   →  "" where nothing was added, else a key;  custom.known(key) is its rulebook
"""

from __future__ import annotations

from typing import Final

__all__ = ["CURRENT", "in_force"]

CURRENT: Final = [""]


def in_force() -> str:
    """The key of the rules added so far."""
    return CURRENT[0]
