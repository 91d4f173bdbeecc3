"""Lines of code by package: `python -m tests.code_lines [COMMIT …]`, each commit beside the other.

A line of code has a token that is neither a comment nor a docstring.

    analysis    12345    12001
"""

from __future__ import annotations

import ast
import io
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
SOURCE: Final = "src/ribozyme/"
_NO_CODE: Final = (
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
    tokenize.ENDMARKER, tokenize.ENCODING,
)  # fmt: skip


def code_lines(text: str) -> int:
    """How many lines of a module have code."""
    prose = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    found: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _NO_CODE:
            found.update(range(token.start[0], token.end[0] + 1))
    return len(found - prose)


def counted(commit: str) -> Counter[str]:
    """The lines of code of each package in a commit; of the working tree for `.`."""
    found: Counter[str] = Counter()
    for path, text in _sources(commit):
        inside = path.removeprefix(SOURCE)
        found[inside.partition("/")[0] if "/" in inside else "."] += code_lines(text)
    return found


def _sources(commit: str) -> Iterator[tuple[str, str]]:
    if commit == ".":
        for path in sorted((ROOT / SOURCE).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        return
    for path in _git("ls-tree", "-r", "--name-only", commit, SOURCE).splitlines():
        if path.endswith(".py"):
            yield path, _git("show", f"{commit}:{path}")


def _git(*args: str) -> str:
    return subprocess.run(
        ["git", *args], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout


def main() -> None:
    columns = [counted(commit) for commit in sys.argv[1:] or ["."]]
    names = sorted({name for column in columns for name in column})
    for name in (*names, "all"):
        sums = (column.total() if name == "all" else column[name] for column in columns)
        print(f"{name:12}" + "".join(f"{number:9}" for number in sums))


if __name__ == "__main__":
    main()
