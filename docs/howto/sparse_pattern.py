"""Draws `sparse_pattern.svg`: the pattern of the Brusselator, each column in its colour.

.venv/bin/python docs/howto/sparse_pattern.py
"""

from pathlib import Path

import numpy as np

import ribozyme as rz
from ribozyme.api.sparse.colouring import coloured

SOURCE = """
void brusselator(const double *y, double a, double b, double d, int n, double *dy)
{
    const double *u = y, *v = y + n;
    for (int i = 0; i < n; i++) {
        double ul = i ? u[i - 1] : a, ur = i + 1 < n ? u[i + 1] : a;
        double vl = i ? v[i - 1] : b / a, vr = i + 1 < n ? v[i + 1] : b / a;
        dy[i] = a + u[i] * u[i] * v[i] - (b + 1) * u[i] + d * (ul - 2 * u[i] + ur);
        dy[n + i] = b * u[i] - u[i] * u[i] * v[i] + d * (vl - 2 * v[i] + vr);
    }
}
"""
CELL, N = 8, 16
COLOURS = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb", "#000000")


def picture() -> str:
    """The drawing."""
    f = rz.compile(SOURCE).brusselator
    args = (np.ones(2 * N), 1.0, 3.0, 0.02, N, np.zeros(2 * N))
    pattern = rz.sparsity(f, *args, wrt="y")
    colours = coloured(pattern, "columns", None).columns
    size = CELL * 2 * N
    cells = "\n".join(
        f'<rect x="{CELL * j}" y="{CELL * i}" width="{CELL - 1}" height="{CELL - 1}" '
        f'fill="{COLOURS[(colours[j] - 1) % len(COLOURS)]}"/>'
        for i, j in zip(*pattern.nonzero(), strict=True)
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}">'
    frame = f'<rect width="{size}" height="{size}" fill="none" stroke="#888"/>'
    return f"{head}\n{frame}\n{cells}\n</svg>\n"


if __name__ == "__main__":
    Path(__file__).with_name("sparse_pattern.svg").write_text(picture(), encoding="utf-8")
