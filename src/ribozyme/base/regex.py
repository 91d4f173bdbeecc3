"""Regular expressions that are compiled when they are first used.

    _LABEL: Final = pattern(r"^(\\w+):", re.M)        _LABEL.match(line)   compiled here, once

Three hundred are on the way to a first derivative, and most of them wait for something that a
program does not have. For those that every program needs, `re.compile` is the same.
"""

import re
from typing import Any, Final, cast, final

_METHODS: Final = ("match", "search", "fullmatch", "findall", "finditer", "sub", "subn", "split")


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """A compiled pattern, as far as its users can see."""
    return cast("re.Pattern[str]", _Pattern(text, flags))


@final
class _Pattern:
    """The text of a pattern; the methods of the compiled one become its own at the first use."""

    def __init__(self, text: str, flags: int) -> None:
        self.pattern = text
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self.pattern, self._flags)
        self.__dict__.update({method: getattr(compiled, method) for method in _METHODS})
        return getattr(compiled, name)
