"""That a program which reads what nobody wrote is found, and one that does not is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.programs import read_case
from tests.run.uninitialised import finding
from tests.stress.memory import compiler

CLANG = compiler()
IN_C = """// A block that is not filled.
// rz: double f(const double x[n] in, int n=3)
#include <stdlib.h>
double f(const double *x, int n)
{
    double *y = malloc(n * sizeof *y);
    for (int i = 1; i < n; i++)
        y[i] = x[i];
    double s = x[0] * y[FIRST];
    free(y);
    return s;
}
"""
IN_CXX = """// A map, whose links the library sets.
// rz: double f(const double x[n] in, int n=3)
#include <map>
struct Node { double value, weight; explicit Node(double v) : value(v) {} };
extern "C" double f(const double *x, int n)
{
    std::map<int, Node *> nodes;
    for (int i = 0; i < n; i++)
        nodes[i] = new Node(x[i]);
    double s = 0;
    for (auto &[i, node] : nodes) {
        s += node->MEMBER * x[i];
        delete node;
    }
    return s;
}
"""


@pytest.mark.skipif(CLANG is None, reason="no clang of LLVM 22 with its sanitizers here")
@pytest.mark.parametrize(
    ("suffix", "text", "is_found"),
    [
        (".c", IN_C.replace("FIRST", "0"), True),
        (".c", IN_C.replace("FIRST", "1"), False),
        (".cpp", IN_CXX.replace("MEMBER", "weight"), True),
        (".cpp", IN_CXX.replace("MEMBER", "value"), False),
    ],
)
def test_what_nobody_wrote(tmp_path: Path, suffix: str, text: str, is_found: bool) -> None:
    path = tmp_path / f"program{suffix}"
    path.write_text(text)
    assert CLANG is not None
    assert bool(finding(CLANG, read_case(path), "O0")) == is_found
