"""Backward passes of TensorFlow that are given what the forward pass kept."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.bindings.operators import halves

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
tf = pytest.importorskip("tensorflow", reason="tensorflow is not installed")
rt = pytest.importorskip("ribozyme.bindings.tensorflow")

COUNTED = rz.compile("""
#include <math.h>
static int count;
int times(void) { return count; }
void f(const double *inp, int n, double *out)
{
    __atomic_add_fetch(&count, 1, 5);
    for (int i = 0; i < n; i++)
        out[i] = sin(inp[i]) * inp[(i + 1) % n];
}
void mixed(const double *a, const double *b, int n, double *out, double *total)
{
    count++;
    for (int i = 0; i < n; i++) {
        out[i] = exp(a[i]) * b[i];
        *total += tanh(a[i] * b[i]);
    }
}
void square(const double *inp, int n, double *out)
{
    count++;
    for (int i = 0; i < n; i++)
        out[i] = inp[i] * inp[i];
}
""")
MIXED: dict[str, Any] = {
    "outputs": ("out", "total"), "like": {"out": "a"}, "shape": {"total": ()}, "sizes": {"n": "a"},
}  # fmt: skip
F = rt.op(COUNTED.f)


def roll(x: Any) -> Any:
    return tf.sin(x) * tf.concat([x[..., 1:], x[..., :1]], -1)


def mixed(a: Any, b: Any) -> Any:
    return tf.exp(a) * b, tf.reduce_sum(tf.tanh(a * b), -1)


def drawn(*shape: int, seed: int = 0) -> Any:
    return tf.constant(np.random.default_rng(seed).normal(size=shape))


def close(found: Any, wanted: Any) -> None:
    for one, other in zip(tf.nest.flatten(found), tf.nest.flatten(wanted), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-10, atol=1e-12)


def loss(f: Any, *x: Any) -> Any:
    return tf.add_n([tf.reduce_sum(y**2) for y in tf.nest.flatten(f(*x))])


def slope(f: Any, *x: Any) -> Any:
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = loss(f, *x)
    return tape.gradient(y, x)


def ran(f: Callable[[], Any]) -> tuple[Any, int]:
    """What it gives, and how often the primal ran for it."""
    before = COUNTED.times()
    return f(), COUNTED.times() - before


@pytest.fixture
def unlimited() -> Iterator[None]:
    yield
    rt.keep_at_most(1 << 30)


def test_the_primal_is_not_run_again() -> None:
    x = drawn(5)
    for _ in range(2):
        found, times = ran(lambda: slope(F, x))
        close(found, slope(roll, x))
        assert times == 1


def in_function(f: Any) -> Any:
    """The tape is outside of the graph, or of a graph in a graph."""
    return tf.function(f)


def in_loop(f: Any) -> Any:
    return lambda x: tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, f(x)), (0, x))[1]


def in_branch(f: Any) -> Any:
    return lambda x: tf.cond(tf.reduce_sum(x) > -99, lambda: f(x), lambda: x)


GRAPHS: dict[str, tuple[Callable[[Any], Any], int]] = {
    "function": (in_function, 1),
    "function in a function": (lambda f: in_function(in_function(f)), 1),
    "loop": (in_loop, 3),
    "loop in a function": (lambda f: in_function(in_loop(f)), 3),
    "branch": (in_branch, 1),
    "branch in a function": (lambda f: in_function(in_branch(f)), 1),
}


@pytest.mark.parametrize("where", GRAPHS)
def test_nor_in_a_graph(where: str) -> None:
    wrap, wanted = GRAPHS[where]
    x, inside, other = drawn(5), wrap(F), wrap(roll)
    for _ in range(2):
        found, times = ran(lambda: slope(inside, x))
        close(found, slope(other, x))
        assert times == wanted
    whole = tf.function(lambda x: slope(inside, x))
    found, times = ran(lambda: whole(x))
    close(found, slope(other, x))
    assert times == wanted


def test_what_is_not_differentiated_keeps_nothing() -> None:
    x, inside = drawn(5), tf.function(F)
    before = halves.waiting()
    F(x), inside(x)
    with tf.GradientTape() as tape:
        tape.watch(drawn(2))
        F(x)
    assert halves.waiting() == before
    slope(inside, x)  # which makes another graph of it
    before = halves.waiting()
    inside(x)
    assert halves.waiting() == before


def test_what_is_kept_by_default_is_what_pays() -> None:
    x = drawn(5)
    for save, times in ((None, 2), (True, 1), (False, 2)):
        f = rt.op(COUNTED.square, save=save)
        for run in (f, tf.function(lambda x, f=f: f(x))):
            found, counted = ran(lambda run=run: slope(run, x))
            close(found, slope(lambda x: x**2, x))
            assert counted == times


@pytest.mark.parametrize("save", [True, False])
def test_derivatives_of_every_order(save: bool) -> None:
    f, a, b = rt.op(COUNTED.mixed, save=save, **MIXED), drawn(4), drawn(4, seed=1)
    third = lambda g: lambda *x: slope(lambda *y: slope(g, *y), *x)  # noqa: E731
    close(third(f)(a, b), third(mixed)(a, b))
    close(tf.function(third(f))(a, b), third(mixed)(a, b))

    def push(g: Any) -> Any:
        with tf.autodiff.ForwardAccumulator(a, b) as along:
            found = slope(g, a, b)
        return along.jvp(found[1])

    close(push(f), push(mixed))


def test_batches() -> None:
    x, rows = drawn(5), drawn(4, 5)

    def jacobian(f: Any, x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        return tape.jacobian(y, x)

    found, times = ran(lambda: jacobian(F, x))
    close(found, jacobian(roll, x))
    assert times == 1  # one tape, one reverse sweep for each row
    found, times = ran(lambda: tf.vectorized_map(lambda x: slope(F, x)[0], rows))
    close(found, tf.stack([slope(roll, row)[0] for row in rows]))
    assert times == 4
    close(
        tf.vectorized_map(lambda x: jacobian(F, x), rows),
        tf.stack([jacobian(roll, row) for row in rows]),
    )


def test_shared_inputs_of_a_batch() -> None:
    f, a, rows = rt.op(COUNTED.mixed, save=True, **MIXED), drawn(4), drawn(3, 4, seed=1)
    both = lambda g: lambda a, b: tf.vectorized_map(lambda row: g(a, row), b)  # noqa: E731
    found, times = ran(lambda: slope(both(f), a, rows))
    close(found, slope(both(mixed), a, rows))
    assert times == 3


def test_again_and_in_any_order() -> None:
    x, y = drawn(5), drawn(5, seed=1)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch((x, y))
        first, second = loss(F, x), loss(F, y)
    for _ in range(2):
        found, times = ran(lambda: [tape.gradient(second, y), tape.gradient(first, x)])
        close(found, [*slope(roll, y), *slope(roll, x)])
        assert times == 0


def test_what_waited_too_long_is_computed_again(unlimited: None) -> None:
    x = drawn(5)
    rt.keep_at_most(0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        first = loss(F, x)
    F(x), slope(F, x)  # drives out the first
    found, times = ran(lambda: tape.gradient(first, x))
    close(found, slope(roll, x)[0])
    assert times == 1


def test_threads() -> None:
    given, wrong = drawn(50), []
    [wanted] = slope(roll, given)
    inside = tf.function(lambda x: slope(F, x)[0])

    def work() -> None:
        for _ in range(10):
            for found in (slope(F, given)[0], inside(given)):
                if not np.allclose(found, wanted, rtol=1e-9):
                    wrong.append(found)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_states_of_checkpointed_loops_cannot_wait() -> None:
    x = drawn(5)
    close(slope(rt.op(COUNTED.f, memory="1MB"), x), slope(roll, x))
    with pytest.raises(rz.Error, match="RZ219"):
        slope(rt.op(COUNTED.f, memory="1MB", save=True), x)


DEFINED = """
import ribozyme as rz, tensorflow as tf
from ribozyme.bindings import tensorflow as rt
LIB = rz.compile('''
#include <math.h>
void f(const double *inp, int n, double *out) {
    for (int i = 0; i < n; i++) out[i] = sin(inp[i]) * inp[(i + 1) % n];
}
''')
F = rt.op(LIB.f)
"""
SAVED = """
from defined import F, tf
class Model(tf.Module):
    @tf.function(input_signature=[tf.TensorSpec([None], tf.float64)])
    def slope(self, x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(F(x) ** 2)
        return tape.gradient(y, x)
    @tf.function(input_signature=[tf.TensorSpec([None], tf.float64)])
    def value(self, x):
        return F(x)
tf.saved_model.save(Model(), "model")
"""
LOADED = """
from defined import F, tf
import numpy as np
model = tf.saved_model.load("model")
x = tf.constant(np.linspace(0.2, 2, 6))
with tf.GradientTape() as tape:
    tape.watch(x)
    y = tf.reduce_sum(model.value(x) ** 2)
np.savetxt("found", [model.slope(x), tape.gradient(y, x)])
"""


def test_a_saved_model_in_another_process(tmp_path: Path) -> None:
    (tmp_path / "defined.py").write_text(DEFINED)
    for text in (SAVED, LOADED):
        done = subprocess.run(
            [sys.executable, "-c", text], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert not done.returncode, done.stderr[-3000:]
    [wanted] = slope(roll, tf.constant(np.linspace(0.2, 2, 6)))
    for found in np.loadtxt(tmp_path / "found"):
        np.testing.assert_allclose(found, wanted, rtol=1e-10)
