"""Offsets that are read from constant tables."""

import pytest
from tests.analysed import from_text

from ribozyme.analysis.pointsto.pointsto import PointsTo, points_to

TABLES = """
@near = constant { [3 x ptr] } { [3 x ptr] [ptr inttoptr (i64 16 to ptr), ptr null, ptr null] }
@far = constant { i64, i64 } { i64 -8, i64 24 }
@same = constant { i64, i64 } { i64 0, i64 16 }
@told = global { i64, i64 } { i64 -8, i64 24 }
@other = weak constant { i64, i64 } { i64 -8, i64 24 }
declare ptr @malloc(i64)
"""


def places(points: PointsTo, name: str) -> set[str]:
    function = points.program.root
    return {
        f"{place.object.name.split('.')[-1]}[{place.offset}+{place.stride}k]"
        for instr in function.instrs()
        if instr.result is not None and function.names[instr.result.id] == name
        for place in points.of(function, instr.result)
    }


def moved(first: str, second: str) -> set[str]:
    """Where `%base` leads of two objects that have these tables."""
    return places(
        points_to(
            from_text(
                TABLES
                + f"""
                define double @f(i1 %c) {{
                  %one = alloca [8 x i64]
                  %two = alloca [8 x i64]
                  %in = getelementptr i8, ptr %two, i64 8
                  store ptr {first}, ptr %one
                  store ptr {second}, ptr %in
                  %object = select i1 %c, ptr %one, ptr %in
                  %table = load ptr, ptr %object
                  %off = load i64, ptr %table
                  %base = getelementptr i8, ptr %object, i64 %off
                  %x = load double, ptr %base
                  ret double %x
                }}""",
                "f",
            )
        ),
        "base",
    )


def test_each_object_has_its_own_offset() -> None:
    assert moved("@near", "@far") == {"one[16+0k]", "two[0+0k]"}
    assert moved("@near", "getelementptr (i8, ptr @far, i64 8)") == {"one[16+0k]", "two[32+0k]"}


def test_null_is_no_distance() -> None:
    assert moved("getelementptr (i8, ptr @near, i64 8)", "@far") == {"one[0+0k]", "two[0+0k]"}


@pytest.mark.parametrize("table", ["@told", "@other", "getelementptr (i8, ptr @far, i64 4)"])
def test_what_may_be_another_number_leads_anywhere(table: str) -> None:
    assert moved("@near", table) == {"one[16+0k]", "two[0+1k]"}


def test_an_object_without_a_table_leads_anywhere() -> None:
    assert moved("@near", "null") == {"one[16+0k]", "two[0+1k]"}


@pytest.mark.parametrize(
    ("second", "found"),
    [
        ("getelementptr (i8, ptr @far, i64 8)", {"one[0+1k]"}),
        ("getelementptr (i8, ptr @same, i64 8)", {"one[16+0k]"}),
    ],
)
def test_an_offset_from_elsewhere_is_one_or_any(second: str, found: set[str]) -> None:
    points = points_to(
        from_text(
            TABLES
            + f"""
            define double @f(i1 %c) {{
              %one = alloca [8 x i64]
              %table = select i1 %c, ptr @near, ptr {second}
              %off = load i64, ptr %table
              %base = getelementptr i8, ptr %one, i64 %off
              %x = load double, ptr %base
              ret double %x
            }}""",
            "f",
        )
    )
    assert places(points, "base") == found
