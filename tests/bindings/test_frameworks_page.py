"""docs/frameworks.md: its code runs where the framework is installed, its matrix has no holes."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.bindings.matrix import FEATURES, FRAMEWORKS, NEVER, PAGE

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TEXT = PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_the_code_runs(framework: str, tmp_path: Path) -> None:
    if not find_spec(framework):
        pytest.skip(f"{framework} is not installed")
    blocks = BLOCK.findall(TEXT)
    (tmp_path / "test.c").write_text(next(text for kind, text in blocks if kind == "c"))
    code = [text for kind, text in blocks if kind == "python" and f"import {framework}" in text]
    assert code
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(code)], cwd=tmp_path, capture_output=True, text=True,
        timeout=200, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]


def test_the_matrix_is_of_tests_that_passed() -> None:
    matrix = TEXT.partition("<!-- matrix -->")[2].partition("<!-- /matrix -->")[0]
    assert "fails" not in matrix and "not run" not in matrix
    assert matrix.count("\n| ") == len(FEATURES) + 1
    for framework, shown in ((f, row[1 + k]) for row in FEATURES for k, f in enumerate(FRAMEWORKS)):
        files = Path(__file__).parent.glob(f"test_{framework}_*.py")
        source = "".join(path.read_text() for path in files)
        name = shown.partition(": ")[0]
        assert shown == NEVER or f"def test_{name}(" in source, (framework, shown)
