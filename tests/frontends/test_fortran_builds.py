"""`ribozyme-fc` where a build system asks for a Fortran compiler: make and CMake, modules in a
folder of their own, an archive, C beside Fortran.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from ribozyme.cli import main

pytestmark = [pytest.mark.fortran, pytest.mark.wide]

ROOT = Path(__file__).parents[2]
FILES = {
    "grid.f90": """
module grid
 use iso_c_binding
 implicit none
contains
 subroutine smooth(n, x) bind(c)
  integer(c_int), value :: n
  real(c_double), intent(inout) :: x(n)
  integer :: i
  do i = 2, n - 1
   x(i) = 0.5d0 * x(i) + 0.25d0 * (x(i - 1) + x(i + 1))
  end do
 end subroutine
end module
""",
    "phys.F90": """
module phys
 use grid
 implicit none
 interface
  real(c_double) function scaled(x) bind(c)
   import :: c_double
   real(c_double), value :: x
  end function
 end interface
contains
 real(8) function energy(x)
  real(8), intent(inout) :: x(:)
  call smooth(size(x), x)
  energy = FACTOR * scaled(sum(x**2))
 end function
end module
""",
    "main.f90": """
program main
 use phys
 implicit none
 real(8) :: x(5) = [1d0, 2d0, 3d0, 4d0, 7d0]
 print '(f12.6)', energy(x)
end program
""",
    "scaled.c": "double scaled(double x) { return 3 * x; }\n",
    "Makefile": """
FFLAGS = -O2 -J mod -I mod -DFACTOR=2
main: main.o libphys.a
\t$(FC) -o $@ main.o libphys.a
libphys.a: phys.o grid.o scaled.o
\tar rcs $@ $^
%.o: %.f90 | mod
\t$(FC) $(FFLAGS) -c $< -o $@
%.o: %.F90 | mod
\t$(FC) $(FFLAGS) -c $< -o $@
mod:
\tmkdir -p mod
phys.o: grid.o
main.o: phys.o
""",
    "CMakeLists.txt": """
cmake_minimum_required(VERSION 3.18)
project(energy LANGUAGES C Fortran)
add_library(phys STATIC phys.F90 grid.f90 scaled.c)
target_compile_definitions(phys PRIVATE $<$<COMPILE_LANGUAGE:Fortran>:FACTOR=2>)
set_target_properties(phys PROPERTIES Fortran_MODULE_DIRECTORY ${CMAKE_BINARY_DIR}/mod)
target_include_directories(phys PUBLIC ${CMAKE_BINARY_DIR}/mod)
add_executable(main main.f90)
target_link_libraries(main phys)
""",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def _compiler(folder: Path, word: str) -> Path:
    """The command as an installation writes it, for a package that is used from its sources."""
    script = folder / f"ribozyme-{word}"
    call = "cxx" if word == "c++" else word
    script.write_text(
        f"#!{sys.executable}\nimport sys\nfrom ribozyme.cli import main\nsys.exit(main.{call}())\n"
    )
    script.chmod(0o755)
    return script


def _run(*command: object, cwd: Path) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "FC": "", "CC": ""},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_commands_of_one_word_are_installed() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    for word, name in (("cc", "cc"), ("c++", "cxx"), ("fc", "fc")):
        assert scripts[f"ribozyme-{word}"] == f"ribozyme.cli.main:{name}"
        assert callable(getattr(main, name))


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not on this machine")
def test_make(project: Path) -> None:
    fc, cc = _compiler(project, "fc"), _compiler(project, "cc")
    _run("make", f"FC={fc}", f"CC={cc}", cwd=project)
    assert _run(project / "main", cwd=project).split() == ["499.500000"]
    assert (project / "mod" / "phys.mod").is_file()


@pytest.mark.skipif(shutil.which("cmake") is None, reason="cmake is not on this machine")
def test_cmake(project: Path) -> None:
    fc, cc = _compiler(project, "fc"), _compiler(project, "cc")
    chosen = (f"-DCMAKE_Fortran_COMPILER={fc}", f"-DCMAKE_C_COMPILER={cc}")
    _run("cmake", "-S", ".", "-B", "build", *chosen, "-DCMAKE_BUILD_TYPE=Release", cwd=project)
    _run("cmake", "--build", "build", cwd=project)
    assert _run(project / "build" / "main", cwd=project).split() == ["499.500000"]


ENERGY = """
module phys
 use iso_c_binding
 implicit none
contains
 real(c_double) function energy(n, x) bind(c)
  integer(c_int), value :: n
  real(c_double), intent(in) :: x(n)
  integer :: i
  energy = 0
  do i = 2, n
   energy = energy + (x(i) - x(i - 1))**2 * sin(x(i))
  end do
 end function
end module
"""
MAIN = """
#include <math.h>
#include <stdio.h>
double energy(int n, double *x);
void __enzyme_autodiff(void *, ...);
int main(void) {
  double x[4] = {0.1, 0.5, 0.9, 1.7}, slope[4] = {0}, worst = 0;
  __enzyme_autodiff((void *)energy, 4, x, slope);
  for (int i = 0; i < 4; i++) {
    double h = 1e-5, at = x[i];
    x[i] = at + h;
    double up = energy(4, x);
    x[i] = at - h;
    double down = energy(4, x);
    x[i] = at;
    worst = fmax(worst, fabs(slope[i] - (up - down) / (2 * h)));
  }
  printf("%g %g\\n", worst, slope[3]);
  return !(worst < 1e-9);
}
"""


@pytest.mark.skipif(shutil.which("objcopy") is None, reason="objcopy is not installed")
@pytest.mark.parametrize("output", [(), ("-o", "phys.o")])
def test_c_asks_for_the_derivative_of_a_procedure(tmp_path: Path, output: tuple[str, ...]) -> None:
    """Objects carry bitcode: when C is linked with them, its derivatives are made."""
    (tmp_path / "phys.f90").write_text(ENERGY)
    (tmp_path / "main.c").write_text(MAIN)
    fc, cc = _compiler(tmp_path, "fc"), _compiler(tmp_path, "cc")
    _run(fc, "-O2", "-c", "phys.f90", *output, cwd=tmp_path)
    _run(cc, "-O2", "-c", "main.c", cwd=tmp_path)
    _run(cc, "main.o", "phys.o", "-o", "main", "-lm", cwd=tmp_path)
    _, last = _run(tmp_path / "main", cwd=tmp_path).split()  # leaves with 1 if one is wrong
    assert float(last) == pytest.approx(1.6 * 0.9916648 + 0.64 * -0.1288445, rel=1e-4)
