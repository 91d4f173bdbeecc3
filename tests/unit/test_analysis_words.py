"""Floats copied by accesses that the source calls integers are floats, in the code as written."""

from __future__ import annotations

import numpy as np
import pytest

import ribozyme as rz

COPIED = """
float copied(const float *x, int n)
{
    int w[16];
    float s = 0;
    for (int i = 0; i < n; i++)
        w[i] = ((const int *)x)[i];
    for (int i = 0; i < n; i++)
        s += *(float *)&w[i] * *(float *)&w[i] * (i + 1);
    return s;
}
"""
ON_THE_HEAP = COPIED.replace("int w[16]", "int *w = __builtin_malloc(64)").replace(
    "return s", "__builtin_free(w);\n    return s"
)
LONGS = COPIED.replace("float", "double").replace("int w", "long w").replace("int *)x", "long *)x")


@pytest.mark.parametrize("source", [COPIED, ON_THE_HEAP, LONGS], ids=["ints", "heap", "longs"])
def test_words_that_hold_floats(source: str) -> None:
    with rz.options(optimise_first=False, check="never"):
        function = rz.compile(source, lang="c").copied
        kind = np.float64 if "double" in source else np.float32
        found = rz.grad(function, wrt="x")(np.array([1, 2, 3], kind), 3)
    np.testing.assert_allclose(found, [2, 8, 18])
