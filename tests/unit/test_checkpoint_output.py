"""Output in checkpointed loops: the text of one plain run, once, in its order."""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=3, wide=6)

STEP = """for (int i = 1; i < n - 1; i++)
            u[i] += 0.1 * k[i] * (u[i - 1] * u[i - 1] - 2 * u[i] + u[i + 1]);"""
C = """
#include <stdio.h>
void flush(void) { fflush(stdout); }
static __attribute__((noinline)) void report(const double *u, int n, int t) {
    char name[8] = "largest";
    double most = 0;
    for (int i = 0; i < n; i++) most = u[i] > most ? u[i] : most;
    if (t % 10 == 0) printf("%.7s %d %.3f\\n", name, t, most);
}
double heat(double *u, const double *k, int n, int steps) {
    for (int t = 0; t < steps; t++) { // time
        if (t % 5 == 0) printf("step %d\\n", t);
        STEP
        report(u, n, t);
        fputs(".", stdout);
    }
    double s = 0;
    for (int i = 0; i < n; i++) s += u[i] * u[i];
    return s;
}
""".replace("STEP", STEP)
CXX = """
#include <cstdio>
#include <iostream>
extern "C" void flush(void) { std::cout.flush(); fflush(stdout); }
extern "C" double heat(double *u, const double *k, int n, int steps) {
    double s = 0, t = 0;
    for (int i = 0; t < steps * 0.1; i++) { // time
        STEP
        std::cout << "at " << t << ": " << u[1] << '\\n';
        t += 0.1 * (1 + 0.001 * u[2]);
    }
    for (int i = 0; i < n; i++) s += u[i] * u[i];
    return s;
}
""".replace("STEP", STEP)
SOURCES = {"c": C, "c++": CXX}
N, STEPS = 9, 120


def line(source: str) -> str:
    return f"loop at {source[: source.index('// time')].count(chr(10)) + 1}"


@pytest.mark.parametrize("how", [{"checkpoint": 4}, {"memory": "9KB"}], ids=["named", "bounded"])
@pytest.mark.parametrize("lang", SOURCES)
def test_what_is_said(lang: Any, how: dict[str, Any], capfd: pytest.CaptureFixture[str]) -> None:
    source = SOURCES[lang]
    if "checkpoint" in how:
        how = {"checkpoint": {line(source): how["checkpoint"]}}
    lib = rz.compile(source, lang=lang)
    found, said = [], []
    for one in ({}, how):
        gradient = rz.grad(lib.heat, wrt="k", of="return", check="never", **one)
        lib.flush()
        capfd.readouterr()
        found.append(gradient(np.linspace(0, 1, N), np.full(N, 0.3), N, STEPS))
        lib.flush()
        said.append(capfd.readouterr().out)
    np.testing.assert_allclose(found[1], found[0], rtol=1e-12)
    assert said[1] == said[0]
    assert said[0].count("\n") >= STEPS // 10


SAID = '<< "at " << t << ": " << u[1] << \'\\n\';'
FILE = 'std::ofstream log("log"); double s = 0, t = 0;'
WAYS: dict[str, tuple[str, str, str]] = {
    "std::endl": ("c++", SAID, '<< "at " << t << std::endl;'),
    "std::flush": ("c++", SAID, "<< \"at \" << t << '\\n' << std::flush;"),
    "widths": ("c++", SAID, '<< std::setw(9) << std::setprecision(3) << u[1] << "\\n";'),
    "text in memory": (
        "c",
        'fputs(".", stdout);',
        'char s[20]; snprintf(s, 20, "%d", t); puts(s);',
    ),
}


@pytest.mark.rotates
@pytest.mark.parametrize("name", WAYS)
def test_ways_to_say_it(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    lang, old, new = WAYS[name]
    source = SOURCES[lang].replace(old, new).replace("<iostream>", "<iostream>\n#include <iomanip>")
    assert new in source
    lib = rz.compile(source, lang=lang)  # type: ignore[arg-type]
    found, said = [], []
    for how in ({}, {"checkpoint": {line(source): 4}}):
        gradient = rz.grad(lib.heat, wrt="k", of="return", check="never", **how)
        lib.flush()
        capfd.readouterr()
        found.append(gradient(np.linspace(0, 1, N), np.full(N, 0.3), N, STEPS))
        lib.flush()
        said.append(capfd.readouterr().out)
    np.testing.assert_allclose(found[1], found[0], rtol=1e-12)
    assert said[1] == said[0] and said[0].count("\n") >= STEPS


def written(source: str, lang: Any, path: Path) -> None:
    """The file that a program writes is that of one run."""
    heat = rz.compile(source, lang=lang).heat
    found, said = [], []
    for how in ({}, {"checkpoint": {line(source): 4}}):
        gradient = rz.grad(heat, wrt="k", of="return", check="never", **how)
        found.append(gradient(np.linspace(0, 1, N), np.full(N, 0.3), N, STEPS))
        said.append(path.read_text(encoding="utf-8"))
        path.unlink()
    np.testing.assert_allclose(found[1], found[0], rtol=1e-12)
    assert said[1] == said[0] and said[0].count("\n") == STEPS


def test_a_file_that_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opened before the loop, closed behind it: in C, and as a variable in C++."""
    monkeypatch.chdir(tmp_path)
    opened = C.replace("    for (int t", '    FILE *out = fopen("log", "w");\n    for (int t')
    opened = opened.replace('fputs(".", stdout);', 'fprintf(out, "%d %g\\n", t, u[1]);')
    written(opened.replace("double s = 0;", "double s = 0; fclose(out);"), "c", tmp_path / "log")
    stream = CXX.replace("<iostream>", "<fstream>\n#include <iostream>")
    stream = stream.replace("double s = 0, t = 0;", FILE).replace("std::cout <<", "log <<")
    with_lines = stream.replace("t < steps * 0.1;", "i < steps;")
    written(with_lines, "c++", tmp_path / "log")


@pytest.mark.rotates
def test_a_stream_that_an_iteration_opens_is_refused() -> None:
    source = CXX.replace("<iostream>", "<fstream>\n#include <iostream>")
    source = source.replace("std::cout <<", 'std::ofstream log("log"); log <<')
    heat = rz.compile(source, lang="c++").heat
    gradient = rz.grad(heat, wrt="k", of="return", check="never", checkpoint={line(source): 4})
    with pytest.raises(rz.Error, match="cannot be done twice") as caught:
        gradient(np.linspace(0, 1, N), np.full(N, 0.3), N, STEPS)
    number = source[: source.index("std::ofstream log")].count("\n") + 1
    assert caught.value.code == "RZ219" and f":{number}:" in str(caught.value)


USED = {
    "a count that is used": 'total += printf("%d", t);',
    "a file that an iteration opens": 'FILE *out = fopen("log", "a"); fclose(out);',
    "a stream in memory": """char *text = 0; size_t size;
        FILE *out = open_memstream(&text, &size); fputs(text, out); fclose(out); free(text);""",
    "numbers that are drawn": "total += rand();",
}


@pytest.mark.parametrize("within", USED.values(), ids=USED)
def test_what_cannot_be_left_out_is_refused(within: str) -> None:
    source = "#include <stdlib.h>" + C.replace('fputs(".", stdout);', within)
    source = source.replace("    for (int t", "    int total = 0;\n    for (int t")
    source = source.replace("    double s = 0;", "    double s = total;")
    heat = rz.compile(source).heat
    gradient = rz.grad(heat, wrt="k", of="return", check="never", checkpoint={line(source): 4})
    with pytest.raises(rz.Error, match="cannot be done twice") as caught:
        gradient(np.linspace(0, 1, N), np.full(N, 0.3), N, STEPS)
    assert caught.value.code == "RZ219"


def test_text_in_memory_is_refused() -> None:
    """A stream of C++ that may be read: numbers may go through its text."""
    source = CXX.replace("#include <iostream>", "#include <iostream>\n#include <sstream>")
    source = source.replace(
        "    double s = 0, t = 0;", "    double s = 0, t = 0; std::ostringstream text;"
    )
    source = source.replace("std::cout <<", "text <<").replace(
        "return s;", "return s + text.str().size();"
    )
    heat = rz.compile(source, lang="c++").heat
    gradient = rz.grad(heat, wrt="k", of="return", check="never", checkpoint={line(source): 4})
    with pytest.raises(rz.Error) as caught:
        gradient(np.linspace(0, 1, N), np.full(N, 0.3), N, STEPS)
    assert caught.value.code == "RZ219"


FORTRAN = """
real(8) function heat(u, k, n, steps) bind(c)
  use iso_c_binding
  integer(c_int), value :: n, steps
  real(c_double), intent(inout) :: u(n)
  real(c_double), intent(in) :: k(n)
  integer :: t, i
  do t = 1, steps  ! time
    do i = 2, n - 1
      u(i) = u(i) + 0.1d0 * k(i) * (u(i-1)**2 - 2 * u(i) + u(i+1))
    end do
    if (mod(t, 10) == 0) print *, "step", t, u(2)
    if (mod(t, 20) == 0) write (*, "(a,f8.4)") "half", u(n / 2)
  end do
  heat = sum(u**2)
end function
subroutine flush() bind(c)
  use iso_c_binding
  call execute()
contains
  subroutine execute()
    flush(6)
  end subroutine
end subroutine
"""


@pytest.mark.skipif(shutil.which("flang-22") is None, reason="flang-22 is not installed")
def test_what_a_fortran_program_says(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "heat.f90"
    path.write_text(FORTRAN, encoding="utf-8")
    lib = rz.load(path)
    loop = {f"loop at {FORTRAN[: FORTRAN.index('! time')].count(chr(10)) + 1}": 4}
    found, said = [], []
    for one in ({}, {"checkpoint": loop}):
        gradient = rz.grad(lib.heat, wrt="k", of="return", check="never", **one)
        capfd.readouterr()
        found.append(gradient(np.linspace(0, 1, N), np.full(N, 0.3), N, STEPS))
        lib.flush()
        said.append(capfd.readouterr().out)
    np.testing.assert_allclose(found[1], found[0], rtol=1e-12)
    assert said[1] == said[0]
    assert said[0].count("step") == STEPS // 10
