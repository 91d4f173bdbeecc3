"""Slim debug info: valid, with every line it had, and nothing else."""

from __future__ import annotations

import re

from ribozyme.backend import llvm, pipeline
from ribozyme.backend.passes.slim import slim
from ribozyme.frontends.c.clang import compile_c
from ribozyme.ir.debug import frames
from ribozyme.parse import parse_module

SOURCE = """\
#include <cmath>
struct Pair { double first, second; double sum() const { return first + second; } };
template <typename T> static inline double twice(const T &p) { return 2 * std::sin(p.sum()); }
static double table[2] = {1, 2};
extern "C" double f(const Pair *p, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        Pair local = p[i];
        s += twice(local) * table[i & 1];
    }
    return s;
}
extern "C" void set(double x) { table[0] = x; }
"""


def places(text: str) -> list[list[tuple[str, int]]]:
    module = parse_module(text)
    return [
        [(frame.function, frame.span.line) for frame in frames(module, instr)]
        for function in module.defined()
        for instr in function.instrs()
        if not type(instr).__name__.startswith("Dbg")
    ]


def test_lines_stay() -> None:
    text = pipeline.run("before", compile_c(SOURCE, lang="c++", flags=["-g"]).code)
    made = slim(text)
    llvm.verify(made)
    assert places(made) == places(text)
    assert any(len(chain) == 3 for chain in places(made))
    assert len(made) < len(text) / 2
    for gone in ("#dbg_", "DILocalVariable", "DICompositeType", "DIGlobalVariable"):
        assert gone in text
        assert gone not in made


def test_code_is_the_same() -> None:
    text = pipeline.run("before", compile_c(SOURCE, lang="c++", flags=["-g"]).code)

    def code(of: str) -> str:
        of = re.sub(r"^(!\d+ = |    #dbg).*\n", "", llvm.canonical(of), flags=re.M)
        return re.sub(r",? ![\w.]+ !\d+|!\d+", "", of).strip()

    assert code(slim(text)) == code(text)


def test_nothing_to_do() -> None:
    text = llvm.to_text(compile_c(SOURCE, lang="c++", debug=False).code)
    assert slim(text) == text
