"""Reducible control flow: by definition on random graphs, by running random programs of gotos."""

from __future__ import annotations

import ctypes
import random

import pytest
from hypothesis import given
from tests.unit.test_analysis_cfg import Edges, graphs, made

from ribozyme.analysis.flow.cfg import flow
from ribozyme.analysis.flow.loops import loops
from ribozyme.backend import jit, llvm, pipeline
from ribozyme.backend.passes import startup
from ribozyme.backend.target import emit_object
from ribozyme.frontends.c.clang import compile_c
from ribozyme.ir.printer import print_module
from ribozyme.parse import parse_module
from ribozyme.transform.prepare.jumps import computed, switched
from ribozyme.transform.prepare.reducible import dispatches, irreducible, is_irreducible, reducible

pytestmark = pytest.mark.rotates("file", plain=6, wide=12)

STEP = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double, ctypes.c_uint, ctypes.c_int)


def folds(edges: Edges) -> bool:
    """Hecht and Ullman: self-loops go, a block with one predecessor joins it; one is left."""
    into: dict[int, set[int]] = {}
    seen, work = {0}, [0]
    while work:
        block = work.pop()
        for target in edges[block]:
            into.setdefault(target, set()).add(block)
            if target not in seen:
                seen.add(target)
                work.append(target)
    left = {block: into.get(block, set()) - {block} for block in seen}
    changed = True
    while changed:
        changed = False
        for block in list(left):
            if block != 0 and len(left[block]) == 1:
                (only,) = left.pop(block)
                left = {b: {only if s == block else s for s in ss} - {b} for b, ss in left.items()}
                changed = True
                break
    return len(left) == 1


@given(graphs())
def test_is_irreducible(edges: Edges) -> None:
    way = made(edges)
    assert is_irreducible(way) == (not folds([list(t) for t in way.successors]))
    assert is_irreducible(way) == bool(loops(way).irreducible)


@given(graphs())
def test_dispatches(edges: Edges) -> None:
    before = [list(t) for t in made(edges).successors]
    found, moved = dispatches(before)
    after = [[moved.get((b, t), t) for t in targets] for b, targets in enumerate(before)]
    meaning: dict[int, int] = {}
    for one in found:
        after += [[moved.get((one.block, entry), entry) for entry in one.entries]]
        after += [[one.block] for _ in one.asking]
        meaning |= dict(zip(one.asking, (*one.entries, one.header), strict=True))
    assert folds(after)
    assert bool(found) == (not folds(before))
    for block, targets in enumerate(before):  # every edge still leads where it did
        assert [meaning.get(t, t) for t in after[block]] == targets
    for one in found:
        assert [meaning.get(t, t) for t in after[one.block]] == list(one.entries)


def source(seed: int, jumps: bool) -> str:
    """A program of labels and gotos that ends when its fuel does."""
    draw = random.Random(seed)
    count = draw.randint(3, 9)
    lines = [
        "double f(double x, unsigned way, int fuel) {",
        "  double a = x, b = 1, c = 0.5, t;",
    ]
    if jumps:
        table = ", ".join(f"&&L{draw.randrange(count)}" for _ in range(4))
        lines.append(f"  static const void *const to[] = {{{table}}};")
    steps = ("t = a; a = b; b = t", "c = c * 0.5 + a", "b += c", "a = a * 0.75 - c", "t = b; b = c")
    labels = [draw.randrange(count) for _ in range(3)]
    cases = " ".join(f"case {n}: goto L{label};" for n, label in enumerate(labels))
    lines.append(f"  switch (way & 3) {{ {cases} }}")
    for label in range(count):
        one, two = draw.randrange(count), draw.randrange(count)
        lines.append(f"L{label}: {draw.choice(steps)}; way = way * 1103515245u + 12345u;")
        lines.append("  if (--fuel < 0) return a + b * c;")
        lines.append(f"  if (way >> 31) goto L{one};")
        if draw.random() < 0.5:
            lines.append(f"  if (a > {draw.random():.2f}) goto L{two};")
        if jumps and draw.random() < 0.5:
            lines.append("  goto *to[way >> 13 & 3];")
    return "\n".join([*lines, "  goto L0;", "}", ""])


def runs(text: str) -> list[float]:
    library = jit.load(emit_object(startup.for_loading(llvm.canonical(text))))
    function = STEP(library.address("f"))
    return [function(0.5 + way, 77 * way + 1, fuel) for way in range(6) for fuel in (0, 3, 40)]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("jumps", [False, True], ids=["goto", "computed"])
def test_programs_do_what_they_did(seed: int, jumps: bool) -> None:
    text = pipeline.run("before", compile_c(source(seed, jumps)).code)
    expected = runs(text)
    module = switched(parse_module(text))
    assert not computed(module)
    module = parse_module(llvm.to_text(print_module(module)))
    module = reducible(module, irreducible(module))
    rewritten = print_module(module)
    assert not irreducible(parse_module(llvm.to_text(rewritten)))
    assert runs(rewritten) == expected
    simplified = pipeline.run("reference", pipeline.run("scalar", rewritten))
    assert not is_irreducible(flow(parse_module(simplified).functions["f"]))
    assert runs(simplified) == expected
