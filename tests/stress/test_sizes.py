"""Modules larger and deeper than anybody writes by hand: a gradient or a refusal, never an end.

A tenth of each size by default, the whole under `--all`.
"""

from __future__ import annotations

import resource
from collections.abc import Callable
from math import cos, sin
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.api.programs.functions import Function

pytestmark = pytest.mark.rotates("file", plain=7, wide=1000)

SIN = "declare double @llvm.sin.f64(double)\n"


def function(lines: list[str], result: str, parameters: str = "double %x") -> str:
    body = "\n".join(lines)
    return f"{SIN}define double @f({parameters}) {{\n{body}\n  ret double {result}\n}}\n"


def nest(depth: int) -> str:
    """One expression: x = sin(x)·0.9 + x, again and again."""
    lines = ["entry:"]
    last = "%x"
    for i in range(depth // 3):
        lines += [
            f"  %a{i} = call double @llvm.sin.f64(double {last})",
            f"  %b{i} = fmul double %a{i}, 9.0e-01",
            f"  %c{i} = fadd double %b{i}, {last}",
        ]
        last = f"%c{i}"
    return function(lines, last)


def nest_truth(x: float, depth: int) -> float:
    slope = 1.0
    for _ in range(depth // 3):
        slope *= 0.9 * cos(x) + 1
        x += 0.9 * sin(x)
    return slope


def blocks(count: int) -> str:
    """A branch after the other, each on the value that the last one made."""
    lines = ["entry:", "  br label %b0"]
    last = "%x"
    for i in range(count // 3):
        lines += [
            f"b{i}:",
            f"  %c{i} = fcmp olt double {last}, {(i % 7) / 8 + 0.001:e}",
            f"  br i1 %c{i}, label %t{i}, label %j{i}",
            f"t{i}:",
            f"  %m{i} = fmul double {last}, 1.001",
            f"  br label %j{i}",
            f"j{i}:",
            f"  %p{i} = phi double [ {last}, %b{i} ], [ %m{i}, %t{i} ]",
            f"  br label %b{i + 1}",
        ]
        last = f"%p{i}"
    return function([*lines, f"b{count // 3}:"], last)


def blocks_truth(x: float, count: int) -> float:
    slope = 1.0
    for i in range(count // 3):
        if x < (i % 7) / 8 + 0.001:
            x, slope = x * 1.001, slope * 1.001
    return slope


def constants(count: int) -> str:
    cells = ", ".join(f"double {i % 13 + 0.5:e}" for i in range(count))
    type = f"[{count} x double]"
    lines = [
        f"  %p = getelementptr {type}, ptr @t, i64 0, i64 12",
        "  %v = load double, ptr %p",
        "  %y = fmul double %v, %x",
        f"  %q = getelementptr {type}, ptr @t, i64 0, i64 %i",
        "  %w = load double, ptr %q",
        "  %z = fmul double %y, %w",
    ]
    return f"@t = constant {type} [{cells}]\n{function(lines, '%z', 'double %x, i64 %i')}"


def ways(count: int) -> str:
    """A switch whose cases all come back to one block: more ways than a byte can tell apart."""
    cases = "\n".join(f"    i32 {i}, label %b{i}" for i in range(count))
    lines = ["entry:", f"  switch i32 %k, label %d [\n{cases}\n  ]"]
    for i in range(count):
        lines += [f"b{i}:", f"  %m{i} = fmul double %x, {i + 0.5:e}", "  br label %d"]
    arms = ", ".join(f"[ %m{i}, %b{i} ]" for i in range(count))
    lines += ["d:", f"  %r = phi double [ %x, %entry ], {arms}", "  %s = fmul double %r, %r"]
    return function(lines, "%s", "double %x, i32 %k")


def loops(depth: int) -> str:
    """Loops in loops, each running once but the innermost."""
    lines = ["entry:", "  br label %h0"]
    for i in range(depth):
        before = "entry" if i == 0 else f"h{i - 1}"
        start = "%x" if i == 0 else f"%a{i - 1}"
        inner = "body" if i == depth - 1 else f"h{i + 1}"
        lines += [
            f"h{i}:",
            f"  %i{i} = phi i64 [ 0, %{before} ], [ %n{i}, %l{i} ]",
            f"  %a{i} = phi double [ {start}, %{before} ], [ %s, %l{i} ]",
            f"  br label %{inner}",
        ]
    lines += ["body:", f"  %s = fmul double %a{depth - 1}, 5.0e-01", f"  br label %l{depth - 1}"]
    for i in reversed(range(depth)):
        out = "out" if i == 0 else f"l{i - 1}"
        lines += [
            f"l{i}:",
            f"  %n{i} = add i64 %i{i}, 1",
            f"  %d{i} = icmp slt i64 %n{i}, %n",
            f"  br i1 %d{i}, label %h{i}, label %{out}",
        ]
    return function([*lines, "out:"], "%s", "double %x, i64 %n")


def types(depth: int) -> str:
    """A double at the bottom of structs in structs."""
    type = "double"
    for _ in range(depth):
        type = f"{{ {type} }}"
    lines = [
        f"  %p = alloca {type}",
        f"  store {type} zeroinitializer, ptr %p",
        "  store double %x, ptr %p",
        "  %v = load double, ptr %p",
        "  %y = fmul double %v, %x",
    ]
    return function(lines, "%y")


def expression(depth: int) -> str:
    """A constant expression in constant expressions."""
    address = "@g"
    for _ in range(depth):
        address = f"getelementptr (i8, ptr {address}, i64 0)"
    lines = [f"  %v = load double, ptr {address}", "  %y = fmul double %v, %x"]
    return f"@g = constant double 3.0\n{function(lines, '%y')}"


def slopes(text: str, *rest: int) -> tuple[float, float]:
    """Both modes, at 0.3."""
    with rz.options(cache=False):
        f = rz.compile(text, lang="ll").f
        others = [rz.Const(value) for value in rest]
        back: Any = rz.autodiff(rz.Reverse, f, rz.Active(0.3), *others)
        ahead: Any = rz.autodiff(rz.Forward, f, rz.Duplicated(0.3, 1.0), *others)
    return back, ahead


def sizes(whole: int, part: int | None = None) -> Any:
    small = part or whole // 10
    return pytest.mark.parametrize("n", [small, pytest.param(whole, marks=pytest.mark.slow)])


def agree(found: tuple[float, float], truth: float) -> None:
    assert found == (pytest.approx(truth, rel=1e-9), pytest.approx(truth, rel=1e-9))


@sizes(10_000)
def test_deep_expressions(n: int) -> None:
    agree(slopes(nest(n)), nest_truth(0.3, n))


@sizes(10_000)
def test_many_blocks(n: int) -> None:
    agree(slopes(blocks(n)), blocks_truth(0.3, n))


@sizes(1_000_000, 30_000)
def test_large_constants(n: int) -> None:
    agree(slopes(constants(n), 5), 12.5 * 5.5)


@sizes(1000, 300)
def test_more_ways_than_a_byte_counts(n: int) -> None:
    agree(slopes(ways(n), n - 10), 2 * 0.3 * (n - 9.5) ** 2)


@sizes(60, 12)
def test_deep_loops(n: int) -> None:
    agree(slopes(loops(n), 1), 0.5)


@sizes(3000)
@pytest.mark.parametrize(("make", "truth"), [(types, 0.6), (expression, 3.0)])
def test_deep_types_and_constants(n: int, make: Callable[[int], str], truth: float) -> None:
    agree(slopes(make(n)), truth)


RECURSIVE = """
struct node;
struct pair { struct node *left, *right; };
struct node { struct node *next; struct pair pair[2], (*grow)(struct node *); double v; };
double f(struct node *n, double x) { return n->next->pair[1].left->v * x + n->v; }
double g(double x)
{
    struct node a = {.v = 2};
    a.next = a.pair[1].left = &a;
    return f(&a, x * x);
}
"""


def test_types_that_contain_themselves() -> None:
    lib = rz.compile(RECURSIVE)
    assert "struct node *" in str(lib.f.signature)
    assert rz.grad(lib.g)(3.0) == 12.0


@pytest.mark.parametrize("depth", [200, 20_000])
def test_deep_source(depth: int) -> None:
    """What is too deep for the compiler is an error of the compiler's."""
    text = f"double f(double x) {{ return {'(x*' * depth}1.0{')' * depth}; }}"
    if depth < 256:
        assert rz.grad(rz.compile(text).f, check="never")(1.0) == float(depth)
        return
    with pytest.raises(rz.CompileError) as caught:
        rz.compile(text)
    assert caught.value.code in ("RZ020", "RZ022")
    assert len(str(caught.value)) < 5000


@sizes(10_000, 1000)
def test_a_long_sum(n: int) -> None:
    text = f"double f(double x) {{ return x{' + x' * (n - 1)}; }}"
    try:
        slope = rz.grad(rz.compile(text).f, check="never")(1.0)
    except rz.CompileError as failure:  # clang's own stack
        assert failure.code in ("RZ020", "RZ022")
    else:
        assert slope == n


STACK = """
double gathered(double x, int k) {
    double a[700000], s = 0;
    for (int i = 0; i < k; i++) a[i * 7 % 700000] = x * i;
    for (int i = 1; i < k; i++) s += a[i * 5 % k * 7 % 700000] * a[i * 7 % 700000];
    return s;
}
__attribute__((noinline)) static double filled(double x, int k) {
    double a[600000];
    for (int i = 0; i < 600000; i++) a[i] = x * (i % k);
    a[5] *= a[4];
    return a[5] * a[599999 - k];
}
double twice(double x, int k) { double y = filled(x, k); return filled(y, k) + y; }
"""


@pytest.mark.parametrize("fresh", ["as it comes", "full of NaN"])
@pytest.mark.parametrize("name", ["gathered", "twice"])
def test_arrays_that_fill_the_stack(name: str, fresh: str) -> None:
    """The stack has room for the array, and not for its shadow beside it.

    What the arena hands out was used before: no derivative may depend on what lies there.
    """
    f = rz.compile(STACK)[name]
    if fresh == "full of NaN":
        f = Function(f.program.poisoned, f.signature, f.plan)
    if name == "gathered":
        slope = 2 * f(2.0, 12) / 2.0
        point = 2.0, 12
    else:
        step, point = 1e-6, (0.1, 7)
        slope = (f(0.1 + step, 7) - f(0.1 - step, 7)) / (2 * step)
    assert rz.grad(f, check="never")(*point) == pytest.approx(slope, rel=1e-6)
    assert rz.jvp(f, point, (1.0, None), check="never")[1] == pytest.approx(slope, rel=1e-6)


WIDE = """
void g(double *x, double *y, int n)
{
    double a[300000];
    for (int i = 0; i < n; i++) a[i * 29989 % 300000] = x[i] * x[(i + 1) % n];
    for (int i = 0; i < n; i++) y[i] = a[i * 29989 % 300000] * x[i];
}
double f(double *x, int n)
{
    double b[400000], s = 0;
    g(x, b, n);
    for (int i = 0; i < n; i++) s += b[i] * x[i];
    return s;
}
"""


def test_the_stack_in_several_directions_and_orders() -> None:
    """A shadow for each direction, and for each order; none of them on the stack."""
    lib = rz.compile(WIDE)
    x, n = np.linspace(0.5, 1.5, 5), 5
    after = np.roll(x, -1)
    with rz.options(check="never"):
        forward = [rz.jvp(lib.f, (x, n), (e, None))[1] for e in np.eye(5)]
        np.testing.assert_allclose(rz.grad(lib.f)(x, n), forward, rtol=1e-12)
        truth = 3 * x**2 * after + np.roll(x**3, 1)
        np.testing.assert_allclose(forward, truth, rtol=1e-12)
        v = np.arange(5.0)
        whole = rz.hessian(lib.f)(x, n)
        np.testing.assert_allclose(rz.hvp(lib.f, (x, n), v), whole @ v, rtol=1e-12)
        rows = rz.jacobian(lib.g, wrt="x", of="y")(x, np.zeros(5), n)
    ahead = np.diag(2 * x * after) + np.roll(np.diag(x * x), 1, axis=1)
    np.testing.assert_allclose(rows, ahead, rtol=1e-12)


LEFT = """
#include <stdexcept>
__attribute__((noinline)) static double filled(double x, int k, int depth) {
    double a[200000], s = 0;
    for (int i = 0; i < k; i++) a[i * 7 % 200000] = x * i;
    if (depth > 0) s = filled(x * 0.9, k, depth - 1);
    if (k > 20) throw std::runtime_error("too many");
    for (int i = 0; i < k; i++) s += a[i * 5 % k * 7 % 200000] * a[i * 7 % 200000];
    return s;
}
extern "C" double caught(double x, int k) {
    double s = 0;
    for (int i = 0; i < 3; i++) {
        try { s += filled(x, k + i, 2); } catch (const std::exception &) { s += x * x; }
        if (s > 1e9) return s;
    }
    return s;
}
extern "C" double thrown(double x, int k) { return filled(x, k, 2) * x; }
"""


def test_shadows_are_given_back_where_an_exception_leaves() -> None:
    """Thrown through functions with large shadows; caught inside by forward mode, or by us."""
    lib = rz.compile(LEFT, lang="c++")

    def once() -> None:
        slope = rz.jvp(lib.caught, (0.5, 19), (1.0, None), check="never")[1]
        assert slope == pytest.approx(expected, rel=1e-6)
        with pytest.raises(rz.Error, match="too many"):
            rz.jvp(lib.thrown, (0.5, 30), (1.0, None), check="never")

    step = 1e-6
    expected = (lib.caught(0.5 + step, 19) - lib.caught(0.5 - step, 19)) / (2 * step)
    once()
    before = resident()
    for _ in range(40):
        once()
    assert resident() - before < 50e6  # one turn takes 24 MB


def resident() -> int:
    """The bytes of memory that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
