"""Checkpointed loops in operators of frameworks, which know how large their arrays are."""

from typing import Any

import numpy as np
import pytest
from tests.bindings.test_adaptor import run

import ribozyme as rz
from ribozyme.backend.runtime import array_extents
from ribozyme.bindings.operators.declare import declare

SOURCE = """
extern "C" void heat(const double *start, const double *k, int n, int steps, double *u) {
    for (int i = 0; i < n; i++) u[i] = start[i];
    for (int t = 0; t < steps; t++) { // time
        double last = u[0];
        for (int i = 1; i < n - 1; i++) {
            double here = u[i];
            u[i] += 0.1 * k[i] * (1 + here * here) * (last - 2 * here + u[i + 1]);
            last = here;
        }
    }
    if (k[0] != k[0]) throw 1;
}
"""
LOOP = {f"loop at {SOURCE[: SOURCE.index('// time')].count(chr(10)) + 1}": 4}
N, STEPS = 9, 70
HOW = [{"checkpoint": LOOP}, {"memory": "6KB"}]


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(SOURCE, lang="c++")


def drawn(*shape: int) -> Any:
    return np.random.default_rng(len(shape)).uniform(0.2, 0.4, shape)


@pytest.mark.parametrize("how", HOW, ids=["named", "bounded"])
def test_the_arrays_of_a_batch(lib: rz.Library, how: dict[str, Any]) -> None:
    """As without checkpoints, for each item; afterwards nothing is known of the arrays."""
    start, k, seeds = drawn(3, N), drawn(N), drawn(3, N) - 0.3
    words = (N, N, STEPS)
    found, wanted = (
        run(one, one.operation.vjp((0, 1)), [start, k, seeds], words, batch=3, shared=(1,))
        for one in (declare(lib.heat, like={"u": "start"}, **with_) for with_ in (how, {}))
    )
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12)
    assert not array_extents._KNOWN


def test_an_exception(lib: rz.Library) -> None:
    pull = declare(lib.heat, like={"u": "start"}, checkpoint=LOOP)
    k = np.full(N, np.nan)
    with pytest.raises(rz.Error, match="RZ604"):
        run(pull, pull.operation.vjp((0, 1)), [drawn(N), k, drawn(N)], (N, N, STEPS))
    assert not array_extents._KNOWN


def test_in_torch(lib: rz.Library) -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    plain = rz.torch.op(lib.heat, like={"u": "start"})
    kept = rz.torch.op(lib.heat, like={"u": "start"}, checkpoint=LOOP)
    start, k = torch.tensor(drawn(N)), torch.tensor(drawn(1, N)[0])

    def loss(op: Any) -> Any:
        return lambda k: (op(start, k, n=N, steps=STEPS) ** 2).sum()

    close = {"rtol": 1e-12, "atol": 1e-14}
    first, second = (torch.func.grad(loss(op))(k) for op in (kept, plain))
    torch.testing.assert_close(first, second, **close)
    first, second = (torch.func.hessian(loss(op))(k) for op in (kept, plain))
    torch.testing.assert_close(first, second, **close)


def test_in_jax(lib: rz.Library) -> None:
    jax = pytest.importorskip("jax", reason="jax is not installed")
    jax.config.update("jax_enable_x64", True)
    plain = rz.jax.op(lib.heat, like={"u": "start"})
    kept = rz.jax.op(lib.heat, like={"u": "start"}, checkpoint=LOOP)
    start, k = jax.numpy.array(drawn(N)), jax.numpy.array(drawn(1, N)[0])

    def loss(op: Any) -> Any:
        return lambda k: (op(start, k, n=N, steps=STEPS) ** 2).sum()

    for derive in (jax.grad, jax.hessian):
        found, wanted = (jax.jit(derive(loss(op)))(k) for op in (kept, plain))
        np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-14)


def test_double_backward_in_torch(lib: rz.Library) -> None:
    """Reverse mode over reverse mode, as `create_graph=True` has it."""
    torch = pytest.importorskip("torch", reason="torch is not installed")
    start = torch.tensor(drawn(N))
    found = []
    for how in (*HOW, {}):
        op = rz.torch.op(lib.heat, like={"u": "start"}, **how)
        k = torch.tensor(drawn(1, N)[0], requires_grad=True)
        (first,) = torch.autograd.grad(
            (op(start, k, n=N, steps=STEPS) ** 2).sum(), k, create_graph=True
        )
        (second,) = torch.autograd.grad((first**2).sum(), k)
        found.append((first.detach(), second))
    for one in found[:2]:
        torch.testing.assert_close(one, found[2], rtol=1e-12, atol=1e-14)


def test_in_tensorflow(lib: rz.Library) -> None:
    tf = pytest.importorskip("tensorflow", reason="tensorflow is not installed")
    start = tf.constant(drawn(N))
    found = []
    for how in (*HOW, {}):
        op = rz.tensorflow.op(lib.heat, like={"u": "start"}, **how)
        k = tf.Variable(drawn(1, N)[0])
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(op(start, k, n=N, steps=STEPS) ** 2)
        found.append(tape.gradient(loss, k).numpy())
    for one in found[:2]:
        np.testing.assert_allclose(one, found[2], rtol=1e-12)
