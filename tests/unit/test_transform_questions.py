"""What a guard asks where vectors choose: the condition of its branch is a single bit."""

from types import SimpleNamespace
from typing import Any

import pytest

from ribozyme.backend.llvm import canonical
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.printer import print_function
from ribozyme.transform.checks.questions import Choice
from ribozyme.transform.emit.guarding import together

MASK = ty.vector(2, ty.I1)


def asked(way: bool, *types: ty.Type) -> str:
    """A function that returns whether an answer counts: its first parameter, chosen by the rest."""
    b = FunctionBuilder("f", ty.function(ty.I1, (ty.I1, *types)))
    declared: dict[str, ty.FunctionType] = {}
    emission = SimpleNamespace(declare=declared.setdefault)
    s: Any = SimpleNamespace(b=b, value=lambda value: value, emission=emission)
    b.at(b.block())
    b.ret(together(s, b.params[0], tuple(Choice(one, way) for one in b.params[1:])))
    rest = [f"declare {t.result} @{n}({t.params[0]})" for n, t in declared.items()]
    return canonical("\n".join([print_function(b.finish()), *rest]))


@pytest.mark.parametrize("way", [True, False])
@pytest.mark.parametrize("types", [(MASK,), (ty.I1, MASK), (ty.vector(4, ty.I1), MASK)])
def test_any_lane_of_a_mask_chooses(way: bool, types: tuple[ty.Type, ...]) -> None:
    text = asked(way, *types)
    assert text.count("call i1 @llvm.vector.reduce.or") == sum(one is not ty.I1 for one in types)
    assert text.count(" xor ") == (0 if way else len(types))


def test_single_bits_choose_as_they_are() -> None:
    assert "reduce" not in asked(False, ty.I1, ty.I1)
