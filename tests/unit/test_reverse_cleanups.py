"""What a clean-up is handed has a shadow, in the code as written: nothing is inlined there."""

from __future__ import annotations

import numpy as np
import pytest

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=2, wide=4)

ROWS = """
#include <vector>
extern "C" double f(const double *x, int n)
{
    std::vector<std::vector<double>> rows(2, std::vector<double>(2, x[0] * x[1]));
    for (int i = 0; i < n; i++) {
        rows.emplace_back(rows[0].begin(), rows[0].end());
        rows.back()[i % 2] *= x[2];
    }
    double s = 0;
    for (auto &row : rows)
        for (double each : row)
            s += each * each;
    return s;
}
"""
NAMED = (
    ROWS.replace("#include <vector>", "#include <vector>\n#include <list>")
    .replace("std::vector<std::vector<double>> rows", "std::vector<std::list<double>> rows")
    .replace("std::vector<double>(2", "std::list<double>(2")
    .replace("rows.back()[i % 2] *=", "(i % 2 ? rows.back().back() : rows.back().front()) *=")
)


@pytest.mark.parametrize(
    ("source", "level"), [(ROWS, "O0"), (ROWS, None), (NAMED, None)], ids=["O0", "own", "lists"]
)
def test_rows_that_grow(source: str, level: rz.Level | None) -> None:
    x = np.array([0.7, 1.1, 0.4])
    n = 3
    with rz.options(optimise_first=False, check="never"):
        found = rz.grad(rz.compile(source, lang="c++", level=level).f, wrt="x")(x, n)
    p, factor = x[0] * x[1], 4 + n + n * x[2] ** 2
    expected = [2 * p * x[1] * factor, 2 * p * x[0] * factor, 2 * n * p**2 * x[2]]
    np.testing.assert_allclose(found, expected, rtol=1e-12)
