"""Reductions of parallel regions in what `explain --passes` prints."""

from __future__ import annotations

import re

import pytest

import ribozyme as rz
from ribozyme.api.explaining.passes import passes

SOURCE = """
#include <math.h>
typedef struct {{ double sum, weight; }} mean;
#pragma omp declare reduction(joined : mean : omp_out.sum += omp_in.sum, omp_out.weight *= \\
                              omp_in.weight) initializer(omp_priv = (mean){{0, 1}})
double f(const double *restrict x, int n)
{{
    {before}
    #pragma omp parallel for reduction({clause})
    for (int i = 0; i < n; i++)
        {body}
    return {value};
}}
"""
SHOWN = {
    "+": ("double s = 0;", "+ : s", "s += sin(x[i]);", "s", [r"combine\(fadd, %\S+, %\S+\)"]),
    "-": ("double s = 0;", "- : s", "s -= x[i] * x[i];", "s", [r"combine\(fadd, "]),
    "*": ("double s = 1;", "* : s", "s *= x[i];", "s", [r"combine\(fmul, "]),
    "min": (
        "double s = 9;", "min : s", "s = x[i] < s ? x[i] : s;", "s", [r"combine\(min\w*, "],
    ),
    "max": (
        "double s = 0;", "max : s", "s = fmax(x[i], s);", "s", [r"combine\(max\w*, "],
    ),
    "two": (
        "double s = 0, p = 1; int k = 0;", "+ : s, k) reduction(* : p",
        "{ s += x[i]; p *= x[i]; k += x[i] > 1; }", "s * p * k",
        [r"combine\(fadd, ", r"combine\(add, ", r"combine\(fmul, "],
    ),
    "an array": (
        "double s[3] = {0};", "+ : s[:3]", "s[i % 3] += x[i];", "s[0] * s[1] * s[2]",
        [r"fadd|combine\(fadd"],
    ),
    "declared": (
        "mean s = {0, 1};", "joined : s", "{ s.sum += x[i]; s.weight *= x[i]; }",
        "s.sum * s.weight", [r"combine\(fadd, |fadd", r"combine\(fmul, |fmul"],
    ),
}  # fmt: skip


def said(name: str) -> str:
    before, clause, body, value, _ = SHOWN[name]
    text = SOURCE.format(before=before, clause=clause, body=body, value=value)
    lib = rz.compile(text, flags=["-fopenmp"])
    return str(passes(lib.f, wrt="x")[0])


@pytest.mark.parametrize("name", SHOWN)
def test_the_canonical_form(name: str) -> None:
    found = said(name)
    assert found.startswith("reductions of parallel regions\n  @f.omp_outlined\n"), found
    for pattern in SHOWN[name][-1]:
        assert re.search(pattern, found), found


def test_where_there_is_none() -> None:
    lib = rz.compile("double f(const double *x) { return x[0] * x[0]; }")
    assert "reduc" not in passes(lib.f)[0].name
