"""What a program calls back: functions in Python, as modules that are linked with it."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ribozyme.base.errors import error

if TYPE_CHECKING:
    from ribozyme.frontends.base import Compiled


class CalledBack:
    """A function in Python that native code calls; `rz.callback` makes them."""

    def module(self) -> "Compiled":
        """What is linked with a program that calls it."""
        raise NotImplementedError


def modules(given: Iterable[object]) -> "tuple[Compiled, ...]":
    """The modules of the callbacks that a program is loaded with."""
    found = []
    for one in given:
        if not isinstance(one, CalledBack):
            raise error(
                "RZ008", f"callbacks= is a list of what rz.callback gives, and {one!r} is none"
            )
        found.append(one.module())
    return tuple(found)
