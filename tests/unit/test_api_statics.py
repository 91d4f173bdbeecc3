"""State that functions keep from call to call is one for the program and all of its derivatives."""

import gc
import subprocess
import sys

import numpy as np
import pytest

import ribozyme as rz

pytestmark = pytest.mark.rotates("file", plain=3, wide=6)

# LLVM takes variables to pieces that nobody else sees, when it optimises between two orders.
TABLE = """
static double scale(void)
{
    static int ready;
    static double t[3];
    if (!ready) {
        for (int i = 0; i < 3; i++) t[i] = 1.0 / (i + 1);
        ready = 1;
    }
    return t[0] + t[1] * t[2];
}
double f(double x) { return x * x * x * scale(); }
"""
# The whole of a struct's members, each read alone.
SETTINGS = """
static struct { double a, b; int n; } now;
void set(double a, double b) { now.a = a; now.b = b; now.n = 2; }
double f(double x)
{
    double s = now.a;
    for (int i = 0; i < now.n; i++) s = s * x + now.b;
    return s * x;
}
"""
# Functions that would be given other parameters where their callers are known.
HELPERS = """
static double last;
__attribute__((noinline)) static double kept(const double *p, int unused, double scale)
{
    last += 1;
    return *p * scale + last * 0;
}
double count(void) { return last; }
double f(double x) { return kept(&x, 3, x) * x + kept(&x, 4, 2.0); }
"""


def orders(source: str, x: float) -> tuple[float, float]:
    f = rz.compile(source).f
    slope = rz.grad(f)
    return float(slope(x)), float(rz.hvp(f, (x,), 1.0))


@pytest.mark.parametrize("first", ["function", "gradient", "second"])
def test_a_table_filled_once_is_filled_for_all_orders(first: str) -> None:
    f = rz.compile(TABLE).f
    slope, c, x = rz.grad(f), 1 + 1 / 6, 1.3
    asked = {
        "function": lambda: (f(x), c * x**3),
        "gradient": lambda: (slope(x), 3 * c * x**2),
        "second": lambda: (rz.hvp(f, (x,), 1.0), 6 * c * x),
    }
    for name in (first, *asked):
        found, wanted = asked[name]()
        np.testing.assert_allclose(found, wanted, rtol=1e-14)


def test_settings_made_later_are_seen_by_every_order() -> None:
    library = rz.compile(SETTINGS)
    f = library.f
    for a, b in ((1.5, 0.5), (-2.0, 3.0)):
        library["set"](a, b)
        x = 0.7
        np.testing.assert_allclose(f(x), a * x**3 + b * x**2 + b * x, rtol=1e-14)
        np.testing.assert_allclose(rz.grad(f)(x), 3 * a * x**2 + 2 * b * x + b, rtol=1e-14)
        np.testing.assert_allclose(rz.hvp(f, (x,), 1.0), 6 * a * x + 2 * b, rtol=1e-14)


def test_functions_keep_their_parameters_between_orders() -> None:
    slope, second = orders(HELPERS, 1.1)
    np.testing.assert_allclose((slope, second), (3 * 1.1**2 + 2, 6 * 1.1), rtol=1e-14)


def test_a_counter_counts_the_calls_of_every_order() -> None:
    library = rz.compile(HELPERS)
    f, count = library.f, library.count
    f(1.0)
    assert count() == 2
    rz.grad(f)(1.0)
    assert count() == 4
    rz.hvp(f, (1.0,), 1.0)
    assert count() == 6


# Made on first use, by whichever order is called first, and ended with the program.
ENDED = """
#include <vector>
struct Table {
    double *ended;
    std::vector<double> values;
    explicit Table(double *e) : ended(e)
    {
        for (int i = 0; i < 500; i++) values.push_back(1.0 / (i + 1));
    }
    ~Table() { *ended += 1; }
};
extern "C" double f(double x, int n, double *ended)
{
    static Table table(ended);
    double s = 0;
    for (int i = 0; i < n; i++) s += table.values[i] * x * x;
    return s;
}
"""


@pytest.mark.parametrize("order", ["gradient", "second"])
def test_a_static_object_outlives_the_derivative_that_made_it(order: str) -> None:
    library = rz.compile(ENDED, lang="c++")
    f, ended, weight = library.f, np.zeros(1), 1 + 1 / 2 + 1 / 3
    if order == "gradient":
        found, wanted = rz.grad(f, wrt="x")(1.5, 3, ended), 3.0 * weight
    else:
        found, wanted = rz.hvp(f, (1.5, 3, ended), 1.0, wrt="x"), 2.0 * weight
    np.testing.assert_allclose(found, wanted, rtol=1e-14)
    f.derivatives.clear()
    f.program._codes.clear()
    gc.collect()
    assert ended[0] == 0
    np.testing.assert_allclose(f(1.5, 3, ended), 2.25 * weight, rtol=1e-14)
    del f, library
    gc.collect()
    assert ended[0] == 1


def test_no_order_of_dropping_ends_the_process() -> None:
    script = f"""
import gc, itertools
import numpy as np
import ribozyme as rz
for order in itertools.permutations(range(3)):
    library, ended = rz.compile({ENDED!r}, lang="c++"), np.zeros(1)
    held = [library.f, rz.grad(library.f, wrt="x"), rz.hvp]
    held[1](1.5, 3, ended)
    held[2](held[0], (1.5, 3, ended), 1.0, wrt="x")
    del library
    for k in order:
        held[k] = None
        gc.collect()
    assert ended[0] == 1, ended
library, ended = rz.compile({ENDED!r}, lang="c++"), np.zeros(1)
gradient = rz.grad(library.f, wrt="x")
gradient(1.5, 3, ended)
print("done")
"""
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=300
    )
    assert (ended.returncode, ended.stdout) == (0, "done\n"), ended.stderr


# Each thread ends its own, long after the library was dropped.
ENDED_WITH_THREADS = """
import gc, threading
import numpy as np
import ribozyme as rz

SOURCE = '''
#include <vector>
extern "C" double f(const double *x, int n)
{
    thread_local std::vector<double> scratch;
    scratch.assign(n, NUMBER);
    double s = 0;
    for (int i = 0; i < n; i++) {
        scratch[i] += x[i] * x[i];
        s += scratch[i];
    }
    return s;
}'''

def once(number):
    f = rz.compile(SOURCE.replace("NUMBER", str(number)), lang="c++")["f"]
    assert f(np.ones(4), 4) == 4 * (number + 1)
    assert np.array_equal(rz.grad(f)(np.ones(4), 4), 2 * np.ones(4))

def several(numbers):
    for number in numbers:
        once(number)
        gc.collect()

several([0.5, 1.5])
thread = threading.Thread(target=several, args=([2.5, 3.5],))
thread.start()
thread.join()
print("done")
"""


def test_thread_local_objects_outlive_their_library() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", ENDED_WITH_THREADS], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout) == (0, "done\n"), ran.stderr


GROWING = """
#include <stdlib.h>
static double *work, *table;
static int room;
static void prepare(int n)
{
    if (n <= room) return;
    work = realloc(work, sizeof(double) * n);
    free(table);
    table = malloc(sizeof(double) * n);
    for (int i = 0; i < n; i++) table[i] = 1.0 / (1 + i);
    room = n;
}
double f(const double *x, int n)
{
    prepare(n);
    for (int i = 0; i < n; i++) work[i] = x[i] * x[i] * table[i];
    double s = 0;
    for (int i = 0; i < n; i++) s += work[i] * work[n - 1 - i];
    return s;
}
"""


def test_second_derivatives_through_scratch_that_grows() -> None:
    """What is kept from an earlier call has no derivative of any order in the next one."""
    f = rz.compile(GROWING)["f"]
    for n in (3, 3, 5, 2, 5):
        x, v = np.linspace(0.5, 1.5, n), np.linspace(1, -1, n)
        weights = 1 / (np.arange(n) + 1)
        product = weights * weights[::-1]
        expected = 4 * product * (x[::-1] ** 2 * v + 2 * x * x[::-1] * v[::-1])
        np.testing.assert_allclose(rz.hvp(f, [x, n], v), expected, rtol=1e-12)
        np.testing.assert_allclose(rz.grad(f)(x, n), 4 * product * x * x[::-1] ** 2, rtol=1e-12)
