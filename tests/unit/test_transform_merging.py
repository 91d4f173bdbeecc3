"""Merged loops: which are, why others are not, and that it makes no difference but to the tape."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from tests.derivatives import prepared
from tests.programs import ROOT, Case, Gradients, discover, standard
from tests.run import adapter

import ribozyme
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call
from ribozyme.parse.module import parse_module
from ribozyme.transform.core.interface import Kind, Mode, Request
from ribozyme.transform.core.site_kinds import Differential
from ribozyme.transform.derive import plans
from ribozyme.transform.reverse.onepass import row_by_row
from ribozyme.transform.reverse.plan import plan
from ribozyme.transform.reverse.plan.nodes import Node
from ribozyme.transform.reverse.plan.plan import Plan

pytestmark = pytest.mark.rotates("file", plain=6, wide=12)

rz: Any = ribozyme
ALWAYS: Final = 0
NEVER: Final = 1 << 60
SUMS: Final = [case for case in discover() if case.family == "sums"]

# what is said of the loop that sums up, where every loop is thought to be worth it
SAID: Final = {
    "mixture_of_points": "",
    "scratch_from_the_turn_before": "a turn may read what another turn has written",
    "scratch_read_behind": "what a turn writes is read behind the loop",
    "scratch_of_fixed_size": "",
    "scratch_by_recurrence": "a turn may read what another turn has written",
    "scratch_by_counted_recurrence": "",
    "maximum_beside": "no plain sum",
    "sum_that_begins_again": "no plain sum",
    "sum_used_within": "no plain sum",
    "root_of_a_sum": "no plain sum",
    "overwritten_behind": "overwritten behind the loop",
    "moved_behind": "overwritten behind the loop",
    "filled_behind": "overwritten behind the loop",
    "left_early": "left in several places",
    "two_sums": "",
    "sum_by_choice": "",
    "written_beside": "turns may write the same memory of the caller",
    "turns_of_any_length": "",
    "weights_of_turns": "",
    "single_precision": "",
    "under_a_condition": "",
    "sum_of_calls": "",
    "calls_that_leave_traces": "do more than compute",
    "sum_in_memory": "",
    "error_behind_pointer": "",
    "error_read_again": "no plain sum",
    "error_among_the_inputs": "no plain sum",
    "powers_of_terms": "",
    "powers_by_choice": "no plain sum",
    "powers_in_memory": "",
    "powers_of_powers": "",
    "results_of_rows": "",
    "results_read_behind": "what a turn writes is read behind the loop",
    "results_in_turn": "turns may write the same memory",
    "results_in_place": "",
    "results_read_by_later_turns": "a turn may read what another turn has written",
    "results_that_may_be_inputs": "a turn may read what another turn has written",
    "results_in_members": "",
    "results_backwards": "",
    "results_of_a_nest": "",
    "results_sometimes": "",
    "results_until_found": "several places",
    "results_begun_with_zero": "",
    "results_that_overlap": "turns may write the same memory",
    "results_in_single_precision": "",
    "results_written_again": "what a turn writes is overwritten behind the loop",
    "results_at_places_told": "turns may write the same memory",
    "results_and_a_sum": "",
    "results_of_a_triangle": "turns may write the same memory",
    "results_one_too_long": "turns may write the same memory",
    "results_before_the_sum": "",
    "results_from_scratch": "",
}


def root(path: Path) -> Plan:
    """The plan of a program's gradient, all that can be being active."""
    module = parse_module(prepared(path.read_text()))
    function = module.functions["f"]

    def kind(type: ty.Type) -> Kind:
        if ty.is_pointer(type):
            return Kind.DUP
        return Kind.ACTIVE if ty.is_float(type) else Kind.CONST

    kinds = tuple(kind(param.local.type) for param in function.params)
    result = Kind.ACTIVE if ty.is_float(function.type.result) else Kind.CONST
    return plans(module, Request("f", Mode.REVERSE, kinds, result, name="f_grad"))[0]


@pytest.mark.parametrize("name", SAID)
def test_which(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "WORTH", ALWAYS)
    made = root(ROOT / "sums" / f"{name}.c")
    said = list(made.merged.refused.values())
    if SAID[name]:
        assert any(SAID[name] in one for one in said), said
    else:
        assert made.merged.loops, said


def test_small_turns_are_left_alone() -> None:
    made = root(ROOT / "sums" / "maximum_beside.c")
    assert not made.merged.loops
    assert not made.merged.refused


def test_a_tape_of_one_turn() -> None:
    made = root(ROOT / "sums" / "mixture_of_points.c")
    (loop,) = made.merged.loops
    inner = [key for key in made.storages if key[0] != loop and made.facts.inside(key[0], loop)]
    assert inner
    assert all(loop in dropped for _, dropped, *_ in inner)


def test_powers_tell_their_slopes_in_one_pass() -> None:
    """However little is kept: the lower power is told by the power."""
    made = root(ROOT / "sums" / "powers_of_terms.c")
    assert sorted(made.merged.loops) == [0, 1]
    (call,) = [call for call, site in made.calls if isinstance(site, Differential)]
    assert isinstance(call, Call)
    assert call.result is not None
    assert Node("value", call.result.id) in made.needs.of(call)


# ---- no difference -------------------------------------------------------------------------------


@contextmanager
def worth(bytes: int) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch, rz.options(cache=False):
        patch.setattr(plan, "WORTH", bytes)
        if bytes == NEVER:
            patch.setattr(row_by_row, "row_by_row", lambda facts: [])
        yield


def gradients(case: Case, level: str, flags: tuple[str, ...]) -> Gradients:
    library = rz.load(str(case.path), level=level, flags=[standard(case.path), *case.flags, *flags])
    args = case.arguments()
    return adapter.reverse_of(case, library[case.function], args, case.cotangents(args))


@pytest.mark.rotates(plain=8, wide=20)
@pytest.mark.parametrize("flags", [(), ("-ffast-math", "-march=native")], ids=["strict", "fast"])
@pytest.mark.parametrize("case", SUMS, ids=lambda case: case.name)
def test_merged_or_not(case: Case, flags: tuple[str, ...]) -> None:
    with worth(NEVER):
        expected = gradients(case, "O3", flags)
    with worth(ALWAYS):
        found = gradients(case, "O3", flags)
    for name, value in expected.items():
        close = 1e-5 if case.name.endswith("single_precision") else 1e-9
        np.testing.assert_allclose(found[name], value, rtol=close, atol=1e-2 * close)


SOURCE: Final = r"""
#include <math.h>
#include <stdlib.h>
double points(const double *restrict x, const double *restrict m, double a, int d, int n)
{
    double *z = malloc(sizeof(double) * d);
    double total = 0;
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < d; j++)
            z[j] = sin(x[i * d + j] - m[j]) * a;
        for (int j = 0; j < d; j++)
            s += z[j] * z[d - 1 - j] * exp(z[j]);
        total += log(2 + s * s);
    }
    free(z);
    return total / n;
}
"""


def _points(x: Any, m: Any, a: float) -> Any:
    z = np.sin(x - m) * a
    s = np.sum(z * z[:, ::-1] * np.exp(z), axis=1)
    return np.mean(np.log(2 + s * s))


def _difference(function: Callable[[Any], Any], at: Any, way: Any) -> Any:
    """The derivative along a direction, by a fourth-order formula."""
    h = 1e-3
    one, two = (function(at + k * h * way) - function(at - k * h * way) for k in (1, 2))
    return (8 * one - two) / (12 * h)


@pytest.mark.parametrize("bytes", [ALWAYS, NEVER])
def test_higher_orders(bytes: int) -> None:
    """Forward over reverse, several directions at once, and reverse over reverse."""
    rng = np.random.default_rng(7)
    x, m, way = rng.normal(size=(5, 4)), rng.normal(size=4), rng.normal(size=4)
    with worth(bytes):
        points = rz.compile(SOURCE).points
        slope = rz.grad(points, wrt="m")
        wanted = _difference(lambda at: _points(x, at, 0.7), m, way)
        np.testing.assert_allclose(slope(x, m, 0.7, 4, 5) @ way, wanted, rtol=1e-8)
        second = rz.hvp(points, (x, m, 0.7, 4, 5), way, wrt="m")
        wanted = _difference(lambda at: slope(x, at, 0.7, 4, 5), m, way)
        np.testing.assert_allclose(second, wanted, rtol=1e-8, atol=1e-9)
        hessian = rz.hessian(points, wrt="m")(x, m, 0.7, 4, 5)
        np.testing.assert_allclose(hessian @ way, second, rtol=1e-10, atol=1e-12)
        along = rz.grad(points, wrt="a")
        twice = rz.grad(along, wrt="a")(x, m, 0.7, 4, 5)
        wanted = _difference(lambda a: along(x, m, a, 4, 5), 0.7, 1.0)
        np.testing.assert_allclose(twice, wanted, rtol=1e-8)


ROWS: Final = r"""
double rows(const double *restrict a, const double *restrict x, double *restrict y, int d, int n)
{
    double total = 0;
    for (int i = 0; i < n; i++) {
        double s = 1;
        for (int j = 0; j < d; j++)
            s += a[i * d + j] * x[j] * s;
        y[i] = s * s;
        total += s;
    }
    return 1 / (1 + total * total);
}
"""


def _rows(a: Any, x: Any) -> tuple[float, Any]:
    s = np.array([np.prod(1 + row * x) for row in a])
    return float(1 / (1 + np.sum(s) ** 2)), s * s


@pytest.mark.parametrize("bytes", [ALWAYS, NEVER])
def test_higher_orders_of_results(bytes: int) -> None:
    """With seeds for the results, too, in several lanes."""
    rng = np.random.default_rng(8)
    a, x = 0.5 * rng.normal(size=(5, 4)), rng.normal(size=4)
    way, seeds = rng.normal(size=4), rng.normal(size=5)
    with worth(bytes):
        rows = rz.compile(ROWS).rows
        dx, dy = np.zeros(4), seeds.copy()
        rz.autodiff(
            rz.Reverse, rows, rz.Const(a), rz.Duplicated(x, dx), rz.Duplicated(np.zeros(5), dy),
            rz.Const(4), rz.Const(5),
        )  # fmt: skip
        wanted = _difference(lambda at: _rows(a, at)[0] + seeds @ _rows(a, at)[1], x, way)
        np.testing.assert_allclose(dx @ way, wanted, rtol=1e-8)
        assert not dy.any()
        slope = rz.grad(rows, wrt="x")
        given = (a, x, np.zeros(5), 4, 5)
        second = rz.hvp(rows, given, way, wrt="x")
        wanted = _difference(lambda at: slope(a, at, np.zeros(5), 4, 5), x, way)
        np.testing.assert_allclose(second, wanted, rtol=1e-7, atol=1e-9)
        hessian = rz.hessian(rows, wrt="x")(*given)
        np.testing.assert_allclose(hessian @ way, second, rtol=1e-9, atol=1e-12)
