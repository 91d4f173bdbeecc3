"""Windows in which threads add without atomic operations: they move, grow, are read again behind
calls, and serve the program's own atomic additions."""

from __future__ import annotations

import re
import subprocess
import sys

import numpy as np
import pytest
from tests.derivatives import reverse, with_threads

import ribozyme as rz
from ribozyme.ir.printer import print_module

pytestmark = pytest.mark.rotates("file", plain=17, wide=34)

SOURCE = """
#include <math.h>

/* Sums that the program makes itself. */
void bins(const double *restrict w, const int *restrict at, double *restrict sums, int n)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double amount = w[i] * w[i];
        #pragma omp atomic
        sums[at[i]] += amount;
        #pragma omp atomic
        sums[at[n - 1 - i]] -= sin(w[i]);
    }
}

/* Of two arrays one is read: an addition may be to either. */
double one_of_two(const double *w, const int *at, double *sums, double *others, int n)
{
    double seen = 0;
    #pragma omp parallel for reduction(+ : seen)
    for (int i = 0; i < n; i++) {
        double *to = at[i] % 2 ? sums : others;
        #pragma omp atomic
        to[at[i]] += w[i] * w[i];
        seen += others[n + i] * w[i];
    }
    return seen;
}

/* Additions here, and in a function that is called between them. */
__attribute__((noinline)) static double far(const double *x, const int *at, int i, int n)
{
    double sum = 0;
    for (int k = 0; k < 40; k++)
        sum += x[at[(i * 40 + k) % n]] * x[at[(i + k * 97) % n]];
    return sum;
}
double called(const double *restrict x, const int *restrict at, int n)
{
    double sum = 0;
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        double here = x[at[i]] * x[at[(i + 1) % n]];
        sum += here * far(x, at, i, n) * x[at[(i + 2) % n]];
    }
    return sum;
}

/* Few places of a large array, then many. */
double spread(const double *restrict x, const int *restrict at, int n, int rounds)
{
    double sum = 0;
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < rounds; k++)
            sum += x[at[(i + k) % n]] * x[at[(7 * i + k) % n]];
    return sum;
}

float halves(const float *restrict x, const int *restrict at, int n)
{
    float sum = 0;
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 20; k++)
            sum += x[at[(i + k) % n]] * x[at[(3 * i + k) % n]];
    return sum;
}
"""
WATCHED = """
/* The same memory is read in the region, so additions have to be seen. */
double watched(const double *restrict w, const int *restrict at, double *restrict sums, int n)
{
    double seen = 0;
    #pragma omp parallel for reduction(+ : seen)
    for (int i = 0; i < n; i++) {
        #pragma omp atomic
        sums[at[i]] += w[i] * w[i];
        double now;
        #pragma omp atomic read
        now = sums[n];
        seen += now * w[i];
    }
    return seen;
}
"""
N = 20_000


def drawn(n: int = N, seed: int = 4) -> tuple[np.ndarray, np.ndarray]:
    chosen = np.random.default_rng(seed)
    return chosen.uniform(0.5, 1.5, n), chosen.integers(0, n, n).astype(np.int32)


@pytest.mark.parametrize("places", (50, N), ids=("few", "many"))
def test_additions_of_the_program(lib: rz.Program, team: int, places: int) -> None:
    w, at = drawn()
    at %= places
    seeds = np.cos(np.arange(N))
    value, back = rz.vjp(lib.bins, w, at, np.zeros(N), N, of="sums", wrt="w")
    expected = np.zeros(N)
    np.add.at(expected, at, w * w)
    np.add.at(expected, at[::-1], -np.sin(w))
    np.testing.assert_allclose(value, expected, rtol=1e-11, atol=1e-11)
    found = back(seeds)
    np.testing.assert_allclose(found, 2 * w * seeds[at] - np.cos(w) * seeds[at[::-1]], rtol=1e-11)


def test_additions_of_the_program_in_a_fixed_order(lib: rz.Program, team: int) -> None:
    w, at = drawn()
    seeds = np.cos(np.arange(N))
    found = set()
    for _ in range(5):
        value, back = rz.vjp(
            lib.bins, w, at, np.zeros(N), N, of="sums", wrt="w", deterministic=True
        )
        found.add(value.tobytes() + back(seeds).tobytes())
    assert len(found) == 1
    with pytest.raises(rz.Error) as caught:
        rz.jvp(lib.bins, (w, at, np.zeros(N), N), (w, None, None, None), deterministic=True)
    assert caught.value.code == "RZ220"


def test_what_is_seen_meanwhile_is_added_atomically(lib: rz.Program, team: int) -> None:
    watched = rz.compile(WATCHED, flags=["-fopenmp"]).watched
    w, at = drawn(2000)
    x = np.sin(np.arange(2001))
    by_w = rz.grad(watched, wrt="w", check="never")(w, at, x.copy(), 2000)
    np.testing.assert_allclose(by_w, np.full(2000, x[2000]), rtol=1e-12)
    others = np.concatenate([np.zeros(2000), x[:2000]])
    sums = np.zeros(2000)
    found = rz.grad(lib.one_of_two, wrt="w", check="never")(w, at, sums, others, 2000)
    np.testing.assert_allclose(found, x[:2000], rtol=1e-12)
    amounts = np.zeros(2000)
    np.add.at(amounts, at, w * w)
    np.testing.assert_allclose(sums, np.where(np.arange(2000) % 2, amounts, 0), rtol=1e-12)
    np.testing.assert_allclose(others[:2000], np.where(np.arange(2000) % 2, 0, amounts), rtol=1e-12)


@pytest.mark.parametrize("options", ({}, {"deterministic": True}))
def test_windows_move_in_calls(
    lib: rz.Program, serial: rz.Program, team: int, options: dict[str, bool]
) -> None:
    x, at = drawn(3000)
    expected = rz.grad(serial.called, wrt="x", check="never")(x, at, 3000)
    gradient = rz.grad(lib.called, wrt="x", check="never", **options)
    for _ in range(3):
        np.testing.assert_allclose(gradient(x, at, 3000), expected, rtol=1e-10)
    h, along = 1e-6, np.random.default_rng(1).normal(size=3000)
    up, down = (serial.called(x + s * h * along, at, 3000) for s in (1, -1))
    assert expected @ along == pytest.approx((up - down) / (2 * h), rel=1e-6)


@pytest.mark.parametrize("rounds", (1, 3, 30))
@pytest.mark.parametrize("options", ({}, {"deterministic": True}, {"memory": "200KB"}))
def test_places_far_apart(
    lib: rz.Program, team: int, rounds: int, options: dict[str, object]
) -> None:
    x, at = drawn()
    expected = np.zeros(N)
    for k in range(rounds):
        one, other = at[(np.arange(N) + k) % N], at[(7 * np.arange(N) + k) % N]
        np.add.at(expected, one, x[other])
        np.add.at(expected, other, x[one])
    gradient = rz.grad(lib.spread, wrt="x", check="never", **options)
    np.testing.assert_allclose(gradient(x, at, N, rounds), expected, rtol=1e-11, atol=1e-11)


def test_single_precision(lib: rz.Program, team: int) -> None:
    x, at = drawn()
    expected = np.zeros(N)
    for k in range(20):
        one, other = at[(np.arange(N) + k) % N], at[(3 * np.arange(N) + k) % N]
        np.add.at(expected, one, x[other])
        np.add.at(expected, other, x[one])
    found = rz.grad(lib.halves, wrt="x", check="never")(x.astype(np.float32), at, N)
    np.testing.assert_allclose(found, expected, rtol=1e-4)


def derived(name: str, kinds: str, result: str = "a") -> str:
    """The gradient as it is before LLVM."""
    return print_module(with_threads(SOURCE, reverse(name, kinds, result)))


def test_windows_are_read_again_behind_calls() -> None:
    found = derived("called", "dcc")
    calls = re.findall(
        r"^  call [^\n]*@(\S+?)\(.*\n  call void (@rz\.team\.window\.again)", found, re.M
    )
    assert any("far" in callee for callee, _ in calls), calls


def test_atomic_additions_of_the_program_are_made_in_windows() -> None:
    sums = derived("bins", "dcdc", "c")
    either = derived("one_of_two", "dcccc")
    assert augmented(sums).count("call void @rz.team.add.f64") == 2
    assert "atomicrmw" not in augmented(sums)
    assert "call void @rz.team.add.f64" not in augmented(either)
    assert augmented(either).count("atomicrmw fadd") == 1


def augmented(text: str) -> str:
    """What each thread of a team runs in the forward sweep."""
    of_threads = re.findall(r"^define [^\n]*\.aug\.?\w*\(.*?^\}$", text, re.M | re.S)
    return "\n".join(one for one in of_threads if ".alone(" not in one.partition("{")[0])


SAME = """
import sys, hashlib, numpy as np, ribozyme as rz
pad = np.zeros(int(sys.argv[1]))
lib = rz.compile({source!r}, flags=["-fopenmp"])
chosen = np.random.default_rng(4)
x, at = chosen.uniform(0.5, 1.5, {n}), chosen.integers(0, {n}, {n}).astype(np.int32)
shift = int(sys.argv[1]) % 97
memory = np.empty({n} + 100)
memory[shift:shift + {n}] = x
gradient = rz.grad(lib.spread, wrt="x", check="never", deterministic=True)
print(hashlib.sha256(gradient(memory[shift:shift + {n}], at, {n}, 12).tobytes()).hexdigest())
"""


def test_the_order_of_additions_does_not_depend_on_addresses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Windows begin at pages, and arrays anywhere: in each process elsewhere."""
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    code = SAME.format(source=SOURCE, n=5000)
    found = {
        subprocess.run(
            [sys.executable, "-c", code, str(pad)], capture_output=True, text=True, check=True
        ).stdout
        for pad in (1, 5013, 77_777)
    }
    assert len(found) == 1
