"""The Python blocks of README and docs run, page by page, in one namespace a page.

A block may use what an earlier block of its page defined. A block that follows the comment
`<!-- not run: REASON -->` is left out; a block of C is written into the page's folder when the
comment `<!-- file: NAME -->` precedes it.
"""

import re
import runpy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.isolated import no_added_rules

from ribozyme.rules import added, custom

ROOT = Path(__file__).parent.parent
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
BLOCK = re.compile(
    r"(?:<!-- (?P<verb>file|not run): (?P<what>[^\n]*?) -->\n+)?"
    r"^```(?P<language>\w*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    line: int
    language: str
    text: str
    file: str
    run: bool


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for found in BLOCK.finditer(text):
        line = text.count("\n", 0, found.start("text"))
        file = found["what"] if found["verb"] == "file" else ""
        run = found["language"] == "python" and found["verb"] != "not run"
        yield Block(line, found["language"], found["text"], file, run)


@pytest.mark.rotates(plain=12, wide=1000)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    no_added_rules(monkeypatch)  # a page's rules are its own
    monkeypatch.setattr(custom, "_books", {"": custom.STANDARD})
    monkeypatch.setattr(added, "CURRENT", [""])
    monkeypatch.setattr(custom, "CURRENT", added.CURRENT)
    names: dict[str, Any] = {"__name__": f"docs.{page.stem}"}
    for block in blocks(page):
        if block.file:
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
        elif block.run:  # the empty lines make tracebacks name the line of the page
            exec(compile("\n" * block.line + block.text, str(page), "exec"), names)


def test_blocks_are_found() -> None:
    readme = list(blocks(ROOT / "README.md"))
    assert any(block.language == "python" for block in readme)
    assert all(block.language for page in PAGES for block in blocks(page)), "name the language"


def test_links_lead_somewhere() -> None:
    for page in (*PAGES, CONTRIBUTING):
        prose = BLOCK.sub("", page.read_text(encoding="utf-8"))  # code has brackets of its own
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", prose):
            assert (page.parent / target).exists(), f"{page.name} points to {target}"


def test_files_that_contributing_names_exist() -> None:
    named = re.findall(r"`((?:\w+/)+\w+\.(?:py|ll))`", CONTRIBUTING.read_text(encoding="utf-8"))
    assert len(named) > 20
    for name in named:
        assert any((root / name).exists() for root in (ROOT, ROOT / "src" / "ribozyme")), name


def test_the_glossary_is_short_and_sorted() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    terms = re.findall(r"^\| ([^|]+) \|", text, re.MULTILINE)[1:]
    assert 20 < len(terms) <= 40
    assert terms == sorted(terms, key=str.lower)


def test_the_reference_is_what_the_docstrings_say() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "make_reference.py"))
    written = made["PAGE"].read_text(encoding="utf-8")
    assert written == made["page"](), "run docs/make_reference.py"
