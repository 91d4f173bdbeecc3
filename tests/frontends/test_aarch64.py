"""Generated code on another processor: derivatives as objects for aarch64, run by qemu.

Ribozyme itself runs here. The module it makes is compiled for aarch64 and linked with a program
that compares it with differences of the function, which gcc compiles from the same source.
"""

import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.api.derivatives import aot
from ribozyme.api.derivatives.cheader import header
from ribozyme.backend.target import Target, emit_object

ARM = Target("aarch64-unknown-linux-gnu", "generic", "+neon")
TOOLS = ("aarch64-linux-gnu-gcc", "qemu-aarch64")
pytestmark = [
    pytest.mark.wide,
    pytest.mark.skipif(
        not all(map(shutil.which, TOOLS)),
        reason="gcc-aarch64-linux-gnu and qemu-user are not installed",
    ),
]

PROGRAMS = {
    "newton": """
        double f(const double *x, int n) {
            double s = 0;
            for (int i = 0; i < n; i++) {
                double g = 1;
                while (fabs(g * g - x[i]) > 1e-12) g = 0.5 * (g + x[i] / g);
                s += exp(-g) * sin(x[i]);
            }
            return s;
        }""",
    "list": """
        struct node { double v; struct node *next; };
        double f(const double *x, int n) {
            struct node *head = 0;
            for (int i = 0; i < n; i++) {
                struct node *made = malloc(sizeof *made);
                made->v = x[i] * x[i];
                made->next = head;
                head = made;
            }
            double s = 1;
            while (head) {
                struct node *next = head->next;
                s = s * head->v + sin(head->v);
                free(head);
                head = next;
            }
            return s;
        }""",
    "table": """
        static double twice(double x) { return 2 * x; }
        static double square(double x) { return x * x; }
        static double (*const table[])(double) = {twice, square, tanh};
        double f(const double *x, int n) {
            double a[16], s = 0;
            memcpy(a, x, n * sizeof *a);
            for (int i = 0; i < n; i++) a[i] = table[i % 3](a[i]);
            for (int i = 1; i < n; i++) s += a[i] * a[i - 1];
            return s;
        }""",
    "heat": """
        double f(const double *x, int n) {
            double *u = calloc(n, sizeof *u), s = 0;
            for (int i = 0; i < n; i++) u[i] = x[i];
            for (int t = 0; t < 20; t++)
                for (int i = 1; i < n - 1; i++)
                    u[i] += 0.1 * u[i] * (u[i - 1] - 2 * u[i] + u[i + 1]);
            for (int i = 0; i < n; i++) s += u[i] > 0.9 ? u[i] * u[i] : exp(u[i]);
            free(u);
            return s;
        }""",
    "mixed": """
        struct state { float a; int k; double b; };
        static double power(double x, int k) { return k ? x * power(x, k - 1) : 1; }
        double f(const double *x, int n) {
            struct state s = {0.5f, 1, 1};
            for (int i = 0; i < n; i++) {
                s.a = 0.5f * s.a + (float)x[i];
                s.k = (s.k * 5 + i) % 7;
                s.b += power(x[i], s.k) * (double)s.a;
            }
            return s.b;
        }""",
}
HEAD = "#include <math.h>\n#include <stdlib.h>\n#include <string.h>\n"
MAIN = """
#include <stdio.h>
#include "f.h"
int main(void)
{
    enum { N = 6 };
    double x[N], x_bar[N] = {0}, h = STEP;
    for (int i = 0; i < N; i++) x[i] = 0.5 + 0.17 * i;
    double v = f_value_and_grad(x, x_bar, N);
    printf("%.17g %.17g\\n", v, f(x, N));
    for (int i = 0; i < N; i++) {
        double was = x[i], up, down;
        x[i] = was + h, up = f(x, N);
        x[i] = was - h, down = f(x, N);
        x[i] = was;
        printf("%.17g %.17g\\n", x_bar[i], (up - down) / 2 / h);
    }
}
"""


def for_arm(text: str) -> str:
    """The module with nothing in it that is this machine's."""
    text = re.sub(r"(?m)^target (triple|datalayout) = .*\n", "", text)
    return re.sub(r' ?"(target-cpu|target-features|tune-cpu)"="[^"]*"', "", text)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_gradient_on_aarch64(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    source = HEAD + PROGRAMS[name]
    f = rz.compile(source).f
    options = {"vector_math": False}  # libmvec of x86-64
    wanted = aot.Derivative.chosen(f, "reverse", None, None, options, value=True)
    Path("f.h").write_text(header(wanted))
    Path("f.o").write_bytes(emit_object(for_arm(aot.module(wanted)), ARM))
    Path("main.c").write_text(source + MAIN)
    step, accuracy = (1e-3, 2e-3) if "float" in PROGRAMS[name] else (1e-5, 1e-7)
    build = [TOOLS[0], "-static", "-O1", f"-DSTEP={step}", "main.c", "f.o", "-o", "main", "-lm"]
    subprocess.run(build, check=True)
    run = [TOOLS[1], "./main"]
    said = subprocess.run(run, check=True, capture_output=True, text=True, timeout=60).stdout
    pairs = [tuple(map(float, line.split())) for line in said.splitlines()]
    assert len(pairs) == 7
    assert pairs[0][0] == pytest.approx(pairs[0][1], rel=1e-14)
    for found, difference in pairs[1:]:
        assert found == pytest.approx(difference, rel=accuracy, abs=accuracy)
    x = 0.5 + 0.17 * np.arange(6)
    here = rz.grad(f)(x, 6)
    np.testing.assert_allclose([found for found, _ in pairs[1:]], here, rtol=1e-12)


def test_ir_for_aarch64_is_refused_here(tmp_path: Path) -> None:
    file = tmp_path / "m.ll"
    file.write_text(
        'target triple = "aarch64-unknown-linux-gnu"\n'
        "define double @f(double %x) {\n  %r = fmul double %x, %x\n  ret double %r\n}\n"
    )
    with pytest.raises(rz.Error, match="RZ033"):
        rz.grad(rz.load(file).f)(2.0)
