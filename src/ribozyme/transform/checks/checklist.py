"""The check over the finished facts: what would have a wrong derivative, or none, is found here.

    for find in CHECKS: yield from find(facts)      a function and the refusal, for each place

A program with a finding is refused. A function that a call by address *may* mean, as far as its
type goes, is not: it is no target of the call then (`targets`), and there is a run-time trap.

Invariant: what passes has a shadow for each address through which it reaches active memory, and
moves the bits of each active number as that number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ribozyme.base.stages import staged
from ribozyme.transform.checks.addresses import untracked_addresses, words_with_addresses
from ribozyme.transform.checks.lost import lost_values
from ribozyme.transform.checks.numbers import changed_numbers
from ribozyme.transform.checks.text import numbers_in_text
from ribozyme.transform.core.facts import ProgramFacts
from ribozyme.transform.core.refuse import Finding
from ribozyme.transform.parallel.region_checks import parallel_constructs
from ribozyme.transform.parallel.repeatable import not_repeatable

CHECKS: Final[tuple[Callable[[ProgramFacts], Iterator[Finding]], ...]] = (
    parallel_constructs,
    not_repeatable,
    lost_values,
    words_with_addresses,
    untracked_addresses,
    changed_numbers,
    numbers_in_text,
)


@staged("check")
def check(facts: ProgramFacts) -> None:
    """Raise what is found first."""
    for _, found in findings(facts):
        raise found


def findings(facts: ProgramFacts) -> Iterator[Finding]:
    """All that is found, each with the function it is in."""
    for find in CHECKS:
        yield from find(facts)
