"""Which tests a run takes.

    ./do test           every test, but of the tests that take turns one of each group, or a few
    ./do test --wide    more of each group, and the tests marked `wide`; nothing of the first
    ./do test --all     everything; first what the other two take

Tests take turns where one program is tried at many levels and modes. A marker says which belong
together and how many of them run:

    @pytest.mark.rotates("case", wide=4)      of the tests with the same `case` one, by --wide four
    @pytest.mark.rotates(plain=20, wide=100)  of the tests of a function twenty, by --wide a hundred
    @pytest.mark.rotates("case", every=2)     of the tests with the same `case` one, at every other
                                              rotation; at the others --wide takes it
    @pytest.mark.rotates("case", wide=4, wide_every=2)  --wide takes them at every other rotation
    @pytest.mark.rotates("file", plain=20, wide=1000)   of the tests of a file twenty, by --wide the
                                              rest; those marked `wide` are with the rest always

A group is a ring. The rotation, a number, says where in the ring a run begins, and each group is
turned by a hash of its name besides: a run has programs at all levels and modes, and a few
rotations have every program at each of them. What is left out is slow (`all` only), or has its turn
at another rotation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal, final
from zlib import crc32

import pytest

Scope = Literal["plain", "wide", "all"]
SCOPES: Final[tuple[Scope, ...]] = ("plain", "wide", "all")


@final
@dataclass(frozen=True, slots=True)
class Entry:
    """A test, as far as the selection knows it. `plain` and `wide` are for its group."""

    id: str
    group: str | None = None
    plain: int = 1
    wide: int = 0
    every: int = 1
    wide_every: int = 1
    is_wide: bool = False
    is_slow: bool = False


def entry(item: pytest.Item) -> Entry:
    """What the markers of a test say."""
    marker = item.get_closest_marker("rotates")
    group = None if marker is None else _group(item, *marker.args)
    return Entry(
        item.nodeid,
        group,
        **({} if marker is None or group is None else marker.kwargs),
        is_wide=item.get_closest_marker("wide") is not None,
        is_slow=item.get_closest_marker("slow") is not None,
    )


def _group(item: pytest.Item, by: str | None = None) -> str | None:
    """The tests of a function, of a file, or of a file with the same value of a parameter."""
    if by is None:
        return item.nodeid.partition("[")[0]
    if by == "file":
        is_wide = item.get_closest_marker("wide") is not None
        return None if is_wide else item.nodeid.partition("::")[0]
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    if by not in parameters:
        return None
    value = parameters[by]
    return f"{item.nodeid.partition('::')[0]} {getattr(value, 'name', value)}"


def scopes(entries: Iterable[Entry], rotation: int | None) -> dict[str, Scope]:
    """The smallest scope that takes each test. Without a rotation no test waits for its turn."""
    known = list(entries)
    found: dict[str, Scope] = {one.id: _own(one) for one in known}
    if rotation is not None:
        for group, members in _groups(known).items():
            found |= _turn(group, members, rotation)
    return found


def _own(one: Entry) -> Scope:
    if one.is_slow:
        return "all"
    return "wide" if one.is_wide else "plain"


def _groups(entries: Iterable[Entry]) -> Mapping[str, list[Entry]]:
    """The rings: the tests of one level of a program are neighbours, since they share work."""
    groups: dict[str, list[Entry]] = defaultdict(list)
    for one in entries:
        if one.group is not None and not one.is_slow:
            groups[one.group].append(one)
    for members in groups.values():
        members.sort(key=lambda one: (one.id.partition("[")[2], one.id))
    return groups


def _turn(group: str, members: list[Entry], rotation: int) -> dict[str, Scope]:
    size, plain, every = len(members), members[0].plain, members[0].every
    drawn = crc32(group.encode())
    start = drawn // every + rotation // every * (plain or members[0].wide)
    taken = plain if (drawn + rotation) % every == 0 else 0
    is_wide_too = (drawn + rotation) % members[0].wide_every == 0
    found: dict[str, Scope] = {}
    for place in range(size):
        one = members[(start + place) % size]
        waits = not is_wide_too or not (place < plain + one.wide or one.is_wide)
        later: Scope = "all" if waits else "wide"
        found[one.id] = "plain" if place < taken else later
    return found


def order(entries: Iterable[Entry], later: Container[str] = ()) -> list[str]:
    """As they come by files, and within a file group by group: neighbours share what they make.

    What is `later` comes after all that is not.
    """
    known = list(entries)
    files = {one.id.partition("::")[0]: place for place, one in reversed(list(enumerate(known)))}

    def place(one: Entry) -> tuple[bool, int, str, str]:
        file, _, rest = one.id.partition("::")
        waits = one.id in later
        if one.group in (None, file):
            return waits, files[file], "", ""
        return waits, files[file], one.group, rest.partition("[")[2]

    return [one.id for one in sorted(known, key=place)]


def todays() -> int:
    """The rotation of a day, in UTC: what is green stays so, whatever is committed that day."""
    return datetime.now(UTC).toordinal() % 10_000
