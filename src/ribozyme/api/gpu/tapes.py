"""The tape of a launch: how much it needs is counted before, and it is one piece of memory.

    gradient[grid, block](…)     count → a buffer of threads · bytes → run
    tape = fwd[grid, block](…)   the buffer outlives the launch
    rev[grid, block](tape, …)

Too little memory is an error before the launch (RZ603), with the bytes and the line that keeps
most.
"""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, final

from ribozyme.base.errors import Error, error
from ribozyme.base.record import dataclass, field, replace

if TYPE_CHECKING:
    from ribozyme.api.gpu.device_program import Code, Work
    from ribozyme.api.gpu.kernels import Launch
    from ribozyme.backend.gpu.emulator import Found, Memory
    from ribozyme.base.source import Span

_ALIGN: Final = 64
_APART: Final = ("primal", "forward", "reverse")
"""Modes whose blocks may run on several cores: a tape that outlives its launch may hold addresses
of what a block shares."""


@final
@dataclass(frozen=True, slots=True)
class Tape:
    """What the first half of a split derivative has kept, for the same launch of the second one.

    `nbytes` is all of it, `per_thread` what each thread has.
    """

    per_thread: int
    nbytes: int
    launch: "Launch" = field(repr=False)
    kinds: tuple[str, ...] = field(repr=False)
    memory: Any = field(repr=False)
    shared: "tuple[Memory, ...]" = field(repr=False)

    @property
    def address(self) -> int:
        """Where it begins."""
        from ribozyme.backend.gpu.emulator import aligned

        return 0 if self.memory is None else aligned(self.memory)


@final
@dataclass(frozen=True, slots=True)
class Ready:
    """A launch whose arguments are in slots, with all the memory it may access."""

    launch: "Launch"
    work: "Work"
    code: "Code"
    slots: "list[bytes]"
    memory: "list[Memory]"

    @property
    def threads(self) -> int:
        """How many threads there are."""
        (a, b, c), (d, e, f) = self.launch.grid, self.launch.block
        return a * b * c * d * e * f

    def run(self, tape: Tape) -> "Found | None":
        """Run the launch; the first fault, if any."""
        from ribozyme.backend.gpu.emulator import CALLERS, Memory, Prepared, room

        slots = [*self.slots, tape.address.to_bytes(8, "little")]
        slots.append(tape.per_thread.to_bytes(8, "little"))
        own = Memory(tape.address, tape.nbytes, CALLERS, len(self.slots))
        checks = self.launch.kernel.checks
        doors = [self.code.library.address(name) for name in ("rz.guard", "rz.gpu.enter")]
        grid, block = self.launch.grid, self.launch.block

        def part(blocks: tuple[int, int]) -> "Found | None":
            memory = [*self.memory, own]
            if blocks != whole:  # each core has what a block shares
                apart = (replace(m, room=room(m.bytes)) if m.address is None else m for m in memory)
                memory = list(apart)
            ready = Prepared(grid, block, slots, memory, checks=checks, blocks=blocks)
            return ready.run(*doors)

        count = grid[0] * grid[1] * grid[2]
        whole = (0, count)
        cores = min(self.launch.kernel.cores, count) if self.work.mode in _APART else 1
        if cores == 1:
            return part(whole)
        bounds = [count * n // cores for n in range(cores + 1)]
        with ThreadPoolExecutor(cores) as pool:
            found = list(pool.map(part, pairwise(bounds)))
        return next((one for one in found if one is not None), None)

    def continuing(self, tape: Tape) -> "Ready":
        """The launch that reads the tape of another one, its first half; what a block shares is
        where it was, since a tape may hold addresses in it."""
        of, own = tape.launch, self.launch
        same = (
            of.kernel.signature == own.kernel.signature and of.kernel.program is own.kernel.program
        )
        if not same or (of.grid, of.block, of.shared) != (own.grid, own.block, own.shared):
            raise error(
                "RZ513",
                f"the tape is of '{of.kernel.name}' with grid {of.grid} and block {of.block}, "
                f"this launch is of '{own.kernel.name}' with {own.grid} and {own.block}",
            )
        if tape.kinds != self.work.kinds:
            raise error("RZ513", "the tape was kept for other arguments with shadows")
        rooms = {one.number: one for one in tape.shared}
        memory = [rooms.get(one.number, one) for one in self.memory]
        return replace(self, memory=memory)

    def tape(self) -> Tape:
        """Memory for the tapes of all threads; none where nothing is kept."""
        from ribozyme.backend.gpu.emulator import room

        need = self.code.need
        shared = tuple(one for one in self.memory if one.address is None)
        if need is None:
            return Tape(0, 0, self.launch, self.work.kinds, None, shared)
        each = self._measured(self.code)
        unit = need.word or _ALIGN
        each = -(-each // unit) * unit
        whole = each * self.threads
        limit = self.launch.kernel.program.options.memory
        if limit is not None and whole > limit:
            raise self._too_much(whole, each, f"the option memory says {limit} bytes")
        try:
            memory = room(whole)
        except (MemoryError, OverflowError):
            raise self._too_much(whole, each, "there is not as much") from None
        return Tape(each, whole, self.launch, self.work.kinds, memory, shared)

    def _measured(self, code: "Code") -> int:
        from ribozyme.backend.gpu.emulator import Prepared

        assert code.need is not None
        slots = [*self.slots, b"", b""]
        ready = Prepared(self.launch.grid, self.launch.block, slots, self.memory, checks=False)
        doors = (code.library.address(name) for name in ("rz.guard", "rz.gpu.measure"))
        return ready.measure(*doors, alike=not code.need.by_thread)

    @property
    def counts_what_is_written(self) -> bool:
        """Whether what decides the size of the tape lies in memory that the kernel writes."""
        kernel = self.launch.kernel
        parameters = kernel.signature.parameters
        copies = enumerate(self.work.copies)
        owner = [number for number, count in copies for _ in range(count)]
        mine = [m for m in self.memory if m.number < len(owner)]
        written = [m for m in mine if parameters[owner[m.number]].writes]
        reads = self.code.need.reads if self.code.need is not None else ()
        read = [m for m in self.memory if m.number in reads]
        met = [other for other in written if any(_meet(one, other) for one in read)]
        never = kernel.program.never_written(kernel.signature.symbol) if met else frozenset()
        return any(owner[other.number] not in never for other in met)

    @property
    def place(self) -> "Span | None":
        """A line that the tape is for."""
        lines = self.code.need.lines if self.code.need is not None else ()
        return next((line for line in lines if line is not None), None)

    def _too_much(self, whole: int, each: int, why: str) -> Error:
        kernel = self.launch.kernel
        threads = self.threads
        found = [
            (self._measured(one), line)
            for one, line in zip(
                kernel.program.heaviest(kernel.signature.symbol, self.work),
                self.code.need.lines if self.code.need is not None else (),
                strict=True,
            )
        ]
        by_line: dict[Any, int] = {}
        for bytes, line in found:
            by_line[line] = by_line.get(line, 0) + bytes
        line = max(by_line, key=lambda one: by_line[one], default=None)
        notes = [f"it is {each} bytes for each of {threads} threads"]
        if line is not None:
            notes.append(f"this line keeps most: {by_line[line] * threads} bytes")
        return error(
            "RZ603",
            f"the tape of this launch takes {whole} bytes: {why}",
            span=line,
            function=kernel.name,
            notes=tuple(notes),
            helps=(
                "launch fewer blocks at a time",
                "rz.options(memory=…) says how much it may take",
            ),
        )


def _meet(one: "Memory", other: "Memory") -> bool:
    start, begin = one.address or 0, other.address or 0
    return start < begin + other.bytes and begin < start + one.bytes
