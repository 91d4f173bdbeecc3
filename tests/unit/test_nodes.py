"""Numbered metadata: lines that nobody asked for are carried, those asked for are read once."""

import pytest

from ribozyme.base.errors import ParseError
from ribozyme.ir.metadata import MDRef, MDString, MetadataNode
from ribozyme.ir.metadata_nodes import Nodes
from ribozyme.ir.printer import print_module
from ribozyme.parse import parse_module

TEXT = """!named = !{!0}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, flags: "-O1, -g", nameTableKind: None)
!1 = !DIFile(filename: "a, b: !{c}.c", directory: "/tmp")
!2 = !{!"int", !3, i64 0}
!3 = !{}
!4 = !DIGlobalVariableExpression(var: !5, expr: !DIExpression(DW_OP_constu, 7, DW_OP_stack_value))
!5 = !DILocalVariable(name: "x", arg: 1, scope: !0, flags: DIFlagA | DIFlagB)
!6 = !{ptr @g, i32 1}
!7 = !{!{!"inner"}, null}

"""


def test_a_line_is_read_when_it_is_asked_for() -> None:
    nodes = parse_module(TEXT).metadata
    assert len(nodes) == 8
    assert nodes.text(5) == (
        '!DILocalVariable(name: "x", arg: 1, scope: !0, flags: DIFlagA | DIFlagB)'
    )
    assert (nodes[5].number("arg"), nodes[5].ref("scope"), nodes[5].string("name")) == (1, 0, "x")
    assert nodes[5] is nodes[5]
    assert nodes[0].distinct
    assert nodes[0].string("flags") == "-O1, -g"
    assert nodes[1].string("filename") == "a, b: !{c}.c"
    assert nodes[2].operands[:2] == (MDString("int"), MDRef(3))
    assert nodes[3].fields == ()
    expression = nodes[4].field("expr")
    assert isinstance(expression, MetadataNode)
    assert len(expression.fields) == 3
    assert nodes.get(8) is None
    assert 8 not in nodes
    with pytest.raises(KeyError):
        nodes[8]


def test_it_makes_no_difference_to_the_text_whether_a_node_was_read() -> None:
    carried, read = parse_module(TEXT), parse_module(TEXT)
    made = Nodes(dict(read.metadata))
    assert all(made.text(id) is None for id in made)
    read.metadata = made
    assert print_module(carried) == print_module(read)
    assert TEXT.split("\n\n")[1] in print_module(carried)


def test_kinds_are_found_among_lines_and_nodes() -> None:
    nodes = parse_module(TEXT).metadata
    nodes[9] = MetadataNode("DIFile", ())
    assert list(nodes.of_kind("DIFile")) == [nodes[1], nodes[9]]
    assert nodes.text(9) is None


def test_lines_without_a_word_are_not_read() -> None:
    nodes = parse_module(TEXT).metadata
    nodes[9] = MetadataNode("DIFile", ())
    read = repr(nodes)
    assert list(nodes.numbered("DIFile", "no such file")) == [(9, nodes[9])]
    assert repr(nodes) == read
    assert list(nodes.numbered("DIFile", "filename")) == [(1, nodes[1]), (9, nodes[9])]


def test_joined_and_chosen() -> None:
    nodes = parse_module(TEXT).metadata
    more = nodes.joined({10: MetadataNode(None, ())})
    assert sorted(more) == [*range(8), 10]
    assert 10 not in nodes
    assert sorted(more.only([1, 10])) == [1, 10]
    assert more.only([1])[1] == nodes[1]
    assert dict(more.only([1])) == {1: nodes[1]}


def test_changes_win_over_lines() -> None:
    nodes = parse_module(TEXT).metadata
    nodes[3] = MetadataNode("DIFile", ())
    assert nodes[3].kind == "DIFile"
    assert nodes.text(3) is None
    del nodes[3]
    assert 3 not in nodes
    assert len(nodes) == 7


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("!0 = !{!1, (}", 2, 12), ('!0 = !DIFile(name: "a"', 3, 1), ("!0 = !{!1 !2}", 2, 11)],
)
def test_malformed_lines_are_told_at_once(text: str, line: int, column: int) -> None:
    with pytest.raises(ParseError) as caught:
        parse_module(f"\n{text}\n")
    place = caught.value.location
    assert place is not None
    assert (place.line, place.column) == (line, column)
