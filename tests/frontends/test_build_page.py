"""The page on builds: its files, and its commands as they stand."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.test_docs import ROOT, blocks

PAGE = ROOT / "docs" / "howto" / "build.md"
SHELL = [block.text for block in blocks(PAGE) if block.language == "sh"]
NEEDS = [("cmake",), ("cc", "pkg-config")]
SAYS = ["2.000000 5.000000", "4.040302 2.000000 5.000000"]


def _commands(folder: Path) -> None:
    """The commands as an installation writes them, for a package that is used from its sources."""
    folder.mkdir()
    for name, call in (("ribozyme", "main"), ("ribozyme-cc", "cc")):
        text = f"import sys\nfrom ribozyme.cli import main\nsys.exit(main.{call}())\n"
        (folder / name).write_text(f"#!{sys.executable}\n{text}")
        (folder / name).chmod(0o755)


@pytest.mark.parametrize("which", range(2), ids=["cmake", "library"])
def test_the_commands_of_the_page(which: int, tmp_path: Path) -> None:
    for tool in NEEDS[which]:
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not on this machine")
    _commands(tmp_path / "bin")
    for block in blocks(PAGE):
        if block.file:
            (tmp_path / block.file).write_text(block.text)
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-e", "-c", SHELL[which]], cwd=tmp_path, env={**os.environ, "PATH": path, "CC": ""},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.rstrip().endswith(SAYS[which])
    if which == 1:
        shown = re.search(r"/\* The gradient.*?\*/", PAGE.read_text(), re.DOTALL)
        assert shown is not None and (tmp_path / "libenergy.h").read_text().startswith(shown[0])


def test_the_page_has_these_commands() -> None:
    assert len(SHELL) == len(SAYS)
