"""The tree is as CONTRIBUTING says: small folders, one role for a name, a map that is true."""

import ast
import re
from collections import defaultdict
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
SOURCE: Final = ROOT / "src" / "ribozyme"
FILES: Final = sorted(SOURCE.rglob("*.py"))
FOLDERS: Final = sorted({path.parent for path in FILES})
TEXT: Final = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MOST: Final = 20  # files of a folder

SAME_ROLE: Final = (
    ("instrs metadata module types values", ("ir", "parse"), "a part of IR, and reading it"),
    ("check", ("api/checking", "cli"), "a function, and its command"),
    ("explain", ("api/explaining", "cli"), "a function, and its command"),
    ("jax tensorflow torch", (".", "bindings"), "the name users import, and what is behind it"),
    (
        "calls",
        ("transform/forward", "transform/replay", "transform/reverse/calls"),
        "calls in a mode",
    ),
    (
        "compose",
        ("transform/forward", "transform/replay", "transform/reverse/emit"),
        "the functions of a mode, put together",
    ),
    (
        "shadow_memory sorting",
        ("transform/forward", "transform/reverse/emit"),
        "what calls do to shadows in a mode",
    ),
    ("rulecalls", ("transform/forward", "transform/reverse/calls"), "calls with a rule in a mode"),
)
"""Base names that occur twice: names, folders, and the one role that they have in all of them."""


def inside(path: Path) -> str:
    return str(path.relative_to(SOURCE))


@pytest.mark.parametrize("folder", FOLDERS, ids=inside)
def test_a_folder_is_small_and_says_what_it_holds(folder: Path) -> None:
    assert len([path for path in FILES if path.parent == folder]) <= MOST
    said = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
    assert said is not None
    assert len(re.findall(r"[.!?](?:\s|$)", said)) >= 2, said


def test_a_base_name_stands_for_one_role() -> None:
    homes: dict[str, set[str]] = defaultdict(set)
    for path in FILES:
        homes[path.stem].add(inside(path.parent))
    del homes["__init__"]
    twice = {name: found for name, found in homes.items() if len(found) > 1}
    assert twice == {name: set(found) for names, found, _ in SAME_ROLE for name in names.split()}


def paths(text: str) -> set[str]:
    """What looks like a file or a folder of the package or the repository."""
    return set(re.findall(r"`((?:[\w.-]+/)+[\w.-]*)`", text))


def test_each_path_of_the_map_exists() -> None:
    named = paths(TEXT)
    assert len(named) > 60
    assert {one for one in named if not any((at / one).exists() for at in (SOURCE, ROOT))} == set()


def answers() -> list[tuple[str, str]]:
    """The rows of the table of questions."""
    rows = re.findall(r"^\| (Wh[^|]+\?) \| (.+) \|$", TEXT, re.MULTILINE)
    return [(question, answer) for question, answer in rows]


@pytest.mark.parametrize(("question", "answer"), answers(), ids=[q for q, _ in answers()])
def test_what_an_answer_names_is_in_the_files_it_names(question: str, answer: str) -> None:
    """Each name in backticks that is no path stands in one of the files."""
    files = [SOURCE / one for one in paths(answer)]
    read = [p for f in files for p in (sorted(f.rglob("*")) if f.is_dir() else [f]) if p.is_file()]
    text = "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in read)
    assert read, question
    for name in re.findall(r"`([A-Za-z_]\w+)`", answer):
        assert re.search(rf"\b{name}\b", text) or any(p.stem == name for p in read), name
