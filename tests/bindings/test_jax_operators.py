"""Native functions as primitives of JAX, against their twins written in JAX."""

import copy
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ribozyme as rz

jax = pytest.importorskip("jax", reason="jax is not installed")
jax.config.update("jax_enable_x64", True)
rj = pytest.importorskip("ribozyme.bindings.jax")
halves = pytest.importorskip("ribozyme.bindings.operators.halves")
jnp = jax.numpy

FILE = Path(__file__).with_name("operators.c")
LIB = rz.load(FILE)
ROLL = rj.op(LIB.roll)
AFFINE = rj.op(LIB.affine, sizes={"rows": ("a", 0), "cols": ("a", 1)}, shape=("rows",))


def roll(x: Any) -> Any:
    return jnp.sin(x) * jnp.roll(x, -1, -1)


def affine(a: Any, x: Any) -> Any:
    return jnp.tanh(a @ x)


def loss(f: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *x: (f(*x) ** 2).sum()


def drawn(*shape: int, seed: int = 0) -> Any:
    return jnp.asarray(np.random.default_rng(seed).normal(size=shape))


def close(found: Any, wanted: Any) -> None:
    jax.tree.map(
        lambda a, b: np.testing.assert_allclose(a, b, rtol=1e-10, atol=1e-12), found, wanted
    )


def test_eager_and_jit() -> None:
    x = drawn(5)
    close(ROLL(x), roll(x))
    close(jax.jit(ROLL)(x), roll(x))


def test_grad() -> None:
    x = drawn(5)
    close(jax.grad(loss(ROLL))(x), jax.grad(loss(roll))(x))
    close(jax.jit(jax.grad(loss(ROLL)))(x), jax.grad(loss(roll))(x))


def test_jacfwd() -> None:
    x = drawn(5)
    close(jax.jacfwd(ROLL)(x), jax.jacfwd(roll)(x))


def test_jacrev() -> None:
    x = drawn(5)
    close(jax.jacrev(ROLL)(x), jax.jacrev(roll)(x))


def test_hessian() -> None:
    x = drawn(5)
    close(jax.hessian(loss(ROLL))(x), jax.hessian(loss(roll))(x))


@pytest.mark.parametrize("outer", ["jacrev", "jacfwd"])
@pytest.mark.parametrize("inner", ["jacrev", "jacfwd"])
def test_nested(outer: str, inner: str) -> None:
    x = drawn(4)
    make = lambda f: getattr(jax, outer)(getattr(jax, inner)(f))  # noqa: E731
    close(make(ROLL)(x), make(roll)(x))


def test_third_order() -> None:
    x = drawn(3)
    third = lambda f: jax.jacrev(jax.jacrev(jax.jacrev(loss(f))))  # noqa: E731
    close(third(ROLL)(x), third(roll)(x))


def test_check_grads() -> None:
    from jax.test_util import check_grads

    check_grads(ROLL, (drawn(4),), order=2, modes=["fwd", "rev"], rtol=1e-5, atol=1e-5)
    check_grads(
        AFFINE, (drawn(2, 3), drawn(3, seed=1)), order=2, modes=["fwd", "rev"], rtol=1e-5, atol=1e-5
    )


def test_vmap() -> None:
    x = drawn(4, 5)
    close(jax.vmap(ROLL)(x), roll(x))
    close(jax.vmap(ROLL, in_axes=1, out_axes=1)(x.T), roll(x).T)
    y = drawn(2, 3, 5)
    close(jax.vmap(jax.vmap(ROLL), in_axes=1)(y), roll(y).swapaxes(0, 1))
    close(jax.vmap(jax.grad(loss(ROLL)))(x), jax.vmap(jax.grad(loss(roll)))(x))


def test_shared_inputs_of_a_batch() -> None:
    a, x, several = drawn(3, 4), drawn(5, 4, seed=1), drawn(2, 3, 4, seed=2)
    both = lambda g: lambda a: jnp.sin(jax.vmap(g, in_axes=(None, 0))(a, x)).sum()  # noqa: E731
    close(jax.vmap(AFFINE, in_axes=(None, 0))(a, x), jnp.tanh(x @ a.T))
    close(jax.grad(both(AFFINE))(a), jax.grad(both(affine))(a))
    close(jax.hessian(both(AFFINE))(a), jax.hessian(both(affine))(a))
    pairs = lambda g: jax.vmap(jax.vmap(g, in_axes=(None, 0)), in_axes=(0, None))  # noqa: E731
    close(pairs(AFFINE)(several, x), pairs(affine)(several, x))
    close(pairs(jax.jacrev(AFFINE))(several, x), pairs(jax.jacrev(affine))(several, x))
    close(pairs(jax.jacfwd(AFFINE, 1))(several, x), pairs(jax.jacfwd(affine, 1))(several, x))


def test_linear_transpose_of_a_pullback() -> None:
    x, g, u = drawn(4), drawn(4, seed=1), drawn(4, seed=2)
    _, back = jax.vjp(ROLL, x)
    [found] = jax.linear_transpose(lambda g: back(g)[0], g)(u)
    close(found, jax.jvp(roll, (x,), (u,))[1])
    _, along = jax.linearize(ROLL, x)
    close(along(u), jax.jvp(roll, (x,), (u,))[1])


def test_scan() -> None:
    def run(f: Any) -> Callable[[Any], Any]:
        return lambda x: jax.lax.scan(lambda c, _: (f(c), c.sum()), x, None, length=4)[1].sum()

    x = drawn(4)
    close(jax.jit(run(ROLL))(x), run(roll)(x))
    close(jax.grad(run(ROLL))(x), jax.grad(run(roll))(x))


def test_remat() -> None:
    x = drawn(4)
    close(jax.grad(loss(jax.checkpoint(ROLL)))(x), jax.grad(loss(roll))(x))


def test_export() -> None:
    pytest.importorskip("flatbuffers")
    from jax import export

    x = drawn(4)
    unchecked = [export.DisabledSafetyCheck.custom_call(f"ribozyme_{ROLL.declared.operation.name}")]
    made = export.export(jax.jit(ROLL), disabled_checks=unchecked)(x)
    close(export.deserialize(made.serialize()).call(x), roll(x))


def test_scalars_structs_integers_and_outputs() -> None:
    x = drawn(4)
    energy = rj.op(LIB.energy)
    close(energy(x, 2.0), 2 * (x**3).sum())
    close(jax.grad(energy, argnums=1)(x, jnp.asarray(0.5)), (x**3).sum())
    cubed = rj.op(LIB.pull).given(s={"k": 2.0, "power": 3})
    close(jax.jacrev(jax.jit(cubed))(x), jnp.diag(6 * x**2))
    index = jnp.asarray([3, 0, 3], jnp.int32)
    pick = rj.op(LIB.pick, like="index")
    close(jax.grad(loss(pick))(x, index), jax.grad(loss(lambda x, i: x[i] ** 2))(x, index))
    two = rj.op(LIB.two, outputs=("sines", "total"), shape={"total": ()})
    close(two(x), (jnp.sin(x), (x**2).sum()))
    close(jax.grad(lambda x: two(x)[1])(x), 2 * x)
    close(jax.jacrev(two)(x), jax.jacrev(lambda x: (jnp.sin(x), (x**2).sum()))(x))


COUNTED = rz.compile("""
#include <math.h>
#include <stdlib.h>
static long runs;
long times(void) { return runs; }
void f(const double *x, size_t n, double *out)
{
    runs++;
    for (size_t i = 0; i < n; i++)
        out[i] = sin(x[i]) * x[(i + 1) % n];
}
/* How often the loop runs depends on the data: its tape has no size known beforehand. */
void root(const double *x, size_t n, double *out)
{
    double *guess = malloc(n * sizeof *guess);
    for (size_t i = 0; i < n; i++) {
        guess[i] = x[i] > 1 ? x[i] : 1;
        while (fabs(guess[i] * guess[i] - x[i]) > 1e-13 * x[i])
            guess[i] = 0.5 * (guess[i] + x[i] / guess[i]);
        out[i] = guess[i] * x[(i + 1) % n];
    }
    free(guess);
}
""")


def test_the_primal_is_not_run_again() -> None:
    f, x = rj.op(COUNTED.f), drawn(5)
    before = COUNTED.times()
    close(jax.grad(loss(f))(x), jax.grad(loss(roll))(x))
    assert COUNTED.times() == before + 1
    compiled = jax.jit(jax.grad(loss(f)))
    close(compiled(x), jax.grad(loss(roll))(x))
    assert COUNTED.times() == before + 2
    close(jax.vmap(jax.grad(loss(f)))(drawn(4, 5)), jax.vmap(jax.grad(loss(roll)))(drawn(4, 5)))
    assert COUNTED.times() == before + 6


def test_what_waits_may_be_used_in_any_order_and_again() -> None:
    x, y, g = drawn(4), drawn(4, seed=1), drawn(4, seed=2)
    (_, first), (_, second) = jax.vjp(ROLL, x), jax.vjp(ROLL, y)
    wanted = jax.vjp(roll, x)[1], jax.vjp(roll, y)[1]
    for back, twin in ((first, wanted[0]), (second, wanted[1]), (first, wanted[0])):
        close(back(g), twin(g))
    close(jax.vmap(first)(jnp.eye(4)), jax.vmap(wanted[0])(jnp.eye(4)))
    assert halves.waiting() > 0


def test_what_waited_too_long_is_computed_again() -> None:
    f, x = rj.op(COUNTED.f), drawn(4)

    def loops(f: Any) -> Callable[[Any], Any]:
        return lambda x: jax.lax.scan(lambda c, _: (f(c), c.sum()), x, None, length=5)[1].sum()

    kept, before = jax.grad(loops(f))(x), COUNTED.times()
    rj.keep_at_most(0)
    try:
        close(jax.grad(loops(f))(x), kept)
        assert 5 < COUNTED.times() - before <= 10
    finally:
        rj.keep_at_most(1 << 30)
    close(kept, jax.grad(loops(roll))(x))


def test_arrays_that_are_both_input_and_output() -> None:
    f = rj.op(LIB.stepped, inout="state")
    twin = lambda x, dt: x + dt * x * x  # noqa: E731
    x, dt = drawn(4), jnp.asarray(0.5)
    close(f(x, dt), twin(x, dt))
    close(jax.grad(loss(f), (0, 1))(x, dt), jax.grad(loss(twin), (0, 1))(x, dt))
    close(jax.hessian(loss(f))(x, dt), jax.hessian(loss(twin))(x, dt))
    rows = jax.vmap(jax.grad(loss(f), (0, 1)), (0, None))
    close(rows(drawn(3, 4), dt), jax.vmap(jax.grad(loss(twin), (0, 1)), (0, None))(drawn(3, 4), dt))


def test_tapes_of_loops_that_depend_on_data() -> None:
    f, x = rj.op(COUNTED.root), jnp.abs(drawn(6)) + 0.1
    twin = lambda x: jnp.sqrt(x) * jnp.roll(x, -1)  # noqa: E731
    close(jax.jit(jax.grad(loss(f)))(x), jax.grad(loss(twin))(x))
    both = jnp.stack([x, 100 * x])
    close(jax.vmap(jax.grad(loss(f)))(both), jax.vmap(jax.grad(loss(twin)))(both))


def test_small_integers() -> None:
    given = {"k": -3, "c": -5, "u": 250, "w": 65530, "b": True}
    f, x = rj.op(LIB.weighed), drawn(4)
    close(jax.grad(f.given(**given))(x), 2 * 33502.0 * x)
    close(jax.jit(jax.hessian(f.given(**given)))(x), 2 * 33502.0 * jnp.eye(4))
    chosen = rj.op(LIB.chosen, like="index", sizes={"n": "index"})
    index, sign = jnp.asarray([3, 0, 3], jnp.int16), jnp.asarray([-1, 1, 2], jnp.int8)
    found = jax.grad(lambda x: chosen(x, index, sign, jnp.asarray([True, True, False])).sum())(x)
    close(found, jnp.asarray([2 * x[0], 0, 0, -2 * x[3]]))


@pytest.mark.parametrize(("name", "dtype"), [("half", "float16"), ("brains", "bfloat16")])
def test_half_precision(name: str, dtype: str) -> None:
    f = rj.op(LIB[name], like="x")
    x, scale = jnp.asarray([[1.0, 2.0, -3.0]], dtype), [2.0] if name == "half" else []
    factor = 2 if scale else 1
    out = f(x, *scale)
    assert out.dtype == x.dtype and out.tolist() == [[factor, 4 * factor, 9 * factor]]
    total = lambda x: f(x, *scale).sum()  # noqa: E731
    assert jax.grad(total)(x).tolist() == [[2 * factor, 4 * factor, -6 * factor]]
    assert jax.jvp(total, (x,), (x,))[1].tolist() == 28 * factor
    with pytest.raises(rz.Error, match=dtype):
        f(x.astype("float32"), *scale)


def test_empty_and_shapes() -> None:
    assert ROLL(jnp.zeros((0,))).shape == (0,)
    assert jax.grad(loss(ROLL))(jnp.zeros((0,))).shape == (0,)
    x = drawn(2, 3, 4)
    close(ROLL(x), roll(x.reshape(-1)).reshape(x.shape))
    close(ROLL(x.T), roll(x.T.reshape(-1)).reshape(x.T.shape))
    strided = np.arange(12.0)[::2]
    close(ROLL(strided), roll(strided))


def test_no_lock_is_held_while_it_runs() -> None:
    f, x, done, count = rj.op(LIB.slow), jnp.ones(1), threading.Event(), 0
    thread = threading.Thread(target=lambda: (f(x).block_until_ready(), done.set()))
    thread.start()
    while not done.wait(0.001):
        count += 1
    thread.join()
    assert count > 5


def test_sizes_that_are_symbols_are_refused() -> None:
    from jax import export

    [n] = export.symbolic_shape("n")
    unchecked = [export.DisabledSafetyCheck.custom_call(f"ribozyme_{ROLL.declared.operation.name}")]
    with pytest.raises(rz.Error, match="symbol"):
        export.export(jax.jit(ROLL), disabled_checks=unchecked)(
            jax.ShapeDtypeStruct((n,), jnp.float64)
        )


ELSEWHERE = """
import sys, jax
jax.config.update("jax_enable_x64", True)
import ribozyme as rz
if len(sys.argv) > 2:
    roll = rz.jax.op(rz.load(sys.argv[2]).roll)
x = jax.numpy.asarray([0.1, 0.5, -0.3])
made = jax.export.deserialize(bytearray(open(sys.argv[1], "rb").read()))
print(made.call(x).tolist())
"""


@pytest.mark.slow
def test_export_in_another_process(tmp_path: Path) -> None:
    pytest.importorskip("flatbuffers")
    from jax import export

    x = jnp.asarray([0.1, 0.5, -0.3])
    unchecked = [export.DisabledSafetyCheck.custom_call(f"ribozyme_{ROLL.declared.operation.name}")]
    made = export.export(jax.jit(ROLL), disabled_checks=unchecked)(x)
    (tmp_path / "rolled").write_bytes(made.serialize())

    def child(*more: Any) -> Any:
        words = [sys.executable, "-c", ELSEWHERE, tmp_path / "rolled", *more]
        return subprocess.run(words, capture_output=True, text=True, timeout=200, check=False)

    close(np.asarray(eval(child(FILE).stdout)), roll(x))
    alone = child()
    assert alone.returncode and ROLL.declared.operation.name in alone.stderr


def test_numpy_and_single_precision() -> None:
    f = rj.op(LIB.f)
    x = np.linspace(-1, 1, 6, dtype=np.float32).reshape(2, 3)
    found = f(x)
    assert found.dtype == jnp.float32
    np.testing.assert_allclose(found, np.sin(x) * x, rtol=1e-6)


def test_threads() -> None:
    x, wrong = drawn(50), []
    wanted = jax.grad(loss(roll))(x)

    def work() -> None:
        for _ in range(20):
            if not np.allclose(jax.grad(loss(ROLL))(x), wanted, rtol=1e-9):
                wrong.append(x)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_training_like_the_native_twin() -> None:
    layer = rj.op(LIB.layer, like="x")
    native = lambda x, w: jnp.tanh(w * x + 0.5 * jnp.roll(x, -1, -1))  # noqa: E731
    rng = np.random.default_rng(3)
    single = lambda *shape: jnp.asarray(rng.normal(size=shape), jnp.float32)  # noqa: E731
    x, y = single(32, 6), single(32, 1)
    first = {"a": 0.3 * single(6, 8), "w": single(8), "b": 0.3 * single(8, 1)}
    losses = []
    for middle in (layer, native):

        def error(p: Any, middle: Any = middle) -> Any:
            hidden = jax.vmap(middle, in_axes=(0, None))(x @ p["a"], p["w"])
            return ((hidden @ p["b"] - y) ** 2).mean()

        step, p = jax.jit(jax.value_and_grad(error)), first
        for _ in range(40):
            _, slope = step(p)
            p = jax.tree.map(lambda v, g: v - 0.1 * g, p, slope)
        losses.append(float(error(p)))
    assert losses[0] == pytest.approx(losses[1], rel=1e-4)
    assert losses[0] < float(error(first))


def test_bad_input() -> None:
    with pytest.raises(rz.Error) as caught:
        ROLL(jnp.ones(3, jnp.float32))
    assert caught.value.code == "RZ008" and "float64" in str(caught.value)
    with pytest.raises(rz.Error):
        ROLL([1.0, 2.0])
    with pytest.raises(rz.Error):
        ROLL(1.0)
    pick = rj.op(LIB.pick, like="index")
    with pytest.raises(rz.Error):
        pick(drawn(3), jnp.ones(3))
    with pytest.raises(TypeError):
        jax.grad(loss(pick), argnums=1)(drawn(3), jnp.zeros(3, jnp.int32))


def test_an_exception_of_the_program() -> None:
    f = rj.op(rz.compile("""
    #include <stdexcept>
    extern "C" void f(const double *x, unsigned long n, double *out) {
        if (x[0] < 0) throw std::runtime_error("below zero");
        for (unsigned long i = 0; i < n; i++) out[i] = x[i] * x[i];
    }""", lang="c++").f)  # fmt: skip
    x = jnp.abs(drawn(3))
    close(f(x), x * x)
    with pytest.raises(Exception, match="below zero"):
        jax.block_until_ready(f(-x))
    close(f(x), x * x)
    close(jax.grad(loss(f))(x), 4 * x**3)
    waiting = halves.waiting()
    with pytest.raises(Exception, match="below zero"):
        jax.block_until_ready(jax.grad(loss(f))(-x))
    assert halves.waiting() == waiting


def test_operators_copy_and_pickle() -> None:
    assert copy.deepcopy(ROLL) is ROLL
    again = pickle.loads(pickle.dumps(ROLL.given(n=4)))
    x = drawn(4)
    close(again(x), roll(x))
