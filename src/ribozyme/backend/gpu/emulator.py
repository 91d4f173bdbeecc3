"""A launch on the host: what the scheduler (`emulator.c`) is given, and what it found.

Prepared(grid, block, args, memory, checks=…).run(door, enter)   →  a fault, or none
"""

import ctypes
from collections.abc import Sequence
from typing import Any, Final, final

from ribozyme.backend.runtime import guard
from ribozyme.base.record import dataclass, field

Size = tuple[int, int, int]

KINDS: Final = (
    "", "divergent barrier", "out of bounds", "data race", "uninitialised shared memory",
)  # fmt: skip
CALLERS, FIRST, ZERO = 0, 1, 2
"""Spaces of memory: the caller's; a block's own, of which nothing is written yet; and all zero."""

_NOBODY: Final = 0xFFFFFFFF
_ALIGN: Final = 64


class _Region(ctypes.Structure):
    _fields_ = (
        ("memory", ctypes.c_void_p),
        ("bytes", ctypes.c_uint64),
        ("space", ctypes.c_uint32),
        ("number", ctypes.c_uint32),
        ("cells", ctypes.c_void_p),
    )


class _Fault(ctypes.Structure):
    _fields_ = (
        ("kind", ctypes.c_uint32),
        ("site", ctypes.c_uint32),
        ("other_site", ctypes.c_uint32),
        ("thread", ctypes.c_uint32 * 2),
        ("block", ctypes.c_uint32 * 2),
        ("region", ctypes.c_uint32),
        ("offset", ctypes.c_int64),
    )


class _Launch(ctypes.Structure):
    _fields_ = (
        ("args", ctypes.c_void_p),
        ("grid", ctypes.c_uint32 * 3),
        ("block", ctypes.c_uint32 * 3),
        ("ctaid", ctypes.c_uint32 * 3),
        ("regions", ctypes.c_uint32),
        ("checks", ctypes.c_uint32),
        ("region", ctypes.POINTER(_Region)),
        ("fault", _Fault),
        ("tape", ctypes.c_uint64),
        ("alike", ctypes.c_uint32),
        ("thread", ctypes.c_uint32),
        ("block_time", ctypes.c_uint32),
        ("warp_time", ctypes.c_void_p),
        ("counted", ctypes.c_uint64 * 4),
        ("first", ctypes.c_uint32),
        ("end", ctypes.c_uint32),
        ("sink", ctypes.c_uint8 * 64),
    )


@final
@dataclass(frozen=True, slots=True)
class Memory:
    """Memory a kernel may access: its address, or None for a block's own, which is in `room`; of
    which parameter."""

    address: int | None
    bytes: int
    space: int
    number: int
    room: Any = field(default=None, compare=False)


def room(bytes: int) -> Any:
    """Memory for what a block shares, or for a tape, from an aligned address on."""
    return (ctypes.c_uint8 * (bytes + _ALIGN))()


def aligned(room: Any) -> int:
    """Where memory begins."""
    return -(-ctypes.addressof(room) // _ALIGN) * _ALIGN


@final
@dataclass(frozen=True, slots=True)
class Found:
    """A fault: sites by number, threads as (block, thread), both by their linear numbers."""

    kind: str
    site: int
    other_site: int
    threads: tuple[tuple[int, int], ...]
    parameter: int
    offset: int


@final
class Prepared:
    """A launch that is ready to run: its arguments in memory, `args` of eight bytes each; all its
    blocks, or those of a range of numbers."""

    def __init__(
        self,
        grid: Size,
        block: Size,
        args: Sequence[bytes],
        memory: Sequence[Memory],
        *,
        checks: bool,
        blocks: tuple[int, int] | None = None,
    ) -> None:
        slots = [bytearray(arg.ljust(8, b"\0")) for arg in args]
        self._regions = (_Region * max(len(memory), 1))()
        self._kept: list[object] = []
        for at, one in enumerate(memory):
            address = one.address
            if address is None:
                self._kept.append(one.room)
                address = aligned(one.room)
                slots[one.number][:] = address.to_bytes(8, "little")
            self._regions[at] = _Region(address, one.bytes, one.space, one.number, None)
        self._packed = ctypes.create_string_buffer(b"".join(slots), 8 * len(slots) + 1)
        launch = self._launch = _Launch()
        launch.args = ctypes.addressof(self._packed)
        launch.grid[:], launch.block[:] = grid, block
        launch.regions, launch.checks, launch.region = len(memory), checks, self._regions
        launch.first, launch.end = blocks or (0, grid[0] * grid[1] * grid[2])

    def run(self, door: int, enter: int) -> Found | None:
        """Run it; the first fault that was found, if any."""
        guard.call(door, enter, ctypes.addressof(self._launch))
        return _found(self._launch.fault) if self._launch.fault.kind else None

    @property
    def counted(self) -> tuple[int, int, int, int]:
        """What code that counts has executed: instructions, bytes of global and of shared memory,
        atomic operations."""
        first, second, third, fourth = self._launch.counted
        return first, second, third, fourth

    def measure(self, door: int, measure: int, *, alike: bool) -> int:
        """The bytes of tape that a thread needs at most; all the same where they are `alike`."""
        self._launch.alike = alike
        guard.call(door, measure, ctypes.addressof(self._launch))
        return int(self._launch.tape)


def _found(fault: _Fault) -> Found:
    threads = [(fault.block[n], fault.thread[n]) for n in range(2) if fault.thread[n] != _NOBODY]
    return Found(
        KINDS[fault.kind], fault.site, fault.other_site, tuple(threads), fault.region, fault.offset
    )
