"""Kernels as Python objects, and their launches.

    k = rz.gpu.load("heat.cu").step
    k[grid, block](u, v, n)                                       runs it
    rz.grad(k)[grid, block](rz.Duplicated(u, du), rz.Duplicated(v, dv), n)
    rz.autodiff(rz.Forward, k[grid, block], rz.Duplicated(u, du), rz.Duplicated(v, dv), n)

`grid` and `block` are numbers or tuples of up to three; a third number is the bytes of dynamic
shared memory. In reverse mode a kernel's outputs hand their shadows in and find them zero
afterwards; those of its inputs are added to.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, final

from ribozyme.api.derivatives.exact import (
    Const,
    Duplicated,
    DuplicatedNoNeed,
    Mode,
)
from ribozyme.api.gpu.arguments import fitting, held, number
from ribozyme.api.gpu.faults import fault
from ribozyme.api.gpu.program import DeviceProgram, Work, WorkMode
from ribozyme.api.signatures.signature import Signature
from ribozyme.base.errors import error

if TYPE_CHECKING:
    from ribozyme.backend.gpu.emulator import Memory

Size = tuple[int, int, int]
_MODES: Final[dict[Mode, WorkMode]] = {Mode.REVERSE: "reverse", Mode.FORWARD: "forward"}
_THREADS: Final = 1024  # the most that a block may have


@final
class Kernel:
    """A kernel, or its gradient: indexed by the sizes of a launch it can be called."""

    __slots__ = ("checks", "mode", "program", "signature")
    own_transforms = True

    def __init__(
        self,
        program: DeviceProgram,
        signature: Signature,
        mode: WorkMode = "primal",
        *,
        checks: bool = False,
    ) -> None:
        self.program, self.signature = program, signature
        self.mode, self.checks = mode, checks

    @property
    def name(self) -> str:
        """Its name in the source."""
        return self.signature.name

    def __getitem__(self, sizes: Any) -> "Launch":
        if not isinstance(sizes, tuple) or len(sizes) not in (2, 3):
            raise error(
                "RZ008",
                f"'{self.name}' is launched by the sizes of grid and block",
                helps=(f"{self.name}[grid, block](…)",),
            )
        shared = sizes[2] if len(sizes) == 3 else 0
        return Launch(self, _size(sizes[0]), _size(sizes[1], _THREADS), shared)

    def __call__(self, *args: Any) -> None:
        """A kernel has no call without a launch: it says so."""
        del args
        self[()]  # raises

    def grad(self, **options: Any) -> "Kernel":
        """Its gradient: a kernel with the same launch, shadows beside their arrays."""
        if options:
            raise error(
                "RZ006",
                f"grad of a kernel takes no option '{next(iter(options))}'",
                helps=("what is differentiated is said by rz.Duplicated at the call",),
            )
        if self.mode != "primal":
            raise error("RZ511", "the gradient of a kernel's gradient does not exist yet")
        return Kernel(self.program, self.signature, "reverse", checks=self.checks)

    def __repr__(self) -> str:
        of = "" if self.mode == "primal" else "gradient of "
        return f"<{of}kernel {self.signature}>"


@final
@dataclass(frozen=True, slots=True)
class Launch:
    """A kernel with the sizes of its grid and blocks."""

    kernel: Kernel
    grid: Size
    block: Size
    shared: int = 0

    def __call__(self, *args: Any) -> None:
        self.run(self.kernel.mode, args)

    def autodiff(self, mode: Mode, args: Sequence[Any]) -> None:
        """Run a derivative, each argument wrapped in what it is to it."""
        wanted = _MODES.get(mode)
        if wanted is None or self.kernel.mode != "primal":
            raise error("RZ511", f"{mode.value} mode of a kernel does not exist yet")
        self.run(wanted, args)

    def run(self, mode: WorkMode, args: Sequence[Any]) -> None:
        """Run the kernel or a derivative; nothing is returned but in the arrays."""
        from ribozyme.backend.gpu.emulator import run

        kernel = self.kernel
        parameters = kernel.signature.parameters
        if len(args) != len(parameters):
            raise error(
                "RZ011",
                f"'{kernel.name}' takes {len(parameters)} arguments, it got {len(args)}",
                notes=(str(kernel.signature),),
            )
        plain = mode == "primal"
        kinds, values = zip(
            *(_marked(kernel, n, a, plain) for n, a in enumerate(args)), strict=True
        )
        work = Work(mode, kinds, kernel.checks)
        slots: list[bytes] = []
        memory: list[Memory] = []
        kept: list[object] = []
        for parameter, given in zip(parameters, values, strict=True):
            for value in given:
                slot, array = held(kernel.signature, parameter, value, mode, memory, len(slots))
                slots.append(slot)
                kept.append(array)
            if len(given) > 1:
                fitting(kernel.signature, parameter, *kept[-2:])
        memory += self._own(len(slots), mode)
        slots += [b""] * (len(memory) - sum(m.space == 0 for m in memory))
        code = kernel.program.code(kernel.signature.symbol, work)
        door, enter = code.library.address("rz.guard"), code.library.address("rz.gpu.enter")
        found = run(door, enter, self.grid, self.block, slots, memory, checks=kernel.checks)
        if found is not None:
            raise fault(kernel.signature, work, found, code.sites)

    def _own(self, first: int, mode: WorkMode) -> "Iterator[Memory]":
        """The variables that a block shares, and their shadows."""
        from ribozyme.backend.gpu.emulator import FIRST, ZERO, Memory

        number = first
        for variable in self.kernel.program.kernel(self.kernel.signature.symbol).shared:
            for space in (FIRST,) if mode == "primal" else (FIRST, ZERO):
                yield Memory(None, variable.size or self.shared, space, number)
                number += 1


def _marked(kernel: Kernel, n: int, given: Any, plain: bool) -> tuple[str, tuple[Any, ...]]:
    """What an argument is to a derivative, and the values that are passed for it."""
    parameter = kernel.signature.parameters[n]
    match given:
        case Duplicated(value=value, shadow=shadow) | DuplicatedNoNeed(value=value, shadow=shadow):
            if plain:
                raise error("RZ504", f"'{parameter.name}' of '{kernel.name}' has a shadow here")
            if not parameter.is_pointer:
                raise error(
                    "RZ504",
                    f"'{parameter.name}' of '{kernel.name}' is a number: kernels have no "
                    "derivatives by numbers yet",
                    helps=("pass it in an array of one element",),
                )
            return "dup", (value, shadow)
        case Const(value=value):
            return "const", (value,)
        case _:
            return "const", (given,)


def _size(given: Any, most: int = 0) -> Size:
    sizes = given if isinstance(given, tuple) else (given,)
    if not 1 <= len(sizes) <= 3:
        raise error("RZ001", f"the sizes of a launch are one to three numbers, not {given!r}")
    found = [number(size) for size in sizes] + [1] * (3 - len(sizes))
    if any(size < 1 for size in found):
        raise error("RZ001", f"the sizes of a launch are positive, not {given!r}")
    if most and found[0] * found[1] * found[2] > most:
        raise error("RZ001", f"a block has at most {most} threads, not {given!r}")
    return found[0], found[1], found[2]
