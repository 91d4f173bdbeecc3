"""What cannot be meant is an exception, before anything runs: it names the argument, says what that
wants and what it got, on one screen.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ribozyme as rz

SOURCE = """
double total(const double *x, int n, double k)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += k * x[i] * x[i];
    return s;
}
void scale(const double *x, double *out, unsigned n, double k)
{
    for (unsigned i = 0; i < n; i++)
        out[i] = k * x[i];
}
double weighed(const double *x, const double *w, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * (w ? w[i] : 1.0);
    return s;
}
struct pair { double a, b; };
double product(const struct pair *p) { return p->a * p->b; }
double two(double x, double y) { return x * y; }
"""


@pytest.fixture(scope="module")
def lib() -> rz.Library:
    return rz.compile(SOURCE)


def refused(call: Callable[[], Any], *words: str, code: str) -> None:
    """A call is refused in these words, on one screen."""
    with pytest.raises(rz.Error) as caught:
        call()
    said = str(caught.value)
    assert caught.value.code == code, said
    for word in words:
        assert word in said
    assert len(said.splitlines()) <= 24 and max(map(len, said.splitlines())) <= 200


X, OUT = np.arange(3.0), np.zeros(3)


def test_dtype_order_and_shape(lib: rz.Library) -> None:
    g = rz.grad(lib.total)
    refused(
        lambda: g(X.astype(np.float32), 3, 1.0),
        "argument 'x' of 'grad(total)' wants an array of float64",
        "it got an array of float32 of shape (3,)",
        "numpy.ascontiguousarray(x, dtype=numpy.float64)",
        code="RZ008",
    )
    refused(lambda: g(np.zeros((4, 4))[:, 1], 3, 1.0), "'x'", "C-contiguous", code="RZ008")
    refused(lambda: g([1.0, 2.0], 2, 1.0), "'x'", "numpy.array(…, dtype=", code="RZ008")
    refused(
        lambda: rz.jvp(lib.total, (X, 3, 1.0), (np.ones(4), None, None)),
        "'tangent of x' of 'jvp(total)' belongs to 'x' and wants an array of float64 of shape (3,)",
        "it got an array of float64 of shape (4,)",
        code="RZ011",
    )
    refused(
        lambda: rz.vjp(lib.scale, X, OUT, 3, 2.0, wrt="x")[1](np.ones((3, 1))),
        "'cotangent of out'", "shape (3,)", "it got an array of float64 of shape (3, 1)",
        code="RZ011",
    )  # fmt: skip


def test_too_few_and_unknown_arguments(lib: rz.Library) -> None:
    g = rz.grad(lib.total)
    refused(lambda: g(X), "takes 3 arguments; it lacks 'n', 'k'", code="RZ011")
    refused(lambda: g(X, 3, 1.0, 2.0), "takes 3 arguments, it got 4", code="RZ011")
    refused(lambda: g(X, 3, kk=1.0), "no parameter 'kk'", "did you mean 'k'?", code="RZ011")
    refused(lambda: rz.grad(lib.total, wrt="z"), "'total' has no parameter 'z'", code="RZ013")
    refused(lambda: rz.grad(lib.total, wrt=7), "3 parameters", "position 7", code="RZ013")
    refused(lambda: rz.grad(lib.total, wrt="n"), "'n' of 'total' is int", code="RZ010")
    refused(lambda: rz.grad(lib.scale)(X, OUT, 3, 2.0), "'out' is an array", "vjp", code="RZ009")
    refused(lambda: rz.jvp(lib.two, (1.0, 2.0), (1.0,)), "one tangent per primal", code="RZ011")


def test_scalars_shaped_like_arrays(lib: rz.Library) -> None:
    g = rz.grad(lib.total, wrt="k")
    assert g(X, 3, np.array(2.0)) == g(X, 3, np.float32(2.0)) == 5.0
    assert np.isnan(rz.grad(lib.two, wrt="x")(1.0, np.array(np.nan)))
    refused(lambda: g(X, 3, np.array([np.nan])), "'k'", "wants one number", "x[0]", code="RZ008")
    refused(lambda: g(X, np.nan, 1.0), "'n'", "a whole number; it got nan", code="RZ008")


def test_read_only_arrays_and_arrays_that_overlap(lib: rz.Library) -> None:
    frozen, wide = np.zeros(3), np.zeros(6)
    frozen.flags.writeable = False
    refused(lambda: lib.scale(X, frozen, 3, 1.0), "'out'", "read-only", "out.copy()", code="RZ014")
    refused(
        lambda: rz.vjp(lib.scale, wide[:3], wide[2:5], 3, 2.0, wrt="x"),
        "'x' and 'out' of 'scale' overlap in memory",
        code="RZ404",
    )
    refused(
        lambda: rz.autodiff(rz.Reverse, lib.total, rz.Duplicated(X, X), 3, rz.Const(1.0)),
        "'x' and 'shadow of x'", "overlap", code="RZ404",
    )  # fmt: skip


def test_arrays_of_no_length(lib: rz.Library) -> None:
    none = np.zeros(0)
    x_bar, k_bar = rz.grad(lib.total)(none, 0, 2.0)
    assert x_bar.shape == (0,) and k_bar == 0.0
    assert rz.jacobian(lib.scale, wrt="x")(none, none.copy(), 0, 2.0).shape == (0, 0)
    assert rz.hessian(lib.total, wrt="x")(none, 0, 2.0).shape == (0, 0)
    assert rz.vmap(lib.total, (0, None, None))(np.zeros((0, 3)), 3, 1.0).shape == (0,)


def test_negative_sizes(lib: rz.Library) -> None:
    refused(lambda: lib.scale(X, OUT, -1, 1.0), "'n'", "from 0 to 4294967295", code="RZ001")
    assert not rz.grad(lib.total, wrt="x")(X, -1, 1.0).any()  # an int may be negative


def test_none_for_a_pointer(lib: rz.Library) -> None:
    """It is NULL where the function asks for that, and an exception where it would be the end."""
    assert lib.weighed(X, None, 3) == 3.0
    assert rz.grad(lib.weighed, wrt="x")(X, None, 3).tolist() == [1.0, 1.0, 1.0]
    refused(
        lambda: lib.weighed(None, None, 3),
        "argument 'x' of 'weighed' is followed without a test for NULL",
        "wants an array of float64", "it got None", "numpy.empty(0)", code="RZ008",
    )  # fmt: skip
    refused(lambda: lib.product(None), "'p'", "wants a struct pair", "it got None", code="RZ008")
    refused(lambda: rz.grad(lib.total)(None, 3, 1.0), "'x' of 'grad(total)'", code="RZ008")
    refused(lambda: rz.grad(lib.weighed)(X, None, 3), "'w'", "is differentiated", code="RZ008")


def test_a_library_that_went(lib: rz.Library) -> None:
    """Whoever holds a function holds its code."""
    gone = rz.compile(SOURCE)
    f, g = gone.two, rz.grad(gone.two)
    del gone
    assert f(2.0, 3.0) == 6.0 and g(2.0, 3.0) == (3.0, 2.0)


def test_names_that_are_not_in_the_library(lib: rz.Library) -> None:
    refused(lambda: lib.totl, "no function 'totl'", "did you mean 'total'?", code="RZ004")
    refused(lambda: lib["scale(double)"], "no function", "it has: product", code="RZ004")
    refused(lambda: lib[3], "a function's name is text, not 3", code="RZ008")


def test_nothing_is_written_before_the_check(lib: rz.Library) -> None:
    """The last argument is wrong; those before it are as they were."""
    out, x_bar, into = np.full(3, 7.0), np.full(3, 8.0), np.full(3, 9.0)
    calls: tuple[Callable[[], Any], ...] = (
        lambda: lib.scale(X, out, 3, "2"),
        lambda: rz.vjp(lib.scale, X, out, 3, "2", wrt="x"),
        lambda: rz.jvp(lib.scale, (X, out, 3, "2"), (X, None, None, None)),
        lambda: rz.jacobian(lib.scale, wrt="x")(X, out, 3, "2"),
        lambda: rz.grad(lib.total, wrt="x")(X, 3, "2", out=into),
        lambda: rz.vmap(lib.scale, (None, 0, None, None))(X, out.reshape(1, 3), 3, "2"),
        lambda: rz.autodiff(
            rz.Reverse, lib.scale, rz.Duplicated(X, x_bar), rz.Duplicated(out, np.ones(3)), 3,
            rz.Const("2"),
        ),
    )  # fmt: skip
    for call in calls:
        refused(call, "'k' of", "it got '2' of type str", code="RZ008")
        assert (out == 7.0).all() and (x_bar == 8.0).all() and (into == 9.0).all()


def test_what_is_given_to_compile(lib: rz.Library) -> None:
    text = "double f(double x) { return x; }"
    refused(lambda: rz.compile(text, flags="-O2"), "list of words", "'-O2'", code="RZ008")
    refused(lambda: rz.compile(text, flags=[3]), "flags", "3 is none", code="RZ008")
    refused(lambda: rz.compile(text, level="O9"), "O0 O1 O2 O3", "'O9'", code="RZ001")
    refused(lambda: rz.compile(text, libraries=["/no/such.so"]).f(1.0), "/no/such.so", code="RZ034")
    refused(lambda: rz.compile(text, flags=["-lnothere"]), "'-lnothere'", code="RZ034")
    refused(lambda: rz.compile(None), "source text, not NoneType", code="RZ008")  # type: ignore[arg-type]
    refused(lambda: rz.grad(lib.two, fastmath=True), "did you mean 'fast_math'?", code="RZ006")
    for wrong, meant in {
        "optimize": 'level="O2"',
        "cflags": "flags=[",
        "libs": "libraries=[",
        "fast_math": "rz.grad(f, fast_math=…)",
    }.items():
        refused(lambda w=wrong: rz.load("k.c", **{w: "O2"}), f"'{wrong}'", meant, code="RZ006")  # type: ignore[misc]
    refused(lambda: rz.compile(text, optimise=2), "'optimise'", 'level="O2"', code="RZ006")
    refused(lambda: rz.grad(lib.two, argnum=0), "'argnum'", 'wrt="x"', code="RZ006")
    refused(lambda: rz.grad(lib.two, mode="reverse"), "'mode'", "autodiff", code="RZ006")
    refused(lambda: rz.grad(len), "a function of a library", "rz.load", code="RZ008")  # type: ignore[arg-type]


NAMES = """
enum solver { EULER, HEUN = 7 };
typedef struct { double stiffness; int n; enum solver by; } settings;
double gain = 2.0;
int verbose;
double energy(const settings *s, const double *x) { return s->stiffness * x[0] + s->by; }
double louder(double x) { return verbose ? x : gain * x; }
"""


def test_names_that_are_no_functions() -> None:
    lib = rz.compile(NAMES)
    struct = "'settings' is a struct, which is a dictionary in Python: pass one with the members"
    refused(lambda: lib.settings(1, 2), struct, "stiffness, n, by as 's'", code="RZ004")
    refused(lambda: lib["settings"], struct, code="RZ004")
    refused(lambda: lib.HEUN, "'HEUN' is 7 of", code="RZ004")
    refused(lambda: lib.gain, "'gain' is a variable", "wrt='@gain'", code="RZ004")
    refused(lambda: lib.verbose, "'verbose' is a variable", code="RZ004")
    refused(lambda: lib.nothing, "`static`", code="RZ004")
    whole = rz.compile(
        "namespace a { struct box { double w; }; double f(const box &b) { return b.w; } }", "c++"
    )
    refused(lambda: whole.box(1.0), "'box' is a struct", "the members w", code="RZ004")


def test_names_in_wrt_that_are_no_parameters() -> None:
    lib = rz.compile(NAMES)
    member = "is a member of 's'; wrt='s' gives a dictionary"
    refused(lambda: rz.grad(lib.energy, wrt="stiffness"), member, code="RZ013")
    refused(lambda: rz.grad(lib.energy, wrt="s.stiffness"), member, code="RZ013")
    refused(lambda: rz.grad(lib.louder, wrt="gain"), "wrt='@gain'", code="RZ013")
    refused(lambda: rz.jacobian(lib.louder, wrt=("x", "gain")), "wrt='@gain'", code="RZ013")


def test_what_check_explain_and_vmap_are_given(lib: rz.Library) -> None:
    refused(lambda: rz.check(lib.two, "a", "b"), "'x' of 'two' wants a number", code="RZ008")
    refused(lambda: rz.explain(lib.total, n=3), "sizes={'n': 1000}", code="RZ006")
    rows = np.ones((2, 3))
    refused(lambda: rz.vmap(lib.total)(rows, 3, 1.0), "in_axes=(0, None, …)", code="RZ008")
    counts = np.array([3, 3])
    refused(lambda: rz.vmap(lib.total)(rows, counts, 1.0), "dtype=numpy.int32", code="RZ008")
