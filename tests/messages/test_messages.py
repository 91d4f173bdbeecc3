"""Every code: its text, its paragraph, and a way out that works."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.isolated import no_added_rules
from tests.messages import calls, derivatives, runtime, usage
from tests.messages.case import CASES

from ribozyme.base.diag import Diagnostic, render
from ribozyme.base.errors import CODES, Error, RibozymeWarning
from ribozyme.cli.main import main
from ribozyme.cli.manual import explanation
from ribozyme.rules import added, custom

GOLDEN = Path(__file__).parents[1] / "golden" / "messages"
MODULES = (usage, derivatives, calls, runtime)
FILES = re.compile(r"\b(?:model|main|part\d)\.(?:c|cpp|ll):\d+")
IN_SOURCE = re.compile(r"RZ(?:020|2|3|4(?!04)|50|51(?!3))")
"""Codes whose cause is a line of the user's, and whose messages name it."""
WITHOUT_A_LINE = {
    "RZ212": "the rule is written in Python",
    "RZ213": "the same",
    "RZ217": "the same",
    "RZ403": "a global has no line",
    "RZ407": "the case is IR without debug information",
    "RZ608": "it is of a whole function",
    "RZ515": "it is told when the program runs, by the tape, as RZ513 is",
}


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, and rules that are forgotten."""
    monkeypatch.chdir(tmp_path)
    no_added_rules(monkeypatch)
    monkeypatch.setattr(custom, "_books", {"": custom.STANDARD})
    monkeypatch.setattr(added, "CURRENT", [""])
    monkeypatch.setattr(custom, "CURRENT", added.CURRENT)


def said(code: str) -> Diagnostic:
    """What a case raises or warns of."""
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            CASES[code].wrong()
        except Error as failure:
            return failure.diagnostic
    found = [w.message for w in seen if isinstance(w.message, RibozymeWarning)]
    assert found, f"{code} was neither raised nor warned of"
    return found[0].diagnostic


def settled(text: str, folder: Path) -> str:
    """The text without what differs between machines and runs."""
    text = text.replace(f"{folder}/", "").replace(str(folder), "FOLDER")
    text = re.sub(r"\S*/ribozyme-[\w-]+\.ll", "REPRODUCER", text)
    text = re.sub(r"(?<!\w)(?:/[\w.@+-]+)+/(?=[\w.-]+)", "…/", text)
    text = re.sub(r"\b[\d.]+e-\d+\b|\b0x[0-9a-f]+\b", "N", text)
    return text.rstrip() + "\n"


def test_every_code_has_a_case() -> None:
    assert list(CASES) and set(CASES) == set(CODES)
    assert all(module.__doc__ for module in MODULES)


@pytest.mark.parametrize("code", CODES)
def test_the_text(code: str, tmp_path: Path, golden: Callable[[Path, str], None]) -> None:
    found = said(code)
    assert found.code == code, render(found, "normal")
    for part in (*found.helps, *found.notes):
        assert part.strip()
    assert found.helps or explanation(code), "a way out"
    golden(GOLDEN / f"{code}.txt", settled(render(found, "normal"), tmp_path))
    first = settled(render(found, "normal"), tmp_path).split("\n")[0]
    assert len(first) <= 100, first
    if IN_SOURCE.match(code) and code not in WITHOUT_A_LINE:
        assert FILES.search(render(found, "short")), render(found, "short")
    assert "\n" not in render(found, "short")
    assert json.loads(render(found, "json"))["code"] == code
    full = render(found, "full")
    assert full.startswith(render(found, "normal").split("\n")[0])


@pytest.mark.parametrize("code", CODES)
def test_the_way_out(code: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", RibozymeWarning)
        CASES[code].right()


@pytest.mark.parametrize("code", CODES)
def test_the_paragraph(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", code]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"{code}: {CODES[code].title}")
    assert all(word in text for word in ("\nCause. ", "\nExample. ", "\nFix. "))
    assert "**" not in text


def test_codes_are_used() -> None:
    """A code that nothing says is none."""
    source = Path(__file__).parents[2] / "src" / "ribozyme"
    table = source / "base" / "errors.py"
    texts = [
        path.read_text(encoding="utf-8")
        for path in source.rglob("*.*")
        if path != table and path.suffix in (".py", ".ll")
    ]
    unused = [code for code in CODES if not any(code in text for text in texts)]
    assert unused == []
