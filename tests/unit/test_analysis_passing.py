"""Which static variables lead nowhere when a program is entered."""

import pytest

from ribozyme.analysis.flow.callgraph import Program
from ribozyme.analysis.pointsto.passed_locals import passing
from ribozyme.parse.module import parse_module

BODY = """
@g = internal global ptr null
@h = internal global ptr null
{more}

define double @f(ptr %x) {{
  %mine = alloca [2 x double]
  %there = getelementptr [2 x double], ptr %mine, i64 0, i64 1
  store ptr %there, ptr @g
  %p = load ptr, ptr @g
  %y = load double, ptr %p
  {then}
  ret double %y
}}
"""


def names(then: str = "", more: str = "") -> frozenset[str]:
    module = parse_module(BODY.format(then=then, more=more))
    return passing(Program(module, module.functions["f"]))


def test_only_addresses_on_the_stack_are_put_there() -> None:
    assert "g" in names()
    assert "g" in names(then="store ptr null, ptr @g")


@pytest.mark.parametrize(
    "then",
    [
        "store ptr %x, ptr @g",
        "store ptr @h, ptr @g",
        "store ptr @g, ptr @h",
        "%q = load ptr, ptr %p\n  store ptr %q, ptr @g",
        "call void @away(ptr @g)",
        "store i64 7, ptr getelementptr (i8, ptr @g, i64 0)",
    ],
)
def test_something_else_may_lie_there(then: str) -> None:
    assert "g" not in names(then=then, more="declare void @away(ptr)")


@pytest.mark.parametrize(
    "more",
    [
        "define void @before(ptr %p) {\n  store ptr %p, ptr @g\n  ret void\n}",
        "define ptr @before() {\n  ret ptr @g\n}",
        "@k = global ptr @g",
        "@k = alias ptr, ptr @g\ndefine void @b(ptr %p) {\n  store ptr %p, ptr @k\n  ret void\n}",
    ],
)
def test_other_code_may_put_something_there(more: str) -> None:
    assert "g" not in names(more=more)
