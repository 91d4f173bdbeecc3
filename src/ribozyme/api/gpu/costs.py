"""`rz.gpu.cost`: what a kernel or its derivative executes, counted in the emulator.

primal = rz.gpu.cost(k[grid, block], u, v, n)
whole = rz.gpu.cost(rz.grad(k)[grid, block], rz.Duplicated(u, du), rz.Duplicated(v, dv), n)
whole.instructions / primal.instructions

Counted is the LLVM IR of the device's code, after LLVM's passes for the device and before it
selects instructions.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, final

from ribozyme.api.gpu.device_program import HALVES, STEPS, Work, untold
from ribozyme.api.gpu.kernels import Launch
from ribozyme.base.errors import error
from ribozyme.base.record import dataclass

if TYPE_CHECKING:
    from ribozyme.api.gpu.device_program import DeviceProgram
    from ribozyme.backend.gpu.emulator import Memory

_NO_TAPE: Final = (0).to_bytes(8, "little")


@final
@dataclass(frozen=True, slots=True)
class Cost:
    """What the threads of a launch execute together.

    A call of mathematics is one instruction. `bytes` are those that are read from and written to
    global memory, the tape's among them; an atomic addition reads and writes. `tape` is the size
    of the tape.
    """

    instructions: int
    bytes: int
    shared_bytes: int
    atomics: int
    tape: int


def cost(launch: Launch, *args: Any, arch: str = "sm_90", without: Sequence[str] = ()) -> Cost:
    """Run a launch in the emulator as it would run on a device, and count.

    `without` leaves out what is done for GPUs: "exclusive", plain increments where the thread index
    tells places apart; "warp sums" before additions of all threads to one place; "coalesced", a
    tape whose words lie side by side for neighbouring threads; "prices", by which more is computed
    again than on a host; "uniform", what all threads of a block have alike, kept once.
    """
    kernel = launch.kernel
    for step in without:
        if step not in STEPS:
            raise error("RZ006", f"without is of {', '.join(STEPS)}, not {step!r}")
    if kernel.mode in HALVES:
        raise error("RZ511", "the halves of a derivative are counted together: rz.grad(kernel)")
    ready = launch.ready(kernel.mode, args, frozenset(without))
    if ready.work.grows:
        raise untold(kernel.signature.symbol, ready.place)
    program, name = kernel.program.counting(kernel.signature.symbol, ready.work, arch)
    tape = ready.tape()
    count = sum(ready.work.copies)
    slots = ready.slots[:count]
    memory = [one for one in ready.memory if one.address is not None]
    before = _NOTHING
    need = ready.code.need
    if need is not None:
        if need.by_thread:
            import numpy as np

            most = np.zeros(1, np.uint64)
            before = _counted(program, f"{name}_tape", launch, [*slots, _address(most)], memory)
        size = tape.per_thread.to_bytes(8, "little")
        slots = [*slots, tape.address.to_bytes(8, "little"), size]
    found = _counted(program, name, launch, slots, memory)
    instructions, bytes, shared, atomics = (
        one + other for one, other in zip(found, before, strict=True)
    )
    return Cost(instructions, bytes, shared, atomics, tape.nbytes)


_NOTHING: Final = (0, 0, 0, 0)


def _address(array: Any) -> bytes:
    return int(array.ctypes.data).to_bytes(8, "little")


def _counted(
    program: "DeviceProgram",
    name: str,
    launch: Launch,
    slots: list[bytes],
    memory: "list[Memory]",
) -> tuple[int, int, int, int]:
    """Run a kernel of a program that counts."""
    from ribozyme.backend.gpu.emulator import FIRST, Memory, Prepared, room

    code = program.code(name, Work("primal", ("const",) * len(slots), checks=False))
    slots = list(slots)
    own = []
    for variable in program.kernel(name).shared:
        own.append(Memory(None, variable.size, FIRST, len(slots), room(variable.size)))
        slots.append(b"")
    ready = Prepared(
        launch.grid, launch.block, [*slots, _NO_TAPE, _NO_TAPE], [*memory, *own], checks=False
    )
    ready.run(code.library.address("rz.guard"), code.library.address("rz.gpu.enter"))
    return ready.counted
