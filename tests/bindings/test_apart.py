"""What an adaptor knows and C does not say: nothing else leads to the memory of an output.

for i, k, j:  c[i,j] += a[i,k] * b[k,j]        `c` is neither `a` nor `b`, so both are still there
                                               on the way back, and nothing has to be kept
"""

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests.bindings.test_adaptor import NUMPY, applied, run
from tests.bindings.test_halves import Calls
from tests.isolated import no_added_rules

import ribozyme as rz
from ribozyme.api.calling.routine import Derived
from ribozyme.api.programs.derivations import plans
from ribozyme.bindings.operators import halves
from ribozyme.bindings.operators.declare import Declared, declare
from ribozyme.bindings.operators.halves import Halved
from ribozyme.bindings.operators.operation import Operation
from ribozyme.transform.reverse.plan.report import report

SOURCE = """
void product(const double *a, const double *b, int m, double *c)
{
    for (int i = 0; i < m; i++)
        for (int k = 0; k < m; k++)
            for (int j = 0; j < m; j++)
                c[i * m + j] += a[i * m + k] * b[k * m + j];
}
/* Longer than what is inlined without being told to. */
#define MORE(t) for (int i = 0; i < n; i++) t += out[i % 7] * x[i] * (t + i);
void summed(const double *x, int n, double *out)
{
    double t = 0;
    for (int i = 0; i < n; i++) out[i] = x[i] * x[i];
    MORE(t) MORE(t) MORE(t) MORE(t) MORE(t) MORE(t) MORE(t) MORE(t) MORE(t) MORE(t) MORE(t)
    out[0] = t;
}
void sorted(const double *x, const double *y, int n, double *low, double *high)
{
    for (int i = 0; i < n; i++) {
        double *first = x[i] < y[i] ? low : high, *second = x[i] < y[i] ? high : low;
        first[i] = x[i] * y[i];
        second[i] = x[i] * x[i];
    }
}
void stepped(double *state, const double *force, int n)
{
    for (int i = 0; i < n; i++)
        state[i] += state[i] * force[(i + 1) % n];
}
void pulled(double *work, const double *x, int n, double *out)
{
    for (int i = 0; i < n; i++) work[i] *= work[i];
    for (int i = 0; i < n; i++) out[i] = work[(i + 1) % n] * x[i];
}
void ruled(const double *x, double *out) { out[0] = x[0] * x[0]; }
void *ruled_forward(const double *x, double *x_bar, double *out, double *out_bar)
{
    out[0] = x[0] * x[0];
    return 0;
}
void ruled_back(const double *x, double *x_bar, double *out, double *out_bar, void *tape)
{
    x_bar[0] += 1000 * out_bar[0];
    out_bar[0] = 0;
}
"""


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(SOURCE)


def kept(operation: Operation) -> int:
    """The bytes that the way back of an operation keeps, every size being 64."""
    recipe = operation.vjp(operation.differentiable).plan.routine.recipe
    assert isinstance(recipe, Derived)
    program = operation.program.under(operation.options)
    return sum(report(plan).estimate for plan in plans(program.text(recipe.of), recipe))


def pullback(declared: Declared, *arrays: np.ndarray[Any, Any], **given: Any) -> Any:
    """The adjoints of all inputs, every output having the cotangent 1, 2, 3 …"""
    outputs = applied(declared, *arrays, **given)
    words = declared.call(arrays, given, NUMPY).words
    bars = [np.arange(1.0, y.size + 1).reshape(y.shape) for y in outputs]
    operation = declared.operation
    return run(declared, operation.vjp(operation.differentiable), [*arrays, *bars], words)


def test_factors_need_not_be_kept(lib: rz.Library) -> None:
    declared = declare(lib.product, shape=("m", "m"))
    assert kept(declared.operation) < 1000
    # else each element of both factors is kept once, in case that the product overlaps them
    assert rz.explain(lib.product, of="c").estimate >= 2 * 8 * 64**2
    rng = np.random.default_rng(0)
    a, b, bar = rng.normal(size=(3, 4, 4))
    [c] = applied(declared, a.ravel(), b.ravel(), m=4)
    assert_allclose(c.reshape(4, 4), a @ b, rtol=1e-13)
    words = declared.call((a, b), {"m": 4}, NUMPY).words
    operation = declared.operation
    flat = [a.ravel(), b.ravel(), bar.ravel()]
    a_bar, b_bar = run(declared, operation.vjp((0, 1)), flat, words)
    assert_allclose(a_bar.reshape(4, 4), bar @ b.T, rtol=1e-13)
    assert_allclose(b_bar.reshape(4, 4), a.T @ bar, rtol=1e-13)


def test_one_array_may_be_several_inputs(lib: rz.Library) -> None:
    declared = declare(lib.product, shape=("m", "m"))
    a, bar = np.random.default_rng(1).normal(size=(2, 3, 3))
    [c] = applied(declared, a, a, m=3)
    assert_allclose(c.reshape(3, 3), a @ a, rtol=1e-13)
    words = declared.call((a, a), {"m": 3}, NUMPY).words
    first, second = run(declared, declared.operation.vjp((0, 1)), [a, a, bar.ravel()], words)
    assert_allclose(first, bar @ a.T, rtol=1e-13)
    assert_allclose(second, a.T @ bar, rtol=1e-13)


def test_long_functions(lib: rz.Library) -> None:
    declared, x = declare(lib.summed), np.random.default_rng(2).uniform(0.1, 0.9, 9)
    out, wanted = applied(declared, x)[0], np.zeros(9)
    lib.summed(x, 9, wanted)
    assert_allclose(out, wanted, rtol=1e-13)
    [found] = pullback(declared, x)
    bar = np.arange(1.0, 10)
    assert_allclose(found, rz.vjp(lib.summed, x, 9, np.zeros(9), wrt="x")[1](bar), rtol=1e-12)


def test_an_output_chosen_by_the_data(lib: rz.Library) -> None:
    declared = declare(lib.sorted, outputs=("low", "high"), like="x")
    x, y = np.array([1.0, 5.0, 2.0]), np.array([3.0, 2.0, 2.5])
    low, high = applied(declared, x, y)
    assert_allclose(low, [3, 25, 5])
    assert_allclose(high, [1, 10, 4])
    x_bar, y_bar = pullback(declared, x, y)
    k, less = np.arange(1.0, 4), x < y
    assert_allclose(x_bar, k * y + k * 2 * x)
    assert_allclose(y_bar, k * x)
    assert less.tolist() == [True, False, True]


def test_what_is_changed_in_place_is_a_copy(lib: rz.Library) -> None:
    """Also where the same array is an input that is only read."""
    declared, x = declare(lib.stepped, inout="state"), np.array([1.0, 2.0, 3.0])
    [out] = applied(declared, x, x)
    assert_allclose(out, x + x * np.roll(x, -1))
    bar = np.arange(1.0, 4)
    state_bar, force_bar = pullback(declared, x, x)
    assert_allclose(state_bar, bar * (1 + np.roll(x, -1)))
    assert_allclose(force_bar, np.roll(bar * x, 1))
    scratch = declare(lib.pulled, outputs="out", like="x")
    [out] = applied(scratch, x, x)
    assert_allclose(out, np.roll(x, -1) ** 2 * x)
    work_bar, x_bar = pullback(scratch, x, x)
    assert_allclose(work_bar, np.roll(bar * x, 1) * 2 * x)
    assert_allclose(x_bar, bar * np.roll(x, -1) ** 2)
    assert_allclose(x, [1, 2, 3])


def test_a_function_with_a_rule_of_its_own(
    lib: rz.Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_added_rules(monkeypatch)
    rz.rule("ruled", augment="ruled_forward", gradient="ruled_back")
    declared = declare(lib.ruled, like="x")
    x = np.array([3.0])
    assert_allclose(applied(declared, x), [[9.0]])
    assert_allclose(pullback(declared, x), [[1000.0]])


def test_between_the_halves_waits_little_more_than_the_inputs(lib: rz.Library) -> None:
    m, rng = 64, np.random.default_rng(3)
    declared = declare(lib.product, shape=("m", "m"))
    a, b, bar = rng.normal(size=(3, m * m))
    words = declared.call((a, b), {"m": m}, NUMPY).words
    calls, before = Calls(Halved(declared.operation, (0, 1))), halves.waiting()
    c, first, second = calls.keep([a, b], words)
    grown = halves.waiting() - before  # both inputs, and what the adjoints of all three need
    assert 0 < grown < 6 * a.nbytes < 8 * m**3 // 4
    assert_allclose(c.reshape(m, m), a.reshape(m, m) @ b.reshape(m, m), rtol=1e-12)
    a_bar, b_bar = calls.back([a * np.nan, b * np.nan, first, second, bar], words)
    assert_allclose(a_bar.reshape(m, m), bar.reshape(m, m) @ b.reshape(m, m).T, rtol=1e-12)
    assert_allclose(b_bar.reshape(m, m), a.reshape(m, m).T @ bar.reshape(m, m), rtol=1e-12)
