"""What a call costs in each framework, beside the framework's own `sin` of the same eight numbers.

    ./do bench overhead torch        python -m bench.overhead_frameworks torch

The function does next to nothing, so what is seen is the way into native code and back. Ours and
theirs are run in turn, and each figure is the least of many runs: what the framework needs, not
what else the machine does. `wanted` is the bound this project set itself.
"""

import timeit
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Final, final

SOURCE: Final = """
#include <stddef.h>
void f(const double *x, size_t n, double *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = x[i] * x[i];
}
"""
SIZE: Final = 8
STEPS: Final = 64  # calls inside one compiled graph
DEEP: Final = 1024  # the same, where entering the graph costs as much as a hundred calls


@final
@dataclass(frozen=True, slots=True)
class Row:
    """Microseconds per call: ours and the framework's."""

    framework: str
    what: str
    ours: float
    theirs: float
    wanted: float = 0

    @property
    def ratio(self) -> float:
        return self.ours / self.theirs


Work = Callable[[], Any]
ROUNDS: Final = 25
EAGER, COMPILED = 3.0, 1.5  # how often the framework's own time is wanted


def pair(ours: Work, theirs: Work, calls: int = 1) -> tuple[float, float]:
    """The least time of each, run in turn, in microseconds per call."""
    timers = []
    for run in (ours, theirs):
        run()
        timer = timeit.Timer(run)
        timers.append((timer, max(1, int(0.01 / max(timer.timeit(3) / 3, 1e-7)))))
    least = [float("inf"), float("inf")]
    for _ in range(ROUNDS):
        for k, (timer, number) in enumerate(timers):
            least[k] = min(least[k], timer.timeit(number) / number / calls * 1e6)
    return least[0], least[1]


def numpy_rows(function: Any) -> Iterator[Row]:
    import numpy as np

    x, out = np.linspace(0, 1, SIZE), np.zeros(SIZE)
    n = SIZE
    yield Row("numpy", "eager", *pair(lambda: function(x, n, out), lambda: np.sin(x)), EAGER)


def torch_rows(function: Any) -> Iterator[Row]:
    import torch

    from ribozyme.bindings.torch import op

    f = op(function)
    torch.set_num_threads(1)
    x = torch.linspace(0, 1, SIZE, dtype=torch.double)
    y = x.clone().requires_grad_()
    seed = torch.ones(SIZE, dtype=torch.double)

    def both(g: Any) -> Work:
        return lambda: torch.autograd.grad(g(y), y, seed)

    sin = torch.sin
    yield Row("torch", "eager", *pair(lambda: f(x), lambda: sin(x)), EAGER)
    yield Row("torch", "eager, recorded", *pair(lambda: f(y), lambda: sin(y)), EAGER)
    yield Row("torch", "eager, there and back", *pair(both(f), both(sin)), EAGER)
    ours, theirs = (torch.compile(g, fullgraph=True) for g in (f, sin))
    yield Row("torch", "compiled", *pair(lambda: ours(x), lambda: theirs(x)), COMPILED)


def jax_rows(function: Any) -> Iterator[Row]:
    import jax

    jax.config.update("jax_enable_x64", True)
    from ribozyme.bindings.jax import op

    f, sin = op(function), jax.numpy.sin
    x = jax.numpy.linspace(0, 1, SIZE)

    def timed(a: Any, b: Any, calls: int = 1) -> tuple[float, float]:
        return pair(lambda: a(x).block_until_ready(), lambda: b(x).block_until_ready(), calls)

    def slope(g: Any) -> Any:
        return jax.jit(jax.grad(lambda x: g(x).sum()))

    def inside(g: Any) -> Any:
        return jax.jit(lambda x: jax.lax.fori_loop(0, STEPS, lambda _, y: g(y), x))

    yield Row("jax", "eager", *timed(f, sin), EAGER)
    yield Row("jax", "jit", *timed(jax.jit(f), jax.jit(sin)), COMPILED)
    yield Row("jax", "jit of grad", *timed(slope(f), slope(sin)), COMPILED)
    inner = timed(inside(f), inside(sin), STEPS)
    yield Row("jax", f"{STEPS} inside jit, each", *inner, COMPILED)


def tensorflow_rows(function: Any) -> Iterator[Row]:
    import tensorflow as tf

    from ribozyme.bindings.tensorflow import op

    # A chain of `sin` would become one operation; a call is what is measured.
    tf.config.optimizer.set_experimental_options(
        {"arithmetic_optimization": False, "remapping": False}
    )
    f = op(function)
    x = tf.constant([0.1] * SIZE, tf.float64)

    def both(g: Any) -> Work:
        def run() -> Any:
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = g(x)
            return tape.gradient(y, x)

        return run

    def inside(g: Any) -> Any:
        def run(x: Any) -> Any:
            for _ in range(DEEP):
                x = g(x)
            return x

        return tf.function(run, autograph=False)

    def kept(g: Any) -> Any:
        def run(x: Any) -> Any:
            found = [x]
            for _ in range(DEEP):
                found.append(g(found[-1]))
            return tf.add_n(found)

        return tf.function(run, autograph=False)

    def slope(g: Any) -> Any:
        def run(x: Any) -> Any:
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = x
                for _ in range(DEEP):
                    y = g(y)
            return tape.gradient(y, x)

        return tf.function(run, autograph=False)

    yield Row("tensorflow", "eager", *pair(lambda: f(x), lambda: tf.sin(x)))
    yield Row("tensorflow", "eager, there and back", *pair(both(f), both(tf.sin)))

    def timed(how: Callable[[Any], Any]) -> tuple[float, float]:
        ours, theirs = how(f), how(tf.sin)
        return pair(lambda: ours(x), lambda: theirs(x), DEEP)

    # A chain in which nothing is used again: `sin` writes over its input, and allocates nothing.
    yield Row("tensorflow", "in a graph, in place", *timed(inside))
    yield Row("tensorflow", "in a graph", *timed(kept), COMPILED)
    yield Row("tensorflow", "in a graph, there and back", *timed(slope), COMPILED)


FRAMEWORKS: Final[dict[str, Callable[[Any], Iterator[Row]]]] = {
    "numpy": numpy_rows,
    "torch": torch_rows,
    "jax": jax_rows,
    "tensorflow": tensorflow_rows,
}


def rows(names: tuple[str, ...] = ()) -> Iterator[Row]:
    """The rows of the frameworks that are installed, or of those named."""
    import ribozyme as rz

    function = rz.compile(SOURCE).f
    for name, measured in FRAMEWORKS.items():
        if find_spec(name) and (not names or name in names):
            yield from measured(function)


def main(arguments: tuple[str, ...] = ()) -> None:
    """Print the table."""
    from rich.console import Console
    from rich.table import Table

    words = ("framework", "call", "ours", "sin", "ratio", "wanted", "status")
    table = Table(*words, title="µs per call, eight numbers")
    for row in rows(tuple(a for a in arguments if not a.startswith("-"))):
        figures = (f"{figure:.2f}" for figure in (row.ours, row.theirs, row.ratio))
        bound = f"≤ {row.wanted:g}" if row.wanted else ""
        status = ("met" if row.ratio <= row.wanted else "missed") if row.wanted else ""
        table.add_row(row.framework, row.what, *figures, bound, status)
    Console().print(table)


if __name__ == "__main__":
    import sys

    main(tuple(sys.argv[1:]))
