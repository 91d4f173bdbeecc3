"""Loops that are marked in the source: `rz_checkpoint(50)` in their body."""

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.test_checkpoint import CLASS, HEAT, heat, run
from tests.unit.test_cinterface_driver import ran

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=3, wide=1000)

DECLARED = "void rz_checkpoint(int snapshots);\n"


def marked(source: str, count: object = 20, loop: str = "// time") -> str:
    """The source with a mark behind the line that says so."""
    language = 'extern "C" ' if "std::" in source else ""
    return language + DECLARED + source.replace(loop, f"\n rz_checkpoint({count});\n")


@pytest.mark.parametrize("level", ["O0", pytest.param("O2", marks=pytest.mark.wide), None])
def test_the_loop_is_checkpointed(level: Any) -> None:
    """Within a budget that the tape would not fit in, the gradient is that without a mark."""
    lib = rz.compile(marked(HEAT), level=level)
    how = {"wrt": ("u", "k", "dt"), "of": "return", "check": "never"}
    wanted = heat(rz.grad(rz.compile(HEAT).heat, **how), 900)
    found = heat(rz.grad(lib.heat, memory="60KB", **how), 900)
    for one, other in zip((*wanted[0], *wanted[1:]), (*found[0], *found[1:]), strict=True):
        assert np.max(np.abs(np.asarray(one) - other)) <= 1e-12 * np.max(np.abs(one))
    assert "the loop keeps 20 states" in str(rz.explain(lib.heat, wrt="k"))
    assert [f.name for f in lib] == ["heat"]


def test_in_cxx() -> None:
    how = {"wrt": ("x", "r"), "of": "return", "check": "never"}
    braced = CLASS.replace("// time\n        m.step(0.1);", "{ // time\n m.step(0.1); }")
    wanted, found = (
        run(rz.grad(rz.compile(text, lang="c++").run, **how)) for text in (CLASS, marked(braced, 5))
    )
    for one, other in zip(wanted[0], found[0], strict=True):
        assert np.max(np.abs(np.asarray(one) - other)) <= 1e-12 * np.max(np.abs(one))


def test_a_mark_is_nothing_else() -> None:
    """The function itself and forward mode do not know it, nor does what has `checkpoint=False`."""
    one, other = rz.compile(HEAT).heat, rz.compile(marked(HEAT)).heat
    assert heat(one)[0] == heat(other)[0]
    rng = np.random.default_rng(3)
    u, k = rng.standard_normal(30), rng.random(30)

    def second(f: Any) -> Any:
        point = u.copy(), np.zeros(30), k, 30, 20, 0.05
        with rz.options(checkpoint=False):
            return rz.hvp(f, point, (np.ones(30),), wrt="k", of="return")

    def tangent(f: Any) -> Any:
        point = u.copy(), np.zeros(30), k, 30, 20, 0.05
        return rz.jvp(f, point, (np.ones(30), np.zeros(30), k, None, None, None))[1]

    np.testing.assert_allclose(tangent(one), tangent(other), rtol=1e-13)
    np.testing.assert_allclose(second(one), second(other), rtol=1e-11)
    point = u.copy(), np.zeros(30), k, 30, 20, 0.05
    kept = rz.hvp(other, point, (np.ones(30),), wrt="k", of="return")
    np.testing.assert_allclose(kept, second(one), rtol=1e-11)


@pytest.mark.parametrize("count", ["0", "n", "-3"])
def test_no_number_of_snapshots(count: str) -> None:
    lib = rz.compile(marked(HEAT, count))
    with pytest.raises(rz.Error, match="RZ219") as caught:
        heat(rz.grad(lib.heat, wrt="k", of="return"))
    assert "a constant number of snapshots" in str(caught.value) and ":5" in str(caught.value)


PROGRAM = """
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
void rz_checkpoint(int snapshots);
double __enzyme_autodiff(void *, double, int);
double ring(double x, int steps) {
    double *u = malloc(32 * sizeof *u), s = 0;
    for (int i = 0; i < 32; i++) u[i] = sin(i * x);
    for (int t = 0; t < steps; t++) {
        MARK
        for (int i = 1; i < 31; i++) u[i] += 0.1 * x * sin(u[i - 1] * u[i + 1]);
    }
    for (int i = 0; i < 32; i++) s += u[i];
    free(u);
    return s;
}
int main(void) { printf("%.15e\\n", __enzyme_autodiff((void *)ring, 0.7, 500)); return 0; }
"""


def test_in_a_program(tmp_path: Path) -> None:
    """`ribozyme cc`: nothing has to be linked."""
    said = []
    for mark in ("", "rz_checkpoint(8);"):
        (tmp_path / "ring.c").write_text(PROGRAM.replace("MARK", mark), encoding="utf-8")
        ran("cc", "ring.c", "-O2", "-o", "ring", "-lm", where=tmp_path)
        done = subprocess.run(["./ring"], cwd=tmp_path, check=True, capture_output=True, text=True)
        said.append(float(done.stdout))
    assert said[0] == pytest.approx(said[1], rel=1e-12)
