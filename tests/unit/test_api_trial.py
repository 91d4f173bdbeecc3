"""Functions that crash: at invented arguments, in helpers that are asked, at the user's own."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.isolated import no_added_rules

import ribozyme as rz
from ribozyme.api.checking import traced, trial
from ribozyme.backend import child
from ribozyme.backend.runtime import faults
from ribozyme.backend.runtime.fences import Fenced
from ribozyme.cli.main import main
from ribozyme.rules import added, custom

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="faults are caught on Linux only"),
    pytest.mark.rotates("file", plain=4, wide=8),
]

SOURCE = r"""
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
static double at(const double *A, int i, int j, int n) { return A[i * n + j]; }
double quad(const double *A, const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s += x[i] * at(A, i, j, n) * x[j];
    return s;
}
double cubic(const double *T, const float *x, int n)
{
    double s = 0;
    for (int i = 0; i < n * n * n; i++)
        s += T[i] * x[i % n];
    return s;
}
void blur(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] + x[i + 1] + x[i + 2];
}
double rows(const double (*A)[3], int n)
{
    double s = 0;
    for (int i = 0; i < 2 * n; i++)
        s += A[i][0] * A[i][2];
    return s;
}
double in_front(const double *x, int n)
{
    return x[n - 1] * x[-1];
}
double endless(const double *x)
{
    double s = 0;
    while (*x != 7)
        s += *x++;
    return s;
}
int sizes[4] = {1, 2, 3, 4};
double *nowhere;
double null(double x, int n)
{
    double y = x * sizes[n & 3];
    return y * nowhere[n];
}
double divides(double x, int n)
{
    return x * (7 / n);
}
double aborts(double x)
{
    if (x < 1)
        abort();
    return x;
}
double deep(double x, long n)
{
    double y[1000];
    for (int i = 0; i < 1000; i++)
        y[i] = x + i;
    return n > 0 ? deep(x * .5 + y[n % 1000], n - 1) * y[n * 7 % 1000] : x;
}
double leaves(double x)
{
    exit(3);
    return x;
}
"""


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(SOURCE)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("trial") / "model.c"
    found.write_text(SOURCE, encoding="utf-8")
    return found


def test_an_element_past_the_end_is_a_fault_and_so_is_one_in_front() -> None:
    for kind, shape in (("f8", (8,)), ("f4", (3,)), ("i4", (5,)), ("f8", (3, 4)), ("f8", (2000,))):
        given = np.arange(np.prod(shape), dtype=kind).reshape(shape)
        for at_start in (False, True):
            fence = Fenced(given, at_start)
            assert np.array_equal(fence.array, given) and fence.array.dtype == given.dtype
            first = fence.array.ctypes.data
            assert fence.is_before(first - 1) and not fence.is_before(first)
            assert fence.row_at(first + given.nbytes) == len(given)
            assert fence.row_at(first + 2 * given.nbytes) == 2 * len(given)
            assert fence.row_at(first) is None
            fence.close()


@pytest.mark.parametrize(
    ("name", "n", "grown"),
    [
        ("quad", 8, {"A": 64}),
        ("quad", 3, {"A": 12}),
        ("cubic", 4, {"T": 64}),
        ("blur", 8, {"x": 16}),
        ("rows", 5, {"A": 10}),
    ],
)
def test_arrays_grow_to_what_is_read(
    lib: rz.Library, name: str, n: int, grown: dict[str, int]
) -> None:
    args, sizes = trial.fitting(lib[name], {}, n, 0)
    assert sizes == grown
    assert rz.check(lib[name], *args)


def test_the_command_finds_the_sizes(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", f"{file}:quad"]) == 0
    assert "'A' has 64 elements, since 8 are too few" in capsys.readouterr().out
    assert main(["check", f"{file}:quad", "--at", "n=2"]) == 0
    assert "'A'" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "line", "told"),
    [
        ("in_front", 35, "it reaches in front of 'x'"),
        ("endless", 40, "--at"),
        ("null", 49, "--at"),
        ("leaves", 0, "--at"),
    ],
)
def test_the_command_asks_for_arguments_where_it_finds_none(
    file: Path, capsys: pytest.CaptureFixture[str], name: str, line: int, told: str
) -> None:
    assert main(["check", f"{file}:{name}"]) == 1
    said = capsys.readouterr().err
    assert "RZ607" in said and told in said, said
    assert (f"model.c:{line}:" in said) == bool(line), said


def test_an_array_that_is_given_is_not_made_longer(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", f"{file}:quad", "--at", "x=[1.0, 2.0, 3.0]"]) == 1
    assert "--at gives 'x' 3 elements, it reaches for x[3]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "args", "lines", "why"),
    [
        ("quad", (np.ones(4), np.ones(2), 1 << 20), (5, 11), "'quad' reaches for x[2]"),
        ("null", (0.5, 2), (49,), "memory that is not its own, at 0x10"),
        ("divides", (0.5, 0), (53,), "divides an integer by zero"),
        ("aborts", (0.5,), (58,), "calls abort"),
        ("deep", (0.5, 1 << 30), (64, 65, 66), "the stack is full"),
    ],
)
def test_a_crash_of_the_user_has_its_line_and_the_process_goes_on(
    lib: rz.Library, name: str, args: tuple[object, ...], lines: tuple[int, ...], why: str
) -> None:
    before = [signal.getsignal(number) for number in (signal.SIGSEGV, signal.SIGFPE)]
    for _ in range(2):
        with pytest.raises(rz.Error) as caught:
            rz.check(lib[name], *args)
        assert caught.value.code == "RZ607" and why in str(caught.value), str(caught.value)
        assert caught.value.location is not None and caught.value.location.line in lines
    assert before == [signal.getsignal(number) for number in (signal.SIGSEGV, signal.SIGFPE)]
    assert rz.check(lib.aborts, 1.5)


def test_what_the_user_set_is_what_runs_again(lib: rz.Library) -> None:
    """The line is that of a run with the program's own variables."""
    with pytest.raises(rz.Error) as caught:
        traced.survived(lib.null, [0.5, 3])
    assert caught.value.location is not None and caught.value.location.line == 49
    assert "0x18" in str(caught.value)


def test_a_fault_outside_of_a_call_ends_the_process_as_before() -> None:
    script = (
        "import ctypes, numpy as np, ribozyme as rz\n"
        "f = rz.compile('double f(const double *x, int n) { return x[n] * (7 / n); }').f\n"
        "try:\n    rz.check(f, np.ones(2), 0)\n"
        "except rz.Error as crash:\n    print(crash.code, flush=True)\n"
        "ctypes.string_at(0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "RZ607" and done.returncode == -signal.SIGSEGV, done


def test_a_copy_of_the_process_may_die() -> None:
    assert child.forked(lambda: [1, "two"], 60) == [1, "two"]
    with pytest.raises(child.Died):
        child.forked(lambda: os.kill(os.getpid(), signal.SIGKILL), 60)
    with pytest.raises(child.Died):
        child.forked(signal.pause, 0.2)
    with pytest.raises(rz.Error, match="no parameter"):
        child.forked(lambda: trial.fitting(rz.compile(SOURCE).null, {"z": 1}, 2, 0), 60)


RULED = r"""
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
__attribute__((noinline)) double cube(double x) { return x * x * x; }
__attribute__((noinline)) double last(const double *x, const int *where)
{
    return x[where[3] * 1000000000L] * x[0];
}
__attribute__((noinline)) double noted(double x, const double *y)
{
    FILE *out = fopen(getenv("RIBOZYME_TEST_NOTES"), "a");
    fprintf(out, "%s\n", y[0] > 0.9 && y[0] < 1.1 ? "theirs" : "invented");
    fclose(out);
    return x * y[0];
}
double whole(const double *x, int n)
{
    int where[4] = {0};
    double s = 0;
    for (int i = 0; i < n; i++) {
        where[3] = i >> 20;
        s += cube(x[i]) + last(x + i, where);
    }
    return s;
}
double loud(const double *x, int n)
{
    double one = 1, s = 0;
    for (int i = 0; i < n; i++)
        s += cube(x[i]) + noted(x[i], &one);
    return s;
}
"""


@pytest.fixture
def own_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    no_added_rules(monkeypatch)
    monkeypatch.setattr(custom, "_books", {"": custom.STANDARD})
    monkeypatch.setattr(added, "CURRENT", [""])
    monkeypatch.setattr(custom, "CURRENT", added.CURRENT)


@pytest.mark.usefixtures("own_rules")
@pytest.mark.parametrize("name", ["whole", "loud"])
def test_blame_ends_no_process_and_has_no_side_effects(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = tmp_path / "notes"
    notes.write_text("")
    monkeypatch.setenv("RIBOZYME_TEST_NOTES", str(notes))
    rz.rule("cube")(lambda x, r, dx: 2 * x * x * dx)
    rz.inactive("noted")
    report = rz.check(rz.compile(RULED)[name], np.linspace(0.5, 1.5, 4), 4)
    where = [finding.text for finding in report.failed if finding.name == "where"]
    assert len(where) == 1 and "'cube' of " in where[0], str(report)
    assert "invented" not in notes.read_text()


def test_a_fault_has_words() -> None:
    assert faults.Fault(signal.SIGILL, 0).what == "it meets a trap (SIGILL)"
    assert faults.Fault(signal.SIGSEGV, 255).what.endswith("0xff")
