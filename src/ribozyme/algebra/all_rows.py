"""All rows of linear algebra, by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ribozyme.algebra.lapack import ORTHOGONAL, SOLUTIONS, SPECTRA
from ribozyme.algebra.level1 import LEVEL1
from ribozyme.algebra.level2 import LEVEL2
from ribozyme.algebra.level3 import LEVEL3
from ribozyme.algebra.rows import Row

ROWS: Final[Mapping[str, Row]] = MappingProxyType(
    {row.name: row for row in (*LEVEL1, *LEVEL2, *LEVEL3, *SOLUTIONS, *ORTHOGONAL, *SPECTRA)}
)


def closure(names: set[str], type: str) -> tuple[Row, ...]:
    """Some rows and those whose routines their derivatives call, of whatever order, that there are
    for numbers of a type."""
    found, work = set[str](), set(names)
    while work:
        name = work.pop()
        found.add(name)
        work |= {one for one in ROWS[name].calls if type in ROWS[one].types} - found
    return tuple(row for row in ROWS.values() if row.name in found)
