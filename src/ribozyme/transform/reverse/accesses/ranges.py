"""Loads of one loop at constant distances: the first is kept, and of the last run the others too.

    for (i = 1; i < n - 1; i++) f(u[i - 1], u[i], u[i + 1])       u is overwritten later

    kept: u[i - 1] in each run, and where the loop ends what the last run has read besides
    in reverse: u[i] is what is kept of the run i + 1, u[i + 1] that of the run i + 2

Invariant: there is a load at each distance up to the farthest; all of these run in every run of the
loop, and nothing in the loop writes what they read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ribozyme.ir.instrs import Load
from ribozyme.ir.values import Local
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.reverse.accesses.accesses import Access, Accesses, in_every_run
from ribozyme.transform.reverse.accesses.dropped import writers
from ribozyme.transform.reverse.accesses.forwarded import Held, ahead

MOST: Final = 8  # loads of a range


def ranges(
    facts: FunctionFacts,
    accesses: Accesses,
    held: dict[int, Held],
    kept_by_number: Callable[[int], bool],
) -> tuple[dict[int, Held], dict[int, tuple[int, ...]]]:
    """The loads that another one of their loop tells, and for each of these the loads whose last
    values are kept behind its own.

    `kept_by_number`: whether what is kept of a loop is found by the number of the run."""
    told: dict[int, Held] = {}
    behind: dict[int, tuple[int, ...]] = {}
    for line in accesses.lines():
        by_loop: dict[int, list[Access]] = {}
        for access in line if len(line) > 1 else ():
            load = access.instr
            if isinstance(load, Load) and load.result.id not in held and not facts.stable(load):
                by_loop.setdefault(access.loop, []).append(access)
        for loop, loads in by_loop.items():
            if len({access.key for access in loads}) < 2 or not kept_by_number(loop):
                continue
            first, *others = _range(facts, loop, loads)
            if not others:
                continue
            behind[_read(first).id] = tuple(_read(other).id for other in others)
            for other in loads:
                runs = ahead(first, other)
                if other is first or runs is None or not 0 <= runs <= len(others):
                    continue
                if _quiet(facts, other):
                    told[_read(other).id] = Held(first.value, loop, loop, runs)
    return told, behind


def _range(facts: FunctionFacts, loop: int, loads: list[Access]) -> list[Access]:
    """The longest row of loads, each a run behind the next; at least one load."""
    at: dict[int, Access] = {}
    for load in loads:
        runs = ahead(loads[0], load)
        if runs is not None and in_every_run(facts, load.block, loop) and _quiet(facts, load):
            at.setdefault(runs, load)
    longest = loads[:1]
    for start in at:
        row = [at[start]]
        while start - 1 not in at and start + len(row) in at and len(row) < MOST:
            row.append(at[start + len(row)])
        longest = row if len(row) > len(longest) else longest
    return longest


def _read(access: Access) -> Local:
    """What a load reads."""
    assert isinstance(access.instr, Load)
    return access.instr.result


def _quiet(facts: FunctionFacts, access: Access) -> bool:
    """Whether nothing in the loop of a load writes what it reads."""
    load = access.instr
    return isinstance(load, Load) and writers(facts, load, access.loop) == ()
