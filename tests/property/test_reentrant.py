"""Gradients run in many threads at once, and leave nothing behind, thrown exceptions included.

Eight threads call one gradient a thousand times each: every answer is bitwise that of one thread,
and the heap comes back to what it was.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, Final

import numpy as np
import pytest
from tests.run.validity import heap_growth

import ribozyme
from ribozyme.base.errors import RunError

pytestmark = pytest.mark.rotates("file", plain=5, wide=1000)

rz: Any = ribozyme

THREADS: Final = 8
CALLS: Final = 1000
N: Final = 12

SOURCE: Final = r"""
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <vector>

struct Node { double value; std::unique_ptr<Node> next; };

extern "C" double segments(const double *x, int n) {
    double s = x[0];
    for (int i = 0; s < 1e6 && i < 40 * n; i++) s = s * (1 + x[i % n] * x[i % n]) + std::sin(s);
    return std::log(s);
}
extern "C" double heap(const double *x, int n) {
    double *t = (double *)std::malloc(n * sizeof *t), s = 0;
    for (int i = 0; i < n; i++) t[i] = x[i] * std::exp(x[n - 1 - i]);
    for (int i = 0; i < n; i++) s += t[i] * t[(i + 1) % n];
    std::free(t);
    return s;
}
static __attribute__((noinline)) double level(const double *x, int n) {
    return n ? std::sin(level(x, n - 1)) * x[n % 12] : x[0];
}
extern "C" double recursion(const double *x, int n) { return level(x, 10 * n); }
extern "C" double containers(const double *x, int n) {
    std::vector<double> v;
    std::unique_ptr<Node> head;
    for (int i = 0; i < n; i++) {
        v.push_back(x[i] * x[i]);
        head = std::unique_ptr<Node>(new Node{x[i] * v.back(), std::move(head)});
    }
    std::sort(v.begin(), v.end());
    double s = 0;
    for (Node *p = head.get(); p; p = p->next.get()) s += p->value * v[n / 2];
    return s;
}
extern "C" double throwing(const double *x, int n) {
    std::vector<double> v;
    double s = 0;
    for (int i = 0; i < n; i++) {
        v.push_back(x[i] * x[i]);
        if (x[i] < 0) throw std::domain_error("negative");
        s += std::sqrt(x[i]) * v.back();
    }
    return s;
}
"""


@cache
def library() -> Any:
    return rz.compile(SOURCE, lang="c++")


def argument(seed: int) -> np.ndarray[Any, Any]:
    return np.random.default_rng(seed).uniform(0.5, 1.5, N)


def gradient(name: str) -> Callable[[np.ndarray[Any, Any]], np.ndarray[Any, Any]]:
    made = rz.grad(library()[name], wrt="x")
    return lambda x: made(x, N)


@pytest.mark.parametrize("name", ["segments", "heap", "recursion", "containers"])
def test_threads_agree_bitwise(name: str) -> None:
    f = gradient(name)
    inputs = [argument(seed) for seed in range(THREADS)]
    expected = [f(x) for x in inputs]
    assert len({value.tobytes() for value in expected}) == THREADS

    def work(thread: int) -> int:
        places = [(thread + k) % THREADS for k in range(CALLS)]
        return sum(not np.array_equal(f(inputs[at]), expected[at]) for at in places)

    with ThreadPoolExecutor(THREADS) as pool:
        assert sum(pool.map(work, range(THREADS))) == 0


@pytest.mark.parametrize("name", ["segments", "heap", "recursion", "containers", "throwing"])
def test_nothing_is_left_behind(name: str) -> None:
    f, x = gradient(name), argument(1)
    assert heap_growth(lambda: f(x)) == 0


def test_what_is_thrown_leaves_as_an_exception_and_nothing_behind() -> None:
    f, x = gradient("throwing"), argument(1)
    good = f(x)
    bad = x.copy()
    bad[N // 2] = -1.0

    def throw() -> None:
        with pytest.raises(RunError, match="negative"):
            f(bad)

    assert heap_growth(throw) == 0
    np.testing.assert_array_equal(f(x), good)
