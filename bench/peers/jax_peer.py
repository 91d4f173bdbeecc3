"""JAX on the processor, in double precision: array programs, loops as scans, all under `jit`."""

from typing import Any

from bench.peers import Gradient, unknowns
from bench.peers.models import MODELS, Ops
from bench.problem import Data, Problem

NAME, NEEDS = "JAX", ("jax",)


def gradient(problem: Problem, given: Data) -> Gradient | None:
    model = MODELS.get(problem.name)
    if model is None:
        return None
    import jax

    jax.config.update("jax_enable_x64", True)
    import jax.numpy as jnp

    ops = Ops(
        jnp,
        jnp.asarray,
        lambda v, axis: jax.lax.stop_gradient(jnp.max(v, axis, keepdims=True)),
        jnp.min,
        jnp.roll,
        lambda body, state, xs: jax.lax.scan(lambda s, x: (body(s, x), None), state, xs)[0],
    )
    names = unknowns(problem, given)
    at = tuple(jnp.asarray(given[n]) for n in names)
    both = jax.jit(jax.value_and_grad(model(ops, given), argnums=tuple(range(len(at)))))

    def run() -> dict[str, Any]:
        _, bars = jax.block_until_ready(both(*at))
        return dict(zip(names, bars, strict=True))

    return run
