"""Attributes of functions, parameters and calls, as written; interpreted by name where needed.

`align 8` is `Attr("align", 8)`, `sret(%S)` is `Attr("sret", type)`, `captures(none)` is
`Attr("captures", "none")`, `"target-cpu"="x86-64"` is `Attr('"target-cpu"', '"x86-64"')`,
`nounwind` is `Attr("nounwind")`, `#3` is `Attr("#", 3)`.
"""

from __future__ import annotations

from typing import final

from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty


@final
@dataclass(frozen=True, slots=True)
class Attr:
    """One attribute: its name as spelled and what is in its parentheses or behind it."""

    name: str
    value: int | str | ty.Type | None = None


Attrs = tuple[Attr, ...]


def has(attrs: Attrs, name: str) -> bool:
    """Whether an attribute of that name is there."""
    for attr in attrs:  # noqa: SIM110 - asked so often that a generator counts
        if attr.name == name:
            return True
    return False


def value_of(attrs: Attrs, name: str) -> int | str | ty.Type | None:
    """The value of the first attribute of that name."""
    for attr in attrs:
        if attr.name == name:
            return attr.value
    return None


def number(attrs: Attrs, name: str) -> int | None:
    """The number of `align 8` or `dereferenceable(16)`."""
    value = value_of(attrs, name)
    return value if isinstance(value, int) else None


def type_of(attrs: Attrs, name: str) -> ty.Type | None:
    """The type of `byval(%S)`, `sret(%S)`, `elementtype(%S)`."""
    value = value_of(attrs, name)
    return None if value is None or isinstance(value, int | str) else value


def without(attrs: Attrs, *names: str) -> Attrs:
    """The attributes whose name is not among `names`."""
    return tuple(attr for attr in attrs if attr.name not in names)
