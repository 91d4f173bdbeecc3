"""Ctrl-C while native code runs: the first waits for the call, a second leaves it."""

import platform
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64",
    reason="native calls are left on Linux on x86-64 only",
)

BEFORE = r'''
import os, signal, sys, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
import numpy as np
import ribozyme as rz

SOURCE = r"""
#include <math.h>
#include <unistd.h>
#include <stdlib.h>
static volatile int go = 1;
__attribute__((noinline)) static double inner(double x)
{
    while (go)
        x = sin(x) + 1e-3;
    return x;
}
double spins(double x, int really)
{
    if (really) { double y = inner(x); return x + y * y; }
    return x;
}
double loops(double x, long n)
{
    for (long i = 0; i < n; i++)
        x = x * 0.999 + 1e-3 * sin(x);
    return x;
}
double last(const double *x, long n)
{
    double s = 0;
    for (long i = 0; i < n; i++)
        s = x[i & 3] * 0.999 + 1e-3 * sin(s);
    return s;
}
double sleeps(double x, int n)
{
    for (int i = 0; i < n; i++)
        sleep(1);
    return x;
}
double allocates(double x, long n)
{
    for (long i = 0; i < n; i++) {
        double *p = malloc(8 + i % 100);
        p[0] = x;
        x = p[0] * 0.999 + cos(p[0]);
        free(p);
    }
    return x;
}
double square(double x) { return x * x; }
"""
lib = rz.compile(SOURCE)
lib.square(2.0)
LONG = 1 << 40

def press(*after):
    def run():
        for seconds in after:
            time.sleep(seconds)
            os.kill(os.getpid(), signal.SIGINT)
    thread = threading.Thread(target=run)
    thread.start()
    return thread

def call(f, args, *after):
    pressed = press(*after)
    try:
        f(*args)
        said = "returned"
    except KeyboardInterrupt as interrupt:
        said = str(interrupt) or "interrupted"
    pressed.join()
    return said
'''


def run(script: str, seconds: float = 120) -> str:
    """What a script prints, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", BEFORE + script],
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.rotates(plain=2, wide=4)
@pytest.mark.parametrize(
    ("f", "args"),
    [
        ("lib.spins", "(0.5, 1), (0.5, 0)"),
        ("lib.loops", "(0.5, LONG), (0.5, 1)"),
        ("rz.grad(lib.spins, wrt='x', check='never')", "(0.5, 1), (0.5, 0)"),
        ("lambda *a: rz.jvp(lib.loops, a, (1.0, None))", "(0.5, LONG), (0.5, 1)"),
        (
            "lambda x, n: lib.last(x=np.array(x), n=n)",
            "([1.0, 2, 3, 4], LONG), ([1.0, 2, 3, 4], 1)",
        ),
        ("lib.sleeps", "(0.5, 1000), (0.5, 0)"),
    ],
)
def test_a_second_ctrl_c_leaves_a_call_that_does_not_return(f: str, args: str) -> None:
    said = run(
        f"f, (long, short) = {f}, ({args})\n"
        "f(*short)\n"
        "print(call(f, long, 0.3, 0.3))\n"
        "for g, x in ((f, short), (lib.square, (2.0,)), (rz.grad(lib.square), (2.0,))):\n"
        "    try:\n        print(g(*x))\n"
        "    except rz.Error as refused:\n        print(refused.code)\n"
        "lib = rz.compile(SOURCE)\n"
        "print(lib.square(3.0), rz.grad(lib.square)(3.0))\n"
    )
    first, *rest = said.splitlines()
    assert first.startswith("left '") and "load it again" in first, said
    assert rest == ["RZ609", "RZ609", "RZ609", "9.0 6.0"], said


REVERSED = r'''
REVERSED = r"""
#include <math.h>
static volatile int go = 1;
__attribute__((noinline)) double cube(double x) { return x * x * x; }
double cube_augment(double x) { return x * x * x; }
double cube_gradient(double x, double seed)
{
    double y = seed;
    while (go)
        y = sin(y) + 3 * x * x * seed;
    return y;
}
double twice(double x) { return cube(x) * 2; }
"""
'''


def test_the_reverse_sweep_is_left() -> None:
    """The primal has ended; what does not return is the rule of a function, on the way back."""
    said = run(
        REVERSED + "lib = rz.compile(REVERSED)\n"
        "rz.rule('cube', augment='cube_augment', gradient='cube_gradient')\n"
        "f = rz.grad(lib.twice, check='never')\n"
        "rz.jvp(lib.twice, (1.0,), (1.0,), check='never')\n"
        "f.ir\n"
        "print(lib.twice(2.0))\n"
        "print(call(f, (0.5,), 2, 1))\n"
        "try:\n    lib.twice(2.0)\n"
        "except rz.Error as refused:\n    print(refused.code)\n"
    )
    value, left, refused = said.splitlines()
    assert value == "16.0" and refused == "RZ609"
    assert left.startswith("left 'grad(twice)' in the middle of native code"), said


TEAM = r'''
os.environ["OMP_NUM_THREADS"] = "2"
TEAM = """
#include <math.h>
double team(const double *x, long n)
{
    double s = 0;
    #pragma omp parallel for reduction(+:s)
    for (long i = 0; i < n; i++)
        s += sin(x[i & 3] + 1e-9 * i);
    return s;
}
"""
'''


@pytest.mark.parametrize("f", ["lib.team", "rz.grad(lib.team)"])
def test_a_team_of_threads_is_left(f: str) -> None:
    said = run(
        TEAM + "lib = rz.compile(TEAM, flags=['-fopenmp'])\n"
        f"f = {f}\n"
        "f(np.ones(4), 10)\n"
        "print(call(f, (np.ones(4), LONG), 2, 1))\n"
        "print(rz.compile(SOURCE).square(3.0))\n"
    )
    left, after = said.splitlines()
    assert left.startswith("left '") and "load it again" in left, said
    assert after == "9.0"


def test_lanes_that_threads_share_are_left_to_them() -> None:
    """Python waits for the threads of a batch, so the first Ctrl-C ends the wait."""
    said = run(
        "f = rz.vmap(lib.loops, in_axes=(0, None), threads=2)\n"
        "f(np.ones(4), 3)\n"
        "print(call(f, (np.ones(4), LONG), 2, 1))\n"
        "print(rz.compile(SOURCE).square(3.0))\n"
    )
    assert said.splitlines()[1] == "9.0", said


def test_the_first_ctrl_c_waits_and_leaves_everything_as_it_is() -> None:
    """Each time anew: one that was caught does not count for the next call."""
    said = run(
        "lib.loops(0.5, 1)\n"
        "for _ in range(3):\n    print(call(lib.loops, (0.5, 1 << 26), 0.1))\n"
        "print(lib.square(3.0))\n"
    )
    assert said.splitlines() == ["interrupted"] * 3 + ["9.0"], said


def test_a_handler_of_the_user_hears_the_first() -> None:
    said = run(
        "heard = []\n"
        "signal.signal(signal.SIGINT, lambda *_: heard.append(1))\n"
        "print(call(lib.loops, (0.5, 1 << 26), 0.1), len(heard))\n"
    )
    assert said.split() == ["returned", "1"]


def test_a_loop_in_the_allocator_is_left_between_its_calls() -> None:
    said = run(
        "lib.allocates(0.5, 1)\n"
        "over, said = [], ''\n"
        "def keep_on():\n"
        "    time.sleep(0.3)\n"
        "    while not over:\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "        time.sleep(0.1)\n"
        "threading.Thread(target=keep_on).start()\n"
        "try:\n"
        "    try:\n        lib.allocates(0.5, LONG)\n"
        "    except KeyboardInterrupt as left:\n"
        "        over.append(said := str(left))\n"
        "        time.sleep(0.3)\n"
        "except KeyboardInterrupt:\n    time.sleep(0.3)\n"
        "print(said[:4])\n"
        "print(rz.compile(SOURCE).allocates(0.5, 1) > 0)\n"
    )
    assert said.split() == ["left", "True"]


def test_python_inside_of_native_code_is_not_left() -> None:
    """A callback of Python's hears Ctrl-C itself."""
    said = run(
        "import ctypes\n"
        "outer = rz.compile('double through(double (*f)(double), double x) { return f(x) + 1; }')\n"
        "heard = []\n"
        "@ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)\n"
        "def slow(x):\n"
        "    for _ in range(2):\n"
        "        try:\n            time.sleep(5)\n"
        "        except KeyboardInterrupt:\n            heard.append(1)\n"
        "    return x\n"
        "f = outer.through.ctypes\n"
        "pressed = press(0.3, 0.3)\n"
        "value = f(ctypes.cast(slow, ctypes.c_void_p), 2.0)\n"
        "pressed.join()\n"
        "print(value, len(heard))\n"
    )
    assert said.split() == ["3.0", "2"], said
