"""What a problem is: a program, its sizes, its data, and what its derivative looks like from C.

A `Problem` is data. Its functions are called with *slots*, one per C parameter: an array of the
data, a shadow that starts from zero, from the seeds or from ones, or a number. The same slots serve
the derivative made by Ribozyme and the adjoint written by hand.

    double lse(const double *x, int n)                              x in, n number
    double lse_grad(const double *x, double *d_x, int n, double s)  x in, d_x zero, n, s number
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, final

import numpy as np

PROGRAMS: Final = Path(__file__).parent / "programs"

Role = Literal["in", "const", "out", "inout", "number"]
Start = Literal["keep", "restore", "zero", "seeds", "ones"]
Data = dict[str, Any]


@final
@dataclass(frozen=True, slots=True)
class Arg:
    """A parameter of the primal: an unknown, data, an output, both, or a number."""

    name: str
    role: Role


@final
@dataclass(frozen=True, slots=True)
class Slot:
    """A parameter of a call, and what its array holds when the call begins."""

    name: str
    start: Start = "keep"
    like: str = ""  # the array it has the shape of, if it is not one of the data


@final
@dataclass(frozen=True, slots=True)
class Ask:
    """One derivative asked of the differentiator; later asks see what earlier ones made."""

    function: str
    mode: Literal["forward", "reverse"]
    kinds: tuple[Literal["const", "active", "dup"], ...]
    active_result: bool
    name: str
    width: int = 1
    primal: bool = True


@final
@dataclass(frozen=True, slots=True)
class Size:
    """One size of a problem: run by `--quick`, by default, or only by `--all`."""

    label: str
    numbers: dict[str, int | float]
    when: Literal["quick", "default", "all"] = "default"


@final
@dataclass(frozen=True, slots=True)
class Problem:
    """A program whose derivative is measured."""

    name: str
    source: str
    function: str
    args: tuple[Arg, ...]
    sizes: tuple[Size, ...]
    data: Callable[[Size], Data]
    value: bool = True  # whether it returns a double
    hand: str = ""  # the file of the adjoint by hand
    hand_function: str = ""
    asks: tuple[Ask, ...] = ()  # where they are not the usual one
    driver: str = ""  # a C file that calls what was asked for
    called: str = ""  # the function to time, where it is not the one asked for
    slots: tuple[Slot, ...] = ()  # its parameters, where they are not the usual ones
    check: Callable[["Problem", Data, Callable[[Data], Data]], float] | None = None
    formula: Callable[[Data], Data] | None = None  # its gradient, where differences are too coarse
    loose: float = 1.0  # how much more than usual it may differ from the adjoint by hand
    flags: tuple[str, ...] = ()
    step: float = 1e-4  # of differences; shorter where kinks are close by or slopes change fast
    by_hand_bytes: Callable[[Size], int] = field(default=lambda size: 0)

    @property
    def path(self) -> Path:
        return PROGRAMS / self.source

    def primal_slots(self) -> tuple[Slot, ...]:
        return tuple(Slot(a.name, "restore" if a.role == "inout" else "keep") for a in self.args)

    def gradient_slots(self) -> tuple[Slot, ...]:
        """The gradient's slots: a shadow behind each unknown and each output, the seed last."""
        if self.slots:
            return self.slots
        out: list[Slot] = []
        for arg, slot in zip(self.args, self.primal_slots(), strict=True):
            out.append(slot)
            if arg.role == "in":
                out.append(Slot(f"d_{arg.name}", "zero", arg.name))
            elif arg.role in ("out", "inout"):
                out.append(Slot(f"d_{arg.name}", "seeds", arg.name))
        return (*out, Slot("seed")) if self.value else tuple(out)

    def gradient_asks(self) -> tuple[Ask, ...]:
        if self.asks:
            return self.asks
        kinds = tuple("const" if a.role in ("const", "number") else "dup" for a in self.args)
        return (Ask(self.function, "reverse", kinds, self.value, self.gradient_name),)  # type: ignore[arg-type]

    @property
    def gradient_name(self) -> str:
        return self.called or f"{self.function}_grad"

    @property
    def hand_name(self) -> str:
        return self.hand_function or f"{self.function}_hand"

    def results(self) -> tuple[str, ...]:
        """The arrays in which the gradient lies after a call."""
        plain = [f"d_{a.name}" for a in self.args if a.role in ("in", "inout")]
        named = {slot.name for slot in self.gradient_slots()}
        return tuple(name for name in plain if name in named)


def arrays(slots: tuple[Slot, ...], data: Data) -> Data:
    """Buffers for a call: the data by value, shadows of their own."""
    out: Data = {}
    for slot in slots:
        if slot.like:
            model = np.asarray(data[slot.like])
            out[slot.name] = started(slot, model, data)
        elif slot.name == "seed":
            out[slot.name] = 1.0
        else:
            value = data[slot.name]
            out[slot.name] = value.copy() if isinstance(value, np.ndarray) else value
    return out


def started(slot: Slot, model: np.ndarray, data: Data) -> np.ndarray:
    """What a shadow holds when a call begins."""
    match slot.start:
        case "ones":
            return np.ones_like(model)
        case "seeds":
            return seeds(slot.like, model)
        case _:
            return np.zeros_like(model)


def seeds(name: str, model: np.ndarray) -> np.ndarray:
    """The adjoint of an output: fixed random numbers, so that no entry can hide."""
    rng = np.random.default_rng(sum(name.encode()))
    return rng.uniform(0.5, 1.5, model.shape)


_ROLES: Final[dict[str, Role]] = {
    "+": "in", "=": "const", ">": "out", "~": "inout", "#": "number"
}  # fmt: skip


def args(text: str) -> tuple[Arg, ...]:
    """`+x =a >y ~z #n`: unknown, data, output, changed in place, number."""
    return tuple(Arg(word[1:], _ROLES[word[0]]) for word in text.split())


def sizes(*rows: Mapping[str, int | float], default: int = 99) -> tuple[Size, ...]:
    """Sizes labelled by their numbers; the first is the quick one, from `default` on for --all."""
    return tuple(
        Size(
            " ".join(f"{k}={v}" for k, v in row.items()),
            dict(row),
            "quick" if i == 0 else "default" if i < default else "all",
        )
        for i, row in enumerate(rows)
    )
