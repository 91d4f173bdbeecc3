"""The interface that the adjoint of an instruction has to the sweep which emits it.

The reverse sweep proper fetches what the forward sweep knew; a single pass has it at hand. The
adjoints themselves are the same:

    %y = fmul double %x, %w     →     x.bar += y.bar · value(%w)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.instrs import Call, Instr, Invoke, Load
from ribozyme.ir.metadata import Meta
from ribozyme.ir.module import Function
from ribozyme.ir.values import Value
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.emit.emission import Emission
from ribozyme.transform.reverse.emit.adjoints import Adjoints
from ribozyme.transform.reverse.plan.choices import Choice
from ribozyme.transform.reverse.plan.extended_rules import ExtendedRules
from ribozyme.transform.reverse.plan.masks import Masks


class Waiting(Protocol):
    """Increments that wait while a loop is reversed."""

    def begin(self) -> None:
        """Where the loop is entered."""

    def holds(self, load: Load) -> bool:
        """Whether the increments of a read wait here."""

    def add(self, load: Load, lane: int, amount: Value) -> None:
        """A contribution of this iteration."""

    def turn(self) -> None:
        """At the end of a block of the loop."""

    def end(self) -> None:
        """Behind the loop."""


class NothingWaits:
    """Begins where a loop is entered, as `Waiting` does, and lets no increments wait."""

    def holds(self, load: Load) -> bool:
        del load
        return False

    def add(self, load: Load, lane: int, amount: Value) -> None:
        raise AssertionError

    def turn(self) -> None:
        """At the end of a block nothing is to be done."""

    def end(self) -> None:
        """Behind the loop nothing is to be done."""


class Sweep(Protocol):
    """Where adjoints are emitted."""

    emission: Emission
    facts: FunctionFacts
    function: Function
    b: FunctionBuilder
    width: int
    adjoints: Adjoints
    masks: Masks
    rules: ExtendedRules
    loop: int

    @property
    def waiting(self) -> Mapping[int, Sequence[Waiting]]:
        """Increments that wait, by loop."""

    def value(self, value: Value) -> Value:
        """A primal value."""

    def shadow(self, value: Value, part: int = 0) -> list[Value]:
        """The shadows of a pointer leaf of a value."""

    def shadow_meta(self, instr: Instr, pointer: Value) -> Meta:
        """The attachments of an access to the shadow of what `instr` accesses."""

    def stored(self, call: Call | Invoke, result: int) -> Value:
        """What a function with a rule stored through a pointer."""

    def choice(self, number: int, asked: Choice) -> Value:
        """Whether what the rule of a call asked held: the condition of that number."""

    def unmet(self, load: Load, place: Value) -> tuple[Value, Value] | None:
        """Whether no other thread adds in this iteration where this one does, and where it adds
        for a place of the read's shadow; None if that is not known."""

    def passed(self, call: Call | Invoke, place: int) -> Value:
        """What lay in memory that a call was given as an argument by value."""
