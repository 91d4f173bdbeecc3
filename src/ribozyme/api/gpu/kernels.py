"""Kernels as Python objects, and their launches.

    k = rz.gpu.load("heat.cu").step
    k[grid, block](u, v, n)                                       runs it
    rz.grad(k)[grid, block](rz.Duplicated(u, du), rz.Duplicated(v, dv), n)
    fwd, rev = rz.split(k)
    tape = fwd[grid, block](rz.Duplicated(u, du), rz.Duplicated(v, dv), n)
    rev[grid, block](tape, rz.Duplicated(u, du), rz.Duplicated(v, dv), n)
    rz.autodiff(rz.Forward, k[grid, block], rz.Duplicated(u, du), rz.Duplicated(v, dv), n)

`grid` and `block` are numbers or tuples of up to three; a third number is the bytes of dynamic
shared memory. In reverse mode a kernel's outputs hand their shadows in and find them zero
afterwards; those of its inputs are added to.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, final

from ribozyme.api.derivatives.exact import (
    Const,
    Duplicated,
    DuplicatedNoNeed,
    Mode,
)
from ribozyme.api.gpu.device_program import HALVES, DeviceProgram, Work, WorkMode, untold
from ribozyme.api.gpu.kernel_faults import fault
from ribozyme.api.gpu.launch_arguments import fitting, held, number
from ribozyme.api.gpu.tapes import Ready, Tape
from ribozyme.api.signatures.signature import Signature
from ribozyme.base.errors import error
from ribozyme.base.record import dataclass, replace

if TYPE_CHECKING:
    from ribozyme.backend.gpu.emulator import Memory

Size = tuple[int, int, int]
_MODES: Final[dict[Mode, WorkMode]] = {Mode.REVERSE: "reverse", Mode.FORWARD: "forward"}
_OF: Final[dict[WorkMode, str]] = {
    "primal": "", "forward": "derivative of ", "reverse": "gradient of ",
    "augmented": "first half of the gradient of ", "split": "second half of the gradient of ",
}  # fmt: skip
_MOST: Final = 1 << 31  # threads that an index of 32 bits tells apart
_THREADS: Final = 1024  # the most that a block may have


@final
class Kernel:
    """A kernel, or its gradient: indexed by the sizes of a launch it can be called."""

    __slots__ = ("checks", "cores", "mode", "program", "signature")
    own_transforms = True

    def __init__(
        self,
        program: DeviceProgram,
        signature: Signature,
        mode: WorkMode = "primal",
        *,
        checks: bool = False,
        cores: int = 1,
    ) -> None:
        self.program, self.signature = program, signature
        self.mode, self.checks, self.cores = mode, checks, cores

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
        return self.of("reverse")

    def split(self, **options: Any) -> "tuple[Kernel, Kernel]":
        """The halves of its gradient: two launches, the first one gives a tape to the second."""
        if options or self.mode != "primal":
            raise error("RZ511", "the halves of a kernel's derivative have no options")
        return self.of(HALVES[0]), self.of(HALVES[1])

    def of(self, mode: WorkMode) -> "Kernel":
        """The same kernel for other work."""
        return Kernel(self.program, self.signature, mode, checks=self.checks, cores=self.cores)

    def emulated(self, *, checks: bool, cores: int) -> "Kernel":
        """The same with checks, or on several cores."""
        return Kernel(self.program, self.signature, self.mode, checks=checks, cores=cores)

    def __repr__(self) -> str:
        of = _OF[self.mode]
        return f"<{of}kernel {self.signature}>"


@final
@dataclass(frozen=True, slots=True)
class Launch:
    """A kernel with the sizes of its grid and blocks."""

    kernel: Kernel
    grid: Size
    block: Size
    shared: int = 0

    def __call__(self, *args: Any) -> "Tape | None":
        mode = self.kernel.mode
        if mode != "split":
            made = self.run(mode, args)
            return made if mode == "augmented" else None
        if not args or not isinstance(args[0], Tape):
            raise error(
                "RZ008",
                f"the second half of '{self.kernel.name}' takes the first half's tape first",
            )
        self.run(mode, args[1:], args[0])
        return None

    def autodiff(self, mode: Mode, args: Sequence[Any]) -> None:
        """Run a derivative, each argument wrapped in what it is to it."""
        wanted = _MODES.get(mode)
        if wanted is None or self.kernel.mode != "primal":
            raise error("RZ511", f"{mode.value} mode of a kernel does not exist yet")
        self.run(wanted, args)

    def run(self, mode: WorkMode, args: Sequence[Any], tape: "Tape | None" = None) -> "Tape | None":
        """Run the kernel or a derivative; what is computed is in the arrays. The first half of a
        split derivative gives the tape that the second half is given."""
        ready = self.ready(mode, args)
        if tape is None:
            made = ready.tape()
        else:
            made, ready = tape, ready.continuing(tape)
        found = ready.run(made)
        if found is not None:
            raise fault(self.kernel.signature, ready.work, found, ready.code.sites)
        return made

    def ready(
        self, mode: WorkMode, args: Sequence[Any], without: frozenset[str] = frozenset()
    ) -> Ready:
        """The launch with its arguments in place; `without` are steps that are left out."""
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
        work = Work(mode, kinds, kernel.checks, without=without)
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
        symbol = kernel.signature.symbol
        work = replace(work, flat=not plain and self._is_flat(memory))
        ready = Ready(self, work, kernel.program.code(symbol, work), slots, memory)
        if ready.counts_what_is_written:
            if mode != "reverse":
                raise untold(symbol, ready.place)
            grows = replace(work, grows=True)
            ready = Ready(self, grows, kernel.program.code(symbol, grows), slots, memory)
        return ready

    def _is_flat(self, memory: "Sequence[Memory]") -> bool:
        """Whether the launch has one dimension, and no two arrays overlap."""
        (blocks, *grid), (threads, *block) = self.grid, self.block
        given = sorted((m.address, m.bytes) for m in memory if m.address is not None)
        apart = all(a + n <= b for (a, n), (b, _) in pairwise(given))
        return apart and blocks * threads < _MOST and {*grid, *block} == {1}

    def _own(self, first: int, mode: WorkMode) -> "Iterator[Memory]":
        """The variables that a block shares, and their shadows."""
        from ribozyme.backend.gpu.emulator import FIRST, ZERO, Memory, room

        number = first
        for variable in self.kernel.program.kernel(self.kernel.signature.symbol).shared:
            for space in (FIRST,) if mode == "primal" else (FIRST, ZERO):
                size = variable.size or self.shared
                yield Memory(None, size, space, number, room(size))
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
