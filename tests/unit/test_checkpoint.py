"""Checkpointed loops: gradients equal those with a tape of all iterations; the tape is small."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=4, wide=8)

HEAT = """
double heat(double *u, double *v, const double *k, int n, int steps, double dt) {
    for (int t = 0; t < steps; t++) { // time
        for (int i = 1; i < n - 1; i++)
            v[i] = u[i] + dt * k[i] * (1 + u[i] * u[i]) * (u[i - 1] - 2 * u[i] + u[i + 1]);
        for (int i = 1; i < n - 1; i++)
            u[i] = v[i];
    }
    double s = 0;
    for (int i = 0; i < n; i++) s += u[i] * u[i];
    return s;
}
"""
SWAP = """
double heat(double *u, double *v, const double *k, int n, int steps, double dt) {
    double *a = u, *b = v;
    for (int t = 0; t < steps; t++) { // time
        for (int i = 1; i < n - 1; i++)
            b[i] = a[i] + dt * k[i] * (1 + a[i] * a[i]) * (a[i - 1] - 2 * a[i] + a[i + 1]);
        double *c = a; a = b; b = c;
    }
    double s = 0;
    for (int i = 0; i < n; i++) s += a[i] * a[i];
    return s;
}
"""
BLOCKS = """
#include <stdlib.h>
double heat(double *u, double *v, const double *k, int n, int steps, double dt) {
    double *a = malloc(n * sizeof(double)), *b = calloc(n, sizeof(double));
    for (int i = 0; i < n; i++) a[i] = u[i] * u[i];
    for (int t = 0; t < steps; t++) { // time
        double *flux = malloc(n * sizeof(double));
        for (int i = 1; i < n; i++) flux[i] = (1 + a[i] * a[i - 1]) * k[i] * (a[i] - a[i - 1]);
        for (int i = 1; i < n - 1; i++) b[i] = a[i] + dt * (flux[i + 1] - flux[i]);
        for (int i = 1; i < n - 1; i++) a[i] = b[i];
        free(flux);
    }
    double s = 0;
    for (int i = 0; i < n; i++) s += a[i] * a[i];
    for (int i = 0; i < n; i++) v[i] = a[i];
    free(a); free(b);
    return s;
}
"""
LORENZ = """
double lorenz(const double *p, double *out, int steps) {
    double x = 1, y = p[3], z = 1.5, h = 0.01;
    for (int t = 0; t < steps; t++) { // time
        double dx = p[0] * (y - x), dy = x * (p[1] - z) - y, dz = x * y - p[2] * z;
        x += h * dx; y += h * dy; z += h * dz;
    }
    out[0] = x; out[1] = y;
    return x * y + z;
}
"""
ADAPTIVE = """
#include <math.h>
static double f(double t, double y, double a) { return -a * y + sin(a * t) * y * y; }
double adaptive(double a, double y, double end, double *last) {
    double t = 0, h = 0.01;
    int n = 0;
    while (t < end) { // time
        double k1 = f(t, y, a), k2 = f(t + h, y + h * k1, a);
        double low = y + h * k1, high = y + h * (k1 + k2) / 2, wrong = fabs(high - low);
        if (wrong < 1e-4) { t += h; y = high; n++; if (n > 100000) break; }
        h *= wrong < 1e-5 ? 1.5 : wrong < 1e-4 ? 1.0 : 0.5;
        if (t + h > end && t < end) h = end - t;
    }
    *last = h;
    return y * y + t;
}
"""
LSTM = """
#include <math.h>
#define N 6
double lstm(const double *w, const double *x, double *h, int steps) {
    double c[N] = {0}, loss = 0;
    for (int t = 0; t < steps; t++) { // time
        double g[4 * N];
        for (int i = 0; i < 4 * N; i++) {
            g[i] = x[t] * w[i];
            for (int j = 0; j < N; j++) g[i] += w[4 * N + i * N + j] * h[j];
        }
        for (int i = 0; i < N; i++) {
            double in = 1 / (1 + exp(-g[i])), forget = 1 / (1 + exp(-g[N + i]));
            c[i] = forget * c[i] + in * tanh(g[2 * N + i]);
            h[i] = tanh(c[i]) / (1 + exp(-g[3 * N + i]));
        }
        loss += (h[0] - x[t]) * (h[0] - x[t]);
    }
    return loss;
}
"""

STRUCT = """
#include <math.h>
#include <string.h>
struct st { double u[64], v[64]; int n; double r, clock; };
__attribute__((noinline)) static void step(struct st *s) {
    for (int i = 1; i + 1 < s->n; i++)
            s->v[i] = s->u[i] + s->r * sin(s->u[i - 1] - 2 * s->u[i] + s->u[i + 1]);
    for (int i = 1; i + 1 < s->n; i++) s->u[i] = s->v[i];
    s->clock += 0.1 * s->u[1];
}
__attribute__((noinline)) static double loop(struct st *s, int steps) {
    for (int t = 0; t < steps; t++) // time
        step(s);
    double e = s->clock; for (int i = 0; i < s->n; i++) e += s->u[i] * s->u[i];
    return e;
}
double run(const double *x, int n, double r, int steps) {
    struct st s; memset(&s, 0, sizeof s);
    for (int i = 0; i < n; i++) s.u[i] = x[i];
    s.n = n; s.r = r;
    return loop(&s, steps);
}
"""
NESTED = """
#include <math.h>
double run(const double *x, int n, double r, int steps) {
    double y = x[0], z = x[1], total = 0;
    for (int w = 0; w < steps; w++) { // time
        double h = 0.1 / (1 + y * y);
        for (int t = 0; t < 5 + w % 3; t++) {
            double q = y + h * sin(r * z); z -= h * y * x[t % n]; y = q;
        }
        total += y * z;
        if (total > 1e6) break;
    }
    return total;
}
"""
EXITS = """
#include <math.h>
double run(const double *x, int n, double r, int steps) {
    double y = x[0]; int t;
    for (t = 0; t < steps; t++) { // time
        double old = y;
        y = cos(y * r) + 0.01 * x[t % n];
        if (y > 5) return old * y;
        if (fabs(y - old) < 1e-14) { y *= old; break; }
        if (t == 97) { y += 2 * old; goto out; }
    }
    y *= 3;
out:
    return y * y + t * r;
}
"""
GLOBAL = """
#include <math.h>
static double u[64], v[64];
double run(const double *x, int n, double r, int steps) {
    for (int i = 0; i < n; i++) u[i] = x[i];
    for (int t = 0; t < steps; t++) { // time
        for (int i = 1; i + 1 < n; i++) v[i] = u[i] + r * sin(u[i - 1] - 2 * u[i] + u[i + 1]);
        for (int i = 1; i + 1 < n; i++) u[i] = v[i];
    }
    double s = 0; for (int i = 0; i < n; i++) s += u[i] * u[i];
    return s;
}
"""
SWAPPED = """
#include <stdlib.h>
#include <math.h>
struct st { double *u, *v; };
double run(const double *x, int n, double r, int steps) {
    struct st *s = malloc(sizeof *s);
    s->u = malloc(n * 8); s->v = calloc(n, 8);
    for (int i = 0; i < n; i++) s->u[i] = s->v[i] = x[i];
    for (int t = 0; t < steps; t++) { // time
        for (int i = 1; i + 1 < n; i++)
            s->v[i] = s->u[i] + r * sin(s->u[i - 1] - 2 * s->u[i] + s->u[i + 1]);
        struct st k = *s; s->u = k.v; s->v = k.u;
    }
    double e = 0; for (int i = 0; i < n; i++) e += s->u[i] * s->u[i];
    return e;
}
"""
CLASS = """
#include <vector>
#include <cmath>
struct Model {
    std::vector<double> u, v; double rate;
    Model(const double *x, int n, double r) : u(x, x + n), v(n), rate(r) {}
    void step(double dt) {
        for (size_t i = 1; i + 1 < u.size(); i++)
            v[i] = u[i] + dt * rate * std::sin(u[i - 1] - 2 * u[i] + u[i + 1]);
        for (size_t i = 1; i + 1 < u.size(); i++) u[i] = v[i];
    }
    double energy() const { double s = 0; for (double x : u) s += x * x; return s; }
};
extern "C" double run(const double *x, int n, double r, int steps) {
    Model m(x, n, r);
    for (int t = 0; t < steps; t++) // time
        m.step(0.1);
    return m.energy();
}
"""


def line(source: str) -> str:
    """The name of the loop that is marked."""
    return next(
        f"loop at {number}"
        for number, text in enumerate(source.split("\n"), 1)
        if "// time" in text
    )


def compared(source: str, wrt: Any, call: Callable[[Any], Any], snapshots: int) -> None:
    """The gradient with snapshots is that without, and so is what the function leaves."""
    lib = rz.compile(source)
    (f,) = lib
    plain = call(rz.grad(f, wrt=wrt, of="return"))
    found = call(rz.grad(f, wrt=wrt, of="return", checkpoint={line(source): snapshots}))
    for one, other in zip(plain[0], found[0], strict=True):
        scale = np.max(np.abs(one))
        assert scale > 0
        assert np.max(np.abs(np.asarray(one) - other)) <= 1e-12 * scale
    for one, other in zip(plain[1:], found[1:], strict=True):
        assert np.allclose(one, other, rtol=1e-12, atol=0)


def heat(gradient: Any, steps: int = 61) -> Any:
    rng = np.random.default_rng(1)
    u, v, k = rng.standard_normal(30) * 0.3, np.zeros(30), rng.random(30)
    return gradient(u, v, k, 30, steps, 0.05), u, v


@pytest.mark.parametrize("source", [HEAT, SWAP, BLOCKS], ids=["copied", "swapped", "blocks"])
@pytest.mark.parametrize("snapshots", [1, 5])
def test_heat(source: str, snapshots: int) -> None:
    compared(source, ("u", "k", "dt"), heat, snapshots)


@pytest.mark.parametrize("snapshots", [1, 7])
def test_lorenz(snapshots: int) -> None:
    def call(gradient: Any) -> Any:
        p, out = np.array([10.0, 28.0, 8 / 3, 0.7]), np.zeros(2)
        return (gradient(p, out, 150),), out

    compared(LORENZ, "p", call, snapshots)


def test_count_not_known() -> None:
    def call(gradient: Any) -> Any:
        last = np.zeros(1)
        return gradient(1.3, 0.4, 3.0, last), last

    compared(ADAPTIVE, ("a", "y"), call, 4)


def test_no_bit_differs_where_the_step_is_compiled_once() -> None:
    """Where addresses are carried, an iteration without its tape is the one with it: the tapes of
    all iterations, or those of one at a time."""
    f = rz.compile(SWAP).heat
    kind: dict[str, Any] = {"wrt": ("u", "k", "dt"), "of": "return", "check": "never"}
    roomy = heat(rz.grad(f, memory="1GB", **kind), 900)
    for how in ({"memory": "60KB"}, {"checkpoint": {line(SWAP): 5}}):
        found = heat(rz.grad(f, **how, **kind), 900)
        for one, other in zip((*roomy[0], *roomy[1:]), (*found[0], *found[1:]), strict=True):
            assert np.array_equal(one, other)


def test_lstm() -> None:
    def call(gradient: Any) -> Any:
        rng = np.random.default_rng(3)
        w, x, h = rng.standard_normal(24 * 7) * 0.4, rng.standard_normal(40), np.zeros(6)
        return gradient(w, x, h, 40), h

    compared(LSTM, ("w", "x"), call, 5)


def test_heat_against_differences() -> None:
    lib = rz.compile(SWAP)
    gradient = rz.grad(lib.heat, wrt="k", of="return", checkpoint={line(SWAP): 3})
    rng = np.random.default_rng(1)
    u, k, d = rng.standard_normal(30) * 0.3, rng.random(30), rng.standard_normal(30)
    found = gradient(u.copy(), np.zeros(30), k, 30, 50, 0.05) @ d
    wrong = []
    for step in (1e-3, 1e-4, 1e-5, 1e-6):
        up, down = (
            lib.heat(u.copy(), np.zeros(30), k + sign * step * d, 30, 50, 0.05) for sign in (1, -1)
        )
        wrong.append(abs((up - down) / (2 * step) - found))
    assert min(wrong) <= 1e-8 * abs(found)


def test_the_tape_is_small() -> None:
    """10 snapshots of 30 cells, twice, and the tape of one step: not that of 9000 steps."""
    f = rz.compile(HEAT).heat
    assert rz.explain(f, wrt="k", sizes={"n": 30, "steps": 9000}).estimate > 1_000_000
    gradient = rz.grad(f, wrt="k", of="return", memory=300_000, checkpoint={line(HEAT): 10})
    assert np.all(np.isfinite(heat(gradient, 9000)[0]))


@pytest.mark.parametrize("source", [HEAT, SWAP, BLOCKS], ids=["copied", "swapped", "blocks"])
def test_as_many_snapshots_as_there_is_room_for(source: str) -> None:
    """Within the budget the tapes of all iterations are kept; above it the loop is checkpointed."""
    lib = rz.compile(source)
    plain, bounded = (
        rz.grad(lib.heat, wrt=("u", "k", "dt"), of="return", check="never", **how)
        for how in ({}, {"memory": 200_000})
    )
    for steps in (0, 1, 40, 2000):
        one, other = heat(plain, steps), heat(bounded, steps)
        for a, b in zip(one[0], other[0], strict=True):
            assert np.max(np.abs(np.asarray(a) - b)) <= 1e-12 * np.max(np.abs(a))
        assert np.allclose(one[1], other[1], rtol=1e-12, atol=0)


def test_a_state_as_large_as_the_tape() -> None:
    """What checkpoints do not make smaller is refused as before."""
    lib = rz.compile("""
        #include <math.h>
        double squares(const double *x, double *y, int n) {
            for (int i = 0; i < n; i++) { y[i] = exp(sin(x[i]) * x[i]); y[i] *= y[i]; }
            return y[n / 2] * y[n / 3];
        }
    """)
    n = 100_000
    gradient = rz.grad(lib.squares, wrt="x", of="return", memory=100_000, check="never")
    with pytest.raises(rz.Error, match="RZ603"):
        gradient(np.ones(n), np.zeros(n), n)


@pytest.mark.parametrize("how", [{"checkpoint": {line(HEAT): 4}}, {"memory": 100_000}])
def test_halves(how: dict[str, Any]) -> None:
    """The reverse half runs more than once on a tape, and the arguments may change in between."""
    lib = rz.compile(HEAT)
    rng = np.random.default_rng(1)
    u, k = rng.standard_normal(30) * 0.3, rng.random(30)
    wanted = rz.grad(lib.heat, wrt=("u", "k"), of="return")(
        u.copy(), np.zeros(30), k, 30, 900, 0.05
    )
    forward, reverse = rz.split(lib.heat, wrt=("u", "k"), of="return", **how)
    own, mine = u.copy(), k.copy()
    _, tape = forward(own, np.zeros(30), mine, 30, 900, 0.05)
    own[:], mine[:] = 7.0, -1.0
    for seed in (1.0, 3.0):
        found = reverse(tape, seed)
        for one, other in zip(wanted, found, strict=True):
            assert np.allclose(seed * one, other, rtol=1e-11, atol=0)
        assert np.all(own == 7.0) and np.all(mine == -1.0)


RANDOM = LORENZ.replace("double dx =", "x += 1e-9 * rand(); double dx =").replace(
    "double lorenz", "#include <stdlib.h>\ndouble lorenz"
)
READS = RANDOM.replace("rand()", "getchar()").replace("stdlib", "stdio")
FREES = BLOCKS.replace("free(flux);", "free(flux); if (a[t % 3] > 1e9) free(b);").replace(
    "free(a); free(b);", "free(a);"
)
LISTED = """
#include <stdlib.h>
struct cell { double x; struct cell *next; };
double listed(const double *p, int steps) {
    struct cell *all = NULL;
    double sum = 0;
    for (int t = 0; t < steps; t++) { // time
        struct cell *one = malloc(sizeof *one);
        one->x = p[t] * p[t]; one->next = all; all = one;
        if (one->next) sum += one->x * one->next->x;
    }
    for (; all; all = all->next) sum += all->x;
    return sum;
}
"""


@pytest.mark.parametrize(
    ("source", "text", "said"),
    [
        (READS, "getchar()", "cannot be done twice"),
        (RANDOM, "rand()", "cannot be done twice"),
        (FREES, "free(flux); if", "may be freed"),
        (LISTED, "", "used by later ones"),
    ],
    ids=["input", "generator", "frees", "allocates"],
)
def test_refused_with_its_line(source: str, text: str, said: str) -> None:
    (f,) = rz.compile(source)
    gradient = rz.grad(
        f, wrt="p" if "*p" in source else "u", of="return", checkpoint={line(source): 3}
    )
    with pytest.raises(rz.Error, match="RZ219") as caught:
        if f.name == "heat":
            heat(gradient)
        elif f.name == "lorenz":
            gradient(np.array([10.0, 28.0, 8 / 3, 0.7]), np.zeros(2), 5)
        else:
            gradient(np.ones(5), 5)
    assert said in str(caught.value)
    if text:
        number = next(n for n, row in enumerate(source.split("\n"), 1) if text in row)
        assert f":{number}" in str(caught.value)


def test_no_such_loop() -> None:
    lib = rz.compile(HEAT)
    with pytest.raises(rz.Error, match="RZ219") as caught:
        heat(rz.grad(lib.heat, wrt="k", of="return", checkpoint={"loop at 2": 3}))
    assert f":{line(HEAT).split()[-1]}" in str(caught.value)


def run(gradient: Any) -> Any:
    x = np.random.default_rng(0).standard_normal(20) * 0.5
    return gradient(x, 20, 0.3, 150), x


WIDE = pytest.mark.wide


@pytest.mark.parametrize(
    ("source", "lang"),
    [
        pytest.param(STRUCT, "c", id="called"),
        pytest.param(NESTED, "c", id="nested"),
        pytest.param(EXITS, "c", id="exits"),
        pytest.param(CLASS, "c++", id="class"),
        pytest.param(GLOBAL, "c", id="global", marks=WIDE),
        pytest.param(SWAPPED, "c", id="struct-of-pointers", marks=WIDE),
    ],
)
def test_states(source: str, lang: str) -> None:
    """The state is in a struct, in variables or blocks; in the function or one that it calls."""
    lib = rz.compile(source, lang=lang)
    plain, kept, bounded = (
        run(rz.grad(lib.run, wrt=("x", "r"), of="return", check="never", **how))
        for how in ({}, {"checkpoint": {line(source): 5}}, {"memory": 40_000})
    )
    for found in (kept, bounded):
        for one, other in zip(plain[0], found[0], strict=True):
            assert np.max(np.abs(np.asarray(one) - other)) <= 1e-12 * np.max(np.abs(one))


def test_second_order() -> None:
    """A tangent of a gradient keeps its checkpoints and its bound."""
    lib = rz.compile(HEAT)

    def along(**how: Any) -> Any:
        gradient = rz.grad(lib.heat, wrt="u", of="return", check="never", **how)
        rng = np.random.default_rng(1)
        u, v, k = rng.standard_normal(30) * 0.3, np.zeros(30), rng.random(30)
        tangents = (None, np.zeros(30), np.ones(30), None, None, None)
        return rz.jvp(gradient, (u, v, k, 30, 40, 0.05), tangents)

    plain, bounded, named = along(), along(memory=10_000), along(checkpoint={line(HEAT): 3})
    for one, other, third in zip(plain, bounded, named, strict=True):
        assert np.allclose(one, other, rtol=1e-12, atol=1e-13)
        assert np.allclose(one, third, rtol=1e-12, atol=1e-13)
    with pytest.raises(rz.Error, match="RZ603"):
        along(memory=2_000)


def test_explained() -> None:
    f = rz.compile(HEAT).heat
    said = str(rz.explain(f, wrt="k", checkpoint={line(HEAT): 50}))
    assert "the loop keeps 50 states in place of a tape" in said
    assert "as long as there is room" in str(rz.explain(f, wrt="k", memory="1GB"))
