"""A launch on the host: what the scheduler (`emulator.c`) is given, and what it found.

Launch(grid, block, args, regions, checks)   run(door, enter, launch)   →  a Fault, or none
"""

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

from ribozyme.backend import guard

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
        ("steps", ctypes.c_uint64),
        ("thread", ctypes.c_uint32),
        ("block_time", ctypes.c_uint32),
        ("warp_time", ctypes.c_void_p),
        ("sink", ctypes.c_uint8 * 64),
    )


@final
@dataclass(frozen=True, slots=True)
class Memory:
    """Memory a kernel may access: its address, or None for a block's own; of which parameter."""

    address: int | None
    bytes: int
    space: int
    number: int


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


def run(
    door: int,
    enter: int,
    grid: Size,
    block: Size,
    args: Sequence[bytes],
    memory: Sequence[Memory],
    *,
    checks: bool,
) -> Found | None:
    """Run a launch; the first fault that was found, if any. `args` are of eight bytes each."""
    slots = [bytearray(arg.ljust(8, b"\0")) for arg in args]
    regions = (_Region * max(len(memory), 1))()
    kept: list[object] = []
    for at, one in enumerate(memory):
        address = one.address
        if address is None:
            room = (ctypes.c_uint8 * (one.bytes + _ALIGN))()
            kept.append(room)
            address = -(-ctypes.addressof(room) // _ALIGN) * _ALIGN
            slots[one.number][:] = address.to_bytes(8, "little")
        regions[at] = _Region(address, one.bytes, one.space, one.number, None)
    packed = ctypes.create_string_buffer(b"".join(slots), 8 * len(slots) + 1)
    launch = _Launch()
    launch.args = ctypes.addressof(packed)
    launch.grid[:], launch.block[:] = grid, block
    launch.regions, launch.checks, launch.region = len(memory), checks, regions
    guard.call(door, enter, ctypes.addressof(launch))
    return _found(launch.fault) if launch.fault.kind else None


def _found(fault: _Fault) -> Found:
    threads = [(fault.block[n], fault.thread[n]) for n in range(2) if fault.thread[n] != _NOBODY]
    return Found(
        KINDS[fault.kind], fault.site, fault.other_site, tuple(threads), fault.region, fault.offset
    )
