"""Calls by address of which nothing tells the target: what they may mean, and what they do not."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tests.command import RIBOZYME

BEGIN = """
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
extern int enzyme_out, enzyme_const;
double __enzyme_autodiff(void *, ...);
static double square(double x) { return x * x; }
"""
FINDING = """
static double cell[4];
static double odd(double x)    /* nothing tells where the address comes from */
{
    double *volatile p = cell;
    volatile uintptr_t third = (uintptr_t)p / 3, rest = (uintptr_t)p % 3;
    double *q = (double *)(third * 3 + rest);
    *q = x;
    return *q * x;
}
"""
NO_DERIVATIVE = """
double erfinv_of_elsewhere(double) __attribute__((weak));
static double odd(double x) { return erfinv_of_elsewhere(x); }
"""
BITS = """
static double odd(double x)    /* bits of a number are changed */
{
    uint64_t n;
    memcpy(&n, &x, 8);
    n = n * 3 + 7;
    memcpy(&x, &n, 8);
    return x;
}
"""
END = """
struct table { double scale; double (*of)(double); };
__attribute__((noinline)) static double f(const struct table *t, double x)
{
    return t->of(x) * t->scale;
}
int main(int argc, char **argv)
{
    struct table t = {2.0, square};
    struct table *volatile own = &t;
    double found = __enzyme_autodiff((void *)f, enzyme_const, own, enzyme_out, 3.0);
    if (found != 12.0)
        return 1;
    t.of = odd;
    pid_t child = fork();
    if (child == 0) {
        freopen(argv[1], "w", stderr);
        __enzyme_autodiff((void *)f, enzyme_const, own, enzyme_out, 3.0);
        _exit(0);
    }
    int status;
    wait(&status);
    return WIFSIGNALED(status) ? 0 : 2;
}
"""


@pytest.mark.parametrize(
    ("odd", "code"),
    [(FINDING, "RZ207"), (NO_DERIVATIVE, "RZ207"), (BITS, "RZ207")],
    ids=["an untracked address", "an unknown function", "changed bits"],
)
def test_what_is_refused_is_not_meant(odd: str, code: str, tmp_path: Path) -> None:
    """`square` has its derivative; a call of the other one says at run time that it has none."""
    source, made, said = tmp_path / "t.c", tmp_path / "t", tmp_path / "said"
    source.write_text(BEGIN + odd + END)
    command = [*RIBOZYME, "cc", "-O1", str(source), "-o", str(made), "-lm"]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    ran = subprocess.run([str(made), str(said)], check=False, timeout=60)
    assert ran.returncode == 0
    assert code in said.read_text()
