"""The public surface, a paragraph of promises at a time: what each name does, as a user meets it.

Depth is elsewhere (`tests/bindings`, `tests/unit`); here every promise is kept once, and shown.
"""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

import ribozyme as rz
from ribozyme.base.errors import CODES

SOURCE = """
#include <math.h>
#include <stddef.h>
double f(double x) { return x * x; }
double weighted(const double *x, const float *w, size_t n, double k)
{
    double s = 0;
    for (size_t i = 0; i < n; i++)
        s += k * w[i] * x[i] * x[i];
    return s;
}
void both(const double *x, int n, double *sum, double *out)
{
    *sum = 0;
    for (int i = 0; i < n; i++) {
        *sum += x[i];
        out[i] = sin(x[i]) * x[0];
    }
}
void relax(double *x, int n)
{
    for (int i = 1; i < n; i++)
        x[i] = x[i] * x[i - 1];
}
void cubes(const double *x, int n, double *out)
{
    for (int i = 0; i < n; i++)
        out[i] = x[i] * x[i] * x[i];
}
static int runs;
double noted(double x) { return x * ++runs; }
int how_often(void) { return runs; }
"""


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(SOURCE, lang="c")


X = np.array([1.0, 2.0, 3.0])


# ---- loading -------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", [".c", ".cc", ".cpp", ".cxx"])
def test_files_are_taken_by_their_suffix(tmp_path: Path, suffix: str) -> None:
    one, two = tmp_path / f"one{suffix}", tmp_path / f"two{suffix}"
    one.write_text("double two(double);\ndouble one(double x) { return N * two(x); }\n")
    two.write_text("double two(double x) { return x * x; }\n")
    lib = rz.load(one, str(two), flags=["-DN=3"])
    assert lib.one(2.0) == 12.0 and rz.grad(lib.one)(2.0) == 12.0


def test_bitcode_and_text_of_any_producer(tmp_path: Path) -> None:
    from ribozyme.backend import llvm

    text = "define double @f(double %x) {\n  %y = fmul double %x, %x\n  ret double %y\n}\n"
    (tmp_path / "f.ll").write_text(text)
    (tmp_path / "f.bc").write_bytes(llvm.to_bitcode(text))
    for name in ("f.ll", "f.bc"):
        assert rz.grad(rz.load(tmp_path / name).f)(3.0) == 6.0


def test_functions_of_a_library_by_name(lib: rz.Library) -> None:
    assert lib.f(3.0) == lib["f"](3.0) == 9.0
    assert str(lib.f.signature) == "double f(double x)"
    cxx = rz.compile("namespace ns { double f(double x) { return 2 * x; } }", lang="c++")
    assert cxx["ns::f"](1.0) == cxx["f"](1.0) == 2.0


# ---- derivatives ---------------------------------------------------------------------------------


def test_the_transforms(lib: rz.Library) -> None:
    assert rz.grad(lib.f)(3.0) == 6.0
    assert rz.grad(lib.f, wrt="x")(3.0) == rz.grad(lib.f, wrt=0)(3.0) == 6.0
    assert rz.value_and_grad(lib.f, wrt="x")(3.0) == (9.0, 6.0)
    assert rz.jvp(lib.f, (3.0,), (2.0,)) == (9.0, 12.0)
    value, pullback = rz.vjp(lib.f, 3.0)
    assert (value, pullback(1.0), pullback(2.0)) == (9.0, 6.0, 12.0)
    assert rz.hessian(lib.f)(3.0) == 2.0
    assert rz.hvp(lib.f, (3.0,), 5.0) == 10.0
    assert rz.grad(rz.grad(lib.f))(3.0) == 2.0
    assert rz.check(lib.f, 3.0)
    assert "gradient of 'f' by x" in str(rz.explain(lib.f, wrt="x"))
    assert "define" in rz.grad(lib.f).ir and "ret" in rz.grad(lib.f).asm


def test_inputs_are_by_default_all_floats_that_are_read(lib: rz.Library) -> None:
    w = np.ones(3, np.float32)
    x_bar, w_bar, k_bar = rz.grad(lib.weighted)(X, w, 3, 2.0)
    assert_allclose(x_bar, 4 * X)
    assert w_bar.dtype == np.float32
    assert_allclose(w_bar, 2 * X**2)
    assert k_bar == 14.0
    (only,) = rz.vjp(lib.cubes, X, 3, np.zeros(3), wrt=("x",))[1](np.ones(3))
    assert_allclose(only, 3 * X**2)  # `out` is written and never read, so it is no input


def test_one_name_gives_a_derivative_and_a_tuple_gives_a_tuple(lib: rz.Library) -> None:
    args = (X, np.ones(3, np.float32), 3, 2.0)
    assert isinstance(rz.grad(lib.weighted, wrt="k")(*args), float)
    assert rz.grad(lib.weighted, wrt=("k",))(*args) == (14.0,)
    k_bar, x_bar = rz.grad(lib.weighted, wrt=("k", "x"))(*args)  # in the order asked for
    assert x_bar.shape == (3,) and k_bar == 14.0


def test_a_void_function_has_an_output_to_be_named_if_there_are_several(lib: rz.Library) -> None:
    total, out = np.zeros(1), np.zeros(3)
    with pytest.raises(rz.UsageError, match=r'of="sum", or of=\(') as asked:
        rz.vjp(lib.both, X, 3, total, out)
    assert asked.value.code == "RZ009"
    value, pullback = rz.vjp(lib.both, X, 3, total, out, of="sum", wrt="x")
    assert value is total and total[0] == 6.0
    assert_allclose(pullback(np.ones(1)), np.ones(3))
    (total, out), pullback = rz.vjp(lib.both, X, 3, total, out, of=("sum", "out"), wrt="x")
    rows = np.diag(np.cos(X) * X[0])
    rows[:, 0] += np.sin(X)
    assert_allclose(pullback(np.ones(1), np.array([1.0, 0, 0])), 1 + rows[0])
    of_out = rz.jacobian(lib.both, wrt="x", of="out")(X, 3, total, out)
    assert_allclose(of_out, rows)  # its shape: of the output, then of the input


def test_what_is_read_and_written_is_input_before_and_output_after(lib: rz.Library) -> None:
    start = np.array([2.0, 3.0, 4.0])
    x = start.copy()
    value, pullback = rz.vjp(lib.relax, x, 3)
    assert value is x
    assert_allclose(x, [2, 6, 24])  # as the primal leaves it
    assert_allclose(pullback(np.array([0.0, 0.0, 1.0])), [12, 8, 6])
    x = start.copy()
    _, tangent = rz.jvp(lib.relax, (x, 3), (np.array([1.0, 0, 0]), None))
    assert_allclose(x, [2, 6, 24])
    assert_allclose(tangent, [1, 3, 12])
    x = start.copy()
    jacobian = rz.jacobian(lib.relax)(x, 3)
    assert_allclose(x, [2, 6, 24])
    assert_allclose(jacobian[2], [12, 8, 6])


def test_derivatives_are_new_arrays(lib: rz.Library) -> None:
    g = rz.grad(lib.weighted, wrt="x")
    one, two = (g(X, np.ones(3, np.float32), 3, 1.0) for _ in range(2))
    assert not any(np.shares_memory(one, other) for other in (two, X))
    out = np.zeros(3)
    _, tangent = rz.jvp(lib.cubes, (X, 3, out), (X, None, None))
    assert not np.shares_memory(tangent, out) and not np.shares_memory(tangent, X)


def test_arguments_by_name(lib: rz.Library) -> None:
    w = np.ones(3, np.float32)
    assert lib.weighted(k=2.0, n=3, w=w, x=X) == 28.0
    assert rz.grad(lib.weighted, wrt="k")(X, n=3, w=w, k=2.0) == 14.0
    assert rz.jacobian(lib.cubes, wrt="x")(X, out=np.zeros(3), n=3).shape == (3, 3)


def test_second_order_products_of_several_inputs(lib: rz.Library) -> None:
    w = np.ones(3, np.float32)
    x_bar, k_bar = rz.hvp(lib.weighted, (X, w, 3, 2.0), (np.ones(3), 1.0), wrt=("x", "k"))
    assert_allclose(x_bar, 2 * 2.0 + 2 * X)
    assert k_bar == pytest.approx(2 * X.sum())


def test_batches_and_halves(lib: rz.Library) -> None:
    assert_allclose(rz.vmap(rz.grad(lib.f))(X), 2 * X)
    fwd, rev = rz.split(lib.f)
    value, tape = fwd(3.0)
    assert (value, rev(tape), rev(tape, 2.0)) == (9.0, 6.0, 12.0)


# ---- the exact layer -----------------------------------------------------------------------------


def test_the_exact_layer_accumulates_and_returns_what_is_active(lib: rz.Library) -> None:
    w, x_bar = np.ones(3, np.float32), np.full(3, 100.0)
    arguments = (rz.Duplicated(X, x_bar), rz.Const(w), rz.Const(3), rz.Active(2.0))
    assert rz.autodiff(rz.Reverse, lib.weighted, *arguments) == 14.0
    assert_allclose(x_bar, 100 + 4 * X)
    out, out_bar = np.zeros(3), np.ones(3)
    x_bar = np.zeros(3)
    found = rz.autodiff(
        rz.Reverse, lib.cubes, rz.Duplicated(X, x_bar), rz.Const(3),
        rz.DuplicatedNoNeed(out, out_bar),
    )  # fmt: skip
    assert found is None and not out_bar.any()
    assert_allclose(x_bar, 3 * X**2)
    forward = rz.autodiff(rz.Forward, lib.f, rz.Duplicated(3.0, 1.0))
    assert forward == 6.0
    assert rz.autodiff(rz.ReverseWithPrimal, lib.f, rz.Active(3.0)) == (9.0, 6.0)
    assert rz.autodiff(rz.ForwardWithPrimal, lib.f, rz.Duplicated(3.0, (1.0, 2.0))) == (
        9.0,
        (6, 12),
    )


# ---- options, rules, errors ----------------------------------------------------------------------


def test_options_are_the_same_words_everywhere(lib: rz.Library, tmp_path: Path) -> None:
    with rz.options(fast_math=True, threads=2) as now:
        assert now.fast_math and now.threads == 2
        assert rz.grad(lib.f)(3.0) == 6.0
    assert rz.grad(lib.f, optimise_first=False, check="always", cache=False)(3.0) == 6.0
    (tmp_path / "f.c").write_text("double f(double x) { return x * x; }")
    command = [sys.executable, "-m", "ribozyme.cli.main", "grad", "f.c:f", "--fast-math"]
    words = ["--optimise-first=no", "--check=never", "--memory=1GB", "--threads=2"]
    done = subprocess.run(
        [*command, *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and "@f_grad(double" in done.stdout


def test_the_first_call_is_compared_where_running_again_goes_unnoticed(lib: rz.Library) -> None:
    before = lib.how_often()
    assert rz.grad(lib.noted)(1.0) == before + 1
    assert lib.how_often() == before + 1
    assert "not compared" in str(rz.explain(lib.noted))
    report = rz.check(lib.f, 3.0)
    assert bool(report) and str(report).startswith("derivative of 'f' at the given point: passed")


def test_rules_of_ones_own() -> None:
    lib = rz.compile(
        "double mystery(double); void mylog_value(double);\n"
        "double f(double x) { double y = mystery(x); mylog_value(y); return y; }"
    )
    with pytest.raises(rz.NoDerivative, match="mystery"):
        rz.grad(lib.f, check="never").ir
    text = """
        import ribozyme as rz
        @rz.rule("cbrt")
        def _(x, r, dx):
            return dx / (3 * r * r)
        rz.inactive("mylog_*")
        lib = rz.compile('''
            #include <math.h>
            #include <stdio.h>
            void mylog_value(double x) { static double last; last = x; (void)last; }
            double f(double x) { double y = cbrt(x); mylog_value(y); return y; }
        ''')
        print(rz.grad(lib.f)(8.0))
    """
    import textwrap

    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(text)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) == pytest.approx(1 / 12)


def test_errors_have_a_code_a_place_a_reason_and_a_way_out() -> None:
    lib = rz.compile("double voigt(double);\ndouble loss(double x) {\n  return voigt(x) * x;\n}\n")
    with pytest.raises(rz.NoDerivative) as caught:
        rz.grad(lib.loss)(1.0)
    failure = caught.value
    assert isinstance(failure, rz.Error) and failure.code == "RZ201"
    assert failure.location is not None and failure.location.line == 3
    assert failure.fixes and isinstance(failure.chain, tuple)
    families: dict[str, Any] = {code: entry.family for code, entry in CODES.items()}
    for name, code in (
        ("CompileError", "RZ020"), ("NoDerivative", "RZ201"), ("TypeUnknown", "RZ301"),
        ("ActivityError", "RZ404"), ("InternalError", "RZ901"), ("SignatureError", "RZ501"),
    ):  # fmt: skip
        assert families[code] is getattr(rz, name)


# ---- the module itself ---------------------------------------------------------------------------

WITHOUT_FRAMEWORKS = """
import inspect, pydoc, sys
for name in ("torch", "jax", "tensorflow"):
    sys.modules[name] = None
import ribozyme as rz
"""


@pytest.mark.parametrize(
    "question",
    [
        "assert not hasattr(rz, 'torch') and getattr(rz, 'jax', 5) == 5",
        "assert {'grad', 'load', 'Error'} <= dict(inspect.getmembers(rz)).keys()",
        "assert 'ribozyme' in pydoc.render_doc(rz)",
        "assert 'tensorflow' in dir(rz) and not hasattr(rz, 'tensorflow')",
        "assert not hasattr(rz, 'nothing')",
        "from ribozyme import *",
        "import unittest.mock as m\nassert m.create_autospec(rz) is not None",
    ],
)
def test_the_module_answers_without_frameworks(question: str) -> None:
    subprocess.run([sys.executable, "-c", WITHOUT_FRAMEWORKS + question], check=True, timeout=120)


@pytest.mark.parametrize(
    "use",
    ["rz.torch.op", "from ribozyme import torch", "import ribozyme.jax", "rz.tensorflow.op(0)"],
)
def test_a_framework_that_is_missing_says_so_when_it_is_used(use: str) -> None:
    code = f"{WITHOUT_FRAMEWORKS}\ntry:\n    {use}\nexcept rz.MissingFramework as e:\n    print(e)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "RZ024" in done.stdout and "is not installed" in done.stdout
    assert "pip install 'ribozyme[" in done.stdout


def test_a_framework_that_is_broken_says_why(tmp_path: Path) -> None:
    (tmp_path / "torch.py").write_text("raise ImportError('libcudart.so.12: cannot open')\n")
    code = "import sys\nsys.path.insert(0, sys.argv[1])\nimport ribozyme as rz\n"
    code += "assert not hasattr(rz, 'torch')\ntry:\n    rz.torch.op\n"
    code += "except rz.Error as e:\n    print(e)"
    command = [sys.executable, "-c", code, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "torch is installed and cannot be imported: libcudart.so.12" in done.stdout
