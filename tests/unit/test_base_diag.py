"""How messages look, and that every code is explained."""

import json
import pickle
import re
from pathlib import Path

import pytest

from ribozyme.base.diag import Diagnostic, Step, render, render_colour
from ribozyme.base.errors import (
    CODES,
    ActivityError,
    Error,
    InternalError,
    NoDerivative,
    RunError,
    SignatureError,
    TypeUnknown,
    error,
    warn,
)
from ribozyme.base.source import SourceMap, Span
from ribozyme.cli.manual import explanation, paragraphs

MODEL = """#include "faddeeva.h"

double loss(double x, double w) {
\tif (x < 0)
\t\treturn 0;

  return erfcx(x) * w;
}
"""


@pytest.fixture
def sources() -> SourceMap:
    found = SourceMap()
    found.add("model.c", MODEL)
    return found


ERFCX = Diagnostic(
    "RZ201",
    "no derivative for 'erfcx'",
    span=Span("model.c", 7, 10, 18),
    function="loss",
    label="its body is not visible (declared in faddeeva.h)",
    ir="%3 = call double @erfcx(double %0)",
    chain=(Step("active since 'x' depends on argument 1 of 'loss'"),),
    helps=('link its bitcode, register a rule (ribozyme.rule("erfcx", ...)), or mark it inactive',),
)


def test_normal(sources: SourceMap) -> None:
    assert render(ERFCX, "normal", sources) == (
        "error[RZ201]: no derivative for 'erfcx'\n"
        "  --> model.c:7:10 in 'loss'\n"
        "  |\n"
        "7 |   return erfcx(x) * w;\n"
        "  |          ^^^^^^^^ its body is not visible (declared in faddeeva.h)\n"
        "  = active since 'x' depends on argument 1 of 'loss'\n"
        '  = help: link its bitcode, register a rule (ribozyme.rule("erfcx", ...)), '
        "or mark it inactive\n"
        "  = more: ribozyme explain RZ201"
    )


def test_short_is_one_line(sources: SourceMap) -> None:
    text = render(ERFCX, "short", sources)
    assert text == "error[RZ201]: no derivative for 'erfcx' (model.c:7:10 in 'loss')"
    many = Diagnostic("RZ020", "first\nsecond")
    assert render(many, "short", sources) == "error[RZ020]: first"


@pytest.mark.parametrize("length", [45, 46, 500])
def test_long_names_do_not_make_a_line_long(length: int) -> None:
    name = "_ZN5model" + "9component" * 50
    said = Diagnostic("RZ201", f"no derivative for '{name[:length]}'")
    lines = render(said, "normal").split("\n")
    assert len(lines[0]) <= 100 and len(render(said, "short")) <= 100
    assert (f" = in full: {name[:length]}" in lines) == (length > 45)
    assert name[:length] in render(said, "json")


def test_full_has_all_steps_and_the_ir(sources: SourceMap) -> None:
    steps = tuple(Step(f"step {n}", Span("model.c", n)) for n in range(1, 10))
    long = Diagnostic("RZ201", "m", span=ERFCX.span, chain=steps, ir=ERFCX.ir)
    normal = render(long, "normal", sources)
    full = render(long, "full", sources)
    assert "5 steps left out" in normal
    assert "step 1 (" in normal and "step 9 (" in normal and "step 5" not in normal
    assert all(f"step {n} (model.c:{n})" in full for n in range(1, 10))
    assert "in the IR: %3 = call" in full and "in the IR" not in normal


def test_json_holds_everything(sources: SourceMap) -> None:
    found = json.loads(render(ERFCX, "json", sources))
    assert found["code"] == "RZ201"
    assert found["span"] == {"file": "model.c", "line": 7, "column": 10, "end": 18}
    assert found["chain"][0]["text"].startswith("active since")


def test_environment_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    found = error("RZ201", "no derivative for 'f'")
    monkeypatch.setenv("RIBOZYME_ERRORS", "short")
    assert str(found) == "error[RZ201]: no derivative for 'f'"
    monkeypatch.setenv("RIBOZYME_ERRORS", "json")
    assert json.loads(str(found))["message"] == "no derivative for 'f'"
    monkeypatch.setenv("RIBOZYME_ERRORS", "nonsense")
    assert "more: ribozyme explain RZ201" in str(found)


def test_colour_only_adds_escapes(sources: SourceMap) -> None:
    coloured = render_colour(ERFCX, "normal", sources)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render(ERFCX, "normal", sources)


@pytest.mark.parametrize(
    ("line", "span", "marked"),
    [
        ("\treturn erfcx(x);", Span("s.c", 1, 9), "erfcx"),
        ("  «é» = sin(x);", Span("s.c", 1, 12), "sin"),  # columns are bytes
        ("  y = a->b + 1;", Span("s.c", 1, 7, 11), "a->b"),
        ("  y = +x;", Span("s.c", 1, 7), "+"),
    ],
)
def test_caret_stands_under_what_is_meant(line: str, span: Span, marked: str) -> None:
    sources = SourceMap()
    sources.add("s.c", line)
    _, _, _, quoted, caret, *_ = render(
        Diagnostic("RZ201", "m", span=span), "normal", sources
    ).split("\n")
    start = caret.index("^")
    assert quoted[start : start + caret.count("^")] == marked


def test_wide_characters_take_two_cells() -> None:
    sources = SourceMap()
    sources.add("s.c", "/* 導関数 */ sin(x)")
    found = Diagnostic("RZ201", "m", span=Span("s.c", 1, len("/* 導関数 */ ".encode()) + 1))
    caret = render(found, "normal", sources).split("\n")[4]
    assert caret.index("^") == len("  | /* ") + 6 + len(" */ ")


@pytest.mark.parametrize(
    "span",
    [
        Span("/no/such/file.c", 3, 1),
        Span("model.c", 0),
        Span("model.c", 4000, 2),
        Span("model.c", 7, 4000),
        Span("/", 1),
        Span("zero\0byte", 1),
        Span("model.c", 7),
    ],
)
def test_what_cannot_be_quoted_is_named(span: Span, sources: SourceMap) -> None:
    text = render(Diagnostic("RZ201", "m", span=span, label="why"), "normal", sources)
    assert f"--> {span.file}" in text
    assert "why" in text


def test_control_characters_of_a_source_do_not_reach_the_terminal() -> None:
    sources = SourceMap()
    sources.add("s.c", "x\x1b[2J = \x00\x7f1;")
    assert "\x1b" not in render(Diagnostic("RZ201", "m", span=Span("s.c", 1, 1)), None, sources)


@pytest.mark.parametrize("column", [1, 30, 3000, 5990])
def test_very_long_lines_are_clipped_around_what_is_meant(column: int) -> None:
    sources = SourceMap()
    line = "x" * 6000
    line = f"{line[: column - 1]} sin(x) {line[column + 7 :]}"
    sources.add("s.c", line)
    span = Span("s.c", 1, column + 1, column + 4)
    _, _, _, quoted, caret, *_ = render(Diagnostic("RZ201", "m", span=span), None, sources).split(
        "\n"
    )
    assert len(quoted) < 180
    assert quoted[caret.index("^") :][: caret.count("^")] == "sin"


def test_files_are_read_when_needed(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_bytes(b"one\r\ntwo \xff three\r\n")
    sources = SourceMap()
    found = sources.excerpt(Span(str(file), 2, 1))
    assert found is not None and found.text == "two \N{REPLACEMENT CHARACTER} three"
    file.unlink()
    assert sources.excerpt(Span(str(file), 1)) is not None


@pytest.mark.parametrize("code", CODES)
def test_exceptions_keep_their_diagnostic(code: str) -> None:
    found = error(code, "m", span=Span("a.c", 1, 2), chain=(Step("s"),), helps=("h",))
    assert type(found) is CODES[code].family
    assert (found.code, found.location, found.fixes) == (code, Span("a.c", 1, 2), ("h",))
    again = pickle.loads(pickle.dumps(found))
    assert type(again) is type(found) and again.diagnostic == found.diagnostic
    assert str(again) == str(found)
    with pytest.raises(Error) as caught:
        raise found from ValueError("cause")
    assert isinstance(caught.value.__cause__, ValueError)


def test_families_are_what_python_users_catch() -> None:
    assert isinstance(error("RZ002", "m"), FileNotFoundError)
    assert isinstance(error("RZ004", "m"), AttributeError)
    assert isinstance(error("RZ004", "m"), KeyError)
    assert isinstance(error("RZ008", "m"), TypeError)
    assert isinstance(error("RZ001", "m"), ValueError)
    assert isinstance(error("RZ011", "m"), TypeError)
    assert isinstance(error("RZ201", "m"), NoDerivative)
    assert isinstance(error("RZ901", "m"), InternalError)


def test_warnings_carry_a_diagnostic() -> None:
    with pytest.warns(UserWarning, match=r"warning\[RZ007\]: the cache"):
        warn("RZ007", "the cache is read-only", helps=("another",))


def test_every_code_has_its_paragraph_and_every_paragraph_its_code() -> None:
    written = paragraphs()
    assert {code: title for code, (title, _) in written.items()} == {
        code: known.title for code, known in CODES.items()
    }
    for code, (_, text) in written.items():
        kinds = re.findall(r"^\*\*(\w+)\.\*\* \S", text, re.MULTILINE)
        assert kinds == ["Cause", "Example", "Fix"], code


def test_codes_lie_in_the_range_of_their_family() -> None:
    families = {
        "2": NoDerivative, "3": TypeUnknown, "4": ActivityError,
        "5": SignatureError, "6": RunError, "9": InternalError,
    }  # fmt: skip
    for code, known in CODES.items():
        assert re.fullmatch(r"RZ\d{3}", code)
        assert issubclass(known.family, families.get(code[2], known.family))


def test_explanation() -> None:
    text = explanation("rz201")
    assert text is not None and text.startswith("RZ201: no derivative for a call\n\n**Cause.**")
    assert explanation("RZ999") is None


SOURCE = Path(__file__).parents[2] / "src" / "ribozyme"
RAISED = re.compile(r'(\w+)\(\s*(?:Diagnostic\(\s*)?(?:code=)?"(RZ\d{3})"')


def test_codes_in_use_exist_and_have_their_class() -> None:
    used = [
        (path.name, maker, code)
        for path in SOURCE.rglob("*.py")
        for maker, code in RAISED.findall(path.read_text(encoding="utf-8"))
    ]
    assert used
    for file, maker, code in used:
        assert code in CODES, f"{file} uses {code}"
        if maker.endswith("Error") or maker == "MissingFile":
            assert maker == CODES[code].family.__name__, f"{file} makes {code} a {maker}"


def test_a_line_is_that_of_the_file_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though it was edited since, or another folder has a file of that name."""
    sources, span = SourceMap(), Span("model.c", 1, 1)
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        monkeypatch.chdir(tmp_path / folder)
        assert sources.excerpt(span) is None
        for text in (f"int {folder};", f"long {folder};"):
            Path("model.c").write_text(text, encoding="utf-8")
            found = sources.excerpt(span)
            assert found is not None and found.text == text
