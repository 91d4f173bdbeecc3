"""Floats of the caller's whose bits are taken as integers: their declaration tells."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=7, wide=14)

HEAD = "#include <stdint.h>\n#include <string.h>\n"
WORD = "uint64_t w; memcpy(&w, x + 1, 8);"
PUT = "memcpy(out, &w, 8); out[1] = x[0];"
BODIES = {
    "size": f"{WORD} w &= ~(1ull << 63); {PUT}",
    "sign": f"{WORD} w ^= 1ull << 63; {PUT}",
    "scale": f"{WORD} w += 1ull << 52; {PUT}",
    "by name": "uint64_t w = *(uint64_t *)(x + 1) ^ 1ull << 63; *(uint64_t *)out = w; out[1] = *x;",
    "in place": "memcpy(out, x, 16); *(uint64_t *)(out + 1) &= ~(1ull << 63); *out *= out[1];",
    "integers": "long *k = (long *)out; k[0] = 1, k[1] = 0; double s = x[k[0]], t = x[k[1]];"
    " out[0] = s * t; out[1] = s;",
    "exponent": f"{WORD} int e = w >> 52 & 0x7ff; out[0] = x[0] * e; out[1] = e;",
}
SINGLE = """
void f(const float *x, float *out)
{
    uint32_t w;
    memcpy(&w, x + 1, 4);
    w &= 0x7fffffff;
    memcpy(out, &w, 4);
    out[1] = x[0];
}
"""
SLOPES = {
    "size": [[0, -1], [1, 0]], "sign": [[0, -1], [1, 0]], "scale": [[0, 2], [1, 0]],
    "by name": [[0, -1], [1, 0]], "in place": [[0.75, 0.5], [0, -1]],
    "integers": [[-0.75, -0.5], [0, 1]], "exponent": [[1022, 0], [0, 0]],
}  # fmt: skip


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("level", [None, "O0", "O2"])
@pytest.mark.parametrize("way", BODIES)
def test_bits_of_what_is_declared(way: str, level: Any, first: bool) -> None:
    with rz.options(optimise_first=first):
        source = f"{HEAD}void f(const double *x, double *out) {{ {BODIES[way]} }}"
        _has(rz.compile(source, level=level).f, SLOPES[way], np.float64)


@pytest.mark.parametrize("level", [None, "O0", "O2"])
def test_bits_of_single_precision(level: Any) -> None:
    _has(rz.compile(HEAD + SINGLE, level=level).f, SLOPES["size"], np.float32)


def _has(f: Any, slopes: Any, kind: Any) -> None:
    """Both modes, against slopes at (-0.5, -0.75) by hand."""
    x, out = np.array([-0.5, -0.75], kind), np.zeros(2, kind)
    for at, row in enumerate(np.eye(2, dtype=kind)):
        ahead = np.reshape(rz.jvp(f, (x, out), (row, None))[1], (-1, 2))[-1]
        assert_allclose(ahead, np.asarray(slopes)[:, at], rtol=1e-6)
        back = np.reshape(rz.vjp(f, x, out)[1](row), (-1, 2))[0]
        assert_allclose(back, slopes[at], rtol=1e-6)
