"""Increments of inner loops: one question for all places of a loop, registers for one place; and
more groups of arrays than a thread has windows for."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from tests.derivatives import reverse, with_threads

import ribozyme as rz
from ribozyme.ir.printer import print_module

pytestmark = pytest.mark.rotates("file", plain=36, wide=72)

SOURCE = """
#include <math.h>

/* Entries from[i] … upto[i] of each row: they may overlap, be many or none. */
double rows(const double *restrict a, const double *restrict x, const int *restrict at,
            const int *restrict from, const int *restrict upto, int n)
{
    double total = 0;
    #pragma omp parallel for reduction(+ : total)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = from[i]; k < upto[i]; k++)
            s += a[k] * x[at[k]];
        total += s * s;
    }
    return total;
}

/* Neighbours, and another order. */
double pairs(const double *restrict a, const double *restrict x, const int *restrict at,
             const int *restrict from, const int *restrict upto, int n)
{
    double total = 0;
    #pragma omp parallel for reduction(+ : total) schedule(dynamic, 3)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = upto[i] - 1; k >= from[i]; k -= 2)
            s += a[k] * a[k + 1] * a[k + 3] * x[at[k]];
        total += sin(s);
    }
    return total;
}

/* The same array along a line and anywhere: nothing is known where the loop is entered. */
double both(const double *restrict a, const double *restrict x, const int *restrict at,
            const int *restrict from, const int *restrict upto, int n)
{
    double total = 0;
    #pragma omp parallel for reduction(+ : total)
    for (int i = 0; i < n; i++)
        for (int k = from[i]; k < upto[i]; k++)
            total += a[k] * a[at[k]] * x[i % 7];
    return total;
}

/* One place in all iterations of the inner loop; in a branch; before a break; in a critical
   section. */
double still(const double *restrict a, const double *restrict x, const int *restrict at,
             const int *restrict from, const int *restrict upto, int n)
{
    double total = 0, sums[8] = {0};
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int k = from[i]; k < upto[i]; k++) {
            #pragma omp atomic
            sums[at[k] % 8] += a[k] * x[i];
            if (at[k] % 3 == 0) {
                #pragma omp atomic
                sums[k % 8] += a[i] * x[(i + 1) % n];
            }
            if (a[k] > 1.45)
                break;
        }
    #pragma omp parallel for
    for (int i = 0; i < 40; i++)
        for (int k = 0; k < 3; k++) {
            #pragma omp critical
            sums[k] += a[i % 2] * sin(x[k]);
        }
    for (int k = 0; k < 8; k++)
        total += sums[k] * sums[k];
    return total;
}

/* Left early. */
double bounded(const double *restrict a, const double *restrict x, const int *restrict at,
               const int *restrict from, const int *restrict upto, int n)
{
    double total = 0;
    #pragma omp parallel for reduction(+ : total)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = from[i]; k < upto[i] && s < 3; k++)
            s += a[k] * x[at[k]];
        total += s;
    }
    return total;
}
"""
MANY = """
double many(%s, const int *restrict at, int n)
{
    double total = 0;
    #pragma omp parallel for reduction(+ : total)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 5; k++)
            total += %s;
    return total;
}
"""
ARRAYS = 12
NAMES = ("rows", "pairs", "both", "still", "bounded")
N = 3000


def drawn(kind: str) -> tuple[np.ndarray, ...]:
    """Arrays of 3000 numbers, and the rows' bounds."""
    chosen = np.random.default_rng(5)
    a, x = chosen.uniform(0.5, 1.5, N), chosen.uniform(0.5, 1.5, N)
    at = chosen.integers(0, N, N).astype(np.int32)
    match kind:
        case "apart":
            upto = np.sort(chosen.integers(0, N - 4, N)).astype(np.int32)
            start = np.concatenate([[0], upto[:-1]]).astype(np.int32)
        case "overlapping":
            start = chosen.integers(0, N - 100, N).astype(np.int32)
            upto = (start + chosen.integers(0, 90, N)).astype(np.int32)
        case _:  # long ones, which no window holds
            start = (np.arange(N) % 5).astype(np.int32)
            upto = np.where(np.arange(N) % 50 == 0, N - 4, 0).astype(np.int32)
    return a, x, at, start, upto


@pytest.mark.parametrize("options", ({}, {"deterministic": True}), ids=("free", "fixed"))
@pytest.mark.parametrize("kind", ("apart", "overlapping", "long"))
@pytest.mark.parametrize("name", NAMES)
def test_gradients_are_those_of_the_serial_program(
    lib: rz.Program, serial: rz.Program, team: int, name: str, kind: str, options: dict[str, bool]
) -> None:
    if name == "still" and options:  # critical sections have no fixed order
        with pytest.raises(rz.Error) as caught:
            rz.grad(lib.still, wrt=("a", "x"), check="never", **options)(*drawn(kind), N)
        assert caught.value.code == "RZ220"
        return
    arguments = (*drawn(kind), N)
    expected = rz.grad(getattr(serial, name), wrt=("a", "x"), check="never")(*arguments)
    gradient = rz.grad(getattr(lib, name), wrt=("a", "x"), check="never", **options)
    for _ in range(2):
        for found, wanted in zip(gradient(*arguments), expected, strict=True):
            np.testing.assert_allclose(found, wanted, rtol=1e-10, atol=1e-9 * abs(wanted).max())


@pytest.mark.parametrize("name", NAMES)
def test_the_serial_gradient_is_the_programs(serial: rz.Program, name: str) -> None:
    a, x, *rest = (*drawn("apart"), N)
    program = getattr(serial, name)
    by_a, by_x = rz.grad(program, wrt=("a", "x"), check="never")(a, x, *rest)
    h, chosen = 1e-7, np.random.default_rng(1)
    da, dx = chosen.normal(size=N), chosen.normal(size=N)
    up, down = (program(a + s * h * da, x + s * h * dx, *rest) for s in (1, -1))
    assert by_a @ da + by_x @ dx == pytest.approx((up - down) / (2 * h), rel=1e-5)


def test_a_fixed_order_gives_the_same_bits(lib: rz.Program, team: int) -> None:
    a, x, *rest = (*drawn("overlapping"), N)
    gradient = rz.grad(lib.rows, wrt=("a", "x"), check="never", deterministic=True)
    found = set()
    for shift in range(10):
        memory = np.zeros(N + 600)
        memory[shift * 60 : shift * 60 + N] = a
        one, other = gradient(memory[shift * 60 : shift * 60 + N], x, *rest)
        found.add(one.tobytes() + other.tobytes())
    assert len(found) == 1


@pytest.mark.parametrize("options", ({}, {"deterministic": True}), ids=("free", "fixed"))
def test_more_arrays_than_windows(team: int, options: dict[str, bool]) -> None:
    names = [f"x{k}" for k in range(ARRAYS)]
    terms = (f"x{k} [at[(i * 5 + k * {k + 1} + {k}) % n]] * x{(k + 5) % ARRAYS} [at[i]]"
             for k in range(ARRAYS))  # fmt: skip
    source = MANY % (", ".join(f"const double *restrict {x}" for x in names), " + ".join(terms))
    chosen = np.random.default_rng(2)
    arrays = [chosen.uniform(0.5, 1.5, N) for _ in names]
    at = chosen.integers(0, N, N).astype(np.int32)
    serial, threaded = (
        rz.grad(rz.compile(source, flags=flags).many, wrt=tuple(names), check="never", **more)
        for flags, more in (([], {}), (["-fopenmp"], options))
    )
    expected = serial(*arrays, at, N)
    for _ in range(3):
        for found, wanted in zip(threaded(*arrays, at, N), expected, strict=True):
            np.testing.assert_allclose(found, wanted, rtol=1e-10)


def derived(name: str, *, alone: bool = False) -> str:
    """The functions of the gradient as they are before LLVM: what threads run, or a thread that is
    alone."""
    whole = print_module(with_threads(SOURCE, reverse(name, "ddcccc")))
    functions = re.findall(r"^define .*?^\}$", whole, re.M | re.S)
    chosen = [one for one in functions if alone == (".alone(" in one.partition("{")[0])]
    hints = re.findall(r"^(!\d+) = !\{!\"llvm\.loop\.unroll\.count\", i32 2\}$", whole, re.M)
    loops = [re.findall(rf"^(!\d+) = distinct !\{{!\d+, {hint}\}}$", whole, re.M) for hint in hints]
    for loop in (one for found in loops for one in found):
        chosen = [one.replace(f"!llvm.loop {loop}", "!llvm.loop !in_pairs") for one in chosen]
    return "\n".join(chosen)


def test_where_ranges_are_asked_for() -> None:
    asked = {name: derived(name).count("call i64 @rz.team.range(") for name in NAMES}
    assert asked == {"rows": 1, "pairs": 3, "both": 0, "still": 0, "bounded": 1}


def test_rows_in_the_middle_of_a_chunk_are_not_asked_for() -> None:
    """Those of a static schedule are met at its ends only; those of others may be anywhere."""
    program = Path(__file__).parents[1] / "run" / "openmp" / "rows_and_pages.c"
    text = print_module(with_threads(program, reverse("f", "dcc")))
    alone = re.findall(r"call i64 @rz\.team\.range\(ptr %\S+, i1 (%|\w+)", text)
    assert sorted(alone) == ["%"] * 4 + ["false"] * 2


@pytest.mark.parametrize("name", NAMES)
def test_loops_with_a_range_take_two_iterations_at_once(name: str) -> None:
    said = {alone: derived(name, alone=alone).count("!in_pairs") for alone in (False, True)}
    assert said == {False: int(name in ("rows", "pairs", "bounded")), True: 0}
