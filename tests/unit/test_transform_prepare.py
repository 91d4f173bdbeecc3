"""The passes before a derivative is planned: each runs once, in the order of the lists."""

from __future__ import annotations

import pytest
from tests.derivatives import derived, prepared, reverse

from ribozyme.ir.module import Module
from ribozyme.parse.module import parse_module
from ribozyme.transform import derive
from ribozyme.transform.core import facts
from ribozyme.transform.core.interface import Request
from ribozyme.transform.prepare import prepare, refine

PLAIN = "double f(const double *x) { return x[0] * x[1]; }"
SWAPPED = """
__attribute__((noinline)) static void swap(long *a, long *b) { long t = *a; *a = *b; *b = t; }
double f(const double *x)
{
    double a[2] = {x[0], x[1]};
    swap((long *)&a[0], (long *)&a[1]);
    return a[0] * a[0] * a[1];
}
"""
AGAIN = """
double f(const double *x, int n) { return n ? x[n] * f(x, n - 1) : x[0]; }
"""
NAMES = [
    name for name, _ in (*prepare.PROGRAM, *prepare.REQUEST, *refine.STEPS)
]  # fmt: skip


def steps(source: str, request: Request) -> list[tuple[str, Module]]:
    found: list[tuple[str, Module]] = []
    derive.facts(
        parse_module(prepared(source)), request, trace=lambda n, made: found.append((n, made))
    )
    return found


def changed(source: str, request: Request) -> list[str]:
    """The names of the passes behind which the module is another one."""
    before, names = None, []
    for name, module in steps(source, request):
        if before is not None and module.functions != before.functions:
            names.append(name)
        before = module
    return names


@pytest.mark.parametrize("source", [PLAIN, SWAPPED, AGAIN])
def test_each_pass_runs_once_and_in_order(source: str) -> None:
    kinds = "dc" if source is AGAIN else "d"
    assert [name for name, _ in steps(source, reverse("f", kinds))] == NAMES
    assert len(set(NAMES)) == len(NAMES)


def test_what_a_pass_changed_is_seen() -> None:
    assert changed(PLAIN, reverse("f", "d")) == []
    assert changed(SWAPPED, reverse("f", "d")) == ["wrong types"]
    assert changed(AGAIN, reverse("f", "dc")) == ["a root of its own"]


def test_the_program_that_is_given_stays_as_it_is() -> None:
    module = parse_module(prepared(AGAIN))
    names = set(module.functions)
    derive.facts(module, reverse("f", "dc"))
    assert set(module.functions) == names


@pytest.mark.parametrize(("source", "runs"), [(PLAIN, 1), (AGAIN, 1), (SWAPPED, 2)])
def test_pointers_are_followed_once(
    source: str, runs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second time where a step has changed the program; what costs more is never repeated."""
    count = {"points_to": 0, "effects": 0, "overwritten": 0}

    def counted(name: str) -> None:
        real = getattr(facts, name)

        def call(*args: object, **words: object) -> object:
            count[name] += 1
            return real(*args, **words)

        monkeypatch.setattr(facts, name, call)

    for name in count:
        counted(name)
    derived(prepared(source), reverse("f", "dc" if source is AGAIN else "d"))
    assert count == {"points_to": runs, "effects": 1, "overwritten": 1}
