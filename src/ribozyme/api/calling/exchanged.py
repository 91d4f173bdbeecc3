"""Second order through checkpointed loops and parallel regions: the gradient of the tangent.

    forward mode of reverse mode of f      x̄ += J(x)ᵀ s, and x̄˙, its tangent along ẋ
    reverse mode of reverse mode of f      the adjoints of (x, s), with w as that of x̄
    reverse mode of forward mode of f      the adjoints of (ẋ, x), with (s, ṡ) as those of (ẏ, y)

All give the same numbers: x̄ is the adjoint of ẋ, and x̄˙ that of x. Likewise with w in place of ẋ
the adjoint of x is that of x, and the tangent of y that of s. A checkpointed loop runs in an order
that is found while it runs, and a region runs in two halves with memory of each thread's own:
neither can be differentiated again. But a tangent can be checkpointed as the primal can, and its
regions are those of the primal. A loop's state holds the tangents, too, and its loops stand in the
same lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, final

from ribozyme.api.calling.routine import (
    FORWARD_MODE,
    WITH_SHADOW,
    Derived,
    Routine,
    derivative_results,
    routine_of,
)
from ribozyme.base.errors import Error, error
from ribozyme.base.record import dataclass

_ZERO: Final = "zeroinitializer"


@final
@dataclass(frozen=True, slots=True)
class _Slot:
    """A parameter of a gradient in its derivative: its name there, and that of its tangent or of
    its adjoints in memory, if any. A number whose adjoint is returned is `active`."""

    type: str
    name: str
    other: str | None
    active: bool = False


@final
@dataclass(slots=True)
class _Exchange:
    """The tangent's kinds, the adjoint's, and the arguments of the adjoint, as they are found.

    `bars` are the numbers among the results: of the number itself, and of its tangent.
    """

    backward: bool
    kinds: list[str]
    adjoints: list[str]
    arguments: list[str]
    bars: int = 0

    def constant(self, slot: _Slot) -> int:
        """A parameter without an adjoint in the gradient; which result is its adjoint, if any."""
        along = slot.other is not None and not self.backward
        self.kinds.append("dup" if along else "const")
        if slot.active:
            self.adjoints.append("active")
            self.arguments.append(f"{slot.type} {slot.name}")
            self.bars += 1
            return self.bars - 1
        if self.backward and slot.other is not None:
            self.adjoints.append("dup")
            self.arguments += (f"ptr {slot.name}", f"ptr {slot.other}")
            return -1
        for name in filter(None, (slot.name, slot.other)):
            self.adjoints.append("const")
            self.arguments.append(f"{slot.type} {name}")
        return -1

    def number(self, slot: _Slot, along: str) -> int:
        """A number whose adjoint the gradient returns, and its tangent; where its adjoint is."""
        self.kinds.append("dup")
        self.adjoints += ("active", "active")
        self.arguments += (f"{slot.type} {slot.name}", f"{slot.type} {along}")
        self.bars += 2
        return self.bars - 2

    def shadowed(self, slot: _Slot, shadow: _Slot) -> None:
        """Memory. In the tangent of a gradient, the shadow's tangent takes adjoints; in its
        adjoint, the shadow's adjoints are the tangents."""
        if shadow.other is None or (slot.other is None and not self.backward):
            raise _unfit()
        self.kinds.append("dup")
        self.adjoints += ("const" if slot.other is None else "dup", "dup")
        bars, along = (slot, shadow) if self.backward else (shadow, slot)
        names = slot.name, bars.other, along.other, shadow.name
        self.arguments += (f"ptr {one}" for one in names if one is not None)


def _unfit() -> Error:
    return error(
        "RZ219",
        "a gradient with checkpointed loops or parallel regions is differentiated again by its own "
        "inputs, in one direction at a time",
        helps=("leave all loops as they are: checkpoint=False, and no memory",),
    )


def exchanged(routine: Routine) -> tuple[Routine, str]:
    """The gradient of the tangent, and the definition of `routine`, which calls it."""
    outer = routine.recipe
    assert isinstance(outer, Derived)
    inner = outer.of.recipe
    assert isinstance(inner, Derived)
    if outer.width != 1 or outer.sets or "scratch" in (*outer.kinds, *inner.kinds):
        raise _unfit()
    made = _Exchanged(routine, outer, inner)
    return made.gradient, made.definition()


@final
class _Exchanged:
    def __init__(self, routine: Routine, outer: Derived, inner: Derived) -> None:
        self.routine, self.outer, self.inner = routine, outer, inner
        self.backward = outer.mode == "reverse"
        self.slots = list(_slots(outer))
        self.valued = inner.primal and inner.of.result != "void"
        self.lines: list[str] = []
        self.places: list[int] = []  # per active parameter of the gradient's: among the results
        self.found = _Exchange(self.backward, [], [], [])
        given = iter(self.slots)
        mine = []
        for kind in inner.kinds:
            slot = next(given)
            mine.append((kind, slot, next(given) if kind == "dup" else None))
        self.seed = next(given) if inner.result == "active" else None
        self.rooms = list(given)
        self.results = list(self._results())
        cotangents = iter(self.results[1 if self.valued else 0 :])
        self.numbers: list[tuple[_Slot, int]] = []  # whose adjoints the gradient returns
        for kind, slot, shadow in mine:
            if shadow is not None:
                self.found.shadowed(slot, shadow)
            elif kind == "active":
                along = next(cotangents)[1] if self.backward else slot.other
                self.numbers.append((slot, self.found.number(slot, along or _ZERO)))
                self.places += [self.numbers[-1][1]] * slot.active
            else:
                self.places += [self.found.constant(slot)] * slot.active
        self._ends()
        self.gradient = self._gradient()

    def _results(self) -> Iterator[tuple[str, str | None]]:
        """Of each number that the gradient gives its type, and in reverse mode its cotangent."""
        of, outer = self.outer.of, self.outer
        types = derivative_results(self.inner)
        if not self.rooms:
            yield from ((type, "%seed" if outer.result == "active" else None) for type in types)
            return
        for type, room in zip(types, self.rooms, strict=True):
            if not self.backward or room.other is None:
                yield type, None
                continue
            name = f"{room.name}.given"
            self.lines.append(f"{name} = load {type}, ptr {room.other}, align 1")
            self.lines.append(f"store {type} {_ZERO}, ptr {room.other}, align 1")
            yield type, name
        assert of.result == "void"

    def _ends(self) -> None:
        """Places for the value and its tangent, with their adjoints."""
        if self.seed is None:
            return
        self.found.adjoints += ("dup", "dup")
        type = self.inner.of.result
        given = self.seed.other
        if self.backward:
            given = self.results[0][1] if self.valued else None
        for name, adjoint in (("value", given or _ZERO), ("slope", self.seed.name)):
            self.lines += [f"%{name} = alloca {type}", f"%{name}.bar = alloca {type}"]
            self.lines.append(f"store {type} {adjoint}, ptr %{name}.bar")
            self.found.arguments += (f"ptr %{name}", f"ptr %{name}.bar")

    def _gradient(self) -> Routine:
        inner, found = self.inner, self.found
        options = inner.options.replace(memory=None, checkpoint=())
        seeded = self.seed is not None
        tangent = routine_of(
            Derived(
                inner.of, FORWARD_MODE, tuple(found.kinds), inner.result, seeded, 1, options,
                inner.rules,
            )
        )  # fmt: skip
        adjoints = tuple(found.adjoints)
        return routine_of(
            Derived(tangent, "reverse", adjoints, "const", False, 1, inner.options, inner.rules)
        )

    # ---- the definition --------------------------------------------------------------------------

    def definition(self) -> str:
        """The routine: it calls the gradient of the tangent."""
        outer = self.outer
        names = [name for one in self.slots for name in (one.name, one.other) if name is not None]
        names += ["%seed"] * (self.backward and outer.result == "active")
        names += [f"%r{k}" for k in range(len(self.routine.slots) - len(names))]
        head = ", ".join(f"{t} {n}" for t, n in zip(self.routine.slots, names, strict=True))
        lines = [*self.lines, *self._called(), *self._returned()]
        body = "\n".join(f"  {line}" for line in lines)
        return f"define {self.routine.result} @{self.routine.quoted}({head}) {{\n{body}\n}}\n"

    def _called(self) -> Iterator[str]:
        """The call; `%bar0`, `%bar1` … are the adjoints of numbers."""
        recipe = self.gradient.recipe
        assert isinstance(recipe, Derived)
        types = derivative_results(recipe)
        if len(types) == 1:
            given = ", ".join(self.found.arguments)
            yield f"%bar0 = call {types[0]} @{self.gradient.quoted}({given})"
            return
        places = [f"%place{k}" for k in range(len(types))]
        for place, type in zip(places, types, strict=True):
            yield f"{place} = alloca {type}"
        given = ", ".join((*self.found.arguments, *(f"ptr {place}" for place in places)))
        yield f"call void @{self.gradient.quoted}({given})"
        for k, (place, type) in enumerate(zip(places, types, strict=True)):
            yield f"%bar{k} = load {type}, ptr {place}"

    def _returned(self) -> Iterator[str]:
        """What the gradient gives, and its derivatives, where the caller looks for them."""
        numbers: list[tuple[str, str, str]] = []  # the gradient's, with their tangents
        if self.seed is not None:
            type = self.inner.of.result
            for name in ("value", "slope"):
                yield f"%{name}.found = load {type}, ptr %{name}"
        if self.valued:
            numbers.append((self.inner.of.result, "%value.found", "%slope.found"))
        numbers += [(slot.type, f"%bar{at + 1}", f"%bar{at}") for slot, at in self.numbers]
        for (type, value, dot), room in zip(numbers if self.rooms else (), self.rooms, strict=True):
            yield f"store {type} {value}, ptr {room.name}, align 1"
            if room.other is not None and not self.backward:
                yield f"store {type} {dot}, ptr {room.other}, align 1"
        results: list[tuple[str, str]] = []
        if self.outer.of.result != "void":
            ((type, value, dot),) = numbers
            results += [(type, value)] if self.outer.primal else []
            if not self.backward and self.outer.result != "const":
                results.append((type, dot))
        results += list(self._adjoints())
        if self.routine.result != "void":
            ((type, value),) = results
            yield f"ret {type} {value}"
            return
        for k, (type, value) in enumerate(results):
            yield f"store {type} {value}, ptr %r{k}, align 1"
        yield "ret void"

    def _adjoints(self) -> Iterator[tuple[str, str]]:
        """Those of numbers among the gradient's parameters; that of its seed is a tangent."""
        places = iter(self.places)
        for slot in self.slots:
            if slot.active:
                at = None if slot is self.seed else next(places)
                yield slot.type, "%slope.found" if at is None else f"%bar{at}"


def _slots(outer: Derived) -> Iterator[_Slot]:
    """The parameters of the gradient, by their names in its derivative."""
    for k, (type, kind) in enumerate(zip(outer.of.slots, outer.kinds, strict=True)):
        other = f"%a{k}.dot" if kind in WITH_SHADOW else None
        yield _Slot(type, f"%a{k}", other, kind == "active")
