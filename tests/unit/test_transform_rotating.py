"""Buffers that change places are apart, so that of a cell and its neighbours one number is kept."""

import pytest
from tests.derivatives import prepared, reverse
from tests.programs import ROOT

from ribozyme.parse.module import parse_module
from ribozyme.transform.derive import plans


@pytest.mark.parametrize(
    ("name", "function", "kinds", "kept"),
    [
        ("heat_pingpong_with_sine", "heat", "dacc", 1),
        ("heat_pingpong_pointers", "heat", "dcc", 1),
        ("rows_that_rotate_and_overlap", "rows", "daccc", 3),  # one block: they may overlap
    ],
)
def test_numbers_of_each_cell(name: str, function: str, kinds: str, kept: int) -> None:
    text = prepared((ROOT / "overwriting" / f"{name}.c").read_text())
    plan = plans(parse_module(text), reverse(function, kinds))[0]
    depths = [
        len(plan.facts.chain(slot.loop))
        for node, slot in plan.slots.items()
        if node.kind == "value"
    ]
    deepest = max(len(plan.facts.chain(loop.index)) for loop in plan.facts.loops.loops)
    assert depths.count(deepest) == kept
