"""Cells with a tag: programs of them are grown, are C without a fault, and have a derivative."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Final

import pytest
from tests.fuzz import tagged
from tests.fuzz.grow import program
from tests.fuzz.inputs import inputs
from tests.fuzz.judge import Case, case, outcomes
from tests.fuzz.kinds import CELLS
from tests.fuzz.scope import Array, Int, Scope
from tests.fuzz.statements import Make, Writer
from tests.fuzz.subject import PRELUDE, Setting, Way, prepared
from tests.fuzz.terms import Terms
from tests.fuzz.tree import Lang, Node, Program, Routine, block
from tests.fuzz.truth import Oracle

_MAKES: Final[dict[str, Make]] = {
    "cells": tagged.cells,
    "chosen": tagged.chosen,
    "linked": tagged.linked,
    "stacked": tagged.stacked,
    "handed": tagged.handed,
    "variants": tagged.variants,
}
_ENTRY: Final = (
    "ENTRY real p{}(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)"
)
_TAKEN: Final = "if (c.tag == 1) sum_change_(c.u.p, u); else c = sum_number(u * sum_value(c));"
_CLANG: Final = shutil.which("clang-22")


def _program(name: str, seed: int) -> Program:
    """A program of a single statement."""
    rng, lang = Random(seed), _lang(name)
    scope = Scope(rng, doubles=["d0"], read_doubles=["a"], ints=[Int("k0", 5)])
    scope.arrays = [Array("x", "D", 6)]
    writer = Writer(rng, Terms(rng), lang, CELLS)
    writer.handed = [(f"h{seed}", "sum")]
    made = _MAKES[name](writer, scope, 1)
    assert made is not None
    head = f"static NOINLINE struct sum h{seed}(struct sum c, real u)"
    helper = Routine(f"h{seed}", head, (), block(Node("S", _TAKEN)), Node("S", "c"))
    locals = ("int k0 = ix[1];", "real d0 = a * x[0];")
    entry = Routine(f"p{seed}", _ENTRY.format(seed), locals, block(made), Node("D", "d0"))
    return Program(seed, lang, frozenset("xa"), (), (helper, entry))


def _lang(name: str) -> Lang:
    return "c++" if name == "variants" else "c"


@pytest.mark.rotates(plain=1, wide=5)
@pytest.mark.parametrize("name", _MAKES)
def test_cells_have_a_derivative(name: str) -> None:
    programs, way = [_program(name, seed) for seed in range(1, 6)], Way("O1", after=0)
    oracle = Oracle(programs)
    cases = [known for one in programs if isinstance(known := case(one, oracle), Case)]
    assert len(cases) >= 3
    made = prepared(programs, _lang(name), way)
    found = outcomes(cases, [Setting(way), Setting(way, "forward")], made)
    assert {o.verdict for o in found} <= {"ok", "refused"}, found
    right = sum(o.verdict == "ok" for o in found)
    assert 2 * right >= len(found) or name == "variants", found  # the library's are mostly refused


@pytest.mark.skipif(_CLANG is None, reason="there is no clang-22")
@pytest.mark.parametrize("name", _MAKES)
def test_cells_are_defined(name: str, tmp_path: Path) -> None:
    """The sanitizers find nothing in the primal."""
    lang = _lang(name)
    programs = [_program(name, seed) for seed in range(1, 13)]
    source, made = tmp_path / f"whole.{'c' if lang == 'c' else 'cc'}", tmp_path / "whole"
    calls = "\n".join(_call(one) for one in programs)
    source.write_text(
        f"{PRELUDE}{''.join(map(str, programs))}int main(void)\n{{\n{calls}\nreturn 0; }}\n"
    )
    driver = [f"{_CLANG}", *(["--driver-mode=g++", "-std=c++20"] if lang == "c++" else [])]
    checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-w"]
    subprocess.run([*driver, *checks, f"{source}", "-o", f"{made}", "-lm"], check=True)
    subprocess.run([f"{made}"], check=True, timeout=60)


def _call(one: Program) -> str:
    given = inputs(one.seed, 0, one.active)
    x, index = ", ".join(map(str, given.state[:6])), ", ".join(map(str, given.index))
    words = f"x, z, &s, {given.state[15]}, 1, ix, 6"
    return (
        f"{{ real x[6] = {{ {x} }}; real32 z[4] = {{ 1 }}; struct S s = {{ 1 }};\n"
        f"int ix[6] = {{ {index} }}; {one.entry}({words}); }}"
    )


def test_many_programs_have_cells() -> None:
    texts = [str(program(seed)) for seed in range(100)]
    for word in (*(f"struct {layout}" for layout in tagged.LAYOUTS), "_link", "_change_("):
        assert sum(word in text for text in texts) >= 8, word
