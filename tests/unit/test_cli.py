"""The command line: help, errors with their exit status, JSON, files written."""

import ctypes
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ribozyme.cli.main import main

SOURCE = """
double square(double x) { return x * x; }
double dot(const double *x, const double *y, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "model.c"
    path.write_text(SOURCE)
    monkeypatch.chdir(tmp_path)
    return path


def run(*words: str) -> int:
    try:
        return main(words)
    except SystemExit as ended:  # argparse's own way out
        return int(ended.code or 0)


COMMANDS = ("demo", "doctor", "grad", "check", "explain", "cc", "c++", "fc", "opt")


@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)])
def test_help_is_a_page_worth_reading(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*command, "--help") == 0
    page = capsys.readouterr().out
    assert page.startswith("usage: ribozyme")
    assert len(page.splitlines()) >= 8
    assert max(map(len, page.splitlines())) <= 100


def test_no_command_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run() == 0
    assert "grad FILE:FUNCTION" in capsys.readouterr().out


def test_a_command_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("chekc") == 2
    said = capsys.readouterr().err
    assert "RZ001" in said
    assert "did you mean check?" in said
    assert "c++" in said
    assert run("model.c:loss") == 2
    assert "ribozyme grad model.c:loss" in capsys.readouterr().err


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--version") == 0
    assert re.fullmatch(r"ribozyme \d+\.\d+\.\d+\n", capsys.readouterr().out)


def test_explain_a_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("explain", "rz201") == 0
    assert capsys.readouterr().out.startswith("RZ201: no derivative for a call")
    assert run("explain", "RZ201", "--json") == 0
    assert json.loads(capsys.readouterr().out)["code"] == "RZ201"


def test_doctor(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("doctor") == 0
    assert "everything that is needed is there" in capsys.readouterr().out
    assert run("doctor", "--json") == 0
    found = {row["what"]: row["found"] for row in json.loads(capsys.readouterr().out)}
    assert found["numpy"] and found["ziglang"] and "LLVM 22" in found["llvmlite"]


def test_grad_writes_ir(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("grad", "model.c:square") == 0
    text = capsys.readouterr().out
    assert "define double @square_grad(double" in text
    assert "@dot" not in text


def test_grad_writes_a_header(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("grad", "model.c:dot", "--wrt", "x", "--emit", "h") == 0
    text = capsys.readouterr().out
    assert "void dot_grad(const double *x, double *x_bar, const double *y, int32_t n);" in text


def test_grad_writes_a_shared_library(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("grad", "model.c:square", "--emit", "so") == 0
    assert capsys.readouterr().out.split() == [
        f"model_square_grad.{end}" for end in ("so", "h", "pc")
    ]
    library = ctypes.CDLL(str(file.parent / "model_square_grad.so"))
    library.square_grad.restype = ctypes.c_double
    library.square_grad.argtypes = [ctypes.c_double]
    assert library.square_grad(3.0) == 6.0


VARIABLES = """
namespace m { double gain = 2; }
double w[3] = {1, 2, 3};
float offset = 0.5f;
struct setting { double mass; int kind; double spin; } now = {1.5, 2, 0.25};
extern "C" double energy(double x, double w_)
{
    double held = now.mass * now.spin * now.kind;
    return m::gain * x * x + w[1] * x * w_ + offset * w[2] * m::gain + held * x;
}
"""


def _energy(x: float, w_: float, gain: float, w: list[float], offset: float, now: float) -> float:
    return gain * x * x + w[1] * x * w_ + offset * w[2] * gain + 1.5 * now * 2 * x


def test_variables_are_parameters_of_what_is_written(file: Path) -> None:
    """Each derivative against the complex step of the same formula, at values not in the source."""
    Path("v.cpp").write_text(VARIABLES)
    wrt = "x,@m::gain,@w,@offset"
    assert run("grad", "v.cpp:energy", "--wrt", wrt, "--emit", "so", "-o", "v.so") == 0
    declared = (
        "void energy_grad(double x, double w_, double m_gain, const double *w, double *w_bar, "
        "float offset, double *x_bar, double *m_gain_bar, float *offset_bar);"
    )
    assert declared in Path("v.h").read_text()
    found = ctypes.CDLL(str(file.parent / "v.so")).energy_grad
    d, number = ctypes.c_double, ctypes.c_float()
    w, w_bar = (d * 3)(4.0, 5.0, 6.0), (d * 3)(0.5)
    by_x, by_gain = d(), d()
    out = [ctypes.byref(one) for one in (by_x, by_gain, number)]
    found(d(0.3), d(0.7), d(1.1), w, w_bar, ctypes.c_float(0.25), *out)
    h = 1e-30j
    at = (0.3, 0.7, 1.1, [4.0, 5.0, 6.0], 0.25, 0.25)

    def slope(k: int) -> float:
        value = _energy(*(v + h if i == k else v for i, v in enumerate(at)))  # type: ignore
        return value.imag / 1e-30  # type: ignore[no-any-return,attr-defined]

    assert (by_x.value, by_gain.value) == pytest.approx((slope(0), slope(2)), rel=1e-14)
    assert number.value == pytest.approx(slope(4), rel=1e-6)
    assert list(w_bar) == pytest.approx([0.5, 0.3 * 0.7, 0.25 * 1.1], rel=1e-14)


def test_a_struct_of_variables_and_a_name_that_is_taken(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("v.c").write_text(
        "struct s { double a; int k; double b; } g = {1, 2, 3};\n"
        "double x = 4;\nstatic double read(void) { return x; }\n"
        "double f(double x) { return g.a * x * g.k + g.b * read(); }\n"
    )
    wanted = ("--wrt", "@g,@x", "--mode", "forward", "--emit")
    assert run("grad", "v.c:f", *wanted, "h") == 0
    said = capsys.readouterr().out
    declared = "void f_dot(double x, const struct s *g, struct s *g_dot, double x_, double x__dot, "
    assert f"{declared}double *value, double *value_dot);" in said
    assert "struct s {\n    double a;\n    int k;\n    double b;\n};" in said
    assert run("grad", "v.c:f", *wanted, "so") == 0
    found = ctypes.CDLL(str(file.parent / "v_f_grad.so")).f_dot

    class S(ctypes.Structure):
        _fields_ = (("a", ctypes.c_double), ("k", ctypes.c_int), ("b", ctypes.c_double))

    d, g, g_dot = ctypes.c_double, S(5.0, 2, 7.0), S(0.25, 0, 0.5)
    value, tangent = d(), d()
    result = ctypes.byref(value), ctypes.byref(tangent)
    found(d(0.3), ctypes.byref(g), ctypes.byref(g_dot), d(11.0), d(0.125), *result)
    assert value.value == pytest.approx(5 * 0.3 * 2 + 7 * 11, rel=1e-14)
    assert tangent.value == pytest.approx(0.25 * 0.3 * 2 + 0.5 * 11 + 7 * 0.125, rel=1e-14)


MISFIT = """
#include <math.h>
struct inner { int n; };
typedef struct { double k; float m[2]; struct inner in; } Model;
typedef struct { struct { double k; } in; } Unnamed;
double unnamed(const Unnamed *u) { return u->in.k * u->in.k; }
struct node { double v[3]; const struct node *next; };
double misfit(const double *obs, int n, double dt, const Model *model)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        double r = obs[i] - model->k * exp(-dt * i) - model->m[i & 1] * model->in.n;
        s += r * r;
    }
    return s;
}
double chain(struct node a, float w) { return w * a.v[0] * a.next->v[1]; }
void scale(const float *x, int n, float by, float *out)
{
    for (int i = 0; i < n; i++) out[i] = by * x[i];
}
"""


def test_the_header_says_what_is_returned(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("m.c").write_text(MISFIT)

    def header(*words: str) -> str:
        assert run("grad", *words, "--emit", "h") == 0
        return capsys.readouterr().out

    said = header("m.c:misfit", "--wrt", "dt")
    assert "returns  the derivative by dt" in said and "gradient of misfit by dt:" in said
    said = header("m.c:misfit", "--wrt", "dt,obs", "--value")
    assert "returns  the value of misfit" in said
    assert "dt_bar   set to the derivative by dt" in said
    assert "obs_bar  the derivative by obs is added to it" in said
    assert "double misfit_value_and_grad(const double *obs, double *obs_bar, int32_t n, " in said
    said = header("m.c:scale", "--wrt", "x,by")
    assert (
        "returns  the derivative by by" in said and "out_bar  the adjoint of out, used up" in said
    )
    assert "struct node {\n    double v[3];\n    struct node *next;\n};" in header("m.c:chain")
    assert "unnamed_grad(const void *u, void *u_bar);" in header("m.c:unnamed")


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is on this machine")
def test_value_and_gradient_for_c(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A program in C that includes the header, against differences of the function itself."""
    Path("m.c").write_text(MISFIT)
    wanted = ("--wrt", "obs,dt,model", "--value", "--emit", "so", "-o", "libmisfit.so")
    assert run("grad", "m.c:misfit", *wanted) == 0
    Path("main.c").write_text(
        """#include "libmisfit.h"
        #include <stdio.h>
        double misfit(const double *, int, double, const Model *);
        int main(void) {
            double obs[] = {1.0, 0.7, 0.4}, obs_bar[3] = {0}, dt_bar;
            Model m = {1.1, {0.1f, 0.2f}, {2}}, m_bar = {0};
            double v = misfit_value_and_grad(obs, obs_bar, 3, 0.3, &m, &m_bar, &dt_bar);
            double h = 1e-6;
            Model up = m, down = m;
            up.k += h, down.k -= h;
            printf("%.15g %.15g\\n", v, misfit(obs, 3, 0.3, &m));
            printf("%.15g %.15g\\n", dt_bar,
                   (misfit(obs, 3, 0.3 + h, &m) - misfit(obs, 3, 0.3 - h, &m)) / 2 / h);
            printf("%.15g %.15g\\n", m_bar.k,
                   (misfit(obs, 3, 0.3, &up) - misfit(obs, 3, 0.3, &down)) / 2 / h);
            printf("%.15g %.15g\\n", obs_bar[0] / 2, obs[0] - m.k - m.m[0] * m.in.n);
        }"""
    )
    Path("own.c").write_text("#define RIBOZYME_NO_TYPES\n" + MISFIT + '#include "libmisfit.h"\n')
    flags = ["-L.", "-lmisfit", "-Wl,-rpath,."]
    if shutil.which("pkg-config") is not None:
        asked = ["pkg-config", "--cflags", "--libs", "./libmisfit.pc"]
        flags = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()
    build = ["cc", "-Wall", "-Werror", "main.c", "own.c", "-o", "main", *flags, "-lm"]
    subprocess.run(build, check=True)
    said = subprocess.run(["./main"], capture_output=True, text=True, check=True).stdout
    for line in said.splitlines():
        got, want = map(float, line.split())
        assert got == pytest.approx(want, rel=1e-7)
    assert len(said.splitlines()) == 4


def test_grad_writes_assembly_and_objects(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("grad", "model.c:square", "--emit", "asm") == 0
    assert "square_grad:" in capsys.readouterr().out
    assert run("grad", "model.c:square", "--emit", "obj", "-o", "out.o") == 0
    assert (file.parent / "out.o").read_bytes().startswith(b"\x7fELF")


def test_options_have_the_words_of_python(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("grad", "model.c:square", "--fast-math", "--memory", "1GB", "--check=never") == 0
    assert run("grad", "model.c:square", "--check", "sometimes") == 2
    assert "'first' or 'always' or 'never'" in capsys.readouterr().err


CHAIN = """
#include <math.h>
double chain(double x, int n)
{
    for (int i = 0; i < n; i++)
        x = sin(x) * x + 0.5;
    return x;
}
double __enzyme_autodiff(void *, ...);
double slope(double x, int n) { return __enzyme_autodiff((void *)chain, x, n); }
"""


def test_options_reach_what_is_written(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("chain.c").write_text(CHAIN)
    assert run("grad", "chain.c:chain", "--memory", "123456", "--vector-math=no") == 0
    assert "123456" in capsys.readouterr().out
    assert run("grad", "chain.c:chain") == 0
    plain = capsys.readouterr().out
    assert "123456" not in plain and "reassoc" not in _arithmetic(plain)
    assert run("grad", "chain.c:chain", "--fast-math") == 0
    assert "arcp" in _arithmetic(capsys.readouterr().out)


@pytest.mark.parametrize(
    "words",
    [
        ("explain", "--passes", "flag.c:f", "--", "-DFACTOR=3"),
        ("explain", "flag.c:f", "--passes", "--", "-DFACTOR=3"),
        ("check", "flag.c:f", "--at", "x=0.5", "--", "-DFACTOR=3", "-O1"),
        ("grad", "flag.c:f", "--vector-math=no", "--", "-DFACTOR=3"),
    ],
    ids=" ".join,
)
def test_flags_of_the_compiler_stand_behind_any_option(file: Path, words: tuple[str, ...]) -> None:
    Path("flag.c").write_text("double f(double x) { return FACTOR * x * x; }\n")
    assert run(*words) == 0


def test_flags_for_a_command_without_a_compiler(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("doctor", "--", "-O1") == 2
    assert "does not take '--'" in capsys.readouterr().err


def test_options_of_the_c_interface(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("chain.c").write_text(CHAIN)
    assert run("cc", "-S", "-emit-llvm", "-O1", "chain.c", "-o", "plain.ll") == 0
    words = ("--memory=123456", "--fast-math")
    assert run("cc", *words, "-S", "-emit-llvm", "-O1", "chain.c", "-o", "bound.ll") == 0
    plain, bound = Path("plain.ll").read_text(), Path("bound.ll").read_text()
    assert "123456" in bound and "123456" not in plain
    assert "arcp" in _arithmetic(bound) and "arcp" not in _arithmetic(plain)
    assert run("cc", "--memory=lots", "-c", "chain.c") == 2
    assert "option 'memory' is a number of bytes" in capsys.readouterr().err
    source = (
        "declare double @__enzyme_autodiff(ptr, double)\n"
        """
define double @f(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
define double @g(double %x) {
  %r = call double @__enzyme_autodiff(ptr @f, double %x)
  ret double %r
}
"""
    )
    Path("calls.ll").write_text(source)
    assert run("opt", "calls.ll", "--fast-math") == 0
    assert "arcp" in _arithmetic(capsys.readouterr().out)


def _arithmetic(text: str) -> str:
    """The lines that multiply."""
    return "\n".join(line for line in text.splitlines() if " = fmul " in line)


@pytest.mark.parametrize(
    "words, status, said",
    [
        (("grad", "nothing.c:f"), 2, "no file 'nothing.c'"),
        (("grad", "model.c"), 2, "is not FILE:FUNCTION"),
        (("grad", "model.c:sqare"), 2, "did you mean 'square'"),
        (("grad", "model.c:square", "--wrt", "y"), 2, "has no parameter 'y'"),
        (("grad", "broken.c:f"), 1, "expected ';'"),
        (("grad", "fake.bc:f"), 1, "neither LLVM bitcode nor LLVM text"),
        (("grad",), 2, "required"),
        (("explain", "RZ999"), 2, "there is no error code 'RZ999'"),
        (("explain", "model.c"), 2, "for example model.c:loss"),
        (("check", "model.c:square", "--size", "-3"), 2, "a number of elements, not -3"),
        (("check", "model.c:square", "--fastmath"), 2, "did you mean --fast-math?"),
        (("check", "model.c:square", "-Iinclude"), 2, "go behind --: … -- -Iinclude"),
        (("check", "model.c:square", "--at", "y=3"), 2, "double square(double x)"),
        (("doctor", "model.c"), 2, "'ribozyme doctor' does not take 'model.c'"),
        (("grad", "unnamed:f"), 2, "what language is 'unnamed' in?"),
        (("reproduce", "nothing.ll"), 2, "nothing.ll: No such file"),
        (("opt", "model.c"), 2, "'model.c' is no LLVM IR"),
        (("nonsense",), 2, "no command 'nonsense'"),
    ],
)
def test_errors_have_a_status_and_no_traceback(
    file: Path,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    status: int,
    said: str,
) -> None:
    Path("broken.c").write_text("double f(double x) { return x }\n")
    Path("fake.bc").write_bytes(b"\x89PNG....")
    Path("unnamed").write_text("double f(double x) { return x; }\n")
    before = sorted(file.parent.iterdir())
    assert run(*words) == status
    printed = capsys.readouterr()
    assert said in printed.err
    assert "Traceback" not in printed.err
    assert not printed.out
    assert sorted(file.parent.iterdir()) == before  # nothing half-written is left


def test_no_colour_in_a_pipe(file: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ribozyme.cli.main", "grad", "model.c:sqare"],
        capture_output=True,
        cwd=file.parent,
        env={**os.environ, "FORCE_COLOR": ""},
        check=False,
    )
    assert done.returncode == 2
    assert b"\x1b[" not in done.stdout + done.stderr


def test_a_reader_that_leaves_is_no_error(file: Path) -> None:
    script = f"{sys.executable} -m ribozyme.cli.main grad model.c:dot | head -1"
    done = subprocess.run(
        ["sh", "-c", script], capture_output=True, text=True, cwd=file.parent, check=False
    )
    assert "Traceback" not in done.stderr


def test_the_tour(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("demo", "--json") == 0
    lines = json.loads(capsys.readouterr().out)
    passed = {line["example"] for line in lines if line["passed"]}
    assert passed == {"square", "relu3", "norm", "n-body"}
    one, hundred = (line for line in lines if line["example"] == "norm")
    assert hundred["primal_s"] < 1000 * one["primal_s"]  # O(n), not O(n^2): n is 100 times more
