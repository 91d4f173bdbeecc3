"""The two halves of a pullback with the tape waiting in between, driven with NumPy."""

import ctypes
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.bindings.test_adaptor import NUMPY, SOURCE, run

import ribozyme as rz
from ribozyme.bindings.operators import halves
from ribozyme.bindings.operators.declare import declare
from ribozyme.bindings.operators.halves import Half, Halved
from ribozyme.bindings.operators.operation import ITEMSIZE, Operation

MORE = """
#include <stdlib.h>
void root(const double *x, int n, double *out)
{
    double *guess = malloc(n * sizeof *guess);
    for (int i = 0; i < n; i++) {
        guess[i] = 1;
        while (guess[i] * guess[i] < 0.999999 * x[i] || guess[i] * guess[i] > 1.000001 * x[i])
            guess[i] = 0.5 * (guess[i] + x[i] / guess[i]);
        out[i] = guess[i] * x[(i + 1) % n];
    }
    free(guess);
}
/* One of two arrays by the data: an address that the way back must not follow. */
double either(const double *x, const double *y, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        const double *p = x[i] > y[i] ? x : y;
        s += p[i] * p[(i + 1) % n] * p[i];
    }
    return s;
}
static double power(double x, int k) { return k ? x * power(x, k - 1) : 1; }
void powers(const double *x, int n, double *out)
{
    for (int i = 0; i < n; i++)
        out[i] = power(x[i], i + 1);
}
"""

CASES: dict[str, dict[str, Any]] = {
    "roll": {},
    "loss": {"sizes": {"n": "x"}},
    "work": {"sizes": {"n": "x"}},
    "two": {"outputs": ("sines", "total"), "shape": {"total": ()}},
    "step": {"inout": "state"},
    "pick": {"like": "index"},
    "pull": {},
    "root": {},
    "either": {"sizes": {"n": "x"}},
    "powers": {},
}
GIVEN: dict[str, dict[str, Any]] = {
    "pull": {"s": {"k": 2.0, "power": 3}, "t": {"k": 0.5, "power": 0}},
}
N = 5
_held: list[object] = []  # code of which tapes wait has to stay


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(SOURCE + MORE)


def arguments(operation: Operation, seed: int) -> list[np.ndarray[Any, Any]]:
    rng = np.random.default_rng(seed)
    made: list[np.ndarray[Any, Any]] = []
    for port in operation.inputs:
        if port.is_float:
            made.append(rng.uniform(0.5, 2, N if port.like >= 0 else ()).astype(port.dtype))
        else:
            made.append(rng.integers(0, N, N).astype(port.dtype))
    return made


class Calls:
    """Both halves of an operation, called as the glue of a framework does."""

    def __init__(self, made: Halved) -> None:
        self.made = made
        names = [f"rz.op.{half.name}" for half in (made.keep, made.back)]
        text = f"""{made.text(dict.fromkeys(ITEMSIZE, 0))}
define ptr @{names[0]}.asked(i32 %which) {{
  %first = icmp eq i32 %which, 0
  %found = select i1 %first, ptr @{names[0]}, ptr @{names[1]}
  ret ptr %found
}}"""
        program = made.operation.program.under(made.operation.options)
        self.code = program.code(made.routine, f"{names[0]}.asked", text, halves.entries())
        _held.append(self.code)
        ask = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_int)(self.code.entry)
        native = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)
        self.run_keep, self.run_back = native(ask(0)), native(ask(1))

    def keep(self, arrays: list[np.ndarray[Any, Any]], words: tuple[int, ...], batch: int = -1):  # type: ignore[no-untyped-def]
        return self._called(self.run_keep, self.made.keep, arrays, words, batch)

    def back(self, arrays: list[np.ndarray[Any, Any]], words: tuple[int, ...], batch: int = -1):  # type: ignore[no-untyped-def]
        return self._called(self.run_back, self.made.back, arrays, words, batch)

    def _called(
        self, native: Any, half: Half, arrays: list[np.ndarray[Any, Any]],
        words: tuple[int, ...], batch: int,
    ) -> list[np.ndarray[Any, Any]]:  # fmt: skip
        """`batch` items, all arrays with that dimension in front; or one, without."""
        tensors = len(half.inputs) + len(half.outputs)
        call = (ctypes.c_int64 * (2 + 3 * tensors + half.words))()
        call[0] = max(batch, 1)
        front = () if batch < 0 else (batch,)
        outputs = []
        for port in half.outputs:
            shape: tuple[int, ...] = front
            if port.like >= 0:
                shape = arrays[port.like].shape
            elif port.buffer >= 0:
                shape = (*front, words[port.buffer])
            outputs.append(np.full(shape, np.nan if port.is_float else 0, port.dtype))
        for k, array in enumerate((*arrays, *outputs)):
            one = array.nbytes // max(batch, 1)
            call[2 + 3 * k], call[3 + 3 * k], call[4 + 3 * k] = array.ctypes.data, one, one
        for k, word in enumerate(words):
            call[2 + 3 * tensors + k] = word
        report = ctypes.create_string_buffer(512)
        assert native(ctypes.addressof(call), report) == 0, report.value
        return outputs


@pytest.fixture
def unlimited() -> Iterator[None]:
    yield
    halves.keep_at_most(1 << 30)


def prepared(lib: rz.Library, name: str) -> tuple[Operation, Calls, tuple[int, ...]]:
    declared = declare(lib[name], **CASES[name])
    operation = declared.operation
    words = declared.call(tuple(arguments(operation, 0)), GIVEN.get(name, {}), NUMPY).words
    return operation, Calls(Halved(operation, operation.differentiable)), words


def cotangents(operation: Operation, values: list[np.ndarray[Any, Any]], seed: int) -> list[Any]:
    rng = np.random.default_rng(seed)
    return [rng.normal(size=v.shape).astype(v.dtype) for v in values]


@pytest.mark.parametrize("name", CASES)
def test_the_way_back_needs_the_tape_alone(lib: rz.Library, name: str) -> None:
    """The primals are spoilt, and elsewhere, when the way back begins; the pullback is the same."""
    operation, calls, words = prepared(lib, name)
    pull = operation.vjp(operation.differentiable)
    given = arguments(operation, 1)
    *values, first, second = calls.keep([x.copy() for x in given], words)
    wanted_values = run(None, operation, [x.copy() for x in given], words)  # type: ignore[arg-type]
    for found, wanted in zip(values, wanted_values, strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-13)
    for seed in (2, 3):  # twice on one tape
        bars = cotangents(operation, values, seed)
        spoilt = [np.full_like(x, np.nan if x.dtype.kind == "f" else 0) for x in given]
        found = calls.back([*spoilt, first, second, *bars], words)
        wanted = run(None, pull, [*(x.copy() for x in given), *bars], words)  # type: ignore[arg-type]
        for mine, other in zip(found, wanted, strict=True):
            np.testing.assert_allclose(mine, other, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("name", CASES)
def test_a_tape_that_is_gone_is_made_again(lib: rz.Library, name: str, unlimited: None) -> None:
    operation, calls, words = prepared(lib, name)
    given = arguments(operation, 4)
    halves.keep_at_most(0)
    *values, first, second = calls.keep(given, words)
    bars = cotangents(operation, values, 5)
    kept = calls.back([*given, first, second, *bars], words)
    calls.keep(given, words)  # drives out the first
    again = calls.back([*given, first, second, *bars], words)
    other = calls.back([*given, first, np.array(second + 1, "uint32"), *bars], words)
    for mine, twin, stranger in zip(kept, again, other, strict=True):
        np.testing.assert_array_equal(mine, twin)
        np.testing.assert_array_equal(mine, stranger)


def test_each_item_of_a_batch_has_its_ticket(lib: rz.Library) -> None:
    operation, calls, words = prepared(lib, "root")
    x = np.random.default_rng(0).uniform(0.5, 3, (4, N))
    _values, first, second = calls.keep([x], words, 4)
    assert len(set(first.tolist())) == 4
    bars = np.random.default_rng(1).normal(size=(4, N))
    order = [2, 0, 3, 1]
    [found] = calls.back([x * np.nan, first[order], second[order], bars[order]], words, 4)
    for k, row in zip(order, found, strict=True):
        pull = operation.vjp((0,))
        [wanted] = run(None, pull, [x[k].copy(), bars[k].copy()], words)  # type: ignore[arg-type]
        np.testing.assert_allclose(row, wanted, rtol=1e-12)


def test_what_waits_is_bounded(lib: rz.Library, unlimited: None) -> None:
    operation, calls, words = prepared(lib, "root")
    given = arguments(operation, 0)
    halves.keep_at_most(1 << 20)
    for _ in range(200):
        calls.keep(given, words)
    assert halves.waiting() <= (1 << 20) + (1 << 17)


def test_a_tape_costs_the_same_however_many_wait(lib: rz.Library, unlimited: None) -> None:
    """A scan of thousands of steps keeps one for each, none of which is used before the last."""
    operation, calls, words = prepared(lib, "roll")
    given = arguments(operation, 0)

    def keeping(count: int) -> float:
        start = time.process_time()
        for _ in range(count):
            calls.keep(given, words)
        return (time.process_time() - start) / count

    keeping(100)
    few = min(keeping(100) for _ in range(3))
    keeping(10_000)
    assert keeping(500) < 8 * few
