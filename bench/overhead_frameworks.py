"""What a call costs in each framework, beside the framework's own `sin` of the same eight numbers.

    ./do bench overhead        python -m bench.overhead_frameworks

The function does next to nothing, so what is seen is the way into native code and back. A row is
the least of several runs: what the framework needs, not what else the machine does.
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


@final
@dataclass(frozen=True, slots=True)
class Row:
    """Microseconds per call: ours and the framework's."""

    framework: str
    what: str
    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        return self.ours / self.theirs


def micros(run: Callable[[], Any], repeat: int = 7) -> float:
    """The least time of a call, in microseconds."""
    run()
    timer = timeit.Timer(run)
    number = max(1, int(0.02 / max(timer.timeit(3) / 3, 1e-7)))
    return min(timer.repeat(repeat, number)) / number * 1e6


def numpy_rows(function: Any) -> Iterator[Row]:
    import numpy as np

    x, out = np.linspace(0, 1, SIZE), np.zeros(SIZE)
    n = SIZE
    yield Row("numpy", "eager", micros(lambda: function(x, n, out)), micros(lambda: np.sin(x)))


def torch_rows(function: Any) -> Iterator[Row]:
    import torch

    from ribozyme.bindings.torch import op

    f = op(function)
    torch.set_num_threads(1)
    x = torch.linspace(0, 1, SIZE, dtype=torch.double)
    y = x.clone().requires_grad_()
    seed = torch.ones(SIZE, dtype=torch.double)

    def both(g: Any) -> Callable[[], Any]:
        return lambda: torch.autograd.grad(g(y), y, seed)

    yield Row("torch", "eager", micros(lambda: f(x)), micros(lambda: torch.sin(x)))
    yield Row("torch", "eager, recorded", micros(lambda: f(y)), micros(lambda: torch.sin(y)))
    yield Row("torch", "eager, there and back", micros(both(f)), micros(both(torch.sin)))
    ours, theirs = (torch.compile(g, fullgraph=True) for g in (f, torch.sin))
    yield Row("torch", "compiled", micros(lambda: ours(x)), micros(lambda: theirs(x)))


def jax_rows(function: Any) -> Iterator[Row]:
    import jax

    jax.config.update("jax_enable_x64", True)
    from ribozyme.bindings.jax import op

    f, sin = op(function), jax.numpy.sin
    x = jax.numpy.linspace(0, 1, SIZE)

    def timed(g: Any) -> float:
        return micros(lambda: g(x).block_until_ready())

    def slope(g: Any) -> Any:
        return jax.jit(jax.grad(lambda x: g(x).sum()))

    def inside(g: Any) -> Any:
        return jax.jit(lambda x: jax.lax.fori_loop(0, STEPS, lambda _, y: g(y), x))

    yield Row("jax", "eager", timed(f), timed(sin))
    yield Row("jax", "jit", timed(jax.jit(f)), timed(jax.jit(sin)))
    yield Row("jax", "jit of grad", timed(slope(f)), timed(slope(sin)))
    yield Row("jax", f"{STEPS} inside jit, each", *(timed(inside(g)) / STEPS for g in (f, sin)))


def tensorflow_rows(function: Any) -> Iterator[Row]:
    import tensorflow as tf

    from ribozyme.bindings.tensorflow import op

    f = op(function)
    x = tf.constant([0.1] * SIZE, tf.float64)

    def both(g: Any) -> Callable[[], Any]:
        def run() -> Any:
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = g(x)
            return tape.gradient(y, x)

        return run

    def inside(g: Any) -> Any:
        def run(x: Any) -> Any:
            for _ in range(STEPS):
                x = g(x)
            return x

        return tf.function(run, autograph=False)

    yield Row("tensorflow", "eager", micros(lambda: f(x)), micros(lambda: tf.sin(x)))
    yield Row("tensorflow", "eager, there and back", micros(both(f)), micros(both(tf.sin)))
    ours, theirs = inside(f), inside(tf.sin)
    times = (micros(lambda g=g: g(x)) / STEPS for g in (ours, theirs))
    yield Row("tensorflow", f"{STEPS} in a graph, each", *times)


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

    table = Table("framework", "call", "ours", "sin", "ratio", title="µs per call, eight numbers")
    for row in rows(arguments):
        ours, theirs = f"{row.ours:.2f}", f"{row.theirs:.2f}"
        table.add_row(row.framework, row.what, ours, theirs, f"{row.ratio:.2f}")
    Console().print(table)


if __name__ == "__main__":
    import sys

    main(tuple(sys.argv[1:]))
