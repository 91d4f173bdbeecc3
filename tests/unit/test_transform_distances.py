"""Addresses that are masked: the shadow is as far away as the address, wherever it lies.

Every program is x ↦ 2·x², through a place in a block that is found by a mask and by a distance."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pytest

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=5, wide=10)

HEAD: Final = """
#include <stdint.h>
typedef uintptr_t N;
double f(double *w, double x, N m)
{
    N n = (N)w;
    double *a = %s;
    a[0] = x * x;
    long far = a - w;
    return 2 * w[far];
}
"""
WAYS: Final = {
    "up": "(double *)((n + 63) & ~(N)63)",
    "up by a mask of the caller's": "(double *)((n + 63) & m)",
    "up by the remainder": "(double *)(n + (64 - (n & 63)) % 64)",
    "up by a negative": "(double *)(n + (-n & 63))",
    "the compiler's own": "__builtin_align_up(w, 64)",
    "down and up": "(double *)((n & m) + 64)",
    "the last of a row": "(double *)((n | 56) + 8)",
    "the other of two": "(double *)((((n + 127) & ~(N)127) ^ (N)64))",
    "chosen by bits": "(double *)((((n + 63) & m) & -(n > 0)) | (n & -(n == 0)))",
    "tagged above": "(double *)((((n + 63) & m) | (N)5 << 48) & (((N)1 << 48) - 1))",
}


def block(first: int) -> Any:
    """Room that begins so many doubles behind a multiple of 256 bytes."""
    room = np.zeros(128)
    return room[-(room.ctypes.data // 8) % 32 + first :][:40]


@pytest.mark.parametrize("level", [None, "O0", "O2"])
@pytest.mark.parametrize("way", WAYS)
def test_shadow_keeps_its_distance(way: str, level: str | None) -> None:
    f = rz.compile(HEAD % WAYS[way], level=level)["f"]
    mask = -64 & 2**64 - 1
    for own, other in ((1, 2), (3, 0), (0, 5), (7, 1)):
        w, dw = block(own), block(other)
        assert f(w, 3.0, mask) == 18.0
        given = rz.Duplicated(w, dw), rz.Active(3.0), rz.Const(mask)
        assert rz.autodiff(rz.Reverse, f, *given) == 12.0
        assert not dw.any()
        given = rz.Duplicated(w, dw), rz.Duplicated(3.0, 1.0), rz.Const(mask)
        assert rz.autodiff(rz.Forward, f, *given) == 12.0
