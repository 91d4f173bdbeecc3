"""Which accesses of a function go to memory that no other group of them reaches."""

from __future__ import annotations

import pytest
from tests.analysed import from_text, function

from ribozyme.analysis.memory.groups import Groups
from ribozyme.analysis.pointsto.pointsto import points_to
from ribozyme.ir.instrs import Load, Store

FORM = """
@table = global [4 x double] zeroinitializer
declare noalias ptr @malloc(i64)
declare ptr @other(ptr)
define double @f(ptr {how}%x, ptr {how}%y, i1 %c) {{
  %own = call noalias ptr @malloc(i64 64)
  %more = call noalias ptr @malloc(i64 64)
  %slot = alloca double
  {made}
  store double 1.0, ptr %slot
  store double 2.0, ptr %own
  store double 3.0, ptr %more
  %a = load double, ptr %x
  %b = load double, ptr %y
  %d = load double, ptr @table
  %e = load double, ptr {last}
  ret double %e
}}
"""


def found(how: str = "", made: str = "", last: str = "%own") -> list[int | None]:
    """The group of each access: slot, own, more, x, y, table, and the last one."""
    program = from_text(FORM.format(how=how, made=made, last=last), "f")
    f = function(program, "f")
    groups = Groups(points_to(program), f)
    accesses = [i for i in f.instrs() if isinstance(i, Load | Store)]
    numbers = [groups.of(access.pointer) for access in accesses]
    assert all(one is None or one[1] == len(groups.groups) for one in numbers)
    return [None if one is None else one[0] for one in numbers]


def test_what_is_allocated_is_apart_from_what_is_passed() -> None:
    slot, own, more, x, y, table, _ = found()
    assert slot == own == more  # of different lifetimes, they may be one place
    assert x == y == table
    assert None not in (own, x) and own != x


def test_noalias_arguments_are_groups_of_their_own() -> None:
    _, own, _, x, y, table, _ = found("noalias ")
    assert len({own, x, y, table}) == 4


@pytest.mark.parametrize(
    "made",
    [
        "%p = select i1 %c, ptr %x, ptr %own",
        "%p = call ptr @other(ptr %own)",  # it may be anywhere that others know
    ],
)
def test_an_address_that_leads_to_both_joins_them(made: str) -> None:
    assert set(found(made=made, last="%p")) == {None}  # there is one group, so none


def test_an_address_of_two_noalias_arguments_joins_these_alone() -> None:
    _, own, _, x, y, table, last = found("noalias ", "%p = select i1 %c, ptr %x, ptr %y", "%p")
    assert x == y == last
    assert len({own, x, table}) == 3
