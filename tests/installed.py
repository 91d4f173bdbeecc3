"""What test_installation runs with an installed wheel: python installed.py [light]."""

import ctypes
import subprocess
import sys
import sysconfig
from pathlib import Path

import numpy as np

import ribozyme as rz

C = """
#include <math.h>
#include <stdio.h>
double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += exp(x[i]) * sin(x[i]);
    return s;
}
"""
MAIN = """
extern double __enzyme_autodiff(void *, double);
static double square(double x) { return x * x; }
int main(void) { printf("%g\\n", __enzyme_autodiff((void *)square, 3.0)); }
"""
CXX = """
template <class T> struct pair { T a, b; T product() const { return a * b; } };
double g(double x) { return pair<double>{x, x * x}.product(); }
"""
IR = """
define double @f(ptr %x, i32 %n) {
entry:
  %a = load double, ptr %x, align 8
  %e = call double @llvm.exp.f64(double %a)
  %s = call double @llvm.sin.f64(double %a)
  %r = fmul double %e, %s
  ret double %r
}
declare double @llvm.exp.f64(double)
declare double @llvm.sin.f64(double)
"""


def slope(x: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    return np.exp(x) * (np.sin(x) + np.cos(x))


def command(name: str, *words: str) -> str:
    """What one of our commands says; it lies where this Python has its scripts."""
    run = [str(Path(sysconfig.get_path("scripts"), name)), *words]
    return subprocess.run(run, check=True, capture_output=True, text=True).stdout


def complete() -> None:
    """With the compiler: C, C++, the drivers, files for a linker."""
    lib, x = rz.compile(C), np.linspace(0.1, 1, 4)
    assert np.allclose(rz.grad(lib.f)(x, 4), slope(x), rtol=1e-13)
    curved = 2 * np.exp(x) * np.cos(x)
    assert np.allclose(rz.hessian(lib.f)(x, 4), np.diag(curved), rtol=1e-12)
    many = np.stack([x, 2 * x])
    assert np.allclose(rz.vmap(rz.grad(lib.f), in_axes=(0, None))(many, 4), slope(many), rtol=1e-13)
    assert np.isclose(rz.grad(rz.compile(CXX, lang="c++").g)(2.0), 12, rtol=1e-14)
    Path("main.c").write_text(C + MAIN)
    command("ribozyme-cc", "-O1", "main.c", "-o", "main", "-lm")
    assert subprocess.run(["./main"], check=True, capture_output=True).stdout == b"6\n"
    Path("m.c").write_text(C)
    command("ribozyme", "grad", "m.c:f", "--emit", "so")
    gradient = ctypes.CDLL("./m_f_grad.so").f_grad
    x_bar = np.zeros(4)
    gradient(x.ctypes.data_as(ctypes.c_void_p), x_bar.ctypes.data_as(ctypes.c_void_p), 4)
    assert np.allclose(x_bar, slope(x), rtol=1e-13)
    assert "everything that is needed is there" in command("ribozyme", "doctor")


def light() -> None:
    """Without it: IR as it is, and an error with a way out for C."""
    Path("m.ll").write_text(IR)
    x = np.array([0.3])
    assert np.allclose(rz.grad(rz.load("m.ll").f)(x, 1), slope(x), rtol=1e-13)
    assert "define" in command("ribozyme", "grad", "m.ll:f")
    try:
        rz.compile(C)
    except rz.Error as refused:
        assert refused.code == "RZ021" and "RIBOZYME_CC" in str(refused)
    else:
        raise AssertionError("there is a compiler")
    assert "everything that is needed is there" in command("ribozyme", "doctor")


if __name__ == "__main__":
    light() if "light" in sys.argv else complete()
    print("installed")
