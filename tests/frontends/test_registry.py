"""The table of languages, and those who read it."""

from pathlib import Path

import pytest

import ribozyme as rz
from ribozyme.cli.doctor import findings
from ribozyme.frontends import registry
from ribozyme.frontends.base import DRIVERS, MEMBERS, SPOKEN, Found, Member, Missing

ROOT = Path(__file__).parents[2]


def row(member: Member) -> str:
    """A language as the table of docs/design.md shows it."""
    files = " ".join(f"`{suffix}`" for suffix in (*member.suffixes, *member.projects))
    words = " ".join(f"`{word}`" for word in (member.language, *member.aliases))
    driver = f"`ribozyme {member.driver}`" if member.driver else "·"
    return f"| {member.title} | {files} | {words} | {driver} | {member.compiler} |"


def test_the_documentation_has_the_table() -> None:
    page = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    table = page.partition("| language | files |")[2].partition("\n\n")[0]
    assert table.splitlines()[2:] == [row(member) for member in MEMBERS]


def test_no_two_languages_share_a_word() -> None:
    for words in (
        [suffix for m in MEMBERS for suffix in m.suffixes],
        [word for m in MEMBERS for word in (m.language, *m.aliases)],
        [m.driver for m in MEMBERS if m.driver],
    ):
        assert len(set(words)) == len(words)
    assert set(DRIVERS.values()) <= set(SPOKEN.values())


@pytest.mark.parametrize("member", MEMBERS, ids=lambda member: member.language)
def test_doctor_says_what_the_front_end_found(member: Member) -> None:
    rows = {what: (found, use, needed) for what, found, use, needed in findings()}
    found, use, needed = rows[member.title]
    assert member.suffixes[0] in use and member.driver in use and not needed
    match registry.of(member.language).find():
        case Found(words=words):
            assert found == words
        case Missing(way_out=way_out):
            assert not found and way_out in use


def test_languages_in_one_program(tmp_path: Path) -> None:
    """Modules keep the order of their files, whichever front end made them."""
    texts = {
        "f.c": "double g(double); double f(double x) { return g(x) * x; }",
        "g.cpp": 'extern "C" double h(double); extern "C" double g(double x) { return h(x) + x; }',
        "h.ll": "define double @h(double %x) {\n  %r = fmul double %x, %x\n  ret double %r\n}\n",
        "k.c": "double k(double x) { return x; }",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    lib = rz.load(*(tmp_path / name for name in texts))
    assert [m.language for m in lib.program.modules] == ["c", "c++", "ir", "c"]
    assert rz.grad(lib.f)(2.0) == 16.0  # x³ + x²


def test_an_unknown_language(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text("double f(double x) { return x; }")
    with pytest.raises(rz.UsageError, match=r'lang is one of .*"c\+\+".*not .cobol.'):
        rz.load(path, lang="cobol")
    assert rz.load(path, lang="cpp")["f"](1.0) == 1.0
