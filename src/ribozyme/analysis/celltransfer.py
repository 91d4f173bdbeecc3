"""Marks that go from the bytes of one object to those of another, since they are copied there.

    memcpy(q, p, 16)       what is said of p[0 … 15] is said of q[0 … 15]

The same is taken over again whenever more is said; only what may be new by then is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd, lcm

from ribozyme.analysis.cellchanges import Place
from ribozyme.analysis.cells import LONG, Cells, is_loose
from ribozyme.analysis.typetree import ADDRESS, FLOAT, Marks


def transfer(
    source: Cells, at: Place, target: Cells, to: Place, size: int | None, taken: int = -1
) -> bool:
    """Marks of `size` bytes of one object, also in the bytes of another they were copied to.

    What an object's bytes are moved on within it by, they repeat after. What the source said up to
    its version `taken` was transferred before.
    """
    changed, apart = False, source is not target
    start, end = at[0], to[0]
    shift = 0 if apart else abs(end - start)
    recent = source.changes.since(taken) if apart else None
    near: list[int] | None = None
    for stride, cells in source.rows():
        common = gcd(at[1], stride)
        loose, step = is_loose(common), gcd(common, shift, to[1])
        spread = not shift and common and size is not None and size <= LONG
        fresh = None if recent is None else recent.row(stride)
        done: set[tuple[int, Marks, bool]] = set()
        for offset, marks in cells:
            old = fresh is not None and offset not in fresh
            if old and not (spread and marks & FLOAT):
                continue
            distance = (offset - start) % common if common else offset - start
            if distance < 0 or (size is not None and distance >= size):
                continue
            if (distance, marks, old) in done:  # as another of the row was
                continue
            if apart:
                done.add((distance, marks, old))
            if loose:
                changed |= target.add(0, 1, marks)
            elif not spread or size is None:
                changed |= target.add(end + distance, step, marks)
            else:
                last = min(size, distance + _period(at, to, common)) if apart else size
                among: Iterable[int] = range(distance, last, common)
                if old and recent is not None:
                    near = recent.near(start, at[1], size) if near is None else near
                    among = [index for index in near if index in among]
                changed |= _spread(source, at, target, to, marks, among)
    return changed


def _spread(
    source: Cells, at: Place, target: Cells, to: Place, marks: Marks, among: Iterable[int]
) -> bool:
    """Marks that repeat, byte by byte: not where the source says more exactly what it is."""
    changed = False
    for index in among:
        said = source.at(at[0] + index, at[1]) if marks & FLOAT else marks
        changed |= target.add(to[0] + index, to[1], marks & said)
    return changed


def _period(at: Place, to: Place, common: int) -> int:
    """After how many bytes the same is said of the same; `LONG` where nobody knows."""
    return lcm(at[1], to[1], common) if to[1] and at[1] and at[1] % ADDRESS == 0 else LONG
