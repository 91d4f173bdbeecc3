"""The adjoints of values while the reverse sweep runs.

An adjoint is held leaf by leaf and lane by lane. While all uses of a value share its block it is an
SSA value here; one that crosses blocks has an alloca, which LLVM promotes. It starts from the first
contribution, else from -0.0 (`x + -0.0` folds, `x + 0.0` does not), and consuming it resets it,
since a loop body is entered again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, final

from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.values import Local, Value, const_float
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.shape import Leaf
from ribozyme.transform.reverse.onepass.chains import Chains

ADD: Final = "reassoc nsz contract"
Lanes = list[Value | None]  # per lane; None is an exact zero


@final
class Adjoints:
    """Adds to, reads and resets the adjoints of one function's values."""

    def __init__(
        self,
        facts: FunctionFacts,
        b: FunctionBuilder,
        width: int,
        known: dict[int, list[Lanes]] | None = None,
    ) -> None:
        self.facts = facts
        self.b = b
        self.width = width
        self.known = known or {}  # given from the start: nothing is added to these
        self._here: dict[tuple[int, int, int], Value] = {}
        self._slots: dict[tuple[int, int, int], Local] = {}
        self.starts: list[tuple[Local, ty.Type]] = []
        self._through_memory = False
        self.chains = Chains(b)

    def add(self, value: Value, leaf: int, lane: int, amount: Value | None) -> None:
        """`bar(value) += amount`; nothing for an inactive value or an exact zero."""
        if amount is None or not isinstance(value, Local) or not self.facts.active(value):
            return
        if value.id in self.known:
            return
        key = value.id, leaf, lane
        if self.facts.stays(value) and not self._through_memory:
            old = self._here.get(key)
            self._here[key] = amount if old is None else self.chains.total(old, amount, ADD)
            return
        slot = self.slot(key, self.facts.floats(value)[leaf])
        total = self.b.fadd(self.b.load(amount.type, slot), amount, ADD)
        self.b.store(total, slot)

    def take(self, value: Local) -> list[Lanes]:
        """The adjoint, per leaf and lane, reset to zero."""
        if value.id in self.known:
            return self.known[value.id]
        return [
            [self._take(value, (value.id, index, lane), leaf) for lane in range(self.width)]
            for index, leaf in enumerate(self.facts.floats(value))
        ]

    def left(self, value: Local) -> list[Lanes]:
        """The adjoint of a parameter when all is emitted; None where nothing ever came."""
        return [
            [self._left(value, (value.id, index, lane), leaf) for lane in range(self.width)]
            for index, leaf in enumerate(self.facts.floats(value))
        ]

    def _left(self, value: Local, key: tuple[int, int, int], leaf: Leaf) -> Value | None:
        return self._take(value, key, leaf) if key in self._slots else None

    def _take(self, value: Local, key: tuple[int, int, int], leaf: Leaf) -> Value | None:
        local = self.facts.stays(value)
        here = self._here.pop(key, None) if local else None
        if local and key not in self._slots:
            return here
        slot = self.slot(key, leaf)
        found = self.b.load(leaf.type, slot)
        self.b.store(const_float(leaf.type, -0.0), slot)
        return found if here is None else self.b.fadd(found, here, ADD)

    def slot(self, key: tuple[int, int, int], leaf: Leaf) -> Local:
        """The alloca of an adjoint that crosses blocks."""
        found = self._slots.get(key)
        if found is None:
            name = self.facts.function.names[key[0]]
            found = self.b.entry_alloca(leaf.type, name=None if name is None else f"{name}.bar")
            self._slots[key] = found
            self.starts.append((found, leaf.type))
        return found

    def initialise(self) -> None:
        """Store the start value of every alloca, at the builder's place."""
        for slot, type in self.starts:
            self.b.store(const_float(type, -0.0), slot)

    @contextmanager
    def crossing(self) -> Iterator[None]:
        """While it lasts, contributions go through memory: control may not come this way."""
        kept, self._through_memory = self._through_memory, True
        yield
        self._through_memory = kept
