"""Files of two constant names are two, unless they are one when the program runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ribozyme
from ribozyme.base.errors import Error

rz: Any = ribozyme

SOURCE = """
#include <stdio.h>

double f(double x)
{
    double y = 0;
    FILE *out = fopen("OUT", "w"), *in;
    fprintf(out, "%.17g", x * x);
    fclose(out);
    in = fopen("IN", "r");
    if (fscanf(in, "%lf", &y) != 1)
        y = 0;
    fclose(in);
    return x * y;
}
"""


def test_one_file_by_two_names(tmp_path: Path) -> None:
    out, table = tmp_path / "out.txt", tmp_path / "table.txt"
    table.write_text("3")
    source = SOURCE.replace("OUT", str(out)).replace("IN", str(table))
    gradient = rz.grad(rz.compile(source, lang="c")["f"], check="never")
    assert gradient(2.0) == 3
    table.unlink()
    table.symlink_to(out)
    with pytest.raises(Error) as caught:
        gradient(2.0)
    assert caught.value.code == "RZ405"
    assert "by another name" in str(caught.value)
    table.unlink()
    table.hardlink_to(out)
    with pytest.raises(Error) as caught:
        gradient(2.0)
    assert caught.value.code == "RZ405"


PARTLY_READ = r"""
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
double items(double x, const char *name) {
    double t[3] = {x * x, x, 3 * x};
    FILE *f = fopen(name, "rb");
    size_t n = fread(t, 8, 3, f);
    fclose(f);
    return t[0] * x + t[1] * x + t[2] * x + n;
}
double bytes(double x, const char *name) {
    double t[3] = {x * x, x, 3 * x};
    int f = open(name, O_RDONLY);
    long n = read(f, t, sizeof t);
    n += read(f, t, sizeof t);
    close(f);
    return t[0] * x + t[1] * x + t[2] * x + n;
}
double nothing(double x, const char *name) {
    double t = x * x;
    if (read(-1, &t, 8) < 0) t += name[0];
    return t * x;
}
"""


@pytest.mark.parametrize("name", ["items", "bytes", "nothing"])
def test_less_came_than_was_asked_for(tmp_path: Path, name: str) -> None:
    """What was there before keeps its tangent where nothing was read over it."""
    path = str(tmp_path / "one.bin").encode()
    np.array([5.0]).tofile(path.decode())
    f, h = rz.compile(PARTLY_READ)[name], 1e-6
    slope = (f(2 + h, path) - f(2 - h, path)) / (2 * h)
    assert rz.jvp(f, (2.0, path), (1.0, None))[1] == pytest.approx(slope, rel=1e-8)
    with pytest.raises(rz.NoDerivative):
        rz.grad(f, wrt="x")(2.0, path)
