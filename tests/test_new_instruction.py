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
MUST_DECIDE: Final = frozenset(
    (
        "ir/instrs.operands",
        "ir/instr_text._substance",
        "ir/rewrite._map_control",
        "analysis/provenance/survival.surviving",
        "analysis/pointsto/constraints._instruction",
        "analysis/provenance/provenance._used",
        "analysis/provenance/provenance._reads",
        "analysis/memory/effects.instr",
        "analysis/activity/flowgraph._instruction",
        "analysis/memory/overwritten.stable",
        "analysis/memory/overwritten._write",
        "analysis/types/instructions.read",
        "analysis/activity/activity.instr",
        "transform/forward/tangent.tangents",
        "transform/reverse/emit/adjoint.of_value",
    )
)


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
    assert named(tmp_path, done.stdout) == MUST_DECIDE, done.stdout


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
