"""Headers of derivatives of functions in Fortran, Zig and Rust: C that compiles and calls them."""

import shutil
import subprocess
from pathlib import Path

import pytest

from ribozyme.cli.main import main as run

pytestmark = [
    pytest.mark.rotates("file", plain=1, wide=1000),
    pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is on this machine"),
]

FORTRAN = """
module m
  implicit none
  type :: params
    real(8) :: k, c
    integer :: n
  end type
contains
  real(8) function energy(x, p)
    real(8), intent(in) :: x(:)
    type(params), intent(in) :: p
    energy = p%k * sum(x**3) + p%c * p%n
  end function
  subroutine step(n, x, y, dt)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), dt
    real(8), intent(out) :: y(n)
    y = x + dt * sin(x)
  end subroutine
  real(8) function table(a)
    real(8), intent(in) :: a(:,:)
    integer :: j
    table = 0
    do j = 1, size(a, 2)
      table = table + j * sum(a(:, j)**2)
    end do
  end function
  real(8) function named(x, label, flag)
    real(8), intent(in) :: x(3)
    character(len=*), intent(in) :: label
    logical, intent(in) :: flag
    named = 0
    if (flag) named = sum(x**2) * len(label)
  end function
  complex(8) function square(z)
    complex(8), intent(in) :: z
    square = z * z
  end function
  real(4) function single(x, k)
    real(4), intent(in) :: x
    integer(8), intent(in) :: k
    single = x * x * k
  end function
end module
"""
MAIN = """
#include <stdio.h>
#include "energy.h"
#include "step.h"
#include "table.h"
#include "named.h"
#include "square.h"
#include "single.h"
int main(void)
{
    double x[] = {1, -9, 2, -9, 3}, x_bar[5] = {0};
    struct { double k, c; int n; } p = {2, 3, 4}, p_bar = {0};
    m_energy_grad(x, x_bar, &p, &p_bar, 3, 16);
    printf("%g %g %g %g %g\\n", x_bar[0], x_bar[2], x_bar[4], p_bar.k, p_bar.c);
    double y[3], u[] = {0, 0, 0}, u_bar[3] = {0}, y_bar[] = {1, 2, 3};
    double slope = m_step_grad(3, u, u_bar, y, y_bar, 0.5);
    printf("%g %g %g %g\\n", slope, u_bar[0], u_bar[1], u_bar[2]);
    double a[] = {1, 2, 3, 4}, a_bar[4] = {0};
    m_table_grad(a, a_bar, 2, 2, 8, 16);
    printf("%g %g %g %g\\n", a_bar[0], a_bar[1], a_bar[2], a_bar[3]);
    double b[] = {1, 2, 3}, b_bar[3] = {0};
    m_named_grad(b, b_bar, "four", 1, 4);
    printf("%g %g %g\\n", b_bar[0], b_bar[1], b_bar[2]);
    printf("%g\\n", m_single_grad(3, 2));
}
"""
SAID = "6 24 54 36 4\n0 1.5 3 4.5\n2 4 12 16\n8 16 24\n12\n"
OTHERS = {
    "m.zig": """
export fn dot(x: [*]const f64, w: [*]const f32, n: usize) f64 {
    var s: f64 = 0;
    for (0..n) |i| s += x[i] * w[i];
    return s;
}
""",
    "m.rs": """
#[no_mangle]
pub unsafe extern "C" fn dot(x: *const f64, w: *const f32, n: usize) -> f64 {
    (0..n).map(|i| *x.add(i) * *w.add(i) as f64).sum()
}
""",
}


def built(main: str, names: list[str]) -> str:
    """What a program in C says that is linked with these derivatives."""
    Path("main.c").write_text(main)
    objects = [f"{name}.o" for name in names]
    build = ["cc", "-std=c11", "-Wall", "-Werror", "main.c", *objects, "-o", "main", "-lm"]
    subprocess.run(build, check=True)
    return subprocess.run(["./main"], capture_output=True, text=True, check=True).stdout


def made(function: str, name: str) -> None:
    """A derivative as an object and a header; C++ reads the header, too."""
    assert run(["grad", function, "--emit", "obj", "-o", f"{name}.o"]) == 0
    assert run(["grad", function, "--emit", "h", "-o", f"{name}.h"]) == 0
    if shutil.which("c++") is not None:
        Path(f"{name}.cpp").write_text(f'#include "{name}.h"\n')
        subprocess.run(["c++", "-Wall", "-Werror", "-fsyntax-only", f"{name}.cpp"], check=True)


@pytest.mark.fortran
def test_gradients_of_fortran_are_called_from_c(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("m.f90").write_text(FORTRAN)
    names = ["energy", "step", "table", "named", "square", "single"]
    for name in names:
        made(f"m.f90:m::{name}", name)
    assert "real(" not in Path("square.h").read_text().split("*/")[1]
    assert built(MAIN, names) == SAID


@pytest.mark.parametrize("file", ["m.zig", pytest.param("m.rs", marks=pytest.mark.rust)])
def test_gradients_of_other_languages_are_called_from_c(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(file).write_text(OTHERS[file])
    made(f"{file}:dot", "dot")
    name = "m_dot_grad" if file == "m.rs" else "dot_grad"
    main = """
    #include <stdio.h>
    #include "dot.h"
    int main(void)
    {
        double x[] = {1, 2}, x_bar[2] = {0};
        float w[] = {3, 4}, w_bar[2] = {0};
        NAME(x, x_bar, w, w_bar, 2);
        printf("%g %g %g %g\\n", x_bar[0], x_bar[1], w_bar[0], w_bar[1]);
    }
    """
    assert built(main.replace("NAME", name), ["dot"]) == "3 4 1 2\n"
