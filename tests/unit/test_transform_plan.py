"""Plans: what the reverse sweep of small programs keeps, loop by loop, as golden files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from tests.derivatives import body, derived, plan_text, prepared, reverse

from ribozyme.ir.printer import print_module
from ribozyme.parse.module import parse_module
from ribozyme.transform.core.interface import Mode
from ribozyme.transform.derive import plans
from ribozyme.transform.reverse.plan.plan import Plan

pytestmark = pytest.mark.rotates("file", plain=12, wide=24)

GOLDEN: Final = Path(__file__).parent.parent / "golden" / "reverse" / "plans"

HEAD: Final = "#include <math.h>\n#include <stdlib.h>\n#include <string.h>\n"

PROGRAMS: Final[dict[str, tuple[str, str]]] = {
    "one_value_for_many": (
        "da",  # x[i] is overwritten: kept; what is cheap is made from it again
        """double f(double *x, double a) {
          double s = 0;
          for (int i = 0; i < 100000; i++) {
            double t = x[i] * a;
            s += t * t * (t + 1);
            x[i] = 0;
          }
          return s;
        }""",
    ),
    "stable_memory": (
        "dc",  # nothing is kept: x is still there
        """double f(const double *x, int n) {
          double s = 0;
          for (int i = 0; i < n; i++) s += x[i] * x[i];
          return s;
        }""",
    ),
    "invariant": (
        "dac",  # the call is outside the loop, and so is what is kept of it
        """double f(const double *x, double a, int n) {
          double s = 0;
          for (int i = 0; i < n; i++) s += x[i] * exp(a);
          return s;
        }""",
    ),
    "induction": (
        "dc",  # no function of i is kept
        """double f(const double *x, int n) {
          double s = 0;
          for (int i = 0; i < n; i++) s += x[3 * i + 1] * (2.0 * i + 1);
          return s;
        }""",
    ),
    "recurrence": (
        "ac",  # one value for each iteration
        """double f(double x, int n) {
          double s = x;
          for (int i = 0; i < n; i++) s = s * s * 0.5 + x;
          return s;
        }""",
    ),
    "running_maximum": (
        "dc",  # a byte: which of the two it was; nothing else is kept of x
        """double f(double *x, int n) {
          double m = x[0];
          for (int i = 1; i < n; i++) { m = fmax(m, x[i]); x[i] = 0; }
          return m;
        }""",
    ),
    "maximum_and_more": (
        "dc",  # x itself is needed, and the choice comes from it and the maximum
        """double f(double *x, int n) {
          double s = 0;
          for (int i = 1; i < n; i++) { s += fabs(x[i]) * x[i]; x[i] = 0; }
          return s;
        }""",
    ),
    "nest": (
        "dc",  # a triangular nest: counts vary from row to row
        """double f(const double *x, int n) {
          double s = 1;
          for (int i = 0; i < n; i++)
            for (int j = 0; j <= i; j++) s = s * x[j] + s * s * 1e-3;
          return s;
        }""",
    ),
    "scratch": (
        "dddc",  # z was x - m, which are still there; what is read twice over is kept once
        """double f(const double *restrict x, const double *restrict m, double *restrict z, int n) {
          double s = 0;
          for (int r = 0; r < n; r++) {
            double q[100];
            for (int j = 0; j < 100; j++) z[j] = x[r * 100 + j] - m[j];
            for (int j = 0; j < 100; j++) { q[j] = s * z[j]; s += sin(z[j]); }
            for (int j = 0; j < 100; j++) s += q[j] * q[j] * z[j];
            for (int j = 0; j < 100; j++) s += q[j] * q[j] * q[j];
          }
          return s;
        }""",
    ),
    "walking_pointer": (
        "ddc",  # the pointer through a triangle is a curve: only what it reads is kept
        """double f(double *l, const double *z, int n) {
          double s = 0;
          for (int j = 0; j < n; j++)
            for (int i = j + 1; i < n; i++) { s += *l * *l * z[i]; *l++ = s; }
          return s;
        }""",
    ),
    "single_recursion": (
        "dc",  # value and gradient at once: nothing is kept for each activation
        """static double minor(const double *a, int n, int row, unsigned used) {
          if (row == n) return 1;
          double sum = 0;
          for (int j = 0; j < n; j++)
            if (!(used >> j & 1))
              sum += a[row * n + j] * minor(a, n, row + 1, used | 1u << j);
          return sum;
        }
        double f(const double *a, int n) { return minor(a, n, 0, 0); }""",
    ),
    "rectangle": (
        "dcc",  # a nest of two exact counts: one block for all of it
        """double f(const double *x, int n, int m) {
          double s = 1;
          for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++) s = s * x[j] + s * s * 1e-3;
          return s;
        }""",
    ),
    "small_and_fixed": (
        "d",  # constant counts: an array in the frame
        """double f(const double *x) {
          double s = 1;
          for (int i = 0; i < 200; i++) s = s * x[i] + s * s * 1e-3;
          return s;
        }""",
    ),
    "unknown_count": (
        "a",  # segments, and how often the loop ran
        """double f(double x) {
          double s = x;
          while (s < 100) s = s * s + 1;
          return s;
        }""",
    ),
    "branches": (
        "dc",  # the condition is made again from memory that stays
        """double f(const double *x, int n) {
          double s = 0;
          for (int i = 0; i < n; i++) s += x[i] > 1 ? sin(x[i]) : x[i] * x[i];
          return s;
        }""",
    ),
    "choice_kept": (
        "ac",  # the condition depends on what is gone: which way is kept
        """double f(double x, int n) {
          double s = x;
          for (int i = 0; i < n; i++) if (s > 1) s = sin(s); else s = s * 2;
          return s;
        }""",
    ),
    "callee": (
        "dc",  # split; the frame is one more array
        """static __attribute__((noinline)) double g(double *p, double a) {
          *p *= 1.5;
          return a * a * *p;
        }
        double f(double *x, int n) {
          double s = 0;
          for (int i = 0; i < n; i++) s += g(x, x[i + 1]);
          return s;
        }""",
    ),
    "heap": (
        "dc",
        """double f(const double *x, int n) {
          double *t = malloc(n * sizeof *t);
          for (int i = 0; i < n; i++) t[i] = x[i] * x[i];
          double s = 0;
          for (int i = 0; i < n; i++) s += t[i] * t[n - 1 - i];
          free(t);
          return s;
        }""",
    ),
    "list": (
        "dc",  # pointers that are walked are kept
        """struct node { double v; struct node *next; };
        double f(const double *x, int n) {
          struct node *h = 0;
          for (int i = 0; i < n; i++) {
            struct node *q = malloc(sizeof *q);
            q->v = x[i];
            q->next = h;
            h = q;
          }
          double s = 1;
          for (; h; h = h->next) s = s * h->v;
          return s;
        }""",
    ),
    "straight": (
        "aa",
        """double f(double x, double y) { return sin(x * y) * exp(x) / (y + cos(x)); }""",
    ),
    "diamond_outside": (
        "a",
        """double f(double x) { double s = x > 1 ? sin(x) : x * x; return s * s * x; }""",
    ),
}


def planned(name: str, mode: Mode = Mode.REVERSE) -> tuple[Plan, ...]:
    kinds, source = PROGRAMS[name]
    return plans(parse_module(prepared(HEAD + source)), reverse("f", kinds, mode=mode))


def kept(plan: Plan, loop: int) -> list[str]:
    return [slot.node.kind for slot in plan.slots.values() if slot.loop == loop]


@pytest.mark.parametrize("name", PROGRAMS)
def test_plan(name: str, golden: Callable[[Path, str], None]) -> None:
    text = "".join(f"{form}\n{both}" for form, both in forms(name))
    golden(GOLDEN / f"{name}.txt", text)


def forms(name: str) -> list[tuple[str, str]]:
    modes = {"combined": Mode.REVERSE, "split": Mode.AUGMENTED}
    return [
        (form, "".join(plan_text(plan) for plan in planned(name, mode)))
        for form, mode in modes.items()
    ]


@pytest.mark.parametrize("name", ["stable_memory", "invariant", "induction", "branches"])
def test_nothing_is_kept_that_can_be_made_again(name: str) -> None:
    """Neither what is still in memory, nor an invariant, nor a function of the induction variable.

    Between the halves of a split derivative the caller may change its arrays: they are kept there.
    """
    (plan,) = planned(name)
    assert kept(plan, 0) == []
    (plan,) = planned(name, Mode.AUGMENTED)
    assert len(kept(plan, 0)) == (name != "induction")


@pytest.mark.parametrize("name", ["one_value_for_many", "recurrence", "unknown_count"])
def test_the_cut_keeps_one_value(name: str) -> None:
    (plan,) = planned(name)
    assert kept(plan, 0) == ["value"]


@pytest.mark.parametrize("name", PROGRAMS)
def test_no_heap_allocation_in_a_loop(name: str) -> None:
    """Only what the primal allocates itself, and its shadow, is asked of the heap."""
    kinds, source = PROGRAMS[name]
    text = print_module(derived(prepared(HEAD + source), reverse("f", kinds)))
    gradient = body(text, "f_grad")
    primal = body(text, "f").count("@malloc(")
    assert gradient.count("@malloc(") + gradient.count("@calloc(") <= 2 * primal
    # a growing array allocates a segment and its rows
    storages = planned(name)[0].storages.values()
    most = sum(2 if storage.kind == "segments" else 1 for storage in storages)
    assert gradient.count("@rz.tape.alloc(") <= most


def test_storages() -> None:
    expected = {
        "recurrence": "block",
        "rectangle": "block",
        "nest": "block",
        "unknown_count": "segments",
        "small_and_fixed": "fixed",
    }
    for name, kind in expected.items():
        (plan,) = planned(name)
        innermost = max(plan.storages.values(), key=lambda storage: len(storage.slots))
        assert innermost.kind == kind, name
