"""Operations and their native code, driven with NumPy: what every framework's binding rests on."""

import ctypes
from typing import Any

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.bindings.operators.adaptor import adaptor, call_words
from ribozyme.bindings.operators.declare import Declared, Measure, declare
from ribozyme.bindings.operators.operation import ITEMSIZE, Operation

SOURCE = """
#include <math.h>
#include <stddef.h>
void roll(const double *inp, size_t n, double *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = sin(inp[i]) * inp[(i + 1) % n];
}
double loss(const double *x, size_t n, double scale)
{
    double s = 0;
    for (size_t i = 0; i < n; i++)
        s += x[i] * x[i] * x[i];
    return s * scale;
}
void affine(const float *a, const float *x, int rows, int cols, float *y)
{
    for (int i = 0; i < rows; i++) {
        float s = 0;
        for (int j = 0; j < cols; j++)
            s += a[i * cols + j] * x[j];
        y[i] = s;
    }
}
struct spring { double k; int power; };
void pull(const double *x, int n, struct spring s, const struct spring *t, double *out)
{
    for (int i = 0; i < n; i++)
        out[i] = s.k * pow(x[i], s.power) + t->k * x[i];
}
void pick(const double *x, const int *index, int n, double *out)
{
    for (int i = 0; i < n; i++)
        out[i] = x[index[i]] * x[index[i]];
}
void step(double *state, int n, double dt)
{
    for (int i = 0; i < n; i++)
        state[i] += dt * state[i] * state[i];
}
void two(const double *x, int n, double *sines, double *total)
{
    for (int i = 0; i < n; i++) {
        sines[i] = sin(x[i]);
        *total += x[i] * x[i];
    }
}
double work(const double *x, int n, double *room)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        room[i] = x[i] * x[i];
    for (int i = 0; i < n; i++)
        s += room[i] * x[i];
    return s;
}
void text(const char *const *names, double *out) { out[0] = names[0][0]; }
"""

NUMPY = Measure(lambda x: int(np.asarray(x).size), np.shape)


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(SOURCE)


def run(
    declared: Declared,
    operation: Operation,
    arrays: list[np.ndarray[Any, Any]],
    words: tuple[int, ...],
    batch: int | None = None,
    shared: tuple[int, ...] = (),
) -> list[np.ndarray[Any, Any]]:
    """Lay out a call as the glue of a framework would, and run it."""
    count = 1 if batch is None else batch
    call = (ctypes.c_int64 * call_words(operation))()
    call[0] = count
    shapes = []
    for k, array in enumerate(arrays):
        assert array.flags.c_contiguous
        one = array.nbytes if k in shared or batch is None else array.nbytes // max(count, 1)
        call[2 + 3 * k : 5 + 3 * k] = [array.ctypes.data, 0 if k in shared else one, one]
        shapes.append(array.shape if k in shared or batch is None else array.shape[1:])
    outputs = []
    lead = () if batch is None else (batch,)
    for j, port in enumerate(operation.outputs):
        shape = shapes[port.like] if port.like >= 0 else ()
        if port.buffer >= 0:
            shape = (words[port.buffer],)
        output = np.full(lead + shape, np.nan, port.dtype)
        one = int(np.prod(shape, dtype=int)) * ITEMSIZE[port.dtype]
        call[2 + 3 * (len(arrays) + j) : 5 + 3 * (len(arrays) + j)] = [
            output.ctypes.data, one, one,
        ]  # fmt: skip
        outputs.append(output)
    if words:
        call[-len(words) :] = words
    adaptor(operation).run(call)
    return outputs


def applied(declared: Declared, *args: Any, **given: Any) -> list[np.ndarray[Any, Any]]:
    call = declared.call(args, given, NUMPY)
    return run(declared, declared.operation, [np.asarray(t) for t in call.tensors], call.words)


def roll(x: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return np.sin(x) * np.roll(x, -1, -1)


def test_the_primal_by_the_convention(lib: rz.Library) -> None:
    declared = declare(lib.roll)
    x = np.linspace(-1, 2, 6)
    [out] = applied(declared, x)
    np.testing.assert_allclose(out, roll(x), rtol=1e-14)
    assert declared.call((x,), {}, NUMPY).shapes == (None,)
    assert declared.operation.outputs[0].like == 0


def test_a_size_may_be_given(lib: rz.Library) -> None:
    x = np.linspace(-1, 2, 6)
    [out] = applied(declare(lib.roll), x, n=3)
    np.testing.assert_allclose(out, [*roll(x[:3]), 0, 0, 0], rtol=1e-14)


def test_a_batch_loops_natively_and_shares(lib: rz.Library) -> None:
    declared = declare(lib.loss)
    x, scale = np.arange(12.0).reshape(4, 3), np.array(0.5)
    [out] = run(declared, declared.operation, [x, scale], (3,), 4, (1,))
    np.testing.assert_allclose(out, 0.5 * (x**3).sum(1), rtol=1e-14)
    pull = declared.operation.vjp((0, 1))
    one = np.ones(4)
    x_bar, scale_bar = run(declared, pull, [x, scale, one], (3,), 4, (1,))
    np.testing.assert_allclose(x_bar, 1.5 * x**2, rtol=1e-14)
    np.testing.assert_allclose(scale_bar, (x**3).sum(1), rtol=1e-14)
    [empty] = run(declared, declared.operation, [x[:0], scale], (3,), 0, (1,))
    assert empty.shape == (0,)


def test_vjp_of_arrays_leaves_its_inputs_alone(lib: rz.Library) -> None:
    declared = declare(lib.roll)
    x, g = np.linspace(-1, 2, 600), np.linspace(1, 3, 600)
    kept = x.copy(), g.copy()
    [x_bar] = run(declared, declared.operation.vjp((0,)), [x, g], (600, 600))
    expected = np.cos(x) * np.roll(x, -1) * g + np.roll(np.sin(x) * g, 1)
    np.testing.assert_allclose(x_bar, expected, rtol=1e-13)
    np.testing.assert_array_equal(x, kept[0])
    np.testing.assert_array_equal(g, kept[1])


def test_jvp_is_the_transpose_of_vjp(lib: rz.Library) -> None:
    declared = declare(lib.roll)
    rng = np.random.default_rng(1)
    x, v, w = rng.normal(size=(3, 7))
    [pushed] = run(declared, declared.operation.jvp((0,)), [x, v], (7, 7))
    [pulled] = run(declared, declared.operation.vjp((0,)), [x, w], (7, 7))
    np.testing.assert_allclose(w @ pushed, v @ pulled, rtol=1e-13)


@pytest.mark.parametrize("steps", ["vv", "vj", "jv", "jj"])
def test_second_order(lib: rz.Library, steps: str) -> None:
    """The derivative of a derivative, against central differences of it."""
    declared = declare(lib.roll)
    rng = np.random.default_rng(2)
    n = 5
    first = getattr(declared.operation, {"v": "vjp", "j": "jvp"}[steps[0]])((0,))
    second = getattr(first, {"v": "vjp", "j": "jvp"}[steps[1]])((0, 1))
    x, u, dx, du, w = rng.normal(size=(5, n))
    h = 1e-5
    words = (n, n)

    def along(t: float) -> np.ndarray[Any, Any]:
        return run(declared, first, [x + t * dx, u + t * du], words)[0]

    slope = (along(h) - along(-h)) / (2 * h)
    if steps[1] == "j":
        [found] = run(declared, second, [x, u, dx, du], words)
        np.testing.assert_allclose(found, slope, rtol=1e-8, atol=1e-8)
    else:
        x_bar, u_bar = run(declared, second, [x, u, w], words)
        np.testing.assert_allclose(x_bar @ dx + u_bar @ du, slope @ w, rtol=1e-7)


def test_several_inputs_sizes_and_a_shape(lib: rz.Library) -> None:
    declared = declare(lib.affine, sizes={"rows": ("a", 0), "cols": ("a", 1)}, shape=("rows",))
    a = np.arange(6, dtype=np.float32).reshape(2, 3)
    x = np.array([1, 2, 3], np.float32)
    [y] = applied(declared, a, x)
    np.testing.assert_allclose(y, a @ x)
    g = np.array([1, -1], np.float32)
    a_bar, x_bar = run(declared, declared.operation.vjp((0, 1)), [a, x, g], (2, 2, 3))
    np.testing.assert_allclose(a_bar, np.outer(g, x))
    np.testing.assert_allclose(x_bar, g @ a)
    [only_x] = run(declared, declared.operation.vjp((1,)), [a, x, g], (2, 2, 3))
    np.testing.assert_allclose(only_x, g @ a)


def test_shapes_by_function(lib: rz.Library) -> None:
    declared = declare(
        lib.affine, sizes={"rows": ("a", 0), "cols": ("a", 1)}, shape=lambda a, cols: (a[0], 1)
    )
    a, x = np.ones((2, 3), np.float32), np.ones(3, np.float32)
    assert declared.call((a, x), {}, NUMPY).shapes == ((2, 1),)


def test_structs_are_attributes(lib: rz.Library) -> None:
    declared = declare(lib.pull)
    x = np.array([1.0, 2.0, 3.0])
    [out] = applied(declared, x, s={"k": 2.0, "power": 3}, t={"k": 0.5, "power": 0})
    np.testing.assert_allclose(out, 2 * x**3 + 0.5 * x)


def test_integer_arrays(lib: rz.Library) -> None:
    declared = declare(lib.pick, like="index")
    x, index = np.array([1.0, 2.0, 3.0]), np.array([2, 0, 2, 2], np.int32)
    [out] = applied(declared, x, index)
    np.testing.assert_allclose(out, x[index] ** 2)
    assert declared.operation.differentiable == (0,)
    g = np.arange(4.0)
    [x_bar] = run(declared, declared.operation.vjp((0,)), [x, index, g], (4, 4))
    np.testing.assert_allclose(x_bar, 2 * x * np.bincount(index, g, 3))


def test_inout(lib: rz.Library) -> None:
    declared = declare(lib.step, inout="state")
    x, dt = np.array([1.0, 2.0]), np.array(0.25)
    [out] = applied(declared, x, dt)
    np.testing.assert_allclose(out, x + 0.25 * x * x)
    np.testing.assert_array_equal(x, [1, 2])
    g = np.array([1.0, 10.0])
    x_bar, dt_bar = run(declared, declared.operation.vjp((0, 1)), [x, dt, g], (2,))
    np.testing.assert_allclose(x_bar, g * (1 + 0.5 * x))
    np.testing.assert_allclose(dt_bar, g @ (x * x))


def test_several_outputs(lib: rz.Library) -> None:
    declared = declare(lib.two, outputs=("sines", "total"), shape={"total": ()})
    x = np.array([1.0, 2.0, 3.0])
    sines, total = applied(declared, x)
    np.testing.assert_allclose(sines, np.sin(x))
    np.testing.assert_allclose(total, [14.0])
    g, h = np.array([1.0, 0.0, 2.0]), np.array([0.5])
    [x_bar] = run(declared, declared.operation.vjp((0,)), [x, g, h], (3, 1, 3))
    np.testing.assert_allclose(x_bar, np.cos(x) * g + x)


def test_written_inputs_are_copied(lib: rz.Library) -> None:
    declared = declare(lib.work, sizes={"n": "x"})
    x, room = np.array([1.0, 2.0]), np.array([7.0, 7.0])
    [out] = applied(declared, x, room)
    assert out == 9.0
    np.testing.assert_array_equal(room, [7, 7])


def test_names_are_the_same_in_another_library(lib: rz.Library) -> None:
    again = rz.compile(SOURCE)
    assert declare(lib.roll).operation.name == declare(again.roll).operation.name
    assert declare(lib.roll).operation.name != declare(lib.roll, inout="out").operation.name


def refusal(make: Any) -> rz.Error:
    with pytest.raises(rz.Error) as caught:
        make()
    return caught.value


def test_what_is_not_clear_is_asked(lib: rz.Library) -> None:
    x = np.ones(3)
    assert refusal(lambda: declare(lib.affine)).code == "RZ009"
    assert refusal(lambda: declare(lib.two)).code == "RZ009"
    assert refusal(lambda: declare(lib.text)).code == "RZ012"
    assert refusal(lambda: declare(lib.roll, like="nothing")).code == "RZ001"
    assert refusal(lambda: declare(lib.roll, outputs="nothing")).code == "RZ013"
    assert refusal(lambda: declare(lib.roll, outputs="inp")).code == "RZ010"
    assert refusal(lambda: declare(lib.roll, sizes={"n": "out"})).code == "RZ001"
    assert refusal(lambda: declare(lib.roll, sizes={"m": "inp"})).code == "RZ013"
    assert refusal(lambda: declare(lib.roll, shape=lambda y: y)).code == "RZ013"
    assert refusal(lambda: declare(rz.grad(lib.loss))).code == "RZ008"
    roll = declare(lib.roll)
    assert refusal(lambda: roll.call((), {}, NUMPY)).code == "RZ011"
    assert refusal(lambda: roll.call((x, x), {}, NUMPY)).code == "RZ011"
    assert refusal(lambda: roll.call((x,), {"inp": x}, NUMPY)).code == "RZ011"
    assert refusal(lambda: roll.call((x,), {"out": x}, NUMPY)).code == "RZ011"
    assert refusal(lambda: roll.call((x,), {"m": 3}, NUMPY)).code == "RZ013"
    assert refusal(lambda: roll.call((x,), {"n": -1}, NUMPY)).code == "RZ008"
    assert refusal(lambda: roll.call((x,), {"n": 1.5}, NUMPY)).code == "RZ008"
    assert refusal(lambda: declare(lib.pull).call((x,), {}, NUMPY)).code == "RZ011"
