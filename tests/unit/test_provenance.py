"""Untracked bits: where they start, how they spread, and what is refused of them."""

from __future__ import annotations

import pytest

from ribozyme.analysis.flow.callgraph import Program
from ribozyme.analysis.pointsto.pointsto import points_to
from ribozyme.analysis.provenance.provenance import Untracked
from ribozyme.analysis.provenance.survival import is_followed, surviving
from ribozyme.backend.llvm import canonical
from ribozyme.base.errors import ActivityError
from ribozyme.ir.instrs import IBinary, Load
from ribozyme.ir.module import Function
from ribozyme.parse.module import parse_module
from ribozyme.transform.core.interface import Kind, Mode, Request
from ribozyme.transform.derive import derive


def the(text: str, name: str = "f") -> tuple[Program, Function]:
    module = parse_module(canonical(text))
    return Program(module, module.functions[name]), module.functions[name]


SHIFTED = """
define double @f(ptr %x, i64 %n) {
  %a = alloca double
  %slot = alloca i64
  %other = alloca i64
  %v = load double, ptr %x
  store double %v, ptr %a
  %i = ptrtoint ptr %a to i64
  %h = lshr i64 %i, 3
  store i64 %h, ptr %slot
  store i64 %n, ptr %other
  %k = load i64, ptr %slot
  %m = load i64, ptr %other
  %b = shl i64 %k, 3
  %q = inttoptr i64 %b to ptr
  %r = load double, ptr %q
  ret double %r
}
"""


def labels(text: str) -> dict[str, int]:
    """The labels of a function's values by name, from its shifts on."""
    program, function = the(text)
    shifts = [
        (function, instr, 2)
        for instr in function.instrs()
        if isinstance(instr, IBinary) and instr.op == "lshr"
    ]
    untracked = Untracked(points_to(program), shifts)
    return {
        function.names[value.id] or "": untracked.of(function, value)
        for value in function.values()
        if untracked.of(function, value)
    }


def test_labels_go_through_memory_to_what_meets_it_and_no_further() -> None:
    assert labels(SHIFTED) == {"h": 2, "k": 2, "b": 2, "q": 2}


def test_labels_go_through_calls_and_results() -> None:
    text = """
    define internal i64 @same(i64 %n) noinline {
      ret i64 %n
    }
    define i64 @f(i64 %i, i64 %j) {
      %h = lshr i64 %i, 3
      %s = call i64 @same(i64 %h)
      %t = add i64 %s, %j
      %c = icmp eq i64 %t, 0
      %u = select i1 %c, i64 1, i64 2
      ret i64 %u
    }
    """
    assert labels(text) == {"h": 2, "s": 2, "t": 2}


def test_no_load_and_no_comparison_hands_bits_on_by_itself() -> None:
    _, function = the(SHIFTED)
    for instr in function.instrs():
        if isinstance(instr, Load):
            assert surviving(instr) == ()
        if isinstance(instr, IBinary):
            assert surviving(instr) == (instr.lhs, instr.rhs)
            assert not is_followed(instr)


def gradient(text: str, args: tuple[Kind, ...]) -> None:
    module = parse_module(canonical(text))
    derive(module, [Request("f", Mode.REVERSE, args, Kind.ACTIVE, name="f.grad")])


def test_an_untracked_address_is_not_dereferenced() -> None:
    with pytest.raises(ActivityError, match="in a way in which addresses are not followed") as info:
        gradient(SHIFTED, (Kind.DUP, Kind.CONST))
    assert info.value.diagnostic.code == "RZ405"


@pytest.mark.parametrize(
    "use",
    [
        "%k = and i64 %h, 3",
        "%c = icmp ugt i64 %h, 9\n %k = zext i1 %c to i64",
        "%j = urem i64 %n, %h\n %k = and i64 %j, 3",
    ],
    ids=["index", "comparison", "divisor"],
)
def test_as_an_index_a_comparison_or_a_divisor_untracked_bits_are_harmless(use: str) -> None:
    text = f"""
    define double @f(ptr %x, i64 %n) {{
      %a = alloca [4 x double]
      %v = load double, ptr %x
      %w = fmul double %v, %v
      store double %w, ptr %a
      %i = ptrtoint ptr %a to i64
      %h = lshr i64 %i, 3
      {use}
      %p = getelementptr double, ptr %a, i64 %k
      %r = load double, ptr %p
      ret double %r
    }}
    """
    gradient(text, (Kind.DUP, Kind.CONST))
