"""A new class of instructions: the type checker names each place that must decide what it means.

A class is added to a copy of the sources, and to the union of instructions. Where a place has an
answer that is right for whatever comes, the worst one, it need not be on the list.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
UNION: Final = "Straight = "
CLASS: Final = '''
@final
@dataclass(frozen=True, slots=True, eq=False)
class Probe:
    """`%result = probe %value`"""

    result: Local
    value: Value
    meta: Meta = ()


'''
BEGIN: Final = "The places that must decide:\n"


def must_decide() -> frozenset[str]:
    """The list in CONTRIBUTING: a line for each file, its functions behind it."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    block = text.partition(BEGIN)[2].lstrip("\n").partition("\n\n")[0]
    rows = [line.split(maxsplit=1) for line in block.splitlines()]
    return frozenset(f"{file}.{name}" for file, names in rows for name in names.split(", "))


@pytest.mark.wide
def test_the_type_checker_names_the_places(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    instrs = tmp_path / "src/ribozyme/ir/instrs.py"
    text = instrs.read_text(encoding="utf-8")
    first = text.index("\n@final")
    text = text[:first] + CLASS + text[first:]
    instrs.write_text(text.replace(UNION, f"{UNION}Probe | ", 1), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "src"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert not done.stderr
    assert named(tmp_path, done.stdout) == must_decide(), done.stdout


def named(root: Path, said: str) -> frozenset[str]:
    """The functions in which the lines of a report lie."""
    places = re.findall(r"^(\S+\.py):(\d+): error", said, re.MULTILINE)
    return frozenset(f"{file[13:-3]}.{around(root / file, int(line))}" for file, line in places)


def around(file: Path, line: int) -> str:
    """The innermost function of a file around a line."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    return max(found, key=lambda node: node.lineno).name if found else "<module>"
