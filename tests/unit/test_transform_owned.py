"""Exported variables that the program writes are its own; those that it only reads are not."""

from __future__ import annotations

import ctypes
import math
import subprocess
from pathlib import Path
from typing import Final

import numpy as np
import pytest
from tests.command import RIBOZYME

import ribozyme as rz
from ribozyme.backend.definitions import sets_exported_variables
from ribozyme.base.errors import Error
from ribozyme.ir.module import GlobalVariable
from ribozyme.parse import parse_module
from ribozyme.transform.prepare.owned import owned

pytestmark = pytest.mark.rotates("file", plain=4, wide=1000)

X: Final = 0.5
SHARED: Final = """#include <math.h>
static double square(double x) { return x * x; }
static double cube(double x) { return x * x * x; }
double (*operation)(double);
double scale = 2, last = -1, value;
double *weights;
long count;
void choose(int k) { operation = k ? cube : square; }
double chosen(double x) { return operation(x) * scale; }
double weighted(double x)
{
    double s = 0;
    for (long i = 0; i < count; i++) s += weights[i] * x * x;
    return s;
}
double memo(double x)
{
    if (x != last) { last = x; value = exp(x); }
    return value * x;
}
double scaled(double x) { return scale * x; }
void rescale(double by) { scale = by; }
"""
IR: Final = """
@written = global double 0.0
@through = dso_local global [4 x double] zeroinitializer
@filled = common global [4 x double] zeroinitializer
@handed = weak_odr hidden global ptr null
@read = global ptr null
@aliased = global double 0.0
@other = alias double, ptr @aliased
@used = global double 0.0
@llvm.used = appending global [1 x ptr] [ptr @used], section "llvm.metadata"
@local = thread_local global double 0.0
@known = global double 0.0
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @fill(ptr)
define double @f(double %x, i64 %i) {
  store double %x, ptr @written
  %at = getelementptr double, ptr @through, i64 %i
  store double %x, ptr %at
  call void @llvm.memset.p0.i64(ptr @filled, i8 0, i64 32, i1 false)
  call void @fill(ptr @handed)
  store double %x, ptr @aliased
  store double %x, ptr @used
  store double %x, ptr @local
  store double %x, ptr @known
  %p = load ptr, ptr @read
  store double %x, ptr %p
  ret double %x
}
"""


def test_what_is_written_here_is_owned() -> None:
    module = parse_module(IR)
    found = {
        name
        for name, one in owned(module, shared={"known"}).globals.items()
        if isinstance(one, GlobalVariable) and one.header.linkage == "internal"
    }
    assert found == {"written", "through", "filled", "handed"}


def test_text_tells_of_each_variable_that_may_be_owned() -> None:
    for name in ("written", "through", "filled", "handed"):
        others = [line for line in IR.split("\n") if not line.startswith("@")]
        variable = next(line for line in IR.split("\n") if line.startswith(f"@{name} ="))
        assert sets_exported_variables("\n".join([variable, *others]))
    for kept in (
        "@c = constant double 0.0",
        "@c = dso_local local_unnamed_addr constant [2 x ptr] [ptr @global, ptr @f]",
        "@i = internal global i32 0",
        "@p = private unnamed_addr global i32 0",
        "@e = external global i32, align 4",
        "@w = extern_weak dso_local global i32",
        '@"a = global" = internal global i32 0',
        "@a = appending global [1 x ptr] [ptr @f]",
        "define void @global() {\n  store i32 0, ptr @e\n}",
    ):
        assert not sets_exported_variables(kept), kept


def test_settings_are_seen_by_derivatives() -> None:
    library = rz.compile(SHARED)
    slope = rz.grad(library["chosen"], check="never")
    for k, expected in ((0, 2 * X), (1, 3 * X * X), (0, 2 * X)):
        library["choose"](k)
        np.testing.assert_allclose(slope(X), 2 * expected, rtol=1e-14)
    library["rescale"](5.0)
    np.testing.assert_allclose(slope(X), 5 * 2 * X, rtol=1e-14)
    np.testing.assert_allclose(rz.grad(library["scaled"], wrt="@scale")(X), X, rtol=1e-14)
    np.testing.assert_allclose(rz.hvp(library["chosen"], (X,), 1.0), 10, rtol=1e-14)


def test_what_is_only_read_may_be_set_from_outside() -> None:
    library = rz.compile(SHARED)
    f = library["weighted"]
    values = np.array([1.0, 2.0, 4.0])
    ctypes.c_void_p.from_address(f.program.address("weights")).value = values.ctypes.data
    ctypes.c_long.from_address(f.program.address("count")).value = 3
    np.testing.assert_allclose(rz.grad(f)(X), 7 * 2 * X, rtol=1e-14)


def test_an_exported_memo_is_refused() -> None:
    f = rz.compile(SHARED)["memo"]
    slope = rz.grad(f, check="never")
    np.testing.assert_allclose(slope(X), math.exp(X) * (1 + X), rtol=1e-14)
    with pytest.raises(Error) as caught:
        slope(X)
    assert caught.value.code == "RZ408"


LOG: Final = """#include <math.h>
#include <stdlib.h>
struct record { double value; int kind; };
struct record *records;
int count, room;
double logged(double x, int n)
{
    count = 0;
    for (int i = 0; i < n; i++) {
        if (count == room) records = realloc(records, (room += 3) * sizeof *records);
        records[count++] = (struct record){sin(x * i), i};
    }
    double s = 0;
    for (int i = 0; i < count; i++) s += records[i].value * records[i].kind;
    return s;
}
"""
CALL: Final = """#include <math.h>
double logged(double, int);
extern double __enzyme_autodiff(void *, ...);
int main(void)
{
    int bad = 0;
    for (int n = 3; n < 9; n++) {
        double slope = 0;
        for (int i = 0; i < n; i++) slope += i * i * cos(0.5 * i);
        bad += fabs(__enzyme_autodiff((void *)logged, 0.5, n) - slope) > 1e-12;
    }
    return bad;
}
"""
OTHER: Final = """
struct record { double value; int kind; };
extern struct record *records;
int first(void) { return records ? records->kind : 0; }
"""


def built(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    for name, text in (("log.c", LOG), ("call.c", CALL), ("other.c", OTHER)):
        (folder / name).write_text(text)
    command = [*RIBOZYME, "cc", *arguments, "-o", "program", "-lm"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("level", ["-O0", "-O2"])
@pytest.mark.parametrize("files", [("log.c", "call.c"), ("log.c", "call.c", "other.c")])
def test_an_executable_owns_its_variables(
    files: tuple[str, ...], level: str, tmp_path: Path
) -> None:
    made = built(tmp_path, level, *files)
    assert made.returncode == 0, made.stderr
    assert subprocess.run([tmp_path / "program"], check=False).returncode == 0


@pytest.mark.parametrize(
    "arguments",
    [("-rdynamic",), ("-Wl,-E",), ("-Wl,--export-dynamic",), ("other.s",)],
    ids=lambda arguments: arguments[0],
)
def test_variables_that_others_can_know_are_shared(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    assembly = ".globl first\nfirst: mov records(%rip), %rax\n ret\n"
    (tmp_path / "other.s").write_text(assembly + '.section .note.GNU-stack,"",@progbits\n')
    made = built(tmp_path, *arguments, "log.c", "call.c")
    assert "RZ301" in made.stderr or "RZ406" in made.stderr
    assert "make the variables `static`" in made.stderr


INSIDE: Final = """#include <math.h>
double __enzyme_autodiff(void *, ...);
static double square(double x) { return x * x; }
double (*operation)(double);
void choose(void) { operation = square; }
static double chosen(double x) { return operation(x); }
double slope(double x) { return __enzyme_autodiff((void *)chosen, x); }
"""
LOGGED: Final = (
    LOG
    + """
double __enzyme_autodiff(void *, ...);
double slope(double x) { return __enzyme_autodiff((void *)logged, x, 4); }
void choose(void) {}
"""
)
WORK: Final = """#include <stdlib.h>
double __enzyme_autodiff(void *, ...);
double *work;
static double worked(double x)
{
    if (!work) work = malloc(sizeof *work);
    *work = x * x;
    return *work;
}
double slope(double x) { return __enzyme_autodiff((void *)worked, x); }
void choose(void) {}
"""


@pytest.mark.parametrize("apart", [False, True], ids=["together", "apart"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [(INSIDE, "1.0"), (LOGGED, "cos(.5) + 4 * cos(1) + 9 * cos(1.5)"), (WORK, "1.0")],
    ids=["function", "log", "work"],
)
def test_what_only_an_executable_tells_waits_for_the_link(
    text: str, expected: str, apart: bool, tmp_path: Path
) -> None:
    """A file of a program may be a library's: what is refused there is asked again."""
    (tmp_path / "part.c").write_text(text)
    (tmp_path / "main.c").write_text(f"""#include <math.h>
void choose(void);
double slope(double);
int main(void)
{{
    int bad = 0;
    choose();
    for (int k = 0; k < 2; k++) bad += !(fabs(slope(0.5) - ({expected})) < 1e-12);
    return bad;
}}
""")
    files = ["part.c", "main.c"]
    if apart:
        for name in files:
            subprocess.run([*RIBOZYME, "cc", "-c", "-O1", name], cwd=tmp_path, check=True)
        files = ["part.o", "main.o"]
    made = built(tmp_path, *files)
    assert made.returncode == 0, made.stderr
    assert subprocess.run([tmp_path / "program"], check=False).returncode == 0
