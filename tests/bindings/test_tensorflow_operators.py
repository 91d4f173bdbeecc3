"""Native functions as operations of TensorFlow, against their twins written in TensorFlow."""

import copy
import os
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

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
tf = pytest.importorskip("tensorflow", reason="tensorflow is not installed")
rt = pytest.importorskip("ribozyme.bindings.tensorflow")

FILE = Path(__file__).with_name("operators.c")
LIB = rz.load(FILE)
ROLL = rt.op(LIB.roll)
AFFINE = rt.op(LIB.affine, sizes={"rows": ("a", 0), "cols": ("a", 1)}, shape=("rows",))


def roll(x: Any) -> Any:
    return tf.sin(x) * tf.concat([x[..., 1:], x[..., :1]], -1)


def affine(a: Any, x: Any) -> Any:
    return tf.tanh(tf.linalg.matvec(a, x))


def drawn(*shape: int, seed: int = 0) -> Any:
    return tf.constant(np.random.default_rng(seed).normal(size=shape))


def close(found: Any, wanted: Any) -> None:
    np.testing.assert_allclose(found, wanted, rtol=1e-10, atol=1e-12)


def grad(f: Callable[[Any], Any], x: Any) -> Any:
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(f(x) ** 2)
    return tape.gradient(y, x)


def test_eager() -> None:
    x = drawn(5)
    close(ROLL(x), roll(x))
    close(grad(ROLL, x), grad(roll, x))


def test_function() -> None:
    x = drawn(5)
    close(tf.function(ROLL)(x), roll(x))
    close(tf.function(lambda x: grad(ROLL, x))(x), grad(roll, x))


def test_function_of_unknown_shape() -> None:
    wide = tf.function(lambda x: ROLL(x) * 2, input_signature=[tf.TensorSpec([None], tf.float64)])
    for n in (3, 6):
        close(wide(drawn(n)), 2 * roll(drawn(n)))
    first = [tf.TensorSpec([None, None], tf.float64), tf.TensorSpec([None], tf.float64)]
    both = tf.function(AFFINE.__call__, input_signature=first)
    close(both(drawn(3, 4), drawn(4)), affine(drawn(3, 4), drawn(4)))


def test_compute_gradient() -> None:
    found, numeric = tf.test.compute_gradient(ROLL, [drawn(4)])
    np.testing.assert_allclose(found[0], numeric[0], rtol=1e-6, atol=1e-6)


def test_second_order() -> None:
    x = drawn(4)
    close(grad(lambda x: grad(ROLL, x), x), grad(lambda x: grad(roll, x), x))
    inner = lambda f: tf.function(lambda x: grad(lambda x: grad(f, x), x))  # noqa: E731
    close(inner(ROLL)(x), inner(roll)(x))


@pytest.mark.parametrize("pfor", [True, False])
def test_jacobian(pfor: bool) -> None:
    x = drawn(4)

    def jacobian(f: Any) -> Any:
        with tf.GradientTape(persistent=not pfor) as tape:
            tape.watch(x)
            y = f(x)
        return tape.jacobian(y, x, experimental_use_pfor=pfor)

    close(jacobian(ROLL), jacobian(roll))


def test_vectorized_map() -> None:
    x = drawn(3, 4)
    close(tf.vectorized_map(ROLL, x), roll(x))
    found = tf.vectorized_map(lambda x: grad(ROLL, x), x)
    close(found, tf.stack([grad(roll, row) for row in x]))


def test_shared_inputs_of_a_batch() -> None:
    a, x = drawn(3, 4), drawn(5, 4, seed=1)

    def slope(g: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(a)
            y = tf.reduce_sum(tf.sin(tf.vectorized_map(lambda row: g(a, row), x)))
        return tape.gradient(y, a)

    close(tf.vectorized_map(lambda row: AFFINE(a, row), x), affine(a, x))
    close(slope(AFFINE), slope(affine))


def test_forward_accumulator() -> None:
    x, v = drawn(4), drawn(4, seed=1)

    def push(f: Any) -> Any:
        with tf.autodiff.ForwardAccumulator(x, v) as along:
            y = f(x)
        return along.jvp(y)

    close(push(ROLL), push(roll))


def test_scalars_structs_integers_and_outputs() -> None:
    x = drawn(4)
    close(rt.op(LIB.energy)(x, 2.0), 2 * tf.reduce_sum(x**3))
    cubed = rt.op(LIB.pull).given(s={"k": 2.0, "power": 3})
    close(tf.function(cubed)(x), 2 * x**3)
    index = tf.constant([3, 0, 3], tf.int32)
    pick = rt.op(LIB.pick, like="index")
    close(grad(lambda x: pick(x, index), x), 4 * x**3 * np.bincount(index, minlength=4))
    two = rt.op(LIB.two, outputs=("sines", "total"), shape={"total": ()})
    with tf.GradientTape() as tape:
        tape.watch(x)
        sines, total = two(x)
    close(sines, tf.sin(x))
    close(tape.gradient(total, x), 2 * x)


def test_small_integers() -> None:
    given = {"k": -3, "c": -5, "u": 250, "w": 65530, "b": True}
    x, f = drawn(4), rt.op(LIB.weighed).given(**given)

    def slope(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        return tape.gradient(y, x)

    close(slope(x), 2 * 33502.0 * x)
    close(tf.function(slope)(x), 2 * 33502.0 * x)
    chosen = rt.op(LIB.chosen, like="index", sizes={"n": "index"})
    index, sign = tf.constant([3, 0, 3], tf.int16), tf.constant([-1, 1, 2], tf.int8)
    found = chosen(x, index, sign, tf.constant([True, True, False]))
    close(found, [-(x[3] ** 2), x[0] ** 2, 0])


@pytest.mark.parametrize(("name", "dtype"), [("half", "float16"), ("brains", "bfloat16")])
def test_half_precision(name: str, dtype: str) -> None:
    f = rt.op(LIB[name], like="x")
    x, scale = tf.constant([[1.0, 2.0, -3.0]], dtype), [2.0] if name == "half" else []
    factor = 2 if scale else 1
    with tf.GradientTape() as tape:
        tape.watch(x)
        out = f(x, *scale)
    assert out.dtype == x.dtype
    np.testing.assert_array_equal(np.float32(out), [[factor, 4 * factor, 9 * factor]])
    slope = tape.gradient(out, x)
    np.testing.assert_array_equal(np.float32(slope), [[2 * factor, 4 * factor, -6 * factor]])
    with pytest.raises(rz.Error, match=dtype):
        f(tf.cast(x, tf.float32), *scale)


def test_empty_and_shapes() -> None:
    assert ROLL(tf.zeros((0,), tf.float64)).shape == (0,)
    assert grad(ROLL, tf.zeros((0,), tf.float64)).shape == (0,)
    x = drawn(2, 3, 4)
    close(ROLL(x), tf.reshape(roll(tf.reshape(x, [-1])), x.shape))


def test_threads() -> None:
    x, wrong = drawn(50), []
    wanted = grad(roll, x)

    def work() -> None:
        for _ in range(20):
            if not np.allclose(grad(ROLL, x), wanted, rtol=1e-9):
                wrong.append(x)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_no_lock_is_held_while_it_runs() -> None:
    f, x, done, count = rt.op(LIB.slow), tf.ones(1, tf.float64), threading.Event(), 0
    thread = threading.Thread(target=lambda: (np.asarray(f(x)), done.set()))
    thread.start()
    while not done.wait(0.001):
        count += 1
    thread.join()
    assert count > 5


def test_third_order() -> None:
    x = drawn(3)
    third = lambda f: grad(lambda x: grad(lambda x: grad(f, x), x), x)  # noqa: E731
    close(third(ROLL), third(roll))


def test_checkpoint() -> None:
    x = drawn(4)
    close(grad(tf.recompute_grad(ROLL), x), grad(roll, x))


def test_loops() -> None:
    def run(f: Any) -> Any:
        def step(x: Any) -> Any:
            return tf.while_loop(lambda k, x: k < 3, lambda k, x: (k + 1, f(x)), (0, x))[1]

        return tf.function(lambda x: grad(step, x))

    x = drawn(4)
    close(run(ROLL)(x), run(roll)(x))


def test_keras_training_like_the_native_twin() -> None:
    layer = rt.op(LIB.layer, like="x")

    def native(x: Any, w: Any) -> Any:
        return tf.tanh(w * x + 0.5 * tf.concat([x[1:], x[:1]], 0))

    class Middle(tf.keras.layers.Layer):  # type: ignore[misc]
        def __init__(self, f: Any) -> None:
            super().__init__()
            self.f = f

        def build(self, shape: Any) -> None:
            self.w = self.add_weight(shape=(shape[-1],), initializer="ones")

        def call(self, x: Any) -> Any:
            w = tf.convert_to_tensor(self.w)
            return tf.vectorized_map(lambda row: self.f(row, w), x)

    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(32, 6)).astype("float32"), rng.normal(size=(32, 1)).astype("float32")
    losses = []
    for f in (layer, native):
        tf.keras.utils.set_random_seed(1)
        model = tf.keras.Sequential([tf.keras.layers.Dense(8), Middle(f), tf.keras.layers.Dense(1)])
        model.compile(tf.keras.optimizers.SGD(0.05), "mse")
        history = model.fit(x, y, epochs=8, batch_size=16, shuffle=False, verbose=0)
        losses.append(history.history["loss"])
    np.testing.assert_allclose(losses[0], losses[1], rtol=1e-3)
    assert losses[0][-1] < losses[0][0]


SERVE = """
import sys, numpy as np, tensorflow as tf
import ribozyme as rz
from ribozyme.bindings import tensorflow as rt
if len(sys.argv) > 2:
    f = rt.op(rz.load(sys.argv[2]).roll)
model = tf.saved_model.load(sys.argv[1])
x = tf.constant([0.1, 0.5, -0.3], tf.float64)
try:
    print(np.asarray(model.run(x)).tolist(), np.asarray(model.slope(x)).tolist())
except tf.errors.NotFoundError as error:
    print("not found", error.message)
"""


def test_saved_model(tmp_path: Path) -> None:
    class Model(tf.Module):  # type: ignore[misc]
        @tf.function(input_signature=[tf.TensorSpec([None], tf.float64)])  # type: ignore[untyped-decorator,unused-ignore]
        def run(self, x: Any) -> Any:
            return ROLL(x)

        @tf.function(input_signature=[tf.TensorSpec([None], tf.float64)])  # type: ignore[untyped-decorator,unused-ignore]
        def slope(self, x: Any) -> Any:
            return grad(ROLL, x)

    model, x = Model(), tf.constant([0.1, 0.5, -0.3], tf.float64)
    tf.saved_model.save(model, str(tmp_path / "model"))

    def child(*args: Any) -> str:
        done = subprocess.run(
            [sys.executable, "-c", SERVE, str(tmp_path / "model"), *map(str, args)],
            capture_output=True, text=True, timeout=200, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    values = eval(child(FILE).replace("] [", "], ["))
    close(values[0], roll(x))
    close(values[1], grad(roll, x))
    said = child()
    assert "not found" in said and "import the module" in said


def test_compiled_by_xla_is_refused() -> None:
    with pytest.raises(tf.errors.OpError, match="RibozymeCall"):
        tf.function(ROLL, jit_compile=True)(drawn(4))


def test_bad_input() -> None:
    with pytest.raises(rz.Error) as caught:
        ROLL(tf.ones(3))
    assert caught.value.code == "RZ008" and "float64" in str(caught.value)
    for wrong in ([1.0, 2.0], 1.0):
        with pytest.raises(rz.Error):
            ROLL(wrong)
    with pytest.raises(rz.Error):
        rt.op(LIB.pick, like="index")(drawn(3), drawn(3))
    with pytest.raises(tf.errors.InvalidArgumentError, match="one number"):
        rt.op(LIB.energy)(drawn(3), drawn(2))


def test_an_exception_of_the_program() -> None:
    f = rt.op(rz.compile("""
    #include <stdexcept>
    extern "C" void f(const double *x, unsigned long n, double *out) {
        if (x[0] < 0) throw std::runtime_error("below zero");
        for (unsigned long i = 0; i < n; i++) out[i] = x[i] * x[i];
    }""", lang="c++").f)  # fmt: skip
    x = tf.abs(drawn(3))
    close(f(x), x * x)
    with pytest.raises(tf.errors.InternalError, match="below zero"):
        f(-x)
    close(f(x), x * x)


def test_the_snippet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "test.c").write_text(FILE.read_text())
    monkeypatch.chdir(tmp_path)
    inp = tf.constant(np.linspace(-1, 1, 6, dtype=np.float32).reshape(2, 3))

    from tf_enzyme import enzyme

    with tf.GradientTape() as tape:
        tape.watch(inp)
        out = enzyme(inp, filename="test.c", function="f")
        out = tf.sigmoid(out)
    with tf.GradientTape() as twin:
        twin.watch(inp)
        wanted = tf.sigmoid(tf.sin(inp) * inp)
    np.testing.assert_allclose(out, wanted, rtol=1e-6)
    np.testing.assert_allclose(
        tape.gradient(out, inp), twin.gradient(wanted, inp), rtol=1e-5, atol=1e-6
    )


def test_the_snippet_with_more_parameters(tmp_path: Path) -> None:
    """In double precision, of any shape, the rest by keyword."""
    from tf_enzyme import enzyme

    file = tmp_path / "test.c"
    file.write_text("""
    #include <math.h>
    #include <stddef.h>
    void g(const double *inp, size_t n, double *out, int power, double scale)
    {
        for (size_t i = 0; i < n; i++)
            out[i] = scale * pow(inp[i], power);
    }
    """)
    x, scale = drawn(2, 3, 4), tf.constant(0.5, tf.float64)

    def value(x: Any, scale: Any) -> Any:
        return enzyme(x, filename=file, function="g", power=3, scale=scale)

    for how in (value, tf.function(value)):
        with tf.GradientTape() as tape:
            tape.watch((x, scale))
            out = how(x, scale)
        close(out, 0.5 * x**3)
        slope, along = tape.gradient(out, (x, scale))
        close(slope, 1.5 * x**2)
        close(along, tf.reduce_sum(x**3))
    close(enzyme(x, 2.0, filename=file, function="g", power=2), 2 * x**2)
    for wrong in ({"powr": 1}, {}):
        with pytest.raises(rz.Error, match="power"):
            enzyme(x, 2.0, filename=file, function="g", **wrong)


def test_sizes_known_late_and_early_are_one_function() -> None:
    """As attributes of a graph, as its inputs, and in eager calls; in a saved graph, too."""
    a, x = drawn(3, 4), drawn(4)
    some = [tf.TensorSpec([None, 4], tf.float64), tf.TensorSpec([None], tf.float64)]
    early, late = tf.function(AFFINE.__call__), tf.function(AFFINE.__call__, input_signature=some)
    graphs = [how.get_concrete_function(a, x).graph for how in (early, late)]
    nodes = [
        next(node for node in graph.get_operations() if node.type == rt.NAME) for graph in graphs
    ]
    assert [len(node.inputs) for node in nodes] == [2, 3]
    assert nodes[0].outputs[0].shape == (3,)
    for how in (AFFINE, early, late):
        with tf.GradientTape() as tape:
            tape.watch(a)
            y = tf.reduce_sum(how(a, x) ** 2)
        close(tape.gradient(y, a), grad(lambda a: affine(a, x), a))


def test_integers_have_no_gradient() -> None:
    x, index = drawn(4), tf.constant([3, 0, 3], tf.int32)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = rt.op(LIB.pick, like="index")(x, index)
    slope, none = tape.gradient(y, (x, index))
    assert none is None
    close(slope, 2 * x * np.bincount(index, minlength=4))


def test_operators_copy_and_pickle() -> None:
    assert copy.deepcopy(ROLL) is ROLL
    again = pickle.loads(pickle.dumps(ROLL.given(n=4)))
    x = drawn(4)
    close(again(x), roll(x))
