"""Split derivatives: a forward half that keeps a tape, a reverse half that runs it back."""

import gc
import resource
import threading
from pathlib import Path

import numpy as np
import pytest

import ribozyme as rz

TEXT = """
#include <math.h>
#include <stdlib.h>
double wave(const double *x, int n) {
    double s = 0;
    for (int i = 0; i < n; i++) s += sin(x[i]) * x[i];
    return s;
}
void squares(double *x, int n, double *out) {
    for (int i = 0; i < n; i++) { x[i] = x[i] * x[i]; out[i] = exp(x[i]); }
}
double product(double a, double b) { return a * b * b; }
double heap(const double *x, int n) {
    double *t = malloc(n * sizeof *t), s = 0;
    for (int i = 0; i < n; i++) t[i] = x[i] * x[i];
    for (int i = 0; i < n; i++) s += t[i] * t[(i + 1) % n];
    free(t);
    return s;
}
struct P { double a, w[3], *v; int n; };
double with_struct(struct P *p) {
    double s = 0;
    for (int i = 0; i < p->n; i++) s += p->v[i] * p->v[i] * p->a + p->w[i % 3] * p->v[i];
    return s;
}
"""


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(TEXT)


def test_a_tape_runs_back_more_than_once(lib: rz.Library) -> None:
    fwd, rev = rz.split(lib.wave)
    x = np.array([1.0, 2.0, 3.0])
    wanted = np.cos(x) * x + np.sin(x)
    value, tape = fwd(x, 3)
    assert value == lib.wave(x, 3)
    x[:] = 7.0  # the tape has what it needs
    for seed in (1.0, -2.0, 1.0):
        assert np.allclose(rev(tape, seed), seed * wanted, rtol=1e-14)
    assert np.array_equal(rev(tape), rev(tape, 1.0))


def test_outputs_in_memory(lib: rz.Library) -> None:
    fwd, rev = rz.split(lib.squares, wrt="x", of="out")
    x, out = np.array([0.1, 0.2, 0.3]), np.zeros(3)
    start = x.copy()
    value, tape = fwd(x, 3, out)
    assert value is out
    wanted = 2 * start * np.exp(start**2)
    assert np.allclose(out, np.exp(start**2)) and np.allclose(x, start**2)
    weights = np.array([1.0, 0.0, -3.0])
    assert np.allclose(rev(tape, weights), weights * wanted)
    assert np.allclose(rev(tape, np.ones(3)), wanted)
    assert np.array_equal(weights, [1.0, 0.0, -3.0])
    with pytest.raises(TypeError, match="cotangent of out"):
        rev(tape, [1.0, 0.0, -3.0])
    with pytest.raises(rz.Error, match=r"cotangent of out.* wants"):
        rev(tape, np.ones(2))


def test_numbers_heap_and_structs(lib: rz.Library) -> None:
    value, back = rz.vjp(lib.product, 2.0, 3.0)
    assert (value, back(1.0), back(2.0)) == (18.0, (9.0, 12.0), (18.0, 24.0))
    x = np.array([1.0, 2.0, 3.0])
    value, back = rz.vjp(lib.heap, x, 3)
    for _ in range(3):
        assert np.allclose(back(1.0), [26.0, 40.0, 30.0])
    p = {"a": 2.0, "w": np.array([1.0, 2.0, 3.0]), "v": np.array([1.0, 2.0]), "n": 2}
    value, back = rz.vjp(lib.with_struct, p)
    for _ in range(2):
        found = back(1.0)
        assert found["a"] == 5.0
        assert np.allclose(found["w"], [1, 2, 0]) and np.allclose(found["v"], [5, 10])


def test_of_a_gradient(lib: rz.Library) -> None:
    x = np.array([1.0, 2.0, 3.0])
    gradient, back = rz.vjp(rz.grad(lib.wave), x, 3)
    assert np.allclose(gradient, rz.grad(lib.wave)(x, 3))
    v = np.array([1.0, -1.0, 2.0])
    assert np.allclose(back(v), rz.hvp(lib.wave, (x, 3), v))


def test_one_tape_many_threads(lib: rz.Library) -> None:
    fwd, rev = rz.split(lib.wave)
    x = np.linspace(0, 1, 1000)
    _, tape = fwd(x, 1000)
    wanted, wrong = np.cos(x) * x + np.sin(x), []

    def work(seed: float) -> None:
        for _ in range(50):
            if not np.allclose(rev(tape, seed), seed * wanted):
                wrong.append(seed)

    threads = [threading.Thread(target=work, args=(float(k),)) for k in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_dropped_tape_is_freed(lib: rz.Library) -> None:
    fwd, rev = rz.split(lib.wave)
    x = np.ones(200_000)

    def resident() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()

    _, tape = fwd(x, x.size)
    before = resident()
    for _ in range(100):
        _, tape = fwd(x, x.size)  # 1.6 MB of tape at least, if it stayed: 160 MB
    rev(tape)
    gc.collect()
    assert resident() - before < 40e6


def test_a_tape_of_another_function_is_refused(lib: rz.Library) -> None:
    fwd, _ = rz.split(lib.wave)
    _, rev = rz.split(lib.heap)
    _, tape = fwd(np.ones(2), 2)
    with pytest.raises(TypeError, match="tape of its forward half"):
        rev(tape)
    with pytest.raises(rz.Error, match="lacks 'n'"):
        fwd(np.ones(2))


def test_a_tape_whose_sweep_an_error_left_is_not_read_again() -> None:
    lib = rz.compile("""
    #include <math.h>
    double sizes(const double *x, int n) {
        double s = 0;
        for (int i = 0; i < n; i++) s += fabs(x[i]);
        return s;
    }""")
    forward, reverse = rz.split(lib.sizes, wrt="x", nonsmooth="raise")
    _, tape = forward(np.array([1.0, 0.0, 3.0]), 3)
    with pytest.raises(rz.Error, match="RZ60"):
        reverse(tape, 1.0)
    with pytest.raises(rz.Error, match="cannot be read again"):
        reverse(tape, 1.0)
    x = np.array([1.0, -2.0, 3.0])
    _, tape = forward(x, 3)
    for times in (1.0, 2.0):
        assert np.allclose(reverse(tape, times), times * np.sign(x), rtol=1e-14)
