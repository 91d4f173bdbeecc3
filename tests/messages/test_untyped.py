"""Where nothing tells the types of memory apart, the message says that another level would."""

import pytest
from tests.programs import ROOT

import ribozyme as rz
from ribozyme.base.advice import UNTYPED


def test_unoptimised_ir_without_types_is_told_of() -> None:
    source = ROOT / "mixed" / "kd_tree_regression.cpp"
    with pytest.raises(rz.Error) as refused:
        rz.grad(rz.load(str(source), level="O0").predicted, wrt="v").ir
    assert refused.value.code == "RZ301" and UNTYPED in str(refused.value)


def test_typed_ir_is_not() -> None:
    with pytest.raises(rz.Error) as refused:
        rz.grad(rz.compile(MIXED, level="O1").f, wrt="x").ir
    assert refused.value.code == "RZ303" and UNTYPED not in str(refused.value)


MIXED = """
double f(float x, int n)
{
    union { float half[2]; double whole; } u;
    u.half[0] = x;
    u.half[1] = x * x;
    return u.whole * n;
}
"""
