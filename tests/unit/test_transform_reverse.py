"""Reverse mode without the Python interface: combined, split in any order, several directions.

One set of small programs, each brought through `before`; the truth is the central difference of the
compiled primal, everything else is held against the combined gradient.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.derivatives import body, derived, final, loaded, prepared, reverse

from ribozyme.backend import jit
from ribozyme.ir.instrs import FBinary, Load
from ribozyme.ir.module import Function, Module
from ribozyme.ir.printer import print_module
from ribozyme.ir.values import Local
from ribozyme.parse.module import parse_module
from ribozyme.transform.core.interface import Mode
from ribozyme.transform.derive import plans
from ribozyme.transform.reverse.accesses.shifts import shifts

pytestmark = pytest.mark.rotates("file", plain=20, wide=40)

Array = NDArray[np.float64]
N: Final = 6
D, INT, P = ctypes.c_double, ctypes.c_int, ctypes.c_void_p

HEAD: Final = "#include <math.h>\n#include <stdlib.h>\n#include <string.h>\n"

PROGRAMS: Final = {
    "product": """double f(double *x, int n) {
        double s = 1;
        for (int i = 0; i < n; i++) s *= sin(x[i]);
        return s;
    }""",
    "triangle": """double f(double *x, int n) {
        double s = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j <= i; j++) s += exp(x[i] * x[j]) * s * 0.01 + x[j];
        return s;
    }""",
    "until": """double f(double *x, int n) {
        double s = x[0];
        for (int i = 0; s < 10 && i < n; i++) s = s * s * 0.5 + x[i] * s + 1;
        return s;
    }""",
    "early": """double f(double *x, int n) {
        double s = 0;
        for (int i = 0; i < n; i++) {
            if (x[i] < 0) break;
            if (x[i] > 1.2) s += x[i] * x[i]; else s += sin(x[i]);
            s = s * 1.1;
        }
        return s;
    }""",
    "in_place": """double f(double *x, int n) {
        for (int t = 0; t < 3; t++)
            for (int i = 1; i < n; i++) x[i] = x[i] * x[i - 1] + sin(x[i]);
        double s = 0;
        for (int i = 0; i < n; i++) s += x[i] * x[i];
        return s;
    }""",
    "inner_while": """double f(double *x, int n) {
        double s = 0;
        for (int i = 0; i < n; i++) {
            double t = x[i];
            while (t > 0.3) { t = t * 0.5 * cos(t); s += t * t; }
            s += t * x[0];
        }
        return s;
    }""",
    "cases": """double f(double *x, int n) {
        double s = 1;
        for (int i = 0; i < n; i++) switch (i % 4) {
            case 0: s *= x[i]; break;
            case 1: s += sin(x[i]); break;
            case 2: s -= x[i] * s; break;
            default: s = s / (1 + x[i] * x[i]);
        }
        return s;
    }""",
    "callee": """__attribute__((noinline)) static double g(double a, double *x) {
        x[0] *= 1.5;
        return a * a * x[0];
    }
    double f(double *x, int n) {
        double s = 0;
        for (int i = 0; i < n; i++) s += g(x[i], x + (i + 1) % n);
        return s;
    }""",
    "recursion": """__attribute__((noinline)) static double g(double a, int n) {
        return n ? sin(g(a * 1.1, n - 1)) * a : a;
    }
    double f(double *x, int n) {
        double s = 0;
        for (int i = 0; i < n; i++) s += g(x[i], i);
        return s;
    }""",
    "list": """struct node { double v; struct node *next; };
    double f(double *x, int n) {
        struct node *h = 0;
        for (int i = 0; i < n; i++) {
            struct node *q = malloc(sizeof *q);
            q->v = x[i] * x[i];
            q->next = h;
            h = q;
        }
        double s = 1;
        while (h) {
            struct node *d = h;
            s = s * h->v + h->v;
            h = h->next;
            free(d);
        }
        return s;
    }""",
    "pointers": """static double fa(double x) { return x * x; }
    static double fb(double x) { return sin(x); }
    static double (*const table[2])(double) = {fa, fb};
    double f(double *x, int n) {
        double s = 0;
        for (int i = 0; i < n; i++) s += table[(int)(x[i] * 10) % 2](x[i]);
        return s;
    }""",
    "mixed": """double f(double *x, int n) {
        double c[4] = {1, 2, 3, 4}, s = 0;
        for (int i = 0; i < n; i++) { double *p = i & 1 ? x : c; s += p[i & 3] * x[i]; }
        return s;
    }""",
    "ping_pong": """double f(double *x, int n) {
        double a[16], b[16], *p = a, *q = b, s = 0;
        for (int i = 0; i < n; i++) p[i] = x[i];
        for (int t = 0; t < 5; t++) {
            for (int i = 0; i < n; i++) q[i] = p[i] * p[(i + 1) % n] + 0.1 * sin(p[i]);
            double *w = p; p = q; q = w;
        }
        for (int i = 0; i < n; i++) s += p[i];
        return s;
    }""",
    "copies": """double f(double *x, int n) {
        double *t = malloc(n * 8), s = 0;
        memcpy(t, x, n * 8);
        for (int i = 0; i < n; i++) t[i] *= x[0];
        memmove(t + 1, t, (n - 1) * 8);
        for (int i = 0; i < n; i++) s += t[i] * x[i];
        memset(t, 0, n * 8);
        for (int i = 0; i < n; i++) s += t[i];
        free(t);
        return s;
    }""",
    "stencil": """double f(double *x, int n) {
        double y[16] = {0}, s = 0;
        for (int i = 1; i < n - 1; i++) y[i] = x[i - 1] * x[i] + 0.5 * x[i + 1];
        for (int i = 0; i < n; i++) s += y[i] * y[i];
        return s;
    }""",
    "stencil_in_time": """double f(double *x, int n) {
        double *a = malloc(8 * n), *b = malloc(8 * n), s = 0;
        for (int i = 0; i < n; i++) a[i] = x[i];
        for (int i = 0; i < n; i++) b[i] = 0;
        for (int t = 0; t < 4; t++) {
            for (int i = 1; i + 1 < n; i++) b[i] = a[i] + 0.1 * a[i] * (a[i - 1] - 2 * a[i + 1]);
            for (int i = 1; i + 1 < n; i++) a[i] = b[i] * b[i];
        }
        for (int i = 0; i < n; i++) s += a[i] * a[i] + b[i];
        free(a);
        free(b);
        return s;
    }""",
    "downwards": """double f(double *x, int n) {
        double s = 0;
        for (int i = n - 1; i >= 3; i--) s += x[i] * x[i - 3] * sin(x[i - 1]);
        return s;
    }""",
    "neighbours_overwritten": """double f(double *x, int n) {
        double s = 0;
        for (int i = 1; i < n - 1; i++) { x[i] = x[i - 1] * x[i + 1]; s += x[i] * x[i + 1]; }
        return s;
    }""",
    "five_points": """double f(double *x, int n) {
        double s = 0;
        for (int i = 2; i < n - 2; i++)
            s += sin(x[i - 2] * x[i + 2]) + x[i - 1] * x[i] * x[i + 1] * s;
        return s;
    }""",
    "global": """static double kept[8];
    __attribute__((noinline)) static void set(double *x, int n) {
        for (int i = 0; i < n && i < 8; i++) kept[i] = x[i] * x[i];
    }
    double f(double *x, int n) {
        double s = 0;
        set(x, n);
        for (int i = 0; i < n && i < 8; i++) s += kept[i] * x[i];
        return s;
    }""",
}

ARENA: Final = """
define void @arena.init(ptr %p) {
  call void @rz.arena.init(ptr %p)
  ret void
}
define void @arena.free(ptr %p) {
  call void @rz.arena.free(ptr %p)
  ret void
}
"""


class Returned(ctypes.Structure):
    """What an augmented forward sweep returns: a struct of one double."""

    _fields_ = (("value", D),)


def source(name: str) -> str:
    return prepared(HEAD + PROGRAMS[name])


def argument(name: str) -> Array:
    return np.random.default_rng(len(name)).uniform(0.5, 1.5, N)


@cache
def library(name: str, poison: bool = False) -> tuple[jit.Library, int]:
    """The combined gradient, its two halves, four directions at once; and the size of the frame."""
    wide = reverse("f", "dc", width=4)
    module = derived(
        source(name),
        reverse("f", "dc"),
        reverse("f", "dc", mode=Mode.AUGMENTED),
        reverse("f", "dc", mode=Mode.SPLIT),
        type(wide)(wide.function, wide.mode, wide.args, wide.result, 4, name="f_wide"),
    )
    text = print_module(module) + ARENA
    for declared in ("init", "free"):
        if not re.search(rf"^declare .*@rz\.arena\.{declared}\(", text, re.M):
            text += f"declare void @rz.arena.{declared}(ptr)\n"
    return loaded(text, poison=poison), frame_size(module)


def frame_size(module: Module) -> int:
    (size,) = (a.value for a in module.functions["f_aug"].attrs if a.name == '"rz.frame"')
    return int(str(size).strip('"'))


def at(array: NDArray[Any]) -> int:
    return int(array.ctypes.data)


def called(found: jit.Library, name: str, result: Any, *types: Any) -> Callable[..., Any]:
    return ctypes.CFUNCTYPE(result, *types)(found.address(name))


def combined(name: str, seed: float = 1.0, poison: bool = False, count: int = N) -> Array:
    x, bar = argument(name), np.zeros(N)
    found, _ = library(name, poison)
    called(found, "f_grad", None, P, P, INT, D)(at(x), at(bar), count, seed)
    return bar


class Half:
    """A forward sweep that has run: its frame, filled with garbage before, and its arena."""

    def __init__(self, name: str, x: Array) -> None:
        self.library, size = library(name)
        self.memory = np.full(size // 8 + 128, np.nan)
        self.frame = (at(self.memory) + 63) // 64 * 64
        self.arena = self.frame + (size + 63) // 64 * 64
        called(self.library, "arena.init", None, P)(self.arena)
        self.x, self.shadow = x, np.zeros(N)
        forward = called(self.library, "f_aug", Returned, P, P, INT, P, P)
        self.value = forward(at(x), at(self.shadow), N, self.frame, self.arena).value

    def reverse(self, seed: float) -> Array:
        """What one reverse sweep adds to the shadow."""
        self.shadow[:] = 0
        backward = called(self.library, "f_rev", None, P, P, INT, D, P, P)
        backward(at(self.x), at(self.shadow), N, seed, self.frame, self.arena)
        return self.shadow.copy()

    def free(self) -> None:
        called(self.library, "arena.free", None, P)(self.arena)


def differences(name: str, count: int = N) -> Array:
    found, _ = library(name)
    primal = called(found, "f", D, P, INT)

    def value(x: Array) -> float:
        return float(primal(at(x), count))

    gradient = np.zeros(N)
    for i in range(N):
        step = np.zeros(N)
        step[i] = 1e-5
        x = argument(name)
        near = value(x + step) - value(x - step)
        far = value(x + 2 * step) - value(x - 2 * step)
        gradient[i] = (8 * near - far) / 12e-5
    return gradient


@pytest.mark.rotates(plain=8, wide=12)
@pytest.mark.parametrize("name", PROGRAMS)
def test_combined(name: str) -> None:
    np.testing.assert_allclose(combined(name), differences(name), rtol=1e-7, atol=1e-8)


@pytest.mark.parametrize("count", range(N))
@pytest.mark.parametrize(
    "name", ["stencil", "stencil_in_time", "downwards", "neighbours_overwritten", "five_points"]
)
def test_increments_of_neighbours_in_short_loops(name: str, count: int) -> None:
    """As many iterations as there are neighbours, fewer, and none."""
    found, expected = combined(name, count=count), differences(name, count)
    np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-8)


@pytest.mark.parametrize("name", PROGRAMS)
def test_nothing_is_read_from_fresh_memory(name: str) -> None:
    """The tape is all NaN before it is written."""
    np.testing.assert_array_equal(combined(name, poison=True), combined(name))


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_seed_scales(name: str) -> None:
    np.testing.assert_allclose(combined(name, -2.5), -2.5 * combined(name), rtol=1e-13)


@pytest.mark.parametrize("name", PROGRAMS)
def test_four_directions_are_four_gradients(name: str) -> None:
    """Width 4 is 4 × width 1, seed by seed."""
    x = argument(name)
    bars = np.zeros((4, N))
    seeds = (1.0, -2.5, 0.0, 3.0)
    found, _ = library(name)
    wide = called(found, "f_wide", None, P, P, P, P, P, INT, D, D, D, D)
    wide(at(x), *(at(bar) for bar in bars), N, *seeds)
    once = combined(name)
    for seed, bar in zip(seeds, bars, strict=True):
        np.testing.assert_allclose(bar, seed * once, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("name", PROGRAMS)
def test_halves_in_any_order(name: str) -> None:
    """Reverse runs twice, never, and not in the order of forward; frames start as NaN."""
    expected = combined(name)
    one = Half(name, argument(name))
    never = Half(name, argument(name))
    two = Half(name, argument(name))
    for half, seed in ((one, 1.0), (two, 2.0), (one, -1.0), (two, 1.0), (one, 1.0)):
        np.testing.assert_allclose(half.reverse(seed), seed * expected, rtol=1e-12, atol=1e-14)
    assert one.value == never.value == two.value
    for half in (never, one, two):
        half.free()


# ---- what LLVM makes of it -----------------------------------------------------------------------

VECTORS: Final = """
#include <math.h>
void apart(const double *restrict x, double *restrict y, int n) {
    for (int i = 0; i < n; i++) y[i] = sin(x[i]) * x[i];
}
void axpy(double a, const double *restrict x, double *restrict y, int n) {
    for (int i = 0; i < n; i++) y[i] += a * x[i];
}
double dot(const double *restrict x, const double *restrict y, int n) {
    double s = 0;
    for (int i = 0; i < n; i++) s += x[i] * y[i];
    return s;
}
void gemv(const double *restrict a, const double *restrict x, double *restrict y, int n, int m) {
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < m; j++) s += a[i * m + j] * x[j];
        y[i] = s;
    }
}
void stencil(const double *restrict x, double *restrict y, int n) {
    for (int i = 1; i < n - 1; i++) y[i] = 0.25 * x[i - 1] + 0.5 * x[i] + 0.25 * x[i + 1];
}
void may_meet(const double *x, double *y, int n) {
    for (int i = 0; i < n; i++) y[i] = sin(x[i]) * x[i];
}
"""


@pytest.mark.parametrize(
    ("name", "kinds", "result", "sweeps"),
    [
        ("apart", "ddc", "c", 2),
        (
            "axpy",
            "addc",
            "c",
            2,
        ),  # the scalar's adjoint is a sum: `reassoc` lets it be one of lanes
        ("dot", "ddc", "a", 1),  # the sum itself is not asked for
        ("gemv", "dddcc", "c", 0),  # rows are read once, beside sums that keep their order
        ("stencil", "ddc", "c", 2),  # neighbours' increments wait in registers
        ("may_meet", "ddc", "c", 2),  # behind a check at run time
    ],
)
def test_sweeps_are_vectorised(name: str, kinds: str, result: str, sweeps: int) -> None:
    module = derived(prepared(VECTORS), reverse(name, kinds, result))
    text = body(final(module), f"{name}_grad")
    loops = re.findall(r"^\"?(vector\.body[\w.]*)\"?:", text, re.M)
    assert len(loops) == sweeps
    checks = re.findall(r"^\"?vector\.memcheck[\w.]*\"?:", text, re.M)
    assert bool(checks) == (name == "may_meet")
    assert bool(re.search(r"store <\d+ x double>", text)) == bool(sweeps)
    if name == "axpy":
        assert "@llvm.vector.reduce.fadd" in text


@pytest.mark.parametrize(
    ("name", "reaches"),
    [
        ("stencil", [2]),
        ("stencil_in_time", [2, 2, 2, 2]),  # the steps are unrolled
        ("downwards", [3]),
        ("five_points", [4]),
        ("neighbours_overwritten", []),  # the loop stores where it reads
        ("product", []),  # one read for each cell
    ],
)
def test_which_increments_wait(name: str, reaches: list[int]) -> None:
    (plan,) = plans(parse_module(source(name)), reverse("f", "dc"))
    assert [shift.reach for shift in shifts(plan.facts)] == reaches


CHAINS: Final = """
double far(const double *a, const double *b, int n, double x) {
    for (int i = 0; i < n; i++) x = a[i] * (b[i] * (3 - a[i] * x)) / b[i];
    return x;
}
double joined(const double *a, const double *b, int n, double x) {
    for (int i = 0; i < n; i++) x += a[i] * (b[i] - x) - b[i] * x;
    return x;
}
"""


@pytest.mark.parametrize("name", ["far", "joined"])
def test_a_turn_waits_for_one_product(name: str) -> None:
    """Whatever lies between, what a turn hands on is its adjoint times what was known before."""
    function = derived(prepared(CHAINS), reverse(name, "ccca")).functions[f"{name}_grad"]
    block = next(
        index
        for index, block in enumerate(function.blocks)
        if any(isinstance(i, FBinary) and i.op == "fmul" for i in block.instrs)
        and any(isinstance(i, Load) and _is_adjoint(function, i) for i in block.instrs)
    )
    late: dict[int, int] = {}  # products since an adjoint arrived
    for instr in function.blocks[block].instrs:
        if isinstance(instr, Load) and _is_adjoint(function, instr):
            late[instr.result.id] = 0
        elif isinstance(instr, FBinary):
            since = [late[v.id] for v in (instr.lhs, instr.rhs) if getattr(v, "id", -1) in late]
            if since:
                late[instr.result.id] = max(since) + (instr.op in ("fmul", "fdiv"))
    handed = [n for id, n in late.items() if any(at != block for at, _ in function.uses[id])]
    assert handed
    assert max(handed) == 1


def _is_adjoint(function: Function, load: Load) -> bool:
    assert isinstance(load.pointer, Local)
    return (function.names[load.pointer.id] or "").endswith(".bar")


ANGLES: Final = """
#include <math.h>
double together(const double *x, int n, double y) {
    for (int i = 0; i < n; i++) y = sin(y * x[i]) - x[i] * cos(y * x[i]);
    return y;
}
double apart(const double *x, int n, double y) {
    for (int i = 0; i < n; i++) y = sin(y * x[i]) - x[i] * cos(y + x[i]);
    return y;
}
"""


@pytest.mark.parametrize(("name", "functions"), [("together", 2), ("apart", 4)])
def test_functions_that_are_known_are_not_computed_again(name: str, functions: int) -> None:
    text = body(print_module(derived(prepared(ANGLES), reverse(name, "cca"))), f"{name}_grad")
    assert len(re.findall(r"call double @llvm\.(?:sin|cos)\.f64", text)) == functions
